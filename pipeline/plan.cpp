#include "pipeline/plan.h"

#include <fmt/format.h>

#include "base/error.h"

namespace vta::piped {
namespace {

class Checker {
 public:
  Checker(const Plan& plan, const std::string& origin) : plan_(plan), origin_(origin) {
    for (const auto& part : plan.parts)
      given_.emplace_back(part->inputs.size(), false);
  }

  void check() {
    if (plan_.parts.empty())
      fail("there are no parts");
    for (const Plan::Link& link : plan_.links) {
      const TensorType type = type_of_output(link.from);
      give(link.to, type, output_text(link.from));
      if (link.from.part >= link.to.part)
        fail(fmt::format("{} goes to part {}: outputs go to later parts", output_text(link.from),
                         link.to.part));
    }
    for (const Plan::Input& input : plan_.inputs)
      for (const Port& to : input.to)
        give(to, input.type, fmt::format("input '{}'", input.name));
    for (const Plan::Output& output : plan_.outputs)
      if (const TensorType made = type_of_output(output.from); made != output.type)
        fail(fmt::format("output '{}' is {}, and {} is {}", output.name, type_text(output.type),
                         output_text(output.from), type_text(made)));
    for (size_t part = 0; part < given_.size(); ++part)
      for (size_t port = 0; port < given_[part].size(); ++port)
        if (!given_[part][port])
          fail(fmt::format("no connection leads to input {} of part {}", port, part));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", origin_, what));
  }
  static std::string output_text(const Port& port) {
    return fmt::format("output {} of part {}", port.port, port.part);
  }
  const Program& part(const Port& port) const {
    if (port.part < 0 || port.part >= std::ssize(plan_.parts))
      fail(fmt::format("there is no part {}: they are 0 to {}", port.part,
                       std::ssize(plan_.parts) - 1));
    return *plan_.parts[static_cast<size_t>(port.part)];
  }
  TensorType type_of_output(const Port& port) const {
    const Program& program = part(port);
    if (port.port < 0 || port.port >= std::ssize(program.outputs))
      fail(fmt::format("part {} has no output {}: it has {}", port.part, port.port,
                       program.outputs.size()));
    return output_type(program, port.port);
  }
  void give(const Port& to, const TensorType& type, const std::string& from) {
    const Program& program = part(to);
    if (to.port < 0 || to.port >= std::ssize(program.inputs))
      fail(fmt::format("part {} has no input {}: it has {}", to.part, to.port,
                       program.inputs.size()));
    if (const TensorType wanted = input_type(program, to.port); wanted != type)
      fail(fmt::format("{} is {}, and input {} of part {} takes {}", from, type_text(type), to.port,
                       to.part, type_text(wanted)));
    if (given_[static_cast<size_t>(to.part)][static_cast<size_t>(to.port)])
      fail(fmt::format("input {} of part {} is given twice", to.port, to.part));
    given_[static_cast<size_t>(to.part)][static_cast<size_t>(to.port)] = true;
  }

  const Plan& plan_;
  const std::string& origin_;
  std::vector<std::vector<bool>> given_;  // by part and input
};

TensorType type_at(const Program& program, const std::vector<int64_t>& values, int64_t port) {
  const ProgramValue& value =
      program.values[static_cast<size_t>(values[static_cast<size_t>(port)])];
  return {value.shape, value.dtype};
}

}  // namespace

TensorType input_type(const Program& program, int64_t port) {
  return type_at(program, program.inputs, port);
}

TensorType output_type(const Program& program, int64_t port) {
  return type_at(program, program.outputs, port);
}

void check_plan(const Plan& plan, const std::string& origin) {
  Checker(plan, origin).check();
}

}  // namespace vta::piped
