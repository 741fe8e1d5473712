/* The C ABI's parameters apart from programs: a program once, and the values of each training.
 *
 *   vta compile old.onnx -o net.vta --params old.vtp      (net.vta then has no values of its own)
 *   vta compile new.onnx -o unused.vta --params new.vtp
 *
 *   vta_program* program = vta_program_load_params("net.vta", "old.vtp");
 *   ...
 *   vta_set_params(executor, "new.vtp");
 *
 * Parameters fit where only trained values differ (runtime/parameters.h): 3 otherwise, and
 * vta_last_error() names the first that does not, with both shapes, or both structures.
 */
#pragma once

#include "runtime/vta_capi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program with the values of a file of parameters, in place of its own if it has any. */
vta_program* vta_program_load_params(const char* path, const char* params_path);
vta_program* vta_program_load_params_memory(const void* program, size_t program_bytes,
                                            const void* params, size_t params_bytes);

/* Replaces the parameters of this executor, for all runs from now on; other executors of its
 * program keep theirs. The outputs of the last run are gone. After an error the old ones are in
 * place. */
int vta_set_params(vta_executor* executor, const char* params_path);
int vta_set_params_memory(vta_executor* executor, const void* params, size_t params_bytes);

/* "a7c2...", 16 digits: equal where all values are. Valid until the executor's next call of
 * vta_params_hash or its end; NULL on failure. */
const char* vta_params_hash(vta_executor* executor);

#ifdef __cplusplus
}
#endif
