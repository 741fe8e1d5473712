# program 18 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=2 write=0 gap=0 outstanding=4 burst=256
.bytes 1048576
.window 0x0 0x90000
.base uop=0xe2c inp=0x1fd30 wgt=0x17a00 acc=0x17740 out=0x46470
.stream 0x10000
.uops 0x10bc
.random 0x20000 262144 4147179641642455629
.random 0x80000 65536 2971895753894810972
.kernels 165
uop dst=181 src=27 wgt=657
uop dst=1372 src=1548 wgt=63
uop dst=136 src=980 wgt=335
uop dst=953 src=290 wgt=1013
uop dst=352 src=1418 wgt=808
uop dst=1584 src=1675 wgt=731
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1191 src=789 wgt=180
uop dst=2047 src=2001 wgt=7
uop dst=4 src=1430 wgt=797
uop dst=3 src=1967 wgt=6
uop dst=4 src=1024 wgt=1022
uop dst=1083 src=1650 wgt=1
uop dst=1024 src=195 wgt=1023
uop dst=5 src=0 wgt=0
uop dst=2 src=7 wgt=7
uop dst=0 src=1024 wgt=786
uop dst=782 src=1661 wgt=422
uop dst=782 src=1661 wgt=422
uop dst=782 src=1661 wgt=422
uop dst=782 src=1661 wgt=422
uop dst=782 src=1661 wgt=422
uop dst=782 src=1661 wgt=422
uop dst=3 src=9 wgt=4
uop dst=4 src=2 wgt=1
uop dst=2 src=5 wgt=6
uop dst=2 src=4 wgt=8
uop dst=164 src=820 wgt=994
uop dst=607 src=1189 wgt=507
uop dst=158 src=1182 wgt=857
uop dst=1599 src=904 wgt=381
uop dst=321 src=866 wgt=653
uop dst=1649 src=236 wgt=244
uop dst=12 src=721 wgt=175
uop dst=1964 src=46 wgt=486
uop dst=467 src=1759 wgt=625
uop dst=861 src=979 wgt=58
uop dst=4 src=0 wgt=0
uop dst=4 src=7 wgt=7
uop dst=1 src=10 wgt=7
uop dst=9 src=6 wgt=1
uop dst=4 src=11 wgt=2
uop dst=7 src=4 wgt=1
uop dst=3 src=1 wgt=4
uop dst=1 src=2 wgt=6
uop dst=0 src=11 wgt=11
uop dst=5 src=9 wgt=6
uop dst=5 src=4 wgt=2
uop dst=7 src=3 wgt=8
uop dst=5 src=8 wgt=4
uop dst=5 src=9 wgt=5
uop dst=4 src=10 wgt=3
uop dst=5 src=11 wgt=1
uop dst=1 src=4 wgt=9
uop dst=2 src=3 wgt=1
uop dst=6 src=3 wgt=0
uop dst=6 src=2 wgt=8
uop dst=7 src=7 wgt=1
uop dst=2046 src=2031 wgt=0
uop dst=0 src=3 wgt=2
uop dst=1166 src=3 wgt=3
uop dst=2047 src=5 wgt=845
uop dst=0 src=711 wgt=1023
uop dst=1145 src=217 wgt=473
uop dst=6 src=717 wgt=0
uop dst=1610 src=1147 wgt=608
uop dst=2 src=2 wgt=7
uop dst=0 src=1665 wgt=6
uop dst=728 src=1499 wgt=752
uop dst=714 src=1901 wgt=799
uop dst=247 src=855 wgt=77
uop dst=1922 src=979 wgt=496
uop dst=1124 src=0 wgt=2
uop dst=1456 src=7 wgt=350
uop dst=1 src=2047 wgt=751
uop dst=6 src=2047 wgt=1023
uop dst=0 src=1805 wgt=805
uop dst=1633 src=1596 wgt=6
uop dst=2019 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2027 src=732 wgt=539
uop dst=2027 src=732 wgt=539
uop dst=2027 src=732 wgt=539
uop dst=2027 src=732 wgt=539
uop dst=608 src=161 wgt=621
uop dst=1307 src=1779 wgt=954
uop dst=1160 src=1325 wgt=90
uop dst=868 src=617 wgt=613
uop dst=2046 src=236 wgt=475
uop dst=451 src=1825 wgt=855
uop dst=1481 src=173 wgt=594
uop dst=792 src=910 wgt=471
uop dst=1214 src=1994 wgt=608
uop dst=1427 src=1919 wgt=505
uop dst=1682 src=1011 wgt=685
uop dst=1615 src=1951 wgt=294
uop dst=1135 src=718 wgt=425
uop dst=1136 src=719 wgt=426
uop dst=1137 src=720 wgt=427
uop dst=1234 src=1313 wgt=840
uop dst=1235 src=1314 wgt=841
uop dst=1236 src=1315 wgt=842
uop dst=1237 src=1316 wgt=843
uop dst=1238 src=1317 wgt=844
uop dst=1239 src=1318 wgt=845
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=6 src=1316 wgt=2
uop dst=1965 src=1500 wgt=729
uop dst=1788 src=1024 wgt=6
uop dst=1760 src=1825 wgt=0
uop dst=5 src=1825 wgt=1022
uop dst=4 src=5 wgt=0
uop dst=0 src=2046 wgt=752
uop dst=0 src=1 wgt=0
uop dst=1024 src=1057 wgt=0
uop dst=185 src=2 wgt=1
uop dst=4 src=0 wgt=518
uop dst=1 src=1 wgt=5
uop dst=11 src=5 wgt=5
uop dst=1 src=9 wgt=3
uop dst=8 src=11 wgt=4
uop dst=1 src=10 wgt=7
uop dst=9 src=10 wgt=3
uop dst=0 src=5 wgt=7
uop dst=10 src=2 wgt=1
uop dst=4 src=1 wgt=10
uop dst=266 src=1713 wgt=76
uop dst=841 src=683 wgt=851
uop dst=229 src=1266 wgt=930
uop dst=1966 src=1842 wgt=982
uop dst=1972 src=1443 wgt=656
uop dst=1798 src=1939 wgt=856
uop dst=575 src=1452 wgt=143
uop dst=879 src=859 wgt=438
uop dst=493 src=1627 wgt=277
uop dst=279 src=642 wgt=977
uop dst=183 src=767 wgt=841
uop dst=315 src=1488 wgt=355
uop dst=316 src=1489 wgt=356
uop dst=317 src=1490 wgt=357
uop dst=318 src=1491 wgt=358
uop dst=319 src=1492 wgt=359
uop dst=320 src=1493 wgt=360
uop dst=321 src=1494 wgt=361
uop dst=322 src=1495 wgt=362
uop dst=323 src=1496 wgt=363
uop dst=7 src=2046 wgt=753
uop dst=2 src=1991 wgt=0
uop dst=597 src=0 wgt=6
uop dst=1565 src=1092 wgt=3
uop dst=1 src=1885 wgt=310
uop dst=1024 src=0 wgt=1022
uop dst=6 src=2047 wgt=0
uop dst=643 src=7 wgt=5
uop dst=0 src=6 wgt=766
uop dst=4 src=11 wgt=9
uop dst=6 src=9 wgt=7
uop dst=7 src=3 wgt=11
uop dst=5 src=5 wgt=11
uop dst=5 src=10 wgt=8
uop dst=9 src=9 wgt=5
uop dst=8 src=1 wgt=5
uop dst=4 src=7 wgt=7
uop dst=2 src=0 wgt=4
uop dst=2047 src=0 wgt=712
uop dst=0 src=2005 wgt=275
uop dst=1024 src=1235 wgt=7
uop dst=1024 src=1510 wgt=5
uop dst=4 src=1 wgt=4
uop dst=7 src=965 wgt=7
uop dst=1773 src=0 wgt=7
uop dst=523 src=3 wgt=1
uop dst=2047 src=1670 wgt=650
uop dst=1 src=1673 wgt=7
uop dst=2046 src=6 wgt=1023
uop dst=1 src=9 wgt=10
uop dst=6 src=0 wgt=2
uop dst=5 src=6 wgt=7
uop dst=3 src=1 wgt=4
uop dst=11 src=7 wgt=0
uop dst=2 src=9 wgt=7
uop dst=9 src=9 wgt=8
uop dst=8 src=9 wgt=11
store out sram_base=721 dram_base=14777 y_size=2 x_size=1 x_stride=4095  # 0
store out dram_base=14789 y_size=2048 x_size=1 push_prev  # 1
load inp sram_base=2 dram_base=9066 y_size=2 x_size=4 x_stride=7 y_pad_0=3 y_pad_1=3 x_pad_0=1  # 2
store out sram_base=2032 dram_base=14781 y_size=2 x_size=8 x_stride=8  # 3
store out sram_base=561 dram_base=18870 y_size=4 x_size=3 push_prev  # 4
store out sram_base=1 dram_base=18859 y_size=3 x_size=4 x_stride=5  # 5
store out sram_base=2033 dram_base=18850 y_size=3 x_size=5 x_stride=9 push_prev  # 6
load acc8 dram_base=5 y_size=64463 y_pad_0=9 y_pad_1=4 pop_next  # 7
load uop dram_base=2926553536 y_size=56649 y_pad_0=15 y_pad_1=15 pop_next  # 8
gemm uop_bgn=5601 uop_end=5641 iter_out=4 iter_in=5 dst_in=2 pop_next push_prev  # 9
store out sram_base=126 dram_base=14826 y_size=1239 x_size=1 x_stride=3  # 10
store out sram_base=277 dram_base=17517 y_size=1 x_size=2 x_stride=3  # 11
store out sram_base=3 dram_base=6 x_size=6 x_stride=34469 x_pad_0=11 x_pad_1=15 push_prev  # 12
store out sram_base=5 dram_base=4 x_stride=5 x_pad_0=4 x_pad_1=3  # 13
store out sram_base=4 y_size=2 x_stride=42520 y_pad_0=5  # 14
store out dram_base=4294967294 y_size=3 x_stride=1 y_pad_1=4  # 15
load inp sram_base=45738 dram_base=7 x_stride=5 x_pad_0=2 x_pad_1=5  # 16
store out sram_base=10987 dram_base=2586667459 y_size=46136 x_stride=5 y_pad_0=2 y_pad_1=1  # 17
load wgt sram_base=3 dram_base=2820623272 x_size=34172 x_stride=4 x_pad_0=15 x_pad_1=5  # 18
gemm uop_bgn=6166 uop_end=6172 iter_out=3 iter_in=3 dst_out=5 dst_in=1018 pop_next  # 19
alu mul reset uop_bgn=2381 uop_end=2387 iter_out=6 iter_in=3 dst_in=1023 src_out=2047 src_in=2047 use_imm imm=23542 push_prev  # 20
load wgt sram_base=7 dram_base=5 x_size=60284 x_stride=46111 x_pad_0=5 x_pad_1=14  # 21
load uop sram_base=1 x_size=65535 x_stride=32768 x_pad_0=15 x_pad_1=9  # 22
load acc sram_base=56670 dram_base=2 y_size=5 x_stride=65534 y_pad_0=8 y_pad_1=5  # 23
load acc8 dram_base=1 y_size=1 x_stride=60956 y_pad_0=1 y_pad_1=12  # 24
store out sram_base=19489 dram_base=3355581847 y_size=4 y_pad_0=6 y_pad_1=9  # 25
load inp sram_base=36138 dram_base=2147483648 x_size=5863 x_stride=7 x_pad_0=3 x_pad_1=9 push_next  # 26
load wgt sram_base=7 dram_base=4294967295 y_size=92 x_stride=65535 y_pad_0=8  # 27
load inp sram_base=9831 dram_base=2443896420 y_size=46732 x_stride=65534 y_pad_0=1 y_pad_1=1  # 28
load wgt sram_base=7 dram_base=3839185548 y_size=3139 x_stride=49611 y_pad_0=10 y_pad_1=1  # 29
load wgt sram_base=2 x_size=4 x_stride=5  # 30
load wgt sram_base=4 dram_base=4067411655 x_size=5 x_stride=7 x_pad_0=1 x_pad_1=11 push_next  # 31
load inp sram_base=3 dram_base=285857622 y_size=1 y_pad_0=4 y_pad_1=4 pop_next  # 32
load inp sram_base=43647 dram_base=4 x_size=6 x_stride=7 x_pad_0=9 x_pad_1=3  # 33
store out dram_base=1 y_size=1 x_stride=1 y_pad_0=4 y_pad_1=14  # 34
gemm uop_bgn=8187 uop_end=8192 iter_out=1 iter_in=91 dst_out=3 src_out=1855 src_in=1 wgt_out=2 wgt_in=1 pop_prev  # 35
load wgt sram_base=64594 dram_base=2 x_size=1915 x_pad_0=6 x_pad_1=13  # 36
load inp sram_base=6 dram_base=5 y_size=6 x_stride=51049 y_pad_0=15 y_pad_1=14 push_next  # 37
store out sram_base=2 dram_base=2147483648 y_size=2 x_stride=3 y_pad_0=9 y_pad_1=11  # 38
alu min reset uop_bgn=1031 uop_end=1037 iter_out=4 iter_in=5 dst_in=511 src_out=3 src_in=2 imm=3  # 39
store out sram_base=49187 dram_base=4294967295 y_size=5 y_pad_1=7  # 40
load inp sram_base=42618 dram_base=2147483648 x_size=36183 x_stride=5 x_pad_1=13  # 41
load wgt sram_base=65535 x_size=1 x_stride=41855 x_pad_0=12 x_pad_1=2  # 42
store out sram_base=21059 dram_base=1 x_size=26460 x_stride=6 x_pad_0=11  # 43
store out sram_base=39011 dram_base=2660653590 x_size=1 x_stride=19382 x_pad_0=5 x_pad_1=4 push_prev  # 44
store out sram_base=2 dram_base=3684602588 y_size=65535 x_stride=65534 y_pad_0=15 y_pad_1=2  # 45
store out sram_base=47659 x_size=33514 x_stride=41699 x_pad_0=9 x_pad_1=11 push_prev  # 46
store out sram_base=4 dram_base=2147483648 y_size=6 x_stride=3 y_pad_0=14 y_pad_1=1  # 47
load acc8 sram_base=5 dram_base=4122578761 x_size=45253 x_stride=62184 x_pad_0=1 x_pad_1=7  # 48
load inp sram_base=6 dram_base=2704891050 x_size=51782 x_stride=4 x_pad_0=6 x_pad_1=8  # 49
load inp sram_base=65534 dram_base=4294967295 x_size=32768 x_stride=27639 x_pad_0=13 x_pad_1=14 pop_next  # 50
store out sram_base=5 dram_base=1789173640 y_size=5 x_stride=18225 y_pad_0=7 y_pad_1=13 push_prev  # 51
load acc8 sram_base=39925 dram_base=7 y_size=5 x_stride=47931 y_pad_0=15 y_pad_1=4 pop_next push_next  # 52
load inp sram_base=13462 dram_base=4039352408 x_size=51099 x_pad_0=2 x_pad_1=5  # 53
load inp sram_base=2 x_stride=1 x_pad_0=13 x_pad_1=8  # 54
store out sram_base=5 dram_base=2840974601 x_stride=4 y_pad_1=2  # 55
store out sram_base=5 dram_base=1658090409 y_size=6 x_stride=7 y_pad_0=7 y_pad_1=14  # 56
load inp sram_base=65535 y_size=3 x_stride=32768 y_pad_1=7  # 57
gemm uop_bgn=7269 uop_end=7275 iter_out=1 iter_in=5 dst_out=3 src_out=988 src_in=4 wgt_out=480 wgt_in=4  # 58
load inp x_size=51890 x_stride=5 x_pad_0=1 x_pad_1=14  # 59
store out sram_base=45731 dram_base=3341940904 x_size=39819 x_pad_1=8  # 60
load acc sram_base=6 dram_base=6 x_size=6 x_stride=36469 x_pad_0=4 x_pad_1=1  # 61
load wgt sram_base=6 dram_base=2 x_size=2 x_pad_0=14 x_pad_1=3 push_next  # 62
load inp dram_base=3095019964 x_size=40576 x_stride=56895 x_pad_0=5 x_pad_1=2  # 63
store out sram_base=11283 dram_base=2 x_size=46544 x_pad_1=11 pop_prev push_prev  # 64
store out dram_base=4242900905 x_size=4 x_stride=1 x_pad_0=7 x_pad_1=2  # 65
load wgt sram_base=52483 x_stride=60775 y_pad_0=14 y_pad_1=7  # 66
load wgt sram_base=53779 y_size=48245 y_pad_0=5 y_pad_1=3  # 67
load inp sram_base=56305 dram_base=31496275 y_size=32768 x_stride=3376 y_pad_0=5 y_pad_1=5  # 68
load inp sram_base=62572 dram_base=1 y_size=5439 x_stride=60990 y_pad_0=15 y_pad_1=2 push_next  # 69
load inp sram_base=32824 dram_base=2 y_size=4 x_stride=63363 y_pad_0=9  # 70
load inp sram_base=55979 dram_base=4 y_size=59030 x_stride=65534 y_pad_0=1 y_pad_1=8  # 71
gemm uop_bgn=3335 uop_end=3341 iter_out=4 iter_in=3 dst_in=1023 wgt_out=3 pop_prev pop_next  # 72
load acc sram_base=17554 dram_base=4294967295 y_size=54013 x_stride=14509 y_pad_1=6 pop_next  # 73
load wgt sram_base=51751 dram_base=4 y_size=63559 x_stride=13008 y_pad_1=12  # 74
load inp sram_base=48432 dram_base=6 x_size=34168 x_pad_0=2 x_pad_1=9  # 75
load inp sram_base=32768 x_size=1 x_stride=49446 x_pad_0=3 x_pad_1=11  # 76
load acc sram_base=34858 dram_base=937543882 x_stride=5 y_pad_1=6 pop_prev pop_next  # 77
alu max uop_bgn=6166 uop_end=6172 iter_out=5 iter_in=5 dst_in=511 src_in=2 imm=5773 pop_prev push_prev  # 78
load inp sram_base=32768 dram_base=7 x_stride=65534 x_pad_0=13 x_pad_1=8  # 79
load acc sram_base=65535 dram_base=4294967295 y_size=3 x_stride=32952 y_pad_0=4 y_pad_1=12 pop_prev  # 80
load inp sram_base=6 dram_base=2773605527 y_size=65534 x_stride=64910 y_pad_1=3  # 81
alu max reset uop_bgn=5502 uop_end=8192 dst_out=1541 dst_in=1705 src_in=1103 use_imm imm=2  # 82
load inp sram_base=43232 dram_base=3857898979 x_size=62881 x_stride=46152 x_pad_0=10 x_pad_1=9  # 83
load wgt sram_base=4367 dram_base=1780380720 y_size=2 x_stride=45161 y_pad_0=8 y_pad_1=15 pop_next  # 84
load inp sram_base=52738 dram_base=3290132803 y_size=41705 x_stride=1 y_pad_0=3 y_pad_1=1  # 85
load wgt dram_base=4294967295 y_size=25402 x_stride=33980 y_pad_0=9 y_pad_1=8  # 86
load wgt sram_base=50083 x_size=37603 x_stride=35618 x_pad_0=7 x_pad_1=15  # 87
load inp dram_base=286537964 y_size=7 x_stride=38237 y_pad_0=1 y_pad_1=14  # 88
load wgt sram_base=631 dram_base=2031532940 y_size=65534 x_stride=59543 y_pad_0=5 push_next  # 89
load acc8 sram_base=39759 dram_base=5 x_size=32768 x_stride=45006 x_pad_0=11 x_pad_1=11 pop_prev push_next  # 90
store out sram_base=7 y_size=4 x_stride=65535 y_pad_0=7 y_pad_1=6  # 91
store out sram_base=2845 dram_base=5 x_size=36291 x_stride=65535 x_pad_1=15 pop_prev  # 92
store out sram_base=32768 dram_base=214331456 x_stride=65108 x_pad_0=5  # 93
store out sram_base=50493 x_size=13014 x_stride=65534 x_pad_0=7  # 94
store out sram_base=65534 dram_base=2181769805 y_size=44846 x_stride=3155 y_pad_0=14  # 95
store out sram_base=5 dram_base=1 y_size=46462 x_stride=65535 y_pad_0=4 y_pad_1=14  # 96
store out dram_base=2393714316 x_size=58433 x_stride=65534 x_pad_0=7 x_pad_1=14  # 97
store out sram_base=6 dram_base=4 y_size=65535 x_stride=2 y_pad_0=3 y_pad_1=3  # 98
store out sram_base=33830 dram_base=7 x_stride=58932 x_pad_0=6 x_pad_1=4 push_prev  # 99
store out sram_base=51341 x_stride=49243 x_pad_0=7 x_pad_1=13  # 100
gemm uop_end=6 iter_out=77 iter_in=1 dst_out=3 dst_in=1 src_out=26 src_in=4 wgt_out=5 wgt_in=5  # 101
load inp sram_base=49990 dram_base=5 y_size=37268 x_stride=55977 y_pad_0=3 y_pad_1=14 push_next  # 102
store out sram_base=27779 dram_base=4 y_size=38930 x_stride=21450 y_pad_0=8  # 103
store out sram_base=63762 dram_base=1 y_size=5 x_stride=13261 y_pad_0=13 push_prev  # 104
gemm reset uop_bgn=5367 uop_end=5367 iter_out=16382 iter_in=10867 dst_out=6 dst_in=3 src_in=1914 wgt_in=693  # 105
store out sram_base=30853 dram_base=3941897742 x_size=4 x_pad_0=14 x_pad_1=9  # 106
load wgt sram_base=5 dram_base=5 x_size=50109 x_stride=32768 x_pad_0=15 x_pad_1=6  # 107
load wgt sram_base=37424 dram_base=4294967294 y_size=4 y_pad_0=14 y_pad_1=9 push_next  # 108
load inp sram_base=45265 dram_base=7 y_size=59191 x_stride=4 y_pad_0=8 y_pad_1=9  # 109
store out sram_base=49833 dram_base=4 y_size=44528 x_stride=5 y_pad_0=2 y_pad_1=5  # 110
store out sram_base=65535 dram_base=1 x_stride=51634 y_pad_0=5 push_prev  # 111
store out sram_base=42748 y_size=46154 x_stride=58057 y_pad_0=5 y_pad_1=3  # 112
store out sram_base=2 dram_base=1869944140 x_size=1 x_stride=33553 push_prev  # 113
load wgt sram_base=56331 dram_base=3847652259 y_size=35700 x_stride=19927 y_pad_0=6 y_pad_1=4  # 114
gemm uop_bgn=1 iter_out=15837 iter_in=5 dst_out=1684 dst_in=1701 src_out=4 wgt_out=6 wgt_in=678 pop_prev pop_next push_next  # 115
alu max reset uop_bgn=326 uop_end=332 iter_out=1 iter_in=4 dst_out=5 dst_in=682 src_out=1822 use_imm imm=2480 pop_prev push_next  # 116
store out sram_base=6 dram_base=6 x_size=62502 x_stride=5 x_pad_0=12 x_pad_1=5  # 117
store out dram_base=2706941445 y_size=1 x_stride=28170 y_pad_0=14 y_pad_1=6 push_prev  # 118
load acc sram_base=47518 dram_base=2354197214 y_size=2 y_pad_0=5 y_pad_1=13 pop_next  # 119
load wgt sram_base=51084 dram_base=3680078034 x_stride=1 y_pad_0=3  # 120
load acc8 dram_base=1 x_stride=2 pop_next  # 121
store out sram_base=65535 dram_base=4279056336 x_stride=32768 x_pad_0=2 x_pad_1=4  # 122
store out dram_base=2260199201 y_size=60151 x_stride=1 y_pad_0=10 y_pad_1=10 pop_prev  # 123
store out sram_base=33982 dram_base=7 y_size=65535 x_stride=32768 y_pad_0=5 y_pad_1=13 push_prev  # 124
store out sram_base=6 y_size=9123 x_stride=53852 y_pad_0=1 y_pad_1=4  # 125
store out sram_base=6 dram_base=1011573209 x_size=5 x_stride=6 x_pad_0=7 x_pad_1=13  # 126
store out sram_base=32768 dram_base=4294967294 x_size=44904 x_stride=2 x_pad_0=3 x_pad_1=9  # 127
store out dram_base=1 x_stride=65535 y_pad_1=11  # 128
store out x_size=3 x_stride=47002 x_pad_0=14 x_pad_1=1 pop_prev  # 129
load acc sram_base=65535 dram_base=3156061908 x_size=7 x_stride=48109 x_pad_0=8 x_pad_1=11 pop_next push_prev  # 130
store out y_size=7 x_stride=40317 y_pad_1=5  # 131
load acc sram_base=10452 dram_base=6 y_size=61005 x_stride=65535 y_pad_0=14 y_pad_1=11  # 132
store out sram_base=36808 x_size=32768 x_stride=6 x_pad_1=15  # 133
store out sram_base=65535 y_size=32768 x_stride=5 y_pad_0=8 y_pad_1=6  # 134
store out sram_base=2 dram_base=2 y_size=44633 x_stride=6 y_pad_0=6  # 135
store out sram_base=4 dram_base=7 x_stride=62594 x_pad_0=8 x_pad_1=1  # 136
store out sram_base=4 x_size=6 x_stride=5 x_pad_0=15 x_pad_1=8  # 137
store out sram_base=6 x_size=65534 x_stride=5 x_pad_0=15 x_pad_1=15  # 138
gemm uop_bgn=6889 uop_end=8192 iter_out=2 dst_out=1457 dst_in=4 src_out=984 src_in=1738 wgt_out=1022 wgt_in=7  # 139
store out dram_base=2757179759 y_size=41497 x_stride=6 y_pad_1=4 push_prev  # 140
load wgt sram_base=44608 dram_base=4 x_size=44201 x_stride=54577 x_pad_0=1 x_pad_1=3  # 141
alu mul reset uop_bgn=6414 uop_end=8192 iter_out=1 iter_in=1 dst_out=7 dst_in=1432 src_out=2  # 142
store out sram_base=4 x_size=2941 x_stride=5  # 143
store out sram_base=32768 dram_base=2 y_size=4868 x_stride=59633 y_pad_0=7 y_pad_1=1  # 144
alu add reset uop_bgn=8099 uop_end=8105 iter_out=1 iter_in=1 dst_out=1666 dst_in=308 src_out=421 src_in=248 imm=21405 pop_next  # 145
store out sram_base=21785 dram_base=7 x_size=433 x_stride=65534 x_pad_0=9  # 146
store out sram_base=4 dram_base=4 y_size=41011 x_stride=56788 y_pad_0=6 y_pad_1=15  # 147
load acc dram_base=2 y_size=58667 x_stride=31306 y_pad_0=1 y_pad_1=1 pop_next  # 148
load acc sram_base=32770 dram_base=2 y_size=2 x_stride=6 y_pad_0=7  # 149
store out sram_base=1 dram_base=5 y_size=63639 x_stride=58521 y_pad_1=12  # 150
load acc sram_base=5 dram_base=2147483648 y_size=28162 y_pad_0=15 y_pad_1=3  # 151
gemm reset uop_bgn=5521 uop_end=8192 iter_out=13600 dst_out=3 dst_in=2 src_out=589 src_in=7 wgt_out=4 wgt_in=1022  # 152
load inp sram_base=18569 y_size=8192 x_stride=33850 y_pad_0=1 y_pad_1=4  # 153
load inp sram_base=4977 dram_base=3020864410 x_size=42355 x_stride=2 x_pad_0=5 x_pad_1=12  # 154
store out sram_base=53961 dram_base=3279028393 x_size=5 x_stride=2 x_pad_0=15 x_pad_1=12  # 155
gemm uop_bgn=2004 uop_end=2010 iter_out=1 iter_in=1 dst_out=1435 dst_in=7 src_out=3 src_in=3 wgt_in=2  # 156
load inp sram_base=5 dram_base=4294967294 x_size=1 x_stride=36042 x_pad_0=11 x_pad_1=10  # 157
load acc8 sram_base=60805 dram_base=3281580481 y_size=1 x_stride=2 y_pad_0=2 y_pad_1=14 push_prev  # 158
store out sram_base=45314 dram_base=3957404423 x_size=2 x_stride=23635 x_pad_0=3 x_pad_1=11 push_prev  # 159
store out sram_base=2 dram_base=431159898 x_stride=4 y_pad_0=9 y_pad_1=6  # 160
load wgt sram_base=3 dram_base=781182980 x_size=36314 x_stride=65535 x_pad_0=6 x_pad_1=7  # 161
load wgt sram_base=37814 dram_base=2770310563 y_size=42025 x_stride=54320 y_pad_0=5 y_pad_1=2  # 162
load acc sram_base=2 dram_base=4294967295 x_size=6 x_stride=4 x_pad_0=13 x_pad_1=6 pop_next  # 163
store out dram_base=1576445266 x_size=65535 x_stride=9463 x_pad_0=1 x_pad_1=15 push_prev  # 164
store out sram_base=59688 dram_base=672048838 x_size=54347 x_pad_0=8 x_pad_1=1  # 165
store out sram_base=1 dram_base=4082666802 y_size=57765 x_stride=5 y_pad_0=6 y_pad_1=5  # 166
load acc8 sram_base=51226 y_size=62532 x_stride=48424 y_pad_0=3 y_pad_1=14 push_prev  # 167
load wgt sram_base=58234 dram_base=7 x_size=57205 x_stride=2 x_pad_0=9 x_pad_1=6 pop_next  # 168
store out sram_base=6951 dram_base=7 x_stride=4 y_pad_0=6 y_pad_1=1  # 169
store out sram_base=4 dram_base=449975547 y_size=7 x_stride=57568 y_pad_0=5 y_pad_1=3 push_prev  # 170
store out sram_base=9279 dram_base=3303912222 y_size=3 x_stride=64430 y_pad_0=15 y_pad_1=14  # 171
load acc8 sram_base=6129 x_size=7 x_stride=2 x_pad_0=1 x_pad_1=6 pop_next  # 172
load uop y_size=33009 x_stride=4 y_pad_0=6 y_pad_1=10  # 173
load inp sram_base=39241 dram_base=4 y_size=4 x_stride=3 y_pad_0=3 y_pad_1=5 pop_next  # 174
alu shr reset uop_bgn=4096 uop_end=4096 dst_out=746 dst_in=1 src_out=6 src_in=85 use_imm imm=4622 push_prev push_next  # 175
load inp sram_base=39940 dram_base=4294967294 x_size=33348 x_stride=65534 x_pad_0=2 x_pad_1=5 pop_next push_next  # 176
load inp sram_base=58131 dram_base=2501301756 x_stride=1 x_pad_1=9  # 177
load inp sram_base=3 dram_base=5 x_size=24279 x_stride=42468 x_pad_0=7 x_pad_1=5  # 178
load inp sram_base=14199 dram_base=4294967295 y_size=1 x_stride=47380 y_pad_0=14  # 179
load inp sram_base=5 dram_base=3393087530 x_size=41280 x_stride=65534 x_pad_0=11 x_pad_1=7  # 180
store out sram_base=65535 dram_base=394117033 y_size=7 x_stride=5 y_pad_0=1 y_pad_1=14 pop_prev  # 181
load inp sram_base=7 dram_base=4294967295 x_size=50330 x_stride=5 x_pad_0=1 x_pad_1=3  # 182
load wgt sram_base=65534 dram_base=7 y_size=32768 x_stride=3 y_pad_0=11 y_pad_1=10  # 183
load wgt sram_base=6 dram_base=7 y_size=1 x_stride=32768 y_pad_0=7 y_pad_1=1  # 184
load inp sram_base=6 dram_base=2147483648 y_size=48767 x_stride=33832 y_pad_0=3 y_pad_1=3 pop_next  # 185
load acc sram_base=10709 dram_base=3238545368 y_size=65535 x_stride=16372 y_pad_0=7 y_pad_1=6  # 186
load acc8 sram_base=1 dram_base=1 y_size=5 x_stride=4838 y_pad_0=2 y_pad_1=15 push_prev push_next  # 187
store out sram_base=34050 dram_base=403696823 y_size=3 y_pad_0=5 y_pad_1=7 pop_prev  # 188
load wgt sram_base=38787 dram_base=3903460211 y_size=1 x_stride=18040 y_pad_0=5 y_pad_1=7 pop_next  # 189
store out sram_base=60868 dram_base=4294967294 x_size=16429 x_stride=65534 x_pad_0=13 x_pad_1=2  # 190
load inp sram_base=56155 dram_base=3586869945 x_size=32768 x_stride=4 x_pad_0=5 x_pad_1=11 push_next  # 191
load acc8 sram_base=65256 dram_base=2 x_size=12769 x_stride=3 x_pad_0=2 x_pad_1=1 pop_next  # 192
load inp sram_base=45431 dram_base=2786692741 y_size=2 x_stride=5 y_pad_0=6 y_pad_1=5  # 193
store out sram_base=6 dram_base=2 x_size=3 x_stride=65535 x_pad_0=14  # 194
load inp sram_base=39158 dram_base=634070122 x_size=65534 x_stride=4 x_pad_1=10  # 195
store out sram_base=50521 dram_base=7 y_size=25772 x_stride=13012 y_pad_0=7 y_pad_1=4  # 196
store out sram_base=47937 dram_base=2814559212 y_size=54986 x_stride=16596  # 197
load wgt sram_base=33159 dram_base=7 x_stride=2 x_pad_0=9 x_pad_1=12  # 198
load acc dram_base=3539089540 x_size=58037 x_pad_0=5 x_pad_1=4 push_prev  # 199
store out sram_base=13177 dram_base=3692199347 x_size=59814 x_stride=64683 x_pad_0=6 x_pad_1=9  # 200
store out sram_base=3 dram_base=3037612403 y_size=5573 x_stride=7 y_pad_0=9 y_pad_1=3 push_prev  # 201
load wgt sram_base=4 dram_base=3 y_size=43876 x_stride=57271 y_pad_0=12 y_pad_1=5  # 202
load acc8 sram_base=1 dram_base=3056004460 y_size=36767 x_stride=41258 y_pad_0=2 y_pad_1=5 pop_prev pop_next  # 203
alu min reset uop_bgn=4 uop_end=8192 iter_in=3 dst_out=2 dst_in=1206 src_out=29 src_in=1220 use_imm imm=4530 pop_next  # 204
load acc8 sram_base=4 dram_base=3 y_size=2 x_stride=37662 y_pad_0=5 y_pad_1=9  # 205
store out sram_base=32768 dram_base=463738083 y_size=35394 x_stride=30418 y_pad_0=7 y_pad_1=14  # 206
load inp sram_base=4 dram_base=1798400040 y_size=59113 y_pad_0=5 y_pad_1=7 pop_next  # 207
alu min reset uop_bgn=8191 uop_end=8192 iter_out=2 iter_in=1 dst_in=2046 src_in=1028 use_imm  # 208
store out sram_base=3 dram_base=14106842 y_size=6 x_stride=16105 y_pad_0=8 y_pad_1=8 push_prev  # 209
load uop sram_base=64132 dram_base=2685709061 x_size=2 x_stride=10152 x_pad_0=6 x_pad_1=4 push_next  # 210
load acc8 sram_base=4 dram_base=1888608496 x_stride=1 x_pad_1=8  # 211
store out x_size=34495 x_stride=1 x_pad_0=5 x_pad_1=15  # 212
store out dram_base=3323624932 y_size=3 y_pad_0=14 y_pad_1=7 pop_prev push_prev  # 213
load wgt dram_base=4294967295 x_size=7 x_stride=27646 x_pad_1=14  # 214
load acc sram_base=11850 dram_base=4 y_size=7 x_stride=4 y_pad_0=6 y_pad_1=8  # 215
load inp sram_base=1 dram_base=989876955 x_size=7 x_stride=4 x_pad_1=9 push_next  # 216
load inp dram_base=4294967294 x_size=65535 x_stride=3 x_pad_1=1  # 217
alu add reset uop_bgn=5570 uop_end=1 iter_in=12223 dst_out=217 dst_in=1431 src_in=2046 imm=-32768 pop_next  # 218
store out sram_base=45911 dram_base=1315232876 y_size=2 x_stride=19154 y_pad_0=12 y_pad_1=11  # 219
store out sram_base=2 dram_base=1623618803 y_pad_1=7 push_prev  # 220
load wgt sram_base=65535 dram_base=2147483648 x_size=55753 x_stride=6 x_pad_0=15 x_pad_1=14  # 221
store out sram_base=5 dram_base=7 x_size=5 x_stride=6883 x_pad_0=10 x_pad_1=6 push_prev  # 222
gemm reset iter_out=16162 dst_out=5 dst_in=1765 src_out=251 src_in=619 wgt_out=733 wgt_in=1022 pop_next  # 223
load wgt sram_base=65535 dram_base=7 x_size=44718 x_stride=3 x_pad_0=5 x_pad_1=8 push_next  # 224
store out dram_base=4 y_size=25277 x_stride=5103 y_pad_0=13 y_pad_1=5  # 225
store out sram_base=5 dram_base=5 y_size=3 x_stride=65534 y_pad_0=13 y_pad_1=8  # 226
load wgt dram_base=1 x_size=2 x_stride=58539 x_pad_0=14  # 227
store out sram_base=54419 dram_base=2337038121 y_size=1 x_stride=40673 y_pad_0=15 y_pad_1=9  # 228
load uop dram_base=6 x_size=52063 x_stride=29837 x_pad_0=15 x_pad_1=12 pop_prev  # 229
alu add reset uop_bgn=8190 uop_end=8190 iter_in=16382 dst_out=2 dst_in=7 src_out=1021 src_in=3 imm=2 pop_prev  # 230
load acc sram_base=43290 dram_base=4155697879 x_stride=2 y_pad_0=9 y_pad_1=7 pop_prev  # 231
alu min uop_bgn=8191 uop_end=8191 iter_in=16383 dst_out=1556 dst_in=1 src_out=2 src_in=1276 imm=4 pop_next  # 232
load acc sram_base=60800 dram_base=5 y_size=1 x_stride=51000 y_pad_1=2 pop_next  # 233
finish  # 234
