// Timing of cells that the library of the synthesiser times wrongly or in part, read over it before
// an analysis. Picoseconds, 7-series speed grade -1, slow corner, as Project X-Ray's tables of the
// Zynq-7 and Spartan-7 have them (SDF of DSP_L and BRAM_R, third value).
//
// DSP48E1: the library's figures are of a faster grade (PCIN to PCOUT 1255, here 1713; clock to P
// 329, here 434) while its slices and block RAM are of -1; enables and resets are absent there.
// RAMB18E1, RAMB36E1: the library's conditions give an output without its register no delay at all;
// port enables and resets are absent there.
// SRL16E: the clock enable is absent there; as SRLC32E has it.
// RAM64M: the highest read address is absent there; as RAM64X1D has it.
//
// A port that is not timed here (of DSP48E1 carries, INMODE, pattern detection; cascades of RAM) is an
// error where a netlist uses it. Paths from register to register inside a DSP48E1 are not seen; the
// longest, operand to sum without the product's register, take 4 ns (5.4 ns with the pre-adder).

(* blackbox *)
module FDRE (
    output Q,
    (* clkbuf_sink *) input C,
    input CE,
    input D,
    input R
);
  parameter [0:0] INIT = 1'b0;
  parameter [0:0] IS_C_INVERTED = 1'b0;
  parameter [0:0] IS_D_INVERTED = 1'b0;
  parameter [0:0] IS_R_INVERTED = 1'b0;

  generate
    if (IS_C_INVERTED == 1'b0)
      specify
        $setup(D, posedge C, 0);
        $setup(CE, posedge C, 109);
        $setup(R, posedge C, 404);
        (posedge C => (Q : 1'bx)) = 456;
      endspecify
    else
      specify
        (negedge C => (Q : 1'bx)) = 456;
      endspecify
  endgenerate
endmodule

(* blackbox *)
module FDSE (
    output Q,
    (* clkbuf_sink *) input C,
    input CE,
    input D,
    input S
);
  parameter [0:0] INIT = 1'b1;
  parameter [0:0] IS_C_INVERTED = 1'b0;
  parameter [0:0] IS_D_INVERTED = 1'b0;
  parameter [0:0] IS_S_INVERTED = 1'b0;

  generate
    if (IS_C_INVERTED == 1'b0)
      specify
        $setup(D, posedge C, 0);
        $setup(CE, posedge C, 109);
        $setup(S, posedge C, 404);
        (posedge C => (Q : 1'bx)) = 456;
      endspecify
    else
      specify
        (negedge C => (Q : 1'bx)) = 456;
      endspecify
  endgenerate
endmodule

(* blackbox *)
module DSP48E1 (
    output [29:0] ACOUT,
    output [17:0] BCOUT,
    output CARRYCASCOUT,
    output [3:0] CARRYOUT,
    output MULTSIGNOUT,
    output OVERFLOW,
    output signed [47:0] P,
    output PATTERNBDETECT,
    output PATTERNDETECT,
    output [47:0] PCOUT,
    output UNDERFLOW,
    input signed [29:0] A,
    input [29:0] ACIN,
    input [3:0] ALUMODE,
    input signed [17:0] B,
    input [17:0] BCIN,
    input [47:0] C,
    input CARRYCASCIN,
    input CARRYIN,
    input [2:0] CARRYINSEL,
    input CEA1,
    input CEA2,
    input CEAD,
    input CEALUMODE,
    input CEB1,
    input CEB2,
    input CEC,
    input CECARRYIN,
    input CECTRL,
    input CED,
    input CEINMODE,
    input CEM,
    input CEP,
    (* clkbuf_sink *) input CLK,
    input [24:0] D,
    input [4:0] INMODE,
    input MULTSIGNIN,
    input [6:0] OPMODE,
    input [47:0] PCIN,
    input RSTA,
    input RSTALLCARRYIN,
    input RSTALUMODE,
    input RSTB,
    input RSTC,
    input RSTCTRL,
    input RSTD,
    input RSTINMODE,
    input RSTM,
    input RSTP
);
  parameter integer ACASCREG = 1;
  parameter integer ADREG = 1;
  parameter integer ALUMODEREG = 1;
  parameter integer AREG = 1;
  parameter AUTORESET_PATDET = "NO_RESET";
  parameter A_INPUT = "DIRECT";
  parameter integer BCASCREG = 1;
  parameter integer BREG = 1;
  parameter B_INPUT = "DIRECT";
  parameter integer CARRYINREG = 1;
  parameter integer CARRYINSELREG = 1;
  parameter integer CREG = 1;
  parameter integer DREG = 1;
  parameter integer INMODEREG = 1;
  parameter integer MREG = 1;
  parameter integer OPMODEREG = 1;
  parameter integer PREG = 1;
  parameter SEL_MASK = "MASK";
  parameter SEL_PATTERN = "PATTERN";
  parameter USE_DPORT = "FALSE";
  parameter USE_MULT = "MULTIPLY";
  parameter USE_PATTERN_DETECT = "NO_PATDET";
  parameter USE_SIMD = "ONE48";
  parameter [47:0] MASK = 48'h3FFFFFFFFFFF;
  parameter [47:0] PATTERN = 48'h000000000000;
  parameter [3:0] IS_ALUMODE_INVERTED = 4'b0;
  parameter [0:0] IS_CARRYIN_INVERTED = 1'b0;
  parameter [0:0] IS_CLK_INVERTED = 1'b0;
  parameter [4:0] IS_INMODE_INVERTED = 5'b0;
  parameter [6:0] IS_OPMODE_INVERTED = 7'b0;

  // Of the forms that are not timed here, ports have no timing at all.
  localparam Timed = USE_PATTERN_DETECT == "NO_PATDET" && IS_CLK_INVERTED == 1'b0 &&
                     (USE_MULT == "MULTIPLY" || (USE_MULT == "NONE" && USE_DPORT == "FALSE"));
  localparam Mult = USE_MULT == "MULTIPLY";
  localparam Pre = USE_DPORT == "TRUE";  // A goes through the pre-adder
  localparam CascA = A_INPUT == "CASCADE";
  localparam CascB = B_INPUT == "CASCADE";
  localparam Ad = Pre && ADREG != 0;
  localparam M = Mult && MREG != 0;

  generate
    // Operands: to their own register, to that of the pre-adder, of the product, of the sum, or
    // through.
    if (Timed && AREG != 0)
      specify
        $setup(A, posedge CLK, 362);
        $setup(ACIN, posedge CLK, 319);
        $setup(CEA1, posedge CLK, 497);
        $setup(CEA2, posedge CLK, 497);
        $setup(RSTA, posedge CLK, 507);
      endspecify
    else if (Timed && (Ad || M || PREG != 0))
      specify
        $setup(A, posedge CLK, Ad ? 1756 : M ? (Pre ? 3288 : 1928) : Pre ? 5081 : Mult ? 3722 : 1958);
        $setup(ACIN, posedge CLK, Ad ? 1555 : M ? (Pre ? 3087 : 1727) : Pre ? 4881 : Mult ? 3520 : 1755);
      endspecify
    else if (Timed)
      specify
        (A *> P) = Pre ? 5201 : Mult ? 3841 : 2077;
        (A *> PCOUT) = Pre ? 5396 : Mult ? 4036 : 2271;
        (ACIN *> P) = Pre ? 4998 : Mult ? 3639 : 1874;
        (ACIN *> PCOUT) = Pre ? 5194 : Mult ? 3833 : 2071;
      endspecify

    if (Timed && BREG != 0)
      specify
        $setup(B, posedge CLK, 450);
        $setup(BCIN, posedge CLK, 352);
        $setup(CEB1, posedge CLK, 514);
        $setup(CEB2, posedge CLK, 514);
        $setup(RSTB, posedge CLK, 543);
      endspecify
    else if (Timed && (M || PREG != 0))
      specify
        $setup(B, posedge CLK, M ? 1743 : Mult ? 3536 : 1938);
        $setup(BCIN, posedge CLK, M ? 1498 : Mult ? 3290 : 1692);
      endspecify
    else if (Timed)
      specify
        (B *> P) = Mult ? 3656 : 2057;
        (B *> PCOUT) = Mult ? 3851 : 2252;
        (BCIN *> P) = Mult ? 3410 : 1812;
        (BCIN *> PCOUT) = Mult ? 3606 : 2006;
      endspecify

    if (Timed && Pre && DREG != 0)
      specify
        $setup(D, posedge CLK, 413);
        $setup(CED, posedge CLK, 513);
        $setup(RSTD, posedge CLK, 587);
      endspecify
    else if (Timed && Pre && (Ad || M || PREG != 0))
      specify
        $setup(D, posedge CLK, Ad ? 1626 : M ? 3158 : 4951);
      endspecify
    else if (Timed && Pre)
      specify
        (D *> P) = 5070;
        (D *> PCOUT) = 5265;  // the tables have 5046, before P; all other operands have P + 195
      endspecify

    if (Timed && CREG != 0)
      specify
        $setup(C, posedge CLK, 233);
        $setup(CEC, posedge CLK, 414);
        $setup(RSTC, posedge CLK, 84);
      endspecify
    else if (Timed && PREG != 0)
      specify
        $setup(C, posedge CLK, 1701);
      endspecify
    else if (Timed)
      specify
        (C *> P) = 1820;
        (C *> PCOUT) = 2016;
      endspecify

    if (Timed && OPMODEREG != 0)
      specify
        $setup(OPMODE, posedge CLK, 449);
        $setup(CECTRL, posedge CLK, 421);
        $setup(RSTCTRL, posedge CLK, 469);
      endspecify
    else if (Timed && PREG != 0)
      specify
        $setup(OPMODE, posedge CLK, 2209);
      endspecify
    else if (Timed)
      specify
        (OPMODE *> P) = 2326;
        (OPMODE *> PCOUT) = 2522;
      endspecify

    if (Timed && ALUMODEREG != 0)
      specify
        $setup(ALUMODE, posedge CLK, 246);
        $setup(CEALUMODE, posedge CLK, 411);
        $setup(RSTALUMODE, posedge CLK, 411);
      endspecify
    else if (Timed && PREG != 0)
      specify
        $setup(ALUMODE, posedge CLK, 1978);
      endspecify
    else if (Timed)
      specify
        (ALUMODE *> P) = 2098;
        (ALUMODE *> PCOUT) = 2292;
      endspecify

    // The cascade of sums; enables and resets of the registers inside.
    if (Timed && PREG != 0)
      specify
        $setup(PCIN, posedge CLK, 1400);
        $setup(CEP, posedge CLK, 524);
        $setup(RSTP, posedge CLK, 347);
      endspecify
    else if (Timed)
      specify
        (PCIN *> P) = 1518;
        (PCIN *> PCOUT) = 1713;
      endspecify
    if (Timed && M)
      specify
        $setup(CEM, posedge CLK, 266);
        $setup(RSTM, posedge CLK, 270);
      endspecify
    if (Timed && Ad)
      specify
        $setup(CEAD, posedge CLK, 426);
      endspecify

    // The cascades of operands.
    if (Timed && ACASCREG != 0)
      specify
        (posedge CLK *> (ACOUT : 30'bx)) = 864;
      endspecify
    else if (Timed && CascA)
      specify
        (ACIN => ACOUT) = 521;
      endspecify
    else if (Timed)
      specify
        (A => ACOUT) = 723;
      endspecify
    if (Timed && BCASCREG != 0)
      specify
        (posedge CLK *> (BCOUT : 18'bx)) = 833;
      endspecify
    else if (Timed && CascB)
      specify
        (BCIN => BCOUT) = 490;
      endspecify
    else if (Timed)
      specify
        (B => BCOUT) = 735;
      endspecify

    // Results: from the last register on the way; where several lead to the sum, from each.
    if (Timed && PREG != 0)
      specify
        (posedge CLK *> (P : 48'bx)) = 434;
        (posedge CLK *> (PCOUT : 48'bx)) = 478;
      endspecify
    else if (Timed) begin
      if (CREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = 2291;
          (posedge CLK *> (PCOUT : 48'bx)) = 2488;
        endspecify
      if (OPMODEREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = 2231;
          (posedge CLK *> (PCOUT : 48'bx)) = 2426;
        endspecify
      if (ALUMODEREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = 2054;
          (posedge CLK *> (PCOUT : 48'bx)) = 2251;
        endspecify
      if (M)
        specify
          (posedge CLK *> (P : 48'bx)) = 2305;
          (posedge CLK *> (PCOUT : 48'bx)) = 2500;
        endspecify
      if (!M && Ad)
        specify
          (posedge CLK *> (P : 48'bx)) = 3684;
          (posedge CLK *> (PCOUT : 48'bx)) = 3879;
        endspecify
      if (!M && !Ad && AREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = Pre ? 5368 : Mult ? 4009 : 2215;
          (posedge CLK *> (PCOUT : 48'bx)) = Pre ? 5565 : Mult ? 4206 : 2411;
        endspecify
      if (!M && !Ad && Pre && DREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = 5320;
          (posedge CLK *> (PCOUT : 48'bx)) = 5515;
        endspecify
      if (!M && BREG != 0)
        specify
          (posedge CLK *> (P : 48'bx)) = Mult ? 3813 : 2191;
          (posedge CLK *> (PCOUT : 48'bx)) = Mult ? 4008 : 2387;
        endspecify
    end
  endgenerate
endmodule

(* blackbox *)
module RAMB18E1 (
    input CLKARDCLK,
    input CLKBWRCLK,
    input ENARDEN,
    input ENBWREN,
    input REGCEAREGCE,
    input REGCEB,
    input RSTRAMARSTRAM,
    input RSTRAMB,
    input RSTREGARSTREG,
    input RSTREGB,
    input [13:0] ADDRARDADDR,
    input [13:0] ADDRBWRADDR,
    input [15:0] DIADI,
    input [15:0] DIBDI,
    input [1:0] DIPADIP,
    input [1:0] DIPBDIP,
    input [1:0] WEA,
    input [3:0] WEBWE,
    output [15:0] DOADO,
    output [15:0] DOBDO,
    output [1:0] DOPADOP,
    output [1:0] DOPBDOP
);
  parameter integer DOA_REG = 0;
  parameter integer DOB_REG = 0;
  parameter RAM_MODE = "TDP";
  parameter RDADDR_COLLISION_HWCONFIG = "DELAYED_WRITE";
  parameter integer READ_WIDTH_A = 0;
  parameter integer READ_WIDTH_B = 0;
  parameter RSTREG_PRIORITY_A = "RSTREG";
  parameter RSTREG_PRIORITY_B = "RSTREG";
  parameter SIM_COLLISION_CHECK = "ALL";
  parameter SIM_DEVICE = "VIRTEX6";
  parameter SRVAL_A = 18'h0;
  parameter SRVAL_B = 18'h0;
  parameter WRITE_MODE_A = "WRITE_FIRST";
  parameter WRITE_MODE_B = "WRITE_FIRST";
  parameter integer WRITE_WIDTH_A = 0;
  parameter integer WRITE_WIDTH_B = 0;
  parameter IS_CLKARDCLK_INVERTED = 1'b0;
  parameter IS_CLKBWRCLK_INVERTED = 1'b0;
  parameter IS_ENARDEN_INVERTED = 1'b0;
  parameter IS_ENBWREN_INVERTED = 1'b0;
  parameter IS_RSTRAMARSTRAM_INVERTED = 1'b0;
  parameter IS_RSTRAMB_INVERTED = 1'b0;
  parameter IS_RSTREGARSTREG_INVERTED = 1'b0;
  parameter IS_RSTREGB_INVERTED = 1'b0;

  specify
    $setup(ADDRARDADDR, posedge CLKARDCLK, 566);
    $setup(ADDRBWRADDR, posedge CLKBWRCLK, 566);
    $setup(DIADI, posedge CLKARDCLK, 737);
    $setup(DIBDI, posedge CLKBWRCLK, 737);
    $setup(DIPADIP, posedge CLKARDCLK, 737);
    $setup(DIPBDIP, posedge CLKBWRCLK, 737);
    $setup(WEA, posedge CLKARDCLK, 532);
    $setup(WEBWE, posedge CLKBWRCLK, 532);
    $setup(ENARDEN, posedge CLKARDCLK, 443);
    $setup(ENBWREN, posedge CLKBWRCLK, 443);
    $setup(RSTRAMARSTRAM, posedge CLKARDCLK, 359);
    $setup(RSTRAMB, posedge CLKBWRCLK, 359);
    $setup(REGCEAREGCE, posedge CLKARDCLK, 360);
    $setup(REGCEB, posedge CLKBWRCLK, 360);
    $setup(RSTREGARSTREG, posedge CLKARDCLK, 342);
    $setup(RSTREGB, posedge CLKBWRCLK, 342);
    (posedge CLKARDCLK *> (DOADO : 16'bx)) = DOA_REG != 0 ? 882 : 2454;
    (posedge CLKARDCLK *> (DOPADOP : 2'bx)) = DOA_REG != 0 ? 882 : 2454;
    (posedge CLKBWRCLK *> (DOBDO : 16'bx)) = DOB_REG != 0 ? 882 : 2454;
    (posedge CLKBWRCLK *> (DOPBDOP : 2'bx)) = DOB_REG != 0 ? 882 : 2454;
  endspecify
endmodule

(* blackbox *)
module RAMB36E1 (
    output CASCADEOUTA,
    output CASCADEOUTB,
    output [31:0] DOADO,
    output [31:0] DOBDO,
    output [3:0] DOPADOP,
    output [3:0] DOPBDOP,
    output [7:0] ECCPARITY,
    output [8:0] RDADDRECC,
    output SBITERR,
    output DBITERR,
    input ENARDEN,
    input CLKARDCLK,
    input RSTRAMARSTRAM,
    input RSTREGARSTREG,
    input CASCADEINA,
    input REGCEAREGCE,
    input ENBWREN,
    input CLKBWRCLK,
    input RSTRAMB,
    input RSTREGB,
    input CASCADEINB,
    input REGCEB,
    input INJECTDBITERR,
    input INJECTSBITERR,
    input [15:0] ADDRARDADDR,
    input [15:0] ADDRBWRADDR,
    input [31:0] DIADI,
    input [31:0] DIBDI,
    input [3:0] DIPADIP,
    input [3:0] DIPBDIP,
    input [3:0] WEA,
    input [7:0] WEBWE
);
  parameter integer DOA_REG = 0;
  parameter integer DOB_REG = 0;
  parameter EN_ECC_READ = "FALSE";
  parameter EN_ECC_WRITE = "FALSE";
  parameter RAM_EXTENSION_A = "NONE";
  parameter RAM_EXTENSION_B = "NONE";
  parameter RAM_MODE = "TDP";
  parameter RDADDR_COLLISION_HWCONFIG = "DELAYED_WRITE";
  parameter integer READ_WIDTH_A = 0;
  parameter integer READ_WIDTH_B = 0;
  parameter RSTREG_PRIORITY_A = "RSTREG";
  parameter RSTREG_PRIORITY_B = "RSTREG";
  parameter SIM_COLLISION_CHECK = "ALL";
  parameter SIM_DEVICE = "VIRTEX6";
  parameter SRVAL_A = 36'h0;
  parameter SRVAL_B = 36'h0;
  parameter WRITE_MODE_A = "WRITE_FIRST";
  parameter WRITE_MODE_B = "WRITE_FIRST";
  parameter integer WRITE_WIDTH_A = 0;
  parameter integer WRITE_WIDTH_B = 0;
  parameter IS_CLKARDCLK_INVERTED = 1'b0;
  parameter IS_CLKBWRCLK_INVERTED = 1'b0;
  parameter IS_ENARDEN_INVERTED = 1'b0;
  parameter IS_ENBWREN_INVERTED = 1'b0;
  parameter IS_RSTRAMARSTRAM_INVERTED = 1'b0;
  parameter IS_RSTRAMB_INVERTED = 1'b0;
  parameter IS_RSTREGARSTREG_INVERTED = 1'b0;
  parameter IS_RSTREGB_INVERTED = 1'b0;

  specify
    $setup(ADDRARDADDR, posedge CLKARDCLK, 566);
    $setup(ADDRBWRADDR, posedge CLKBWRCLK, 566);
    $setup(DIADI, posedge CLKARDCLK, 737);
    $setup(DIBDI, posedge CLKBWRCLK, 737);
    $setup(DIPADIP, posedge CLKARDCLK, 737);
    $setup(DIPBDIP, posedge CLKBWRCLK, 737);
    $setup(WEA, posedge CLKARDCLK, 532);
    $setup(WEBWE, posedge CLKBWRCLK, 532);
    $setup(ENARDEN, posedge CLKARDCLK, 443);
    $setup(ENBWREN, posedge CLKBWRCLK, 443);
    $setup(RSTRAMARSTRAM, posedge CLKARDCLK, 359);
    $setup(RSTRAMB, posedge CLKBWRCLK, 359);
    $setup(REGCEAREGCE, posedge CLKARDCLK, 360);
    $setup(REGCEB, posedge CLKBWRCLK, 360);
    $setup(RSTREGARSTREG, posedge CLKARDCLK, 342);
    $setup(RSTREGB, posedge CLKBWRCLK, 342);
    (posedge CLKARDCLK *> (DOADO : 32'bx)) = DOA_REG != 0 ? 882 : 2454;
    (posedge CLKARDCLK *> (DOPADOP : 4'bx)) = DOA_REG != 0 ? 882 : 2454;
    (posedge CLKBWRCLK *> (DOBDO : 32'bx)) = DOB_REG != 0 ? 882 : 2454;
    (posedge CLKBWRCLK *> (DOPBDOP : 4'bx)) = DOB_REG != 0 ? 882 : 2454;
  endspecify
endmodule

(* blackbox *)
module SRL16E (
    output Q,
    input A0,
    input A1,
    input A2,
    input A3,
    input CE,
    input CLK,
    input D
);
  parameter [0:0] IS_CLK_INVERTED = 1'b0;

  specify
    $setup(D, posedge CLK, 173);
    $setup(CE, posedge CLK, 109);
    (posedge CLK => (Q : 1'bx)) = 1472;
    (A0 => Q) = 631;
    (A1 => Q) = 472;
    (A2 => Q) = 407;
    (A3 => Q) = 238;
  endspecify
endmodule

(* blackbox *)
module RAM64M (
    output DOA,
    output DOB,
    output DOC,
    output DOD,
    input [5:0] ADDRA,
    input [5:0] ADDRB,
    input [5:0] ADDRC,
    input [5:0] ADDRD,
    input DIA,
    input DIB,
    input DIC,
    input DID,
    input WCLK,
    input WE
);
  parameter [0:0] IS_WCLK_INVERTED = 1'b0;

  specify
    $setup(ADDRD[0], posedge WCLK, 362);
    $setup(ADDRD[1], posedge WCLK, 245);
    $setup(ADDRD[2], posedge WCLK, 208);
    $setup(ADDRD[3], posedge WCLK, 147);
    $setup(ADDRD[4], posedge WCLK, 68);
    $setup(ADDRD[5], posedge WCLK, 66);
    $setup(DIA, posedge WCLK, 384);
    $setup(DIB, posedge WCLK, 354);
    $setup(DIC, posedge WCLK, 375);
    $setup(DID, posedge WCLK, 310);
    $setup(WE, posedge WCLK, 654);
    (posedge WCLK => (DOA : DIA)) = 1153;
    (posedge WCLK => (DOB : DIB)) = 1161;
    (posedge WCLK => (DOC : DIC)) = 1158;
    (posedge WCLK => (DOD : DID)) = 1163;
    (ADDRA[0] => DOA) = 642;
    (ADDRB[0] => DOB) = 642;
    (ADDRC[0] => DOC) = 642;
    (ADDRD[0] => DOD) = 642;
    (ADDRA[1] => DOA) = 631;
    (ADDRB[1] => DOB) = 631;
    (ADDRC[1] => DOC) = 631;
    (ADDRD[1] => DOD) = 631;
    (ADDRA[2] => DOA) = 472;
    (ADDRB[2] => DOB) = 472;
    (ADDRC[2] => DOC) = 472;
    (ADDRD[2] => DOD) = 472;
    (ADDRA[3] => DOA) = 407;
    (ADDRB[3] => DOB) = 407;
    (ADDRC[3] => DOC) = 407;
    (ADDRD[3] => DOD) = 407;
    (ADDRA[4] => DOA) = 238;
    (ADDRB[4] => DOB) = 238;
    (ADDRC[4] => DOC) = 238;
    (ADDRD[4] => DOD) = 238;
    (ADDRA[5] => DOA) = 127;
    (ADDRB[5] => DOB) = 127;
    (ADDRC[5] => DOC) = 127;
    (ADDRD[5] => DOD) = 127;
  endspecify
endmodule
