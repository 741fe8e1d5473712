/* Loads, runs and destroys a program so often: load_often PROGRAM.vta TIMES
 *
 * Fails when a run gives another output than the first one, or when the second half of them leaves
 * more bytes (but for the allocator's own lists), files or mappings behind.
 */
#include <dirent.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/vta_capi.h"

/* A block that is lost takes 32 bytes or more. */
enum { LOST_BYTES = 32, FEWEST = 1000 };

typedef struct held {
  size_t bytes; /* allocated; 0 where a sanitizer counts them itself */
  int files, mappings;
} held;

static int files_open(void) {
  DIR* folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder != NULL && readdir(folder) != NULL)
    ++count;
  if (folder != NULL)
    closedir(folder);
  return count;
}

static int mappings(void) {
  FILE* file = fopen("/proc/self/maps", "r");
  int lines = 0;
  for (int c = 0; file != NULL && (c = fgetc(file)) != EOF;)
    lines += c == '\n';
  if (file != NULL)
    fclose(file);
  return lines;
}

static held now_held(void) {
  const struct mallinfo2 info = mallinfo2();
  const held now = {info.uordblks + info.hblkhd, files_open(), mappings()};
  return now;
}

/* 0, and the output's elements copied to `values`. */
static int run_once(const char* path, float* values, size_t most) {
  vta_program* program = vta_program_load(path);
  vta_executor* executor = program == NULL ? NULL : vta_executor_create(program, "fsim");
  vta_tensor wanted, output;
  int code = executor == NULL ? 1 : vta_describe_input(executor, 0, &wanted);
  if (code == 0) {
    void* data = calloc((size_t)wanted.size_bytes, 1);
    code = vta_set_input(executor, 0, data, wanted.dtype, wanted.shape, wanted.rank);
    free(data);
  }
  if (code == 0)
    code = vta_run(executor);
  if (code == 0)
    code = vta_get_output(executor, 0, &output);
  if (code == 0)
    memcpy(values, output.data,
           (size_t)output.size_bytes < most ? (size_t)output.size_bytes : most);
  vta_executor_destroy(executor);
  vta_program_destroy(program);
  return code;
}

int main(int argc, char** argv) {
  if (argc < 3 || atoi(argv[2]) < FEWEST) {
    fprintf(stderr, "usage: load_often PROGRAM.vta TIMES (%d or more)\n", FEWEST);
    return 2;
  }
  float first[16] = {0}, again[16] = {0};
  held before = {0, 0, 0};
  const int times = atoi(argv[2]), half = times / 2;
  for (int i = 0; i < times; ++i) {
    if (run_once(argv[1], i == 0 ? first : again, sizeof first) != 0) {
      fprintf(stderr, "error: %s\n", vta_last_error());
      return 1;
    }
    if (i > 0 && memcmp(first, again, sizeof first) != 0) {
      fprintf(stderr, "error: load %d gives another output than the first one\n", i + 1);
      return 1;
    }
    if (i + 1 == half)
      before = now_held();
  }
  const held after = now_held();
  printf("%d loads: %zu bytes, %d files, %d mappings; after half of them: %zu, %d, %d\n", times,
         after.bytes, after.files, after.mappings, before.bytes, before.files, before.mappings);
  const size_t lost = LOST_BYTES / 2 * (size_t)(times - half);
  if (after.bytes > before.bytes + lost || after.files > before.files ||
      after.mappings > before.mappings + 2) { /* the heap's own, as it splits */
    fprintf(stderr, "error: a load leaves something behind\n");
    return 1;
  }
  return 0;
}
