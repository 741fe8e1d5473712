// The register block: settings that software writes, results that it reads. The map is the table of
// hw/isa/registers.cpp. A 64-bit register takes two words, low first; unknown offsets read 0. A
// write of a value that is not legal changes nothing, nor does any during a run. MEM_* come up with
// the defaults of the instruction set; the latencies are the memory's business, the core only keeps
// them. Results are those of the run before until the next one ends.
module vta_registers
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic running,

    input logic reg_we,
    output logic reg_refused,  // in the cycle of reg_we: it changes nothing
    /* verilator lint_off UNUSEDSIGNAL */  // bytes: the last two bits mean nothing
    input logic [11:0] reg_addr,
    input logic [11:0] reg_raddr,
    /* verilator lint_on UNUSEDSIGNAL */
    input logic [31:0] reg_wdata,
    output logic [31:0] reg_rdata,

    output logic launch,  // 1 in the cycle that ends at edge 0
    output logic [IndexBits-1:0] insn_count,
    output logic [AddrBits-1:0] insn_addr,
    output base_addresses_t base,
    output logic [AddrBits-1:0] mem_lo,
    output logic [AddrBits-1:0] mem_hi,
    output logic [GapBits-1:0] mem_gap,
    output logic [OutstandingBits-1:0] mem_max_outstanding,
    output logic [BeatBits-1:0] mem_burst_beats,

    input logic done,
    input isa_error_e error,
    input logic [IndexBits-1:0] error_insn,
    input logic [TokenSumBits-1:0] tokens_left,
    input logic [63:0] cycles,
    input counters_t counters
);

  typedef logic [9:0] word_t;  // offset of a 32-bit word, in words
  localparam word_t FirstSetting = RegInsnCount[11:2];
  localparam word_t LastSetting = RegMemBurstBeats[11:2];
  localparam int unsigned Settings = int'(LastSetting) - int'(FirstSetting) + 1;

  // The settings, words FirstSetting..LastSetting of the map.
  logic [31:0] setting_q[Settings];

  function automatic int unsigned at(logic [11:0] offset);
    return int'(32'(offset) >> 2) - int'(FirstSetting);
  endfunction

  function automatic logic is_setting(word_t word);
    return word >= FirstSetting && word <= LastSetting;
  endfunction

  // No burst is longer than what lies between two boundaries.
  localparam int unsigned BoundaryBeats = (1 << LogBoundary) / BusBytes;
  localparam int unsigned MostBeats = BoundaryBeats < MaxBurstBeats ? BoundaryBeats : MaxBurstBeats;

  function automatic logic is_multiple(logic [31:0] value, int unsigned power_of_two);
    return (value & 32'(power_of_two - 1)) == '0;
  endfunction

  // Addresses are multiples of at most 16 KiB: their low words decide.
  function automatic logic is_legal(word_t word, logic [31:0] value);
    unique case (word)
      RegControl[11:2]: return value <= 32'd1;
      RegInsnAddr[11:2]: return is_multiple(value, InsnBytes);
      RegUopBase[11:2]: return is_multiple(value, UopElemBytes);
      RegInpBase[11:2]: return is_multiple(value, InpElemBytes);
      RegWgtBase[11:2]: return is_multiple(value, WgtElemBytes);
      RegAccBase[11:2]: return is_multiple(value, AccElemBytes);
      RegOutBase[11:2]: return is_multiple(value, OutElemBytes);
      RegMemReadLatency[11:2], RegMemWriteLatency[11:2]: return value <= 32'(MaxLatency);
      RegMemGap[11:2]: return value <= 32'(MaxGap);
      RegMemMaxOutstanding[11:2]: return value != '0 && value <= 32'(MaxOutstanding);
      RegMemBurstBeats[11:2]:
      return value != '0 && value <= 32'(MostBeats) && (value & (value - 32'd1)) == '0;
      default: return is_setting(word);
    endcase
  endfunction

  word_t write_word, read_word;
  logic accepted;
  assign write_word = reg_addr[11:2];
  assign read_word = reg_raddr[11:2];
  always_comb begin
    accepted = 1'b0;
    if (reg_we && !running) accepted = is_legal(write_word, reg_wdata);
  end
  assign reg_refused = reg_we && !accepted;
  assign launch = accepted && write_word == RegControl[11:2] && reg_wdata[0];

  always_ff @(posedge clk) begin
    if (rst) begin
      for (int i = 0; i < int'(Settings); ++i) setting_q[i] <= '0;
      setting_q[at(RegMemReadLatency)] <= 32'd40;
      setting_q[at(RegMemWriteLatency)] <= 32'd8;
      setting_q[at(RegMemGap)] <= 32'd1;
      setting_q[at(RegMemMaxOutstanding)] <= 32'd16;
      setting_q[at(RegMemBurstBeats)] <= 32'd16;
    end else if (accepted) begin
      if (is_setting(write_word)) setting_q[5'(write_word-FirstSetting)] <= reg_wdata;
    end
  end

  assign insn_count = setting_q[at(RegInsnCount)];
  assign insn_addr = {setting_q[at(RegInsnAddr)+1], setting_q[at(RegInsnAddr)]};
  assign base.uop = {setting_q[at(RegUopBase)+1], setting_q[at(RegUopBase)]};
  assign base.inp = {setting_q[at(RegInpBase)+1], setting_q[at(RegInpBase)]};
  assign base.wgt = {setting_q[at(RegWgtBase)+1], setting_q[at(RegWgtBase)]};
  assign base.acc = {setting_q[at(RegAccBase)+1], setting_q[at(RegAccBase)]};
  assign base.out = {setting_q[at(RegOutBase)+1], setting_q[at(RegOutBase)]};
  assign mem_lo = {setting_q[at(RegMemLo)+1], setting_q[at(RegMemLo)]};
  assign mem_hi = {setting_q[at(RegMemHi)+1], setting_q[at(RegMemHi)]};
  assign mem_gap = setting_q[at(RegMemGap)][GapBits-1:0];
  assign mem_max_outstanding = setting_q[at(RegMemMaxOutstanding)][OutstandingBits-1:0];
  assign mem_burst_beats = setting_q[at(RegMemBurstBeats)][BeatBits-1:0];

  // The 64-bit results, words FirstResult..LastResult of the map; the first is the last field.
  typedef struct packed {
    logic [63:0] tokens_left;
    logic [63:0] alu_counter;
    logic [63:0] gemm_counter;
    logic [63:0] out_store_nbytes;
    logic [63:0] uop_load_nbytes;
    logic [63:0] acc_load_nbytes;
    logic [63:0] wgt_load_nbytes;
    logic [63:0] inp_load_nbytes;
    logic [63:0] cycles;
  } results_t;

  localparam word_t FirstResult = RegCycles[11:2];
  localparam word_t LastResult = RegTokensLeft[11:2] + word_t'(1);
  results_t live, held_q;
  logic [$bits(results_t)/32-1:0][31:0] results;

  // In one pattern: a simulator then computes it where it is read, in few cycles.
  assign live = '{
          tokens_left: 64'(tokens_left),
          alu_counter: counters.alu_counter,
          gemm_counter: counters.gemm_counter,
          out_store_nbytes: counters.out_store_nbytes,
          uop_load_nbytes: counters.uop_load_nbytes,
          acc_load_nbytes: counters.acc_load_nbytes,
          wgt_load_nbytes: counters.wgt_load_nbytes,
          inp_load_nbytes: counters.inp_load_nbytes,
          cycles: cycles
      };

  // What a run changes as it goes is shown when it has ended: until then, what was there at its
  // launch.
  isa_error_e held_error_q;
  logic [IndexBits-1:0] held_insn_q;
  always_ff @(posedge clk) begin
    if (launch) begin
      held_q <= live;
      held_error_q <= error;
      held_insn_q <= error_insn;
    end
  end
  assign results = running ? held_q : live;

  always_comb begin
    reg_rdata = '0;
    if (is_setting(read_word)) reg_rdata = setting_q[5'(read_word-FirstSetting)];
    else if (read_word >= FirstResult && read_word <= LastResult)
      reg_rdata = results[5'(read_word-FirstResult)];
    else if (read_word == RegStatus[11:2])
      reg_rdata = running ? '0 : {29'd0, tokens_left != '0, error != ErrNone, done};
    else if (read_word == RegErrorCode[11:2]) reg_rdata = running ? 32'(held_error_q) : 32'(error);
    else if (read_word == RegErrorInsn[11:2]) reg_rdata = running ? held_insn_q : error_insn;
  end

endmodule
