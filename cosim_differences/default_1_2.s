# program 2 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=1 write=70 gap=9 outstanding=3 burst=64
.bytes 1048576
.window 0x0 0x90000
.base uop=0x160 inp=0x124a0 wgt=0x19900 acc=0x1f600 out=0x0
.stream 0x10000
.uops 0x106c
.random 0x20000 262144 101369112254616535
.random 0x80000 65536 535103001485273756
.kernels 37 223 278
uop dst=1636 src=739 wgt=0
uop dst=929 src=1057 wgt=633
uop dst=1 src=682 wgt=1022
uop dst=1 src=2 wgt=1
uop dst=2 src=5 wgt=571
uop dst=1360 src=6 wgt=151
uop dst=1050 src=1928 wgt=0
uop dst=1024 src=3 wgt=766
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1121 src=2026 wgt=71
uop dst=1293 src=1858 wgt=53
uop dst=1044 src=422 wgt=54
uop dst=725 src=1594 wgt=160
uop dst=1212 src=430 wgt=645
uop dst=733 src=1510 wgt=771
uop dst=1251 src=908 wgt=15
uop dst=1458 src=832 wgt=692
uop dst=1872 src=1649 wgt=855
alu shr reset uop_bgn=3472 uop_end=3478 iter_out=1 iter_in=837 dst_out=2 dst_in=1  # 0
load uop sram_base=5731 dram_base=971 y_size=2 x_size=5  # 1
alu add reset uop_bgn=5738 uop_end=5778 iter_out=1 iter_in=1 dst_out=1618 dst_in=5 src_out=1 src_in=1200 use_imm imm=5  # 2
alu add reset uop_bgn=8190 uop_end=8192 iter_out=1508 iter_in=1 dst_out=1 dst_in=2007 src_out=1 src_in=2046  # 3
gemm uop_bgn=5738 uop_end=5778 iter_out=81 iter_in=1 dst_in=2046 src_in=2046 wgt_in=1 push_next  # 4
store out sram_base=3 dram_base=35170 y_size=1 x_size=5 x_stride=6 pop_prev push_prev  # 5
alu add uop_bgn=5734 uop_end=5740 iter_out=6 iter_in=4 imm=-20426 push_prev push_next  # 6
load uop sram_base=1 dram_base=963 y_size=1 x_size=23 x_stride=3 push_next  # 7
alu min uop_bgn=2691 uop_end=2697 iter_out=1 iter_in=4 dst_out=1169 dst_in=1 src_out=1990 use_imm imm=17656 pop_next  # 8
load uop sram_base=3455 dram_base=980 y_size=1 x_size=1 x_stride=5  # 9
store out sram_base=2046 dram_base=35275 y_size=1 x_size=2 x_stride=5 pop_prev push_prev  # 10
load acc8 sram_base=2008 dram_base=2808 y_size=4 x_size=1 x_stride=4 y_pad_0=3 y_pad_1=3 x_pad_1=3 pop_next  # 11
alu shr uop_bgn=5732 uop_end=5738 iter_out=2 iter_in=3 imm=-24  # 12
alu max reset uop_bgn=3455 uop_end=3495 iter_out=3 iter_in=4 dst_out=2 dst_in=2 src_in=2047 use_imm imm=-27642 push_prev  # 13
load acc sram_base=65534 dram_base=2426543944 y_size=12889 x_stride=32768 y_pad_0=9 y_pad_1=6 push_prev  # 14
gemm uop_bgn=3455 uop_end=3461 iter_out=1 iter_in=3 dst_out=4 dst_in=1 src_out=1 src_in=4 wgt_out=382 wgt_in=1  # 15
load acc sram_base=1541 dram_base=4124 y_size=6 x_size=2 x_stride=2 push_next  # 16
store out sram_base=698 dram_base=32769 y_size=5 x_size=4 x_stride=4  # 17
load acc8 dram_base=3414 y_size=40 x_size=1 x_stride=5 x_pad_0=3 x_pad_1=1 push_next  # 18
load inp sram_base=2046 dram_base=32180 y_size=2 x_size=1 x_stride=1 pop_next  # 19
load uop sram_base=3 dram_base=974 y_size=3 x_size=3 x_stride=4 push_prev push_next  # 20
alu add reset uop_bgn=8191 uop_end=8192 iter_out=4 iter_in=1 dst_out=1 dst_in=5 src_out=1 imm=4  # 21
store out sram_base=4 dram_base=3795041635 x_stride=6 y_pad_0=11 y_pad_1=15 pop_prev  # 22
store out sram_base=1 dram_base=3108559128 y_size=51168 x_stride=7 y_pad_0=8 y_pad_1=14 pop_prev  # 23
store out sram_base=89 dram_base=32773 y_size=2 x_size=2 x_stride=6 pop_prev  # 24
store out sram_base=4 dram_base=32781 y_size=1 x_size=8 x_stride=7  # 25
load uop sram_base=3 dram_base=963 y_size=2 x_size=8 x_stride=12 push_prev push_next  # 26
store out sram_base=42432 dram_base=3214029982 x_size=32768 x_stride=56855 x_pad_0=14 x_pad_1=9 pop_prev  # 27
store out sram_base=3 dram_base=32768 y_size=1 x_size=71 pop_prev push_prev  # 28
load wgt sram_base=32768 dram_base=2150346730 y_size=51485 x_stride=35865 y_pad_0=9 y_pad_1=14 pop_next  # 29
load wgt sram_base=3 dram_base=4 x_size=62735 x_stride=32768 x_pad_0=5 x_pad_1=4 pop_next  # 30
load inp sram_base=2 dram_base=2675758057 y_size=1024 y_pad_0=3 x_pad_0=1 pop_next push_next  # 31
load wgt sram_base=720 dram_base=893 y_size=4 x_size=1 x_stride=2 y_pad_1=15 x_pad_0=15  # 32
load uop sram_base=1803 dram_base=974 y_size=4 x_size=1 x_stride=3 pop_next push_prev  # 33
load wgt dram_base=116 y_size=2 x_size=2 x_stride=3  # 34
load inp sram_base=663 dram_base=31616 y_size=33 x_size=1 x_stride=1  # 35
load inp sram_base=2 dram_base=2 y_size=4 x_stride=32768 y_pad_0=3 pop_next  # 36
load inp sram_base=1189 dram_base=28099 y_size=4 x_size=1 x_stride=2 pop_next  # 37
load acc8 sram_base=1665 dram_base=24736 y_size=3 x_size=2 x_stride=2047 pop_prev push_prev push_next  # 38
load acc8 sram_base=2026 dram_base=24909 y_size=1 x_size=8 x_stride=8 y_pad_1=1 x_pad_0=3 push_next  # 39
load acc8 sram_base=6 dram_base=16540 y_size=4 x_size=4 push_next  # 40
load inp sram_base=4 dram_base=6 x_size=3 x_pad_0=8 x_pad_1=15 pop_next push_next  # 41
load wgt sram_base=929 dram_base=294 y_size=4 x_size=3 y_pad_0=1 x_pad_0=1 x_pad_1=15  # 42
load inp sram_base=1 dram_base=16983 y_size=4 x_size=5 x_stride=4 x_pad_0=2 x_pad_1=1  # 43
load inp sram_base=21 dram_base=12372 y_size=1 x_size=421 x_stride=3 y_pad_0=3 x_pad_1=2 push_next  # 44
load uop sram_base=8184 dram_base=977 y_size=2 x_size=4 x_stride=5  # 45
load uop sram_base=38560 dram_base=4294967295 y_size=6 x_stride=3 y_pad_0=14 y_pad_1=15 pop_prev push_next  # 46
store out sram_base=3 dram_base=2658669901 y_size=2 x_stride=49501 y_pad_0=1 y_pad_1=6 pop_prev  # 47
store out dram_base=2489009983 x_size=7 x_pad_0=6 x_pad_1=15 pop_prev  # 48
store out sram_base=2190 dram_base=4294967294 x_size=52913 x_stride=15443 x_pad_1=5 pop_prev  # 49
store out dram_base=32769 y_size=2048 x_size=1 x_stride=2 pop_prev push_prev  # 50
load inp sram_base=2040 dram_base=7630 y_size=4 x_size=2 x_stride=3  # 51
load acc8 sram_base=1 dram_base=25732 y_size=3 x_size=7 x_stride=9 x_pad_0=3 x_pad_1=2 pop_prev pop_next  # 52
load inp dram_base=3959 y_size=4 x_size=4 x_stride=7 push_next  # 53
gemm uop_bgn=7 uop_end=8192 iter_in=12158 dst_out=7 src_out=6 src_in=2 wgt_out=7 wgt_in=6 push_next  # 54
store out sram_base=6 dram_base=36659 y_size=52 x_size=1 x_stride=4 pop_prev push_prev  # 55
load uop sram_base=8184 dram_base=969 y_size=1 x_size=8 x_stride=6 pop_prev push_prev push_next  # 56
load inp sram_base=751 dram_base=28097 y_size=1 x_size=198 x_stride=65534 pop_next  # 57
store out sram_base=978 dram_base=36214 y_size=2 x_size=4 x_stride=7 pop_prev  # 58
store out sram_base=2 dram_base=2274832424 y_size=44408 x_stride=3 y_pad_0=7 y_pad_1=5  # 59
load uop sram_base=1 dram_base=963 y_size=4 x_size=3 x_stride=6  # 60
store out sram_base=990 dram_base=35870 y_size=5 x_size=2  # 61
load acc8 dram_base=2147483648 y_size=47783 x_stride=6 y_pad_1=4 pop_next  # 62
load acc sram_base=3 y_size=64503 y_pad_0=11 push_prev push_next  # 63
store out dram_base=35409 y_size=2 x_size=2  # 64
load uop sram_base=1242 dram_base=985 y_size=6846 x_size=1  # 65
store out sram_base=60373 dram_base=3806353745 y_size=5 x_stride=7 y_pad_0=2 y_pad_1=15  # 66
load acc8 sram_base=1 dram_base=3154587050 x_stride=65534 x_pad_0=4 x_pad_1=6 push_next  # 67
store out sram_base=7060 dram_base=1000827208 y_size=37379 y_pad_0=8 y_pad_1=8  # 68
alu max reset uop_bgn=5078 uop_end=382 iter_out=13753 iter_in=10536 dst_out=4 dst_in=132 src_out=7 src_in=1422 use_imm imm=3 push_prev  # 69
load inp sram_base=4209 y_size=45326 x_stride=52529 y_pad_0=11 y_pad_1=8 pop_next  # 70
load wgt sram_base=1 x_size=6 x_stride=7 x_pad_0=11 x_pad_1=2  # 71
store out sram_base=65534 dram_base=3387807065 y_size=7 x_stride=60001 y_pad_0=14 y_pad_1=8 push_prev  # 72
load inp sram_base=2 y_size=39976 x_stride=7 y_pad_0=7 y_pad_1=9 pop_next  # 73
store out sram_base=65534 dram_base=3 y_size=48847 x_stride=4 y_pad_0=3  # 74
load wgt sram_base=60794 dram_base=2076050231 y_size=6 x_stride=2 y_pad_0=2 y_pad_1=3  # 75
load wgt sram_base=1759 y_size=17163 y_pad_0=15 y_pad_1=7  # 76
load acc sram_base=6 dram_base=2334119542 x_stride=47307 y_pad_1=6 push_prev push_next  # 77
load acc sram_base=3 dram_base=4 x_size=41608 x_stride=2 x_pad_0=6 x_pad_1=2 pop_next push_next  # 78
load wgt sram_base=35250 dram_base=2490311276 x_size=32768 x_stride=28873 x_pad_0=15 x_pad_1=11  # 79
store out sram_base=12174 dram_base=6 y_size=62175 x_stride=21641 y_pad_0=1 y_pad_1=10  # 80
alu mul reset uop_bgn=2814 uop_end=2814 iter_out=6 iter_in=14521 dst_out=7 dst_in=1 src_out=272 src_in=1821 use_imm imm=16470  # 81
load acc8 sram_base=5 dram_base=2147483648 x_stride=3 y_pad_0=5 y_pad_1=3  # 82
store out sram_base=33484 dram_base=3280939944 x_size=4 x_stride=6 x_pad_0=6 x_pad_1=13 pop_prev  # 83
load acc sram_base=42514 dram_base=4294967295 y_size=26672 x_stride=22121 y_pad_0=15 y_pad_1=2  # 84
store out sram_base=1 dram_base=4294967295 y_size=65534 x_stride=55155 y_pad_1=6 pop_prev  # 85
store out sram_base=49754 dram_base=7 x_stride=21422 y_pad_0=15 y_pad_1=2  # 86
store out dram_base=4 y_size=7 x_stride=2 y_pad_0=8 y_pad_1=5 push_prev  # 87
store out dram_base=7 x_size=2 x_stride=3 x_pad_0=7 x_pad_1=11  # 88
store out sram_base=7 dram_base=3460935443 y_size=4 x_stride=49382 y_pad_0=11 y_pad_1=10  # 89
store out sram_base=37014 dram_base=4294967295 x_size=5 x_stride=14766 x_pad_0=13 x_pad_1=15 pop_prev  # 90
store out sram_base=44225 dram_base=1 x_size=53539 x_stride=65534 x_pad_0=14 x_pad_1=13  # 91
store out sram_base=65534 dram_base=3657366603 x_stride=64969 x_pad_0=14 x_pad_1=8 pop_prev push_prev  # 92
load wgt sram_base=4 dram_base=3028031087 x_stride=48547 x_pad_0=1 x_pad_1=5  # 93
store out sram_base=44374 dram_base=2147483648 y_size=1 x_stride=3  # 94
store out sram_base=5 y_size=38595 x_stride=40965 y_pad_0=15 y_pad_1=9 push_prev  # 95
store out sram_base=6 dram_base=3510815543 y_size=5 x_stride=54988 y_pad_0=12 y_pad_1=2 push_prev  # 96
store out sram_base=37109 dram_base=4 y_size=62830 x_stride=33246 y_pad_0=1 y_pad_1=6  # 97
store out sram_base=5 dram_base=2144548508 y_size=4 x_stride=43197 y_pad_0=15 y_pad_1=13  # 98
load wgt sram_base=5 y_size=65534 x_stride=40743 y_pad_0=15 y_pad_1=6  # 99
store out dram_base=2147483648 x_size=4 x_stride=50809 x_pad_0=1 x_pad_1=10  # 100
alu add reset uop_bgn=3 uop_end=2 iter_out=4319 iter_in=11958 dst_out=1 dst_in=630 src_out=1 src_in=1805 use_imm pop_next  # 101
store out sram_base=2 dram_base=2147483648 x_size=37595 x_stride=47225 x_pad_0=6 x_pad_1=1 push_prev  # 102
store out sram_base=56181 dram_base=3 x_size=65534 x_stride=55977 x_pad_0=15 x_pad_1=11  # 103
alu shr reset uop_bgn=6 uop_end=4182 iter_out=10317 dst_out=4 src_out=4 use_imm imm=-27152 pop_next  # 104
load inp sram_base=65534 dram_base=45643168 x_size=40476 x_stride=5 x_pad_0=7 x_pad_1=9  # 105
store out sram_base=2 dram_base=2 x_size=38637 x_stride=54982 x_pad_1=3  # 106
store out sram_base=65535 dram_base=143371351 y_size=5 x_stride=59959 y_pad_0=15 y_pad_1=1  # 107
store out sram_base=23353 dram_base=801419055 y_size=45562 x_stride=53802 y_pad_1=7  # 108
store out sram_base=4 dram_base=5 x_size=4 x_stride=56937 x_pad_0=3 x_pad_1=5  # 109
store out sram_base=50773 dram_base=3883948364 y_size=27151 x_stride=60748 y_pad_0=14 y_pad_1=11 push_prev  # 110
store out sram_base=43835 dram_base=3287229216 x_size=1 x_stride=33868 x_pad_1=11  # 111
store out sram_base=7 dram_base=4294967295 y_size=39241 x_stride=34742 y_pad_0=2 y_pad_1=15  # 112
store out y_size=34134 x_stride=65534 y_pad_0=5  # 113
store out sram_base=65535 dram_base=3 x_size=49835 x_pad_0=2 x_pad_1=2  # 114
store out sram_base=1 dram_base=3589762752 y_size=1 x_stride=32768 y_pad_0=6 y_pad_1=1  # 115
store out sram_base=4 dram_base=3 x_size=6 x_stride=58602 x_pad_0=6 x_pad_1=10  # 116
load inp sram_base=42466 y_size=47802 x_stride=1 y_pad_0=11 y_pad_1=9 pop_next  # 117
store out dram_base=4276892335 x_stride=6 x_pad_0=6 x_pad_1=10  # 118
store out sram_base=32959 dram_base=4 x_size=32768 x_stride=32768 x_pad_0=14 x_pad_1=3  # 119
store out sram_base=6171 dram_base=170448144 y_size=65535 x_stride=5 y_pad_1=14  # 120
store out sram_base=65534 dram_base=3046783265 y_size=65535 x_stride=6 y_pad_0=3 y_pad_1=7  # 121
store out sram_base=5 dram_base=5 y_size=5 x_stride=3 y_pad_1=14  # 122
store out sram_base=5 x_size=1 x_stride=46683 x_pad_0=12 x_pad_1=15  # 123
load inp sram_base=7 dram_base=4 y_size=5 x_stride=36729 y_pad_0=11 y_pad_1=1 push_next  # 124
store out sram_base=39644 x_size=35549 x_stride=4 x_pad_0=13  # 125
store out dram_base=3557199132 y_size=46903 x_stride=2 y_pad_0=3 y_pad_1=2  # 126
load uop sram_base=4 y_size=47302 x_stride=38630 y_pad_0=2 y_pad_1=3 pop_next push_next  # 127
store out sram_base=24076 dram_base=4214952081 x_size=65534 x_stride=5 x_pad_0=8 x_pad_1=6  # 128
store out sram_base=56415 y_size=5 x_stride=53213 y_pad_0=15 y_pad_1=1 push_prev  # 129
load acc8 dram_base=2593330198 x_size=3 x_stride=5 x_pad_0=8 x_pad_1=15 pop_next  # 130
gemm reset uop_bgn=8191 uop_end=8191 iter_out=8192 iter_in=2 dst_out=1974 dst_in=1024 src_out=2047 src_in=1373 wgt_out=3 wgt_in=7 pop_next push_prev push_next  # 131
store out sram_base=2984 dram_base=4294967294 x_size=65534 x_pad_0=14 x_pad_1=2 pop_prev push_prev  # 132
load acc sram_base=59788 dram_base=3650353098 y_size=50894 x_stride=51836 y_pad_1=3 pop_next  # 133
load inp sram_base=60943 x_stride=60505 x_pad_1=3 push_next  # 134
store out sram_base=1 dram_base=7 x_size=5 x_stride=48007 x_pad_0=2  # 135
load inp dram_base=7 x_size=33333 x_stride=65535 x_pad_0=1 x_pad_1=1  # 136
gemm uop_bgn=546 uop_end=8192 iter_in=6 dst_out=4 src_out=2047 wgt_out=733  # 137
store out sram_base=7 dram_base=4117774817 x_size=65535 x_stride=6 x_pad_0=7 x_pad_1=8  # 138
gemm uop_bgn=3322 uop_end=3322 iter_out=8452 iter_in=10392 dst_out=1807 dst_in=2046 src_in=4 wgt_out=2 wgt_in=963 pop_next  # 139
store out sram_base=2 dram_base=4290376884 y_size=37132 x_stride=4 y_pad_0=13 y_pad_1=11  # 140
load wgt sram_base=25613 dram_base=1 y_size=1 x_stride=4 y_pad_0=13 y_pad_1=3  # 141
load acc8 sram_base=39967 y_size=65534 y_pad_0=6 y_pad_1=14 pop_next push_next  # 142
load wgt dram_base=6 y_size=59546 y_pad_0=10 y_pad_1=11  # 143
store out sram_base=36259 dram_base=2689718292 x_size=41160 x_stride=62973 x_pad_1=12  # 144
store out sram_base=36498 dram_base=2573872189 y_size=6 x_stride=7 y_pad_0=7 y_pad_1=7 pop_prev  # 145
store out sram_base=59250 dram_base=2147483648 y_size=7 x_stride=5 y_pad_0=14 y_pad_1=2  # 146
load acc sram_base=4 dram_base=2394801622 y_size=1 x_stride=51936 y_pad_0=11 y_pad_1=6 pop_prev push_prev push_next  # 147
load inp sram_base=5 dram_base=4294967294 y_size=65535 x_stride=7 y_pad_0=9 y_pad_1=11 push_next  # 148
load inp sram_base=54514 dram_base=5 x_size=6 x_stride=65534 x_pad_0=3 x_pad_1=14  # 149
store out sram_base=3192 dram_base=4236800789 x_size=3 x_stride=39251 x_pad_0=2 x_pad_1=14  # 150
store out sram_base=3 dram_base=4294967294 x_size=7 x_pad_1=3 pop_prev push_prev  # 151
store out sram_base=47790 dram_base=2657113155 x_size=65534 x_stride=5  # 152
gemm reset uop_bgn=7 uop_end=4 iter_in=6 dst_out=1137 src_out=1965 wgt_out=431 wgt_in=2  # 153
store out sram_base=28648 dram_base=4 x_size=7 x_stride=1 x_pad_0=6  # 154
store out sram_base=32768 dram_base=4294967294 x_size=3 x_stride=6 x_pad_0=4 x_pad_1=15 push_prev  # 155
gemm reset uop_bgn=2 uop_end=2 iter_in=11786 dst_out=1938 dst_in=105 src_out=3 src_in=1392 wgt_out=4  # 156
load wgt sram_base=6 dram_base=2990451095 y_size=1 x_stride=1 y_pad_0=8 y_pad_1=11  # 157
load inp sram_base=36344 dram_base=7 x_size=65535 x_stride=1 x_pad_0=1 x_pad_1=7 push_next  # 158
load uop sram_base=4 dram_base=4207126395 y_size=43771 x_stride=5 y_pad_0=15 y_pad_1=8  # 159
store out dram_base=1 y_size=36323 x_stride=51579 pop_prev  # 160
alu max uop_bgn=2 uop_end=2 iter_out=12587 iter_in=8192 dst_out=1094 dst_in=947 src_out=1166 src_in=1575 use_imm imm=32766 pop_prev push_prev push_next  # 161
load uop sram_base=54213 dram_base=3112664313 x_pad_0=2 x_pad_1=1  # 162
load inp sram_base=6 dram_base=3014108338 y_size=46832 x_stride=4 y_pad_0=12 y_pad_1=12 pop_next  # 163
load uop sram_base=1 dram_base=5 x_size=1 x_stride=46323 x_pad_0=14 x_pad_1=8  # 164
alu add uop_bgn=5 uop_end=5 iter_out=16017 iter_in=15811 dst_out=2 dst_in=2 src_in=2 use_imm imm=-32768 push_next  # 165
alu max reset uop_bgn=1 uop_end=3 iter_out=16383 dst_out=6 dst_in=1738 src_out=1870 src_in=1912 use_imm imm=4  # 166
load acc8 sram_base=11495 dram_base=4 x_size=2 x_stride=7 x_pad_0=4 x_pad_1=15 pop_prev pop_next push_next  # 167
store out sram_base=4823 dram_base=3 y_size=52728 x_stride=53742 y_pad_0=8 y_pad_1=3 pop_prev  # 168
store out sram_base=65534 dram_base=3956214502 x_size=65534 x_stride=32768 x_pad_0=4 x_pad_1=4  # 169
load acc8 sram_base=2662 dram_base=4294967295 x_size=33630 x_stride=5 x_pad_1=9 push_prev  # 170
load wgt sram_base=32768 dram_base=6 x_size=65535 x_stride=51426 x_pad_0=13 x_pad_1=2 pop_next push_next  # 171
load acc8 sram_base=7 dram_base=948419533 x_size=43402 x_stride=40214 x_pad_0=5 x_pad_1=12 pop_prev pop_next push_prev  # 172
load uop y_size=32192 x_stride=36839 y_pad_0=1 y_pad_1=14 pop_prev push_prev  # 173
store out sram_base=2 x_stride=1 x_pad_0=9 x_pad_1=6  # 174
load uop sram_base=3 dram_base=1647311688 x_size=3 x_stride=65535 x_pad_0=14 x_pad_1=2  # 175
load acc8 dram_base=1360278795 x_size=1 x_stride=1 x_pad_1=3  # 176
load acc8 sram_base=43737 dram_base=8418122 y_size=65534 x_stride=2 y_pad_1=12  # 177
gemm reset uop_bgn=7454 uop_end=4413 iter_out=2 iter_in=8950 dst_out=1024 dst_in=4 src_out=4 src_in=2046 wgt_out=629 wgt_in=1 push_next  # 178
store out sram_base=32768 dram_base=5 x_size=1 x_stride=65534 x_pad_1=5 pop_prev  # 179
alu shr uop_bgn=4 uop_end=8192 iter_out=6 dst_out=2046 dst_in=1196 src_out=7 src_in=1 imm=1 push_next  # 180
load acc sram_base=25516 dram_base=4 y_size=32768 x_stride=6 y_pad_0=7 y_pad_1=8  # 181
store out dram_base=3 x_pad_0=2 x_pad_1=1  # 182
load acc8 sram_base=55721 dram_base=1696718640 x_size=65534 x_stride=59565 x_pad_0=2 x_pad_1=15  # 183
store out sram_base=58291 x_size=65535 x_pad_0=13 x_pad_1=5 pop_prev  # 184
store out dram_base=2 x_stride=4 y_pad_0=8 y_pad_1=15 push_prev  # 185
store out sram_base=6 x_size=4 x_stride=4 x_pad_0=7 x_pad_1=15  # 186
load acc8 sram_base=23985 x_size=65535 x_pad_0=1 x_pad_1=4 pop_next  # 187
store out sram_base=63856 dram_base=1516709840 x_size=6 x_stride=65534 x_pad_0=7 x_pad_1=8  # 188
store out sram_base=3 dram_base=3174083135 x_size=20345 x_stride=36614 x_pad_0=3 x_pad_1=8  # 189
store out sram_base=1 dram_base=3269456506 x_size=4 x_pad_0=1 x_pad_1=2  # 190
store out sram_base=39155 dram_base=3800689670 y_size=51218 x_stride=5 y_pad_0=6 y_pad_1=6  # 191
load wgt sram_base=60869 dram_base=2 y_size=65534 x_stride=3 y_pad_0=1 y_pad_1=15 pop_next push_next  # 192
store out sram_base=5086 dram_base=4 x_stride=4 y_pad_0=13 y_pad_1=8  # 193
store out sram_base=4 dram_base=3255131646 y_size=5 x_stride=43608 y_pad_0=8 y_pad_1=7  # 194
store out sram_base=3 dram_base=3570716577 x_size=65535 x_stride=7 x_pad_0=3 x_pad_1=13  # 195
load acc dram_base=2466731030 y_size=65465 x_stride=3 y_pad_0=10 y_pad_1=8  # 196
store out y_size=65535 x_stride=2 y_pad_1=14 push_prev  # 197
store out sram_base=65535 dram_base=5 y_size=1 x_stride=34122 y_pad_0=7  # 198
load inp dram_base=2 x_stride=2 y_pad_0=10 pop_next  # 199
store out sram_base=2 dram_base=1465107992 x_stride=3 x_pad_1=14  # 200
store out sram_base=43316 dram_base=2 y_size=37004 x_stride=8662 y_pad_0=5 y_pad_1=15  # 201
store out dram_base=2 x_size=2 pop_prev push_prev  # 202
store out sram_base=65534 y_size=65534 x_stride=54621 y_pad_0=6 push_prev  # 203
store out sram_base=63397 x_size=46621 x_stride=55535 x_pad_0=13 x_pad_1=6  # 204
load acc8 sram_base=3 dram_base=4 x_size=3 x_stride=32768 x_pad_0=6 x_pad_1=3 push_prev  # 205
store out sram_base=3 y_size=4 x_stride=4 y_pad_0=8  # 206
store out sram_base=50443 dram_base=3339261968 y_size=65534 x_stride=5 y_pad_0=2 y_pad_1=10  # 207
store out sram_base=40679 dram_base=3 y_pad_0=5 y_pad_1=12  # 208
store out sram_base=18935 dram_base=2252731564 x_size=4 x_stride=15134 x_pad_0=14 x_pad_1=10 push_prev  # 209
store out sram_base=6 dram_base=4 y_size=6984 x_stride=53401 y_pad_0=1 y_pad_1=4  # 210
store out sram_base=24014 dram_base=3395162841 y_size=7 x_stride=65535 y_pad_0=9 y_pad_1=14  # 211
gemm reset uop_bgn=1 iter_out=6 iter_in=7242 dst_in=2047 src_out=2047 src_in=7 wgt_out=1 wgt_in=244 pop_prev pop_next push_prev push_next  # 212
store out sram_base=41664 dram_base=6 x_stride=32768 x_pad_0=3 x_pad_1=8  # 213
store out sram_base=7 dram_base=1 x_stride=24086 x_pad_0=2 pop_prev push_prev  # 214
gemm reset uop_bgn=8191 uop_end=8191 iter_out=8192 iter_in=5 dst_out=1131 dst_in=1315 src_out=1470 src_in=1156 wgt_out=6 wgt_in=4 pop_next  # 215
load inp sram_base=5 dram_base=3902305839 x_pad_0=5 pop_next  # 216
store out sram_base=18336 y_size=65534 x_stride=50852 y_pad_0=15 y_pad_1=14 pop_prev  # 217
load acc8 sram_base=65534 dram_base=7 x_size=65534 x_stride=3 x_pad_0=13 x_pad_1=10 pop_next push_prev push_next  # 218
load inp y_size=1 y_pad_0=3 y_pad_1=8 pop_next push_next  # 219
load uop sram_base=34634 dram_base=4294967295 y_size=48430 y_pad_0=11  # 220
load wgt sram_base=65535 dram_base=2698671519 x_size=37001 x_stride=2 x_pad_0=8 x_pad_1=10 pop_next  # 221
load uop sram_base=55357 dram_base=2363011689 y_size=51255 x_stride=60041 y_pad_0=13 y_pad_1=6  # 222
load acc8 sram_base=6 dram_base=1599390129 y_size=3 x_stride=7 y_pad_0=5 y_pad_1=7  # 223
load acc8 sram_base=5 dram_base=6 x_size=6 x_stride=50867 x_pad_0=3 x_pad_1=15  # 224
store out dram_base=2418049554 y_size=7 x_stride=32768 y_pad_1=7  # 225
load acc8 sram_base=62574 dram_base=3 x_size=14249 x_stride=45815 x_pad_0=2 x_pad_1=6 pop_prev  # 226
load uop sram_base=50085 dram_base=2716253562 x_size=7 x_stride=65535 x_pad_0=4 x_pad_1=3 push_prev  # 227
alu min reset uop_bgn=7576 uop_end=1785 iter_out=10874 iter_in=4705 dst_out=5 src_out=1486 src_in=2022 use_imm imm=32766 pop_next  # 228
gemm uop_bgn=4096 dst_out=2046 dst_in=1760 src_in=2047 wgt_in=732 push_prev  # 229
load wgt sram_base=6 dram_base=6 x_size=23513 x_stride=37241 x_pad_0=7 x_pad_1=9  # 230
alu min reset uop_bgn=5 uop_end=5 iter_out=12462 iter_in=8478 dst_out=1400 src_out=6 src_in=1367 imm=3  # 231
load uop sram_base=6 dram_base=4294967294 y_size=61056 y_pad_0=12 y_pad_1=10  # 232
store out sram_base=31042 dram_base=2995731488 x_size=4 x_stride=34146 x_pad_1=7 pop_prev  # 233
store out sram_base=56651 dram_base=4294967294 x_size=4 x_stride=3 x_pad_0=10 x_pad_1=12  # 234
load acc8 sram_base=6 dram_base=3864384497 y_size=3 x_stride=7 y_pad_1=11  # 235
store out sram_base=52241 dram_base=2147483648 x_size=6 x_stride=5 x_pad_0=1 x_pad_1=15  # 236
load inp sram_base=65534 dram_base=2543264295 x_size=7 x_stride=65535 x_pad_0=2 x_pad_1=7 pop_next push_next  # 237
load acc sram_base=1 dram_base=4294967294 x_size=61739 x_stride=63352 pop_prev push_prev  # 238
load uop sram_base=1 dram_base=3622021134 x_stride=32768 x_pad_1=10  # 239
load uop sram_base=65535 dram_base=782473899 y_size=51327 x_stride=5 y_pad_0=13 y_pad_1=5  # 240
load acc8 sram_base=32768 dram_base=6 x_size=1 x_stride=1 x_pad_0=12 x_pad_1=15  # 241
load wgt sram_base=2 x_stride=45553  # 242
load acc8 sram_base=7869 dram_base=7 x_stride=4 x_pad_1=4  # 243
store out sram_base=7 x_stride=7 x_pad_0=1 x_pad_1=5  # 244
store out dram_base=4181869917 x_size=9237 x_stride=30182 x_pad_0=5 x_pad_1=10  # 245
load inp sram_base=1 dram_base=820664156 x_stride=6 x_pad_0=1 x_pad_1=14 pop_next push_next  # 246
load uop sram_base=65535 x_size=2 x_stride=51708 x_pad_0=4 x_pad_1=4 pop_next push_prev  # 247
load wgt sram_base=60004 dram_base=2327250053 y_size=60246 x_stride=5 y_pad_0=3 y_pad_1=14 pop_next  # 248
store out sram_base=65534 x_size=59355 x_stride=65534 x_pad_0=11 x_pad_1=8  # 249
load inp sram_base=3 dram_base=1 x_size=29605 x_stride=44972 x_pad_0=10 pop_next  # 250
load wgt sram_base=43572 dram_base=3625301312 y_size=2263 x_stride=30829 y_pad_0=1 y_pad_1=14  # 251
load wgt sram_base=5 dram_base=5 x_stride=4282 x_pad_0=15 x_pad_1=2 pop_next push_next  # 252
store out sram_base=4 dram_base=857688990 x_stride=37382 y_pad_0=14 y_pad_1=11  # 253
store out sram_base=27773 dram_base=2 x_stride=1 y_pad_0=4 y_pad_1=15  # 254
store out sram_base=4 dram_base=3450119848 x_stride=4 x_pad_0=5 x_pad_1=14  # 255
load wgt sram_base=7 dram_base=2784202019 x_size=3 x_stride=22567 x_pad_0=15 x_pad_1=6 push_next  # 256
store out sram_base=62224 x_size=65193 x_stride=42819 x_pad_0=1 x_pad_1=6  # 257
load acc8 sram_base=65535 dram_base=3 y_size=45443 x_stride=6 y_pad_0=14 y_pad_1=6 pop_prev  # 258
store out sram_base=62452 dram_base=2669941752 x_size=22026 x_stride=41644 x_pad_0=11 x_pad_1=3  # 259
load wgt sram_base=47304 x_stride=58434 x_pad_0=8 x_pad_1=15  # 260
load acc dram_base=2410385941 x_size=34688 x_stride=50589 x_pad_0=8  # 261
load acc sram_base=1 dram_base=3 y_size=65534 x_stride=63891 y_pad_0=7 y_pad_1=2  # 262
load acc8 sram_base=57849 dram_base=2147483648 y_size=40178 x_stride=55270 y_pad_0=6 y_pad_1=8 pop_prev push_prev  # 263
load uop sram_base=3 dram_base=4 y_size=40969 x_stride=2 y_pad_0=4 y_pad_1=13 push_prev  # 264
gemm uop_bgn=5844 uop_end=5010 dst_out=1161 dst_in=1495 src_out=6 src_in=1784 wgt_out=2 wgt_in=1023  # 265
store out sram_base=1 dram_base=4294967294 y_size=65334 x_stride=7 y_pad_0=5 y_pad_1=14  # 266
store out sram_base=65535 dram_base=3973595349 x_size=6825 x_stride=6 x_pad_0=8 x_pad_1=7  # 267
store out sram_base=3 dram_base=2412075226 y_size=4 x_stride=5  # 268
store out sram_base=51249 x_pad_0=5 x_pad_1=11  # 269
load inp dram_base=2958995360 y_size=25943 y_pad_1=12 pop_next  # 270
store out sram_base=7 x_size=4 x_stride=58037 x_pad_0=12 x_pad_1=5  # 271
store out y_size=7 x_stride=3 y_pad_0=12 y_pad_1=13  # 272
store out sram_base=2 dram_base=3 x_size=5 x_stride=2 x_pad_0=3 x_pad_1=5 push_prev  # 273
load inp sram_base=42486 dram_base=1 x_pad_0=6 x_pad_1=3 push_next  # 274
store out sram_base=65534 dram_base=2396449664 y_size=7 x_stride=55322 y_pad_0=4 y_pad_1=13  # 275
store out sram_base=4 dram_base=3300477518 x_stride=40089 x_pad_0=2 x_pad_1=6  # 276
load acc sram_base=1 y_size=6 x_stride=4 y_pad_0=13 y_pad_1=5 push_next  # 277
store out sram_base=20185 dram_base=4174426059 x_size=6 x_stride=59658 x_pad_0=8 x_pad_1=13  # 278
store out sram_base=4 dram_base=3 y_size=1 x_stride=5 y_pad_1=3 pop_prev  # 279
store out sram_base=65534 y_size=42989 x_stride=4 y_pad_0=12 y_pad_1=14  # 280
store out sram_base=16954 dram_base=6 x_size=4 x_stride=20456 x_pad_0=14 x_pad_1=8  # 281
store out sram_base=40121 dram_base=2147483648 y_size=55403 x_stride=4 y_pad_1=2 push_prev  # 282
store out sram_base=28855 dram_base=3674028687 y_size=6 x_stride=3 y_pad_0=6 y_pad_1=8  # 283
store out sram_base=477 dram_base=3229955785 x_size=52606 x_pad_0=15 x_pad_1=2  # 284
store out sram_base=65225 dram_base=3767224862 x_size=28195 x_stride=1 x_pad_0=8  # 285
store out sram_base=3 y_size=61585 x_stride=6 y_pad_0=6 y_pad_1=10  # 286
store out sram_base=1 dram_base=555535502 x_size=4 x_stride=4 x_pad_0=14  # 287
store out sram_base=7 dram_base=4101764898 x_stride=33662  # 288
alu mul reset uop_bgn=6833 uop_end=2312 iter_out=10653 iter_in=16383 dst_out=2 dst_in=1214 src_out=2046 src_in=2 use_imm imm=-18053 push_next  # 289
store out sram_base=53583 dram_base=2428133442 y_size=41008 x_stride=7 y_pad_0=15 y_pad_1=3  # 290
load acc sram_base=5 dram_base=2 y_size=47507 x_stride=48121 y_pad_0=15 y_pad_1=9 pop_prev pop_next  # 291
store out sram_base=1 dram_base=7 x_size=6 x_stride=1 x_pad_0=14 x_pad_1=13  # 292
store out sram_base=7 dram_base=3 x_stride=47147 x_pad_0=8 x_pad_1=1  # 293
store out sram_base=54222 dram_base=1743313777 y_size=1 x_stride=33359 y_pad_1=8  # 294
store out sram_base=22350 y_size=40027 x_stride=49251 y_pad_0=8 y_pad_1=9  # 295
store out sram_base=32077 dram_base=4294967295 x_size=3 x_pad_0=8  # 296
store out sram_base=65534 dram_base=7 y_pad_1=6 pop_prev  # 297
store out sram_base=1 dram_base=1 y_size=48418 x_stride=48459 y_pad_0=10 y_pad_1=14  # 298
load acc8 sram_base=45333 dram_base=6 x_size=1 x_stride=6 x_pad_0=9 x_pad_1=15 pop_prev push_next  # 299
load acc8 sram_base=54256 dram_base=449990576 x_size=5 x_pad_0=9 x_pad_1=8 pop_next  # 300
finish push_prev  # 301
