# program 4 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=40 write=8 gap=1 outstanding=16 burst=16
.bytes 1048576
.window 0x1000 0x100000
.base uop=0x848 inp=0x19970 wgt=0x1300 acc=0x11640 out=0x54020
.stream 0x10000
.uops 0x1000
.random 0x20000 262144 627078659095719822
.random 0x80000 65536 9091332536313720137
.expect NO_FINISH
uop dst=380 src=1945 wgt=319
uop dst=2031 src=640 wgt=985
uop dst=1311 src=822 wgt=734
uop dst=885 src=1340 wgt=626
uop dst=958 src=1403 wgt=620
uop dst=841 src=1862 wgt=200
uop dst=1287 src=1808 wgt=162
uop dst=1310 src=38 wgt=228
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
uop dst=783 src=1714 wgt=339
uop dst=784 src=1715 wgt=340
uop dst=785 src=1716 wgt=341
uop dst=786 src=1717 wgt=342
uop dst=787 src=1718 wgt=343
uop dst=788 src=1719 wgt=344
uop dst=789 src=1720 wgt=345
uop dst=790 src=1721 wgt=346
uop dst=7 src=5 wgt=5
uop dst=3 src=1024 wgt=0
uop dst=1061 src=7 wgt=6
uop dst=3 src=4 wgt=819
uop dst=2005 src=1113 wgt=4
uop dst=1871 src=41 wgt=1023
uop dst=1139 src=1024 wgt=428
uop dst=1482 src=0 wgt=697
uop dst=0 src=0 wgt=795
uop dst=1682 src=5 wgt=0
uop dst=0 src=0 wgt=0
uop dst=2 src=4 wgt=1023
uop dst=1395 src=4 wgt=3
uop dst=0 src=5 wgt=791
uop dst=0 src=2 wgt=4
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=6 src=10 wgt=2
uop dst=2 src=11 wgt=3
uop dst=0 src=7 wgt=6
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=1940 src=1047 wgt=432
uop dst=93 src=1512 wgt=985
uop dst=93 src=1512 wgt=985
uop dst=93 src=1512 wgt=985
uop dst=93 src=1512 wgt=985
uop dst=93 src=1512 wgt=985
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=1883 src=525 wgt=434
uop dst=4 src=1024 wgt=0
uop dst=1 src=2047 wgt=700
uop dst=1906 src=2047 wgt=682
uop dst=0 src=1 wgt=3
uop dst=947 src=2 wgt=659
uop dst=2046 src=3 wgt=1022
uop dst=703 src=0 wgt=301
uop dst=2047 src=1337 wgt=980
uop dst=2046 src=1024 wgt=5
uop dst=1639 src=0 wgt=87
uop dst=1980 src=1431 wgt=2
uop dst=9 src=3 wgt=11
uop dst=11 src=11 wgt=11
uop dst=10 src=7 wgt=2
uop dst=0 src=7 wgt=8
uop dst=6 src=9 wgt=3
uop dst=2 src=8 wgt=4
uop dst=599 src=1754 wgt=188
uop dst=600 src=1755 wgt=189
uop dst=601 src=1756 wgt=190
uop dst=602 src=1757 wgt=191
uop dst=603 src=1758 wgt=192
uop dst=604 src=1759 wgt=193
uop dst=605 src=1760 wgt=194
uop dst=606 src=1761 wgt=195
uop dst=607 src=1762 wgt=196
uop dst=608 src=1763 wgt=197
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=2002 src=21 wgt=975
uop dst=789 src=797 wgt=96
uop dst=790 src=798 wgt=97
uop dst=791 src=799 wgt=98
uop dst=792 src=800 wgt=99
uop dst=793 src=801 wgt=100
uop dst=794 src=802 wgt=101
uop dst=795 src=803 wgt=102
uop dst=796 src=804 wgt=103
uop dst=4 src=4 wgt=3
uop dst=7 src=10 wgt=7
uop dst=9 src=1 wgt=11
uop dst=11 src=0 wgt=3
uop dst=0 src=4 wgt=10
uop dst=4 src=5 wgt=2
uop dst=3 src=9 wgt=10
uop dst=11 src=2 wgt=10
uop dst=2 src=6 wgt=10
uop dst=3 src=10 wgt=7
uop dst=2 src=1 wgt=7
uop dst=125 src=821 wgt=506
uop dst=125 src=821 wgt=506
uop dst=1277 src=1201 wgt=964
uop dst=37 src=320 wgt=404
uop dst=38 src=321 wgt=405
uop dst=39 src=322 wgt=406
uop dst=40 src=323 wgt=407
uop dst=41 src=324 wgt=408
uop dst=42 src=325 wgt=409
uop dst=43 src=326 wgt=410
uop dst=44 src=327 wgt=411
uop dst=45 src=328 wgt=412
uop dst=46 src=329 wgt=413
uop dst=47 src=330 wgt=414
uop dst=303 src=1842 wgt=665
uop dst=303 src=1842 wgt=665
uop dst=303 src=1842 wgt=665
uop dst=7 src=167 wgt=5
uop dst=1024 src=1312 wgt=31
uop dst=2047 src=205 wgt=265
uop dst=6 src=1171 wgt=965
uop dst=1024 src=735 wgt=512
uop dst=4 src=0 wgt=864
uop dst=965 src=1879 wgt=819
uop dst=1264 src=1153 wgt=931
uop dst=1324 src=1534 wgt=133
uop dst=2032 src=1737 wgt=571
uop dst=219 src=201 wgt=64
uop dst=72 src=42 wgt=129
uop dst=519 src=1726 wgt=787
uop dst=581 src=2013 wgt=83
uop dst=7 src=1 wgt=3
uop dst=5 src=0 wgt=0
uop dst=0 src=3 wgt=8
uop dst=1 src=3 wgt=11
uop dst=2 src=3 wgt=2
uop dst=11 src=2 wgt=2
uop dst=4 src=10 wgt=11
uop dst=7 src=8 wgt=7
uop dst=8 src=8 wgt=9
uop dst=127 src=947 wgt=1021
uop dst=128 src=948 wgt=1022
uop dst=129 src=949 wgt=1023
uop dst=130 src=950 wgt=0
uop dst=131 src=951 wgt=1
uop dst=132 src=952 wgt=2
uop dst=133 src=953 wgt=3
uop dst=134 src=954 wgt=4
uop dst=135 src=955 wgt=5
uop dst=136 src=956 wgt=6
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=1572 src=48 wgt=190
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=785 src=1653 wgt=629
uop dst=1 src=4 wgt=6
uop dst=6 src=8 wgt=7
uop dst=4 src=7 wgt=7
uop dst=3 src=4 wgt=10
uop dst=6 src=3 wgt=2
uop dst=8 src=0 wgt=11
uop dst=9 src=11 wgt=7
uop dst=1 src=3 wgt=1
uop dst=9 src=4 wgt=1
uop dst=11 src=9 wgt=8
uop dst=1 src=2 wgt=7
uop dst=8 src=4 wgt=9
uop dst=1 src=5 wgt=9
uop dst=4 src=1 wgt=10
uop dst=8 src=2 wgt=2
uop dst=9 src=2 wgt=1
uop dst=0 src=0 wgt=1
uop dst=3 src=10 wgt=8
uop dst=1565 src=1729 wgt=677
uop dst=1565 src=1729 wgt=677
uop dst=1565 src=1729 wgt=677
uop dst=1565 src=1729 wgt=677
uop dst=1565 src=1729 wgt=677
uop dst=1565 src=1729 wgt=677
uop dst=216 src=1690 wgt=591
uop dst=1555 src=591 wgt=352
uop dst=1674 src=327 wgt=43
uop dst=1437 src=1083 wgt=111
uop dst=446 src=1827 wgt=1007
uop dst=1836 src=1382 wgt=914
uop dst=1105 src=1656 wgt=880
uop dst=451 src=1915 wgt=883
uop dst=871 src=1150 wgt=63
uop dst=519 src=88 wgt=507
uop dst=1925 src=740 wgt=509
uop dst=1696 src=618 wgt=51
uop dst=840 src=1027 wgt=604
uop dst=93 src=144 wgt=520
uop dst=866 src=847 wgt=559
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
uop dst=1662 src=1031 wgt=506
uop dst=5 src=1 wgt=5
uop dst=7 src=8 wgt=9
uop dst=538 src=529 wgt=720
uop dst=539 src=530 wgt=721
uop dst=540 src=531 wgt=722
uop dst=541 src=532 wgt=723
uop dst=542 src=533 wgt=724
store out sram_base=5 dram_base=13756 y_size=4 x_size=2 x_stride=1 push_prev  # 0
store out sram_base=1455 dram_base=11276 y_size=1 x_size=2 x_stride=5  # 1
load inp sram_base=1988 dram_base=9031 y_size=30 x_size=2 x_stride=3  # 2
store out sram_base=903 dram_base=13926 y_size=1 x_size=254  # 3
store out sram_base=1312 dram_base=12749 y_size=43 x_size=2 push_prev  # 4
store out sram_base=3 dram_base=15318 y_size=8 x_size=5 x_stride=5  # 5
store out sram_base=195 dram_base=12951 y_size=3 x_size=7 x_stride=7 push_prev  # 6
store out sram_base=65535 dram_base=6 y_size=33251 x_stride=45943 y_pad_0=7 push_prev  # 7
store out sram_base=1904 dram_base=15214 y_size=1 x_size=144 x_stride=21535  # 8
store out sram_base=1 dram_base=11271 y_size=3 x_size=3 x_stride=4  # 9
store out sram_base=6 dram_base=2575533420 x_stride=62964 x_pad_0=11 x_pad_1=3  # 10
store out sram_base=644 dram_base=13524 y_size=4 x_size=5 x_stride=8  # 11
store out sram_base=1912 dram_base=13527 y_size=6 x_size=3  # 12
store out sram_base=2036 dram_base=11263 y_size=4 x_size=3  # 13
store out dram_base=11263 y_size=2048 x_size=1 x_stride=2  # 14
store out sram_base=1900 dram_base=12862 y_size=1 x_size=1 x_stride=2  # 15
store out sram_base=5 dram_base=11745 y_size=277 x_size=1 x_stride=5  # 16
store out sram_base=1714 dram_base=11263 y_size=1 x_size=1 x_stride=39172  # 17
store out sram_base=7 dram_base=2 x_size=34780 x_stride=47820 x_pad_0=8 x_pad_1=15  # 18
store out sram_base=1 x_size=65534 x_stride=42844 x_pad_0=12 x_pad_1=4  # 19
store out sram_base=65534 dram_base=4294967295 y_pad_0=7 y_pad_1=14  # 20
load inp sram_base=33011 dram_base=3107794210 y_size=3 x_stride=7 y_pad_0=7 y_pad_1=5  # 21
load acc8 sram_base=3 x_stride=5 x_pad_0=9 x_pad_1=5  # 22
store out x_size=19726 x_stride=59853 x_pad_0=10  # 23
store out sram_base=5 y_pad_0=6 y_pad_1=15  # 24
store out sram_base=60547 dram_base=4 x_size=47678 x_stride=32768 x_pad_0=5 x_pad_1=8  # 25
load inp sram_base=37887 dram_base=220157409 x_size=65535 x_stride=30654 x_pad_0=1 x_pad_1=14 push_next  # 26
store out dram_base=5 y_size=3 x_stride=44811 y_pad_0=14 y_pad_1=12 push_prev  # 27
load acc8 sram_base=38820 dram_base=5 y_size=6108 x_stride=1 y_pad_0=10 y_pad_1=14 pop_next  # 28
load acc8 sram_base=59420 dram_base=7 x_size=32547 x_pad_0=9 x_pad_1=14 pop_next  # 29
load acc sram_base=51190 dram_base=3668629908 x_size=51032 x_stride=5 x_pad_0=1 x_pad_1=15 pop_next  # 30
load acc sram_base=31463 dram_base=1134414634 y_size=61506 x_stride=3 y_pad_1=8 pop_next  # 31
gemm uop_bgn=424 uop_end=430 iter_out=5 iter_in=6 dst_out=49 src_out=89 src_in=1 wgt_out=7 wgt_in=199 pop_prev pop_next  # 32
store out sram_base=29655 x_size=6 x_pad_0=7 x_pad_1=1  # 33
gemm uop_bgn=3185 uop_end=3191 iter_out=1 iter_in=34 dst_out=1775 dst_in=7 src_out=1 src_in=62 wgt_out=769 wgt_in=31  # 34
load inp dram_base=4084218099 y_size=32768 x_stride=41014 y_pad_0=11  # 35
load wgt sram_base=57714 dram_base=5 y_size=65534 x_stride=1 y_pad_0=2 y_pad_1=6  # 36
load inp sram_base=3 dram_base=4170981777 y_size=6 x_stride=64015 y_pad_0=15 y_pad_1=2  # 37
store out sram_base=3 dram_base=4273634189 x_size=2 x_stride=32768 x_pad_0=14 x_pad_1=6  # 38
store out sram_base=5 dram_base=322581849 x_stride=2 x_pad_0=12 x_pad_1=12  # 39
load uop sram_base=5148 dram_base=368480635 y_size=55919 x_stride=3094 y_pad_1=5  # 40
store out sram_base=2 x_size=62992 x_stride=7 x_pad_0=14 x_pad_1=9 push_prev  # 41
load acc8 sram_base=50108 dram_base=4 x_size=3 x_stride=5 x_pad_0=9 x_pad_1=9 push_next  # 42
alu min reset uop_bgn=4277 uop_end=4283 iter_out=4 iter_in=2 dst_in=1 src_out=387 src_in=4 imm=32767  # 43
load wgt sram_base=2 dram_base=2345857864 y_size=44243 x_stride=47547 y_pad_0=5 y_pad_1=10  # 44
gemm uop_bgn=6 uop_end=1 iter_out=5 iter_in=15737 dst_out=2046 dst_in=1294 src_out=1 src_in=1405 wgt_out=826 wgt_in=933  # 45
load acc sram_base=9179 dram_base=4294967295 x_size=1 x_pad_0=1 x_pad_1=5 push_next  # 46
load inp sram_base=13693 x_size=7 x_stride=7 x_pad_0=12 x_pad_1=10  # 47
load wgt sram_base=4 dram_base=3415211977 push_next  # 48
store out sram_base=62527 dram_base=4 y_size=4 x_stride=65535 y_pad_0=10  # 49
gemm reset uop_bgn=295 uop_end=335 iter_out=1 iter_in=100 dst_out=1024 dst_in=1 src_out=1537 src_in=2047 wgt_in=5  # 50
alu add reset uop_bgn=2523 uop_end=2529 iter_out=4 iter_in=3 dst_out=5 src_in=207 use_imm imm=32766  # 51
gemm reset uop_bgn=7723 uop_end=7723 dst_out=7 dst_in=7 src_out=1075 src_in=3 wgt_out=5 wgt_in=3  # 52
gemm uop_bgn=7042 uop_end=2898 dst_out=3 dst_in=2046 src_out=1791 src_in=1158 wgt_out=1023 wgt_in=312  # 53
alu mul uop_bgn=5 uop_end=8192 iter_out=3 dst_out=1 dst_in=1691 src_out=2 src_in=1775 use_imm imm=32766  # 54
alu add reset uop_bgn=8191 uop_end=8192 iter_out=4 iter_in=2 dst_out=3 dst_in=1344 src_out=3 src_in=5 imm=4  # 55
gemm uop_bgn=5387 uop_end=5393 iter_out=2 iter_in=6 dst_out=2032 dst_in=3 src_out=2047 wgt_in=1 pop_next push_next  # 56
gemm uop_bgn=5480 uop_end=6798 iter_out=1 iter_in=1 dst_out=1930 src_out=5 src_in=6 wgt_in=993  # 57
load uop sram_base=2 y_size=65535 x_stride=13889 pop_prev  # 58
load acc sram_base=2 dram_base=4241609757 x_size=5 x_stride=2 x_pad_0=14 x_pad_1=12 push_prev  # 59
gemm uop_bgn=7679 uop_end=7679 iter_out=12102 iter_in=1549 dst_out=58 dst_in=7 src_out=2 src_in=3 wgt_out=5 wgt_in=2  # 60
alu shr uop_bgn=2 iter_out=12886 iter_in=15917 dst_out=1024 dst_in=2047 src_out=1242 use_imm imm=-2477  # 61
load acc sram_base=7992 dram_base=7 x_stride=2 y_pad_1=5 push_next  # 62
store out sram_base=43746 dram_base=5 x_size=7 x_stride=13506 x_pad_0=3 x_pad_1=15  # 63
load uop sram_base=32997 dram_base=7 x_stride=3 y_pad_1=15  # 64
load inp sram_base=7 dram_base=3874438187 x_stride=65535 y_pad_0=10 y_pad_1=12 pop_next  # 65
gemm reset uop_bgn=8191 uop_end=1 dst_in=6 src_out=1995 src_in=913 push_prev  # 66
alu add reset uop_bgn=7799 uop_end=817 iter_out=5 dst_out=1638 dst_in=6 src_out=1585 src_in=1866  # 67
load uop sram_base=65535 dram_base=3 x_size=49124 x_stride=65534 x_pad_0=3 push_prev  # 68
store out sram_base=41198 dram_base=3826507504 y_size=65534 x_stride=58507 y_pad_1=7 pop_prev  # 69
store out sram_base=32768 dram_base=1 y_size=2514 x_stride=32768 y_pad_0=6 pop_prev push_prev  # 70
load acc8 sram_base=55817 dram_base=3707608672 y_size=1 x_stride=6 y_pad_0=14 y_pad_1=4  # 71
load acc8 sram_base=15021 dram_base=5 y_size=63728 x_stride=40293 y_pad_0=4 y_pad_1=1  # 72
load inp sram_base=51965 dram_base=2460105772 y_size=64090 x_stride=6 y_pad_0=15 y_pad_1=7  # 73
load acc dram_base=5 x_size=54798 x_stride=1 x_pad_0=5 x_pad_1=10 push_next  # 74
load uop sram_base=35446 dram_base=2 y_size=7 x_stride=3904 y_pad_1=2 push_prev  # 75
load wgt sram_base=65534 dram_base=4069958851 x_stride=36630 x_pad_0=2 x_pad_1=14 pop_next  # 76
load inp sram_base=4 dram_base=3 x_size=32814 x_stride=65535 x_pad_0=3 x_pad_1=13  # 77
store out sram_base=38552 dram_base=2868998299 x_stride=7 y_pad_0=15 pop_prev  # 78
load uop sram_base=65340 dram_base=2465296536 x_size=3 x_stride=25283 x_pad_0=14 x_pad_1=5  # 79
load inp x_size=47084 x_stride=32768 x_pad_0=7 x_pad_1=6 push_next  # 80
gemm reset uop_bgn=5476 uop_end=8192 iter_in=7526 dst_out=7 dst_in=1 src_in=1229 wgt_out=378 wgt_in=551  # 81
store out sram_base=65534 dram_base=1 y_size=1 x_stride=7 y_pad_0=3  # 82
load uop sram_base=65535 dram_base=4 y_size=3 x_stride=65534 y_pad_0=3  # 83
gemm reset uop_bgn=1 iter_out=13405 iter_in=4 dst_out=1563 dst_in=4 src_out=1828 src_in=2047 wgt_out=2 pop_prev  # 84
load wgt sram_base=47314 dram_base=3308499035 x_size=62409 x_stride=53675 x_pad_0=3 x_pad_1=3  # 85
load acc sram_base=2720 dram_base=3370430314 x_stride=36603 y_pad_0=8 y_pad_1=10 push_next  # 86
load wgt sram_base=65534 dram_base=6 x_size=51736 x_stride=1 x_pad_0=4 x_pad_1=6  # 87
store out sram_base=1 dram_base=7 x_size=65535 x_pad_1=9 pop_prev  # 88
load wgt sram_base=5 x_size=2 x_stride=4 x_pad_0=8 pop_next push_next  # 89
load wgt sram_base=54720 dram_base=4294967294 x_stride=21014 x_pad_0=8 x_pad_1=8 pop_next  # 90
load wgt sram_base=2 dram_base=4294967295 y_size=2450 x_stride=2 y_pad_0=4 y_pad_1=5  # 91
store out sram_base=56111 dram_base=2952631847 x_stride=32768 y_pad_0=2 y_pad_1=11 push_prev  # 92
load inp sram_base=2 dram_base=3440385229 x_stride=3 x_pad_0=10 x_pad_1=7  # 93
load inp sram_base=3 dram_base=4074311434 x_size=35297 x_stride=33232 x_pad_0=2 x_pad_1=7  # 94
load inp sram_base=60729 y_size=58868 x_stride=5 y_pad_0=4 y_pad_1=8  # 95
load uop sram_base=65535 dram_base=3 y_size=4 x_stride=45296 y_pad_0=11 y_pad_1=9  # 96
load wgt sram_base=58483 dram_base=2313266523 y_size=56439 x_stride=65535 y_pad_0=6  # 97
store out sram_base=7 dram_base=3770085363 x_size=6 x_stride=65535 x_pad_0=1 x_pad_1=8 push_prev  # 98
load acc8 sram_base=31629 dram_base=2147483648 y_size=6 x_stride=36207 y_pad_0=8 y_pad_1=6 pop_next push_prev  # 99
load inp sram_base=2 dram_base=3 x_size=8964 x_stride=40262  # 100
store out sram_base=37708 dram_base=2 x_size=46614 x_stride=32768 x_pad_0=10 x_pad_1=13  # 101
load uop sram_base=55433 dram_base=2162699200 y_size=4 y_pad_0=15 y_pad_1=9  # 102
load acc sram_base=65535 y_size=63415 x_stride=11078 y_pad_0=8 y_pad_1=14  # 103
load uop sram_base=7 dram_base=4005021252 y_size=32768 x_stride=38296 y_pad_1=1  # 104
load wgt sram_base=3 dram_base=3071677950 x_size=65534 x_stride=2 x_pad_0=14 x_pad_1=3  # 105
load wgt dram_base=4294967294 x_size=36590 x_stride=8863 x_pad_0=9  # 106
load wgt sram_base=5 dram_base=6 x_size=58660 x_stride=35592 x_pad_0=14 x_pad_1=8  # 107
load acc8 sram_base=29555 dram_base=2680319685 y_size=46898 x_stride=36427 y_pad_0=11 y_pad_1=1 push_prev  # 108
load inp sram_base=35087 dram_base=3977167099 y_size=64052 x_stride=65534 y_pad_0=13 y_pad_1=5 pop_next push_next  # 109
load wgt sram_base=65535 dram_base=3020170757 x_stride=47625 y_pad_1=3  # 110
load wgt sram_base=1 dram_base=1904987512 x_size=47321 x_pad_0=14 x_pad_1=2 pop_next push_next  # 111
load inp dram_base=2147483648 y_size=65534 x_stride=20637 y_pad_0=1  # 112
store out sram_base=4 dram_base=3934261312 y_size=65535 x_stride=59021 y_pad_0=15 y_pad_1=14 push_prev  # 113
load wgt sram_base=50992 dram_base=7 x_size=62098 x_stride=1 x_pad_0=1 push_next  # 114
load wgt sram_base=1 dram_base=4 y_size=17825 x_stride=6 y_pad_0=5 y_pad_1=3  # 115
load inp dram_base=576435108 y_size=7 x_stride=32768 y_pad_0=2 y_pad_1=10  # 116
load wgt sram_base=51559 y_size=65535 x_stride=53005 y_pad_0=1 y_pad_1=12  # 117
load wgt sram_base=48216 dram_base=2618409157 x_size=1030 x_stride=58244 x_pad_0=15 x_pad_1=14  # 118
alu shr uop_bgn=7 iter_out=4 iter_in=1 dst_out=1795 dst_in=1024 src_out=3 src_in=5 use_imm imm=4 pop_prev pop_next  # 119
load inp dram_base=758093377 x_size=3 x_stride=16893 x_pad_0=7 x_pad_1=1  # 120
load inp sram_base=2 dram_base=7 x_size=42878 x_stride=56071 x_pad_0=3 x_pad_1=5  # 121
load uop sram_base=5 dram_base=3320115200 x_size=1 x_stride=1668 x_pad_0=7 pop_prev pop_next  # 122
alu min reset uop_bgn=4438 uop_end=8192 iter_out=3 dst_out=1690 dst_in=1024 src_out=4 use_imm imm=12041 push_next  # 123
load inp sram_base=2 dram_base=2 x_size=7 x_stride=5  # 124
load acc sram_base=39182 y_size=20418 x_stride=65514 y_pad_0=6 y_pad_1=15  # 125
load acc8 sram_base=48579 dram_base=4294967295 x_size=53960 x_stride=3 x_pad_0=10 x_pad_1=14  # 126
store out sram_base=32768 dram_base=1 x_stride=1 x_pad_0=1 x_pad_1=3 pop_prev  # 127
load uop sram_base=61565 dram_base=763112907 x_stride=47397 y_pad_1=7  # 128
alu max uop_bgn=2 uop_end=1 iter_out=1 iter_in=16383 dst_out=1024 dst_in=1292 src_out=7 src_in=2 imm=7 push_prev  # 129
load acc8 sram_base=16306 dram_base=3580522148 y_size=2 x_stride=2 y_pad_0=7 pop_next push_prev  # 130
alu shr reset uop_bgn=4 uop_end=2 iter_out=16382 iter_in=7732 dst_out=3 src_out=7 src_in=2047 imm=19490  # 131
store out sram_base=20216 dram_base=2908300713 x_stride=48784 x_pad_1=7  # 132
load wgt sram_base=7 y_size=1 x_stride=39267 y_pad_0=14  # 133
store out sram_base=30326 dram_base=7 x_size=59705 x_pad_0=10 x_pad_1=14 push_prev  # 134
load inp sram_base=65535 dram_base=1776994009 y_size=5 x_stride=5 y_pad_0=5 y_pad_1=15  # 135
load acc sram_base=2 dram_base=5 x_size=3 x_pad_0=5 x_pad_1=15 pop_prev  # 136
load inp sram_base=7 dram_base=2 x_stride=33795 x_pad_1=4  # 137
gemm reset uop_bgn=5114 uop_end=4845 iter_out=6 dst_in=6 src_out=3 src_in=38 wgt_out=2 wgt_in=978 push_next  # 138
load wgt sram_base=3 y_size=65534 x_stride=1 y_pad_1=14  # 139
alu add reset uop_bgn=2049 uop_end=1576 iter_out=8192 dst_in=5 src_out=7 src_in=1819 use_imm imm=3  # 140
gemm uop_bgn=8191 uop_end=8192 iter_out=16382 dst_in=2 src_out=2 src_in=1 wgt_out=2 wgt_in=804 pop_prev  # 141
store out sram_base=5 dram_base=2129460634 x_stride=4 x_pad_0=1 x_pad_1=9 pop_prev  # 142
store out sram_base=44814 dram_base=4074634311 y_size=5 x_stride=32768 pop_prev  # 143
load acc8 sram_base=22538 dram_base=2 y_size=53196 x_stride=38170 push_prev push_next  # 144
load inp sram_base=3 dram_base=3 y_size=47831 x_stride=6 y_pad_0=7 y_pad_1=8 pop_next  # 145
gemm uop_bgn=8190 uop_end=8192 dst_out=7 dst_in=1839 src_out=1326 src_in=2 wgt_out=512 wgt_in=1 push_next  # 146
load wgt y_size=2 x_stride=47437 y_pad_0=14 y_pad_1=14  # 147
load inp sram_base=1631 dram_base=2 y_size=7 x_stride=2 y_pad_0=2 y_pad_1=4  # 148
load acc8 sram_base=7 dram_base=2147483648 x_stride=65259 y_pad_0=8 y_pad_1=14 push_prev  # 149
load inp dram_base=4223988676 y_size=2 x_stride=6 y_pad_0=5 y_pad_1=8 push_next  # 150
load uop sram_base=55166 dram_base=2880196979 y_size=65534 y_pad_0=5 y_pad_1=14 pop_prev  # 151
store out sram_base=32768 dram_base=1332690112 y_size=4 x_stride=3 y_pad_0=15 y_pad_1=15 pop_prev push_prev  # 152
gemm reset uop_bgn=7153 uop_end=945 iter_out=16383 iter_in=16244 dst_out=2046 dst_in=378 src_out=2047 src_in=1 wgt_out=112 wgt_in=6  # 153
store out sram_base=14878 dram_base=3039632039 x_stride=32768 x_pad_0=2 x_pad_1=11  # 154
load wgt sram_base=65534 dram_base=2 y_size=48107 x_stride=4 y_pad_0=7  # 155
load wgt sram_base=53618 dram_base=3331426725 y_size=2 x_stride=49372 y_pad_0=9 y_pad_1=8 pop_next  # 156
load wgt sram_base=7 dram_base=3173039962 x_stride=32768 x_pad_0=9 x_pad_1=8  # 157
store out sram_base=5 dram_base=558178124 y_size=6 y_pad_0=14 y_pad_1=13 pop_prev push_prev  # 158
load uop sram_base=1 dram_base=3523388118 x_size=7 x_stride=65535 x_pad_0=11 x_pad_1=3 pop_next  # 159
store out sram_base=50600 dram_base=4188404300 y_size=45481 x_stride=41106 y_pad_0=8 y_pad_1=15 pop_prev  # 160
load acc8 sram_base=1 dram_base=4294967295 y_size=58056 y_pad_0=12 y_pad_1=5  # 161
load inp sram_base=38225 dram_base=3134277423 y_size=6 x_stride=65535 y_pad_0=7 y_pad_1=1 pop_next  # 162
load wgt sram_base=46223 y_size=3 x_stride=17509 y_pad_0=6 y_pad_1=1 pop_next  # 163
load uop sram_base=58766 dram_base=2637396796 x_stride=65535 y_pad_1=10  # 164
load wgt sram_base=6 dram_base=2 x_stride=40138 y_pad_0=4 y_pad_1=3 push_next  # 165
load inp x_stride=53824 y_pad_0=15 y_pad_1=14  # 166
store out dram_base=1983918914 x_size=7 x_stride=8713  # 167
gemm reset uop_bgn=7724 uop_end=8192 iter_out=3841 dst_out=3 dst_in=851 src_out=2046 wgt_out=968 pop_next  # 168
load inp sram_base=54827 dram_base=5 x_size=38853 x_stride=3 x_pad_0=14 x_pad_1=8  # 169
load inp sram_base=45638 dram_base=4180617523 x_stride=63891 y_pad_0=3 y_pad_1=15  # 170
load acc8 sram_base=4 dram_base=4124158089 y_size=2 x_stride=48269 y_pad_0=3 y_pad_1=13 push_next  # 171
load acc sram_base=63466 dram_base=2 x_size=32768 x_stride=27548 x_pad_0=13 pop_prev push_prev  # 172
load acc8 dram_base=5 x_size=7 x_stride=1 x_pad_0=5 x_pad_1=4  # 173
load uop sram_base=2 dram_base=1 y_size=3681 x_stride=5 y_pad_0=2 y_pad_1=15 pop_next push_next  # 174
load inp sram_base=5 dram_base=58948506 y_size=2 x_stride=6 y_pad_0=3 y_pad_1=11  # 175
load inp dram_base=2 x_size=5 x_stride=39585 x_pad_0=9 x_pad_1=2 pop_next push_next  # 176
store out sram_base=7 dram_base=4294967295 x_pad_0=2 x_pad_1=6 pop_prev push_prev  # 177
load acc sram_base=65534 dram_base=4215304286 y_size=51994 y_pad_0=3 y_pad_1=6 pop_next push_next  # 178
load inp sram_base=7 dram_base=3 x_size=46923 x_stride=5 x_pad_0=1  # 179
load wgt sram_base=5 y_size=65534 x_stride=40547 y_pad_0=7 y_pad_1=10  # 180
load inp sram_base=41413 dram_base=3609474927 x_size=6 x_stride=65534 x_pad_0=5 x_pad_1=4  # 181
load acc8 sram_base=13366 dram_base=2230458901 x_size=38980 x_pad_1=9  # 182
store out sram_base=4 dram_base=4294967295 x_size=5 x_stride=40750 x_pad_0=2 x_pad_1=9  # 183
load inp sram_base=32768 dram_base=2231182370 x_stride=257 y_pad_0=5 y_pad_1=9 push_next  # 184
load wgt sram_base=4 dram_base=426343037 x_stride=5 x_pad_0=14 x_pad_1=11  # 185
load wgt sram_base=5 dram_base=2130355210 x_size=8999 x_stride=4 x_pad_0=8 x_pad_1=4 push_next  # 186
store out sram_base=3 dram_base=6 y_size=1 x_stride=57660 y_pad_0=15 y_pad_1=15 pop_prev  # 187
store out sram_base=1 dram_base=3655347316 x_size=24873 x_stride=6 x_pad_0=5 x_pad_1=14  # 188
load wgt sram_base=2 dram_base=3 y_size=1 x_stride=6 y_pad_0=14 y_pad_1=7  # 189
store out sram_base=41765 dram_base=1355304576 y_size=1 x_stride=3008 y_pad_0=2 y_pad_1=14 push_prev  # 190
store out sram_base=5 dram_base=4294967294 y_size=22550 x_stride=5 y_pad_0=15 y_pad_1=3  # 191
store out sram_base=54252 dram_base=2147483648 x_size=4026 x_stride=3 x_pad_0=10 x_pad_1=14  # 192
store out sram_base=65535 dram_base=3395881493 x_size=65535 x_stride=32768 x_pad_0=6 x_pad_1=4 push_prev  # 193
load acc8 sram_base=59268 x_stride=5 y_pad_1=9  # 194
gemm reset uop_bgn=5127 uop_end=4 dst_out=1035 dst_in=1918 src_out=2 src_in=5 wgt_out=512 wgt_in=6  # 195
load acc8 sram_base=65535 dram_base=3169314973 x_size=45788 x_pad_0=1 x_pad_1=2 pop_prev  # 196
load inp sram_base=56831 dram_base=1 x_size=7 x_stride=5 x_pad_0=15 x_pad_1=11 push_next  # 197
load wgt sram_base=32891 y_size=2 x_stride=6 y_pad_0=8 y_pad_1=15  # 198
load inp sram_base=65535 dram_base=2493262175 x_size=3 x_stride=1 x_pad_1=7 push_next  # 199
load uop sram_base=65534 dram_base=2147483648 x_stride=4 y_pad_0=9 y_pad_1=7  # 200
store out sram_base=1 dram_base=3850477784 y_size=49599 x_stride=7 y_pad_0=7 y_pad_1=13  # 201
load acc8 dram_base=3609459660 x_size=38149 x_stride=3 x_pad_0=3 x_pad_1=6 pop_prev push_prev  # 202
load inp sram_base=35271 dram_base=4131102929 x_stride=1 y_pad_0=13 y_pad_1=11  # 203
load wgt sram_base=8925 dram_base=5 x_size=2 x_stride=48420 x_pad_0=10 push_next  # 204
load uop sram_base=5 dram_base=3 x_size=6 x_stride=65534 x_pad_0=11 x_pad_1=7 pop_next push_prev  # 205
load inp dram_base=2292191773 x_size=2 x_stride=2 x_pad_0=5 x_pad_1=2  # 206
load acc sram_base=49514 y_size=6 x_stride=65535 y_pad_0=11 pop_prev  # 207
store out sram_base=3 dram_base=4294967294 x_stride=38286 x_pad_0=4 x_pad_1=11 pop_prev  # 208
load uop dram_base=2790389526 x_size=7 x_stride=2200 x_pad_0=5 x_pad_1=5 pop_prev pop_next push_prev push_next  # 209
load inp sram_base=3 dram_base=1084968317 x_stride=46095 y_pad_0=4 y_pad_1=8 pop_next  # 210
store out dram_base=4 x_size=4486 x_stride=1 x_pad_0=5 x_pad_1=15 push_prev  # 211
store out sram_base=57137 x_size=32768 x_stride=29329 x_pad_0=2 x_pad_1=2 push_prev  # 212
store out sram_base=3 dram_base=7 x_size=2 x_stride=65535 x_pad_0=12 x_pad_1=7  # 213
load wgt sram_base=7341 x_size=4 x_stride=59456 x_pad_0=13 x_pad_1=14  # 214
store out dram_base=7 y_size=5892 x_stride=37770 y_pad_1=8 push_prev  # 215
store out sram_base=65535 dram_base=1454101398 y_size=65534 x_stride=6 y_pad_0=4 y_pad_1=15 pop_prev  # 216
store out dram_base=1 y_size=58353 y_pad_1=1 push_prev  # 217
store out sram_base=50702 dram_base=6 x_stride=51978 y_pad_0=4 y_pad_1=6  # 218
load wgt sram_base=65535 dram_base=3 x_size=65534 x_stride=65535 x_pad_0=14 push_next  # 219
store out sram_base=1 y_size=7 x_stride=3 y_pad_1=6  # 220
store out sram_base=47366 dram_base=1546947941 y_size=4 x_stride=3 y_pad_0=11 y_pad_1=6  # 221
store out sram_base=65535 dram_base=3815028531 y_size=5 x_stride=5 y_pad_0=14 y_pad_1=8  # 222
load acc sram_base=6 dram_base=5 y_size=53741 x_stride=32768 y_pad_0=1 y_pad_1=2  # 223
store out sram_base=2 dram_base=4294967294 x_size=65535 x_stride=4 x_pad_1=2  # 224
store out sram_base=31751 dram_base=4135078024 x_size=32768 x_stride=7 x_pad_0=7 x_pad_1=11  # 225
load acc8 sram_base=6 dram_base=334411566 x_size=25080 x_stride=7 x_pad_0=1 x_pad_1=8 pop_next  # 226
load acc sram_base=15131 dram_base=4235000185 x_stride=32768 y_pad_0=1 y_pad_1=15 pop_prev  # 227
store out dram_base=1954774457 y_size=21144 x_stride=5 y_pad_0=3 y_pad_1=6  # 228
load acc sram_base=65535 dram_base=3 y_size=57382 x_stride=1 y_pad_0=8 y_pad_1=7 pop_next push_prev  # 229
load acc8 sram_base=17823 dram_base=1 y_size=1 y_pad_0=1 y_pad_1=2 push_prev  # 230
gemm reset uop_bgn=3 uop_end=3 iter_out=12077 iter_in=16383 dst_out=1571 dst_in=1933 src_out=1 wgt_out=1022  # 231
load acc dram_base=2772703329 x_stride=61527 x_pad_0=3  # 232
gemm reset iter_out=13361 iter_in=8207 dst_out=1964 dst_in=1 src_out=3 src_in=1024 wgt_out=1 wgt_in=1022  # 233
load acc8 sram_base=5 x_size=2 x_stride=65535 x_pad_0=7 x_pad_1=7  # 234
load uop sram_base=65535 dram_base=4 y_size=26754 x_stride=4 y_pad_0=10 y_pad_1=11 pop_next push_next  # 235
load wgt sram_base=4 dram_base=3051344318 x_size=40832 x_pad_0=8 x_pad_1=14 pop_next  # 236
load inp sram_base=65535 dram_base=4294967294 x_stride=57256 y_pad_0=3 y_pad_1=5 pop_next  # 237
load wgt sram_base=45604 dram_base=2551681371 x_size=64443 x_stride=43556 x_pad_0=8  # 238
load inp sram_base=50251 dram_base=5 y_size=41582 x_stride=43306 y_pad_0=8 pop_next push_next  # 239
load wgt sram_base=52672 dram_base=1 x_size=6 x_stride=52628 x_pad_0=14 x_pad_1=13  # 240
load inp sram_base=9210 dram_base=2535340274 x_size=56932 x_stride=2 x_pad_0=4 x_pad_1=3  # 241
load acc sram_base=24214 x_stride=4 y_pad_0=9 y_pad_1=13 push_next  # 242
alu min reset uop_bgn=8190 uop_end=4 iter_out=4 dst_in=977 src_out=1024 src_in=388 use_imm pop_prev pop_next  # 243
load wgt sram_base=30918 y_size=1 x_stride=21700 y_pad_0=2 y_pad_1=7 push_next  # 244
load acc8 sram_base=44542 dram_base=2147483648 y_size=65534 x_stride=4 y_pad_0=3 pop_prev  # 245
store out sram_base=7 dram_base=1 y_size=55720 x_stride=4 y_pad_0=4 y_pad_1=8  # 246
store out sram_base=65534 dram_base=5 y_size=5 x_stride=5 y_pad_0=7 y_pad_1=15  # 247
load uop dram_base=4051662275 x_size=2 x_stride=37299 x_pad_0=14 x_pad_1=3  # 248
alu max reset uop_bgn=7 uop_end=7216 iter_out=11020 dst_out=2047 dst_in=5 src_out=5 src_in=7 use_imm imm=5  # 249
alu min reset uop_bgn=5965 uop_end=5965 iter_out=1 iter_in=15003 dst_in=870 src_out=3 src_in=1279 use_imm imm=1  # 250
load acc8 sram_base=32768 dram_base=4294967295 y_size=1 x_stride=32768 pop_prev  # 251
load wgt sram_base=61016 dram_base=2147483648 y_size=61054 x_stride=50652 y_pad_0=14 y_pad_1=7 pop_next  # 252
load inp sram_base=6 dram_base=1521459622 x_size=6 x_stride=2 x_pad_0=3 x_pad_1=14  # 253
load wgt sram_base=32768 dram_base=4105909154 y_size=1 x_stride=7 y_pad_0=11 y_pad_1=1  # 254
load acc sram_base=63474 y_size=7 x_stride=65534 y_pad_0=10 y_pad_1=2  # 255
load inp sram_base=9019 dram_base=3308327396 x_stride=2 x_pad_0=14 x_pad_1=6 push_next  # 256
store out sram_base=4 dram_base=4 y_size=34693 x_stride=5 y_pad_0=8 y_pad_1=9 pop_prev  # 257
load acc sram_base=65535 dram_base=1 y_size=31855 x_stride=59581 y_pad_0=4 y_pad_1=15 push_prev  # 258
load acc sram_base=5 dram_base=7 x_size=38529 x_stride=27976 x_pad_0=6 x_pad_1=12 pop_prev  # 259
load wgt sram_base=26969 dram_base=2 x_size=33540 x_pad_0=12 x_pad_1=6  # 260
store out sram_base=35568 dram_base=4294967295 y_size=32768 x_stride=27899 y_pad_0=9 y_pad_1=7  # 261
gemm reset uop_bgn=3 uop_end=8192 iter_out=13239 dst_out=1049 dst_in=2047 src_in=4 wgt_in=4 pop_prev  # 262
load inp sram_base=3 dram_base=2658286363 x_size=44452 x_stride=46217 x_pad_1=13  # 263
store out sram_base=65535 dram_base=1 y_size=61658 x_stride=5 y_pad_0=15 y_pad_1=9  # 264
store out sram_base=49379 dram_base=3120023128 y_size=6 x_stride=49790 y_pad_0=3 y_pad_1=9  # 265
store out sram_base=1234 dram_base=7 y_size=32768 x_stride=65535 y_pad_0=12  # 266
store out dram_base=2947208940 y_size=4 x_stride=33361 y_pad_0=12 y_pad_1=4 pop_prev  # 267
store out dram_base=2845929435 x_size=16505 x_pad_0=5 x_pad_1=15  # 268
store out sram_base=6 dram_base=3363479512 x_size=2 x_stride=4 x_pad_0=10 x_pad_1=11  # 269
store out sram_base=65534 dram_base=407587787 x_size=7 x_stride=38870  # 270
store out sram_base=65534 dram_base=2275674349 y_size=21960 x_stride=6 y_pad_0=14  # 271
store out sram_base=40382 dram_base=385294111 y_size=6 x_stride=1 y_pad_0=2 y_pad_1=15  # 272
store out sram_base=2 y_size=1 x_stride=2 y_pad_1=6  # 273
store out sram_base=4 dram_base=2329347797 y_size=3 x_stride=26018 y_pad_0=7 y_pad_1=6  # 274
store out sram_base=6 dram_base=620429683 x_stride=15891 y_pad_0=2 y_pad_1=2  # 275
store out dram_base=3 x_size=65535 x_stride=63020 x_pad_0=4  # 276
store out sram_base=47530 dram_base=4 x_size=19268 x_stride=5 x_pad_0=13 x_pad_1=8 push_prev  # 277
load inp sram_base=6 dram_base=5 y_size=28895 x_stride=6 y_pad_0=6 y_pad_1=11  # 278
load inp sram_base=7 dram_base=2 x_stride=54930 pop_next  # 279
store out sram_base=54128 dram_base=2 y_size=48715  # 280
store out sram_base=20177 dram_base=6 x_size=44349 x_pad_0=6 x_pad_1=2  # 281
store out sram_base=61545 dram_base=4294967294 x_stride=17390 y_pad_0=5 y_pad_1=3  # 282
store out sram_base=6 dram_base=3 y_size=52318 x_stride=4 y_pad_0=3 y_pad_1=8 push_prev  # 283
load wgt sram_base=8973 dram_base=4 x_stride=65535 x_pad_1=6  # 284
store out sram_base=65534 dram_base=4041341590 y_size=65534 x_stride=21309 y_pad_0=2 y_pad_1=10  # 285
store out sram_base=48524 dram_base=4070715444 y_size=9230 x_stride=37200 y_pad_0=11 y_pad_1=6  # 286
store out dram_base=2147483648 x_size=57697 x_stride=2 x_pad_0=3 x_pad_1=5  # 287
load wgt sram_base=4 x_stride=65535 y_pad_0=8 push_next  # 288
store out sram_base=44067 dram_base=3287980670 x_size=7 x_stride=3 x_pad_0=8 x_pad_1=10 push_prev  # 289
load wgt sram_base=1 dram_base=4198562846 y_size=15780 x_stride=6 y_pad_0=2 y_pad_1=9 push_next  # 290
store out dram_base=2 y_size=32768 x_stride=3 y_pad_0=8 y_pad_1=4 push_prev  # 291
store out sram_base=41287 dram_base=682265096 x_size=22395 x_stride=6 x_pad_0=5 x_pad_1=4  # 292
store out sram_base=7 dram_base=2 x_stride=65535 x_pad_0=1 x_pad_1=4  # 293
load uop sram_base=62676 dram_base=3 y_size=49525 y_pad_0=7 pop_next  # 294
store out sram_base=2 dram_base=2 y_size=2 x_stride=4 y_pad_0=6 y_pad_1=13  # 295
store out sram_base=65534 dram_base=2147483648 y_size=5 x_stride=59060 y_pad_0=6 y_pad_1=7  # 296
store out dram_base=3216352635 x_stride=2 x_pad_0=9 push_prev  # 297
load uop sram_base=3 dram_base=2147483648 y_size=4 x_stride=2 y_pad_0=1 y_pad_1=8 pop_next  # 298
store out sram_base=43048 dram_base=3625663545 x_size=42999 x_pad_0=10 x_pad_1=8  # 299
store out sram_base=6 x_size=3 x_stride=3555 x_pad_0=8 push_prev  # 300
store out sram_base=35642 dram_base=1 y_size=65535 y_pad_0=12 y_pad_1=5  # 301
load inp sram_base=32768 dram_base=2 x_size=65535 x_stride=35760 x_pad_0=8  # 302
store out dram_base=4294967294 y_size=65535 x_stride=6 y_pad_0=1 y_pad_1=4  # 303
store out sram_base=3 dram_base=2 y_size=3 x_stride=2 y_pad_0=14 y_pad_1=4  # 304
load inp sram_base=55780 dram_base=6 x_size=2389 x_stride=65535 x_pad_1=10 push_next  # 305
load acc sram_base=30380 dram_base=2872833088 x_size=4 x_pad_0=15 x_pad_1=8 pop_prev pop_next  # 306
store out sram_base=41342 dram_base=2309205635 x_size=65475 x_stride=35193 x_pad_0=14 x_pad_1=15  # 307
load inp sram_base=5 dram_base=1 y_size=4 x_stride=65534 y_pad_1=8  # 308
store out sram_base=1 dram_base=5 y_size=7 x_stride=48351 y_pad_0=10 y_pad_1=4 push_prev  # 309
store out sram_base=47553 dram_base=4294967295 y_size=36596 x_stride=61114 y_pad_0=14 y_pad_1=10  # 310
load uop sram_base=65534 dram_base=2864922536 x_size=7 x_stride=6 x_pad_0=4 x_pad_1=15 pop_next  # 311
load acc8 sram_base=56196 dram_base=4100411886 x_stride=29662 x_pad_1=15 pop_next  # 312
load inp sram_base=4 dram_base=2784982319 x_size=32445 x_stride=32768 x_pad_0=6 x_pad_1=5  # 313
load inp sram_base=5 dram_base=6 y_size=35650 x_stride=53471 y_pad_0=7 y_pad_1=8  # 314
gemm uop_bgn=6 uop_end=5 iter_out=13987 dst_out=6 dst_in=1105 src_out=1 wgt_out=251 wgt_in=5 pop_prev push_next  # 315
alu mul uop_bgn=4096 iter_out=1 dst_out=6 dst_in=6 src_out=1024 src_in=1 use_imm imm=-22240 pop_next  # 316
load acc dram_base=6 y_size=7 x_stride=9169 y_pad_0=8 y_pad_1=8  # 317
load inp sram_base=3 dram_base=7 y_size=52177 x_stride=32768 y_pad_1=15 push_next  # 318
load wgt sram_base=5 dram_base=6 y_size=36891 x_stride=37827 y_pad_1=14  # 319
load inp sram_base=50532 dram_base=7 y_size=49714 x_stride=29458 y_pad_0=8 push_next  # 320
gemm reset uop_bgn=4096 uop_end=3785 iter_out=1233 dst_out=1425 dst_in=1725 src_out=1669 src_in=5 wgt_out=512 wgt_in=899 pop_prev  # 321
load inp sram_base=65535 dram_base=2147483648 y_size=32768 x_stride=5 y_pad_0=4 y_pad_1=14  # 322
load inp sram_base=43660 dram_base=1377138680 y_size=22643 x_stride=54681 y_pad_0=6 y_pad_1=5  # 323
load wgt dram_base=3 x_size=62904 x_stride=32768 x_pad_0=3 push_next  # 324
load inp sram_base=38118 dram_base=5 x_stride=1 x_pad_0=7  # 325
load inp sram_base=61904 dram_base=5 x_size=5 x_stride=1 x_pad_0=1 x_pad_1=11  # 326
load wgt sram_base=5 y_size=61764 x_stride=6 y_pad_0=4 y_pad_1=4 push_next  # 327
load wgt sram_base=5 dram_base=4 x_size=7 x_stride=4 x_pad_0=14  # 328
load inp dram_base=3987252923 x_stride=65535 y_pad_0=13 y_pad_1=3  # 329
load wgt sram_base=4 dram_base=6 x_size=32768 x_stride=32579 x_pad_1=4  # 330
load inp sram_base=65534 dram_base=7 x_pad_0=2 x_pad_1=15  # 331
store out sram_base=2 dram_base=2152867467 x_stride=31984 y_pad_0=8 y_pad_1=12 pop_prev push_prev  # 332
load wgt sram_base=65534 dram_base=3 y_size=2 x_stride=47691 y_pad_0=14 y_pad_1=10  # 333
load inp sram_base=5 dram_base=2618042450 y_size=65535 y_pad_0=11 y_pad_1=3  # 334
load acc8 sram_base=5 dram_base=6 x_size=18741 x_stride=64639 x_pad_1=11 push_next  # 335
load inp sram_base=28532 dram_base=2 y_size=6 x_stride=4 y_pad_0=11 y_pad_1=12  # 336
load acc8 sram_base=32768 dram_base=2980186908 x_stride=57666 y_pad_0=6 y_pad_1=12 pop_next  # 337
load wgt dram_base=3 x_stride=32768 y_pad_0=11 y_pad_1=8  # 338
load inp sram_base=32768 dram_base=2 x_size=62765 x_pad_0=8 x_pad_1=12  # 339
store out sram_base=5 dram_base=7 x_stride=54944 y_pad_0=3 y_pad_1=1 pop_prev  # 340
store out sram_base=1 dram_base=3163058676 y_size=38731 x_stride=65534 y_pad_0=7 y_pad_1=11  # 341
load inp sram_base=32896 y_size=32768 x_stride=39976 y_pad_0=4 y_pad_1=5  # 342
load wgt sram_base=2 y_size=30222 x_stride=6 y_pad_1=6  # 343
load inp sram_base=7 dram_base=2418241256 y_size=65534 x_stride=38629 y_pad_0=3 y_pad_1=4  # 344
load inp sram_base=58373 dram_base=3161690377 y_size=5 x_stride=1 y_pad_0=6 y_pad_1=3  # 345
alu min uop_bgn=7351 uop_end=7351 iter_out=14149 iter_in=5 dst_out=1192 dst_in=2046 src_out=2046 src_in=1147 imm=6 pop_prev  # 346
store out sram_base=33046 y_size=60140 x_stride=3 y_pad_0=14 y_pad_1=3  # 347
load uop sram_base=7 dram_base=3 y_size=4 y_pad_0=1 y_pad_1=4 pop_next push_prev  # 348
load inp dram_base=3 y_size=14591 x_stride=8082 y_pad_0=5 y_pad_1=14 pop_next  # 349
store out sram_base=57310 x_size=4 x_pad_0=9 x_pad_1=5 push_prev  # 350
store out sram_base=65534 dram_base=2422058885 x_size=65535 x_stride=48059 x_pad_0=2 x_pad_1=9  # 351
load uop sram_base=45916 dram_base=4014219553 x_size=65534 x_stride=33085 x_pad_0=3 x_pad_1=14  # 352
load wgt dram_base=2830066841 x_stride=17504 y_pad_0=11 y_pad_1=9 push_next  # 353
load wgt dram_base=1 y_size=65535 y_pad_0=4 y_pad_1=15  # 354
load wgt sram_base=3 dram_base=4068039579 y_size=65535 x_stride=5 y_pad_0=14 y_pad_1=4  # 355
load inp sram_base=44540 dram_base=5 x_pad_0=12 x_pad_1=10  # 356
store out sram_base=4 dram_base=4294967294 x_stride=32768 x_pad_0=15 x_pad_1=2  # 357
load inp dram_base=796169274 x_size=62256 x_stride=33434 x_pad_0=11 x_pad_1=3  # 358
store out sram_base=2 y_size=5 x_stride=3  # 359
store out sram_base=42938 x_size=3404 x_stride=65535 x_pad_0=10 x_pad_1=11 push_prev  # 360
store out sram_base=16480 dram_base=4 x_size=64875 x_stride=32860 x_pad_0=3 x_pad_1=15  # 361
load wgt sram_base=28396 dram_base=3 y_size=3 y_pad_0=7 y_pad_1=8  # 362
load uop sram_base=4 dram_base=4229139947 x_size=30999 x_stride=52968 x_pad_0=5 pop_prev push_next  # 363
store out dram_base=4 x_size=32768 x_stride=1 x_pad_0=2 x_pad_1=14  # 364
load wgt y_size=65534 x_stride=4 y_pad_0=3  # 365
store out sram_base=65535 dram_base=2883175257 x_size=5 x_stride=44846 x_pad_1=14 pop_prev  # 366
store out sram_base=51684 dram_base=5 y_size=4 x_stride=53954 y_pad_0=4 y_pad_1=7  # 367
load inp sram_base=65535 dram_base=1 x_size=61787 x_stride=5 x_pad_0=1 x_pad_1=7  # 368
load wgt sram_base=29124 dram_base=1114109272 y_size=6 x_stride=65534 y_pad_0=13 y_pad_1=6  # 369
load acc sram_base=65534 dram_base=4294967294 y_pad_0=14 y_pad_1=7 pop_prev  # 370
load wgt dram_base=2 y_size=39967 x_stride=65535 y_pad_1=13  # 371
store out sram_base=13537 x_size=32768 x_stride=1 x_pad_0=3 x_pad_1=10  # 372
load wgt sram_base=25061 dram_base=2725343808 y_size=33467 x_stride=1 y_pad_1=8  # 373
load inp sram_base=50187 y_size=4 x_stride=5 y_pad_0=1 y_pad_1=8 push_next  # 374
store out sram_base=5 dram_base=3893268823 x_size=6 x_stride=1 x_pad_0=15  # 375
store out sram_base=25608 dram_base=5 x_size=20827 x_pad_0=2 x_pad_1=11  # 376
store out sram_base=32768 dram_base=2956200170 y_size=3 x_stride=4 y_pad_0=13 y_pad_1=14  # 377
store out sram_base=1 dram_base=4043517883 y_size=4 x_stride=51684 y_pad_0=1 y_pad_1=12  # 378
load wgt sram_base=43275 dram_base=4032021321 x_stride=49884 x_pad_0=12 x_pad_1=8  # 379
load uop sram_base=40337 dram_base=5 x_size=5 x_pad_0=14 push_next  # 380
load acc8 sram_base=1 dram_base=7 x_stride=51472 y_pad_0=11 y_pad_1=14 push_prev  # 381
load wgt sram_base=58509 dram_base=6 x_stride=42958 y_pad_0=12 y_pad_1=14  # 382
load inp x_size=3 x_stride=6 x_pad_0=8 x_pad_1=5 pop_next  # 383
load wgt sram_base=4 dram_base=7 y_size=49850 x_stride=60268 y_pad_0=10 y_pad_1=12 push_next  # 384
load acc sram_base=65535 dram_base=3 y_size=35839 x_stride=6 y_pad_0=3 y_pad_1=3 pop_prev  # 385
load wgt dram_base=3998252219 y_size=28493 x_stride=2 y_pad_1=5  # 386
load inp sram_base=7 dram_base=1986006370 x_size=4 x_stride=39117 x_pad_1=13  # 387
load acc sram_base=26664 dram_base=2 x_size=25606 x_stride=5 x_pad_1=8  # 388
store out sram_base=6 dram_base=3330508570 x_size=39174 x_stride=2424 x_pad_0=2 x_pad_1=3  # 389
store out sram_base=6 dram_base=1546799497 y_size=4 x_stride=4 y_pad_0=14  # 390
store out sram_base=27181 y_size=33569 y_pad_1=6 push_prev  # 391
alu mul reset uop_bgn=2 uop_end=8192 iter_out=3713 dst_in=7 src_out=1024 src_in=1762 use_imm imm=565 pop_prev pop_next  # 392
store out sram_base=41377 dram_base=2112522506 y_size=3 x_stride=12020 y_pad_0=1 y_pad_1=10  # 393
load inp sram_base=32768 dram_base=3798819839 y_size=32820 y_pad_0=12 y_pad_1=14  # 394
load acc sram_base=6004 dram_base=4294967295 x_size=36207 x_stride=1 x_pad_0=10 x_pad_1=11 pop_prev  # 395
load acc sram_base=65534 dram_base=6 y_size=32768 x_stride=15512 y_pad_0=1 y_pad_1=3  # 396
load uop sram_base=35125 dram_base=2 y_size=50231 x_stride=6 y_pad_0=4 y_pad_1=8  # 397
load acc sram_base=45101 x_size=32768 x_stride=48371 x_pad_0=8 pop_next  # 398
load uop sram_base=1 dram_base=3541383246 y_size=39492 x_stride=61791 y_pad_1=11 pop_next push_prev  # 399
load acc8 sram_base=17494 x_stride=65534 y_pad_0=14 y_pad_1=12  # 400
load acc8 sram_base=5 dram_base=2807043440 y_size=7 x_stride=58851 y_pad_0=1 pop_prev  # 401
load acc sram_base=34036 dram_base=155101404 x_pad_1=3  # 402
load acc8 sram_base=50347 dram_base=2614941355 x_size=16219 x_stride=3 x_pad_0=14 x_pad_1=1  # 403
load acc8 sram_base=6 dram_base=2390475060 x_size=45277 x_stride=6 x_pad_0=1 x_pad_1=10 push_next  # 404
load acc sram_base=46088 dram_base=2 y_size=1 x_stride=46458 y_pad_0=15 y_pad_1=8 push_next  # 405
load uop sram_base=53723 x_size=5 x_stride=2 x_pad_0=1 x_pad_1=4  # 406
alu max reset uop_bgn=7589 uop_end=7589 iter_out=16382 dst_out=1234 dst_in=1404 src_out=1 src_in=2 imm=1  # 407
alu shr reset iter_out=6513 iter_in=16383 dst_out=1 dst_in=1476 use_imm imm=6329 push_next  # 408
alu min uop_bgn=3 uop_end=3 iter_out=1 iter_in=1 dst_out=1024 dst_in=2046 src_out=1492 src_in=1162  # 409
gemm reset uop_bgn=6146 uop_end=6146 iter_out=4 iter_in=2 dst_out=1024 dst_in=1024 src_out=1229 src_in=6 wgt_out=892  # 410
alu mul reset uop_end=6 iter_out=2 dst_out=5 dst_in=832 src_out=3 src_in=1114 use_imm imm=8888  # 411
load uop sram_base=58681 x_size=5 x_stride=44317 x_pad_0=15 x_pad_1=4  # 412
gemm reset uop_end=8192 iter_in=2 dst_out=7 dst_in=7 src_in=2047 wgt_out=6 wgt_in=2 push_prev  # 413
gemm reset uop_bgn=2424 uop_end=2424 iter_out=1 iter_in=5128 dst_out=1518 wgt_out=157 wgt_in=391  # 414
gemm reset uop_bgn=7103 uop_end=8192 iter_in=13188 src_out=11 src_in=1024 wgt_out=512 wgt_in=1 push_prev  # 415
load uop sram_base=65416 y_size=63833 x_stride=25926 y_pad_0=6 y_pad_1=7  # 416
load acc8 sram_base=54976 dram_base=4288774730 y_size=48787 x_stride=47522 y_pad_0=12 y_pad_1=4  # 417
load acc8 dram_base=2942564820 y_size=2 y_pad_0=1 y_pad_1=5  # 418
alu add uop_end=7 iter_out=13014 dst_out=1573 dst_in=1024 src_out=1860 src_in=1589 use_imm imm=6884 push_prev  # 419
load acc8 sram_base=50824 y_size=45248 x_stride=65080 y_pad_0=6 y_pad_1=7  # 420
alu min reset uop_bgn=3 uop_end=8192 iter_out=12259 dst_out=1950 dst_in=1 src_out=209 use_imm imm=7  # 421
load acc8 sram_base=9178 dram_base=2404884333 y_size=5 x_stride=53919 y_pad_1=2  # 422
store out sram_base=5 dram_base=4066690399 y_size=56941 x_stride=2 y_pad_0=13 y_pad_1=11 pop_prev push_prev  # 423
gemm uop_bgn=798 uop_end=798 iter_out=8192 iter_in=13127 dst_out=2 dst_in=1 src_out=6 src_in=1585 wgt_in=353 pop_next  # 424
store out sram_base=47137 dram_base=7 x_stride=3 y_pad_0=15  # 425
load wgt sram_base=37466 dram_base=3361070070 y_size=3 x_stride=7 y_pad_0=14 y_pad_1=9 pop_next  # 426
load inp sram_base=28672 dram_base=1 x_size=5 x_stride=7 x_pad_0=6 x_pad_1=9 pop_next  # 427
load wgt sram_base=53845 dram_base=3725611434 y_size=14142 x_stride=4 y_pad_1=10 pop_next  # 428
load inp sram_base=1 dram_base=2639499381 x_size=2 x_stride=7 x_pad_0=14 x_pad_1=10 pop_next  # 429
store out sram_base=55987 dram_base=431593344 x_size=3452 x_stride=58390 x_pad_0=15 x_pad_1=2 pop_prev  # 430
store out sram_base=4 dram_base=4294967295 y_size=2 x_stride=54558 y_pad_0=10 y_pad_1=9 pop_prev  # 431
store out sram_base=1 dram_base=7 x_size=49028 x_stride=3 x_pad_0=6 x_pad_1=7 pop_prev  # 432
