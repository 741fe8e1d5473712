#include "tests/bench/conv_stream.h"

#include <algorithm>

namespace vta::bench {
namespace {

constexpr int64_t kBlock = 16;

struct Tile {
  int64_t y, h, co;
};

class Generator {
 public:
  Generator(const ConvLayer& layer, StreamPart part) : l_(layer), part_(part) {
    size_ = l_.out_size();
    ci_blocks_ = l_.in_channels / kBlock;
    co_blocks_ = l_.out_channels / kBlock;
    tile_iw_ = (size_ - 1) * l_.stride + l_.kernel;
  }

  ConvStream generate() {
    for (int64_t y = 0; y < size_; y += l_.tile_h)
      for (int64_t co = 0; co < co_blocks_; co += l_.tile_co)
        tile({y, std::min(l_.tile_h, size_ - y), co});
    Insn finish;
    finish.opcode = 3;
    out_.insns.push_back(finish);
    return std::move(out_);
  }

 private:
  int64_t input_rows(const Tile& t) const { return (t.h - 1) * l_.stride + l_.kernel; }

  // co outside; ci, ky, kx inside.
  void load_uops(const Tile& t) {
    const auto first = static_cast<int64_t>(out_.uops.size());
    for (int64_t co = 0; co < l_.tile_co; ++co)
      for (int64_t ci = 0; ci < l_.tile_ci; ++ci)
        for (int64_t y = 0; y < l_.kernel; ++y)
          for (int64_t x = 0; x < l_.kernel; ++x)
            out_.uops.push_back({co * t.h * size_, (ci * input_rows(t) + y) * tile_iw_ + x,
                                 ((co * l_.tile_ci + ci) * l_.kernel + y) * l_.kernel + x});
    Insn i =
        memory(0, MemoryType::Uop, 0, first, 1, static_cast<int64_t>(out_.uops.size()) - first);
    out_.insns.push_back(i);
    uop_rows_ = t.h;
  }

  static Insn memory(int64_t opcode, MemoryType type, int64_t sram, int64_t dram, int64_t y,
                     int64_t x) {
    Insn i;
    i.opcode = opcode;
    i.memory_type = static_cast<int64_t>(type);
    i.sram_base = sram;
    i.dram_base = dram;
    i.y_size = y;
    i.x_size = i.x_stride = x;
    return i;
  }

  Insn loops(int64_t opcode, const Tile& t) const {
    Insn i;
    i.opcode = opcode;
    i.uop_end = l_.tile_co * l_.tile_ci * l_.kernel * l_.kernel;
    i.iter_out = t.h;
    i.iter_in = size_;
    i.dst_out = size_;
    i.dst_in = 1;
    return i;
  }

  void tile(const Tile& t) {
    if (uop_rows_ != t.h)
      load_uops(t);
    Insn reset = loops(2, t);
    reset.reset = 1;
    reset.uop_end = 1;
    reset.iter_out = l_.tile_co * t.h;
    out_.insns.push_back(reset);
    for (int64_t ci = 0; ci < ci_blocks_; ci += l_.tile_ci) {
      if (part_ == StreamPart::All)
        load_operands(t, ci);
      Insn gemm = loops(2, t);
      gemm.src_out = l_.stride * tile_iw_;
      gemm.src_in = l_.stride;
      out_.insns.push_back(gemm);
      out_.gemm_steps += gemm.iter_out * gemm.iter_in * gemm.uop_end;
    }
    if (part_ == StreamPart::All) {
      requantize(t);
      store(t);
    }
  }

  void load_operands(const Tile& t, int64_t ci) {
    const int64_t top = t.y * l_.stride - l_.pad();
    const int64_t rows = input_rows(t);
    const int64_t begin = std::max<int64_t>(0, top);
    const int64_t end = std::min(l_.in_size, top + rows);
    const int64_t width = std::min(l_.in_size, tile_iw_ - l_.pad());
    for (int64_t c = 0; c < l_.tile_ci; ++c) {
      Insn i = memory(0, MemoryType::Inp, c * rows * tile_iw_,
                      ((ci + c) * l_.in_size + begin) * l_.in_size, end - begin, width);
      i.x_stride = l_.in_size;
      i.y_pad_0 = begin - top;
      i.y_pad_1 = top + rows - end;
      i.x_pad_0 = l_.pad();
      i.x_pad_1 = tile_iw_ - l_.pad() - width;
      out_.insns.push_back(i);
    }
    const int64_t taps = l_.tile_ci * l_.kernel * l_.kernel;
    Insn w = memory(0, MemoryType::Wgt, 0, (t.co * ci_blocks_ + ci) * l_.kernel * l_.kernel,
                    l_.tile_co, taps);
    w.x_stride = ci_blocks_ * l_.kernel * l_.kernel;
    out_.insns.push_back(w);
  }

  // Bias with rounding, shift, clip: four ALU steps per output vector.
  void requantize(const Tile& t) {
    const std::pair<AluOp, int64_t> ops[] = {
        {AluOp::Add, 64}, {AluOp::Shr, 7}, {AluOp::Max, 0}, {AluOp::Min, 127}};
    for (const auto& [op, imm] : ops) {
      Insn i = loops(4, t);
      i.uop_end = 1;
      i.iter_out = l_.tile_co * t.h;
      i.src_out = i.dst_out;
      i.src_in = i.dst_in;
      i.alu_opcode = static_cast<int64_t>(op);
      i.use_imm = 1;
      i.imm = imm;
      out_.insns.push_back(i);
    }
  }

  void store(const Tile& t) {
    for (int64_t c = 0; c < l_.tile_co; ++c)
      out_.insns.push_back(memory(1, MemoryType::Out, c * t.h * size_,
                                  ((t.co + c) * size_ + t.y) * size_, 1, t.h * size_));
  }

  const ConvLayer& l_;
  StreamPart part_;
  int64_t size_ = 0, ci_blocks_ = 0, co_blocks_ = 0, tile_iw_ = 0, uop_rows_ = -1;
  ConvStream out_;
};

}  // namespace

ConvStream conv_stream(const ConvLayer& layer, StreamPart part) {
  return Generator(layer, part).generate();
}

}  // namespace vta::bench
