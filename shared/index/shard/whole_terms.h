// SPDX-License-Identifier: GPL-3.0-or-later
/// Which documents of a shard have a whole title or the whole name of an author (schema::title_term, author_term).
/// Nearly each of these is in one document, so as terms of Xapian's they would take five times as much: they are in
/// its metadata, by hash, some dozens to a key. Calls may throw as Xapian does.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// The hash in a term of a whole title or name; nullopt if it is none.
std::optional<std::uint64_t> whole_hash(std::string_view term);

struct WholeTerm {
  std::uint64_t hash = 0; ///< whole_hash
  std::uint32_t document = 0;
  auto operator<=>(const WholeTerm&) const = default;
};

/// Replaces all of the shard. `last`: the local number of its last document.
void write_whole_terms(std::vector<WholeTerm> terms, std::uint32_t last, Xapian::WritableDatabase& database);

/// Those of a shard, by hash and document; DatabaseCorruptError if they do not fit.
std::vector<WholeTerm> read_whole_terms(const Xapian::Database& database, std::uint32_t last);

/// The documents of one, ascending.
std::vector<std::uint32_t> documents_with_whole(std::uint64_t hash, const Xapian::Database& database,
                                                std::uint32_t last);

} // namespace trawl::index
