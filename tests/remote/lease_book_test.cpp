// Whose a device is: the rules one by one, and random histories against a model that looks at
// everything each time.
#include "remote/tracker/lease_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <tuple>

#include "base/error.h"

namespace vta::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const LeaseBook::Time kNow{};

LeaseBook::Offer offer(const std::string& address, int64_t slots,
                       std::vector<std::string> keys = {"*/csim"}) {
  return {address, slots, std::move(keys)};
}

LeaseBook::Want want(int64_t priority = 0, const std::string& config = "default",
                     const std::string& backend = "csim") {
  return {{config, backend}, priority};
}

// The address that each lease got, in the order in which they were given.
std::vector<std::string> given(LeaseBook& book) {
  std::vector<std::string> out;
  for (const auto& one : book.settle(kNow))
    out.push_back(fmt::format("{} {}", one.lease, book.lease(one.lease)->address));
  return out;
}

TEST(LeaseBook, FirstComeFirstServedWithinAPriority) {
  LeaseBook book;
  for (const int64_t priority : {0, 5, 5, 9, 0})
    book.ask(want(priority), kNow);
  EXPECT_THAT(book.waiting(), ElementsAre(4, 2, 3, 1, 5));
  EXPECT_EQ(book.before(1), 3);
  EXPECT_EQ(book.before(4), 0);
  EXPECT_THAT(given(book), IsEmpty());  // no server
  book.enter(offer("a:1", 2), kNow);
  EXPECT_THAT(given(book), ElementsAre("4 a:1", "2 a:1"));
  EXPECT_THAT(given(book), IsEmpty());
  book.end(4);
  EXPECT_THAT(given(book), ElementsAre("3 a:1"));
}

TEST(LeaseBook, OneThatNothingSuitsKeepsNobodyWaiting) {
  LeaseBook book;
  book.ask(want(9, "default", "tsim"), kNow);
  book.ask(want(0, "1x32"), kNow);
  book.enter(offer("a:1", 1, {"default/csim"}), kNow);
  book.enter(offer("b:1", 1, {"*/fsim", "1x32/csim"}), kNow);
  EXPECT_THAT(given(book), ElementsAre("2 b:1"));
  EXPECT_EQ(book.offering({"default", "tsim"}), 0);
  EXPECT_EQ(book.offering({"default", "csim"}), 1);
  EXPECT_EQ(book.offering({"anything", "fsim"}), 1);
}

TEST(LeaseBook, TheServerWithMostFreeSlotsIsTaken) {
  LeaseBook book;
  book.enter(offer("a:1", 1), kNow);
  book.enter(offer("b:1", 3), kNow);
  book.enter(offer("c:1", 3), kNow);
  for (int i = 0; i < 8; ++i)
    book.ask(want(), kNow);
  EXPECT_THAT(given(book),
              ElementsAre("1 b:1", "2 c:1", "3 b:1", "4 c:1", "5 a:1", "6 b:1", "7 c:1"));
}

TEST(LeaseBook, WhatWasNotReachedIsTakenLast) {
  LeaseBook book;
  book.enter(offer("a:1", 5), kNow);
  book.enter(offer("b:1", 1), kNow);
  for (int i = 0; i < 2; ++i) {
    LeaseBook::Want one = want();
    one.avoid = {"a:1", "c:1"};
    book.ask(one, kNow);
  }
  EXPECT_THAT(given(book), ElementsAre("1 b:1", "2 a:1"));
}

TEST(LeaseBook, AServerThatDiesTakesItsLeasesAlone) {
  LeaseBook book;
  const uint64_t a = book.enter(offer("a:1", 1), kNow);
  book.ask(want(), kNow);
  book.ask(want(), kNow);
  EXPECT_THAT(given(book), ElementsAre("1 a:1"));
  book.leave(a);
  EXPECT_TRUE(book.lease(1)->server_is_gone);
  EXPECT_THAT(given(book), IsEmpty());
  book.enter(offer("b:1", 1), kNow);  // who waited for it gets another
  EXPECT_THAT(given(book), ElementsAre("2 b:1"));
  book.end(1);
  book.end(1);  // twice is once
  EXPECT_THAT(given(book), IsEmpty());
  book.leave(a);
  EXPECT_EQ(book.servers().size(), 1u);
}

TEST(LeaseBook, AServerThatIsBackReplacesItself) {
  LeaseBook book;
  const uint64_t before = book.enter(offer("a:1", 1), kNow);
  book.ask(want(), kNow);
  given(book);
  const uint64_t after = book.enter(offer("a:1", 1), kNow);
  EXPECT_EQ(book.servers().size(), 1u);
  EXPECT_FALSE(book.renew(before, offer("a:1", 1), kNow));
  book.end(1);  // of the one before: no slot of the new one
  EXPECT_EQ(book.servers().at(after).in_use, 0);
  EXPECT_TRUE(book.renew(after, offer("a:1", 4, {"*/fsim"}), kNow));
  EXPECT_EQ(book.offering({"x", "fsim"}), 1);
}

TEST(LeaseBook, FewerSlotsThanAreInUse) {
  LeaseBook book;
  const uint64_t a = book.enter(offer("a:1", 3), kNow);
  for (int i = 0; i < 4; ++i)
    book.ask(want(), kNow);
  given(book);
  book.renew(a, offer("a:1", 1), kNow);
  book.end(1);
  book.end(2);
  EXPECT_THAT(given(book), IsEmpty());
  book.end(3);
  EXPECT_THAT(given(book), ElementsAre("4 a:1"));
}

TEST(LeaseBook, KeysHaveAForm) {
  EXPECT_EQ(parse_device_key("*/csim").text(), "*/csim");
  for (const std::string text :
       {"", "/", "csim", "a/", "/b", "a/b/c", "a b/c", "a/b,c", "a/b\n", "\x80/b"})
    EXPECT_THROW(parse_device_key(text), UsageError) << text;
  EXPECT_THROW(parse_device_key(std::string(200, 'a') + "/b"), UsageError);
  EXPECT_TRUE(suits("*/b", {"a", "b"}));
  EXPECT_FALSE(suits("*/b", {"a", "c"}));
  EXPECT_FALSE(suits("*", {"a", ""}));
}

// The same decisions, without any bookkeeping but lists.
struct NaiveBook {
  struct Server {
    uint64_t number;
    LeaseBook::Offer offer;
  };
  struct Lease {
    uint64_t number;
    LeaseBook::Want want;
    uint64_t server = 0;
  };
  std::vector<Server> servers;
  std::vector<Lease> leases;

  int64_t used(uint64_t server) const { return std::ranges::count(leases, server, &Lease::server); }
  // One at a time: of all pairs that may be, the best.
  void settle() {
    while (true) {
      using Rank = std::tuple<int64_t, uint64_t, int64_t, uint64_t>;
      std::optional<std::pair<Rank, Lease*>> best;
      for (Lease& lease : leases)
        for (const Server& server : servers) {
          const int64_t free = server.offer.slots - used(server.number);
          const auto fits = [&](const std::string& key) {
            return key == lease.want.key.text() || key == "*/" + lease.want.key.backend;
          };
          if (lease.server != 0 || free <= 0 || std::ranges::none_of(server.offer.keys, fits))
            continue;
          const Rank rank = {-lease.want.priority, lease.number, -free, server.number};
          if (!best || rank < best->first)
            best = {rank, &lease};
        }
      if (!best)
        return;
      best->second->server = std::get<3>(best->first);
    }
  }
};

class LeaseBookHistory : public ::testing::TestWithParam<uint32_t> {};

TEST_P(LeaseBookHistory, IsAsAModelHasIt) {
  std::mt19937 random(GetParam());
  const auto pick = [&](int64_t most) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(most));
  };
  const std::vector<std::string> keys = {"*/fsim", "*/csim", "a/csim",
                                         "b/csim", "a/tsim", "b/tsim"};
  const auto some_offer = [&] {
    LeaseBook::Offer one = offer(fmt::format("s:{}", pick(6)), 1 + pick(4), {});
    for (int64_t i = 0; i <= pick(3); ++i)
      one.keys.push_back(keys[static_cast<size_t>(pick(6))]);
    return one;
  };
  LeaseBook book;
  NaiveBook naive;
  const auto forget = [&](uint64_t number) {
    std::erase_if(naive.servers, [&](const auto& one) { return one.number == number; });
    for (auto& lease : naive.leases)
      if (lease.server == number)
        lease.server = UINT64_MAX;  // gone, and had
  };
  for (int step = 0; step < 400; ++step) {
    const int64_t what = pick(10);
    const uint64_t number =
        naive.servers.empty()
            ? 1
            : naive.servers[static_cast<size_t>(pick(static_cast<int64_t>(naive.servers.size())))]
                  .number;
    if (what == 0) {
      const auto one = some_offer();
      for (const auto& other : naive.servers)
        if (other.offer.address == one.address) {
          forget(other.number);
          break;
        }
      naive.servers.push_back({book.enter(one, kNow), one});
    } else if (what == 1) {
      book.leave(number);
      forget(number);
    } else if (what == 2) {
      auto one = some_offer();
      for (auto& server : naive.servers)
        if (server.number == number) {
          one.address = server.offer.address;
          server.offer = one;
          EXPECT_TRUE(book.renew(number, one, kNow));
        }
    } else if (what < 7) {
      const auto one = want(pick(4), pick(2) == 0 ? "a" : "b", pick(3) == 0 ? "tsim" : "csim");
      naive.leases.push_back({book.ask(one, kNow), one});
    } else if (!naive.leases.empty()) {
      const auto at = naive.leases.begin() + pick(static_cast<int64_t>(naive.leases.size()));
      book.end(at->number);
      naive.leases.erase(at);
    }
    book.settle(kNow);
    naive.settle();
    ASSERT_EQ(book.leases().size(), naive.leases.size());
    for (const auto& lease : naive.leases) {
      const LeaseBook::Lease& own = *book.lease(lease.number);
      ASSERT_EQ(own.server_is_gone, lease.server == UINT64_MAX) << "step " << step;
      if (lease.server != UINT64_MAX) {
        ASSERT_EQ(own.server, lease.server) << "step " << step << " lease " << lease.number;
      }
    }
    for (const auto& server : naive.servers)
      ASSERT_EQ(book.servers().at(server.number).in_use, naive.used(server.number));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LeaseBookHistory, ::testing::Range(1u, 21u));

}  // namespace
}  // namespace vta::remote
