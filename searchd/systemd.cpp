// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/systemd.h"

#include "shared/base/descriptor.h"
#include "shared/base/environment.h"
#include "shared/base/whole_number.h"

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace trawl::searchd {
namespace {

constexpr int kFirstSocket = 3; // SD_LISTEN_FDS_START

std::optional<long> number_in(const char* variable) { return whole_number<long>(environment(variable)); }

} // namespace

void notify_manager(std::string_view state) {
  const std::string path = environment("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path.size() < 2 || path.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  if (path.front() == '@') address.sun_path[0] = '\0'; // an abstract socket
  const Descriptor manager(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!manager.is_open()) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  ::sendto(manager.get(), state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), size);
}

std::optional<int> take_activated_socket() {
  const auto pid = number_in("LISTEN_PID");
  const auto count = number_in("LISTEN_FDS");
  for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(name);
  if (!pid || *pid != ::getpid() || !count || *count < 1) return std::nullopt;
  return kFirstSocket;
}

} // namespace trawl::searchd
