// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"

#include <malloc.h>

namespace {

/// Each page needs a few megabytes and frees them. By default the C library returns them to the system every time, and
/// the system fills them with zeros again for the next page.
void keep_memory_between_pages() {
  constexpr int kMegabyte = 1 << 20;
  ::mallopt(M_TRIM_THRESHOLD, 4 * kMegabyte);
  ::mallopt(M_MMAP_THRESHOLD, kMegabyte);
}

} // namespace

int main(int argc, char** argv) {
  keep_memory_between_pages();
  return trawl::commands::run(argc, argv);
}
