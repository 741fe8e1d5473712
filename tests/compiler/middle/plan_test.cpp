// What a plan says against what the program does, over random networks and configurations.
#include <gtest/gtest.h>

#include "config/random_config.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/middle/compiled.h"
#include "tests/compiler/middle/random_listing.h"

namespace vta {
namespace {

using testing::Access;
using testing::accesses;
using testing::Bytes;
using testing::bytes_of;
using testing::Compiled;

struct Case {
  std::string listing;
  VtaConfig config;
};

// Named configurations of every kind (BLOCK 32, BATCH 2 and 4, unequal blocks, small scratchpads)
// and random ones, in turn.
class RandomNetworks : public ::testing::TestWithParam<uint64_t> {
 protected:
  Case make() const {
    constexpr const char* kNamed[] = {"default", "1x32", "2x16", "1x16.32",
                                      "1x32.16", "tiny", "4x16", "1x8"};
    std::mt19937_64 random(GetParam());
    const bool named = GetParam() % 2 == 0;
    const VtaConfig config = named
                                 ? named_config(kNamed[GetParam() / 2 % std::size(kNamed)])
                                 : random_legal_configs(kCoveringConfigs + 1, GetParam(),
                                                        {.log_scratchpad_bytes = 18, .macs = 4096})
                                       .back();
    return {testing::random_listing(random, config), config};
  }
  std::string context(const Case& c, const std::string& schedule) const {
    return fmt::format("seed {}, {}, schedule {}\n{}", GetParam(), c.config.name(), schedule,
                       c.listing);
  }
};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range(uint64_t{0}, uint64_t{48}));

TEST_P(RandomNetworks, PredictedBytesAreTheCounters) {
  const Case c = make();
  for (const char* schedule : {"fast", "reference"}) {
    SCOPED_TRACE(context(c, schedule));
    const Compiled compiled = testing::compile_listing(c.listing, c.config, schedule);
    const RunStats stats = run_launches(compiled.program, make_device("fsim", c.config));
    const auto& kernels = compiled.plan.at("kernels").as_array();
    ASSERT_EQ(kernels.size(), compiled.program.kernels.size());
    for (size_t k = 0; k < kernels.size(); ++k) {
      const auto& kernel = kernels[k].as_object();
      EXPECT_EQ(kernel.at("name"), boost::json::value(compiled.program.kernels[k].name));
      const auto& predicted = kernel.at("predicted").as_object();
      const Counters& counted = stats.kernels[k];
      EXPECT_EQ(predicted.at("inp_load_nbytes"), counted.inp_load_nbytes);
      EXPECT_EQ(predicted.at("wgt_load_nbytes"), counted.wgt_load_nbytes);
      EXPECT_EQ(predicted.at("acc_load_nbytes"), counted.acc_load_nbytes);
      EXPECT_EQ(predicted.at("out_store_nbytes"), counted.out_store_nbytes);
    }
  }
}

// Of a tensor, in elements of OUT: where blocks differ, its last group may have others, which
// nobody stores.
int64_t bytes_with_channels(const DeviceTensor& tensor, const VtaConfig& config) {
  const PackedLayout& l = tensor.layout;
  return l.batches() * l.h * l.w * ceil_div(l.c, config.block_out()) *
         config.element_bytes(MemoryType::Out);
}

TEST_P(RandomNetworks, StoresPartitionTheOutput) {
  const Case c = make();
  for (const char* schedule : {"fast", "reference"}) {
    SCOPED_TRACE(context(c, schedule));
    const Program program = testing::compile_listing(c.listing, c.config, schedule).program;
    for (const ProgramKernel& kernel : program.kernels) {
      const Bytes output =
          bytes_of(program.device_tensors[static_cast<size_t>(kernel.output_tensor)]);
      std::vector<int> stores(static_cast<size_t>(output.end - output.begin), 0);
      for (const Access& access : accesses(program, kernel))
        for (const Bytes& row : access.rows) {
          if (!access.is_store)
            continue;
          ASSERT_TRUE(row.begin >= output.begin && row.end <= output.end) << kernel.name;
          for (int64_t at = row.begin; at < row.end; ++at)
            ++stores[static_cast<size_t>(at - output.begin)];
        }
      const auto twice = std::ranges::find_if(stores, [](int n) { return n > 1; });
      EXPECT_EQ(twice, stores.end())
          << kernel.name << " stores byte " << twice - stores.begin() << " of its output again";
      EXPECT_EQ(std::ranges::count(stores, 1),
                bytes_with_channels(
                    program.device_tensors[static_cast<size_t>(kernel.output_tensor)], c.config))
          << kernel.name;
    }
  }
}

// Follows a program step by step: which tensor's values each byte of the arena holds.
class MemoryWalk {
 public:
  explicit MemoryWalk(const Compiled& compiled)
      : program_(compiled.program),
        tensors_(compiled.plan.at("tensors").as_array()),
        kernels_(compiled.plan.at("kernels").as_array()),
        owner_(static_cast<size_t>(compiled.program.constants_offset), -1) {}

  void run() {
    ASSERT_EQ(tensors_.size(), program_.device_tensors.size());
    for (const Step& step : program_.steps)
      std::visit([this](const auto& s) { visit(s); }, step);
  }

 private:
  void visit(const HostOpStep&) { ++position_; }
  void visit(const ToDeviceStep& s) {
    write(s.device_tensor, whole(s.device_tensor));
    ++position_;
  }
  void visit(const FromDeviceStep& s) {
    read({s.device_tensor}, whole(s.device_tensor));
    ++position_;
  }
  void visit(const ConvertStep& s) {
    read({s.source}, whole(s.source));
    write(s.target, whole(s.target));
    ++position_;
  }
  void visit(const LaunchStep& s) {
    for (int64_t k = s.first_kernel; k < s.first_kernel + s.kernel_count; ++k, ++position_)
      run_kernel(static_cast<size_t>(k));
  }

  void run_kernel(size_t k) {
    const ProgramKernel& kernel = program_.kernels[k];
    SCOPED_TRACE(kernel.name);
    EXPECT_EQ(kernels_[k].at("position").as_int64(), position_);
    EXPECT_EQ(kernels_[k].at("output").as_int64(), kernel.output_tensor);
    const auto inputs = boost::json::value_to<std::vector<int64_t>>(kernels_[k].at("inputs"));
    for (const Access& access : accesses(program_, kernel))
      for (const Bytes& row : access.rows) {
        if (access.is_store)
          write(kernel.output_tensor, row);
        else if (row.begin < program_.constants_offset)
          read(inputs, row);
      }
  }

  Bytes whole(int64_t tensor) const {
    return bytes_of(program_.device_tensors[static_cast<size_t>(tensor)]);
  }

  void expect_alive(int64_t tensor) const {
    const auto& planned = tensors_[static_cast<size_t>(tensor)];
    EXPECT_LE(planned.at("first").as_int64(), position_) << planned;
    EXPECT_GE(planned.at("last").as_int64(), position_) << planned;
  }

  void write(int64_t tensor, const Bytes& bytes) {
    expect_alive(tensor);
    ASSERT_LE(bytes.end, std::ssize(owner_));
    std::fill(owner_.begin() + bytes.begin, owner_.begin() + bytes.end, tensor);
  }

  // The bytes hold values of one of these tensors.
  void read(const std::vector<int64_t>& tensors, const Bytes& bytes) {
    ASSERT_LE(bytes.end, std::ssize(owner_));
    const int64_t owner = owner_[static_cast<size_t>(bytes.begin)];
    ASSERT_NE(std::ranges::find(tensors, owner), tensors.end())
        << "position " << position_ << " reads byte " << bytes.begin << " of tensor " << owner;
    expect_alive(owner);
    const DeviceTensor& tensor = program_.device_tensors[static_cast<size_t>(owner)];
    if (bytes_with_channels(tensor, program_.config) < tensor.layout.size_bytes())
      return;  // rows have elements that nobody wrote: kernels' tests have junk there
    for (int64_t at = bytes.begin; at < bytes.end; ++at)
      ASSERT_EQ(owner_[static_cast<size_t>(at)], owner) << "byte " << at;
  }

  const Program& program_;
  const boost::json::array& tensors_;
  const boost::json::array& kernels_;
  int64_t position_ = 0;
  std::vector<int64_t> owner_;  // by byte of the activations; -1: nobody has written it
};

TEST_P(RandomNetworks, LiveTensorsNeverOverlapAndEveryReadFindsItsTensor) {
  const Case c = make();
  for (const char* schedule : {"fast", "reference"}) {
    SCOPED_TRACE(context(c, schedule));
    const Compiled compiled = testing::compile_listing(c.listing, c.config, schedule);
    const auto& tensors = compiled.plan.at("tensors").as_array();
    const auto member = [&](size_t i, const char* key) { return tensors[i].at(key).as_int64(); };
    for (size_t a = 0; a < tensors.size(); ++a) {
      const Bytes place = bytes_of(compiled.program.device_tensors[a]);
      EXPECT_EQ(member(a, "offset"), place.begin);
      EXPECT_EQ(member(a, "nbytes"), place.end - place.begin);
      for (size_t b = 0; b < a; ++b) {
        const bool together =
            member(a, "first") <= member(b, "last") && member(b, "first") <= member(a, "last");
        const Bytes other = bytes_of(compiled.program.device_tensors[b]);
        EXPECT_FALSE(together && place.begin < other.end && other.begin < place.end)
            << tensors[a] << " " << tensors[b];
      }
    }
    MemoryWalk(compiled).run();
  }
}

}  // namespace
}  // namespace vta
