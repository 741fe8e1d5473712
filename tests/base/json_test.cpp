#include "base/json.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/provenance.h"
#include "base/version.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
namespace json = boost::json;

TEST(JsonText, IndentsByTwoInTheObjectsOrder) {
  const json::value v = {{"b", 1}, {"a", {{"x", nullptr}, {"y", json::object()}}}};
  EXPECT_EQ(json_text(v), "{\n  \"b\": 1,\n  \"a\": {\n    \"x\": null,\n    \"y\": {}\n  }\n}");
}

TEST(JsonText, ScalarArraysStayOnOneLine) {
  EXPECT_EQ(json_text(json::array{1, 2, "x"}), "[1, 2, \"x\"]");
  EXPECT_EQ(json_text(json::array{}), "[]");
  EXPECT_EQ(json_text(json::value{json::array{1}, json::array{2}}), "[\n  [1],\n  [2]\n]");
}

TEST(JsonText, NumbersAreShortest) {
  EXPECT_EQ(json_text(json::array{0.1, 3.0, 1e300, -0.5}), "[0.1, 3, 1e+300, -0.5]");
  EXPECT_EQ(json_text(json::value(std::numeric_limits<double>::infinity())), "null");
}

TEST(JsonText, StringsAreEscaped) {
  EXPECT_EQ(json_text(json::value("a\"\n\\")), "\"a\\\"\\n\\\\\"");
}

TEST(JsonText, ParsesBack) {
  const json::value v = {{"a", {1, 2.5, "x", true, nullptr}}, {"b", {{"c", json::array{}}}}};
  EXPECT_EQ(parse_json(json_text(v), "t"), v);
}

TEST(ParseJson, RepeatedKeyAtAnyDepth) {
  EXPECT_THAT([] { parse_json("{\"a\": 1,\n \"a\": 2}", "f"); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("f: key a occurs more than once"), HasSubstr("line 2"))));
  EXPECT_THAT([] { parse_json(R"([{"b": {"c": 1, "c": 1}}])", "f"); },
              ThrowsMessage<InputError>(HasSubstr("key c occurs more than once")));
  EXPECT_NO_THROW(parse_json(R"([{"b": {"c": 1}, "d": {"c": 1}}, {"b": 2}])", "f"));
}

TEST(ParseJson, LongRepeatedKeyIsSeenWhole) {
  const std::string key(10000, 'k');
  EXPECT_NO_THROW(parse_json("{\"" + key + "1\": 1, \"" + key + "2\": 1}", "f"));
  EXPECT_THROW(parse_json("{\"" + key + "\": 1, \"" + key + "\": 1}", "f"), InputError);
}

TEST(ParseJson, SyntaxErrorSaysWhere) {
  EXPECT_THAT(
      [] { parse_json("{\n  \"a\": ]\n}", "f.json"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("f.json: not valid JSON at line 2, column"))));
  EXPECT_THROW(parse_json("", "f"), InputError);
  EXPECT_THROW(parse_json("{} {}", "f"), InputError);
  EXPECT_THROW(parse_json(std::string(100000, '['), "f"), InputError);
}

TEST(LoadJson, UnreadableFileIsNamed) {
  EXPECT_THAT([] { load_json("/nonexistent.json"); },
              ThrowsMessage<InputError>(HasSubstr("/nonexistent.json")));
  EXPECT_THAT([] { load_json("/"); }, ThrowsMessage<InputError>(HasSubstr("'/'")));
}

class Reader : public testing::Test {
 protected:
  json::value value = parse_json(
      R"({"i": 3, "d": 0.5, "b": true, "s": "x", "a": [{"k": 1}, 2], "o": {"k": "v"}})", "t");
  JsonReader reader{value, "t"};
};

TEST_F(Reader, ReadsEachType) {
  EXPECT_EQ(reader.get_int("i"), 3);
  EXPECT_EQ(reader.get_double("i"), 3.0);
  EXPECT_EQ(reader.get_double("d"), 0.5);
  EXPECT_TRUE(reader.get_bool("b"));
  EXPECT_EQ(reader.get_string("s"), "x");
  EXPECT_EQ(reader.get_object("o").get_string("k"), "v");
  EXPECT_EQ(reader.element(reader.get_array("a"), 0, "a").get_int("k"), 1);
  EXPECT_TRUE(reader.has("i"));
  EXPECT_FALSE(reader.has("z"));
}

TEST_F(Reader, MissingKeyIsNamed) {
  EXPECT_THAT([&] { reader.get_int("z"); },
              ThrowsMessage<InputError>(HasSubstr("t: required key z is missing")));
}

TEST_F(Reader, WrongTypesAreNamed) {
  EXPECT_THAT([&] { reader.get_int("d"); },
              ThrowsMessage<InputError>(HasSubstr("key d must be an integer, is a fractional")));
  EXPECT_THAT([&] { reader.get_double("s"); },
              ThrowsMessage<InputError>(HasSubstr("key s must be a number, is a string")));
  EXPECT_THAT([&] { reader.get_bool("i"); },
              ThrowsMessage<InputError>(HasSubstr("must be a boolean, is the integer 3")));
  EXPECT_THAT([&] { reader.get_string("a"); },
              ThrowsMessage<InputError>(HasSubstr("must be a string, is an array")));
  EXPECT_THAT([&] { reader.get_array("o"); },
              ThrowsMessage<InputError>(HasSubstr("must be an array, is an object")));
  EXPECT_THAT([&] { reader.get_object("b"); },
              ThrowsMessage<InputError>(HasSubstr("t: b: must be an object, is a boolean")));
  EXPECT_THAT([&] { reader.element(reader.get_array("a"), 1, "a"); },
              ThrowsMessage<InputError>(HasSubstr("t: a[1]: must be an object")));
}

TEST_F(Reader, RangeIsChecked) {
  EXPECT_EQ(reader.get_int("i", 0, 3), 3);
  EXPECT_THAT([&] { reader.get_int("i", 4, 9); },
              ThrowsMessage<InputError>(HasSubstr("i = 3 is out of range (legal: 4..9)")));
}

TEST_F(Reader, UnknownKeyNamesTheNearest) {
  EXPECT_NO_THROW(reader.refuse_unknown({"i", "d", "b", "s", "a", "o"}));
  EXPECT_THAT(
      [&] {
        reader.refuse_unknown({"i", "d", "b", "s", "a", "oo"});
      },
      ThrowsMessage<InputError>(HasSubstr("unknown key \"o\": known are ")));
}

TEST(Provenance, CarriesToolSchemaConfigurationAndSeed) {
  const auto block = provenance_json({.schema = "vta.test",
                                      .schema_version = 3,
                                      .config_name = "c",
                                      .config_hash = "00ff",
                                      .seed = 7});
  EXPECT_EQ(json::serialize(block),
            "{\"tool\":\"vta\",\"tool_version\":\"" + std::string(version()) +
                "\",\"schema\":\"vta.test\",\"schema_version\":3,\"config\":\"c\",\"config_hash\":"
                "\"00ff\",\"seed\":7}");
}

TEST(Provenance, LeavesOutWhatIsAbsent) {
  const auto block = provenance_json({.schema = "vta.test", .seed = std::nullopt});
  EXPECT_FALSE(block.contains("config"));
  EXPECT_FALSE(block.contains("config_hash"));
  EXPECT_FALSE(block.contains("seed"));
}

TEST(Version, IsThreeNumbers) {
  EXPECT_THAT(std::string(version()),
              testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+(\\+dev[0-9]+)?"));
}

}  // namespace
}  // namespace vta
