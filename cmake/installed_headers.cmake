# The headers that are installed, below include/vta.

# What runtime/executor.h, runtime/stream_builder.h, runtime/vta_capi.h and link/devices/devices.h need.
set(VTA_RUNTIME_HEADERS
  base/alphabet.h base/attrs.h base/class_names.h base/cxx20.h base/error.h base/image.h base/image_input.h base/preprocessing.h base/resource_policy.h base/round.h base/tensor.h
  config/alu_ops.h config/clock.h config/memory_type.h config/vta_config.h
  hw/isa/assembler.h hw/isa/codec.h hw/isa/insn.h hw/isa/registers.h
  sim/counters.h sim/device.h sim/device_memory.h sim/dram/statistics.h sim/timing.h sim/trace_sink.h
  sim/races/race_check.h sim/semantics/machine_state.h sim/semantics/static_check.h sim/semantics/uop_entry.h
  sim/tsim/wave.h
  link/device_link.h link/device_string.h link/device_table.h link/devices/devices.h link/local_link.h
  driver/allocator.h driver/driver.h driver/vta_driver_capi.h
  driver/linux/board_scheme.h driver/linux/system_file.h
  runtime/command_queue.h runtime/dlpack.h runtime/dlpack_tensor.h runtime/executor.h runtime/host_ops.h runtime/kernel_description.h runtime/launches.h runtime/positions.h runtime/program_host.h
  runtime/parameters.h runtime/program.h runtime/sampler.h runtime/stream_builder.h runtime/text_decoder.h runtime/top_classes.h runtime/uop_cache.h runtime/vta_capi.h runtime/vta_dlpack.h
  runtime/vta_image.h runtime/vta_params.h runtime/vta_stats.h runtime/vta_runtime_capi.h)
# Those of libvta.so beside: what sim/csim/accelerator.h (of vta::systemc) and sim/factory/device_factory.h need.
set(VTA_TOOL_HEADERS sim/csim/accelerator.h sim/csim/bus_access.h sim/factory/device_factory.h sim/system/shared_dram.h)
