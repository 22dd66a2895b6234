// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_front.h"

#include "searchd/http/connection.h"
#include "searchd/http/response_bytes.h"
#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trawl::searchd {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kListenerKey = 0, kWakeKey = 1, kFirstConnection = 2;
constexpr auto kTick = 250ms;
constexpr auto kTickWhenFull = 10ms; // newcomers wait until the next connection times out
constexpr auto kFinishTime = 10s;
constexpr std::size_t kReadBytes = 16 * 1024;
constexpr std::size_t kNewcomers = 256;   // without a place; further ones wait in the kernel's queue
constexpr std::size_t kHealthPlaces = 16; // beyond the others
// The kernel would otherwise keep megabytes for each client that does not read.
constexpr int kSendBuffer = 64 * 1024;

std::string address_text(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET6) {
    inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, text.data(), text.size());
  } else if (address.ss_family == AF_INET) {
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr, text.data(), text.size());
  }
  return text.data();
}

bool is_loopback(const std::string& peer) {
  return peer.starts_with("127.") || peer == "::1" || peer.starts_with("::ffff:127.");
}

struct Client {
  Descriptor socket;
  Connection connection;
  std::string name;          ///< whose connection it is; empty: of somebody who is not limited
  std::uint32_t watched = 0; ///< epoll events asked for
};

/// A connection for which there is no place yet. Nothing of it is read.
struct Newcomer {
  Descriptor socket;
  std::string peer, name;
};

void read_from(Client& client, TimePoint now) {
  std::array<char, kReadBytes> buffer;
  const ssize_t count = ::recv(client.socket.get(), buffer.data(), buffer.size(), 0);
  if (count > 0)
    client.connection.receive({buffer.data(), static_cast<std::size_t>(count)}, now);
  else if (count == 0 || (errno != EAGAIN && errno != EINTR))
    client.connection.end_of_input(now);
}

/// Writes what the socket takes; false if the client is gone.
bool write_to(Client& client, TimePoint now) {
  while (!client.connection.unsent().empty()) {
    const std::string_view bytes = client.connection.unsent();
    const ssize_t count = ::send(client.socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    client.connection.sent(static_cast<std::size_t>(count), now);
    if (client.connection.state() == Connection::State::Lingering) ::shutdown(client.socket.get(), SHUT_WR);
  }
  return true;
}

/// Whether the client has sent bytes that were not read yet.
bool has_sent(const Client& client) {
  char byte = 0;
  return ::recv(client.socket.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/// Tells a client why its connection ends, as far as its socket takes it without waiting.
void turn_away(const Descriptor& socket, const char* why) {
  std::array<char, kReadBytes> request; // unread bytes would make the kernel reset the connection
  (void)::recv(socket.get(), request.data(), request.size(), 0);
  const std::string answer = refusal_answer({429, why});
  (void)::send(socket.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
  ::shutdown(socket.get(), SHUT_WR);
}

/// What a client has sent, without reading it: enough to know a health check. Nullopt if it has gone.
std::optional<std::string> first_words(const Descriptor& socket) {
  std::array<char, 16> bytes;
  const ssize_t count = ::recv(socket.get(), bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
  return std::string(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
}

bool asks_for(const RawRequest& request, std::string_view path) {
  const bool is_read = request.request.method == "GET" || request.request.method == "HEAD";
  return is_read && request.request.path == path;
}

} // namespace

struct HttpFront::Impl {
  Listener listener;
  HttpLimits limits;
  TrustedProxies proxies;
  Descriptor epoll, wake;
  std::unordered_map<std::uint64_t, Client> clients;
  std::map<std::uint64_t, Newcomer> newcomers; ///< the oldest first
  std::uint64_t next_key = kFirstConnection;
  WorkerPool* pool = nullptr;
  OnRefusal on_refusal;
  std::atomic<bool> stopping = false;
  bool accepting = false;
  bool is_full = false; ///< no room even for newcomers, who wait in the kernel's queue

  Impl(Listener bound, const HttpLimits& given, TrustedProxies trusted)
      : listener(std::move(bound)), limits(given), proxies(std::move(trusted)), epoll(::epoll_create1(EPOLL_CLOEXEC)),
        wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  bool watch(int fd, std::uint64_t key, std::uint32_t events, int operation) const {
    epoll_event event{};
    event.events = events;
    event.data.u64 = key;
    return ::epoll_ctl(epoll.get(), operation, fd, &event) == 0;
  }

  void accept_again(bool on) {
    if (on == accepting) return;
    accepting = on;
    watch(listener.fd(), kListenerKey, EPOLLIN, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL);
  }

 private:
  bool under_load() const { return clients.size() > limits.connections / 2; }

  /// Whose limits count for an address. Behind loopback and a trusted proxy are many clients, so there none does.
  std::string client_name(const std::string& address) const {
    const bool is_many = (is_loopback(address) && !limits.is_loopback_one_client) || proxies.trusts(address);
    return is_many ? "" : client_network(address);
  }

  void note_refusal(int status, const std::string& peer) const {
    if (status != 0 && on_refusal) on_refusal(status, peer);
  }

  bool is_client_over(const std::string& name) const {
    if (name.empty()) return false;
    const auto is_of_client = [&](const auto& entry) { return entry.second.name == name; };
    const auto of_client =
        std::ranges::count_if(clients, is_of_client) + std::ranges::count_if(newcomers, is_of_client);
    return of_client >= static_cast<std::ptrdiff_t>(limits.connections_per_client);
  }

  /// Closes the connection that has waited longest: first for a request that does not come, then for a client that does
  /// not read its answer. False if all are within their time or being answered.
  bool make_room(TimePoint now) {
    constexpr int kStays = 3;
    const auto rank = [&](const auto& entry) {
      using enum Connection::State;
      const Connection& connection = entry.second.connection;
      const auto is_late = [&](TimePoint since, auto time) { return now - since >= time; };
      if (connection.state() == Lingering) return std::pair(0, connection.since());
      if (const auto since = connection.answering_since())
        return std::pair(is_late(*since, limits.reading_time) ? 2 : kStays, *since);
      const bool is_asked = connection.state() == Idle || connection.state() == Reading;
      return std::pair(is_asked && is_late(connection.since(), limits.grace_time) ? 1 : kStays, connection.since());
    };
    for (;;) {
      const auto victim = std::ranges::min_element(clients, {}, rank);
      if (victim == clients.end() || rank(*victim).first == kStays) return false;
      Client& client = victim->second;
      const bool may_ask = rank(*victim).first == 1;
      if (!may_ask || !has_sent(client)) {
        // A client whose first request is on its way finds an answer when it has sent it.
        if (may_ask && client.connection.awaits_answer()) {
          turn_away(client.socket, "There are too many connections; try again in a few seconds.");
          note_refusal(429, client.connection.peer());
        }
        clients.erase(victim);
        return true;
      }
      // Its request arrived while others were served. Each turn reads a part of it, and requests are limited in length.
      const std::uint64_t key = victim->first;
      const auto before = clients.size();
      read_from(client, now);
      advance(key, client, now);
      if (clients.size() < before) return true;
    }
  }

  bool has_place(TimePoint now) {
    while (clients.size() >= limits.connections) { // more, if health is being asked for
      if (!make_room(now)) return false;
    }
    return true;
  }

  /// Waits with further clients until there is room; they stay in the kernel's queue.
  bool has_room(TimePoint now) {
    is_full = newcomers.size() >= kNewcomers && !has_place(now);
    if (is_full) accept_again(false);
    return !is_full;
  }

  void admit(std::uint64_t key, Newcomer newcomer, TimePoint now) {
    watch(newcomer.socket.get(), key, EPOLLIN, EPOLL_CTL_MOD);
    clients.emplace(key, Client{std::move(newcomer.socket), Connection(std::move(newcomer.peer), limits, now),
                                std::move(newcomer.name), EPOLLIN});
  }

  /// In the order in which they came, as far as there are places.
  void admit_newcomers(TimePoint now) {
    while (!newcomers.empty() && has_place(now)) {
      auto oldest = newcomers.extract(newcomers.begin());
      admit(oldest.key(), std::move(oldest.mapped()), now);
    }
  }

  /// A newcomer has sent something, or is gone. Health checks need no place.
  void look_at(std::uint64_t key, TimePoint now) {
    const auto found = newcomers.find(key);
    if (found == newcomers.end()) return;
    const auto words = first_words(found->second.socket);
    const bool is_check = words && clients.size() < limits.connections + kHealthPlaces &&
                          (words->contains(" /healthz ") || words->contains(" /readyz "));
    if (words && !words->empty() && !is_check) watch(found->second.socket.get(), key, 0, EPOLL_CTL_MOD); // for later
    if (words && !is_check) return;
    auto newcomer = newcomers.extract(found);
    if (is_check) admit(key, std::move(newcomer.mapped()), now);
  }

  void accept_clients(TimePoint now) {
    pollfd arrivals{listener.fd(), POLLIN, 0};
    while (::poll(&arrivals, 1, 0) > 0 && has_room(now)) { // without a newcomer, nobody has to make room
      sockaddr_storage address{};
      socklen_t size = sizeof address;
      const int fd =
          ::accept4(listener.fd(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (fd < 0) {
        // Out of descriptors: try again at the next tick rather than spin.
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) accept_again(false);
        if (errno == ECONNABORTED || errno == EINTR) continue;
        return;
      }
      Descriptor socket(fd);
      std::string peer = address_text(address);
      const std::uint64_t key = next_key++;
      std::string name = client_name(peer);
      if (is_client_over(name)) {
        turn_away(socket, "There are too many connections from this address; try again in a few seconds.");
        note_refusal(429, peer);
        continue;
      }
      const int on = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); // without it an answer waits 40 ms for an ACK
      ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
      if (!watch(fd, key, EPOLLIN, EPOLL_CTL_ADD)) continue;
      newcomers.emplace(key, Newcomer{std::move(socket), std::move(peer), std::move(name)});
      admit_newcomers(now);
    }
  }

  /// Hands a complete request to the workers, or answers 429 if there is no room. Health checks do not wait.
  void hand_over(std::uint64_t key, Client& client, TimePoint now) {
    RawRequest request = client.connection.take_request(now);
    const bool asks_if_ready = asks_for(request, "/readyz");
    if (asks_if_ready && pool->is_refusing()) return client.connection.answer({unready_answer(), true}, now);
    std::string name = client_name(proxies.client_of(request.request));
    WaitingRequest waiting{key, std::move(name), std::move(request)};
    const bool is_urgent = asks_if_ready || asks_for(waiting.request, "/healthz");
    if (is_urgent && pool->submit_urgent(waiting)) return;
    if (pool->submit(std::move(waiting))) return;
    note_refusal(429, client.connection.peer());
    client.connection.answer({busy_answer(), true}, now);
  }

  /// The client is gone: so is its request.
  void drop(std::uint64_t key) {
    if (pool != nullptr) pool->abandon(key);
    clients.erase(key);
    newcomers.erase(key);
  }

  /// Moves a client on after an event: writes, hands over a complete request, updates the epoll events.
  void advance(std::uint64_t key, Client& client, TimePoint now) {
    Connection& connection = client.connection;
    note_refusal(connection.take_refusal(), connection.peer());
    const bool alive = write_to(client, now);
    if (!alive || connection.state() == Connection::State::Closed) {
      drop(key);
      return;
    }
    // More than once if the client has sent requests ahead and their answers are there already.
    while (connection.state() == Connection::State::Ready) {
      hand_over(key, client, now);
      if (!write_to(client, now)) {
        drop(key);
        return;
      }
    }
    std::uint32_t wanted = connection.wants_bytes() ? static_cast<std::uint32_t>(EPOLLIN) : 0;
    if (!connection.unsent().empty()) wanted |= EPOLLOUT;
    if (wanted == client.watched) return;
    watch(client.socket.get(), key, wanted, EPOLL_CTL_MOD);
    client.watched = wanted;
  }

  void handle(const epoll_event& event, TimePoint now) {
    const auto found = clients.find(event.data.u64);
    if (found == clients.end()) return look_at(event.data.u64, now);
    Client& client = found->second;
    const bool broken = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
    if (broken && !client.connection.wants_bytes()) return drop(event.data.u64);
    if (client.connection.wants_bytes() && (event.events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0)
      read_from(client, now);
    advance(event.data.u64, client, now);
  }

  /// Does `work` for a client. If there is no memory for it, that client alone loses its connection.
  template <typename Work>
  void for_client(std::uint64_t key, const Work& work) {
    const auto done = catching_exceptions([&]() -> Result<void> { return work(), Result<void>(); });
    if (!done) drop(key);
  }

  void deliver_answers(TimePoint now) {
    eventfd_t count = 0;
    ::eventfd_read(wake.get(), &count);
    for (WorkerPool::Done& done : pool->take_done()) {
      const auto found = clients.find(done.connection);
      if (found == clients.end()) continue;
      if (done.is_refused) note_refusal(429, found->second.connection.peer());
      for_client(done.connection, [&] {
        found->second.connection.answer(std::move(done.response), now);
        advance(done.connection, found->second, now);
      });
    }
  }

  void erase_closed() {
    std::erase_if(clients,
                  [](const auto& entry) { return entry.second.connection.state() == Connection::State::Closed; });
  }

 public:
  void close_late(TimePoint now) {
    const bool load = under_load();
    // Without memory for the answer that a late client gets, it is closed later.
    std::ignore = catching_exceptions([&]() -> Result<void> {
      for (auto& [key, client] : clients) {
        client.connection.check_deadline(now, load);
        note_refusal(client.connection.take_refusal(), client.connection.peer());
      }
      return {};
    });
    erase_closed();
  }

  void begin_finish() {
    accept_again(false);
    newcomers.clear();
    for (auto& [key, client] : clients) client.connection.finish_soon();
    erase_closed();
  }

  void wait_and_handle() {
    std::array<epoll_event, 256> events;
    const auto tick = newcomers.empty() ? kTick : kTickWhenFull;
    const int count = ::epoll_wait(epoll.get(), events.data(), events.size(), static_cast<int>(tick.count()));
    const TimePoint now = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events.at(static_cast<std::size_t>(i));
      for_client(event.data.u64, [&] {
        if (event.data.u64 == kListenerKey)
          accept_clients(now);
        else if (event.data.u64 == kWakeKey)
          deliver_answers(now);
        else
          handle(event, now);
      });
    }
    for_client(kListenerKey, [&] {
      admit_newcomers(now);
      if (is_full && has_room(now)) accept_again(true);
    });
  }
};

HttpFront::HttpFront(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpFront::~HttpFront() = default;

Result<std::unique_ptr<HttpFront>> HttpFront::open(Listener listener, const HttpLimits& limits,
                                                   TrustedProxies proxies) {
  auto impl = std::make_unique<Impl>(std::move(listener), limits, std::move(proxies));
  if (impl->epoll.get() < 0 || impl->wake.get() < 0 ||
      !impl->watch(impl->wake.get(), kWakeKey, EPOLLIN, EPOLL_CTL_ADD)) {
    return std::unexpected(system_error("cannot wait for requests", "epoll, eventfd"));
  }
  return std::unique_ptr<HttpFront>(new HttpFront(std::move(impl)));
}

const Endpoint& HttpFront::endpoint() const { return impl_->listener.endpoint(); }

void HttpFront::run(std::size_t threads, const MakeResponder& make_responder, const std::function<void()>& each_tick,
                    const OnRefusal& on_refusal) {
  Impl& front = *impl_;
  front.on_refusal = on_refusal;
  WorkerPool pool(threads, front.limits, make_responder, [&front] { ::eventfd_write(front.wake.get(), 1); });
  front.pool = &pool;
  TimePoint last_tick{};
  while (!front.stopping) {
    const TimePoint now = std::chrono::steady_clock::now();
    if (now - last_tick >= kTick) {
      last_tick = now;
      front.accept_again(true);
      front.close_late(now);
      each_tick();
    }
    front.wait_and_handle();
  }
  front.begin_finish();
  const TimePoint begin = std::chrono::steady_clock::now();
  for (TimePoint now = begin; !front.clients.empty() && now < begin + kFinishTime;) {
    front.wait_and_handle();
    now = std::chrono::steady_clock::now();
    front.close_late(now);
    // Whose connection was accepted may be sending a request: no one else will read it.
    const bool may_ask = now < begin + front.limits.last_request_time;
    std::erase_if(front.clients, [&](const auto& entry) {
      const Connection& connection = entry.second.connection;
      return connection.wants_bytes() && !(may_ask && connection.awaits_answer());
    });
  }
  front.pool = nullptr;
}

void HttpFront::stop() {
  impl_->stopping = true;
  ::eventfd_write(impl_->wake.get(), 1);
}

} // namespace trawl::searchd
