# tclsh vivado_commands.tcl SCRIPT FACTS [NAME=VALUE...]: runs a script that was written for Vivado,
# with commands that record what it does in place of doing it, and checks the block design that comes
# of it. Prints "problem<TAB>TEXT" for what is wrong and "fact<TAB>NAME<TAB>VALUE" for what was found;
# "end" stands last. FACTS describes the accelerator's component, a line each:
#   vlnv V    intf NAME master|slave    clock NAME    reset NAME    interrupt NAME    port NAME
# NAME=VALUE: how the machine behaves (see `behaviour`), and arg=A for the script's arguments.
# A command that Vivado does not have, or has with other options, is an error here: what is not
# listed below is not known.

lassign $argv script facts_file
set behaviour [dict create progress 100% slack 0.25 hold_slack 0.25 board_files 0 clock_factor 1 arg {}]
foreach setting [lrange $argv 2 end] {
  lassign [split $setting =] name value
  dict set behaviour $name $value
}

proc problem {text} {
  puts "problem\t[string map {\n { } \t { }} $text]"
}
proc fact {name value} {
  puts "fact\t$name\t[string map {\n { } \t { }} $value]"
}

# Pins of the blocks: name {kind direction}; interfaces: name {intf mode type}. A third or fourth word
# is the setting without which it is not there.
set library(xilinx.com:ip:processing_system7:5.5) {
  DDR {intf master ddr} FIXED_IO {intf master fixedio}
  M_AXI_GP0 {intf master aximm CONFIG.PCW_USE_M_AXI_GP0}
  S_AXI_HP0 {intf slave aximm CONFIG.PCW_USE_S_AXI_HP0}
  FCLK_CLK0 {clock out CONFIG.PCW_EN_CLK0_PORT}
  FCLK_RESET0_N {reset out CONFIG.PCW_EN_RST0_PORT}
  M_AXI_GP0_ACLK {clock in CONFIG.PCW_USE_M_AXI_GP0}
  S_AXI_HP0_ACLK {clock in CONFIG.PCW_USE_S_AXI_HP0}
  IRQ_F2P {interrupt in CONFIG.PCW_USE_FABRIC_INTERRUPT}
}
set library(xilinx.com:ip:proc_sys_reset:5.0) {
  slowest_sync_clk {clock in} ext_reset_in {reset in}
  interconnect_aresetn {reset out} peripheral_aresetn {reset out}
}
set library(xilinx.com:ip:axi_interconnect:2.1) {
  S00_AXI {intf slave aximm} M00_AXI {intf master aximm}
  ACLK {clock in} ARESETN {reset in} S00_ACLK {clock in} S00_ARESETN {reset in}
  M00_ACLK {clock in} M00_ARESETN {reset in}
}
# Settings that a block takes; others are refused.
set settings(xilinx.com:ip:processing_system7:5.5) {
  CONFIG.PCW_CRYSTAL_PERIPHERAL_FREQMHZ CONFIG.PCW_EN_CLK0_PORT CONFIG.PCW_EN_RST0_PORT
  CONFIG.PCW_FCLK0_PERIPHERAL_CLKSRC CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ CONFIG.PCW_USE_M_AXI_GP0
  CONFIG.PCW_USE_S_AXI_HP0 CONFIG.PCW_S_AXI_HP0_DATA_WIDTH CONFIG.PCW_USE_FABRIC_INTERRUPT
  CONFIG.PCW_IRQ_F2P_INTR
}
set settings(xilinx.com:ip:axi_interconnect:2.1) {CONFIG.NUM_SI CONFIG.NUM_MI}
set ports {}

proc read_facts {file} {
  global library settings ports accelerator
  set pins {}
  foreach line [split [string trim [read [set in [open $file]]]] \n] {
    lassign $line kind name mode
    switch $kind {
      vlnv { set accelerator $name }
      intf { lappend pins $name [list intf $mode aximm] }
      clock - reset { lappend pins $name [list $kind in] }
      interrupt { lappend pins $name [list $kind out] }
      port { lappend ports $name }
    }
  }
  close $in
  set library($accelerator) $pins
  set settings($accelerator) {}
}

# State of the session.
set cells [dict create]      ;# name -> vlnv
set properties [dict create] ;# "cell CONFIG.X" -> value
set links [dict create]      ;# pin or interface -> list of what it is joined to
set segments {}              ;# {space segment offset range}
set made {}                  ;# files that were written, runs that ended

proc is_true {cell setting} {
  global properties
  return [expr {[dict exists $properties "$cell $setting"] &&
                [dict get $properties "$cell $setting"] eq "1"}]
}

# Description of "cell/pin", or an error.
proc described {name want_interface} {
  global cells library
  lassign [split $name /] cell pin
  if {![dict exists $cells $cell]} {
    error "there is no cell '$cell' for '$name'"
  }
  array set pins $library([dict get $cells $cell])
  if {![info exists pins($pin)]} {
    error "cell '$cell' has no pin '$pin'"
  }
  set about $pins($pin)
  set is_interface [expr {[lindex $about 0] eq "intf"}]
  if {$is_interface != $want_interface} {
    error "'$name' is [expr {$is_interface ? {an interface} : {a pin}}]"
  }
  set needs [lindex $about [expr {$is_interface ? 3 : 2}]]
  if {$needs ne "" && ![is_true $cell $needs]} {
    error "'$name' is not there: $needs is not set"
  }
  return $about
}

proc link {a b} {
  global links
  dict lappend links $a $b
  dict lappend links $b $a
}

# The words of a command: options with a value (1) or without (0), and what stands between them.
# Returns the operands; `into` becomes a dictionary of the options.
proc parse {command known words into} {
  upvar $into given
  set given [dict create]
  set operands {}
  while {[llength $words] > 0} {
    set words [lassign $words word]
    if {![string match -* $word]} {
      lappend operands $word
    } elseif {![dict exists $known $word]} {
      error "$command has no option $word"
    } elseif {[dict get $known $word]} {
      if {[llength $words] == 0} {
        error "$command: $word without a value"
      }
      set words [lassign $words value]
      dict set given $word $value
    } else {
      dict set given $word 1
    }
  }
  return $operands
}

# What a command makes or ends.
proc done {what} {
  global made
  lappend made $what
}

# --- commands of Vivado: project ---

proc v_create_project {args} {
  global behaviour
  lassign [parse create_project {-part 1 -force 0} $args options] name folder
  fact part [dict get $options -part]
  fact project_folder $folder
}
proc v_current_project {} {
  return project
}
proc v_get_board_parts {args} {
  global behaviour
  set name [parse get_board_parts {-quiet 0} $args options]
  return [expr {[dict get $behaviour board_files] ? $name : {}}]
}
proc v_update_ip_catalog {} {}
proc v_current_fileset {} {
  return sources_1
}
proc v_get_files {name} {
  global made
  if {"design $name" ni $made} {
    error "there is no file '$name'"
  }
  return $name
}
proc v_make_wrapper {args} {
  parse make_wrapper {-files 1 -top 0} $args options
  return [file rootname [dict get $options -files]]_wrapper.v
}
proc v_add_files {args} {
  done "added [parse add_files {-norecurse 0} $args options]"
}
proc v_update_compile_order {args} {
  parse update_compile_order {-fileset 1} $args options
}

set project [dict create board_part ""]
proc v_set_property {args} {
  global project cells properties settings
  set operands [parse set_property {-dict 1} $args options]
  if {[dict exists $options -dict]} {
    lassign $operands object
    set values [dict get $options -dict]
  } else {
    lassign $operands name value object
    set values [list $name $value]
  }
  foreach {name value} $values {
    if {$object in {project sources_1}} {
      if {$name ni {board_part ip_repo_paths top}} {
        error "set_property: a project has no $name here"
      }
      dict set project $name $value
      fact $name $value
    } elseif {$name ni $settings([dict get $cells $object])} {
      error "set_property: '$object' has no $name"
    } else {
      dict set properties "$object $name" $value
      fact "$object $name" $value
    }
  }
}
proc v_get_property {name object} {
  global project properties behaviour
  switch $name {
    PROGRESS { return [dict get $behaviour progress] }
    STATUS { return "as the test wants it" }
    SLACK { return [dict get $behaviour [expr {$object eq "path of min" ? "hold_slack" : "slack"}]] }
    CONFIG.PCW_ACT_FPGA0_PERIPHERAL_FREQMHZ {
      return [expr {[dict get $properties "$object CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ"] *
                    [dict get $behaviour clock_factor]}]
    }
    board_part { return [dict get $project board_part] }
  }
  error "get_property: $name is not known here"
}

# --- commands of Vivado: block design ---

proc v_create_bd_design {name} {
  done "design $name.bd"
}
proc v_create_bd_cell {args} {
  global cells library
  set name [parse create_bd_cell {-type 1 -vlnv 1} $args options]
  set vlnv [dict get $options -vlnv]
  if {![info exists library($vlnv)] || [dict exists $cells $name]} {
    error "create_bd_cell: no block $vlnv, or a second cell '$name'"
  }
  dict set cells $name $vlnv
  return $name
}
proc v_create_bd_intf_port {args} {
  return [parse create_bd_intf_port {-mode 1 -vlnv 1} $args options]
}
proc v_apply_bd_automation {args} {
  set cell [parse apply_bd_automation {-rule 1 -config 1} $args options]
  if {[dict get $options -rule] ne "xilinx.com:bd_rule:processing_system7" ||
      [dict get $options -config make_external] ne "FIXED_IO, DDR"} {
    error "apply_bd_automation: this rule is not known here"
  }
  link $cell/DDR outside
  link $cell/FIXED_IO outside
}
proc v_get_bd_cells {name} {
  global cells
  if {![dict exists $cells $name]} {
    error "there is no cell '$name'"
  }
  return $name
}
proc v_get_bd_pins {name} {
  described $name 0
  return $name
}
proc v_get_bd_intf_pins {name} {
  described $name 1
  return $name
}
proc v_get_bd_intf_ports {name} {
  return outside
}
proc v_connect_bd_net {from to} {
  if {$from eq $to} {
    error "connect_bd_net: '$from' with itself"
  }
  link $from $to
}
proc v_connect_bd_intf_net {from to} {
  link $from $to
}
proc v_get_bd_addr_spaces {name} {
  if {$name ne "ps/Data"} {
    described $name 1
  }
  return $name
}
proc v_get_bd_addr_segs {name} {
  if {![regexp {^(.+)/(reg0|HP0_DDR_LOWOCM)$} $name -> interface]} {
    error "there is no address segment '$name'"
  }
  described $interface 1
  return $name
}
proc v_create_bd_addr_seg {args} {
  global segments
  lassign [parse create_bd_addr_seg {-range 1 -offset 1} $args options] space segment name
  lappend segments [list $space $segment [dict get $options -offset] [dict get $options -range]]
}
proc v_validate_bd_design {} {
  check_design
  done validated
}
proc v_save_bd_design {} {}

# --- commands of Vivado: runs and results ---

proc v_launch_runs {args} {
  set run [parse launch_runs {-jobs 1} $args options]
  if {$run ni {synth_1 impl_1}} {
    error "there is no run '$run'"
  }
  done "run $run"
}
proc v_wait_on_run {run} {}
proc v_get_runs {run} {
  return $run
}
proc v_open_run {run} {
  done "open $run"
}
proc v_report_timing_summary {args} {
  parse report_timing_summary {-file 1} $args options
}
proc v_report_utilization {args} {
  parse report_utilization {-hierarchical 0 -file 1} $args options
}
proc v_get_timing_paths {args} {
  parse get_timing_paths {-delay_type 1} $args options
  if {[dict get $options -delay_type] ni {min max}} {
    error "get_timing_paths: the type '[dict get $options -delay_type]' is not known here"
  }
  return "path of [dict get $options -delay_type]"
}
proc v_write_bitstream {args} {
  done "bitstream [file tail [parse write_bitstream {-force 0} $args options]]"
}
proc v_write_hw_platform {args} {
  parse write_hw_platform {-fixed 0 -force 0 -file 1} $args options
  done "platform [file tail [dict get $options -file]]"
  fact platform_fixed [dict exists $options -fixed]
}

# --- commands of Vivado: sources and constraints ---

proc v_read_verilog {args} {
  set file [parse read_verilog {-sv 0} $args options]
  if {![file exists $file]} {
    error "read_verilog: there is no file '$file'"
  }
  if {[dict exists $options -sv] != [string match *.sv $file]} {
    error "read_verilog: '$file' as the other language"
  }
  fact source [file normalize $file]
}
proc v_read_xdc {args} {
  set file [parse read_xdc {-mode 1} $args options]
  if {![file exists $file]} {
    error "read_xdc: there is no file '$file'"
  }
}
proc v_get_ports {name} {
  global ports
  if {$name ni $ports} {
    error "the accelerator has no port '$name'"
  }
  return $name
}
proc v_create_clock {args} {
  set port [parse create_clock {-name 1 -period 1} $args options]
  fact clock_port $port
  fact clock_period [dict get $options -period]
}

# --- the block design ---

proc check_link {pin about} {
  global links
  set others [expr {[dict exists $links $pin] ? [dict get $links $pin] : {}}]
  if {[lindex $about 0] eq "intf"} {
    if {[llength $others] != 1} {
      problem "interface $pin is connected [llength $others] times"
    } elseif {$others ne "outside"} {
      set other [described $others 1]
      if {[lindex $other 1] eq [lindex $about 1] || [lindex $other 2] ne [lindex $about 2]} {
        problem "interfaces $pin and $others cannot be connected: [lrange $about 1 2], [lrange $other 1 2]"
      }
    }
    return
  }
  if {[lindex $about 1] eq "in" && [llength $others] != 1} {
    problem "[lindex $about 0] $pin has [llength $others] drivers"
  }
  if {[lindex $about 0] eq "interrupt" && [llength $others] != 1} {
    problem "interrupt $pin is connected [llength $others] times"
  }
  foreach other $others {
    set kind [described $other 0]
    if {[lindex $kind 0] ne [lindex $about 0] || [lindex $kind 1] eq [lindex $about 1]} {
      problem "[lrange $about 0 1] $pin is connected to [lrange $kind 0 1] $other"
    }
  }
}

# What an interface reaches through an interconnect.
proc beyond {interface} {
  global links cells
  set other [lindex [dict get $links $interface] 0]
  lassign [split $other /] cell pin
  if {[dict exists $cells $cell] && [string match *:axi_interconnect:* [dict get $cells $cell]]} {
    return [beyond $cell/[expr {$pin eq "S00_AXI" ? "M00_AXI" : "S00_AXI"}]]
  }
  return $other
}

# Every slave that a master reaches has one segment in its space: aligned, a power of two.
proc check_addresses {} {
  global segments
  set wanted [dict create ps/M_AXI_GP0 ps/Data vta/m_axi vta/m_axi]
  foreach {master space} $wanted {
    set slave [beyond $master]
    set found [lsearch -all -inline -index 0 $segments $space]
    if {[llength $found] != 1 || [file dirname [lindex $found 0 1]] ne $slave} {
      problem "address space $space has [llength $found] segments, of '[lindex $found 0 1]'; its master reaches $slave"
      continue
    }
    lassign [lindex $found 0] - segment offset range
    if {($range & ($range - 1)) != 0 || $offset % $range != 0} {
      problem "segment $segment: offset $offset is no multiple of its range $range, a power of two"
    }
    fact "$space offset" [expr {$offset}]
    fact "$space range" [expr {$range}]
  }
  if {[llength $segments] != 2} {
    problem "there are [llength $segments] address segments, not 2"
  }
}

proc check_design {} {
  global cells library
  dict for {cell vlnv} $cells {
    foreach {pin about} $library($vlnv) {
      set needs [lindex $about [expr {[lindex $about 0] eq "intf" ? 3 : 2}]]
      if {$needs eq "" || [is_true $cell $needs]} {
        check_link $cell/$pin $about
      }
    }
  }
  if {[catch check_addresses reason]} {
    problem "addresses: $reason"
  }
}

# --- the run ---

read_facts $facts_file
interp create vivado
foreach command [info procs v_*] {
  interp alias vivado [string range $command 2 end] {} $command
}
interp alias vivado puts {} list
interp eval vivado [list set argv [dict get $behaviour arg]]
if {[catch {interp eval vivado [list source $script]} reason]} {
  fact error $reason
}
foreach thing $made {
  fact made $thing
}
puts end
