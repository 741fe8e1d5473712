// The operations of ALU instructions: their codes, and the extension that each needs. Written by
// hand from docs/isa.md, sections 2 and 8, as the simulators' table is: a wrong row in either is a
// difference in co-simulation.
package vta_alu_pkg;
  import vta_isa_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every top needs all of them
  // Extensions: the bits of IsaExt.
  localparam bit HasRound = IsaExt[0];
  localparam bit HasRq = IsaExt[1];
  localparam bit HasExp2 = IsaExt[2];

  // Whether `reset` is the fourth bit of an operation's code: with an extension past the first.
  localparam bit WideAluOpcode = IsaExt > 1;

  // RQ and EXP2 (compute/README.md): cycles from one step's first read to the next one's, and until
  // another step can read what it has written.
  localparam int unsigned RqCycles = AccReadPorts > 1 ? 2 : 3;
  localparam int unsigned RqLatency = RqCycles + 9;
  localparam int unsigned Exp2Cycles = AccReadPorts > 1 ? 1 : 2;
  localparam int unsigned Exp2Latency = Exp2Cycles + 5;
  localparam int unsigned ExponentBits = 6;
  /* verilator lint_on UNUSEDPARAM */

  typedef enum logic [3:0] {
    AluMin = 4'd0,
    AluMax = 4'd1,
    AluAdd = 4'd2,
    AluShr = 4'd3,
    AluMul = 4'd4,
    AluClip = 4'd5,
    AluRshr = 4'd6,
    AluMov = 4'd7,
    AluRq = 4'd8,
    AluExp2 = 4'd9,
    Alu10 = 4'd10,
    Alu11 = 4'd11,
    Alu12 = 4'd12,
    Alu13 = 4'd13,
    Alu14 = 4'd14,
    Alu15 = 4'd15
  } alu_opcode_e;

  // The immediate of an RQ: its parameters.
  typedef enum logic [1:0] {
    RoundSingle = 2'd0,
    RoundDouble = 2'd1,
    RoundEven = 2'd2,
    RoundNone = 2'd3  // illegal
  } rounding_e;

  typedef struct packed {
    logic [3:0] unused;  // 0
    logic wide;
    logic relu;
    rounding_e rounding;
    logic signed [7:0] zero;
  } rq_imm_t;

  // That of an EXP2.
  typedef struct packed {
    logic [11:0] unused;  // 0
    logic [3:0] fraction;
  } exp2_imm_t;

  function automatic alu_opcode_e operation_of(logic reset, logic [2:0] alu_opcode);
    return alu_opcode_e'({WideAluOpcode && reset, alu_opcode});
  endfunction

  function automatic logic has_operation(alu_opcode_e operation);
    unique case (operation)
      AluMin, AluMax, AluAdd, AluShr, AluMul: return 1'b1;
      AluClip, AluRshr, AluMov: return HasRound;
      AluRq: return HasRq;
      AluExp2: return HasExp2;
      default: return 1'b0;
    endcase
  endfunction

  // Of an operation that there is.
  /* verilator lint_off UNUSEDSIGNAL */  // most parameters may have any value
  function automatic logic has_field_error(alu_opcode_e operation, logic use_imm,
                                           logic [15:0] imm);
    rq_imm_t rq;
    exp2_imm_t exp2;
    rq = imm;
    exp2 = imm;
    if (operation == AluClip) return !use_imm;
    if (HasRq && operation == AluRq)
      return use_imm || rq.unused != '0 || rq.rounding == RoundNone;
    if (HasExp2 && operation == AluExp2) return use_imm || exp2.unused != '0;
    return 1'b0;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

endpackage
