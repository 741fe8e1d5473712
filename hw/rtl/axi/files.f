// Sources of the shell in compile order, after vta_shell_pkg.sv and the core's; paths from this
// folder.
vta_axi_pkg.sv
vta_axi_slice.sv
vta_axi_address.sv
vta_axi_write.sv
vta_axi_lite.sv
vta_axi_guard.sv
vta_axi_registers.sv
vta_axi.sv
