# Installation rules: the program, the shared library, the headers and the CMake package.
