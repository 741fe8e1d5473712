# Installation of the runtime library alone, the component `runtime`: lib/libvta_runtime.{so,a}, its headers, vta_runtime.pc
# for pkg-config and the CMake package with vta::runtime.
#   cmake --install build/release --component runtime --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What runtime/executor.h, runtime/stream_builder.h, runtime/vta_capi.h and link/devices/devices.h need.
set(VTA_RUNTIME_HEADERS
  base/attrs.h base/class_names.h base/error.h base/image.h base/image_input.h base/preprocessing.h base/resource_policy.h base/round.h base/tensor.h
  config/clock.h config/memory_type.h config/vta_config.h
  hw/isa/assembler.h hw/isa/codec.h hw/isa/insn.h hw/isa/registers.h
  sim/counters.h sim/device.h sim/device_memory.h sim/timing.h sim/trace_sink.h
  sim/races/race_check.h sim/semantics/machine_state.h sim/semantics/static_check.h sim/semantics/uop_entry.h
  sim/tsim/wave.h
  link/device_link.h link/device_string.h link/device_table.h link/devices/devices.h link/local_link.h
  driver/allocator.h driver/driver.h driver/vta_driver_capi.h
  driver/linux/board_scheme.h driver/linux/system_file.h
  runtime/command_queue.h runtime/dlpack.h runtime/dlpack_tensor.h runtime/executor.h runtime/host_ops.h runtime/kernel_description.h runtime/launches.h runtime/program_host.h
  runtime/parameters.h runtime/program.h runtime/stream_builder.h runtime/top_classes.h runtime/uop_cache.h runtime/vta_capi.h runtime/vta_dlpack.h
  runtime/vta_image.h runtime/vta_params.h runtime/vta_stats.h runtime/vta_runtime_capi.h)
function(vta_install_headers)
  cmake_parse_arguments(ARG "" "COMPONENT" "HEADERS" ${ARGN})
  foreach(header IN LISTS ARG_HEADERS)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta/${folder}
            COMPONENT ${ARG_COMPONENT})
  endforeach()
endfunction()
vta_install_headers(COMPONENT runtime HEADERS ${VTA_RUNTIME_HEADERS})

install(TARGETS vta_runtime_shared EXPORT vtaRuntimeTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime NAMELINK_COMPONENT runtime)
install(TARGETS vta_runtime_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/vta COMPONENT runtime)

# Relative to itself: the folder may be moved, and --prefix may name another one than was configured.
file(RELATIVE_PATH VTA_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(VTA_RUNTIME_PRIVATE_LIBS "-lboost_json -lfmt -lxxhash")
if(VTA_RUNTIME_ONLY)
  set(VTA_RUNTIME_PRIVATE_LIBS "")  # their headers are compiled into it
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/vta_runtime.pc.in ${CMAKE_BINARY_DIR}/vta_runtime.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/vta_runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)

set(VTA_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/vta)
install(EXPORT vtaRuntimeTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR} COMPONENT runtime)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/vtaConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/vtaConfig.cmake
                              INSTALL_DESTINATION ${VTA_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/vtaConfig.cmake ${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
        DESTINATION ${VTA_PACKAGE_DIR} COMPONENT runtime)
