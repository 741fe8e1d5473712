# vta::systemc: the accelerator for SystemC platforms and all that it stands on, as one static library that an
# installed package can offer (docs/systemc.md).
set(parts vta_shared_dram vta_accelerator vta_system_arbiter vta_dram vta_csim_model vta_kernels vta_launch vta_semantics vta_device vta_isa vta_config vta_base)
set(objects "")
foreach(part IN LISTS parts)
  list(APPEND objects $<TARGET_OBJECTS:${part}>)
endforeach()
add_library(vta_systemc STATIC ${objects})
set_target_properties(vta_systemc PROPERTIES EXPORT_NAME systemc LINKER_LANGUAGE CXX)
target_compile_features(vta_systemc INTERFACE cxx_std_20)
target_compile_definitions(vta_systemc INTERFACE SC_CPLUSPLUS=201703L)
target_include_directories(vta_systemc INTERFACE $<INSTALL_INTERFACE:include/vta>)
target_link_libraries(vta_systemc INTERFACE systemc fmt::fmt spdlog xxhash boost_json)
