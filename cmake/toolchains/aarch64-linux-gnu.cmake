# 64-bit ARM (Zynq UltraScale+: Cortex-A53), Debian's g++-aarch64-linux-gnu; programs of the build run under qemu-user.
set(triplet aarch64-linux-gnu)
set(emulator qemu-aarch64)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian_cross.cmake)
