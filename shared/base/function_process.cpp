// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/function_process.h"

#include "shared/base/piece.h"
#include "shared/base/sha256.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): POSIX declares it so

namespace trawl {
namespace {

constexpr std::size_t kMaxKept = 8u << 20, kMaxBytes = 64u << 20;

/// In front of a call: the lengths of option and text. In front of an answer: what it took, and its length.
using Head = std::array<std::uint64_t, 2>;

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool receive_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::recv(socket, bytes, size, 0);
    if (count == 0 || (count < 0 && errno != EINTR)) return false;
    if (count < 0) continue;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::string_view bytes_of(const Head& head) { return {reinterpret_cast<const char*>(head.data()), sizeof head}; }

std::optional<Head> receive_head(int socket) {
  Head head{};
  if (!receive_all(socket, reinterpret_cast<char*>(head.data()), sizeof head)) return std::nullopt;
  return head[1] <= kMaxBytes ? std::optional(head) : std::nullopt;
}

std::optional<FunctionAnswer> ask(int socket, std::string_view text, std::string_view option) {
  const Head head{option.size(), text.size()};
  if (!send_all(socket, bytes_of(head)) || !send_all(socket, option) || !send_all(socket, text)) return std::nullopt;
  const auto answer = receive_head(socket);
  if (!answer) return std::nullopt;
  FunctionAnswer out{std::string((*answer)[1], '\0'), std::chrono::nanoseconds((*answer)[0])};
  if (!receive_all(socket, out.text.data(), out.text.size())) return std::nullopt;
  return out;
}

/// Ends a process and says how it ended.
int end(int pid, int socket) {
  ::close(socket);
  ::kill(pid, SIGKILL); // which changes nothing if it has ended
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::chrono::nanoseconds process_time() {
  timespec spent{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return std::chrono::seconds{spent.tv_sec} + std::chrono::nanoseconds{spent.tv_nsec};
}

std::array<std::uint8_t, 32> key_of(std::string_view text, std::string_view option) {
  return sha256(std::string(option).append(1, '\0').append(text));
}

/// The kernel ends this process when it has taken so much processor time; 0: it does not.
void end_after(std::chrono::microseconds time) {
  const itimerval timer{{}, {time.count() / 1'000'000, time.count() % 1'000'000}};
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

} // namespace

FunctionProcess::~FunctionProcess() {
  for (const Process& process : idle_) end(process.pid, process.socket);
}

std::optional<FunctionProcess::Process> FunctionProcess::take_process() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      const Process process = idle_.back();
      idle_.pop_back();
      return process;
    }
  }
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals); // a daemon's threads block the signals that stop a program
  sigaddset(&signals, SIGPROF);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> argv;
  for (std::string& word : command_) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  const int failed = ::posix_spawn(&pid, argv.front(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == 0) return Process{pid, ends[0]};
  ::close(ends[0]);
  return std::nullopt;
}

std::optional<FunctionProcess::Kept> FunctionProcess::find(const Answers::key_type& key) {
  const std::lock_guard lock(mutex_);
  if (const auto recent = recent_.find(key); recent != recent_.end()) return recent->second;
  const auto older = older_.find(key);
  if (older == older_.end()) return std::nullopt;
  Kept answer = std::move(older->second);
  older_.erase(older);
  keep(key, answer);
  return answer;
}

/// With the mutex held.
void FunctionProcess::keep(const Answers::key_type& key, Kept answer) {
  recent_bytes_ += sizeof(Answers::value_type) + answer.text.size();
  recent_[key] = std::move(answer);
  if (recent_bytes_ <= kMaxKept / 2) return;
  older_ = std::exchange(recent_, {});
  recent_bytes_ = 0;
}

std::optional<FunctionAnswer> FunctionProcess::known(std::string_view text, std::string_view option) {
  const auto kept = find(key_of(text, option));
  if (!kept) return std::nullopt;
  FunctionAnswer answer{"", {}, kept->is_cut};
  std::string_view rest = kept->text;
  Piece piece;
  const bool is_read = take_piece(rest, nullptr, piece) && piece.read(answer.text);
  return is_read ? std::optional(std::move(answer)) : std::nullopt;
}

FunctionAnswer FunctionProcess::call(std::string_view text, std::string_view option) {
  if (auto found = known(text, option)) return *std::move(found);
  const auto process = take_process();
  if (!process) return {};
  auto answer = ask(process->socket, text, option);
  if (!answer) {
    const int status = end(process->pid, process->socket);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGPROF) return {}; // it may be another time
    answer = FunctionAnswer{"", kLongestCall, true};
  }
  Kept kept{"", answer->is_cut};
  put_piece(kept.text, answer->text, nullptr);
  const std::lock_guard lock(mutex_);
  if (!answer->is_cut) idle_.push_back(*process);
  keep(key_of(text, option), std::move(kept));
  return *std::move(answer);
}

int serve_calls(const std::function<std::string(const std::string& text, const std::string& option)>& function) {
  auto before = std::chrono::nanoseconds(0); // what the program did before counts as a part of the first call
  while (const auto head = receive_head(STDIN_FILENO)) {
    std::string option((*head)[0], '\0'), text((*head)[1], '\0');
    if (!receive_all(STDIN_FILENO, option.data(), option.size()) ||
        !receive_all(STDIN_FILENO, text.data(), text.size()))
      return 1;
    end_after(kLongestCall);
    const std::string answer = function(text, option);
    end_after({});
    const auto now = process_time();
    const Head answered{static_cast<std::uint64_t>((now - std::exchange(before, now)).count()), answer.size()};
    if (!send_all(STDIN_FILENO, bytes_of(answered)) || !send_all(STDIN_FILENO, answer)) return 1;
  }
  return 0;
}

} // namespace trawl
