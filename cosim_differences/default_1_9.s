# program 9 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=10 write=5 gap=0 outstanding=3 burst=64
.bytes 1048576
.window 0x1000 0x90000
.base uop=0x15c inp=0x1be00 wgt=0x18b00 acc=0x198c0 out=0x7eb20
.stream 0x10670
.uops 0x1058
.random 0x20000 262144 6630903252897137843
.random 0x80000 65536 818189008950309683
.kernels 84 450 455
.racy
uop dst=1535 src=285 wgt=1012
uop dst=1511 src=1799 wgt=190
uop dst=1009 src=1931 wgt=619
uop dst=285 src=1665 wgt=576
uop dst=1974 src=199 wgt=704
uop dst=513 src=1726 wgt=67
uop dst=8 src=7 wgt=8
uop dst=4 src=0 wgt=3
uop dst=1 src=6 wgt=7
uop dst=1575 src=259 wgt=624
uop dst=7 src=8 wgt=4
uop dst=3 src=6 wgt=8
uop dst=11 src=5 wgt=8
uop dst=0 src=0 wgt=11
uop dst=2 src=7 wgt=2
uop dst=10 src=7 wgt=10
uop dst=0 src=11 wgt=4
uop dst=3 src=11 wgt=7
uop dst=2 src=7 wgt=7
uop dst=292 src=157 wgt=345
uop dst=13 src=1938 wgt=814
uop dst=1404 src=551 wgt=911
uop dst=13 src=195 wgt=853
uop dst=338 src=745 wgt=893
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1634 src=134 wgt=42
uop dst=1099 src=1203 wgt=206
uop dst=463 src=77 wgt=165
uop dst=931 src=1302 wgt=966
uop dst=689 src=1983 wgt=287
uop dst=1312 src=368 wgt=523
uop dst=1267 src=896 wgt=847
uop dst=1396 src=552 wgt=830
uop dst=800 src=1918 wgt=843
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=804 src=220 wgt=378
uop dst=10 src=1 wgt=9
uop dst=0 src=7 wgt=0
uop dst=6 src=0 wgt=3
uop dst=11 src=8 wgt=5
uop dst=8 src=10 wgt=6
uop dst=1 src=0 wgt=3
uop dst=3 src=3 wgt=0
uop dst=1777 src=916 wgt=1001
uop dst=1777 src=916 wgt=1001
uop dst=1777 src=916 wgt=1001
uop dst=1777 src=916 wgt=1001
uop dst=8 src=0 wgt=9
uop dst=3 src=3 wgt=3
uop dst=5 src=11 wgt=2
uop dst=7 src=1 wgt=4
uop dst=2 src=1 wgt=5
uop dst=4 src=5 wgt=9
uop dst=1 src=7 wgt=7
uop dst=7 src=6 wgt=1
load wgt sram_base=868 dram_base=125 y_size=1 x_size=74 y_pad_1=1 x_pad_0=3 x_pad_1=1  # 0
store out sram_base=2040 dram_base=341 y_size=1 x_size=8 x_stride=10  # 1
load acc dram_base=4 y_size=2 x_stride=52303 y_pad_0=4 y_pad_1=10  # 2
load wgt sram_base=353 dram_base=1653 y_size=2 x_size=3 x_stride=253  # 3
load inp sram_base=1894 dram_base=1059 y_size=4 x_size=5 x_stride=8 y_pad_1=3 x_pad_0=15 x_pad_1=2  # 4
load uop sram_base=1 dram_base=1236083173 x_stride=1 y_pad_0=5 y_pad_1=4  # 5
store out sram_base=2044 dram_base=344 y_size=4 x_size=1 x_stride=5  # 6
load inp sram_base=2024 dram_base=1058 y_size=6 x_size=4  # 7
store out sram_base=4 dram_base=4412 y_size=2 x_size=8 x_stride=10  # 8
store out sram_base=609 dram_base=334 y_size=2 x_size=6 x_stride=4090  # 9
load wgt dram_base=1669 y_size=2 x_size=1 x_stride=4  # 10
alu max reset uop_bgn=8188 uop_end=8192 iter_out=2 iter_in=4 dst_out=1 dst_in=682 src_in=1 imm=1  # 11
store out sram_base=8140 x_size=1 x_stride=65534 x_pad_0=2 x_pad_1=3  # 12
alu add reset uop_bgn=2754 uop_end=2760 iter_out=4 iter_in=4 dst_out=4 src_out=243 src_in=2 use_imm imm=32767  # 13
store out sram_base=4 dram_base=4185 y_size=9 x_size=1 x_stride=3  # 14
store out sram_base=393 dram_base=970 y_size=3 x_size=8 x_stride=8  # 15
store out sram_base=2 dram_base=2316 y_size=11 x_size=2 x_stride=3  # 16
store out y_size=50429 x_stride=53852 y_pad_0=2 y_pad_1=13  # 17
load acc8 sram_base=227 dram_base=26356 y_size=1 x_size=444 x_stride=57691  # 18
load wgt dram_base=128 y_size=1 x_size=1 x_stride=3 y_pad_0=2  # 19
load acc sram_base=170 dram_base=7311 y_size=1 x_size=5 y_pad_0=2  # 20
load uop sram_base=5985 dram_base=965 y_size=2 x_size=2  # 21
load wgt dram_base=1653 y_size=3 x_size=6 x_stride=125  # 22
load wgt sram_base=571 dram_base=1902 y_size=1 x_size=7 x_stride=9  # 23
gemm reset uop_bgn=5987 uop_end=6027 iter_out=6 iter_in=2 dst_out=407 src_out=5 src_in=3 wgt_out=1023 wgt_in=6  # 24
store out dram_base=4210874825 x_size=28467 x_stride=1 x_pad_0=9 x_pad_1=8  # 25
store out sram_base=2024 dram_base=2588 y_size=4 x_size=6 x_stride=9  # 26
alu max reset uop_bgn=5 uop_end=8192 dst_out=5 dst_in=7 src_in=978 use_imm imm=5247  # 27
store out dram_base=335 y_size=2048 x_size=1 x_stride=2  # 28
store out sram_base=1730 dram_base=339 y_size=1 x_size=318 x_stride=54191  # 29
store out sram_base=65534 dram_base=4294967294 y_size=59198 x_stride=37697 y_pad_0=9 y_pad_1=4  # 30
store out sram_base=243 dram_base=348 y_size=1 x_size=8 x_stride=33759  # 31
store out sram_base=2018 dram_base=1400 y_size=6 x_size=5  # 32
store out sram_base=90 dram_base=1846 y_size=2 x_size=3 x_stride=4  # 33
load inp sram_base=1 x_size=4 x_pad_0=1  # 34
load uop sram_base=7 dram_base=991 y_size=2 x_size=3 x_stride=3  # 35
store out sram_base=490 dram_base=349 y_size=1 x_size=1 x_stride=4  # 36
store out sram_base=2032 dram_base=4414 y_size=8 x_size=2 x_stride=2  # 37
store out sram_base=480 dram_base=2789 y_size=4 x_size=3 x_stride=6  # 38
store out sram_base=407 dram_base=4367 y_size=1 x_size=63 x_stride=7  # 39
store out sram_base=1736 dram_base=4372 y_size=3 x_size=1 x_stride=5  # 40
load inp sram_base=1682 dram_base=16658 y_size=3 x_size=4 x_stride=5 x_pad_1=3  # 41
store out sram_base=1898 dram_base=2128 y_size=1 x_size=150 x_stride=15618  # 42
load inp sram_base=1728 dram_base=3738525611 x_size=3 x_stride=46843 y_pad_0=3 x_pad_0=1  # 43
store out sram_base=1633 dram_base=4163 y_size=39 x_size=1 x_stride=7  # 44
load uop sram_base=4229 dram_base=1006 y_size=1 x_size=1  # 45
load inp sram_base=2047 dram_base=14703 y_size=1 x_size=1 x_stride=5  # 46
alu shr reset uop_bgn=7515 iter_out=4 dst_out=458 dst_in=4 src_out=3 src_in=1024 use_imm  # 47
gemm reset uop_bgn=4229 uop_end=4235 iter_out=3 iter_in=1 dst_out=2 dst_in=2 src_out=1 src_in=1024 wgt_out=1023 wgt_in=601  # 48
load inp sram_base=65088 dram_base=7 x_size=6 x_stride=63670 x_pad_0=15 x_pad_1=13  # 49
load uop sram_base=2 dram_base=2 x_size=4 x_stride=36532 x_pad_0=4 x_pad_1=9  # 50
load acc8 sram_base=54387 y_size=47953 x_stride=7 y_pad_0=10 y_pad_1=10  # 51
alu add reset uop_bgn=4229 uop_end=4235 iter_out=1 iter_in=100 dst_out=2047 dst_in=12 src_out=4 src_in=1505 use_imm imm=28994  # 52
load inp x_size=12538 x_stride=65535 x_pad_0=1 x_pad_1=4  # 53
load wgt sram_base=32768 dram_base=3 y_size=7 x_stride=1 y_pad_0=6 y_pad_1=8  # 54
load acc8 sram_base=1 dram_base=3832440190 y_size=52832 x_stride=38191 y_pad_0=15  # 55
alu min uop_bgn=5259 uop_end=5265 iter_out=6 iter_in=5 dst_in=511 src_in=5 imm=18953  # 56
load inp sram_base=44287 dram_base=6 y_size=5 x_stride=44653 y_pad_0=8 y_pad_1=15  # 57
load wgt x_pad_0=7 x_pad_1=14  # 58
load acc sram_base=55214 dram_base=3750776840 x_stride=58092 x_pad_0=5 x_pad_1=1  # 59
store out sram_base=65534 dram_base=4294967294 x_size=1292 x_stride=2 x_pad_0=6 x_pad_1=9  # 60
load wgt sram_base=6 dram_base=4294967295 y_size=1 x_stride=5 y_pad_1=1  # 61
load inp sram_base=5 dram_base=1096999024 x_size=65535 x_stride=65535 x_pad_0=4 x_pad_1=12  # 62
load wgt sram_base=2 dram_base=5 y_size=4 x_stride=1 y_pad_0=6 y_pad_1=11  # 63
store out sram_base=51958 dram_base=7 x_size=50836 x_stride=65535 x_pad_0=6 x_pad_1=1  # 64
load acc sram_base=6 dram_base=4 y_size=32768 x_stride=55579 y_pad_0=12 y_pad_1=15  # 65
store out sram_base=6 dram_base=3563356461 x_size=3 x_stride=16087 x_pad_0=15  # 66
store out sram_base=39802 dram_base=2317591768 x_size=50378 x_stride=8483 x_pad_0=7 x_pad_1=9  # 67
load acc sram_base=65534 dram_base=2 y_size=5 x_stride=4 y_pad_0=6 y_pad_1=15  # 68
load wgt y_size=7 x_stride=37030 y_pad_0=4 y_pad_1=10  # 69
alu max uop_bgn=507 uop_end=513 iter_out=17 iter_in=1 dst_in=1186 src_out=1 src_in=2047 imm=12598  # 70
store out sram_base=32768 dram_base=3 y_size=17648 x_stride=36758 y_pad_0=14 y_pad_1=9  # 71
load uop sram_base=32768 dram_base=3277000098 x_stride=1 y_pad_0=14 y_pad_1=10  # 72
store out sram_base=44177 dram_base=3189472707 x_size=7 x_stride=5 x_pad_0=6 x_pad_1=7  # 73
load wgt sram_base=3 dram_base=2426749556 y_size=5713 x_stride=59807 y_pad_0=14 y_pad_1=15  # 74
store out sram_base=5 dram_base=174109228 x_size=32768 x_stride=36708 x_pad_0=8 x_pad_1=1  # 75
store out sram_base=7 dram_base=5 x_size=59646 x_stride=61334 x_pad_0=8 x_pad_1=1  # 76
store out sram_base=58080 dram_base=3256287657 x_size=1 x_stride=6 x_pad_0=5 x_pad_1=11  # 77
load wgt sram_base=25422 x_size=46349 x_stride=39957 x_pad_0=2 x_pad_1=13  # 78
load inp sram_base=58160 dram_base=7 x_stride=53728 y_pad_0=14 y_pad_1=8  # 79
load inp sram_base=43546 dram_base=2296119097 x_size=5023 x_stride=65534 x_pad_0=2 x_pad_1=14  # 80
load inp sram_base=3 dram_base=4294967295 x_size=41362 x_stride=65534 x_pad_0=9 x_pad_1=10  # 81
store out sram_base=7 dram_base=3769825223 y_size=1 x_stride=48136 y_pad_0=14 y_pad_1=7  # 82
store out sram_base=50597 dram_base=4294967294 x_size=44782 x_stride=2 x_pad_0=4  # 83
load inp sram_base=5 dram_base=4 y_size=7498 x_stride=49721 y_pad_0=15 y_pad_1=14  # 84
gemm uop_bgn=7 uop_end=13 iter_out=2 iter_in=4 dst_in=245 src_out=1 src_in=21 wgt_out=5 wgt_in=3  # 85
load wgt dram_base=4032841868 y_pad_0=12 y_pad_1=6  # 86
alu add uop_bgn=1014 uop_end=1020 iter_out=1 iter_in=100 dst_in=6 src_out=2046 src_in=1 imm=3  # 87
load acc8 sram_base=65534 dram_base=2269273758 x_size=47943 x_stride=16891 x_pad_0=8 x_pad_1=8  # 88
store out sram_base=10021 dram_base=2696844264 y_size=36887 x_stride=37548 y_pad_0=3 y_pad_1=11  # 89
store out dram_base=3395953841 y_size=61682 x_stride=53258 y_pad_0=2 y_pad_1=13  # 90
store out sram_base=42839 dram_base=2 x_size=2 x_stride=33947 x_pad_1=8  # 91
store out sram_base=1 y_size=6 x_stride=32176 y_pad_0=14 y_pad_1=10  # 92
gemm uop_bgn=5820 uop_end=5826 iter_out=5 iter_in=4 dst_out=511 dst_in=1 src_in=682 wgt_out=255 wgt_in=1  # 93
load inp sram_base=39279 dram_base=2355812462 y_size=4 x_stride=4 y_pad_0=9 y_pad_1=7  # 94
load wgt sram_base=7 dram_base=4294967295 y_size=54731 x_stride=44894 y_pad_0=4 y_pad_1=4  # 95
load wgt sram_base=5940 dram_base=1 y_size=3 x_stride=3 y_pad_0=14 y_pad_1=2  # 96
gemm uop_bgn=8188 uop_end=8192 iter_out=1 iter_in=4 dst_out=4 src_out=127 src_in=1 wgt_out=778 wgt_in=1  # 97
store out sram_base=34388 dram_base=3166888604 x_size=25131 x_stride=1 x_pad_0=13 x_pad_1=8  # 98
load uop sram_base=38144 dram_base=4 y_size=6 x_stride=61565 y_pad_0=15 y_pad_1=15  # 99
store out sram_base=34093 dram_base=704463495 x_size=61531 x_stride=6 x_pad_0=13 x_pad_1=8  # 100
store out sram_base=36329 dram_base=3 x_size=2 x_stride=5 x_pad_0=13 x_pad_1=6  # 101
load inp sram_base=5 dram_base=4 x_size=53638 x_stride=5 x_pad_0=7 x_pad_1=11  # 102
store out sram_base=32768 dram_base=4 y_size=2 x_stride=45809 y_pad_0=3 y_pad_1=15  # 103
load inp sram_base=6 dram_base=3884419443 y_size=11177 x_stride=65535 y_pad_0=15 y_pad_1=14  # 104
alu min uop_bgn=6765 uop_end=6771 iter_out=28 iter_in=1 dst_out=75 src_out=2047 use_imm imm=-10332  # 105
load wgt sram_base=13284 dram_base=7 y_size=4 x_stride=7 y_pad_0=13 y_pad_1=7  # 106
load wgt sram_base=55096 y_size=32768 x_stride=25625 y_pad_1=12  # 107
load wgt sram_base=65534 dram_base=2976175841 x_size=51880 x_stride=55369 x_pad_0=15 x_pad_1=9  # 108
store out sram_base=51466 dram_base=4155865175 x_size=65534 x_stride=2 x_pad_0=3 x_pad_1=2  # 109
load inp dram_base=4294967294 y_size=32768 x_stride=2 y_pad_0=5 y_pad_1=12  # 110
store out sram_base=6 dram_base=2 y_size=47294 x_stride=36103 y_pad_0=10 y_pad_1=3  # 111
gemm uop_bgn=5987 uop_end=8192 iter_out=1 iter_in=5 dst_out=1024 dst_in=4 src_out=1024 wgt_in=2  # 112
gemm uop_bgn=10 uop_end=16 iter_out=1 iter_in=7 dst_out=4 dst_in=45 src_out=3 src_in=1 wgt_out=461 wgt_in=29  # 113
store out sram_base=1 x_size=7 x_stride=54642 x_pad_0=7 x_pad_1=8  # 114
alu min reset uop_bgn=1958 uop_end=8192 iter_in=7 dst_out=1516 dst_in=1882 src_out=1863 src_in=1086 use_imm imm=7  # 115
load acc8 sram_base=778 x_stride=49747 y_pad_1=4  # 116
load uop sram_base=1 x_stride=1 x_pad_0=2 x_pad_1=4  # 117
load acc sram_base=65534 dram_base=67584789 x_size=32768 x_stride=6 x_pad_0=11 x_pad_1=4  # 118
gemm uop_bgn=5988 uop_end=6028 iter_out=8 iter_in=1 dst_out=291 dst_in=1593 src_out=1 src_in=985 wgt_out=3 wgt_in=4  # 119
store out sram_base=65535 dram_base=2147483648 y_size=40495 x_stride=60889 y_pad_0=6  # 120
load inp sram_base=2 y_size=50359 x_stride=2 y_pad_1=5  # 121
load inp sram_base=1 dram_base=2147483648 y_size=4 x_stride=36258 y_pad_0=14 y_pad_1=11  # 122
alu shr uop_bgn=4229 uop_end=4269 iter_out=1 iter_in=1 dst_out=3 dst_in=1 src_out=2039 src_in=6 use_imm imm=-19  # 123
store out sram_base=4 dram_base=877426355 y_size=65535 x_stride=1 y_pad_0=8 y_pad_1=15  # 124
store out sram_base=41620 dram_base=395938046 x_stride=1 x_pad_0=11 x_pad_1=2  # 125
gemm uop_bgn=7 uop_end=13 iter_out=66 iter_in=1 dst_out=1 src_in=3 wgt_in=5  # 126
gemm uop_bgn=5986 uop_end=5992 iter_out=3 iter_in=1 dst_out=4 dst_in=2047 src_out=1020 src_in=5 wgt_out=1 wgt_in=1022  # 127
load inp sram_base=16559 dram_base=1 x_size=7 x_stride=7 x_pad_1=14  # 128
load acc dram_base=2 y_size=6 y_pad_0=9 y_pad_1=12  # 129
load acc8 dram_base=4180884147 x_size=57715 x_stride=38602 x_pad_0=12 x_pad_1=8  # 130
load inp sram_base=47650 dram_base=2147483648 x_size=3 x_stride=43141 x_pad_0=4 x_pad_1=12  # 131
load wgt sram_base=4 dram_base=2715985254 y_size=7 x_stride=2 y_pad_1=4  # 132
store out sram_base=4 dram_base=3668104633 y_size=3 x_stride=29954 y_pad_0=12 y_pad_1=14  # 133
load inp sram_base=63223 dram_base=3613765175 y_size=1 y_pad_0=5 y_pad_1=14  # 134
gemm uop_bgn=2759 uop_end=2765 iter_out=2 iter_in=4 dst_out=1045 dst_in=334 src_out=3 src_in=2 wgt_out=1  # 135
load inp sram_base=50704 dram_base=2772410678 x_size=2 x_stride=29545 x_pad_0=14 x_pad_1=11  # 136
store out sram_base=2 dram_base=3 y_size=15583 x_stride=2 y_pad_0=3 y_pad_1=3  # 137
store out sram_base=3 dram_base=2259940170 x_stride=2628 y_pad_0=15 y_pad_1=1  # 138
alu shr reset uop_bgn=1183 uop_end=1189 iter_out=3 iter_in=1 dst_out=2 dst_in=2005 src_in=1990 imm=-16  # 139
load wgt sram_base=52934 dram_base=3854704712 x_stride=2 y_pad_0=15 y_pad_1=12  # 140
gemm uop_bgn=2141 uop_end=2267 iter_out=1 iter_in=1 dst_out=1147 dst_in=6 src_out=2046 src_in=3 wgt_out=808 wgt_in=1023  # 141
load inp sram_base=6 dram_base=4 y_size=5 x_stride=45809 y_pad_0=6 y_pad_1=5  # 142
load uop sram_base=63367 dram_base=4 y_size=2 x_stride=44845 y_pad_0=15 y_pad_1=12  # 143
store out sram_base=32768 dram_base=1 x_size=43930 x_stride=36761 x_pad_0=6 x_pad_1=1  # 144
load inp sram_base=2 dram_base=2402795386 x_size=50151 x_stride=9311 x_pad_0=3 x_pad_1=6  # 145
store out sram_base=6 x_size=65534 x_pad_0=11 x_pad_1=15  # 146
store out sram_base=4 y_size=15538 x_stride=5 y_pad_0=14 y_pad_1=1  # 147
load uop sram_base=10197 dram_base=7 y_size=7 x_stride=38572 y_pad_0=1 y_pad_1=7  # 148
load acc8 sram_base=7 dram_base=3078581968 y_size=7 x_stride=4 y_pad_0=15 y_pad_1=7  # 149
alu max reset uop_bgn=8191 uop_end=2196 iter_out=15160 iter_in=9376 dst_in=1986 src_out=982 src_in=5 imm=24923  # 150
load inp sram_base=3 dram_base=1295632879 y_size=44136 x_stride=10913 y_pad_0=8 y_pad_1=15  # 151
load uop sram_base=44065 dram_base=3396013353 y_size=37711 x_stride=59082 y_pad_0=6  # 152
store out sram_base=51239 dram_base=1276297286 x_size=4 x_stride=1 x_pad_0=1 x_pad_1=8  # 153
store out sram_base=23481 dram_base=3311930010 y_size=1 x_stride=58413 y_pad_0=8 y_pad_1=14  # 154
alu shr uop_bgn=2 uop_end=1 iter_out=16382 iter_in=7 dst_out=7 dst_in=2026 src_out=2046 src_in=2047 use_imm imm=2  # 155
store out sram_base=2 dram_base=6 y_size=57963 x_stride=50594 y_pad_0=5 y_pad_1=1  # 156
load wgt sram_base=7 x_stride=5 y_pad_1=1  # 157
alu max uop_bgn=7715 uop_end=6451 iter_out=16017 iter_in=13333 dst_in=1506 src_out=2 src_in=2047 use_imm  # 158
store out sram_base=7 dram_base=1210433493 x_stride=53788 y_pad_0=7 y_pad_1=14  # 159
load acc8 sram_base=2 dram_base=469459082 x_size=42928 x_stride=37067 x_pad_0=8  # 160
load wgt sram_base=59305 dram_base=3144005746 y_size=48185 x_stride=5143 y_pad_0=4 y_pad_1=3  # 161
load wgt sram_base=32768 dram_base=6 x_size=47028 x_stride=6268 x_pad_0=8 x_pad_1=2  # 162
load wgt sram_base=50404 dram_base=867793802 x_size=61156 x_stride=56958 x_pad_0=14  # 163
alu max reset uop_end=8192 iter_out=9739 dst_out=1248 dst_in=1 src_out=1041 use_imm imm=3  # 164
store out sram_base=63498 dram_base=3 y_size=1 x_stride=5 y_pad_1=9  # 165
store out dram_base=721844423 y_size=32768 x_stride=36185 y_pad_0=4 y_pad_1=15  # 166
load inp dram_base=2920278389 x_stride=3 x_pad_0=6 x_pad_1=3  # 167
load wgt sram_base=2 dram_base=1 x_size=36890 x_stride=1 x_pad_0=6 x_pad_1=4  # 168
store out sram_base=3 y_size=7 x_stride=33680 y_pad_0=2 y_pad_1=10  # 169
load inp sram_base=5 dram_base=3750543346 y_size=5 x_stride=7 y_pad_0=11 y_pad_1=8  # 170
load inp sram_base=20181 dram_base=3872059563 y_size=47184 x_stride=37168 y_pad_0=2 y_pad_1=15  # 171
load wgt dram_base=4 y_size=52678 x_stride=14407 y_pad_1=3  # 172
load wgt sram_base=5 x_size=12219 x_stride=53977 x_pad_0=14 x_pad_1=15  # 173
store out dram_base=4013694051 x_size=59476 x_stride=1 x_pad_0=2 x_pad_1=8  # 174
load acc8 dram_base=7 x_stride=1 x_pad_0=1 x_pad_1=8  # 175
store out dram_base=2147483648 y_size=41139 x_stride=37797 y_pad_0=15 y_pad_1=3  # 176
store out sram_base=46996 dram_base=6 x_size=3 x_pad_0=15 x_pad_1=8  # 177
load inp sram_base=5 dram_base=2147483648 x_stride=6 x_pad_0=3 x_pad_1=6  # 178
load acc8 sram_base=56613 dram_base=2 y_size=62903 x_stride=65534 y_pad_0=5 y_pad_1=11  # 179
store out sram_base=60052 dram_base=4 x_size=8851 x_stride=45394 x_pad_0=4  # 180
store out sram_base=5 dram_base=1532310621 y_size=5 x_stride=42040 y_pad_0=14 y_pad_1=15  # 181
store out sram_base=34254 x_size=34465 x_stride=46372 x_pad_0=11  # 182
store out sram_base=5 dram_base=4 y_size=65534 x_stride=3 y_pad_0=14 y_pad_1=9  # 183
store out sram_base=3 dram_base=3 x_size=6 x_stride=5 x_pad_1=1  # 184
load uop sram_base=49903 dram_base=3753251189 x_size=32452 x_stride=64329 x_pad_0=9 x_pad_1=3  # 185
store out sram_base=53104 y_size=3 x_stride=6 y_pad_0=3  # 186
load inp sram_base=7 dram_base=2502786518 x_size=49925 x_stride=61691 x_pad_0=6  # 187
store out sram_base=49288 dram_base=110290120 x_size=4 x_stride=3 x_pad_0=2  # 188
store out sram_base=25140 dram_base=2087375646 x_size=1 x_stride=65535  # 189
store out sram_base=1 dram_base=5 x_size=4 x_stride=5344 x_pad_0=4 x_pad_1=9  # 190
store out sram_base=5 dram_base=3626537883 x_size=5 x_stride=7 x_pad_0=2  # 191
store out sram_base=3 dram_base=2771932517 y_size=6 x_stride=6 y_pad_0=4  # 192
store out sram_base=41341 dram_base=1 y_size=22147 x_stride=2 y_pad_1=13  # 193
load wgt sram_base=5 dram_base=7 y_size=4 x_stride=6 y_pad_0=9 y_pad_1=8  # 194
store out sram_base=3 dram_base=2417035103 x_stride=65535 x_pad_0=4 x_pad_1=3  # 195
store out sram_base=7 dram_base=4 x_stride=1 x_pad_0=5 x_pad_1=12  # 196
store out sram_base=4 dram_base=1606788771 y_size=40231 y_pad_0=3 y_pad_1=12  # 197
store out sram_base=3 dram_base=3775479056 y_size=1 x_stride=65535 y_pad_0=5 y_pad_1=13  # 198
store out sram_base=47359 dram_base=2666712133 y_pad_1=3  # 199
store out sram_base=6 dram_base=2 x_size=16291 x_pad_0=14 x_pad_1=8  # 200
store out sram_base=6 dram_base=4 x_size=65534 x_pad_0=8  # 201
store out dram_base=2 y_size=5 x_stride=6 y_pad_0=9 y_pad_1=8  # 202
store out sram_base=1 dram_base=2147483648 y_size=6 x_stride=31884 y_pad_0=5 y_pad_1=2  # 203
store out sram_base=2 x_size=4 x_stride=39112 x_pad_0=8 x_pad_1=14  # 204
alu add uop_bgn=6 iter_out=6 dst_out=1071 dst_in=1121 src_out=1671 src_in=5 use_imm imm=1  # 205
store out sram_base=33325 y_size=5 x_stride=4 y_pad_0=11 y_pad_1=9  # 206
store out sram_base=50024 dram_base=2462734290 x_size=65534 x_stride=59391 x_pad_0=1 x_pad_1=15  # 207
store out sram_base=32768 dram_base=3832773856 y_size=54688 x_stride=45035 y_pad_0=11 y_pad_1=12  # 208
load wgt sram_base=57711 dram_base=3984101660 y_size=65535 x_stride=4 y_pad_0=10 y_pad_1=15  # 209
load inp sram_base=37921 dram_base=4039729981 x_size=32768 x_stride=5 x_pad_0=1  # 210
load wgt sram_base=6816 x_size=2 x_stride=40594 x_pad_0=15 x_pad_1=14  # 211
load wgt sram_base=4 dram_base=3189095608 x_stride=52405 y_pad_0=5 y_pad_1=15  # 212
load wgt sram_base=41700 dram_base=2315909509 y_size=36209 x_stride=65535 y_pad_1=8  # 213
load wgt dram_base=2 x_size=32768 x_stride=6522 x_pad_0=7 x_pad_1=14  # 214
load wgt sram_base=4 dram_base=4294967295 x_size=7 x_stride=1 x_pad_0=8 x_pad_1=8  # 215
load wgt sram_base=2 dram_base=4242186365 x_size=6 x_stride=2 x_pad_1=3  # 216
load wgt dram_base=3 y_size=2 x_stride=7 y_pad_1=6  # 217
load wgt sram_base=45748 dram_base=2860769715 x_size=63972 x_stride=55387 x_pad_0=15 x_pad_1=8  # 218
load uop sram_base=4 dram_base=3955439570 x_stride=3 x_pad_0=10 x_pad_1=8  # 219
load wgt sram_base=37709 dram_base=1950358341 x_stride=38676 y_pad_0=4 y_pad_1=1  # 220
load wgt sram_base=40174 dram_base=3548401232 y_size=65534 x_stride=3 y_pad_0=8 y_pad_1=8  # 221
gemm uop_bgn=2 uop_end=7 iter_in=14034 dst_out=2046 dst_in=1 src_out=1 src_in=4 wgt_out=1023 wgt_in=512  # 222
load wgt sram_base=2 x_size=32768 x_stride=4 x_pad_0=8 x_pad_1=2  # 223
load inp sram_base=65534 x_size=4 x_stride=55443 x_pad_0=8 x_pad_1=8  # 224
load inp sram_base=4 dram_base=4198560443 x_stride=4 y_pad_0=7 y_pad_1=6  # 225
store out sram_base=39052 dram_base=3725138937 y_size=5291 x_stride=43842 y_pad_0=15 y_pad_1=15  # 226
gemm reset uop_bgn=1 iter_in=10500 dst_out=5 dst_in=2047 src_out=1620 src_in=5 wgt_out=1022 wgt_in=1022  # 227
gemm reset uop_bgn=8191 uop_end=8192 dst_out=1523 src_out=1716 src_in=2047 wgt_out=690 wgt_in=915  # 228
load acc8 sram_base=4 dram_base=4294967294 y_size=2 x_stride=25366 y_pad_0=6  # 229
load wgt sram_base=58096 dram_base=4186708157 y_size=2 x_stride=65535 y_pad_0=10 y_pad_1=6  # 230
load inp dram_base=5 x_size=56520 x_stride=1992 x_pad_0=9 x_pad_1=15  # 231
load wgt sram_base=54971 dram_base=299164697 y_size=27303 x_stride=12160 y_pad_0=6 y_pad_1=6  # 232
load acc8 sram_base=4 dram_base=4161269813 x_size=48412 x_stride=65535 x_pad_0=2 x_pad_1=1  # 233
load wgt sram_base=5 dram_base=3172615114 x_size=33104 x_stride=4 x_pad_0=5 x_pad_1=9  # 234
load acc sram_base=65534 dram_base=2868336257 x_size=5 x_stride=62204 x_pad_0=12 x_pad_1=6  # 235
store out dram_base=3016820524 y_size=65535 x_stride=4 y_pad_0=7 y_pad_1=10  # 236
load acc sram_base=7 dram_base=6 y_size=3 x_stride=5 y_pad_0=2 y_pad_1=5  # 237
gemm uop_bgn=462 uop_end=8192 iter_out=13564 dst_out=7 dst_in=1024 src_out=1587 src_in=1462 wgt_out=628 wgt_in=758  # 238
store out sram_base=7 dram_base=2550958107 x_size=2 x_stride=32768 x_pad_1=11  # 239
alu mul uop_bgn=5373 uop_end=437 iter_out=13156 iter_in=2700 dst_out=1815 dst_in=7 src_in=7 use_imm imm=31020  # 240
store out sram_base=6 dram_base=7 y_size=2 x_stride=63870 y_pad_0=3 y_pad_1=2  # 241
load inp sram_base=64634 dram_base=2432582225 x_size=10135 x_stride=7 x_pad_0=12 x_pad_1=6  # 242
load inp sram_base=35229 y_pad_0=2 y_pad_1=15  # 243
store out sram_base=6 y_size=6 x_stride=1 y_pad_0=14 y_pad_1=3  # 244
load inp dram_base=7 x_size=61188 x_stride=4 x_pad_0=15 x_pad_1=2  # 245
load inp sram_base=6 dram_base=431238262 y_size=5 x_stride=1 y_pad_0=15  # 246
load acc8 sram_base=59898 dram_base=2933583901 y_size=7 x_stride=20731 y_pad_0=6 y_pad_1=8  # 247
load acc8 sram_base=39007 dram_base=4294967294 y_size=40066 y_pad_0=7 y_pad_1=6  # 248
load uop sram_base=13436 dram_base=1 x_size=57542 x_pad_1=12  # 249
load acc8 sram_base=42498 dram_base=5 x_stride=34355 y_pad_0=11 y_pad_1=7  # 250
load acc sram_base=6 y_size=36874 y_pad_1=4  # 251
load uop sram_base=6 dram_base=6 x_size=35366 x_stride=3 x_pad_0=8 x_pad_1=1  # 252
load acc8 sram_base=32768 dram_base=2814956526 y_size=65535 x_stride=44171 y_pad_0=8  # 253
load acc8 sram_base=52490 dram_base=2 x_size=11035 x_stride=5 x_pad_0=9 x_pad_1=1  # 254
gemm reset uop_bgn=5973 uop_end=1947 iter_out=11240 iter_in=12607 dst_in=7 src_out=1 src_in=2046 wgt_out=710 wgt_in=5  # 255
gemm reset uop_bgn=1 iter_out=9702 iter_in=1081 dst_out=6 src_out=3 src_in=2047 wgt_out=5 wgt_in=512  # 256
load uop sram_base=2 dram_base=2826407567 x_size=44008 x_stride=2 x_pad_0=15 x_pad_1=9  # 257
load acc sram_base=3 dram_base=4 y_size=2 x_stride=11598 y_pad_0=13 y_pad_1=9  # 258
load acc sram_base=32768 dram_base=3217228895 y_size=1 x_stride=7 y_pad_0=10  # 259
load acc8 sram_base=65535 dram_base=2652212575 y_size=1 y_pad_0=9 y_pad_1=9  # 260
load wgt sram_base=32768 dram_base=4 x_size=4 x_stride=10783 x_pad_0=7 x_pad_1=3  # 261
load acc sram_base=32768 x_stride=9542 x_pad_0=5 x_pad_1=4  # 262
alu shr reset uop_bgn=5 uop_end=3 iter_in=12808 dst_out=4 dst_in=1907 src_out=1340 src_in=7 use_imm imm=3  # 263
gemm reset uop_bgn=5459 uop_end=8192 dst_out=2046 dst_in=7 src_out=2 src_in=2 wgt_out=417 wgt_in=350  # 264
load uop dram_base=2476358778 x_stride=6 y_pad_1=14  # 265
load uop sram_base=32768 dram_base=3346607864 y_size=1 x_stride=7 y_pad_0=14 y_pad_1=11  # 266
load acc sram_base=4 dram_base=6 x_size=32768 x_stride=52610 x_pad_0=15 x_pad_1=14  # 267
load inp sram_base=52222 dram_base=80050972 x_size=5 x_pad_0=6 x_pad_1=11  # 268
load inp sram_base=1 dram_base=2051983838 x_stride=65535 x_pad_1=2  # 269
load wgt sram_base=18624 dram_base=2572132737 y_size=6 x_stride=1 y_pad_0=14 y_pad_1=14  # 270
store out sram_base=51525 dram_base=4294967294 y_pad_0=1 y_pad_1=2  # 271
load wgt dram_base=1 y_size=7 x_stride=41320 y_pad_0=8 y_pad_1=3  # 272
load inp dram_base=3833260812 y_size=7 x_stride=65535 y_pad_0=9 y_pad_1=13  # 273
load wgt sram_base=49113 dram_base=310125025 y_size=6 x_stride=5 y_pad_0=3 y_pad_1=7  # 274
load wgt sram_base=42676 x_size=14517 x_stride=1 x_pad_0=14 x_pad_1=5  # 275
load inp dram_base=2803778550 x_size=607 x_stride=58652 x_pad_0=8 x_pad_1=15  # 276
load inp sram_base=4 dram_base=6 x_size=50220 x_stride=56621 x_pad_0=15 x_pad_1=9  # 277
load wgt dram_base=1 x_size=63530 x_stride=59952 x_pad_1=4  # 278
load inp dram_base=2312890038 x_size=65534 x_stride=6 x_pad_0=14  # 279
load wgt dram_base=5 x_size=4 x_stride=49974 x_pad_0=12 x_pad_1=1  # 280
load inp sram_base=61053 dram_base=3 y_size=17674 x_stride=5 y_pad_0=6 y_pad_1=3  # 281
load wgt sram_base=65535 dram_base=3 x_size=65534 x_stride=1 x_pad_0=14 x_pad_1=1  # 282
load wgt sram_base=7 dram_base=422549362 y_size=37373 x_stride=2 y_pad_0=14 y_pad_1=14  # 283
store out sram_base=1 dram_base=2517269276 y_size=39695 x_stride=32768 y_pad_0=4 y_pad_1=11  # 284
load inp sram_base=64859 y_size=55913 x_stride=2 y_pad_0=14  # 285
load wgt dram_base=3179411595 x_size=1 x_stride=32439 x_pad_0=5 x_pad_1=2  # 286
load wgt dram_base=3522976511 y_size=46847 x_stride=46451 y_pad_0=4 y_pad_1=12  # 287
load wgt sram_base=18706 dram_base=4225326499 x_stride=63171 x_pad_0=4 x_pad_1=14  # 288
load acc sram_base=37123 dram_base=4253229372 x_size=2 x_stride=32768 x_pad_1=15  # 289
gemm uop_bgn=4 uop_end=5127 iter_in=5 dst_out=1 dst_in=2047 src_out=1012 src_in=1024 wgt_out=5 wgt_in=1023  # 290
load inp dram_base=3233442109 x_size=63608 x_stride=20970 x_pad_0=15 x_pad_1=6  # 291
load acc8 sram_base=18638 dram_base=2635887174 y_size=25078 x_stride=36175 y_pad_1=5  # 292
gemm reset uop_bgn=1223 uop_end=1223 dst_out=7 dst_in=1 src_out=1602 src_in=1731 wgt_out=1 wgt_in=892  # 293
gemm reset uop_bgn=4451 uop_end=4 iter_in=2699 dst_out=2047 dst_in=36 src_out=6 wgt_out=637  # 294
store out sram_base=65534 dram_base=5 y_size=6 x_stride=1 y_pad_0=4 y_pad_1=7  # 295
load uop sram_base=15106 x_size=57406 x_stride=2 x_pad_0=6 x_pad_1=14  # 296
load uop sram_base=37275 dram_base=4 y_size=6 x_stride=13216 y_pad_1=6  # 297
gemm reset uop_bgn=7 uop_end=2 iter_out=15576 dst_out=374 dst_in=547 src_out=2047 src_in=2046 wgt_out=934 wgt_in=258  # 298
gemm reset uop_bgn=7641 uop_end=7641 iter_out=13516 iter_in=14415 dst_out=2047 src_in=2046 wgt_out=753  # 299
load uop sram_base=3 dram_base=2 y_size=45593 x_stride=1  # 300
load acc8 sram_base=1 y_size=5 x_stride=7 y_pad_0=4 y_pad_1=5  # 301
load acc8 dram_base=2147483648 x_size=3 x_stride=36914 x_pad_0=1 x_pad_1=5  # 302
gemm reset uop_bgn=7950 uop_end=2 iter_in=7 dst_out=3 dst_in=1024 src_out=564 src_in=1024 wgt_out=700 wgt_in=622  # 303
load acc8 sram_base=6 dram_base=4285998789 y_size=65535 y_pad_0=11 y_pad_1=8  # 304
load uop sram_base=4 dram_base=5 x_size=5 x_stride=45248 x_pad_0=14 x_pad_1=14  # 305
alu add uop_bgn=5276 uop_end=8192 iter_out=7907 dst_out=824 dst_in=1036 src_out=4 src_in=827 use_imm imm=7  # 306
store out sram_base=24035 dram_base=3496515686 y_size=2 x_stride=2 y_pad_0=4 y_pad_1=1  # 307
load uop sram_base=35132 dram_base=1 y_size=41451 x_stride=47854 y_pad_0=5 y_pad_1=15  # 308
load acc sram_base=5 y_size=2 x_stride=59446 y_pad_0=4 y_pad_1=1  # 309
load acc sram_base=20497 dram_base=7 x_size=5 x_stride=47197 x_pad_0=6 x_pad_1=4  # 310
load inp sram_base=59131 x_size=65534 x_stride=18911 x_pad_1=6  # 311
load uop sram_base=50220 dram_base=4005994489 y_size=15367 x_stride=48907 y_pad_0=2 y_pad_1=3  # 312
store out sram_base=65534 dram_base=3181196086 y_size=1 x_stride=5 y_pad_0=11 y_pad_1=1  # 313
load acc8 sram_base=49346 dram_base=2738754849 x_size=6 x_stride=1909 x_pad_0=12 x_pad_1=3  # 314
load wgt dram_base=6 y_size=37231 x_stride=32768 y_pad_1=1  # 315
store out sram_base=4 y_size=7 x_stride=44952 y_pad_0=5 y_pad_1=10  # 316
store out sram_base=38032 dram_base=4097475536 y_size=32768 x_stride=65535 y_pad_0=14 y_pad_1=14  # 317
alu min reset uop_bgn=6821 uop_end=3387 iter_out=4 iter_in=14899 dst_in=7 src_out=1024 src_in=1630 use_imm imm=31198  # 318
load wgt sram_base=7 dram_base=1 y_size=4 x_stride=51508 y_pad_0=2 y_pad_1=1  # 319
load inp sram_base=3 dram_base=3802684059 x_stride=3 x_pad_0=14 x_pad_1=4  # 320
store out sram_base=1468 dram_base=3813543662 x_size=6 x_stride=7 x_pad_0=8 x_pad_1=5  # 321
store out dram_base=4294967294 x_size=19722 x_pad_0=13 x_pad_1=13  # 322
store out sram_base=50361 dram_base=3999379880 y_size=1 x_stride=16240 y_pad_0=6 y_pad_1=14  # 323
load inp sram_base=65535 dram_base=1740940746 x_size=65534 x_stride=35006 x_pad_0=1 x_pad_1=14  # 324
store out sram_base=59 dram_base=3921754166 x_size=42674 x_stride=47399 x_pad_0=2 x_pad_1=6  # 325
store out dram_base=4061903117 x_stride=63482 y_pad_0=13 y_pad_1=8  # 326
load wgt sram_base=18134 y_size=32768 x_stride=54163 y_pad_1=11  # 327
gemm iter_out=1 dst_out=4 src_in=2046 wgt_out=2 wgt_in=942  # 328
store out sram_base=7 dram_base=7 x_stride=32768 y_pad_0=5  # 329
store out sram_base=32768 x_size=4 x_stride=65535 x_pad_0=13 x_pad_1=1  # 330
load wgt sram_base=60874 dram_base=5 y_size=40422 x_stride=12232 y_pad_0=6 y_pad_1=14  # 331
alu min reset uop_bgn=4559 iter_in=3 dst_out=1261 dst_in=1429 src_out=7 src_in=3 use_imm imm=19352  # 332
store out sram_base=34141 x_size=4 x_stride=41223 x_pad_0=4 x_pad_1=2  # 333
load acc sram_base=3 dram_base=3 y_size=22795 x_stride=54404 y_pad_0=8 y_pad_1=8  # 334
load uop sram_base=8009 dram_base=2867976141 y_size=19463 x_stride=46119 y_pad_0=2 y_pad_1=14  # 335
store out sram_base=7 dram_base=2388834793 y_size=34288 x_stride=6 y_pad_0=6 y_pad_1=2  # 336
load acc sram_base=6 dram_base=2652926449 y_size=6 x_stride=4 y_pad_0=4 y_pad_1=8  # 337
load acc sram_base=6 dram_base=7 x_size=62420 x_stride=54761 x_pad_0=8  # 338
load wgt sram_base=15859 dram_base=3984535239 x_size=13798 x_stride=2076 x_pad_0=1 x_pad_1=6  # 339
load acc8 sram_base=8846 x_stride=5 x_pad_1=14  # 340
gemm uop_end=4 dst_out=2046 dst_in=1 src_out=1 src_in=7 wgt_out=662 wgt_in=6  # 341
store out dram_base=2 x_size=7 x_stride=2 x_pad_1=14  # 342
store out sram_base=1 dram_base=1 x_size=59328 x_stride=43969 x_pad_0=4 x_pad_1=14  # 343
store out sram_base=4 dram_base=7 x_stride=7 y_pad_0=1 y_pad_1=12  # 344
load wgt dram_base=2 x_size=65534 x_stride=14603 x_pad_0=15 x_pad_1=6  # 345
store out sram_base=40858 dram_base=7 x_size=4 x_pad_0=7 x_pad_1=1  # 346
load inp sram_base=36007 dram_base=2 y_size=4392 x_stride=7 y_pad_0=11  # 347
load wgt sram_base=5 dram_base=4 y_size=6 x_stride=4 y_pad_0=7 y_pad_1=2  # 348
store out sram_base=3 dram_base=826942815 y_size=6 x_stride=4 y_pad_0=13 y_pad_1=10  # 349
load uop sram_base=65535 dram_base=6 x_stride=59787 x_pad_0=14 x_pad_1=11  # 350
load acc8 sram_base=7 dram_base=2662276166 x_stride=48761 y_pad_0=1 y_pad_1=11  # 351
store out sram_base=15127 x_size=65534 x_stride=1 x_pad_0=5 x_pad_1=5  # 352
store out sram_base=7 dram_base=4094630787 x_size=40658 x_stride=65534 x_pad_0=9 x_pad_1=7  # 353
load acc sram_base=65534 dram_base=6 x_size=44111 x_stride=32768 x_pad_0=9  # 354
gemm reset uop_bgn=6 uop_end=6 iter_out=16383 iter_in=5 dst_in=7 src_out=719 src_in=2046 wgt_out=954 wgt_in=900  # 355
alu mul reset uop_bgn=8190 uop_end=8192 iter_in=8641 dst_out=1475 dst_in=2047 src_out=1750 src_in=1917 use_imm imm=15068  # 356
load acc sram_base=54165 dram_base=2147483648 x_size=24617 x_stride=65535 x_pad_0=2 x_pad_1=6  # 357
gemm reset uop_bgn=2 iter_in=15899 dst_out=1106 dst_in=1985 src_out=1 src_in=6 wgt_out=4 wgt_in=4  # 358
gemm reset uop_bgn=7 uop_end=5 iter_in=6 dst_out=1735 dst_in=1292 src_in=4 wgt_out=4 wgt_in=512  # 359
load wgt sram_base=5 dram_base=3242506211 y_pad_1=3  # 360
gemm uop_bgn=5 uop_end=2 iter_out=15799 iter_in=7 dst_out=4 dst_in=2014 src_out=1355 src_in=1145 wgt_out=844 wgt_in=4  # 361
load uop sram_base=1529 dram_base=3 y_size=3 x_stride=63874 y_pad_0=15 y_pad_1=1  # 362
load acc8 sram_base=43545 dram_base=3039130322 x_size=7 x_stride=41620 x_pad_0=11 x_pad_1=2  # 363
load acc sram_base=32768 dram_base=6 y_size=57647 x_stride=61494 y_pad_0=7 y_pad_1=4  # 364
load uop dram_base=2600827027 y_size=36297 x_stride=42497 y_pad_0=7  # 365
load uop sram_base=3 dram_base=3 y_size=32768 x_stride=6 y_pad_1=8  # 366
load inp sram_base=65535 dram_base=4 y_size=6 x_stride=55187 y_pad_0=9 y_pad_1=6  # 367
load uop sram_base=4 dram_base=3910316292 y_size=47454 x_stride=48134 y_pad_0=13 y_pad_1=4  # 368
load acc sram_base=49348 dram_base=3283033356 y_size=1 x_stride=4 y_pad_1=3  # 369
load acc8 sram_base=1 dram_base=4294967294 x_size=35097 x_stride=6 x_pad_0=5 x_pad_1=13  # 370
load wgt sram_base=65534 dram_base=3 x_size=7 x_stride=65534 x_pad_0=12  # 371
load wgt sram_base=7 dram_base=4294967295 x_size=7 x_stride=48680 x_pad_0=11  # 372
load uop sram_base=3 dram_base=1839506148 y_size=1 x_stride=32840 y_pad_0=7 y_pad_1=8  # 373
load acc dram_base=1 x_size=42081 x_stride=6 x_pad_0=13 x_pad_1=2  # 374
store out sram_base=4 dram_base=2 x_size=6 x_stride=4 x_pad_1=8  # 375
store out dram_base=2 y_size=35783 x_stride=33205 y_pad_0=5 y_pad_1=8  # 376
load inp sram_base=34962 y_size=65535 x_stride=63748 y_pad_0=5 y_pad_1=8  # 377
load wgt sram_base=19171 dram_base=2198638518 y_size=3 x_stride=29509 y_pad_0=10 y_pad_1=2  # 378
load acc8 sram_base=4 dram_base=3121636233 y_size=13125 x_stride=61445 y_pad_0=8 y_pad_1=5  # 379
store out dram_base=2 x_stride=1797 x_pad_0=8 x_pad_1=3  # 380
load inp sram_base=1 dram_base=4060684346 y_size=7 x_stride=7 y_pad_1=2  # 381
load acc8 sram_base=59594 dram_base=861533357 x_size=5 x_pad_1=15  # 382
alu min reset uop_bgn=7 iter_out=6 iter_in=14135 dst_out=1802 dst_in=1486 src_out=2047 src_in=1222 use_imm imm=32767  # 383
load wgt sram_base=1355 dram_base=1604038717 x_size=65534 x_pad_0=8 x_pad_1=15  # 384
load uop sram_base=5 dram_base=3097534216 x_size=2 x_stride=6 x_pad_0=1 x_pad_1=7  # 385
load wgt sram_base=65535 dram_base=4294967294 x_size=33857 x_stride=2 x_pad_0=3 x_pad_1=7  # 386
alu min reset uop_bgn=5373 uop_end=5373 iter_in=1 dst_out=3 dst_in=5 src_out=1553 src_in=31 use_imm imm=32767  # 387
store out dram_base=2 y_size=6 x_stride=44925 y_pad_0=12 y_pad_1=11  # 388
store out sram_base=32553 dram_base=3207427974 y_size=4 y_pad_0=4 y_pad_1=5  # 389
store out sram_base=65534 dram_base=1964534724 y_size=2 x_stride=6 y_pad_0=10 y_pad_1=2  # 390
store out sram_base=32768 dram_base=7 y_size=41836 x_stride=59575 y_pad_1=7  # 391
store out sram_base=33197 dram_base=4173255762 y_size=1 x_stride=3  # 392
store out sram_base=44416 dram_base=3286155033 x_size=7 x_stride=49981  # 393
store out sram_base=4 dram_base=1 x_size=1 x_stride=2 x_pad_0=4 x_pad_1=15  # 394
store out sram_base=32768 dram_base=6 x_size=7773 x_pad_0=12 x_pad_1=3  # 395
store out dram_base=3550686265 x_size=6 x_stride=2 x_pad_0=9 x_pad_1=2  # 396
store out sram_base=49685 dram_base=5 y_pad_0=12  # 397
store out sram_base=1 dram_base=4294967295 x_size=3 x_stride=7 x_pad_1=8  # 398
store out sram_base=6 dram_base=5 x_size=7 x_stride=15350 x_pad_1=7  # 399
store out x_size=1 x_stride=11601 x_pad_0=6 x_pad_1=7  # 400
store out x_size=59315 x_pad_0=2 x_pad_1=8  # 401
store out sram_base=3 dram_base=3292658005 x_size=4 x_stride=43709 x_pad_0=8 x_pad_1=7  # 402
store out sram_base=65535 dram_base=1148264742 x_size=4 x_stride=2 x_pad_0=6 x_pad_1=3  # 403
store out sram_base=5 dram_base=2 y_size=65535 x_stride=7 y_pad_0=6  # 404
store out sram_base=42115 dram_base=3551807214 x_size=65535 x_stride=65534 x_pad_0=11 x_pad_1=15  # 405
store out sram_base=7 dram_base=791926186 x_size=51363 x_stride=32768 x_pad_0=7 x_pad_1=6  # 406
store out sram_base=1317 dram_base=3378966592 x_stride=2 y_pad_0=3 y_pad_1=13  # 407
store out sram_base=38461 dram_base=2 x_size=54362 x_stride=38757 x_pad_0=13  # 408
load inp sram_base=1 dram_base=2227953034 x_size=4 x_stride=8903 x_pad_0=4 x_pad_1=4  # 409
load inp sram_base=3 dram_base=4294967294 y_size=42664 x_stride=6 y_pad_0=7 y_pad_1=2  # 410
store out sram_base=32768 dram_base=2828000924 x_stride=4 x_pad_0=9 x_pad_1=6  # 411
store out sram_base=7 dram_base=3452942143 x_size=34331 x_stride=6 x_pad_0=14 x_pad_1=12  # 412
store out sram_base=6 dram_base=3 x_size=65535 x_stride=29881 x_pad_1=15  # 413
store out dram_base=3 x_stride=65534 x_pad_0=9 x_pad_1=15  # 414
gemm reset uop_bgn=1 uop_end=1 iter_out=11273 iter_in=3044 dst_in=2047 wgt_out=7 wgt_in=758  # 415
store out sram_base=45536 dram_base=3 y_size=7 x_stride=52731 y_pad_0=11  # 416
load inp sram_base=5 dram_base=2 y_size=21582 x_stride=5 y_pad_0=2 y_pad_1=14  # 417
load uop sram_base=39821 dram_base=4294967294 y_size=59506 x_stride=1 y_pad_1=7  # 418
load uop sram_base=37149 dram_base=2755136653 y_size=54748 y_pad_0=15 y_pad_1=1  # 419
alu mul reset uop_bgn=7838 uop_end=7 iter_out=14173 dst_out=1257 dst_in=1015 src_out=3 src_in=1646 use_imm imm=5  # 420
store out sram_base=4 dram_base=2107417467 x_stride=34397 y_pad_0=15 y_pad_1=1  # 421
load wgt sram_base=65534 dram_base=3753593541 y_size=6 x_stride=18379 y_pad_0=7 y_pad_1=7  # 422
load uop sram_base=65534 dram_base=4294967295 x_size=17909 x_stride=6 x_pad_0=5 x_pad_1=9  # 423
load acc sram_base=51392 dram_base=2147483648 y_size=14142 y_pad_0=4 y_pad_1=9 push_prev  # 424
load wgt sram_base=7 x_size=47316 x_stride=6 x_pad_0=15 x_pad_1=6  # 425
load wgt sram_base=32768 dram_base=3416578025 y_size=15563 x_stride=7 y_pad_0=1 y_pad_1=2  # 426
load inp sram_base=3225 dram_base=2590218108 x_size=32768 x_stride=65535 x_pad_0=14 x_pad_1=13  # 427
store out sram_base=1 dram_base=1262296734 x_size=59462 x_stride=32768 x_pad_0=14 x_pad_1=9  # 428
load acc8 sram_base=65534 dram_base=2386220518 y_size=30977 x_stride=64964 y_pad_0=14 y_pad_1=10  # 429
store out sram_base=56192 dram_base=4 y_size=15754 x_stride=37148 y_pad_1=1  # 430
load wgt sram_base=65535 dram_base=6 x_stride=6 y_pad_0=3 y_pad_1=1  # 431
store out x_size=32768 x_stride=43694 x_pad_1=4  # 432
load wgt sram_base=32768 dram_base=952162635 x_stride=6 y_pad_0=13 y_pad_1=15  # 433
store out sram_base=8261 dram_base=3 y_size=2 x_stride=11501 y_pad_0=4 y_pad_1=5  # 434
load uop sram_base=5 dram_base=3 y_size=3 x_stride=7 y_pad_0=12 y_pad_1=7  # 435
store out sram_base=3 dram_base=2147483648 y_size=49246 x_stride=2 y_pad_1=8  # 436
gemm uop_bgn=7 uop_end=8192 dst_out=1024 src_out=2 src_in=887 wgt_out=27 wgt_in=5  # 437
load acc8 sram_base=61001 dram_base=3767873080 y_size=65534 y_pad_0=7 y_pad_1=14  # 438
load acc sram_base=56173 dram_base=3 x_stride=32768 x_pad_0=7 x_pad_1=8  # 439
load inp sram_base=52219 x_size=36546 x_stride=3 x_pad_0=2 x_pad_1=5  # 440
store out dram_base=5 x_size=21204 x_stride=1 x_pad_0=2 x_pad_1=11  # 441
gemm iter_out=3 iter_in=12049 dst_out=5 dst_in=6 src_in=1133 wgt_in=218  # 442
store out sram_base=56540 dram_base=1 y_size=65535 x_stride=6 y_pad_0=8 y_pad_1=8  # 443
load wgt sram_base=4 dram_base=4034313030 y_size=6 x_stride=7818 y_pad_0=8 y_pad_1=4  # 444
load uop sram_base=5 dram_base=2277968966 y_size=1 x_stride=42021 y_pad_0=8 y_pad_1=2  # 445
store out sram_base=51069 dram_base=5 y_size=65534  # 446
load acc dram_base=2378599115 x_size=3 x_stride=40247 x_pad_0=12 x_pad_1=4  # 447
store out sram_base=6 y_size=53051 x_stride=4 y_pad_0=5 y_pad_1=6  # 448
store out sram_base=4 dram_base=4289702756 y_size=6 y_pad_0=2  # 449
gemm reset uop_end=7230 iter_in=10888 dst_out=7 dst_in=1023 src_out=1293 src_in=1934 wgt_out=979 wgt_in=3  # 450
load acc dram_base=4284474513 x_stride=63048 y_pad_0=14 y_pad_1=6  # 451
load uop sram_base=24670 y_size=65534 x_stride=7 y_pad_0=15 y_pad_1=14  # 452
gemm reset uop_bgn=1 uop_end=7329 src_out=2047 src_in=840 wgt_out=7 wgt_in=1023  # 453
load acc8 sram_base=32946 dram_base=2147483648 y_size=1 x_stride=5 y_pad_0=14 push_prev  # 454
load acc sram_base=3 dram_base=6 x_size=55699 x_stride=65535 x_pad_0=6 x_pad_1=14  # 455
load uop dram_base=2553517797 x_size=7 x_stride=5 x_pad_0=9 x_pad_1=1 push_prev  # 456
load acc dram_base=3431226099 x_size=1 x_stride=32768 x_pad_0=9  # 457
load acc8 sram_base=53395 dram_base=3 y_size=65503 x_stride=65534 y_pad_0=8  # 458
store out sram_base=32768 dram_base=3447736118 y_size=44025 x_stride=6 y_pad_0=14 y_pad_1=3  # 459
store out sram_base=1 x_size=6 x_stride=33035 x_pad_0=2 x_pad_1=4  # 460
alu shr reset uop_bgn=4 uop_end=3 iter_in=7766 dst_out=5 src_out=5 use_imm imm=32766  # 461
store out sram_base=20381 dram_base=7 y_size=58967 x_stride=2 y_pad_0=1  # 462
load acc dram_base=2147483648 y_size=32768 x_stride=7 y_pad_0=6 y_pad_1=5  # 463
load uop sram_base=50810 dram_base=3524949231 y_size=7 x_stride=65534 y_pad_0=4 y_pad_1=14  # 464
load acc8 sram_base=2864 dram_base=6 x_stride=62149 y_pad_0=9 y_pad_1=6  # 465
load uop sram_base=32768 x_size=4 x_stride=39288 x_pad_0=14 x_pad_1=5  # 466
load wgt sram_base=61459 y_size=5 x_stride=5 y_pad_0=5 y_pad_1=1  # 467
alu shr reset uop_bgn=1675 uop_end=3 iter_in=3 dst_out=1956 dst_in=1088 src_out=881 src_in=1260 imm=17583  # 468
load uop sram_base=52047 dram_base=3 x_stride=32768 y_pad_0=8 y_pad_1=12  # 469
load acc sram_base=2 dram_base=2481379930 y_size=4 x_stride=2 y_pad_0=5 y_pad_1=2  # 470
store out sram_base=21156 dram_base=3418080573 x_size=3 x_stride=5 x_pad_0=1 x_pad_1=8  # 471
load acc8 sram_base=4 dram_base=1 y_size=5 x_stride=5 y_pad_1=9 push_next  # 472
load wgt sram_base=1 dram_base=4294967294 y_size=7 x_stride=65535 y_pad_0=10 y_pad_1=15  # 473
finish  # 474
