#include "link/device_table.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "link/devices/devices.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

const VtaConfig kTableConfig = named_config("tiny");

DeviceTable table_of_two(std::vector<std::string>& opened) {
  const auto open = [&opened](const DeviceString& device, const VtaConfig&, const OpenOptions&) {
    opened.push_back(device.text());
    return std::unique_ptr<DeviceLink>();
  };
  DeviceTable table;
  table.add({.name = "near", .what = "a near one", .keys = {{"speed", "1 to 9"}}, .open = open});
  table.add({.name = "far", .what = "a far one", .place = "HOST", .open = open});
  table.add_elsewhere("board", "vta_linux");
  return table;
}

TEST(DeviceTable, OpensByScheme) {
  std::vector<std::string> opened;
  const DeviceTable table = table_of_two(opened);
  table.open("near,speed=3", kTableConfig);
  table.open("far://there", kTableConfig);
  EXPECT_EQ(opened, (std::vector<std::string>{"near,speed=3", "far://there"}));
  EXPECT_EQ(table.names(), (std::vector<std::string>{"near", "far"}));
  EXPECT_THAT(table.help(), AllOf(HasSubstr("near: a near one"), HasSubstr("speed: 1 to 9"),
                                  HasSubstr("far://HOST: a far one")));
}

TEST(DeviceTable, RefusesWithWhatWouldBeLegal) {
  std::vector<std::string> opened;
  const DeviceTable table = table_of_two(opened);
  const auto refused = [&](const char* text, const auto& message) {
    EXPECT_THAT([&] { table.open(text, kTableConfig); }, ThrowsMessage<UsageError>(message))
        << text;
  };
  refused("neer", AllOf(HasSubstr("unknown device 'neer': known are near, far, board"),
                        HasSubstr("nearest is near"), Not(HasSubstr("library"))));
  refused("bord",
          AllOf(HasSubstr("the nearest is board"), HasSubstr("comes with the library vta_linux")));
  refused("board", AllOf(HasSubstr("'board' comes with the library vta_linux"),
                         HasSubstr("known are near, far")));
  refused("board:///dev/uio0,x=1", HasSubstr("vta_linux"));
  refused("near://x", HasSubstr("leave '://x' out"));
  refused("far", HasSubstr("far needs a place: far://HOST"));
  refused("near,sped=1", AllOf(HasSubstr("unknown key 'sped'"), HasSubstr("speed")));
  refused("far://x,speed=1", HasSubstr("unknown key 'speed'"));
  EXPECT_TRUE(opened.empty());
}

TEST(DeviceTable, AWaveFileIsForADeviceWithWires) {
  std::vector<std::string> opened;
  const DeviceTable table = table_of_two(opened);
  EXPECT_THAT([&] { table.open("near", kTableConfig, {.wave = {.file = "w.fst"}}); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("'w.fst'"), HasSubstr("near has none"))));
}

TEST(DeviceTable, ASchemeThatHasComeIsNoLongerElsewhere) {
  std::vector<std::string> opened;
  DeviceTable table = table_of_two(opened);
  table.add({.name = "board", .what = "", .open = [](auto&&...) -> std::unique_ptr<DeviceLink> {
               return nullptr;
             }});
  EXPECT_EQ(table.open("board", kTableConfig), nullptr);
  EXPECT_THROW(table.add({.name = "near", .what = ""}), InternalError);
}

TEST(KnownDevices, AreTheSimulators) {
  EXPECT_THAT(known_devices().names(), ::testing::IsSupersetOf({"fsim", "csim", "tsim"}));
  for (const char* text :
       {"fsim", "csim", "fsim,kernels=reference,memory_bytes=8192", "csim,timing_only=1"})
    EXPECT_EQ(known_devices().open(text, kTableConfig)->info().backend,
              std::string(text).substr(0, 4));
  const auto small = known_devices().open("fsim,memory_bytes=65536", kTableConfig);
  EXPECT_EQ(small->info().memory, (MemoryRange{0, 65536}));
  EXPECT_EQ(small->info().config, kTableConfig);
}

TEST(KnownDevices, CheckTheirKeys) {
  const auto refused = [](const char* text, const auto& message) {
    EXPECT_THAT([&] { known_devices().open(text, kTableConfig); },
                ThrowsMessage<UsageError>(message))
        << text;
  };
  refused("qsim", AllOf(HasSubstr("unknown device 'qsim': known are fsim, csim, tsim"),
                        HasSubstr("the nearest is ")));
  refused("board", HasSubstr("comes with the library"));
  refused("fsim,timing_only=1", HasSubstr("unknown key 'timing_only': known are kernels"));
  refused("tsim,kernels=avx2", HasSubstr("unknown key 'kernels'"));
  refused("fsim,kernels=fast", HasSubstr("fast"));
  refused("csim,timing_only=yes", HasSubstr("timing_only=yes must be an integer from 0 to 1"));
  refused("fsim,memory_bytes=8191", HasSubstr("memory_bytes=8191 must be an integer from 8192"));
  refused("fsim,memory_bytes=2G", HasSubstr("memory_bytes=2G"));
  refused("csim,kernels=AUTO", HasSubstr("device 'csim,kernels=AUTO': unknown kernels=AUTO"));
}

TEST(KnownDevices, CheckWithoutOpening) {
  const auto check = [](const char* text) { return known_devices().check(parse_device(text)); };
  EXPECT_EQ(check("csim,kernels=portable").name, "csim");
  EXPECT_TRUE(check("csim").has_time && check("tsim").has_time && !check("fsim").has_time);
  EXPECT_THROW(check("csim,kernels=AUTO"), UsageError);
  EXPECT_THROW(check("tsim,memory_bytes=-1"), UsageError);
}

TEST(KnownDevices, ShowAsMuchAsCanBeRead) {
  const std::string much(100000, 'x');
  for (const std::string& text :
       {much, "fsim," + much, "fsim," + much + "=1", "fsim,kernels=" + much,
        "fsim,memory_bytes=" + much, "fsim://" + much, "," + much})
    try {
      known_devices().open(text, kTableConfig);
      ADD_FAILURE() << text.substr(0, 30);
    } catch (const UsageError& e) {
      EXPECT_LT(std::string_view(e.what()).size(), 500) << text.substr(0, 30);
    }
}

}  // namespace
}  // namespace vta
