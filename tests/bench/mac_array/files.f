// The yardstick of tsim's speed: a bare array of multipliers with the core's ports.
../../../hw/rtl/vta_pkg.sv
vta_core.sv
