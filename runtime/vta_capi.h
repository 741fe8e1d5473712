/* The C ABI of libvta.so: run a compiled program from any language.
 *
 *   vta_program* program = vta_program_load("model.vta");
 *   vta_executor* executor = program ? vta_executor_create(program, "fsim") : NULL;
 *   if (executor == NULL || vta_set_input(executor, 0, data, VTA_FLOAT32, shape, 4) != 0 ||
 *       vta_run(executor) != 0) fprintf(stderr, "%s\n", vta_last_error());
 *
 * Functions that return int return 0 for success and otherwise the exit code that `vta` would end
 * with (base/error.h); functions that return a pointer return NULL on failure. No exception leaves
 * the library. A handle is used from one thread at a time; handles are independent of each other.
 */
#pragma once

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
 * `name` live as long as the handle, `data` (NULL for inputs) until the next run. */
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
void vta_program_destroy(vta_program* program); /* NULL is fine */

/* Runs on `device`: "fsim", "csim", "csim,kernels=portable", ... as vta run --device takes it; the
 * program may be destroyed afterwards. */
vta_executor* vta_executor_create(const vta_program* program, const char* device);
void vta_executor_destroy(vta_executor* executor); /* NULL is fine */

int64_t vta_input_count(const vta_executor* executor);
int64_t vta_output_count(const vta_executor* executor);
int vta_describe_input(const vta_executor* executor, int64_t index, vta_tensor* tensor);

/* Copies the elements, row-major; type and shape must be the input's. */
int vta_set_input(vta_executor* executor, int64_t index, const void* data, vta_dtype dtype,
                  const int64_t* shape, int64_t rank);
int vta_run(vta_executor* executor);
int vta_get_output(const vta_executor* executor, int64_t index, vta_tensor* tensor);

/* Counters of the last run: inp_load_nbytes, wgt_load_nbytes, acc_load_nbytes, uop_load_nbytes,
 * out_store_nbytes, gemm_counter, alu_counter, acc_load_nbytes_vta, widened_bytes, launches. */
int vta_get_counter(const vta_executor* executor, const char* name, int64_t* value);

#ifdef __cplusplus
}
#endif
