# Builds the accelerator for @board_title@ with Vivado: project, block design, bitstream.
#   vivado -mode batch -source build.tcl                       all of it
#   vivado -mode batch -source build.tcl -tclargs project      project and block design, to look at
#   vivado -mode batch -source build.tcl -tclargs synthesis    and synthesis, for its area
# The project goes into the folder vivado beside this file and replaces what is there; the results
# vta.bit and vta.xsa, and the reports of timing and area, go beside this file.

set here [file dirname [file normalize [info script]]]
set steps {project synthesis bitstream}
set last_step [expr {[llength $argv] > 0 ? [lindex $argv 0] : "bitstream"}]
if {$last_step ni $steps} {
  error "step '$last_step' is unknown, known are: $steps"
}

set part {@part@}
set board_part {@board_part@}
set clock_mhz @clock_mhz@
set register_base @register_base@
set register_bytes @register_bytes@
set dram_base @dram_base@
set dram_bytes @dram_bytes@

proc pin {name} {
  return [get_bd_pins $name]
}

proc join_interfaces {from to} {
  connect_bd_intf_net [get_bd_intf_pins $from] [get_bd_intf_pins $to]
}

# One driver, many pins.
proc join_pins {from to} {
  foreach name $to {
    connect_bd_net [pin $from] [pin $name]
  }
}

proc make_project {} {
  global here part board_part
  create_project vta [file join $here vivado] -part $part -force
  # The preset of the board (DRAM, pins of the processor), where Vivado has its files.
  if {[llength [get_board_parts -quiet $board_part]] > 0} {
    set_property board_part $board_part [current_project]
  }
  set_property ip_repo_paths [list [file join $here ip]] [current_project]
  update_ip_catalog
}

# The processor system: registers through M_AXI_GP0, memory through S_AXI_HP0, one interrupt, one
# clock with its reset.
proc make_processor {} {
  global clock_mhz board_part
  create_bd_cell -type ip -vlnv xilinx.com:ip:processing_system7:5.5 ps
  if {[get_property board_part [current_project]] eq $board_part} {
    apply_bd_automation -rule xilinx.com:bd_rule:processing_system7 \
      -config {make_external "FIXED_IO, DDR" apply_board_preset "1"} [get_bd_cells ps]
  } else {
    puts "no board files of $board_part: the processor's DRAM and pins are left as they are, so\
      boot the board from an image of its own"
    create_bd_intf_port -mode Master -vlnv xilinx.com:interface:ddrx_rtl:1.0 DDR
    create_bd_intf_port -mode Master -vlnv xilinx.com:display_processing_system7:fixedio_rtl:1.0 FIXED_IO
    connect_bd_intf_net [get_bd_intf_ports DDR] [get_bd_intf_pins ps/DDR]
    connect_bd_intf_net [get_bd_intf_ports FIXED_IO] [get_bd_intf_pins ps/FIXED_IO]
  }
  set_property -dict [list \
    CONFIG.PCW_CRYSTAL_PERIPHERAL_FREQMHZ @crystal_mhz@ \
    CONFIG.PCW_EN_CLK0_PORT 1 \
    CONFIG.PCW_EN_RST0_PORT 1 \
    CONFIG.PCW_FCLK0_PERIPHERAL_CLKSRC {IO PLL} \
    CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ $clock_mhz \
    CONFIG.PCW_USE_M_AXI_GP0 1 \
    CONFIG.PCW_USE_S_AXI_HP0 1 \
    CONFIG.PCW_S_AXI_HP0_DATA_WIDTH @data_bits@ \
    CONFIG.PCW_USE_FABRIC_INTERRUPT 1 \
    CONFIG.PCW_IRQ_F2P_INTR 1 \
  ] [get_bd_cells ps]
  set made [get_property CONFIG.PCW_ACT_FPGA0_PERIPHERAL_FREQMHZ [get_bd_cells ps]]
  if {abs($made - $clock_mhz) > 0.001 * $clock_mhz} {
    error "the processor system's clock is $made MHz, not $clock_mhz"
  }
}

# An interconnect of one master and one slave: it converts the protocol (registers: AXI3 to
# AXI4-Lite; memory: @port_conversion@) and drops the upper bits of addresses.
proc make_interconnect {name} {
  create_bd_cell -type ip -vlnv xilinx.com:ip:axi_interconnect:2.1 $name
  set_property -dict [list CONFIG.NUM_SI 1 CONFIG.NUM_MI 1] [get_bd_cells $name]
}

proc make_cells {} {
  make_processor
  create_bd_cell -type ip -vlnv xilinx.com:ip:proc_sys_reset:5.0 reset
  make_interconnect registers
  make_interconnect memory
  create_bd_cell -type ip -vlnv user.org:user:@ip_name@:1.0 vta
}

proc connect_cells {} {
  join_interfaces ps/M_AXI_GP0 registers/S00_AXI
  join_interfaces registers/M00_AXI vta/s_axi
  join_interfaces vta/m_axi memory/S00_AXI
  join_interfaces memory/M00_AXI ps/S_AXI_HP0
  join_pins ps/FCLK_CLK0 {
    ps/M_AXI_GP0_ACLK ps/S_AXI_HP0_ACLK reset/slowest_sync_clk vta/aclk
    registers/ACLK registers/S00_ACLK registers/M00_ACLK
    memory/ACLK memory/S00_ACLK memory/M00_ACLK
  }
  join_pins ps/FCLK_RESET0_N {reset/ext_reset_in}
  join_pins reset/interconnect_aresetn {registers/ARESETN memory/ARESETN}
  join_pins reset/peripheral_aresetn {
    vta/aresetn registers/S00_ARESETN registers/M00_ARESETN memory/S00_ARESETN memory/M00_ARESETN
  }
  join_pins vta/irq {ps/IRQ_F2P}
}

proc assign_addresses {} {
  global register_base register_bytes dram_base dram_bytes
  create_bd_addr_seg -range $register_bytes -offset $register_base \
    [get_bd_addr_spaces ps/Data] [get_bd_addr_segs vta/s_axi/reg0] registers_of_vta
  create_bd_addr_seg -range $dram_bytes -offset $dram_base \
    [get_bd_addr_spaces vta/m_axi] [get_bd_addr_segs ps/S_AXI_HP0/HP0_DDR_LOWOCM] dram_of_ps
}

proc make_design {} {
  create_bd_design system
  make_cells
  connect_cells
  assign_addresses
  validate_bd_design
  save_bd_design
  set design [get_files system.bd]
  add_files -norecurse [make_wrapper -files $design -top]
  set_property top system_wrapper [current_fileset]
  update_compile_order -fileset sources_1
}

proc finish {run} {
  launch_runs $run -jobs 2
  wait_on_run $run
  if {[get_property PROGRESS [get_runs $run]] ne "100%"} {
    error "$run ended with: [get_property STATUS [get_runs $run]]"
  }
}

# Refuses a design whose timing is not met.
proc check_timing {} {
  foreach {kind what} {max setup min hold} {
    set slack [get_property SLACK [get_timing_paths -delay_type $kind]]
    puts "worst slack of $what: $slack ns"
    if {$slack < 0} {
      error "timing is not met ($what, $slack ns): export with a lower --clock"
    }
  }
}

proc implement {} {
  global here
  finish impl_1
  open_run impl_1
  report_timing_summary -file [file join $here timing.rpt]
  report_utilization -hierarchical -file [file join $here utilization.rpt]
  check_timing
  write_bitstream -force [file join $here vta.bit]
  write_hw_platform -fixed -force -file [file join $here vta.xsa]
}

make_project
make_design
if {$last_step ne "project"} {
  finish synth_1
}
if {$last_step eq "bitstream"} {
  implement
}
