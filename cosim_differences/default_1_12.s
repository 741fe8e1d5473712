# program 12 of seed 1: ../../sim/tsim/scratchpads.cpp:48: check failed: words == config_.depth(type): scratchpad .u_acc of the RTL holds 0 elements, not 2048
.config default
.memory read=0 write=4 gap=9 outstanding=48 burst=8
.bytes 1048576
.window 0x0 0x100000
.base uop=0xa00 inp=0x30f0 wgt=0xce00 acc=0x11540 out=0x2ba0
.stream 0x10730
.uops 0x1004
.random 0x20000 262144 2336229715259484836
.random 0x80000 65536 8640431711930205456
.kernels 15 37 67 69
.expect DRAM_RANGE
uop dst=772 src=866 wgt=393
uop dst=1227 src=571 wgt=228
uop dst=1908 src=932 wgt=582
uop dst=303 src=1729 wgt=942
uop dst=398 src=893 wgt=384
uop dst=1311 src=2046 wgt=47
uop dst=1072 src=1168 wgt=302
uop dst=1527 src=451 wgt=470
uop dst=981 src=1108 wgt=412
uop dst=1347 src=443 wgt=952
uop dst=0 src=1 wgt=11
uop dst=5 src=0 wgt=10
uop dst=7 src=5 wgt=8
uop dst=7 src=10 wgt=3
uop dst=3 src=3 wgt=4
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=2047 src=2047 wgt=1023
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1919 src=1444 wgt=210
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1787 src=483 wgt=209
uop dst=1460 src=1474 wgt=173
uop dst=1461 src=1475 wgt=174
uop dst=1462 src=1476 wgt=175
uop dst=1463 src=1477 wgt=176
uop dst=1464 src=1478 wgt=177
uop dst=1465 src=1479 wgt=178
uop dst=1466 src=1480 wgt=179
uop dst=1467 src=1481 wgt=180
uop dst=1606 src=1782 wgt=38
uop dst=1903 src=1056 wgt=788
uop dst=501 src=1158 wgt=478
uop dst=571 src=227 wgt=166
uop dst=1558 src=542 wgt=993
uop dst=927 src=890 wgt=52
uop dst=29 src=1642 wgt=14
uop dst=1042 src=1932 wgt=255
uop dst=960 src=1618 wgt=966
uop dst=2 src=0 wgt=878
uop dst=5 src=5 wgt=144
uop dst=3 src=6 wgt=4
uop dst=2014 src=0 wgt=664
uop dst=3 src=3 wgt=3
uop dst=171 src=1 wgt=702
uop dst=1995 src=4 wgt=236
uop dst=0 src=5 wgt=936
uop dst=2 src=2 wgt=580
uop dst=7 src=1385 wgt=252
uop dst=5 src=853 wgt=264
uop dst=1483 src=357 wgt=170
uop dst=1484 src=358 wgt=171
uop dst=1485 src=359 wgt=172
uop dst=1486 src=360 wgt=173
uop dst=1487 src=361 wgt=174
uop dst=1488 src=362 wgt=175
uop dst=2020 src=1637 wgt=900
uop dst=2021 src=1638 wgt=901
uop dst=2022 src=1639 wgt=902
uop dst=2023 src=1640 wgt=903
uop dst=2024 src=1641 wgt=904
uop dst=2025 src=1642 wgt=905
uop dst=2026 src=1643 wgt=906
load inp sram_base=1947 dram_base=7412 y_size=1 x_size=1 x_stride=40947 x_pad_1=2 push_next  # 0
load wgt sram_base=1006 dram_base=1980 y_size=9 x_size=2 x_stride=3 push_next  # 1
load acc8 sram_base=3 dram_base=17666 y_size=4 x_size=6 pop_prev  # 2
store out sram_base=465 dram_base=33010 y_size=60 x_size=1 x_stride=1 push_prev  # 3
store out sram_base=1541 dram_base=32077 y_size=32 x_size=1 x_stride=4  # 4
load inp sram_base=1110 dram_base=7415 y_size=3 x_size=8 x_stride=11 y_pad_0=1 x_pad_0=1 x_pad_1=3  # 5
gemm uop_bgn=643 uop_end=649 iter_out=1 iter_in=91 dst_in=5 src_out=1024 src_in=1  # 6
load uop sram_base=8172 dram_base=394 y_size=5 x_size=4 x_stride=2 push_prev push_next  # 7
store out sram_base=2 dram_base=36124 y_size=6 x_size=7 x_stride=7 pop_prev push_prev  # 8
load acc8 sram_base=193 dram_base=5 x_size=2 x_pad_0=9 x_pad_1=7 pop_next  # 9
gemm uop_bgn=7558 uop_end=8192 iter_out=1 iter_in=1 dst_out=1839 dst_in=4 src_out=1512 src_in=1105 wgt_out=1023 wgt_in=2 pop_prev pop_next  # 10
store out sram_base=1675 dram_base=32085 y_size=2 x_size=4 x_stride=4  # 11
alu max uop_bgn=8173 uop_end=8192 iter_out=2 iter_in=6 src_out=2 use_imm imm=31040  # 12
load wgt sram_base=783 dram_base=360 y_size=6 x_size=5 x_stride=5 x_pad_1=2  # 13
alu add uop_bgn=1321 uop_end=1327 iter_out=5 iter_in=4 dst_in=682 src_in=2047 use_imm imm=-13436 push_prev  # 14
store out x_size=65535 x_stride=6 x_pad_0=1 push_prev  # 15
load inp sram_base=1158 dram_base=22511 y_size=1 x_size=1 x_stride=1 y_pad_0=1 x_pad_0=15 x_pad_1=15 pop_next  # 16
load wgt sram_base=265 dram_base=307 y_size=1 x_size=60 x_stride=3 push_next  # 17
store out sram_base=3 dram_base=1 x_size=39944 x_stride=39799 x_pad_0=9 x_pad_1=11  # 18
load inp sram_base=2042 y_size=3 x_stride=3 x_pad_0=1 x_pad_1=1 pop_next push_next  # 19
load wgt sram_base=1 dram_base=1302 y_size=28 x_size=1 x_stride=1 push_next  # 20
alu add uop_bgn=8177 uop_end=8192 iter_out=1 iter_in=4 dst_out=4 src_out=878 imm=9225 pop_prev pop_next push_prev push_next  # 21
store out sram_base=1031 dram_base=36036 y_size=1 x_size=50 x_stride=39156  # 22
store out sram_base=338 dram_base=32070 y_size=5 x_size=4 x_stride=1023  # 23
load inp sram_base=3 dram_base=23773 y_size=3 x_size=4 x_stride=8  # 24
store out sram_base=1928 dram_base=32075 y_size=60 x_size=2 pop_prev  # 25
store out sram_base=2030 dram_base=32664 y_size=3 x_size=6 x_stride=7 push_prev  # 26
alu min reset uop_bgn=3 dst_out=1815 dst_in=1534 src_out=1137 src_in=2047 use_imm imm=4 pop_next push_prev  # 27
load wgt sram_base=7 dram_base=7 y_pad_0=2 y_pad_1=8 pop_next  # 28
load wgt sram_base=7 dram_base=2082 y_size=4 x_size=4 x_stride=4 y_pad_0=3 y_pad_1=1 x_pad_1=3 pop_next push_next  # 29
load uop sram_base=8189 dram_base=399 y_size=1 x_size=3 x_stride=4 pop_prev push_prev  # 30
store out dram_base=32082 y_size=51 x_size=1 x_stride=4  # 31
store out sram_base=1655 dram_base=32071 y_size=3 x_size=1 x_stride=2  # 32
load inp sram_base=1 dram_base=7409 y_size=8 x_size=5 x_stride=5 y_pad_1=2 x_pad_0=2 x_pad_1=15  # 33
load wgt dram_base=7 y_size=27359 x_stride=37786 y_pad_1=2 pop_next  # 34
alu add reset uop_bgn=6 iter_out=8596 dst_out=7 dst_in=1283 src_out=2046 src_in=1542 imm=-8875 pop_prev  # 35
load acc sram_base=30985 dram_base=2 x_size=49080 x_pad_0=7 x_pad_1=15 pop_prev push_next  # 36
store out sram_base=104 dram_base=36152 y_size=4 x_size=2 x_stride=4 pop_prev push_prev  # 37
load inp sram_base=1804 dram_base=7421 y_size=1 x_size=4 x_stride=8 y_pad_1=1 x_pad_1=2 push_next  # 38
alu min reset uop_bgn=8191 uop_end=8192 iter_out=34 iter_in=1 dst_in=1 src_in=3 imm=-9565  # 39
load acc sram_base=1 dram_base=2152 y_size=1 x_size=5 x_stride=5 pop_next  # 40
load inp dram_base=14145 y_size=23 x_size=2 x_stride=3 y_pad_0=2 x_pad_0=2 push_next  # 41
load acc8 x_size=1 x_pad_0=5 x_pad_1=6 pop_prev  # 42
gemm uop_bgn=1331 uop_end=1337 iter_out=5 iter_in=5 src_out=2 src_in=3 wgt_out=4 wgt_in=9 pop_prev  # 43
gemm uop_bgn=8190 uop_end=8192 iter_out=5 iter_in=4 push_prev  # 44
load inp sram_base=2012 dram_base=8308 y_size=7 x_size=1 x_stride=1 y_pad_0=2 x_pad_0=3 pop_next push_next  # 45
load acc8 sram_base=997 dram_base=29468 y_size=2 x_size=5 x_stride=5 push_next  # 46
store out sram_base=2032 dram_base=34783 y_size=4 x_size=4 x_stride=4 pop_prev  # 47
store out sram_base=2045 dram_base=36163 y_size=1 x_size=3 x_stride=1 push_prev  # 48
load uop sram_base=4205 dram_base=389 y_size=2 x_size=4 x_stride=5 pop_prev  # 49
alu add uop_bgn=3037 uop_end=3043 iter_out=6 iter_in=4 dst_in=682 use_imm imm=19805 pop_next push_prev push_next  # 50
gemm reset uop_bgn=4209 uop_end=4215 iter_out=3 iter_in=1 dst_out=350 src_out=2047 src_in=2047 wgt_out=2 wgt_in=913  # 51
load acc8 sram_base=2024 dram_base=20110 y_size=3 x_size=8 x_stride=11  # 52
store out sram_base=1028 dram_base=32252 y_size=45 x_size=1 x_stride=1 pop_prev  # 53
load wgt sram_base=6 dram_base=2005 y_size=3 x_size=6 x_stride=9 y_pad_0=1 y_pad_1=3 x_pad_1=1  # 54
load wgt sram_base=356 dram_base=1324 y_size=2 x_size=1 x_stride=5  # 55
load acc8 sram_base=1745 dram_base=19748 y_size=7 x_size=2 x_stride=2 y_pad_1=15 x_pad_0=2 x_pad_1=3 push_next  # 56
load wgt sram_base=64992 dram_base=3 y_size=55091 x_stride=53894 y_pad_0=6 y_pad_1=9  # 57
gemm reset uop_bgn=8188 uop_end=8192 iter_out=5 iter_in=2 push_prev  # 58
load uop sram_base=3 dram_base=1519035255 x_stride=4325 y_pad_0=15 y_pad_1=1 push_next  # 59
store out sram_base=48236 dram_base=7 x_size=5 x_stride=5 x_pad_0=12 x_pad_1=15 pop_prev  # 60
store out dram_base=32091 y_size=1 x_size=288 x_stride=6 pop_prev push_prev  # 61
load acc8 sram_base=274 dram_base=61100 y_size=1 x_size=1 x_stride=24654 y_pad_0=1 pop_prev pop_next push_next  # 62
load wgt sram_base=78 dram_base=1228 y_size=4 x_size=1 x_stride=1 y_pad_1=1 x_pad_0=1 x_pad_1=1 push_next  # 63
load inp sram_base=750 dram_base=23774 y_size=3 x_size=5 x_stride=7 push_next  # 64
load inp sram_base=423 dram_base=3969756210 y_size=3 x_stride=65535 y_pad_1=2 x_pad_0=3 pop_next  # 65
load inp sram_base=2 dram_base=23777 y_size=2 x_size=6 x_stride=10 x_pad_0=3 x_pad_1=15 pop_next  # 66
load inp dram_base=34032 y_size=1 x_size=1  # 67
load wgt sram_base=520 dram_base=310 y_size=3 x_size=5 push_next  # 68
load wgt sram_base=3 dram_base=601 y_size=32 x_size=1 x_stride=5 y_pad_0=1 x_pad_0=3  # 69
load inp dram_base=7413 y_size=3 x_size=7 x_stride=7  # 70
load wgt sram_base=722 dram_base=312 y_size=1 x_size=3 x_stride=62085 y_pad_0=3 y_pad_1=1 x_pad_1=15 push_next  # 71
gemm reset uop_bgn=1079 uop_end=923 iter_in=16382 dst_out=1870 dst_in=1911 src_in=7 wgt_out=568 pop_prev  # 72
alu min reset uop_bgn=2641 uop_end=2641 iter_out=16382 iter_in=1 dst_out=1549 dst_in=780 src_out=7 use_imm imm=11114 pop_prev  # 73
load uop sram_base=5845 y_size=65535 x_stride=58148 y_pad_1=8 pop_prev  # 74
gemm uop_bgn=8189 uop_end=8192 iter_out=5 iter_in=5 pop_prev pop_next push_prev push_next  # 75
store out sram_base=2046 dram_base=33057 y_size=2 x_size=1 x_stride=4 pop_prev  # 76
load acc8 sram_base=855 dram_base=28332 y_size=2 x_size=2 x_stride=4094 push_next  # 77
load uop sram_base=1260 dram_base=423 y_size=4 x_size=1 x_stride=1 push_prev  # 78
load wgt sram_base=52412 x_pad_0=7 x_pad_1=15 pop_next  # 79
load wgt sram_base=1019 dram_base=1851 y_size=1 x_size=5 x_stride=5 pop_next  # 80
load wgt sram_base=63775 dram_base=4294967295 y_size=56661 x_stride=2 y_pad_0=2 y_pad_1=15  # 81
store out sram_base=46057 dram_base=3212730411 y_size=53876 x_stride=2 y_pad_0=13 y_pad_1=4 pop_prev  # 82
finish  # 83
