# cmake -DBINARY_DIR=... -DSOURCE_DIR=... -DPROGRAM=... -DIMAGE=... -DLABELS=... -DSANITIZE=... -P install_test.cmake
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
foreach(program run_program run_program_c)
  execute_process(COMMAND ${build}/${program} ${PROGRAM} ${IMAGE} ${LABELS}
                  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL 0 OR NOT out MATCHES "^3 three ")
    message(FATAL_ERROR "${program}: ${code}\n${out}${err}")
  endif()
endforeach()
run(${build}/systemc_platform)
run(${build}/systemc_two)
run(${prefix}/bin/vta --version)
