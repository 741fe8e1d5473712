# The clock where the accelerator is synthesized alone: @clock_short@ MHz. In the block design the clock
# is the processor system's, whose own constraints define it. Nothing else is needed: no port
# reaches a pin of the device, all logic has one clock, and the interrupt ends at the processor.
create_clock -name aclk -period @period_ns@ [get_ports aclk]
