// What the cores of a board share, in compile order, after the shell's sources of the first core; paths from this folder.
vta_board_pick.sv
vta_board_join.sv
