#include "tests/bench/onednn_conv.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <oneapi/dnnl/dnnl.hpp>
#include <stdexcept>

#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

using dnnl::memory;

class Convolution {
 public:
  explicit Convolution(const ConvLayer& l) : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_) {
    const auto any = memory::format_tag::any;
    const memory::desc src({1, l.in_channels, l.in_size, l.in_size}, memory::data_type::s8, any);
    const memory::desc wei({l.out_channels, l.in_channels, l.kernel, l.kernel},
                           memory::data_type::s8, any);
    const memory::desc bias({l.out_channels}, memory::data_type::s32, any);
    const memory::desc dst({1, l.out_channels, l.out_size(), l.out_size()}, memory::data_type::s8,
                           any);
    const dnnl::convolution_forward::desc desc(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, src, wei, bias,
        dst, {l.stride, l.stride}, {l.pad(), l.pad()}, {l.pad(), l.pad()});
    dnnl::primitive_attr attr;
    attr.set_output_scales(0, {1.0F / 128});
    const dnnl::convolution_forward::primitive_desc pd(desc, attr, engine_);
    primitive_ = dnnl::convolution_forward(pd);
    add(DNNL_ARG_SRC, pd.src_desc());
    add(DNNL_ARG_WEIGHTS, pd.weights_desc());
    add(DNNL_ARG_BIAS, pd.bias_desc());
    add(DNNL_ARG_DST, pd.dst_desc());
  }

  void run() {
    primitive_.execute(stream_, args_);
    stream_.wait();
  }

 private:
  void add(int arg, const memory::desc& desc) {
    memory m(desc, engine_);
    auto* bytes = static_cast<uint8_t*>(m.get_data_handle());
    for (size_t k = 0; k < desc.get_size(); ++k)
      bytes[k] = static_cast<uint8_t>(k * 37 % 100);
    args_.insert({arg, m});
  }

  dnnl::engine engine_;
  dnnl::stream stream_;
  dnnl::primitive primitive_;
  std::unordered_map<int, memory> args_;
};

double time_layer(const ConvLayer& layer, int runs) {
  Convolution conv(layer);
  return fastest_ms(runs, [&] { conv.run(); });
}

[[noreturn]] void child(int pipe_out, const std::string& max_isa, int runs) {
  ::setenv("ONEDNN_MAX_CPU_ISA", max_isa.c_str(), 1);
  for (const ConvLayer& layer : kResNet18Body) {
    const double ms = time_layer(layer, runs);
    if (::write(pipe_out, &ms, sizeof ms) != sizeof ms)
      ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

std::vector<double> onednn_layer_ms(const std::string& max_isa, int runs) {
  int ends[2];
  if (::pipe(ends) != 0)
    throw std::runtime_error("no pipe");
  const pid_t pid = ::fork();
  if (pid == 0)
    child(ends[1], max_isa, runs);
  ::close(ends[1]);
  std::vector<double> ms(kResNet18Body.size());
  for (double& m : ms)
    if (::read(ends[0], &m, sizeof m) != sizeof m)
      throw std::runtime_error("oneDNN measurement failed for " + max_isa);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return ms;
}

}  // namespace vta::bench
