// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/pdf/pdf_xml.h"

#include "shared/base/descriptor.h"
#include "shared/base/system_error.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trawl::pdf {
namespace {

using Clock = std::chrono::steady_clock;

constexpr rlim_t kFiles = 32;
constexpr int kNoLimits = 125, kNotStarted = 127, kInput = 3;

bool write_all(int number, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(number, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// In the new process: only calls that are safe there, and never back.
[[noreturn]] void become_pdftohtml(int input, int output, const PdfLimits& limits) {
  const auto limit = [](__rlimit_resource_t resource, rlim_t most) {
    const rlimit both{most, most};
    if (::setrlimit(resource, &both) != 0) ::_exit(kNoLimits);
  };
  limit(RLIMIT_CPU, limits.processor_seconds);
  limit(RLIMIT_AS, limits.memory_bytes);
  limit(RLIMIT_NOFILE, kFiles);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::dup2(output, STDOUT_FILENO);
  if (input == kInput)
    ::fcntl(input, F_SETFD, 0);
  else
    ::dup2(input, kInput);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const std::array<const char*, 8> arguments{"pdftohtml", "-xml", "-i", "-q", "-stdout", "/proc/self/fd/3", nullptr};
  const std::array<const char*, 3> environment{"PATH=/usr/bin:/bin:/usr/local/bin", "LC_ALL=C.UTF-8", nullptr};
  ::execvpe("pdftohtml", const_cast<char* const*>(arguments.data()), const_cast<char* const*>(environment.data()));
  ::_exit(kNotStarted);
}

/// What the process writes, until it ends, writes too much, or time is up. The last two are false.
bool read_output(int number, const PdfLimits& limits, std::string& out) {
  const auto end = Clock::now() + limits.patience;
  std::array<char, 65'536> buffer;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || out.size() > limits.output_bytes) return false;
    pollfd ready{number, POLLIN, 0};
    const int count_ready = ::poll(&ready, 1, static_cast<int>(left));
    if (count_ready < 0 && errno == EINTR) continue;
    if (count_ready <= 0) return false;
    const ssize_t count = ::read(number, buffer.data(), buffer.size());
    if (count == 0) return true;
    if (count > 0) out.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

} // namespace

Result<std::string> pdf_xml(std::string_view bytes, const PdfLimits& limits) {
  const Descriptor input(::memfd_create("pdf", MFD_CLOEXEC));
  std::array<int, 2> ends{-1, -1};
  if (input.get() < 0 || !write_all(input.get(), bytes) || ::pipe2(ends.data(), O_CLOEXEC) != 0)
    return std::unexpected(system_error(errno, "cannot pass a PDF to", "pdftohtml"));
  const Descriptor output(ends[0]);
  Descriptor write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return std::unexpected(system_error(errno, "cannot start", "pdftohtml"));
  if (child == 0) become_pdftohtml(input.get(), write_end.get(), limits);
  write_end.close();
  std::string out;
  const bool is_within = read_output(output.get(), limits, out);
  if (!is_within) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  if (!is_within || WIFSIGNALED(status)) return fail(ErrorCode::Malformed, "this PDF takes too much time or memory");
  if (WEXITSTATUS(status) == kNotStarted)
    return fail(ErrorCode::NotFound, "a PDF needs pdftohtml, which is not installed", {},
                "install the package poppler-utils");
  if (WEXITSTATUS(status) == kNoLimits)
    return fail(ErrorCode::Permission, "a PDF is not read, because the limits of pdftohtml cannot be set");
  if (WEXITSTATUS(status) != 0)
    return fail(ErrorCode::Malformed, "pdftohtml cannot read this PDF: it may be damaged or need a password");
  return out;
}

} // namespace trawl::pdf
