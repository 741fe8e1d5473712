# tclsh xgui_commands.tcl SCRIPT: shows a component's page as Vivado does, by init_gui of its script;
# prints "parameter NAME" for each that is shown. Commands that Vivado lacks are errors.
namespace eval ipgui {
  proc add_param {instance option name} {
    if {$instance ne "instance" || $option ne "-name"} {
      error "ipgui::add_param $instance $option $name"
    }
    puts "parameter $name"
  }
}
source [lindex $argv 0]
init_gui instance
