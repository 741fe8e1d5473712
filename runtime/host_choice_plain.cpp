#include "runtime/host_op_float.h"

namespace vta::host {

const FloatKernels& float_kernels() {
  return plain_kernels();
}

}  // namespace vta::host
