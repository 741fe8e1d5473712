// Values for constants that a listing leaves out: plausible, reproducible on every machine, and
// independent of how the rest of the graph is written.
#include <algorithm>
#include <cmath>

#include "compiler/graph/graph.h"
#include "compiler/graph/layout.h"

namespace vta {
namespace {

// splitmix64: own generator, so that a seed means the same numbers with every standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  int64_t integer(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
  }
  // Nearly normal, mean 0, deviation 1: the sum of four uniform 16-bit parts of one draw.
  double normal() {
    const uint64_t z = next();
    const double sum =
        static_cast<double>((z & 0xFFFF) + ((z >> 16) & 0xFFFF) + ((z >> 32) & 0xFFFF) + (z >> 48));
    constexpr double kMean = 2 * 65535.0, kDeviation = 37837.22;  // 65536 / sqrt(3)
    return (sum - kMean) / kDeviation;
  }

 private:
  uint64_t state_;
};

enum class Role { Weight, Gamma, Beta, Mean, Variance, Plain };

struct Use {
  Role role = Role::Plain;
  int64_t fan_in = 1;
};

// Values summed per result: all extents but the output channels'.
int64_t fan_in(const Node& call, const TensorType& weight) {
  const int64_t all = num_elements(weight.shape);
  if (call.op != "nn.conv2d")
    return all / weight.shape.front();
  const Layout layout(call.attrs.get_string("kernel_layout", "OIHW"));
  return all / layout.extent(weight.shape, 'O');
}

// What a constant is for: its first user decides; reshapes and transposes in between keep it.
Use find_use(const Graph& graph, const std::vector<std::vector<NodeId>>& users, NodeId constant) {
  NodeId id = constant;
  while (!users[static_cast<size_t>(id)].empty()) {
    const NodeId user_id = users[static_cast<size_t>(id)].front();
    const Node& user = graph.node(user_id);
    const auto place = std::find(user.inputs.begin(), user.inputs.end(), id) - user.inputs.begin();
    if ((user.op == "nn.conv2d" || user.op == "nn.dense") && place == 1)
      return {Role::Weight, fan_in(user, graph.type(id))};
    if (user.op == "nn.batch_norm") {
      constexpr Role kRoles[] = {Role::Plain, Role::Gamma, Role::Beta, Role::Mean, Role::Variance};
      return {kRoles[place], 1};
    }
    if (user.op == "nn.layer_norm" || user.op == "nn.rms_norm") {
      constexpr Role kRoles[] = {Role::Plain, Role::Gamma, Role::Beta};
      return {kRoles[place], 1};
    }
    if (user.op != "reshape" && user.op != "transpose")
      break;
    id = user_id;
  }
  return {};
}

float float_value(const Use& use, Random& random) {
  switch (use.role) {
    case Role::Weight:
      return static_cast<float>(random.normal() * std::sqrt(2.0 / static_cast<double>(use.fan_in)));
    case Role::Gamma:
    case Role::Variance:
      return static_cast<float>(random.uniform(0.5, 1.5));
    case Role::Beta:
    case Role::Mean:
    case Role::Plain:
      return static_cast<float>(random.uniform(-0.1, 0.1));
  }
  return 0;
}

// Deviation 128 / sqrt(fan_in): sums of that many products with activations of some tens stay near
// int8 after the shift by 6 to 9 that such layers have.
int8_t int8_value(const Use& use, Random& random) {
  const double deviation = use.role == Role::Weight
                               ? std::max(1.5, 128.0 / std::sqrt(static_cast<double>(use.fan_in)))
                               : 32.0;
  return static_cast<int8_t>(std::clamp(std::round(random.normal() * deviation), -127.0, 127.0));
}

template <typename T, typename F>
void fill(Tensor& tensor, F value) {
  for (T& v : tensor.mutable_data<T>())
    v = value();
}

Tensor make_values(const TensorType& type, const Use& use, Random& random) {
  Tensor t = Tensor::zeros(type.dtype, type.shape);
  switch (type.dtype) {
    case DType::F32:
      fill<float>(t, [&] { return float_value(use, random); });
      break;
    case DType::I8:
      fill<int8_t>(t, [&] { return int8_value(use, random); });
      break;
    case DType::U8:
      fill<uint8_t>(t, [&] { return static_cast<uint8_t>(random.integer(0, 255)); });
      break;
    case DType::I32:
      fill<int32_t>(t, [&] { return static_cast<int32_t>(random.integer(-1000, 1000)); });
      break;
    case DType::I64:
      fill<int64_t>(t, [&] { return random.integer(-1000, 1000); });
      break;
    case DType::Bool:
      fill<bool>(t, [&] { return random.integer(0, 1) == 1; });
      break;
  }
  return t;
}

}  // namespace

void fill_constants(Graph& graph, uint64_t seed) {
  const auto users = graph.users();
  uint64_t ordinal = 0;
  for (NodeId id = 0; id < graph.size(); ++id) {
    Node& n = graph.node(id);
    if (n.kind != NodeKind::Constant)
      continue;
    Random random(seed * 0x9E3779B97F4A7C15u + ++ordinal);
    if (!n.constant.valid())
      n.constant = make_values(n.type(), find_use(graph, users, id), random);
  }
}

}  // namespace vta
