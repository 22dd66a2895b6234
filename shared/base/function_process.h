// SPDX-License-Identifier: GPL-3.0-or-later
/// A function of another program, in processes that end at their limit. What a script, for one, does with a text that
/// anybody may have written cannot be interrupted; a process can be ended.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

/// Processor time of a process.
inline constexpr std::chrono::milliseconds kLongestCall{200};

struct FunctionAnswer {
  std::string text;                ///< empty: the function threw, or did not end in time
  std::chrono::nanoseconds took{}; ///< 0: it is known from before
  bool is_cut = false;             ///< the process was ended, now or when it was first asked
};

/// For all threads, each of which has a process when it needs one. What was answered lately is kept.
class FunctionProcess {
 public:
  /// `command`: a program that calls serve_calls, and its arguments.
  explicit FunctionProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  ~FunctionProcess(); ///< ends the processes
  FunctionProcess(const FunctionProcess&) = delete;
  FunctionProcess& operator=(const FunctionProcess&) = delete;

  /// What the function returns. An empty answer, which is not kept, if there can be no process.
  FunctionAnswer call(std::string_view text, std::string_view option);
  /// The same if it is known; nobody is asked.
  std::optional<FunctionAnswer> known(std::string_view text, std::string_view option);

 private:
  struct Process {
    int pid = 0, socket = -1;
  };
  /// What is long is mostly repetitive.
  struct Kept {
    std::string text; ///< as put_piece leaves it
    bool is_cut = false;
  };
  using Answers = std::map<std::array<std::uint8_t, 32>, Kept>; ///< by the digest of option and text

  std::optional<Kept> find(const Answers::key_type& key);
  void keep(const Answers::key_type& key, Kept answer);
  std::optional<Process> take_process();

  std::vector<std::string> command_;
  std::mutex mutex_;
  std::vector<Process> idle_;
  Answers recent_, older_; ///< an answer of `older_` that is asked for becomes recent
  std::size_t recent_bytes_ = 0;
};

/// The program's part: answers calls on standard input, a socket, until it is closed. Returns the exit code.
int serve_calls(const std::function<std::string(const std::string& text, const std::string& option)>& function);

} // namespace trawl
