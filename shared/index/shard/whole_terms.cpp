// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/whole_terms.h"

#include "shared/base/packed.h"
#include "shared/base/whole_number.h"
#include "shared/index/shard/shard_metadata.h"

#include <algorithm>
#include <bit>
#include <string>

namespace trawl::index {
namespace {

constexpr std::size_t kTermBytes = 11;     ///< a letter, ten hex digits
constexpr unsigned kHashBits = 41;         ///< forty of the term, and whether it is a name
constexpr unsigned kDocumentsOfGroup = 16; ///< with four or five terms each
constexpr unsigned kMostGroupBits = 20;

/// How many of a hash's upper bits are the number of its group.
unsigned group_bits(std::uint32_t last) {
  return std::min(static_cast<unsigned>(std::bit_width(last / kDocumentsOfGroup)), kMostGroupBits);
}

std::uint32_t group_of(std::uint64_t hash, std::uint32_t last) {
  return static_cast<std::uint32_t>(hash >> (kHashBits - group_bits(last)));
}

std::string pack_group(const std::vector<WholeTerm>& terms, std::size_t begin, std::size_t end) {
  std::string out;
  std::uint64_t before = 0;
  for (std::size_t i = begin; i < end; ++i) {
    packed::put_number(out, terms[i].hash - before);
    packed::put_number(out, terms[i].document);
    before = terms[i].hash;
  }
  return out;
}

/// Appends the terms of a group.
void read_group(const Xapian::Database& database, std::uint32_t group, std::uint32_t last,
                std::vector<WholeTerm>& terms) {
  const std::string bytes = database.get_metadata(metadata::whole(group));
  std::string_view in = bytes;
  std::uint64_t hash = 0, gap = 0, document = 0, before = 0;
  while (!in.empty()) {
    const bool fits = packed::take_number(in, gap) && packed::take_number(in, document) && document <= UINT32_MAX &&
                      group_of(hash += gap, last) == group && (gap > 0 || document > before);
    if (!fits) throw Xapian::DatabaseCorruptError("whole titles and names do not fit");
    terms.push_back({hash, static_cast<std::uint32_t>(document)});
    before = document;
  }
}

} // namespace

std::optional<std::uint64_t> whole_hash(std::string_view term) {
  if (term.size() != kTermBytes || (term.front() != 'T' && term.front() != 'N')) return std::nullopt;
  const auto hash = whole_number<std::uint64_t>(term.substr(1), 16);
  return hash ? std::optional(*hash << 1 | (term.front() == 'N' ? 1 : 0)) : std::nullopt;
}

void write_whole_terms(std::vector<WholeTerm> terms, std::uint32_t last, Xapian::WritableDatabase& database) {
  const std::uint32_t groups = std::uint32_t{1} << group_bits(last);
  std::vector<std::string> outdated; // of a shard with fewer documents, or of several that were merged
  const std::string prefix = metadata::kWholes;
  for (auto key = database.metadata_keys_begin(prefix); key != database.metadata_keys_end(prefix); ++key)
    outdated.push_back(*key);
  for (const std::string& key : outdated) database.set_metadata(key, {});
  std::ranges::sort(terms);
  for (std::size_t group = 0, begin = 0; group < groups; ++group) {
    std::size_t end = begin;
    while (end < terms.size() && group_of(terms[end].hash, last) == group) ++end;
    if (end > begin)
      database.set_metadata(metadata::whole(static_cast<std::uint32_t>(group)), pack_group(terms, begin, end));
    begin = end;
  }
}

std::vector<WholeTerm> read_whole_terms(const Xapian::Database& database, std::uint32_t last) {
  std::vector<WholeTerm> terms;
  for (std::uint32_t group = 0; group < std::uint32_t{1} << group_bits(last); ++group)
    read_group(database, group, last, terms);
  return terms;
}

std::vector<std::uint32_t> documents_with_whole(std::uint64_t hash, const Xapian::Database& database,
                                                std::uint32_t last) {
  std::vector<WholeTerm> group;
  read_group(database, group_of(hash, last), last, group);
  std::vector<std::uint32_t> documents;
  for (const WholeTerm& one : group)
    if (one.hash == hash) documents.push_back(one.document);
  return documents;
}

} // namespace trawl::index
