# program 16 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=2 write=2 gap=1 outstanding=9 burst=8
.bytes 1048576
.window 0x1000 0x100000
.base uop=0x0 inp=0xd990 wgt=0x7700 acc=0x20000 out=0x5ecf0
.stream 0x10020
.uops 0x106c
.random 0x20000 262144 8478535958614852986
.random 0x80000 65536 7428050280993281341
.kernels 47 59 86 372
uop dst=1427 src=4 wgt=576
uop dst=7 src=1 wgt=1023
uop dst=2047 src=1657 wgt=831
uop dst=0 src=6 wgt=576
uop dst=1464 src=0 wgt=938
uop dst=7 src=6 wgt=285
uop dst=2047 src=2047 wgt=1
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=4 src=1 wgt=0
uop dst=10 src=0 wgt=11
uop dst=6 src=7 wgt=7
uop dst=8 src=7 wgt=8
uop dst=11 src=2 wgt=11
uop dst=5 src=7 wgt=2
uop dst=8 src=2 wgt=4
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=398 src=8 wgt=950
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=12 src=274 wgt=777
uop dst=192 src=1043 wgt=595
uop dst=193 src=1044 wgt=596
uop dst=194 src=1045 wgt=597
uop dst=195 src=1046 wgt=598
uop dst=196 src=1047 wgt=599
uop dst=197 src=1048 wgt=600
uop dst=198 src=1049 wgt=601
uop dst=199 src=1050 wgt=602
uop dst=200 src=1051 wgt=603
uop dst=201 src=1052 wgt=604
uop dst=1888 src=1556 wgt=542
uop dst=1345 src=1317 wgt=133
uop dst=1441 src=1853 wgt=188
uop dst=1008 src=1468 wgt=92
uop dst=1976 src=874 wgt=834
uop dst=1142 src=1295 wgt=476
uop dst=1024 src=3 wgt=5
uop dst=2047 src=1516 wgt=582
uop dst=2 src=6 wgt=0
uop dst=794 src=7 wgt=6
uop dst=0 src=444 wgt=0
uop dst=706 src=6 wgt=1022
uop dst=1613 src=1693 wgt=0
uop dst=361 src=5 wgt=4
uop dst=1470 src=1 wgt=750
uop dst=2046 src=594 wgt=4
uop dst=1966 src=1481 wgt=486
uop dst=1967 src=1482 wgt=487
uop dst=1968 src=1483 wgt=488
uop dst=1969 src=1484 wgt=489
uop dst=1970 src=1485 wgt=490
uop dst=1971 src=1486 wgt=491
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=537 src=76 wgt=478
uop dst=1286 src=1386 wgt=395
uop dst=1346 src=1327 wgt=680
uop dst=1757 src=229 wgt=1015
uop dst=1482 src=1411 wgt=470
uop dst=1858 src=923 wgt=88
uop dst=226 src=539 wgt=173
uop dst=1890 src=262 wgt=862
uop dst=935 src=1773 wgt=63
uop dst=364 src=433 wgt=6
uop dst=9 src=1 wgt=11
uop dst=0 src=7 wgt=6
uop dst=4 src=6 wgt=3
uop dst=4 src=1024 wgt=3
uop dst=3 src=0 wgt=0
uop dst=145 src=4 wgt=7
uop dst=7 src=7 wgt=3
uop dst=0 src=1 wgt=2
uop dst=1115 src=5 wgt=0
uop dst=1205 src=0 wgt=1
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=28 src=1820 wgt=564
uop dst=2 src=1321 wgt=512
uop dst=1024 src=668 wgt=1022
uop dst=2 src=766 wgt=668
uop dst=2047 src=2047 wgt=847
uop dst=3 src=1791 wgt=1022
uop dst=779 src=855 wgt=5
uop dst=7 src=2046 wgt=0
uop dst=1191 src=0 wgt=5
uop dst=1708 src=430 wgt=705
uop dst=949 src=635 wgt=551
uop dst=1623 src=178 wgt=804
uop dst=1842 src=1551 wgt=828
uop dst=36 src=1422 wgt=66
uop dst=1440 src=736 wgt=452
uop dst=1784 src=1402 wgt=890
uop dst=1058 src=1869 wgt=143
uop dst=483 src=1942 wgt=667
uop dst=643 src=381 wgt=147
uop dst=1 src=5 wgt=0
uop dst=1881 src=4 wgt=155
uop dst=3 src=1024 wgt=0
uop dst=1228 src=1604 wgt=3
uop dst=1 src=5 wgt=6
uop dst=1 src=7 wgt=1020
uop dst=2 src=1185 wgt=420
uop dst=2046 src=485 wgt=2
uop dst=1753 src=6 wgt=3
uop dst=166 src=1213 wgt=558
uop dst=0 src=6 wgt=0
uop dst=390 src=2047 wgt=2
uop dst=7 src=2046 wgt=1
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1156 src=165 wgt=43
uop dst=118 src=292 wgt=55
uop dst=1962 src=707 wgt=997
uop dst=8 src=9 wgt=10
uop dst=2 src=11 wgt=8
uop dst=0 src=3 wgt=10
uop dst=8 src=0 wgt=8
uop dst=4 src=8 wgt=7
uop dst=1 src=8 wgt=4
uop dst=9 src=2 wgt=10
uop dst=5 src=6 wgt=2
uop dst=1477 src=2026 wgt=381
uop dst=1478 src=2027 wgt=382
uop dst=1479 src=2028 wgt=383
uop dst=1480 src=2029 wgt=384
uop dst=1481 src=2030 wgt=385
uop dst=1482 src=2031 wgt=386
uop dst=1483 src=2032 wgt=387
uop dst=1484 src=2033 wgt=388
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=5 src=0 wgt=1
uop dst=4 src=11 wgt=5
uop dst=9 src=3 wgt=1
uop dst=10 src=11 wgt=6
uop dst=2 src=2 wgt=9
uop dst=4 src=2 wgt=10
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1390 src=718 wgt=278
uop dst=1086 src=1409 wgt=617
uop dst=6 src=1 wgt=4
uop dst=6 src=3 wgt=10
uop dst=2 src=10 wgt=4
uop dst=6 src=11 wgt=6
uop dst=1 src=2 wgt=10
uop dst=10 src=4 wgt=4
uop dst=10 src=2 wgt=1
uop dst=11 src=4 wgt=9
uop dst=0 src=5 wgt=4
uop dst=4 src=8 wgt=0
uop dst=7 src=6 wgt=10
uop dst=5 src=7 wgt=4
uop dst=8 src=4 wgt=3
uop dst=1309 src=613 wgt=63
uop dst=1309 src=613 wgt=63
uop dst=1309 src=613 wgt=63
uop dst=2047 src=2047 wgt=1023
uop dst=292 src=1096 wgt=725
uop dst=702 src=182 wgt=290
uop dst=340 src=7 wgt=490
uop dst=387 src=951 wgt=641
uop dst=615 src=1176 wgt=743
uop dst=1862 src=561 wgt=390
uop dst=1203 src=266 wgt=322
uop dst=1087 src=163 wgt=595
uop dst=668 src=1876 wgt=581
uop dst=1624 src=1447 wgt=37
uop dst=1246 src=1081 wgt=405
uop dst=979 src=1672 wgt=931
uop dst=1497 src=558 wgt=276
uop dst=896 src=126 wgt=184
uop dst=797 src=1444 wgt=382
uop dst=194 src=1436 wgt=685
uop dst=195 src=1437 wgt=686
uop dst=196 src=1438 wgt=687
uop dst=197 src=1439 wgt=688
uop dst=198 src=1440 wgt=689
uop dst=199 src=1441 wgt=690
uop dst=200 src=1442 wgt=691
uop dst=201 src=1443 wgt=692
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=197 src=537 wgt=588
uop dst=1333 src=562 wgt=444
uop dst=565 src=1176 wgt=540
uop dst=348 src=877 wgt=751
uop dst=640 src=1359 wgt=458
uop dst=929 src=712 wgt=722
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1095 src=1215 wgt=278
uop dst=1095 src=1215 wgt=278
uop dst=1095 src=1215 wgt=278
uop dst=1095 src=1215 wgt=278
uop dst=1095 src=1215 wgt=278
uop dst=1095 src=1215 wgt=278
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=4 src=7 wgt=1
uop dst=2 src=11 wgt=5
uop dst=8 src=9 wgt=5
uop dst=3 src=4 wgt=11
uop dst=11 src=1 wgt=10
uop dst=7 src=11 wgt=9
uop dst=0 src=6 wgt=5
uop dst=9 src=8 wgt=3
uop dst=2 src=1 wgt=10
uop dst=696 src=1986 wgt=267
uop dst=1359 src=1234 wgt=971
uop dst=1780 src=479 wgt=1023
uop dst=1019 src=1378 wgt=487
uop dst=986 src=386 wgt=743
uop dst=1583 src=284 wgt=182
uop dst=11 src=6 wgt=8
uop dst=6 src=10 wgt=2
uop dst=4 src=4 wgt=2
uop dst=9 src=6 wgt=9
uop dst=0 src=6 wgt=3
uop dst=0 src=7 wgt=8
uop dst=5 src=11 wgt=10
uop dst=5 src=9 wgt=0
uop dst=0 src=3 wgt=3
uop dst=4 src=6 wgt=5
uop dst=0 src=4 wgt=11
uop dst=9 src=11 wgt=0
uop dst=2 src=6 wgt=0
uop dst=0 src=8 wgt=2
uop dst=8 src=6 wgt=7
uop dst=1024 src=2046 wgt=859
uop dst=672 src=3 wgt=6
uop dst=977 src=1 wgt=5
uop dst=1287 src=0 wgt=2
uop dst=5 src=1301 wgt=0
uop dst=1 src=87 wgt=3
uop dst=1295 src=1065 wgt=30
uop dst=1024 src=3 wgt=0
uop dst=2046 src=2046 wgt=1006
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
uop dst=1312 src=1460 wgt=353
gemm reset uop_bgn=4232 uop_end=8192 iter_out=5 dst_out=3 dst_in=631 src_out=3 wgt_in=732 push_prev  # 0
store out dram_base=8498 y_size=4 x_size=6 x_stride=1363 push_prev  # 1
load inp sram_base=590 dram_base=32386 y_size=1 x_size=2 x_stride=3  # 2
load inp sram_base=2042 dram_base=10377 y_size=2 x_size=3 x_stride=6  # 3
load wgt sram_base=75 dram_base=1938 y_size=5 x_size=3 x_stride=1 y_pad_0=1 x_pad_0=1 pop_next  # 4
load inp sram_base=2040 dram_base=17439 y_size=1 x_size=8 x_stride=9  # 5
alu max uop_bgn=8191 uop_end=8192 iter_out=1 iter_in=58 dst_out=2 dst_in=1 src_out=1 src_in=35 imm=24819 pop_next  # 6
load wgt sram_base=7 dram_base=145936274 y_size=62797 x_stride=3 y_pad_0=1 y_pad_1=15  # 7
load wgt sram_base=21504 dram_base=3 x_size=6 x_stride=49462 x_pad_0=8 x_pad_1=4 push_next  # 8
load uop sram_base=32768 dram_base=3554402822 y_size=32768 x_stride=7 y_pad_0=4 y_pad_1=7 pop_prev  # 9
load uop sram_base=65534 dram_base=1585566157 x_size=51659 x_stride=24709 x_pad_0=7 push_next  # 10
store out dram_base=8498 y_size=2048 x_size=1 x_stride=2 pop_prev push_prev  # 11
load wgt sram_base=975 dram_base=405 y_size=7 x_size=7 x_stride=7  # 12
alu min reset uop_bgn=1358 uop_end=1364 iter_out=2 iter_in=2 dst_out=258 use_imm imm=12515 pop_next push_prev  # 13
load wgt sram_base=548 dram_base=875 y_size=1 x_size=21 x_stride=2  # 14
store out sram_base=1275 dram_base=10742 y_size=2 x_size=7 x_stride=7  # 15
load inp sram_base=503 dram_base=2147483648 y_size=512 x_stride=38816 y_pad_1=3 x_pad_0=1 x_pad_1=2  # 16
load wgt sram_base=1000 dram_base=2042 y_size=3 x_size=8 x_stride=9 pop_next push_next  # 17
store out sram_base=2024 dram_base=8497 y_size=6 x_size=1 x_stride=819  # 18
gemm uop_bgn=5790 uop_end=5796 iter_out=1 iter_in=78 dst_out=1571 dst_in=26 src_out=2047 src_in=17 wgt_out=431 wgt_in=13 pop_prev push_prev  # 19
load inp sram_base=1966 dram_base=4720 y_size=41 x_size=2 x_stride=4  # 20
load inp dram_base=11571 y_size=1 x_size=5 y_pad_1=2 x_pad_0=3 x_pad_1=2 pop_next push_next  # 21
gemm uop_bgn=486 uop_end=492 iter_out=94 iter_in=1 dst_out=2 dst_in=2 src_out=5 src_in=1 wgt_out=1 wgt_in=996 pop_prev push_prev  # 22
alu shr reset uop_bgn=8190 uop_end=8192 iter_out=4 iter_in=1 imm=-10  # 23
load inp sram_base=663 dram_base=4713 y_size=2 x_size=7 x_stride=5 y_pad_1=3  # 24
load uop sram_base=1 dram_base=1062 y_size=3 x_size=4 x_stride=8  # 25
load wgt sram_base=46762 dram_base=4100226232 y_size=49029 x_stride=6  # 26
load uop sram_base=7321 dram_base=1105 y_size=2 x_size=1 x_stride=5  # 27
load wgt sram_base=32768 dram_base=554438 x_size=3 x_stride=2  # 28
load inp sram_base=40257 x_stride=6 y_pad_0=8 y_pad_1=3  # 29
load inp sram_base=2036 dram_base=13277 y_size=3 x_size=4 x_stride=6  # 30
load inp sram_base=240 dram_base=10025 y_size=1 x_size=389 pop_next push_next  # 31
alu mul uop_bgn=5 uop_end=11 iter_out=2 iter_in=4 dst_out=2 dst_in=549 src_in=5 use_imm imm=4 pop_prev push_next  # 32
load wgt sram_base=641 dram_base=405 y_size=1 x_size=1 x_stride=55653 y_pad_1=3 x_pad_0=2  # 33
load uop sram_base=13781 dram_base=735866269 y_size=1 x_stride=4 y_pad_0=9  # 34
alu min reset uop_bgn=601 uop_end=607 iter_out=4 iter_in=5 dst_out=1 dst_in=511 src_out=4 imm=26357 push_next  # 35
alu mul reset uop_bgn=4 uop_end=10 iter_out=1 iter_in=35 dst_out=2024 dst_in=6 imm=-19550  # 36
alu min reset uop_bgn=6506 uop_end=2 iter_out=5 dst_out=699 dst_in=1 src_out=7 src_in=2047 use_imm imm=6 push_prev  # 37
alu add reset uop_bgn=7321 uop_end=7327 iter_out=5 iter_in=3 src_out=2047 src_in=6 use_imm imm=-4789 push_next  # 38
load wgt sram_base=38266 dram_base=2 x_size=5 x_stride=1 x_pad_0=8 x_pad_1=1 pop_next  # 39
alu mul uop_bgn=7321 uop_end=7327 iter_out=1 iter_in=100 dst_out=2 src_out=6 src_in=1 imm=-31496 push_prev  # 40
gemm uop_bgn=8188 uop_end=8192 iter_out=1 iter_in=4 dst_out=5 dst_in=5 src_out=6 src_in=6 wgt_out=918 wgt_in=303  # 41
alu min reset uop_bgn=4096 uop_end=8192 iter_in=15200 dst_out=1971 dst_in=1882 src_out=1 src_in=3 use_imm imm=3 push_prev  # 42
alu max reset uop_bgn=4549 uop_end=4555 iter_out=1 iter_in=26 dst_out=1950 dst_in=3 src_out=3 src_in=5 use_imm imm=32767 push_next  # 43
gemm uop_bgn=12 uop_end=18 iter_out=59 iter_in=1 dst_in=1024 src_in=2 wgt_in=1022  # 44
alu min reset uop_bgn=1 iter_in=13274 dst_out=1922 dst_in=1641 src_out=4 src_in=2047 use_imm imm=6 push_prev  # 45
store out sram_base=35642 dram_base=3212202582 y_size=32768 x_stride=58902 y_pad_0=1 y_pad_1=15 pop_prev push_prev  # 46
alu max reset uop_bgn=11 uop_end=17 iter_out=56 iter_in=1 dst_in=1 src_in=1374 imm=29613  # 47
gemm reset uop_bgn=6015 uop_end=3005 iter_out=3 iter_in=11743 dst_out=1 dst_in=1 src_out=2046 src_in=1024 wgt_out=807 wgt_in=1 pop_next push_next  # 48
load acc8 sram_base=24423 dram_base=3267084234 y_size=33029 x_stride=62430 y_pad_0=11 y_pad_1=3  # 49
load uop sram_base=3 x_size=18765 x_stride=65534 x_pad_0=3 x_pad_1=1  # 50
gemm uop_end=8192 iter_out=1 iter_in=1 dst_out=6 dst_in=7 src_out=3 wgt_out=5 wgt_in=2  # 51
load wgt dram_base=3741694486 x_size=7 x_stride=65535 x_pad_0=12 x_pad_1=1 pop_next  # 52
load inp sram_base=65534 dram_base=2147483648 x_stride=54720 y_pad_0=7 y_pad_1=5 pop_next push_next  # 53
load inp sram_base=32768 dram_base=1 x_size=2695 x_stride=7 x_pad_0=9 x_pad_1=14 push_next  # 54
load wgt sram_base=32599 dram_base=2657528571 y_size=62750 x_stride=27582 y_pad_1=6 pop_next  # 55
load inp sram_base=3 dram_base=1 y_size=1 x_stride=24175 y_pad_0=6  # 56
store out sram_base=9931 dram_base=3406613119 x_size=18187 x_stride=2 x_pad_0=10 x_pad_1=5 pop_prev  # 57
load inp sram_base=3 dram_base=3679390996 y_size=39660 x_stride=34895 y_pad_1=6  # 58
load wgt sram_base=52128 dram_base=4294967295 y_size=42123 x_stride=62394 y_pad_0=13 y_pad_1=10 push_next  # 59
load inp sram_base=7 dram_base=1323864691 y_size=2 y_pad_0=14 y_pad_1=2  # 60
load wgt sram_base=4 dram_base=3 x_size=9064 x_stride=65534 x_pad_0=1 x_pad_1=8  # 61
alu max reset uop_bgn=8191 uop_end=8192 iter_out=5 iter_in=3 dst_out=511 imm=29733  # 62
load inp sram_base=32768 dram_base=1 y_size=40775 x_stride=6 y_pad_0=4 y_pad_1=7  # 63
load wgt sram_base=1 dram_base=3 y_size=65535 x_stride=65535 y_pad_0=9 y_pad_1=15 push_next  # 64
load inp sram_base=51979 dram_base=2391630258 x_size=43389 x_stride=1 x_pad_0=10 x_pad_1=11  # 65
load wgt sram_base=50942 dram_base=4294967294 y_size=33274 x_stride=37627 y_pad_0=5  # 66
store out sram_base=41417 y_size=1 x_stride=43341 y_pad_0=13 y_pad_1=7 pop_prev  # 67
store out sram_base=4 dram_base=2362550960 y_size=2 x_stride=5 y_pad_0=3 y_pad_1=13  # 68
load acc sram_base=4 dram_base=3842461359 y_size=53825 x_stride=51493 y_pad_0=11  # 69
alu min uop_bgn=2261 uop_end=2301 iter_out=43 iter_in=1 dst_out=2 dst_in=2047 src_out=1 src_in=7 use_imm imm=7  # 70
load inp sram_base=43826 dram_base=2147483648 x_stride=63986 y_pad_1=8  # 71
store out sram_base=5 dram_base=1 y_size=49883 x_stride=5 y_pad_1=8 push_prev  # 72
store out sram_base=3 x_size=39852 x_stride=2 x_pad_0=5 x_pad_1=14  # 73
store out sram_base=3842 dram_base=3543222650 y_size=1 x_stride=63960 y_pad_0=14 y_pad_1=8  # 74
load inp sram_base=32768 dram_base=2 x_size=6 x_stride=41865 x_pad_0=2 x_pad_1=13  # 75
load inp sram_base=61558 y_size=60178 x_stride=32768 y_pad_0=10  # 76
store out sram_base=7 dram_base=4162712290 y_size=63807 x_stride=7 y_pad_0=11 y_pad_1=8  # 77
alu mul uop_bgn=5050 uop_end=5056 iter_out=1 iter_in=100 dst_out=1519 src_out=1900 use_imm imm=9542 pop_prev  # 78
alu mul uop_bgn=5302 uop_end=5308 iter_out=1 iter_in=6 dst_out=2 dst_in=4 src_out=2046 src_in=1545 use_imm imm=-7032 pop_prev  # 79
gemm uop_bgn=3 uop_end=9 iter_out=1 iter_in=62 dst_out=5 dst_in=27 src_out=1910 src_in=1 wgt_out=457  # 80
store out sram_base=47455 dram_base=4270960721 x_size=65535 x_stride=38303 x_pad_1=9  # 81
load inp sram_base=58436 dram_base=4101238361 y_size=2 x_stride=35124 y_pad_0=7 y_pad_1=5  # 82
gemm uop_bgn=7321 uop_end=7327 iter_out=2 iter_in=3 src_out=4 src_in=3 wgt_out=1 wgt_in=2 pop_prev  # 83
alu shr uop_bgn=8190 uop_end=8192 iter_out=5 iter_in=5 dst_out=1 src_out=2 use_imm imm=4  # 84
alu max uop_bgn=7 uop_end=4 iter_out=16383 iter_in=4523 dst_out=1279 dst_in=7 src_out=1 src_in=742 use_imm imm=6  # 85
gemm reset uop_bgn=7322 uop_end=7328 iter_out=1 iter_in=4 dst_out=1 src_out=1229 src_in=2047 wgt_out=4 pop_prev push_next  # 86
load inp sram_base=3 dram_base=1 x_size=32768 x_pad_0=10 x_pad_1=14  # 87
load wgt sram_base=1 dram_base=3518079868 y_size=5 x_stride=59389 y_pad_0=15  # 88
load inp sram_base=18541 dram_base=1596113789 y_size=22084 x_stride=5 y_pad_0=2 y_pad_1=5  # 89
load inp sram_base=4 dram_base=7 x_size=2150 x_stride=5975 x_pad_0=11  # 90
load wgt sram_base=5 dram_base=2842172684 x_stride=1 y_pad_1=1  # 91
load inp dram_base=3 x_size=59079 x_stride=6 x_pad_0=13 x_pad_1=2  # 92
load inp sram_base=59741 dram_base=7 y_size=6 x_stride=44176 y_pad_0=4 y_pad_1=5  # 93
load wgt sram_base=56242 dram_base=1787529064 x_stride=3 x_pad_0=3  # 94
load uop sram_base=36972 dram_base=2980524653 x_size=58412 x_stride=7 x_pad_0=6 x_pad_1=8 push_next  # 95
store out sram_base=54355 dram_base=3877969456 x_size=45654 x_stride=37567 x_pad_1=13 pop_prev push_prev  # 96
store out sram_base=32768 dram_base=4294967295 y_size=2 y_pad_0=4 y_pad_1=7  # 97
store out sram_base=65534 dram_base=4 y_size=7 x_stride=9684 pop_prev  # 98
gemm uop_bgn=7322 uop_end=7328 iter_out=94 iter_in=1 dst_in=1663 src_in=979 wgt_out=4 wgt_in=931 push_next  # 99
gemm uop_bgn=1637 uop_end=1643 iter_out=4 iter_in=1 dst_out=682 src_out=215 src_in=4 wgt_in=747 push_prev  # 100
store out sram_base=64113 dram_base=2096997594 y_size=2 x_stride=3 y_pad_0=10 y_pad_1=8 pop_prev  # 101
alu max uop_bgn=1 uop_end=6 iter_in=9391 dst_in=2 src_out=1005 src_in=3 use_imm imm=22445  # 102
store out dram_base=3 y_size=47456 x_stride=2 y_pad_0=10 pop_prev push_prev  # 103
store out sram_base=40396 dram_base=5 x_size=4 x_stride=7 x_pad_1=8 push_prev  # 104
load acc8 sram_base=65534 dram_base=143231601 x_size=43399 x_stride=16222 x_pad_0=1 pop_next  # 105
store out dram_base=3271359319 x_size=4 x_stride=12159 x_pad_0=15 x_pad_1=8 pop_prev  # 106
store out sram_base=59394 y_size=6 x_stride=41430 y_pad_0=13 y_pad_1=2  # 107
gemm uop_bgn=6 uop_end=12 iter_out=100 iter_in=1 dst_in=2047 src_in=1749 wgt_in=1  # 108
store out sram_base=65535 dram_base=2790661864 x_stride=54104 y_pad_0=5 y_pad_1=12  # 109
alu add reset uop_bgn=7321 uop_end=7327 iter_out=7 iter_in=1 dst_in=6 src_out=2047 src_in=1024 use_imm imm=4 push_next  # 110
alu add reset uop_bgn=7 uop_end=7 iter_in=16382 dst_in=1849 src_out=1282 src_in=4 use_imm imm=2 pop_next  # 111
load wgt sram_base=32768 dram_base=3 x_size=65535 x_stride=33122 x_pad_0=15 x_pad_1=7  # 112
store out sram_base=54879 x_size=62553 x_stride=40851 x_pad_0=7 x_pad_1=5 push_prev  # 113
alu mul reset uop_bgn=7321 uop_end=7361 iter_out=1 iter_in=3 dst_out=1499 src_out=2047 src_in=1 push_next  # 114
load wgt sram_base=6 dram_base=4159592092 x_size=7 x_stride=17939 x_pad_0=1 x_pad_1=5  # 115
load acc sram_base=1 dram_base=2147483648 x_size=8664 x_stride=3 x_pad_0=14 x_pad_1=2  # 116
store out sram_base=3 dram_base=4294967294 x_size=13160 x_stride=65535 x_pad_0=4 x_pad_1=7  # 117
store out sram_base=7 y_size=30059 x_stride=1 y_pad_1=14 push_prev  # 118
load acc dram_base=3997018588 x_stride=65535 y_pad_0=8 y_pad_1=11 pop_next  # 119
load wgt sram_base=46779 dram_base=3942694407 x_stride=39795 x_pad_0=7  # 120
load inp sram_base=2 dram_base=4 x_stride=2 x_pad_0=15 x_pad_1=10  # 121
load inp sram_base=62106 dram_base=4 y_size=49323 x_stride=9970 y_pad_0=11 y_pad_1=15 push_next  # 122
gemm reset uop_end=6 iter_out=3 dst_out=492 dst_in=2047 src_in=2047 wgt_out=1 pop_next push_prev push_next  # 123
store out sram_base=6 dram_base=349679605 y_size=6 x_stride=44511 y_pad_0=6 pop_prev push_prev  # 124
store out dram_base=4141676843 x_stride=17210 x_pad_0=6 x_pad_1=2 pop_prev push_prev  # 125
load inp sram_base=32265 dram_base=7 y_size=7 x_stride=57010 y_pad_0=7 y_pad_1=15 pop_next push_next  # 126
load wgt dram_base=7 y_size=6 x_stride=65534 y_pad_0=15 y_pad_1=2 pop_next  # 127
store out sram_base=26821 dram_base=4 x_size=23237 x_stride=58050 x_pad_1=5 pop_prev  # 128
load wgt sram_base=33152 dram_base=3220775816 x_size=6 x_pad_0=13 x_pad_1=14  # 129
store out sram_base=61085 dram_base=212072872 x_size=65535 x_stride=13481 x_pad_0=6 x_pad_1=9  # 130
load wgt sram_base=5 dram_base=3269549142 y_size=4 x_stride=65535 y_pad_0=14 y_pad_1=4  # 131
store out sram_base=3 dram_base=4231297300 y_size=3 x_stride=5 y_pad_0=7 y_pad_1=3  # 132
load acc8 sram_base=6 x_size=57815 x_stride=3 x_pad_0=4 x_pad_1=3 push_next  # 133
load wgt sram_base=6 dram_base=4294967294 x_size=41404 x_stride=7 x_pad_0=6 x_pad_1=5  # 134
store out sram_base=59329 y_size=60672 x_stride=35023 y_pad_0=3  # 135
load inp sram_base=7 dram_base=1667441465 y_size=44751 x_stride=64399 y_pad_0=7 y_pad_1=12  # 136
load wgt sram_base=58913 dram_base=4294967295 x_size=5 x_stride=38821 x_pad_0=8 x_pad_1=8  # 137
store out sram_base=2 dram_base=2317192132 y_size=65535 x_stride=5 y_pad_1=3 pop_prev  # 138
load wgt sram_base=7 dram_base=54537483 x_size=21303 x_stride=3 x_pad_0=8 x_pad_1=10  # 139
load uop sram_base=63907 dram_base=7 x_stride=64757 y_pad_0=14 y_pad_1=2 pop_next  # 140
store out sram_base=7 dram_base=3328453600 x_stride=65535 y_pad_0=13 y_pad_1=6  # 141
gemm uop_bgn=11 uop_end=17 iter_out=100 iter_in=1 src_in=6 wgt_in=2  # 142
load wgt dram_base=2195097166 y_size=58564 x_stride=34798 y_pad_0=13 y_pad_1=14  # 143
store out sram_base=1 dram_base=1 y_size=7 x_stride=58511 y_pad_0=10 y_pad_1=7  # 144
store out sram_base=33436 dram_base=2147483648 x_stride=2 y_pad_0=9 y_pad_1=7  # 145
load inp sram_base=7 dram_base=4 x_size=1 x_stride=49535 x_pad_0=11 x_pad_1=11 push_next  # 146
load inp sram_base=55640 x_size=60797 x_stride=44651 x_pad_0=1 x_pad_1=7 push_next  # 147
load wgt sram_base=5 dram_base=3 x_size=1 x_stride=6 x_pad_0=13 x_pad_1=14  # 148
gemm uop_bgn=7322 uop_end=7362 iter_out=41 iter_in=1 dst_in=7 src_out=13 src_in=6 wgt_out=3 wgt_in=1022 pop_prev push_next  # 149
gemm uop_bgn=7322 uop_end=7328 iter_out=1 iter_in=1 dst_out=1024 dst_in=3 src_in=1820 wgt_out=1023 wgt_in=2 pop_prev pop_next  # 150
load acc y_size=51134 x_stride=3 y_pad_0=6 y_pad_1=6 pop_prev  # 151
store out sram_base=65534 dram_base=2 y_size=43696 x_stride=2 y_pad_0=8 pop_prev  # 152
gemm reset uop_bgn=285 uop_end=285 iter_out=1 iter_in=2995 dst_out=2033 dst_in=462 src_out=2047 wgt_in=909 pop_prev  # 153
load acc dram_base=3272072737 x_size=32003 x_stride=55933 x_pad_0=1 x_pad_1=15 pop_next push_prev  # 154
load uop sram_base=57171 dram_base=4294967294 x_size=5 x_stride=6 x_pad_0=1 x_pad_1=8 push_next  # 155
load inp sram_base=58246 dram_base=3201083499 y_size=6 x_stride=41404 y_pad_0=9 y_pad_1=15 push_next  # 156
load inp sram_base=4101 dram_base=1561326105 y_size=2260 x_stride=39805 y_pad_0=4 y_pad_1=14 pop_next  # 157
load inp sram_base=1 x_size=39210 x_stride=65377 x_pad_0=14 x_pad_1=13  # 158
load acc sram_base=26605 dram_base=6 x_stride=41472 x_pad_0=10 pop_prev pop_next  # 159
load uop sram_base=6 dram_base=4 x_stride=2 y_pad_0=3 y_pad_1=9 push_prev  # 160
store out sram_base=2 dram_base=4252856376 x_size=5 x_stride=60735 x_pad_0=2 x_pad_1=15  # 161
load acc sram_base=57433 dram_base=425170803 x_size=2 x_stride=45460 x_pad_0=1 x_pad_1=3  # 162
store out sram_base=58539 x_stride=49165 x_pad_0=8 x_pad_1=11  # 163
store out sram_base=7 dram_base=5 y_size=32768 x_stride=40582 y_pad_0=2 y_pad_1=4 pop_prev  # 164
store out sram_base=6 dram_base=476866140 y_size=36092 y_pad_1=4 push_prev  # 165
store out sram_base=53827 y_size=27265 x_stride=6 y_pad_0=15 y_pad_1=1  # 166
load wgt dram_base=41179430 x_size=37750 x_stride=45744 x_pad_0=3 x_pad_1=8 pop_next  # 167
store out dram_base=7 y_size=35503 x_stride=50387 y_pad_0=11 y_pad_1=7  # 168
store out sram_base=50236 dram_base=2147483648 y_size=5 x_stride=65534 y_pad_0=10 y_pad_1=15 push_prev  # 169
store out sram_base=6 dram_base=1 x_size=49216 x_stride=48267 x_pad_1=2  # 170
load wgt sram_base=2 dram_base=433343224 x_stride=2 x_pad_0=13 x_pad_1=8  # 171
load inp sram_base=65535 x_size=32768 x_stride=233 x_pad_0=8 push_next  # 172
store out sram_base=2 dram_base=7 y_pad_1=3  # 173
store out sram_base=65534 dram_base=3136772480 x_size=6  # 174
load acc8 dram_base=4 x_stride=44362 y_pad_0=10 y_pad_1=4 pop_next  # 175
load wgt sram_base=46479 dram_base=5 x_stride=65264 y_pad_0=13 y_pad_1=15  # 176
load inp sram_base=3 dram_base=5 x_size=65535 x_stride=6 x_pad_0=4 x_pad_1=7 push_next  # 177
store out sram_base=31003 dram_base=864146781 x_stride=3 x_pad_0=4 x_pad_1=1 push_prev  # 178
load wgt sram_base=35685 dram_base=4294967295 y_size=42863 x_stride=5 y_pad_0=3 y_pad_1=12  # 179
store out dram_base=2794546848 y_size=1 x_stride=7 y_pad_0=3 y_pad_1=12  # 180
load inp sram_base=13396 y_size=63777 x_stride=44396 y_pad_0=5 y_pad_1=4  # 181
store out dram_base=4047924209 y_size=51552 x_stride=2 y_pad_0=2 y_pad_1=11  # 182
load wgt sram_base=44289 dram_base=2570515398 y_size=53032 x_stride=2 y_pad_0=13 y_pad_1=9  # 183
load inp sram_base=7 dram_base=4146809305 y_size=44251 x_stride=4 y_pad_1=6  # 184
store out sram_base=7 y_size=5 x_stride=5 y_pad_0=4 y_pad_1=4  # 185
store out sram_base=16414 dram_base=3313495053 x_size=35710 x_stride=65535 x_pad_1=4  # 186
load inp sram_base=17238 dram_base=6 x_size=5268 x_stride=46872 x_pad_0=14 x_pad_1=11  # 187
store out sram_base=7 dram_base=5 x_size=2 x_stride=7 x_pad_0=3 x_pad_1=12  # 188
store out sram_base=32768 dram_base=4294967294 x_size=7632 x_stride=32768 x_pad_0=2 push_prev  # 189
store out sram_base=37732 dram_base=4294967294 x_size=4 x_stride=42757 x_pad_0=9 x_pad_1=14  # 190
load wgt sram_base=50369 dram_base=4294967294 x_size=47478 x_stride=4 x_pad_0=2 x_pad_1=15 push_next  # 191
store out dram_base=3 x_size=34599 x_pad_0=7 x_pad_1=4  # 192
store out sram_base=60567 dram_base=3695232842 y_size=47396 x_stride=61396 y_pad_0=12 y_pad_1=7  # 193
load acc8 sram_base=22989 dram_base=386781586 x_size=65535 x_stride=7 x_pad_0=3 x_pad_1=7 push_next  # 194
store out sram_base=64907 dram_base=38008758 y_size=65534 y_pad_0=3  # 195
load acc8 sram_base=1 dram_base=4 x_stride=4 y_pad_0=9 y_pad_1=12  # 196
load uop sram_base=58483 dram_base=3 x_size=63484 x_stride=65535 x_pad_0=11 x_pad_1=2 pop_prev  # 197
load uop sram_base=6 dram_base=4294967294 x_size=65534 x_stride=19565 x_pad_0=9 x_pad_1=8 pop_prev pop_next  # 198
load uop sram_base=62844 y_size=65535 x_stride=4 y_pad_0=14 y_pad_1=1 push_next  # 199
store out dram_base=6 y_size=2 x_stride=60981 y_pad_0=5 y_pad_1=7 pop_prev  # 200
store out sram_base=9485 dram_base=4294967295 x_size=19023 x_stride=36007 x_pad_1=8  # 201
store out sram_base=60826 dram_base=3712805657 x_size=32768 x_pad_0=9 x_pad_1=5 push_prev  # 202
store out dram_base=3482426982 x_size=47265 x_stride=51175 x_pad_0=15 x_pad_1=13  # 203
store out sram_base=53566 dram_base=606730834 x_size=60606 x_stride=65534 x_pad_1=12  # 204
store out sram_base=64926 x_size=46300 x_stride=49412 x_pad_0=5 x_pad_1=8 push_prev  # 205
store out sram_base=64333 dram_base=2595927222 x_size=35168 x_stride=1 x_pad_0=15 x_pad_1=1 pop_prev  # 206
store out sram_base=62241 y_size=58690 x_stride=62400 y_pad_0=4  # 207
store out y_size=58871 x_stride=2 y_pad_0=4 y_pad_1=8  # 208
store out sram_base=47441 dram_base=4136944212 y_size=42646 x_stride=51564 y_pad_0=3 y_pad_1=15  # 209
store out sram_base=4 dram_base=3826648339 x_stride=2 y_pad_1=15  # 210
store out sram_base=61495 dram_base=2737333506 x_size=65534 x_stride=51330 x_pad_0=1 x_pad_1=4  # 211
store out sram_base=65534 y_size=35646 x_stride=5 y_pad_0=14 y_pad_1=1  # 212
load acc dram_base=1 y_pad_0=9 y_pad_1=6 pop_prev pop_next  # 213
store out dram_base=2147483648 x_size=1 x_stride=2 x_pad_1=15  # 214
store out sram_base=40392 dram_base=3423763675 y_size=11913 x_stride=4 y_pad_0=11 y_pad_1=2  # 215
load acc8 sram_base=65535 dram_base=2 x_stride=1 x_pad_1=12 pop_next  # 216
load inp sram_base=6 dram_base=928627104 y_size=32768  # 217
load wgt sram_base=1 dram_base=3544933251 x_size=16729 x_pad_0=15  # 218
load wgt dram_base=3380835177 y_size=51231 x_stride=65535 y_pad_0=11  # 219
gemm uop_bgn=8190 uop_end=8190 iter_out=1 iter_in=8192 dst_out=2047 dst_in=2 src_out=1893 src_in=1453 wgt_out=621 wgt_in=224  # 220
store out dram_base=2242948662 x_stride=6 y_pad_0=4 y_pad_1=4  # 221
load wgt sram_base=6 x_size=4 x_stride=5 x_pad_0=3 x_pad_1=13  # 222
gemm reset uop_bgn=4 uop_end=8192 iter_in=10892 dst_out=318 dst_in=2046 src_out=6 wgt_out=2 wgt_in=1 push_next  # 223
load inp sram_base=3 dram_base=3942230170 y_size=6 x_stride=45297 y_pad_0=8 y_pad_1=8 push_next  # 224
load inp dram_base=1 y_size=34371 x_stride=55498 y_pad_1=7 push_next  # 225
store out dram_base=2 y_size=65534 x_stride=1 y_pad_0=8 y_pad_1=3  # 226
load wgt sram_base=4 dram_base=3 x_stride=33004 y_pad_0=15 y_pad_1=13 push_next  # 227
load uop sram_base=60520 y_size=44150 y_pad_0=3 y_pad_1=8 push_next  # 228
load wgt sram_base=39229 dram_base=3 y_size=3 x_stride=36782 y_pad_0=11 y_pad_1=10  # 229
load inp sram_base=4 dram_base=6 y_size=7371 x_stride=42866 y_pad_0=7 y_pad_1=5  # 230
store out dram_base=3964455665 x_stride=52250 y_pad_0=11 y_pad_1=1 pop_prev push_prev  # 231
store out sram_base=65535 dram_base=1 x_size=33276 x_stride=2079 x_pad_0=12 x_pad_1=2 pop_prev  # 232
load inp sram_base=3 dram_base=2974288768 y_size=4 x_stride=5 y_pad_0=15  # 233
load acc8 sram_base=6 x_size=39809 x_pad_0=8 x_pad_1=9 pop_next push_prev  # 234
load inp sram_base=50768 dram_base=3407775657 x_stride=7 x_pad_0=1 x_pad_1=9  # 235
store out sram_base=303 dram_base=1440132938 x_stride=32768 y_pad_0=6 y_pad_1=2  # 236
load uop sram_base=65534 x_size=15304 x_stride=4495 x_pad_0=13 x_pad_1=8 pop_prev  # 237
load inp sram_base=6 dram_base=4294967294 y_size=4 x_stride=2 y_pad_0=1 y_pad_1=13  # 238
load inp sram_base=2 dram_base=1961602113 x_pad_0=14 x_pad_1=14  # 239
load acc8 sram_base=1 dram_base=4105316146 y_size=57106 x_stride=51154 y_pad_0=15 y_pad_1=1  # 240
store out dram_base=257808636 y_size=65534 y_pad_0=2 y_pad_1=2  # 241
alu max reset uop_bgn=1 uop_end=3 iter_in=13870 dst_out=1761 dst_in=1164 src_out=591 src_in=1024 imm=27323 pop_next  # 242
store out sram_base=7 dram_base=3922751852 y_size=50997 x_stride=3 y_pad_0=11 y_pad_1=9  # 243
load inp sram_base=19871 dram_base=4211620752 y_size=36952 x_stride=65534 y_pad_0=7 y_pad_1=2  # 244
load acc8 dram_base=3529594207 x_size=2 x_pad_0=14 push_prev push_next  # 245
load inp sram_base=5 dram_base=7 y_size=6 y_pad_0=14 y_pad_1=15  # 246
store out sram_base=48929 dram_base=2780902334 y_size=43185 x_stride=58175 y_pad_0=14 y_pad_1=3 pop_prev  # 247
load inp sram_base=6 dram_base=3 x_size=13712 x_stride=5 x_pad_0=4 x_pad_1=12 push_next  # 248
load acc sram_base=49146 dram_base=7 x_size=65535 x_stride=62504 x_pad_0=7 x_pad_1=4  # 249
load wgt dram_base=4294967295 x_size=65535 x_stride=35796 x_pad_0=11 x_pad_1=10  # 250
alu max uop_bgn=6456 uop_end=4871 iter_out=15640 iter_in=5 dst_in=5 src_out=831 src_in=6 imm=-32768 pop_prev  # 251
store out sram_base=7 dram_base=4294967294 y_size=5 x_stride=65534 y_pad_0=2 y_pad_1=3 push_prev  # 252
store out sram_base=57689 x_size=56256 x_stride=2 x_pad_0=15 x_pad_1=12  # 253
load inp sram_base=1 dram_base=2147483648 x_size=61879 x_stride=32768 x_pad_0=8 x_pad_1=3 pop_next  # 254
store out sram_base=1 dram_base=3441786697 x_size=25880 x_stride=31219 x_pad_0=10 x_pad_1=8  # 255
load inp sram_base=65535 dram_base=2147483648 y_size=7768 x_stride=32768 y_pad_0=1 y_pad_1=4  # 256
load wgt sram_base=4 dram_base=4294967294 y_pad_0=10 y_pad_1=7  # 257
alu add reset uop_bgn=3256 uop_end=3 iter_in=14079 dst_out=1423 dst_in=1 src_in=1024 use_imm imm=22444 pop_prev  # 258
store out sram_base=1 dram_base=5 y_size=3 y_pad_1=5  # 259
load inp sram_base=55503 dram_base=6 y_size=8802 x_stride=2 y_pad_0=3 y_pad_1=14 pop_next push_next  # 260
load acc8 sram_base=34531 dram_base=3 x_stride=6 y_pad_0=12 y_pad_1=14  # 261
store out sram_base=6 dram_base=2 x_size=7 x_stride=6 x_pad_1=3  # 262
store out sram_base=39151 dram_base=3 x_size=6 x_pad_0=5 x_pad_1=3  # 263
store out sram_base=6 dram_base=2202872556 y_size=7 x_stride=65535 y_pad_0=15 y_pad_1=7 push_prev  # 264
load acc8 sram_base=6 dram_base=3 x_size=28636 x_stride=3 x_pad_0=14 x_pad_1=12 pop_prev  # 265
load uop sram_base=46123 dram_base=2 x_size=34707 x_stride=61374 x_pad_1=7 pop_next  # 266
load acc sram_base=20710 dram_base=4294967295 x_size=19978 x_stride=26481 x_pad_1=14 pop_prev pop_next  # 267
load inp sram_base=65534 dram_base=2428499804 y_size=18824 x_stride=3 y_pad_0=13 y_pad_1=3  # 268
load wgt sram_base=63511 dram_base=1 y_size=53933 x_stride=41087 y_pad_0=1 y_pad_1=1 push_next  # 269
store out dram_base=4093544183 x_stride=45904 y_pad_0=1  # 270
load wgt dram_base=4022443764 x_size=50421 x_stride=1 x_pad_0=4 x_pad_1=12  # 271
store out dram_base=7 y_size=4 x_stride=39401 y_pad_0=15 y_pad_1=2  # 272
load wgt sram_base=5 dram_base=5 y_size=44940 x_stride=4 y_pad_0=6 y_pad_1=8 push_next  # 273
store out sram_base=19573 dram_base=2147483648 x_stride=42237 y_pad_0=15 y_pad_1=2  # 274
store out sram_base=5 dram_base=4 x_stride=3427 y_pad_0=1 y_pad_1=1  # 275
load acc sram_base=6 dram_base=3264522918 x_size=58896 x_stride=34274 x_pad_0=14 x_pad_1=10 pop_next  # 276
alu add uop_bgn=7321 uop_end=7326 iter_out=1 iter_in=1 dst_out=1402 dst_in=437 src_out=1234 src_in=7 imm=-32768  # 277
load acc8 sram_base=44147 dram_base=3 y_size=33898 x_stride=62922 y_pad_0=14 y_pad_1=3  # 278
load acc dram_base=4 y_size=31559 x_stride=29736 y_pad_0=7 y_pad_1=9 pop_prev  # 279
store out sram_base=727 dram_base=3775042544 y_size=64698 x_stride=6 y_pad_1=10  # 280
store out sram_base=7 dram_base=5 x_size=65535 x_stride=4 x_pad_0=9 x_pad_1=8  # 281
load uop sram_base=6 dram_base=3335423688 y_size=3 y_pad_0=1 y_pad_1=13 push_prev  # 282
load uop x_size=55279 x_stride=33506 x_pad_0=8 pop_prev  # 283
alu max uop_bgn=4993 uop_end=568 iter_out=15574 dst_out=2047 src_out=3 src_in=1 use_imm imm=3  # 284
load acc8 sram_base=2 x_size=7 x_stride=51097 x_pad_0=8 x_pad_1=1  # 285
load wgt sram_base=54308 dram_base=4294967294 y_size=4 x_stride=8489 y_pad_0=15 y_pad_1=10 pop_next push_next  # 286
load acc8 sram_base=4 dram_base=7 y_size=1 x_stride=1 y_pad_0=5 y_pad_1=10  # 287
load inp y_size=65535 x_stride=53769 y_pad_1=8  # 288
load wgt sram_base=14783 dram_base=2 x_size=65005 x_stride=6 x_pad_0=11 x_pad_1=3 push_next  # 289
store out sram_base=7 dram_base=139306347 y_size=3 x_stride=49636 y_pad_0=11  # 290
store out sram_base=3 dram_base=2787641996 x_size=7 x_stride=4 x_pad_0=15 x_pad_1=15  # 291
load wgt sram_base=57964 dram_base=5 y_size=33012 x_stride=7 y_pad_0=14 y_pad_1=1  # 292
load acc8 dram_base=4 x_size=65535 x_stride=1 x_pad_0=8 x_pad_1=1 push_next  # 293
load wgt sram_base=3 dram_base=6 y_size=2 y_pad_0=7 y_pad_1=7  # 294
store out dram_base=809620807 x_stride=7 x_pad_1=15 push_prev  # 295
load wgt sram_base=7 dram_base=7 x_stride=1 x_pad_0=11 x_pad_1=4  # 296
load acc sram_base=3 dram_base=7 y_size=7 x_stride=26758 y_pad_1=3 pop_next push_next  # 297
store out dram_base=2624703923 y_size=7 x_stride=7 y_pad_0=14 pop_prev  # 298
load wgt sram_base=43104 dram_base=2710555689 x_stride=6 x_pad_0=2 x_pad_1=5  # 299
store out y_size=65534 x_stride=33424 y_pad_0=6 y_pad_1=13  # 300
store out sram_base=9179 dram_base=4135255342 x_stride=32768 x_pad_0=8 x_pad_1=7  # 301
store out sram_base=2 dram_base=505088916 x_stride=6 x_pad_0=12 x_pad_1=4  # 302
store out sram_base=1 dram_base=7 y_size=44347 x_stride=5 y_pad_0=4 y_pad_1=14  # 303
store out dram_base=3561038935 x_size=49464 x_stride=3 x_pad_0=6 x_pad_1=15 push_prev  # 304
load wgt sram_base=58463 dram_base=1987764731 x_size=46925 x_stride=45867 x_pad_0=3 x_pad_1=4  # 305
load inp sram_base=5195 dram_base=4294967294 y_size=65534 x_stride=51272 y_pad_0=5 y_pad_1=7  # 306
load acc8 sram_base=4 dram_base=1 x_stride=49605 y_pad_0=6 pop_next push_prev  # 307
store out sram_base=2 dram_base=3 y_size=39396 x_stride=6 y_pad_0=11 push_prev  # 308
store out sram_base=7 dram_base=3 y_size=43782 y_pad_0=2 y_pad_1=2 pop_prev push_prev  # 309
store out sram_base=32768 x_size=3 x_pad_0=14 x_pad_1=15  # 310
load inp sram_base=7 dram_base=7 y_size=65534 x_stride=7 y_pad_0=13 y_pad_1=8  # 311
store out sram_base=4 dram_base=3597497708 y_size=28994 x_stride=7 y_pad_0=2 y_pad_1=14  # 312
store out sram_base=32768 y_size=125 x_stride=65534 y_pad_0=8 y_pad_1=11  # 313
load inp sram_base=29402 dram_base=3489150870 y_size=7 x_stride=40415 y_pad_0=4 y_pad_1=7 pop_next push_next  # 314
store out sram_base=46750 dram_base=3790294730 y_size=47473 x_stride=2 y_pad_0=12 y_pad_1=6  # 315
load inp dram_base=2036805193 y_size=6 x_stride=12084 y_pad_0=12 y_pad_1=13  # 316
gemm uop_bgn=7 uop_end=7 dst_out=2046 src_out=2046 src_in=7 wgt_out=801 pop_prev  # 317
load wgt sram_base=65379 dram_base=4294967294 x_size=9286 x_stride=7 x_pad_0=5 x_pad_1=8  # 318
load inp sram_base=1 dram_base=2774546793 y_size=23834 x_stride=13254 y_pad_0=9 y_pad_1=2  # 319
store out sram_base=64705 y_size=58374 x_stride=37221 y_pad_0=8 y_pad_1=7  # 320
load wgt dram_base=5 y_size=50606 x_stride=5 y_pad_0=7 y_pad_1=11 push_next  # 321
load wgt sram_base=4 dram_base=2 x_size=5 x_stride=22572 x_pad_0=1 x_pad_1=8  # 322
load wgt sram_base=5 dram_base=4294967294 x_size=7 x_stride=1 x_pad_0=13 x_pad_1=14  # 323
load acc8 sram_base=65535 dram_base=4294967295 x_size=1 x_stride=47277 x_pad_1=3 pop_prev  # 324
load acc dram_base=2 y_size=41628 x_stride=2 y_pad_0=15 y_pad_1=2 pop_prev pop_next  # 325
load acc8 sram_base=940 y_size=5 x_stride=7 y_pad_0=14 y_pad_1=8 pop_prev push_prev  # 326
load acc dram_base=4072503579 y_size=5 x_stride=2 y_pad_0=2 y_pad_1=15 push_prev  # 327
store out sram_base=55437 y_size=46835 x_stride=32768 y_pad_0=1 y_pad_1=11  # 328
store out sram_base=28905 dram_base=4294967295 x_stride=42991 x_pad_0=10 x_pad_1=8  # 329
load inp sram_base=46727 dram_base=6 x_stride=3 y_pad_0=5 push_next  # 330
load wgt sram_base=41979 dram_base=6 x_stride=65535 x_pad_0=8 x_pad_1=6  # 331
load inp sram_base=3 dram_base=5 x_size=7 x_stride=7 x_pad_0=10 x_pad_1=11 pop_next  # 332
store out sram_base=58017 dram_base=3312714265 y_size=35125 x_stride=51866 y_pad_0=7 y_pad_1=15  # 333
store out sram_base=1 x_size=6 x_stride=52996 x_pad_0=6 x_pad_1=9 push_prev  # 334
load acc sram_base=43112 dram_base=3776053171 x_size=38418 x_stride=32906 x_pad_1=4  # 335
load acc8 sram_base=51095 dram_base=1263165474 x_stride=2 x_pad_0=15 x_pad_1=11 pop_prev  # 336
load inp sram_base=6296 y_size=50705 x_stride=5 y_pad_0=8 y_pad_1=11  # 337
load acc sram_base=65535 dram_base=7 x_size=48676 x_pad_0=1 x_pad_1=13 pop_next push_prev  # 338
load wgt sram_base=37955 dram_base=1 x_size=32768 x_stride=5 x_pad_0=1 x_pad_1=14  # 339
store out sram_base=65534 dram_base=1 x_size=53154 x_stride=43695 x_pad_0=4 x_pad_1=8  # 340
store out sram_base=16870 y_size=15986 x_stride=65535 y_pad_1=9 push_prev  # 341
store out sram_base=6 dram_base=1 y_size=44346 x_stride=6 y_pad_0=14 y_pad_1=6  # 342
load inp sram_base=2 dram_base=3 y_size=4 x_stride=31705 y_pad_1=5  # 343
load acc8 sram_base=1 dram_base=3 x_size=4 x_stride=1 x_pad_0=5 x_pad_1=8 push_prev  # 344
load inp sram_base=1 dram_base=3419541937 y_size=1 x_stride=32768 y_pad_1=5 pop_next  # 345
store out sram_base=1 dram_base=2147483648 x_size=35135 x_stride=32768 x_pad_0=14  # 346
store out sram_base=7 dram_base=7 x_size=61126 x_stride=4 x_pad_0=3 x_pad_1=4  # 347
load inp sram_base=3 dram_base=3 x_size=43378 x_stride=44987 x_pad_0=5 x_pad_1=15  # 348
store out dram_base=4282549455 x_size=1 x_pad_0=2 x_pad_1=1  # 349
store out dram_base=3 y_size=19209 x_stride=65535 y_pad_1=4 push_prev  # 350
store out sram_base=1 dram_base=2506395650 y_size=7402 y_pad_0=15 y_pad_1=10  # 351
store out sram_base=60160 dram_base=5 x_stride=65534 x_pad_1=4  # 352
load inp sram_base=1 dram_base=3061666848 x_size=57007 x_stride=59673 x_pad_0=8 x_pad_1=12 push_next  # 353
store out dram_base=4294967294 y_size=41732 x_stride=42035 y_pad_0=3 y_pad_1=8 push_prev  # 354
store out sram_base=1 dram_base=4294967294 x_stride=30341 y_pad_0=15 y_pad_1=15  # 355
store out sram_base=2326 dram_base=4294967294 y_size=1 x_stride=36197 y_pad_0=14 y_pad_1=13  # 356
load acc8 sram_base=19168 y_size=16424 x_stride=54148 y_pad_0=11 y_pad_1=5 pop_next  # 357
load uop sram_base=2 y_size=32768 x_stride=65534 y_pad_1=14 pop_next push_prev  # 358
gemm reset uop_bgn=4792 uop_end=8192 iter_in=6 dst_out=7 dst_in=6 src_out=2047 src_in=1980 wgt_out=759 wgt_in=1  # 359
load acc8 sram_base=4 dram_base=4050393065 x_stride=29688 y_pad_0=9 y_pad_1=13 pop_prev pop_next push_prev  # 360
store out sram_base=52624 dram_base=81721728 x_size=47258 x_stride=40502 x_pad_1=4  # 361
store out sram_base=19848 dram_base=1436218665 y_size=65535 x_stride=4 y_pad_0=4 y_pad_1=7  # 362
load uop sram_base=35906 dram_base=4294967295 y_size=38391 x_stride=2 y_pad_0=7 y_pad_1=3 push_next  # 363
load uop sram_base=65534 y_size=51085 x_stride=5 y_pad_0=15 y_pad_1=3 push_next  # 364
load acc8 sram_base=39369 dram_base=6 x_size=65534 x_pad_0=2 x_pad_1=2  # 365
load wgt sram_base=5 dram_base=2864326277 x_size=43880 x_stride=42527 x_pad_0=15 x_pad_1=3  # 366
load uop sram_base=7 dram_base=3733708605 x_stride=65535 y_pad_0=15 y_pad_1=7 push_next  # 367
load acc8 sram_base=2 dram_base=3943882290 x_size=6 x_stride=4 x_pad_1=14  # 368
load acc sram_base=5 dram_base=716768272 x_size=4 x_stride=7 x_pad_0=3 x_pad_1=11  # 369
load uop sram_base=39369 dram_base=2104586085 y_size=62935 x_stride=64693 y_pad_0=15 y_pad_1=3  # 370
alu max reset iter_out=16383 iter_in=12601 dst_out=6 dst_in=1 src_out=2 src_in=1378 imm=7  # 371
alu max uop_bgn=2 uop_end=2 iter_in=9964 dst_out=1028 dst_in=1174 src_out=549 src_in=1024 use_imm imm=-32768  # 372
load acc8 sram_base=55137 y_size=50721 y_pad_0=7 y_pad_1=15 pop_next  # 373
load acc8 sram_base=65534 dram_base=1129800771 x_size=6 x_stride=5 x_pad_1=7  # 374
alu add reset iter_out=3111 iter_in=4 dst_in=1245 src_out=1024 src_in=1024 imm=21894  # 375
load acc8 sram_base=56048 dram_base=4294967294 x_size=19392 x_stride=15454 x_pad_0=14 x_pad_1=2  # 376
load acc sram_base=2 y_size=65534 x_stride=5 y_pad_0=14 y_pad_1=9  # 377
load uop sram_base=7 dram_base=2549292232 y_size=59121 x_stride=6 y_pad_0=14  # 378
load uop sram_base=65534 dram_base=4294967295 y_size=7 x_stride=5 y_pad_0=10  # 379
load acc8 sram_base=26627 dram_base=3807425084 x_size=21731 x_stride=1 x_pad_1=1  # 380
load acc dram_base=4014554069 y_size=42391 x_stride=22280 y_pad_0=9 y_pad_1=6 push_next  # 381
load uop sram_base=7 dram_base=2 y_size=50991 x_stride=57039 y_pad_1=9  # 382
store out dram_base=4 y_size=7 x_stride=41239 y_pad_0=1 y_pad_1=10  # 383
store out sram_base=4 dram_base=4294967295 y_size=4 x_stride=65535 y_pad_0=12 y_pad_1=3 pop_prev push_prev  # 384
store out sram_base=12240 dram_base=239936264 y_size=30583 x_stride=58331 y_pad_0=5 y_pad_1=5 pop_prev  # 385
load acc8 sram_base=65535 dram_base=1 y_size=60797 x_stride=29182 y_pad_0=14 y_pad_1=8 pop_next  # 386
load wgt sram_base=28677 dram_base=3263317279 y_size=3 x_stride=36913 y_pad_0=2 y_pad_1=3 pop_next push_next  # 387
store out sram_base=42811 dram_base=1224786379 y_size=1 x_stride=55977 y_pad_0=4 y_pad_1=14 pop_prev push_prev  # 388
store out sram_base=65534 dram_base=1380314327 x_stride=7 x_pad_0=6  # 389
store out dram_base=2 x_size=42919 x_stride=65535 x_pad_1=4  # 390
store out sram_base=5 dram_base=4294967294 x_size=3 x_stride=36744 x_pad_0=14 push_prev  # 391
store out sram_base=16808 dram_base=7 x_size=40165 x_pad_0=4 x_pad_1=11  # 392
store out sram_base=33312 dram_base=6 x_size=52032 x_stride=7 x_pad_0=15 x_pad_1=4  # 393
store out sram_base=59980 dram_base=3656888168 y_size=7 x_stride=33773 y_pad_1=14 pop_prev  # 394
load inp sram_base=41512 dram_base=4294967294 x_size=2 x_stride=62594 x_pad_0=2 x_pad_1=11 pop_next  # 395
load acc sram_base=65535 dram_base=5 x_size=6 x_stride=7 x_pad_0=9  # 396
store out sram_base=40232 dram_base=1591132740 y_size=1 x_stride=65226 y_pad_0=2 y_pad_1=13  # 397
load uop sram_base=64143 dram_base=2682201254 x_size=6 x_stride=32768 x_pad_1=11  # 398
load inp sram_base=65535 dram_base=2 x_size=32768 x_pad_0=15 push_next  # 399
load wgt dram_base=2681731937 y_size=32768 y_pad_0=1 y_pad_1=1 push_next  # 400
load wgt sram_base=6 dram_base=7 y_size=1 x_stride=32396 y_pad_0=6 y_pad_1=3  # 401
store out sram_base=7 dram_base=5 y_size=40689 x_stride=10214 y_pad_0=4 y_pad_1=4  # 402
store out sram_base=2 dram_base=5 y_size=6 x_stride=54159 y_pad_0=1 y_pad_1=7  # 403
load acc8 sram_base=2 dram_base=2817896647 x_stride=65535 x_pad_0=14 x_pad_1=8  # 404
load wgt sram_base=34692 dram_base=2558552212 y_size=45695 x_stride=2 pop_next  # 405
load inp dram_base=4293306160 x_size=3 x_stride=43318 x_pad_0=8  # 406
gemm reset uop_bgn=5592 uop_end=5078 iter_out=13763 iter_in=5 dst_out=2047 src_out=1783 src_in=1309 wgt_out=399 wgt_in=945 pop_prev push_prev  # 407
load inp sram_base=64250 dram_base=522947640 y_size=32768 x_stride=1 y_pad_1=9  # 408
load wgt sram_base=6 dram_base=3461260245 x_size=65535 x_pad_1=8 push_next  # 409
load inp sram_base=55703 x_size=65535 x_stride=5 x_pad_0=8 x_pad_1=8 pop_next  # 410
load inp sram_base=6 dram_base=7 x_size=1 x_stride=10340 x_pad_0=11 x_pad_1=13 push_next  # 411
load wgt sram_base=60225 y_size=22925 x_stride=5 y_pad_1=8  # 412
load inp sram_base=7 dram_base=3 x_size=5 x_stride=5 x_pad_0=7  # 413
load inp sram_base=65534 y_size=40836 x_stride=48675 y_pad_0=6 y_pad_1=7  # 414
load wgt sram_base=33073 dram_base=2989447225 x_size=35503 x_stride=2 x_pad_1=8  # 415
load inp dram_base=3433833874 y_size=1 y_pad_1=13  # 416
load inp sram_base=39785 dram_base=6 x_size=1 x_stride=44062 x_pad_1=9  # 417
load wgt sram_base=12520 dram_base=6 x_size=41217 x_stride=58293 x_pad_0=6 x_pad_1=12  # 418
load wgt sram_base=1 dram_base=2333515404 x_stride=2 y_pad_0=6 y_pad_1=7 pop_next  # 419
store out sram_base=42105 dram_base=5 x_stride=33093 y_pad_0=3 y_pad_1=15  # 420
store out dram_base=4294967295 y_size=45266 x_stride=65534 y_pad_0=1 y_pad_1=15  # 421
load wgt sram_base=4 dram_base=4008384112 y_size=25313 x_stride=4 y_pad_0=4 y_pad_1=2  # 422
load inp sram_base=3 dram_base=4294967295 x_size=65535 x_stride=4  # 423
load inp sram_base=7 dram_base=3520461428 x_size=52111 x_stride=7 x_pad_0=2 x_pad_1=3  # 424
alu mul iter_out=7 iter_in=6 dst_out=5 dst_in=2037 src_in=1539 use_imm imm=13742 pop_prev push_next  # 425
load wgt sram_base=65534 dram_base=6 y_size=7 x_stride=65534 y_pad_0=8 y_pad_1=14  # 426
load wgt sram_base=1 dram_base=2147483648 x_size=4 x_stride=32768 x_pad_0=8  # 427
load acc dram_base=3519214002 x_size=6 x_stride=39669 x_pad_0=3 pop_prev  # 428
gemm reset uop_bgn=6 uop_end=6 iter_out=7 iter_in=7 dst_out=1431 dst_in=1775 src_out=1512 src_in=4 wgt_out=1022 wgt_in=20 pop_prev  # 429
gemm reset uop_bgn=3 uop_end=8192 iter_in=2321 dst_out=7 dst_in=3 src_in=2046 wgt_in=676 pop_prev  # 430
store out sram_base=63546 dram_base=2413204041 x_stride=3 y_pad_0=2 y_pad_1=2 pop_prev  # 431
load acc sram_base=7 x_size=6 x_pad_0=7 x_pad_1=6 pop_next  # 432
gemm uop_bgn=3 uop_end=2 iter_out=11114 iter_in=16383 dst_out=204 dst_in=2046 src_in=6 wgt_out=1021 wgt_in=806 pop_next  # 433
finish  # 434
