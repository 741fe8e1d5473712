# Reads the accelerator alone into a Vivado session without a project:
#   source sources.tcl; synth_design -top @top@ -part @part@ -mode out_of_context
set here [file dirname [file normalize [info script]]]
set sources [list \
  @sources@]
foreach name $sources {
  if {[file extension $name] eq ".sv"} {
    read_verilog -sv [file join $here $name]
  } else {
    read_verilog [file join $here $name]
  }
}
read_xdc -mode out_of_context [file join $here ip/vta_clock.xdc]
