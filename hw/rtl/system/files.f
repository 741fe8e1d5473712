// Sources of a system in compile order, after those of its cores and before vta_system.sv, which is
// printed; paths from this folder.
vta_system_pkg.sv
vta_system_arbiter.sv
vta_system_registers.sv
