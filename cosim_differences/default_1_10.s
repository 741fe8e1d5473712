# program 10 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=70 write=1023 gap=9 outstanding=37 burst=8
.bytes 1048576
.window 0x1000 0x100000
.base uop=0x0 inp=0x4650 wgt=0x7900 acc=0x0 out=0x75210
.stream 0x10000
.uops 0x1008
.random 0x20000 262144 7481279051170889134
.random 0x80000 65536 2974283645395574160
.kernels 166 252 272
uop dst=1404 src=827 wgt=218
uop dst=1982 src=792 wgt=481
uop dst=1752 src=1467 wgt=967
uop dst=1589 src=735 wgt=527
uop dst=1796 src=1715 wgt=139
uop dst=1087 src=2030 wgt=838
uop dst=348 src=1734 wgt=565
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=769 src=1293 wgt=148
uop dst=11 src=6 wgt=5
uop dst=9 src=5 wgt=3
uop dst=8 src=9 wgt=1
uop dst=1778 src=1 wgt=1
uop dst=2046 src=0 wgt=587
uop dst=0 src=2046 wgt=967
uop dst=1 src=1025 wgt=6
uop dst=0 src=1491 wgt=7
uop dst=4 src=0 wgt=1022
uop dst=4 src=1 wgt=122
uop dst=0 src=2 wgt=4
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=1227 src=188 wgt=300
uop dst=124 src=1124 wgt=750
uop dst=125 src=1125 wgt=751
uop dst=126 src=1126 wgt=752
uop dst=127 src=1127 wgt=753
uop dst=128 src=1128 wgt=754
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1722 src=42 wgt=809
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
uop dst=1154 src=1653 wgt=852
load uop sram_base=6546 dram_base=1090 y_size=1 x_size=2 x_stride=5 push_prev  # 0
load inp dram_base=252341757 y_size=2048 x_pad_0=1  # 1
load inp sram_base=906 dram_base=18988 y_size=28 x_size=2 y_pad_0=15  # 2
load inp sram_base=234 dram_base=16125 y_size=1 x_size=246 x_stride=6  # 3
load wgt sram_base=703 dram_base=396 y_size=1 x_size=5 x_stride=7 x_pad_0=3  # 4
load inp sram_base=1157 dram_base=7067 y_size=4 x_size=4 x_stride=5460 y_pad_1=2 x_pad_1=3  # 5
load wgt sram_base=2 dram_base=1393 y_size=2 x_size=7 x_stride=11 pop_next  # 6
load inp sram_base=1340 dram_base=9656 y_size=1 x_size=1 x_stride=5  # 7
load wgt sram_base=1015 dram_base=403 y_size=3 x_size=3 x_stride=7  # 8
alu max uop_bgn=6547 uop_end=6553 iter_out=4 iter_in=6 dst_in=3 src_in=1 imm=32767 push_next  # 9
load wgt sram_base=7 dram_base=2 x_size=9168 x_stride=65535 x_pad_0=4 x_pad_1=15  # 10
load inp sram_base=1803 dram_base=3414042420 x_size=4 x_stride=32768 y_pad_0=15 x_pad_1=2  # 11
load inp dram_base=176424889 x_size=65297 x_stride=65535 x_pad_0=4 x_pad_1=5  # 12
store out sram_base=4 dram_base=6845 y_size=12 x_size=1 x_stride=3 pop_prev push_prev  # 13
load wgt sram_base=968 dram_base=462 y_size=1 x_size=56 x_stride=1 push_next  # 14
gemm reset uop_bgn=909 uop_end=949 iter_out=2 iter_in=4 dst_out=2 src_out=1 wgt_out=1023 wgt_in=2  # 15
load acc dram_base=5745 y_size=2 x_size=8 x_stride=12 pop_next  # 16
gemm uop_bgn=4284 uop_end=4324 iter_out=1 iter_in=97 dst_out=5 src_out=5 src_in=21 wgt_out=6 pop_prev  # 17
alu max reset uop_bgn=2116 uop_end=2122 iter_out=1 iter_in=296 dst_out=1562 dst_in=3 src_in=1 push_next  # 18
load uop sram_base=36049 dram_base=5 x_size=1 x_stride=6 x_pad_0=13 x_pad_1=13  # 19
load uop sram_base=2 dram_base=2147483648 x_size=42634 x_stride=46624 x_pad_1=15  # 20
gemm reset uop_bgn=1289 uop_end=1295 iter_out=70 iter_in=1 dst_out=1 dst_in=1383 src_out=2047 src_in=27 wgt_in=512  # 21
gemm uop_bgn=6546 uop_end=6552 iter_out=1 iter_in=3 dst_out=1024 src_out=2046 wgt_in=31 push_next  # 22
load uop sram_base=1 dram_base=1028 y_size=2 x_size=4 x_stride=7 push_prev  # 23
load acc sram_base=256 dram_base=2274236380 y_size=95 y_pad_0=2 y_pad_1=15 x_pad_0=1 x_pad_1=15 push_prev  # 24
load uop sram_base=5602 dram_base=1038 y_size=1 x_size=7 x_stride=11  # 25
load uop sram_base=5697 dram_base=1026 y_size=1 x_size=66 x_stride=5 push_prev  # 26
gemm uop_bgn=6546 uop_end=6552 iter_out=2 iter_in=6 dst_out=893 src_out=2 src_in=1 wgt_out=1 wgt_in=34 push_next  # 27
store out dram_base=2623613534 x_size=5 x_stride=6 x_pad_0=15 pop_prev  # 28
store out dram_base=389848667 y_size=7 y_pad_0=5 y_pad_1=10 pop_prev  # 29
store out sram_base=1535 dram_base=3846 y_size=1 x_size=513 x_stride=1 pop_prev  # 30
gemm uop_bgn=6546 uop_end=6552 iter_out=5 iter_in=6 dst_out=1 dst_in=2 src_out=3 src_in=6 wgt_out=2 wgt_in=32  # 31
load uop dram_base=1062 y_size=3 x_size=8 x_stride=11 push_prev  # 32
store out sram_base=524 dram_base=3846 y_size=7 x_size=1 push_prev  # 33
alu add uop_bgn=5607 uop_end=5613 iter_out=1 iter_in=6 dst_out=1 src_out=7 src_in=150 imm=11202 pop_next  # 34
gemm uop_bgn=5 uop_end=11 iter_out=4 iter_in=4 dst_out=106 dst_in=2 src_out=2 src_in=304 wgt_out=5  # 35
load acc sram_base=2030 dram_base=2063 y_size=2 x_size=3 x_stride=6 y_pad_0=1 y_pad_1=3  # 36
store out sram_base=972 dram_base=2946 y_size=1 x_size=2 x_stride=2  # 37
alu max uop_bgn=6546 uop_end=6552 iter_out=1 iter_in=10 dst_out=382 src_in=2 imm=12423  # 38
alu add reset uop_bgn=6547 uop_end=6553 iter_out=48 iter_in=1 dst_out=2 src_in=4 use_imm imm=-28627 push_next  # 39
store out sram_base=1769 dram_base=2796 y_size=1 x_size=279 x_stride=57565 pop_prev push_prev  # 40
gemm uop_bgn=6 uop_end=12 iter_out=1 iter_in=3 dst_out=4 dst_in=113 src_out=548 wgt_out=778 wgt_in=2 pop_next  # 41
load acc8 sram_base=1834 dram_base=9376 y_size=6 x_size=5  # 42
gemm reset uop_bgn=1128 uop_end=1134 iter_out=1 iter_in=1 dst_out=2009 src_out=2 wgt_out=984 wgt_in=3  # 43
load uop dram_base=1047 y_size=8192 x_size=1  # 44
load wgt sram_base=4 dram_base=3752450487 y_size=2 x_stride=55344 y_pad_0=12 y_pad_1=7 pop_next  # 45
load wgt sram_base=65534 dram_base=111840149 x_size=65534 x_stride=7 x_pad_0=6 x_pad_1=3 pop_next  # 46
load inp sram_base=5 dram_base=1 y_size=50594 x_stride=5 y_pad_0=10 y_pad_1=4 pop_next  # 47
load inp sram_base=1 dram_base=7074 y_size=1 x_size=7 x_stride=1 pop_next push_next  # 48
load uop sram_base=3038 dram_base=1076 y_size=2 x_size=4 x_stride=4 push_prev  # 49
load acc8 sram_base=2006 dram_base=8203 y_size=6 x_size=7 x_stride=7 push_next  # 50
load acc8 sram_base=2040 dram_base=24568 y_size=4 x_size=2 x_stride=2  # 51
load acc sram_base=583 dram_base=6133 y_size=4 x_size=2 x_stride=3 push_next  # 52
store out sram_base=32768 dram_base=1478072692 y_size=63321 x_stride=6 y_pad_1=4 pop_prev  # 53
store out sram_base=2038 dram_base=2784 y_size=2 x_size=5 x_stride=5 pop_prev  # 54
load inp sram_base=533 dram_base=23443 y_size=2 x_size=3 x_stride=5  # 55
store out sram_base=6817 dram_base=7 y_size=52949 y_pad_0=14  # 56
store out sram_base=5 dram_base=3997 y_size=1 x_size=2 x_stride=3  # 57
load acc8 sram_base=502 dram_base=8207 y_size=2 x_size=3 x_stride=3 push_next  # 58
load inp sram_base=184 dram_base=23427 y_size=3 x_size=6 x_stride=9 pop_next  # 59
store out sram_base=535 dram_base=2792 y_size=3 x_size=1 x_stride=4  # 60
load inp sram_base=1822 dram_base=32933 y_size=55 x_size=1 x_stride=2  # 61
store out dram_base=4814 y_size=3 x_size=1 x_stride=7  # 62
load uop sram_base=8184 dram_base=1042 y_size=2 x_size=4 x_stride=3  # 63
load inp sram_base=520 dram_base=3043653905 y_size=3 x_stride=40549 y_pad_0=3 y_pad_1=2 x_pad_0=1  # 64
gemm uop_bgn=3038 uop_end=3042 iter_out=1 iter_in=1 dst_out=1038 dst_in=1617 src_out=1482 src_in=2 wgt_out=6  # 65
store out sram_base=48 dram_base=5715 y_size=1 x_size=295 x_stride=3 pop_prev push_prev  # 66
load inp dram_base=7068 y_size=3 x_size=1 x_stride=8191 y_pad_0=2  # 67
load acc sram_base=420 dram_base=9201 y_size=5 x_size=3 x_stride=3 push_next  # 68
load uop sram_base=4667 dram_base=1026 y_size=4 x_size=8 x_stride=8 pop_next push_prev  # 69
store out sram_base=163 dram_base=6871 y_size=1 x_size=8 x_stride=10 pop_prev  # 70
load inp sram_base=2038 dram_base=31648 y_size=5 x_size=2 x_stride=3 pop_next  # 71
load acc dram_base=5513 y_size=1 x_size=8 x_stride=10 pop_prev push_prev push_next  # 72
load uop dram_base=3277030891 x_size=4 x_stride=49939 x_pad_0=8 x_pad_1=1  # 73
store out sram_base=2042 dram_base=5875 y_size=2 x_size=3 x_stride=6  # 74
store out dram_base=3884 y_size=4 x_size=4 pop_prev push_prev  # 75
store out sram_base=2046 dram_base=2783 y_size=2 x_size=1 x_stride=4095 push_prev  # 76
load wgt sram_base=267 dram_base=1134 y_size=2 x_size=7 x_stride=10 push_next  # 77
gemm reset uop_bgn=7770 uop_end=7440 iter_out=7 iter_in=7 dst_out=2 dst_in=1691 src_out=2047 src_in=1535 wgt_out=1022 wgt_in=921 pop_prev push_next  # 78
store out sram_base=3 dram_base=2786 y_size=1 x_size=75 x_stride=18352 pop_prev  # 79
store out sram_base=1 dram_base=2147483648 x_size=47452 x_stride=3 x_pad_0=14 x_pad_1=9 push_prev  # 80
load acc8 sram_base=231 dram_base=10659 y_size=1 x_size=47 x_stride=3 pop_next  # 81
load uop sram_base=1 dram_base=1073 y_size=3 x_size=5 x_stride=6 pop_next  # 82
store out sram_base=2042 dram_base=3003 y_size=3 x_size=2 x_stride=3 push_prev  # 83
load wgt sram_base=630 dram_base=1173 y_size=3 x_size=4 x_stride=5 x_pad_0=15 x_pad_1=3  # 84
load uop sram_base=7410 dram_base=1065 y_size=4 x_size=6 x_stride=7  # 85
store out sram_base=2036 dram_base=4329 y_size=6 x_size=2 x_stride=4  # 86
store out sram_base=2047 dram_base=2851 y_size=1 x_size=1 x_stride=7  # 87
load uop sram_base=8187 dram_base=1084 y_size=1 x_size=5 x_stride=7 push_prev  # 88
load wgt sram_base=1 dram_base=1103030817 y_size=5 x_stride=39923 y_pad_0=4 push_next  # 89
store out sram_base=2 dram_base=4 y_size=65535 x_stride=5 y_pad_0=1  # 90
load inp sram_base=3462 dram_base=353030872 y_size=5 x_stride=7 y_pad_0=10  # 91
load wgt sram_base=2 dram_base=1 x_size=56776 x_stride=4 x_pad_0=1 pop_next  # 92
load acc sram_base=34998 dram_base=293805413 x_size=65534 x_stride=32768 x_pad_0=14 x_pad_1=14  # 93
load inp dram_base=1179688802 x_stride=7 x_pad_0=3 x_pad_1=14  # 94
load inp sram_base=7 dram_base=1996072860 y_size=2 x_stride=60658 y_pad_1=15  # 95
load uop sram_base=2 dram_base=2585884812 y_size=5 x_stride=56120  # 96
alu add reset uop_bgn=1 uop_end=3 iter_out=16382 dst_out=875 src_out=1225 src_in=1286 use_imm  # 97
load uop sram_base=27781 dram_base=1 y_size=5 x_stride=2 y_pad_0=7 y_pad_1=8 pop_next  # 98
store out sram_base=30669 dram_base=3128683917 x_size=1703 x_stride=7 x_pad_0=7 push_prev  # 99
load acc8 sram_base=52369 dram_base=4094336552 x_size=6 x_stride=3 x_pad_0=15 x_pad_1=14  # 100
store out sram_base=2 dram_base=2894119355 y_size=2 x_stride=21439 y_pad_0=7  # 101
store out sram_base=32995 dram_base=3 x_size=6 x_pad_1=7  # 102
load inp sram_base=4 dram_base=3039403451 y_size=62895 x_stride=65535 y_pad_0=5 y_pad_1=13  # 103
store out dram_base=5 y_size=5 x_stride=32768 y_pad_0=15  # 104
store out dram_base=307758816 x_size=5 x_stride=39950 x_pad_0=11 x_pad_1=15  # 105
load inp sram_base=7 dram_base=3106324180 y_size=34592 x_stride=1 y_pad_0=5 y_pad_1=12 pop_next  # 106
store out sram_base=1 dram_base=7 x_size=7 x_stride=6 x_pad_0=6 x_pad_1=13  # 107
store out x_size=5 x_stride=4 x_pad_0=13  # 108
store out sram_base=25149 dram_base=2 y_size=65535 x_stride=7 y_pad_0=12 y_pad_1=7  # 109
load inp sram_base=32768 dram_base=4 y_size=4 x_stride=4 y_pad_0=7 y_pad_1=15  # 110
load acc8 sram_base=2070 x_stride=55635 x_pad_1=13 pop_prev push_prev  # 111
store out sram_base=32768 dram_base=2147483648 y_size=32768 x_stride=40206 y_pad_0=11 y_pad_1=14  # 112
store out dram_base=2304719851 x_stride=5 y_pad_0=15 y_pad_1=1 push_prev  # 113
store out sram_base=65534 dram_base=1 x_size=37035 x_stride=60188 x_pad_0=1 x_pad_1=13  # 114
store out sram_base=41350 dram_base=3502558628 y_size=65535 x_stride=36717 y_pad_0=1 y_pad_1=1 push_prev  # 115
store out dram_base=3 y_size=30436 x_stride=33343 y_pad_0=14 y_pad_1=2  # 116
store out sram_base=4 dram_base=4294967294 y_size=7 x_stride=37247 y_pad_1=13  # 117
store out y_size=7 y_pad_0=1 y_pad_1=2  # 118
load inp sram_base=44600 dram_base=6 y_size=6 x_stride=6 y_pad_0=3 y_pad_1=10 pop_next push_next  # 119
store out sram_base=7369 y_size=32768 x_stride=65059 y_pad_0=6  # 120
store out sram_base=3 dram_base=2399155986 x_size=3 x_stride=7 x_pad_0=8  # 121
store out sram_base=1 x_size=46129 x_stride=7 x_pad_0=12 x_pad_1=3  # 122
store out sram_base=28369 dram_base=3794742593 x_size=56342 x_stride=44967 x_pad_0=11  # 123
store out sram_base=40625 dram_base=3 y_size=65535 x_stride=59543 y_pad_0=15 y_pad_1=11  # 124
store out sram_base=4 dram_base=3294274523 x_size=19 x_stride=52108 x_pad_1=4  # 125
load wgt sram_base=49549 dram_base=2147483648 y_size=7 y_pad_0=1 y_pad_1=8  # 126
load uop sram_base=1 dram_base=3620360938 y_size=7 x_stride=47842 y_pad_0=7 y_pad_1=11 pop_next  # 127
store out sram_base=40440 dram_base=3770154646 x_stride=1 x_pad_0=13 x_pad_1=14  # 128
store out sram_base=50147 y_size=65535 x_stride=59757 y_pad_0=11 y_pad_1=8  # 129
store out sram_base=46067 dram_base=1917030610 y_size=3 x_stride=1 y_pad_0=8 y_pad_1=8 push_prev  # 130
store out sram_base=3 dram_base=5 y_size=42093 x_stride=7 y_pad_0=3  # 131
load wgt sram_base=4 dram_base=7 x_stride=61669 x_pad_0=1 x_pad_1=4  # 132
store out dram_base=4 y_size=64502 x_stride=4 y_pad_0=11 y_pad_1=15  # 133
store out sram_base=65535 dram_base=1645940373 y_size=4 x_stride=65535 y_pad_1=8  # 134
gemm reset uop_bgn=3 uop_end=8192 iter_out=14250 dst_out=1569 dst_in=3 src_out=1 src_in=4 wgt_out=6 pop_next push_prev  # 135
load inp sram_base=32768 dram_base=4294967295 y_size=3780 x_stride=42734 y_pad_1=9  # 136
load inp sram_base=48411 dram_base=4008277166 x_size=49199 x_stride=5 x_pad_0=13 x_pad_1=9  # 137
store out dram_base=5 x_size=57291 x_stride=2 x_pad_0=7 x_pad_1=8  # 138
load wgt sram_base=50106 dram_base=4294967294 y_size=60141 x_stride=32768 y_pad_0=13 y_pad_1=8 push_next  # 139
alu min reset uop_bgn=7 uop_end=7 iter_out=11201 iter_in=1 dst_out=1407 dst_in=2046 src_out=1265 src_in=1024 use_imm imm=15426 pop_next  # 140
load inp sram_base=2 dram_base=4256837768 y_size=52159 x_stride=29815 y_pad_1=14  # 141
store out sram_base=34563 dram_base=7 x_size=5 x_pad_0=9 x_pad_1=13 push_prev  # 142
store out sram_base=64462 dram_base=1 x_size=65535 x_stride=3 x_pad_0=6  # 143
load acc sram_base=65534 dram_base=4294967294 y_size=56019 x_stride=41507 y_pad_0=7 y_pad_1=14 pop_prev pop_next  # 144
load acc sram_base=57569 dram_base=2180984514 x_stride=56022 y_pad_0=11 y_pad_1=12 pop_next  # 145
store out dram_base=4 x_size=65535 x_stride=4 x_pad_0=3 x_pad_1=14 push_prev  # 146
store out x_size=51329 x_pad_0=7 x_pad_1=15 push_prev  # 147
load inp sram_base=4 dram_base=7 x_size=4 x_stride=37167 x_pad_0=14 x_pad_1=14  # 148
load inp sram_base=1 dram_base=3 x_size=55728 x_stride=65534 x_pad_0=1 x_pad_1=2 pop_next  # 149
load uop sram_base=62696 dram_base=3 x_stride=879 y_pad_1=9 pop_prev  # 150
load inp sram_base=25026 dram_base=6 y_size=36940 x_stride=3 y_pad_0=3  # 151
load inp sram_base=4 dram_base=3156492426 y_pad_0=5 y_pad_1=14 push_next  # 152
load wgt sram_base=2 dram_base=3950395867 x_size=31450 x_stride=52681 x_pad_0=10 x_pad_1=10 push_next  # 153
load wgt sram_base=52934 dram_base=4 x_size=50987 x_stride=32768 x_pad_0=5 x_pad_1=3  # 154
load inp sram_base=7 dram_base=5 x_size=3 x_stride=7 x_pad_0=8 x_pad_1=3 push_next  # 155
load wgt dram_base=3 x_size=4 x_pad_1=1  # 156
load inp sram_base=20199 dram_base=2 x_stride=56032 x_pad_0=6 x_pad_1=7  # 157
load wgt sram_base=53244 y_size=4 x_stride=65026 y_pad_0=12 y_pad_1=1  # 158
store out sram_base=1 dram_base=2147483648 x_size=48328 x_pad_1=2  # 159
store out sram_base=53180 dram_base=1628157919 y_size=35568 x_stride=56628 y_pad_0=10 y_pad_1=6  # 160
load inp dram_base=1824776039 y_size=35480 x_stride=4 y_pad_0=7 y_pad_1=14  # 161
load acc8 sram_base=57449 dram_base=3277017964 x_size=55437 x_stride=39206 x_pad_0=5 x_pad_1=11 pop_prev  # 162
load acc sram_base=4 dram_base=3 x_size=1257 x_stride=3 x_pad_0=10 x_pad_1=10 pop_next  # 163
load inp sram_base=4 x_size=2 x_stride=7 x_pad_0=11 push_next  # 164
load inp dram_base=7 y_size=38607 x_stride=29268 y_pad_0=14 y_pad_1=15  # 165
load inp sram_base=38568 y_size=1 y_pad_1=13  # 166
load wgt sram_base=5 dram_base=626635749 x_size=5 x_stride=32768 x_pad_0=11  # 167
load wgt dram_base=3162682375 y_size=6 y_pad_0=8 y_pad_1=14  # 168
load inp sram_base=65535 dram_base=3871292502 x_size=47111 x_stride=19445 x_pad_0=11 x_pad_1=15  # 169
load wgt sram_base=6 dram_base=4294967295 y_size=3 y_pad_0=6 y_pad_1=14  # 170
load wgt sram_base=62573 dram_base=3863205337 y_size=38556 x_stride=40733 y_pad_0=7 y_pad_1=13  # 171
load inp sram_base=65535 dram_base=3 y_size=32768 x_stride=5 y_pad_0=14 y_pad_1=2 push_next  # 172
load wgt sram_base=53672 dram_base=2147483648 x_size=5 x_pad_0=1  # 173
load wgt sram_base=6 dram_base=4101962286 x_size=4 x_stride=2 x_pad_0=14 x_pad_1=2  # 174
load acc sram_base=3 dram_base=7 y_pad_0=2 y_pad_1=2 pop_prev  # 175
store out sram_base=7 dram_base=1788495671 y_size=7 x_stride=15451 y_pad_0=5 y_pad_1=7 push_prev  # 176
load uop x_size=33764 x_stride=7 x_pad_0=8 x_pad_1=8 pop_prev pop_next  # 177
load inp sram_base=55289 dram_base=2147483648 x_size=2 x_stride=3 x_pad_0=14 x_pad_1=15 push_next  # 178
load wgt dram_base=1069415489 x_size=47886 x_stride=32768 x_pad_0=5 x_pad_1=3  # 179
load acc8 sram_base=59525 dram_base=3276527166 y_pad_0=6 y_pad_1=8 pop_prev push_next  # 180
store out sram_base=29937 dram_base=1 y_size=2 x_stride=21537 y_pad_0=2 y_pad_1=3 push_prev  # 181
alu mul uop_bgn=2 iter_out=2 dst_out=1 dst_in=1210 src_out=197 use_imm push_prev  # 182
load wgt sram_base=2 dram_base=1 x_size=6 x_stride=38430 x_pad_0=6 x_pad_1=7 push_next  # 183
store out sram_base=3 dram_base=2147483648 x_size=33086 x_stride=6 x_pad_0=4  # 184
alu max uop_end=8192 iter_in=6 dst_out=2 src_out=1024 src_in=2047 imm=1104 pop_next push_next  # 185
load wgt sram_base=6 dram_base=3808729087 x_size=20310 x_pad_0=3 x_pad_1=2 push_next  # 186
load uop sram_base=5743 dram_base=7 y_size=7 x_stride=2 y_pad_0=8 y_pad_1=4 pop_prev  # 187
store out sram_base=62988 dram_base=3343634241 x_size=4 x_stride=7 x_pad_0=10 x_pad_1=8  # 188
load inp sram_base=64763 dram_base=1 x_size=44993 x_stride=7 x_pad_0=5 x_pad_1=12 push_next  # 189
load wgt sram_base=30598 x_size=46019 x_stride=3 x_pad_0=3 x_pad_1=8  # 190
load acc8 sram_base=7 dram_base=2833556627 y_size=7048 x_stride=5 y_pad_0=9 y_pad_1=10 pop_prev pop_next  # 191
load uop sram_base=7 dram_base=793699846 y_pad_0=15 y_pad_1=8 pop_prev pop_next push_next  # 192
load wgt sram_base=6 y_size=6 x_stride=43324 y_pad_1=14  # 193
gemm reset uop_bgn=2203 uop_end=8192 iter_in=13653 dst_out=1 dst_in=4 src_out=4 src_in=280 wgt_out=1013 wgt_in=3  # 194
gemm uop_bgn=4147 uop_end=8192 iter_out=16077 dst_out=3 src_out=5 wgt_out=168 wgt_in=5 pop_prev  # 195
load acc8 sram_base=2 dram_base=3 x_size=65534 x_stride=56212 x_pad_0=11 x_pad_1=10 push_next  # 196
gemm reset uop_bgn=1 uop_end=5 iter_in=14698 dst_out=1817 dst_in=1030 src_out=1103 src_in=42 wgt_out=915 wgt_in=601 pop_prev  # 197
store out sram_base=1 dram_base=6 x_stride=4 x_pad_0=8 x_pad_1=8  # 198
load inp sram_base=1 dram_base=1456536176 x_size=1 x_stride=44543 x_pad_0=10 x_pad_1=14  # 199
store out sram_base=61010 dram_base=2 x_size=65535 x_stride=5 x_pad_0=3 x_pad_1=15  # 200
load uop sram_base=38334 dram_base=3531128123 y_size=8586 x_stride=55605 y_pad_0=15 y_pad_1=4  # 201
load inp dram_base=1 x_size=51917 x_stride=5 x_pad_0=15 x_pad_1=7  # 202
load wgt sram_base=44363 dram_base=4973789 y_size=1 x_stride=65535 y_pad_0=8 y_pad_1=7 pop_next  # 203
store out sram_base=65535 y_size=31720 x_stride=36031 y_pad_0=15 y_pad_1=15 pop_prev push_prev  # 204
store out sram_base=35579 dram_base=7 x_size=58205 x_stride=35281 x_pad_0=7 x_pad_1=9 pop_prev push_prev  # 205
load uop sram_base=36778 dram_base=6 y_size=6 y_pad_0=15 y_pad_1=14 push_next  # 206
load acc8 sram_base=50544 dram_base=2118048894 x_size=3 x_stride=51820 x_pad_0=14 x_pad_1=14 push_next  # 207
load uop sram_base=33235 dram_base=7 x_size=62130 x_stride=53289 x_pad_0=2 x_pad_1=10 pop_next  # 208
load acc sram_base=37292 dram_base=4 y_size=32768 y_pad_0=3 y_pad_1=12  # 209
store out dram_base=4294967295 x_stride=36340 y_pad_0=3 y_pad_1=2  # 210
load acc8 sram_base=4 dram_base=1 x_stride=32768 pop_next push_prev  # 211
load uop sram_base=13270 dram_base=3367930584 x_size=50635 x_stride=7 x_pad_0=7  # 212
load uop dram_base=2 x_size=35344 x_stride=27027 x_pad_0=3 x_pad_1=13  # 213
load acc8 sram_base=19525 dram_base=3743234632 x_size=42429 x_stride=59281 x_pad_0=2 x_pad_1=15  # 214
store out sram_base=56545 dram_base=2051572072 y_size=49606 y_pad_0=14 y_pad_1=4 pop_prev  # 215
load acc sram_base=1 dram_base=2161700132 x_size=32768 x_stride=65534 x_pad_0=14 x_pad_1=15 push_next  # 216
alu shr reset uop_bgn=8190 uop_end=2 iter_out=9218 dst_out=2047 dst_in=1500 src_out=2 src_in=1024 use_imm imm=-11653  # 217
load acc sram_base=44124 dram_base=2147483648 x_stride=27666 x_pad_0=6 x_pad_1=8  # 218
load acc sram_base=56731 dram_base=4294967295 y_size=65534 x_stride=1 y_pad_0=4 y_pad_1=6  # 219
alu add reset uop_end=7 dst_out=1592 dst_in=1024 src_out=1148 src_in=1836 imm=4 push_prev  # 220
gemm reset uop_bgn=1396 uop_end=128 iter_in=3 src_out=2 src_in=1506  # 221
load uop sram_base=5 dram_base=2524404472 x_size=5 x_stride=3 x_pad_0=11 x_pad_1=4  # 222
load acc8 sram_base=19037 dram_base=3088647111 y_size=31602 x_stride=6 y_pad_0=2 y_pad_1=8 push_prev  # 223
gemm reset uop_bgn=4441 uop_end=2338 iter_out=5 iter_in=9052 dst_out=6 dst_in=6 src_out=2047 src_in=6 wgt_out=270 wgt_in=108 push_prev  # 224
load acc8 sram_base=3 dram_base=2322298273 x_stride=65535 x_pad_0=3 x_pad_1=5  # 225
store out sram_base=6 dram_base=3514196868 y_size=1 x_stride=2 y_pad_0=1 y_pad_1=2 pop_prev  # 226
load inp sram_base=42289 dram_base=2574042282 y_size=5 y_pad_0=6 y_pad_1=7 pop_next  # 227
store out sram_base=65534 dram_base=219690379 x_size=49045 x_stride=32014 x_pad_0=8 x_pad_1=13 pop_prev  # 228
store out sram_base=65535 dram_base=3720400298 x_size=5 x_stride=65332 x_pad_0=14 x_pad_1=8 pop_prev  # 229
gemm reset uop_bgn=3 uop_end=3 iter_out=4921 iter_in=11844 dst_out=6 dst_in=1940 src_out=2 src_in=2047 wgt_in=1023  # 230
load acc sram_base=28449 dram_base=1136875557 x_size=64396 x_stride=55134 x_pad_1=8  # 231
load uop sram_base=51211 dram_base=2382733044 x_size=58796 x_pad_0=3 x_pad_1=15  # 232
load acc8 sram_base=65534 dram_base=3880585978 y_size=31210 x_stride=7 y_pad_0=6 y_pad_1=14  # 233
load acc8 sram_base=24244 dram_base=4 y_size=55389 x_stride=65534 y_pad_0=15 y_pad_1=5  # 234
store out sram_base=39749 dram_base=3581484066 x_size=41524 x_stride=61415 x_pad_0=3 x_pad_1=4  # 235
store out sram_base=36791 dram_base=3 y_size=3 x_stride=51589 y_pad_0=6 y_pad_1=8 pop_prev  # 236
store out sram_base=65535 dram_base=1643652705 y_size=6 x_stride=40548 y_pad_0=14  # 237
store out sram_base=5 dram_base=3718222572 y_size=3381 x_stride=5 y_pad_0=1 y_pad_1=6  # 238
store out sram_base=48517 dram_base=2993122663 x_size=6 x_stride=5 x_pad_0=7 x_pad_1=5  # 239
store out sram_base=51540 x_size=7 x_stride=65535 x_pad_0=15 x_pad_1=9 push_prev  # 240
store out sram_base=45356 dram_base=1771662821 y_size=54057 x_stride=41131 y_pad_0=1 y_pad_1=15  # 241
load acc8 sram_base=35583 dram_base=2 x_stride=1 x_pad_0=12 x_pad_1=13  # 242
store out sram_base=37441 dram_base=7 y_size=16128 x_stride=35904 y_pad_1=12  # 243
alu shr reset uop_bgn=4 uop_end=8192 iter_out=4 dst_out=1555 dst_in=6 src_out=1024 src_in=1049 use_imm imm=32767 push_next  # 244
store out sram_base=4 dram_base=1 y_size=2 y_pad_0=15  # 245
load inp dram_base=7 y_size=22836 x_stride=53982 y_pad_0=12 y_pad_1=15 pop_next  # 246
store out sram_base=42599 dram_base=3382220953 x_stride=4344 y_pad_0=14 y_pad_1=5 pop_prev push_prev  # 247
store out sram_base=4 dram_base=7 x_stride=53725 x_pad_0=12  # 248
load wgt sram_base=44475 dram_base=2510594744 x_size=57710 x_pad_0=2 x_pad_1=3  # 249
load inp sram_base=33612 dram_base=3084789321 y_size=65534 x_stride=64847 y_pad_0=14 y_pad_1=15 pop_next  # 250
store out sram_base=28829 dram_base=6 x_stride=32768 y_pad_0=7  # 251
store out sram_base=1 dram_base=6 x_stride=42656 y_pad_0=11 y_pad_1=7  # 252
store out sram_base=35666 dram_base=4294967295 y_size=32768 x_stride=44837 y_pad_0=15 y_pad_1=11  # 253
store out sram_base=1 dram_base=3297266096 x_size=7 x_stride=24444 x_pad_0=6 x_pad_1=15  # 254
load wgt sram_base=6 dram_base=2 x_size=5 x_stride=2 x_pad_0=14 x_pad_1=14  # 255
load inp sram_base=42416 dram_base=2788845646 y_size=7 y_pad_0=14 y_pad_1=7 push_next  # 256
load wgt sram_base=53029 dram_base=3034596605 y_size=46629 y_pad_0=14  # 257
store out sram_base=32768 dram_base=2 x_size=34330 x_stride=38352 x_pad_1=8  # 258
store out sram_base=6 dram_base=6 x_size=27040 x_stride=7 x_pad_0=2 x_pad_1=14  # 259
load inp dram_base=2147483648 y_size=5 x_stride=1 y_pad_0=10 y_pad_1=7 pop_next  # 260
load wgt y_size=2 x_stride=7 y_pad_0=3 y_pad_1=4  # 261
load inp dram_base=7 x_size=65534 x_pad_0=10 x_pad_1=6  # 262
store out sram_base=36722 dram_base=3 y_size=60201 y_pad_1=14  # 263
store out sram_base=12271 x_stride=32768 x_pad_0=5 x_pad_1=1 push_prev  # 264
store out sram_base=7 dram_base=1005183853 y_size=65534 x_stride=4 y_pad_0=6 y_pad_1=7 push_prev  # 265
store out sram_base=65535 dram_base=3 x_size=4 x_stride=4 x_pad_0=8 x_pad_1=14  # 266
store out sram_base=2 dram_base=5 x_size=43391 x_stride=6 x_pad_0=7 x_pad_1=4  # 267
store out dram_base=3606398933 y_size=1 x_stride=2 y_pad_0=14  # 268
load inp dram_base=3304054457 y_size=27285 x_stride=58692 y_pad_0=6 y_pad_1=5 push_next  # 269
load wgt sram_base=4 dram_base=4130858987 y_size=7 x_stride=5 y_pad_0=7 y_pad_1=13  # 270
store out sram_base=65534 dram_base=2895716470 y_size=65534 x_stride=32768 y_pad_0=8 y_pad_1=15  # 271
load acc sram_base=3 dram_base=7 x_size=65535 x_pad_0=7 x_pad_1=6 pop_next push_next  # 272
gemm reset uop_bgn=6908 iter_in=16383 dst_out=6 src_out=1822 src_in=1052 wgt_out=376 wgt_in=436 pop_next  # 273
store out sram_base=3 dram_base=4103019135 x_stride=39788 y_pad_0=3 y_pad_1=7  # 274
alu min uop_bgn=5383 uop_end=5383 dst_out=2047 dst_in=6 src_out=1322 src_in=7 use_imm imm=8696 pop_prev  # 275
store out sram_base=4 y_size=2 x_stride=53984 y_pad_0=3  # 276
gemm uop_bgn=7 uop_end=8192 iter_out=7 dst_in=254 src_out=2021 src_in=311 wgt_out=383 wgt_in=594 pop_next  # 277
store out sram_base=5 dram_base=3102203624 x_size=45312 x_stride=2 x_pad_0=3 x_pad_1=6 push_prev  # 278
load inp sram_base=5 dram_base=3303980060 x_size=43604 x_stride=35619 x_pad_0=7 x_pad_1=14  # 279
store out dram_base=4 x_size=34418 x_stride=2 x_pad_0=7 x_pad_1=9 push_prev  # 280
load acc sram_base=40184 y_size=7 x_stride=52814 y_pad_0=10 y_pad_1=7  # 281
load acc sram_base=52165 y_size=50842 x_stride=52216 y_pad_0=2 y_pad_1=14 pop_prev pop_next push_next  # 282
gemm reset uop_bgn=5003 uop_end=8192 iter_out=6 dst_out=1 dst_in=2046 src_out=1141 src_in=1234 wgt_out=1 wgt_in=2 push_next  # 283
load acc sram_base=32768 x_size=3 x_stride=54402 x_pad_0=13 pop_next push_prev push_next  # 284
load inp sram_base=33308 dram_base=7 x_size=4 x_stride=43090 x_pad_0=5 pop_next  # 285
store out sram_base=52907 dram_base=4294967294 y_size=61823 x_stride=4 y_pad_0=9 y_pad_1=8 pop_prev  # 286
store out sram_base=7 y_size=32768 y_pad_0=5 y_pad_1=10 pop_prev  # 287
store out dram_base=5 x_size=296 x_stride=65535 x_pad_0=2 x_pad_1=8 pop_prev  # 288
store out dram_base=1 y_size=1 x_stride=2 y_pad_0=15 y_pad_1=7 pop_prev  # 289
load acc sram_base=32768 dram_base=3 x_size=62976 pop_next  # 290
finish  # 291
