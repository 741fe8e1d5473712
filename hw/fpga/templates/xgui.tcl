# What Vivado shows when the block is customized: its name alone, there is nothing to choose.
proc init_gui { IPINST } {
  ipgui::add_param $IPINST -name "Component_Name"
}
