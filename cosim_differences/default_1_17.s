# program 17 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=2 gap=5 outstanding=1 burst=1
.bytes 1048576
.window 0x0 0x100000
.base uop=0x0 inp=0x10db0 wgt=0x1e000 acc=0x4040 out=0x58d30
.stream 0x10000
.uops 0x1000
.random 0x20000 262144 2046297352253546421
.random 0x80000 65536 5967555023582545590
.kernels 18 43
.racy
uop dst=2047 src=2047 wgt=1023
uop dst=1733 src=855 wgt=906
uop dst=2025 src=446 wgt=4
uop dst=1715 src=1040 wgt=88
uop dst=363 src=1153 wgt=573
uop dst=16 src=286 wgt=152
uop dst=2046 src=2046 wgt=721
uop dst=0 src=1358 wgt=851
uop dst=6 src=0 wgt=0
uop dst=1216 src=1862 wgt=0
uop dst=0 src=0 wgt=528
uop dst=4 src=1519 wgt=6
uop dst=5 src=0 wgt=655
uop dst=0 src=5 wgt=1
uop dst=1680 src=1969 wgt=1
uop dst=875 src=1815 wgt=11
uop dst=876 src=1816 wgt=12
uop dst=877 src=1817 wgt=13
uop dst=878 src=1818 wgt=14
uop dst=879 src=1819 wgt=15
uop dst=880 src=1820 wgt=16
uop dst=881 src=1821 wgt=17
uop dst=882 src=1822 wgt=18
uop dst=883 src=1823 wgt=19
uop dst=884 src=1824 wgt=20
uop dst=6 src=8 wgt=3
uop dst=7 src=9 wgt=8
uop dst=11 src=9 wgt=1
uop dst=2 src=3 wgt=5
uop dst=0 src=0 wgt=9
uop dst=0 src=6 wgt=4
uop dst=2 src=9 wgt=0
uop dst=4 src=9 wgt=7
uop dst=7 src=4 wgt=8
uop dst=10 src=11 wgt=2
uop dst=8 src=2 wgt=9
uop dst=3 src=0 wgt=5
uop dst=67 src=1780 wgt=223
uop dst=1930 src=381 wgt=257
uop dst=702 src=1981 wgt=335
uop dst=1653 src=1435 wgt=830
uop dst=1653 src=1435 wgt=830
uop dst=676 src=438 wgt=200
uop dst=676 src=438 wgt=200
uop dst=676 src=438 wgt=200
uop dst=676 src=438 wgt=200
uop dst=676 src=438 wgt=200
uop dst=676 src=438 wgt=200
uop dst=1577 src=1543 wgt=783
uop dst=1284 src=327 wgt=704
uop dst=728 src=352 wgt=556
uop dst=139 src=439 wgt=379
uop dst=1836 src=1105 wgt=375
uop dst=297 src=1299 wgt=866
uop dst=691 src=978 wgt=185
uop dst=795 src=1020 wgt=640
uop dst=310 src=1129 wgt=19
uop dst=922 src=1984 wgt=912
uop dst=1328 src=11 wgt=494
uop dst=157 src=708 wgt=722
uop dst=6 src=5 wgt=6
uop dst=6 src=3 wgt=7
uop dst=1 src=0 wgt=6
uop dst=3 src=5 wgt=2
uop dst=1520 src=146 wgt=214
uop dst=1731 src=1210 wgt=5
uop dst=703 src=957 wgt=64
uop dst=566 src=1420 wgt=543
uop dst=760 src=1106 wgt=157
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2046 src=1117 wgt=2
uop dst=0 src=1024 wgt=5
uop dst=1 src=0 wgt=581
uop dst=687 src=1364 wgt=0
uop dst=1851 src=1024 wgt=512
uop dst=1218 src=1235 wgt=804
uop dst=1464 src=1796 wgt=430
uop dst=912 src=938 wgt=494
uop dst=1881 src=1910 wgt=230
uop dst=368 src=71 wgt=82
uop dst=1450 src=859 wgt=953
uop dst=38 src=1515 wgt=257
uop dst=1988 src=1204 wgt=406
uop dst=35 src=1049 wgt=198
uop dst=960 src=1865 wgt=44
uop dst=1555 src=1735 wgt=17
uop dst=1595 src=1381 wgt=643
uop dst=0 src=1576 wgt=0
uop dst=5 src=1 wgt=0
uop dst=1024 src=2 wgt=1023
uop dst=2 src=3 wgt=1023
uop dst=1675 src=1953 wgt=344
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=1346 src=1631 wgt=61
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=911 src=906 wgt=503
uop dst=57 src=189 wgt=395
uop dst=475 src=1980 wgt=606
uop dst=385 src=1535 wgt=909
uop dst=474 src=1541 wgt=473
uop dst=1100 src=1236 wgt=313
uop dst=52 src=85 wgt=66
uop dst=575 src=1787 wgt=837
uop dst=992 src=1386 wgt=931
uop dst=1777 src=1326 wgt=1007
uop dst=871 src=1387 wgt=1006
uop dst=1097 src=279 wgt=132
uop dst=0 src=2047 wgt=745
uop dst=2 src=1197 wgt=0
uop dst=1789 src=1376 wgt=270
uop dst=663 src=1171 wgt=309
uop dst=146 src=696 wgt=483
uop dst=210 src=842 wgt=21
uop dst=211 src=843 wgt=22
uop dst=212 src=844 wgt=23
uop dst=213 src=845 wgt=24
uop dst=214 src=846 wgt=25
uop dst=215 src=847 wgt=26
uop dst=216 src=848 wgt=27
uop dst=2006 src=1071 wgt=48
uop dst=1654 src=1768 wgt=955
uop dst=1 src=1103 wgt=6
uop dst=0 src=7 wgt=1
uop dst=0 src=1377 wgt=2
uop dst=1024 src=3 wgt=4
uop dst=2046 src=7 wgt=7
uop dst=1 src=1838 wgt=512
uop dst=1445 src=1024 wgt=803
uop dst=1182 src=4 wgt=0
uop dst=4 src=351 wgt=2
uop dst=1956 src=1703 wgt=0
uop dst=1949 src=0 wgt=0
uop dst=2046 src=0 wgt=2
uop dst=0 src=1693 wgt=521
uop dst=1024 src=2046 wgt=0
uop dst=6 src=5 wgt=4
uop dst=0 src=2046 wgt=1022
uop dst=1557 src=2047 wgt=916
uop dst=1209 src=5 wgt=0
uop dst=1 src=1266 wgt=7
uop dst=1028 src=1208 wgt=571
uop dst=1024 src=5 wgt=6
uop dst=449 src=256 wgt=917
uop dst=5 src=4 wgt=8
uop dst=9 src=6 wgt=10
uop dst=1 src=5 wgt=11
uop dst=5 src=7 wgt=2
uop dst=6 src=9 wgt=9
uop dst=6 src=5 wgt=5
uop dst=10 src=10 wgt=10
uop dst=3 src=10 wgt=7
uop dst=5 src=8 wgt=9
uop dst=1507 src=1893 wgt=188
uop dst=413 src=1907 wgt=590
uop dst=1925 src=575 wgt=1009
uop dst=922 src=1328 wgt=233
uop dst=220 src=1105 wgt=354
uop dst=17 src=549 wgt=853
uop dst=826 src=1522 wgt=888
uop dst=1220 src=69 wgt=465
uop dst=168 src=1853 wgt=358
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
uop dst=1782 src=959 wgt=878
uop dst=1783 src=960 wgt=879
uop dst=1784 src=961 wgt=880
uop dst=1785 src=962 wgt=881
uop dst=1786 src=963 wgt=882
uop dst=1787 src=964 wgt=883
uop dst=1788 src=965 wgt=884
uop dst=1264 src=1369 wgt=628
uop dst=1265 src=1370 wgt=629
uop dst=1266 src=1371 wgt=630
uop dst=1267 src=1372 wgt=631
uop dst=1268 src=1373 wgt=632
uop dst=1269 src=1374 wgt=633
uop dst=1270 src=1375 wgt=634
uop dst=3 src=2046 wgt=0
uop dst=1135 src=1014 wgt=804
uop dst=1909 src=1378 wgt=612
uop dst=800 src=890 wgt=647
uop dst=1152 src=606 wgt=528
uop dst=2003 src=913 wgt=208
uop dst=512 src=399 wgt=586
uop dst=724 src=449 wgt=206
uop dst=883 src=1098 wgt=212
uop dst=873 src=1246 wgt=177
uop dst=1239 src=995 wgt=379
uop dst=1984 src=227 wgt=182
uop dst=1015 src=1161 wgt=610
uop dst=2047 src=0 wgt=512
uop dst=1971 src=0 wgt=1023
uop dst=1529 src=0 wgt=706
uop dst=3 src=5 wgt=512
uop dst=3 src=5 wgt=1022
uop dst=1 src=1364 wgt=19
uop dst=1674 src=1953 wgt=2
uop dst=2046 src=3 wgt=4
uop dst=1881 src=3 wgt=1023
uop dst=2 src=2047 wgt=2
uop dst=1 src=3 wgt=2
uop dst=583 src=677 wgt=394
uop dst=105 src=1580 wgt=254
uop dst=106 src=1581 wgt=255
uop dst=107 src=1582 wgt=256
uop dst=108 src=1583 wgt=257
uop dst=109 src=1584 wgt=258
uop dst=11 src=6 wgt=10
uop dst=5 src=0 wgt=8
uop dst=1 src=6 wgt=3
uop dst=2 src=4 wgt=5
uop dst=10 src=9 wgt=2
uop dst=1 src=0 wgt=0
uop dst=4 src=4 wgt=8
uop dst=2 src=3 wgt=9
uop dst=5 src=4 wgt=0
uop dst=9 src=8 wgt=2
uop dst=3 src=10 wgt=5
uop dst=143 src=1242 wgt=342
uop dst=1268 src=2029 wgt=974
uop dst=38 src=127 wgt=871
uop dst=739 src=980 wgt=898
uop dst=73 src=672 wgt=689
uop dst=1018 src=1074 wgt=654
uop dst=851 src=199 wgt=124
uop dst=99 src=666 wgt=869
uop dst=1851 src=1582 wgt=1022
uop dst=2047 src=7 wgt=4
uop dst=3 src=74 wgt=2
uop dst=2 src=6 wgt=686
uop dst=5 src=1863 wgt=854
uop dst=1551 src=2046 wgt=260
uop dst=1053 src=4 wgt=0
uop dst=923 src=1188 wgt=586
uop dst=924 src=1189 wgt=587
uop dst=925 src=1190 wgt=588
uop dst=926 src=1191 wgt=589
uop dst=927 src=1192 wgt=590
uop dst=928 src=1193 wgt=591
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
gemm uop_bgn=7815 uop_end=7821 iter_out=5 iter_in=1 dst_out=2 dst_in=4 src_out=511 src_in=6 wgt_in=6  # 0
store out sram_base=1576 dram_base=10042 y_size=5 x_size=1 x_stride=1  # 1
load wgt sram_base=597 dram_base=42 y_size=3 x_size=3 x_stride=3 push_next  # 2
alu shr reset uop_bgn=8186 uop_end=8192 iter_out=1 iter_in=100 dst_out=2047 dst_in=1 src_out=2 src_in=2047 use_imm imm=1  # 3
gemm uop_bgn=361 uop_end=367 iter_out=4 iter_in=5 src_out=682 wgt_out=1 wgt_in=255  # 4
load acc dram_base=2046 y_size=3 x_size=1 x_stride=1  # 5
store out dram_base=3 y_size=32768 y_pad_0=10 y_pad_1=5  # 6
load inp sram_base=3 dram_base=7412 y_size=3 x_size=3 x_stride=5 push_next  # 7
store out sram_base=2000 dram_base=10031 y_size=6 x_size=8 x_stride=817 push_prev  # 8
gemm reset uop_bgn=4757 uop_end=4763 iter_out=1 iter_in=100 dst_out=5 dst_in=20 src_out=2046 src_in=4 wgt_out=7 wgt_in=1023 pop_next  # 9
store out sram_base=2033 dram_base=11800 y_size=3 x_size=5 x_stride=3  # 10
gemm uop_end=40 iter_out=1 iter_in=4 dst_out=5 dst_in=3 src_out=1577 src_in=682 wgt_out=549 wgt_in=341 push_next  # 11
load inp sram_base=714 dram_base=28741 y_size=4 x_size=3 x_stride=7  # 12
store out sram_base=319 dram_base=13155 y_size=1 x_size=8 pop_prev  # 13
load acc sram_base=64829 dram_base=3122896556 y_size=1 x_stride=55121 y_pad_0=13 y_pad_1=8  # 14
load inp sram_base=1819 dram_base=28461 y_size=1 x_size=6 x_stride=32768 x_pad_0=15  # 15
alu mul reset uop_end=6 iter_out=75 iter_in=1 dst_out=3 dst_in=74 src_out=27 src_in=2 imm=7  # 16
alu max uop_bgn=665 uop_end=671 iter_out=80 iter_in=1 dst_out=2 dst_in=2 src_in=5 use_imm imm=9021 pop_prev  # 17
gemm uop_bgn=4929 uop_end=8192 iter_out=1 iter_in=1 dst_in=1333 src_out=1686 src_in=7 wgt_out=572 wgt_in=805  # 18
store out sram_base=58702 dram_base=4294967295 y_size=45429 x_stride=5 y_pad_0=4 y_pad_1=7 push_prev  # 19
load acc sram_base=7 y_size=1698 x_stride=60630 y_pad_0=2 y_pad_1=1 x_pad_0=1 pop_prev pop_next  # 20
alu max reset uop_bgn=5901 uop_end=7256 iter_out=1 iter_in=1 dst_out=1024 dst_in=3 src_out=1830 imm=22753 push_next  # 21
store out sram_base=2008 dram_base=10085 y_size=40 x_size=1 x_stride=3  # 22
load inp sram_base=577 dram_base=7 y_size=633 x_pad_0=1 push_next  # 23
store out sram_base=1 dram_base=10039 y_size=3 x_size=4 x_stride=6 pop_prev  # 24
store out sram_base=2030 dram_base=10029 y_size=3 x_size=6 x_stride=2045  # 25
store out sram_base=2003 dram_base=13253 y_size=45 x_size=1  # 26
load uop sram_base=8178 dram_base=1264 y_size=2 x_size=7 x_stride=3 push_next  # 27
load inp sram_base=418 dram_base=3888 y_size=2 x_size=1 x_stride=3 x_pad_0=2  # 28
load inp sram_base=2019 dram_base=20125 y_size=28 x_size=1 x_stride=5 y_pad_0=1  # 29
store out sram_base=755 dram_base=10077 y_size=1293 x_size=1 x_stride=3 push_prev  # 30
load inp sram_base=2042 dram_base=29451 y_size=1 x_size=1 x_stride=60829 x_pad_0=3 x_pad_1=2  # 31
store out sram_base=61485 dram_base=1425566169 x_size=7 x_stride=55781 x_pad_1=11 pop_prev  # 32
store out sram_base=52326 dram_base=7 y_size=64268 x_stride=3 y_pad_0=10 y_pad_1=3  # 33
load inp dram_base=3936112895 x_size=61750 x_pad_0=15 x_pad_1=7  # 34
load uop sram_base=5 x_size=1 x_stride=65535 x_pad_1=5 pop_next push_prev  # 35
store out sram_base=54422 dram_base=3371438168 y_size=53173 x_stride=1 y_pad_0=13 y_pad_1=5  # 36
load uop sram_base=3 dram_base=3036932776 y_size=65535 x_stride=19181 y_pad_0=5  # 37
load acc sram_base=3 dram_base=224306242 x_size=37029 x_stride=18005 x_pad_1=14 pop_prev  # 38
store out sram_base=16646 x_stride=54534 x_pad_0=14 x_pad_1=6  # 39
load uop sram_base=2 dram_base=3762678739 x_size=57293 x_pad_0=13 x_pad_1=1  # 40
load uop y_size=43041 x_stride=6 y_pad_0=11 y_pad_1=12  # 41
alu add reset uop_bgn=7914 uop_end=6685 iter_out=2887 iter_in=8902 dst_out=7 dst_in=1788 src_out=1950 src_in=1062 imm=3  # 42
gemm reset uop_bgn=7754 uop_end=7754 iter_in=8890 dst_in=1063 src_out=1906 src_in=2 wgt_out=512 wgt_in=812  # 43
load acc sram_base=22394 dram_base=2 y_size=10163  # 44
alu shr reset iter_in=7 dst_out=1024 dst_in=3 src_out=730 src_in=2047 use_imm imm=3  # 45
load uop sram_base=7 dram_base=2370132623 x_stride=65535 y_pad_0=5 y_pad_1=8  # 46
gemm reset uop_bgn=3 uop_end=3 iter_out=12089 iter_in=14321 dst_out=1919 dst_in=2044 src_out=2046 src_in=1121 wgt_out=703 wgt_in=2  # 47
load acc8 sram_base=40403 dram_base=3989129832 x_stride=2 y_pad_0=8 y_pad_1=14 push_next  # 48
alu mul reset uop_bgn=3 uop_end=3 iter_in=16382 dst_in=1153 src_out=6 src_in=1259 use_imm imm=8443  # 49
load uop sram_base=44328 dram_base=6 x_stride=31051 y_pad_0=10  # 50
gemm reset uop_bgn=1 iter_out=11893 iter_in=3 dst_out=1211 dst_in=1638 src_out=6 src_in=2046 wgt_in=3 push_next  # 51
alu max reset uop_bgn=4701 uop_end=8192 iter_out=16383 dst_out=2047 dst_in=2 src_out=2017 src_in=1024 use_imm imm=28536  # 52
load acc sram_base=38700 dram_base=2 x_size=36295 x_stride=65535 x_pad_0=14 x_pad_1=13  # 53
load uop sram_base=2 dram_base=2 x_stride=40172 x_pad_0=10 x_pad_1=11  # 54
load wgt sram_base=1 dram_base=3 y_size=52750 x_stride=55835 y_pad_1=12 pop_next  # 55
load uop sram_base=43226 dram_base=2552034236 y_size=3 x_stride=7 y_pad_0=2 y_pad_1=6  # 56
load acc8 sram_base=4 dram_base=3 x_stride=7 x_pad_0=4 x_pad_1=14  # 57
load acc sram_base=1 dram_base=896507408 x_size=6 x_stride=6 x_pad_0=15 x_pad_1=8  # 58
load wgt sram_base=65534 y_size=65535 x_stride=39570 y_pad_0=5 y_pad_1=2  # 59
load uop sram_base=3 dram_base=7 y_size=25585 x_stride=5 y_pad_0=2 y_pad_1=5 push_prev  # 60
load inp sram_base=52724 x_stride=6 x_pad_0=15  # 61
store out sram_base=7200 dram_base=355443004 y_pad_0=13 y_pad_1=10  # 62
load inp dram_base=41817998 x_stride=4 y_pad_0=15 y_pad_1=13  # 63
store out sram_base=1 x_size=18983 x_stride=2 x_pad_0=15  # 64
load inp sram_base=65534 dram_base=2 x_stride=41745 y_pad_0=14 y_pad_1=10  # 65
store out dram_base=1 x_stride=1 y_pad_1=14 push_prev  # 66
store out sram_base=27028 dram_base=5 y_size=2 x_stride=3 y_pad_0=15 y_pad_1=1 push_prev  # 67
store out sram_base=47387 dram_base=2147483648 x_size=59974 x_stride=7 x_pad_0=3 x_pad_1=2  # 68
load acc sram_base=4 dram_base=1899861583 x_size=2 x_stride=4041 x_pad_0=11 x_pad_1=5  # 69
load uop sram_base=63741 x_size=35714 x_stride=41890 x_pad_0=14 x_pad_1=2 pop_next  # 70
store out sram_base=4 dram_base=5 x_stride=59561 y_pad_0=15 y_pad_1=11  # 71
alu shr reset uop_bgn=5617 uop_end=3233 iter_in=1 dst_out=1385 dst_in=1469 src_out=1577 src_in=1605 imm=18383 pop_next  # 72
load uop sram_base=63527 x_size=33207 x_stride=4 x_pad_0=8 x_pad_1=3  # 73
load inp sram_base=43496 dram_base=1875714101 x_size=45345 x_stride=58939 x_pad_0=15 x_pad_1=4  # 74
load uop sram_base=52916 dram_base=1385599569 y_size=53432 x_stride=59437 y_pad_0=14 y_pad_1=2  # 75
load uop sram_base=65535 dram_base=3735731259 y_size=34946 x_stride=3 y_pad_0=15 y_pad_1=14  # 76
load inp sram_base=61370 dram_base=3 y_size=32768 x_stride=47802 y_pad_1=6  # 77
store out sram_base=48300 dram_base=2126037752 y_size=54574 x_stride=54574 y_pad_1=3  # 78
load inp sram_base=7 dram_base=2850688316 x_stride=7 x_pad_0=3 x_pad_1=5  # 79
load acc8 sram_base=36841 dram_base=7 y_size=4 x_stride=56553 y_pad_0=6 y_pad_1=3  # 80
load uop sram_base=21172 dram_base=1 x_size=31969 x_stride=31521 x_pad_0=12 x_pad_1=3 push_prev  # 81
load uop sram_base=27276 x_size=5 x_stride=64677 x_pad_0=5 x_pad_1=2  # 82
load inp sram_base=45574 dram_base=1690428347 y_size=37354 x_stride=65535 y_pad_0=15 push_next  # 83
store out sram_base=65535 dram_base=4248596815 y_size=64011 x_stride=65535 y_pad_0=6 y_pad_1=3 push_prev  # 84
alu min reset uop_bgn=4511 uop_end=4511 iter_out=5 iter_in=7 dst_out=2046 dst_in=2046 src_out=1 use_imm imm=7 push_next  # 85
load wgt sram_base=6 dram_base=4 x_stride=34739 y_pad_0=14 y_pad_1=1  # 86
store out sram_base=4 dram_base=1 x_size=32957 x_pad_0=3 x_pad_1=15 pop_prev  # 87
store out sram_base=27205 y_size=1773 x_stride=5 y_pad_0=15 y_pad_1=8 pop_prev  # 88
store out sram_base=3 x_size=27619 x_pad_0=15 x_pad_1=11  # 89
store out sram_base=17133 dram_base=1 x_size=65535 x_stride=65534 x_pad_0=11 x_pad_1=14  # 90
load acc sram_base=25406 dram_base=4 y_size=6 x_stride=6 y_pad_0=15 push_prev  # 91
store out dram_base=3694346364 y_size=59232 x_stride=6 y_pad_0=13 y_pad_1=7  # 92
load wgt sram_base=52508 y_size=2 x_stride=5 y_pad_0=11 pop_next push_next  # 93
store out sram_base=33331 dram_base=2633801353 x_size=3 x_stride=24085 x_pad_0=14 x_pad_1=2 pop_prev  # 94
load inp sram_base=56820 dram_base=5 y_size=45958 x_stride=3 y_pad_0=1  # 95
store out dram_base=3974147838 x_size=4 x_stride=44314 x_pad_0=8  # 96
store out sram_base=2 dram_base=4246041874 x_size=56425 x_stride=33506 x_pad_0=3 x_pad_1=11  # 97
load uop sram_base=46776 y_size=40816 x_stride=47483 y_pad_0=8 y_pad_1=10 pop_prev  # 98
load acc dram_base=4 x_size=43018 x_pad_1=1 pop_prev  # 99
load wgt sram_base=25192 x_size=2 x_stride=59593 x_pad_0=7 x_pad_1=7 pop_next  # 100
load inp sram_base=6 dram_base=6 y_size=2 y_pad_0=14 pop_next  # 101
load acc8 sram_base=63067 y_size=65534 x_stride=51472 y_pad_0=14 y_pad_1=7 pop_next  # 102
finish  # 103
