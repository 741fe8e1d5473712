# program 0 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=16 write=0 gap=0 outstanding=16 burst=16
.bytes 1048576
.window 0x0 0x100000
.base uop=0x0 inp=0x18bd0 wgt=0xd900 acc=0xba00 out=0x3fea0
.stream 0x10e10
.uops 0x1054
.random 0x20000 262144 9112023567776271144
.random 0x80000 65536 2200352423455672871
.kernels 113 147 229
uop dst=84 src=1730 wgt=230
uop dst=152 src=407 wgt=656
uop dst=77 src=1234 wgt=760
uop dst=1666 src=811 wgt=488
uop dst=525 src=1921 wgt=954
uop dst=921 src=1685 wgt=934
uop dst=434 src=1440 wgt=592
uop dst=435 src=1441 wgt=593
uop dst=436 src=1442 wgt=594
uop dst=149 src=512 wgt=94
uop dst=150 src=513 wgt=95
uop dst=151 src=514 wgt=96
uop dst=152 src=515 wgt=97
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=790 src=1217 wgt=102
uop dst=2046 src=1166 wgt=0
uop dst=0 src=1 wgt=0
uop dst=3 src=1923 wgt=257
uop dst=0 src=2 wgt=568
uop dst=1391 src=6 wgt=1
uop dst=0 src=1904 wgt=512
uop dst=1806 src=3 wgt=946
uop dst=2047 src=999 wgt=1023
uop dst=2 src=1213 wgt=7
uop dst=965 src=956 wgt=747
uop dst=966 src=957 wgt=748
uop dst=967 src=958 wgt=749
uop dst=968 src=959 wgt=750
uop dst=969 src=960 wgt=751
uop dst=970 src=961 wgt=752
uop dst=971 src=962 wgt=753
uop dst=972 src=963 wgt=754
uop dst=973 src=964 wgt=755
uop dst=4 src=2 wgt=1022
uop dst=1811 src=1630 wgt=624
uop dst=1191 src=7 wgt=4
uop dst=6 src=2047 wgt=0
uop dst=354 src=2046 wgt=0
uop dst=101 src=612 wgt=6
uop dst=1767 src=349 wgt=512
uop dst=1418 src=6 wgt=6
uop dst=1170 src=1675 wgt=4
uop dst=1907 src=0 wgt=3
uop dst=1037 src=4 wgt=941
store out dram_base=2147483648 y_size=32987 x_stride=3 y_pad_0=6 y_pad_1=3  # 0
alu add uop_bgn=5582 uop_end=5588 iter_out=5 iter_in=1 dst_in=1 src_out=1 src_in=1 use_imm imm=6  # 1
load uop sram_base=1 dram_base=1092 y_size=1 x_size=2 push_prev push_next  # 2
store out dram_base=16407 y_size=2048 x_size=1 x_stride=2 pop_prev push_prev  # 3
load wgt sram_base=4 dram_base=1016 y_size=1 x_size=95 x_stride=63595 y_pad_1=1  # 4
load inp sram_base=329 dram_base=1863 y_size=1 x_size=1 y_pad_1=2  # 5
load acc sram_base=49710 y_size=6 x_stride=65535 y_pad_0=14 y_pad_1=10 pop_next  # 6
load acc8 dram_base=2566855988 x_size=49349 x_stride=3 x_pad_0=15 x_pad_1=6 push_prev  # 7
load inp sram_base=36115 dram_base=1 x_size=7 x_pad_0=10 pop_next  # 8
load inp sram_base=1240 dram_base=28912 y_size=1 x_size=3 x_stride=4 pop_next  # 9
load acc sram_base=246 dram_base=5398 y_size=5 x_size=2  # 10
load uop dram_base=2 x_stride=65535 y_pad_0=14 push_next  # 11
load inp sram_base=1 dram_base=15744 y_size=5 x_size=3 x_stride=2 y_pad_0=3 x_pad_0=2  # 12
load wgt sram_base=816 dram_base=1833 y_size=2 x_size=2 x_stride=2  # 13
load inp sram_base=51 dram_base=26836 y_size=58 x_size=2 x_stride=5  # 14
load inp sram_base=1 dram_base=18238 y_size=5 x_size=5 y_pad_1=3  # 15
load uop sram_base=1 dram_base=1060 y_size=379 x_size=1  # 16
load wgt sram_base=5 dram_base=1314 y_size=1 x_size=5 x_stride=8  # 17
load inp sram_base=38844 dram_base=4294967295 x_pad_0=13 x_pad_1=15  # 18
load inp sram_base=65535 dram_base=5 y_size=4 x_stride=47291 y_pad_0=14 y_pad_1=8  # 19
load wgt sram_base=46740 dram_base=4 x_size=49982 x_pad_0=13  # 20
store out sram_base=65535 dram_base=4 y_size=45863 x_stride=2 y_pad_0=7  # 21
load wgt sram_base=34774 x_pad_0=1 x_pad_1=14 push_next  # 22
store out sram_base=48293 dram_base=3 y_size=47143 x_stride=62165 y_pad_0=5 y_pad_1=3  # 23
store out sram_base=36810 dram_base=3960934689 x_size=5 x_stride=42429 x_pad_1=5  # 24
gemm reset uop_bgn=1 iter_out=6378 iter_in=11605 dst_out=7 dst_in=2 wgt_out=7 wgt_in=564  # 25
alu min reset uop_bgn=5261 uop_end=5267 iter_out=100 iter_in=1 dst_out=3 dst_in=5 src_out=12 src_in=3 imm=7  # 26
store out sram_base=34034 dram_base=2 y_size=32768 x_stride=2 y_pad_0=5 y_pad_1=13  # 27
load wgt sram_base=5 y_size=2 x_stride=55495 y_pad_0=15  # 28
load inp sram_base=36270 dram_base=6 x_size=667 x_stride=32768  # 29
load acc8 sram_base=3 dram_base=3 x_size=2 x_stride=4239 x_pad_0=15  # 30
load uop sram_base=52810 dram_base=6 y_size=55980 x_stride=10362 y_pad_0=14 y_pad_1=6  # 31
gemm uop_bgn=155 uop_end=161 iter_out=69 iter_in=1 dst_out=3 dst_in=2046 src_in=4 wgt_out=3 wgt_in=604 pop_prev  # 32
store out dram_base=7 x_size=61974 x_stride=4 x_pad_0=5 x_pad_1=1  # 33
load uop sram_base=36914 dram_base=4 x_size=2 x_stride=53348 x_pad_0=13 x_pad_1=8  # 34
gemm uop_bgn=8187 uop_end=8192 iter_out=1 iter_in=78 dst_in=1 src_out=2047 src_in=2 wgt_out=4  # 35
load inp sram_base=65535 dram_base=6 y_size=61145 x_stride=2421 y_pad_0=8 y_pad_1=8  # 36
load wgt sram_base=52111 dram_base=3613005028 y_pad_0=1 y_pad_1=6  # 37
alu max reset uop_bgn=1 iter_out=127 iter_in=11112 dst_in=1683 src_in=1295 imm=7  # 38
load inp sram_base=49870 dram_base=3169372460 x_size=45021 x_stride=42981 x_pad_0=1 x_pad_1=11  # 39
load wgt sram_base=42492 dram_base=2 y_size=4 x_stride=2 y_pad_1=3  # 40
gemm reset uop_bgn=361 uop_end=367 iter_out=6 iter_in=5 dst_in=3 src_out=4 src_in=1 wgt_out=1023 wgt_in=885 push_next  # 41
load wgt sram_base=32768 dram_base=986364706 x_size=15944 x_stride=48416 x_pad_0=7 x_pad_1=11  # 42
load inp sram_base=32428 dram_base=3 x_size=17338 x_stride=7 x_pad_0=8  # 43
load wgt sram_base=38673 dram_base=2881496651 y_size=65535 x_stride=2097 y_pad_0=12 y_pad_1=14  # 44
load inp sram_base=35918 dram_base=3218248750 x_size=65535 x_pad_0=15 x_pad_1=10  # 45
load inp sram_base=5 dram_base=2691892665 x_stride=32768 x_pad_0=8 x_pad_1=2  # 46
load inp dram_base=3 y_size=2 x_stride=57047 y_pad_0=11 y_pad_1=15  # 47
store out sram_base=3 dram_base=2257142518 y_size=7 x_stride=61953 y_pad_0=13 y_pad_1=7  # 48
load inp dram_base=2 y_size=12281 x_stride=6 y_pad_0=13 y_pad_1=7  # 49
load inp sram_base=5 dram_base=3 y_size=2 x_stride=30734 y_pad_0=6 y_pad_1=7  # 50
load inp sram_base=3638 dram_base=2866249073 y_size=11674 x_stride=9804 y_pad_0=12 y_pad_1=14 push_next  # 51
load wgt sram_base=3 y_size=43526 x_stride=56866 y_pad_0=7 y_pad_1=1  # 52
load wgt sram_base=5 dram_base=722519240 x_size=32787 x_stride=59057 x_pad_0=8 x_pad_1=11  # 53
load inp sram_base=3 dram_base=2147483648 x_size=3 x_stride=11685 x_pad_0=2 x_pad_1=13  # 54
load inp sram_base=53369 dram_base=6 y_size=54197 x_stride=27910 y_pad_0=13 y_pad_1=3  # 55
store out sram_base=39459 dram_base=3676947667 y_size=49878 x_stride=9296 y_pad_0=3 y_pad_1=5  # 56
store out sram_base=1 dram_base=4294967294 y_size=5 x_stride=32768 y_pad_0=7 y_pad_1=1 push_prev  # 57
load wgt dram_base=4294967294 y_size=39905 y_pad_0=13 y_pad_1=15 push_next  # 58
alu add reset uop_bgn=1 uop_end=41 iter_out=87 iter_in=1 dst_out=6 src_in=6 use_imm imm=5 push_next  # 59
store out sram_base=4 dram_base=4294967294 x_size=6002 x_stride=1 x_pad_0=2 x_pad_1=10 pop_prev  # 60
load wgt sram_base=4 dram_base=5 x_size=23291 x_stride=31215 x_pad_1=7  # 61
store out sram_base=7523 dram_base=5 x_size=65535 x_pad_0=3 x_pad_1=13  # 62
gemm uop_bgn=1 uop_end=7 iter_out=1 iter_in=83 dst_out=2025 dst_in=5 src_out=492 src_in=10 wgt_out=1022 pop_prev  # 63
alu min reset uop_bgn=5888 uop_end=8192 iter_in=4 dst_out=1157 src_out=1 src_in=4 use_imm imm=3  # 64
store out sram_base=32768 dram_base=3322586211 y_size=1 x_stride=6 y_pad_0=13  # 65
load inp sram_base=45553 dram_base=3543712270 x_size=32768 x_stride=7 x_pad_0=6 x_pad_1=14 push_next  # 66
gemm reset uop_bgn=4096 uop_end=8192 iter_in=13831 dst_out=3 src_out=6 src_in=5 wgt_out=826 wgt_in=1022  # 67
load uop sram_base=38073 dram_base=4294967295 y_size=65535 y_pad_0=5 y_pad_1=7  # 68
store out sram_base=59773 dram_base=3011459045 x_size=5 x_stride=46903 x_pad_0=8 x_pad_1=14  # 69
load uop sram_base=33978 dram_base=4 y_size=12238 x_stride=6 y_pad_0=10 pop_next push_prev  # 70
load inp sram_base=64198 dram_base=1 x_size=1 x_stride=8642 x_pad_0=4 x_pad_1=7 pop_next  # 71
load wgt sram_base=3 dram_base=3204115787 x_size=36845 x_stride=3 x_pad_0=15 push_next  # 72
store out sram_base=38929 dram_base=3975222710 x_size=28127 x_stride=2 x_pad_0=15 x_pad_1=3  # 73
store out sram_base=65534 dram_base=2803153862 x_size=59835 x_pad_0=10 x_pad_1=15  # 74
gemm uop_bgn=7898 uop_end=7904 iter_out=4 iter_in=2 dst_out=1 dst_in=1 src_out=682 wgt_out=1 pop_prev  # 75
load inp sram_base=55260 dram_base=3591574805 x_size=2 x_stride=2 x_pad_0=11 x_pad_1=4  # 76
load wgt sram_base=2 dram_base=3806152126 y_size=4 x_stride=4 y_pad_0=10 y_pad_1=12  # 77
store out sram_base=65534 dram_base=2360481346 y_size=49645 x_stride=30210 y_pad_0=6  # 78
alu max uop_bgn=1 uop_end=7 iter_out=1 iter_in=29 dst_out=1355 src_out=795 src_in=1 use_imm imm=4 push_prev  # 79
load wgt sram_base=1 dram_base=4294967294 x_size=6 x_stride=50490 x_pad_0=7 x_pad_1=9  # 80
alu mul reset uop_bgn=1 uop_end=7 iter_out=100 iter_in=1 dst_out=1 dst_in=1676 src_out=2047 use_imm imm=-32768  # 81
load inp sram_base=3 dram_base=4294967295 y_size=5 x_stride=65535 y_pad_0=10 y_pad_1=2 pop_next push_next  # 82
gemm uop_bgn=188 uop_end=228 iter_out=1 iter_in=8 dst_in=1 src_out=1498 wgt_out=287 wgt_in=3 pop_prev push_next  # 83
load inp sram_base=40471 dram_base=4184736120 y_size=65534 x_stride=2 y_pad_0=12 y_pad_1=6 push_next  # 84
load wgt sram_base=6 dram_base=3751318572 y_size=3 x_stride=5 y_pad_0=2 y_pad_1=5  # 85
store out sram_base=16814 dram_base=2 x_pad_0=8 x_pad_1=14  # 86
store out sram_base=44139 dram_base=2592851849 y_size=65534 x_stride=41485 y_pad_0=1 y_pad_1=8 pop_prev  # 87
alu max uop_bgn=1 uop_end=7 iter_out=5 iter_in=4 dst_in=3 src_out=2047 use_imm imm=1  # 88
store out sram_base=4 dram_base=5 y_size=11394 x_stride=55906 y_pad_1=4 pop_prev  # 89
load inp sram_base=49045 dram_base=4294967295 y_size=58964 y_pad_0=8 y_pad_1=5  # 90
alu shr uop_bgn=1 uop_end=7 iter_out=4 iter_in=1 dst_in=2 src_in=3 imm=17 pop_prev push_prev  # 91
store out sram_base=1018 y_size=4 y_pad_0=2 push_prev  # 92
load wgt dram_base=2147483648 x_size=4 x_stride=3 x_pad_0=13 x_pad_1=7  # 93
store out sram_base=6 dram_base=463564272 y_size=48666 x_stride=50668 y_pad_0=8 y_pad_1=12  # 94
load wgt sram_base=65535 dram_base=2319664461 x_size=3 x_pad_0=3 x_pad_1=7  # 95
gemm uop_bgn=136 uop_end=142 iter_out=53 iter_in=1 dst_out=3 dst_in=1480 src_out=15 src_in=510 wgt_out=5 wgt_in=1023  # 96
load inp sram_base=65535 x_stride=4 x_pad_0=10 x_pad_1=5  # 97
store out sram_base=56524 dram_base=1 x_size=65534 x_stride=2  # 98
alu shr reset uop_bgn=1 uop_end=5 dst_out=5 dst_in=7 src_out=3 src_in=35 use_imm imm=2392 pop_prev push_next  # 99
load inp sram_base=48106 dram_base=2493307197 x_size=2 x_stride=3 x_pad_0=8 x_pad_1=10  # 100
store out sram_base=3 dram_base=2147483648 x_stride=1 y_pad_0=12 y_pad_1=15  # 101
alu add reset uop_bgn=2 uop_end=8 iter_out=4 iter_in=1 dst_out=419 dst_in=1183 src_out=3 src_in=2 use_imm imm=-9523  # 102
load wgt dram_base=4294967295 x_stride=5 x_pad_0=10 x_pad_1=2  # 103
store out sram_base=1 dram_base=4294967294 x_size=7 x_stride=57977 x_pad_0=15 x_pad_1=14 pop_prev  # 104
load uop sram_base=42372 y_size=65535 x_stride=42163 pop_prev  # 105
gemm reset uop_bgn=7012 uop_end=8192 iter_in=4 dst_out=5 dst_in=1660 src_out=2047 src_in=6 wgt_out=512 wgt_in=750 pop_next  # 106
gemm uop_bgn=1 uop_end=6240 iter_out=1 iter_in=1 dst_out=1 dst_in=1515 src_out=1375 src_in=863 wgt_out=553 wgt_in=3 push_next  # 107
alu mul reset uop_end=8192 dst_out=5 dst_in=2046 src_out=1 src_in=2 use_imm imm=1680  # 108
load acc sram_base=54205 dram_base=555967077 x_size=2 x_stride=39820 x_pad_0=15 x_pad_1=14  # 109
store out sram_base=6 dram_base=6 y_size=49642 x_stride=3 y_pad_0=3 y_pad_1=5  # 110
load wgt sram_base=34506 dram_base=3 x_stride=32768 y_pad_0=1 push_next  # 111
store out sram_base=34994 dram_base=4294967295 x_size=1 x_stride=7 x_pad_0=14 x_pad_1=8  # 112
load wgt sram_base=55053 dram_base=3708048408 y_size=7 x_stride=32768 y_pad_0=2 y_pad_1=3  # 113
load inp sram_base=42919 dram_base=3192343348 x_size=65535 x_stride=32768 x_pad_0=4  # 114
store out sram_base=2 dram_base=6 y_size=56965 x_stride=6 y_pad_0=4 y_pad_1=2  # 115
store out sram_base=62540 dram_base=2078648708 y_size=5 x_stride=65535 y_pad_0=11 y_pad_1=15  # 116
store out sram_base=59571 dram_base=4 x_stride=3 y_pad_0=6 y_pad_1=12  # 117
load acc sram_base=65535 x_stride=65535 y_pad_0=4 y_pad_1=7  # 118
load acc sram_base=6 dram_base=2887975330 y_size=32768 x_stride=5006 y_pad_0=15 y_pad_1=8 pop_prev push_prev push_next  # 119
gemm reset uop_end=2057 dst_out=2 dst_in=3 src_out=2047 src_in=1273 wgt_out=6 wgt_in=325  # 120
store out sram_base=27587 dram_base=2802559029 y_size=2 x_stride=1 y_pad_0=9 y_pad_1=10  # 121
load wgt sram_base=3 dram_base=7 y_size=1 y_pad_0=6 y_pad_1=2  # 122
load acc sram_base=3 dram_base=89611998 x_size=2 x_stride=32768 x_pad_0=7 x_pad_1=11 push_next  # 123
load wgt dram_base=3892866845 y_size=8751 x_stride=5 y_pad_1=7 pop_next  # 124
load inp sram_base=54036 dram_base=690024604 x_size=50903 x_pad_0=2 x_pad_1=14  # 125
store out sram_base=65535 dram_base=1322459948 y_size=8214 y_pad_0=8 y_pad_1=9 pop_prev  # 126
store out sram_base=65072 dram_base=3681663298 x_stride=1 x_pad_0=3 x_pad_1=13 pop_prev  # 127
alu mul reset uop_bgn=1040 uop_end=501 dst_out=1024 dst_in=2047 src_out=7 src_in=6 use_imm  # 128
load inp sram_base=65534 dram_base=1 x_size=5 x_stride=28991 x_pad_0=3 x_pad_1=15 pop_next  # 129
store out sram_base=57204 dram_base=2233232302 x_size=53214 x_stride=65150 x_pad_0=4 x_pad_1=12  # 130
store out sram_base=2 dram_base=3829191855 x_size=1 x_stride=48141 x_pad_0=15 push_prev  # 131
load wgt sram_base=40743 dram_base=3 x_size=36125 x_stride=12739 x_pad_0=8  # 132
load inp sram_base=33035 dram_base=2678686814 x_size=1 x_stride=63594 x_pad_0=15 x_pad_1=12 push_next  # 133
gemm uop_bgn=8191 uop_end=5018 iter_in=7143 dst_out=1407 dst_in=1261 src_out=7 src_in=2013 wgt_out=3 wgt_in=794  # 134
load wgt sram_base=45582 dram_base=7 x_size=1 x_stride=2039 x_pad_0=8  # 135
store out sram_base=53976 dram_base=2500468252 y_size=63496 x_stride=3 y_pad_1=8  # 136
store out sram_base=57746 dram_base=2533689898 x_stride=1 y_pad_0=10 y_pad_1=10  # 137
load inp sram_base=23169 dram_base=1 y_size=12789 y_pad_0=1 y_pad_1=15  # 138
store out sram_base=4 dram_base=7 x_size=44049 x_stride=3 x_pad_0=3  # 139
store out sram_base=1 dram_base=3458355793 y_size=33182 x_stride=6 y_pad_0=7 y_pad_1=7  # 140
load inp sram_base=2 dram_base=7 x_size=63848 x_stride=21266 x_pad_1=14  # 141
gemm reset uop_bgn=4 uop_end=7779 iter_out=3543 dst_out=95 dst_in=1024 src_out=2 src_in=1837 wgt_out=666 pop_prev push_prev push_next  # 142
store out sram_base=46139 dram_base=1 y_size=28263 x_stride=3 y_pad_0=7 pop_prev  # 143
store out sram_base=4 dram_base=3431974508 x_stride=46394 y_pad_0=7 y_pad_1=4  # 144
store out sram_base=4 dram_base=2 y_size=6 x_stride=25371 y_pad_0=13 y_pad_1=7  # 145
store out sram_base=29312 dram_base=4 x_size=39459 x_stride=1 x_pad_0=3 x_pad_1=14  # 146
load wgt sram_base=35119 dram_base=2526614824 y_size=18332 x_stride=5 y_pad_0=14 y_pad_1=4 pop_next  # 147
load acc sram_base=65535 dram_base=3 x_size=35765 x_stride=46278 x_pad_0=7 x_pad_1=9 push_prev push_next  # 148
store out sram_base=36186 dram_base=4141038888 x_size=52634 x_pad_0=14 x_pad_1=3 pop_prev  # 149
load acc8 sram_base=51464 dram_base=3 y_size=58707 x_stride=65535 y_pad_0=1 y_pad_1=7 pop_next  # 150
store out sram_base=55051 dram_base=2147483648 y_size=4 x_stride=53245 y_pad_0=7 y_pad_1=7  # 151
store out sram_base=24454 dram_base=4294967294 y_size=21671 x_stride=4 y_pad_0=7 push_prev  # 152
store out sram_base=48812 dram_base=3295672725 x_size=32768 x_stride=65535 x_pad_0=13 x_pad_1=6  # 153
store out sram_base=1 dram_base=4 x_size=61687 x_stride=51006 x_pad_0=15 x_pad_1=8 push_prev  # 154
store out sram_base=5 dram_base=1208757709 y_size=39133 x_stride=3 y_pad_0=8 y_pad_1=11  # 155
store out sram_base=13651 dram_base=3272113704 y_size=5798 x_stride=7 y_pad_0=4 y_pad_1=9 pop_prev  # 156
load inp sram_base=3 dram_base=2784856387 x_size=32768 x_stride=40549 x_pad_1=4  # 157
store out sram_base=53746 dram_base=2 x_size=56086 x_stride=7 x_pad_1=2  # 158
load wgt dram_base=7 x_size=5 x_stride=6 x_pad_0=11 x_pad_1=14 push_next  # 159
store out y_size=2 y_pad_0=15  # 160
load wgt sram_base=58713 dram_base=2 x_size=1 x_stride=32768 x_pad_0=5 x_pad_1=3 push_next  # 161
store out sram_base=1 dram_base=2 y_size=2956 x_stride=16207 y_pad_0=5 pop_prev  # 162
store out sram_base=27889 dram_base=2503656047 y_size=1 x_stride=39127 y_pad_1=8 push_prev  # 163
store out sram_base=48051 dram_base=1398347871 x_size=7 x_stride=38631 x_pad_0=12 x_pad_1=4  # 164
store out sram_base=65535 dram_base=6 x_size=2 x_stride=22142 x_pad_0=14  # 165
store out sram_base=63344 dram_base=3837495169 x_size=32768 x_stride=35417 x_pad_0=14 x_pad_1=5  # 166
load wgt sram_base=57450 dram_base=2700322031 y_size=48413 x_stride=45496 y_pad_0=15 y_pad_1=10  # 167
load acc dram_base=3554797084 x_size=6 x_stride=58675 x_pad_0=15 x_pad_1=15 pop_prev pop_next  # 168
store out sram_base=34799 dram_base=1 x_size=6 x_stride=1 x_pad_0=15 x_pad_1=11  # 169
load wgt sram_base=5 dram_base=5 x_stride=6 x_pad_0=10 x_pad_1=5 pop_next  # 170
load acc sram_base=1 dram_base=1845464477 x_size=5 x_stride=3 x_pad_0=14 x_pad_1=3 pop_next  # 171
load inp sram_base=1 dram_base=3 x_size=4 x_stride=53401 x_pad_0=11 push_next  # 172
load acc8 sram_base=3 dram_base=5 x_size=62385 x_pad_0=3 x_pad_1=9 pop_next  # 173
store out sram_base=11010 dram_base=2758382085 x_size=1 x_stride=64838 x_pad_0=12 x_pad_1=13  # 174
store out sram_base=32768 dram_base=1 x_size=56533 x_stride=65534 x_pad_0=1 x_pad_1=8  # 175
load acc8 sram_base=61676 dram_base=4 x_size=1 x_pad_0=15 x_pad_1=8 push_next  # 176
load wgt sram_base=31930 dram_base=1 y_pad_0=9 y_pad_1=5  # 177
store out sram_base=51458 dram_base=1 x_size=41144 x_stride=33240 x_pad_0=14 x_pad_1=8  # 178
store out sram_base=3814 dram_base=3 y_size=65534 x_stride=19226 y_pad_0=15 y_pad_1=6 push_prev  # 179
load acc8 sram_base=65535 dram_base=7 x_size=43436 x_stride=7 x_pad_0=7 x_pad_1=7  # 180
load acc sram_base=7 dram_base=6 x_size=65534 x_stride=37066 x_pad_0=15 x_pad_1=6  # 181
load uop sram_base=25760 dram_base=4271851828 x_size=38621 x_stride=64681 x_pad_0=2 x_pad_1=4  # 182
store out sram_base=61327 dram_base=2 y_size=14488 x_stride=59086 y_pad_0=3 y_pad_1=15 pop_prev  # 183
load acc8 sram_base=47618 dram_base=3 x_size=1 x_stride=65535 x_pad_1=5 pop_next push_next  # 184
store out sram_base=43880 dram_base=6 x_size=62752 x_stride=3 x_pad_0=3 x_pad_1=11 push_prev  # 185
alu shr reset uop_bgn=7 uop_end=2 iter_out=16383 dst_out=1378 dst_in=337 src_out=1372 src_in=1072 use_imm imm=-13985 push_next  # 186
load acc sram_base=57681 dram_base=2147483648 x_size=3 x_stride=35222 x_pad_0=1 x_pad_1=3 pop_prev push_prev push_next  # 187
alu min reset uop_bgn=3 uop_end=2 iter_out=16219 iter_in=8457 dst_out=1661 dst_in=2 src_out=5 src_in=1333 use_imm imm=15209 pop_prev  # 188
load acc sram_base=65535 dram_base=4 y_size=20052 x_stride=4 y_pad_1=5 push_next  # 189
load acc sram_base=65534 dram_base=2147483648 y_size=57481 x_stride=1 y_pad_0=8 y_pad_1=10  # 190
gemm reset uop_bgn=5541 uop_end=8192 iter_out=6 dst_out=3 src_out=4 src_in=6 wgt_out=126 wgt_in=827 pop_next  # 191
alu add reset uop_bgn=1 uop_end=8192 iter_out=7 dst_out=1044 dst_in=2006 src_out=1427 src_in=396 imm=-32768  # 192
store out sram_base=1 x_size=16676 x_stride=65534 x_pad_0=8 x_pad_1=14 pop_prev push_prev  # 193
load acc8 sram_base=5 dram_base=2676345661 x_stride=28592 y_pad_0=2 y_pad_1=8  # 194
load acc8 sram_base=32768 dram_base=1669655341 y_size=65535 x_stride=25602 y_pad_0=3 y_pad_1=1 pop_next  # 195
load acc sram_base=20900 dram_base=1496961174 x_size=32768 x_stride=40533 x_pad_0=5 x_pad_1=15  # 196
load wgt sram_base=38552 dram_base=1015597854 x_size=32768 x_stride=65535 x_pad_0=6 pop_next push_next  # 197
load inp sram_base=50729 dram_base=1406657788 y_size=21552 x_stride=4 y_pad_0=15 y_pad_1=5  # 198
load acc8 sram_base=51748 dram_base=3563199192 x_size=64995 x_stride=22020 x_pad_1=6 pop_prev push_next  # 199
load uop sram_base=16256 dram_base=2147483648 y_size=24018 x_stride=53156 y_pad_0=3  # 200
gemm reset iter_in=4163 dst_out=1 dst_in=1068 src_out=7 src_in=2046 wgt_out=1012 wgt_in=512 push_prev  # 201
load wgt sram_base=65535 x_stride=56992 x_pad_0=14 x_pad_1=14  # 202
store out sram_base=2 dram_base=4 x_size=1 x_stride=58574 x_pad_0=12 x_pad_1=2 pop_prev  # 203
load inp sram_base=46597 x_size=32768 x_stride=42277 x_pad_0=11 x_pad_1=8  # 204
store out sram_base=60240 dram_base=3708314008 y_size=58812 x_stride=2 y_pad_1=13 pop_prev  # 205
alu add reset uop_bgn=1165 uop_end=668 iter_out=16382 dst_out=1609 dst_in=1978 src_in=450 imm=21621  # 206
load inp sram_base=1 dram_base=4136028849 x_size=65535 x_stride=32768 x_pad_1=11  # 207
load acc sram_base=3084 dram_base=2702069259 x_size=7 x_stride=40639 x_pad_0=4 x_pad_1=14  # 208
load acc8 sram_base=2 dram_base=167893518 x_size=65534 x_stride=56658 x_pad_1=2 push_prev  # 209
load uop dram_base=3737167464 x_stride=1774 y_pad_0=5 y_pad_1=9 push_prev  # 210
load inp sram_base=1 dram_base=1 x_size=3 x_stride=34080 x_pad_0=3 x_pad_1=11  # 211
store out sram_base=3 dram_base=2774368385 x_stride=7 y_pad_0=5  # 212
alu add uop_bgn=5 uop_end=5 iter_out=16383 iter_in=3877 dst_out=3 dst_in=1236 src_out=2 src_in=1024 use_imm imm=7  # 213
alu add reset uop_bgn=5 uop_end=7 iter_in=1 dst_out=87 dst_in=2046 src_out=1931 src_in=3 use_imm imm=2  # 214
load acc sram_base=3 dram_base=1315647334 x_size=63408 x_stride=7 x_pad_0=1 x_pad_1=6 push_prev push_next  # 215
load acc8 sram_base=63458 dram_base=7 x_stride=57687 y_pad_0=1 y_pad_1=8  # 216
load uop sram_base=3 dram_base=4294967295 y_size=1 x_stride=41753 y_pad_0=12  # 217
load uop sram_base=5 dram_base=4294967295 y_size=59986 y_pad_0=8 y_pad_1=9  # 218
load inp sram_base=15549 dram_base=2559291360 y_size=65535 x_stride=2 y_pad_0=7 pop_next  # 219
load acc sram_base=3 dram_base=2421686058 x_stride=6 y_pad_0=9 y_pad_1=11  # 220
gemm reset uop_bgn=3 uop_end=8192 dst_out=971 dst_in=1518 src_out=2047 src_in=1807 wgt_out=512 wgt_in=841  # 221
alu min uop_bgn=2183 uop_end=2167 iter_out=16382 dst_out=1024 dst_in=173 src_in=3 use_imm imm=5 push_next  # 222
load uop sram_base=65534 dram_base=4 x_size=7 x_stride=5 x_pad_0=5 x_pad_1=4  # 223
gemm reset uop_bgn=5791 uop_end=8192 iter_out=1 dst_out=723 dst_in=1073 src_out=1374 wgt_out=6 wgt_in=1023  # 224
load inp sram_base=4 dram_base=2909145446 y_size=2 x_stride=25007 y_pad_0=3 y_pad_1=4 pop_next  # 225
load wgt dram_base=3272836738 y_size=6 x_stride=6 y_pad_0=3 y_pad_1=8  # 226
load acc8 sram_base=35673 dram_base=5 y_size=26978 x_stride=32415 y_pad_0=5 y_pad_1=3 push_prev  # 227
load acc8 dram_base=2 x_size=56906 x_stride=6 x_pad_0=8 x_pad_1=6  # 228
load acc sram_base=3 dram_base=5 x_size=65534 x_pad_1=6  # 229
load acc8 sram_base=15484 x_size=49054 x_stride=28930 x_pad_0=8 x_pad_1=14  # 230
load inp sram_base=7 dram_base=2776946306 x_size=5 x_stride=65535 x_pad_0=5 x_pad_1=11 pop_next  # 231
load acc sram_base=10661 dram_base=3900735920 y_size=17089 x_stride=8267 y_pad_0=8 y_pad_1=6  # 232
load uop sram_base=4 dram_base=3053012297 y_size=7 x_stride=15664 y_pad_0=2 y_pad_1=3 push_prev  # 233
load uop sram_base=2 dram_base=2951987111 y_size=6 y_pad_0=15  # 234
load acc sram_base=28629 dram_base=4294967294 y_size=63755 x_stride=7 y_pad_1=2 push_prev  # 235
load acc sram_base=23481 dram_base=6 y_size=9513 x_stride=4 y_pad_0=1 y_pad_1=14  # 236
alu max reset uop_bgn=5568 uop_end=2 iter_in=7 dst_out=898 dst_in=2 src_out=4 src_in=5 imm=12616  # 237
load uop dram_base=7 y_size=44179 x_stride=3 y_pad_0=8  # 238
load acc8 dram_base=1 x_stride=1 x_pad_1=8  # 239
alu add uop_bgn=3616 uop_end=3997 iter_out=6391 dst_in=1024 src_out=1792 src_in=1947 use_imm imm=-23094  # 240
load acc sram_base=3 dram_base=3750632977 y_size=65534 x_stride=44855 y_pad_0=15 y_pad_1=8  # 241
load acc sram_base=7 dram_base=1 x_size=32768 x_stride=6 x_pad_0=11 x_pad_1=12  # 242
store out sram_base=44693 dram_base=3574149231 y_size=53545 x_stride=2442 y_pad_0=1 y_pad_1=13  # 243
load wgt sram_base=1 dram_base=2147483648 x_size=6 x_stride=3 x_pad_0=3 x_pad_1=12 pop_next  # 244
store out y_size=9646 x_stride=63158 y_pad_1=13 pop_prev  # 245
store out sram_base=52922 dram_base=2147483648 x_size=60813 x_pad_0=7 x_pad_1=3 pop_prev  # 246
store out sram_base=47971 dram_base=1633039738 y_size=1 x_stride=2 y_pad_0=6 y_pad_1=7 pop_prev  # 247
store out sram_base=65535 x_size=58939 x_stride=36003 x_pad_0=15 x_pad_1=11  # 248
store out sram_base=58910 dram_base=1 y_size=61536 x_stride=3 y_pad_0=8  # 249
store out sram_base=2 dram_base=2796956500 x_size=6 x_stride=4 x_pad_0=10 x_pad_1=4  # 250
store out sram_base=49424 dram_base=7 y_size=3429 x_stride=7 y_pad_0=2 y_pad_1=3  # 251
store out sram_base=7 dram_base=2147483648 x_size=23802 x_stride=1 x_pad_0=1 x_pad_1=11  # 252
store out sram_base=38634 dram_base=2470726686 x_size=36903 x_pad_0=14 x_pad_1=4  # 253
store out sram_base=1 dram_base=1 y_size=40890 x_stride=3 y_pad_0=4 y_pad_1=8 push_prev  # 254
store out dram_base=4092227143 y_size=41169 x_stride=26184 y_pad_0=5 y_pad_1=4 pop_prev  # 255
store out sram_base=40951 dram_base=2521316797 x_size=1 x_stride=2 push_prev  # 256
store out sram_base=40832 dram_base=2 y_size=58544 x_stride=65534 y_pad_0=8 y_pad_1=11 push_prev  # 257
store out sram_base=2 dram_base=6 y_size=65252 x_stride=21406 y_pad_1=1 push_prev  # 258
store out sram_base=32768 dram_base=2 y_size=7 x_stride=36036 y_pad_0=4 y_pad_1=13  # 259
store out sram_base=64581 y_size=57012 x_stride=1 y_pad_0=3 y_pad_1=8  # 260
load inp sram_base=30151 dram_base=3 x_size=37254 x_stride=1 x_pad_0=12 x_pad_1=5 pop_next push_next  # 261
store out sram_base=64669 dram_base=5 y_size=2 x_stride=3 y_pad_0=3 y_pad_1=12  # 262
store out sram_base=5 dram_base=1 y_size=3 x_stride=9960 y_pad_0=4  # 263
store out sram_base=66 dram_base=3669705211 x_size=41079 x_stride=5 x_pad_0=4 x_pad_1=8  # 264
alu max reset uop_bgn=8190 uop_end=6 iter_in=16383 dst_out=2047 dst_in=1699 src_out=5 src_in=7 use_imm imm=21521  # 265
store out sram_base=65535 dram_base=1 x_size=62664 x_stride=65534 x_pad_0=6 x_pad_1=15  # 266
store out x_size=32768 x_stride=62602 x_pad_0=9 x_pad_1=6  # 267
store out sram_base=48567 dram_base=1 y_size=40176 y_pad_0=7 y_pad_1=9  # 268
store out sram_base=15774 dram_base=7 y_size=60145 y_pad_0=5 y_pad_1=15  # 269
store out sram_base=56830 dram_base=3673768108 x_size=37768 x_stride=4 x_pad_0=3  # 270
load uop sram_base=7 dram_base=2147483648 x_size=65535 x_stride=1 x_pad_1=15 pop_next  # 271
load acc8 sram_base=3 dram_base=3226432204 y_size=62652 x_stride=1 y_pad_0=7 y_pad_1=12 pop_next  # 272
load uop sram_base=3 dram_base=2759786659 y_size=65534 x_stride=5 y_pad_0=4 push_prev  # 273
load acc8 y_size=30095 x_stride=1 y_pad_0=15 y_pad_1=1 push_next  # 274
load uop sram_base=4 dram_base=1196177179 x_size=65535 x_stride=22208 x_pad_0=10 x_pad_1=15 pop_prev push_prev  # 275
load acc sram_base=52577 dram_base=5 x_stride=3 x_pad_1=4  # 276
gemm uop_bgn=6518 uop_end=8159 iter_in=13417 dst_in=1 src_out=1324 wgt_out=997 wgt_in=994 push_next  # 277
gemm reset uop_bgn=3898 uop_end=8192 iter_out=13904 dst_out=287 dst_in=2046 src_out=1366 src_in=4 wgt_out=1002 wgt_in=5  # 278
load inp sram_base=32813 dram_base=2147483648 y_size=36759 x_stride=5 y_pad_0=10 pop_next  # 279
load wgt sram_base=48883 dram_base=7 y_size=3 x_stride=58937 y_pad_0=14 y_pad_1=5 pop_next  # 280
load uop sram_base=3 dram_base=2 x_stride=4 x_pad_0=1 x_pad_1=4  # 281
load acc8 sram_base=7 dram_base=4125087239 y_size=7 x_stride=40948 y_pad_1=3 push_next  # 282
load acc8 dram_base=4221095663 y_size=13199 x_stride=3763 y_pad_0=15  # 283
gemm reset uop_end=8192 iter_in=15374 dst_out=1482 dst_in=52 src_out=1651 wgt_out=807 wgt_in=4  # 284
load uop sram_base=1 dram_base=2441926078 y_size=3 x_stride=65534 y_pad_0=15 y_pad_1=4 push_next  # 285
load wgt sram_base=51824 x_size=6 x_stride=3 x_pad_0=8 x_pad_1=15  # 286
gemm reset uop_bgn=4281 iter_out=10881 dst_out=1024 dst_in=2047 src_out=2046 src_in=1482 wgt_out=725  # 287
load uop x_size=50189 x_stride=4 x_pad_0=7 x_pad_1=7  # 288
load acc8 sram_base=3 dram_base=4 x_size=65535 x_stride=49225 x_pad_1=6  # 289
load uop sram_base=4 dram_base=4 y_size=17592 x_stride=5 y_pad_0=11 y_pad_1=8 push_prev  # 290
store out sram_base=10863 y_size=40167 y_pad_0=8 y_pad_1=11 pop_prev  # 291
load uop sram_base=32768 dram_base=2147483648 x_size=5 x_stride=65535 x_pad_0=6 x_pad_1=9  # 292
alu max reset uop_bgn=4496 uop_end=4496 iter_out=8956 iter_in=4 dst_out=506 dst_in=1355 src_out=1951 src_in=1 imm=24293 pop_next  # 293
alu max uop_bgn=6893 uop_end=4211 iter_out=4 dst_out=7 dst_in=2047 src_in=738 use_imm imm=-18322 pop_next  # 294
load uop sram_base=65534 y_size=36684 x_stride=44789 y_pad_0=14  # 295
load acc sram_base=51822 dram_base=4294967295 x_size=35031 x_stride=38194 x_pad_1=8  # 296
load acc8 sram_base=32768 dram_base=1646825669 x_size=5 x_stride=5 x_pad_0=7 push_prev  # 297
load wgt dram_base=6 x_size=5 x_stride=2 x_pad_0=6 x_pad_1=9 pop_next  # 298
load wgt sram_base=4457 dram_base=4 x_size=7 x_stride=4 x_pad_0=15 x_pad_1=14 pop_next push_next  # 299
load inp sram_base=2 dram_base=3567082356 y_size=5 x_stride=40898 y_pad_0=5 y_pad_1=3 pop_next push_next  # 300
load inp sram_base=7 dram_base=4 y_size=6 y_pad_0=1 y_pad_1=14  # 301
load inp sram_base=1 dram_base=2147483648 y_size=34575 x_stride=6 y_pad_0=14 y_pad_1=11 pop_next  # 302
load inp sram_base=19015 dram_base=479920279 y_size=6 y_pad_0=3 y_pad_1=8  # 303
load inp sram_base=39349 dram_base=5 x_size=46158 x_stride=2 x_pad_0=8 x_pad_1=4  # 304
load wgt sram_base=37653 dram_base=6 y_size=2 x_stride=2 y_pad_0=7  # 305
load wgt sram_base=4 dram_base=2937427087 x_size=32768 x_stride=57564 x_pad_0=9 x_pad_1=5  # 306
load inp sram_base=33889 dram_base=197290263 y_size=30510 x_stride=34027 y_pad_0=8 y_pad_1=2  # 307
load wgt dram_base=1063498566 y_size=39931 x_stride=1 y_pad_0=13 push_next  # 308
load acc8 sram_base=44496 dram_base=4294967294 x_size=26707 x_stride=44284 x_pad_0=14 x_pad_1=3 pop_prev push_prev push_next  # 309
load inp sram_base=7 dram_base=3 x_stride=48019 y_pad_0=15 y_pad_1=4  # 310
load wgt dram_base=5 x_size=2 x_stride=32768 x_pad_0=4  # 311
store out sram_base=3 dram_base=3336847484 y_size=47398 x_stride=34919 y_pad_0=6 y_pad_1=1 pop_prev  # 312
store out sram_base=53593 dram_base=3445986563 y_size=1 x_stride=56239 y_pad_0=14 y_pad_1=5  # 313
load wgt sram_base=3 dram_base=4294967294 x_size=64220 x_pad_0=8 x_pad_1=15  # 314
load wgt sram_base=15608 dram_base=5 x_size=1 x_stride=47741 x_pad_0=15 x_pad_1=3 push_next  # 315
load inp sram_base=1 dram_base=4152404067 x_size=60103 x_stride=45030 x_pad_0=8 x_pad_1=11  # 316
load wgt sram_base=16473 dram_base=599804109 x_size=41898 x_stride=65534 push_next  # 317
store out sram_base=1 dram_base=6 x_size=4 x_stride=3 x_pad_1=14 pop_prev  # 318
store out sram_base=1 dram_base=4258192005 x_size=3 x_stride=3 push_prev  # 319
store out sram_base=32768 dram_base=5 x_size=6 x_stride=59906 x_pad_0=4 x_pad_1=15  # 320
load wgt sram_base=6 dram_base=2246742793 y_size=65535 y_pad_0=2 y_pad_1=7  # 321
load inp sram_base=60463 dram_base=4086295966 x_size=50100 x_stride=1 x_pad_0=10 x_pad_1=3  # 322
load inp sram_base=6 dram_base=3006606509 y_size=41184 x_stride=58327 y_pad_0=1 y_pad_1=6  # 323
store out x_stride=6 pop_prev  # 324
store out sram_base=6 x_size=65535 x_pad_0=5 x_pad_1=5  # 325
load wgt sram_base=65534 dram_base=4294967294 y_size=33087 x_stride=50439 y_pad_0=4 y_pad_1=6 pop_next  # 326
store out sram_base=65172 dram_base=4 x_size=7 x_stride=32768 x_pad_0=9 x_pad_1=8  # 327
gemm uop_bgn=1 iter_out=5 iter_in=8267 dst_out=4 dst_in=1733 src_out=1024 src_in=2046 wgt_out=1 wgt_in=544  # 328
store out sram_base=65173 dram_base=4294967294 y_pad_0=3 y_pad_1=11 push_prev  # 329
load inp sram_base=61808 dram_base=3271110081 x_size=5 x_stride=52896 x_pad_1=13  # 330
gemm reset uop_bgn=5600 uop_end=2859 iter_in=6571 dst_out=43 dst_in=2047 src_in=1 wgt_out=6 wgt_in=2  # 331
store out sram_base=49411 dram_base=4294967294 x_size=32768 x_stride=55832 x_pad_0=8 x_pad_1=12 push_prev  # 332
store out sram_base=57168 x_size=3 x_stride=7 x_pad_0=13 x_pad_1=3 push_prev  # 333
load wgt sram_base=2 dram_base=4 x_stride=5 y_pad_0=14  # 334
gemm uop_bgn=391 uop_end=380 iter_out=4 dst_out=1248 dst_in=1628 src_out=2046 src_in=1424 wgt_out=819 wgt_in=701 pop_prev push_next  # 335
load uop sram_base=42664 x_size=2 x_stride=57605 x_pad_0=13 pop_next push_next  # 336
load uop dram_base=3895628161 y_size=4 x_stride=65534 y_pad_0=10 pop_prev  # 337
load acc dram_base=4294967295 x_stride=5 x_pad_0=11 x_pad_1=12 pop_next  # 338
store out sram_base=7 dram_base=4 y_size=40217 x_stride=63122 y_pad_0=11 y_pad_1=14 pop_prev  # 339
store out sram_base=28379 dram_base=5 y_size=1817 x_stride=46049 y_pad_0=7 y_pad_1=9  # 340
store out sram_base=37820 dram_base=3152713536 x_size=1 x_stride=1 x_pad_0=6 x_pad_1=15  # 341
load uop dram_base=5 x_size=4 x_stride=1 x_pad_0=6 x_pad_1=1 pop_prev  # 342
load uop sram_base=65535 dram_base=2742668643 x_size=5 x_stride=46425 x_pad_0=13 x_pad_1=13 pop_prev  # 343
store out sram_base=4 dram_base=4 y_size=1 x_stride=1 y_pad_0=4 y_pad_1=8 pop_prev  # 344
store out sram_base=20591 y_size=1 x_stride=37014 y_pad_1=9 pop_prev  # 345
load acc8 sram_base=50556 dram_base=4208934586 y_size=4 y_pad_0=3 y_pad_1=10 pop_next  # 346
gemm reset uop_bgn=6964 uop_end=6964 iter_out=15510 dst_out=2 src_out=2024 src_in=7 wgt_out=316 wgt_in=6 pop_next  # 347
finish  # 348
