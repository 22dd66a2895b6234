// SPDX-License-Identifier: GPL-3.0-or-later
// Signals change the whole process, so each case runs in a child.
#include "indexer/commands/stop_signal.h"

#include "shared/base/file.h"
#include "tests/indexer/commands/indexer_run.h"

#include <csignal>
#include <cstdio>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

using namespace trawl;
using namespace trawl::commands;

namespace {

/// The exit code of a child that runs this.
int in_child(const std::function<int()>& run) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(run());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("stop signal: without a signal nothing is stopped, and the code is 0", "[commands]") {
  CHECK(in_child([] {
          catch_signals();
          return is_stopped() || is_reload_wanted() ? 99 : signal_exit_code();
        }) == 0);
}

TEST_CASE("stop signal: the first one asks to end, with 128 and its number as the exit code", "[commands]") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CHECK(in_child([signal] {
            catch_signals();
            std::raise(signal);
            return is_stopped() ? signal_exit_code() : 99;
          }) == 128 + signal);
  }
}

TEST_CASE("stop signal: who presses Ctrl-C reads at once that it was heard", "[commands]") {
  const test::TemporaryDirectory directory;
  const auto file = directory.data().root / "said";
  CHECK(in_child([&] {
          if (std::freopen(file.c_str(), "w", stderr) == nullptr) return 99;
          catch_signals();
          std::raise(SIGINT);
          return signal_exit_code();
        }) == 130);
  CHECK(read_file(file) == "\nstopping after this batch; Ctrl-C again ends at once\n");
}

TEST_CASE("stop signal: the second one ends the process at once", "[commands]") {
  CHECK(in_child([] {
          catch_signals();
          std::raise(SIGTERM);
          std::raise(SIGINT);
          return 99;
        }) == 128 + SIGINT);
}

TEST_CASE("stop signal: SIGHUP is ignored by what was started to survive its terminal", "[commands]") {
  CHECK(in_child([] {
          std::signal(SIGHUP, SIG_IGN); // as nohup does
          catch_signals();
          std::raise(SIGHUP);
          return is_stopped() ? 99 : signal_exit_code();
        }) == 0);
}

TEST_CASE("stop signal: SIGHUP asks a crawl that goes on to read the catalogue again, SIGPIPE is ignored",
          "[commands]") {
  CHECK(in_child([] {
          catch_signals();
          reload_on_hangup();
          std::raise(SIGPIPE);
          std::raise(SIGHUP);
          std::raise(SIGHUP);
          const bool right = is_reload_wanted() && take_reload() && !take_reload() && !is_reload_wanted();
          return right && !is_stopped() ? 0 : 99;
        }) == 0);
}

TEST_CASE("stop signal: a check that is stopped ends as stopped, not as damage", "[commands]") {
  const test::IndexerWorld world;
  std::string rows;
  for (const char* name : {"a", "b", "c", "d"}) rows += test::import_row(name);
  REQUIRE(world.run({"import", world.file("rows", rows)}).exit_code == 0);
  CHECK(in_child([&] {
          catch_signals();
          std::raise(SIGINT);
          return world.run({"index", "check"}).exit_code;
        }) == 130);
}

TEST_CASE("stop signal: other commands that are stopped end with 130 too, and keep what they had", "[commands]") {
  const test::IndexerWorld world;
  REQUIRE(world.run({"import", world.file("rows", test::import_row("a"))}).exit_code == 0);
  const auto stopped = [&](const std::vector<std::string>& words) {
    return in_child([&] {
      catch_signals();
      std::raise(SIGINT);
      return world.run(words).exit_code;
    });
  };
  CHECK(stopped({"export"}) == 130);
  CHECK(stopped({"index", "rebuild"}) == 130);
  CHECK(stopped({"import", world.file("more", test::import_row("b"))}) == 130);
  CHECK(world.run({"index", "check"}).exit_code == 0);
}
