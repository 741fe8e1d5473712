# program 19 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=0 gap=0 outstanding=16 burst=16
.bytes 1048576
.window 0x1000 0x100000
.base uop=0xe60 inp=0x0 wgt=0x6a00 acc=0x0 out=0x0
.stream 0x10300
.uops 0x1034
.random 0x20000 262144 1504853270612200732
.random 0x80000 65536 8844772961255366264
.kernels 17 396
uop dst=7 src=3 wgt=8
uop dst=6 src=4 wgt=10
uop dst=2 src=6 wgt=10
uop dst=4 src=6 wgt=8
uop dst=5 src=4 wgt=3
uop dst=7 src=2 wgt=11
uop dst=6 src=10 wgt=5
uop dst=1 src=8 wgt=3
uop dst=7 src=1 wgt=9
uop dst=6 src=5 wgt=10
uop dst=10 src=0 wgt=0
uop dst=4 src=9 wgt=7
uop dst=1950 src=1819 wgt=115
uop dst=1951 src=1820 wgt=116
uop dst=1744 src=1178 wgt=7
uop dst=0 src=1261 wgt=0
uop dst=0 src=1024 wgt=2
uop dst=2 src=1771 wgt=824
uop dst=604 src=7 wgt=3
uop dst=1087 src=7 wgt=5
uop dst=1988 src=1741 wgt=6
uop dst=696 src=6 wgt=744
uop dst=1965 src=2 wgt=564
uop dst=0 src=1 wgt=2
uop dst=1926 src=2 wgt=539
uop dst=0 src=2 wgt=850
uop dst=1130 src=1995 wgt=709
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=1065 src=978 wgt=396
uop dst=94 src=122 wgt=188
uop dst=95 src=123 wgt=189
uop dst=1082 src=204 wgt=326
uop dst=1083 src=205 wgt=327
uop dst=1084 src=206 wgt=328
uop dst=1085 src=207 wgt=329
uop dst=1086 src=208 wgt=330
uop dst=1160 src=342 wgt=361
uop dst=1161 src=343 wgt=362
uop dst=1162 src=344 wgt=363
uop dst=1163 src=345 wgt=364
uop dst=1164 src=346 wgt=365
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
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=1894 src=392 wgt=153
uop dst=3 src=5 wgt=4
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
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=507 src=315 wgt=300
uop dst=507 src=315 wgt=300
uop dst=507 src=315 wgt=300
uop dst=507 src=315 wgt=300
uop dst=507 src=315 wgt=300
uop dst=105 src=570 wgt=473
uop dst=105 src=570 wgt=473
uop dst=105 src=570 wgt=473
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
uop dst=2047 src=2047 wgt=1023
store out sram_base=1 dram_base=36807 y_size=29 x_size=1 x_stride=2 push_prev  # 0
gemm uop_bgn=3120 uop_end=3126 iter_out=1 iter_in=10 dst_out=4 src_in=1 wgt_out=1023  # 1
gemm uop_bgn=4871 uop_end=4877 iter_out=28 iter_in=1 dst_out=52 dst_in=1780 src_out=75 src_in=1024 wgt_out=8 wgt_in=1  # 2
load uop sram_base=8184 dram_base=217 y_size=4 x_size=2 x_stride=5  # 3
load uop dram_base=122 y_size=8192 x_size=1  # 4
alu min reset uop_bgn=8185 uop_end=8192 iter_out=1 iter_in=100 dst_out=1794 src_out=4 src_in=3 use_imm imm=32767 pop_next push_next  # 5
gemm uop_bgn=1960 uop_end=1966 iter_out=1 iter_in=9 dst_out=1250 dst_in=148 wgt_out=1 wgt_in=126  # 6
load acc sram_base=1478 dram_base=2147483648 y_size=284 x_stride=5 y_pad_0=1 x_pad_0=2 push_next  # 7
gemm uop_bgn=8186 uop_end=8192 iter_out=65 iter_in=1 dst_out=4 dst_in=2 src_out=31 src_in=1 wgt_in=1006  # 8
gemm uop_bgn=8190 uop_end=8192 iter_out=30 iter_in=1 dst_out=1 dst_in=3 src_out=70 src_in=2 wgt_out=10 wgt_in=537 push_next  # 9
load uop dram_base=129 y_size=8192 x_size=1  # 10
load inp sram_base=358 dram_base=23504 y_size=1 x_size=1 x_stride=50004 x_pad_0=3 x_pad_1=1 push_next  # 11
alu min uop_bgn=4647 uop_end=4653 iter_out=100 iter_in=1 dst_in=1879 src_in=1964 imm=1 pop_prev  # 12
load wgt sram_base=454 dram_base=418 y_size=5 x_size=2 x_stride=5 push_next  # 13
load uop sram_base=6562 dram_base=117 y_size=1 x_size=117  # 14
gemm reset uop_bgn=5547 uop_end=5553 iter_out=93 iter_in=1 dst_out=1 dst_in=1680 src_out=4 src_in=1399 wgt_out=1 wgt_in=794 pop_prev  # 15
load acc8 y_size=48897 x_stride=25596 y_pad_0=15 y_pad_1=14 push_prev  # 16
load wgt sram_base=1019 dram_base=1945 y_size=1 x_size=5 x_stride=30222 pop_next  # 17
store out sram_base=48923 dram_base=2 y_size=3 x_stride=63827 y_pad_0=7 y_pad_1=2 pop_prev  # 18
store out sram_base=1716 dram_base=36661 y_size=3 x_size=6 x_stride=7 pop_prev push_prev  # 19
gemm uop_bgn=1384 uop_end=1390 iter_out=1 iter_in=100 src_out=1116 src_in=2 wgt_out=568 wgt_in=1  # 20
load acc sram_base=1536 dram_base=1224740023 y_size=512 x_pad_0=1 pop_next push_prev  # 21
load inp sram_base=14 dram_base=35328 y_size=2 x_size=3 x_stride=6 y_pad_0=7 push_next  # 22
load inp sram_base=2021 dram_base=8202 y_size=3 x_size=8 x_stride=8 x_pad_1=1 pop_next  # 23
load inp sram_base=249 dram_base=23152 y_size=8 x_size=6 x_stride=6 push_next  # 24
store out sram_base=6 dram_base=32769 y_size=4 x_size=1 x_stride=5 pop_prev  # 25
load uop sram_base=3847 dram_base=228 y_size=2 x_size=3 x_stride=3  # 26
alu shr reset uop_bgn=3910 uop_end=8192 iter_in=8761 dst_out=6 src_out=1655 use_imm imm=24162 pop_prev  # 27
gemm uop_bgn=8187 uop_end=8192 iter_out=6 iter_in=4 dst_out=4 dst_in=1 src_in=76 wgt_out=2 wgt_in=2 pop_prev push_prev  # 28
alu mul reset uop_bgn=8191 uop_end=8192 iter_out=3630 iter_in=1 dst_in=861 src_in=1717 use_imm imm=4 push_next  # 29
load wgt dram_base=2095 y_size=2 x_size=3 x_stride=1 x_pad_0=7  # 30
store out sram_base=1899 dram_base=35834 y_size=1 x_size=20 pop_prev  # 31
load acc sram_base=289 dram_base=2654 y_size=1 x_size=3 x_stride=5  # 32
alu mul uop_bgn=4167 uop_end=8192 iter_in=5 dst_out=1729 dst_in=1955 src_out=1823 imm=22372 push_next  # 33
load inp sram_base=2 y_size=7 x_stride=65534 y_pad_0=3  # 34
gemm uop_bgn=8190 uop_end=8190 iter_out=7 iter_in=5 dst_out=1 dst_in=1297 src_out=1482 src_in=2 wgt_out=931 wgt_in=15 push_next  # 35
load acc8 sram_base=4 dram_base=6 y_size=36302 x_stride=51659 y_pad_0=5 y_pad_1=3  # 36
load inp sram_base=47268 dram_base=3036993102 x_size=4 x_pad_0=11 x_pad_1=1  # 37
load wgt dram_base=3 y_size=24087 x_stride=3 y_pad_0=8 y_pad_1=1  # 38
store out sram_base=5 x_size=3 x_pad_0=5 x_pad_1=5 push_prev  # 39
store out sram_base=44245 dram_base=3086399748 x_size=27954 x_stride=1 x_pad_0=2  # 40
gemm reset uop_end=5 dst_out=2 dst_in=1994 src_out=2 src_in=1936 wgt_out=508  # 41
gemm uop_bgn=4096 uop_end=2145 iter_out=3 iter_in=1 dst_out=474 dst_in=1515 src_out=5 src_in=1428 wgt_out=1023 wgt_in=553  # 42
alu max reset uop_bgn=6 uop_end=8192 iter_in=3 dst_in=633 src_out=2046 src_in=5 use_imm imm=-27600 push_prev  # 43
load uop sram_base=7 dram_base=5 y_size=2 x_stride=65534 y_pad_0=2 y_pad_1=8  # 44
gemm reset uop_bgn=1503 uop_end=8192 iter_in=7 dst_out=663 dst_in=2017 src_out=1024 src_in=2 wgt_out=5 wgt_in=724 push_prev  # 45
load uop sram_base=42845 dram_base=7 y_size=48373 x_stride=32768 y_pad_0=15 y_pad_1=14 push_prev  # 46
gemm reset uop_bgn=5267 iter_in=3 dst_out=3 src_in=1506 wgt_out=1 wgt_in=4  # 47
gemm reset uop_bgn=6 uop_end=8192 iter_out=16382 dst_out=5 src_out=7 wgt_out=7 wgt_in=2 push_next  # 48
load acc sram_base=62170 dram_base=7 y_size=19205 x_stride=7 y_pad_0=4 y_pad_1=14 push_next  # 49
gemm reset uop_bgn=7372 uop_end=1 iter_out=5 dst_out=1024 dst_in=1024 src_out=1070 src_in=1874 wgt_out=7 wgt_in=1  # 50
load inp sram_base=27511 x_size=60360 x_stride=3 x_pad_1=12 pop_next  # 51
load inp sram_base=2 dram_base=675396750 y_size=5 x_stride=54230 y_pad_1=7 pop_next  # 52
load wgt sram_base=1222 x_size=48892 x_stride=15534 x_pad_0=8 x_pad_1=6  # 53
store out sram_base=6 dram_base=6 x_size=43961 x_stride=38329 x_pad_0=15 x_pad_1=9 pop_prev  # 54
store out sram_base=1 dram_base=4293615835 x_size=7 x_stride=56378 x_pad_0=14 x_pad_1=10 pop_prev  # 55
store out dram_base=4062430681 x_size=33920 x_stride=2 x_pad_0=1 x_pad_1=14  # 56
store out sram_base=54734 dram_base=5 x_size=3 x_stride=2 x_pad_0=7 x_pad_1=9  # 57
store out x_size=7 x_stride=65535 x_pad_0=1 x_pad_1=14 pop_prev  # 58
store out sram_base=32768 dram_base=3268642364 y_size=3 y_pad_0=8 y_pad_1=8 pop_prev  # 59
store out sram_base=6 dram_base=2147483648 y_size=45271 x_stride=45263 y_pad_0=8 y_pad_1=10  # 60
store out sram_base=4 dram_base=1 y_size=6 x_stride=7 y_pad_0=15  # 61
load inp sram_base=58789 dram_base=5 x_size=5 x_stride=3 x_pad_0=15 x_pad_1=2 push_next  # 62
store out sram_base=65535 dram_base=2205483254 y_size=48787 x_stride=60072 y_pad_0=1 y_pad_1=4  # 63
load wgt sram_base=5 dram_base=3 y_size=6 x_stride=1 y_pad_0=8 y_pad_1=4 pop_next  # 64
load acc sram_base=44557 dram_base=4 y_size=26359 x_stride=37171 y_pad_0=2 y_pad_1=8 pop_next  # 65
store out sram_base=6 dram_base=2909347835 x_size=34688 x_stride=34450 x_pad_0=12 x_pad_1=8  # 66
store out sram_base=3 dram_base=2 y_size=6 x_stride=65534 y_pad_0=3 y_pad_1=4  # 67
store out sram_base=32768 dram_base=4294967295 y_size=43175 x_stride=36177 y_pad_0=3 y_pad_1=5  # 68
store out sram_base=4 dram_base=5 y_size=21040 x_stride=15502 y_pad_0=9 y_pad_1=3  # 69
store out sram_base=2 dram_base=1152192398 y_size=36263 x_stride=41124 y_pad_0=3 y_pad_1=11  # 70
store out sram_base=10619 dram_base=249441381 y_size=46741 x_stride=7 y_pad_0=7 push_prev  # 71
store out sram_base=53814 dram_base=3 x_size=7 x_stride=7 x_pad_0=1 x_pad_1=8 push_prev  # 72
store out sram_base=65534 dram_base=2 x_size=4 x_stride=6 x_pad_0=4 x_pad_1=8  # 73
store out sram_base=23879 dram_base=2434821750 y_size=17132 y_pad_1=3 push_prev  # 74
load uop sram_base=17084 x_pad_1=5 pop_next push_prev  # 75
store out sram_base=4 dram_base=3521555321 y_size=41289 y_pad_1=8 push_prev  # 76
store out sram_base=2 dram_base=363925250 x_size=65535 x_stride=65534 x_pad_0=1 x_pad_1=11  # 77
store out sram_base=2 dram_base=4294967294 y_size=48937 x_stride=3 y_pad_0=4 y_pad_1=14 push_prev  # 78
store out sram_base=65535 dram_base=4062278854 y_size=35896 x_stride=5 y_pad_0=7 y_pad_1=1  # 79
store out sram_base=65535 dram_base=2147483648 x_size=7 x_stride=53212 x_pad_0=8 x_pad_1=5  # 80
load inp sram_base=7 dram_base=3755387692 x_stride=3 x_pad_0=15 x_pad_1=15  # 81
load wgt sram_base=32768 dram_base=446136113 x_size=5 x_stride=6 x_pad_0=5 x_pad_1=5  # 82
store out dram_base=4294967295 x_stride=4 y_pad_0=12 y_pad_1=3  # 83
store out sram_base=43989 dram_base=3 x_size=25023 x_stride=4 x_pad_0=3 x_pad_1=12  # 84
load acc8 sram_base=1 dram_base=1399593230 x_stride=32768 x_pad_0=13 x_pad_1=4 pop_next  # 85
store out sram_base=5 dram_base=2 x_size=2 x_stride=3 x_pad_0=12 x_pad_1=15  # 86
store out sram_base=65535 dram_base=4294967294 x_size=65534 x_stride=5 x_pad_1=8  # 87
store out sram_base=65534 dram_base=6 x_size=17028 x_stride=65535 x_pad_0=8 x_pad_1=1  # 88
load uop sram_base=6 dram_base=2814550641 x_size=65356 x_stride=56121 x_pad_0=11 x_pad_1=3 pop_next  # 89
load uop sram_base=55986 dram_base=4294967295 x_size=65534 x_stride=7 x_pad_0=7 x_pad_1=11 pop_next push_next  # 90
store out dram_base=1362213445 y_size=4 x_stride=44631 y_pad_0=10 y_pad_1=4 pop_prev  # 91
alu mul uop_bgn=4096 uop_end=3106 iter_in=8192 dst_out=6 dst_in=2047 src_out=1780 src_in=1687 use_imm imm=3  # 92
load wgt sram_base=34956 dram_base=2634832633 x_size=5 x_stride=65535 x_pad_0=12 x_pad_1=6 pop_next  # 93
gemm reset uop_bgn=3 uop_end=3 iter_out=12983 dst_out=1703 dst_in=2 src_in=2017 wgt_out=1 wgt_in=977 pop_next  # 94
load inp sram_base=7 dram_base=3810451975 x_size=5 x_stride=9296 x_pad_0=8 x_pad_1=9 pop_next  # 95
load wgt sram_base=51516 dram_base=2463865645 x_size=53110 x_stride=37530 x_pad_0=14 x_pad_1=2 push_next  # 96
load acc dram_base=3326266854 y_size=2 x_stride=62864 y_pad_0=15 y_pad_1=2  # 97
load inp sram_base=3 x_size=4 x_stride=32768 x_pad_1=11  # 98
load wgt sram_base=58138 dram_base=4 y_size=45058 y_pad_0=1 y_pad_1=14  # 99
store out dram_base=205824226 x_size=50046 x_stride=62853 x_pad_0=8 x_pad_1=6  # 100
load inp sram_base=38871 dram_base=5 y_size=42844 x_stride=4 y_pad_0=11 y_pad_1=13 push_next  # 101
load uop sram_base=36562 dram_base=3340890541 x_size=65535 x_stride=59271 x_pad_0=14 x_pad_1=8 pop_prev  # 102
load inp sram_base=65534 x_size=32768 x_stride=59393 x_pad_1=4  # 103
load uop dram_base=4294967295 y_size=58542 y_pad_0=1  # 104
store out sram_base=2 dram_base=4 y_size=44456 y_pad_1=15 push_prev  # 105
store out sram_base=5 dram_base=7 x_size=4 x_stride=65534 x_pad_0=3  # 106
store out sram_base=51898 dram_base=2994109474 y_size=32768 x_stride=64432 y_pad_0=3 y_pad_1=15  # 107
store out sram_base=21179 dram_base=3528386852 y_size=49198 x_stride=52810 y_pad_0=2 y_pad_1=4  # 108
store out sram_base=60165 dram_base=3892199263 x_size=2 x_stride=3 x_pad_0=8 x_pad_1=14 push_prev  # 109
load inp sram_base=2 x_stride=59354 y_pad_0=7 y_pad_1=2  # 110
store out sram_base=56780 dram_base=2784208576 x_size=4 x_stride=65534 x_pad_0=5 x_pad_1=9 push_prev  # 111
store out sram_base=37763 dram_base=4060175899 y_size=4 x_stride=25752 y_pad_0=1 y_pad_1=10 push_prev  # 112
store out sram_base=5 dram_base=2 y_size=41813 x_stride=23743 y_pad_0=2 y_pad_1=3  # 113
store out sram_base=52205 x_size=2 x_stride=5 x_pad_0=2 x_pad_1=1  # 114
store out sram_base=2 dram_base=3 y_size=32768 x_stride=63038 y_pad_0=8  # 115
store out sram_base=7 dram_base=4294967295 x_stride=7 y_pad_0=10  # 116
store out dram_base=1 x_stride=38650 x_pad_0=3 x_pad_1=6  # 117
store out sram_base=7 y_size=7 x_stride=4 y_pad_0=6 y_pad_1=4  # 118
store out sram_base=3 dram_base=6 x_size=22651 x_stride=3 x_pad_0=3  # 119
store out dram_base=770857269 x_size=18549 x_stride=4529 x_pad_0=7 x_pad_1=15  # 120
store out sram_base=53646 dram_base=1 x_size=7 x_stride=52636 x_pad_0=7 x_pad_1=13  # 121
store out sram_base=54248 dram_base=3 y_size=7 x_stride=5 y_pad_0=6 y_pad_1=1  # 122
load inp sram_base=38054 dram_base=2 x_size=34253 x_stride=2 x_pad_0=7  # 123
store out sram_base=2 dram_base=3425925705 y_size=3 x_stride=5 y_pad_0=8 y_pad_1=9  # 124
load uop dram_base=4294967295 y_size=1 x_stride=60045 y_pad_0=5 y_pad_1=2 pop_next  # 125
store out sram_base=40664 x_size=41662 x_stride=6 x_pad_0=3 x_pad_1=5  # 126
alu shr reset uop_end=4 iter_in=9010 dst_in=2 src_out=765 src_in=1553 use_imm  # 127
load acc sram_base=22111 dram_base=5 x_size=1 x_stride=27643 pop_next push_prev  # 128
load inp sram_base=6 dram_base=4 y_size=1 x_stride=6 y_pad_0=2 y_pad_1=3  # 129
load acc8 sram_base=5 dram_base=2625273482 y_size=4 x_stride=46655 y_pad_0=5 y_pad_1=10 pop_prev pop_next  # 130
load acc8 sram_base=7 dram_base=5 y_size=32768 x_stride=5 y_pad_0=5 y_pad_1=7 pop_prev  # 131
gemm reset uop_bgn=1 uop_end=8192 iter_out=12218 dst_out=2 dst_in=1076 src_out=6 src_in=1927 wgt_out=2 wgt_in=5  # 132
store out sram_base=32768 dram_base=2147483648 y_size=4 x_stride=65535 y_pad_0=14 y_pad_1=10  # 133
load wgt sram_base=48885 dram_base=4294967294 x_size=65534 x_stride=1 x_pad_1=15  # 134
store out sram_base=5 dram_base=1 x_stride=64189 y_pad_0=11 y_pad_1=4  # 135
load wgt sram_base=7 dram_base=1449764389 x_stride=1 y_pad_0=1 y_pad_1=14  # 136
load acc8 dram_base=2892761755 y_size=2 x_stride=7 y_pad_1=1  # 137
store out sram_base=4 dram_base=1 x_size=50319 x_pad_0=12 x_pad_1=1  # 138
gemm reset uop_bgn=8096 uop_end=8192 iter_in=8740 dst_in=1215 src_out=7 src_in=1500 wgt_out=714 wgt_in=1  # 139
load inp sram_base=4 dram_base=4268113606 x_size=7 x_stride=49628 pop_next  # 140
load wgt sram_base=3 dram_base=3 x_stride=53083 x_pad_0=4  # 141
load inp sram_base=1998 dram_base=6 x_size=37872 x_stride=5 x_pad_0=7 x_pad_1=3  # 142
load inp dram_base=3969316602 y_size=40839 x_stride=49084 y_pad_0=2 y_pad_1=8  # 143
load acc sram_base=3 dram_base=6 y_size=37208 x_stride=5678 y_pad_1=6  # 144
load wgt sram_base=65534 dram_base=990386396 y_size=9764 x_stride=54138 y_pad_0=5 y_pad_1=1 push_next  # 145
store out sram_base=3 dram_base=2671037999 y_size=8194 x_stride=40615 y_pad_0=1 y_pad_1=8  # 146
load inp dram_base=536278400 y_size=6 x_stride=5 y_pad_0=4 y_pad_1=4  # 147
load wgt sram_base=52256 dram_base=3 x_stride=1 y_pad_0=2 y_pad_1=10  # 148
load wgt sram_base=50224 dram_base=4114615801 x_size=14306 x_stride=43954 x_pad_0=2 x_pad_1=9  # 149
load wgt sram_base=1 dram_base=7 y_size=65534 x_stride=60771 y_pad_1=1  # 150
load wgt sram_base=53957 dram_base=6 y_size=10690 x_stride=16516 y_pad_0=14  # 151
load wgt sram_base=47409 dram_base=4138399478 y_size=2 x_stride=32768 y_pad_0=12 y_pad_1=1  # 152
load inp sram_base=10282 dram_base=4 x_size=21181 x_stride=3 x_pad_0=7  # 153
load wgt sram_base=7 dram_base=2147483648 x_size=49946 x_stride=17199 x_pad_0=9 x_pad_1=8  # 154
load wgt sram_base=40594 dram_base=3481920375 y_size=22875 x_stride=32768 y_pad_0=9 y_pad_1=7  # 155
load inp sram_base=5 dram_base=107023148 x_size=34024 x_stride=60049 x_pad_0=12 x_pad_1=14  # 156
load wgt sram_base=33158 dram_base=4294967294 y_size=5 x_stride=32870 y_pad_0=4 y_pad_1=1  # 157
load wgt sram_base=45949 dram_base=4294967295 x_size=33632 x_stride=3485 x_pad_0=8 push_next  # 158
load inp sram_base=65534 x_size=32768 x_stride=32768 x_pad_1=5  # 159
load inp dram_base=4 x_stride=65535 y_pad_0=9 y_pad_1=1  # 160
load wgt sram_base=1 dram_base=2 y_size=3 x_stride=4 y_pad_0=4 y_pad_1=15  # 161
load inp sram_base=60338 dram_base=6 y_size=51144 y_pad_0=11 y_pad_1=6  # 162
load inp sram_base=4 x_size=4 x_stride=4 x_pad_0=9 x_pad_1=8  # 163
load inp sram_base=59149 dram_base=2147483648 x_stride=35275 x_pad_1=6  # 164
load inp sram_base=35444 dram_base=2242187312 x_size=27854 x_pad_0=11 x_pad_1=3  # 165
store out sram_base=39627 y_size=48359 x_stride=1 y_pad_0=4 y_pad_1=1 push_prev  # 166
load wgt sram_base=48293 dram_base=4008641837 y_size=2 x_stride=59883 y_pad_0=3 y_pad_1=14  # 167
load wgt sram_base=64119 dram_base=1334335774 y_size=18035 x_stride=7 y_pad_0=11 y_pad_1=1 push_next  # 168
gemm reset uop_bgn=6522 uop_end=2 iter_in=2 dst_out=2047 src_out=947 src_in=1171 wgt_out=693 pop_prev push_next  # 169
load wgt sram_base=64398 dram_base=2 x_stride=58778 y_pad_0=1 y_pad_1=4 push_next  # 170
store out dram_base=158291094 x_size=6 x_stride=7 x_pad_0=8 x_pad_1=5  # 171
load acc8 sram_base=65535 dram_base=2 x_size=1 x_stride=6 x_pad_0=6 x_pad_1=14 pop_prev push_next  # 172
load inp sram_base=49808 dram_base=2093627170 x_size=58946 x_stride=65534 x_pad_0=14 x_pad_1=15 push_next  # 173
load acc8 sram_base=62468 dram_base=385245961 y_size=3 x_stride=64749 y_pad_0=10 pop_prev push_prev  # 174
store out x_size=5 x_stride=5 x_pad_1=2 pop_prev push_prev  # 175
load acc sram_base=32768 x_size=45703 x_stride=46404 x_pad_0=4 x_pad_1=8  # 176
load acc8 sram_base=32768 y_size=65534 x_stride=65535 y_pad_0=1 y_pad_1=2 pop_prev pop_next  # 177
load inp dram_base=1 x_size=1 x_stride=43824 x_pad_0=1 x_pad_1=13 push_next  # 178
load wgt sram_base=36778 dram_base=4 y_size=65534 x_stride=34698 y_pad_0=6 y_pad_1=3  # 179
store out sram_base=680 dram_base=4 y_size=64137 y_pad_0=14 pop_prev push_prev  # 180
load inp sram_base=4 dram_base=2424484859 x_size=2238 x_stride=2 x_pad_0=9 x_pad_1=14  # 181
store out sram_base=53555 dram_base=1 x_stride=6 y_pad_0=6 y_pad_1=1  # 182
store out x_stride=1 y_pad_0=9 y_pad_1=5  # 183
load inp dram_base=6 x_size=6 x_stride=45130 x_pad_0=4 x_pad_1=12 pop_next  # 184
load inp sram_base=4 dram_base=2352478264 x_size=65097 x_stride=65535 x_pad_0=5 x_pad_1=7  # 185
store out sram_base=65535 dram_base=2972118329 y_size=5 x_stride=44564 y_pad_0=12 y_pad_1=5  # 186
store out dram_base=2147483648 x_stride=6 y_pad_0=2 y_pad_1=8  # 187
store out sram_base=28852 dram_base=4168340390 y_size=65534 x_stride=4 y_pad_0=14 y_pad_1=15 push_prev  # 188
load inp sram_base=53723 dram_base=2 x_size=23127 x_stride=52765 x_pad_0=12 x_pad_1=9 push_next  # 189
alu add reset uop_bgn=8191 uop_end=8192 iter_out=5 dst_out=2046 dst_in=3 src_out=725 src_in=3 use_imm imm=29663 pop_prev pop_next  # 190
store out sram_base=23313 dram_base=4294967295 x_size=56842 x_stride=44162 x_pad_0=14 x_pad_1=3  # 191
store out dram_base=3846221275 x_stride=6628 y_pad_0=2 y_pad_1=6  # 192
load uop sram_base=38181 dram_base=141711758 x_size=3 x_stride=14901 x_pad_1=6 pop_prev push_next  # 193
load inp sram_base=45498 dram_base=4294967295 y_size=60733 x_stride=26187 y_pad_0=4 y_pad_1=14  # 194
store out dram_base=6 y_size=59798 x_stride=52611 y_pad_0=5 y_pad_1=14  # 195
store out sram_base=55499 dram_base=1 y_size=13853 x_stride=4 y_pad_0=15 y_pad_1=7 push_prev  # 196
load uop sram_base=1 dram_base=1 y_size=8744 x_stride=3 y_pad_0=3 y_pad_1=12 pop_prev  # 197
store out sram_base=61762 dram_base=174448221 y_size=1 x_stride=65535 y_pad_0=3 y_pad_1=15  # 198
load inp sram_base=33182 dram_base=6 y_size=60351 x_stride=32906 y_pad_0=2 y_pad_1=10  # 199
load inp sram_base=29874 dram_base=3636206719 y_size=32742 y_pad_0=8 y_pad_1=7  # 200
load inp sram_base=32768 dram_base=4294967295 x_size=1 x_stride=32768 x_pad_0=10 x_pad_1=12  # 201
store out sram_base=6 y_size=6 x_stride=3 y_pad_0=14 y_pad_1=4  # 202
load inp sram_base=39800 dram_base=5 x_stride=64026 y_pad_0=5 y_pad_1=14 push_next  # 203
load wgt sram_base=5 dram_base=2351371120 y_size=35319 x_stride=3 y_pad_0=11 y_pad_1=14  # 204
load inp sram_base=65535 y_size=35274 x_stride=6 y_pad_0=8 y_pad_1=7  # 205
load inp sram_base=40373 dram_base=4294967295 y_size=37045 x_stride=26998 y_pad_0=14  # 206
load wgt sram_base=4 dram_base=5 x_stride=60743 y_pad_0=6 y_pad_1=8  # 207
store out sram_base=6 dram_base=3034901290 y_size=2 x_stride=32768 y_pad_0=8  # 208
load inp sram_base=3 x_size=63053 x_stride=65535 x_pad_0=10 x_pad_1=8  # 209
store out sram_base=14268 dram_base=2508669188 x_size=42322 x_pad_0=6 x_pad_1=4  # 210
load acc8 sram_base=48912 dram_base=2942222804 x_size=65535 x_stride=55925 x_pad_0=8 x_pad_1=11 pop_next  # 211
load inp dram_base=7 y_size=5 y_pad_0=9 y_pad_1=14  # 212
load acc sram_base=41127 dram_base=7 x_size=43271 x_stride=34138 x_pad_1=12 pop_prev pop_next  # 213
gemm reset uop_bgn=7 uop_end=6 iter_out=15577 dst_out=1818 dst_in=2 src_out=2 src_in=1024 wgt_out=6 wgt_in=7 push_next  # 214
load acc8 dram_base=732929893 y_size=49327 x_stride=2 y_pad_0=7 y_pad_1=2  # 215
gemm uop_bgn=4965 uop_end=1753 iter_out=6 iter_in=3 src_out=7 src_in=3 wgt_out=5 wgt_in=2 pop_next  # 216
load acc8 sram_base=4 dram_base=3231046526 x_size=7 x_stride=16199 x_pad_0=7 x_pad_1=5 pop_next push_next  # 217
load acc8 sram_base=60005 dram_base=1 x_size=65534 x_stride=3 x_pad_0=4 x_pad_1=1  # 218
load acc sram_base=56365 x_stride=65534 y_pad_0=7 y_pad_1=2  # 219
alu shr reset uop_bgn=3 uop_end=8192 iter_out=1 src_out=2 src_in=2 imm=32766 push_next  # 220
load uop sram_base=60427 dram_base=2147483648 y_size=35820 x_stride=39336 y_pad_1=12 push_prev  # 221
load acc sram_base=3 dram_base=4204749729 x_size=4 x_stride=5 x_pad_0=12  # 222
load acc sram_base=1 dram_base=4294967295 x_size=43006 x_stride=4 push_prev  # 223
gemm reset uop_bgn=4 uop_end=4 iter_out=9131 iter_in=16382 dst_out=2 dst_in=3 src_out=2 src_in=5 wgt_out=769 wgt_in=1023  # 224
load uop dram_base=4294967294 x_size=1 x_stride=6 x_pad_0=6 x_pad_1=4 push_prev  # 225
load acc dram_base=2072512867 x_stride=32768 x_pad_0=14 x_pad_1=13  # 226
load acc8 sram_base=5 dram_base=3579786056 y_size=50660 x_stride=54107 y_pad_0=6  # 227
gemm iter_out=963 iter_in=6 dst_out=7 dst_in=7 src_out=1817 wgt_out=5 wgt_in=1022  # 228
load acc sram_base=26214 dram_base=3932200509 y_size=1436 x_stride=6 y_pad_0=6 y_pad_1=13  # 229
load acc8 sram_base=7 dram_base=2842944608 x_size=1 x_stride=7 x_pad_0=2 x_pad_1=8  # 230
load acc sram_base=45543 dram_base=1 y_size=65176 x_stride=26763 y_pad_0=4 y_pad_1=14  # 231
store out sram_base=32190 dram_base=4294967294 y_size=1 x_stride=32768 y_pad_0=11 pop_prev  # 232
gemm reset uop_bgn=4 uop_end=1278 iter_in=5 dst_out=1304 src_out=3 src_in=5 wgt_out=435 wgt_in=1022  # 233
store out dram_base=1 x_stride=51100 x_pad_0=5 x_pad_1=11  # 234
load acc8 y_size=5 x_stride=2 y_pad_0=4 y_pad_1=5  # 235
alu max uop_bgn=2 uop_end=7268 iter_out=15748 dst_out=1 dst_in=1024 src_out=1082 imm=7 push_next  # 236
load acc8 sram_base=7 dram_base=4294967295 x_size=7 x_stride=65535 x_pad_0=8 x_pad_1=10  # 237
load acc dram_base=3215673290 y_size=38198 x_stride=3 y_pad_1=1  # 238
alu min uop_bgn=6969 uop_end=6100 iter_out=13235 iter_in=5 dst_in=1551 src_out=1 imm=3  # 239
store out dram_base=2946018735 y_size=5 x_stride=5 y_pad_0=6  # 240
load acc sram_base=6 dram_base=358889751 y_size=32768 x_stride=49330 y_pad_0=2 y_pad_1=6  # 241
alu max reset uop_bgn=6393 uop_end=8192 iter_in=11817 dst_out=3 dst_in=2 src_out=1436 src_in=1590 imm=4  # 242
load wgt dram_base=2147483648 y_size=65534 x_stride=21524 y_pad_0=3 y_pad_1=4 pop_next  # 243
store out dram_base=4294967294 y_size=5 x_stride=3 y_pad_0=9 y_pad_1=8 pop_prev  # 244
load acc8 sram_base=22279 dram_base=6 y_size=6 x_stride=64986 y_pad_0=9 y_pad_1=4  # 245
load wgt sram_base=53711 dram_base=2 x_size=25150 x_stride=1 x_pad_0=12 x_pad_1=12 push_next  # 246
store out sram_base=38956 dram_base=1937249055 x_size=5 x_stride=65534 x_pad_0=15 x_pad_1=10 push_prev  # 247
store out sram_base=4691 dram_base=6 y_size=7 x_stride=63965 y_pad_1=3 pop_prev  # 248
load uop sram_base=34029 dram_base=3287051486 x_size=24096 x_stride=65535 x_pad_0=15 x_pad_1=1 pop_prev  # 249
load acc sram_base=41305 dram_base=1835418472 x_pad_1=10 push_next  # 250
load acc sram_base=7 x_size=29542 x_stride=5 x_pad_0=6 pop_next  # 251
store out dram_base=4294967294 x_stride=33262 x_pad_0=6 x_pad_1=15 pop_prev  # 252
load wgt sram_base=33973 y_size=3 y_pad_1=14 pop_next  # 253
store out sram_base=1 dram_base=1 x_size=38620 x_stride=37456 x_pad_0=2 x_pad_1=1  # 254
load uop dram_base=3 y_size=58537 x_stride=64322 y_pad_0=10 y_pad_1=12 push_prev  # 255
alu max reset uop_bgn=4353 uop_end=4353 iter_in=10870 dst_out=5 dst_in=1024 src_out=1024 src_in=3 use_imm imm=1  # 256
load uop sram_base=3 dram_base=4054786467 y_size=22199 x_stride=32330 y_pad_0=2 y_pad_1=9  # 257
store out sram_base=5 dram_base=2747082134 x_size=39591 x_stride=4 x_pad_0=12 x_pad_1=10 pop_prev  # 258
load inp sram_base=58467 dram_base=2544206724 y_size=6 x_stride=42350 y_pad_0=14 push_next  # 259
store out sram_base=65535 dram_base=3272225876 x_size=6 x_stride=35612 x_pad_0=6 x_pad_1=8  # 260
store out sram_base=57117 dram_base=2 x_stride=7 x_pad_0=14  # 261
store out sram_base=52289 dram_base=5 x_size=32768 x_stride=32768 x_pad_0=14 x_pad_1=5 pop_prev push_prev  # 262
gemm reset uop_bgn=2162 uop_end=1946 iter_out=15643 iter_in=13162 dst_out=1102 dst_in=1909 src_out=195 src_in=326 wgt_out=1023 wgt_in=4 pop_next  # 263
load acc sram_base=3454 dram_base=1 x_stride=35116 y_pad_0=9  # 264
alu max uop_bgn=5922 uop_end=2 iter_in=4 dst_out=3 dst_in=1146 src_out=1024 src_in=2047 imm=2458  # 265
store out sram_base=6680 dram_base=2728680781 x_size=22172 x_stride=43244 x_pad_1=3  # 266
load wgt sram_base=33564 dram_base=6 y_size=32768 x_stride=7 y_pad_0=9 y_pad_1=7 push_next  # 267
load acc sram_base=5 y_size=6 x_stride=7 y_pad_0=2 y_pad_1=9 push_next  # 268
load acc dram_base=2875090020 y_size=48768 x_stride=43229 y_pad_0=14 y_pad_1=5 pop_prev  # 269
load acc8 sram_base=49159 dram_base=1279614314 y_size=7 x_stride=65534 y_pad_0=2  # 270
gemm reset uop_bgn=8159 uop_end=6238 iter_out=8192 dst_out=913 dst_in=3 src_out=6 src_in=2047 wgt_out=5 wgt_in=1023 push_prev  # 271
alu min uop_bgn=2266 uop_end=719 iter_out=14733 iter_in=6 dst_out=1956 dst_in=1153 src_out=3 src_in=2047 use_imm imm=2  # 272
store out sram_base=60136 dram_base=2147483648 x_size=42816 x_stride=37885 x_pad_0=2 x_pad_1=5  # 273
load acc8 sram_base=26598 dram_base=1 x_stride=6 y_pad_0=2 y_pad_1=4  # 274
store out sram_base=1 dram_base=3388118648 x_stride=32768 x_pad_0=5 x_pad_1=12 push_prev  # 275
load wgt sram_base=1 dram_base=2926365503 y_size=4 x_stride=32768 y_pad_0=9 y_pad_1=14 pop_next  # 276
alu min reset uop_bgn=5807 uop_end=8192 iter_out=9932 dst_out=1084 src_out=299 src_in=3 use_imm pop_next push_prev  # 277
load uop dram_base=2 x_size=65535 x_stride=65081 x_pad_0=15 x_pad_1=5  # 278
store out sram_base=65535 dram_base=779749357 y_size=6 x_stride=60523 y_pad_0=10 y_pad_1=2 push_prev  # 279
load acc8 dram_base=6 y_size=32768 x_stride=32768 y_pad_0=3 y_pad_1=8 push_prev  # 280
load wgt sram_base=65535 dram_base=5 x_size=4 x_stride=53357 x_pad_0=13 x_pad_1=2 pop_next  # 281
load acc sram_base=52258 dram_base=3 y_size=1 x_stride=5 y_pad_0=9 y_pad_1=14 push_prev  # 282
load inp sram_base=54736 dram_base=1 x_size=5 x_stride=37101 x_pad_0=8 x_pad_1=2 pop_next  # 283
load inp dram_base=2985704379 x_size=1 x_stride=3 x_pad_0=8 x_pad_1=5 pop_next push_next  # 284
load uop sram_base=6 y_size=55526 y_pad_0=1 y_pad_1=3 pop_prev  # 285
store out sram_base=2 dram_base=4294967294 y_size=3 x_stride=6 y_pad_1=3 pop_prev  # 286
load inp sram_base=1 y_size=1 x_stride=52493 y_pad_0=2 y_pad_1=7  # 287
alu min uop_bgn=5213 uop_end=5213 dst_out=6 dst_in=1532 src_out=1807 src_in=1386 use_imm pop_prev push_prev  # 288
load acc8 sram_base=41817 dram_base=5 y_size=3 y_pad_0=3 y_pad_1=7 pop_next push_next  # 289
load inp sram_base=46437 dram_base=3 y_size=4 y_pad_0=3 y_pad_1=15 pop_next push_next  # 290
load wgt sram_base=56329 dram_base=4294967294 x_stride=33023 x_pad_0=11 x_pad_1=13  # 291
load wgt sram_base=5 dram_base=3 x_size=52664 x_stride=38736 x_pad_0=5  # 292
load wgt sram_base=31667 dram_base=1740101760 x_size=4 x_stride=64538 x_pad_0=15 x_pad_1=6  # 293
load inp sram_base=32768 dram_base=6 y_size=65535 y_pad_1=2 push_next  # 294
load wgt sram_base=4 dram_base=6 x_size=2 x_stride=2 x_pad_0=3 x_pad_1=2  # 295
load inp sram_base=59169 y_size=13650 x_stride=59038 y_pad_0=12 y_pad_1=14 pop_next  # 296
load wgt sram_base=1 dram_base=4294967294 x_stride=32768 x_pad_0=15 x_pad_1=8 push_next  # 297
load inp sram_base=56748 dram_base=7 x_size=65535 x_pad_0=1 x_pad_1=10  # 298
load inp sram_base=32768 dram_base=2147483648 y_size=1 x_stride=5 y_pad_1=11 push_next  # 299
load inp sram_base=49290 x_size=4 x_pad_0=14 x_pad_1=13  # 300
load inp dram_base=5 x_size=65535 x_pad_0=1 x_pad_1=8  # 301
store out sram_base=42405 dram_base=2 x_size=4 x_stride=4 x_pad_0=8 x_pad_1=2 pop_prev  # 302
load inp sram_base=41671 dram_base=4294967294 x_size=65535 x_stride=5  # 303
load inp sram_base=4 dram_base=7 x_size=3 x_stride=32768 x_pad_0=4 x_pad_1=13 pop_next  # 304
store out sram_base=7 dram_base=3372564390 y_size=6390 x_stride=30751 y_pad_0=13 y_pad_1=11 push_prev  # 305
load inp sram_base=64739 x_size=7 x_pad_0=11 x_pad_1=8  # 306
load inp sram_base=6 dram_base=4294967295 y_size=1 y_pad_0=3  # 307
load inp sram_base=49362 dram_base=6 y_size=16721 x_stride=3 y_pad_0=6  # 308
store out sram_base=54818 dram_base=3284778204 y_size=2 y_pad_0=8 y_pad_1=8  # 309
load wgt sram_base=57804 dram_base=6 x_size=61055 x_stride=20954 x_pad_0=8 x_pad_1=8  # 310
load wgt sram_base=4 dram_base=4294967294 x_size=31487 x_stride=50613 x_pad_1=15  # 311
load inp dram_base=715995301 y_size=5 x_stride=7 y_pad_0=10 y_pad_1=12  # 312
load inp sram_base=29158 dram_base=3607620930 x_size=62296 x_pad_0=6  # 313
load inp dram_base=3920266793 y_size=65534 x_stride=35573 y_pad_0=5 y_pad_1=7  # 314
load inp dram_base=2910012664 x_size=3 x_stride=44807 x_pad_0=6 x_pad_1=15  # 315
load inp sram_base=65535 dram_base=1020727869 y_size=65535 x_stride=1 y_pad_0=14 y_pad_1=8  # 316
load inp sram_base=42537 dram_base=4 x_size=60351 x_stride=52908 x_pad_0=1 x_pad_1=8  # 317
load wgt sram_base=7 dram_base=2321182527 x_size=1 x_stride=41733 x_pad_0=8 x_pad_1=15  # 318
store out sram_base=58211 y_size=39565 x_stride=65535 y_pad_0=12 y_pad_1=6  # 319
load inp sram_base=7 dram_base=5 x_stride=41218 x_pad_0=5 x_pad_1=12  # 320
load wgt sram_base=8232 dram_base=6 x_size=24199 x_stride=41732 x_pad_0=8 x_pad_1=7  # 321
load wgt sram_base=7 dram_base=4294967295 y_size=4 x_stride=7 y_pad_0=8 y_pad_1=11  # 322
load inp sram_base=60278 y_size=44123 x_stride=56819 y_pad_0=6 y_pad_1=10  # 323
load acc8 y_size=6 x_stride=7 y_pad_0=3 pop_prev push_prev  # 324
load inp sram_base=61679 dram_base=2147483648 x_size=40240 x_stride=3 x_pad_0=4 x_pad_1=1 pop_next  # 325
load inp sram_base=65535 y_size=2 x_stride=10549 y_pad_0=5 y_pad_1=15  # 326
load inp dram_base=4 y_size=47087 x_stride=2 y_pad_0=5 y_pad_1=14  # 327
load wgt sram_base=6 dram_base=7 x_size=37134 x_stride=41551 x_pad_0=2 push_next  # 328
load inp sram_base=65534 dram_base=5 y_size=6 x_stride=41993  # 329
load wgt dram_base=4294967295 x_stride=1 y_pad_0=5 y_pad_1=10  # 330
load wgt sram_base=3 dram_base=7 y_size=57120 x_stride=2 y_pad_0=1 y_pad_1=6  # 331
load inp sram_base=3 dram_base=2200761280 x_size=4 x_stride=34277 x_pad_0=3 x_pad_1=10  # 332
load inp sram_base=1 dram_base=4 y_size=5 y_pad_1=9  # 333
load wgt sram_base=65534 dram_base=3783677615 x_stride=4 x_pad_0=15 x_pad_1=1  # 334
load wgt sram_base=33532 dram_base=3885770710 y_size=49660 x_stride=62014 y_pad_0=3 y_pad_1=15  # 335
load wgt sram_base=6 dram_base=4294967294 y_size=4 x_stride=35404 y_pad_0=3 y_pad_1=15  # 336
load acc sram_base=65534 dram_base=3 y_size=4 x_stride=32768 y_pad_0=7 pop_prev pop_next push_prev  # 337
load inp sram_base=61155 dram_base=1365005380 x_size=61521 x_stride=65474 x_pad_0=10 x_pad_1=9  # 338
load inp sram_base=5 dram_base=2147483648 y_size=39601 y_pad_0=7  # 339
load wgt sram_base=15820 dram_base=4294967294 y_size=3 x_stride=3644 y_pad_0=15  # 340
load wgt sram_base=2 dram_base=662006711 y_size=47305 x_stride=23566 y_pad_0=7 pop_next  # 341
load wgt sram_base=65023 dram_base=6 x_size=32768 x_stride=15065 x_pad_0=6 x_pad_1=4  # 342
load inp sram_base=7 dram_base=2221234528 y_size=65534 y_pad_0=4 y_pad_1=8  # 343
load wgt sram_base=49969 dram_base=4294967294 y_size=5 x_stride=6 y_pad_0=15 y_pad_1=5  # 344
store out sram_base=7 dram_base=2 y_size=6877 x_stride=45377 y_pad_0=8 y_pad_1=15  # 345
store out sram_base=27208 dram_base=5 x_stride=7 y_pad_0=14 y_pad_1=5  # 346
store out sram_base=6 dram_base=3671253760 y_size=1 y_pad_0=10 y_pad_1=13  # 347
store out sram_base=6 dram_base=3697440034 x_pad_0=7 x_pad_1=15  # 348
store out sram_base=17626 x_stride=34362 y_pad_0=10 y_pad_1=7  # 349
load wgt sram_base=5 y_size=59162 x_stride=51545 y_pad_0=2 y_pad_1=4 push_next  # 350
alu max reset uop_bgn=1 iter_out=6 iter_in=6 dst_out=832 dst_in=2008 src_out=4 src_in=1717 use_imm imm=1 pop_prev  # 351
load acc8 dram_base=3 x_size=64869 x_stride=42259 x_pad_0=6 x_pad_1=6 pop_prev  # 352
load uop dram_base=3681823829 x_size=7 x_stride=5 x_pad_1=2 pop_prev  # 353
store out dram_base=6 y_size=65534 y_pad_0=13 y_pad_1=5  # 354
store out sram_base=1 dram_base=1548263599 y_size=65535 x_stride=7 y_pad_0=8 y_pad_1=14  # 355
load inp sram_base=2 y_size=20753 x_stride=2 y_pad_0=3 y_pad_1=13  # 356
load wgt sram_base=32768 dram_base=1173431569 x_size=65534 x_stride=40909 x_pad_0=5 x_pad_1=5  # 357
load acc sram_base=3 dram_base=3797383393 x_size=4 x_stride=59825 x_pad_0=4 x_pad_1=15  # 358
store out sram_base=1 dram_base=7 x_size=54283 x_stride=44055 x_pad_0=2 x_pad_1=12  # 359
alu mul uop_bgn=5 uop_end=7 iter_out=15725 dst_out=2047 dst_in=150 src_out=1398 src_in=1879  # 360
load acc dram_base=2516164278 x_size=2 x_stride=1 x_pad_0=7 x_pad_1=14 push_next  # 361
load acc8 sram_base=56343 x_size=52137 x_stride=41072 x_pad_0=14  # 362
store out sram_base=65007 x_stride=65534 x_pad_0=12 x_pad_1=8 push_prev  # 363
load wgt sram_base=1 dram_base=3982711665 y_size=65534 x_stride=2 y_pad_0=10 y_pad_1=1  # 364
load acc sram_base=2 dram_base=3352478353 x_size=65534 x_stride=1 x_pad_1=14 pop_next  # 365
store out sram_base=33182 dram_base=795854116 y_size=65535 x_stride=3 y_pad_0=3 y_pad_1=6 pop_prev push_prev  # 366
store out sram_base=65534 y_size=1 x_stride=27595 y_pad_0=6 y_pad_1=12  # 367
alu mul reset uop_end=7 iter_out=6 dst_out=1169 dst_in=239 src_out=1366 use_imm imm=29703  # 368
load wgt sram_base=27717 dram_base=4294967294 x_size=320 x_stride=65534 x_pad_0=7 x_pad_1=8  # 369
store out sram_base=33823 dram_base=5 x_stride=24983 x_pad_0=2 x_pad_1=3  # 370
load wgt sram_base=51359 dram_base=2828989524 x_size=5 x_stride=36857 x_pad_0=3 push_next  # 371
load inp sram_base=3 dram_base=2 x_size=39074 x_stride=4 x_pad_0=12 x_pad_1=10  # 372
store out sram_base=65534 dram_base=1 x_size=55647 x_stride=4801 x_pad_0=13 x_pad_1=11  # 373
store out sram_base=3 dram_base=5 x_size=4 x_stride=41581 x_pad_0=7 x_pad_1=2 push_prev  # 374
load wgt sram_base=60279 dram_base=2147483648 x_size=44771 x_stride=6 x_pad_0=2 x_pad_1=15  # 375
load uop sram_base=3 dram_base=6 x_size=39980 x_stride=41646 x_pad_0=14 x_pad_1=2  # 376
load acc8 sram_base=62173 dram_base=2147483648 x_size=5 x_stride=7 x_pad_0=7 x_pad_1=15 pop_prev  # 377
load acc sram_base=7 dram_base=3992950574 x_size=1 x_stride=5 x_pad_0=15 x_pad_1=4  # 378
load uop sram_base=35748 dram_base=2 x_size=34304 x_stride=4 x_pad_0=15 x_pad_1=8  # 379
load uop sram_base=48357 dram_base=4 x_size=65534 x_stride=6 x_pad_0=10 x_pad_1=8 pop_prev pop_next push_prev  # 380
load inp sram_base=53900 dram_base=2147483648 y_size=4  # 381
gemm reset uop_bgn=7814 uop_end=1 iter_in=7517 dst_out=1149 dst_in=1267 src_out=878 src_in=4  # 382
alu max reset uop_bgn=8191 iter_out=11783 dst_out=1 dst_in=6 src_out=3 use_imm imm=5 push_next  # 383
store out sram_base=2 dram_base=1991500344 x_size=46047 x_stride=45071 x_pad_0=9 x_pad_1=9  # 384
load wgt sram_base=4 dram_base=1836174596 y_size=3 x_stride=65535 y_pad_0=9 y_pad_1=13  # 385
load wgt sram_base=1 dram_base=4294967295 x_size=64620 x_stride=40185 x_pad_0=14 x_pad_1=15  # 386
load inp sram_base=7273 dram_base=4 x_size=3 x_stride=4 x_pad_0=5 x_pad_1=12 pop_next  # 387
alu add reset uop_end=2 iter_out=10643 dst_out=1309 dst_in=42 src_out=4 src_in=1816 use_imm imm=32767  # 388
gemm uop_bgn=7380 uop_end=7380 iter_out=4684 dst_out=7 dst_in=1259 src_out=1691 src_in=6 wgt_out=597 wgt_in=3  # 389
load inp sram_base=55564 y_size=41580 y_pad_0=5  # 390
store out sram_base=10676 dram_base=3 y_size=37852 x_stride=37922 y_pad_0=7 y_pad_1=5 push_prev  # 391
store out sram_base=65535 dram_base=5 x_stride=32768 y_pad_1=1 pop_prev  # 392
load inp sram_base=52624 y_size=65180 x_stride=3 y_pad_0=6 y_pad_1=8 push_next  # 393
store out sram_base=32768 dram_base=3200668417 x_stride=5 x_pad_0=8 x_pad_1=2  # 394
alu min uop_bgn=5 uop_end=3142 iter_in=16382 src_out=4 src_in=392 use_imm  # 395
store out sram_base=3 dram_base=4 y_size=5 x_stride=32768 y_pad_0=13 y_pad_1=5  # 396
load inp sram_base=6 dram_base=5 x_size=58207 x_stride=38669 x_pad_0=12  # 397
load acc8 sram_base=7 dram_base=2772087104 x_size=9388 x_pad_0=15 x_pad_1=14  # 398
load acc8 sram_base=3 y_size=35795 x_stride=15912 y_pad_0=1 y_pad_1=7 pop_next  # 399
gemm uop_bgn=3 iter_in=6 dst_out=6 dst_in=566 src_out=1841 src_in=1907 wgt_out=4 wgt_in=322 pop_prev pop_next push_prev  # 400
store out sram_base=50343 dram_base=3533856315 x_size=7 x_stride=5 x_pad_1=8  # 401
load uop sram_base=32768 dram_base=3351349706 y_size=7 x_stride=6 y_pad_0=8 y_pad_1=1  # 402
load wgt sram_base=3 dram_base=3469778706 x_size=24954 x_stride=55589 x_pad_0=9 push_next  # 403
load inp sram_base=1 dram_base=6 y_size=58255 x_stride=41476 y_pad_0=3 y_pad_1=14 push_next  # 404
store out sram_base=32768 dram_base=3909273209 x_size=7 x_stride=9065 x_pad_0=12 x_pad_1=2 push_prev  # 405
store out dram_base=4294967295 x_size=863 x_stride=36488 x_pad_0=6 x_pad_1=11  # 406
load inp sram_base=62600 dram_base=3559729825 y_size=4 x_stride=62875 y_pad_0=8 pop_next  # 407
load wgt sram_base=52468 dram_base=6 x_stride=64805 y_pad_0=13  # 408
store out sram_base=43538 dram_base=3203082054 y_size=65534 x_stride=41917 y_pad_0=6 y_pad_1=14  # 409
load acc sram_base=62381 dram_base=3 y_size=34831 x_stride=42047 y_pad_0=13 push_prev  # 410
store out dram_base=7 x_stride=20580 y_pad_1=11  # 411
store out dram_base=2 y_size=2 x_stride=7 y_pad_0=3 y_pad_1=5  # 412
gemm reset iter_out=1741 iter_in=2369 dst_in=1380 src_out=1272 src_in=1400 wgt_out=579 wgt_in=1 pop_prev  # 413
load inp sram_base=55616 dram_base=3050027379 x_size=4 x_stride=62446 x_pad_0=4 pop_next  # 414
load acc8 sram_base=4 dram_base=2514597002 x_size=57434 x_stride=6 x_pad_0=8 push_prev  # 415
load acc dram_base=2 y_size=1 x_stride=6 y_pad_1=1  # 416
load wgt sram_base=65534 dram_base=2686837655 y_size=24075 x_stride=65534 y_pad_0=7 y_pad_1=6 pop_next  # 417
store out sram_base=33642 dram_base=1 y_size=4 x_stride=15831 y_pad_0=15 y_pad_1=8  # 418
load acc sram_base=65534 dram_base=5 y_size=7 y_pad_0=1 y_pad_1=4 push_next  # 419
load acc8 sram_base=2 dram_base=2229627897 x_size=6 x_stride=54787 x_pad_0=4 pop_prev  # 420
load wgt sram_base=4479 dram_base=3671352009 x_size=65534 x_stride=42584 x_pad_1=4  # 421
store out dram_base=3435579474 x_size=2 x_stride=65535 x_pad_0=7 x_pad_1=1  # 422
load uop sram_base=1 dram_base=7 x_size=1 x_pad_0=14 x_pad_1=3  # 423
store out sram_base=32768 dram_base=6 x_size=7 x_stride=2 x_pad_0=5 x_pad_1=3  # 424
store out sram_base=32768 dram_base=4294967295 x_size=62675 x_stride=38556 x_pad_0=15 x_pad_1=3  # 425
store out sram_base=3 dram_base=7 y_size=65534 x_stride=14550 y_pad_0=3 y_pad_1=15 pop_prev  # 426
store out sram_base=7 dram_base=7 x_stride=2 y_pad_1=6  # 427
store out sram_base=65535 dram_base=1 y_pad_0=3  # 428
load inp sram_base=2 dram_base=922808481 x_size=7 x_stride=1 x_pad_0=13 x_pad_1=2  # 429
store out sram_base=5 dram_base=5 x_size=65535 x_stride=44781 x_pad_0=13 x_pad_1=5 push_prev  # 430
store out sram_base=40621 x_size=6 x_stride=32768 x_pad_0=12 x_pad_1=6  # 431
load inp dram_base=2 x_size=31236 x_stride=56867 x_pad_0=11  # 432
store out sram_base=35441 dram_base=7 x_stride=32768 x_pad_1=14  # 433
load wgt sram_base=4 dram_base=2399647120 x_size=42198 x_stride=1 x_pad_0=12 x_pad_1=6  # 434
load uop sram_base=65534 x_size=5 x_pad_0=1 x_pad_1=4 pop_next  # 435
load uop sram_base=64018 dram_base=3316098537 x_stride=38117 x_pad_1=2 pop_next  # 436
finish  # 437
