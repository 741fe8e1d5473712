// Sources of the accelerator after vta_isa_pkg.sv, in compile order; paths from this folder.
vta_pkg.sv
prim/vta_ram_1w1r.sv
prim/vta_fifo.sv
prim/vta_token_counter.sv
prim/vta_round_robin.sv
memory/vta_memory_port.sv
fetch/vta_static_check.sv
fetch/vta_fetch_groups.sv
fetch/vta_fetch.sv
core/vta_queues.sv
core/vta_registers.sv
core/vta_run_control.sv
core/vta_core.sv
