#include "tests/fuzz/cli_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/make_model.h"

namespace vta::fuzz {
namespace {

// Their first operand by the endings that it may have. What serves, waits, synthesizes or writes
// networks by name is not among them.
struct Known {
  const char* name;
  const char* kind;
  int weight;
};
constexpr Known kCommands[] = {
    {"run", ".onnx .onnx .onnx .vta .ir", 24},
    {"compile", ".onnx .onnx .ir", 12},
    {"profile", ".onnx .onnx .vta .ir", 6},
    {"quantize", ".onnx", 2},
    {"graph", ".onnx .vta .ir", 4},
    {"split", ".onnx .ir", 6},
    {"trace", ".onnx .vta", 2},
    {"generate", ".onnx .onnx .vta", 2},
    {"eval", ".onnx", 4},
    {"opt", ".ir", 6},
    {"asm", ".s", 4},
    {"disasm", ".vta .s", 3},
    {"exec", "", 2},
    {"config check", ".json", 3},
    {"config show", "name", 1},
    {"config list", "", 1},
    {"config package", "name", 1},
    {"rtl area", "", 1},
    {"rtl map", "", 1},
    {"rtl files", "", 1},
    {"fpga export", "", 1},
    {"report", ".db .json", 3},
    {"sweep plan", ".json", 3},
    {"sweep list", ".db", 3},
    {"sweep digest", ".db", 1},
    {"sweep merge", ".db", 1},
    {"compare", ".json", 2},
    {"cache list", "", 1},
    {"cache clean", "", 1},
    {"pipeline", ".onnx .json", 1},
    {"tune", ".onnx", 1},
    {"cosim", ".s .vta", 1},
    {"", "", 1},
};

bool makes_processes(const std::string& command) {
  return command == "pipeline" || command == "tune" || command == "cosim";
}

std::string npy(const std::vector<int64_t>& shape, std::mt19937_64& random) {
  std::string extents;
  int64_t count = 1;
  for (const int64_t extent : shape) {
    extents += std::to_string(extent) + ",";
    count *= extent;
  }
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + extents + "), }";
  header.resize((header.size() + 11) / 64 * 64 + 53, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 255);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  for (int64_t i = 0; i < count; ++i) {
    const float value = static_cast<float>(random() % 64) / 16 - 2;
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return out;
}

}  // namespace

CaseMaker::CaseMaker(std::map<std::string, std::vector<Bytes>> corpus, const std::string& mutator,
                     const Help& help)
    : corpus_(std::move(corpus)), mutator_(mutator) {
  for (const Known& known : kCommands)
    commands_.push_back({known.name, known.kind, known.weight, parse_options(help(known.name))});
}

CliCase CaseMaker::make(uint64_t number) {
  random_.seed(number);
  names_ = {"conv2d_0", "x"};
  const Command& command = choose();
  CliCase made;
  made.alone = makes_processes(command.name);
  for (size_t at = 0; at < command.name.size();) {
    const size_t end = std::min(command.name.find(' ', at), command.name.size());
    made.arguments.push_back(command.name.substr(at, end - at));
    at = end + 1;
  }
  if (!command.kind.empty() && !chance(60))
    for (size_t count = command.name == "compare" ? 2 : chance(40) ? 2 : 1; count > 0; --count)
      made.arguments.push_back(put_operand(command, made));
  add_options(command, made);
  return made;
}

const CaseMaker::Command& CaseMaker::choose() {
  int64_t all = 0;
  for (const Command& command : commands_)
    all += command.weight;
  auto left = static_cast<int64_t>(below(static_cast<size_t>(all)));
  for (const Command& command : commands_)
    if ((left -= command.weight) < 0)
      return command;
  return commands_.front();
}

// A file of the corpus, changed or not, with checksums that are right.
std::string CaseMaker::changed(const std::string& ending, bool harmless) {
  const auto& all = corpus_[ending];
  if (all.empty())
    return "";
  Mutator mutator(mutator_, random_());
  const Bytes bytes = harmless ? of(all) : mutator.mutate(all);
  std::vector<std::byte> file(bytes.size());
  if (!bytes.empty())
    std::memcpy(file.data(), bytes.data(), bytes.size());
  if (ending == ".vta")
    correct_program(file);
  if (ending == ".vtp")
    correct_parameters(file);
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::string CaseMaker::put_operand(const Command& command, CliCase& made) {
  if (command.kind == "name")
    return of(std::vector<std::string>{"default", "tiny", "1x32", "2x16", "pynq", "nobody", ""});
  std::vector<std::string> endings;
  for (size_t at = 0; at < command.kind.size();) {
    const size_t end = std::min(command.kind.find(' ', at), command.kind.size());
    endings.push_back(command.kind.substr(at, end - at));
    at = end + 1;
  }
  const std::string ending = of(endings);
  const std::string name = fmt::format("m{}{}", made.files.size(), ending);
  if (ending == ".onnx" && !chance(12)) {
    const MadeModel model = make_model(random_);
    names_ = model.names;
    put_samples(made, model.shape);
    made.files[name] = model.bytes;
    return name;
  }
  made.files[name] = changed(ending, chance(4));
  return chance(100) ? "no_such" + ending : name;
}

// Inputs and images that fit the network, mostly.
void CaseMaker::put_samples(CliCase& made, const std::vector<int64_t>& shape) {
  made.files["x.npy"] = npy(shape, random_);
  std::vector<int64_t> several = shape;
  if (!several.empty())
    several[0] *= 3;
  made.files["many.npy"] = npy(chance(8) ? shape : several, random_);
}

// What a command is hardly ever called without.
std::vector<std::string> CaseMaker::usual(const std::string& command) {
  static const std::map<std::string, std::vector<std::string>> kUsual = {
      {"compile",
       {"-o out.vta", "-o out.vta", "-o out.vta --params out.vtp", "--stop-after quantize"}},
      {"graph", {"-o out.svg", "--json"}},
      {"trace", {"-o t.json", "-o t.json.gz"}},
      {"quantize", {"-o out.vta --calib many.npy"}},
      {"split", {"--list", "--parts 2 -o parts", "--at relu:0 -o parts", "--at conv2d:0 --json"}},
      {"report", {"-o out.html"}},
      {"asm", {"-o out.bin --uops uops.bin"}},
      {"eval", {"--images many.npy", "--images x.npy --calib many.npy"}},
      {"run",
       {"", "", "--all-int8", "--host-only", "--calib many.npy", "--calib many.npy --all-int8",
        "--backend csim --all-int8", "--all-int8 --verify", "--quant keep"}},
      {"profile", {"", "--all-int8", "--host-only", "--calib many.npy", "--all-int8 --json"}},
      {"generate", {"--prompt a --tokens 2", "--prompt ab --temperature 1"}},
      {"tune", {"--evaluations 2 --jobs 1"}},
      {"cosim", {"--backends fsim,csim"}},
      {"rtl area", {"--model"}}};  // otherwise it synthesizes
  const auto found = kUsual.find(command);
  if (found == kUsual.end() || (!makes_processes(command) && command != "rtl area" && chance(25)))
    return {};
  std::vector<std::string> words;
  const std::string& line = of(found->second);
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

void CaseMaker::add_options(const Command& command, CliCase& made) {
  const std::vector<std::string> given = usual(command.name);
  made.arguments.insert(made.arguments.end(), given.begin(), given.end());
  for (const CommandOption& option : command.options)
    if (option.is_required && given.empty() && !chance(40))
      add_option(option, command, made);
  if (command.options.empty())
    return;
  for (size_t count = below(chance(4) ? 7 : 3); count > 0; --count)
    add_option(of(command.options), command, made);
  if (chance(100))
    made.arguments.push_back(
        of(std::vector<std::string>{"--", "--no-such", "-", "\xff", "", "--top="}));
}

void CaseMaker::add_option(const CommandOption& option, const Command& command, CliCase& made) {
  // Servers, hardware and compilers of models are not asked for; time that is over ends the
  // process.
  static const std::vector<std::string> kLeftOut = {
      "--max-seconds", "--wave", "--launcher", "--budget", "--random", "--backends", "--program"};
  if (std::ranges::find(kLeftOut, option.name) != kLeftOut.end())
    return;
  if (option.is_flag)
    return made.arguments.push_back(option.name);
  const std::string given = value(option, command, made);
  if (chance(3)) {
    made.arguments.push_back(option.name + "=" + given);
  } else {
    made.arguments.push_back(option.name);
    made.arguments.push_back(given);
  }
}

std::string CaseMaker::value(const CommandOption& option, const Command& command, CliCase& made) {
  if (chance(40))
    return of(std::vector<std::string>{"", "x", "0", "-1", "1e400", "nan", "99999999999999999999",
                                       "%s%n", "\xff\xfe", "a=b=c", ",", ":", "m0.onnx", "."});
  if (!option.words.empty())
    return of(option.words);
  if (option.type == "TEXT")
    return text(option.name, command, made);
  return number(option);
}

// Small ones: a large one may be as slow as it is large.
std::string CaseMaker::number(const CommandOption& option) {
  if (chance(20))
    return fmt::format("{}", chance(2) ? option.least - 1 : option.greatest + 1);
  if (option.type == "FLOAT")
    return of(std::vector<std::string>{"0.5", "1", "8", "0", "-1", "1e-30", "1e30", "99.9", "inf"});
  const auto least = static_cast<int64_t>(std::max(option.least, 0.0));
  return std::to_string(least + static_cast<int64_t>(below(4)));
}

std::string CaseMaker::text(const std::string& option, const Command& command, CliCase& made) {
  static const std::map<std::string, std::vector<std::string>> kTexts = {
      {"--config", {"default", "tiny", "1x32", "2x16", "1x8", "pynq", "c.json"}},
      {"--schedule", {"fast", "reference", "s.json", "t.db"}},
      {"--quant", {"global", "max", "percentile", "auto", "model", "keep"}},
      {"--calib", {"many.npy", "x.npy", "x=many.npy", "a=x.npy"}},
      {"--input", {"random:3", "x.npy", "x=x.npy", "digit.png", "y=x.npy", "random:"}},
      {"--images", {"many.npy", "x.npy", "x=many.npy", "folder", "digit.png"}},
      {"--labels", {"many.npy", "l.txt"}},
      {"--shape", {"x=1,3,8,8", "x=", "x=1", "x=0,0", "x=1,-1", "y=1"}},
      {"--memory", {"ideal8", "delay16", "ddr", "bus=16,read=40", "ddr,bus=4", "read=-1", "bus=0"}},
      {"--device",
       {"fsim", "csim", "fsim,kernels=portable", "csim,kernels=reference", "board", "fsim,x=1",
        "csim,memory_bytes=4096", "zynq7010"}},
      {"--backend", {"fsim", "csim"}},
      {"--kernels", {"auto", "avx2", "portable", "reference"}},
      {"--region",
       {"conv2d..conv2d", "conv2d:0..relu:0", "nothing..conv2d", "..", "conv2d:9..conv2d"}},
      {"--skip-conv", {"0", "none", "1", "conv2d_0", "7", "-1"}},
      {"--pass", {"fold_constants", "dead_code", "fuse_operators"}},
      {"--skip",
       {"quantize", "fold_constants", "fuse_operators", "dead_code", "canonicalize", "pack"}},
      {"--stop-after", {"quantize", "fold_constants", "canonicalize", "pack"}},
      {"--passes",
       {"pipeline", "canonicalize,dead_code", "quantize_partition", "fold_constants", ""}},
      {"--clock", {"auto", "100", "0", "1e9"}},
      {"--cycles", {"0:100", "5:5", "9:1", "0:99999999999"}},
      {"--mean", {"0.5", "0,0,0"}},
      {"--std", {"0.5", "0", "1,1,1"}},
      {"--params", {"p.vtp", "out.vtp"}},
      {"--where", {"macs<=256", "cycles_per_image>0", "LOG_BLOCK_IN=4", "nobody=1", "=", "<"}},
      {"--sort", {"cycles_per_image", "index", "nobody"}},
      {"--at", {"Relu:0", "conv2d:0", "kernels", "add:0+relu:0"}},
      {"--insn-addr", {"0x1000", "0", "ffffffffffffffff"}},
      {"--load", {"0x1000:a.s", "1000:m0.vta", "0:x.npy"}},
      {"--alloc", {"0x2000:65536", "0:0", "ffffffffffffffff:4096"}},
      {"--base", {"uop=1000", "inp=0x2000", "acc=ffffffff"}},
      {"--dump-sram", {"inp:0:4", "acc:1:0", "out:0:99999999"}},
      {"--dump", {"0x1000:16:dump.bin", "0:0:dump.bin"}},
      {"--fail-if", {"cycles>+1%", "*:cycles>+5%", "x"}},
      {"--board", {"pynq-z1", "nothing"}},
      {"--max-memory", {"1G", "64M", "4K", "1T", "0"}},
      {"--roofline", {"r.svg"}},
      {"--picture", {"p.svg", "p.png", "p.html"}},
      {"--timeline", {"t.svg"}},
      {"--objective", {"cycles", "bytes", "time"}}};
  if (chance(4) && (option == "--at" || option == "--region" || option == "--skip-conv" ||
                    option == "--output" || option == "--kernel"))
    return of(names_) + (option == "--output" ? "=out.npy" : chance(4) ? "+" + of(names_) : "");
  if (option == "--params" && command.name == "run")
    made.files["p.vtp"] = changed(".vtp", chance(2));
  if (option == "--config" && chance(4))
    made.files["c.json"] = changed(".json", chance(2));
  if (option == "--schedule" && chance(2))
    made.files["s.json"] = changed(".json", chance(2));
  if (option == "--load")
    made.files["a.s"] = changed(".s", chance(2));
  if (const auto found = kTexts.find(option); found != kTexts.end())
    return of(found->second);
  if (option == "--output" || option == "-o")
    return of(std::vector<std::string>{"out.vta", "out.npy", "out.svg", "out.html", "out.json",
                                       "out.json.gz", "folder_out", "/dev/full", "no/such/out"});
  return of(std::vector<std::string>{"out.a", "out.json", "x", names_.back(), "m0.onnx", "folder"});
}

}  // namespace vta::fuzz
