// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list_cleaner.h"

#include "shared/index/postings/posting_lists.h"

#include <system_error>
#include <vector>

namespace trawl::index {

namespace fs = std::filesystem;

void remove_other_posting_lists(const fs::path& generation, std::uint64_t revision) {
  std::error_code status;
  std::vector<fs::path> others;
  for (fs::directory_iterator it(generation, status), end; !status && it != end; it.increment(status)) {
    const bool is_one = it->path().filename().string().starts_with("words-");
    if (is_one && it->path() != posting_list_file(generation, revision)) others.push_back(it->path());
  }
  for (const fs::path& other : others) fs::remove(other, status);
}

} // namespace trawl::index
