// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/segment_merge.h"

#include "shared/index/segment/segment_dictionary.h"
#include "shared/index/segment/segment_writer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

/// By part and local document, its number in the merged segment; 0 if it was removed.
using NewNumbers = std::vector<std::vector<std::uint32_t>>;

NewNumbers new_numbers(std::span<const Part* const> parts) {
  NewNumbers out;
  std::uint32_t next = 0;
  for (const Part* part : parts) {
    auto& numbers = out.emplace_back(std::size_t{part->segment->documents()} + 1);
    for (std::uint32_t local = 1; local < numbers.size(); ++local) {
      if (!part->is_removed(local)) numbers[local] = ++next;
    }
  }
  return out;
}

void add_rows(const Part& part, const std::vector<std::uint32_t>& numbers, SegmentRows& to) {
  const Segment& segment = *part.segment;
  for (std::uint32_t local = 1; local <= segment.documents(); ++local) {
    if (numbers[local] == 0) continue;
    to.published.push_back(segment.published_at(local));
    to.published_day.push_back(segment.published_day_at(local));
    to.words.push_back(static_cast<std::uint32_t>(segment.words().raw(local)));
    to.title_words.push_back(static_cast<std::uint32_t>(segment.title_words().raw(local)));
    to.ids.push_back(segment.names().ids.raw(local));
    for (std::size_t i = 0; i < to.fields.size(); ++i) {
      const FieldColumn& from = segment.field(i);
      for (std::uint64_t at = from.ends.raw(local - 1); at < from.ends.raw(local); ++at) {
        to.fields[i].ordinals.push_back(static_cast<std::uint32_t>(from.ordinals.raw(at)));
      }
      to.fields[i].ends.push_back(static_cast<std::uint32_t>(to.fields[i].ordinals.size()));
    }
  }
  for (std::size_t i = 0; i < segment.names().aliases.size(); ++i) {
    const std::uint32_t document = numbers[segment.names().alias_documents.raw(i)];
    if (document != 0) to.aliases.emplace_back(segment.names().aliases.raw(i), document);
  }
  for (std::size_t i = 0; i < segment.names().removed.size(); ++i) to.removed.push_back(segment.names().removed.raw(i));
}

void add_values(std::span<const Part* const> parts, SegmentRows& to) {
  for (std::size_t i = 0; i < to.fields.size(); ++i) {
    NewValues& values = to.fields[i].introduced;
    values.first = parts.front()->segment->field(i).values.first();
    for (const Part* part : parts) {
      const ValueTable& table = part->segment->field(i).values;
      for (std::uint32_t value = 0; value < table.size(); ++value) {
        values.values.emplace_back(table.key(value), table.shown(value));
      }
    }
  }
}

/// Walks the terms of all parts in order.
void merge_terms(std::span<const Part* const> parts, const NewNumbers& numbers, SegmentWriter& writer) {
  std::vector<TermDictionary::Iterator> terms;
  for (const Part* part : parts) terms.push_back(part->segment->terms().lower_bound({}));
  PostingBlock block;
  std::string term;
  for (;;) {
    const std::string* least = nullptr;
    for (const auto& it : terms) {
      if (!it.at_end() && (least == nullptr || it.term() < *least)) least = &it.term();
    }
    if (least == nullptr) return;
    term = *least;
    writer.begin_term(term);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (terms[p].at_end() || terms[p].term() != term) continue;
      const PostingList list = parts[p]->segment->postings(terms[p].entry());
      for (std::size_t i = 0; i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at) {
          const std::uint32_t document = numbers[p][block.documents[at]];
          if (document != 0) writer.add_posting(document, block.tf[at]);
        }
      }
      terms[p].next();
    }
    writer.end_term();
  }
}

bool are_same(const Dictionary* a, const Dictionary* b) {
  return a == b || (a != nullptr && b != nullptr && a->bytes() == b->bytes());
}

/// Copies the stored documents, or compresses them again where their segment has another dictionary.
void write_stored(std::span<const Part* const> parts, const NewNumbers& numbers,
                  std::shared_ptr<const Dictionary> dictionary, SegmentWriter& writer) {
  std::vector<std::pair<const SegmentRecords*, std::uint32_t>> documents;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::uint32_t local = 1; local < numbers[p].size(); ++local) {
      if (numbers[p][local] != 0) documents.emplace_back(&parts[p]->segment->records(), local);
    }
  }
  dictionary = dictionary_for(documents.size(), std::move(dictionary),
                              [&](std::size_t i) { return documents[i].first->stored(documents[i].second); });
  writer.begin_stored(dictionary.get());
  const SegmentRecords* records = nullptr;
  bool is_copied = false;
  for (const auto& [from, local] : documents) {
    if (from != records) is_copied = are_same(from->dictionary(), dictionary.get());
    records = from;
    if (is_copied) {
      writer.add_stored(from->stored_bytes(local));
    } else {
      writer.add_stored(compressed_document(from->stored(local), dictionary.get()));
    }
  }
}

} // namespace

Result<void> merge_segments(std::span<const Part* const> parts, const std::filesystem::path& path,
                            std::shared_ptr<const Dictionary> dictionary) {
  std::uint64_t size = 0;
  for (const Part* part : parts) {
    size += part->segment->file().size();
    const bool is_sound = part->segment->file().check_all();
    part->segment->file().drop_pages(); // a merge reads files of any size, one section after the other
    if (is_sound) continue;
    return fail(ErrorCode::IndexDamaged, "a segment of the index is damaged", path.parent_path().string(),
                "run `trawl index rebuild`");
  }
  const NewNumbers numbers = new_numbers(parts);
  SegmentRows rows;
  for (std::size_t p = 0; p < parts.size(); ++p) add_rows(*parts[p], numbers[p], rows);
  add_values(parts, rows);
  TRAWL_TRY(SegmentWriter writer, SegmentWriter::create(path, rows, size));
  const auto for_each_document = [&](auto visit) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (std::uint32_t local = 1; local < numbers[p].size(); ++local) {
        if (numbers[p][local] != 0) visit(*parts[p]->segment, local);
      }
    }
  };
  writer.begin_positions();
  for_each_document(
      [&](const Segment& segment, std::uint32_t local) { writer.add_positions(segment.records().positions(local)); });
  for (const Part* part : parts) part->segment->file().drop_pages();
  write_stored(parts, numbers, std::move(dictionary), writer);
  for (const Part* part : parts) part->segment->file().drop_pages();
  writer.begin_terms();
  merge_terms(parts, numbers, writer);
  for (const Part* part : parts) part->segment->file().drop_pages();
  std::vector<std::pair<const SegmentRecords*, std::uint32_t>> documents(1); // by number
  for_each_document(
      [&](const Segment& segment, std::uint32_t local) { documents.emplace_back(&segment.records(), local); });
  return writer.finish([&](std::uint32_t document) {
    const auto [records, local] = documents[document];
    return records->positions(local);
  });
}

} // namespace trawl::index
