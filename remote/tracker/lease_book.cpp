#include "remote/tracker/lease_book.h"

#include <algorithm>

#include "base/error.h"

namespace vta::remote {
uint64_t LeaseBook::enter(Offer offer, Time now) {
  for (const auto& [number, server] : servers_)
    if (server.offer.address == offer.address) {
      leave(number);
      break;
    }
  servers_[++last_server_] = {.offer = std::move(offer), .since = now, .renewed = now};
  return last_server_;
}

bool LeaseBook::renew(uint64_t server, Offer offer, Time now) {
  const auto found = servers_.find(server);
  if (found == servers_.end())
    return false;
  found->second.offer = std::move(offer);
  found->second.renewed = now;
  return true;
}

void LeaseBook::leave(uint64_t server) {
  if (servers_.erase(server) == 0)
    return;
  for (auto& [number, lease] : leases_)
    if (lease.server == server)
      lease.server_is_gone = true;
}

uint64_t LeaseBook::ask(Want want, Time now) {
  leases_[++last_lease_] = {.want = std::move(want), .since = now};
  return last_lease_;
}

void LeaseBook::end(uint64_t lease) {
  const auto found = leases_.find(lease);
  if (found == leases_.end())
    return;
  if (const auto server = servers_.find(found->second.server); server != servers_.end())
    --server->second.in_use;
  leases_.erase(found);
}

LeaseBook::Server* LeaseBook::free_server(const Want& want, uint64_t& number) {
  Server* best = nullptr;
  std::pair<bool, int64_t> best_rank;  // reached, free slots
  for (auto& [candidate, server] : servers_) {
    const int64_t free = server.offer.slots - server.in_use;
    const std::pair rank = {std::ranges::count(want.avoid, server.offer.address) == 0, free};
    if (free <= 0 || (best != nullptr && rank <= best_rank))
      continue;
    if (std::ranges::none_of(server.offer.keys,
                             [&](const std::string& offered) { return suits(offered, want.key); }))
      continue;
    best = &server;
    best_rank = rank;
    number = candidate;
  }
  return best;
}

std::vector<LeaseBook::Granted> LeaseBook::settle(Time now) {
  int64_t free = 0;
  for (const auto& [number, server] : servers_)
    free += std::max<int64_t>(server.offer.slots - server.in_use, 0);
  std::vector<Granted> granted;
  if (free == 0)
    return granted;
  for (const uint64_t number : waiting()) {
    if (free == 0)
      break;
    Lease& lease = leases_.at(number);
    uint64_t which = 0;
    Server* const server = free_server(lease.want, which);
    if (server == nullptr)
      continue;
    ++server->in_use;
    ++server->granted;
    --free;
    lease.server = which;
    lease.address = server->offer.address;
    lease.since = now;
    granted.push_back({number, which});
  }
  return granted;
}

const LeaseBook::Lease* LeaseBook::lease(uint64_t number) const {
  const auto found = leases_.find(number);
  return found == leases_.end() ? nullptr : &found->second;
}

std::vector<uint64_t> LeaseBook::waiting() const {
  std::vector<uint64_t> numbers;
  for (const auto& [number, lease] : leases_)
    if (lease.server == 0)
      numbers.push_back(number);
  // The map has them as they came.
  std::ranges::stable_sort(numbers, [this](uint64_t a, uint64_t b) {
    return leases_.at(a).want.priority > leases_.at(b).want.priority;
  });
  return numbers;
}

int64_t LeaseBook::before(uint64_t lease) const {
  const auto own = leases_.find(lease);
  if (own == leases_.end())
    return 0;
  return std::ranges::count_if(leases_, [&](const auto& other) {
    return other.second.server == 0 &&
           (other.second.want.priority > own->second.want.priority ||
            (other.second.want.priority == own->second.want.priority && other.first < lease));
  });
}

int64_t LeaseBook::offering(const DeviceKey& key) const {
  return std::ranges::count_if(servers_, [&](const auto& server) {
    return std::ranges::any_of(server.second.offer.keys,
                               [&](const std::string& offered) { return suits(offered, key); });
  });
}

}  // namespace vta::remote
