// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/fair_queue.h"

#include <algorithm>
#include <tuple>

namespace trawl::searchd {
namespace {

/// Idle clients whose service is remembered; beyond that they are forgotten at once.
constexpr std::size_t kMaxRemembered = 4'096;

/// About how many of the last requests say how long one takes.
constexpr int kAveraged = 32;

/// However few wait, none is let in that is likely to wait this many times the patience: its client has gone by then.
constexpr int kLongestWait = 20;

} // namespace

std::optional<WaitingRequest> FairQueue::push(WaitingRequest waiting) {
  Client& client = clients_[waiting.client];
  if (client.is_idle()) client.served = std::max(client.served, virtual_time_);
  client.waiting.push_back(std::move(waiting));
  ++size_;
  if (!is_full()) return std::nullopt;
  return take_newest(&client);
}

std::optional<WaitingRequest> FairQueue::refuse() {
  if (!is_hopeless()) return std::nullopt;
  return take_newest(nullptr);
}

/// Among clients with equally many, of the newcomer if there is one.
WaitingRequest FairQueue::take_newest(Client* newcomer) {
  const auto waiting = [](const auto& entry) { return entry.second.waiting.size(); };
  Client* loser = &std::ranges::max_element(clients_, {}, waiting)->second;
  if (newcomer != nullptr && newcomer->waiting.size() == loser->waiting.size()) loser = newcomer;
  WaitingRequest refused = std::move(loser->waiting.back());
  loser->waiting.pop_back();
  --size_;
  return refused;
}

std::optional<WaitingRequest> FairQueue::pop() {
  Client* next = nullptr;
  const auto rank = [](const Client& client) { return std::tuple(client.running, client.served); };
  for (auto& [name, client] : clients_) {
    if (!client.waiting.empty() && (next == nullptr || rank(client) < rank(*next))) next = &client;
  }
  if (next == nullptr) return std::nullopt;
  WaitingRequest request = std::move(next->waiting.front());
  next->waiting.pop_front();
  ++next->running;
  --size_;
  virtual_time_ = std::max(virtual_time_, next->served);
  return request;
}

void FairQueue::finish(const std::string& client, std::chrono::nanoseconds spent) {
  const auto found = clients_.find(client);
  if (found == clients_.end() || found->second.running == 0) return;
  --found->second.running;
  found->second.served += std::max(spent, std::chrono::nanoseconds(1));
  usual_ = usual_ == std::chrono::nanoseconds(0) ? spent : usual_ + (spent - usual_) / kAveraged;
  forget_idle_clients();
}

void FairQueue::remove(std::uint64_t connection) {
  for (auto& [name, client] : clients_) {
    size_ -= std::erase_if(client.waiting, [&](const auto& request) { return request.connection == connection; });
  }
  forget_idle_clients();
}

bool FairQueue::is_full() const {
  if (size_ <= capacity_) return is_hopeless();
  return usual_ == std::chrono::nanoseconds(0) || usual_ * static_cast<std::int64_t>(size_) > patience_;
}

bool FairQueue::is_hopeless() const {
  return patience_ > std::chrono::nanoseconds(0) &&
         usual_ * static_cast<std::int64_t>(size_) > patience_ * kLongestWait;
}

/// A client that has had no more than the others has nothing to be remembered for. When nobody waits or runs, all start
/// anew.
void FairQueue::forget_idle_clients() {
  const bool all_idle = std::ranges::all_of(clients_, [](const auto& entry) { return entry.second.is_idle(); });
  const bool too_many = clients_.size() > kMaxRemembered;
  std::erase_if(clients_, [&](const auto& entry) {
    return entry.second.is_idle() && (all_idle || too_many || entry.second.served <= virtual_time_);
  });
}

} // namespace trawl::searchd
