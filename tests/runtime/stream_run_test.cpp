// Streams of the builder on fsim: more micro-ops than the scratchpad holds, without synchronizing.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "base/error.h"
#include "driver/driver.h"
#include "runtime/stream_builder.h"
#include "sim/factory/device_factory.h"
#include "tests/driver/test_link.h"

namespace vta {
namespace {

constexpr int64_t kElements = 2048;  // of the accumulator
constexpr int64_t kKernels = 100, kUopsPerKernel = 200;

// Kernel k adds accumulator to accumulator, in an order of its own: 20,000 distinct micro-ops.
std::vector<std::vector<Uop>> distinct_kernels() {
  std::vector<std::vector<Uop>> kernels(kKernels);
  for (int64_t n = 0; n < kKernels * kUopsPerKernel; ++n)
    kernels[static_cast<size_t>(n / kUopsPerKernel)].push_back(
        {(n * 7) % kElements, (n * 13 + n / kElements) % kElements, 0});
  return kernels;
}

// What the kernels mean, without a stream, a scratchpad of micro-ops or a simulator.
void add_plainly(const std::vector<Uop>& uops, std::vector<int32_t>& acc, int64_t lanes) {
  for (const Uop& uop : uops)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      auto& dst = acc[static_cast<size_t>(uop.dst * lanes + lane)];
      const auto src = acc[static_cast<size_t>(uop.src * lanes + lane)];
      dst = static_cast<int32_t>(static_cast<uint32_t>(dst) + static_cast<uint32_t>(src));
    }
}

TEST(StreamRun, TwentyThousandMicroOpsWithoutSynchronizing_GiveRightResults) {
  const VtaConfig config;
  const int64_t lanes = config.batch() * config.block_out();
  const auto kernels = distinct_kernels();
  std::vector<int32_t> acc(static_cast<size_t>(kElements * lanes));
  for (size_t i = 0; i < acc.size(); ++i)
    acc[i] = static_cast<int32_t>(i % 23) - 11;

  Driver driver(test::test_link(
      make_device("fsim", config, {.kernels = "reference", .memory_bytes = 1 << 23})));
  DeviceBuffer data = driver.alloc(std::ssize(acc) * 4);
  DeviceBuffer result = driver.alloc(std::ssize(acc));
  data.write(0, std::as_bytes(std::span(acc)));

  StreamBuilder builder(config);
  Insn load;
  load.memory_type = static_cast<int64_t>(MemoryType::Acc);
  load.y_size = 1;
  load.x_size = load.x_stride = kElements;
  builder.memory(load, std::vector<Access>{{Space::Acc, 0, kElements, true}});
  std::vector<size_t> order;
  for (size_t k = 0; k < kKernels; ++k)
    order.push_back(k);
  std::mt19937_64 random(5);
  for (int round = 0; round < 4; ++round) {
    for (const size_t k : order) {
      Insn add;
      add.opcode = static_cast<int64_t>(Opcode::Alu);
      add.alu_opcode = static_cast<int64_t>(AluOp::Add);
      add.iter_out = add.iter_in = 1;
      builder.compute(add, kernels[k], std::vector<Access>{{Space::Acc, 0, kElements, true}});
      add_plainly(kernels[k], acc, lanes);
    }
    if (round == 1)
      std::reverse(order.begin(), order.end());
    else
      std::shuffle(order.begin(), order.end(), random);
  }
  Insn store = load;
  store.opcode = static_cast<int64_t>(Opcode::Store);
  store.memory_type = static_cast<int64_t>(MemoryType::Out);
  builder.memory(store, std::vector<Access>{{Space::Acc, 0, kElements, false},
                                            {Space::Dram, 0, kElements * lanes, true}});
  const Stream stream = builder.finish();
  EXPECT_EQ(stream.uop_words.size(), 20000u);  // one copy of each
  EXPECT_GT(stream.uop_evictions, 200);

  const InsnCodec codec(config);
  DeviceBuffer uops = driver.alloc(std::ssize(stream.uop_words) * 4);
  const std::vector<uint32_t> words(stream.uop_words.begin(), stream.uop_words.end());
  uops.write(0, std::as_bytes(std::span(words)));
  DeviceBuffer insns = driver.alloc(std::ssize(stream.insns) * 16);
  std::vector<InsnBits> bits;
  for (const Insn& insn : stream.insns)
    bits.push_back(codec.encode(insn));
  insns.write(0, std::as_bytes(std::span(bits)));
  LaunchRequest request;
  request.insn_addr = insns.phys_addr();
  request.insn_count = std::ssize(stream.insns);
  request.bases.uop = uops.phys_addr();
  request.bases.acc = data.phys_addr();
  request.bases.out = result.phys_addr();
  const RunReport report = driver.launch(request);
  ASSERT_EQ(report.error, IsaError::None) << report.error_text;
  EXPECT_EQ(report.total_tokens_left(), 0);
  const std::vector<std::byte> stored = test::bytes_of(result);
  for (size_t i = 0; i < acc.size(); ++i)
    ASSERT_EQ(stored[i], static_cast<std::byte>(acc[i])) << i;
}

}  // namespace
}  // namespace vta
