#include "explore/diff/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "compiler/oracle.h"

namespace vta::explore {
namespace {

bool is_real(const Tensor& t) {
  return t.dtype() == DType::F32;
}

std::vector<double> numbers(const Tensor& t) {
  const auto of = [](auto values) { return std::vector<double>(values.begin(), values.end()); };
  switch (t.dtype()) {
    case DType::F32:
      return of(t.data<float>());
    case DType::I8:
      return of(t.data<int8_t>());
    case DType::U8:
      return of(t.data<uint8_t>());
    default:
      return of(t.data<int32_t>());
  }
}

// Of element i of a tensor (N, C, ...) with a unit per channel.
class Units {
 public:
  Units(const RealUnit& unit, const Shape& shape) : unit_(unit) {
    for (size_t axis = 2; axis < shape.size(); ++axis)
      inner_ *= static_cast<size_t>(shape[axis]);
  }
  double step(size_t i) const { return of(unit_.scale, i); }
  double real(size_t i, double stored) const { return stored * step(i) + of(unit_.offset, i); }

 private:
  double of(const std::vector<double>& list, size_t i) const {
    return list.size() == 1 ? list.front() : list[i / inner_ % list.size()];
  }
  const RealUnit& unit_;
  size_t inner_ = 1;
};

std::vector<double> real_numbers(const Tensor& t, const std::optional<RealUnit>& unit) {
  std::vector<double> values = numbers(t);
  if (is_real(t) || !unit)
    return values;
  const Units units(*unit, t.shape());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = units.real(i, values[i]);
  return values;
}

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// The elements of two tensors, as they are compared and as they are shown.
struct Sides {
  std::vector<double> a, b;
};

class TensorMeter {
 public:
  TensorMeter(const NetworkTensor& tensor, Comparison comparison, double least_sqnr_db)
      : tensor_(tensor), comparison_(comparison), least_sqnr_db_(least_sqnr_db) {}

  TensorDifference measure(size_t place, const Tensor& a, const Tensor& b) const {
    const bool stored = !is_real(a) && !is_real(b);
    const Sides real{real_numbers(a, tensor_.unit), real_numbers(b, tensor_.unit)};
    const Sides shown = stored ? Sides{numbers(a), numbers(b)} : real;
    TensorDifference d{.tensor = place, .comparison = comparison_, .elements = a.size()};
    const double allowed = allowance(real.a);
    for (size_t i = 0; i < shown.a.size(); ++i)
      add(d, i, shown.a[i], shown.b[i], allowed);
    d.sqnr_db = signal_to_noise(real);
    d.differs = comparison_ == Comparison::Noise ? d.not_numbers > 0 || d.sqnr_db < least_sqnr_db_
                                                 : d.differing > 0;
    return d;
  }

 private:
  // By how much elements may differ and count as equal.
  double allowance(const std::vector<double>& a) const {
    if (comparison_ == Comparison::Exact)
      return 0;
    if (comparison_ == Comparison::Noise)
      return tensor_.unit ? *std::ranges::max_element(tensor_.unit->scale) : 0;
    double largest = 0;
    for (const double v : a)
      largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : largest;
    return largest * float_bound(tensor_.depth);
  }

  static void add(TensorDifference& d, size_t i, double a, double b, double allowed) {
    if (same_number(a, b))
      return;
    const ElementDifference here{static_cast<int64_t>(i), a, b};
    const double apart = std::abs(a - b);
    const bool numbers = std::isfinite(a) && std::isfinite(b);
    d.not_numbers += numbers ? 0 : 1;
    if (!numbers || apart > allowed) {
      ++d.differing;
      if (d.first.element < 0)
        d.first = here;
    }
    if (numbers && apart > d.largest_difference) {
      d.largest_difference = apart;
      d.largest = here;
    }
  }

  // Of numbers on both sides.
  static double signal_to_noise(const Sides& real) {
    double signal = 0, noise = 0;
    for (size_t i = 0; i < real.a.size(); ++i)
      if (std::isfinite(real.a[i]) && std::isfinite(real.b[i])) {
        signal += real.a[i] * real.a[i];
        noise += (real.a[i] - real.b[i]) * (real.a[i] - real.b[i]);
      }
    if (noise == 0)
      return std::numeric_limits<double>::infinity();
    return signal == 0 ? -std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
  }

  const NetworkTensor& tensor_;
  Comparison comparison_;
  double least_sqnr_db_;
};

class Differ {
 public:
  Differ(const NetworkTensors& network, const RunTensors& a, const RunTensors& b,
         double least_sqnr_db)
      : network_(network), a_(a), b_(b) {
    out_ = {.a = a.name, .b = b.name, .least_sqnr_db = least_sqnr_db};
    out_.unknown_a = a.unknown;
    out_.unknown_b = b.unknown;
  }

  NetworkDifference run() {
    for (size_t i = 0; i < network_.tensors.size(); ++i)
      if (network_.tensors[i].compared)
        visit(i);
    if (out_.tensors.empty())
      throw InputError(fmt::format(
          "{} and {} have no tensor of {} in common{}", a_.name, b_.name, network_.model,
          out_.no_unit.empty()
              ? ""
              : fmt::format(" but {} whose scale is not known", out_.no_unit.size())));
    if (out_.first)
      explain(out_.tensors[*out_.first].tensor);
    return std::move(out_);
  }

 private:
  void visit(size_t i) {
    const Tensor& a = a_.values[i];
    const Tensor& b = b_.values[i];
    if (!a.valid() || !b.valid()) {
      // What a device keeps inside of a kernel is missing nowhere.
      const bool layer = !network_.tensors[i].op.empty();
      if (layer && !a.valid() && a_.is_set && (b.valid() || b_.is_set))
        out_.missing_a.push_back(i);
      if (layer && !b.valid() && b_.is_set && (a.valid() || a_.is_set))
        out_.missing_b.push_back(i);
      return;
    }
    const NetworkTensor& tensor = network_.tensors[i];
    const Comparison comparison = comparison_of(a, b);
    if (is_real(a) != is_real(b) && !tensor.unit) {
      out_.no_unit.push_back(i);
      return;
    }
    out_.tensors.push_back(TensorMeter(tensor, comparison, out_.least_sqnr_db).measure(i, a, b));
    if (out_.tensors.back().differs && !out_.first)
      out_.first = out_.tensors.size() - 1;
  }

  Comparison comparison_of(const Tensor& a, const Tensor& b) const {
    if (is_real(a) != is_real(b) || (is_real(a) && a_.in_float != b_.in_float))
      return Comparison::Noise;
    return is_real(a) ? Comparison::Rounded : Comparison::Exact;
  }

  const TensorDifference* compared(size_t tensor) const {
    const auto found = std::ranges::find(out_.tensors, tensor, &TensorDifference::tensor);
    return found == out_.tensors.end() ? nullptr : &*found;
  }

  // Back to the tensors that were compared.
  void explain(size_t tensor) {
    std::set<size_t> makers = {tensor}, operands, waiting = {tensor};
    while (!waiting.empty()) {
      const size_t next = *waiting.begin();
      waiting.erase(waiting.begin());
      for (const size_t operand : network_.tensors[next].operands) {
        const bool stops = compared(operand) != nullptr || network_.tensors[operand].op.empty();
        if (stops)
          operands.insert(operand);
        else if (makers.insert(operand).second)
          waiting.insert(operand);
      }
    }
    out_.makers.assign(makers.begin(), makers.end());
    for (const size_t operand : operands) {
      const TensorDifference* d = compared(operand);
      out_.operands.push_back({operand, d == nullptr || !d->differs});
    }
  }

  const NetworkTensors& network_;
  const RunTensors &a_, &b_;
  NetworkDifference out_;
};

}  // namespace

const char* comparison_name(Comparison comparison) {
  switch (comparison) {
    case Comparison::Exact:
      return "exact";
    case Comparison::Rounded:
      return "rounded";
    case Comparison::Noise:
      break;
  }
  return "noise";
}

int64_t NetworkDifference::differing() const {
  return std::ranges::count_if(tensors, &TensorDifference::differs);
}

NetworkDifference difference(const NetworkTensors& network, const RunTensors& a,
                             const RunTensors& b, double least_sqnr_db) {
  return Differ(network, a, b, least_sqnr_db).run();
}

std::string place_text(int64_t element, const Shape& shape) {
  Shape place(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    place[axis] = element % shape[axis];
    element /= shape[axis];
  }
  return shape_text(place);
}

}  // namespace vta::explore
