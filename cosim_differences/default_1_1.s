# program 1 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=60 write=70 gap=7 outstanding=10 burst=256
.bytes 1048576
.window 0x1000 0x100000
.base uop=0x0 inp=0x19690 wgt=0x15200 acc=0x17780 out=0x25c00
.stream 0x10000
.uops 0x10a4
.random 0x20000 262144 757717069706248571
.random 0x80000 65536 3395696224469161066
.kernels 33 66
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=6 src=0 wgt=1023
uop dst=2 src=7 wgt=1022
uop dst=0 src=1690 wgt=0
uop dst=1612 src=1987 wgt=1023
uop dst=140 src=561 wgt=505
uop dst=141 src=562 wgt=506
uop dst=142 src=563 wgt=507
uop dst=143 src=564 wgt=508
uop dst=144 src=565 wgt=509
uop dst=145 src=566 wgt=510
uop dst=146 src=567 wgt=511
uop dst=147 src=568 wgt=512
uop dst=148 src=569 wgt=513
uop dst=149 src=570 wgt=514
uop dst=150 src=571 wgt=515
uop dst=151 src=572 wgt=516
uop dst=658 src=1442 wgt=679
uop dst=1579 src=507 wgt=571
uop dst=707 src=858 wgt=245
uop dst=1168 src=1453 wgt=1021
uop dst=257 src=1692 wgt=974
uop dst=663 src=350 wgt=959
uop dst=1877 src=1343 wgt=64
uop dst=1990 src=610 wgt=766
uop dst=454 src=1467 wgt=167
uop dst=809 src=2045 wgt=787
uop dst=321 src=1428 wgt=74
uop dst=1384 src=993 wgt=318
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=322 src=1958 wgt=43
uop dst=322 src=1958 wgt=43
uop dst=322 src=1958 wgt=43
uop dst=322 src=1958 wgt=43
uop dst=322 src=1958 wgt=43
uop dst=322 src=1958 wgt=43
uop dst=1564 src=1193 wgt=508
uop dst=253 src=1064 wgt=706
uop dst=2046 src=1601 wgt=645
uop dst=1882 src=5 wgt=863
uop dst=4 src=0 wgt=151
uop dst=1 src=6 wgt=614
uop dst=1481 src=2047 wgt=512
uop dst=1627 src=2011 wgt=0
uop dst=1722 src=1649 wgt=0
uop dst=901 src=1024 wgt=697
uop dst=1 src=1695 wgt=793
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=344 wgt=19
uop dst=1 src=5 wgt=886
uop dst=1308 src=4 wgt=0
uop dst=2046 src=1423 wgt=634
uop dst=0 src=1593 wgt=573
uop dst=0 src=1575 wgt=596
uop dst=0 src=4 wgt=818
uop dst=5 src=0 wgt=673
uop dst=0 src=1407 wgt=3
uop dst=1485 src=1628 wgt=881
uop dst=0 src=8 wgt=1
uop dst=2 src=4 wgt=3
uop dst=8 src=4 wgt=2
uop dst=1 src=8 wgt=8
uop dst=1 src=6 wgt=5
uop dst=3 src=0 wgt=5
uop dst=7 src=8 wgt=11
uop dst=7 src=11 wgt=5
uop dst=0 src=4 wgt=7
uop dst=9 src=11 wgt=11
uop dst=3 src=9 wgt=7
uop dst=5 src=9 wgt=11
uop dst=0 src=1029 wgt=981
uop dst=0 src=4 wgt=3
uop dst=1 src=1927 wgt=1
uop dst=4 src=0 wgt=0
uop dst=1812 src=426 wgt=0
uop dst=1666 src=1 wgt=1022
uop dst=1731 src=6 wgt=851
uop dst=1024 src=2 wgt=0
uop dst=725 src=0 wgt=479
uop dst=3 src=0 wgt=1
uop dst=1 src=8 wgt=6
uop dst=2 src=5 wgt=11
uop dst=0 src=2 wgt=8
uop dst=1 src=5 wgt=5
uop dst=9 src=3 wgt=6
uop dst=5 src=6 wgt=7
uop dst=10 src=10 wgt=7
uop dst=8 src=7 wgt=7
uop dst=1 src=7 wgt=3
uop dst=7 src=11 wgt=11
uop dst=1627 src=558 wgt=748
uop dst=1553 src=1024 wgt=834
uop dst=1299 src=0 wgt=7
uop dst=1759 src=1602 wgt=1022
uop dst=1519 src=5 wgt=615
uop dst=1 src=0 wgt=794
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=695 src=280 wgt=432
uop dst=1120 src=774 wgt=59
uop dst=1606 src=1817 wgt=119
uop dst=695 src=1350 wgt=208
uop dst=305 src=1844 wgt=609
uop dst=1721 src=1713 wgt=426
uop dst=7 src=1100 wgt=734
uop dst=1296 src=1024 wgt=549
uop dst=1034 src=3 wgt=671
uop dst=1137 src=3 wgt=978
uop dst=0 src=1976 wgt=118
uop dst=320 src=384 wgt=444
uop dst=320 src=384 wgt=444
uop dst=320 src=384 wgt=444
uop dst=320 src=384 wgt=444
uop dst=320 src=384 wgt=444
uop dst=7 src=598 wgt=1023
uop dst=0 src=2 wgt=2
uop dst=3 src=5 wgt=1
uop dst=3 src=0 wgt=987
uop dst=2047 src=5 wgt=902
uop dst=1 src=4 wgt=1022
uop dst=0 src=4 wgt=584
uop dst=5 src=2047 wgt=5
uop dst=0 src=1306 wgt=0
uop dst=2046 src=6 wgt=3
uop dst=296 src=1024 wgt=983
uop dst=11 src=6 wgt=0
uop dst=7 src=11 wgt=10
uop dst=8 src=2 wgt=11
uop dst=1 src=2 wgt=8
uop dst=0 src=10 wgt=6
uop dst=4 src=5 wgt=3
uop dst=6 src=9 wgt=6
uop dst=6 src=2 wgt=10
uop dst=0 src=5 wgt=8
uop dst=10 src=7 wgt=0
uop dst=6 src=1024 wgt=512
uop dst=658 src=6 wgt=1022
uop dst=3 src=1 wgt=3
uop dst=0 src=3 wgt=1022
uop dst=1800 src=2046 wgt=6
uop dst=1163 src=2047 wgt=713
uop dst=1 src=2 wgt=1
uop dst=3 src=7 wgt=512
uop dst=1601 src=1264 wgt=570
uop dst=4 src=1479 wgt=0
uop dst=660 src=256 wgt=598
uop dst=661 src=257 wgt=599
uop dst=662 src=258 wgt=600
uop dst=663 src=259 wgt=601
uop dst=664 src=260 wgt=602
uop dst=665 src=261 wgt=603
uop dst=7 src=4 wgt=9
uop dst=4 src=5 wgt=4
uop dst=4 src=2 wgt=4
uop dst=11 src=1 wgt=11
uop dst=11 src=11 wgt=0
uop dst=3 src=7 wgt=2
uop dst=2 src=6 wgt=8
uop dst=3 src=7 wgt=7
uop dst=9 src=0 wgt=5
uop dst=11 src=1 wgt=10
uop dst=1 src=11 wgt=1
uop dst=7 src=11 wgt=4
uop dst=127 src=1707 wgt=273
uop dst=1086 src=1210 wgt=411
uop dst=123 src=1732 wgt=42
uop dst=123 src=1732 wgt=42
uop dst=123 src=1732 wgt=42
uop dst=123 src=1732 wgt=42
uop dst=123 src=1732 wgt=42
uop dst=1642 src=1287 wgt=551
uop dst=1242 src=421 wgt=843
uop dst=1955 src=1598 wgt=396
uop dst=1172 src=588 wgt=910
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
uop dst=933 src=1081 wgt=160
load inp sram_base=2 dram_base=16804 y_size=3 x_size=2 x_stride=4 y_pad_0=1  # 0
load wgt sram_base=996 dram_base=1063 y_size=4 x_size=7 x_stride=7  # 1
load wgt sram_base=1 dram_base=185 y_size=6 x_size=3 x_stride=3 y_pad_0=1  # 2
load wgt sram_base=4 dram_base=3596164857 y_size=256 x_stride=2 y_pad_0=2 y_pad_1=1 x_pad_0=3  # 3
load inp sram_base=50773 dram_base=2519775141 x_size=32768 x_stride=2 x_pad_0=15 x_pad_1=11 push_next  # 4
load wgt sram_base=496 dram_base=1190 y_size=3 x_size=2 x_stride=3 x_pad_0=2  # 5
load inp sram_base=184 dram_base=26276 y_size=2 x_size=5 x_stride=7 y_pad_1=1 x_pad_0=1 x_pad_1=3  # 6
load inp sram_base=1918 dram_base=4 y_size=64 x_stride=65535 y_pad_1=1 x_pad_0=2  # 7
load wgt sram_base=371 dram_base=7 y_size=32 x_stride=2 x_pad_0=1  # 8
load uop sram_base=5756 x_size=64887 x_stride=6 x_pad_0=8 x_pad_1=14  # 9
load inp sram_base=2032 dram_base=14751 y_size=4 x_size=4 x_stride=4  # 10
load wgt sram_base=777 dram_base=792 y_size=1 x_size=12 x_stride=4 y_pad_1=1 x_pad_1=1 push_next  # 11
alu max reset uop_end=8192 dst_out=2 dst_in=2047 src_in=1 use_imm imm=11621 pop_prev  # 12
load acc8 sram_base=42045 y_size=65535 x_stride=65534 y_pad_0=15 y_pad_1=11 pop_prev push_next  # 13
store out dram_base=23105 y_size=2048 x_size=1 x_stride=2 pop_prev  # 14
load wgt sram_base=3 dram_base=174 y_size=2 x_size=2 x_stride=4 y_pad_0=1 y_pad_1=1  # 15
load wgt sram_base=516 dram_base=592 y_size=1 x_size=7 x_stride=9  # 16
load wgt sram_base=404 dram_base=4294967295 y_size=2 x_pad_0=1  # 17
load inp sram_base=1135 dram_base=6682 y_size=2 x_size=4 x_stride=3 x_pad_0=3 x_pad_1=3  # 18
load wgt sram_base=820 dram_base=4294967294 y_size=1 x_stride=65535 x_pad_0=1  # 19
store out sram_base=18 dram_base=23119 y_size=1 x_size=1 x_stride=3  # 20
store out sram_base=1170 dram_base=23180 y_size=878 x_size=1 x_stride=4 push_prev  # 21
store out sram_base=2 dram_base=26376 y_size=1 x_size=1 x_stride=8  # 22
load inp sram_base=1548 dram_base=1697 y_size=109 x_size=1 x_stride=7 y_pad_0=1 y_pad_1=15 x_pad_1=3 push_next  # 23
store out dram_base=23706 y_size=1 x_size=1 x_stride=4 push_prev  # 24
load wgt sram_base=2 dram_base=1107 y_size=1 x_size=1 x_stride=7  # 25
load wgt sram_base=2 dram_base=2207291040 x_size=1 y_pad_1=1  # 26
load inp sram_base=434 dram_base=9295 y_size=1 x_size=1 x_stride=1  # 27
load inp sram_base=1955 dram_base=4792 y_size=1 x_size=1 x_stride=11  # 28
load wgt sram_base=781 dram_base=686 y_size=1 x_size=1 x_stride=9  # 29
store out sram_base=4 dram_base=24293 y_size=1 x_size=1 x_stride=1 push_prev  # 30
store out sram_base=332 dram_base=25034 y_size=1 x_size=1 x_stride=3  # 31
load uop sram_base=21535 dram_base=3634088907 x_stride=58758 y_pad_0=9 y_pad_1=9 pop_next  # 32
alu min reset uop_bgn=5930 uop_end=5936 iter_out=100 iter_in=1 dst_in=1383 src_out=6 src_in=4 use_imm imm=10847 pop_next push_prev  # 33
store out sram_base=1693 dram_base=25977 y_size=1 x_size=1 x_stride=10  # 34
store out sram_base=2047 dram_base=23219 y_size=1 x_size=1 x_stride=4  # 35
store out sram_base=2047 dram_base=23763 y_size=1 x_size=1 x_stride=4  # 36
store out sram_base=2047 dram_base=23111 y_size=1 x_size=1 x_stride=9 push_prev  # 37
load wgt sram_base=246 dram_base=1796 y_size=1 x_size=1 pop_next push_next  # 38
load acc8 sram_base=1 dram_base=12207 y_size=1 x_size=1 x_stride=4  # 39
load uop sram_base=41862 dram_base=2 y_size=62375 y_pad_0=14 y_pad_1=15 pop_next  # 40
load acc sram_base=2047 dram_base=560 y_size=1 x_size=1 x_stride=30150 pop_prev pop_next push_next  # 41
store out sram_base=499 dram_base=23113 y_size=1 x_size=1 x_stride=5 pop_prev  # 42
store out sram_base=1884 dram_base=23115 y_size=1 x_size=1 x_stride=9  # 43
store out sram_base=2 dram_base=24425 y_size=1 x_size=1 x_stride=7  # 44
store out sram_base=2 dram_base=23183 y_size=1 x_size=1 x_stride=6  # 45
load inp sram_base=2047 dram_base=18070 y_size=1 x_size=1 x_stride=41776  # 46
load wgt sram_base=332 dram_base=1049355464 x_stride=6 y_pad_1=1 x_pad_0=1  # 47
load inp sram_base=2043 dram_base=29602 y_size=1 x_size=1 x_stride=3  # 48
load inp sram_base=2 dram_base=30297 y_size=1 x_size=62 x_stride=4543  # 49
store out sram_base=812 dram_base=24239 y_size=1 x_size=1 x_stride=5  # 50
store out dram_base=26245 y_size=1 x_size=1 x_stride=5  # 51
load uop sram_base=1030 dram_base=1142 y_size=1 x_size=1 x_stride=12  # 52
load wgt sram_base=492 y_size=1 x_stride=1 x_pad_0=1  # 53
load acc sram_base=6 dram_base=7712 y_size=1 x_size=1 x_stride=8 pop_prev  # 54
store out sram_base=206 dram_base=25264 y_size=1 x_size=1 x_stride=4  # 55
store out sram_base=1057 dram_base=23111 y_size=1 x_size=1 x_stride=4 push_prev  # 56
load inp sram_base=873 dram_base=29585 y_size=1 x_size=1 x_stride=65535 push_next  # 57
alu mul uop_bgn=1030 uop_end=1036 iter_out=1 iter_in=100 dst_out=1 dst_in=20 src_in=463 use_imm imm=9802 pop_prev pop_next  # 58
gemm uop_bgn=1030 uop_end=1036 iter_out=3 iter_in=3 src_out=1021  # 59
store out sram_base=2047 dram_base=23109 y_size=1 x_size=1 x_stride=7 push_prev  # 60
load acc dram_base=7477 y_size=1 x_size=1 x_stride=39389  # 61
alu shr uop_bgn=1030 uop_end=1036 iter_out=6 iter_in=4 dst_out=407 src_out=2047 src_in=2047 use_imm imm=21 pop_next push_next  # 62
store out sram_base=1919 dram_base=23118 y_size=1 x_size=1 x_stride=4  # 63
store out sram_base=3 dram_base=23119 y_size=1 x_size=1 x_stride=1  # 64
store out sram_base=65534 dram_base=2731732175 x_stride=7 x_pad_1=14  # 65
store out sram_base=2047 dram_base=23215 y_size=1 x_size=1 push_prev  # 66
store out sram_base=2047 dram_base=23106 y_size=1 x_size=1 x_stride=5  # 67
store out sram_base=459 dram_base=23195 y_size=155 x_size=1 x_stride=26 pop_prev push_prev  # 68
gemm uop_bgn=1030 uop_end=1070 iter_out=1 iter_in=100 dst_out=143 dst_in=1 src_out=2044 wgt_out=950 pop_next  # 69
gemm uop_bgn=1030 uop_end=1070 iter_out=1 iter_in=4 dst_in=1 src_out=2046 wgt_out=789 wgt_in=340 push_next  # 70
load wgt sram_base=3 x_stride=5 y_pad_0=1 x_pad_0=1  # 71
load wgt sram_base=657 dram_base=4223943015 x_size=1 x_stride=1 y_pad_1=1  # 72
load wgt sram_base=109 dram_base=246 y_size=1 x_size=1 x_stride=2  # 73
load inp sram_base=1895 dram_base=8883 y_size=1 x_size=13 x_stride=5 push_next  # 74
load acc sram_base=2047 dram_base=1919 y_size=1 x_size=1 x_stride=65535 pop_next  # 75
gemm uop_bgn=8191 uop_end=8192 iter_out=2 iter_in=4 src_out=2044 src_in=1 wgt_out=3 pop_prev  # 76
load acc sram_base=1214 dram_base=559 y_size=1 x_size=1 x_stride=9 push_prev  # 77
load wgt sram_base=4 dram_base=2147483648 y_size=6392 x_stride=32768 y_pad_1=12 pop_next  # 78
store out sram_base=65534 dram_base=4096756683 x_size=32768 x_stride=49168 x_pad_0=10 x_pad_1=13 pop_prev  # 79
finish  # 80
