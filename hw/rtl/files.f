// Sources of the accelerator after vta_isa_pkg.sv, in compile order; paths from this folder.
vta_pkg.sv
