// A core that only copies its instruction stream: what the harness of tsim is tested with.
../../../hw/rtl/vta_pkg.sv
vta_core.sv
