// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/partition.h"

#include "shared/base/sha256.h"
#include "shared/base/whole_number.h"
#include "shared/url/canonical.h"

#include <cstdint>
#include <string>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxPartitions = 1'000;

} // namespace

Result<Partition> parse_partition(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = whole_number<std::size_t>(text.substr(0, slash));
  const auto count = whole_number<std::size_t>(slash == std::string_view::npos ? "" : text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count || *count > kMaxPartitions) {
    return fail(ErrorCode::Usage, "must be the number of a part and how many parts there are, e.g. 2/5",
                "partition " + std::string(text));
  }
  return Partition{*number, *count};
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
