# program 13 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=40 write=8 gap=1 outstanding=16 burst=16
.bytes 1048576
.window 0x0 0x90000
.base uop=0x0 inp=0x8650 wgt=0x1a900 acc=0xff80 out=0xc3a0
.stream 0x10090
.uops 0x1044
.random 0x20000 262144 7029481878882398894
.random 0x80000 65536 7927570954605694231
.kernels 70 109 175 180
uop dst=3 src=3 wgt=4
uop dst=0 src=7 wgt=3
uop dst=2 src=8 wgt=10
uop dst=7 src=2 wgt=7
uop dst=0 src=5 wgt=8
uop dst=11 src=9 wgt=9
uop dst=6 src=11 wgt=7
uop dst=10 src=10 wgt=0
uop dst=0 src=10 wgt=2
uop dst=10 src=5 wgt=7
uop dst=6 src=1 wgt=10
uop dst=6 src=3 wgt=11
uop dst=120 src=488 wgt=66
uop dst=8 src=2 wgt=5
uop dst=4 src=1 wgt=1
uop dst=477 src=1036 wgt=602
uop dst=1722 src=297 wgt=226
uop dst=194 src=87 wgt=588
uop dst=2040 src=355 wgt=1007
uop dst=49 src=1794 wgt=643
uop dst=1608 src=93 wgt=559
uop dst=1155 src=0 wgt=223
uop dst=1491 src=76 wgt=366
uop dst=1873 src=141 wgt=77
uop dst=504 src=716 wgt=254
uop dst=505 src=717 wgt=255
uop dst=506 src=718 wgt=256
uop dst=2047 src=2047 wgt=1023
uop dst=4 src=10 wgt=8
uop dst=3 src=4 wgt=11
uop dst=8 src=6 wgt=7
uop dst=0 src=5 wgt=7
uop dst=3 src=3 wgt=1
uop dst=6 src=1 wgt=6
uop dst=3 src=4 wgt=4
uop dst=10 src=9 wgt=5
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
uop dst=1901 src=1248 wgt=3
uop dst=2027 src=0 wgt=4
uop dst=1974 src=5 wgt=684
uop dst=7 src=1423 wgt=4
uop dst=3 src=0 wgt=0
uop dst=6 src=1 wgt=844
uop dst=1498 src=1696 wgt=119
uop dst=1423 src=7 wgt=0
uop dst=974 src=198 wgt=6
uop dst=5 src=224 wgt=0
uop dst=7 src=4 wgt=682
uop dst=7 src=0 wgt=0
uop dst=4 src=3 wgt=606
uop dst=4 src=1640 wgt=4
uop dst=1322 src=5 wgt=563
uop dst=1532 src=1471 wgt=1019
uop dst=1118 src=1759 wgt=409
uop dst=2047 src=250 wgt=406
uop dst=1893 src=1758 wgt=857
uop dst=814 src=1056 wgt=813
uop dst=551 src=380 wgt=927
uop dst=1695 src=1368 wgt=149
uop dst=1765 src=1444 wgt=910
uop dst=1766 src=1445 wgt=911
uop dst=1767 src=1446 wgt=912
uop dst=1768 src=1447 wgt=913
uop dst=1769 src=1448 wgt=914
uop dst=1770 src=1449 wgt=915
uop dst=1771 src=1450 wgt=916
uop dst=1427 src=764 wgt=392
uop dst=1428 src=765 wgt=393
uop dst=1429 src=766 wgt=394
uop dst=336 src=1203 wgt=47
uop dst=337 src=1204 wgt=48
uop dst=338 src=1205 wgt=49
uop dst=339 src=1206 wgt=50
uop dst=340 src=1207 wgt=51
uop dst=341 src=1208 wgt=52
uop dst=342 src=1209 wgt=53
uop dst=343 src=1210 wgt=54
uop dst=344 src=1211 wgt=55
uop dst=345 src=1212 wgt=56
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=663 src=1791 wgt=379
uop dst=1783 src=372 wgt=584
uop dst=0 src=3 wgt=454
uop dst=1677 src=0 wgt=549
uop dst=3 src=2 wgt=239
uop dst=1488 src=1024 wgt=574
uop dst=3 src=0 wgt=593
uop dst=99 src=1711 wgt=5
uop dst=48 src=27 wgt=522
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=1199 src=646 wgt=201
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=82 src=788 wgt=50
uop dst=5 src=0 wgt=149
uop dst=0 src=1 wgt=1
uop dst=1404 src=1598 wgt=6
uop dst=6 src=1537 wgt=4
uop dst=1560 src=4 wgt=0
uop dst=1508 src=0 wgt=0
uop dst=6 src=1771 wgt=840
uop dst=4 src=3 wgt=4
uop dst=4 src=1 wgt=0
uop dst=1 src=1212 wgt=602
uop dst=46 src=1230 wgt=19
uop dst=3 src=6 wgt=7
uop dst=1078 src=1294 wgt=512
uop dst=1 src=0 wgt=1023
uop dst=999 src=309 wgt=512
uop dst=867 src=1 wgt=618
uop dst=1354 src=4 wgt=512
uop dst=1210 src=4 wgt=437
uop dst=1075 src=4 wgt=395
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1630 src=1714 wgt=895
uop dst=1344 src=1255 wgt=601
uop dst=2047 src=0 wgt=2
uop dst=6 src=6 wgt=4
uop dst=0 src=1111 wgt=227
uop dst=5 src=1113 wgt=689
uop dst=0 src=7 wgt=1
uop dst=3 src=0 wgt=0
uop dst=0 src=9 wgt=9
uop dst=2 src=7 wgt=10
uop dst=4 src=9 wgt=8
uop dst=6 src=2 wgt=3
uop dst=8 src=4 wgt=0
uop dst=7 src=7 wgt=3
uop dst=3 src=5 wgt=3
uop dst=11 src=3 wgt=7
uop dst=8 src=2 wgt=0
uop dst=1 src=1 wgt=1
uop dst=8 src=7 wgt=0
uop dst=4 src=5 wgt=6
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
uop dst=1138 src=1799 wgt=38
uop dst=865 src=865 wgt=405
uop dst=127 src=444 wgt=440
uop dst=2026 src=598 wgt=398
uop dst=1629 src=623 wgt=629
uop dst=1721 src=865 wgt=306
uop dst=1721 src=865 wgt=306
uop dst=0 src=1770 wgt=1022
uop dst=1024 src=1856 wgt=2
uop dst=1801 src=1325 wgt=488
uop dst=1224 src=1059 wgt=6
uop dst=1143 src=0 wgt=6
uop dst=2023 src=0 wgt=5
uop dst=228 src=0 wgt=439
uop dst=149 src=4 wgt=4
uop dst=4 src=1069 wgt=812
uop dst=1453 src=784 wgt=1023
uop dst=1811 src=126 wgt=495
uop dst=1345 src=4 wgt=500
load inp dram_base=17017 y_size=3 x_size=2 x_stride=2  # 0
store out sram_base=1600 dram_base=31399 y_size=4 x_size=8 x_stride=9  # 1
store out sram_base=1 dram_base=33704 y_size=5 x_size=6 x_stride=6  # 2
store out sram_base=5 dram_base=32191 y_size=2 x_size=5 x_stride=8  # 3
store out sram_base=3 dram_base=29640 y_size=4 x_size=8 x_stride=9  # 4
load inp sram_base=54025 dram_base=3 x_stride=4 x_pad_0=6 x_pad_1=6  # 5
store out sram_base=2016 dram_base=32654 y_size=4 x_size=8 x_stride=10  # 6
store out sram_base=538 dram_base=33733 y_size=44 x_size=1  # 7
store out dram_base=33733 y_size=2048 x_size=1  # 8
store out sram_base=771 dram_base=33299 y_size=1 x_size=435 x_stride=3  # 9
store out dram_base=29639 y_size=2048 x_size=1 x_stride=2  # 10
store out sram_base=1578 dram_base=29652 y_size=4 x_size=4 x_stride=5  # 11
store out dram_base=33731 y_size=1 x_size=3 x_stride=7  # 12
store out sram_base=1029 dram_base=33727 y_size=2 x_size=1 x_stride=4  # 13
store out dram_base=32446 y_size=2 x_size=3 x_stride=6  # 14
store out sram_base=1263 dram_base=31132 y_size=421 x_size=1 x_stride=4  # 15
store out sram_base=2047 dram_base=32762 y_size=1 x_size=1 x_stride=2  # 16
store out sram_base=39302 x_size=18109 x_pad_1=6  # 17
store out sram_base=64204 dram_base=6 x_size=64303 x_stride=27845 x_pad_0=2 x_pad_1=14  # 18
store out sram_base=4 dram_base=3 y_size=2 y_pad_0=3 y_pad_1=7 push_prev  # 19
load inp sram_base=46424 dram_base=2147483648 y_size=61382 y_pad_0=10 y_pad_1=7 push_next  # 20
gemm uop_bgn=1730 uop_end=1736 iter_out=1 iter_in=5 dst_out=1095 dst_in=2 src_out=2047 wgt_out=806 wgt_in=2 pop_prev pop_next  # 21
load acc dram_base=2255882574 x_stride=1 y_pad_0=12 y_pad_1=4  # 22
store out sram_base=3 dram_base=473689862 x_size=2 x_stride=43630 x_pad_0=2  # 23
load wgt sram_base=63552 dram_base=2 y_size=32768 y_pad_1=4  # 24
store out sram_base=14627 dram_base=4294967295 x_size=6 x_stride=56515 x_pad_0=15  # 25
load inp sram_base=46783 y_size=39944 y_pad_0=8  # 26
load wgt sram_base=9922 x_size=1 x_stride=7 x_pad_0=4 x_pad_1=15  # 27
load uop sram_base=6 dram_base=1 y_size=6 x_stride=5 y_pad_0=12 y_pad_1=6  # 28
load acc8 sram_base=65534 dram_base=2270836165 x_size=6 x_stride=3 x_pad_0=1 x_pad_1=5  # 29
store out sram_base=6 dram_base=1 x_stride=34147 x_pad_0=8  # 30
store out sram_base=51408 dram_base=2810816417 y_size=44568 y_pad_0=8 y_pad_1=1  # 31
load uop sram_base=6 dram_base=3748806087 y_size=26300 x_stride=39878 y_pad_0=8 y_pad_1=14  # 32
load inp sram_base=2 dram_base=5 x_size=34903 x_pad_0=3 x_pad_1=6  # 33
load uop sram_base=50354 dram_base=1 y_size=2 x_stride=6 y_pad_0=1 y_pad_1=6  # 34
alu mul uop_bgn=4047 uop_end=4053 iter_out=4 iter_in=2 dst_out=682 src_out=2047 use_imm imm=-32768 push_prev  # 35
store out sram_base=32768 dram_base=4294967294 y_size=37503 x_stride=63736 y_pad_0=4 y_pad_1=2  # 36
store out sram_base=49382 dram_base=4294967295 y_size=62592  # 37
load inp sram_base=44423 dram_base=1 x_size=29549 x_stride=30838 x_pad_0=8 x_pad_1=7 pop_next  # 38
load inp sram_base=52856 dram_base=1196347856 y_size=32768 x_stride=1 y_pad_0=15 y_pad_1=7 push_next  # 39
load wgt sram_base=1 dram_base=1946006989 y_size=32953 x_stride=44483 y_pad_0=1 y_pad_1=3  # 40
load inp sram_base=5 dram_base=1652686247 x_size=1 x_stride=3 x_pad_0=4 x_pad_1=3  # 41
load inp sram_base=1 dram_base=2004556683 x_size=4 x_stride=65534 x_pad_1=14  # 42
load wgt sram_base=3 dram_base=2978765367 y_size=41447 y_pad_0=7 y_pad_1=3  # 43
load wgt sram_base=23053 x_size=13783 x_stride=11313 x_pad_0=10 x_pad_1=1  # 44
alu add reset uop_bgn=1188 uop_end=8192 iter_out=2 iter_in=1 dst_out=3 dst_in=3 src_out=2047 src_in=3 imm=7 push_prev  # 45
load wgt sram_base=165 dram_base=995034636 x_size=61233 x_stride=1 x_pad_0=5 x_pad_1=3 pop_next  # 46
load inp sram_base=5 dram_base=2892761183 x_size=65535 x_stride=1 x_pad_0=5 x_pad_1=3  # 47
gemm uop_bgn=7685 uop_end=980 iter_out=3 iter_in=5735 dst_out=1584 dst_in=1909 src_out=1897 src_in=3 wgt_out=7  # 48
load wgt sram_base=7 dram_base=2755659916 y_size=32768 x_stride=1 y_pad_0=14 y_pad_1=2  # 49
load inp sram_base=5 dram_base=2003903769 x_size=6519 x_stride=35896 x_pad_0=6 push_next  # 50
gemm uop_bgn=8187 uop_end=8192 iter_out=1 iter_in=76 src_out=749 src_in=27 wgt_out=569 wgt_in=13 pop_prev  # 51
load inp sram_base=32768 x_size=9293 x_stride=4 x_pad_0=2 x_pad_1=4  # 52
load wgt sram_base=1 dram_base=3990422486 x_size=7 x_stride=21047 x_pad_0=2  # 53
load inp dram_base=578339526 x_size=53902 x_stride=5 x_pad_0=8  # 54
load wgt sram_base=62996 dram_base=62831056 x_size=32768 x_stride=35360 x_pad_0=13  # 55
store out x_size=6 x_stride=56211 x_pad_0=8 x_pad_1=9  # 56
store out sram_base=6 dram_base=4294967294 y_size=57067 x_stride=18754 y_pad_0=5 y_pad_1=9  # 57
store out sram_base=65534 dram_base=3890378273 y_size=6 x_stride=6552 y_pad_0=7 push_prev  # 58
store out sram_base=7360 dram_base=2208354347 y_size=52707 x_stride=65534 y_pad_0=8 push_prev  # 59
store out sram_base=55669 dram_base=2147483648 x_size=35986 x_stride=6 x_pad_0=5 x_pad_1=3  # 60
store out sram_base=1 dram_base=1 y_size=6 x_stride=26114 y_pad_0=3 y_pad_1=1 push_prev  # 61
store out sram_base=65534 x_size=6 x_stride=1  # 62
store out sram_base=32851 dram_base=6 y_size=7 x_stride=6 y_pad_0=15 y_pad_1=3  # 63
store out sram_base=44391 dram_base=3546209079 y_size=38889 x_stride=7 y_pad_0=7 y_pad_1=6  # 64
store out sram_base=5 dram_base=6 x_size=3 x_stride=42728 x_pad_0=6 push_prev  # 65
store out sram_base=2495 dram_base=6 y_size=59079 x_stride=65535 y_pad_0=13 y_pad_1=8  # 66
store out sram_base=6 dram_base=4294967294 y_size=6214 x_stride=58004 y_pad_0=4  # 67
load wgt sram_base=5 dram_base=1 x_stride=18048 x_pad_0=15 x_pad_1=14  # 68
store out sram_base=34330 dram_base=832161415 y_size=10554 x_stride=46579 y_pad_1=2  # 69
load wgt sram_base=4 y_size=62712 x_stride=42081 y_pad_0=4 y_pad_1=5  # 70
load inp sram_base=1 dram_base=2729776051 x_stride=34068 x_pad_0=9 x_pad_1=7 push_next  # 71
store out sram_base=42040 dram_base=4294967294 x_size=15092 x_stride=7 x_pad_0=8 x_pad_1=4  # 72
load inp dram_base=7 y_size=39157 y_pad_0=12 y_pad_1=10  # 73
load wgt sram_base=57411 dram_base=4129546781 y_size=35247 x_stride=682 y_pad_1=11  # 74
load inp sram_base=5 dram_base=1 x_stride=7 y_pad_0=3 y_pad_1=2 push_next  # 75
load wgt sram_base=32768 dram_base=3 x_size=7 x_stride=4 x_pad_0=8 x_pad_1=4  # 76
load inp sram_base=7 dram_base=733140589 y_size=2 x_stride=38691 y_pad_0=9 y_pad_1=4 push_next  # 77
load wgt sram_base=65535 dram_base=2147483648 x_size=42532 x_stride=46814 x_pad_0=4 x_pad_1=14  # 78
load wgt dram_base=3 x_size=58563 x_stride=7 x_pad_0=2 x_pad_1=4  # 79
load wgt sram_base=56137 dram_base=4 x_size=54588 x_stride=20109 x_pad_0=12 x_pad_1=4  # 80
load inp sram_base=1 dram_base=2 x_size=1882 x_stride=1 x_pad_0=3 x_pad_1=1  # 81
load inp sram_base=55222 dram_base=4 y_size=7 x_stride=5 y_pad_0=6 y_pad_1=6  # 82
load inp sram_base=37602 dram_base=2812524220 y_size=58087 x_stride=2 y_pad_0=5 y_pad_1=14  # 83
gemm reset uop_bgn=4291 uop_end=4297 iter_out=57 iter_in=1 dst_out=1 dst_in=1 wgt_out=3 wgt_in=323 pop_next  # 84
load inp sram_base=57744 dram_base=5 x_size=62959 x_stride=1 x_pad_1=14  # 85
load inp sram_base=7 x_size=7 x_stride=5 x_pad_0=5 x_pad_1=8  # 86
alu add reset uop_bgn=1 iter_out=16383 iter_in=4 dst_out=3 dst_in=1219 src_out=2046 src_in=5 use_imm imm=14761 pop_prev pop_next push_prev  # 87
gemm uop_bgn=5508 uop_end=5514 iter_out=1 iter_in=5 dst_out=1067 src_out=1024 wgt_out=701 wgt_in=3  # 88
store out sram_base=6 dram_base=1 y_size=60462 x_stride=34957 y_pad_0=6 y_pad_1=1  # 89
load wgt sram_base=65535 dram_base=3378743164 x_stride=37467 x_pad_0=15 x_pad_1=8  # 90
store out sram_base=3 dram_base=3 y_size=19618 x_stride=14172 y_pad_1=2  # 91
store out sram_base=65535 dram_base=6 x_size=65535 x_stride=35267 x_pad_1=8 push_prev  # 92
load inp sram_base=32768 dram_base=2147483648 y_size=56427 x_stride=2 y_pad_0=14 y_pad_1=1  # 93
store out sram_base=5 dram_base=2036406780 x_stride=40532  # 94
load inp sram_base=46724 dram_base=6 y_size=7 x_stride=3 y_pad_0=5 y_pad_1=14  # 95
store out sram_base=51000 dram_base=6 x_size=1 x_stride=1 x_pad_0=7 x_pad_1=4  # 96
store out sram_base=40846 dram_base=3 x_size=51930 x_pad_1=6  # 97
alu min iter_out=10737 iter_in=14228 dst_out=1530 dst_in=7 src_out=1756 use_imm imm=4 pop_prev pop_next push_next  # 98
alu shr reset uop_bgn=817 uop_end=823 iter_out=1 iter_in=100 dst_out=4 dst_in=20 src_out=1514 imm=29 pop_next  # 99
load wgt sram_base=24562 dram_base=2147483648 x_size=54606 x_stride=46018 x_pad_0=6 x_pad_1=3  # 100
alu add reset uop_bgn=1712 uop_end=1718 iter_out=3 iter_in=5 dst_in=511 src_out=1 src_in=4 pop_prev push_next  # 101
load inp sram_base=65535 dram_base=3446470584 y_size=9083 x_stride=5 y_pad_0=10 y_pad_1=2  # 102
load inp sram_base=5 dram_base=3 x_size=23489 x_stride=6 x_pad_0=2 x_pad_1=8  # 103
load wgt sram_base=5 dram_base=2147483648 y_size=63114 x_stride=65534 y_pad_0=15 y_pad_1=6  # 104
store out sram_base=23586 dram_base=1 y_size=3 x_stride=3 y_pad_0=15 y_pad_1=14 pop_prev  # 105
load wgt dram_base=3 y_size=54424 x_stride=7 y_pad_0=11 y_pad_1=12  # 106
store out sram_base=51128 dram_base=2147483648 x_size=7526 x_stride=3 x_pad_0=10 x_pad_1=4  # 107
store out sram_base=65534 dram_base=1468002568 x_size=2300 x_stride=2 x_pad_0=7 x_pad_1=7  # 108
store out sram_base=10030 dram_base=386460225 x_stride=4 y_pad_0=6 y_pad_1=2  # 109
load inp sram_base=5 dram_base=7 y_size=32768 x_stride=1 y_pad_1=7  # 110
load wgt sram_base=2 dram_base=3455553857 y_size=2 x_stride=46340 y_pad_0=4  # 111
load inp dram_base=2776837184 x_size=3 x_stride=47304 x_pad_0=15 x_pad_1=6  # 112
store out sram_base=475 dram_base=708584740 x_size=7 x_stride=36118 x_pad_1=1  # 113
store out sram_base=53087 dram_base=7 x_stride=35736 x_pad_0=14 x_pad_1=2  # 114
store out sram_base=61403 dram_base=4294967294 x_size=65534 x_stride=1 x_pad_0=10 x_pad_1=2 pop_prev  # 115
store out sram_base=55599 dram_base=1 x_stride=38949 x_pad_0=12 x_pad_1=6  # 116
store out sram_base=7 dram_base=3854879097 y_size=1 x_stride=5429 y_pad_0=5 y_pad_1=1  # 117
store out sram_base=7 dram_base=7 y_size=34651 x_stride=2 y_pad_0=8 y_pad_1=15  # 118
store out sram_base=7 dram_base=4014991232 x_size=2 x_pad_0=8 x_pad_1=3  # 119
store out sram_base=65535 dram_base=2520357738 x_stride=32768 x_pad_0=14 x_pad_1=12  # 120
store out sram_base=45429 dram_base=4294967294 x_size=35535 x_stride=1 x_pad_1=8  # 121
store out sram_base=2 dram_base=7 x_stride=37220 x_pad_0=1 x_pad_1=7  # 122
store out sram_base=18133 dram_base=3130804709 x_size=57611 x_stride=42229 x_pad_1=6 push_prev  # 123
store out sram_base=4 dram_base=3 y_size=32768 x_stride=33760 y_pad_0=3 y_pad_1=14 push_prev  # 124
store out sram_base=65534 dram_base=3002619677 y_size=52950 x_stride=65534 y_pad_0=5  # 125
store out sram_base=64057 dram_base=4 x_size=50677 x_stride=65535 x_pad_0=11  # 126
gemm reset uop_bgn=8188 uop_end=8192 iter_out=1 iter_in=56 dst_out=2 dst_in=1 src_out=1323 src_in=4 wgt_in=1023 pop_next push_next  # 127
gemm reset uop_bgn=3757 uop_end=3763 iter_out=1 iter_in=100 dst_out=708 src_out=1958 src_in=2047 wgt_out=116  # 128
gemm uop_bgn=8190 uop_end=8192 iter_out=3 iter_in=1 dst_in=2 src_out=1 src_in=4 wgt_out=511 wgt_in=512 pop_next push_next  # 129
alu min uop_bgn=2724 uop_end=2730 iter_out=2 iter_in=2 dst_in=1 src_out=6 imm=3617  # 130
load wgt sram_base=65534 dram_base=7 x_stride=36691 y_pad_0=7 y_pad_1=3  # 131
alu min uop_bgn=1754 uop_end=1760 iter_out=23 iter_in=1 dst_out=75 dst_in=1280 src_in=7 use_imm imm=20456 pop_next push_next  # 132
alu min reset uop_bgn=3 uop_end=1 iter_out=8961 iter_in=367 dst_in=6 src_out=3 src_in=1167 imm=4 push_prev  # 133
alu add reset uop_bgn=1230 iter_in=3 dst_out=1853 dst_in=182 src_out=1553 src_in=535 use_imm imm=3  # 134
gemm uop_bgn=8141 uop_end=8147 iter_out=6 iter_in=3 dst_out=1 src_in=3 wgt_in=321 push_prev  # 135
gemm reset uop_bgn=6600 uop_end=6606 iter_out=1 iter_in=4 dst_in=5 src_in=2047 wgt_out=132 wgt_in=1023 pop_prev  # 136
alu add uop_bgn=2974 uop_end=2980 iter_out=6 iter_in=1 dst_out=4 dst_in=1913 src_out=2 src_in=2046 use_imm imm=26365 push_prev  # 137
store out sram_base=5 dram_base=2 y_size=11821 x_stride=37371 y_pad_0=8 y_pad_1=2 pop_prev  # 138
alu min reset uop_bgn=3 uop_end=3 iter_out=14174 iter_in=3417 dst_out=6 dst_in=1545 src_in=3 push_next  # 139
alu shr uop_bgn=382 uop_end=388 iter_out=1 iter_in=4 dst_out=1042 dst_in=1 src_out=1867 src_in=682 imm=15  # 140
store out sram_base=32768 dram_base=1858681145 x_size=65535 x_stride=39942 x_pad_0=15 x_pad_1=5 pop_prev  # 141
alu max reset uop_end=6 iter_out=1 iter_in=10 dst_out=2 dst_in=227 src_in=227 push_next  # 142
load wgt sram_base=29373 y_size=59114 x_stride=2 y_pad_0=7 pop_next  # 143
store out sram_base=44958 dram_base=314266267 y_size=36582 y_pad_0=6 y_pad_1=6  # 144
load acc dram_base=4023116993 x_size=65535 x_stride=7 x_pad_0=1 x_pad_1=15 push_prev push_next  # 145
load wgt sram_base=48199 dram_base=2288765359 y_size=50494 x_stride=1 y_pad_0=3 y_pad_1=4 pop_next  # 146
load uop dram_base=3064437523 y_size=37732 x_stride=22300 y_pad_0=14 y_pad_1=7 push_prev  # 147
alu mul uop_bgn=932 uop_end=932 iter_out=12139 iter_in=1 dst_in=270 src_out=2047 src_in=6 use_imm imm=32767  # 148
load inp sram_base=65534 dram_base=2147483648 x_size=65535 x_stride=5 x_pad_0=1 x_pad_1=14 pop_next  # 149
load wgt sram_base=6 y_size=59230 x_stride=6 y_pad_1=13  # 150
load wgt x_size=65534 x_stride=5 pop_next  # 151
store out sram_base=42531 y_size=4 y_pad_0=7 y_pad_1=11  # 152
load inp sram_base=2 dram_base=4294967295 x_size=51457 x_stride=4 x_pad_0=14 x_pad_1=12 push_next  # 153
load acc sram_base=57901 dram_base=6 x_size=65535 x_stride=58680 x_pad_0=15 x_pad_1=1  # 154
load uop dram_base=7 y_size=5 x_stride=7 y_pad_0=5 pop_prev  # 155
store out sram_base=32768 dram_base=7 x_size=46244 x_stride=2 x_pad_0=4 x_pad_1=6  # 156
store out sram_base=3 dram_base=1164913607 x_stride=35833 y_pad_0=5 y_pad_1=2  # 157
load inp sram_base=6 dram_base=2775692174 x_size=52996 x_stride=46202 x_pad_1=9 pop_next  # 158
gemm uop_bgn=5692 uop_end=5697 iter_out=1 iter_in=1 dst_out=1794 dst_in=1 src_out=2047 src_in=1800 wgt_out=3 wgt_in=384  # 159
store out sram_base=3 dram_base=4052530031 x_size=3 x_stride=65535 x_pad_0=5 x_pad_1=9 pop_prev push_prev  # 160
gemm reset uop_end=3 iter_out=16382 dst_out=1294 dst_in=7 src_out=1024 src_in=4 wgt_out=1023 wgt_in=727  # 161
load wgt sram_base=32768 dram_base=639955848 x_size=55142 x_stride=2 x_pad_0=5 push_next  # 162
store out y_size=6850 pop_prev  # 163
load inp sram_base=4 dram_base=2195459413 y_size=5 x_stride=7 y_pad_0=14 y_pad_1=8  # 164
load wgt sram_base=64377 dram_base=238418265 x_size=49196 x_stride=60221 x_pad_0=9 x_pad_1=7  # 165
load wgt sram_base=6 y_size=28563 x_stride=7 y_pad_0=15 y_pad_1=14  # 166
gemm uop_bgn=3 uop_end=1 iter_out=8192 iter_in=16080 dst_out=3 dst_in=2046 src_out=3 src_in=1698 wgt_out=813 wgt_in=134  # 167
load inp sram_base=22082 dram_base=7 y_size=38142 x_stride=61859 y_pad_0=3 y_pad_1=3  # 168
load inp sram_base=7 dram_base=4264790283 x_stride=51187 x_pad_0=2 x_pad_1=15  # 169
load acc8 sram_base=2 dram_base=4294967295 y_size=47492 x_stride=3 y_pad_0=10 y_pad_1=9  # 170
store out dram_base=7 x_size=47779 x_stride=50395 pop_prev  # 171
store out sram_base=33771 x_size=2 x_stride=5 x_pad_0=1 x_pad_1=8 push_prev  # 172
load inp sram_base=60844 dram_base=3460734669 x_stride=5 y_pad_0=1 push_next  # 173
gemm reset uop_bgn=1 iter_in=13614 dst_out=1819 dst_in=1247 src_out=73 src_in=1024 wgt_out=5 wgt_in=1 push_next  # 174
load wgt sram_base=7 dram_base=5 y_size=57307 x_stride=65534 y_pad_0=9 y_pad_1=8 pop_next  # 175
store out sram_base=5 y_size=65534 x_stride=3 y_pad_0=15 y_pad_1=3 push_prev  # 176
store out sram_base=24307 dram_base=2213651225 x_size=54721 x_stride=65535 x_pad_0=4 x_pad_1=3  # 177
gemm reset uop_bgn=7 uop_end=6855 iter_in=7329 dst_out=1024 dst_in=1 src_out=1683 src_in=6 wgt_out=512 wgt_in=538 pop_prev pop_next  # 178
store out sram_base=6 dram_base=2147483648 x_size=60496 x_stride=50745 x_pad_0=1 x_pad_1=1  # 179
gemm reset uop_bgn=4 uop_end=4 iter_out=4520 iter_in=11654 dst_out=6 dst_in=3 src_out=228 src_in=2 wgt_out=3 wgt_in=2 pop_prev push_prev  # 180
store out sram_base=1 dram_base=3786221303 y_size=32768 x_stride=50627 y_pad_0=6 y_pad_1=14  # 181
alu shr uop_bgn=1099 uop_end=1099 iter_out=9268 iter_in=12953 dst_out=7 dst_in=7 src_out=1911 use_imm pop_next  # 182
load acc8 sram_base=6 dram_base=4 y_size=47997 x_stride=1 y_pad_0=4 y_pad_1=3 push_prev  # 183
load inp sram_base=7 x_size=5 x_stride=32768 x_pad_0=12 x_pad_1=1  # 184
load wgt sram_base=65535 dram_base=4 y_size=65535 x_stride=56634 y_pad_0=3 y_pad_1=6  # 185
store out sram_base=5 dram_base=881582324 y_size=6 x_stride=42505 y_pad_0=11 y_pad_1=5 push_prev  # 186
load uop dram_base=4104317311 y_size=27133 x_stride=12783 y_pad_0=2 y_pad_1=14  # 187
load acc8 sram_base=65534 dram_base=4294967294 y_size=5 x_stride=36776 y_pad_0=13  # 188
store out sram_base=65534 y_size=2 x_stride=41237 y_pad_0=6 y_pad_1=12  # 189
store out dram_base=5 x_size=4 x_pad_0=6 x_pad_1=8  # 190
store out sram_base=4 dram_base=3656550552 x_size=12617 x_stride=6 x_pad_1=3  # 191
store out sram_base=7 dram_base=2100721181 y_size=7065 y_pad_0=2  # 192
store out sram_base=2 dram_base=2604382661 x_size=65535 x_stride=33049 x_pad_1=7  # 193
store out sram_base=65535 dram_base=2147483648 y_size=3 x_stride=1 y_pad_0=1 y_pad_1=5 pop_prev  # 194
store out sram_base=65535 dram_base=2147483648 y_size=65534 x_stride=32768 y_pad_1=2  # 195
load inp sram_base=3 dram_base=4294967295 y_size=42429 x_stride=40535 y_pad_0=2 y_pad_1=7 pop_next  # 196
load wgt sram_base=51504 dram_base=5 y_size=7 y_pad_1=8 pop_next  # 197
store out sram_base=3 y_size=4 x_stride=54451 y_pad_0=7 y_pad_1=6 pop_prev  # 198
load uop dram_base=1569404850 x_stride=33198 y_pad_1=8 pop_next  # 199
load acc sram_base=58209 dram_base=3432514411 x_size=52846 x_stride=56324 x_pad_0=14 x_pad_1=13 pop_next  # 200
finish  # 201
