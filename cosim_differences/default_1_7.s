# program 7 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=3 write=1 gap=0 outstanding=2 burst=8
.bytes 1048576
.window 0x0 0x90000
.base uop=0x0 inp=0x1d4c0 wgt=0x0 acc=0x0 out=0x1e160
.stream 0x10fd0
.uops 0x106c
.random 0x20000 262144 723740231318142375
.random 0x80000 65536 422813492125275117
.kernels 382
.expect OPCODE
uop dst=574 src=1038 wgt=944
uop dst=575 src=1039 wgt=945
uop dst=576 src=1040 wgt=946
uop dst=577 src=1041 wgt=947
uop dst=578 src=1042 wgt=948
uop dst=579 src=1043 wgt=949
uop dst=580 src=1044 wgt=950
uop dst=581 src=1045 wgt=951
uop dst=582 src=1046 wgt=952
uop dst=583 src=1047 wgt=953
uop dst=1024 src=6 wgt=745
uop dst=1 src=1024 wgt=4
uop dst=1548 src=1260 wgt=1022
uop dst=1 src=1961 wgt=641
uop dst=2046 src=1024 wgt=6
uop dst=1317 src=1631 wgt=1023
uop dst=1024 src=1322 wgt=735
uop dst=4 src=1403 wgt=5
uop dst=0 src=3 wgt=1022
uop dst=2046 src=7 wgt=967
uop dst=5 src=2 wgt=3
uop dst=7 src=1 wgt=1
uop dst=10 src=7 wgt=6
uop dst=1882 src=2 wgt=0
uop dst=1817 src=580 wgt=215
uop dst=1818 src=581 wgt=216
uop dst=1819 src=582 wgt=217
uop dst=1820 src=583 wgt=218
uop dst=1821 src=584 wgt=219
uop dst=1822 src=585 wgt=220
uop dst=1823 src=586 wgt=221
uop dst=1824 src=587 wgt=222
uop dst=565 src=1445 wgt=716
uop dst=1183 src=1167 wgt=584
uop dst=1799 src=1247 wgt=910
uop dst=435 src=1865 wgt=337
uop dst=761 src=179 wgt=106
uop dst=1959 src=676 wgt=121
uop dst=1735 src=1529 wgt=450
uop dst=104 src=695 wgt=742
uop dst=690 src=1018 wgt=499
uop dst=1167 src=759 wgt=412
uop dst=673 src=860 wgt=821
uop dst=780 src=1949 wgt=905
uop dst=1117 src=904 wgt=797
uop dst=748 src=964 wgt=158
uop dst=248 src=1264 wgt=741
uop dst=1540 src=1253 wgt=467
uop dst=1635 src=1366 wgt=998
uop dst=1401 src=1893 wgt=408
uop dst=1021 src=317 wgt=548
uop dst=525 src=1348 wgt=621
uop dst=1441 src=2039 wgt=2
uop dst=803 src=808 wgt=839
uop dst=1425 src=475 wgt=818
uop dst=1081 src=70 wgt=373
uop dst=1609 src=578 wgt=129
uop dst=659 src=615 wgt=1022
uop dst=659 src=1621 wgt=101
uop dst=1106 src=1204 wgt=14
uop dst=146 src=1422 wgt=641
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1798 src=1144 wgt=668
uop dst=1280 src=1860 wgt=599
uop dst=1061 src=1510 wgt=217
uop dst=861 src=584 wgt=323
uop dst=1133 src=60 wgt=153
uop dst=1747 src=1949 wgt=153
uop dst=1748 src=1950 wgt=154
uop dst=1749 src=1951 wgt=155
uop dst=1750 src=1952 wgt=156
uop dst=1751 src=1953 wgt=157
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1288 src=1575 wgt=921
uop dst=1088 src=1801 wgt=789
uop dst=6 src=6 wgt=866
uop dst=1656 src=1926 wgt=950
uop dst=7 src=1 wgt=736
uop dst=2 src=3 wgt=2
uop dst=1056 src=0 wgt=1
uop dst=4 src=7 wgt=7
uop dst=1961 src=0 wgt=2
uop dst=735 src=3 wgt=512
uop dst=4 src=7 wgt=964
uop dst=4 src=6 wgt=379
uop dst=4 src=5 wgt=0
op6 pop_next push_prev push_next  # 0
gemm reset uop_bgn=7682 uop_end=7722 iter_out=5 iter_in=3 dst_out=511 src_out=3 src_in=2047 wgt_out=315 wgt_in=1 push_next  # 1
store out sram_base=957 dram_base=25079 y_size=1 x_size=150 x_stride=26213 pop_prev  # 2
store out sram_base=1991 dram_base=26653 y_size=3 x_size=2 push_prev  # 3
load inp sram_base=41 dram_base=14460 y_size=2 x_size=6 x_stride=9 push_next  # 4
alu shr reset uop_bgn=1581 uop_end=1587 iter_out=4 iter_in=2 dst_out=4 dst_in=5 src_out=1 src_in=5 imm=-18580  # 5
gemm uop_bgn=7969 uop_end=7975 iter_out=3 iter_in=6 dst_out=1 dst_in=16 src_in=3 wgt_out=511  # 6
alu mul reset uop_bgn=693 uop_end=699 iter_out=1 iter_in=3 dst_out=2039 src_out=1982 src_in=940 imm=2  # 7
gemm reset uop_bgn=2224 uop_end=2264 iter_out=4 iter_in=4 dst_out=682 src_out=2047 wgt_out=2 wgt_in=2  # 8
gemm uop_bgn=887 uop_end=893 iter_out=100 iter_in=1 dst_out=20 dst_in=1782 src_out=1 wgt_out=5 pop_prev pop_next  # 9
gemm uop_bgn=6912 uop_end=6918 iter_out=2 iter_in=1 dst_out=2047 dst_in=1 src_out=1 src_in=1024 wgt_out=1023 wgt_in=607  # 10
gemm uop_bgn=4905 uop_end=4911 iter_out=100 iter_in=1 dst_out=1 dst_in=1068 src_in=2 wgt_in=997  # 11
alu max reset uop_end=40 iter_out=100 iter_in=1 dst_in=1960 src_out=2047 src_in=3 use_imm imm=7 push_prev  # 12
load acc dram_base=4595 y_size=20 x_size=1 y_pad_0=1 y_pad_1=15 x_pad_1=15 push_next  # 13
gemm reset uop_bgn=6037 uop_end=6043 iter_out=40 iter_in=1 dst_out=3 dst_in=1024 src_out=1 src_in=7 wgt_in=800  # 14
load acc8 sram_base=75 dram_base=8200 y_size=4 x_size=6 x_stride=7 y_pad_0=1  # 15
load uop sram_base=8098 dram_base=1073 y_size=47 x_size=2  # 16
load acc8 x_size=1 x_stride=42562 y_pad_0=2 y_pad_1=15  # 17
load acc sram_base=1174 dram_base=2054 y_size=1 x_size=205 x_stride=52841  # 18
alu max reset uop_bgn=8114 uop_end=8192 iter_out=6 iter_in=1 dst_out=33 dst_in=1969 src_out=1 src_in=1024 use_imm imm=24018 push_next  # 19
gemm uop_bgn=8174 uop_end=8180 iter_out=1 iter_in=13 dst_out=1988 dst_in=1 src_out=3 src_in=3 wgt_out=733 wgt_in=84 push_next  # 20
store out sram_base=6 dram_base=5 x_size=3 x_pad_0=8 pop_prev  # 21
store out sram_base=3 dram_base=1 x_size=2 x_stride=14495 x_pad_0=11 x_pad_1=4 pop_prev  # 22
store out sram_base=5 dram_base=29161 y_size=30 x_size=1 pop_prev push_prev  # 23
load uop sram_base=3670 dram_base=1060 y_size=4 x_size=3 x_stride=3 push_prev push_next  # 24
load wgt sram_base=7 dram_base=3689337186 x_size=28469 x_stride=65196 x_pad_0=14 x_pad_1=9 pop_next  # 25
load wgt sram_base=151 dram_base=1035 y_size=31 x_size=2 x_stride=3 pop_next  # 26
gemm reset uop_bgn=8105 uop_end=8145 iter_out=4 iter_in=1 dst_out=2 dst_in=745 src_out=4 src_in=3 wgt_out=4 wgt_in=782 pop_next push_prev  # 27
load acc sram_base=2 dram_base=4649 y_size=1 x_size=96 x_stride=3 y_pad_0=3 x_pad_1=1 push_next  # 28
load wgt sram_base=1 dram_base=1000 y_size=2 x_size=7 x_stride=7 pop_next push_next  # 29
alu min uop_bgn=8156 uop_end=8162 iter_out=4 iter_in=1 dst_out=55 dst_in=452 src_out=5 use_imm  # 30
gemm uop_bgn=8123 uop_end=8131 iter_out=1 iter_in=1 dst_in=3 src_out=1 src_in=1130 wgt_out=266 wgt_in=5 pop_prev  # 31
load uop sram_base=7946 dram_base=1063 y_size=4 x_size=3 x_stride=3  # 32
load acc sram_base=1236 dram_base=8511 y_size=2 x_size=8 x_stride=10 y_pad_0=3 y_pad_1=15 x_pad_0=1 x_pad_1=15  # 33
load acc sram_base=2045 dram_base=2063 y_size=1 x_size=3 x_stride=4 push_prev  # 34
store out sram_base=1744 dram_base=26164 y_size=1 x_size=8 x_stride=65534 push_prev  # 35
load wgt sram_base=16 dram_base=892 y_size=3 x_size=7  # 36
load inp sram_base=3 dram_base=14163 y_size=1 x_size=7 x_stride=8 pop_next  # 37
load inp sram_base=449 dram_base=6935 y_size=2 x_size=2 x_stride=6  # 38
load acc sram_base=1669 dram_base=2921 y_size=1 x_size=327 x_stride=10904 pop_next push_prev  # 39
load acc8 sram_base=1938 dram_base=2497675086 y_size=2 x_stride=7 x_pad_0=1  # 40
load wgt sram_base=982 dram_base=2049 y_size=7 x_size=3 x_stride=42 x_pad_0=1 x_pad_1=2 pop_next push_next  # 41
load acc dram_base=2349386156 y_size=7098 x_stride=3 y_pad_0=9 pop_prev push_next  # 42
store out dram_base=4294967295 y_size=1 x_stride=24493 y_pad_0=14 pop_prev  # 43
store out sram_base=2 dram_base=1 x_size=5 x_stride=2 x_pad_0=15 x_pad_1=3 pop_prev  # 44
store out sram_base=4 dram_base=25513 y_size=457 x_size=1 x_stride=8 pop_prev  # 45
store out sram_base=4 dram_base=28598 y_size=1 x_size=2 x_stride=5  # 46
load wgt sram_base=58887 dram_base=4294967295 y_size=48367 x_stride=1 y_pad_0=9 y_pad_1=13 push_next  # 47
load inp dram_base=4 y_size=7 x_stride=25400 y_pad_1=11  # 48
gemm uop_bgn=3284 uop_end=8192 iter_in=8880 dst_out=2 dst_in=2047 src_out=2046 src_in=1572 wgt_out=1011 wgt_in=1 push_next  # 49
gemm reset iter_out=13423 dst_out=4 dst_in=1074 src_out=2046 src_in=375 wgt_out=339 wgt_in=754 push_next  # 50
store out sram_base=2 dram_base=3 y_size=6056 x_stride=65535 y_pad_0=3 y_pad_1=3  # 51
load wgt y_size=3 x_stride=9057 y_pad_0=15 push_next  # 52
load inp sram_base=62016 dram_base=6 y_size=65534 x_stride=3 y_pad_0=14 y_pad_1=4  # 53
load inp sram_base=39425 dram_base=4 x_stride=5 y_pad_0=3 y_pad_1=11  # 54
store out sram_base=5 dram_base=2541425385 y_size=3 x_stride=65534 y_pad_0=15 y_pad_1=5  # 55
load wgt sram_base=7 dram_base=4 y_size=7 x_stride=54446 y_pad_0=1  # 56
store out sram_base=42081 dram_base=4294967295 y_size=7 x_stride=7 y_pad_0=4 y_pad_1=5 pop_prev  # 57
load wgt sram_base=30533 dram_base=4 y_size=59778 y_pad_0=12 y_pad_1=2  # 58
load acc8 sram_base=1 dram_base=2 y_size=65534 x_stride=35211 y_pad_0=15 y_pad_1=1  # 59
load wgt sram_base=7 dram_base=4294967294 x_size=3 x_stride=65535 x_pad_0=12 x_pad_1=6 push_next  # 60
load uop sram_base=57370 dram_base=2474767540 y_size=5 x_stride=47072 y_pad_0=14 pop_prev push_next  # 61
load inp sram_base=43913 dram_base=191173362 y_size=65535 x_stride=19810 y_pad_1=1 push_next  # 62
load acc8 sram_base=32768 dram_base=4185730652 y_size=8782 x_stride=65535 y_pad_0=14 y_pad_1=9  # 63
load uop sram_base=49685 dram_base=4027105524 x_size=6 x_stride=65534 x_pad_0=5 x_pad_1=9 pop_prev  # 64
load inp sram_base=37873 dram_base=5 x_size=6 x_stride=39724 x_pad_1=10 push_next  # 65
store out sram_base=65529 dram_base=5 y_size=4 x_stride=7 y_pad_0=8 y_pad_1=14 push_prev  # 66
load uop dram_base=4231873139 x_size=1 x_stride=7 x_pad_0=10 x_pad_1=2 push_prev push_next  # 67
alu min uop_bgn=5 uop_end=5 iter_out=3 dst_out=4 dst_in=1 src_out=2047 src_in=6 imm=26631 pop_prev  # 68
load acc8 sram_base=65535 x_size=51770 x_stride=1 x_pad_0=13  # 69
alu add reset uop_bgn=3 uop_end=2 iter_out=15876 iter_in=7 dst_out=1796 dst_in=7 src_out=245 src_in=3 use_imm imm=32766 pop_prev pop_next  # 70
store out dram_base=4 y_size=7 y_pad_0=8 y_pad_1=8 pop_prev  # 71
load inp sram_base=12965 dram_base=3038948484 y_size=6 x_stride=33230 y_pad_0=13 y_pad_1=2  # 72
store out sram_base=2 dram_base=3 y_size=6 y_pad_0=5 y_pad_1=4 push_prev  # 73
load wgt sram_base=7 dram_base=1 x_stride=59664 x_pad_0=14 x_pad_1=5 push_next  # 74
load inp sram_base=40040 dram_base=4294967294 x_size=50352 x_stride=37732 x_pad_0=5 x_pad_1=8  # 75
load acc dram_base=2913788450 x_size=4 x_pad_0=8 x_pad_1=10  # 76
load uop sram_base=7 dram_base=3 y_size=30774 x_stride=19011 y_pad_0=8 y_pad_1=5 pop_next  # 77
load acc sram_base=32031 dram_base=1881666099 y_size=1 y_pad_0=9 y_pad_1=15 push_next  # 78
store out sram_base=65535 dram_base=3 x_stride=4 x_pad_0=15 x_pad_1=8 pop_prev  # 79
load wgt sram_base=4 dram_base=1 x_size=1 x_stride=6 x_pad_0=8 x_pad_1=13 push_next  # 80
load inp sram_base=3 dram_base=4 x_size=65534 x_stride=32768 x_pad_0=7 push_next  # 81
load acc sram_base=3 dram_base=3 y_size=32768 x_stride=32768 y_pad_0=4 y_pad_1=1 pop_prev push_prev  # 82
load uop sram_base=5 dram_base=3 x_size=1 x_stride=65534 x_pad_0=8 x_pad_1=12 pop_prev  # 83
load wgt sram_base=7 dram_base=6 x_size=35835 x_stride=50415 x_pad_0=6 x_pad_1=5  # 84
load wgt sram_base=6 dram_base=3074219376 x_size=3 x_stride=51243 x_pad_0=15 x_pad_1=15  # 85
load uop sram_base=4 dram_base=4 y_size=60524 x_stride=43939 y_pad_0=14 y_pad_1=1 push_prev  # 86
load wgt sram_base=28498 dram_base=2895786126 x_size=5 x_stride=25850 x_pad_1=14  # 87
load inp sram_base=18901 y_size=49944 x_stride=58661 y_pad_0=5 y_pad_1=5 push_next  # 88
gemm uop_bgn=4906 uop_end=2017 iter_out=5 iter_in=11836 dst_out=1670 dst_in=2047 src_out=2046 src_in=3 wgt_in=2 pop_prev  # 89
store out sram_base=62179 dram_base=7 x_size=5 x_stride=7 x_pad_0=8 x_pad_1=14  # 90
store out dram_base=2617750942 y_size=30688 x_stride=60203 y_pad_0=4 y_pad_1=14 pop_prev  # 91
load inp dram_base=2350685654 y_size=60644 x_stride=21622 y_pad_0=10 y_pad_1=13 pop_next  # 92
gemm uop_end=8192 iter_in=16383 dst_out=666 dst_in=506 src_out=1631 src_in=917 wgt_out=5 wgt_in=338 push_prev push_next  # 93
store out sram_base=37439 dram_base=4232499934 x_size=5 x_stride=42958 x_pad_0=1 x_pad_1=3 pop_prev  # 94
load wgt sram_base=65534 dram_base=4294967294 x_stride=2 x_pad_0=4 x_pad_1=1 pop_next  # 95
load uop sram_base=65534 dram_base=4077218810 y_size=4 x_stride=33197 y_pad_0=15 y_pad_1=2 pop_prev  # 96
alu shr uop_bgn=5130 uop_end=374 iter_out=3 iter_in=964 dst_out=5 dst_in=1952 src_in=133 use_imm imm=1 push_prev  # 97
load inp sram_base=5 dram_base=3 x_size=2 x_stride=6 x_pad_0=9 push_next  # 98
store out sram_base=5 dram_base=4220869041 x_stride=52829 x_pad_0=8 x_pad_1=8 pop_prev  # 99
load inp sram_base=59060 dram_base=3790520075 x_size=42800 x_stride=1 pop_next  # 100
load inp sram_base=10568 dram_base=2147483648 x_size=49232 x_stride=1 x_pad_0=5 x_pad_1=2  # 101
store out sram_base=5 dram_base=3 y_size=44742 x_stride=2 y_pad_0=7 y_pad_1=14  # 102
store out sram_base=1 dram_base=3 x_size=7 x_stride=3 x_pad_0=8 x_pad_1=6  # 103
store out sram_base=64739 dram_base=3 y_size=42448 x_stride=53687 y_pad_0=8 y_pad_1=4 push_prev  # 104
load acc sram_base=55347 dram_base=4294967295 x_size=37541 x_stride=59692 x_pad_0=14 x_pad_1=5 pop_prev pop_next  # 105
store out sram_base=7 dram_base=3543509696 x_stride=65305 x_pad_0=7 x_pad_1=10  # 106
load uop sram_base=41743 y_size=55737 x_stride=4 y_pad_0=1 y_pad_1=9  # 107
load inp sram_base=65534 dram_base=4294967295 y_size=47244 x_stride=36232 y_pad_0=5 y_pad_1=9  # 108
gemm reset iter_out=13830 iter_in=13776 dst_out=1162 src_out=1148 src_in=1166 wgt_out=4 wgt_in=7 push_next  # 109
load wgt dram_base=7 x_size=39708 x_stride=24917 x_pad_0=9 x_pad_1=8  # 110
store out x_size=3 x_pad_0=13 x_pad_1=14  # 111
load acc8 dram_base=3 x_stride=65535 x_pad_0=14 x_pad_1=3 push_prev  # 112
load acc8 sram_base=33554 dram_base=2 y_size=56176 x_stride=33984 y_pad_0=4 y_pad_1=7 push_prev  # 113
store out sram_base=7 dram_base=3209324563 y_size=32768 x_stride=65535 y_pad_0=6 pop_prev  # 114
store out sram_base=3 dram_base=3607849700 x_size=5 x_stride=65535 x_pad_0=11 x_pad_1=4  # 115
store out sram_base=34730 dram_base=4294967295 y_size=2 x_stride=2 y_pad_0=12 y_pad_1=14  # 116
load acc8 sram_base=18573 dram_base=6 y_size=44720 x_stride=45446 y_pad_0=2  # 117
load uop sram_base=65535 dram_base=2 x_size=56993 x_stride=25151 x_pad_0=14  # 118
load inp sram_base=5 dram_base=2751112661 x_stride=7 y_pad_1=5 pop_next  # 119
load wgt sram_base=3 dram_base=2461437744 x_size=7 x_stride=2 x_pad_0=14 x_pad_1=11 pop_next  # 120
load acc8 sram_base=3 dram_base=2507881711 y_size=31845 x_stride=54235 y_pad_0=3 y_pad_1=8  # 121
gemm reset uop_bgn=5890 uop_end=3721 iter_out=4 iter_in=4 dst_out=4 dst_in=702 src_out=1179 wgt_out=262 wgt_in=2 pop_prev push_prev  # 122
load uop sram_base=50801 dram_base=3 y_size=4 x_stride=55389 y_pad_0=3 y_pad_1=15  # 123
load acc sram_base=4847 dram_base=3952114123 x_size=3 x_stride=7 x_pad_0=11 x_pad_1=13 push_next  # 124
store out sram_base=60756 dram_base=3 x_size=65535 x_pad_0=8  # 125
alu add uop_bgn=5 uop_end=5 iter_out=1149 iter_in=5 dst_out=1772 dst_in=2 src_in=7 use_imm  # 126
load wgt sram_base=45163 dram_base=2046593268 x_size=6 x_pad_0=2 x_pad_1=15 pop_next  # 127
load wgt sram_base=5 dram_base=3590383457 x_stride=5 y_pad_0=13 y_pad_1=10 pop_next  # 128
store out sram_base=3 dram_base=446913713 x_size=47375 x_stride=60890 x_pad_0=7 x_pad_1=3  # 129
gemm reset uop_bgn=7002 uop_end=7002 iter_out=6 iter_in=16382 dst_out=1575 dst_in=2047 src_out=2047 src_in=1851 wgt_in=940  # 130
store out sram_base=53154 dram_base=7 x_size=60855  # 131
load inp sram_base=3 dram_base=2289038692 x_size=2 x_pad_0=13 x_pad_1=6  # 132
load inp sram_base=41133 dram_base=2714273836 x_size=4 x_stride=48772 x_pad_0=10 x_pad_1=2 push_next  # 133
load wgt sram_base=65535 dram_base=2 y_size=30725 x_stride=3 y_pad_0=8 y_pad_1=8 push_next  # 134
store out sram_base=5 dram_base=1705581124 x_size=7 x_stride=39555 x_pad_0=8 x_pad_1=15  # 135
store out sram_base=5 dram_base=3 y_pad_1=4 pop_prev  # 136
load acc sram_base=5 dram_base=2 x_size=27535 x_stride=11287 x_pad_0=14  # 137
load acc8 sram_base=1 dram_base=2147483648 y_size=43379 x_stride=65534 y_pad_0=3 y_pad_1=11 pop_prev  # 138
load acc8 sram_base=15153 dram_base=6 x_size=6 x_stride=4 x_pad_0=6 x_pad_1=12 pop_prev  # 139
load acc8 sram_base=7 dram_base=7 x_size=54963 x_stride=32768 x_pad_0=4  # 140
gemm uop_bgn=7349 uop_end=5658 iter_out=16383 iter_in=4 dst_out=1 dst_in=1 src_out=34 src_in=7 wgt_out=2 wgt_in=512  # 141
store out sram_base=5 dram_base=3332974539 y_size=6930 y_pad_0=15 y_pad_1=14  # 142
load inp sram_base=3 dram_base=2790001408 x_size=60768 x_stride=16084 x_pad_0=2 x_pad_1=14  # 143
load wgt sram_base=65534 dram_base=2 y_size=44748 x_stride=7 y_pad_0=15 y_pad_1=15 push_next  # 144
store out sram_base=48652 dram_base=4 x_size=49494 x_stride=65535 x_pad_0=2 x_pad_1=4 push_prev  # 145
store out sram_base=42616 dram_base=2 x_size=5 x_stride=32768 x_pad_0=7  # 146
alu shr reset uop_bgn=4757 uop_end=8192 iter_out=5 dst_out=1736 dst_in=1607 src_out=2 src_in=20 use_imm imm=24180 pop_prev  # 147
store out sram_base=5 dram_base=2 x_size=65534 x_stride=7152 x_pad_0=13 x_pad_1=5 push_prev  # 148
store out sram_base=35996 dram_base=2147483648 y_size=3 x_stride=5 y_pad_0=15 y_pad_1=12  # 149
store out dram_base=3456771241 x_size=32768 x_stride=32768 x_pad_0=15 x_pad_1=5 push_prev  # 150
store out sram_base=1 dram_base=1 y_size=59584 x_stride=2176 y_pad_0=6 y_pad_1=6  # 151
load uop sram_base=1 dram_base=2147483648 x_size=3 x_stride=6 x_pad_0=14 x_pad_1=4 pop_next  # 152
alu shr reset uop_bgn=7567 uop_end=152 iter_out=6 iter_in=16383 dst_in=999 src_out=1992 src_in=4 use_imm imm=-29021 pop_next  # 153
load inp dram_base=2996191733 y_size=51567 x_stride=49642 y_pad_0=14 y_pad_1=8 pop_next  # 154
store out sram_base=4 dram_base=5 x_size=32768 x_stride=42876 x_pad_1=5  # 155
load acc8 sram_base=43507 dram_base=228331197 x_size=34456 x_stride=6 x_pad_0=11 x_pad_1=5  # 156
load acc8 sram_base=48881 dram_base=4294967294 x_size=31996 x_stride=65534 x_pad_0=10 x_pad_1=14  # 157
load inp sram_base=7 dram_base=2438395498 y_size=4 x_stride=65534 y_pad_0=5 y_pad_1=14 push_next  # 158
store out sram_base=3 dram_base=2409374626 y_size=50296 x_stride=34633 y_pad_1=12  # 159
load wgt sram_base=4 dram_base=3 x_size=43386 x_stride=32768 x_pad_0=5 x_pad_1=10  # 160
store out sram_base=5065 dram_base=4294967295 x_size=13091 x_stride=65534 x_pad_0=3  # 161
store out sram_base=41601 dram_base=4294967294 x_size=4 x_pad_0=1 x_pad_1=13  # 162
store out sram_base=827 dram_base=7 x_size=31309 x_stride=39683 x_pad_1=10  # 163
store out sram_base=1 dram_base=7 x_size=7 x_stride=1 x_pad_0=11 x_pad_1=8  # 164
store out dram_base=5 y_size=20137 x_stride=6 y_pad_0=9 y_pad_1=2  # 165
load inp sram_base=32768 dram_base=5 y_size=59228 x_stride=47650 y_pad_0=15  # 166
store out sram_base=7 dram_base=2147483648 x_stride=4 x_pad_1=12  # 167
store out sram_base=56106 dram_base=959073816 y_size=2 x_stride=4 y_pad_0=5 y_pad_1=6  # 168
store out sram_base=59971 dram_base=2331489907 y_size=3 x_stride=2 y_pad_0=12 y_pad_1=14  # 169
store out sram_base=65534 dram_base=4294967295 y_size=12884 x_stride=5 y_pad_0=12 y_pad_1=11  # 170
store out sram_base=65535 y_size=1 x_stride=1 y_pad_0=4 y_pad_1=2 push_prev  # 171
load acc sram_base=59062 dram_base=2070312272 y_size=46472 x_stride=5 y_pad_0=15 y_pad_1=13 pop_prev  # 172
store out sram_base=54402 dram_base=4 y_size=2 x_stride=5341 y_pad_0=5 y_pad_1=11  # 173
store out sram_base=4 dram_base=2147483648 x_size=7 x_stride=29074 x_pad_1=8  # 174
store out sram_base=6 dram_base=6 y_size=62660 x_stride=9738 y_pad_1=14 push_prev  # 175
store out sram_base=3 x_size=53635 x_stride=48433 x_pad_0=3 x_pad_1=4  # 176
store out sram_base=2 dram_base=1661132462 x_size=46872 x_stride=40841 x_pad_0=10 x_pad_1=1  # 177
load inp sram_base=65535 dram_base=7 y_size=2 y_pad_1=3  # 178
store out sram_base=5070 x_size=7 x_stride=35180 x_pad_0=6 x_pad_1=5  # 179
store out dram_base=4026206182 y_size=6 x_stride=65534  # 180
store out dram_base=2 x_size=32768 x_pad_0=14 x_pad_1=5  # 181
store out sram_base=59308 dram_base=2399144876 x_size=65535 x_stride=37643 x_pad_0=15 x_pad_1=8  # 182
store out sram_base=44146 dram_base=4294967295 x_size=58239 x_stride=50562 x_pad_0=8 x_pad_1=6  # 183
store out sram_base=65535 dram_base=2852268566 y_size=41495 x_stride=7 y_pad_0=2 push_prev  # 184
alu max reset uop_bgn=7892 uop_end=6 iter_out=3 dst_out=7 dst_in=1 src_out=235 src_in=1417 use_imm imm=-25000 pop_next push_next  # 185
load acc x_size=7 x_pad_0=7 x_pad_1=2 pop_next  # 186
alu min reset uop_bgn=1 iter_out=11072 iter_in=8192 dst_in=7 src_out=7 use_imm imm=3 push_next  # 187
load uop sram_base=7 dram_base=4294967295 x_pad_0=5  # 188
load acc sram_base=2 dram_base=3695710897 x_size=7 x_stride=43644 x_pad_0=5 x_pad_1=1  # 189
gemm uop_bgn=5 uop_end=2 iter_out=12231 iter_in=4 dst_out=1477 dst_in=1 src_in=1385 wgt_out=902 wgt_in=6  # 190
load acc8 sram_base=50143 dram_base=3468483870 x_stride=55764 y_pad_0=10 pop_next push_next  # 191
load uop sram_base=4 dram_base=4294967294 x_stride=49429 x_pad_0=3  # 192
load acc8 dram_base=1 y_size=53316 x_stride=51342 y_pad_0=13  # 193
load inp sram_base=61926 dram_base=2147483648 x_size=5 x_stride=2 x_pad_0=3 x_pad_1=14  # 194
store out sram_base=4 dram_base=2910336515 y_size=5418 x_stride=5594 y_pad_0=2 y_pad_1=14 pop_prev  # 195
load uop sram_base=65535 x_stride=2 push_prev  # 196
load uop sram_base=65534 dram_base=4294967294 y_size=32768 y_pad_0=15 y_pad_1=6  # 197
load uop sram_base=2 y_size=5297 x_stride=38599 y_pad_1=1  # 198
load acc8 sram_base=56809 dram_base=1 x_size=3 x_stride=65534 x_pad_0=2 push_prev push_next  # 199
load acc sram_base=65534 dram_base=2147483648 x_size=62885 x_stride=7 x_pad_0=14 x_pad_1=8 push_next  # 200
gemm reset uop_end=8192 iter_in=5491 dst_out=811 dst_in=512 src_out=7 src_in=1901 wgt_out=292 wgt_in=4  # 201
load acc8 sram_base=2 dram_base=7 y_pad_0=5 y_pad_1=8  # 202
load acc sram_base=4 dram_base=3232825587 x_stride=2 y_pad_0=14 y_pad_1=5  # 203
load uop sram_base=853 dram_base=3825310938 x_size=4755 x_stride=56119 x_pad_1=9 pop_next  # 204
load uop sram_base=54285 dram_base=3166222486 x_size=1217 x_stride=27463 x_pad_0=8  # 205
gemm reset uop_bgn=5 uop_end=6 iter_in=2479 dst_in=4 src_out=1024 wgt_out=512 wgt_in=5 push_prev  # 206
load acc dram_base=2409350894 x_size=4 x_stride=5 x_pad_0=5 x_pad_1=2  # 207
load acc8 sram_base=7 dram_base=4 y_size=5 x_stride=44288 y_pad_0=7 y_pad_1=15 push_prev  # 208
store out sram_base=3 dram_base=2147483648 y_size=6 y_pad_0=2 pop_prev  # 209
load acc8 sram_base=65534 y_size=12087 x_stride=2 y_pad_0=8  # 210
store out sram_base=36915 dram_base=5 y_size=15197 x_stride=42936 y_pad_1=6  # 211
load wgt sram_base=1 x_size=6 x_pad_1=3 pop_next push_next  # 212
alu mul reset uop_bgn=281 uop_end=140 iter_out=11163 iter_in=660 dst_out=1131 dst_in=1776 use_imm imm=10894 pop_prev  # 213
load acc8 sram_base=6 dram_base=6 y_size=60856 y_pad_1=3  # 214
load wgt sram_base=3 dram_base=889250226 x_size=1292 x_stride=62367 x_pad_0=14 x_pad_1=8 pop_next  # 215
store out sram_base=52631 dram_base=2879445518 x_size=34563 x_stride=27804 x_pad_0=15 x_pad_1=12 push_prev  # 216
load wgt sram_base=5 dram_base=4 y_size=38341 x_stride=41057 y_pad_0=4 y_pad_1=4  # 217
load uop sram_base=63961 x_stride=5 y_pad_0=11 y_pad_1=15 push_next  # 218
load inp sram_base=5 dram_base=3 y_size=3 x_stride=4 y_pad_0=12 y_pad_1=14  # 219
store out sram_base=6 dram_base=3537055492 x_size=64392 x_stride=4 x_pad_0=3 x_pad_1=14  # 220
load wgt sram_base=20016 dram_base=135034218 y_size=64482 x_stride=65535 y_pad_0=12 y_pad_1=12 push_next  # 221
store out sram_base=2805 dram_base=1342663318 y_size=62544 x_stride=32768 y_pad_0=13 y_pad_1=8 pop_prev  # 222
store out sram_base=25766 dram_base=3 x_size=65535 x_stride=4 x_pad_1=8 push_prev  # 223
load inp sram_base=65535 dram_base=2838477031 x_size=60024 x_stride=33557 x_pad_0=8 x_pad_1=5  # 224
load wgt sram_base=4 dram_base=1900882353 x_stride=7 y_pad_0=6 y_pad_1=7  # 225
load uop sram_base=2 dram_base=2 x_size=65535 x_stride=4 x_pad_1=6 pop_prev  # 226
load wgt sram_base=53291 dram_base=5 y_size=34484 x_stride=46281 y_pad_0=1 push_next  # 227
load wgt sram_base=46187 dram_base=2851709574 x_size=6 x_stride=65535 x_pad_1=1  # 228
load inp sram_base=3 dram_base=4294967294 x_size=3 x_stride=14386 x_pad_0=12 push_next  # 229
load wgt sram_base=65535 dram_base=3 x_size=3 x_stride=10171 x_pad_0=10 x_pad_1=4 push_next  # 230
load wgt sram_base=38934 x_size=33530 x_stride=24435  # 231
load wgt sram_base=45361 dram_base=2981068247 x_size=65535 x_pad_0=6 x_pad_1=7 pop_next  # 232
alu max reset uop_bgn=5023 uop_end=4600 iter_out=1516 dst_out=6 dst_in=1977 src_out=1237 src_in=1710 use_imm imm=6928 pop_prev  # 233
load inp sram_base=11668 dram_base=2 x_pad_0=4 x_pad_1=4  # 234
load wgt sram_base=48205 dram_base=3389158210 x_stride=65534 x_pad_0=6 x_pad_1=1 pop_next  # 235
load inp sram_base=4 dram_base=2382575624 x_size=6 x_stride=32768 x_pad_0=2 x_pad_1=7  # 236
load wgt sram_base=45399 y_size=65535 x_stride=32768 y_pad_0=15 y_pad_1=14  # 237
load inp sram_base=49088 dram_base=6 x_size=65535 x_stride=52044 x_pad_0=3 x_pad_1=8  # 238
store out sram_base=6 dram_base=4241146856 y_size=4 x_stride=7 y_pad_1=15 pop_prev  # 239
load uop sram_base=33596 dram_base=3 y_size=32786 x_stride=34314 y_pad_1=8 push_prev  # 240
load inp sram_base=7 dram_base=4294967294 x_pad_0=3 x_pad_1=10 pop_next  # 241
load inp sram_base=61152 dram_base=6 x_size=4 x_stride=1 x_pad_0=12  # 242
store out sram_base=2 dram_base=3 x_stride=65534 x_pad_0=15 x_pad_1=15 push_prev  # 243
store out sram_base=3 dram_base=5 y_size=3 x_stride=41372 y_pad_0=8 y_pad_1=6 push_prev  # 244
load wgt sram_base=2 x_size=64925 x_stride=15588 x_pad_0=8 x_pad_1=8  # 245
store out dram_base=4183870749 x_size=65534 x_stride=1 x_pad_0=4 x_pad_1=11  # 246
store out sram_base=46150 dram_base=4 y_size=58141 x_stride=39546 y_pad_1=14 pop_prev  # 247
load inp sram_base=5 dram_base=4075868760 x_size=24325 x_stride=1 x_pad_0=14 x_pad_1=7  # 248
store out sram_base=2 dram_base=4294967295 x_size=45754 x_stride=20602 x_pad_0=8 x_pad_1=15  # 249
load inp dram_base=2668459539 x_size=3304 x_stride=4 x_pad_0=12 x_pad_1=1  # 250
load inp dram_base=2147483648 x_size=7 x_pad_0=15 x_pad_1=9  # 251
load inp sram_base=4 dram_base=5 x_size=4 x_stride=35071 x_pad_0=2 x_pad_1=14  # 252
load wgt sram_base=2 dram_base=3876838697 x_size=4 x_stride=2 x_pad_1=1  # 253
load inp sram_base=7 dram_base=3629145508 x_size=41683 x_stride=37008 x_pad_0=1  # 254
load wgt sram_base=47703 x_size=4 x_stride=138 x_pad_0=12 x_pad_1=14  # 255
load wgt sram_base=4 y_size=42632 x_stride=65535 y_pad_0=3 y_pad_1=2  # 256
load inp dram_base=2607637214 y_size=2 x_stride=7 y_pad_0=3 y_pad_1=7  # 257
load wgt sram_base=44684 dram_base=2945171920 y_size=37974 x_stride=65534 y_pad_0=1 y_pad_1=6 push_next  # 258
load wgt sram_base=65534 dram_base=1 y_size=39665 x_stride=33008 y_pad_1=6 push_next  # 259
load acc8 sram_base=35813 dram_base=3392256304 y_size=23396 x_stride=1 y_pad_1=11 pop_prev pop_next  # 260
store out sram_base=14510 dram_base=2710152290 x_size=5 x_stride=52796 x_pad_0=4 x_pad_1=7 pop_prev  # 261
load inp sram_base=59972 dram_base=3 x_size=44706 x_stride=2 x_pad_0=1 x_pad_1=15 push_next  # 262
load inp sram_base=16636 dram_base=2338840268 y_size=17379 x_stride=64614 y_pad_0=5 y_pad_1=5  # 263
load wgt dram_base=2 x_size=2 x_stride=58628 x_pad_0=2 x_pad_1=2  # 264
load acc sram_base=55999 dram_base=2147483648 x_stride=41670 y_pad_0=12 y_pad_1=3 pop_prev pop_next  # 265
load acc sram_base=33872 dram_base=2 y_size=65534 x_stride=7 y_pad_0=5 y_pad_1=2 pop_prev  # 266
store out dram_base=355193070 x_size=49787 x_stride=65535 x_pad_0=6 x_pad_1=14  # 267
load acc8 sram_base=35132 dram_base=7 x_size=610 x_stride=65535 x_pad_0=15 x_pad_1=8 pop_prev  # 268
store out sram_base=30225 x_size=1 x_stride=54949 x_pad_0=14 x_pad_1=7 push_prev  # 269
store out sram_base=43977 dram_base=3312453610 y_size=65534 x_stride=4 y_pad_0=15 y_pad_1=2 push_prev  # 270
alu min reset uop_bgn=6934 iter_out=4 dst_out=1491 src_out=1242 src_in=1 use_imm pop_prev pop_next  # 271
load acc sram_base=51313 dram_base=3131925334 x_size=1 x_pad_1=2 pop_next  # 272
store out sram_base=6 x_size=32768 x_stride=3 x_pad_0=9 x_pad_1=3  # 273
load acc8 sram_base=65534 dram_base=4294967295 x_size=19564 x_pad_0=10 x_pad_1=14 push_next  # 274
store out sram_base=53617 dram_base=4 y_size=49607 x_stride=2 y_pad_0=5 y_pad_1=1 pop_prev  # 275
load acc8 sram_base=43185 dram_base=5 y_size=32768 x_stride=53025 y_pad_0=5 y_pad_1=8 push_next  # 276
store out sram_base=40919 dram_base=4294967294 y_size=65534 x_stride=65534 y_pad_0=5 y_pad_1=7 pop_prev  # 277
alu add uop_bgn=2 uop_end=8192 iter_in=8710 dst_in=2046 src_out=5 src_in=1162 use_imm imm=14843  # 278
gemm uop_bgn=8190 uop_end=2223 iter_in=9391 dst_out=1 dst_in=7 src_out=2 src_in=6 wgt_out=890 wgt_in=886  # 279
load inp sram_base=59844 dram_base=3590222229 x_size=1 x_stride=46447 x_pad_0=7 x_pad_1=3  # 280
alu min reset uop_bgn=5 uop_end=2 iter_out=14463 dst_in=1024 src_out=7 src_in=1024 use_imm imm=7 push_prev  # 281
store out sram_base=6 dram_base=2147483648 x_size=36760 x_stride=4 x_pad_0=6 x_pad_1=2  # 282
store out sram_base=2 dram_base=3686647004 x_size=63939 x_stride=32768 x_pad_0=1  # 283
load inp sram_base=51195 dram_base=4294967294 x_size=30273 x_stride=64926 x_pad_0=15 x_pad_1=13  # 284
store out dram_base=2957336517 x_stride=36247 y_pad_0=6 y_pad_1=6  # 285
store out sram_base=2 y_size=27230 x_stride=5816 y_pad_0=5 y_pad_1=8  # 286
store out sram_base=6 dram_base=3825441321 x_stride=3 x_pad_0=8 x_pad_1=3  # 287
alu max reset uop_bgn=75 uop_end=75 dst_out=5 src_out=1339 src_in=1703 use_imm imm=32767 push_prev  # 288
store out dram_base=3 y_size=1 x_stride=41392  # 289
gemm reset uop_bgn=467 uop_end=467 iter_out=5 iter_in=14619 dst_out=2 dst_in=277 src_out=7 src_in=1917 wgt_out=229 wgt_in=902  # 290
store out sram_base=4 x_stride=55878 y_pad_0=5 push_prev  # 291
load wgt sram_base=65535 dram_base=623063393 x_size=46719 x_stride=7 x_pad_0=3 x_pad_1=7  # 292
load inp sram_base=48753 dram_base=2970262173 x_size=59867 x_stride=15806 x_pad_0=4 pop_next  # 293
load inp sram_base=56914 dram_base=2333052153 x_stride=4 y_pad_0=13 y_pad_1=3  # 294
load acc8 dram_base=6 y_size=7 x_stride=22701 y_pad_0=11 y_pad_1=15 pop_next  # 295
load inp sram_base=34429 dram_base=167135090 y_size=61407 x_stride=53446 y_pad_0=3 y_pad_1=12 push_next  # 296
load acc sram_base=5 dram_base=3705086718 y_size=60267 x_stride=3 y_pad_0=4 y_pad_1=4  # 297
load acc sram_base=6 dram_base=2932691227 x_size=1 x_pad_0=13 x_pad_1=8  # 298
gemm uop_bgn=3 uop_end=2 iter_out=4 dst_out=2046 dst_in=2 src_out=2046 src_in=5 wgt_out=5 wgt_in=4 pop_prev  # 299
load wgt sram_base=56428 dram_base=6 x_size=23784 x_stride=54172 x_pad_0=14 x_pad_1=8 push_next  # 300
store out dram_base=4 y_size=32768 x_stride=63049 y_pad_1=2  # 301
load wgt sram_base=50139 y_size=4 x_stride=9502 y_pad_1=8 push_next  # 302
load inp sram_base=2 x_stride=65088 y_pad_1=15 pop_next  # 303
load inp sram_base=60029 dram_base=1 x_size=7 x_pad_0=1 x_pad_1=2  # 304
load wgt dram_base=5 x_size=62943 x_stride=5 x_pad_0=6 x_pad_1=14  # 305
load acc sram_base=1 dram_base=7 x_size=32768 x_stride=59131 x_pad_0=4 pop_next  # 306
store out sram_base=1 dram_base=2419257036 y_size=7 x_stride=65534 y_pad_0=1 y_pad_1=5  # 307
store out sram_base=3 dram_base=2565226231 y_size=3 x_stride=38815 y_pad_0=2 y_pad_1=1  # 308
load inp sram_base=3 dram_base=4294967295 x_size=65535 x_stride=7 x_pad_0=7 x_pad_1=12 push_next  # 309
load wgt sram_base=6 dram_base=6 x_size=2 x_stride=1 x_pad_1=8  # 310
store out sram_base=42545 dram_base=4294967294 y_size=2 x_stride=32768 y_pad_0=3 y_pad_1=15  # 311
store out sram_base=63197 dram_base=2789206260 x_size=28882 x_stride=4 x_pad_0=14 x_pad_1=11 push_prev  # 312
store out sram_base=65535 dram_base=2147483648 y_size=65535 x_stride=4 y_pad_1=9  # 313
load inp sram_base=4 dram_base=5 x_size=65534 x_pad_0=14 x_pad_1=15  # 314
load uop dram_base=258871955 x_stride=52159 x_pad_0=14 x_pad_1=1 pop_prev push_next  # 315
load inp sram_base=55724 dram_base=3256598837 x_size=32768 x_stride=4 x_pad_0=5 x_pad_1=8  # 316
store out sram_base=32768 dram_base=3 y_size=61040 y_pad_0=8 y_pad_1=4  # 317
load inp sram_base=2 x_stride=38704 y_pad_0=8 y_pad_1=15  # 318
load wgt dram_base=2147483648 x_size=45853 x_stride=43946 x_pad_0=6 x_pad_1=14  # 319
store out sram_base=53387 x_stride=6700 y_pad_0=7 y_pad_1=12  # 320
load inp sram_base=7 dram_base=5 x_size=6 x_stride=5 x_pad_0=2 x_pad_1=5  # 321
load inp sram_base=5 dram_base=2259042893 y_size=65535 x_stride=4 y_pad_0=9 push_next  # 322
load uop sram_base=44113 dram_base=1372826392 x_size=5785 x_stride=57835 x_pad_0=3 x_pad_1=2 pop_prev push_next  # 323
store out sram_base=3 dram_base=4100543777 y_size=45544 x_stride=3 y_pad_0=13 y_pad_1=4 push_prev  # 324
alu shr reset iter_out=7 iter_in=16383 dst_out=1403 dst_in=5 src_out=3 src_in=438 imm=30655 pop_next  # 325
load uop sram_base=7 dram_base=4294967295 x_size=46795 x_stride=4 x_pad_0=5  # 326
alu mul reset uop_bgn=3 uop_end=1 iter_out=4 iter_in=14211 src_out=2 src_in=1089 use_imm imm=2665  # 327
load uop sram_base=32926 x_size=7 x_stride=1 x_pad_0=14 x_pad_1=3 pop_prev  # 328
alu add reset uop_bgn=2 uop_end=3 iter_in=6 dst_out=1 dst_in=6 src_out=1 src_in=2 use_imm pop_next push_prev  # 329
store out sram_base=13787 dram_base=3709886897 x_stride=5 x_pad_0=6 x_pad_1=8  # 330
store out dram_base=4294967294 x_size=24055 x_stride=59476 x_pad_0=15 x_pad_1=15  # 331
load acc8 sram_base=5 dram_base=5 y_size=5 x_stride=53279 y_pad_0=3 y_pad_1=2 push_next  # 332
load wgt sram_base=2 dram_base=3763034979 x_size=5 x_stride=4 x_pad_1=4  # 333
load acc8 sram_base=12969 x_size=36549 x_stride=26054 x_pad_0=1 x_pad_1=1 push_prev  # 334
store out sram_base=7 dram_base=7 y_size=51612 x_stride=31178 push_prev  # 335
load uop sram_base=56363 dram_base=2187298671 x_size=60260 x_stride=1 x_pad_0=4 x_pad_1=6  # 336
store out sram_base=33403 x_stride=6 y_pad_0=5 y_pad_1=2  # 337
load wgt sram_base=54480 dram_base=6 x_size=4 x_stride=43283 x_pad_0=13 x_pad_1=8  # 338
store out sram_base=42662 x_stride=11524 y_pad_0=4 y_pad_1=1  # 339
store out sram_base=17722 y_size=40111 x_stride=2 y_pad_1=2  # 340
load uop sram_base=33835 dram_base=2203806905 x_stride=7 y_pad_0=10 y_pad_1=13 pop_prev pop_next  # 341
load uop sram_base=5 dram_base=1780682346 x_size=3 x_stride=32768 x_pad_0=2 x_pad_1=3 push_next  # 342
alu add uop_bgn=895 uop_end=895 iter_out=7143 iter_in=12975 dst_out=1399 dst_in=1948 src_out=162 src_in=1778 use_imm imm=5  # 343
load acc8 sram_base=5 dram_base=3446291591 x_stride=35888 y_pad_0=1 y_pad_1=4  # 344
store out sram_base=5 dram_base=3 y_size=2 pop_prev  # 345
store out sram_base=6 dram_base=3 x_stride=1 x_pad_0=8  # 346
load acc8 sram_base=3 dram_base=1 y_size=29871 x_stride=4522 y_pad_0=3 y_pad_1=3 push_next  # 347
store out sram_base=32768 dram_base=3435463168 x_stride=38710 y_pad_0=15 y_pad_1=11  # 348
store out sram_base=50146 dram_base=7 y_size=3 x_stride=44284 y_pad_0=6 y_pad_1=8 pop_prev  # 349
load inp dram_base=1 x_size=4 x_stride=18164 x_pad_1=15 pop_next push_next  # 350
store out sram_base=18759 dram_base=4132731370 x_size=5 x_stride=44003 x_pad_0=5 push_prev  # 351
load wgt sram_base=59284 dram_base=4294967294 x_size=5 x_stride=58901 x_pad_0=10 x_pad_1=3  # 352
load wgt sram_base=4 y_size=65534 x_stride=42178 y_pad_0=13 y_pad_1=8  # 353
store out dram_base=3844561823 y_size=6 x_stride=1 y_pad_0=4 y_pad_1=8 pop_prev  # 354
load wgt sram_base=12276 dram_base=3 x_size=5 x_stride=5 x_pad_1=15  # 355
store out sram_base=26355 dram_base=4168560279 x_size=52626 x_stride=1368 x_pad_1=8  # 356
load inp sram_base=60425 dram_base=2 x_size=26262 x_stride=7 x_pad_0=3 x_pad_1=3 push_next  # 357
store out sram_base=6 dram_base=1658462351 x_size=2 x_stride=37409 x_pad_0=15 x_pad_1=4  # 358
load uop sram_base=2 x_stride=51864 y_pad_1=14  # 359
load acc8 sram_base=61453 dram_base=3 x_stride=65534 x_pad_0=2 x_pad_1=12 push_prev  # 360
store out sram_base=4 dram_base=3 x_size=3 x_stride=1 x_pad_0=5 x_pad_1=9  # 361
store out sram_base=2 dram_base=1 x_stride=41837 y_pad_0=4 y_pad_1=14  # 362
load wgt sram_base=34759 dram_base=468535388 y_size=34320 x_stride=2 y_pad_0=8 y_pad_1=14 pop_next  # 363
store out sram_base=65534 dram_base=2 y_size=5 x_stride=37412 y_pad_0=14 y_pad_1=7 pop_prev  # 364
load inp dram_base=2 y_size=2 x_stride=7 y_pad_0=4 y_pad_1=12  # 365
load uop sram_base=25774 dram_base=3 x_size=31929 x_stride=2 x_pad_1=13  # 366
load inp sram_base=41721 dram_base=6 y_size=32621 y_pad_0=9 y_pad_1=10  # 367
store out sram_base=60940 dram_base=7 y_size=65534 x_stride=5 y_pad_0=13 y_pad_1=9  # 368
load inp sram_base=65535 dram_base=3386074082 y_size=40635 x_stride=1 y_pad_0=6 push_next  # 369
load acc8 sram_base=55102 dram_base=1 y_size=5 y_pad_1=3 pop_next  # 370
load uop sram_base=56985 dram_base=1981716684 y_size=46451 x_stride=59323 y_pad_0=4 y_pad_1=5 pop_prev pop_next push_next  # 371
store out sram_base=2 dram_base=4132104261 y_size=2 x_stride=49419 y_pad_0=13 y_pad_1=9 pop_prev  # 372
load acc sram_base=2 dram_base=1 x_stride=38991 x_pad_0=1 x_pad_1=8 push_prev  # 373
load wgt sram_base=2 dram_base=3227314767 y_size=7 x_stride=65535 y_pad_0=7 y_pad_1=13  # 374
load acc sram_base=2 dram_base=3215315501 x_size=36577 x_stride=1 x_pad_0=14 x_pad_1=13  # 375
gemm reset uop_bgn=2 uop_end=1 iter_out=3 iter_in=16382 dst_out=1024 dst_in=7 src_in=2046 wgt_out=897 wgt_in=1022 pop_prev push_next  # 376
load uop sram_base=38523 dram_base=3201681515 y_size=2 x_stride=4 y_pad_0=6 y_pad_1=13  # 377
load acc sram_base=7 dram_base=4294967295 y_size=50978 x_stride=44370 y_pad_0=9 y_pad_1=15  # 378
load acc8 sram_base=6 dram_base=2739764968 y_size=56390 x_stride=12344 y_pad_0=10 y_pad_1=5 pop_prev  # 379
load acc8 sram_base=65535 dram_base=4272800136 y_size=6 y_pad_0=4 y_pad_1=9  # 380
store out sram_base=65534 x_pad_0=6 pop_prev  # 381
load uop sram_base=5 dram_base=3 y_size=2705 x_stride=5 y_pad_0=14 push_next  # 382
load acc8 dram_base=3858962785 y_size=1 x_stride=6 y_pad_1=2  # 383
load acc dram_base=2 y_size=2 x_stride=44916 y_pad_0=3 y_pad_1=14  # 384
load inp sram_base=1 dram_base=7 y_size=4 x_stride=4 y_pad_0=5 y_pad_1=7  # 385
load uop dram_base=4294967295 y_size=65534 x_stride=4 y_pad_0=13 y_pad_1=10  # 386
load acc sram_base=46897 dram_base=2147483648 x_size=7 x_stride=7 x_pad_0=8 x_pad_1=11  # 387
load acc sram_base=34092 dram_base=3923263183 y_size=5 x_stride=65535 y_pad_0=2 y_pad_1=7  # 388
load uop sram_base=5753 x_size=65534 x_pad_0=9 x_pad_1=1  # 389
store out sram_base=65535 dram_base=4043378596 y_size=26438 x_stride=1 y_pad_1=2  # 390
load wgt sram_base=46296 dram_base=372707632 y_size=56858 x_stride=65534 y_pad_0=2 y_pad_1=12 pop_next  # 391
load wgt sram_base=51815 x_size=32768 x_stride=5 x_pad_0=8 x_pad_1=7 pop_next  # 392
store out sram_base=2362 dram_base=2191610069 y_size=65534 x_stride=7 y_pad_0=10 y_pad_1=15 pop_prev  # 393
store out sram_base=5 dram_base=3933271082 x_size=65535 x_stride=14046 x_pad_0=8 x_pad_1=4 pop_prev  # 394
finish  # 395
