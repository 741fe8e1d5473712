// Models with inputs and the outputs that they must have.
#pragma once

#include <filesystem>
#include <string>

namespace vta::testing {

enum class Verdict { Match, Refused, Differ };

struct Outcome {
  Verdict verdict = Verdict::Differ;
  std::string why;  // the refusal, or what differs
};

// Imports the model, runs it in the float interpreter and, compiled with every layer in float, in
// the executor, and compares both with the outputs: floats within atol + rtol |expected|, others
// exactly. Inputs that the importer must know are given to it as initializers.
struct Tolerance {
  double rtol = 1e-3, atol = 1e-7;
};
// In the form of ONNX's backend tests: a folder with model.onnx and
// test_data_set_0/{input,output}_N.pb.
Outcome run_folder(const std::filesystem::path& folder, const Tolerance& tolerance = {});
// In one file: initializers "given/NAME" are the values of inputs, "expected/NAME" those of
// outputs.
Outcome run_file(const std::filesystem::path& file, const Tolerance& tolerance = {});

}  // namespace vta::testing
