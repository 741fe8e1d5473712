// A listing, parsed, its constants filled, printed and parsed again: what is printed is legal.
#include "compiler/text/text.h"
#include "tests/compiler/text/normalize_listing.h"
#include "tests/fuzz/fuzz_limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [](std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    vta::normalize_listing(text);
    vta::Graph graph = vta::parse_graph(text, "fuzz");
    vta::fill_constants(graph, 1);
    const std::string printed = vta::print_graph(graph);
    std::string again;
    try {
      again = vta::print_graph(vta::parse_graph(printed, "printed"));
    } catch (const vta::Error& e) {
      throw vta::InternalError(fmt::format("{} in what was printed:\n{}", e.what(), printed));
    }
    VTA_CHECK(again == printed, "printed once\n{}\nand again\n{}", printed, again);
  });
}
