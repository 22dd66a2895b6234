// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/xapian_index.h"

#include "shared/article/article_id.h"
#include "shared/index/columns/value_key.h"
#include "shared/index/postings/posting_list_writer.h"
#include "shared/index/segment/segment_writer.h"
#include "shared/index/xapian/article_document.h"
#include "shared/index/xapian/xapian_folder.h"
#include "shared/index/xapian/xapian_guard.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <sys/mman.h>
#include <unistd.h>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;

/// The file that a commit replaces.
constexpr const char* kCommitFile = "iamglass";

/// Calls `visit(document, value)` for each value of a slot.
template <typename Visit>
void for_each_value(const Xapian::Database& database, unsigned slot, Visit visit) {
  for (auto it = database.valuestream_begin(slot); it != database.valuestream_end(slot); ++it)
    visit(it.get_docid(), *it);
}

std::uint32_t number_of(const std::string& value) {
  return static_cast<std::uint32_t>(std::lround(Xapian::sortable_unserialise(value)));
}

/// Days since 1970 of "20260408"; kUndated for anything else.
std::int64_t day_number(const std::string& value) {
  if (value.size() != 8) return kUndated;
  const auto date = parse_rfc3339(value.substr(0, 4) + "-" + value.substr(4, 2) + "-" + value.substr(6));
  return date ? day_of(*date).time_since_epoch().count() : kUndated;
}

void read_field(const Xapian::Database& database, std::size_t field, SegmentRows& rows) {
  SegmentRows::Field& column = rows.fields[field];
  std::unordered_map<std::string, std::uint32_t> known;
  for_each_value(database, schema::value_slot(field), [&](Xapian::docid document, const std::string& all) {
    column.ends.resize(document, static_cast<std::uint32_t>(column.ordinals.size()));
    std::istringstream values(all);
    for (std::string shown; std::getline(values, shown, schema::kValueEnd);) {
      std::string key = value_key(schema::kFilterFields[field], shown);
      const auto [it, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(known.size()));
      if (is_new) column.introduced.values.emplace_back(std::move(key), shown);
      column.ordinals.push_back(it->second);
    }
    column.ends.push_back(static_cast<std::uint32_t>(column.ordinals.size()));
  });
  column.ends.resize(rows.ids.size(), static_cast<std::uint32_t>(column.ordinals.size()));
}

SegmentRows read_rows(const Xapian::Database& database) {
  SegmentRows rows;
  const std::size_t size = std::size_t{database.get_lastdocid()} + 1;
  for (auto* dates : {&rows.published, &rows.published_day}) dates->resize(size, kUndated);
  for (auto* numbers : {&rows.words, &rows.title_words}) numbers->resize(size);
  rows.ids.resize(size);
  const std::string prefix = schema::id_term("");
  for (auto term = database.allterms_begin(prefix); term != database.allterms_end(prefix); ++term) {
    const std::string id = (*term).substr(prefix.size());
    const auto at = database.postlist_begin(*term);
    if (is_article_id(id) && at != database.postlist_end(*term)) rows.ids[*at] = article_number(id);
  }
  for_each_value(database, schema::kDateSlot, [&](Xapian::docid document, const std::string& value) {
    rows.published[document] = std::llround(Xapian::sortable_unserialise(value));
  });
  for_each_value(database, schema::kDaySlot, [&](Xapian::docid document, const std::string& value) {
    rows.published_day[document] = day_number(value);
  });
  for_each_value(database, schema::kWordsSlot,
                 [&](Xapian::docid document, const std::string& value) { rows.words[document] = number_of(value); });
  for_each_value(database, schema::kTitleWordsSlot, [&](Xapian::docid document, const std::string& value) {
    rows.title_words[document] = number_of(value);
  });
  for (std::size_t field = 0; field < rows.fields.size(); ++field) read_field(database, field, rows);
  return rows;
}

/// A file that only this process sees, and that is gone when nothing has it open or mapped.
class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("trawl-columns", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (file_ >= 0) ::close(file_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  fs::path path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

Result<std::shared_ptr<const Segment>> segment_of(const SegmentRows& rows) {
  const MemoryFile file;
  TRAWL_TRY(SegmentWriter writer, SegmentWriter::create(file.path(), rows));
  writer.begin_positions();
  for (std::uint32_t i = 0; i < rows.documents(); ++i) writer.add_positions({});
  writer.begin_stored(nullptr);
  for (std::uint32_t i = 0; i < rows.documents(); ++i) writer.add_stored({});
  writer.begin_terms();
  TRAWL_CHECK(writer.finish([](std::uint32_t) { return std::string_view(); }));
  return Segment::open(file.path());
}

std::string state_name(const Xapian::Database& database) {
  return database.get_uuid() + ' ' + std::to_string(database.get_revision());
}

/// Too long for Xapian, or empty, which would be every document.
bool is_no_term(const std::string& term) { return term.empty() || term.size() > schema::kMaxTermBytes; }

} // namespace

Result<std::shared_ptr<const XapianRows>> XapianRowsCache::rows(const Xapian::Database& database) {
  const std::lock_guard lock(mutex_);
  std::string state = state_name(database);
  if (newest_ && newest_->state == state) return newest_;
  auto made = std::make_shared<XapianRows>();
  made->state = std::move(state);
  const SegmentRows rows = read_rows(database);
  TRAWL_TRY(made->segment, segment_of(rows));
  made->unused.resize(rows.ids.size() / 64 + 1);
  std::uint32_t next = 1;
  const auto skip_to = [&](std::uint32_t document) {
    for (; next < document; ++next) made->unused[next / 64] |= std::uint64_t{1} << (next % 64);
  };
  for (auto it = database.postlist_begin(""); it != database.postlist_end(""); ++it, ++next) skip_to(*it);
  skip_to(static_cast<std::uint32_t>(rows.ids.size())); // the last ones may be removed
  made->summary.documents = database.get_doccount();
  made->summary.words = made->segment->summary().words;
  made->summary.title_words = made->segment->summary().title_words;
  for (std::size_t field = 0; field < rows.fields.size(); ++field)
    made->summary.values[field] = static_cast<std::uint32_t>(rows.fields[field].introduced.values.size());
  return newest_ = std::move(made);
}

Result<std::shared_ptr<XapianIndex>> XapianIndex::open(const DataDirectory& directory, XapianRowsCache& cache) {
  const fs::path stub_path = xapian_stub(directory);
  const FileStamp stub = stamp_of(stub_path);
  TRAWL_TRY(const auto folder, find_xapian_folder(directory));
  if (!folder) {
    return fail(ErrorCode::NoIndex, "there is no Xapian database", stub_path.string(),
                "set `xapian = on` and run `trawl index rebuild`");
  }
  const FileStamp commit = stamp_of(*folder / kCommitFile);
  return guarded(*folder, [&]() -> Result<std::shared_ptr<XapianIndex>> {
    Xapian::Database database(folder->string(), Xapian::DB_BACKEND_GLASS);
    TRAWL_TRY(const XapianState state, state_of(database));
    std::shared_ptr<XapianIndex> out(new XapianIndex(*folder, database));
    out->stub_path_ = stub_path;
    out->stub_ = stub;
    out->commit_ = commit;
    TRAWL_TRY(out->rows_, cache.rows(database));
    out->sequence_ = state.sequence;
    const std::uint32_t last = out->rows_->segment->documents();
    out->columns_.emplace(std::vector<Part>{{out->rows_->segment, 0, last, last, out->rows_->unused, {}, out.get()}},
                          out->rows_->summary);
    return out;
  });
}

bool XapianIndex::is_stale() const {
  return stamp_of(stub_path_) != stub_ || stamp_of(folder_ / kCommitFile) != commit_;
}

std::uint32_t XapianIndex::find_article(std::string_view id) const {
  const auto at = begin(schema::id_term(id));
  return at == end() ? 0 : *at;
}

Article XapianIndex::article(std::uint32_t document) const {
  Article out;
  std::istringstream data(database_.get_document(document).get_data());
  const auto list = [](const std::string& all) {
    std::vector<std::string> values;
    for (std::size_t begin = 0; begin <= all.size();) {
      const std::size_t end = std::min(all.find(", ", begin), all.size());
      values.push_back(all.substr(begin, end - begin));
      begin = end + 2;
    }
    return values;
  };
  for (std::string line; std::getline(data, line);) {
    const std::size_t at = line.find('=');
    if (at == std::string::npos) continue;
    const std::string name = line.substr(0, at), value = line.substr(at + 1);
    if (name == "id") out.id = value;
    if (name == "url") out.url = value;
    if (name == "title") out.title = value;
    if (name == "author") out.authors = list(value);
    if (name == "tags") out.tags = list(value);
    if (name == "source") out.source = value;
    if (name == "category") out.category = value;
    if (name == "language") out.language = value;
    if (name == "published") out.published = parse_rfc3339(value);
  }
  return out;
}

Xapian::PostingIterator XapianIndex::begin(const std::string& term) const {
  return is_no_term(term) ? Xapian::PostingIterator() : database_.postlist_begin(term);
}

PostingList XapianIndex::find(std::string_view term) const {
  const auto [it, is_new] = packed_.try_emplace(std::string(term));
  Packed& packed = it->second;
  if (is_new) {
    const auto& lengths = term.starts_with('S') ? rows_->segment->title_words() : rows_->segment->words();
    PostingListWriter list;
    for (auto at = begin(xapian_term(term)); at != end(); ++at)
      list.add(*at, std::max<Xapian::termcount>(1, at.get_wdf()), static_cast<std::uint32_t>(lengths[*at]));
    packed.df = list.df();
    list.finish(packed.bytes);
    kept_bytes_ += term.size() + packed.bytes.size() + sizeof(Packed);
  }
  return packed.df == 0 ? PostingList() : PostingList(packed.df, packed.bytes, 0, rows_->segment->documents());
}

void XapianIndex::for_each_term(std::string_view prefix,
                                const std::function<void(std::string_view, std::size_t)>& visit) const {
  const std::string begin(prefix);
  for (auto term = database_.allterms_begin(begin); term != database_.allterms_end(begin); ++term)
    visit(*term, term.get_termfreq());
}

const std::vector<std::string>& XapianIndex::words_of(std::string_view stem) const {
  const auto [it, is_new] = words_.try_emplace(std::string(stem));
  if (!is_new) return it->second;
  it->second.emplace_back(stem);
  const std::string key = key_of_stem(stem);
  if (key.size() > schema::kMaxTermBytes) return it->second;
  it->second.insert(it->second.end(), database_.synonyms_begin(key), database_.synonyms_end(key));
  return it->second;
}

void XapianIndex::positions(std::string_view stem_term, std::uint32_t document, std::vector<std::uint32_t>& out) const {
  out.clear();
  const bool is_title = stem_term.starts_with('S');
  for (const std::string& word : words_of(stem_term.substr(is_title ? 2 : 1))) {
    const std::string term = is_title ? "S" + word : word;
    if (is_no_term(term)) continue;
    for (auto at = database_.positionlist_begin(document, term); at != database_.positionlist_end(document, term); ++at)
      out.push_back(*at);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
}

} // namespace trawl::index
