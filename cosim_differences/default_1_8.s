# program 8 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=16 write=0 gap=0 outstanding=16 burst=16
.bytes 1048576
.window 0x0 0x100000
.base uop=0x5fc inp=0xa160 wgt=0x0 acc=0x2ac0 out=0x0
.stream 0x10000
.uops 0x10b0
.random 0x20000 262144 8459414521099346644
.random 0x80000 65536 6707921777578519629
uop dst=741 src=220 wgt=617
uop dst=729 src=1132 wgt=518
uop dst=574 src=516 wgt=199
uop dst=1563 src=339 wgt=456
uop dst=150 src=485 wgt=903
uop dst=1417 src=1628 wgt=456
uop dst=483 src=164 wgt=855
uop dst=506 src=1115 wgt=102
uop dst=742 src=936 wgt=271
uop dst=1443 src=1452 wgt=625
uop dst=542 src=1028 wgt=962
uop dst=1194 src=1630 wgt=832
uop dst=1038 src=1372 wgt=6
uop dst=1622 src=1281 wgt=652
uop dst=1611 src=738 wgt=852
uop dst=4 src=1817 wgt=7
uop dst=5 src=1 wgt=3
uop dst=1854 src=0 wgt=0
uop dst=1024 src=2 wgt=512
uop dst=1920 src=1060 wgt=3
uop dst=1456 src=0 wgt=1022
uop dst=0 src=5 wgt=3
uop dst=1 src=0 wgt=7
uop dst=0 src=1044 wgt=852
uop dst=908 src=1125 wgt=842
uop dst=909 src=1126 wgt=843
uop dst=910 src=1127 wgt=844
uop dst=911 src=1128 wgt=845
uop dst=912 src=1129 wgt=846
uop dst=913 src=1130 wgt=847
uop dst=914 src=1131 wgt=848
uop dst=915 src=1132 wgt=849
uop dst=916 src=1133 wgt=850
uop dst=917 src=1134 wgt=851
uop dst=918 src=1135 wgt=852
uop dst=183 src=1255 wgt=620
uop dst=183 src=1255 wgt=620
uop dst=183 src=1255 wgt=620
uop dst=183 src=1255 wgt=620
uop dst=183 src=1255 wgt=620
uop dst=183 src=1255 wgt=620
uop dst=0 src=2046 wgt=873
uop dst=3 src=1813 wgt=1023
uop dst=1957 src=1 wgt=4
uop dst=0 src=1024 wgt=3
uop dst=1619 src=1 wgt=3
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
uop dst=2 src=1291 wgt=1
uop dst=0 src=723 wgt=1022
uop dst=1105 src=2047 wgt=120
uop dst=1391 src=0 wgt=512
uop dst=0 src=7 wgt=403
uop dst=5 src=1803 wgt=6
uop dst=7 src=1709 wgt=0
uop dst=2046 src=0 wgt=1
uop dst=6 src=1 wgt=777
uop dst=5 src=1993 wgt=1015
uop dst=2037 src=1230 wgt=546
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1107 src=1427 wgt=154
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=1998 src=321 wgt=870
uop dst=953 src=1273 wgt=77
uop dst=1727 src=1295 wgt=125
uop dst=1109 src=68 wgt=903
uop dst=1546 src=97 wgt=614
uop dst=1240 src=1059 wgt=594
uop dst=2025 src=967 wgt=526
uop dst=1097 src=1864 wgt=937
uop dst=675 src=2039 wgt=73
uop dst=898 src=233 wgt=433
uop dst=199 src=854 wgt=426
uop dst=684 src=117 wgt=657
uop dst=1572 src=512 wgt=628
uop dst=1913 src=2047 wgt=280
uop dst=238 src=1428 wgt=283
uop dst=1006 src=1501 wgt=892
uop dst=474 src=1957 wgt=291
uop dst=662 src=221 wgt=187
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=940 src=1360 wgt=373
uop dst=217 src=472 wgt=939
uop dst=168 src=733 wgt=107
uop dst=5 src=7 wgt=9
uop dst=10 src=4 wgt=2
uop dst=8 src=0 wgt=1
uop dst=0 src=9 wgt=4
uop dst=2 src=0 wgt=6
uop dst=9 src=4 wgt=1
uop dst=1 src=2 wgt=0
uop dst=6 src=8 wgt=8
uop dst=1 src=4 wgt=1
uop dst=8 src=6 wgt=8
uop dst=68 src=1090 wgt=859
uop dst=69 src=1091 wgt=860
uop dst=70 src=1092 wgt=861
uop dst=71 src=1093 wgt=862
uop dst=72 src=1094 wgt=863
uop dst=73 src=1095 wgt=864
uop dst=74 src=1096 wgt=865
uop dst=75 src=1097 wgt=866
uop dst=76 src=1098 wgt=867
uop dst=77 src=1099 wgt=868
uop dst=78 src=1100 wgt=869
uop dst=0 src=1040 wgt=3
uop dst=2 src=0 wgt=1
uop dst=2047 src=949 wgt=689
uop dst=1907 src=1894 wgt=4
uop dst=4 src=3 wgt=3
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
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=404 src=1753 wgt=628
uop dst=1054 src=1543 wgt=872
uop dst=733 src=552 wgt=801
uop dst=1876 src=437 wgt=621
uop dst=855 src=124 wgt=805
uop dst=2035 src=1656 wgt=32
uop dst=237 src=991 wgt=17
uop dst=134 src=1181 wgt=631
uop dst=11 src=5 wgt=1
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
store out sram_base=875 dram_base=32770 y_size=4 x_size=6 x_stride=10  # 0
store out sram_base=1821 dram_base=35446 y_size=1 x_size=227 x_stride=3  # 1
store out sram_base=33 dram_base=33756 y_size=4 x_size=4 x_stride=4 push_prev  # 2
load wgt sram_base=996 dram_base=2053 y_size=27 x_size=1 x_stride=2 y_pad_0=1  # 3
gemm reset uop_bgn=4 uop_end=8192 iter_out=14376 dst_out=5 dst_in=1640 src_out=1210 src_in=7 wgt_out=1022 pop_next push_prev  # 4
load inp sram_base=3 dram_base=32900 y_size=1 x_size=3 x_stride=3 pop_next push_next  # 5
store out sram_base=2008 dram_base=34384 y_size=5 x_size=8 x_stride=8  # 6
store out sram_base=893 dram_base=32778 y_size=3 x_size=6 x_stride=6  # 7
store out sram_base=2041 dram_base=32779 y_size=1 x_size=7 x_stride=10  # 8
store out sram_base=1607 dram_base=35884 y_size=5 x_size=2 x_stride=1  # 9
store out sram_base=2036 dram_base=34235 y_size=3 x_size=4 x_stride=2  # 10
store out dram_base=32781 y_size=7 x_size=4 x_stride=4  # 11
store out sram_base=2030 dram_base=32768 y_size=3 x_size=6 x_stride=9  # 12
load wgt sram_base=1 dram_base=1243 y_size=2 x_size=9 x_stride=2 push_next  # 13
load acc8 sram_base=5 y_size=1 x_stride=42447 y_pad_0=12 y_pad_1=4 pop_prev push_next  # 14
store out sram_base=2024 dram_base=33067 y_size=3 x_size=8 pop_prev  # 15
store out sram_base=837 dram_base=33576 y_size=1 x_size=5 x_stride=47588  # 16
store out sram_base=1173 dram_base=32778 y_size=1 x_size=522 x_stride=32768 push_prev  # 17
store out sram_base=1 dram_base=35498 y_size=2 x_size=2 x_stride=6  # 18
store out sram_base=2042 dram_base=32773 y_size=1 x_size=6 x_stride=7 push_prev  # 19
store out sram_base=1797 dram_base=35847 y_size=2 x_size=8 x_stride=12  # 20
store out sram_base=35121 dram_base=302816361 x_size=20249 x_stride=3 x_pad_0=15  # 21
store out sram_base=1420 dram_base=36522 y_size=1 x_size=342 x_stride=3 push_prev  # 22
store out dram_base=32769 y_size=2048 x_size=1 x_stride=2  # 23
store out sram_base=1879 dram_base=34712 y_size=4 x_size=4 x_stride=5  # 24
store out sram_base=3 dram_base=34333 y_size=3 x_size=8 x_stride=12 push_prev  # 25
store out sram_base=1 dram_base=36461 y_size=1 x_size=403 x_stride=6  # 26
store out sram_base=1046 dram_base=32782 y_size=6 x_size=1 x_stride=1  # 27
store out sram_base=1545 dram_base=33360 y_size=2 x_size=1 x_stride=1 push_prev  # 28
gemm reset uop_bgn=4507 uop_end=3 iter_in=6 dst_out=6 dst_in=6 src_out=1188 src_in=2047 wgt_out=59 wgt_in=3 pop_next  # 29
load uop sram_base=61550 dram_base=2575419468 y_size=7 x_stride=23526 y_pad_0=14 pop_next  # 30
load acc sram_base=47678 dram_base=667884571 x_stride=65534 x_pad_0=12 x_pad_1=15 pop_next  # 31
gemm reset uop_bgn=3513 uop_end=8192 iter_in=10130 dst_in=6 src_out=1812 src_in=2 wgt_in=973 pop_next  # 32
gemm reset uop_bgn=7748 uop_end=8192 iter_out=3 iter_in=2 dst_out=3 src_out=2047 src_in=2047 wgt_out=1023 wgt_in=1 pop_next  # 33
store out sram_base=2032 dram_base=33747 y_size=4 x_size=4 x_stride=6  # 34
store out sram_base=4 dram_base=2652170084 x_size=5 x_stride=1 x_pad_1=1 push_prev  # 35
load acc8 sram_base=2036 dram_base=19782 y_size=3 x_size=4 pop_next push_prev  # 36
alu mul reset uop_bgn=4118 uop_end=3925 iter_out=16382 iter_in=2 dst_out=1705 dst_in=7 src_out=4 push_next  # 37
store out sram_base=271 dram_base=36858 y_size=1 x_size=6 x_stride=62502  # 38
load uop dram_base=885 y_size=1 x_size=2 x_stride=34248 pop_prev  # 39
alu mul reset uop_bgn=1 uop_end=7 iter_out=1 iter_in=6 dst_out=1024 src_out=6 use_imm imm=32766  # 40
gemm uop_bgn=8188 uop_end=8192 iter_out=2 iter_in=2 src_in=2 wgt_out=1 push_prev  # 41
load inp sram_base=53240 dram_base=2 x_size=3 x_stride=40974 x_pad_0=2 x_pad_1=13 pop_next  # 42
load inp sram_base=1 dram_base=4294967295 y_size=511 x_stride=65535 x_pad_0=3 pop_next push_next  # 43
alu shr reset uop_end=6 iter_out=6 iter_in=1 dst_in=4 src_in=1 use_imm  # 44
alu mul uop_end=6 iter_out=4 iter_in=2 src_out=3 src_in=1 use_imm imm=25481 pop_prev push_next  # 45
store out sram_base=32037 dram_base=3437626136 y_size=2 x_stride=35598 pop_prev  # 46
store out sram_base=1523 dram_base=32940 y_size=525 x_size=1 x_stride=7 pop_prev push_prev  # 47
load uop sram_base=3 dram_base=731 y_size=1 x_size=3 x_stride=4  # 48
load uop dram_base=1 y_size=52242 x_stride=3 y_pad_0=8 y_pad_1=14 push_next  # 49
gemm reset uop_bgn=4096 uop_end=4096 iter_out=13337 iter_in=2 dst_out=1870 src_out=6 src_in=4 wgt_out=6 wgt_in=3 push_prev  # 50
gemm uop_end=40 iter_out=1 iter_in=83 dst_out=3 src_out=1880 wgt_out=7 pop_next push_prev  # 51
gemm uop_bgn=4962 uop_end=4968 iter_out=3 iter_in=1 dst_out=1023 dst_in=2 src_out=485 src_in=876 wgt_in=822  # 52
alu min reset uop_bgn=5 uop_end=7 iter_out=4 dst_in=5 src_out=1737 src_in=380 use_imm imm=4410  # 53
gemm reset uop_bgn=1 uop_end=5 iter_out=2327 dst_out=2046 dst_in=1346 src_out=1336 src_in=1813 wgt_out=1022 wgt_in=469  # 54
load uop sram_base=6 dram_base=717522026 x_size=4 x_stride=2 x_pad_0=1 x_pad_1=15 push_next  # 55
alu shr reset uop_bgn=7 src_in=1029 imm=3  # 56
load acc sram_base=65534 dram_base=2 y_size=42985 x_stride=2 push_prev  # 57
load inp sram_base=4 y_size=51560 x_stride=63895 y_pad_0=6 y_pad_1=12 pop_next  # 58
store out sram_base=4 y_size=4 x_stride=4 y_pad_0=1 y_pad_1=10  # 59
store out sram_base=26684 dram_base=1998197958 x_size=1 x_pad_0=1  # 60
gemm reset uop_bgn=8190 uop_end=8190 dst_out=247 dst_in=973 src_out=4 src_in=2 wgt_out=7  # 61
store out sram_base=4 dram_base=2 y_size=42107 x_stride=2 y_pad_0=1 y_pad_1=13  # 62
store out y_size=5 x_stride=51807 y_pad_0=5 y_pad_1=1  # 63
store out sram_base=21670 dram_base=2147483648 y_size=49161 x_stride=38054 y_pad_0=14 y_pad_1=6  # 64
load inp sram_base=59325 dram_base=4294967295 x_size=46080 x_stride=12399 x_pad_1=7 pop_next  # 65
load wgt sram_base=12987 dram_base=2251728603 x_size=16814 x_stride=7 x_pad_0=2 pop_next  # 66
store out sram_base=7 dram_base=2147483648 x_stride=20284 y_pad_0=6 y_pad_1=2 push_prev  # 67
store out sram_base=59646 dram_base=2 y_size=6 x_stride=44758 y_pad_0=3 y_pad_1=15  # 68
alu min reset uop_bgn=4096 uop_end=3 iter_in=16102 dst_out=1 dst_in=5 src_out=2046 src_in=1175 push_next  # 69
alu max uop_bgn=5 uop_end=9 iter_out=1 iter_in=1 dst_out=4 dst_in=1870 src_out=6 src_in=1436 use_imm imm=1  # 70
load acc8 sram_base=7 dram_base=616745348 y_size=64260 x_stride=65535 y_pad_0=14 pop_next push_prev  # 71
load wgt sram_base=5 dram_base=2 x_size=6 x_stride=65534 x_pad_0=7  # 72
alu max reset uop_bgn=4096 uop_end=1009 iter_out=8542 iter_in=5 dst_out=1512 dst_in=1016 src_out=1024 src_in=7 use_imm imm=3257  # 73
alu add reset uop_bgn=4295 uop_end=2 dst_out=1 src_out=4 src_in=1588 use_imm imm=5  # 74
gemm reset uop_bgn=1 uop_end=1 iter_out=2 iter_in=5 dst_out=476 dst_in=1944 src_out=4 src_in=5 wgt_out=2 wgt_in=512 push_next  # 75
gemm reset uop_bgn=2 uop_end=1 iter_out=8994 dst_out=1251 dst_in=2047 src_out=1838 src_in=1024 wgt_out=679 wgt_in=1023  # 76
load acc sram_base=32768 dram_base=4 x_size=4 x_stride=1 x_pad_0=5 x_pad_1=1  # 77
load acc8 sram_base=65534 dram_base=3 x_size=32768 x_stride=34821 x_pad_0=1 x_pad_1=2  # 78
load uop sram_base=44200 dram_base=2432728628 x_size=65535 x_stride=60101 x_pad_0=3 x_pad_1=5  # 79
load uop sram_base=63794 dram_base=208418532 x_size=37736 x_stride=50434 x_pad_0=8 x_pad_1=2  # 80
load acc8 sram_base=2 x_size=65535 x_stride=50743 x_pad_1=4  # 81
alu add uop_bgn=1 uop_end=1 iter_out=13309 iter_in=2 dst_in=2 src_out=2047 src_in=3 use_imm imm=32766 push_prev  # 82
load uop sram_base=35160 dram_base=2 x_size=54066 x_stride=1 x_pad_0=6 x_pad_1=13 push_prev  # 83
store out sram_base=38250 x_size=49820 x_stride=46717 x_pad_0=14 pop_prev push_prev  # 84
gemm uop_bgn=514 uop_end=514 iter_out=4 iter_in=12521 dst_out=2046 src_out=411 src_in=2046 wgt_out=3 wgt_in=2 push_prev  # 85
store out sram_base=53969 dram_base=4246085610 x_size=7590 x_stride=5 x_pad_0=1 x_pad_1=12  # 86
gemm reset uop_bgn=5 uop_end=7 iter_in=4 dst_out=2 dst_in=3 src_out=1089 src_in=1138 wgt_out=524 wgt_in=116  # 87
load wgt sram_base=6 dram_base=3323125766 x_size=997 x_stride=6 x_pad_0=7 x_pad_1=7 pop_next  # 88
load uop sram_base=59014 y_size=2 y_pad_0=4 y_pad_1=12 pop_next  # 89
load acc sram_base=41431 dram_base=4 x_size=34963 x_stride=65534 x_pad_0=5 x_pad_1=5  # 90
store out sram_base=39574 dram_base=2147483648 y_size=65534 x_stride=6 y_pad_0=14 y_pad_1=11  # 91
store out dram_base=2 x_pad_0=14 x_pad_1=5 pop_prev  # 92
store out sram_base=56295 dram_base=3874429536 y_size=4 x_stride=58504 y_pad_0=2 y_pad_1=7 pop_prev  # 93
store out sram_base=1 dram_base=4268237951 x_stride=56504 y_pad_0=3 y_pad_1=5 pop_prev push_prev  # 94
store out sram_base=5 dram_base=3 x_size=5 x_stride=45845 x_pad_0=2 push_prev  # 95
store out sram_base=5 dram_base=2147483648 x_size=1 x_stride=65496 x_pad_0=6 x_pad_1=5  # 96
store out dram_base=605778901 y_size=16370 x_stride=1 y_pad_0=12 y_pad_1=15  # 97
store out sram_base=1 x_size=2 x_stride=56825 x_pad_0=14 x_pad_1=15 push_prev  # 98
store out sram_base=16377 dram_base=4 y_size=1 x_stride=46467 y_pad_0=8 y_pad_1=7  # 99
store out dram_base=2147483648 x_size=65535 x_stride=6 x_pad_1=8  # 100
store out sram_base=65534 dram_base=7 x_size=56975 x_stride=3 x_pad_0=5 x_pad_1=4  # 101
store out sram_base=12236 y_size=5 x_stride=59010 y_pad_0=14 y_pad_1=7  # 102
store out dram_base=2300824677 y_size=20775 y_pad_0=2 y_pad_1=8 push_prev  # 103
store out sram_base=48845 dram_base=572346752 y_size=7 x_stride=44633 y_pad_0=3 y_pad_1=4  # 104
alu max reset uop_bgn=7 uop_end=6 iter_out=8845 dst_out=4 dst_in=1220 src_in=7 use_imm imm=-5074 pop_next  # 105
store out sram_base=16137 dram_base=347377940 y_size=32768 x_stride=1 y_pad_0=1 y_pad_1=8  # 106
load inp sram_base=6 dram_base=6 y_size=53476 x_stride=40956 y_pad_0=4 y_pad_1=1  # 107
store out sram_base=65534 dram_base=4294967295 y_size=10551 x_stride=65534 y_pad_0=5 y_pad_1=1  # 108
load acc sram_base=27377 dram_base=4294967295 x_size=55645 x_stride=32768 x_pad_0=11 x_pad_1=5 pop_next  # 109
load wgt sram_base=60464 dram_base=628460022 x_size=4125 x_pad_0=6 x_pad_1=7  # 110
load inp sram_base=49027 dram_base=2271266462 y_size=1 y_pad_0=14 y_pad_1=4 pop_next  # 111
load wgt sram_base=5 dram_base=4 x_size=46647 x_stride=46610 x_pad_0=8 x_pad_1=2 pop_next push_next  # 112
load inp dram_base=183105853 x_size=51666 x_stride=65535 x_pad_0=13 x_pad_1=14  # 113
store out sram_base=1 dram_base=3004565461 y_size=63978 x_stride=6 y_pad_1=4  # 114
store out sram_base=50874 dram_base=1297366894 y_size=65535 x_stride=53517 y_pad_0=6 y_pad_1=14  # 115
load wgt y_size=41823 x_stride=58346 y_pad_0=9 y_pad_1=10 push_next  # 116
load inp sram_base=7 dram_base=2725246411 y_size=3 x_stride=33934 y_pad_0=2  # 117
load wgt sram_base=7 dram_base=1 x_size=5 x_stride=1 x_pad_1=15 push_next  # 118
load inp sram_base=3 dram_base=2656742864 y_size=35440 x_stride=3 y_pad_0=8 y_pad_1=8  # 119
load acc sram_base=53125 dram_base=2820819209 y_size=7 x_stride=32768 y_pad_0=13 y_pad_1=8 pop_next push_prev push_next  # 120
load inp sram_base=7 dram_base=6 y_size=38195 y_pad_1=7 pop_next  # 121
load inp sram_base=61612 dram_base=7 x_stride=1 y_pad_0=11  # 122
load wgt sram_base=60041 dram_base=2814314598 y_size=36845 x_stride=36450 y_pad_0=5 y_pad_1=4 push_next  # 123
load wgt sram_base=4 dram_base=1238302236 y_size=65534 x_stride=1 y_pad_0=15 pop_next  # 124
load acc8 sram_base=42648 dram_base=1852890010 x_size=65534 x_stride=3 pop_prev  # 125
load wgt sram_base=4 dram_base=6 y_size=58303 x_stride=65534 y_pad_0=13 y_pad_1=1  # 126
load wgt dram_base=30089021 y_size=6 y_pad_0=8 y_pad_1=8  # 127
load wgt sram_base=63737 dram_base=4 y_size=28065 x_stride=7 y_pad_0=9 y_pad_1=3  # 128
load inp sram_base=39013 dram_base=1752051112 y_size=38361 x_stride=1 y_pad_0=10 y_pad_1=8  # 129
load wgt sram_base=4 dram_base=3246847106 y_size=31054 x_stride=5125 y_pad_0=4  # 130
load wgt sram_base=7 dram_base=3493842084 x_size=65534 x_stride=64239 x_pad_0=7 x_pad_1=5  # 131
load wgt sram_base=33479 dram_base=3 x_size=20000 x_stride=7 x_pad_0=1 x_pad_1=11  # 132
load wgt sram_base=4 dram_base=2147483648 x_size=6 x_stride=2 x_pad_0=5 x_pad_1=8  # 133
load inp sram_base=42947 dram_base=3836068742 x_size=7 x_stride=47105 x_pad_0=10 x_pad_1=10 push_next  # 134
store out sram_base=42423 y_size=1 x_stride=65534 y_pad_0=5  # 135
load wgt sram_base=65534 dram_base=4144122325 x_size=1  # 136
load acc sram_base=65535 dram_base=1 x_size=1 x_stride=7 x_pad_0=3 pop_prev  # 137
load wgt sram_base=51911 dram_base=2152390828 y_size=43838 x_stride=47332 y_pad_0=14 y_pad_1=1  # 138
load inp sram_base=36697 dram_base=2371498280 x_pad_0=10 x_pad_1=1  # 139
load uop sram_base=35645 dram_base=4 x_size=60374 x_stride=32768 x_pad_0=1 x_pad_1=3  # 140
load inp dram_base=2293370238 y_size=14765 x_stride=32768 y_pad_0=3 y_pad_1=3 push_next  # 141
store out sram_base=50148 dram_base=2 y_size=7 x_stride=65390 y_pad_0=9 y_pad_1=6  # 142
load wgt sram_base=6 dram_base=2 y_size=65534 x_stride=55088 y_pad_0=9 y_pad_1=2  # 143
load wgt sram_base=1 dram_base=5 x_size=5252 x_stride=64559 x_pad_1=3  # 144
load acc sram_base=29958 dram_base=5 y_size=50907 x_stride=56236 y_pad_0=6 y_pad_1=3 pop_prev  # 145
store out sram_base=50102 dram_base=3 x_size=4 x_pad_0=14 x_pad_1=14  # 146
store out sram_base=39189 dram_base=4118512817 y_size=1 x_stride=50021 y_pad_0=9 y_pad_1=14 pop_prev  # 147
load uop sram_base=34508 dram_base=5 x_size=5 x_stride=5 x_pad_0=4 x_pad_1=3 pop_next  # 148
load uop sram_base=23728 dram_base=3 y_size=39371 x_stride=4 y_pad_0=6 y_pad_1=5 pop_prev push_next  # 149
load uop sram_base=3 dram_base=2670623498 x_size=55309 x_stride=1 x_pad_0=1 x_pad_1=11 pop_prev push_next  # 150
load acc8 sram_base=45472 dram_base=2761707534 y_size=3 x_stride=7 y_pad_0=1 y_pad_1=13  # 151
gemm reset uop_bgn=5 uop_end=5 iter_out=16383 iter_in=16382 dst_out=1395 src_out=1024 src_in=1664 wgt_out=1 wgt_in=425  # 152
load acc8 dram_base=2903068974 x_size=62595 x_stride=1 x_pad_1=8 pop_prev  # 153
load acc8 sram_base=51536 dram_base=4294967294 y_size=33230 y_pad_0=2 y_pad_1=15 push_prev  # 154
load acc8 sram_base=4 dram_base=1435559261 y_size=7 x_stride=5432 y_pad_0=15 y_pad_1=5 push_prev  # 155
gemm reset uop_bgn=6285 uop_end=6285 iter_out=15976 iter_in=2181 dst_out=1928 dst_in=1291 src_in=5 wgt_out=1023  # 156
load uop sram_base=51417 dram_base=3 y_size=1 x_stride=4 y_pad_0=8 y_pad_1=5 push_prev push_next  # 157
load acc dram_base=3065813779 y_size=3 x_stride=37797 y_pad_0=9 y_pad_1=8  # 158
alu add reset uop_bgn=7 uop_end=7 iter_out=6 iter_in=6 dst_out=54 dst_in=4 src_out=1502 src_in=2047 use_imm imm=13477 push_next  # 159
alu mul uop_bgn=7 uop_end=7 iter_out=1 iter_in=919 dst_out=3 dst_in=5 src_in=1024 use_imm imm=26385  # 160
load wgt sram_base=42474 dram_base=3507260895 x_size=61570 x_stride=3 x_pad_0=6 x_pad_1=7 pop_next  # 161
load uop sram_base=52755 x_size=64903 x_stride=45589 x_pad_0=3 x_pad_1=14  # 162
load acc dram_base=5 x_stride=7 x_pad_0=4  # 163
load inp sram_base=1 dram_base=1 x_size=38366 x_pad_0=15  # 164
load acc sram_base=4 dram_base=5 y_size=36290 x_stride=32768 y_pad_0=5 y_pad_1=5 push_prev  # 165
load acc sram_base=3 dram_base=3241828399 x_stride=54243 y_pad_0=6  # 166
load uop sram_base=11313 dram_base=6 x_size=34236 x_stride=51719 x_pad_0=3 x_pad_1=14  # 167
load acc8 sram_base=64779 y_size=65535 x_stride=27176 y_pad_1=8  # 168
load acc8 sram_base=31084 dram_base=3 x_size=3 x_stride=32768 x_pad_0=7 x_pad_1=10 push_prev  # 169
gemm reset uop_bgn=4950 uop_end=4414 iter_out=16383 iter_in=13782 dst_out=5 dst_in=1024 src_out=7 src_in=1043 wgt_out=3  # 170
load wgt sram_base=2 dram_base=2147483648 x_size=5 x_stride=5 x_pad_0=8 pop_next  # 171
store out sram_base=7 dram_base=3105126590 x_stride=44863 y_pad_0=14 y_pad_1=4  # 172
load wgt sram_base=10847 dram_base=1 x_stride=63480 x_pad_1=11 pop_next  # 173
load inp y_size=5 x_stride=2 y_pad_0=9 y_pad_1=4 pop_next  # 174
load uop sram_base=65535 dram_base=5 y_size=6 x_stride=7 y_pad_0=6 y_pad_1=1  # 175
load acc8 sram_base=46304 dram_base=1 y_size=5 y_pad_1=5  # 176
store out sram_base=4 dram_base=3307373129 x_pad_0=3 x_pad_1=6 pop_prev push_prev  # 177
load wgt sram_base=5703 dram_base=6 x_size=1 x_stride=48452 x_pad_1=9  # 178
load uop sram_base=6 dram_base=1451154316 y_size=52314 y_pad_0=3 y_pad_1=15 push_next  # 179
load inp sram_base=4 dram_base=1 x_pad_0=8 x_pad_1=6  # 180
store out sram_base=65535 dram_base=5 x_size=1 x_stride=14171 x_pad_0=5 x_pad_1=5 pop_prev  # 181
store out dram_base=4294967294 x_size=62208 x_stride=43742 x_pad_1=13 push_prev  # 182
load acc sram_base=3 dram_base=2725640693 x_stride=2 x_pad_0=8 x_pad_1=2  # 183
store out sram_base=4 dram_base=3 x_size=7 x_stride=60516 x_pad_1=15 pop_prev  # 184
load wgt sram_base=19508 dram_base=2239839443 y_size=6506 x_stride=4 y_pad_0=7 y_pad_1=14  # 185
load uop sram_base=21076 dram_base=3710241526 y_size=2 x_stride=60465 y_pad_0=15 y_pad_1=15 pop_next push_prev push_next  # 186
load acc8 sram_base=65534 dram_base=522254972 x_size=59937 x_stride=34588 x_pad_0=14 x_pad_1=5 pop_next push_prev push_next  # 187
store out dram_base=2 y_size=44868 x_stride=32768 y_pad_0=15 y_pad_1=15 pop_prev push_prev  # 188
load acc sram_base=62966 dram_base=4294967295 y_size=3 x_stride=4 y_pad_1=13  # 189
load inp sram_base=56596 dram_base=3 y_size=1 x_stride=52769 y_pad_0=15 y_pad_1=15  # 190
load inp sram_base=48760 dram_base=1063246369 x_size=1 x_stride=4 x_pad_0=15 x_pad_1=2 pop_next  # 191
load acc8 dram_base=3032812814 y_size=43596 x_stride=39939 y_pad_0=10 y_pad_1=5 pop_next  # 192
store out sram_base=56784 dram_base=4 y_size=37275 y_pad_0=15 y_pad_1=3 pop_prev push_prev  # 193
store out sram_base=5 dram_base=1423067541 x_size=2 x_stride=1 x_pad_0=3 x_pad_1=8 pop_prev  # 194
load uop sram_base=62357 dram_base=102277699 x_size=57032 x_stride=34562 x_pad_0=3 x_pad_1=7  # 195
store out sram_base=6 dram_base=2147483648 x_size=4 x_stride=63600 x_pad_0=15 x_pad_1=10  # 196
store out sram_base=4 dram_base=4264764958 y_size=1 x_stride=5 y_pad_0=6 y_pad_1=3 pop_prev  # 197
store out sram_base=44714 dram_base=3522593169 x_size=19601 x_pad_0=1 x_pad_1=2  # 198
load inp sram_base=25848 dram_base=5 x_size=7 x_pad_0=8 x_pad_1=6  # 199
load inp sram_base=2 dram_base=3589157817 x_size=57581 x_stride=34560 x_pad_0=11 x_pad_1=9 pop_next  # 200
load inp sram_base=32768 dram_base=3 y_size=39922 x_stride=37845 y_pad_0=3 y_pad_1=1  # 201
load wgt sram_base=2 dram_base=7 x_size=12964 x_pad_0=1 x_pad_1=2  # 202
load inp sram_base=6 dram_base=3510240429 y_size=44779 x_stride=29097 y_pad_0=4 y_pad_1=3 push_next  # 203
load acc8 sram_base=32768 y_size=32768 x_stride=1 y_pad_1=6  # 204
store out sram_base=7083 dram_base=5 y_size=32768 x_stride=17504 y_pad_0=15  # 205
store out sram_base=65535 dram_base=3406244501 y_size=7 x_stride=51779 y_pad_0=7 y_pad_1=4  # 206
store out sram_base=5 x_size=6 x_pad_0=14 x_pad_1=6  # 207
load inp sram_base=48566 dram_base=2787883545 x_size=48552 x_stride=39601 x_pad_0=8 pop_next  # 208
store out sram_base=65535 dram_base=4 y_size=40536 x_stride=55294 y_pad_0=1 y_pad_1=15  # 209
store out sram_base=50952 dram_base=2779114611 x_size=51675 x_stride=65535 x_pad_0=15 x_pad_1=8 push_prev  # 210
store out dram_base=1563223964 y_size=3 x_stride=45863 y_pad_0=3 y_pad_1=14  # 211
store out sram_base=50796 dram_base=7 x_size=65535 x_stride=44813 x_pad_0=9 x_pad_1=4  # 212
store out sram_base=34106 dram_base=4294967294 x_size=5778 x_stride=2 x_pad_0=4 x_pad_1=11  # 213
store out dram_base=5 x_size=44855 x_stride=32768 x_pad_1=12 push_prev  # 214
store out sram_base=65534 dram_base=7 x_size=5 x_pad_0=3  # 215
store out sram_base=55404 dram_base=6 x_size=43835 x_stride=65535 x_pad_0=10 x_pad_1=7  # 216
store out sram_base=2 dram_base=6 y_size=33427 x_stride=4 y_pad_0=7 y_pad_1=9  # 217
store out sram_base=1 y_size=35963 y_pad_0=15 push_prev  # 218
store out sram_base=58501 dram_base=1574375213 y_size=7 y_pad_0=1 y_pad_1=7  # 219
store out dram_base=2 x_size=45249 x_stride=38076 x_pad_0=15 x_pad_1=1  # 220
load uop sram_base=7 dram_base=2453946474 y_size=5 x_stride=32768 y_pad_0=14 y_pad_1=6 pop_next  # 221
load inp dram_base=2 y_size=45466 x_stride=4 y_pad_0=4 y_pad_1=2  # 222
load acc8 sram_base=7 dram_base=2832359035 x_size=44524 x_stride=4 x_pad_0=14 x_pad_1=10 pop_prev pop_next  # 223
load wgt sram_base=2 dram_base=4294967294 y_size=41949 y_pad_0=6  # 224
load inp sram_base=1 dram_base=84750709 x_size=5 x_stride=48741 x_pad_0=15  # 225
store out sram_base=5 dram_base=3357238744 y_size=62698 x_stride=65534 y_pad_0=3 y_pad_1=11  # 226
store out sram_base=3 dram_base=3449784735 y_size=65534 x_stride=1 y_pad_0=4 y_pad_1=14 push_prev  # 227
load wgt sram_base=5 dram_base=3342757770 x_size=37123 x_stride=35980 x_pad_0=4 x_pad_1=1 push_next  # 228
load inp sram_base=9089 dram_base=3222187746 x_stride=5 y_pad_0=4  # 229
store out sram_base=1 dram_base=2147483648 y_size=4 x_stride=5 y_pad_0=15  # 230
alu max reset uop_bgn=4201 iter_out=14582 dst_out=2 dst_in=2035 src_out=2047 src_in=1346 use_imm imm=-7169 push_next  # 231
load inp sram_base=1 dram_base=3140093618 y_size=60083 y_pad_0=12 push_next  # 232
load acc8 sram_base=38197 dram_base=4294967294 y_size=50001 x_stride=14233 y_pad_0=13 y_pad_1=9 pop_next push_next  # 233
store out sram_base=38373 dram_base=2778441414 y_size=65535 x_stride=38673 y_pad_0=1 y_pad_1=4  # 234
store out sram_base=55696 dram_base=2336478704 x_size=55638 x_stride=3755 x_pad_1=1  # 235
store out sram_base=32768 dram_base=3835962804 x_size=6 x_stride=3 x_pad_0=11 x_pad_1=10  # 236
load wgt sram_base=65134 dram_base=1339384041 x_size=7 x_stride=2 x_pad_0=6 x_pad_1=10  # 237
store out sram_base=45468 dram_base=2982666576 y_size=2 x_stride=43789 y_pad_0=3 y_pad_1=8  # 238
store out sram_base=38630 dram_base=5 x_stride=65535 x_pad_0=4 x_pad_1=11  # 239
alu min reset uop_bgn=4 uop_end=3 iter_out=3 iter_in=4 dst_out=1165 dst_in=2046 src_out=1024 src_in=1806 use_imm imm=8188  # 240
gemm reset uop_bgn=5 uop_end=5 iter_out=1 iter_in=5 dst_out=1707 src_in=518 wgt_out=680 wgt_in=533 pop_prev  # 241
load wgt sram_base=23116 x_size=64785 x_stride=50347 x_pad_0=2 x_pad_1=3  # 242
load inp sram_base=4 dram_base=2674978233 x_stride=30275 x_pad_0=4 x_pad_1=4 push_next  # 243
load uop sram_base=65535 dram_base=4294967295 x_size=7 x_stride=11052 x_pad_0=9 x_pad_1=6  # 244
load acc sram_base=2 dram_base=2807421628 x_stride=5 y_pad_0=4 y_pad_1=8 push_prev push_next  # 245
store out sram_base=53308 dram_base=4 x_size=10095 x_stride=7 x_pad_0=7 pop_prev  # 246
load acc sram_base=32768 dram_base=4 x_size=1 x_stride=32768 x_pad_0=15 x_pad_1=9 pop_next  # 247
load acc sram_base=8170 dram_base=7 x_size=32768 x_stride=32768 x_pad_0=1 x_pad_1=13 pop_next  # 248
load wgt sram_base=62459 dram_base=7 y_size=32768 x_stride=17313 y_pad_0=3 y_pad_1=1  # 249
gemm reset uop_bgn=2 uop_end=2 iter_out=11293 dst_out=5 src_out=6 src_in=1714 wgt_out=512 wgt_in=1022 pop_prev  # 250
load acc sram_base=65535 dram_base=2 y_size=21458 y_pad_0=3 y_pad_1=15 push_next  # 251
load uop sram_base=36803 dram_base=5 x_size=5 x_stride=65535 x_pad_0=9  # 252
load uop sram_base=65534 dram_base=2926053079 x_size=65534 x_stride=27767 x_pad_0=4 x_pad_1=8 pop_prev  # 253
load acc8 sram_base=61690 dram_base=1 x_stride=65534 y_pad_0=3 y_pad_1=3 push_prev  # 254
load acc8 sram_base=10043 dram_base=6 x_size=65534 x_pad_0=12 x_pad_1=8 push_next  # 255
load inp sram_base=5 dram_base=2333197642 x_size=11180 x_stride=5 x_pad_0=14 x_pad_1=15  # 256
load acc8 sram_base=40139 dram_base=7 x_size=4 x_stride=1 x_pad_0=1 x_pad_1=13  # 257
store out dram_base=2147483648 y_size=48913 x_stride=65534 y_pad_0=8 y_pad_1=1 pop_prev  # 258
store out sram_base=32768 dram_base=3793485927 x_stride=34836 x_pad_0=4 x_pad_1=13 pop_prev  # 259
store out sram_base=43729 dram_base=1 x_size=57578 x_stride=64718 x_pad_0=1 x_pad_1=5  # 260
load acc8 sram_base=51159 dram_base=2634150327 x_size=12180 x_stride=65535 x_pad_1=8  # 261
store out sram_base=5 x_size=51093 x_stride=1 x_pad_0=10 x_pad_1=11  # 262
load wgt sram_base=5188 dram_base=7 x_size=6287 x_pad_0=1  # 263
store out sram_base=5 dram_base=4145828106 x_size=1 x_stride=1 x_pad_0=10 pop_prev  # 264
load uop sram_base=1 dram_base=2625302301 x_size=1 x_stride=44434 x_pad_0=6 x_pad_1=9 push_prev  # 265
store out sram_base=30564 dram_base=2147483648 y_size=1 x_stride=2 y_pad_0=3 y_pad_1=12 pop_prev  # 266
load inp sram_base=11770 dram_base=1403205284 y_size=65534 x_stride=3 y_pad_0=8 pop_next push_next  # 267
load wgt sram_base=1 dram_base=370198096 x_stride=45194 y_pad_0=10 y_pad_1=13 push_next  # 268
alu max reset uop_bgn=6251 uop_end=6251 iter_out=14816 dst_out=479 dst_in=1024 src_out=726 src_in=1921 use_imm imm=-32439  # 269
store out sram_base=22197 dram_base=7 y_size=59790 x_stride=42719 y_pad_0=7 y_pad_1=11 push_prev  # 270
load wgt sram_base=65535 dram_base=4086550467 y_size=2 x_stride=5 y_pad_0=10 push_next  # 271
load uop sram_base=7 dram_base=3089792527 y_size=58662 x_stride=30172 y_pad_0=13 y_pad_1=15 push_next  # 272
store out sram_base=50407 dram_base=2 y_size=2 x_stride=5 y_pad_0=1 y_pad_1=12  # 273
load inp sram_base=32768 dram_base=4294967294 y_size=12546 x_stride=6 y_pad_0=7 y_pad_1=1 push_next  # 274
load uop sram_base=48782 dram_base=2210224692 x_size=4 x_stride=3 x_pad_0=15 x_pad_1=6 pop_prev pop_next  # 275
load wgt dram_base=1018975848 y_size=4 x_stride=49715 y_pad_0=3 y_pad_1=6  # 276
load inp sram_base=32768 dram_base=2 y_size=52701 x_stride=1 y_pad_0=9 y_pad_1=11  # 277
load wgt sram_base=8226 dram_base=5 x_size=39764 x_pad_0=2 x_pad_1=2  # 278
load wgt sram_base=65534 dram_base=1834010630 y_size=65534 x_stride=1 y_pad_0=8 y_pad_1=15 push_next  # 279
load wgt sram_base=61414 dram_base=3132384348 x_size=37505 x_stride=46505 x_pad_0=11 x_pad_1=12  # 280
load wgt sram_base=1168 dram_base=2147483648 x_size=65247 x_pad_0=7 x_pad_1=4  # 281
load uop sram_base=2 dram_base=4294967295 y_size=36751 x_stride=65534 y_pad_0=12 y_pad_1=14 pop_prev  # 282
store out sram_base=33320 dram_base=2147483648 x_size=65534 x_stride=2 x_pad_0=9 x_pad_1=3  # 283
store out sram_base=4 dram_base=2533195807 y_size=6 x_stride=5 y_pad_0=3 pop_prev  # 284
load acc sram_base=2 dram_base=3550863757 x_size=3535 x_stride=64323 x_pad_0=9 x_pad_1=15 push_prev  # 285
load inp sram_base=2 dram_base=7 y_size=4 x_stride=55380 y_pad_0=9 y_pad_1=2 push_next  # 286
store out dram_base=3874259134 x_size=2 x_stride=44611 x_pad_0=7 x_pad_1=8  # 287
load inp sram_base=41798 dram_base=7 x_stride=2 x_pad_0=13  # 288
load wgt sram_base=2 dram_base=3 x_size=7 x_stride=35560 x_pad_0=7 x_pad_1=10 pop_next  # 289
gemm reset uop_bgn=8190 uop_end=8190 iter_out=4628 dst_out=98 dst_in=490 src_out=1979 src_in=1052 wgt_out=998 wgt_in=823 pop_prev  # 290
load acc8 dram_base=4 y_size=39813 x_stride=18028 y_pad_0=8 y_pad_1=2 pop_prev  # 291
load uop sram_base=44308 dram_base=417600948 y_size=21980 x_stride=46450 y_pad_0=5 y_pad_1=6 pop_prev push_next  # 292
load wgt sram_base=32768 x_size=1 x_stride=6 x_pad_0=4 x_pad_1=3 push_next  # 293
load wgt sram_base=6 dram_base=2147483648 y_size=65535 x_stride=1 y_pad_0=6 y_pad_1=8  # 294
load wgt sram_base=7 dram_base=5 x_size=7 x_stride=2 x_pad_0=5 x_pad_1=5 pop_next  # 295
store out sram_base=60955 x_size=50091 x_stride=34742 x_pad_0=15 x_pad_1=8  # 296
load acc8 y_size=65534 x_stride=3 y_pad_0=1 y_pad_1=14 push_prev push_next  # 297
gemm reset uop_bgn=3 uop_end=2 iter_out=12087 iter_in=14665 dst_in=6 src_out=5 src_in=1024 wgt_out=690 wgt_in=547  # 298
load wgt sram_base=52461 dram_base=1424026863 y_size=6 x_stride=2 y_pad_0=2 y_pad_1=10  # 299
load inp sram_base=7 dram_base=4108470849 x_size=7 x_stride=1 x_pad_1=15  # 300
store out sram_base=60641 x_stride=34254 x_pad_0=3 x_pad_1=12  # 301
load acc8 sram_base=65134 y_size=3 x_stride=3 y_pad_1=12 pop_prev  # 302
alu max uop_bgn=4 uop_end=8192 iter_out=9131 dst_out=1831 dst_in=5 src_out=6 src_in=612 use_imm imm=1644 pop_prev  # 303
store out sram_base=60326 dram_base=1246635076 y_size=2 x_stride=32768 y_pad_0=2 y_pad_1=7 pop_prev  # 304
load acc sram_base=56892 x_size=6234 x_stride=2 x_pad_1=1  # 305
store out sram_base=51863 dram_base=2676264027 x_stride=65534 y_pad_0=4 y_pad_1=6  # 306
load acc sram_base=15438 x_size=7 x_stride=16411 x_pad_0=8 push_prev  # 307
store out sram_base=13878 dram_base=4294967295 x_size=3 x_pad_1=4  # 308
load acc sram_base=62428 dram_base=6 x_size=32768 x_stride=3 x_pad_0=6 x_pad_1=1  # 309
store out sram_base=53359 dram_base=7 y_size=61734 y_pad_0=12 y_pad_1=14 push_prev  # 310
load acc8 sram_base=65535 dram_base=7 y_size=64499 x_stride=4 y_pad_0=8 y_pad_1=13 push_prev  # 311
store out dram_base=6 x_size=61186 x_stride=7 x_pad_0=6 x_pad_1=10  # 312
store out sram_base=55010 dram_base=1241716299 y_size=64223 x_stride=7 y_pad_0=6 y_pad_1=1  # 313
load acc sram_base=48312 dram_base=6 x_stride=1 y_pad_0=8  # 314
load acc8 sram_base=59253 dram_base=2149711737 x_size=6 x_stride=53602 x_pad_0=5 x_pad_1=5  # 315
store out sram_base=64149 dram_base=2977586518 y_size=4 x_stride=58773 y_pad_0=15 y_pad_1=15  # 316
load uop sram_base=37706 dram_base=1480425606 x_size=55511 x_stride=25583 x_pad_0=7 x_pad_1=9  # 317
load inp sram_base=5 dram_base=4 x_stride=6 x_pad_0=5 x_pad_1=2  # 318
load wgt sram_base=42945 dram_base=2181699249 y_size=7 x_stride=40980 y_pad_0=4 pop_next  # 319
load wgt x_size=61784 x_stride=3 x_pad_0=10 x_pad_1=13 pop_next  # 320
load acc8 sram_base=65534 dram_base=2 y_size=6 y_pad_0=15 y_pad_1=4  # 321
load uop sram_base=62831 dram_base=2644047011 y_size=1 y_pad_0=14 y_pad_1=4  # 322
load inp sram_base=5 dram_base=810134035 x_size=6 x_stride=5 x_pad_0=5 x_pad_1=9  # 323
store out sram_base=52400 dram_base=2193106631 y_size=6 x_stride=49981 y_pad_0=2  # 324
load acc8 sram_base=40970 dram_base=2 x_size=56650 x_stride=32213 x_pad_0=6 x_pad_1=2  # 325
gemm reset uop_end=653 iter_out=8500 dst_out=4 dst_in=1861 src_out=1337 src_in=491 wgt_out=5 wgt_in=1023  # 326
store out sram_base=5 x_size=56151 x_stride=5 x_pad_0=13 x_pad_1=12  # 327
store out sram_base=6 dram_base=3056731036 x_size=3 x_stride=4 x_pad_0=5  # 328
store out sram_base=62337 y_size=3 x_stride=7 push_prev  # 329
store out sram_base=57174 x_size=3 x_stride=2 x_pad_0=11 x_pad_1=15  # 330
store out sram_base=19014 x_size=32768 x_stride=7 x_pad_1=8  # 331
store out sram_base=3 x_size=32768 x_stride=26639 x_pad_0=5 x_pad_1=13 pop_prev  # 332
store out sram_base=63282 dram_base=3262244902 y_size=5 x_stride=6 y_pad_1=12 push_prev  # 333
store out sram_base=6 dram_base=1 y_size=810 x_stride=51515 y_pad_0=4 y_pad_1=7  # 334
load acc8 sram_base=5 dram_base=2976531260 x_stride=4 y_pad_0=14 y_pad_1=10 pop_next  # 335
store out sram_base=65163 dram_base=6 y_size=4 x_stride=18842 y_pad_0=2 y_pad_1=14  # 336
store out dram_base=7 x_stride=22949 x_pad_0=7 x_pad_1=3  # 337
load inp sram_base=4 dram_base=7 y_size=6474 x_stride=140 y_pad_0=14 y_pad_1=5 push_next  # 338
store out sram_base=3 dram_base=7 y_size=2 x_stride=8908 y_pad_0=8 y_pad_1=1  # 339
gemm reset uop_bgn=4 uop_end=4 iter_out=13244 dst_out=1 dst_in=2046 src_out=2047 wgt_in=1  # 340
load inp sram_base=6 dram_base=3889533486 x_size=7 x_stride=6 x_pad_0=15 x_pad_1=9  # 341
load inp sram_base=65534 x_size=53656 x_stride=3 x_pad_1=3  # 342
load wgt sram_base=58594 x_size=63234 x_pad_0=7 x_pad_1=8 pop_next  # 343
load inp sram_base=53664 dram_base=914196118 x_size=63860 x_stride=65396 x_pad_0=8 x_pad_1=14  # 344
load wgt dram_base=2525071619 y_size=65535 x_stride=3 y_pad_1=10  # 345
load inp dram_base=3270562293 x_size=34109 x_stride=5 x_pad_0=6 x_pad_1=7 pop_next push_next  # 346
load wgt sram_base=3 dram_base=6 x_size=5 x_stride=5 x_pad_0=1 x_pad_1=3  # 347
load inp sram_base=6 dram_base=1307628854 x_size=65068 x_stride=34242 x_pad_0=6  # 348
load inp sram_base=32768 dram_base=3905363167 x_size=6 x_pad_0=6 x_pad_1=1  # 349
load uop sram_base=51073 dram_base=3423834117 x_stride=7 x_pad_0=10 pop_prev  # 350
load wgt sram_base=55756 dram_base=2783741747 y_size=14792 y_pad_1=11  # 351
load inp sram_base=3 dram_base=7 x_size=4 x_stride=38466 x_pad_0=8 x_pad_1=14 push_next  # 352
gemm reset uop_end=7 iter_in=3546 dst_out=2 src_out=1270 src_in=2047 wgt_out=4  # 353
load inp sram_base=2 dram_base=4 y_size=1 x_stride=52587 y_pad_0=7 y_pad_1=1 push_next  # 354
load wgt sram_base=4 dram_base=4 y_size=5 x_stride=65535 y_pad_0=4 y_pad_1=6  # 355
load wgt sram_base=64328 dram_base=2883590216 x_size=7 x_stride=65535 x_pad_0=3 x_pad_1=13 push_next  # 356
load inp sram_base=57498 dram_base=3 x_size=4 x_stride=2 x_pad_0=7 x_pad_1=1  # 357
gemm reset uop_bgn=5613 uop_end=5393 iter_out=13991 dst_out=2046 src_out=1 src_in=4 wgt_out=7 wgt_in=871 pop_prev  # 358
load inp sram_base=7 dram_base=4 x_size=51023 x_stride=46850 x_pad_0=1  # 359
load inp dram_base=3 y_size=6 x_stride=5 y_pad_0=11 y_pad_1=6  # 360
load inp sram_base=9430 dram_base=1 y_size=6 x_stride=56395 y_pad_0=2  # 361
load inp sram_base=51286 dram_base=4094761050 y_size=5 x_stride=4 y_pad_0=6 y_pad_1=15  # 362
load inp sram_base=58986 dram_base=4106389814 y_size=1 x_stride=49091 y_pad_0=8 y_pad_1=14  # 363
load inp sram_base=7 dram_base=3 y_pad_0=5 y_pad_1=14 push_next  # 364
load inp sram_base=18197 dram_base=4294967295 x_size=34412 x_stride=4 x_pad_0=5 x_pad_1=8  # 365
alu shr reset uop_bgn=4545 uop_end=3006 iter_out=13233 iter_in=16383 dst_out=2 dst_in=4 src_out=6 src_in=2047  # 366
load inp sram_base=5085 y_size=7 x_stride=7 y_pad_0=7 y_pad_1=1  # 367
load acc sram_base=56117 dram_base=3195815081 y_size=65188 x_stride=37209 y_pad_0=2 y_pad_1=15 pop_prev  # 368
load acc sram_base=40112 dram_base=1 y_size=38896 x_stride=40682 y_pad_0=11 y_pad_1=12  # 369
load wgt sram_base=7 dram_base=2802354790 y_size=1 x_stride=38744 y_pad_0=7 y_pad_1=1  # 370
load wgt sram_base=6 dram_base=3988218515 x_size=1 x_stride=33184 x_pad_0=6 x_pad_1=7  # 371
store out sram_base=37650 dram_base=1 x_size=23118 x_stride=65534 x_pad_0=5 x_pad_1=4  # 372
load inp sram_base=2 dram_base=4294967295 x_size=43560 x_stride=3 x_pad_0=8 x_pad_1=6  # 373
store out sram_base=5 dram_base=5 y_size=4 y_pad_0=1 y_pad_1=14  # 374
store out sram_base=32768 dram_base=4294967294 y_size=4 y_pad_0=12 y_pad_1=1  # 375
load acc8 sram_base=6 dram_base=3375064120 x_size=8294 x_stride=40557 x_pad_0=7  # 376
load wgt sram_base=4 dram_base=1 x_stride=4 y_pad_0=1 y_pad_1=4 push_next  # 377
load inp sram_base=57520 dram_base=4 x_size=2 x_stride=7 x_pad_0=2 x_pad_1=11  # 378
store out sram_base=7 dram_base=2635128212 y_size=47824 y_pad_0=8  # 379
store out dram_base=3839241610 y_size=5850 x_stride=42307 y_pad_1=14  # 380
store out sram_base=32768 y_size=34396 x_stride=7 y_pad_0=13  # 381
store out sram_base=5 dram_base=2945905859 y_size=6 x_stride=7 y_pad_1=2  # 382
alu mul uop_bgn=1 iter_out=3 iter_in=3629 dst_out=1825 dst_in=1961 src_out=1109 imm=3965 pop_prev pop_next  # 383
store out sram_base=55145 dram_base=2 x_size=5 x_stride=60680 x_pad_0=6 x_pad_1=4  # 384
store out sram_base=2 dram_base=4294967295 x_stride=5 x_pad_0=8 x_pad_1=8  # 385
store out sram_base=24237 dram_base=1 x_size=2 x_stride=1 x_pad_0=7 x_pad_1=12  # 386
store out sram_base=49910 dram_base=3 x_size=7 x_stride=32768 x_pad_0=15 x_pad_1=1 push_prev  # 387
store out sram_base=1439 dram_base=5 y_size=65534 x_stride=33369 y_pad_1=15  # 388
store out sram_base=2 x_size=58226 x_stride=3 x_pad_0=4 x_pad_1=5  # 389
load wgt dram_base=1316954765 y_size=6 x_stride=37373 y_pad_0=7 y_pad_1=3  # 390
load uop sram_base=3 dram_base=1 y_pad_0=9 y_pad_1=2 pop_prev  # 391
load uop sram_base=43258 dram_base=2 x_size=13018 x_stride=5 x_pad_0=3 x_pad_1=6 pop_prev  # 392
alu add reset uop_bgn=2 uop_end=8192 iter_in=3 src_out=2 src_in=1015 use_imm pop_prev  # 393
load acc sram_base=42051 dram_base=4061339938 x_size=25089 x_stride=3089 x_pad_0=5 pop_next  # 394
load acc sram_base=5 dram_base=2925321493 y_size=7 x_stride=53129 y_pad_0=13 y_pad_1=7 pop_next  # 395
finish  # 396
