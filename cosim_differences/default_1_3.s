# program 3 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=0 gap=0 outstanding=16 burst=16
.bytes 1048576
.window 0x0 0x100000
.base uop=0x280 inp=0x0 wgt=0x1d100 acc=0xa140 out=0x3a3c0
.stream 0x105e0
.uops 0x102c
.random 0x20000 262144 138054095418843240
.random 0x80000 65536 7481446809499250591
.kernels 13 49 64 96
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
uop dst=21 src=1798 wgt=598
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
uop dst=544 src=1591 wgt=743
uop dst=545 src=1592 wgt=744
uop dst=546 src=1593 wgt=745
uop dst=547 src=1594 wgt=746
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1626 src=1829 wgt=338
uop dst=1 src=7 wgt=0
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1372 src=1829 wgt=299
uop dst=1504 src=507 wgt=442
uop dst=1178 src=1385 wgt=548
uop dst=1179 src=1386 wgt=549
uop dst=1180 src=1387 wgt=550
uop dst=1181 src=1388 wgt=551
uop dst=6 src=2 wgt=2
uop dst=2 src=3 wgt=5
uop dst=6 src=10 wgt=9
uop dst=1 src=6 wgt=8
uop dst=5 src=5 wgt=4
uop dst=1 src=2 wgt=3
uop dst=2 src=8 wgt=10
uop dst=2 src=5 wgt=2
uop dst=2 src=2 wgt=10
uop dst=6 src=8 wgt=6
uop dst=2 src=4 wgt=5
uop dst=4 src=11 wgt=10
uop dst=11 src=0 wgt=0
uop dst=1792 src=2046 wgt=1
uop dst=9 src=10 wgt=7
uop dst=10 src=0 wgt=9
uop dst=11 src=9 wgt=1
uop dst=10 src=3 wgt=8
uop dst=10 src=11 wgt=2
uop dst=11 src=5 wgt=2
uop dst=10 src=5 wgt=8
uop dst=1 src=3 wgt=5
uop dst=1 src=10 wgt=5
uop dst=756 src=0 wgt=6
uop dst=1390 src=1 wgt=714
uop dst=0 src=0 wgt=1
uop dst=7 src=1024 wgt=626
uop dst=3 src=0 wgt=512
uop dst=1025 src=7 wgt=5
uop dst=1561 src=0 wgt=0
uop dst=1187 src=2047 wgt=5
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
uop dst=704 src=1763 wgt=665
uop dst=705 src=1764 wgt=666
uop dst=706 src=1765 wgt=667
uop dst=707 src=1766 wgt=668
uop dst=708 src=1767 wgt=669
uop dst=709 src=1768 wgt=670
uop dst=710 src=1769 wgt=671
uop dst=711 src=1770 wgt=672
uop dst=712 src=1771 wgt=673
uop dst=7 src=7 wgt=5
uop dst=1 src=3 wgt=10
uop dst=11 src=4 wgt=11
uop dst=10 src=4 wgt=11
uop dst=3 src=1 wgt=0
uop dst=6 src=7 wgt=6
uop dst=2 src=2 wgt=10
uop dst=3 src=10 wgt=1
uop dst=1589 src=1092 wgt=723
uop dst=1645 src=345 wgt=589
uop dst=1023 src=751 wgt=764
uop dst=374 src=28 wgt=598
uop dst=1868 src=1297 wgt=98
uop dst=1248 src=1233 wgt=753
uop dst=1441 src=561 wgt=99
uop dst=371 src=1881 wgt=282
uop dst=752 src=709 wgt=46
uop dst=609 src=601 wgt=84
uop dst=1067 src=1461 wgt=412
uop dst=1912 src=1148 wgt=955
uop dst=1913 src=1149 wgt=956
uop dst=1914 src=1150 wgt=957
uop dst=1915 src=1151 wgt=958
uop dst=1916 src=1152 wgt=959
uop dst=1917 src=1153 wgt=960
uop dst=1981 src=6 wgt=956
uop dst=0 src=121 wgt=24
uop dst=0 src=1 wgt=214
uop dst=0 src=2047 wgt=512
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=62 src=1974 wgt=196
uop dst=817 src=340 wgt=921
uop dst=187 src=1469 wgt=32
uop dst=897 src=569 wgt=278
uop dst=85 src=51 wgt=752
uop dst=37 src=402 wgt=452
uop dst=263 src=1783 wgt=1019
uop dst=3 src=0 wgt=1
uop dst=1047 src=6 wgt=512
uop dst=1 src=1024 wgt=3
uop dst=1024 src=7 wgt=7
uop dst=0 src=7 wgt=882
uop dst=1 src=6 wgt=481
uop dst=1024 src=0 wgt=512
uop dst=5 src=2046 wgt=0
uop dst=2 src=6 wgt=37
uop dst=1656 src=6 wgt=2
uop dst=752 src=491 wgt=857
uop dst=752 src=491 wgt=857
uop dst=752 src=491 wgt=857
uop dst=1823 src=375 wgt=276
uop dst=1824 src=376 wgt=277
uop dst=1825 src=377 wgt=278
uop dst=1826 src=378 wgt=279
uop dst=1827 src=379 wgt=280
uop dst=1828 src=380 wgt=281
uop dst=1829 src=381 wgt=282
uop dst=1830 src=382 wgt=283
uop dst=1831 src=383 wgt=284
uop dst=1832 src=384 wgt=285
uop dst=1833 src=385 wgt=286
uop dst=1834 src=386 wgt=287
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
uop dst=1793 src=925 wgt=586
load inp y_size=2048 x_stride=3 x_pad_0=1  # 0
store out dram_base=17861 y_size=2048 x_size=1 x_stride=2 push_prev  # 1
load uop sram_base=6 dram_base=875 y_size=1 x_size=172  # 2
alu shr uop_bgn=137 uop_end=143 iter_out=3 iter_in=3 dst_out=573 dst_in=2 use_imm imm=5 pop_next  # 3
store out sram_base=643 dram_base=18620 y_size=2 x_size=7 x_stride=11  # 4
alu mul uop_bgn=139 uop_end=145 iter_out=2 iter_in=6 dst_out=7 src_out=2 src_in=2047 use_imm imm=20794  # 5
alu shr reset uop_bgn=6 uop_end=8192 iter_out=8911 dst_out=1122 dst_in=1644 src_out=1645 imm=-19756 push_next  # 6
load uop sram_base=8176 dram_base=922 y_size=2 x_size=8 x_stride=8  # 7
store out sram_base=7 dram_base=17871 y_size=3 x_size=7 x_stride=10 pop_prev push_prev  # 8
load wgt sram_base=745 dram_base=780 y_size=59 x_size=1 x_stride=5  # 9
store out sram_base=2038 dram_base=17861 y_size=5 x_size=2 push_prev  # 10
gemm reset uop_bgn=321 uop_end=2 iter_in=11981 dst_out=1487 dst_in=1 src_out=6 src_in=1842 wgt_out=740 wgt_in=697 pop_next  # 11
alu min reset uop_bgn=76 uop_end=116 iter_out=4 iter_in=1 dst_in=1900 src_in=1438 imm=2 pop_next push_next  # 12
load wgt sram_base=5 dram_base=7 y_size=38545 x_stride=18803 y_pad_0=3 push_next  # 13
gemm uop_bgn=3692 uop_end=3698 iter_out=1 iter_in=52 dst_out=1695 dst_in=3 src_out=1604 wgt_out=512 wgt_in=20 pop_prev  # 14
gemm uop_bgn=145 uop_end=151 iter_out=2 iter_in=5 src_out=4 src_in=4 wgt_out=1 wgt_in=35 push_prev push_next  # 15
load wgt sram_base=331 dram_base=345 y_size=2 x_size=4 y_pad_0=1 x_pad_0=1 pop_next push_next  # 16
store out sram_base=32768 dram_base=2147483648 y_size=4 y_pad_0=5 y_pad_1=5 pop_prev  # 17
store out dram_base=18944 y_size=4 x_size=2 x_stride=1 pop_prev push_prev  # 18
gemm uop_bgn=29 uop_end=69 iter_out=2 iter_in=3 dst_out=255 src_out=1 wgt_out=1 pop_prev pop_next push_prev push_next  # 19
store out sram_base=64538 dram_base=3551669438 x_size=2 x_pad_0=1  # 20
load inp y_size=2048 x_stride=5 x_pad_0=1 pop_next  # 21
store out sram_base=1331 dram_base=18692 y_size=44 x_size=2 x_stride=1 pop_prev push_prev  # 22
load inp sram_base=1 dram_base=33885 y_size=32 x_size=2 x_stride=5 push_next  # 23
load wgt dram_base=1056 y_size=5 x_size=3 x_stride=3 y_pad_0=1 x_pad_0=3 x_pad_1=3 push_next  # 24
load uop sram_base=4306 dram_base=878 y_size=4 x_size=5 x_stride=9 pop_prev  # 25
gemm reset uop_bgn=2476 uop_end=2482 iter_out=1 iter_in=34 dst_out=1517 dst_in=62 src_out=3 src_in=1 wgt_out=5 pop_next  # 26
store out sram_base=1056 dram_base=21950 y_size=4 x_size=3 x_stride=1  # 27
load acc sram_base=2047 dram_base=5379 y_size=1 x_size=1 x_stride=4  # 28
gemm uop_bgn=4322 uop_end=4328 iter_out=6 iter_in=2 dst_in=3 src_in=218 wgt_in=1 pop_prev  # 29
load wgt sram_base=3 dram_base=2685498393 y_size=44434 x_stride=32768 y_pad_0=6 y_pad_1=14 push_next  # 30
load inp sram_base=1 dram_base=2171026833 y_size=7 x_stride=4 y_pad_0=5 y_pad_1=2  # 31
store out sram_base=1 dram_base=5 x_size=65534 x_pad_0=1 x_pad_1=13  # 32
load wgt dram_base=2650121121 x_stride=34714 x_pad_0=9 x_pad_1=6  # 33
load acc8 sram_base=19558 dram_base=7 x_size=3 x_stride=4 x_pad_0=8 x_pad_1=3  # 34
store out dram_base=3372662134 y_size=61913 x_stride=6 y_pad_0=8 y_pad_1=3 push_prev  # 35
store out sram_base=3 dram_base=4 y_size=23149 x_stride=46200 y_pad_1=13  # 36
load wgt sram_base=652 dram_base=6 x_stride=48659 x_pad_0=6 x_pad_1=4  # 37
load wgt sram_base=6 dram_base=2147483648 x_size=65534 x_pad_0=4  # 38
load wgt sram_base=65534 y_size=12481 x_stride=32768 y_pad_1=15  # 39
gemm reset uop_bgn=8116 uop_end=8116 iter_out=16383 iter_in=8816 dst_out=7 dst_in=1 src_out=1369 src_in=7 wgt_in=3  # 40
gemm uop_bgn=7133 uop_end=7139 iter_out=4 iter_in=6 dst_out=3 src_out=682 wgt_out=341 pop_next  # 41
load acc sram_base=33691 dram_base=7 y_size=65535 y_pad_0=10 y_pad_1=4 pop_prev  # 42
gemm uop_bgn=8186 uop_end=8192 iter_out=5 iter_in=5 dst_out=63 wgt_in=253 push_prev  # 43
store out sram_base=65534 dram_base=3075688295 x_size=1 x_stride=2 x_pad_0=4 x_pad_1=1  # 44
alu add reset uop_bgn=1132 uop_end=1138 iter_out=5 iter_in=3 dst_in=1 src_out=510 src_in=2 imm=8368  # 45
store out sram_base=33514 dram_base=2467843451 y_size=58720 y_pad_1=15  # 46
load wgt sram_base=22674 dram_base=3474323148 y_size=3 y_pad_0=3 y_pad_1=14  # 47
load uop sram_base=32768 dram_base=3517335856 x_stride=1 x_pad_0=1 x_pad_1=2  # 48
alu shr reset uop_bgn=8184 uop_end=8190 iter_out=3 iter_in=2 dst_in=6 src_in=800 use_imm imm=8  # 49
load inp sram_base=32768 x_stride=53230 x_pad_1=1  # 50
gemm uop_bgn=71 uop_end=111 iter_out=4 iter_in=5  # 51
alu min uop_bgn=8184 uop_end=8192 iter_out=1 iter_in=91 dst_out=2 dst_in=2 src_out=3 imm=4  # 52
load wgt sram_base=7 dram_base=7 x_size=47494 x_stride=7 x_pad_0=12 x_pad_1=9  # 53
load inp sram_base=32349 dram_base=3495514358 x_size=7 x_stride=47160 x_pad_0=11 x_pad_1=14  # 54
gemm uop_bgn=8187 uop_end=8192 iter_out=2 iter_in=4 wgt_out=2  # 55
load inp sram_base=54496 dram_base=1 x_stride=38143 x_pad_0=10 x_pad_1=10  # 56
load wgt sram_base=57752 dram_base=5 x_size=65535 x_stride=58948 x_pad_0=13 x_pad_1=9  # 57
store out sram_base=60642 x_size=59731 x_stride=57049 x_pad_0=6 x_pad_1=9  # 58
load wgt sram_base=32768 dram_base=7 x_size=32768 x_stride=26904 x_pad_0=6 x_pad_1=7 push_next  # 59
store out sram_base=17322 dram_base=3872686978 x_size=6 x_stride=5 x_pad_1=2  # 60
store out sram_base=4 dram_base=962361476 y_size=19993 y_pad_0=6 y_pad_1=1 push_prev  # 61
store out sram_base=4 dram_base=2765968265 x_size=45271 x_stride=50098 x_pad_0=4 x_pad_1=7  # 62
store out sram_base=4 dram_base=4190545802 x_size=65535 x_pad_0=8 x_pad_1=1  # 63
store out sram_base=4559 y_size=1 x_stride=47594 y_pad_0=8 y_pad_1=4  # 64
alu mul uop_bgn=4323 uop_end=4329 iter_out=3 iter_in=1 dst_out=76 dst_in=839 src_out=2047 src_in=3 use_imm imm=20599 pop_next  # 65
load inp sram_base=36185 dram_base=7 y_size=5 x_stride=7 y_pad_0=13 y_pad_1=8 push_next  # 66
alu shr uop_bgn=4575 uop_end=4581 iter_out=4 iter_in=4 dst_in=682 src_out=2047 src_in=2047 use_imm imm=4  # 67
store out sram_base=1 dram_base=3557273855 y_size=3 y_pad_0=3 y_pad_1=1  # 68
load wgt sram_base=33021 dram_base=2214005878 y_size=24555 x_stride=62118 y_pad_1=5  # 69
load inp sram_base=16365 x_stride=7 y_pad_0=5 y_pad_1=10  # 70
load wgt sram_base=63229 dram_base=529695678 x_stride=6 x_pad_0=12 x_pad_1=3 pop_next  # 71
alu mul uop_bgn=3060 uop_end=3066 iter_out=1 iter_in=100 dst_out=6 dst_in=20 src_out=6 src_in=2047 use_imm imm=14  # 72
load wgt dram_base=3126603364 x_size=47862 x_stride=3 x_pad_0=11 x_pad_1=6 push_next  # 73
load inp sram_base=6 dram_base=5 x_size=34031 x_stride=2 x_pad_0=14 x_pad_1=11  # 74
store out sram_base=33391 dram_base=3984660875 y_size=5 x_stride=39888 y_pad_0=2 y_pad_1=9  # 75
load inp sram_base=49630 dram_base=3516344677 x_size=2 x_stride=37346 x_pad_0=13 x_pad_1=4  # 76
load wgt sram_base=42591 dram_base=3849155299 y_size=60544 x_stride=7261 y_pad_0=15 y_pad_1=1  # 77
load inp sram_base=7 dram_base=2 x_size=59925 x_stride=6 x_pad_0=11 x_pad_1=2  # 78
store out dram_base=3902409596 x_size=5 x_stride=65535 x_pad_0=12 x_pad_1=9 push_prev  # 79
load wgt sram_base=37531 dram_base=3 y_size=6 x_stride=1 y_pad_0=8 y_pad_1=4 push_next  # 80
store out sram_base=65534 dram_base=2479622875 x_size=1 x_stride=1 x_pad_0=15  # 81
load inp sram_base=32768 dram_base=1984148687 y_size=65535 x_stride=6 y_pad_0=4 y_pad_1=2  # 82
store out sram_base=51236 dram_base=6 y_size=47849 x_stride=1505 y_pad_0=14 y_pad_1=4  # 83
store out sram_base=52401 dram_base=4294967294 y_size=2 x_stride=46933 y_pad_0=4 y_pad_1=13 push_prev  # 84
load wgt sram_base=5 x_pad_0=11 x_pad_1=12  # 85
load inp sram_base=4 dram_base=6 x_size=50674 x_stride=53714  # 86
load inp sram_base=59130 dram_base=3844327193 x_size=3 x_stride=59980 x_pad_0=10 x_pad_1=2  # 87
store out sram_base=32260 x_stride=65535 x_pad_0=6 x_pad_1=5  # 88
alu max uop_bgn=58 uop_end=8192 iter_out=1 iter_in=1 dst_out=4 dst_in=2046 src_out=1754 src_in=4 imm=21707 pop_prev pop_next push_prev  # 89
store out sram_base=38568 x_size=1 x_stride=40451 x_pad_0=12 x_pad_1=3  # 90
store out sram_base=48917 dram_base=3983588961 y_size=4 x_stride=36822 y_pad_1=8 push_prev  # 91
load acc sram_base=12344 dram_base=3 y_size=60728 x_stride=41818 y_pad_0=7 y_pad_1=3 pop_prev  # 92
gemm reset uop_bgn=5 uop_end=5 iter_out=16383 iter_in=16382 dst_out=215 dst_in=5 src_out=2046 src_in=1098 wgt_out=577 pop_prev  # 93
load acc sram_base=3 dram_base=3161009298 x_size=6 x_stride=6 x_pad_0=11 x_pad_1=1 pop_prev  # 94
load wgt sram_base=2 dram_base=3563415330 x_size=2 x_stride=1 x_pad_1=15 pop_next  # 95
load acc8 sram_base=61293 dram_base=2322579327 y_size=65534 x_stride=2 y_pad_0=12 y_pad_1=5 pop_next  # 96
alu min uop_bgn=7 uop_end=7 iter_out=2 iter_in=4 dst_out=3 dst_in=1494 src_out=2046 src_in=1027 use_imm pop_next  # 97
finish  # 98
