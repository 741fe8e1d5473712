# libvta_runtime.so and libvta_runtime.a: all that a compiled program needs to run (driver, runtime, the host's operators in
# plain loops, fsim, boards) and nothing else, from the objects of the libraries of those folders. What they
# export is in library.map.
vta_library(vta_runtime_devices SOURCES runtime_devices.cpp LINKS vta_fsim_scheme)

set(parts base config isa device semantics kernels launch races fsim link linux driver graph host_ops runtime host_plain
          host_choice_plain fsim_scheme runtime_devices capi)
set(objects "")
foreach(part IN LISTS parts)
  list(APPEND objects $<TARGET_OBJECTS:vta_${part}>)
endforeach()

if(VTA_RUNTIME_ONLY)
  list(APPEND objects $<TARGET_OBJECTS:vta_boost_json>)
endif()

set(map ${CMAKE_CURRENT_SOURCE_DIR}/library.map)
add_library(vta_runtime_shared SHARED ${objects})
target_link_libraries(vta_runtime_shared PUBLIC fmt::fmt PRIVATE Boost::json xxhash $<BUILD_INTERFACE:vta_options>)
target_link_options(vta_runtime_shared PRIVATE -Wl,--version-script=${map} -Wl,--as-needed)
set_target_properties(vta_runtime_shared PROPERTIES EXPORT_NAME runtime LINK_DEPENDS ${map}
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

add_library(vta_runtime_static STATIC ${objects})
target_link_libraries(vta_runtime_static INTERFACE fmt::fmt $<LINK_ONLY:Boost::json> $<LINK_ONLY:xxhash>)
set_target_properties(vta_runtime_static PROPERTIES EXPORT_NAME runtime_static
                      ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

foreach(library vta_runtime_shared vta_runtime_static)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME vta_runtime LINKER_LANGUAGE CXX)
  target_compile_features(${library} INTERFACE cxx_std_20)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                  $<INSTALL_INTERFACE:include/vta>
                                                  $<INSTALL_INTERFACE:include/vta/runtime_only>)
endforeach()
