# A cross compiler of Debian by its `triplet`, with no library of the other machine but what comes with it.
set(CMAKE_SYSTEM_NAME Linux)
find_program(cross_gcc ${triplet}-gcc)
find_program(cross_gxx ${triplet}-g++)
if(NOT cross_gcc OR NOT cross_gxx)
  message(FATAL_ERROR "there is no ${triplet}-g++: package g++-${triplet} is not installed")
endif()
set(CMAKE_C_COMPILER ${cross_gcc})
set(CMAKE_CXX_COMPILER ${cross_gxx})

# Headers and libraries of the machine that builds are not the other one's; its programs are.
set(CMAKE_FIND_ROOT_PATH /usr/${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

find_program(cross_emulator ${emulator})
if(cross_emulator)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${cross_emulator} -L /usr/${triplet})
endif()
