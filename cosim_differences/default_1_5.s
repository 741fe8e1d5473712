# program 5 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=40 write=8 gap=1 outstanding=16 burst=16
.bytes 1048576
.window 0x1000 0x90000
.base uop=0x0 inp=0x1bab0 wgt=0x1fd00 acc=0x8140 out=0x5b670
.stream 0x10000
.uops 0x10f0
.random 0x20000 262144 4694429164846078565
.random 0x80000 65536 1440958310660921348
.kernels 8 35 115 278
uop dst=876 src=1926 wgt=44
uop dst=1737 src=1605 wgt=850
uop dst=635 src=714 wgt=121
uop dst=128 src=671 wgt=333
uop dst=1665 src=959 wgt=329
uop dst=6 src=2 wgt=3
uop dst=3 src=8 wgt=5
uop dst=11 src=10 wgt=2
uop dst=5 src=5 wgt=4
uop dst=0 src=7 wgt=3
uop dst=5 src=1 wgt=4
uop dst=6 src=6 wgt=8
uop dst=2 src=1 wgt=7
uop dst=1 src=6 wgt=5
uop dst=10 src=6 wgt=11
uop dst=674 src=1961 wgt=983
uop dst=675 src=1962 wgt=984
uop dst=676 src=1963 wgt=985
uop dst=677 src=1964 wgt=986
uop dst=678 src=1965 wgt=987
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
uop dst=2005 src=0 wgt=4
uop dst=2046 src=5 wgt=47
uop dst=218 src=1577 wgt=735
uop dst=219 src=1578 wgt=736
uop dst=220 src=1579 wgt=737
uop dst=221 src=1580 wgt=738
uop dst=222 src=1581 wgt=739
uop dst=223 src=1582 wgt=740
uop dst=224 src=1583 wgt=741
uop dst=225 src=1584 wgt=742
uop dst=226 src=1585 wgt=743
uop dst=227 src=1586 wgt=744
uop dst=228 src=1587 wgt=745
uop dst=0 src=1 wgt=5
uop dst=2 src=1 wgt=10
uop dst=4 src=11 wgt=9
uop dst=4 src=11 wgt=6
uop dst=9 src=4 wgt=3
uop dst=8 src=5 wgt=10
uop dst=10 src=6 wgt=4
uop dst=7 src=5 wgt=10
uop dst=2 src=11 wgt=0
uop dst=5 src=6 wgt=3
uop dst=0 src=10 wgt=4
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=948 src=534 wgt=446
uop dst=633 src=2001 wgt=3
uop dst=634 src=2002 wgt=4
uop dst=635 src=2003 wgt=5
uop dst=636 src=2004 wgt=6
uop dst=637 src=2005 wgt=7
uop dst=638 src=2006 wgt=8
uop dst=639 src=2007 wgt=9
uop dst=640 src=2008 wgt=10
uop dst=641 src=2009 wgt=11
uop dst=642 src=2010 wgt=12
uop dst=643 src=2011 wgt=13
uop dst=0 src=2047 wgt=6
uop dst=1617 src=4 wgt=0
uop dst=0 src=644 wgt=512
uop dst=37 src=1363 wgt=420
uop dst=1024 src=1024 wgt=512
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=116 src=1045 wgt=527
uop dst=6 src=11 wgt=9
uop dst=10 src=0 wgt=3
uop dst=9 src=6 wgt=0
uop dst=1309 src=2047 wgt=7
uop dst=2 src=1 wgt=1
uop dst=0 src=1 wgt=2
uop dst=2 src=7 wgt=4
uop dst=1756 src=1 wgt=1
uop dst=3 src=6 wgt=0
uop dst=571 src=6 wgt=288
uop dst=2 src=1440 wgt=3
uop dst=1965 src=1488 wgt=2
uop dst=5 src=5 wgt=955
uop dst=1551 src=0 wgt=590
uop dst=21 src=175 wgt=103
uop dst=22 src=176 wgt=104
uop dst=23 src=177 wgt=105
uop dst=24 src=178 wgt=106
uop dst=25 src=179 wgt=107
uop dst=26 src=180 wgt=108
uop dst=27 src=181 wgt=109
uop dst=28 src=182 wgt=110
uop dst=29 src=183 wgt=111
uop dst=30 src=184 wgt=112
uop dst=31 src=185 wgt=113
uop dst=1154 src=567 wgt=115
uop dst=1164 src=1788 wgt=601
uop dst=822 src=497 wgt=438
uop dst=345 src=669 wgt=588
uop dst=43 src=1156 wgt=897
uop dst=1988 src=1833 wgt=515
uop dst=1657 src=994 wgt=712
uop dst=680 src=1848 wgt=882
uop dst=843 src=1586 wgt=182
uop dst=724 src=1167 wgt=1007
uop dst=277 src=995 wgt=59
uop dst=745 src=150 wgt=690
uop dst=831 src=439 wgt=1002
uop dst=888 src=500 wgt=121
uop dst=1225 src=462 wgt=203
uop dst=719 src=749 wgt=353
uop dst=996 src=1087 wgt=597
uop dst=1480 src=1702 wgt=615
uop dst=1480 src=1702 wgt=615
uop dst=1480 src=1702 wgt=615
uop dst=1480 src=1702 wgt=615
uop dst=1480 src=1702 wgt=615
uop dst=1480 src=1702 wgt=615
uop dst=1157 src=998 wgt=320
uop dst=1158 src=999 wgt=321
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=515 src=1554 wgt=450
uop dst=624 src=762 wgt=284
uop dst=1906 src=1648 wgt=49
uop dst=1522 src=1177 wgt=813
uop dst=1913 src=1200 wgt=442
uop dst=1180 src=899 wgt=226
uop dst=283 src=1564 wgt=438
uop dst=1844 src=516 wgt=450
uop dst=133 src=2036 wgt=42
uop dst=2031 src=880 wgt=819
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
load wgt sram_base=895 dram_base=18 y_size=127 x_size=1 x_stride=8 y_pad_0=2  # 0
load wgt sram_base=5 dram_base=821 y_size=1 x_size=6 x_stride=8  # 1
load inp sram_base=2 dram_base=2777882054 x_size=50530 x_stride=32768 x_pad_1=10  # 2
store out sram_base=62848 dram_base=4 y_size=53591 x_stride=2 y_pad_0=11 y_pad_1=13  # 3
store out sram_base=62050 dram_base=2 x_size=4 x_stride=65535 x_pad_1=5  # 4
load wgt sram_base=6492 dram_base=3078382335 x_size=47932 x_stride=4 x_pad_0=13 x_pad_1=8  # 5
load wgt sram_base=54148 dram_base=2221753845 x_stride=6 y_pad_0=6 y_pad_1=6  # 6
load inp sram_base=5 x_size=32768 x_stride=42824 x_pad_0=7 x_pad_1=4  # 7
alu min uop_bgn=6403 uop_end=6403 iter_out=16120 iter_in=2 dst_in=1024 src_in=1538 use_imm imm=11961  # 8
load inp dram_base=4092556258 y_size=65534 x_stride=3 y_pad_0=2  # 9
alu shr reset uop_bgn=5195 uop_end=5201 iter_out=33 iter_in=1 dst_in=1 src_out=2 src_in=1373 imm=-7 push_prev push_next  # 10
load inp sram_base=51798 dram_base=2147483648 y_size=65534 x_stride=56197 y_pad_0=4 y_pad_1=13  # 11
store out sram_base=6 dram_base=3261610731 x_size=7147 x_stride=5 x_pad_0=12 x_pad_1=2  # 12
store out sram_base=7 dram_base=2 x_pad_0=8 x_pad_1=6  # 13
alu shr reset uop_bgn=427 uop_end=433 iter_out=30 iter_in=1 dst_out=3 dst_in=477 src_out=1 imm=-24 push_prev  # 14
load inp sram_base=37265 y_size=42797 x_stride=62723 y_pad_0=5 y_pad_1=3  # 15
load inp dram_base=3512257882 x_size=6 x_stride=49273 x_pad_0=1 x_pad_1=4 push_next  # 16
load wgt sram_base=6 dram_base=5 x_size=55411 x_stride=31839 x_pad_0=13 x_pad_1=5  # 17
load wgt sram_base=33782 dram_base=3708786226 y_size=22003 x_stride=6 y_pad_0=5 y_pad_1=7  # 18
load inp dram_base=5 y_size=1 x_stride=2 y_pad_0=13 y_pad_1=6  # 19
load inp dram_base=3 y_size=2 x_stride=42458 y_pad_0=4 y_pad_1=3 pop_next  # 20
load wgt sram_base=65535 x_size=8993 x_stride=1 x_pad_0=14 push_next  # 21
load wgt sram_base=55415 dram_base=4294967295 x_size=60369 x_stride=33453 x_pad_0=12 x_pad_1=12  # 22
load wgt sram_base=43451 dram_base=312790719 y_size=1 x_stride=4 y_pad_1=15  # 23
store out sram_base=55542 dram_base=6 y_size=20691 x_stride=1  # 24
load wgt sram_base=5 dram_base=3440342505 x_stride=5 x_pad_0=5 x_pad_1=8 push_next  # 25
load wgt sram_base=2 dram_base=1502679754 x_size=55393 x_pad_0=7 x_pad_1=7 push_next  # 26
load inp sram_base=2 dram_base=4294967294 y_size=65535 y_pad_1=9  # 27
load wgt sram_base=6 dram_base=1 y_size=3 x_stride=32768 y_pad_1=8  # 28
load wgt sram_base=51210 x_size=2 x_stride=7 x_pad_0=14 x_pad_1=9  # 29
load acc8 sram_base=65424 dram_base=2527100587 y_size=4 y_pad_1=14 pop_prev  # 30
load wgt sram_base=50006 dram_base=3251762399 x_size=34496 x_stride=46294 x_pad_0=13 x_pad_1=14  # 31
load inp sram_base=32768 dram_base=408300052 x_size=5 x_stride=64837 x_pad_0=3 x_pad_1=8 pop_next  # 32
load wgt sram_base=44551 y_size=40914 x_stride=65535 y_pad_1=1 push_next  # 33
load wgt sram_base=23960 dram_base=2147483648 y_size=65535 x_stride=58810 y_pad_0=15 y_pad_1=2  # 34
store out sram_base=23183 y_pad_0=11 pop_prev  # 35
load acc sram_base=3 dram_base=2 x_size=43316 x_stride=7 push_next  # 36
load wgt sram_base=17941 dram_base=4294967295 y_size=41726 x_stride=21178 y_pad_0=14 y_pad_1=1  # 37
load inp dram_base=4294967295 y_size=7 x_stride=4 y_pad_1=9  # 38
load inp sram_base=5 dram_base=5 x_size=3 x_stride=6 x_pad_0=6 x_pad_1=15  # 39
load inp sram_base=40186 dram_base=1991988212 x_size=54671 x_stride=65534 x_pad_0=2 x_pad_1=1  # 40
store out dram_base=3074114640 x_size=55964 x_stride=4 x_pad_0=2 x_pad_1=1 pop_prev  # 41
load wgt sram_base=57180 dram_base=3 x_stride=51553 x_pad_0=4 x_pad_1=15  # 42
load wgt sram_base=2 dram_base=4044626624 y_size=36463 x_stride=65534 y_pad_1=5  # 43
store out sram_base=54532 dram_base=2217760082 y_size=53193 x_stride=5 y_pad_0=4 y_pad_1=2 push_prev  # 44
load inp sram_base=7 dram_base=4294967294 x_size=27369 x_stride=32768 x_pad_0=2  # 45
load wgt sram_base=42975 dram_base=4294967295 x_size=6 x_stride=46572 x_pad_0=8 x_pad_1=5  # 46
load inp sram_base=4 y_size=3 x_stride=65535 y_pad_1=8  # 47
load wgt sram_base=2 x_size=3 x_stride=32768 x_pad_0=3 x_pad_1=7  # 48
store out sram_base=6 dram_base=4294967294 y_size=6 x_stride=6 y_pad_0=8 y_pad_1=2  # 49
load wgt sram_base=33310 dram_base=2210085105 x_stride=65534 y_pad_0=1 y_pad_1=7  # 50
load inp dram_base=7 x_stride=1 y_pad_0=1 y_pad_1=5  # 51
store out sram_base=2 dram_base=2 y_size=411 x_stride=6 y_pad_0=11 y_pad_1=15  # 52
load acc sram_base=31348 dram_base=3 y_size=43758 x_stride=2 y_pad_0=6 pop_prev pop_next push_next  # 53
store out sram_base=65534 y_size=5 x_stride=65534 y_pad_0=7 y_pad_1=9 push_prev  # 54
store out sram_base=6 dram_base=2190314007 x_size=16534 x_stride=3 x_pad_0=11 x_pad_1=2  # 55
load acc8 sram_base=7 dram_base=5 y_size=7 x_stride=4 y_pad_0=5 y_pad_1=11 pop_prev pop_next  # 56
store out sram_base=3 dram_base=4294967295 y_size=64510 x_stride=18110 y_pad_0=6 y_pad_1=15  # 57
load acc8 sram_base=55709 y_size=6 x_stride=57175 y_pad_0=8 y_pad_1=15  # 58
store out dram_base=3826771151 x_stride=1 x_pad_0=6 x_pad_1=1 push_prev  # 59
load inp sram_base=3 dram_base=4 y_size=3 x_stride=3 y_pad_0=1 y_pad_1=3  # 60
load wgt sram_base=6 y_size=49078 x_stride=55034 y_pad_0=4 push_next  # 61
gemm uop_bgn=1761 uop_end=1767 iter_out=23 iter_in=1 dst_out=17 dst_in=1434 src_in=3 wgt_out=46 wgt_in=883 pop_prev  # 62
store out sram_base=1 dram_base=1754133110 y_size=59591 x_stride=4 y_pad_0=8 y_pad_1=1  # 63
load acc8 sram_base=65534 dram_base=4294967294 y_size=12339 y_pad_0=15 y_pad_1=14 push_prev push_next  # 64
store out sram_base=7 dram_base=3344213017 y_size=8440 x_stride=14305 y_pad_0=8  # 65
alu shr reset uop_bgn=8190 uop_end=8192 iter_out=6 iter_in=6 dst_out=4 src_in=1 imm=21 pop_next push_prev  # 66
store out sram_base=6 dram_base=3454382917 y_size=52331 x_stride=49659 y_pad_0=8 y_pad_1=8  # 67
store out dram_base=5 y_size=63697 x_stride=20166 y_pad_0=4 y_pad_1=8  # 68
store out sram_base=2 dram_base=4294967294 x_size=19109 x_stride=5 x_pad_0=3 x_pad_1=11 pop_prev push_prev  # 69
load wgt sram_base=61816 dram_base=5 x_size=1 x_stride=6 x_pad_0=12 x_pad_1=10  # 70
load wgt sram_base=5 dram_base=5 x_size=16114 x_stride=49139 x_pad_1=2  # 71
load inp sram_base=62622 dram_base=4250030198 y_size=32768 x_stride=32768 y_pad_0=6 y_pad_1=9  # 72
store out sram_base=3 dram_base=5 y_size=32768 x_stride=6 y_pad_0=3 y_pad_1=11 push_prev  # 73
store out sram_base=1 dram_base=2955430328 x_size=39534 x_stride=4 x_pad_0=11 x_pad_1=14 push_prev  # 74
store out sram_base=5 dram_base=1 x_size=5 x_stride=32768 x_pad_0=1 x_pad_1=10  # 75
store out sram_base=56284 dram_base=3965461404 x_size=34673 x_pad_0=1 x_pad_1=14  # 76
store out sram_base=61350 dram_base=4294967295 x_stride=65534 x_pad_0=3 x_pad_1=12  # 77
gemm uop_bgn=4183 uop_end=4189 iter_out=4 iter_in=2 dst_out=5 dst_in=446 src_out=1 src_in=5 wgt_out=1 wgt_in=1 pop_next  # 78
load wgt dram_base=3 x_size=2 x_stride=32768 x_pad_0=8  # 79
load wgt dram_base=2140268444 y_size=2 x_stride=33862 y_pad_1=8 push_next  # 80
load wgt sram_base=2 dram_base=867837067 x_size=44989 x_pad_0=3 pop_next push_next  # 81
load inp dram_base=3802475904 x_size=56308 x_stride=32768 x_pad_0=5  # 82
load inp sram_base=53371 dram_base=7 y_size=5 x_stride=7 y_pad_0=9 y_pad_1=1 pop_next  # 83
load wgt sram_base=44311 dram_base=1 y_size=56276 x_stride=4 y_pad_0=11 y_pad_1=2  # 84
load inp dram_base=7 y_size=5290 x_stride=48602  # 85
load wgt sram_base=25460 dram_base=2698602352 x_size=65535 x_stride=32768 x_pad_0=4 x_pad_1=14  # 86
load inp dram_base=4 y_size=65535 x_stride=1 y_pad_0=15 y_pad_1=8  # 87
load inp sram_base=2 dram_base=2550956762 x_size=1 x_pad_0=6 x_pad_1=8  # 88
load inp sram_base=4 dram_base=4248757930 x_size=65501 x_stride=858 x_pad_0=1 x_pad_1=5  # 89
load wgt sram_base=5 x_size=55777 x_stride=1 x_pad_0=13 x_pad_1=7  # 90
store out sram_base=47463 dram_base=4294967295 x_size=65534 x_stride=54020 x_pad_1=10 pop_prev  # 91
load wgt sram_base=3 dram_base=349710290 x_size=39237 x_stride=65534 x_pad_0=12 x_pad_1=1  # 92
load inp sram_base=31722 x_stride=36215 y_pad_0=7 y_pad_1=5  # 93
load inp dram_base=450029471 x_size=65534 x_pad_0=13  # 94
load inp sram_base=38005 dram_base=2975984969 x_size=6 x_stride=42867 x_pad_0=11  # 95
load inp sram_base=47379 dram_base=2465786727 y_size=42141 x_stride=6 y_pad_1=15  # 96
store out sram_base=1 dram_base=1032004397 x_size=7 x_stride=6 x_pad_1=6  # 97
load uop sram_base=63621 dram_base=2147483648 y_size=2 x_stride=3 y_pad_0=6 y_pad_1=9 push_prev  # 98
load inp dram_base=4 y_size=60854 x_stride=45220 y_pad_0=8 y_pad_1=7 pop_next  # 99
gemm uop_bgn=3419 uop_end=3425 iter_out=100 iter_in=1 dst_in=6 src_in=1138 wgt_out=4 wgt_in=974 push_next  # 100
load acc dram_base=2216712663 x_size=50287 x_stride=37266 x_pad_0=7 x_pad_1=9 pop_prev pop_next  # 101
load acc8 sram_base=32768 dram_base=2147483648 x_size=7 x_stride=5 x_pad_0=15 pop_prev  # 102
load acc8 sram_base=1 dram_base=4294967295 x_size=19922 x_stride=2 x_pad_0=1 x_pad_1=2 pop_next  # 103
gemm uop_bgn=8188 uop_end=8192 iter_out=1 iter_in=38 dst_out=705 dst_in=1 src_out=1077 src_in=2 wgt_out=701 wgt_in=2 pop_prev  # 104
load wgt dram_base=7 x_stride=33767 x_pad_0=15  # 105
alu min reset uop_bgn=6 uop_end=6 iter_in=15324 dst_out=2046 dst_in=1354 src_out=1117 src_in=865 use_imm imm=32767 pop_prev  # 106
alu min uop_bgn=5494 uop_end=5500 iter_out=1 iter_in=100 dst_out=1024 src_out=6 src_in=4 imm=23297 push_prev push_next  # 107
alu add reset uop_bgn=8189 uop_end=8192 iter_out=4 iter_in=1 dst_out=1 dst_in=3 src_in=6 use_imm imm=1  # 108
alu min uop_bgn=7797 uop_end=7803 iter_out=3 iter_in=6 dst_in=409 src_out=3 src_in=3 imm=13283 push_prev  # 109
load inp sram_base=48267 dram_base=7 y_size=2 x_stride=4 y_pad_0=10  # 110
store out sram_base=51674 dram_base=117789571 x_size=7 x_stride=32768 x_pad_0=5 x_pad_1=7  # 111
store out dram_base=1256714045 x_stride=7 y_pad_0=13 y_pad_1=2 push_prev  # 112
load inp sram_base=36477 dram_base=7 y_size=37818 x_stride=7 y_pad_0=1 y_pad_1=3 pop_next  # 113
alu min reset uop_bgn=7067 uop_end=7073 iter_out=2 iter_in=6 dst_out=2 dst_in=4 src_in=2047 use_imm imm=-20873  # 114
store out sram_base=7 dram_base=7 y_size=65534 x_stride=6 y_pad_0=14 y_pad_1=2  # 115
store out dram_base=3777366938 x_size=13865 x_stride=3 x_pad_0=11 x_pad_1=6  # 116
store out dram_base=3628403450 x_size=5 x_stride=65535 x_pad_0=12  # 117
gemm reset uop_bgn=4775 uop_end=1 dst_out=7 src_out=3 src_in=4 wgt_out=1 wgt_in=4 pop_next  # 118
load inp sram_base=1 dram_base=2810711531 y_size=6 x_stride=32768  # 119
load wgt sram_base=4 dram_base=1 y_size=35637 x_stride=37362 y_pad_0=4 y_pad_1=14 push_next  # 120
store out sram_base=7 dram_base=3362043748 x_size=49346 x_pad_0=4 x_pad_1=8  # 121
load inp sram_base=1 dram_base=4294967295 x_stride=48663 y_pad_0=14 y_pad_1=7 push_next  # 122
load inp sram_base=37014 dram_base=3361264099 y_size=4 x_stride=56202 y_pad_0=5 y_pad_1=2  # 123
load inp sram_base=7 x_size=6 x_stride=46661 x_pad_0=5 x_pad_1=12 pop_next push_next  # 124
store out sram_base=50393 dram_base=2147483648 y_size=34360 x_stride=59190 y_pad_0=9 y_pad_1=15 pop_prev  # 125
load inp sram_base=21301 dram_base=2147483648 x_size=2 x_stride=65535 x_pad_0=7 x_pad_1=1  # 126
load wgt sram_base=6 dram_base=4294967294 y_size=27974 x_stride=49755 y_pad_1=13  # 127
gemm uop_end=8192 iter_out=1 dst_out=2046 dst_in=1774 src_out=1637 src_in=367 wgt_out=5 wgt_in=2 pop_prev  # 128
load wgt sram_base=3 x_size=46289 x_stride=6 x_pad_0=3 x_pad_1=15  # 129
store out sram_base=59035 dram_base=2236167376 x_size=36602 x_stride=57785 x_pad_0=2 x_pad_1=2  # 130
gemm reset uop_bgn=4127 uop_end=4133 iter_out=17 iter_in=1 dst_out=5 dst_in=1128 src_out=2047 src_in=1729 wgt_out=436 wgt_in=2 push_prev push_next  # 131
load acc8 sram_base=53145 dram_base=541383361 x_size=5 x_stride=2 x_pad_0=2 x_pad_1=13  # 132
store out sram_base=64962 dram_base=5 x_size=3 x_stride=36840 x_pad_0=9  # 133
store out sram_base=4 dram_base=2407380593 x_size=40792 x_pad_0=5 x_pad_1=7  # 134
alu add uop_bgn=8189 uop_end=8192 iter_out=1 iter_in=2 dst_in=2047 src_out=6 push_prev  # 135
store out sram_base=62474 dram_base=2636300552 y_size=16161 x_stride=48144 y_pad_0=8 y_pad_1=6  # 136
load acc y_size=43787 x_stride=63056 y_pad_0=6 y_pad_1=5  # 137
store out sram_base=1 x_size=1221 x_stride=6 x_pad_0=8 x_pad_1=6  # 138
store out sram_base=32768 dram_base=4294967295 y_size=65534 x_stride=47617 y_pad_0=5 y_pad_1=4 pop_prev  # 139
load wgt sram_base=14675 dram_base=6 y_size=4 x_stride=65534 y_pad_0=5 y_pad_1=6  # 140
load wgt sram_base=2 dram_base=2563840100 y_size=5 x_stride=65534 y_pad_0=14 y_pad_1=15  # 141
load wgt sram_base=46692 dram_base=4294967295 x_size=32768 x_stride=6  # 142
load inp dram_base=5 y_size=3 x_stride=65535 y_pad_0=11  # 143
load inp sram_base=49668 dram_base=3042534805 y_size=3 x_stride=4 y_pad_0=9 y_pad_1=11 pop_next  # 144
load wgt sram_base=5 dram_base=348783603 x_size=3 x_pad_0=8 x_pad_1=4 push_next  # 145
load wgt sram_base=7 dram_base=2555025445 y_size=35044 x_stride=32768 y_pad_0=7 y_pad_1=14  # 146
load inp sram_base=7 dram_base=3750919698 x_size=65534 x_pad_0=8 x_pad_1=14  # 147
load wgt sram_base=54418 dram_base=4294967294 x_size=6 x_stride=65535 x_pad_1=4 pop_next  # 148
load wgt sram_base=5 dram_base=2 y_size=7 x_stride=1 y_pad_0=9 y_pad_1=4  # 149
load wgt sram_base=32768 dram_base=6 x_size=28764 x_stride=2 x_pad_1=6  # 150
load wgt sram_base=19815 dram_base=5 y_size=7 x_stride=5567 y_pad_0=2 y_pad_1=7 push_next  # 151
load inp sram_base=36531 dram_base=5 y_size=4 x_stride=4 y_pad_0=8 y_pad_1=10  # 152
load inp sram_base=3 dram_base=6 x_size=32999 x_stride=61933 x_pad_0=15 x_pad_1=11  # 153
load wgt sram_base=59005 dram_base=4262420129 x_size=32768 x_stride=58042 x_pad_0=7 x_pad_1=7  # 154
load wgt dram_base=1245670962 y_size=2 x_stride=52761 y_pad_0=6 y_pad_1=14  # 155
load uop sram_base=33529 dram_base=2 x_size=46180 x_stride=50914 x_pad_0=3 x_pad_1=14 push_prev  # 156
load inp sram_base=56596 dram_base=4294967294 x_size=5 x_stride=32768 x_pad_0=7 x_pad_1=9 pop_next  # 157
load inp sram_base=7 dram_base=2538039301 x_size=62324 x_stride=1 x_pad_1=1  # 158
load inp sram_base=47194 dram_base=1 y_size=65535 y_pad_0=3 y_pad_1=4  # 159
load inp sram_base=39548 x_stride=18089 y_pad_0=3 y_pad_1=15  # 160
store out sram_base=5 dram_base=2736891454 x_size=4130 x_stride=19862 x_pad_0=6 x_pad_1=7 push_prev  # 161
store out sram_base=45657 dram_base=2226194209 x_size=65535 x_stride=44639 x_pad_0=5 x_pad_1=5  # 162
store out dram_base=4294967294 x_size=42161 x_stride=50617 x_pad_0=14 x_pad_1=2  # 163
alu max reset uop_bgn=1 uop_end=3 iter_in=7 dst_out=1 dst_in=843 src_out=1705 src_in=5 imm=-24264 pop_prev push_next  # 164
gemm reset uop_bgn=5 uop_end=8192 iter_in=16383 dst_out=1370 dst_in=4 src_out=680 src_in=1249 wgt_out=6 wgt_in=804 pop_prev  # 165
load inp sram_base=3 dram_base=3 y_size=35216 y_pad_0=9  # 166
load inp sram_base=3 x_size=61101 x_stride=42645 x_pad_0=1 x_pad_1=11  # 167
alu shr uop_bgn=1526 uop_end=1532 iter_out=6 iter_in=5 dst_out=409 src_out=409 imm=21 pop_prev  # 168
alu mul reset uop_bgn=1 uop_end=8192 iter_in=16383 src_out=4 src_in=974 imm=32766 pop_next push_next  # 169
store out sram_base=65534 dram_base=3640123529 x_size=3220 x_stride=11511 x_pad_0=7 x_pad_1=5 pop_prev push_prev  # 170
load wgt dram_base=2202437064 x_size=5 x_stride=3 x_pad_0=3 x_pad_1=1  # 171
store out sram_base=65534 dram_base=6 x_size=65535 x_stride=65534 x_pad_0=3 x_pad_1=3  # 172
load uop dram_base=2857751403 x_size=4 x_pad_0=8 x_pad_1=14 pop_prev  # 173
load inp sram_base=28287 dram_base=5 y_size=1 x_stride=1 y_pad_0=6 y_pad_1=3 push_next  # 174
load inp sram_base=32768 dram_base=5 y_size=65535 x_stride=797 y_pad_1=9 push_next  # 175
store out dram_base=2 x_stride=65535 y_pad_0=2 y_pad_1=8  # 176
alu max uop_bgn=8191 uop_end=8192 iter_out=6 iter_in=6 dst_out=2 dst_in=2 src_in=335 imm=-15553 push_prev  # 177
load wgt sram_base=65535 dram_base=7 x_size=4 x_stride=6 x_pad_0=2 x_pad_1=2  # 178
store out sram_base=27008 dram_base=3201047060 x_size=50212 x_stride=32768 x_pad_0=2 x_pad_1=8 push_prev  # 179
store out sram_base=33874 dram_base=1291859167 x_size=34663 x_stride=6 x_pad_0=15 x_pad_1=1 pop_prev push_prev  # 180
store out dram_base=6 x_size=7 x_stride=65534 x_pad_0=15 x_pad_1=5  # 181
load wgt sram_base=5 dram_base=3044863194 y_size=65535 y_pad_0=6 y_pad_1=2  # 182
store out sram_base=45975 dram_base=4 x_size=40230 x_stride=65534 x_pad_0=14 x_pad_1=12  # 183
load acc sram_base=3 x_size=2 x_stride=65534 x_pad_0=12 x_pad_1=1 pop_next push_prev  # 184
store out sram_base=46011 dram_base=2 x_size=41405 x_stride=48491 x_pad_0=8 x_pad_1=2 push_prev  # 185
store out sram_base=4 dram_base=4294967295 x_size=2 x_stride=6 x_pad_0=10 x_pad_1=7  # 186
load inp sram_base=32768 dram_base=7 y_size=65534 x_stride=1 y_pad_0=9 y_pad_1=11  # 187
load acc8 sram_base=57147 y_size=1 x_stride=4 y_pad_0=1 y_pad_1=15 push_prev  # 188
alu max reset uop_bgn=2745 uop_end=2751 iter_out=100 iter_in=1 dst_out=2 dst_in=969 src_out=839 src_in=1089 use_imm imm=32767 pop_next  # 189
load wgt dram_base=1309608542 x_size=2 x_stride=32768 x_pad_0=5 x_pad_1=7 pop_next  # 190
store out sram_base=40757 dram_base=2399291449 x_stride=6 x_pad_0=14 x_pad_1=8  # 191
store out sram_base=3 dram_base=2257971712 x_stride=46054 x_pad_0=7 x_pad_1=11  # 192
load inp sram_base=6 dram_base=2 x_size=42312 x_stride=1 x_pad_0=3 x_pad_1=6  # 193
load uop sram_base=52983 dram_base=7 x_size=65535 x_stride=62910 x_pad_0=10 x_pad_1=14  # 194
store out sram_base=2 dram_base=4 x_size=4 x_stride=65534 x_pad_0=1 x_pad_1=2  # 195
store out sram_base=8373 dram_base=5 y_size=6 x_stride=6 y_pad_0=7 y_pad_1=15 push_prev  # 196
store out sram_base=2 dram_base=4294967295 x_stride=4 y_pad_1=6 push_prev  # 197
load inp sram_base=65534 dram_base=4273222486 x_size=2 x_stride=4 x_pad_1=1 pop_next  # 198
store out sram_base=4 dram_base=4125279775 x_size=2 x_stride=1 x_pad_0=3 x_pad_1=7  # 199
alu mul uop_bgn=3561 uop_end=3567 iter_out=1 iter_in=2 dst_out=2047 dst_in=2047 src_out=6 src_in=1600 use_imm imm=7 pop_next  # 200
store out sram_base=65535 dram_base=3213034456 x_size=65534 x_stride=5 x_pad_0=2  # 201
load inp sram_base=6575 dram_base=4294967295 x_size=65534 x_stride=7 x_pad_1=8  # 202
alu max reset uop_bgn=7926 uop_end=7932 iter_out=1 iter_in=3 dst_out=1844 src_out=1436 src_in=1 use_imm imm=7382 pop_prev pop_next push_next  # 203
load wgt sram_base=5 x_size=1 x_stride=7 x_pad_0=1 x_pad_1=6  # 204
store out sram_base=5 dram_base=2864448932 x_stride=63547 x_pad_1=8  # 205
store out sram_base=38967 dram_base=858537028 x_stride=5 x_pad_0=1 x_pad_1=2  # 206
load acc8 sram_base=9086 dram_base=3962377613 x_size=2 x_stride=42367 x_pad_0=6 x_pad_1=13 pop_prev pop_next  # 207
load wgt sram_base=2 dram_base=2 y_size=1 x_stride=32768 y_pad_1=1 pop_next  # 208
alu shr uop_bgn=6548 uop_end=6554 iter_out=1 iter_in=4 dst_out=283 src_out=375 pop_next  # 209
store out dram_base=2 x_size=5 x_stride=55920 x_pad_0=7 x_pad_1=2  # 210
store out sram_base=6 dram_base=7 x_stride=6 y_pad_0=4 y_pad_1=1 push_prev  # 211
alu min reset uop_bgn=1489 uop_end=8192 iter_out=2 iter_in=1 dst_out=200 dst_in=323 src_out=2 src_in=1520 use_imm imm=32767 pop_next  # 212
load wgt sram_base=3 dram_base=7 x_size=7 x_stride=52319 x_pad_1=13  # 213
load wgt sram_base=65534 y_size=41070 y_pad_0=5 y_pad_1=3 push_next  # 214
load inp sram_base=5 x_stride=47706 y_pad_0=4 y_pad_1=15  # 215
load wgt sram_base=1 dram_base=3057307326 x_size=4 x_stride=4 x_pad_0=12 x_pad_1=3 push_next  # 216
load inp sram_base=3 x_size=37696 x_stride=4 x_pad_0=4 push_next  # 217
load inp sram_base=6 dram_base=5 x_size=4 x_pad_0=4 x_pad_1=8  # 218
load wgt sram_base=36942 x_stride=30847 y_pad_0=3 y_pad_1=2  # 219
load wgt sram_base=1 dram_base=4 x_stride=22218 y_pad_0=7 y_pad_1=2  # 220
load inp sram_base=4 x_size=6 x_stride=9853 x_pad_0=1 x_pad_1=14  # 221
load inp sram_base=40911 dram_base=2430747641 x_size=55620 x_stride=43307 x_pad_0=3 x_pad_1=6  # 222
load inp sram_base=58307 dram_base=1 x_size=1 x_stride=33777 x_pad_0=7 x_pad_1=7  # 223
load inp sram_base=2 dram_base=2 x_size=6 x_stride=63021 x_pad_0=8 x_pad_1=11 push_next  # 224
load inp sram_base=65534 dram_base=497260640 x_size=31763 x_stride=3 x_pad_0=7  # 225
load inp sram_base=5 dram_base=7 x_stride=32768 x_pad_0=14 x_pad_1=4  # 226
store out sram_base=54717 dram_base=1781233432 y_size=4 x_stride=2 y_pad_0=14 y_pad_1=2  # 227
load acc8 sram_base=5 dram_base=2 x_size=3 x_stride=7 x_pad_0=13 pop_prev  # 228
load wgt sram_base=1 dram_base=2257826332 y_size=3975 y_pad_0=10  # 229
load inp sram_base=64893 dram_base=2821999685 y_size=37941 x_stride=3 y_pad_0=10  # 230
load wgt sram_base=33410 dram_base=4249174367 x_size=65535 x_stride=47361 x_pad_0=11 x_pad_1=11  # 231
load inp sram_base=38814 dram_base=1 x_stride=3 x_pad_0=1 x_pad_1=2  # 232
load wgt sram_base=41715 dram_base=3060048187 y_size=47437 x_stride=1 y_pad_0=2 y_pad_1=14  # 233
load wgt sram_base=49317 dram_base=4294967295 x_size=3 x_stride=6 x_pad_0=13  # 234
store out sram_base=60584 dram_base=4294967294 y_size=60983 x_stride=47682 y_pad_0=2 y_pad_1=3  # 235
store out sram_base=42605 x_size=52600 x_stride=36400 x_pad_0=15 x_pad_1=2 push_prev  # 236
load wgt sram_base=4 dram_base=2192885495 x_size=22557 x_pad_0=11  # 237
load inp sram_base=32768 dram_base=1 y_size=32768 x_stride=6 y_pad_0=6 y_pad_1=3  # 238
store out dram_base=1 x_size=53883 x_stride=65534 x_pad_0=1 x_pad_1=10  # 239
load wgt dram_base=3 y_size=2 x_stride=29122 y_pad_0=14 y_pad_1=14  # 240
gemm uop_bgn=4444 uop_end=4450 iter_out=71 iter_in=1 dst_out=14 dst_in=659 src_out=4 src_in=1742 wgt_out=2 wgt_in=738 push_next  # 241
store out sram_base=65535 dram_base=3022981980 x_size=60969 x_pad_0=14 x_pad_1=5 pop_prev  # 242
store out sram_base=1 dram_base=2631087362 y_size=65534 y_pad_0=2 y_pad_1=10 pop_prev  # 243
load acc sram_base=4 dram_base=3 x_size=62099 x_stride=2 x_pad_0=15 x_pad_1=4 pop_prev  # 244
store out sram_base=3 dram_base=2156110654 y_size=4 x_stride=2 y_pad_0=4 y_pad_1=15 push_prev  # 245
store out sram_base=19124 dram_base=1 x_size=32768 x_stride=6 x_pad_0=6 pop_prev  # 246
load wgt sram_base=6 dram_base=2147483648 y_size=32485 x_stride=23594 y_pad_1=7  # 247
store out dram_base=7 x_size=65535 x_stride=7 x_pad_1=14  # 248
load inp sram_base=5 dram_base=2 x_size=41923 x_stride=1 x_pad_0=15  # 249
store out sram_base=1 dram_base=5 x_size=58921 x_stride=3 x_pad_0=14 x_pad_1=7  # 250
store out sram_base=1882 dram_base=4294967295 x_size=6 x_stride=12576 x_pad_0=2 x_pad_1=15  # 251
store out sram_base=32768 dram_base=3144528703 x_size=50793 x_stride=53313 x_pad_0=1 x_pad_1=15 push_prev  # 252
load wgt sram_base=37442 dram_base=4294967294 x_size=7769 x_stride=65535 x_pad_0=14 x_pad_1=6 push_next  # 253
store out sram_base=28428 dram_base=3 y_size=2 x_stride=1  # 254
gemm reset uop_bgn=7 iter_out=2634 dst_out=7 dst_in=1520 src_in=7 wgt_in=6  # 255
load inp sram_base=5 dram_base=1948655746 y_size=2 x_stride=23382 y_pad_0=14 y_pad_1=15 push_next  # 256
load inp sram_base=65534 dram_base=2880139582 y_size=58728 x_stride=55243 y_pad_1=1  # 257
gemm uop_bgn=8190 uop_end=8192 iter_out=1 iter_in=2 dst_out=1977 dst_in=2047 src_out=3 wgt_out=2 wgt_in=5 pop_prev pop_next  # 258
load wgt sram_base=2 y_size=3 x_stride=5 y_pad_0=11 y_pad_1=12 push_next  # 259
store out sram_base=10449 dram_base=356297237 y_size=6 x_stride=65534 y_pad_0=10 push_prev  # 260
load wgt sram_base=12606 y_size=33486 x_stride=32768 y_pad_1=13  # 261
store out sram_base=63519 dram_base=6 y_size=4 x_stride=6  # 262
store out sram_base=38238 dram_base=3 x_size=51851 x_stride=5 x_pad_0=15 x_pad_1=6  # 263
store out sram_base=58186 dram_base=4 y_size=34724 x_stride=4 y_pad_0=8 y_pad_1=3  # 264
store out sram_base=1 y_size=45676 x_stride=5 y_pad_0=3 y_pad_1=3  # 265
load inp sram_base=54304 y_size=37029 x_stride=46881 y_pad_0=13  # 266
store out sram_base=32768 dram_base=7 x_size=37440 x_stride=1 x_pad_0=14 x_pad_1=8  # 267
store out dram_base=4294967294 y_size=38100 x_stride=61197 y_pad_0=14 y_pad_1=2  # 268
store out sram_base=44332 dram_base=3892923698 x_stride=6 x_pad_0=5 x_pad_1=4  # 269
store out sram_base=47886 dram_base=3015449788 y_size=2 x_stride=65534 y_pad_0=7 y_pad_1=10  # 270
store out dram_base=1 y_size=5 x_stride=27062 y_pad_0=8 push_prev  # 271
store out dram_base=3176455046 y_size=63758 x_stride=5 y_pad_0=1 y_pad_1=2  # 272
store out sram_base=4951 dram_base=2147483648 y_size=43634 x_stride=36570 y_pad_0=7 y_pad_1=3  # 273
store out sram_base=1 dram_base=3331976037 x_size=45396 x_stride=1 x_pad_1=1  # 274
store out dram_base=5 x_stride=32768 y_pad_0=3 y_pad_1=11  # 275
store out sram_base=5 dram_base=16883259 x_stride=32768 x_pad_0=8 x_pad_1=8  # 276
store out sram_base=48931 dram_base=2622332006 x_size=2932 x_stride=6 x_pad_0=9 x_pad_1=8  # 277
store out sram_base=32768 dram_base=1757801473 x_stride=48754 y_pad_0=15 y_pad_1=5  # 278
store out sram_base=3 dram_base=2973569844 y_size=62329 x_stride=6614 y_pad_0=3 y_pad_1=14  # 279
load wgt sram_base=5 dram_base=31651678 x_stride=36753 x_pad_1=1  # 280
store out sram_base=1 dram_base=2147483648 x_size=1 x_stride=7 x_pad_0=13 x_pad_1=8  # 281
store out sram_base=55856 x_stride=6 y_pad_0=2 y_pad_1=2  # 282
store out sram_base=4 dram_base=3401511171 y_size=63862 x_stride=18000 y_pad_0=14 y_pad_1=15  # 283
store out sram_base=4 dram_base=5 x_size=4 x_stride=7 x_pad_1=5  # 284
store out sram_base=32768 dram_base=3492828680 x_size=45719 x_pad_0=5  # 285
store out sram_base=36792 dram_base=3195404747 x_pad_0=6 x_pad_1=2  # 286
store out sram_base=51165 dram_base=7 y_size=46913 x_stride=33165 y_pad_0=10 y_pad_1=1  # 287
load wgt dram_base=3 x_size=45446 x_stride=15047 x_pad_0=5 x_pad_1=1  # 288
store out sram_base=4 dram_base=3610452060 x_stride=15072 x_pad_0=11 x_pad_1=7  # 289
store out sram_base=16577 dram_base=2852102827 x_stride=11031 x_pad_0=1 x_pad_1=8  # 290
store out sram_base=45623 dram_base=2 y_size=56945 x_stride=44273 y_pad_0=1 y_pad_1=5  # 291
load wgt sram_base=65534 dram_base=2 x_size=60169 x_stride=63130 x_pad_1=8  # 292
load wgt sram_base=53853 x_size=4 x_stride=32768 x_pad_0=11  # 293
store out sram_base=37491 dram_base=730239360 y_size=56038 x_stride=6665 y_pad_0=1 y_pad_1=5  # 294
load inp sram_base=32768 dram_base=2296940268 y_size=1 y_pad_1=9  # 295
load inp sram_base=32768 y_size=7 x_stride=32768 y_pad_0=6 y_pad_1=15  # 296
load inp sram_base=65534 dram_base=389015739 x_size=44179 x_stride=5 x_pad_0=4 x_pad_1=5  # 297
load wgt sram_base=65535 dram_base=3690626282 y_size=36691 x_stride=2 y_pad_0=12 y_pad_1=2  # 298
load inp sram_base=20744 dram_base=1593184217 y_size=4 x_stride=1 y_pad_1=9  # 299
gemm reset uop_bgn=7405 uop_end=8192 iter_out=2 dst_out=1225 dst_in=1598 src_out=2 wgt_in=398 pop_prev push_prev  # 300
load inp dram_base=4265839725 y_size=5 x_stride=43834 y_pad_0=13 pop_next  # 301
load wgt sram_base=50961 x_size=5 x_stride=641 x_pad_0=15  # 302
load inp sram_base=955 dram_base=4 y_size=1 x_stride=43206 y_pad_0=5 y_pad_1=11  # 303
load inp sram_base=37819 dram_base=3688190860 x_size=12117 x_stride=45690 x_pad_0=15  # 304
load inp sram_base=63014 dram_base=6 y_size=61837 x_stride=5 y_pad_1=1  # 305
load wgt sram_base=29882 y_size=4409 y_pad_0=6  # 306
load acc sram_base=4 dram_base=4 y_size=59959 x_stride=39106 y_pad_0=13 y_pad_1=10 pop_prev  # 307
load inp sram_base=65535 x_stride=32768 x_pad_0=7 push_next  # 308
load uop sram_base=4 dram_base=2302659202 x_size=7 x_stride=65535 x_pad_0=1 x_pad_1=6 pop_prev push_prev push_next  # 309
store out sram_base=16706 dram_base=5 y_size=52854 y_pad_0=10  # 310
load uop sram_base=62743 dram_base=3 x_size=37333 x_stride=25541 x_pad_0=14 x_pad_1=10  # 311
load inp sram_base=64932 dram_base=3 y_size=1 y_pad_0=3 y_pad_1=5  # 312
store out sram_base=60770 dram_base=2220856754 x_size=33151 x_stride=2 x_pad_0=5 x_pad_1=8 pop_prev  # 313
store out sram_base=3 dram_base=4294967295 x_size=39272 x_stride=16980 x_pad_0=11 x_pad_1=12  # 314
store out dram_base=5 x_stride=58759 x_pad_0=9 x_pad_1=5  # 315
load uop sram_base=28740 dram_base=6 x_size=60851 x_stride=65534 x_pad_0=9 x_pad_1=9  # 316
load inp sram_base=3 dram_base=2499671124 y_size=65535 x_stride=4 y_pad_0=11 y_pad_1=2  # 317
load acc8 sram_base=3 dram_base=3036401158 y_pad_0=2 y_pad_1=2 pop_next  # 318
load wgt sram_base=5 dram_base=5 x_size=41086 x_stride=6 x_pad_0=11 x_pad_1=15  # 319
store out sram_base=27008 dram_base=1 x_size=45724 x_stride=33339 x_pad_1=5  # 320
load wgt sram_base=52642 y_size=46589 x_stride=60696 y_pad_0=9 y_pad_1=6  # 321
store out sram_base=50614 dram_base=2281990333 y_size=32768 x_stride=61319 y_pad_0=2 y_pad_1=15 push_prev  # 322
load acc8 sram_base=2 dram_base=5 y_size=40587 x_stride=32768 y_pad_1=15 pop_next push_prev  # 323
load wgt sram_base=34428 dram_base=2147483648 y_size=41417 x_stride=36689 y_pad_0=14 y_pad_1=7  # 324
load acc8 sram_base=9514 dram_base=4 y_size=50510 x_stride=32768 y_pad_0=10 y_pad_1=12 pop_prev pop_next push_prev push_next  # 325
load acc8 sram_base=30841 dram_base=3334892281 x_size=7 x_stride=1 x_pad_0=15 x_pad_1=7 push_prev push_next  # 326
gemm uop_bgn=2385 uop_end=2386 iter_out=1 iter_in=1 dst_out=1476 dst_in=1024 src_out=1014 src_in=2046 wgt_out=5 wgt_in=5  # 327
store out dram_base=3587146989 x_stride=5 x_pad_0=11 x_pad_1=12 pop_prev  # 328
load wgt sram_base=2735 dram_base=6 y_size=49498 x_stride=41673 y_pad_0=14 pop_next push_next  # 329
load acc8 sram_base=41075 dram_base=4025208434 y_size=44464 x_stride=48954 y_pad_0=4 y_pad_1=6  # 330
store out sram_base=7 dram_base=3735567992 y_size=65534 x_stride=55565 y_pad_0=5 y_pad_1=4  # 331
load wgt sram_base=65535 y_size=5 x_stride=65535 y_pad_1=4 pop_next  # 332
store out dram_base=4 y_size=65535 x_stride=32768 y_pad_0=1 y_pad_1=4 push_prev  # 333
store out sram_base=6 x_size=1 x_stride=29411 x_pad_1=11 push_prev  # 334
store out dram_base=1 x_stride=4590 x_pad_0=4 x_pad_1=15  # 335
store out sram_base=57801 dram_base=5 y_pad_0=12 y_pad_1=7  # 336
store out sram_base=39344 y_size=7 x_stride=65534 y_pad_0=7  # 337
load acc sram_base=55027 x_stride=5468 y_pad_0=6 y_pad_1=15 pop_prev pop_next  # 338
store out sram_base=40645 dram_base=4294967295 y_size=57392 x_stride=42738 y_pad_0=11 y_pad_1=8  # 339
store out sram_base=5 dram_base=2984673121 y_size=5 x_stride=9049 y_pad_0=7  # 340
store out sram_base=23649 dram_base=6 y_size=7 x_stride=39125 y_pad_1=13 push_prev  # 341
load acc sram_base=4 dram_base=7 x_size=16310 x_stride=58925 x_pad_0=5 pop_next push_next  # 342
store out sram_base=4 dram_base=4071757895 x_size=40992 x_stride=1 x_pad_0=15  # 343
store out sram_base=2453 dram_base=4 y_size=7 x_stride=42385 y_pad_0=10 y_pad_1=3  # 344
store out sram_base=65535 y_size=15644 x_stride=65534 y_pad_0=3  # 345
load inp sram_base=51292 dram_base=5 x_size=49710 x_stride=19617 x_pad_1=3  # 346
gemm reset uop_end=8192 iter_out=9041 dst_out=2047 dst_in=1999 src_out=43 src_in=1762 pop_next  # 347
alu max reset uop_bgn=7 uop_end=1 iter_out=1 dst_out=1785 dst_in=5 src_in=1550 imm=-32768  # 348
load acc8 sram_base=1043 dram_base=3 x_stride=65534 x_pad_0=14 x_pad_1=5 pop_next  # 349
load acc8 dram_base=2 x_stride=64647 y_pad_0=3 pop_next push_prev  # 350
load acc8 sram_base=10358 dram_base=3600829054 y_size=1 x_stride=35388 y_pad_1=1 push_next  # 351
load uop sram_base=1 dram_base=4294967295 y_size=1 x_stride=7 y_pad_0=10 push_next  # 352
gemm uop_bgn=7760 uop_end=6553 iter_out=14903 iter_in=5015 dst_out=1400 dst_in=2022 src_in=2 wgt_out=392  # 353
load wgt dram_base=4294967294 x_size=21713 x_stride=65534 x_pad_0=10 x_pad_1=15  # 354
gemm reset uop_bgn=7 uop_end=4 iter_out=2 dst_out=1113 dst_in=5 src_out=5 src_in=6 wgt_out=5 wgt_in=6 pop_prev  # 355
store out dram_base=5 x_size=64353 x_pad_0=8 x_pad_1=8 pop_prev  # 356
load acc dram_base=2435882168 y_size=3 x_stride=3 y_pad_0=15 y_pad_1=14  # 357
store out sram_base=5346 dram_base=5 x_stride=14587 y_pad_0=2 y_pad_1=7  # 358
load inp sram_base=65534 dram_base=3 x_size=61164 x_stride=44958 x_pad_0=15 x_pad_1=1 pop_next  # 359
load acc8 sram_base=57001 dram_base=4268333396 y_size=65535 x_stride=44723 y_pad_0=15 y_pad_1=15 push_prev push_next  # 360
load acc x_size=7 x_stride=1 x_pad_1=14  # 361
load acc8 sram_base=7267 dram_base=1 y_size=40617 x_stride=7 y_pad_0=15 y_pad_1=3 push_prev  # 362
load acc sram_base=52274 dram_base=4159276931 x_stride=41234 y_pad_1=2  # 363
load acc x_stride=3 y_pad_0=10 y_pad_1=1  # 364
gemm uop_bgn=3 uop_end=2 iter_in=14549 dst_out=2047 dst_in=1024 src_in=407 wgt_out=1 wgt_in=256  # 365
load acc8 sram_base=29654 dram_base=4294967294 y_size=65534 x_stride=2 y_pad_0=11  # 366
load wgt sram_base=37513 dram_base=1152133554 y_size=1 y_pad_0=14 y_pad_1=13 pop_next  # 367
load uop sram_base=1 dram_base=4294967294 y_size=4 y_pad_0=12 y_pad_1=7  # 368
load wgt sram_base=6 dram_base=1956574639 y_size=40036 x_stride=5 y_pad_0=15 y_pad_1=14 pop_next  # 369
load wgt sram_base=41941 dram_base=3 x_stride=10852 y_pad_0=14 y_pad_1=8  # 370
load acc8 sram_base=37893 dram_base=4294967295 x_size=64661 x_stride=21504 x_pad_0=13 x_pad_1=14  # 371
load inp sram_base=63091 dram_base=3479702187 y_size=63836 x_stride=35508 y_pad_1=2  # 372
load wgt sram_base=2 dram_base=674599118 x_stride=2 x_pad_0=1 x_pad_1=8  # 373
load wgt sram_base=4 y_size=51775 x_stride=2 y_pad_0=10 y_pad_1=1  # 374
store out dram_base=2726970150 y_size=3 x_stride=5 y_pad_0=15 y_pad_1=8 pop_prev  # 375
load wgt dram_base=2 x_size=7 x_stride=2 x_pad_1=11 pop_next  # 376
load wgt sram_base=2 dram_base=3 y_size=3 x_stride=6 y_pad_1=7  # 377
load inp sram_base=32768 dram_base=4093818046 x_size=3 x_stride=34282 x_pad_0=14 push_next  # 378
load uop sram_base=65336 dram_base=4 x_size=5 x_stride=26683 x_pad_0=4 x_pad_1=9 pop_prev  # 379
load inp sram_base=6 dram_base=3921243915 y_size=39110 x_stride=60895 y_pad_0=1 y_pad_1=14 pop_next  # 380
store out x_size=45661 x_stride=38462 x_pad_0=2 x_pad_1=4 pop_prev  # 381
store out sram_base=5 y_size=35714 x_stride=7 y_pad_0=13 y_pad_1=4 pop_prev  # 382
store out sram_base=4 dram_base=2726923978 y_size=58344 x_stride=52065 pop_prev  # 383
finish  # 384
