# cmake -DBINARY_DIR=... -DSOURCE_DIR=... -DPROGRAM=... -DSANITIZE=... -P install_test.cmake
# Installs to a scratch folder, builds the consumer project against it and runs both programs.
set(prefix ${BINARY_DIR}/install_test/prefix)
set(build ${BINARY_DIR}/install_test/build)
file(REMOVE_RECURSE ${BINARY_DIR}/install_test)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "failed (${code}): ${ARGN}\n${out}${err}")
  endif()
  message(STATUS "${out}")
endfunction()

set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE} -fno-sanitize-recover=all")
endif()
run(${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/consumer -B ${build} -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${prefix} "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_C_FLAGS=${flags}")
run(${CMAKE_COMMAND} --build ${build})
run(${build}/run_program ${PROGRAM})
run(${build}/run_program_c ${PROGRAM})
run(${build}/systemc_platform)
run(${prefix}/bin/vta --version)
