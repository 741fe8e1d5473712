# gRPC for remote/ (package libgrpc++-dev, its generator in protobuf-compiler-grpc, libssl-dev). VTA_GRPC: it is
# there. Without it everything else is built, and the program says which library its devices elsewhere would need.
find_package(OpenSSL QUIET)
find_package(gRPC QUIET CONFIG)
if(gRPC_FOUND AND TARGET gRPC::grpc++ AND TARGET gRPC::grpc_cpp_plugin AND OpenSSL_FOUND)
  set(VTA_GRPC ON)
  # re2's package wants -pthread at compile time, which glibc has no use for: with it, sources could not start with
  # the project's precompiled headers.
  if(TARGET re2::re2)
    set_target_properties(re2::re2 PROPERTIES INTERFACE_COMPILE_OPTIONS "")
  endif()
else()
  set(VTA_GRPC OFF)
  message(STATUS "gRPC is not there (libgrpc++-dev, protobuf-compiler-grpc, libssl-dev): vta serve and devices "
                 "grpc:// are left out")
endif()

# vta_add_grpc_proto(name FILE.proto): a library of the messages and services of a file in this folder, whose
# headers are included as from the repository's root: "remote/proto/FILE.grpc.pb.h".
function(vta_add_grpc_proto name proto)
  get_filename_component(stem ${proto} NAME_WE)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(out ${CMAKE_BINARY_DIR}/generated_proto)
  set(made ${out}/${folder}/${stem})
  file(MAKE_DIRECTORY ${out})
  add_custom_command(
    OUTPUT ${made}.pb.cc ${made}.pb.h ${made}.grpc.pb.cc ${made}.grpc.pb.h
    COMMAND protobuf::protoc -I ${PROJECT_SOURCE_DIR} --cpp_out=${out} --grpc_out=${out}
            --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin> ${folder}/${proto}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    DEPENDS ${proto} VERBATIM)
  # Others' code: without this project's warnings, each source by itself.
  add_library(${name} STATIC ${made}.pb.cc ${made}.grpc.pb.cc)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF CXX_CLANG_TIDY "")
  target_compile_options(${name} PRIVATE -O1)
  target_include_directories(${name} SYSTEM PUBLIC $<BUILD_INTERFACE:${out}>)
  target_link_libraries(${name} PUBLIC gRPC::grpc++ protobuf::libprotobuf)
endfunction()
