# 32-bit ARM (Zynq-7000: Cortex-A9), Debian's g++-arm-linux-gnueabihf: ARMv7, floats in registers (hard float), NEON only in the
# kernels that ask the processor for it; programs of the build run under qemu-user.
set(triplet arm-linux-gnueabihf)
set(emulator qemu-arm)
set(CMAKE_SYSTEM_PROCESSOR armv7l)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
