// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/stop_signal.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <tuple>

#include <unistd.h>

namespace trawl::commands {
namespace {

// A signal handler can use only globals. NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> stop_signal = 0;
std::atomic<bool> is_hangup_reload = false, reload = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (signal == SIGHUP && is_hangup_reload) {
    reload = true;
  } else if (stop_signal.exchange(signal) != 0) {
    ::_exit(128 + signal);
  } else if (signal == SIGINT) { // a person waits, and committing a batch takes a while
    constexpr std::string_view kSaid = "\nstopping after this batch; Ctrl-C again ends at once\n";
    const int before = errno;
    std::ignore = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
    errno = before;
  }
}

void catch_one(int signal) {
  struct sigaction action{};
  action.sa_handler = on_signal;
  ::sigaction(signal, &action, nullptr);
}

} // namespace

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM}) catch_one(signal);
  struct sigaction hangup{};
  const bool is_ignored = ::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
  if (!is_ignored) catch_one(SIGHUP);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // over the limit of file sizes, a write fails with a reason
}

void reload_on_hangup() {
  is_hangup_reload = true;
  catch_one(SIGHUP);
}

bool is_stopped() { return stop_signal != 0; }
bool is_reload_wanted() { return reload; }
bool take_reload() { return reload.exchange(false); }
int signal_exit_code() { return stop_signal == 0 ? 0 : 128 + stop_signal; }

} // namespace trawl::commands
