// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/partition.h"

#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

#include <charconv>
#include <cstdint>
#include <string>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxPartitions = 1'000;

bool read_number(std::string_view text, std::size_t& number) {
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

} // namespace

Result<Partition> parse_partition(std::string_view text) {
  const std::size_t slash = text.find('/');
  Partition partition;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), partition.number) ||
      !read_number(text.substr(slash + 1), partition.count) || partition.number < 1 ||
      partition.number > partition.count || partition.count > kMaxPartitions) {
    return fail(ErrorCode::Usage, "must be the number of a part and how many parts there are, e.g. 2/5",
                "--partition " + std::string(text));
  }
  return partition;
}

bool is_in(const Partition& partition, const schema::SourceDefinition& source) {
  const std::string& address = source.homepage.empty() ? source.seed.url : source.homepage;
  return sha256_number(url::site(address)) % partition.count == partition.number - 1;
}

std::vector<schema::SourceDefinition> sources_in(const Partition& partition,
                                                 std::vector<schema::SourceDefinition> sources) {
  std::erase_if(sources, [&](const schema::SourceDefinition& source) { return !is_in(partition, source); });
  return sources;
}

} // namespace trawl::commands
