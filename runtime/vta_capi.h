/* The C ABI of libvta.so: run a compiled program from any language.
 *
 *   vta_program* program = vta_program_load("model.vta");
 *   vta_executor* executor = program ? vta_executor_create(program, "fsim") : NULL;
 *   if (executor == NULL || vta_set_input(executor, 0, data, VTA_FLOAT32, shape, 4) != 0 ||
 *       vta_run(executor) != 0) fprintf(stderr, "%s\n", vta_last_error());
 *
 * Beside this header: vta_dlpack.h (tensors of other libraries, in place). docs/library.md shows
 * whole programs.
 *
 * Errors. Functions that return int return 0 for success and otherwise the exit code that `vta`
 * would end with (base/error.h): 2 a call that cannot be meant (NULL, a handle that is none, an
 * unknown name of a counter), 3 data that do not fit, 4 a configuration, 6 the device, 8 memory or
 * time, 70 a bug of ours. Functions that return a pointer return NULL on failure. vta_last_error()
 * says why. No exception leaves the library, a call that fails changes nothing, and the handle can
 * be used on; only a run that fails leaves no outputs.
 *
 * Threads. A program may be used by several threads at once: its executors share its parameters. An
 * executor is for one thread at a time: a second one is refused, not waited for.
 *
 * Ownership. Handles live until they are destroyed, in any order: an executor keeps what it needs
 * of its program. A handle that is destroyed, NULL or of another kind is refused as long as its
 * address has not been given to another one.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vta_program vta_program;
typedef struct vta_executor vta_executor;

typedef enum vta_dtype {
  VTA_FLOAT32 = 0,
  VTA_INT8 = 1,
  VTA_UINT8 = 2,
  VTA_INT32 = 3,
  VTA_INT64 = 4,
  VTA_BOOL = 5
} vta_dtype;

/* What an input takes, or what an output holds. The pointers belong to the library: `shape` and
 * `name` live as long as the executor. `data` is, of an output, its elements, row-major, until the
 * next run; of an input, where the next run reads it, until it is set again. NULL: there are none
 * yet. */
typedef struct vta_tensor {
  const char* name;
  vta_dtype dtype;
  int64_t rank;
  const int64_t* shape;
  int64_t size_bytes;
  const void* data;
} vta_tensor;

/* "0.1.0" */
const char* vta_version(void);
/* Why the last call on this thread failed; "" when none has. Valid until the next failure. */
const char* vta_last_error(void);

vta_program* vta_program_load(const char* path);
/* The same of a file's bytes, which may be freed afterwards. `name` (NULL: "memory") stands for
 * the file in messages. */
vta_program* vta_program_load_memory(const void* data, size_t size_bytes, const char* name);
void vta_program_destroy(vta_program* program); /* NULL is fine */

/* Runs on `device`: "fsim", "csim", "csim,kernels=portable", ... as vta run --device takes it; the
 * program may be destroyed afterwards. */
vta_executor* vta_executor_create(const vta_program* program, const char* device);
/* NULL is fine. Not while it runs on another thread: it then lives on until that run has ended. */
void vta_executor_destroy(vta_executor* executor);

/* 0 also for what is no executor: vta_last_error() says so. */
int64_t vta_input_count(const vta_executor* executor);
int64_t vta_output_count(const vta_executor* executor);
int vta_describe_input(const vta_executor* executor, int64_t index, vta_tensor* tensor);
/* Before a run too: `data` is then NULL. */
int vta_describe_output(const vta_executor* executor, int64_t index, vta_tensor* tensor);
/* The index of a name. */
int vta_find_input(const vta_executor* executor, const char* name, int64_t* index);
int vta_find_output(const vta_executor* executor, const char* name, int64_t* index);

/* Copies the elements, row-major; type and shape must be the input's. They stay for all runs until
 * the input is set again. */
int vta_set_input(vta_executor* executor, int64_t index, const void* data, vta_dtype dtype,
                  const int64_t* shape, int64_t rank);
int vta_run(vta_executor* executor);
int vta_get_output(const vta_executor* executor, int64_t index, vta_tensor* tensor);

/* Of a program that is computed position by position (a decoder: vta compile --decode steps) every
 * run is the next position, and what it keeps is of this executor alone. `position` is the next
 * run's, `context` how many there are; a run behind the last is refused. 0 of any other program. */
int vta_get_position(const vta_executor* executor, int64_t* position, int64_t* context);
/* The next run is the first position: what was kept is not seen again. */
int vta_reset_state(vta_executor* executor);

/* A counter of the last run by its name: those that counter_fields() (sim/counters.h) lists, and
 * widened_bytes and launches. An unknown name's message has all of them. */
int vta_get_counter(const vta_executor* executor, const char* name, int64_t* value);

#ifdef __cplusplus
}
#endif
