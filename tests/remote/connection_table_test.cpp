// Who stays and who gives way, names of other ends, and paces: without connections.
#include "remote/server/connection_table.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <map>
#include <random>
#include <string>

#include "remote/server/pace.h"

namespace vta::remote {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

PeerAddress peer(uint16_t port) {
  return *parse_peer("ipv4:127.0.0.1:" + std::to_string(port));
}

ConnectionTable::Time at(int64_t ms) {
  return ConnectionTable::Time{} + milliseconds(ms);
}

TEST(ConnectionTable, StrangersHaveHalfAndTheOldestGivesWay) {
  ConnectionTable table(4, 10);
  EXPECT_FALSE(table.is_crowded());
  EXPECT_EQ(table.oldest_stranger(), std::nullopt);
  const auto one = table.enter(peer(1), at(0)), two = table.enter(peer(2), at(1));
  EXPECT_TRUE(table.is_crowded());
  EXPECT_FALSE(table.full());
  EXPECT_EQ(table.oldest_stranger(), one);
  table.spoke(one);  // who has said something goes after who has not
  EXPECT_EQ(table.oldest_stranger(), two);
  table.spoke(two);
  EXPECT_EQ(table.oldest_stranger(), one);
  table.refused(peer(2));  // and who has shown nothing good goes first
  EXPECT_EQ(table.oldest_stranger(), two);
  EXPECT_EQ(table.strangers(), 2);
  table.let_in(peer(1));
  EXPECT_EQ(table.oldest_stranger(), two);
  EXPECT_FALSE(table.is_crowded());
  table.leave(two);
  EXPECT_EQ(table.oldest_stranger(), std::nullopt);
  EXPECT_EQ(table.size(), 1);
}

TEST(ConnectionTable, ClientsGiveWayToNobody) {
  ConnectionTable table(1, 10);
  const auto one = table.enter(peer(1), at(0));
  EXPECT_TRUE(table.full());
  EXPECT_EQ(table.oldest_stranger(), one);
  table.spoke(one);
  table.refused(peer(1));
  table.let_in(peer(1));
  table.let_in(peer(1));
  table.refused(peer(1));
  EXPECT_TRUE(table.full());
  EXPECT_EQ(table.oldest_stranger(), std::nullopt);
  EXPECT_EQ(table.with(peer(1)), std::nullopt);
  table.leave(one);
  EXPECT_FALSE(table.full());
}

TEST(ConnectionTable, StrangersHaveTheirSecondsAndClientsHaveTime) {
  ConnectionTable table(10, 2);
  EXPECT_EQ(table.next_expiry(), std::nullopt);
  const auto one = table.enter(peer(1), at(0)), two = table.enter(peer(2), at(500)),
             three = table.enter(peer(3), at(1000));
  table.spoke(two);
  table.spoke(three);
  table.let_in(peer(3));
  EXPECT_EQ(table.next_expiry(), at(2000));
  EXPECT_THAT(table.expired(at(1999)), ElementsAre());
  EXPECT_THAT(table.expired(at(2000)), ElementsAre(one));
  EXPECT_THAT(table.expired(at(1 << 30)), ElementsAre(one, two));
  table.leave(one);
  table.leave(two);
  EXPECT_EQ(table.next_expiry(), std::nullopt);
}

// Whatever happens: there are never more than may be, strangers have no more than half, and a
// client ends only by itself.
TEST(ConnectionTable, PropertiesOverRandomEvents) {
  for (const uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const int64_t most = 1 + static_cast<int64_t>(random() % 9);
    ConnectionTable table(most, 1);
    std::map<ConnectionTable::Id, uint16_t> there, clients;
    for (uint16_t port = 1; port < 5000; ++port) {
      const auto now = at(port * 100);
      if (table.is_crowded())
        if (const auto oldest = table.oldest_stranger()) {
          ASSERT_FALSE(clients.contains(*oldest));
          there.erase(*oldest);
          table.leave(*oldest);
        }
      ASSERT_EQ(table.full(), std::ssize(clients) == most);
      if (!table.full())
        there[table.enter(peer(port), now)] = port;
      if (there.empty())
        continue;
      const auto [id, its] = *std::next(there.begin(), static_cast<int>(random() % there.size()));
      if (random() % 2 == 0)
        table.spoke(id);
      if (random() % 4 == 0)
        table.refused(peer(its));
      if (random() % 8 == 0) {
        table.spoke(id);
        table.let_in(peer(its));
        clients[id] = its;
      }
      if (random() % 4 == 0) {
        table.leave(id);
        there.erase(id);
        clients.erase(id);
      }
      for (const auto over : table.expired(now)) {
        ASSERT_FALSE(clients.contains(over));
        table.leave(over);
        there.erase(over);
      }
      ASSERT_EQ(table.size(), std::ssize(there));
      ASSERT_LE(table.size(), most);
      ASSERT_EQ(table.strangers(), std::ssize(there) - std::ssize(clients));
      ASSERT_LE(table.strangers(), std::max<int64_t>(most / 2, 1));
    }
  }
}

TEST(PeerAddress, IsTheSystemsAndGrpcsAlike) {
  sockaddr_storage v4{}, v6{}, mapped{};
  auto& four = reinterpret_cast<sockaddr_in&>(v4);
  four.sin_family = AF_INET;
  four.sin_port = htons(7411);
  ::inet_pton(AF_INET, "192.0.2.7", &four.sin_addr);
  const auto six = [](sockaddr_storage& storage, const char* text) {
    auto& address = reinterpret_cast<sockaddr_in6&>(storage);
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(7411);
    ::inet_pton(AF_INET6, text, &address.sin6_addr);
  };
  six(v6, "fe80::1");
  six(mapped, "::ffff:192.0.2.7");
  EXPECT_EQ(peer_address(v4), parse_peer("ipv4:192.0.2.7:7411"));
  EXPECT_EQ(peer_address(mapped), parse_peer("ipv4:192.0.2.7:7411"));
  EXPECT_EQ(peer_address(mapped), parse_peer("ipv6:%5B::ffff:192.0.2.7%5D:7411"));
  EXPECT_EQ(peer_address(v6), parse_peer("ipv6:%5Bfe80::1%5D:7411"));
  EXPECT_EQ(peer_address(v6), parse_peer("ipv6:%5Bfe80::1%252%5D:7411"));
  EXPECT_EQ(peer_address(v6), parse_peer("ipv6:[fe80::1]:7411"));
  EXPECT_NE(peer_address(v6), parse_peer("ipv6:[fe80::1]:7412"));
  for (const char* other : {"", ":", "ipv4:", "ipv4:1.2.3.4", "ipv4:1.2.3.4:", "ipv4:1.2.3.4:x",
                            "ipv4:1.2.3.4:65536", "ipv4:name:1", "unix:/tmp/x", "ipv6:%5B:1"})
    EXPECT_EQ(parse_peer(other), std::nullopt) << other;
  sockaddr_storage local{};
  local.ss_family = AF_UNIX;
  EXPECT_EQ(peer_address(local), std::nullopt);
}

TEST(Pace, SomeAtOnceThenSoManyASecond) {
  Pace pace(2, 3);
  const auto now = Pace::Clock::time_point{} + seconds(1000);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(pace.next(now, seconds(1)), milliseconds(0));
  EXPECT_EQ(pace.next(now, {}), std::nullopt);  // and does not count
  EXPECT_EQ(pace.next(now, seconds(1)), milliseconds(500));
  EXPECT_EQ(pace.next(now, seconds(1)), milliseconds(1000));
  EXPECT_EQ(pace.next(now, seconds(1)), std::nullopt);
  EXPECT_EQ(pace.next(now + seconds(1), seconds(1)), milliseconds(500));
  EXPECT_EQ(pace.next(now + seconds(100), {}), milliseconds(0));
}

}  // namespace
}  // namespace vta::remote
