# program 15 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=33 gap=9 outstanding=11 burst=2
.bytes 1048576
.window 0x0 0x100000
.base uop=0x87c inp=0x194e0 wgt=0x0 acc=0xd980 out=0x1c190
.stream 0x10000
.uops 0x104c
.random 0x20000 262144 3670553053009577991
.random 0x80000 65536 7045933786250353592
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1833 src=1672 wgt=717
uop dst=1777 src=79 wgt=802
uop dst=1024 src=6 wgt=351
uop dst=1229 src=0 wgt=0
uop dst=1748 src=1361 wgt=0
uop dst=2 src=3 wgt=8
uop dst=3 src=1 wgt=8
uop dst=9 src=3 wgt=2
uop dst=1 src=1 wgt=2
uop dst=10 src=3 wgt=3
uop dst=0 src=9 wgt=0
uop dst=5 src=3 wgt=1
uop dst=6 src=6 wgt=3
uop dst=2 src=9 wgt=2
uop dst=903 src=754 wgt=383
uop dst=904 src=755 wgt=384
uop dst=905 src=756 wgt=385
uop dst=906 src=757 wgt=386
uop dst=907 src=758 wgt=387
uop dst=908 src=759 wgt=388
uop dst=909 src=760 wgt=389
uop dst=910 src=761 wgt=390
uop dst=911 src=762 wgt=391
uop dst=912 src=763 wgt=392
uop dst=913 src=764 wgt=393
uop dst=783 src=365 wgt=81
uop dst=784 src=366 wgt=82
uop dst=785 src=367 wgt=83
uop dst=786 src=368 wgt=84
uop dst=1235 src=1109 wgt=146
uop dst=1236 src=1110 wgt=147
uop dst=1237 src=1111 wgt=148
uop dst=1238 src=1112 wgt=149
uop dst=711 src=282 wgt=844
uop dst=529 src=158 wgt=772
uop dst=1752 src=785 wgt=958
uop dst=93 src=1026 wgt=8
uop dst=100 src=1271 wgt=252
uop dst=38 src=1357 wgt=562
uop dst=1684 src=1600 wgt=366
uop dst=342 src=1026 wgt=821
uop dst=342 src=1026 wgt=821
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=600 src=648 wgt=745
uop dst=1024 src=0 wgt=826
uop dst=1380 src=3 wgt=512
uop dst=1742 src=2 wgt=6
uop dst=476 src=1644 wgt=671
uop dst=1037 src=7 wgt=7
uop dst=4 src=1102 wgt=0
uop dst=1 src=0 wgt=5
uop dst=4 src=1394 wgt=0
uop dst=4 src=939 wgt=5
uop dst=1678 src=1024 wgt=7
uop dst=4 src=1274 wgt=0
uop dst=7 src=1695 wgt=5
uop dst=1070 src=1134 wgt=1022
uop dst=5 src=0 wgt=7
uop dst=1656 src=1526 wgt=1022
uop dst=1421 src=1653 wgt=265
uop dst=1422 src=1654 wgt=266
uop dst=1423 src=1655 wgt=267
uop dst=1424 src=1656 wgt=268
uop dst=1425 src=1657 wgt=269
uop dst=1426 src=1658 wgt=270
uop dst=1427 src=1659 wgt=271
uop dst=1428 src=1660 wgt=272
uop dst=1429 src=1661 wgt=273
uop dst=1430 src=1662 wgt=274
uop dst=1319 src=1323 wgt=836
uop dst=1320 src=1324 wgt=837
uop dst=1321 src=1325 wgt=838
uop dst=1322 src=1326 wgt=839
uop dst=529 src=1300 wgt=823
uop dst=1406 src=2 wgt=7
uop dst=1824 src=1024 wgt=2
uop dst=1163 src=817 wgt=6
uop dst=6 src=5 wgt=2
uop dst=3 src=1305 wgt=290
uop dst=2046 src=2047 wgt=924
uop dst=415 src=5 wgt=827
uop dst=6 src=2046 wgt=1
uop dst=6 src=0 wgt=4
uop dst=2002 src=6 wgt=3
uop dst=2047 src=2035 wgt=1
uop dst=1716 src=7 wgt=6
uop dst=0 src=7 wgt=4
uop dst=1207 src=4 wgt=1
uop dst=1254 src=1412 wgt=685
uop dst=0 src=1025 wgt=2
uop dst=0 src=5 wgt=0
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
uop dst=1517 src=1082 wgt=237
uop dst=1518 src=1083 wgt=238
uop dst=1519 src=1084 wgt=239
uop dst=1520 src=1085 wgt=240
uop dst=1521 src=1086 wgt=241
uop dst=1522 src=1087 wgt=242
uop dst=1523 src=1088 wgt=243
uop dst=1524 src=1089 wgt=244
uop dst=934 src=718 wgt=278
uop dst=948 src=343 wgt=123
uop dst=1176 src=1574 wgt=616
uop dst=824 src=1308 wgt=610
uop dst=1982 src=1907 wgt=933
uop dst=1865 src=766 wgt=16
uop dst=71 src=1616 wgt=964
uop dst=263 src=22 wgt=393
uop dst=1542 src=1999 wgt=185
uop dst=319 src=856 wgt=555
uop dst=1155 src=225 wgt=569
uop dst=2047 src=1142 wgt=541
uop dst=3 src=3 wgt=0
uop dst=8 src=4 wgt=7
uop dst=4 src=1165 wgt=6
uop dst=0 src=1279 wgt=5
uop dst=1275 src=1730 wgt=3
uop dst=2 src=2047 wgt=0
uop dst=2 src=2 wgt=478
uop dst=2046 src=447 wgt=0
uop dst=3 src=1687 wgt=7
uop dst=3 src=0 wgt=7
uop dst=2047 src=6 wgt=1
uop dst=7 src=0 wgt=1022
uop dst=0 src=1641 wgt=614
store out sram_base=5 dram_base=28638 y_size=1 x_size=1 x_stride=2 push_prev  # 0
load acc8 sram_base=3 dram_base=4713 y_size=4 x_size=3 x_stride=5460 x_pad_1=2 pop_next push_next  # 1
store out sram_base=1 dram_base=29405 y_size=4 x_size=6 x_stride=6 pop_prev  # 2
store out sram_base=42081 dram_base=6 y_size=6 x_stride=65535 y_pad_0=9 y_pad_1=6  # 3
store out sram_base=2045 dram_base=27327 y_size=1 x_size=3 x_stride=63593  # 4
load inp sram_base=2032 dram_base=30358 y_size=4 x_size=4 x_stride=8  # 5
store out sram_base=1441 dram_base=26826 y_size=6 x_size=2  # 6
load inp sram_base=65535 x_pad_1=14 push_next  # 7
alu max reset uop_bgn=5320 uop_end=2394 iter_out=1191 iter_in=13380 dst_out=1024 dst_in=5 src_out=1024 src_in=1825 use_imm imm=-32768 pop_prev push_next  # 8
store out sram_base=2 dram_base=29662 y_size=2 x_size=3 x_stride=6 pop_prev push_prev  # 9
store out sram_base=2 dram_base=29668 y_size=1 x_size=3 x_stride=5  # 10
load inp dram_base=14684 y_size=54 x_size=1 y_pad_1=1 x_pad_0=1 x_pad_1=1  # 11
store out sram_base=1481 dram_base=29641 y_size=6 x_size=5 x_stride=5 push_prev  # 12
store out sram_base=1989 dram_base=27854 y_size=59 x_size=1 x_stride=2  # 13
load wgt sram_base=1 dram_base=2122 y_size=3 x_size=4 x_stride=5 push_next  # 14
store out sram_base=765 dram_base=25579 y_size=3 x_size=6 x_stride=9  # 15
store out sram_base=2036 dram_base=27231 y_size=2 x_size=6 x_stride=10 push_prev  # 16
load acc8 dram_base=2 x_size=6483 x_stride=46312 x_pad_0=8 x_pad_1=6 pop_next  # 17
load acc8 sram_base=65535 dram_base=3194985905 y_size=23606 x_stride=62656 y_pad_0=4 y_pad_1=14 pop_next  # 18
alu max uop_bgn=4422 uop_end=8192 iter_out=1 iter_in=4 dst_out=175 dst_in=682 src_out=7 imm=8441 pop_next push_next  # 19
store out sram_base=2040 dram_base=25575 y_size=2 x_size=4 x_stride=4092 pop_prev  # 20
store out sram_base=813 dram_base=29168 y_size=1 x_size=503 x_stride=4  # 21
load uop dram_base=6 x_size=36246 x_stride=65357 x_pad_1=2 pop_prev push_next  # 22
store out sram_base=62 dram_base=25577 y_size=1974 x_size=1 x_stride=2 pop_prev  # 23
store out sram_base=3 dram_base=499818250 x_size=62781 x_pad_1=1  # 24
store out dram_base=2250664043 x_size=6 x_stride=5 x_pad_0=15 x_pad_1=4  # 25
store out sram_base=3 dram_base=1 x_size=32768 x_stride=39531 x_pad_0=12  # 26
store out sram_base=63571 dram_base=232917486 x_stride=54227 x_pad_0=6 x_pad_1=4 push_prev  # 27
store out sram_base=5 dram_base=7 y_size=32768 x_stride=43010 y_pad_0=6 y_pad_1=14  # 28
load wgt sram_base=65534 dram_base=580069279 y_size=1 x_stride=65534 y_pad_0=5  # 29
load wgt sram_base=4 dram_base=4085696314 x_size=40953 x_stride=7 x_pad_0=12 x_pad_1=14  # 30
load inp sram_base=7 dram_base=5 y_size=32327 x_stride=32768 y_pad_0=5 y_pad_1=12  # 31
load wgt sram_base=65535 dram_base=4 y_size=61165 x_stride=3 y_pad_1=14  # 32
alu max uop_bgn=3898 uop_end=3904 iter_out=3 iter_in=6 dst_out=243 dst_in=5 src_out=1013 src_in=4 imm=-32768 pop_next  # 33
load inp sram_base=7 dram_base=7 y_size=34464 x_stride=65535 y_pad_0=7 y_pad_1=14  # 34
store out sram_base=54922 dram_base=541848464 y_size=5 x_stride=2 y_pad_1=10  # 35
alu mul reset uop_bgn=3297 uop_end=3303 iter_out=1 iter_in=3 dst_out=1289 dst_in=4 src_out=1024 src_in=2047 use_imm imm=5 push_next  # 36
load wgt sram_base=31184 dram_base=3503322167 x_stride=7 y_pad_1=14  # 37
store out sram_base=57712 dram_base=4294967295 x_size=33080 x_stride=32768 x_pad_0=2 x_pad_1=13  # 38
alu mul reset uop_bgn=3020 uop_end=3026 iter_out=1 iter_in=60 dst_in=3 src_out=4 src_in=34  # 39
store out sram_base=38520 dram_base=2926749611 x_size=2 x_stride=7 x_pad_0=15 x_pad_1=6  # 40
load wgt sram_base=2 dram_base=2936266592 y_size=46142 x_stride=32768 y_pad_0=6  # 41
store out sram_base=65534 dram_base=3187064950 x_size=6 x_pad_0=15 x_pad_1=8 push_prev  # 42
store out sram_base=50616 dram_base=6 y_size=2995 x_stride=3 y_pad_0=10 y_pad_1=4 pop_prev  # 43
store out sram_base=3 dram_base=7 x_size=2 x_stride=51171 x_pad_0=15 x_pad_1=1  # 44
store out sram_base=2 dram_base=2193280666 x_stride=3 y_pad_1=2  # 45
store out sram_base=6948 dram_base=1329405221 y_size=39118 y_pad_0=9 y_pad_1=14  # 46
store out sram_base=51441 dram_base=2 y_size=35399 x_stride=6 y_pad_0=8 y_pad_1=6 push_prev  # 47
load inp sram_base=20927 x_size=36047 x_stride=46972 x_pad_0=2 x_pad_1=6  # 48
load wgt sram_base=6 dram_base=272939181 x_size=47621 x_stride=802 x_pad_0=14 x_pad_1=7  # 49
store out sram_base=4 dram_base=4 y_size=24224 x_stride=58468 y_pad_0=9 y_pad_1=15  # 50
alu mul uop_bgn=697 uop_end=703 iter_out=5 iter_in=4 dst_out=4 dst_in=1 src_out=2047 src_in=7 use_imm imm=1 pop_next  # 51
load wgt sram_base=34736 dram_base=4230436466 y_size=29009 x_stride=982 y_pad_0=8 y_pad_1=9 push_next  # 52
store out sram_base=45322 dram_base=4294967294 y_size=65535 x_stride=47730 y_pad_0=6 y_pad_1=5  # 53
alu mul uop_bgn=3069 uop_end=3109 iter_out=43 iter_in=1 dst_in=1024 src_out=1 src_in=6 imm=28781 pop_prev  # 54
store out sram_base=65534 dram_base=7 y_size=4 x_stride=65178 y_pad_0=1 y_pad_1=15  # 55
load inp sram_base=5 dram_base=2147483648 y_size=2 x_stride=23709 y_pad_1=9  # 56
store out sram_base=4 dram_base=6 y_size=65192 x_stride=22974 y_pad_0=2 y_pad_1=5  # 57
store out sram_base=55848 dram_base=204085468 y_size=4 x_stride=54533 y_pad_0=1 y_pad_1=5  # 58
store out sram_base=4 dram_base=7 y_size=6 x_stride=6784 y_pad_0=2 y_pad_1=8 push_prev  # 59
store out dram_base=2689759446 x_size=40976 x_stride=46735 x_pad_0=8 x_pad_1=7  # 60
store out sram_base=59618 dram_base=3 x_size=7 x_stride=3 x_pad_0=12 x_pad_1=2  # 61
store out sram_base=65534 dram_base=2147953455 x_size=39866 x_stride=3 x_pad_1=12  # 62
store out sram_base=32768 dram_base=2955275783 x_size=62969 x_stride=50769 x_pad_0=6 x_pad_1=8  # 63
store out sram_base=65535 dram_base=2979511896 x_size=53415 x_stride=40586 x_pad_0=8 x_pad_1=7  # 64
load inp sram_base=35094 dram_base=2 x_size=6 x_stride=3 x_pad_1=14  # 65
store out x_size=1 x_stride=2 x_pad_0=3 x_pad_1=5  # 66
store out sram_base=32768 dram_base=3 x_size=16616 x_stride=20409 x_pad_0=9  # 67
load inp sram_base=6 dram_base=3457814478 x_size=32768 x_stride=53492 x_pad_0=15 x_pad_1=14  # 68
load wgt sram_base=37429 dram_base=2782807640 y_size=5 x_stride=65535 y_pad_0=7 y_pad_1=12  # 69
load inp sram_base=5 dram_base=2147483648 x_size=63363 x_stride=42708 x_pad_0=13 x_pad_1=6  # 70
load wgt sram_base=5 dram_base=4294967295 x_size=4 x_pad_0=14  # 71
load acc sram_base=51701 x_size=57023 x_stride=2 x_pad_0=13 x_pad_1=3  # 72
load inp sram_base=28858 dram_base=1637029237 y_size=44829 y_pad_0=6 y_pad_1=15  # 73
load wgt sram_base=59750 dram_base=3378275044 x_size=7 x_stride=52010 x_pad_0=7 x_pad_1=9  # 74
load wgt sram_base=63627 dram_base=4294967295 y_size=7 x_stride=32505 y_pad_0=5 y_pad_1=14  # 75
load wgt sram_base=2 dram_base=3594406578 y_size=63125 y_pad_0=9 y_pad_1=1  # 76
load wgt sram_base=64034 dram_base=4294967294 x_size=4 x_pad_0=14 x_pad_1=11  # 77
load inp sram_base=1 dram_base=2910087800 y_size=58751 y_pad_0=2 y_pad_1=6  # 78
load wgt sram_base=24699 dram_base=1475120771 y_size=38692 x_stride=45886 y_pad_1=5 push_next  # 79
load wgt sram_base=62921 dram_base=3356229329 x_size=42095 x_stride=4 x_pad_0=7  # 80
load inp dram_base=5 x_size=65534 x_stride=51429 x_pad_0=14  # 81
alu mul uop_bgn=5364 uop_end=5370 iter_out=57 iter_in=1 dst_out=36 dst_in=2 src_in=185 imm=25473 pop_prev  # 82
load inp sram_base=65534 dram_base=224949029 x_size=45719 x_pad_0=13 x_pad_1=1  # 83
load wgt dram_base=2155154203 x_size=40262 x_stride=2 x_pad_0=14 x_pad_1=2 push_next  # 84
load inp sram_base=5 x_size=47182 x_stride=64866 x_pad_1=3  # 85
load inp sram_base=4 x_size=4 x_stride=33020 x_pad_0=5  # 86
load wgt sram_base=4 x_size=44409 x_stride=50176 x_pad_0=15 x_pad_1=1  # 87
load inp sram_base=4 y_size=5 x_stride=4 y_pad_0=6  # 88
load inp sram_base=64836 dram_base=2147483648 y_size=38481 x_stride=65534 y_pad_0=5 y_pad_1=2  # 89
alu add uop_end=6 iter_out=2 iter_in=3 dst_out=1276 dst_in=7 src_in=1023 imm=-14033  # 90
load uop dram_base=2147483648 y_size=40288 y_pad_0=15 y_pad_1=10  # 91
alu mul reset uop_bgn=147 uop_end=187 iter_out=1 iter_in=1 dst_out=1866 dst_in=3 src_out=1738 src_in=1507 use_imm imm=12024 pop_prev push_next  # 92
store out sram_base=35085 dram_base=2 y_size=32768 x_stride=65535 y_pad_0=15 y_pad_1=8 pop_prev push_prev  # 93
load inp sram_base=1 dram_base=3 x_stride=65535 y_pad_0=5 y_pad_1=6  # 94
load wgt sram_base=5 dram_base=4 y_size=51538 x_stride=65534 y_pad_0=12 y_pad_1=5  # 95
store out sram_base=7 dram_base=2878187167 y_size=6 x_stride=5 y_pad_0=9 y_pad_1=11  # 96
load inp sram_base=38034 dram_base=4 x_stride=4 x_pad_1=7  # 97
load acc8 sram_base=244 dram_base=7 x_size=6521 x_pad_0=10 x_pad_1=15 pop_next  # 98
alu max uop_bgn=5794 uop_end=5800 iter_out=1 iter_in=2 dst_out=4 dst_in=2 src_out=1 src_in=2047 pop_next  # 99
gemm uop_bgn=7333 uop_end=7339 iter_out=3 iter_in=1 dst_in=3 src_out=2 src_in=5 wgt_in=6 push_next  # 100
load acc dram_base=4294967295 y_size=65535 x_stride=41052 y_pad_0=8 y_pad_1=13 push_next  # 101
load acc sram_base=2 dram_base=3897922294 y_size=55973 x_stride=2 y_pad_0=1 y_pad_1=11 pop_next  # 102
alu add uop_bgn=6802 uop_end=6808 iter_out=3 iter_in=3 src_in=2047 use_imm imm=26182  # 103
alu min reset uop_bgn=264 uop_end=270 iter_out=1 iter_in=15 dst_out=1066 dst_in=146 src_out=1632 src_in=1 imm=-14198 push_prev  # 104
load acc8 sram_base=1 dram_base=2228636815 x_size=7 x_stride=49238 x_pad_0=6 x_pad_1=10  # 105
alu add uop_bgn=4967 uop_end=7 iter_in=8835 dst_out=1466 src_out=2047 src_in=1024 use_imm imm=-32768 push_prev  # 106
load acc sram_base=55246 dram_base=351472444 x_size=2 x_pad_0=6 x_pad_1=14 push_prev  # 107
store out dram_base=6 x_size=63214 x_stride=5801 x_pad_0=13 x_pad_1=1  # 108
store out sram_base=2 dram_base=3212013392 y_size=6 x_stride=25521 y_pad_0=6 y_pad_1=2  # 109
store out sram_base=58686 y_size=7 y_pad_0=7 y_pad_1=10  # 110
load uop dram_base=6 x_size=2 x_stride=59322 x_pad_0=14 x_pad_1=13 push_prev  # 111
load uop sram_base=15368 dram_base=409565591 y_size=53496 x_stride=65535 y_pad_0=3 y_pad_1=15  # 112
store out sram_base=2 dram_base=1 x_size=60633 x_stride=15442 x_pad_0=9 pop_prev  # 113
load inp sram_base=1461 dram_base=4 x_size=65534 x_stride=1 x_pad_1=3 pop_next  # 114
load uop sram_base=32768 dram_base=4294967295 y_size=55309 x_stride=38096 y_pad_0=9 y_pad_1=12  # 115
store out sram_base=32768 dram_base=1 x_size=48642 x_stride=5945 x_pad_0=15  # 116
store out sram_base=39484 dram_base=2346891170 x_stride=47192 x_pad_0=1 x_pad_1=5  # 117
store out sram_base=3 y_size=42750 x_stride=55298 y_pad_0=6 y_pad_1=8 pop_prev  # 118
store out sram_base=61744 dram_base=1 y_size=2 x_stride=5 y_pad_0=6 y_pad_1=15 push_prev  # 119
store out sram_base=7 dram_base=6 y_size=33334 x_stride=4 y_pad_1=5  # 120
store out sram_base=3 dram_base=3 y_size=37286 x_stride=57682 y_pad_0=2 push_prev  # 121
store out dram_base=2 x_stride=58084 x_pad_0=3 x_pad_1=8  # 122
store out sram_base=13643 dram_base=6 x_stride=39981 x_pad_0=8 x_pad_1=2  # 123
store out sram_base=32768 dram_base=2 y_size=32768 x_stride=65534 y_pad_0=4 y_pad_1=14  # 124
store out sram_base=7 dram_base=276316949 x_size=4 x_pad_0=1 x_pad_1=13  # 125
alu min reset uop_bgn=6651 uop_end=6657 iter_out=2 iter_in=1 dst_out=3 dst_in=2047 src_in=1843 use_imm imm=3  # 126
store out sram_base=5 y_size=41469 x_stride=4 y_pad_0=1 y_pad_1=2  # 127
load wgt sram_base=22173 dram_base=3395294426 x_size=41708 x_stride=56902 x_pad_0=5 x_pad_1=3  # 128
load inp sram_base=51587 dram_base=4130531427 y_size=2 x_stride=65534 y_pad_0=1 y_pad_1=4  # 129
store out sram_base=32677 dram_base=3331507138 y_size=35637 x_stride=4 y_pad_0=8 y_pad_1=15  # 130
store out sram_base=37329 dram_base=4 y_size=63300 x_stride=4 y_pad_0=9 y_pad_1=8  # 131
store out sram_base=41303 x_size=42155 x_stride=56764 x_pad_0=3 x_pad_1=5 push_prev  # 132
store out sram_base=64340 dram_base=4 x_size=8778 x_stride=58679 x_pad_0=14 x_pad_1=4  # 133
store out sram_base=1 dram_base=3704070903 x_size=32768 x_stride=2526 x_pad_0=12 x_pad_1=1  # 134
store out sram_base=65535 dram_base=5 y_size=5 x_stride=3 y_pad_0=15 y_pad_1=1  # 135
store out sram_base=24437 y_size=65535 x_stride=52437 y_pad_0=14 y_pad_1=10 push_prev  # 136
load uop sram_base=5 dram_base=3143401427 x_size=65534 x_stride=42796 x_pad_0=8 x_pad_1=6 push_next  # 137
store out sram_base=3 dram_base=3458993631 x_size=65535 x_stride=21886 x_pad_0=11 x_pad_1=3  # 138
load inp sram_base=7 x_size=7 x_pad_0=1 x_pad_1=4 pop_next  # 139
store out sram_base=51608 dram_base=7 y_size=4 x_stride=3 y_pad_0=1 y_pad_1=3 pop_prev  # 140
load wgt dram_base=2345041570 y_size=54781 x_stride=36826 y_pad_0=1 y_pad_1=12 pop_next  # 141
load inp sram_base=32768 dram_base=2622306628 x_size=4 x_stride=3 x_pad_1=14 pop_next  # 142
store out sram_base=56853 dram_base=2976156475 x_size=64487 x_stride=46566 x_pad_1=1  # 143
store out sram_base=7 dram_base=6 y_size=34186 x_stride=3 y_pad_0=2 y_pad_1=14  # 144
gemm uop_bgn=2185 uop_end=2191 iter_out=1 iter_in=1 dst_out=1104 src_out=2047 wgt_out=649 wgt_in=704 push_prev  # 145
store out sram_base=6 dram_base=3992748666 y_size=31356 x_stride=34261 y_pad_0=9 y_pad_1=7  # 146
store out sram_base=44486 dram_base=3720526190 x_size=2 x_stride=48480 x_pad_0=1 x_pad_1=5  # 147
store out sram_base=1 dram_base=5 x_size=25865 x_stride=52351 x_pad_0=7 x_pad_1=14  # 148
store out sram_base=11012 dram_base=7 x_size=55250 x_stride=39347 x_pad_0=7 x_pad_1=11  # 149
store out dram_base=7 y_size=39614 x_stride=32768 y_pad_1=8  # 150
load inp sram_base=53842 y_size=45268 x_stride=65535 y_pad_0=6  # 151
store out sram_base=5 dram_base=5 x_size=65534 x_stride=3 x_pad_0=8 x_pad_1=10  # 152
load acc dram_base=2147483648 x_stride=1 y_pad_0=1 y_pad_1=15 pop_next push_next  # 153
alu min reset uop_bgn=2 uop_end=2 iter_out=11989 iter_in=4 dst_out=1340 dst_in=5 src_out=1151 src_in=1 imm=20087 pop_next push_prev  # 154
load acc8 sram_base=65535 dram_base=6 y_size=5 x_stride=44092 y_pad_0=12 y_pad_1=4 push_next  # 155
alu max uop_bgn=4582 uop_end=8192 iter_out=5 dst_out=1024 dst_in=3 src_in=1959 use_imm  # 156
load uop sram_base=55258 dram_base=4294967294 x_size=3 x_stride=32768 x_pad_0=4 x_pad_1=14 push_prev  # 157
load acc8 sram_base=58333 dram_base=3272038268 x_size=38413 x_stride=45502 x_pad_0=3 x_pad_1=2 pop_next  # 158
load acc sram_base=45548 dram_base=4294967294 x_size=19871 x_stride=32768 x_pad_1=15  # 159
load wgt sram_base=52709 dram_base=4294967295 y_size=34267 x_stride=32768 y_pad_0=3  # 160
load uop dram_base=4294967294 y_size=8637 x_stride=65535 y_pad_0=12  # 161
load uop dram_base=2 x_size=3 x_pad_0=2 x_pad_1=4 push_next  # 162
alu max iter_in=5606 dst_out=5 dst_in=242 src_out=1279 src_in=6 use_imm imm=1 push_next  # 163
load acc8 sram_base=33858 dram_base=5 y_size=32768 x_stride=1 y_pad_1=5  # 164
load acc8 sram_base=2 dram_base=414646660 x_size=36626 x_stride=6 x_pad_0=6 x_pad_1=8  # 165
alu mul uop_bgn=1 uop_end=8192 iter_in=1 dst_out=1540 src_out=1428 src_in=3 use_imm imm=32767 push_prev  # 166
load acc8 sram_base=65535 dram_base=2 y_size=3 x_stride=2 y_pad_0=5 y_pad_1=6  # 167
store out sram_base=6 y_size=5 x_stride=32768 y_pad_0=2 y_pad_1=14 pop_prev  # 168
alu add reset uop_bgn=4096 uop_end=1504 iter_out=9466 dst_out=2 dst_in=1804 src_out=4 src_in=1 use_imm imm=-4001  # 169
load uop sram_base=7 dram_base=4 y_size=15197 x_stride=65535 y_pad_0=11  # 170
load wgt sram_base=30065 dram_base=6 x_size=38872 x_stride=6 x_pad_0=8 x_pad_1=4 pop_next  # 171
load acc sram_base=1 dram_base=5 x_size=65534 x_stride=20952 x_pad_0=5 x_pad_1=15  # 172
load uop sram_base=40392 dram_base=3635035249 y_size=51102 x_stride=7 y_pad_0=12 y_pad_1=15  # 173
load acc sram_base=57406 dram_base=3 x_size=26609 x_stride=1 x_pad_0=15 x_pad_1=4 push_next  # 174
alu shr reset uop_bgn=4 uop_end=4 iter_out=8192 iter_in=14263 dst_out=1886 dst_in=2046 src_out=3 src_in=718 use_imm imm=15667  # 175
alu add reset uop_bgn=4 iter_in=13736 dst_out=2046 dst_in=4 src_out=1671 src_in=1177 use_imm imm=4561  # 176
store out sram_base=3 dram_base=6 x_size=23022 x_pad_0=5 x_pad_1=3 pop_prev push_prev  # 177
load acc8 sram_base=16723 dram_base=7 y_size=65535 x_stride=60648 y_pad_0=15 y_pad_1=2 pop_next push_prev push_next  # 178
load wgt sram_base=7 dram_base=6 y_size=65535 y_pad_0=4 y_pad_1=14 pop_next  # 179
load inp sram_base=32768 x_size=7 x_stride=4 pop_next  # 180
store out sram_base=65534 dram_base=5 y_size=38595 y_pad_0=11 pop_prev push_prev  # 181
gemm uop_bgn=8191 uop_end=8192 iter_out=1 iter_in=1 dst_out=1269 dst_in=5 src_out=2047 src_in=2047 wgt_out=2 wgt_in=5 pop_next push_prev push_next  # 182
load inp sram_base=4 dram_base=2962464489 x_stride=7 y_pad_0=13 y_pad_1=14 pop_next push_next  # 183
load inp sram_base=34484 dram_base=751930070 x_size=15542 x_pad_0=14 x_pad_1=2 push_next  # 184
load wgt sram_base=19149 x_size=49519 x_stride=62124 x_pad_0=13 x_pad_1=13 push_next  # 185
load inp dram_base=1330982952 x_size=33130 x_stride=6 x_pad_0=15 pop_next  # 186
load wgt sram_base=6 y_size=63508 x_stride=2 y_pad_1=4  # 187
store out sram_base=37591 dram_base=1674409521 x_size=7 x_stride=3 x_pad_0=5 x_pad_1=6 pop_prev push_prev  # 188
gemm reset uop_bgn=3 uop_end=2 iter_out=1 iter_in=7 dst_out=1046 dst_in=1291 src_out=1072 src_in=2047 wgt_out=1 wgt_in=580 pop_prev  # 189
load inp dram_base=5 y_size=2 x_stride=50325 y_pad_0=12 y_pad_1=9  # 190
store out sram_base=46388 dram_base=2 x_size=65534 x_stride=7 x_pad_0=14 x_pad_1=7 pop_prev push_prev  # 191
gemm reset uop_bgn=1 uop_end=8192 iter_out=6935 dst_out=1270 dst_in=1024 src_out=2046 src_in=6 wgt_out=372 wgt_in=635  # 192
load inp sram_base=51008 dram_base=2147483648 x_stride=6095 y_pad_1=13  # 193
store out sram_base=54301 dram_base=2782433604 x_size=25777 x_stride=65159 x_pad_0=14 x_pad_1=9  # 194
store out dram_base=4294967295 y_size=23131 x_stride=4 y_pad_0=2 pop_prev  # 195
load uop sram_base=18898 dram_base=2147483648 x_size=5 x_stride=3 x_pad_0=8 x_pad_1=6 pop_next  # 196
load inp sram_base=65534 dram_base=2307598433 y_size=27273 x_stride=46460 y_pad_0=4  # 197
load inp dram_base=3156364748 y_size=53454 x_stride=45893 y_pad_0=15 y_pad_1=5  # 198
store out sram_base=63355 dram_base=2530803338 y_size=2 x_stride=65535 y_pad_0=10 y_pad_1=13 pop_prev  # 199
load wgt dram_base=7 x_size=64964 x_stride=1 x_pad_0=9 x_pad_1=10  # 200
store out sram_base=41009 dram_base=4 x_stride=39270 y_pad_0=3 y_pad_1=3 push_prev  # 201
load acc8 sram_base=6 dram_base=6 x_size=59936 x_stride=41609 x_pad_0=5 x_pad_1=12 pop_next  # 202
store out sram_base=1 x_size=3 x_pad_0=3 x_pad_1=6  # 203
store out sram_base=36666 dram_base=2543644934 x_size=5 x_stride=48112 x_pad_0=6 x_pad_1=13  # 204
store out sram_base=4 y_size=63846 x_stride=65535 y_pad_0=1 y_pad_1=10  # 205
store out dram_base=3417651969 x_size=49686 x_stride=4 x_pad_0=10 x_pad_1=3  # 206
load acc8 sram_base=54179 dram_base=3 y_size=3 x_stride=34287 y_pad_0=6 y_pad_1=6  # 207
store out sram_base=5 dram_base=293210913 x_stride=64690 x_pad_1=5 push_prev  # 208
load inp sram_base=3 dram_base=2 x_size=32768 x_stride=38177 x_pad_0=14 x_pad_1=10 pop_next  # 209
load wgt sram_base=96 dram_base=2342926681 y_size=5 x_stride=31870 y_pad_0=7 y_pad_1=15  # 210
store out sram_base=7 dram_base=3 x_size=65534 x_stride=6 x_pad_0=13 x_pad_1=14 push_prev  # 211
load acc8 sram_base=65535 y_size=57310 x_stride=6 y_pad_0=14 y_pad_1=8 pop_next push_prev  # 212
alu mul reset uop_bgn=7 uop_end=3 iter_out=16383 dst_out=3 dst_in=2046 src_out=7 src_in=1798 use_imm imm=6 pop_prev pop_next push_prev  # 213
load inp sram_base=41624 dram_base=7 x_size=65534 x_pad_0=7 x_pad_1=15  # 214
load uop sram_base=64205 dram_base=1810581399 y_size=2 x_stride=34509 y_pad_0=13 y_pad_1=5  # 215
load inp sram_base=2 dram_base=4294967294 y_size=41852 x_stride=39064 y_pad_1=3  # 216
load uop sram_base=5 dram_base=7 y_size=45154 x_stride=2 y_pad_0=2 y_pad_1=1 pop_prev push_prev  # 217
load inp dram_base=2147483648 y_pad_0=6 y_pad_1=1 pop_next  # 218
load inp sram_base=58606 dram_base=209584975 x_stride=17500 y_pad_0=3 y_pad_1=13  # 219
alu add reset uop_bgn=6047 uop_end=4965 iter_out=2 iter_in=7 dst_out=402 dst_in=1059 src_out=1479 use_imm imm=5  # 220
load inp sram_base=7 dram_base=5 x_stride=5 x_pad_0=3 x_pad_1=5 push_next  # 221
load acc8 sram_base=26231 dram_base=2 y_size=18897 x_stride=41032 y_pad_1=1 push_next  # 222
load inp sram_base=61168 dram_base=2 x_size=3 x_stride=3 push_next  # 223
load uop sram_base=42760 dram_base=3 y_size=2406 x_stride=5 y_pad_0=11 y_pad_1=3  # 224
load inp sram_base=3 dram_base=2438376257 x_size=5 x_stride=2 x_pad_0=14 x_pad_1=4  # 225
load uop sram_base=35391 dram_base=3 x_stride=7 y_pad_1=7 pop_prev pop_next  # 226
load wgt sram_base=55495 dram_base=2246027197 y_size=7356 x_stride=62199 y_pad_0=8 y_pad_1=8  # 227
store out sram_base=61548 dram_base=2246865925 x_size=32768 x_stride=4 x_pad_1=2  # 228
load acc sram_base=1 dram_base=3142957197 y_size=1 x_stride=12487 y_pad_0=5 y_pad_1=12  # 229
store out sram_base=7 y_size=7 x_stride=38032 y_pad_0=3 y_pad_1=5  # 230
gemm reset uop_bgn=8190 uop_end=8192 iter_out=14817 dst_out=4 src_out=3 src_in=1639 wgt_out=512 wgt_in=64 pop_next push_prev  # 231
load acc dram_base=4076331552 y_size=4 x_stride=2 y_pad_0=7 y_pad_1=6  # 232
load wgt sram_base=54829 dram_base=431606905 y_size=5 x_stride=6 y_pad_0=1 y_pad_1=3 pop_next push_next  # 233
load acc sram_base=65534 dram_base=4 x_size=2 x_stride=7 x_pad_0=12 x_pad_1=3 push_next  # 234
store out sram_base=65446 dram_base=3463342564 y_size=38464 x_stride=52760 y_pad_0=7 y_pad_1=5  # 235
load acc8 dram_base=6 y_size=2 x_stride=57597 y_pad_0=2 y_pad_1=6  # 236
gemm reset uop_bgn=5 uop_end=5 iter_out=15338 iter_in=12403 dst_out=1653 dst_in=5 src_out=1912 wgt_out=638 wgt_in=855 push_next  # 237
alu max uop_bgn=7207 uop_end=8192 iter_in=3 dst_out=151 src_out=5 src_in=1491 use_imm imm=1  # 238
store out sram_base=32768 dram_base=2 y_size=5 x_stride=45302 y_pad_0=7 y_pad_1=9 pop_prev  # 239
load acc sram_base=5 dram_base=4294967294 x_stride=4 x_pad_0=5 x_pad_1=10  # 240
gemm reset uop_bgn=1048 uop_end=1048 iter_out=16383 iter_in=4 dst_out=313 dst_in=3 src_out=632 wgt_out=1022 wgt_in=5  # 241
load uop sram_base=2 dram_base=1379469459 y_size=38141 x_stride=47495 y_pad_0=12 y_pad_1=14  # 242
alu min uop_bgn=1 iter_out=16383 iter_in=8367 dst_out=1095 dst_in=4 src_out=1513 src_in=2 imm=7  # 243
gemm uop_end=3 iter_in=16383 dst_out=1111 dst_in=2 src_out=1739 src_in=439 wgt_out=383 wgt_in=7 pop_prev push_next  # 244
load acc8 sram_base=6 dram_base=4294967294 x_size=4603 x_stride=32768 x_pad_0=5 x_pad_1=14  # 245
gemm uop_bgn=4587 iter_out=15135 dst_out=1826 src_out=3 src_in=1035 wgt_out=5 wgt_in=512 push_prev  # 246
store out sram_base=65534 dram_base=2 x_stride=26621 x_pad_0=1 x_pad_1=15 pop_prev  # 247
store out sram_base=3 dram_base=4118409079 x_size=4 x_stride=4 x_pad_0=8 x_pad_1=15  # 248
load acc8 dram_base=4 y_size=1 x_stride=65534 y_pad_0=13 y_pad_1=15 pop_prev push_prev  # 249
load wgt dram_base=3227506993 y_size=59292 x_stride=51381 y_pad_0=5 y_pad_1=13 pop_next  # 250
store out dram_base=3 x_size=65534 x_stride=64976 x_pad_1=7  # 251
load wgt sram_base=2 dram_base=4124095258 y_size=5 x_stride=58420 y_pad_0=8 y_pad_1=14 pop_next  # 252
load wgt sram_base=32768 dram_base=3368733844 x_size=4 x_stride=1614 x_pad_0=10 x_pad_1=8  # 253
load acc sram_base=1 dram_base=3425985657 y_size=65534 x_stride=20248 y_pad_1=2  # 254
store out sram_base=35690 dram_base=2 x_size=1 x_stride=65535 x_pad_0=1 x_pad_1=8  # 255
load wgt sram_base=45745 dram_base=4154283310 x_size=59857 x_stride=4 x_pad_0=14 x_pad_1=12  # 256
load inp sram_base=54867 x_stride=5 x_pad_0=1 x_pad_1=4  # 257
load inp dram_base=2906408056 y_size=3 x_stride=2 y_pad_1=14  # 258
load acc8 sram_base=65534 dram_base=4294967294 y_size=51477 x_stride=6 y_pad_0=11 y_pad_1=3 push_prev  # 259
load uop sram_base=6 dram_base=4294967295 y_size=49257 x_stride=45896 y_pad_0=8 y_pad_1=5  # 260
store out sram_base=6 dram_base=3848629734 x_size=4 x_stride=62728 push_prev  # 261
store out dram_base=2165157684 x_pad_0=3 x_pad_1=8 pop_prev  # 262
store out sram_base=65534 dram_base=3 y_size=39497 x_stride=1 y_pad_1=5  # 263
load acc sram_base=44193 dram_base=5 y_size=38178 x_stride=65535  # 264
load acc sram_base=6 dram_base=3762866897 x_size=35041 x_stride=2 x_pad_0=2 x_pad_1=15 push_prev push_next  # 265
store out sram_base=54991 dram_base=6 y_size=62824 x_stride=7 y_pad_0=14 pop_prev  # 266
load wgt sram_base=7 dram_base=4096266386 x_size=1 x_stride=50183 x_pad_0=15 x_pad_1=1 pop_next  # 267
load inp sram_base=33742 dram_base=4080964394 x_size=3 x_stride=5 x_pad_0=2 x_pad_1=5  # 268
load uop sram_base=3 dram_base=1340674161 y_size=65534 x_stride=50925 y_pad_0=5 y_pad_1=10 push_next  # 269
gemm reset uop_bgn=3 uop_end=2 iter_in=2728 dst_out=6 dst_in=1320 src_out=1916 src_in=1819 wgt_out=6 wgt_in=155 pop_next push_next  # 270
load wgt sram_base=4 dram_base=4176361622 y_size=32768 y_pad_0=5 push_next  # 271
load uop sram_base=5 dram_base=2147483648 y_size=42127 x_stride=37816 y_pad_0=8 y_pad_1=1  # 272
load wgt sram_base=7 dram_base=5 x_stride=3 x_pad_0=14  # 273
store out sram_base=7 dram_base=3247547127 x_size=6 x_stride=7 x_pad_0=2 x_pad_1=5 pop_prev  # 274
load uop sram_base=35190 dram_base=3383238433 x_size=15587 x_stride=32768 x_pad_0=6 push_prev  # 275
alu add reset uop_bgn=2 uop_end=1 iter_out=11449 iter_in=16383 dst_out=2047 dst_in=1 src_out=1843 src_in=3 imm=-4689 pop_prev  # 276
load wgt dram_base=3888258536 y_size=4 x_stride=3 y_pad_0=10 y_pad_1=14 pop_next  # 277
store out sram_base=40288 y_size=48225 x_stride=3 y_pad_0=11 y_pad_1=2  # 278
load acc8 sram_base=7 dram_base=4294967295 y_size=3 x_stride=41208 y_pad_0=15 y_pad_1=3 push_prev push_next  # 279
load wgt sram_base=64606 dram_base=6 x_size=39652 x_stride=32768 x_pad_1=11 pop_next push_next  # 280
store out sram_base=56837 y_size=51244 x_stride=32768 y_pad_1=1  # 281
load acc sram_base=37486 x_pad_0=1 x_pad_1=5 push_prev  # 282
load wgt sram_base=34160 dram_base=7 x_size=65534 x_stride=65534 x_pad_0=8 x_pad_1=11 pop_next  # 283
alu max reset uop_bgn=5983 uop_end=126 iter_out=3 iter_in=12830 dst_out=1804 src_out=1024 src_in=1028  # 284
load acc sram_base=6 dram_base=391603126 y_size=4775 x_stride=39409 y_pad_0=13 y_pad_1=13 pop_prev  # 285
load acc8 sram_base=65534 x_size=45574 x_stride=7 x_pad_0=4 x_pad_1=2 push_prev  # 286
gemm uop_bgn=4 uop_end=1 iter_out=7 iter_in=8192 dst_in=1615 src_out=538 src_in=2046 wgt_out=512 wgt_in=6  # 287
load uop sram_base=65534 x_size=6 x_stride=4 x_pad_0=4 x_pad_1=1 push_next  # 288
alu min reset uop_bgn=7906 uop_end=7906 iter_out=12437 dst_out=4 dst_in=2 src_out=4 src_in=1685 use_imm imm=3  # 289
alu mul uop_bgn=6348 uop_end=8192 iter_out=15672 dst_out=2 dst_in=77 src_out=4 src_in=1594 imm=9506  # 290
load acc sram_base=37646 dram_base=3742566060 y_size=65534 x_stride=32768 y_pad_0=6 y_pad_1=14  # 291
load uop dram_base=4104305973 x_size=10834 x_stride=64327 x_pad_0=12 x_pad_1=7  # 292
load acc sram_base=36514 dram_base=1 y_size=43287 x_stride=45954 y_pad_0=8 y_pad_1=3  # 293
load wgt sram_base=63478 dram_base=3008848896 x_size=3 x_stride=39049 x_pad_0=1 x_pad_1=15 pop_next  # 294
load acc8 y_size=46795 x_stride=59143 y_pad_0=8 y_pad_1=2  # 295
load acc sram_base=65534 dram_base=4294967294 y_size=6 x_stride=65535 y_pad_0=9 y_pad_1=11  # 296
alu min uop_bgn=1 iter_out=8192 dst_out=6 dst_in=1 src_out=2046 src_in=5 use_imm imm=10808  # 297
load uop sram_base=7 dram_base=1 x_size=32768 x_stride=65534 x_pad_0=10 x_pad_1=10  # 298
load uop sram_base=32768 dram_base=1029368278 y_size=54243 y_pad_1=2  # 299
load acc sram_base=65500 dram_base=2936442113 x_size=65535 x_stride=4 x_pad_0=7 x_pad_1=5  # 300
load uop sram_base=64491 dram_base=3537754342 x_pad_0=6 x_pad_1=8 push_prev  # 301
load uop sram_base=46914 x_size=48852 x_stride=37285 x_pad_0=1  # 302
load inp sram_base=40418 dram_base=4234247550 x_size=4 x_pad_0=10 x_pad_1=6  # 303
gemm reset uop_bgn=3 uop_end=3 iter_out=3 iter_in=15620 dst_out=1288 dst_in=1 src_out=4 src_in=2 wgt_out=7 wgt_in=1023  # 304
store out sram_base=1052 dram_base=4294967295 x_size=58048 x_stride=55198 x_pad_1=15 pop_prev  # 305
alu min reset uop_bgn=6166 uop_end=5651 iter_out=1 iter_in=2 dst_out=5 dst_in=188 src_out=169 src_in=1634 use_imm imm=6756  # 306
load acc8 sram_base=3 dram_base=2 y_size=65535 x_stride=56879 y_pad_0=2 y_pad_1=7  # 307
load acc sram_base=6 dram_base=3 x_size=50816 x_stride=32768 x_pad_0=5 x_pad_1=14  # 308
load acc8 dram_base=6 y_size=54659 x_stride=2 y_pad_0=8 y_pad_1=7  # 309
load acc sram_base=32713 dram_base=520609525 x_size=12300 x_stride=35149 x_pad_0=7 x_pad_1=7  # 310
load acc8 sram_base=5 dram_base=4294967295 y_size=44286 x_stride=65534  # 311
load acc8 sram_base=65534 dram_base=7 x_size=32768 x_stride=7 x_pad_1=7  # 312
load acc8 sram_base=6 dram_base=3377400823 x_size=4 x_stride=45764 x_pad_0=15 x_pad_1=2  # 313
load uop sram_base=65535 dram_base=5 x_size=5 x_stride=4 x_pad_0=7 x_pad_1=7  # 314
load acc sram_base=61667 dram_base=5 x_size=3 x_stride=4 x_pad_0=14 x_pad_1=2  # 315
load uop sram_base=65534 dram_base=6 y_size=15505 x_stride=1536 y_pad_0=10  # 316
gemm reset uop_bgn=7933 uop_end=7933 iter_out=10257 iter_in=14828 dst_out=2046 dst_in=736 src_out=1100 wgt_out=948 wgt_in=2 push_next  # 317
load acc8 sram_base=39868 dram_base=4055264992 y_size=43099 x_stride=7 y_pad_0=2 y_pad_1=14  # 318
load acc8 sram_base=65534 x_size=65534 x_stride=30064 x_pad_1=2  # 319
store out sram_base=2 dram_base=1 y_size=7 x_stride=5 y_pad_0=14 y_pad_1=12 pop_prev  # 320
load wgt sram_base=5 dram_base=5 x_size=24460 x_stride=2 pop_next push_next  # 321
load wgt sram_base=32768 dram_base=2 y_size=824 x_stride=22094 y_pad_0=2 y_pad_1=6  # 322
load acc8 sram_base=5 dram_base=4294967295 x_size=38963 x_stride=65534 x_pad_0=4 x_pad_1=1  # 323
load wgt dram_base=4082056746 y_size=4 x_stride=5 y_pad_0=4  # 324
load inp dram_base=686037491 x_size=65028 x_pad_0=9 x_pad_1=7 pop_next  # 325
load uop dram_base=3241115659 y_size=45314 x_stride=32768 y_pad_0=7 y_pad_1=3 push_next  # 326
store out sram_base=4 dram_base=3846627001 x_stride=7 x_pad_0=4 x_pad_1=15 pop_prev  # 327
load inp sram_base=5 dram_base=4294967294 x_size=44305 x_stride=32768 x_pad_0=4 x_pad_1=3 push_next  # 328
load inp sram_base=7 x_size=65053 x_stride=3 x_pad_0=2 x_pad_1=15  # 329
load inp sram_base=5 dram_base=3820279803 y_size=65314 x_stride=65535 y_pad_1=3 push_next  # 330
store out sram_base=11609 dram_base=1 y_size=6 x_stride=1 y_pad_0=4 y_pad_1=5 push_prev  # 331
load wgt sram_base=65535 dram_base=6 y_size=4 x_stride=54340 y_pad_0=15  # 332
store out sram_base=44697 dram_base=3636161477 y_size=51871 x_stride=1 y_pad_1=10  # 333
load acc sram_base=7 dram_base=5 x_size=62309 x_stride=1 x_pad_0=15 x_pad_1=11 pop_prev  # 334
store out sram_base=3 dram_base=1 x_size=19545 x_stride=65535 x_pad_0=7 x_pad_1=15 pop_prev push_prev  # 335
load uop sram_base=6 dram_base=2780815681 y_size=22259 x_stride=6 y_pad_0=13 y_pad_1=7 pop_next push_prev  # 336
store out sram_base=41821 y_size=1 x_stride=2 y_pad_0=12 y_pad_1=15 pop_prev  # 337
load acc sram_base=3 x_size=25228 x_stride=32768 x_pad_0=1 push_prev  # 338
store out sram_base=6 dram_base=4029991160 y_size=2 x_stride=65535 y_pad_0=7 y_pad_1=6  # 339
load acc sram_base=32768 dram_base=2 y_size=59967 x_stride=1 y_pad_1=8 push_next  # 340
alu min reset uop_bgn=6173 uop_end=7 iter_in=4 dst_out=2 dst_in=2 src_out=831 src_in=1024 imm=-406  # 341
store out sram_base=1 dram_base=4294967295 x_size=5 x_stride=5 x_pad_0=10 x_pad_1=11 push_prev  # 342
gemm reset uop_bgn=4096 iter_out=6 dst_out=2047 dst_in=1511 src_out=7 src_in=1316 wgt_out=267  # 343
load acc sram_base=56909 dram_base=487786199 x_size=5 x_stride=60383 x_pad_0=10 x_pad_1=5 pop_next  # 344
store out sram_base=33764 x_size=35010 x_stride=3 pop_prev push_prev  # 345
alu mul uop_bgn=5574 uop_end=4 iter_in=6 dst_out=1092 dst_in=5 src_in=4 use_imm imm=23052 pop_prev  # 346
alu max reset uop_bgn=8126 uop_end=7360 iter_out=2419 iter_in=4 dst_out=1396 src_out=273 src_in=1015 use_imm imm=-32768  # 347
gemm reset uop_bgn=2 uop_end=2 iter_out=6 dst_in=2047 src_out=739 src_in=398 wgt_out=1022 wgt_in=1010  # 348
alu min reset uop_bgn=7 uop_end=7 iter_out=7 iter_in=1 dst_out=1230 dst_in=5 src_in=1902 use_imm imm=-27419  # 349
store out sram_base=7 dram_base=2604367407 y_size=12512 x_stride=65436 y_pad_0=4 y_pad_1=14 pop_prev  # 350
load acc dram_base=2898258605 x_size=6 x_stride=65534 x_pad_0=5 x_pad_1=15 pop_prev pop_next  # 351
load wgt sram_base=18105 y_size=65535 x_stride=36401 y_pad_0=15 y_pad_1=2 pop_next  # 352
load uop sram_base=59328 dram_base=4294967295 y_size=32768 x_stride=1 y_pad_0=7 y_pad_1=6 push_prev  # 353
load acc8 sram_base=65535 dram_base=7 y_size=6 x_stride=37503 y_pad_0=14 y_pad_1=3  # 354
load acc8 sram_base=5311 y_size=2 y_pad_1=4  # 355
load acc8 sram_base=2 dram_base=717143204 x_size=6 x_stride=43683 x_pad_0=8 x_pad_1=4  # 356
load uop sram_base=40386 dram_base=2295668686 x_size=63638 x_pad_0=8 x_pad_1=5  # 357
store out sram_base=22090 dram_base=3019145135 x_size=2 x_stride=32971 x_pad_0=4 x_pad_1=15  # 358
load acc8 sram_base=5 x_size=40452 x_stride=32768 x_pad_0=9 push_next  # 359
gemm uop_bgn=8190 uop_end=8190 iter_out=7 iter_in=16383 dst_out=5 dst_in=4 src_out=7 src_in=80 wgt_out=1023 wgt_in=956  # 360
load uop sram_base=65534 dram_base=1001699445 x_size=7 x_stride=4 x_pad_0=3 x_pad_1=5 push_next  # 361
load acc8 dram_base=4 y_size=32768 x_stride=48813 y_pad_0=13  # 362
load uop sram_base=65535 x_stride=3 y_pad_0=14  # 363
load acc8 dram_base=1594699591 y_size=7 y_pad_0=5 y_pad_1=15  # 364
alu min reset uop_bgn=4 iter_out=1 iter_in=16383 dst_out=1452 dst_in=2 src_out=3 src_in=6 use_imm imm=32766  # 365
load acc sram_base=1 dram_base=3222562172 x_size=3 x_pad_0=15 x_pad_1=4  # 366
load uop sram_base=6 dram_base=3405879756 y_size=2 x_stride=51271 y_pad_0=9 pop_next  # 367
load uop sram_base=43594 dram_base=2898942739 x_size=53052 x_stride=36165 x_pad_0=5 x_pad_1=8  # 368
load inp dram_base=2254779526 x_size=8959 x_stride=51049 x_pad_1=3 pop_next  # 369
load uop sram_base=1 dram_base=2 x_pad_0=11 x_pad_1=5 push_next  # 370
load acc8 sram_base=56503 dram_base=2480560321 x_size=65535 x_stride=59803 x_pad_0=3 x_pad_1=3  # 371
load wgt sram_base=58301 dram_base=2955608631 x_size=55683 x_stride=37108 x_pad_0=9 x_pad_1=15 pop_next  # 372
store out sram_base=65534 dram_base=4294967294 y_size=6 x_stride=61372 y_pad_0=8 pop_prev  # 373
load acc dram_base=3535925054 y_size=65534 x_stride=3 y_pad_0=6 y_pad_1=1 push_prev  # 374
store out sram_base=54727 dram_base=4 y_size=2 x_stride=21951 y_pad_0=9 y_pad_1=3 push_prev  # 375
load acc sram_base=2 dram_base=4294967295 x_size=4 x_stride=13079 pop_next  # 376
store out sram_base=48711 dram_base=4256812157 x_size=27129 x_stride=52796 x_pad_1=3 push_prev  # 377
store out sram_base=32944 dram_base=3 y_size=43060 x_stride=64632 y_pad_0=5 y_pad_1=7 push_prev  # 378
store out sram_base=6 dram_base=2 x_size=1 x_stride=56860 x_pad_0=4 x_pad_1=3 push_prev  # 379
load uop sram_base=3 dram_base=4294967294 x_stride=56640 x_pad_1=15 pop_next  # 380
gemm uop_bgn=7 uop_end=1 iter_out=16382 dst_out=1288 dst_in=1937 src_out=931 src_in=5 wgt_out=4 wgt_in=4  # 381
gemm reset uop_bgn=6560 uop_end=1 iter_out=16383 dst_out=4 src_out=7 src_in=7 wgt_out=707 wgt_in=3  # 382
gemm reset uop_bgn=4295 uop_end=8192 iter_in=13548 dst_in=1571 src_out=1280 src_in=2047 wgt_out=648 wgt_in=823 pop_next  # 383
alu shr uop_bgn=4169 uop_end=8192 iter_in=6 dst_in=5 src_out=1729 src_in=1214 use_imm imm=16549 push_prev  # 384
load acc8 sram_base=1 dram_base=3008851891 x_size=4 x_stride=3 x_pad_0=7 x_pad_1=1  # 385
load acc8 y_size=4 x_stride=2 y_pad_0=5 y_pad_1=6 push_next  # 386
load acc sram_base=14314 dram_base=3 x_size=51688 x_stride=5 x_pad_0=2 x_pad_1=4 pop_next  # 387
load acc8 sram_base=14037 dram_base=2964174167 x_stride=4 y_pad_0=15 y_pad_1=8  # 388
load uop dram_base=4 y_size=7 x_stride=42193 y_pad_0=4 y_pad_1=8 push_next  # 389
load inp sram_base=5 dram_base=582914597 x_size=5576 x_pad_0=7 x_pad_1=15  # 390
load uop sram_base=33663 dram_base=3612815281 x_size=59180 x_stride=37931 x_pad_0=9 x_pad_1=12  # 391
store out dram_base=4108705539 x_stride=40331 y_pad_0=4 y_pad_1=12 pop_prev  # 392
gemm uop_bgn=7121 uop_end=6905 iter_out=6 iter_in=8013 dst_out=4 dst_in=1551 src_out=1841 src_in=2046 wgt_out=980 wgt_in=1022  # 393
gemm reset uop_bgn=1 iter_out=5 iter_in=13861 dst_out=7 dst_in=2 src_out=1994 src_in=4 wgt_out=2 wgt_in=3  # 394
store out sram_base=1 dram_base=4 y_size=1 x_stride=24107 y_pad_1=14 push_prev  # 395
load inp sram_base=3 dram_base=5 x_size=65534 x_stride=54493 x_pad_0=13 x_pad_1=1 pop_next  # 396
load uop sram_base=7181 dram_base=7 x_size=5 x_stride=3 x_pad_0=7 x_pad_1=14 pop_next  # 397
load acc dram_base=3378615232 x_size=6 x_pad_0=14 x_pad_1=1 push_prev push_next  # 398
alu mul reset uop_bgn=8190 uop_end=764 iter_out=16382 iter_in=12354 dst_out=6 dst_in=2046 src_out=1248 src_in=1 use_imm  # 399
store out sram_base=54330 dram_base=5 x_size=65534 x_stride=3 x_pad_0=7 x_pad_1=13 pop_prev  # 400
gemm reset uop_bgn=7545 uop_end=7272 iter_out=12077 dst_out=3 dst_in=1576 src_out=1024 src_in=2047 wgt_out=291 wgt_in=1 push_next  # 401
load acc8 sram_base=5 dram_base=4 x_size=48736 x_stride=6 x_pad_0=12 x_pad_1=11  # 402
load wgt dram_base=3776784795 x_size=1 x_stride=58087 x_pad_0=7 x_pad_1=6 pop_next  # 403
load acc8 dram_base=2147483648 x_size=2 x_stride=5 x_pad_1=8  # 404
load uop sram_base=6 dram_base=4088841066 y_size=7 x_stride=39973 y_pad_0=12 y_pad_1=5  # 405
load acc8 sram_base=6 dram_base=3441902730 x_stride=32991 y_pad_0=5 y_pad_1=11  # 406
load wgt sram_base=32768 dram_base=7 x_size=1 x_stride=64257 x_pad_0=5 x_pad_1=14 pop_next  # 407
load wgt sram_base=36284 dram_base=3982014355 x_size=63069 x_stride=5 x_pad_0=15 x_pad_1=10  # 408
load wgt sram_base=7 dram_base=7 y_size=22002 x_stride=46225 y_pad_1=15  # 409
load inp sram_base=4 dram_base=1 x_stride=61004 x_pad_0=15 x_pad_1=11  # 410
load inp sram_base=4 dram_base=2039601658 y_size=6 x_stride=7 y_pad_0=15 pop_next  # 411
load wgt sram_base=7746 dram_base=2441704844 y_size=6 x_stride=62649 y_pad_0=6 y_pad_1=3  # 412
load inp sram_base=46520 y_size=40477 y_pad_0=6 y_pad_1=6  # 413
load acc8 sram_base=65534 dram_base=5 x_stride=65534 y_pad_0=1 y_pad_1=4 push_prev  # 414
load inp sram_base=4 dram_base=2 x_size=65534 x_pad_0=4  # 415
load wgt sram_base=2 dram_base=2147483648 y_size=65535 x_stride=2557 y_pad_0=5 y_pad_1=11 pop_next  # 416
load inp sram_base=5 dram_base=3936737686 y_size=35298 x_stride=6 y_pad_0=6 y_pad_1=4  # 417
load inp sram_base=31197 x_size=5 x_stride=5 x_pad_0=14 x_pad_1=12  # 418
store out sram_base=4 dram_base=3 x_size=6 x_stride=4 x_pad_0=12 x_pad_1=4 pop_prev  # 419
load wgt sram_base=65534 dram_base=2 x_size=32768 x_stride=20600 x_pad_0=1 x_pad_1=3  # 420
load wgt sram_base=43580 dram_base=1 y_size=44569 x_stride=60276 y_pad_0=10  # 421
load wgt sram_base=2 y_size=65534 y_pad_0=4 pop_next  # 422
load wgt dram_base=2494683925 x_size=4 x_stride=32768 x_pad_1=8 push_next  # 423
gemm uop_bgn=5 uop_end=1 iter_out=9235 iter_in=9952 dst_out=4 src_out=5 src_in=3 wgt_out=956 wgt_in=899  # 424
load wgt sram_base=6 dram_base=5 y_size=4194 y_pad_0=8 y_pad_1=8 push_next  # 425
load wgt sram_base=65535 dram_base=1525395879 y_size=65534 y_pad_0=12 y_pad_1=4  # 426
load wgt sram_base=7 dram_base=1767320174 y_size=24398 x_stride=41957 y_pad_0=15 y_pad_1=15  # 427
load inp sram_base=65534 dram_base=2 x_size=2 x_stride=64443 x_pad_0=8 x_pad_1=2  # 428
load inp sram_base=7 dram_base=5 x_size=44333 x_stride=48476 x_pad_0=5  # 429
load inp sram_base=3 dram_base=6 x_size=51115 x_stride=29302 x_pad_0=11 x_pad_1=4  # 430
store out dram_base=2892954985 x_size=4 x_stride=65534 x_pad_0=9 x_pad_1=15  # 431
store out sram_base=65534 dram_base=3 x_size=6 x_stride=65534 x_pad_0=15 x_pad_1=1 pop_prev  # 432
load inp sram_base=5 dram_base=4049710755 y_size=38594 x_stride=6 y_pad_0=15 push_next  # 433
load acc8 sram_base=2 dram_base=5 x_size=5 x_stride=41134 x_pad_0=1 pop_prev  # 434
gemm uop_bgn=8190 uop_end=4069 iter_out=2 iter_in=16383 dst_out=1442 dst_in=1024 src_out=6 src_in=1810 wgt_out=4 wgt_in=674 pop_prev  # 435
alu add reset uop_bgn=7247 uop_end=8192 iter_in=8287 dst_in=2 src_out=4 src_in=7 use_imm imm=5 pop_prev  # 436
store out sram_base=2 dram_base=1 x_size=65534 x_stride=1 x_pad_0=8 x_pad_1=8 pop_prev  # 437
store out sram_base=65534 dram_base=2388042654 x_stride=47627 pop_prev  # 438
finish  # 439
