/* Runs a program of any kind on small numbers, from C: run_numbers_c PROGRAM.vta [BACKEND] */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/vta_capi.h"

/* Any input will do for a demonstration: small numbers that repeat. */
static int set_example_input(vta_executor* executor, int64_t index) {
  vta_tensor wanted;
  int code = vta_describe_input(executor, index, &wanted);
  if (code != 0)
    return code;
  const size_t bytes = (size_t)wanted.size_bytes;
  void* data = calloc(bytes + 1, 1);
  if (data == NULL)
    return 70;
  if (wanted.dtype == VTA_FLOAT32)
    for (size_t i = 0; i < bytes / sizeof(float); ++i)
      ((float*)data)[i] = (float)(i % 8);
  if (wanted.dtype == VTA_INT8)
    for (size_t i = 0; i < bytes; ++i)
      ((int8_t*)data)[i] = (int8_t)(i % 8);
  code = vta_set_input(executor, index, data, wanted.dtype, wanted.shape, wanted.rank);
  free(data);
  return code;
}

static int print_output(const vta_executor* executor) {
  vta_tensor output;
  const int code = vta_get_output(executor, 0, &output);
  if (code != 0)
    return code;
  printf("output %s:", output.name);
  for (int64_t i = 0; i < 4 && i < output.size_bytes / (int64_t)sizeof(float); ++i)
    printf(" %g", (double)((const float*)output.data)[i]);
  printf("\n");
  return 0;
}

static int print_counter(const vta_executor* executor, const char* name) {
  int64_t value = 0;
  const int code = vta_get_counter(executor, name, &value);
  if (code == 0)
    printf("%s %lld\n", name, (long long)value);
  return code;
}

static int run(vta_executor* executor) {
  int code = 0;
  for (int64_t i = 0; code == 0 && i < vta_input_count(executor); ++i)
    code = set_example_input(executor, i);
  if (code == 0)
    code = vta_run(executor);
  if (code == 0)
    code = print_output(executor);
  if (code == 0)
    code = print_counter(executor, "gemm_counter");
  if (code == 0)
    code = print_counter(executor, "alu_counter");
  return code;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: run_numbers_c PROGRAM.vta [BACKEND]\n");
    return 2;
  }
  vta_program* program = vta_program_load(argv[1]);
  vta_executor* executor =
      program == NULL ? NULL : vta_executor_create(program, argc > 2 ? argv[2] : "fsim");
  const int code = executor == NULL ? 1 : run(executor);
  if (code != 0)
    fprintf(stderr, "error: %s\n", vta_last_error());
  vta_executor_destroy(executor);
  vta_program_destroy(program);
  return code;
}
