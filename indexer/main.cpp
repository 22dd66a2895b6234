// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"

#include <malloc.h>

namespace {

/// Each page takes a few megabytes and returns them. By default the C library gives them back to the system every time,
/// and every page meets them again as new ones, filled with zeros.
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
