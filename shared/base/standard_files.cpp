// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/standard_files.h"

#include <cerrno>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

namespace trawl {

void reserve_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Opened in the wrong direction, so that its use fails.
    if (::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) return;
  }
}

Result<void> flush_standard_output() {
  // After a write that failed earlier, errno is that of this write.
  if (std::cout.flush() || errno == EPIPE) return {};
  return fail(ErrorCode::Disk, std::string("cannot write: ") + std::strerror(errno), "standard output");
}

} // namespace trawl
