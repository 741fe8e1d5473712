#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

#include "base/error.h"
#include "config/alu_ops.h"
#include "config/config_keys.h"
#include "config/vta_config.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The file as the public VTA distributes it.
constexpr std::string_view kUpstream = R"({
  "TARGET" : "sim",
  "HW_VER" : "0.0.2",
  "LOG_INP_WIDTH" : 3,
  "LOG_WGT_WIDTH" : 3,
  "LOG_ACC_WIDTH" : 5,
  "LOG_BATCH" : 0,
  "LOG_BLOCK" : 4,
  "LOG_UOP_BUFF_SIZE" : 15,
  "LOG_INP_BUFF_SIZE" : 15,
  "LOG_WGT_BUFF_SIZE" : 18,
  "LOG_ACC_BUFF_SIZE" : 17
}
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(kUpstream);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// Adds members before the closing brace.
std::string plus(std::string_view members) {
  return with("\"LOG_ACC_BUFF_SIZE\" : 17", fmt::format("\"LOG_ACC_BUFF_SIZE\" : 17, {}", members));
}

std::string error_of(const std::string& text) {
  try {
    parse_config(text, "f.json");
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "no error";
}

TEST(ParseConfig, UpstreamFileLoadsUnchanged) {
  EXPECT_EQ(parse_config(kUpstream, "f.json"), VtaConfig{});
}

TEST(ParseConfig, LogBlockSetsBothBlocks) {
  const VtaConfig c = parse_config(with("\"LOG_BLOCK\" : 4", "\"LOG_BLOCK\" : 5"), "f");
  EXPECT_EQ(c.block_in(), 32);
  EXPECT_EQ(c.block_out(), 32);
}

TEST(ParseConfig, OneGivenBlockOverridesLogBlock) {
  const VtaConfig c = parse_config(plus("\"LOG_BLOCK_IN\": 5"), "f");
  EXPECT_EQ(c.block_in(), 32);
  EXPECT_EQ(c.block_out(), 16);
}

// Keys over a configuration mean what they mean in its file.
TEST(ConfigWithKeys, IsTheFileWithThoseKeys) {
  const VtaConfig base = parse_config(kUpstream, "f");
  for (const char* keys :
       {"\"LOG_BLOCK\": 5", "\"LOG_BLOCK_IN\": 5", "\"LOG_BLOCK_IN\": 5, \"LOG_BLOCK_OUT\": 4",
        "\"LOG_BUS_WIDTH\": 7, \"CLOCK_MHZ\": 125.5", "\"AXI\": 3", "\"MEM_GAP\": 0"}) {
    SCOPED_TRACE(keys);
    std::string file(kUpstream);
    if (std::string_view(keys).starts_with("\"LOG_BLOCK\""))
      file = with("\"LOG_BLOCK\" : 4", keys);
    else
      file = plus(keys);
    const VtaConfig c = config_with_keys(base, fmt::format("{{{}}}", keys), "config");
    EXPECT_EQ(c, parse_config(file, "f"));
    EXPECT_EQ(c.to_json(), parse_config(file, "f").to_json());
  }
  EXPECT_EQ(config_with_keys(named_config("1x32.16"), "{\"LOG_BLOCK\": 4}", "c").block_in(), 16);
  EXPECT_EQ(config_with_keys(named_config("pynq"), "{}", "c"), named_config("pynq"));
}

TEST(ConfigWithKeys, MistakesAreThoseOfTheFile) {
  const auto error = [](const char* keys) -> std::string {
    try {
      config_with_keys(VtaConfig{}, keys, "config");
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(error("{\"LOG_BLOK\": 5}"), HasSubstr("config: unknown key \"LOG_BLOK\""));
  EXPECT_THAT(error("{\"LOG_BATCH\": true}"), HasSubstr("must be an integer, is a boolean"));
  EXPECT_THAT(error("{\"LOG_BATCH\": 1.5}"), HasSubstr("must be an integer"));
  EXPECT_THAT(error("{\"LOG_BATCH\": {\"a\": 1}}"), HasSubstr("must be an integer, is an object"));
  EXPECT_THAT(error("{\"TARGET\": 1}"), HasSubstr("must be a string"));
  EXPECT_THAT(error("{\"LOG_BLOCK\": 12}"), HasSubstr("config: "));
  EXPECT_THAT(error("[]"), HasSubstr("must be an object"));
}

TEST(ParseConfig, BothBlocksReplaceLogBlock) {
  const VtaConfig c =
      parse_config(with("\"LOG_BLOCK\" : 4", "\"LOG_BLOCK_IN\" : 4, \"LOG_BLOCK_OUT\": 5"), "f");
  EXPECT_EQ(c.block_in(), 16);
  EXPECT_EQ(c.block_out(), 32);
}

TEST(ParseConfig, OptionalKeysAreRead) {
  const VtaConfig c = parse_config(plus(R"("LOG_BUS_WIDTH": 7, "CMD_QUEUE_DEPTH": 64,
      "ACC_READ_PORTS": 1, "GEMM_PIPELINE": 5, "PRODUCTS_PER_MULTIPLIER": 2, "ACC_OVERLAP": 1,
      "ISA_EXT": 1,
      "MEM_READ_LATENCY": 1, "MEM_WRITE_LATENCY": 2, "MEM_GAP": 3, "MEM_MAX_OUTSTANDING": 4,
      "MEM_BURST_BEATS": 8, "AXI": 3)"),
                                   "f");
  EXPECT_EQ(c.bus_bytes(), 16);
  EXPECT_EQ(c.cmd_queue_depth, 64);
  EXPECT_EQ(c.acc_read_ports, 1);
  EXPECT_EQ(c.gemm_pipeline, 5);
  EXPECT_EQ(c.products_per_multiplier, 2);
  EXPECT_EQ(c.acc_overlap, 1);
  EXPECT_EQ(c.isa_ext, 1);
  EXPECT_EQ(c.mem_read_latency, 1);
  EXPECT_EQ(c.mem_write_latency, 2);
  EXPECT_EQ(c.mem_gap, 3);
  EXPECT_EQ(c.mem_max_outstanding, 4);
  EXPECT_EQ(c.mem_burst_beats, 8);
  EXPECT_EQ(c.axi, 3);
}

TEST(ParseConfig, ExtensionsMayBeNamed) {
  const auto of = [](const std::string& value) {
    return parse_config(plus("\"ISA_EXT\": " + value), "f").isa_ext;
  };
  EXPECT_EQ(of("\"none\""), 0);
  EXPECT_EQ(of("\"round\""), 1);
  EXPECT_EQ(of("\"rq\""), 2);
  EXPECT_EQ(of("\"round+rq\""), 3);
  EXPECT_EQ(of("\"rq+round\""), 3);
  for (const char* text : {"\"\"", "\"rq+rq\"", "\"rq+\"", "\"none+rq\"", "\"RQ\"", "true", "1.5"})
    EXPECT_THROW(of(text), ConfigError) << text;
  for (int64_t isa_ext = 0; isa_ext <= all_extensions(); ++isa_ext)
    EXPECT_EQ(parse_extensions(extensions_text(isa_ext)), isa_ext);
}

TEST(ParseConfig, ToJsonIsItsInverse) {
  for (const NamedConfig& named : named_configs()) {
    VtaConfig c = named_config(named.name);
    c.target = "a \"quoted\"\nlabel";
    c.mem_gap = 7;
    c.axi = 3;
    c.mem_burst_beats = 8;
    EXPECT_EQ(parse_config(c.to_json(), "f"), c) << named.name;
  }
}

TEST(ParseConfig, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(error_of(with("LOG_BATCH", "LOG_BACH")),
              AllOf(HasSubstr("f.json"), HasSubstr("unknown key \"LOG_BACH\""),
                    HasSubstr("the nearest is LOG_BATCH")));
}

TEST(ParseConfig, RepeatedKeyIsRefused) {
  EXPECT_THAT(error_of(plus("\"LOG_BATCH\": 0")), HasSubstr("LOG_BATCH occurs more than once"));
}

TEST(ParseConfig, RepeatedKeyHiddenByAnEscapeIsRefused) {
  EXPECT_THAT(error_of(plus("\"LOG\\u005fBATCH\": 0")),
              HasSubstr("LOG_BATCH occurs more than once"));
}

TEST(ParseConfig, EachRequiredKeyIsMissed) {
  for (const std::string key :
       {"TARGET", "HW_VER", "LOG_INP_WIDTH", "LOG_WGT_WIDTH", "LOG_ACC_WIDTH", "LOG_BATCH",
        "LOG_BLOCK", "LOG_UOP_BUFF_SIZE", "LOG_INP_BUFF_SIZE", "LOG_WGT_BUFF_SIZE"}) {
    std::string text(kUpstream);
    const size_t at = text.find(fmt::format("\"{}\"", key));
    text.erase(at, text.find('\n', at) - at);
    EXPECT_THAT(error_of(text), HasSubstr(fmt::format("required key {} is missing", key)));
  }
}

TEST(ParseConfig, SeveralMissingKeysAreNamedTogetherWithAFileToBeginWith) {
  EXPECT_THAT(error_of(R"({"LOG_BLOCK": 5})"),
              AllOf(HasSubstr("required keys TARGET, HW_VER, LOG_INP_WIDTH, "),
                    HasSubstr("LOG_ACC_BUFF_SIZE are missing: `vta config show default` prints")));
  EXPECT_THAT(error_of("{}"), HasSubstr(", LOG_BLOCK are missing"));
}

TEST(ParseConfig, FilesOfOtherKindsAreCalledSo) {
  EXPECT_EQ(error_of("\x89PNG\r\n"), "f.json: not valid JSON: it is a PNG image");
  EXPECT_EQ(error_of("SQLite format 3"), "f.json: not valid JSON: it is a database (SQLite)");
}

TEST(ParseConfig, OneBlockAloneIsNotEnough) {
  EXPECT_THAT(error_of(with("\"LOG_BLOCK\"", "\"LOG_BLOCK_IN\"")),
              HasSubstr("required key LOG_BLOCK is missing"));
}

TEST(ParseConfig, WrongTypesAreNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {"\"0\"", "is a string"},
      {"0.0", "is a fractional number"},
      {"true", "is a boolean"},
      {"null", "is null"},
      {"[0]", "is an array"},
      {"{\"a\": 0}", "is an object"},
      {"18446744073709551615", "is an integer beyond 64 bits"},
  };
  for (const auto& [value, kind] : cases)
    EXPECT_THAT(error_of(with("\"LOG_BATCH\" : 0", "\"LOG_BATCH\" : " + value)),
                AllOf(HasSubstr("key LOG_BATCH must be an integer"), HasSubstr(kind)));
  EXPECT_THAT(error_of(with("\"sim\"", "3")),
              HasSubstr("key TARGET must be a string, is the integer 3"));
}

TEST(ParseConfig, BrokenJsonSaysWhere) {
  EXPECT_THAT(error_of("{\n  \"TARGET\" \"sim\"}"),
              AllOf(HasSubstr("not valid JSON"), HasSubstr("line 2, column")));
  EXPECT_THAT(error_of(""), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of("{\"TARGET\": \"sim\""), HasSubstr("not valid JSON"));
}

TEST(ParseConfig, EveryTruncationIsRefused) {
  const std::string text(kUpstream);
  for (size_t n = 0; n + 2 < text.size(); ++n)
    EXPECT_NE(error_of(text.substr(0, n)), "no error") << n;
}

TEST(ParseConfig, OnlyAnObjectIsAConfiguration) {
  EXPECT_THAT(error_of("[1, 2]"), HasSubstr("must be an object"));
  EXPECT_THAT(error_of("3"), HasSubstr("must be an object"));
  EXPECT_THAT(error_of("\"x\""), HasSubstr("must be an object"));
}

TEST(ParseConfig, TextAfterTheObjectIsRefused) {
  EXPECT_THAT(error_of(std::string(kUpstream) + "{}"),
              HasSubstr("not valid JSON at line 14, column 1: extra data"));
}

TEST(ParseConfig, DeepNestingIsAnErrorNotACrash) {
  EXPECT_NE(error_of(std::string(100000, '[')), "no error");
}

TEST(LoadConfig, MissingFileIsNamed) {
  EXPECT_THAT([] { load_config("/nonexistent/x.json"); },
              testing::ThrowsMessage<ConfigError>(HasSubstr("/nonexistent/x.json")));
}

TEST(LoadConfig, DirectoryIsNotAFile) {
  EXPECT_THROW(load_config("/"), ConfigError);
}

TEST(LoadConfig, EmbeddedTextIsTheFile) {
  EXPECT_EQ(load_config(std::string(VTA_SOURCE_DIR) + "/config/vta_config.json"),
            named_config("default"));
}

TEST(FindConfig, TakesANameOrAPath) {
  EXPECT_EQ(find_config("2x16").batch(), 2);
  EXPECT_EQ(find_config(std::string(VTA_SOURCE_DIR) + "/config/4x16.json").batch(), 4);
  EXPECT_THAT([] { find_config("1x15"); },
              testing::ThrowsMessage<ConfigError>(
                  AllOf(HasSubstr("'1x15'"), HasSubstr("uop64"), HasSubstr("default"))));
}

TEST(NamedConfig, UnknownNameListsTheKnown) {
  EXPECT_THAT([] { named_config("1x9"); },
              testing::ThrowsMessage<ConfigError>(
                  AllOf(HasSubstr("'1x9'"), HasSubstr("nearest is 1x8"), HasSubstr("tiny"))));
}

}  // namespace
}  // namespace vta
