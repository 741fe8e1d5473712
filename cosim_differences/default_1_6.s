# program 6 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=2 write=0 gap=0 outstanding=42 burst=256
.bytes 1048576
.window 0x1000 0x90000
.base uop=0x950 inp=0x12da0 wgt=0x1e000 acc=0x3300 out=0x0
.stream 0x10000
.uops 0x1058
.random 0x20000 262144 2827139496238812277
.random 0x80000 65536 5990138574583434898
.kernels 44 74
uop dst=898 src=1700 wgt=896
uop dst=898 src=1700 wgt=896
uop dst=898 src=1700 wgt=896
uop dst=898 src=1700 wgt=896
uop dst=898 src=1700 wgt=896
uop dst=898 src=1700 wgt=896
uop dst=2 src=4 wgt=5
uop dst=5 src=6 wgt=10
uop dst=0 src=10 wgt=2
uop dst=10 src=1 wgt=0
uop dst=11 src=10 wgt=4
uop dst=0 src=1 wgt=5
uop dst=2 src=4 wgt=6
uop dst=0 src=11 wgt=5
uop dst=1 src=11 wgt=11
uop dst=6 src=8 wgt=4
uop dst=7 src=9 wgt=7
uop dst=11 src=10 wgt=3
uop dst=0 src=10 wgt=10
uop dst=10 src=0 wgt=1
uop dst=1 src=3 wgt=1
uop dst=6 src=0 wgt=9
uop dst=2 src=7 wgt=3
uop dst=2 src=9 wgt=1
uop dst=1 src=5 wgt=4
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1049 src=934 wgt=820
uop dst=1034 src=418 wgt=952
uop dst=1034 src=418 wgt=952
uop dst=1034 src=418 wgt=952
uop dst=1966 src=1102 wgt=242
uop dst=1967 src=1103 wgt=243
uop dst=1968 src=1104 wgt=244
uop dst=1969 src=1105 wgt=245
uop dst=1970 src=1106 wgt=246
uop dst=1971 src=1107 wgt=247
uop dst=1972 src=1108 wgt=248
uop dst=1973 src=1109 wgt=249
uop dst=1974 src=1110 wgt=250
uop dst=1975 src=1111 wgt=251
uop dst=1576 src=583 wgt=652
uop dst=1576 src=583 wgt=652
uop dst=1576 src=583 wgt=652
uop dst=975 src=1 wgt=512
uop dst=1315 src=0 wgt=0
uop dst=0 src=5 wgt=2
uop dst=796 src=7 wgt=6
uop dst=1407 src=0 wgt=425
uop dst=1024 src=4 wgt=3
uop dst=2046 src=1525 wgt=3
uop dst=1450 src=2046 wgt=990
uop dst=7 src=0 wgt=6
uop dst=404 src=4 wgt=35
uop dst=1717 src=0 wgt=4
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=1891 src=1554 wgt=692
uop dst=2045 src=1152 wgt=2
uop dst=543 src=5 wgt=3
uop dst=1244 src=2047 wgt=0
uop dst=885 src=5 wgt=0
uop dst=978 src=2 wgt=7
uop dst=1403 src=288 wgt=547
uop dst=397 src=0 wgt=6
uop dst=1132 src=2047 wgt=3
uop dst=664 src=539 wgt=383
uop dst=1249 src=219 wgt=800
uop dst=1252 src=365 wgt=261
uop dst=903 src=1673 wgt=992
uop dst=1492 src=792 wgt=407
uop dst=764 src=674 wgt=681
uop dst=534 src=1663 wgt=450
uop dst=1411 src=1049 wgt=64
uop dst=1565 src=954 wgt=226
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=6 src=10 wgt=9
uop dst=11 src=11 wgt=4
uop dst=1 src=7 wgt=4
uop dst=1 src=1 wgt=7
uop dst=0 src=2 wgt=10
uop dst=2 src=11 wgt=10
uop dst=6 src=8 wgt=3
uop dst=10 src=8 wgt=4
uop dst=36 src=1756 wgt=1
uop dst=36 src=1756 wgt=1
uop dst=36 src=1756 wgt=1
uop dst=36 src=1756 wgt=1
uop dst=1969 src=695 wgt=902
uop dst=761 src=395 wgt=420
uop dst=1159 src=1496 wgt=424
uop dst=157 src=1865 wgt=414
uop dst=1884 src=744 wgt=475
uop dst=354 src=827 wgt=74
uop dst=1271 src=1435 wgt=303
uop dst=1631 src=1470 wgt=979
uop dst=470 src=762 wgt=129
uop dst=1337 src=1067 wgt=794
uop dst=1818 src=1020 wgt=282
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=157 src=6 wgt=1023
uop dst=3 src=1140 wgt=1010
uop dst=1530 src=2 wgt=0
uop dst=1 src=0 wgt=812
uop dst=6 src=6 wgt=861
uop dst=1523 src=0 wgt=888
uop dst=5 src=38 wgt=950
uop dst=2047 src=6 wgt=2
uop dst=361 src=169 wgt=559
uop dst=362 src=170 wgt=560
uop dst=363 src=171 wgt=561
uop dst=364 src=172 wgt=562
uop dst=365 src=173 wgt=563
uop dst=366 src=174 wgt=564
uop dst=367 src=175 wgt=565
uop dst=368 src=176 wgt=566
uop dst=369 src=177 wgt=567
uop dst=370 src=178 wgt=568
uop dst=371 src=179 wgt=569
uop dst=372 src=180 wgt=570
uop dst=692 src=483 wgt=243
uop dst=0 src=4 wgt=2
uop dst=0 src=5 wgt=404
uop dst=1172 src=1055 wgt=3
uop dst=1195 src=823 wgt=752
uop dst=0 src=1024 wgt=6
uop dst=1 src=121 wgt=1023
uop dst=0 src=1483 wgt=1023
uop dst=1717 src=1698 wgt=812
uop dst=1 src=0 wgt=913
uop dst=1857 src=0 wgt=7
uop dst=0 src=1615 wgt=25
uop dst=0 src=975 wgt=711
uop dst=3 src=6 wgt=8
uop dst=8 src=11 wgt=4
uop dst=0 src=7 wgt=0
uop dst=6 src=4 wgt=11
uop dst=5 src=2 wgt=10
uop dst=1756 src=171 wgt=289
uop dst=1757 src=172 wgt=290
uop dst=1758 src=173 wgt=291
uop dst=1759 src=174 wgt=292
uop dst=1760 src=175 wgt=293
uop dst=1761 src=176 wgt=294
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=3 src=0 wgt=1
uop dst=1904 src=7 wgt=5
uop dst=2 src=2046 wgt=7
uop dst=1972 src=0 wgt=6
uop dst=1092 src=2047 wgt=4
uop dst=2047 src=1880 wgt=1
uop dst=0 src=0 wgt=512
uop dst=7 src=4 wgt=782
uop dst=3 src=1024 wgt=934
uop dst=2 src=1735 wgt=693
uop dst=1370 src=208 wgt=61
uop dst=546 src=121 wgt=907
uop dst=1931 src=1824 wgt=920
uop dst=1039 src=1549 wgt=512
uop dst=544 src=1261 wgt=537
uop dst=1012 src=671 wgt=642
uop dst=835 src=1095 wgt=482
uop dst=308 src=543 wgt=723
uop dst=1106 src=430 wgt=367
uop dst=1027 src=1652 wgt=949
uop dst=1814 src=1828 wgt=340
uop dst=0 src=6 wgt=4
uop dst=2 src=8 wgt=8
uop dst=4 src=5 wgt=8
uop dst=4 src=0 wgt=7
uop dst=9 src=1 wgt=8
uop dst=0 src=6 wgt=4
uop dst=11 src=7 wgt=1
uop dst=9 src=7 wgt=5
uop dst=6 src=2 wgt=4
uop dst=6 src=1 wgt=3
uop dst=8 src=10 wgt=6
uop dst=5 src=9 wgt=3
store out dram_base=35210 y_size=2048 x_size=1  # 0
load inp sram_base=1 dram_base=10448 y_size=2 x_size=2 x_stride=5 y_pad_1=15 x_pad_1=2 push_next  # 1
store out dram_base=32769 y_size=2048 x_size=1 x_stride=2  # 2
load wgt sram_base=592 dram_base=552 y_size=1 x_size=4 x_stride=6  # 3
store out sram_base=1187 dram_base=33212 y_size=861 x_size=1 x_stride=4  # 4
store out sram_base=1981 dram_base=36858 y_size=1 x_size=6 x_stride=4 push_prev  # 5
gemm uop_bgn=5626 uop_end=5632 iter_out=1 iter_in=36 dst_out=4 dst_in=1 src_out=4 src_in=58 wgt_out=512 pop_prev pop_next push_prev  # 6
store out sram_base=54406 dram_base=4 x_size=52665 x_stride=1438 x_pad_1=4  # 7
store out sram_base=5 dram_base=3 x_size=29455 x_stride=1 x_pad_0=6 x_pad_1=3  # 8
store out sram_base=38535 dram_base=3 x_size=3 x_stride=51407 x_pad_0=5 x_pad_1=15 push_prev  # 9
store out sram_base=25865 x_size=33668 x_stride=1 x_pad_0=8 x_pad_1=2  # 10
store out sram_base=2 dram_base=2 y_size=3 x_stride=7 y_pad_0=8 y_pad_1=7  # 11
gemm uop_bgn=8191 uop_end=8191 iter_out=6 iter_in=6 src_out=7 src_in=7 wgt_out=932 wgt_in=4 pop_next  # 12
load uop sram_base=17906 dram_base=3325935579 y_size=47987 x_stride=2 y_pad_0=2 y_pad_1=1  # 13
store out sram_base=1 dram_base=2 y_size=30034 x_stride=2 y_pad_0=3 y_pad_1=15  # 14
load inp sram_base=57799 dram_base=1953562312 x_size=4973 x_stride=32768 x_pad_0=8 x_pad_1=15  # 15
alu add uop_bgn=1499 uop_end=1505 iter_out=1 iter_in=71 dst_out=2046 src_out=5 use_imm imm=4 push_next  # 16
gemm reset uop_bgn=6533 uop_end=6539 iter_out=1 iter_in=45 dst_out=2 dst_in=46 src_out=4 src_in=3 wgt_out=557 push_next  # 17
gemm uop_bgn=7260 uop_end=7266 iter_out=1 iter_in=4 dst_out=1504 dst_in=3 src_out=1 src_in=1 wgt_out=1  # 18
load inp sram_base=6264 dram_base=814096900 x_stride=1 y_pad_0=10 y_pad_1=6 push_next  # 19
store out sram_base=5 dram_base=1 y_size=5 x_stride=2 y_pad_0=9 y_pad_1=4 pop_prev push_prev  # 20
load inp sram_base=36809 dram_base=2 x_size=7 x_stride=43666 x_pad_0=15 x_pad_1=4  # 21
store out sram_base=8946 dram_base=7 x_size=43272 x_stride=58520 x_pad_0=13 x_pad_1=9 pop_prev  # 22
gemm uop_bgn=400 uop_end=406 iter_out=4 iter_in=1 dst_out=682 src_out=2 src_in=1486 wgt_out=1 wgt_in=4 pop_prev push_next  # 23
load inp sram_base=65535 dram_base=1332424270 y_size=4 x_stride=3 y_pad_0=15 y_pad_1=2  # 24
load acc sram_base=1 dram_base=3408906694 y_size=34803 x_stride=2 y_pad_0=13 y_pad_1=10  # 25
store out sram_base=61698 dram_base=4 x_size=1 x_pad_0=7 x_pad_1=6  # 26
load inp sram_base=7 dram_base=2288319690 x_stride=2 x_pad_0=4 x_pad_1=8  # 27
store out sram_base=3934 dram_base=2147483648 y_size=40512 x_stride=65535 y_pad_0=2 y_pad_1=11  # 28
load wgt sram_base=3 x_size=65534 x_stride=65534 x_pad_1=7  # 29
load wgt sram_base=32768 dram_base=4294967294 x_size=6 x_stride=60850 x_pad_0=1 x_pad_1=6  # 30
load inp sram_base=5 dram_base=385016888 x_stride=1 x_pad_0=3 x_pad_1=3 push_next  # 31
store out sram_base=1 dram_base=4285638573 y_size=18825 x_stride=2 y_pad_0=3 y_pad_1=1 pop_prev  # 32
load wgt dram_base=3448580560 x_size=7 x_stride=53384 x_pad_0=7 push_next  # 33
load inp sram_base=50403 dram_base=2147483648 x_size=1 x_stride=7 x_pad_0=7 x_pad_1=7  # 34
load inp sram_base=6 dram_base=7 y_size=54409 x_stride=2 y_pad_0=13 y_pad_1=1  # 35
store out dram_base=2541075547 x_size=4 x_stride=2 x_pad_0=3 x_pad_1=2 push_prev  # 36
load inp sram_base=46529 dram_base=3821453458 x_size=45294 x_stride=49507 x_pad_0=12 push_next  # 37
store out sram_base=65534 y_size=47501 x_stride=59691 push_prev  # 38
load inp dram_base=7 x_size=49475 x_stride=3 x_pad_0=5 x_pad_1=5  # 39
load inp sram_base=32768 dram_base=2213584596 y_size=31143 x_stride=65535 y_pad_1=8  # 40
load inp sram_base=39629 dram_base=5 x_size=34922 x_stride=6 x_pad_1=15 pop_next  # 41
load wgt sram_base=32768 dram_base=6 x_size=1 x_stride=7 x_pad_0=14 x_pad_1=4  # 42
load wgt sram_base=7 dram_base=3866795851 y_size=5 y_pad_0=14 push_next  # 43
store out sram_base=52691 y_pad_1=8  # 44
load wgt dram_base=5 y_size=1 x_stride=6 y_pad_0=11 y_pad_1=10  # 45
load wgt sram_base=51640 dram_base=6 y_size=34553 x_stride=32768 y_pad_0=1 y_pad_1=11  # 46
load wgt sram_base=6 dram_base=3 y_size=36108 y_pad_0=5 y_pad_1=1  # 47
load inp sram_base=32768 dram_base=2934522680 y_size=13719 x_stride=49828 y_pad_0=2 y_pad_1=1  # 48
load wgt dram_base=4294967294 x_size=58137 x_stride=7 x_pad_0=8 x_pad_1=1  # 49
load inp sram_base=5 dram_base=3330223362 x_size=43380 x_stride=61266 x_pad_0=6  # 50
load wgt sram_base=7 dram_base=2174032923 x_size=40511 x_pad_0=3 x_pad_1=7  # 51
alu mul uop_bgn=8190 uop_end=8192 iter_out=1 iter_in=100 dst_out=1267 src_out=1116 src_in=1 imm=4 pop_prev pop_next push_next  # 52
alu add reset uop_bgn=8191 uop_end=1 iter_out=5 dst_in=2 src_out=5 src_in=1688 use_imm imm=13031 pop_prev  # 53
load uop sram_base=1 dram_base=2711268905 x_size=61299 x_stride=3 x_pad_0=8 x_pad_1=1  # 54
load inp sram_base=53721 dram_base=7 y_size=39890 x_stride=39977 y_pad_0=2 y_pad_1=5  # 55
load inp sram_base=7 x_stride=2 y_pad_0=8 y_pad_1=8  # 56
store out sram_base=15504 y_size=12585 x_stride=18232 y_pad_1=1  # 57
load inp sram_base=62848 dram_base=4294967294 x_size=33124 x_pad_0=5 x_pad_1=3  # 58
alu max reset uop_bgn=2598 uop_end=2638 iter_out=1 iter_in=79 dst_out=808 dst_in=3 src_out=2 use_imm imm=5  # 59
load wgt sram_base=29585 dram_base=4294967294 x_size=57939 x_stride=2 x_pad_0=8 x_pad_1=4  # 60
store out sram_base=42728 dram_base=1726973704 x_stride=3 y_pad_0=8 y_pad_1=2  # 61
load uop sram_base=32768 dram_base=5 y_size=35769 x_stride=4 y_pad_0=2 y_pad_1=14  # 62
load inp sram_base=29402 dram_base=2 x_stride=2 x_pad_0=8 x_pad_1=15  # 63
alu mul reset uop_bgn=3789 uop_end=3795 iter_out=2 iter_in=1 dst_out=1227 dst_in=4 src_out=7 src_in=1 imm=-32768 push_prev  # 64
alu mul reset uop_bgn=3998 uop_end=2 iter_out=11013 dst_out=2046 dst_in=1100 src_out=284 src_in=6 imm=1 pop_prev  # 65
gemm uop_bgn=3006 uop_end=3012 iter_out=5 iter_in=5 dst_in=324 src_out=5 src_in=1 wgt_in=1 push_next  # 66
gemm reset uop_bgn=6756 uop_end=8192 iter_out=3 iter_in=1 dst_out=1 dst_in=1701 src_out=2047 src_in=2047 wgt_in=5 pop_prev  # 67
gemm uop_bgn=6904 uop_end=6910 iter_out=3 iter_in=4 dst_out=3 dst_in=4 src_in=1 wgt_in=341  # 68
gemm reset uop_bgn=1909 uop_end=1915 iter_out=1 iter_in=100 dst_out=2 dst_in=5 src_out=2 src_in=317 wgt_out=3  # 69
load wgt sram_base=34270 dram_base=2147483648 y_size=40874 x_stride=6 y_pad_0=15  # 70
alu min reset uop_bgn=63 uop_end=69 iter_out=100 iter_in=1 dst_out=4 dst_in=1258 src_in=2046 use_imm imm=6  # 71
load wgt sram_base=52036 x_stride=64978 y_pad_1=8  # 72
gemm uop_bgn=6594 uop_end=6600 iter_out=1 iter_in=56 dst_out=1 dst_in=1 src_out=1024 src_in=37 wgt_out=152 wgt_in=18  # 73
load acc sram_base=6 dram_base=2147483648 x_size=1 x_stride=2 x_pad_0=15 pop_next  # 74
load uop sram_base=45936 dram_base=2379070764 x_stride=45484 x_pad_0=14 x_pad_1=7 push_prev  # 75
gemm uop_bgn=3531 uop_end=3537 iter_out=1 iter_in=19 dst_out=4 dst_in=96 src_out=1565 src_in=5 wgt_out=1023  # 76
gemm reset uop_bgn=8189 uop_end=8192 iter_out=2 iter_in=5 dst_in=511 src_out=2 src_in=5 wgt_out=2 wgt_in=1023  # 77
alu add reset uop_bgn=7438 uop_end=7444 iter_out=1 iter_in=3 dst_out=2 dst_in=2 src_out=480 use_imm imm=-27869  # 78
load uop sram_base=58847 x_size=7 x_stride=59784 x_pad_0=3  # 79
gemm uop_bgn=8189 uop_end=8192 iter_out=1 iter_in=1 dst_out=1 dst_in=1432 src_out=1270 src_in=1 wgt_out=2 wgt_in=868  # 80
load uop dram_base=4176722589 x_size=6 x_stride=4 x_pad_0=10 x_pad_1=5  # 81
load uop sram_base=65535 dram_base=2634817688 y_size=3 x_stride=65245 y_pad_0=15 pop_next push_prev  # 82
gemm reset uop_bgn=3 uop_end=6 iter_in=2 dst_out=1551 dst_in=2029 src_in=5 wgt_in=6 push_next  # 83
alu add reset uop_bgn=4096 uop_end=2570 iter_out=1 iter_in=8192 dst_out=1437 dst_in=1576 src_out=1428 src_in=6 use_imm imm=5  # 84
store out sram_base=50185 x_size=51456 x_stride=65534 x_pad_1=13 pop_prev  # 85
load acc sram_base=3 dram_base=2624802040 x_size=41956 x_stride=17887 x_pad_0=12 x_pad_1=1 push_next  # 86
load acc8 sram_base=6 x_size=65535 x_stride=15038 x_pad_0=1 x_pad_1=4  # 87
load uop sram_base=2 dram_base=3041873778 y_size=2 x_stride=62138 y_pad_0=4 y_pad_1=4  # 88
load acc sram_base=4 dram_base=2595495832 x_stride=4 x_pad_0=13 x_pad_1=1  # 89
store out sram_base=46477 dram_base=1699367351 x_size=39681 x_stride=2 x_pad_0=7 x_pad_1=3 pop_prev push_prev  # 90
store out sram_base=43679 x_pad_0=3 x_pad_1=12  # 91
store out sram_base=16544 dram_base=6 x_size=4 x_stride=6 x_pad_0=2  # 92
load uop y_size=65534 y_pad_0=4 y_pad_1=8 push_prev  # 93
load inp sram_base=35653 dram_base=5 y_size=5137 x_stride=1 push_next  # 94
load wgt sram_base=2 dram_base=1258214205 y_size=40535 x_stride=60705 y_pad_0=15 y_pad_1=13 pop_next  # 95
load wgt dram_base=2 x_size=21692 x_stride=4 x_pad_0=2 x_pad_1=9 pop_next  # 96
load wgt dram_base=3472215650 y_size=4 y_pad_0=15 y_pad_1=6 pop_next  # 97
load inp sram_base=6 dram_base=4099316031 y_size=65534 x_stride=4 y_pad_1=15 pop_next  # 98
finish pop_next push_prev push_next  # 99
