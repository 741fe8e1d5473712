# program 14 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=0 gap=0 outstanding=16 burst=16
.bytes 1048576
.window 0x0 0x90000
.base uop=0x428 inp=0x0 wgt=0x1e300 acc=0x163c0 out=0x18e70
.stream 0x10770
.uops 0x1004
.random 0x20000 262144 4288819175536339323
.random 0x80000 65536 250619061338794032
.kernels 6 151 388
uop dst=1726 src=1435 wgt=918
uop dst=1727 src=1436 wgt=919
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1994 src=664 wgt=263
uop dst=1046 src=818 wgt=464
uop dst=595 src=339 wgt=133
uop dst=246 src=1324 wgt=363
uop dst=1003 src=1121 wgt=107
uop dst=430 src=951 wgt=786
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=615 src=1932 wgt=639
uop dst=2019 src=794 wgt=940
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
store out sram_base=584 dram_base=30435 y_size=3 x_size=7 x_stride=9  # 0
alu max uop_bgn=1206 uop_end=1212 iter_out=1 iter_in=100 dst_out=3 dst_in=1 src_out=7 src_in=1  # 1
load inp sram_base=1982 dram_base=34638 y_size=33 x_size=1 x_stride=5 x_pad_0=1  # 2
store out sram_base=339 dram_base=26917 y_size=6 x_size=8 x_stride=8  # 3
load wgt sram_base=6 dram_base=7 x_stride=39334 y_pad_0=3 y_pad_1=4  # 4
load inp sram_base=2036 dram_base=1 x_size=2 x_stride=6 y_pad_0=3 y_pad_1=3  # 5
load inp sram_base=860 dram_base=8199 y_size=3 x_size=2 x_stride=2 push_next  # 6
store out sram_base=2036 dram_base=28195 y_size=3 x_size=4 x_stride=8  # 7
load wgt sram_base=1020 dram_base=35 y_size=4 x_size=1 x_stride=2  # 8
load inp sram_base=413 dram_base=24261 y_size=3 x_size=2 y_pad_0=15 x_pad_0=15 x_pad_1=2  # 9
store out sram_base=171 dram_base=30487 y_size=1 x_size=2 x_stride=2612  # 10
alu mul uop_end=40 iter_out=100 iter_in=1 dst_in=230 src_out=20 src_in=1024 imm=3 push_next  # 11
store out dram_base=29143 y_size=8 x_size=1 x_stride=1 pop_prev  # 12
store out sram_base=551 dram_base=26405 y_size=3 x_size=3 x_stride=4  # 13
store out sram_base=1829 dram_base=28974 y_size=1 x_size=219 x_stride=7  # 14
load inp sram_base=1 dram_base=15238 y_size=1 x_size=267 x_stride=7297  # 15
load inp sram_base=93 dram_base=8199 y_size=1 x_size=1 x_stride=2421  # 16
load inp sram_base=1 x_size=7 x_stride=7 x_pad_1=11 push_next  # 17
load uop sram_base=5 dram_base=1 y_size=2 x_stride=36477 y_pad_0=9 y_pad_1=7 pop_prev  # 18
store out sram_base=54646 dram_base=4 y_size=42465 x_stride=2 y_pad_0=7 y_pad_1=5 push_prev  # 19
gemm uop_bgn=4919 uop_end=4925 iter_out=80 iter_in=1 dst_in=512 src_out=9 wgt_in=6 pop_prev pop_next push_prev  # 20
store out sram_base=551 dram_base=29902 y_size=3 x_size=6 x_stride=6  # 21
load wgt sram_base=1009 dram_base=39 y_size=3 x_size=3 x_stride=5 x_pad_1=2  # 22
store out sram_base=51557 dram_base=3481318969 x_size=62332 x_stride=3 x_pad_0=5 x_pad_1=10  # 23
load inp sram_base=1446 dram_base=8207 y_size=2 x_size=5 x_stride=6  # 24
load wgt sram_base=451 dram_base=865 y_size=1 x_size=2 x_stride=4 x_pad_1=1  # 25
load wgt sram_base=560 dram_base=1567 y_size=3 x_size=3 x_stride=4 x_pad_0=3  # 26
store out sram_base=1631 dram_base=26405 y_size=3 x_size=4 x_stride=4  # 27
load inp sram_base=525 dram_base=19035 y_size=3 x_size=1 x_stride=3  # 28
load inp sram_base=17 dram_base=8199 y_size=4 x_size=2 x_stride=3 pop_next  # 29
load acc8 sram_base=5 dram_base=2147483648 y_size=34271 y_pad_0=4 y_pad_1=15 push_next  # 30
store out dram_base=29645 y_size=2 x_size=5 x_stride=5 pop_prev  # 31
load wgt sram_base=386 dram_base=37 y_size=4 x_size=7 x_stride=7 y_pad_0=15 y_pad_1=15 x_pad_1=3  # 32
store out y_size=36424 x_stride=5 y_pad_0=14 y_pad_1=9 push_prev  # 33
alu min uop_bgn=3291 uop_end=3297 iter_out=100 iter_in=1 dst_out=3 dst_in=1524 src_out=2 src_in=2000 imm=29298 pop_next  # 34
load wgt sram_base=35773 dram_base=1 x_size=46876 x_stride=1 x_pad_0=11 push_next  # 35
gemm uop_bgn=2238 uop_end=2278 iter_out=2 iter_in=1 src_out=1 src_in=7 wgt_out=1023 pop_prev push_next  # 36
load acc8 sram_base=1658 dram_base=31156 y_size=1 x_size=6 push_prev  # 37
gemm uop_bgn=1018 uop_end=1024 iter_out=1 iter_in=100 src_out=1 src_in=2 wgt_out=624  # 38
load wgt sram_base=1012 dram_base=805 y_size=2 x_size=6 x_stride=8 pop_next push_next  # 39
load inp sram_base=2040 dram_base=11898 y_size=2 x_size=4 x_stride=6  # 40
gemm uop_bgn=6212 uop_end=6218 iter_out=1 iter_in=63 dst_out=1606 src_out=1 wgt_out=640 wgt_in=16  # 41
store out sram_base=74 dram_base=30413 y_size=3 x_size=3 x_stride=5 pop_prev push_prev  # 42
load acc sram_base=6 dram_base=3393956337 y_size=65535 x_stride=44254 y_pad_1=11 push_prev  # 43
load inp sram_base=112 dram_base=24560 y_size=2 x_size=6 x_stride=8 pop_next  # 44
load inp sram_base=1336 dram_base=8196 y_size=5 x_size=1 x_stride=1 y_pad_0=2 x_pad_1=3  # 45
load inp sram_base=1996 dram_base=32768 y_size=24 x_size=2 x_stride=178 y_pad_1=2  # 46
alu shr uop_bgn=473 uop_end=479 iter_out=1 iter_in=5 dst_in=511 src_out=7 use_imm imm=26 pop_next  # 47
load inp dram_base=11564 y_size=2 x_size=6 x_stride=9  # 48
store out sram_base=1 dram_base=26400 y_size=1 x_size=8 x_stride=24471  # 49
store out sram_base=40362 dram_base=4294967295 x_size=2 x_stride=59611 x_pad_0=3 x_pad_1=10  # 50
load wgt x_stride=18078 x_pad_0=7 x_pad_1=13  # 51
load inp dram_base=3 y_size=2 x_stride=4914 y_pad_0=12 y_pad_1=12 push_next  # 52
store out sram_base=1 dram_base=2765007752 x_size=4 x_stride=2 push_prev  # 53
load inp sram_base=18692 dram_base=7 x_size=18652 x_stride=3 x_pad_1=6 push_next  # 54
store out sram_base=64878 dram_base=789427981 y_size=15061 x_stride=50288 y_pad_1=5  # 55
store out sram_base=5 dram_base=1559118953 y_size=22155 x_stride=32768 y_pad_0=14 y_pad_1=5 push_prev  # 56
store out sram_base=49153 dram_base=4003641202 x_size=65535 x_stride=29473 x_pad_1=8  # 57
alu shr uop_bgn=1319 uop_end=1359 iter_out=5 iter_in=5 dst_out=3 src_out=3 src_in=2 imm=7 pop_prev pop_next  # 58
load acc sram_base=65534 dram_base=4 x_size=64716 x_stride=4 x_pad_1=9 pop_prev  # 59
alu min uop_bgn=8188 uop_end=8192 iter_out=26 iter_in=1 src_out=4 src_in=7 use_imm imm=9415  # 60
gemm uop_bgn=8187 uop_end=8192 iter_out=4 iter_in=6 dst_in=409 src_out=682 wgt_out=3 wgt_in=3  # 61
load acc sram_base=65368 dram_base=3036236855 y_size=32768 x_stride=60284 y_pad_0=5 y_pad_1=7 push_next  # 62
load acc8 sram_base=7 dram_base=1179591874 y_size=64776 x_stride=7 y_pad_1=6 pop_prev pop_next  # 63
alu min uop_bgn=5557 uop_end=8192 iter_out=5 dst_out=6 dst_in=2046 src_out=2047 src_in=1913 imm=3  # 64
gemm reset uop_bgn=4096 uop_end=1 iter_in=7 dst_out=2046 dst_in=1336 src_in=2 wgt_out=4 wgt_in=551 push_next  # 65
store out sram_base=3 dram_base=3225913691 x_stride=49322 y_pad_0=7 y_pad_1=15  # 66
alu min reset uop_bgn=2 uop_end=6188 iter_out=8192 dst_out=1 dst_in=1 src_out=7 src_in=4 use_imm imm=7048 push_next  # 67
gemm uop_bgn=3900 uop_end=3906 iter_out=1 iter_in=23 dst_out=1918 src_out=3 src_in=1 wgt_out=311 wgt_in=6  # 68
alu min reset uop_bgn=5174 uop_end=5180 iter_out=4 iter_in=2 dst_out=682 src_out=2 src_in=5 imm=6  # 69
store out sram_base=6522 dram_base=2082393111 y_size=50928 x_stride=1 y_pad_0=2 y_pad_1=15 pop_prev  # 70
gemm uop_bgn=3619 uop_end=3625 iter_out=1 iter_in=5 src_out=860 src_in=3 wgt_in=2  # 71
alu shr uop_bgn=2891 uop_end=2897 iter_out=4 iter_in=2 dst_out=2 src_in=5 use_imm imm=9 push_prev  # 72
load acc8 sram_base=3 y_size=7 x_stride=60283 y_pad_0=12 y_pad_1=1  # 73
load acc sram_base=32768 x_size=38572 x_stride=5 x_pad_0=5 push_prev push_next  # 74
gemm uop_bgn=4093 uop_end=4099 iter_out=1 iter_in=30 dst_out=4 dst_in=2 src_out=6 src_in=1 wgt_out=672 push_prev  # 75
alu max uop_bgn=7135 uop_end=7175 iter_out=52 iter_in=1 dst_in=1024 src_out=3 src_in=5 use_imm imm=5981  # 76
load wgt sram_base=11105 dram_base=2 y_size=7 x_stride=46747 y_pad_1=8 pop_next  # 77
gemm uop_bgn=8189 uop_end=8192 iter_out=100 iter_in=1 dst_in=1766 src_out=20 src_in=7 wgt_out=7 wgt_in=1 push_next  # 78
gemm uop_bgn=4693 uop_end=4699 iter_out=3 iter_in=4 dst_in=3 src_out=2 wgt_out=4 wgt_in=5  # 79
store out sram_base=32768 dram_base=7 y_size=2 x_stride=42358 y_pad_0=2 y_pad_1=1 pop_prev  # 80
store out sram_base=65535 dram_base=7 y_size=1 x_stride=5 y_pad_0=13 pop_prev  # 81
store out dram_base=3 y_size=55364 x_stride=34844 y_pad_0=10 y_pad_1=4  # 82
store out sram_base=45674 dram_base=3 y_size=48966 x_stride=53769 y_pad_0=10 y_pad_1=1  # 83
store out sram_base=28676 dram_base=4 y_pad_0=1 y_pad_1=9 pop_prev  # 84
store out sram_base=65535 dram_base=2795165136 y_size=40241 x_stride=39085 y_pad_0=15 y_pad_1=10  # 85
store out sram_base=39607 dram_base=1 y_size=65535 x_stride=58488 y_pad_0=2 y_pad_1=7  # 86
store out dram_base=3 x_size=7 x_pad_0=14 x_pad_1=1  # 87
store out sram_base=2 dram_base=2496641207 x_stride=1 y_pad_0=12 y_pad_1=12 push_prev  # 88
store out sram_base=54073 dram_base=3116424627 y_size=2 x_stride=3 pop_prev  # 89
store out sram_base=1 y_size=59728 x_stride=33805 y_pad_0=14 y_pad_1=9  # 90
store out sram_base=6 dram_base=624301463 y_size=5 x_stride=9459  # 91
store out sram_base=60587 dram_base=1841534806 x_size=3 x_stride=36177 x_pad_0=4  # 92
store out sram_base=62042 dram_base=2846153387 x_size=2 x_stride=14811 x_pad_0=12 x_pad_1=15  # 93
load inp sram_base=33475 dram_base=2782869967 y_pad_0=5  # 94
store out sram_base=49906 dram_base=4229973978 y_size=8580 x_stride=4 y_pad_0=9 y_pad_1=5  # 95
store out dram_base=2847267313 x_size=28028 x_stride=6 x_pad_0=4 x_pad_1=14  # 96
store out sram_base=32768 dram_base=2069536662 x_stride=7 y_pad_0=7 y_pad_1=8  # 97
store out sram_base=26151 dram_base=4294967295 y_size=43447 x_stride=43417 y_pad_0=1 y_pad_1=9  # 98
store out sram_base=6 dram_base=3 y_size=7 x_stride=2 y_pad_0=4 push_prev  # 99
store out sram_base=5 dram_base=7 y_size=20763 y_pad_0=7 y_pad_1=12  # 100
store out sram_base=3 x_size=64774 x_stride=5 x_pad_0=15 x_pad_1=9  # 101
load inp sram_base=1 dram_base=3 x_size=4 x_stride=1 x_pad_0=11 x_pad_1=8 pop_next push_next  # 102
store out sram_base=65535 dram_base=4 y_size=5 x_stride=20509 y_pad_0=10 y_pad_1=5  # 103
store out sram_base=7 dram_base=2082075908 y_size=43092 y_pad_0=14 y_pad_1=7  # 104
store out sram_base=4 dram_base=7 y_size=37718 y_pad_0=14 y_pad_1=8 push_prev  # 105
store out sram_base=7 dram_base=3 x_size=65535 x_pad_0=8 x_pad_1=10  # 106
load wgt sram_base=46371 dram_base=1 x_size=36849 x_stride=8704 x_pad_0=2 x_pad_1=6  # 107
store out sram_base=62934 dram_base=5 y_size=7 x_stride=44058 y_pad_0=3 y_pad_1=10 push_prev  # 108
store out sram_base=3 dram_base=4294967295 y_size=4 x_stride=7 y_pad_0=4 y_pad_1=8  # 109
store out sram_base=56144 dram_base=6 x_size=2 x_stride=51748 x_pad_0=14 x_pad_1=10  # 110
load wgt sram_base=40830 dram_base=769890314 x_size=65499 x_pad_0=5 x_pad_1=14  # 111
store out sram_base=39025 dram_base=7 x_size=7 x_stride=48379 x_pad_0=7  # 112
load inp sram_base=7 dram_base=3753331898 x_size=55353 x_stride=3314 x_pad_0=12 x_pad_1=4 pop_next push_next  # 113
store out sram_base=65486 dram_base=7 y_size=54006 x_stride=6098 y_pad_0=8 y_pad_1=2  # 114
store out sram_base=61018 dram_base=5 x_size=2  # 115
store out sram_base=3 dram_base=3 x_size=63987 x_stride=49188 x_pad_0=5 x_pad_1=15  # 116
load inp dram_base=4294967295 x_size=46472 x_stride=47059 x_pad_0=1 x_pad_1=14  # 117
load inp y_size=8391 x_stride=40621 y_pad_0=3 y_pad_1=5  # 118
alu max reset uop_bgn=4954 uop_end=4960 iter_out=100 iter_in=1 dst_in=1105 src_out=2 src_in=5 use_imm imm=19958  # 119
store out sram_base=1 dram_base=3904486829 y_size=58845 x_stride=3 y_pad_0=5 y_pad_1=15  # 120
store out sram_base=4 dram_base=2147483648 y_size=5 x_stride=4 y_pad_0=14 y_pad_1=5  # 121
store out sram_base=2 dram_base=2 x_size=32768 x_stride=41087 x_pad_0=6 x_pad_1=7  # 122
load inp sram_base=2 y_size=32768 x_stride=1 y_pad_0=11 y_pad_1=1  # 123
gemm uop_bgn=2677 uop_end=2683 iter_out=100 iter_in=1 dst_in=1766 src_out=20 src_in=1142 wgt_out=3 wgt_in=7  # 124
alu min reset uop_bgn=4463 uop_end=4503 iter_out=4 iter_in=6 dst_out=682 src_out=218 src_in=4 pop_next push_next  # 125
store out sram_base=2 dram_base=2932458614 y_size=63363 x_stride=4 y_pad_0=12 y_pad_1=15 push_prev  # 126
load inp sram_base=7 dram_base=5 x_stride=3 x_pad_0=9 x_pad_1=15  # 127
gemm reset uop_bgn=619 uop_end=276 iter_out=5 iter_in=1279 dst_out=5 dst_in=1152 src_out=2046 src_in=4 wgt_out=6 wgt_in=873 push_next  # 128
load inp sram_base=7 y_size=24723 y_pad_0=15 y_pad_1=4  # 129
store out sram_base=2 dram_base=2342666041 y_size=42585 x_stride=5 y_pad_0=2 y_pad_1=5  # 130
load inp sram_base=47426 dram_base=6 y_size=7 x_stride=6 y_pad_0=14  # 131
load acc8 sram_base=5 dram_base=1 y_pad_0=1 y_pad_1=13 pop_next push_next  # 132
store out sram_base=62499 dram_base=3616796909 y_size=50178 x_stride=61358 y_pad_1=1 pop_prev  # 133
load acc8 sram_base=32768 dram_base=4191888031 x_size=3 x_stride=7 x_pad_0=7 x_pad_1=14 pop_next push_next  # 134
store out sram_base=6 dram_base=588682473 y_size=53944 x_stride=32768 y_pad_0=2 y_pad_1=7  # 135
load wgt sram_base=65534 y_size=65534 y_pad_0=8 push_next  # 136
store out sram_base=4 y_size=38565 x_stride=1 y_pad_0=5 y_pad_1=7  # 137
gemm uop_bgn=4220 uop_end=4260 iter_out=28 iter_in=1 dst_in=6 src_out=3 src_in=6 wgt_out=37 wgt_in=1 pop_prev  # 138
store out sram_base=7 dram_base=7 y_size=48554 y_pad_1=5 pop_prev  # 139
load wgt sram_base=65534 dram_base=3495234130 y_size=4 x_stride=5 y_pad_0=15 y_pad_1=11  # 140
store out dram_base=401104577 y_size=12402 x_stride=5 y_pad_0=2 y_pad_1=2 pop_prev  # 141
load wgt sram_base=61255 dram_base=2903393577 x_size=4 x_stride=7 x_pad_0=12 x_pad_1=6 push_next  # 142
gemm uop_bgn=1199 uop_end=1205 iter_out=1 iter_in=5 dst_out=1653 src_out=7 src_in=511 wgt_out=645 wgt_in=5 pop_prev push_prev  # 143
load wgt sram_base=2 dram_base=4 y_size=4 y_pad_0=4 y_pad_1=8  # 144
load inp sram_base=43399 dram_base=3365628826 y_size=6 x_stride=3 y_pad_0=12 y_pad_1=8  # 145
load wgt sram_base=5412 x_size=36001 x_stride=63807 x_pad_0=10 x_pad_1=7  # 146
store out sram_base=7 dram_base=1 x_size=32768 x_stride=30707 x_pad_1=1  # 147
load wgt sram_base=7 dram_base=4 y_size=2 x_stride=1 y_pad_0=12 y_pad_1=14  # 148
load inp sram_base=65534 dram_base=173686083 y_size=4 x_stride=1 y_pad_0=7 pop_next push_next  # 149
load wgt sram_base=4 x_stride=7 y_pad_0=15 y_pad_1=11 push_next  # 150
load inp dram_base=4294967294 y_size=35704 x_stride=4 y_pad_0=7  # 151
load inp dram_base=3003563090 x_size=34086 x_stride=65535 x_pad_0=14 x_pad_1=5  # 152
load inp dram_base=1429029200 x_size=1 x_stride=5 x_pad_0=14 x_pad_1=8  # 153
load wgt sram_base=32950 dram_base=6 x_stride=51825 y_pad_0=12 y_pad_1=3  # 154
load wgt sram_base=7 dram_base=4072724450 x_size=44236 x_stride=2 x_pad_0=7  # 155
load wgt dram_base=704039774 x_size=6 x_stride=35343 x_pad_0=14 x_pad_1=2  # 156
load wgt sram_base=52449 y_size=37475 y_pad_0=8 y_pad_1=2  # 157
load inp sram_base=62084 y_size=3 x_stride=3 y_pad_0=15 y_pad_1=5  # 158
store out sram_base=33981 dram_base=3993650323 x_size=59016 x_stride=34501 x_pad_1=12  # 159
load inp sram_base=58891 dram_base=3 x_size=32768 x_stride=4 x_pad_0=6 x_pad_1=15  # 160
load wgt sram_base=5 dram_base=2 x_size=31045 x_stride=2 x_pad_1=5  # 161
load wgt sram_base=14945 dram_base=1809212177 y_size=64152 x_stride=1 y_pad_0=8 y_pad_1=3  # 162
alu mul uop_bgn=8105 uop_end=7 dst_out=1028 dst_in=2046 src_in=1512 use_imm pop_prev pop_next  # 163
alu shr reset uop_bgn=4172 uop_end=4178 iter_out=1 iter_in=3 dst_out=2046 dst_in=1023 src_out=6 src_in=2047 use_imm imm=28  # 164
load uop sram_base=29792 dram_base=3395998132 x_size=56478 x_stride=43678 x_pad_0=6 x_pad_1=5 pop_prev pop_next  # 165
load wgt sram_base=65535 dram_base=2958564033 x_size=16090 x_stride=2 x_pad_0=2 x_pad_1=11  # 166
load inp sram_base=65534 dram_base=5 y_size=37968 x_stride=3 y_pad_0=1 y_pad_1=8  # 167
gemm uop_bgn=2590 uop_end=2596 iter_out=3 iter_in=6 dst_out=1021 dst_in=1 src_in=1 wgt_out=494 wgt_in=7  # 168
load acc8 sram_base=2 dram_base=3172474222 y_size=51235 x_stride=65534 y_pad_1=7  # 169
load wgt sram_base=4771 dram_base=7 y_size=39522 y_pad_0=2 y_pad_1=15  # 170
store out sram_base=2 x_stride=4 y_pad_0=7 y_pad_1=8  # 171
load acc sram_base=65535 dram_base=3026435971 y_size=6 x_stride=27361 y_pad_0=3 y_pad_1=8  # 172
store out sram_base=52244 dram_base=1187251439 y_size=62322 x_stride=36634 y_pad_0=14 y_pad_1=6 push_prev  # 173
load wgt sram_base=58864 dram_base=2555586608 x_size=3 x_stride=1 x_pad_0=5 x_pad_1=5  # 174
alu shr reset uop_bgn=3380 uop_end=3386 iter_out=6 iter_in=2 dst_out=6 dst_in=6 src_out=2047 use_imm imm=-20  # 175
load inp sram_base=3 dram_base=7 x_size=32354 x_stride=57737 x_pad_0=10 x_pad_1=5  # 176
load acc8 sram_base=34208 dram_base=7 y_size=1 x_stride=3 y_pad_0=13 y_pad_1=3 pop_prev push_prev push_next  # 177
alu shr reset uop_bgn=1814 uop_end=1820 iter_out=3 iter_in=3 dst_in=3 src_out=1 imm=7  # 178
store out sram_base=65534 dram_base=3 y_size=3 x_stride=65534 y_pad_0=6 y_pad_1=12  # 179
load acc8 sram_base=5 dram_base=91234563 y_size=47968 x_stride=4 y_pad_0=14 y_pad_1=7 pop_prev push_next  # 180
alu shr uop_bgn=1191 uop_end=1197 iter_out=1 iter_in=101 dst_in=1 src_out=1392 use_imm imm=3  # 181
load uop sram_base=6 dram_base=4294967295 y_size=6 x_stride=2 y_pad_0=15 pop_next  # 182
load acc sram_base=47240 dram_base=5 y_size=7 x_stride=4 y_pad_0=6 y_pad_1=5  # 183
load acc8 sram_base=1 dram_base=5 x_size=62665 x_stride=4 x_pad_0=15  # 184
load uop sram_base=65534 dram_base=585695454 y_size=4 x_stride=5 y_pad_0=5  # 185
load acc sram_base=59201 dram_base=3006787636 y_size=65534 x_stride=65535 y_pad_0=5 y_pad_1=12  # 186
load wgt sram_base=3 dram_base=3299211829 y_size=7 x_stride=30600 y_pad_0=2 y_pad_1=15  # 187
load wgt sram_base=65535 dram_base=2209141996 x_size=2 x_pad_0=11 x_pad_1=14 pop_next push_next  # 188
gemm reset uop_bgn=3 uop_end=8192 iter_in=9164 dst_out=1 dst_in=2047 src_in=984 wgt_out=5 wgt_in=112  # 189
gemm reset uop_bgn=7984 uop_end=6 iter_in=10947 dst_out=492 dst_in=5 src_out=1407 src_in=2013 wgt_in=951 push_next  # 190
store out sram_base=58596 dram_base=3 y_size=1 x_stride=3 y_pad_0=2 y_pad_1=6  # 191
store out dram_base=6 y_size=2 x_stride=32768 y_pad_0=2 y_pad_1=3 pop_prev  # 192
store out sram_base=1 dram_base=1 y_size=7 x_stride=42346 y_pad_0=2 y_pad_1=3 pop_prev push_prev  # 193
store out sram_base=38584 dram_base=2147483648 y_size=7 x_stride=4 y_pad_0=1 y_pad_1=5 pop_prev  # 194
gemm reset uop_bgn=8190 uop_end=8192 iter_out=1 iter_in=1 dst_out=1024 dst_in=1024 wgt_in=4 pop_prev push_prev  # 195
load acc8 sram_base=38006 dram_base=5 y_size=59480 x_stride=6 y_pad_0=9 y_pad_1=14 pop_next  # 196
store out sram_base=62051 y_size=49630 x_stride=36786  # 197
store out sram_base=2 y_size=55074 x_stride=6 y_pad_0=2 pop_prev  # 198
store out sram_base=65535 dram_base=2 x_pad_0=11 x_pad_1=15  # 199
store out sram_base=62371 dram_base=2340277894 y_size=42028 x_stride=5 y_pad_0=13 y_pad_1=2  # 200
store out sram_base=40712 dram_base=3108937802 x_size=2 x_stride=65534 x_pad_0=4  # 201
store out dram_base=4294967294 x_size=7 x_stride=65534 x_pad_0=1 x_pad_1=6  # 202
store out sram_base=46295 dram_base=3384868540 y_size=7 x_stride=6 y_pad_0=8 y_pad_1=8  # 203
store out sram_base=37843 dram_base=5 y_pad_0=8 y_pad_1=8  # 204
store out sram_base=42463 dram_base=1925923179 x_size=65535 x_pad_0=10 x_pad_1=14  # 205
store out sram_base=65531 x_size=5 x_stride=25241 x_pad_0=6  # 206
load acc8 dram_base=2382618652 x_stride=6 y_pad_0=5 y_pad_1=15 push_prev push_next  # 207
gemm reset uop_bgn=3578 uop_end=3578 iter_in=13119 dst_out=6 dst_in=5 src_in=517 wgt_out=576 wgt_in=556 push_next  # 208
load inp sram_base=4 dram_base=2 x_size=4 x_pad_1=9  # 209
store out sram_base=41136 dram_base=2430614312 x_size=65396 x_stride=62880 x_pad_0=15 x_pad_1=15  # 210
store out dram_base=4294967295 x_size=49017 x_stride=6 x_pad_0=3 x_pad_1=15 push_prev  # 211
store out sram_base=7 x_size=1 x_pad_0=2 x_pad_1=8 push_prev  # 212
store out sram_base=41648 x_size=3 x_stride=40171 x_pad_0=10 x_pad_1=15 pop_prev  # 213
store out sram_base=10410 x_size=32768 x_stride=4 x_pad_0=13 x_pad_1=2 pop_prev  # 214
store out sram_base=32768 dram_base=4294967294 x_size=2 x_stride=6 x_pad_1=7  # 215
store out sram_base=32768 dram_base=2210306218 x_size=53163 x_stride=30608 x_pad_0=8 x_pad_1=15  # 216
store out sram_base=65535 dram_base=25316988 x_size=32768 x_stride=65535 x_pad_0=2 x_pad_1=12  # 217
store out sram_base=35320 dram_base=2 x_stride=2 y_pad_0=5 y_pad_1=15  # 218
store out sram_base=50922 dram_base=1 x_size=2 x_pad_0=1 x_pad_1=15  # 219
store out sram_base=28841 dram_base=6 x_stride=7078 y_pad_0=7 y_pad_1=8  # 220
store out sram_base=12017 x_stride=39331 x_pad_0=3 x_pad_1=3  # 221
store out sram_base=54191 dram_base=4294967294 y_size=9439 x_stride=7 y_pad_0=4 y_pad_1=7 push_prev  # 222
store out dram_base=340137485 x_size=1 x_pad_0=2 x_pad_1=6  # 223
store out sram_base=60867 dram_base=3410276963 x_size=39193 x_stride=4 x_pad_0=14  # 224
load inp sram_base=33136 dram_base=4294967295 y_size=1 y_pad_1=10  # 225
store out dram_base=1 x_size=6 x_stride=58161 x_pad_0=1 x_pad_1=15 push_prev  # 226
store out sram_base=65535 dram_base=1 x_size=1069 x_stride=3 x_pad_0=2 x_pad_1=8  # 227
load uop sram_base=32768 dram_base=372389084 x_size=60869 x_stride=51112 x_pad_0=8 x_pad_1=1  # 228
store out sram_base=65535 dram_base=4294967295 y_size=1 y_pad_0=9 y_pad_1=12  # 229
load acc8 sram_base=45992 dram_base=3499492420 y_size=63269 x_stride=18840 y_pad_0=2 pop_next push_next  # 230
store out sram_base=3 dram_base=2773016918 x_size=2 x_stride=65534 x_pad_0=9 x_pad_1=1 push_prev  # 231
store out sram_base=1 dram_base=4294967294 x_size=37047 x_stride=61697 x_pad_0=14 x_pad_1=8  # 232
store out sram_base=3 dram_base=3 x_size=1 x_stride=34244 x_pad_0=1 pop_prev  # 233
store out sram_base=3 dram_base=3936270688 x_size=47162 x_stride=6 x_pad_0=4 x_pad_1=11  # 234
load wgt sram_base=65534 dram_base=2577599445 x_size=57821 x_stride=2693 x_pad_1=7  # 235
store out sram_base=2 dram_base=4294967295 x_size=3 x_stride=32768  # 236
store out dram_base=7 y_size=1 x_stride=58910 y_pad_0=5 y_pad_1=15  # 237
store out dram_base=2 y_size=7 x_stride=35654 y_pad_0=8 y_pad_1=4  # 238
store out sram_base=7 dram_base=2147483648 x_size=65535 x_stride=1  # 239
store out sram_base=4 dram_base=4294967295 y_size=3 x_stride=10601 y_pad_1=4  # 240
store out dram_base=3778282346 y_size=32768 x_stride=60781 y_pad_0=14 y_pad_1=1  # 241
store out sram_base=55339 dram_base=1696096460 y_size=2 x_stride=32768 y_pad_1=11  # 242
store out sram_base=65534 dram_base=3 x_size=1 x_stride=2 x_pad_0=6 x_pad_1=6  # 243
load uop sram_base=2835 dram_base=361168389 y_size=1 x_stride=59829 pop_next push_prev  # 244
store out sram_base=2 dram_base=3223358178 x_size=57043 x_stride=2 x_pad_1=5 push_prev  # 245
store out dram_base=5 x_size=3 x_pad_0=15 x_pad_1=6  # 246
store out sram_base=1 dram_base=1964506487 y_size=1 x_stride=4 y_pad_0=5 y_pad_1=3  # 247
store out sram_base=58202 dram_base=2494939515 y_size=2 x_stride=50413 y_pad_0=9 y_pad_1=14  # 248
store out sram_base=1 dram_base=2 x_size=1 x_stride=6171 x_pad_0=14 x_pad_1=14  # 249
store out sram_base=59716 dram_base=2397247019 x_size=42027 x_stride=7 x_pad_0=7 x_pad_1=1  # 250
load inp sram_base=5 dram_base=531388569 x_size=40191 x_pad_0=5 x_pad_1=1 push_next  # 251
store out sram_base=59066 y_size=7 x_stride=65535 y_pad_0=4 y_pad_1=7  # 252
store out sram_base=22130 dram_base=2619924134 x_size=4 x_stride=39808 x_pad_0=9 x_pad_1=3  # 253
store out sram_base=33052 dram_base=2574861915 y_size=53633 x_stride=5 y_pad_0=15  # 254
store out sram_base=50693 dram_base=1 y_size=3 x_stride=43424 y_pad_0=6 y_pad_1=2  # 255
store out sram_base=32768 dram_base=1379690654 x_size=1 x_stride=65120 x_pad_0=6 x_pad_1=4  # 256
store out sram_base=50560 dram_base=7 x_size=4 x_stride=1 x_pad_0=3  # 257
store out x_size=51780 x_stride=2 x_pad_1=3  # 258
store out sram_base=6 dram_base=2147483648 x_size=38310 x_stride=3 x_pad_1=15  # 259
store out sram_base=65535 dram_base=250755568 x_size=4 x_stride=1 x_pad_1=5  # 260
store out sram_base=13429 dram_base=2147483648 x_size=53070 x_stride=27144 x_pad_0=2 x_pad_1=10  # 261
store out dram_base=1345696865 x_stride=4 y_pad_0=12 y_pad_1=2  # 262
store out sram_base=2 dram_base=3417526822 x_size=6 x_stride=2 x_pad_0=1 x_pad_1=5  # 263
load acc sram_base=4 dram_base=300318107 x_size=32768 x_stride=52740 x_pad_0=5 x_pad_1=11 pop_prev pop_next push_next  # 264
load acc8 sram_base=65222 y_size=32768 x_stride=2 y_pad_1=4  # 265
load wgt sram_base=37569 dram_base=3477818028 y_size=2 x_stride=22228 y_pad_0=14 y_pad_1=13 pop_next  # 266
load acc8 sram_base=57972 dram_base=3440755630 y_size=50630 y_pad_0=14 y_pad_1=3 pop_next  # 267
load acc8 dram_base=6 x_size=57861 x_stride=62871 x_pad_0=4 x_pad_1=5 push_prev push_next  # 268
alu min reset uop_bgn=5312 iter_in=1 dst_out=1150 dst_in=2046 use_imm imm=32766 push_prev  # 269
load acc8 sram_base=1 dram_base=3657092666 x_size=6 x_stride=3 x_pad_0=6 x_pad_1=2  # 270
load uop sram_base=65534 dram_base=6 y_size=4 x_stride=5 y_pad_0=6 y_pad_1=7  # 271
alu max reset uop_bgn=228 uop_end=228 iter_in=16383 dst_out=1024 dst_in=994 src_out=1 src_in=761 use_imm imm=2 pop_next  # 272
load acc sram_base=2 dram_base=4294967295 x_size=6 x_stride=22141 x_pad_0=1 x_pad_1=11  # 273
load acc sram_base=7 dram_base=2206439743 x_size=54207 x_stride=4 x_pad_0=8 x_pad_1=3 push_next  # 274
store out dram_base=3054644181 y_size=4 x_stride=13088 y_pad_0=1 y_pad_1=4 pop_prev  # 275
load acc sram_base=64102 dram_base=3906486951 x_size=24848 x_pad_0=14 x_pad_1=3  # 276
alu mul reset uop_bgn=6 uop_end=8192 dst_out=55 src_out=1685 src_in=2047 use_imm pop_next  # 277
gemm uop_bgn=5306 uop_end=5307 iter_out=1 iter_in=1 dst_out=1713 dst_in=6 src_out=1994 src_in=1555 wgt_out=1022 wgt_in=623  # 278
load uop sram_base=21362 dram_base=1578948346 y_size=39179 x_stride=42523 y_pad_1=12  # 279
load uop sram_base=34814 dram_base=4294967294 x_size=48450 x_stride=65534  # 280
load uop dram_base=2147483648 x_size=6 x_stride=65535 x_pad_0=15 x_pad_1=14  # 281
load uop sram_base=1 dram_base=4 y_size=53507 x_stride=6 y_pad_0=15 y_pad_1=3  # 282
alu min uop_bgn=2 uop_end=1 iter_out=6 dst_out=4 dst_in=2047 src_in=4 use_imm push_next  # 283
load acc8 dram_base=3842711408 x_size=4 x_stride=5  # 284
load uop sram_base=54017 dram_base=3341578365 x_size=65535 x_stride=3 x_pad_0=15  # 285
load wgt sram_base=65534 x_size=4 x_stride=4 x_pad_0=13 pop_next  # 286
load acc8 sram_base=65534 dram_base=3746675880 y_size=55439 x_stride=5 y_pad_0=14 y_pad_1=15 push_next  # 287
gemm reset uop_bgn=8191 uop_end=8192 iter_in=2 dst_out=6 dst_in=864 src_out=6 src_in=2046 wgt_out=815 wgt_in=3  # 288
alu shr reset iter_out=9433 dst_out=1 dst_in=1177 src_out=2046 src_in=273 use_imm imm=3  # 289
load acc8 sram_base=3 dram_base=3783737927 y_size=33482 x_stride=7 y_pad_0=8  # 290
load acc sram_base=44799 dram_base=2913612822 y_size=7048 y_pad_0=1 y_pad_1=9  # 291
load acc8 sram_base=3 dram_base=7 y_size=38172 x_stride=65534 y_pad_0=5 y_pad_1=15  # 292
load acc8 sram_base=4 dram_base=3 x_size=56260 x_pad_0=9 x_pad_1=14 push_prev  # 293
gemm reset uop_bgn=6411 uop_end=4 iter_in=3 dst_in=2014 src_out=7 src_in=1  # 294
load acc8 sram_base=3 dram_base=2 y_size=40859 x_stride=6 y_pad_0=2 y_pad_1=3  # 295
load uop sram_base=32768 x_stride=1 x_pad_0=3 x_pad_1=12  # 296
load acc sram_base=6 dram_base=851038053 x_size=43328 x_stride=61997 x_pad_0=3  # 297
load acc8 sram_base=7 dram_base=2 y_size=40146 x_stride=3 y_pad_0=12 y_pad_1=12  # 298
load uop sram_base=126 dram_base=2 x_size=4 x_stride=44469 x_pad_0=1 x_pad_1=10  # 299
load uop dram_base=2895262523 x_size=58206 x_stride=44292 x_pad_0=2 x_pad_1=5  # 300
load acc8 sram_base=6181 dram_base=5 x_size=58706 x_stride=42525 x_pad_0=3 x_pad_1=6  # 301
load acc8 sram_base=65535 dram_base=2147483648 y_size=4 x_stride=63212 y_pad_0=4 y_pad_1=1  # 302
load uop sram_base=32768 dram_base=3553451145 y_size=5 x_stride=7 y_pad_0=5 y_pad_1=7  # 303
load acc8 sram_base=32768 dram_base=4294967295 x_stride=64422 x_pad_0=8 x_pad_1=7  # 304
gemm reset uop_bgn=8190 uop_end=5 dst_out=1995 dst_in=7 src_in=1725 wgt_out=978 wgt_in=2  # 305
load wgt sram_base=45279 dram_base=3044747050 y_size=1 x_stride=59921 y_pad_0=2 y_pad_1=14 push_next  # 306
alu add reset uop_bgn=8190 uop_end=3064 iter_out=11798 iter_in=6 dst_in=1726 src_out=7 src_in=583 use_imm imm=3 pop_prev  # 307
store out sram_base=4 x_size=7 x_stride=39327 x_pad_0=3 x_pad_1=3 pop_prev push_prev  # 308
load uop sram_base=34297 dram_base=3028691669 x_size=2 x_stride=6789 x_pad_0=6 x_pad_1=2  # 309
store out sram_base=49047 x_size=64123 x_pad_0=15 x_pad_1=10  # 310
store out sram_base=32768 dram_base=4 x_stride=1009 pop_prev  # 311
store out sram_base=5 dram_base=5 x_size=3 x_stride=45582  # 312
load acc8 sram_base=1 y_size=5 x_stride=6 y_pad_0=4 y_pad_1=15 pop_next  # 313
store out dram_base=2994040838 y_size=1 x_stride=3367 y_pad_1=15 pop_prev  # 314
store out sram_base=60745 dram_base=1 y_size=65534 x_stride=49454 y_pad_0=1 y_pad_1=8  # 315
store out sram_base=55908 dram_base=6 x_size=58688 x_stride=2 x_pad_0=1 x_pad_1=7 pop_prev  # 316
load wgt sram_base=4 dram_base=3640505953 x_stride=21263 x_pad_0=2 x_pad_1=8 pop_next  # 317
alu max uop_bgn=5 uop_end=4 iter_out=2 iter_in=7 dst_in=6 src_out=1772 src_in=1024 imm=-32768  # 318
store out sram_base=65534 dram_base=3494707810 x_size=2 x_stride=24502 x_pad_0=2 x_pad_1=8  # 319
store out sram_base=65535 dram_base=4292294380 x_size=51857 x_stride=3 x_pad_0=4 x_pad_1=10  # 320
store out sram_base=65534 dram_base=2 x_size=3 x_stride=38425 x_pad_1=1  # 321
store out sram_base=65534 x_size=2 x_stride=32768 x_pad_0=5 x_pad_1=6  # 322
store out sram_base=55892 dram_base=3939383700 y_size=60200 x_stride=65535 y_pad_0=6  # 323
store out dram_base=2668302583 y_size=4 x_stride=5 y_pad_0=1 y_pad_1=15  # 324
store out sram_base=4 dram_base=3980594624 x_size=43097 x_stride=1 x_pad_0=3 x_pad_1=8  # 325
store out sram_base=6548 dram_base=3752039777 x_size=64661 x_stride=4 x_pad_0=5 x_pad_1=1  # 326
store out sram_base=65534 dram_base=4 x_size=2 x_stride=4 x_pad_0=1 push_prev  # 327
load inp sram_base=32453 x_size=1 x_stride=32768 x_pad_0=5 x_pad_1=3 pop_next  # 328
store out sram_base=7518 dram_base=3 x_size=4 x_stride=6 x_pad_0=3  # 329
store out sram_base=47770 dram_base=2394337907 x_stride=3 x_pad_0=7 x_pad_1=5 push_prev  # 330
store out sram_base=59089 dram_base=7 y_size=2 x_stride=57343 y_pad_0=9 y_pad_1=2  # 331
load inp dram_base=3619755075 x_size=38384 x_stride=4 x_pad_0=14 x_pad_1=15 pop_next  # 332
load acc8 sram_base=13387 dram_base=2927509315 y_size=60901 x_stride=5 y_pad_0=8 y_pad_1=4  # 333
store out sram_base=37053 dram_base=3015104946 y_size=5 x_stride=3 y_pad_1=8 push_prev  # 334
store out sram_base=43671 y_size=65535 x_stride=4 y_pad_0=4 y_pad_1=6  # 335
store out sram_base=5 dram_base=2688024570 x_stride=9519 y_pad_0=5 y_pad_1=6  # 336
load uop sram_base=4 dram_base=3153495761 x_stride=3 y_pad_0=15 y_pad_1=4  # 337
load acc8 dram_base=6 y_size=6 x_stride=33291 y_pad_0=2 y_pad_1=14  # 338
store out x_size=3 x_stride=3 x_pad_0=15 x_pad_1=15 push_prev  # 339
alu add uop_bgn=6 uop_end=8192 iter_out=4128 dst_out=2046 src_out=1996 src_in=2047 use_imm imm=-5014  # 340
load inp sram_base=61552 dram_base=2 y_size=3 x_stride=3143 y_pad_0=9 y_pad_1=2  # 341
alu mul reset uop_end=3 iter_in=1687 dst_out=1434 dst_in=1024 src_out=4 src_in=1024 use_imm imm=28963 pop_next  # 342
load wgt sram_base=1 dram_base=2620001835 x_size=60864 x_stride=23026 x_pad_0=4 x_pad_1=8  # 343
store out dram_base=2869489321 x_size=65535 x_pad_0=13 x_pad_1=2 push_prev  # 344
alu min reset uop_bgn=5 uop_end=5 iter_in=2 dst_out=7 dst_in=685 src_out=3 src_in=1536 use_imm pop_next push_next  # 345
store out sram_base=4 dram_base=6 y_size=32768 x_stride=4 y_pad_0=7 y_pad_1=12  # 346
load inp sram_base=1113 x_stride=55536 x_pad_0=3 x_pad_1=1  # 347
load wgt sram_base=37439 x_size=39909 x_pad_0=1  # 348
load wgt sram_base=39109 dram_base=435416466 x_size=34745 x_stride=6 x_pad_0=15 x_pad_1=7  # 349
store out sram_base=39015 dram_base=2055384466 x_size=60927 x_stride=50765 x_pad_0=4 x_pad_1=14  # 350
gemm uop_bgn=7395 uop_end=7395 iter_in=3 dst_out=1024 dst_in=3 src_out=1759 src_in=1969 wgt_out=7 wgt_in=263  # 351
load inp sram_base=63285 dram_base=3733350113 x_size=32768 x_stride=32801 x_pad_0=1 x_pad_1=1  # 352
load acc dram_base=3111249344 x_stride=34021 x_pad_0=7 x_pad_1=13 pop_next  # 353
load acc8 sram_base=2 dram_base=2599967421 x_size=32768 x_stride=4 x_pad_0=6 x_pad_1=14 pop_next push_next  # 354
load inp sram_base=54566 dram_base=2147483648 y_size=5 x_stride=61643 y_pad_0=15  # 355
store out dram_base=1318420011 y_size=3 x_stride=13960  # 356
load wgt sram_base=19407 dram_base=2327442619 y_size=65534 x_stride=53441 y_pad_0=15 y_pad_1=2  # 357
load inp dram_base=3223570707 y_size=4 x_stride=65534 y_pad_0=13 y_pad_1=4 pop_next  # 358
store out sram_base=7 dram_base=4294967294 x_size=6 x_stride=6 x_pad_0=8 x_pad_1=1 push_prev  # 359
load wgt sram_base=36372 dram_base=2787841780 y_size=34281 y_pad_0=4 y_pad_1=1  # 360
store out sram_base=65534 dram_base=7 y_size=6 x_stride=7 y_pad_1=1 pop_prev  # 361
load inp sram_base=48740 x_size=49571 x_stride=44439 x_pad_0=4 x_pad_1=1  # 362
alu mul reset uop_bgn=2132 uop_end=1 dst_out=1450 dst_in=2046 src_out=4 src_in=1487 use_imm imm=15225  # 363
load inp dram_base=6 y_size=5 x_stride=1 y_pad_0=3 y_pad_1=1  # 364
store out sram_base=7 dram_base=6 x_size=53547 x_stride=6093 x_pad_0=1 x_pad_1=1  # 365
store out sram_base=56382 dram_base=4056563736 x_stride=5 x_pad_0=8 x_pad_1=13  # 366
load wgt sram_base=65534 x_size=4 x_stride=4 x_pad_0=6  # 367
store out sram_base=18173 dram_base=7 x_size=35011 x_pad_0=1 x_pad_1=14  # 368
load inp sram_base=65535 dram_base=3085495237 x_size=16656 x_stride=1004 x_pad_0=2 push_next  # 369
load wgt sram_base=49139 dram_base=3610351743 y_size=65535 y_pad_0=14  # 370
load wgt sram_base=1 dram_base=2 x_size=39231 x_pad_0=6 x_pad_1=5 push_next  # 371
load inp sram_base=6 dram_base=954140086 y_size=1 x_stride=62553 y_pad_0=12 y_pad_1=1  # 372
load inp sram_base=3 dram_base=1253469780 x_size=1 x_stride=60806 x_pad_0=8 x_pad_1=5  # 373
load wgt sram_base=32768 dram_base=1813063012 x_size=1 x_pad_0=3 x_pad_1=10  # 374
load inp sram_base=7 dram_base=2242432033 y_size=17466 x_stride=7 y_pad_1=12 push_next  # 375
load inp sram_base=1 dram_base=1 x_size=33959 x_stride=5 x_pad_0=12 x_pad_1=4  # 376
load inp sram_base=65535 dram_base=3 y_size=1 x_stride=65534 y_pad_0=10  # 377
load wgt sram_base=2 dram_base=4 x_stride=4 y_pad_0=14 push_next  # 378
store out sram_base=62879 dram_base=7 y_size=3128 x_stride=43215 y_pad_0=14 y_pad_1=11 push_prev  # 379
store out sram_base=51442 dram_base=2683017473 x_size=2126 x_stride=60062 x_pad_0=14 x_pad_1=2 pop_prev  # 380
store out sram_base=1 dram_base=5 x_stride=65535 y_pad_0=2 y_pad_1=9  # 381
load inp sram_base=32768 dram_base=2147483648 y_size=7 x_stride=44890 y_pad_0=11 y_pad_1=2  # 382
load wgt sram_base=2 dram_base=4 x_size=60773 x_stride=36309 x_pad_0=7 x_pad_1=5  # 383
load inp sram_base=50779 dram_base=937064187 x_stride=3 x_pad_0=6 x_pad_1=15  # 384
load inp sram_base=6 dram_base=3791819165 x_size=65534 x_stride=46661 x_pad_0=15 x_pad_1=5  # 385
load inp sram_base=65535 dram_base=3131749394 x_size=51542 x_stride=7 x_pad_1=14  # 386
load acc8 sram_base=42292 dram_base=265583936 x_size=55642 x_stride=32768 x_pad_1=12 pop_prev pop_next  # 387
load acc8 y_size=7 x_stride=7 y_pad_0=5 pop_prev push_prev  # 388
load inp sram_base=5 dram_base=2228746448 y_size=37399 x_stride=46284 y_pad_0=14 y_pad_1=14 pop_next  # 389
load inp sram_base=65535 dram_base=4 x_size=5 x_stride=16693 x_pad_1=14 push_next  # 390
store out sram_base=2 dram_base=3788689081 y_size=65534 y_pad_0=2 y_pad_1=2  # 391
gemm uop_bgn=4 uop_end=2 iter_out=4 iter_in=1 dst_out=1878 src_out=1417 src_in=3 wgt_out=115 wgt_in=1023 pop_prev push_prev  # 392
load acc8 sram_base=38457 dram_base=4294967294 x_stride=57112 x_pad_0=11 x_pad_1=15  # 393
alu add reset uop_bgn=2 uop_end=2 iter_out=8755 iter_in=11452 dst_in=1481 src_out=241 src_in=1393 use_imm imm=31619  # 394
store out sram_base=5 dram_base=4221889255 y_size=32768 y_pad_0=10 y_pad_1=13 push_prev  # 395
load wgt dram_base=2 x_size=65535 x_stride=1 x_pad_0=11 x_pad_1=14 pop_next  # 396
alu min reset uop_bgn=7644 iter_out=1 dst_out=2 dst_in=1319 src_out=2 src_in=1174 use_imm imm=32766 pop_next  # 397
load inp sram_base=60459 dram_base=4058991744 x_size=19323 x_stride=1046 x_pad_0=8 x_pad_1=9 push_next  # 398
load uop sram_base=15813 dram_base=5 x_stride=47612 y_pad_0=15 y_pad_1=3 pop_prev pop_next push_prev  # 399
gemm reset uop_bgn=2515 uop_end=8192 iter_out=12514 src_out=1 src_in=1437 wgt_out=4 wgt_in=582 pop_prev push_next  # 400
store out sram_base=49653 dram_base=5 x_stride=7 y_pad_0=14 y_pad_1=3 pop_prev  # 401
load wgt dram_base=73197751 x_size=3 x_stride=4 x_pad_0=1 x_pad_1=6  # 402
load inp sram_base=3 dram_base=3479179368 x_size=21781 x_stride=1 x_pad_0=15 x_pad_1=8  # 403
store out x_size=2 x_stride=44550 x_pad_0=8 x_pad_1=6  # 404
store out sram_base=55249 dram_base=2937310982 x_size=12898 x_pad_0=1 x_pad_1=3  # 405
load inp sram_base=3 dram_base=438789492 x_size=3 x_pad_0=3  # 406
store out y_size=32768 x_stride=41846 y_pad_0=12 y_pad_1=11  # 407
load inp sram_base=6 dram_base=4294967294 x_size=65535 x_stride=2 x_pad_0=5 x_pad_1=1  # 408
load wgt dram_base=859190128 x_size=35169 x_stride=6 x_pad_0=12 x_pad_1=5  # 409
load inp sram_base=32961 dram_base=3196005395 x_size=57987 x_pad_0=5 x_pad_1=7  # 410
load wgt dram_base=2674625733 x_size=41674 x_stride=17877 x_pad_0=6 pop_next  # 411
store out sram_base=6 dram_base=2965702980 x_size=2 x_stride=2 x_pad_0=13 x_pad_1=14 push_prev  # 412
load inp sram_base=65534 dram_base=2908673493 x_stride=65534 x_pad_1=15  # 413
store out sram_base=13483 dram_base=956188810 x_size=2 x_stride=7 x_pad_0=7  # 414
load wgt sram_base=2 x_size=4882 x_stride=20334 x_pad_0=3 x_pad_1=3  # 415
load wgt sram_base=43963 dram_base=4217463504 x_size=2 x_stride=55321 x_pad_0=13 x_pad_1=7 push_next  # 416
load acc sram_base=47541 x_stride=41711 y_pad_0=15 y_pad_1=3 pop_next push_prev  # 417
load acc8 sram_base=7 dram_base=1489094222 x_stride=53132 y_pad_0=5  # 418
load acc sram_base=65534 dram_base=4 y_size=38184 x_stride=4 y_pad_0=11 y_pad_1=13 pop_next  # 419
gemm reset uop_bgn=1506 uop_end=1506 iter_out=6 iter_in=16383 dst_out=7 dst_in=2047 src_out=6 src_in=1382 wgt_out=3  # 420
load uop sram_base=32768 dram_base=4294967294 x_size=1 x_stride=41857 x_pad_0=4  # 421
load acc8 sram_base=2 dram_base=2 x_stride=37167 x_pad_0=8 push_next  # 422
load uop sram_base=56527 dram_base=1873722966 x_size=6 x_stride=30582 x_pad_0=13 x_pad_1=8  # 423
load acc dram_base=7 x_size=50485 x_stride=15959 x_pad_0=7 x_pad_1=15  # 424
load acc sram_base=55118 dram_base=2312298146 y_size=43117 y_pad_1=5 push_prev push_next  # 425
store out sram_base=49571 dram_base=6 x_size=21113 x_stride=32768 pop_prev  # 426
load acc sram_base=6914 dram_base=4294967295 y_size=2 y_pad_0=6 y_pad_1=4  # 427
load uop sram_base=42832 x_size=6 x_stride=33619 x_pad_0=6 x_pad_1=14 pop_prev  # 428
load acc sram_base=56933 dram_base=3549435477 x_size=57297 x_stride=4 x_pad_0=14 x_pad_1=2 push_prev push_next  # 429
load uop sram_base=3 dram_base=2147483648 x_size=49672 x_stride=39140 x_pad_1=12 push_prev  # 430
alu min uop_bgn=6 uop_end=5 iter_out=14808 iter_in=4069 dst_out=1891 dst_in=1942 src_out=628 src_in=1765 use_imm  # 431
load acc sram_base=47312 dram_base=4294967294 y_size=48854 x_stride=11842 y_pad_0=15 y_pad_1=15  # 432
load uop dram_base=2800665096 x_stride=6 x_pad_0=13 x_pad_1=12  # 433
load uop sram_base=45184 dram_base=1 y_size=47056 x_stride=51858 y_pad_0=7 y_pad_1=14  # 434
load acc8 sram_base=37415 dram_base=3402743153 x_stride=7 x_pad_0=15 x_pad_1=6  # 435
finish pop_prev push_next  # 436
