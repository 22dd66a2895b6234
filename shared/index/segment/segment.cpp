// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment/segment.h"

#include "shared/base/packed.h"
#include "shared/index/segment/section_names.h"

namespace trawl::index {
namespace {

std::size_t rows_of(const SegmentFile& file, std::string_view section) {
  const SectionEntry* entry = file.find(section);
  return entry == nullptr || entry->width == 0 ? 0 : entry->size / entry->width;
}

} // namespace

FieldColumn::FieldColumn(const SegmentFile& file, std::string_view field, std::uint32_t documents)
    : ends(file, section_name(field, kFieldEnds), std::size_t{documents} + 1),
      ordinals(file, section_name(field, kFieldOrdinals), rows_of(file, section_name(field, kFieldOrdinals))),
      values(file, field) {}

Result<std::shared_ptr<const Segment>> Segment::open(const std::filesystem::path& path) {
  TRAWL_TRY(auto file, SegmentFile::open(path));
  std::string_view meta = Section(*file, kMeta).all();
  SegmentSummary summary;
  std::uint64_t documents = 0;
  if (!packed::take_number(meta, documents) || documents > UINT32_MAX / 2 ||
      !packed::take_number(meta, summary.words) || !packed::take_number(meta, summary.title_words) ||
      rows_of(*file, kWords) != documents + 1) { // so the file's size bounds what is allocated for its documents
    return fail(ErrorCode::IndexDamaged, "a file of the index is damaged", path.string(), "run `trawl index rebuild`");
  }
  summary.documents = static_cast<std::uint32_t>(documents);
  return std::shared_ptr<const Segment>(new Segment(std::move(file), summary));
}

Segment::Segment(std::shared_ptr<const SegmentFile> file, SegmentSummary summary)
    : file_(std::move(file)), summary_(summary), terms_(*file_), postings_(*file_, kPostings),
      pairs_(*file_, documents()), records_(*file_, documents()), names_(*file_, documents()),
      published_(*file_, kPublished, std::size_t{documents()} + 1),
      published_day_(*file_, kPublishedDay, std::size_t{documents()} + 1),
      words_(*file_, kWords, std::size_t{documents()} + 1),
      title_words_(*file_, kTitleWords, std::size_t{documents()} + 1) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    fields_[i] = std::make_unique<FieldColumn>(*file_, schema::kFilterFields[i], documents());
  }
}

PostingList Segment::find(std::string_view term, std::uint64_t hash, std::uint32_t base) const {
  const auto entry = terms_.find(term, hash);
  return entry ? postings(*entry, base) : PostingList{};
}

PostingList Segment::postings(const TermEntry& entry, std::uint32_t base) const {
  // All blocks of the list are checked here, so that reading it checks nothing.
  const std::string_view bytes = postings_.view(entry.offset, entry.size);
  if (bytes.empty()) return {};
  return {entry.df, bytes, base, base + documents()};
}

SegmentRecords::SegmentRecords(const SegmentFile& file, std::uint32_t documents)
    : positions_(file, kPositions), stored_(file, kStored), dictionary_(file, kDictionary),
      position_ends_(file, kPositionEnds, std::size_t{documents} + 1),
      stored_ends_(file, kStoredEnds, std::size_t{documents} + 1) {}

const Dictionary* SegmentRecords::dictionary() const {
  if (dictionary_.size() == 0) return nullptr;
  return held_.get([this] { return std::make_shared<const Dictionary>(std::string(dictionary_.all())); }).get();
}

std::string_view SegmentRecords::record(const Section& section, const NumberArray& ends, std::uint32_t local) {
  const std::uint64_t begin = ends.raw(local - 1), end = ends.raw(local);
  if (begin > end) {
    section.note_damage();
    return {};
  }
  return section.view(begin, end - begin);
}

SegmentNames::SegmentNames(const SegmentFile& file, std::uint32_t documents)
    : ids(file, kIds, std::size_t{documents} + 1), aliases(file, kAliases, rows_of(file, kAliases)),
      alias_documents(file, kAliasDocuments, aliases.size()), removed(file, kRemoved, rows_of(file, kRemoved)),
      order_(file, kIdOrder, documents) {}

/// The first i for which array[i] is not below `wanted`.
std::size_t SegmentNames::lower_bound(const NumberArray& array, std::uint64_t wanted) {
  std::size_t begin = 0, end = array.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (array.raw(middle) < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

std::uint32_t SegmentNames::find(std::uint64_t id) const {
  std::size_t begin = 0, end = order_.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const auto local = static_cast<std::uint32_t>(order_.raw(middle));
    if (local == 0 || local >= ids.size()) return 0;
    const std::uint64_t held = ids.raw(local);
    if (held == id) return local;
    if (held < id) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return 0;
}

bool SegmentNames::has_removed(std::uint64_t id) const {
  const std::size_t at = lower_bound(removed, id);
  return at < removed.size() && removed.raw(at) == id;
}

} // namespace trawl::index
