// The operators of host_op_float.h by oneDNN, which keeps compiled primitives in a cache of its
// own, keyed by geometry: only the first run of a geometry in a process pays for code generation.
#include "runtime/host_op_float.h"

#include <omp.h>

#include <algorithm>
#include <dnnl.hpp>

#include "base/error.h"

namespace vta::host {
namespace {

// One thread while it lives: host operators are short, and on a busy machine the barriers of more
// threads cost many times what they save.
class OneThread {
 public:
  OneThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
  ~OneThread() { omp_set_num_threads(before_); }

 private:
  int before_;
};

using dnnl::memory;
using Dims = memory::dims;
using Tag = memory::format_tag;

memory::desc desc(const Dims& dims, Tag tag) {
  return {dims, memory::data_type::f32, tag};
}

// oneDNN takes mutable pointers for sources too; it does not write through them.
memory view(const memory::desc& d, const dnnl::engine& engine, const float* data) {
  return {d, engine, const_cast<float*>(data)};
}

// Between planes of channels and blocks of `Block` channels, image by image: what oneDNN's own
// reorder of these layouts needs three times as many instructions for.
template <size_t Block, bool ToBlocks>
void exchange_blocks(const float* from, float* to, const Dims& dims) {
  const auto groups = static_cast<size_t>(dims[0] * dims[1]) / Block;
  const auto plane = static_cast<size_t>(dims[2] * dims[3]);
  for (size_t g = 0; g < groups; ++g, from += Block * plane, to += Block * plane)
    for (size_t p = 0; p < plane; ++p)
      for (size_t k = 0; k < Block; ++k)
        if constexpr (ToBlocks)
          to[p * Block + k] = from[k * plane + p];
        else
          to[k * plane + p] = from[p * Block + k];
}

// 8 or 16 where `blocked` is NCHW in whole blocks of so many channels, else 0.
size_t block_of(const memory::desc& blocked, const Dims& dims) {
  if (dims.size() == 4 && dims[1] % 8 == 0 && blocked == desc(dims, Tag::nChw8c))
    return 8;
  if (dims.size() == 4 && dims[1] % 16 == 0 && blocked == desc(dims, Tag::nChw16c))
    return 16;
  return 0;
}

const float* floats_of(const memory& m) {
  return static_cast<const float*>(m.get_data_handle());
}

float* mutable_floats_of(memory& m) {
  return static_cast<float*>(m.get_data_handle());
}

// False: another pair of layouts.
bool exchanged(const memory& from, memory& to, const Dims& dims) {
  const bool plain_from = from.get_desc() == desc(dims, Tag::nchw);
  const size_t block = block_of(plain_from ? to.get_desc() : from.get_desc(), dims);
  const auto exchange = [&](auto to_blocks, auto from_blocks) {
    (plain_from ? to_blocks : from_blocks)(floats_of(from), mutable_floats_of(to), dims);
  };
  if (block == 8)
    exchange(exchange_blocks<8, true>, exchange_blocks<8, false>);
  else if (block == 16)
    exchange(exchange_blocks<16, true>, exchange_blocks<16, false>);
  return block != 0;
}

memory reordered(memory from, const memory::desc& to, const dnnl::engine& engine,
                 dnnl::stream& stream) {
  if (from.get_desc() == to)
    return from;
  memory out(to, engine);
  dnnl::reorder(from, out).execute(stream, from, out);
  return out;
}

memory blocked_images(const float* nchw, const Dims& dims, const memory::desc& to,
                      const dnnl::engine& engine, dnnl::stream& stream) {
  const memory plain = view(desc(dims, Tag::nchw), engine, nchw);
  if (to == plain.get_desc())
    return plain;
  memory out(to, engine);
  if (!exchanged(plain, out, dims))
    return reordered(plain, to, engine, stream);
  return out;
}

// oneDNN's own errors: what it cannot compute is no bug of ours.
template <typename Compute>
void with_errors(Compute compute) {
  try {
    compute();
  } catch (const dnnl::error& e) {
    if (e.status == dnnl_out_of_memory)
      throw ResourceError("no memory for a float32 operator");
    throw InputError(fmt::format("oneDNN cannot compute these extents: {}", e.what()));
  }
}

// The blocked layouts that oneDNN computes in are chosen by it; plain ones are reordered on both
// sides.
void run_conv(const ConvShape& s, const float* data, const float* weight, float* out) {
  const OneThread one_thread;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const Dims src{s.n, s.ic, s.ih, s.iw}, dst{s.n, s.oc, s.oh, s.ow};
  const bool grouped = s.groups > 1;
  const Dims wei = grouped ? Dims{s.groups, s.oc / s.groups, s.ic / s.groups, s.kh, s.kw}
                           : Dims{s.oc, s.ic, s.kh, s.kw};
  const dnnl::convolution_forward::desc wanted(
      dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, desc(src, Tag::any),
      desc(wei, Tag::any), desc(dst, Tag::any), {s.stride[0], s.stride[1]},
      {s.dilation[0] - 1, s.dilation[1] - 1}, {s.pad[0], s.pad[1]}, {s.pad[2], s.pad[3]});
  const dnnl::convolution_forward::primitive_desc chosen(wanted, engine);
  const memory plain_out = view(desc(dst, Tag::nchw), engine, out);
  const memory src_mem = blocked_images(data, src, chosen.src_desc(), engine, stream);
  const memory wei_mem =
      reordered(view(desc(wei, grouped ? Tag::goihw : Tag::oihw), engine, weight),
                chosen.weights_desc(), engine, stream);
  const bool direct = chosen.dst_desc() == plain_out.get_desc();
  memory dst_mem = direct ? plain_out : memory(chosen.dst_desc(), engine);
  dnnl::convolution_forward(chosen).execute(
      stream, {{DNNL_ARG_SRC, src_mem}, {DNNL_ARG_WEIGHTS, wei_mem}, {DNNL_ARG_DST, dst_mem}});
  if (memory target = plain_out; !direct && !exchanged(dst_mem, target, dst))
    dnnl::reorder(dst_mem, target).execute(stream, dst_mem, target);
  stream.wait();
}

// Plain formats throughout: for few rows, reordering the weights would cost more than the product.
void run_dense(const DenseShape& s, const float* data, const float* weight, float* out) {
  const OneThread one_thread;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const memory::desc src = desc({s.rows, s.depth}, Tag::ab),
                     wei = desc({s.units, s.depth}, Tag::ab),
                     dst = desc({s.rows, s.units}, Tag::ab);
  const dnnl::inner_product_forward::desc wanted(dnnl::prop_kind::forward_inference, src, wei, dst);
  const dnnl::inner_product_forward::primitive_desc chosen(wanted, engine);
  dnnl::inner_product_forward(chosen).execute(stream,
                                              {{DNNL_ARG_SRC, view(src, engine, data)},
                                               {DNNL_ARG_WEIGHTS, view(wei, engine, weight)},
                                               {DNNL_ARG_DST, view(dst, engine, out)}});
  stream.wait();
}

void run_matmul(const MatmulShape& s, const float* a, const float* b, float* out) {
  const OneThread one_thread;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const memory::desc src = desc({s.a_batch, s.rows, s.depth}, Tag::abc);
  const memory::desc wei = desc({s.b_batch, s.depth, s.columns}, s.b_turned ? Tag::acb : Tag::abc);
  const memory::desc dst = desc({std::max(s.a_batch, s.b_batch), s.rows, s.columns}, Tag::abc);
  const dnnl::matmul::desc wanted(src, wei, dst);
  const dnnl::matmul::primitive_desc chosen(wanted, engine);
  dnnl::matmul(chosen).execute(stream, {{DNNL_ARG_SRC, view(src, engine, a)},
                                        {DNNL_ARG_WEIGHTS, view(wei, engine, b)},
                                        {DNNL_ARG_DST, view(dst, engine, out)}});
  stream.wait();
}

void run_pool(PoolKind kind, const PoolShape& s, const float* in, float* out) {
  const OneThread one_thread;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const memory::desc src = desc({1, s.planes, s.ih, s.iw}, Tag::nchw);
  const memory::desc dst = desc({1, s.planes, s.oh, s.ow}, Tag::nchw);
  const dnnl::algorithm algorithm = kind == PoolKind::Max ? dnnl::algorithm::pooling_max
                                    : kind == PoolKind::Mean
                                        ? dnnl::algorithm::pooling_avg_exclude_padding
                                        : dnnl::algorithm::pooling_avg_include_padding;
  // The trailing padding as it is used: what a stride leaves over is not padding to oneDNN.
  const auto trailing = [&](size_t axis, int64_t extent, int64_t count) {
    return (count - 1) * s.stride[axis] + (s.kernel[axis] - 1) * s.dilation[axis] + 1 - extent -
           s.pad[axis];
  };
  const dnnl::pooling_v2_forward::desc wanted(
      dnnl::prop_kind::forward_inference, algorithm, src, dst, {s.stride[0], s.stride[1]},
      {s.kernel[0], s.kernel[1]}, {s.dilation[0] - 1, s.dilation[1] - 1}, {s.pad[0], s.pad[1]},
      {trailing(0, s.ih, s.oh), trailing(1, s.iw, s.ow)});
  const dnnl::pooling_v2_forward::primitive_desc chosen(wanted, engine);
  dnnl::pooling_v2_forward(chosen).execute(
      stream, {{DNNL_ARG_SRC, view(src, engine, in)}, {DNNL_ARG_DST, view(dst, engine, out)}});
  stream.wait();
}

void conv(const ConvShape& shape, const float* data, const float* weight, float* out) {
  with_errors([&] { run_conv(shape, data, weight, out); });
}

void dense(const DenseShape& shape, const float* data, const float* weight, float* out) {
  with_errors([&] { run_dense(shape, data, weight, out); });
}

void matmul(const MatmulShape& shape, const float* a, const float* b, float* out) {
  with_errors([&] { run_matmul(shape, a, b, out); });
}

void pool(PoolKind kind, const PoolShape& shape, const float* in, float* out) {
  with_errors([&] { run_pool(kind, shape, in, out); });
}

constexpr FloatKernels kOnednn = {"onednn", conv, dense, matmul, pool};

}  // namespace

const FloatKernels& onednn_kernels() {
  return kOnednn;
}

}  // namespace vta::host
