# program 11 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=40 write=8 gap=1 outstanding=16 burst=16
.bytes 1048576
.window 0x1000 0x100000
.base uop=0x490 inp=0x3fb0 wgt=0x10200 acc=0x13c40 out=0x121a0
.stream 0x10f90
.uops 0x1004
.random 0x20000 262144 727912577296313765
.random 0x80000 65536 5076660704810128573
.kernels 123
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1024 src=271 wgt=263
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=1192 src=867 wgt=420
uop dst=832 src=634 wgt=312
uop dst=833 src=635 wgt=313
uop dst=834 src=636 wgt=314
uop dst=835 src=637 wgt=315
uop dst=836 src=638 wgt=316
uop dst=837 src=639 wgt=317
uop dst=553 src=557 wgt=365
uop dst=553 src=557 wgt=365
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
uop dst=6 src=2 wgt=3
uop dst=7 src=11 wgt=8
uop dst=10 src=7 wgt=7
uop dst=2 src=5 wgt=4
uop dst=1 src=7 wgt=3
uop dst=1 src=11 wgt=7
uop dst=3 src=10 wgt=2
uop dst=4 src=8 wgt=9
uop dst=1618 src=674 wgt=595
uop dst=1618 src=674 wgt=595
uop dst=1618 src=674 wgt=595
uop dst=1 src=1 wgt=3
uop dst=6 src=11 wgt=7
uop dst=3 src=11 wgt=2
uop dst=1 src=5 wgt=10
uop dst=3 src=6 wgt=10
uop dst=10 src=8 wgt=1
uop dst=0 src=6 wgt=0
uop dst=5 src=9 wgt=7
uop dst=1 src=2 wgt=10
uop dst=268 src=316 wgt=23
uop dst=1832 src=228 wgt=75
uop dst=1833 src=229 wgt=76
uop dst=1834 src=230 wgt=77
uop dst=1835 src=231 wgt=78
uop dst=1836 src=232 wgt=79
uop dst=1837 src=233 wgt=80
uop dst=1838 src=234 wgt=81
uop dst=1839 src=235 wgt=82
uop dst=1608 src=653 wgt=263
uop dst=0 src=1 wgt=6
uop dst=9 src=1 wgt=9
uop dst=6 src=6 wgt=10
uop dst=9 src=5 wgt=0
uop dst=1277 src=2 wgt=655
uop dst=5 src=1 wgt=790
uop dst=5 src=1940 wgt=554
uop dst=0 src=1949 wgt=638
uop dst=2 src=6 wgt=7
uop dst=7 src=1 wgt=857
uop dst=1024 src=6 wgt=0
uop dst=1130 src=2047 wgt=0
uop dst=2046 src=2 wgt=7
uop dst=7 src=3 wgt=9
uop dst=2 src=1506 wgt=0
uop dst=1992 src=2 wgt=6
uop dst=1795 src=1696 wgt=1
uop dst=0 src=1607 wgt=1022
uop dst=0 src=1459 wgt=577
uop dst=10 src=3 wgt=1
uop dst=11 src=3 wgt=3
uop dst=3 src=11 wgt=4
uop dst=7 src=7 wgt=11
uop dst=5 src=11 wgt=4
uop dst=9 src=0 wgt=4
uop dst=11 src=3 wgt=5
uop dst=0 src=2 wgt=5
uop dst=4 src=7 wgt=10
uop dst=4 src=2 wgt=2
uop dst=8 src=10 wgt=10
uop dst=4 src=2 wgt=10
uop dst=0 src=7 wgt=1
uop dst=4 src=4 wgt=7
uop dst=0 src=11 wgt=10
uop dst=1 src=3 wgt=7
uop dst=11 src=11 wgt=7
uop dst=9 src=3 wgt=7
store out sram_base=248 dram_base=31545 y_size=4 x_size=2 x_stride=5 push_prev  # 0
load wgt sram_base=1 dram_base=1252 y_size=3 x_size=6 x_stride=10  # 1
load wgt sram_base=552 dram_base=3755223728 y_size=1 x_stride=6 x_pad_0=1  # 2
load inp sram_base=1831 dram_base=14681 y_size=4 x_size=3 x_stride=5 push_next  # 3
load inp sram_base=2005 dram_base=7176 y_size=43 x_size=1 x_stride=390 push_next  # 4
load wgt sram_base=924 dram_base=348 y_size=2 x_size=4 x_stride=4 y_pad_1=3 x_pad_0=1 x_pad_1=15 push_next  # 5
load inp sram_base=1 dram_base=21963 y_size=1 x_size=3 x_stride=6 x_pad_1=3  # 6
store out sram_base=2046 dram_base=31722 y_size=1 x_size=2 x_stride=3 push_prev  # 7
load inp sram_base=65534 x_stride=63559 x_pad_0=13 x_pad_1=5  # 8
store out sram_base=3 dram_base=32206 y_size=3 x_size=8 x_stride=8  # 9
load inp sram_base=2036 dram_base=14775 y_size=2 x_size=6 x_stride=8  # 10
store out sram_base=650 dram_base=31989 y_size=19 x_size=1 x_stride=2  # 11
load uop sram_base=8128 dram_base=766 y_size=8 x_size=8 x_stride=8 pop_prev push_prev  # 12
load wgt sram_base=286 dram_base=859 y_size=2 x_size=4 x_stride=8 y_pad_0=15 y_pad_1=2 x_pad_1=2 pop_next  # 13
load wgt sram_base=664 dram_base=361 y_size=1 x_size=120 x_stride=39772 y_pad_0=2  # 14
load wgt sram_base=744 dram_base=888 y_size=3 x_size=5 x_stride=8  # 15
store out sram_base=5 dram_base=28143 y_size=1 x_size=4 x_stride=32768 push_prev  # 16
load inp dram_base=7173 y_size=4 x_size=4 x_stride=5460  # 17
load inp sram_base=2034 dram_base=14911 y_size=2 x_size=7 x_stride=11  # 18
load uop sram_base=58264 dram_base=687807262 y_size=33693 x_stride=43310 y_pad_1=15 pop_next  # 19
alu shr reset uop_bgn=3 uop_end=8192 iter_in=1 dst_out=2002 src_out=1177 src_in=1 use_imm pop_next  # 20
alu shr uop_bgn=8182 uop_end=8188 iter_out=1 iter_in=100 dst_out=2 dst_in=3 src_out=1183 imm=-6 pop_next push_prev  # 21
load wgt sram_base=1006 dram_base=373 y_size=6 x_size=2 x_stride=3 x_pad_1=1  # 22
load inp dram_base=7186 y_size=4 x_size=1 x_stride=4 y_pad_0=2 y_pad_1=3 x_pad_1=1  # 23
load inp sram_base=262 dram_base=23547 y_size=5 x_size=2 x_stride=2 y_pad_0=2  # 24
load inp sram_base=2030 dram_base=35839 y_size=1 x_size=6 x_stride=65535 y_pad_1=2 pop_next  # 25
load wgt sram_base=99 dram_base=2465704694 y_size=13 x_stride=28586 y_pad_1=15 x_pad_0=15 x_pad_1=15  # 26
load inp sram_base=879 dram_base=19920 y_size=4 x_size=2 x_stride=1 push_next  # 27
store out sram_base=1177 dram_base=28140 y_size=1 x_size=391  # 28
store out sram_base=2036 dram_base=29312 y_size=2 x_size=6 x_stride=9  # 29
gemm reset uop_bgn=3092 uop_end=8192 iter_out=5 dst_out=4 dst_in=1024 src_out=4 src_in=1554 wgt_out=1 push_next  # 30
store out sram_base=6 dram_base=31890 y_size=4 x_size=1 x_stride=2 pop_prev  # 31
store out dram_base=31025 y_size=1 x_size=282 x_stride=4  # 32
store out sram_base=2044 dram_base=30960 y_size=1 x_size=4 x_stride=5  # 33
store out sram_base=599 dram_base=31916 y_size=2 x_size=3  # 34
store out sram_base=1663 dram_base=31200 y_size=3 x_size=9 x_stride=4  # 35
store out sram_base=1687 dram_base=31712 y_size=1 x_size=361 push_prev  # 36
store out sram_base=1 dram_base=28823 y_size=5 x_size=4 x_stride=1  # 37
alu add uop_bgn=6747 uop_end=6753 iter_out=5 iter_in=5 use_imm imm=31897 pop_next  # 38
store out sram_base=5 dram_base=30683 y_size=1 x_size=5 x_stride=9  # 39
store out sram_base=2036 dram_base=28142 y_size=4 x_size=3 x_stride=7  # 40
store out sram_base=1 dram_base=31344 y_size=7 x_size=8 x_stride=8  # 41
store out sram_base=3 dram_base=28144 y_size=1 x_size=1 x_stride=32768 push_prev  # 42
store out sram_base=902 dram_base=30624 y_size=1 x_size=7 x_stride=8 push_prev  # 43
alu min reset uop_bgn=7 uop_end=5 iter_in=5 dst_in=2011 src_out=2046 src_in=2003 imm=6 pop_prev  # 44
load uop sram_base=5 dram_base=2 x_stride=51765 y_pad_1=13 pop_prev  # 45
load uop sram_base=32766 dram_base=2147483648 x_stride=65535 x_pad_0=12 x_pad_1=7 pop_prev push_next  # 46
store out sram_base=1986 dram_base=32228 y_size=31 x_size=2 pop_prev  # 47
store out sram_base=79 dram_base=29345 y_size=722 x_size=1 x_stride=4 push_prev  # 48
load acc8 sram_base=34962 dram_base=6 y_size=65535 y_pad_0=3 y_pad_1=3 pop_next  # 49
gemm reset uop_bgn=3 uop_end=6 dst_out=2 dst_in=1930 src_out=1080 src_in=1 wgt_out=853 wgt_in=113 pop_next  # 50
gemm uop_bgn=8150 uop_end=8156 iter_out=533 iter_in=1 dst_in=6 src_in=1803 wgt_out=1 wgt_in=1023 pop_next  # 51
store out sram_base=1655 dram_base=28139 y_size=1 x_size=7 x_stride=8  # 52
store out dram_base=2158794781 y_size=4 x_stride=21869 y_pad_0=8 y_pad_1=4  # 53
store out sram_base=7 dram_base=1 y_size=65534 x_stride=4 y_pad_0=12  # 54
load uop sram_base=65253 dram_base=3678092873 x_size=5 x_stride=5 x_pad_0=8  # 55
store out sram_base=54458 dram_base=2 x_size=54974 x_stride=12177 x_pad_1=14  # 56
store out dram_base=5 x_stride=65534 y_pad_0=1 y_pad_1=15  # 57
store out sram_base=56744 dram_base=1377458883 x_size=3 x_stride=7 x_pad_0=14 x_pad_1=13  # 58
store out sram_base=6 x_stride=2 x_pad_0=4 x_pad_1=6  # 59
store out dram_base=2147450934 x_size=37223 x_stride=3 x_pad_0=3 x_pad_1=12  # 60
store out sram_base=29480 x_size=56578 x_stride=58813 x_pad_0=14 x_pad_1=9  # 61
alu min reset uop_bgn=8176 uop_end=8192 iter_out=6 iter_in=5 dst_out=11 src_out=2 imm=32766  # 62
store out sram_base=55156 dram_base=6 x_stride=65535 x_pad_0=9 x_pad_1=10  # 63
store out sram_base=6 x_stride=65535 y_pad_0=4 y_pad_1=3  # 64
load wgt sram_base=32768 dram_base=609474783 y_size=65534 x_stride=6 y_pad_0=15  # 65
load inp sram_base=61810 dram_base=3482816946 x_size=30353 x_stride=4 x_pad_0=8  # 66
load inp sram_base=36180 dram_base=2355799557 x_size=5 x_stride=1 x_pad_0=3 x_pad_1=1  # 67
load inp sram_base=1 dram_base=3589282056 y_size=33650 y_pad_0=2  # 68
load wgt sram_base=7 dram_base=6 x_size=21326 x_stride=5 x_pad_0=2 x_pad_1=1  # 69
gemm reset uop_bgn=5409 uop_end=8192 iter_out=9420 dst_out=1903 src_out=4 src_in=800 wgt_out=5 wgt_in=1 push_prev  # 70
load inp sram_base=4 dram_base=2147483648 x_size=47976 x_stride=14913 x_pad_0=15 x_pad_1=2  # 71
gemm uop_bgn=8189 uop_end=8192 iter_out=100 iter_in=1 dst_out=2 dst_in=2046 src_in=1 wgt_out=1 wgt_in=1022  # 72
store out sram_base=55536 dram_base=4294967295 y_size=7 x_stride=7 y_pad_0=15 y_pad_1=5  # 73
load inp sram_base=3 dram_base=3465669171 x_stride=65534 x_pad_0=5 x_pad_1=8  # 74
load acc8 sram_base=34982 dram_base=2959193521 x_size=45416 x_stride=65535 x_pad_0=3 x_pad_1=14  # 75
store out sram_base=61807 dram_base=2285134918 x_size=47452 x_stride=7 x_pad_0=7 x_pad_1=5 push_prev  # 76
load wgt sram_base=38335 dram_base=3 x_size=2 x_stride=6 x_pad_0=1 x_pad_1=7  # 77
gemm reset uop_bgn=5868 uop_end=5874 iter_out=100 iter_in=1 dst_out=20 dst_in=6 src_in=7 wgt_in=2 pop_next push_next  # 78
load wgt sram_base=3 dram_base=2 x_size=4619 x_stride=7 x_pad_0=7 x_pad_1=4 push_next  # 79
alu add reset uop_bgn=5472 uop_end=5478 iter_out=2 iter_in=6 dst_in=7 src_out=3 src_in=3 imm=27047 pop_prev  # 80
load inp sram_base=22805 dram_base=3180827810 x_size=32768 x_stride=6 x_pad_0=8 push_next  # 81
gemm uop_bgn=8145 uop_end=8151 iter_out=1 iter_in=3 dst_in=1018 src_out=1729 wgt_out=1023 wgt_in=506  # 82
load uop dram_base=3 x_stride=4 y_pad_0=3 y_pad_1=7  # 83
store out sram_base=1 dram_base=2147483648 x_stride=15 x_pad_0=14 x_pad_1=2  # 84
gemm uop_bgn=8132 uop_end=8172 iter_out=32 iter_in=1 dst_out=1 src_out=2 src_in=1240 wgt_in=747  # 85
alu shr uop_bgn=8169 uop_end=8175 iter_out=58 iter_in=1 dst_in=1439 src_out=2 src_in=5 use_imm imm=3 pop_prev  # 86
load acc8 sram_base=16064 x_size=54756 x_stride=65534 x_pad_0=1 x_pad_1=15  # 87
load inp sram_base=1 dram_base=2 x_stride=6751 y_pad_0=11 y_pad_1=12  # 88
gemm uop_bgn=8132 uop_end=8138 iter_out=80 iter_in=1 dst_out=25 dst_in=1860 src_in=5 wgt_in=4 push_next  # 89
alu shr uop_bgn=8141 uop_end=8147 iter_out=73 iter_in=1 dst_out=5 dst_in=1966 src_out=1 src_in=7 imm=4  # 90
alu shr reset uop_bgn=8190 uop_end=8192 iter_out=1 iter_in=91 dst_in=1 src_out=1227 use_imm imm=3  # 91
gemm uop_bgn=8188 uop_end=8192 iter_out=3 iter_in=1 dst_out=1019 dst_in=1246 src_out=1018 src_in=2047 wgt_out=1 wgt_in=1023  # 92
alu add reset uop_bgn=8188 uop_end=8192 iter_out=334 iter_in=1 dst_out=1 dst_in=1429 src_out=3 src_in=419  # 93
gemm reset uop_bgn=1818 uop_end=8192 iter_in=16383 dst_in=1323 src_in=4 wgt_in=1  # 94
store out sram_base=4 dram_base=2147483648 x_stride=7 y_pad_0=7 y_pad_1=15 pop_prev  # 95
store out sram_base=4 dram_base=7 x_size=43963 x_stride=7 x_pad_0=13 x_pad_1=2 push_prev  # 96
store out y_size=4 x_stride=2 y_pad_0=15 pop_prev  # 97
load wgt sram_base=31302 dram_base=2176715346 x_stride=2 x_pad_0=2 x_pad_1=7  # 98
store out sram_base=5 dram_base=1 x_size=39528 x_stride=39709 x_pad_0=13 x_pad_1=4  # 99
store out sram_base=16978 dram_base=7 x_stride=65534 y_pad_0=7 y_pad_1=15  # 100
load uop sram_base=59741 dram_base=4 y_size=65535 x_stride=46523 y_pad_1=3  # 101
load uop sram_base=65243 dram_base=2147483648 x_size=7 x_stride=55403 x_pad_0=11 x_pad_1=7 push_next  # 102
store out x_size=5 x_stride=64446 x_pad_0=5 x_pad_1=3  # 103
store out sram_base=35813 dram_base=3719356686 y_size=2 x_stride=60435 y_pad_0=1 y_pad_1=15 pop_prev  # 104
store out sram_base=3 dram_base=2147483648 y_size=47594 x_stride=65511 y_pad_0=13 y_pad_1=8  # 105
store out sram_base=3 x_size=42069 x_stride=34842 x_pad_0=1 push_prev  # 106
gemm reset uop_bgn=5660 uop_end=8192 dst_out=2 src_out=2 src_in=13 wgt_out=691 wgt_in=4 pop_next push_next  # 107
store out y_size=40821 x_stride=1 y_pad_0=8 y_pad_1=7  # 108
store out sram_base=1 dram_base=870969239 y_size=51029 x_stride=36992 y_pad_0=15 y_pad_1=15  # 109
store out sram_base=2 dram_base=4294967294 x_size=6 x_stride=34355 x_pad_0=6 x_pad_1=14 push_prev  # 110
store out sram_base=2 y_size=34928 x_stride=34688 y_pad_0=8 y_pad_1=1  # 111
store out sram_base=33536 dram_base=5 x_stride=25694 y_pad_0=6  # 112
store out sram_base=1 dram_base=2413298028 y_size=15242 x_stride=15090 y_pad_1=5  # 113
load uop dram_base=6 x_size=25355 x_pad_0=11 x_pad_1=14 push_next  # 114
store out sram_base=65534 dram_base=2694337729 x_size=23511 x_stride=37596 x_pad_0=7 x_pad_1=13 pop_prev  # 115
store out sram_base=26792 y_size=4 x_stride=7 y_pad_0=7 y_pad_1=2  # 116
store out sram_base=40951 dram_base=2147483648 x_size=65535 x_stride=61097 x_pad_0=11 x_pad_1=1  # 117
store out sram_base=50933 dram_base=4178885701 y_size=5 x_stride=59510 y_pad_0=6 y_pad_1=15  # 118
store out sram_base=50408 dram_base=3310115226 x_stride=58910 y_pad_0=13 y_pad_1=8  # 119
load inp dram_base=6 x_stride=7 x_pad_0=15 x_pad_1=7 push_next  # 120
store out sram_base=22638 dram_base=7 x_size=40648 x_stride=3 x_pad_0=1 pop_prev  # 121
store out sram_base=46606 dram_base=740260040 x_size=4 x_stride=6 x_pad_0=9 x_pad_1=1  # 122
gemm reset uop_bgn=7068 uop_end=8192 iter_in=5707 dst_in=7 src_out=3 src_in=1377 wgt_out=7 wgt_in=983  # 123
gemm reset uop_bgn=42 uop_end=10 iter_out=7 dst_out=7 dst_in=2 src_out=1 wgt_out=1022 wgt_in=598 pop_prev  # 124
alu mul reset uop_bgn=8095 iter_out=16382 dst_in=5 src_out=1273 src_in=1356 use_imm imm=31085 push_prev push_next  # 125
load inp dram_base=2 x_size=2 x_stride=1 x_pad_0=14 x_pad_1=1 pop_next  # 126
load uop sram_base=37431 dram_base=2690560276 y_size=7 x_stride=23732 y_pad_0=15 y_pad_1=13  # 127
load uop sram_base=53140 dram_base=1 y_size=47822 x_stride=40225 y_pad_0=6 y_pad_1=3 push_next  # 128
load acc sram_base=53436 dram_base=4 y_size=47008 y_pad_0=5 y_pad_1=9  # 129
alu max uop_bgn=1177 uop_end=1177 iter_out=16382 dst_out=4 dst_in=1024 src_out=1099 src_in=1 imm=-32768 pop_next  # 130
store out x_size=7 x_stride=39466 x_pad_1=1 pop_prev  # 131
load acc sram_base=6 dram_base=6 x_size=65534 x_stride=65534 x_pad_0=2 x_pad_1=8  # 132
alu min reset uop_bgn=5 uop_end=5 iter_out=4 iter_in=13057 dst_out=1907 dst_in=652 src_out=2034 src_in=1024 imm=10746 push_prev push_next  # 133
load uop dram_base=3626666364 y_size=44063 x_stride=1 y_pad_0=8 y_pad_1=13 pop_next  # 134
load acc sram_base=2 dram_base=379390305 y_size=3 y_pad_1=3  # 135
load acc dram_base=4 x_stride=1 x_pad_0=7 x_pad_1=1  # 136
store out sram_base=32768 dram_base=2 x_size=5 x_stride=32768 x_pad_0=8 x_pad_1=14  # 137
load acc sram_base=7 dram_base=2147483648 y_size=43049 x_stride=61743 y_pad_1=15  # 138
store out sram_base=21230 dram_base=4 x_stride=9807 y_pad_0=10 y_pad_1=2 pop_prev push_prev  # 139
load acc sram_base=7 dram_base=2 y_size=7 x_stride=5 y_pad_0=7 y_pad_1=2 push_prev  # 140
load uop x_size=46273 x_pad_0=6  # 141
alu mul reset uop_bgn=7 uop_end=8192 iter_out=8188 dst_out=1417 dst_in=1855 src_out=2047 src_in=1363 imm=-10317 pop_next push_prev push_next  # 142
load wgt sram_base=4 dram_base=1083315051 y_size=3 x_stride=65534 y_pad_0=6 y_pad_1=10 pop_next push_next  # 143
load acc8 sram_base=5 y_size=44456 x_stride=7 y_pad_0=11 y_pad_1=10 push_next  # 144
alu min reset uop_bgn=4 uop_end=4 iter_out=2 iter_in=4927 dst_out=6 dst_in=4 src_out=1024 src_in=5 use_imm imm=5 pop_prev push_prev  # 145
load acc sram_base=62748 dram_base=3837943166 x_size=7 x_stride=65535 x_pad_0=15 push_next  # 146
load wgt sram_base=1 dram_base=2837645615 y_size=28697 x_stride=3 y_pad_0=6 y_pad_1=11 pop_next  # 147
load wgt sram_base=40885 dram_base=4294967294 x_size=1 x_stride=28088 x_pad_0=9 pop_next  # 148
gemm reset uop_bgn=1 iter_out=14751 iter_in=6 dst_out=5 dst_in=6 src_out=6 src_in=4 wgt_out=747 wgt_in=1022  # 149
store out sram_base=62892 dram_base=4294896787 x_size=58881 x_stride=32768 x_pad_0=3 x_pad_1=4  # 150
gemm uop_bgn=4790 uop_end=4790 iter_out=8764 iter_in=7 dst_out=523 src_in=1756 wgt_out=1 wgt_in=491 push_prev  # 151
load uop sram_base=7 dram_base=4294967294 y_size=3 x_stride=6 y_pad_0=12 y_pad_1=6 push_prev  # 152
load inp dram_base=6 x_size=56950 x_stride=6 x_pad_0=3 x_pad_1=4 pop_next  # 153
store out sram_base=38412 dram_base=6 y_size=65535 x_stride=45952 y_pad_0=6 y_pad_1=4 pop_prev  # 154
load wgt sram_base=54378 dram_base=2 y_size=56614 x_stride=6 y_pad_0=3 y_pad_1=15 pop_next  # 155
store out sram_base=33879 y_size=56863 x_stride=44608 y_pad_1=8 pop_prev push_prev  # 156
load acc sram_base=42128 dram_base=5 x_size=65534 x_stride=65534 x_pad_0=13 x_pad_1=14 push_prev  # 157
gemm reset uop_end=8192 iter_in=4 dst_out=1986 dst_in=1244 src_out=1 wgt_out=3 wgt_in=7  # 158
load wgt sram_base=65534 dram_base=2147483648 x_size=4 x_stride=7 x_pad_0=13 x_pad_1=3 pop_next  # 159
load inp sram_base=4217 dram_base=2 y_size=2 x_stride=32768 y_pad_1=4 pop_next  # 160
load wgt sram_base=5 dram_base=2 x_size=7725 x_stride=50561 x_pad_0=8 x_pad_1=13  # 161
store out sram_base=63668 dram_base=5 x_size=34411 x_stride=2040 x_pad_0=5 x_pad_1=9  # 162
load wgt sram_base=59739 dram_base=4294967294 x_stride=1 y_pad_0=7 y_pad_1=10 pop_next  # 163
load acc sram_base=48575 dram_base=4294967295 y_size=25366 x_stride=3 pop_next  # 164
alu add uop_bgn=5338 uop_end=5 iter_out=2919 dst_out=1946 dst_in=570 src_out=1271 src_in=1078 use_imm imm=29537 push_next  # 165
load acc8 dram_base=2 y_size=7 x_stride=47592 y_pad_0=3 y_pad_1=6 push_prev  # 166
load acc8 sram_base=65534 dram_base=4294967294 x_size=46971 x_stride=54255 x_pad_1=14 push_prev  # 167
alu mul reset uop_bgn=5089 uop_end=6 iter_in=11979 dst_out=99 dst_in=4 src_out=1981 src_in=1752 use_imm imm=6  # 168
load acc sram_base=7 x_size=6 x_stride=34338 x_pad_0=8 push_prev  # 169
load acc dram_base=2892981712 x_size=65535 x_stride=34073 x_pad_0=1 x_pad_1=15  # 170
load acc dram_base=1 x_stride=3 y_pad_0=10 push_prev  # 171
alu shr reset uop_bgn=8190 uop_end=6423 iter_in=3 dst_out=1 dst_in=2046 src_out=1024 src_in=1 imm=7146 push_next  # 172
load uop sram_base=65535 y_size=46761 x_stride=5 y_pad_0=7  # 173
load uop sram_base=45626 dram_base=7 x_stride=1 x_pad_1=2  # 174
load uop sram_base=19461 dram_base=2973655540 x_size=32748 x_stride=5 x_pad_1=5  # 175
load wgt sram_base=32660 dram_base=3961527427 y_size=65534 x_stride=2 y_pad_0=14 y_pad_1=4  # 176
alu mul reset uop_bgn=1 iter_in=14933 dst_out=1225 dst_in=3 src_out=6 src_in=1463 use_imm imm=7  # 177
load inp sram_base=1 dram_base=3058729007 x_size=65535 x_stride=39819 x_pad_0=7 pop_next push_next  # 178
load acc8 sram_base=65534 dram_base=3551322837 y_pad_0=14 y_pad_1=6 pop_prev  # 179
store out sram_base=1011 dram_base=2057253223 x_stride=1 x_pad_0=3 x_pad_1=12 pop_prev  # 180
store out sram_base=32768 dram_base=2 y_size=3 x_stride=2 y_pad_0=1 y_pad_1=8 push_prev  # 181
alu add uop_bgn=1 iter_out=9469 iter_in=16383 dst_out=4 dst_in=1 src_out=1930 src_in=1836 use_imm imm=29997  # 182
store out sram_base=38888 dram_base=4044761849 y_size=32768 x_stride=63045 y_pad_0=14 pop_prev push_prev  # 183
load inp sram_base=55639 dram_base=2405140390 x_size=32768 x_stride=45462 x_pad_0=15 x_pad_1=13 pop_next  # 184
load inp sram_base=38940 y_size=65534 x_stride=24587 y_pad_0=3 y_pad_1=7 push_next  # 185
store out sram_base=45052 dram_base=3 y_size=36248 x_stride=3 y_pad_1=6  # 186
store out sram_base=10874 dram_base=4294967295 y_size=2 y_pad_0=5 y_pad_1=10  # 187
store out y_size=20323 x_stride=7 y_pad_0=11 y_pad_1=2  # 188
load uop sram_base=51549 dram_base=3684889377 y_size=5 y_pad_0=12 push_prev  # 189
load wgt sram_base=2 dram_base=2424718096 y_size=50423 x_stride=2 y_pad_0=11 y_pad_1=3 pop_next  # 190
store out sram_base=347 dram_base=4294967295 x_size=8300 x_stride=1 x_pad_0=3 x_pad_1=9  # 191
store out sram_base=32768 dram_base=4294967294 x_size=25126 x_stride=3 x_pad_0=14 x_pad_1=8 push_prev  # 192
load wgt sram_base=65534 dram_base=4 y_size=1 y_pad_1=3 pop_next  # 193
load acc sram_base=65535 dram_base=2 x_size=41069 x_stride=6 x_pad_0=5 x_pad_1=7 pop_next push_prev  # 194
load uop x_size=64262 x_stride=2 x_pad_0=15 x_pad_1=2 pop_prev  # 195
store out sram_base=65534 dram_base=7 x_size=65534 x_stride=32768 x_pad_0=5 x_pad_1=6 push_prev  # 196
store out sram_base=1637 dram_base=3 y_size=42025 y_pad_1=2  # 197
alu min reset uop_bgn=4777 uop_end=5 dst_out=1693 dst_in=7 src_out=5 src_in=1696 imm=26672 pop_next  # 198
store out sram_base=35244 dram_base=3076116458 y_size=53390 y_pad_0=7 y_pad_1=3  # 199
load acc sram_base=32768 dram_base=2 x_size=17464 x_stride=49439 x_pad_0=9 x_pad_1=1 push_prev  # 200
load wgt dram_base=2711252907 x_stride=47583 x_pad_0=6 x_pad_1=4 pop_next  # 201
gemm uop_bgn=8191 uop_end=8192 iter_out=1 iter_in=1 dst_out=1210 dst_in=1784 src_out=1024 src_in=1949 wgt_out=512 wgt_in=5  # 202
store out sram_base=4 dram_base=2 x_size=38747 x_stride=7 x_pad_0=4 x_pad_1=3  # 203
store out sram_base=3 dram_base=3072111387 x_size=3 x_stride=2 x_pad_0=11 x_pad_1=6 push_prev  # 204
load inp sram_base=3 y_size=65535 x_stride=5 y_pad_0=7 y_pad_1=2  # 205
load inp sram_base=65535 dram_base=4 x_size=51595 x_stride=7 x_pad_0=5 x_pad_1=15  # 206
load acc8 sram_base=32768 dram_base=7 y_size=65534 x_stride=56669 y_pad_0=5 y_pad_1=2  # 207
store out sram_base=32768 x_size=53914 x_stride=13196 x_pad_0=13 x_pad_1=8  # 208
gemm reset uop_bgn=2040 uop_end=1914 iter_out=3 iter_in=4 dst_in=7 src_out=1981 src_in=5 wgt_out=1 wgt_in=976 pop_next  # 209
load inp sram_base=4 dram_base=1 y_size=4 x_stride=41637 y_pad_0=2 y_pad_1=15  # 210
load acc8 sram_base=6 dram_base=6 x_size=58464 x_stride=6 x_pad_1=8  # 211
store out sram_base=52181 dram_base=3319247622 x_size=41397 x_pad_0=3 x_pad_1=7  # 212
store out sram_base=65534 dram_base=4294967294 y_size=50421 x_stride=2 y_pad_0=5 y_pad_1=15  # 213
store out sram_base=4 dram_base=295633823 x_size=5 x_stride=65535 x_pad_0=10 x_pad_1=10  # 214
load inp dram_base=4 x_size=46456 x_pad_0=4 x_pad_1=2  # 215
store out sram_base=39218 y_size=4 x_stride=38332 y_pad_1=1 push_prev  # 216
load inp sram_base=50183 dram_base=6 x_size=6301 x_stride=22845 x_pad_0=1 x_pad_1=12  # 217
load acc8 sram_base=65534 dram_base=6 x_size=1 x_stride=6 x_pad_0=9 x_pad_1=14 push_next  # 218
load wgt sram_base=38383 dram_base=2505737982 y_size=32768 y_pad_0=3 y_pad_1=10 pop_next  # 219
alu mul reset uop_bgn=6097 uop_end=5 iter_in=1 dst_out=1247 dst_in=1166 src_out=458 src_in=2 use_imm imm=28680  # 220
load wgt sram_base=61278 dram_base=2 y_size=36369 x_stride=58788  # 221
load inp sram_base=65358 dram_base=2634272963 y_size=5 x_stride=13535 y_pad_0=13 y_pad_1=15  # 222
load inp sram_base=47253 dram_base=2486224163 y_size=1 x_stride=65534 y_pad_0=2 y_pad_1=4  # 223
load inp sram_base=7 dram_base=2569084668 y_size=4741 x_stride=5722 y_pad_0=1 y_pad_1=2 pop_next  # 224
load wgt dram_base=3546095275 x_stride=53223 y_pad_0=15 y_pad_1=4  # 225
load inp sram_base=60204 dram_base=7 x_size=65534 x_stride=65534 x_pad_0=8 x_pad_1=8  # 226
load inp sram_base=47349 dram_base=4 x_size=16346 x_stride=4 x_pad_1=6  # 227
load wgt sram_base=5 dram_base=4 y_size=7 x_stride=6576 y_pad_0=15 y_pad_1=1  # 228
alu min uop_bgn=1640 uop_end=487 iter_out=8071 iter_in=4 dst_out=7 dst_in=4 src_out=1064 imm=4 push_prev  # 229
load acc8 sram_base=65534 dram_base=1 x_stride=65535 x_pad_0=6 pop_next  # 230
load acc8 sram_base=65535 x_size=57719 x_stride=65535 x_pad_0=3 x_pad_1=13 push_prev  # 231
alu add reset uop_bgn=6198 uop_end=6198 iter_out=2 iter_in=15426 src_out=4 src_in=2047 use_imm imm=32767 push_next  # 232
gemm uop_bgn=1 uop_end=8192 iter_in=3658 dst_out=2 dst_in=1891 src_out=1 src_in=1605 wgt_out=882 wgt_in=700  # 233
gemm reset uop_bgn=2 uop_end=8192 iter_out=7 dst_in=5 src_out=1163 src_in=3 wgt_out=61 wgt_in=2  # 234
load uop sram_base=5 dram_base=4294967295 x_size=65534 x_stride=31053 x_pad_0=1 x_pad_1=7  # 235
gemm reset uop_bgn=1426 uop_end=1426 iter_out=15162 iter_in=13238 dst_out=1765 src_in=1782 wgt_out=512  # 236
load uop sram_base=46172 dram_base=4 y_size=54965 x_stride=33632 y_pad_1=1  # 237
load acc sram_base=36947 dram_base=4294967295 x_size=4 x_stride=35199 x_pad_0=9 x_pad_1=14 pop_next push_prev  # 238
store out sram_base=65534 dram_base=3 x_size=1 x_stride=5 x_pad_0=14  # 239
alu add reset uop_bgn=5617 uop_end=2193 iter_out=6 dst_out=1665 src_out=1 src_in=6 use_imm pop_next  # 240
load acc sram_base=6 dram_base=3 x_size=5 x_stride=32768 x_pad_0=15 x_pad_1=6 push_prev  # 241
load acc8 sram_base=3 dram_base=3914965805 x_size=1 x_stride=5 x_pad_0=7 x_pad_1=6  # 242
load acc sram_base=1 dram_base=3133518341 y_size=47856 x_stride=65534 y_pad_0=8 y_pad_1=4  # 243
gemm uop_bgn=6665 uop_end=1245 iter_out=2 iter_in=3 dst_out=269 dst_in=2 src_out=1024 src_in=2 wgt_out=1023 wgt_in=647  # 244
load inp sram_base=6 dram_base=2701740110 x_size=44338 x_pad_0=4 x_pad_1=15 pop_next push_next  # 245
gemm reset uop_bgn=3347 uop_end=3347 iter_out=8869 iter_in=7425 dst_out=1961 dst_in=7 src_out=7 src_in=57 wgt_out=325 wgt_in=2 pop_prev  # 246
store out sram_base=29020 dram_base=3084062292 y_size=65534 x_stride=6 pop_prev  # 247
load uop sram_base=20306 dram_base=4 x_size=28186 x_stride=1 x_pad_0=6 x_pad_1=7  # 248
load acc8 dram_base=7 y_size=65535 y_pad_1=1  # 249
load acc dram_base=2208676028 y_size=1 x_stride=1 y_pad_0=8 y_pad_1=7  # 250
load acc8 sram_base=6 dram_base=5 x_size=10819 x_stride=44471 x_pad_0=10 x_pad_1=8 push_next  # 251
store out sram_base=3 dram_base=4294967294 x_size=32768 x_stride=3 x_pad_0=7 x_pad_1=4  # 252
load acc8 sram_base=7 dram_base=2147483648 y_size=45200 x_stride=25776  # 253
load wgt sram_base=1 dram_base=5 x_size=55017 x_stride=65534 x_pad_0=2 x_pad_1=1 pop_next  # 254
load wgt y_size=4 x_stride=7 y_pad_0=11 y_pad_1=15 pop_next  # 255
load inp sram_base=5 dram_base=4107447677 y_size=1 y_pad_0=2 y_pad_1=3 pop_next  # 256
store out sram_base=48042 dram_base=4 x_size=4 x_stride=5 x_pad_1=12 pop_prev  # 257
store out sram_base=6 dram_base=6 y_size=7 x_stride=4 y_pad_0=13 y_pad_1=2 pop_prev  # 258
store out sram_base=65535 dram_base=3351621015 x_size=53567 x_stride=44771 x_pad_0=8 x_pad_1=10 pop_prev  # 259
store out sram_base=3 dram_base=3690963609 y_size=6 y_pad_1=2 pop_prev  # 260
finish  # 261
