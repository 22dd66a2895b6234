// SPDX-License-Identifier: GPL-3.0-or-later
/// Crawling on several machines: each takes the sources of one partition. A source belongs to a partition by the
/// registrable domain of its home page, so one machine crawls all sources of a domain, and hosts are treated politely
/// although the machines do not talk to each other.
#pragma once

#include "shared/base/result.h"
#include "shared/schema/catalogue.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trawl::commands {

struct Partition {
  std::size_t number = 1, count = 1; ///< 1 ≤ number ≤ count
};

/// "2/5": the second of five. Usage.
Result<Partition> parse_partition(std::string_view text);

/// Whether the source belongs to the partition. A source belongs to exactly one of each `count`, on every machine and
/// in every version of this program.
bool is_in(const Partition& partition, const schema::SourceDefinition& source);

/// The sources that belong to the partition, in order.
std::vector<schema::SourceDefinition> sources_in(const Partition& partition,
                                                 std::vector<schema::SourceDefinition> sources);

} // namespace trawl::commands
