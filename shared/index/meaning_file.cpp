// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/meaning_file.h"

#include "shared/base/file.h"
#include "shared/base/utf8.h"
#include "shared/index/index_reader.h"
#include "shared/index/sections/section_file_writer.h"
#include "shared/index/sections/section_format.h"
#include "shared/meaning/words.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

namespace fs = std::filesystem;
using format::get;
using format::put;
using meaning::kDimensions;
using meaning::PackedVector;

/// Of the form of the sections below.
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kMeta = "meta", kStems = "stems", kVectors = "vectors", kArticles = "articles",
                           kPassages = "passages";
constexpr std::size_t kLeastArticles = 100, kArticlesAsked = 100;
/// The file of additions, which each run writes anew, has at most one article for so many of the first file. With more,
/// the two are joined.
constexpr std::size_t kAddedShare = 16;
constexpr std::size_t kMostStems = 20'000'000, kBytesOfStem = 10; ///< that are learnt from; of text, about

std::string_view bytes_of(const PackedVector& vector) {
  return {reinterpret_cast<const char*>(vector.data()), vector.size()};
}

struct LiveArticle {
  std::uint64_t id = 0;
  std::uint32_t document = 0, words = 0;
};

std::vector<LiveArticle> live_articles(const Columns& columns) {
  std::vector<LiveArticle> out;
  for (std::uint32_t document = 1; document <= columns.last_document; ++document) {
    if (columns.is_live(document)) out.push_back({columns.id[document], document, columns.words[document]});
  }
  std::ranges::sort(out, {}, &LiveArticle::id);
  return out;
}

/// The first stems of an article, at most `most` of its text. `is_whole`: whether it has no more.
Result<meaning::StemmedText> read_stems(const IndexReader& reader, const LiveArticle& one, std::size_t most,
                                        text::Stemmer& stemmer, bool* is_whole = nullptr) {
  TRAWL_TRY(const Article article, reader.article(one.document, ArticlePart::Whole));
  const std::string_view text = utf8::truncate_bytes(article.text, most * kBytesOfStem);
  meaning::StemmedText stems = meaning::stemmed(article.title, text, stemmer);
  if (is_whole != nullptr) *is_whole = text.size() == article.text.size() && stems.text.size() <= most;
  if (stems.text.size() > most) stems.text.resize(most);
  return stems;
}

struct Stems {
  std::string hashes, vectors; ///< as they are stored
  std::uint64_t learnt_from = 0;
};

/// Sets `texts` to those that were read whole, by article; the others are empty.
Result<Stems> learn_stems(const IndexReader& reader, std::span<const LiveArticle> articles, text::Stemmer& stemmer,
                          std::vector<meaning::StemmedText>& texts) {
  std::vector<std::size_t> cut;
  for (const LiveArticle& one : articles) {
    bool is_whole = false;
    TRAWL_TRY(texts.emplace_back(), read_stems(reader, one, kMostStems / articles.size(), stemmer, &is_whole));
    if (!is_whole) cut.push_back(texts.size() - 1);
  }
  Stems stems{{}, {}, articles.size()};
  for (const auto& [stem, vector] : meaning::learn_words(texts)) {
    const auto packed = meaning::pack(vector);
    if (!packed) continue;
    put(stems.hashes, stem);
    put(stems.vectors, std::sqrt(meaning::dot(vector, vector)));
    stems.vectors += bytes_of(*packed);
  }
  for (const std::size_t i : cut) texts[i] = {};
  return stems;
}

using Sections = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Replaces a file by one of these sections.
Result<void> write_file(const fs::path& path, const Sections& sections) {
  const fs::path made = path.string() + ".new";
  const auto write = [&]() -> Result<void> {
    TRAWL_TRY(SectionFileWriter writer, SectionFileWriter::create(made));
    for (const auto& [name, bytes] : sections) writer.add(name, bytes);
    TRAWL_CHECK(writer.finish());
    return move_file(made, path);
  };
  auto written = write();
  if (!written) std::ignore = remove_file(made);
  return written;
}

void add_stored(meaning::Vector& sum, std::string_view bytes, float weight) {
  if (bytes.size() != MeaningFile::kVectorBytes) return;
  meaning::Vector direction;
  for (std::size_t i = 0; i < kDimensions; ++i) direction[i] = static_cast<signed char>(bytes[4 + i]);
  const float length = std::sqrt(meaning::dot(direction, direction));
  if (length > 0) meaning::add(sum, direction, weight * get<float>(bytes, 0) / length);
}

std::vector<std::uint64_t> hashes_of(const Stems& stems) {
  std::vector<std::uint64_t> out(stems.hashes.size() / MeaningFile::kStemBytes);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = get<std::uint64_t>(stems.hashes, i * MeaningFile::kStemBytes);
  return out;
}

std::vector<meaning::Vector> vectors_of(const Stems& stems) {
  std::vector<meaning::Vector> out(stems.hashes.size() / MeaningFile::kStemBytes);
  const std::string_view vectors = stems.vectors;
  for (std::size_t i = 0; i < out.size(); ++i)
    add_stored(out[i], vectors.substr(i * MeaningFile::kVectorBytes, MeaningFile::kVectorBytes), 1);
  return out;
}

struct Passages {
  std::string rows, passages; ///< as they are stored
};

/// The passages of articles: those that are known before, if given, and the others by the stems. `texts`: of the
/// articles, as far as they were read; they are emptied.
Result<Passages> passages_of(const IndexReader& reader, std::span<const LiveArticle> articles,
                             const MeaningFile* before, const Stems& stems, text::Stemmer& stemmer,
                             std::vector<meaning::StemmedText>& texts) {
  const std::vector<meaning::Vector> vectors = vectors_of(stems);
  const meaning::StemNumbers numbers(hashes_of(stems));
  Passages made;
  texts.resize(articles.size());
  for (std::size_t i = 0; i < articles.size(); ++i) {
    const LiveArticle& one = articles[i];
    const auto known = before != nullptr ? before->passages(one.id, one.words) : std::nullopt;
    if (known) {
      for (const PackedVector& passage : *known) made.passages += bytes_of(passage);
    } else {
      if (texts[i].text.empty()) {
        TRAWL_TRY(texts[i], read_stems(reader, one, kMostStems, stemmer));
      }
      for (const PackedVector& passage : meaning::passages_of(texts[i], numbers, vectors))
        made.passages += bytes_of(passage);
      texts[i] = {};
    }
    put(made.rows, one.id);
    put(made.rows, one.words);
    put(made.rows, static_cast<std::uint32_t>(made.passages.size() / kDimensions));
  }
  return made;
}

/// The number of the row with this key among rows of `size` bytes that begin with their keys, ascending; nullopt if
/// there is none. Keys are hashes, spread evenly, so the search begins where it ought to be (interpolation search:
/// Peterson, 1957).
std::optional<std::size_t> find_row(const Section& rows, std::size_t size, std::uint64_t key) {
  const std::size_t count = rows.size() / size;
  const auto key_of = [&](std::size_t row) { return get<std::uint64_t>(rows.view(row * size, 8), 0); };
  std::size_t begin = 0, end = count;
  auto guess = static_cast<std::size_t>(std::ldexp(static_cast<double>(key), -64) * static_cast<double>(count));
  for (std::size_t step = 16; begin < end; step *= 2) {
    const std::size_t at = std::clamp(guess, begin, end - 1);
    const std::uint64_t found = key_of(at);
    if (found == key) return at;
    (found < key ? begin : end) = found < key ? at + 1 : at;
    // In steps that double while they all lead one way; then it is halved.
    guess = begin > 0 && end < count ? begin + (end - begin) / 2 : found < key ? at + step : at - std::min(at, step);
  }
  return std::nullopt;
}

std::unexpected<Error> damaged(const fs::path& path) {
  return fail(ErrorCode::IndexDamaged, "what was learnt from the articles is damaged or of another version",
              path.string(), "run `trawl index rebuild`");
}

} // namespace

fs::path meaning_path(const DataDirectory& directory) { return directory.index() / "meaning"; }

fs::path added_meaning_path(const DataDirectory& directory) { return directory.index() / "meaning.added"; }

std::optional<ArticlePassages> ArticlePassages::of(const SectionFile& file) {
  ArticlePassages out;
  out.rows_ = Section(file, kArticles);
  out.passages_ = Section(file, kPassages);
  if (out.rows_.size() % kRowBytes != 0) return std::nullopt;
  return out;
}

std::optional<std::span<const PackedVector>> ArticlePassages::find(std::uint64_t article,
                                                                   std::optional<std::uint32_t> words) const {
  const auto row = find_row(rows_, kRowBytes, article);
  if (!row) return std::nullopt;
  const std::string_view bytes = rows_.view(*row * kRowBytes, kRowBytes);
  const std::uint32_t begin = *row == 0 ? 0 : get<std::uint32_t>(rows_.view((*row - 1) * kRowBytes + 12, 4), 0);
  const auto end = get<std::uint32_t>(bytes, 12);
  if (begin > end) rows_.note_damage();
  if (begin > end || (words && *words != get<std::uint32_t>(bytes, 8))) return std::nullopt;
  const std::string_view found =
      passages_.view(std::uint64_t{begin} * kDimensions, std::uint64_t{end - begin} * kDimensions);
  return std::span(reinterpret_cast<const PackedVector*>(found.data()), found.size() / kDimensions);
}

Result<std::shared_ptr<const MeaningFile>> MeaningFile::open(const DataDirectory& directory) {
  std::shared_ptr<MeaningFile> opened(new MeaningFile);
  opened->path_ = meaning_path(directory);
  opened->added_path_ = added_meaning_path(directory);
  TRAWL_TRY(opened->file_, SectionFile::open(opened->path_));
  if (!opened->read_first()) return damaged(opened->path_);
  auto added = SectionFile::open(opened->added_path_);
  if (!added && stamp_of(opened->added_path_) == FileStamp{}) return opened; // there is none, or no more
  TRAWL_TRY(opened->added_file_, std::move(added));
  if (!opened->read_added()) return damaged(opened->added_path_);
  return opened;
}

bool MeaningFile::read_first() {
  const std::string_view meta = Section(*file_, kMeta).all();
  learnt_from_ = get<std::uint64_t>(meta, 4);
  stems_ = Section(*file_, kStems);
  vectors_ = Section(*file_, kVectors);
  const auto passages = ArticlePassages::of(*file_);
  if (passages) first_ = *passages;
  return passages && get<std::uint32_t>(meta, 0) == kVersion && stems_.size() % kStemBytes == 0 &&
         vectors_.size() == stems_.size() / kStemBytes * kVectorBytes;
}

/// Additions to another file do not count: a program that joined the two was killed before it removed them.
bool MeaningFile::read_added() {
  const std::string_view meta = Section(*added_file_, kMeta).all();
  if (get<std::uint32_t>(meta, 0) != kVersion) return false;
  if (get<std::uint32_t>(meta, 4) != checksum()) return true;
  const auto passages = ArticlePassages::of(*added_file_);
  if (passages) added_ = *passages;
  return passages.has_value();
}

Result<void> MeaningFile::check() const {
  if (!file_->check_all()) return damaged(path_);
  return !added_file_ || added_file_->check_all() ? Result<void>{} : damaged(added_path_);
}

void MeaningFile::add_word(meaning::Vector& sum, std::string_view stem, float weight) const {
  if (const auto row = find_row(stems_, kStemBytes, meaning::hash_of_stem(stem)))
    add_stored(sum, vectors_.view(*row * kVectorBytes, kVectorBytes), weight);
}

std::optional<std::span<const PackedVector>> MeaningFile::passages(std::uint64_t article,
                                                                   std::optional<std::uint32_t> words) const {
  const auto found = added_.find(article, words);
  return found ? found : first_.find(article, words);
}

bool MeaningFile::is_of(const Columns& columns) const {
  std::size_t asked = 0;
  for (std::uint32_t document = 1; document <= columns.last_document && asked < kArticlesAsked; ++document) {
    if (!columns.is_live(document)) continue;
    if (passages(columns.id[document])) return true;
    ++asked;
  }
  return asked == 0;
}

std::optional<float> MeaningFile::nearest(const PackedVector& vector, std::uint64_t article) const {
  const auto found = passages(article);
  if (!found) return std::nullopt;
  return meaning::nearest(vector, *found);
}

std::optional<PackedVector> MeaningFile::direction(std::uint64_t article) const {
  meaning::Vector sum{};
  for (const PackedVector& passage : passages(article).value_or(std::span<const PackedVector>())) {
    meaning::Vector direction;
    std::ranges::copy(passage, direction.begin());
    meaning::add(sum, direction, 1);
  }
  return meaning::pack(sum);
}

Result<bool> update_meaning(const DataDirectory& directory) {
  TRAWL_TRY(const auto reader, IndexReader::open(directory));
  std::vector<LiveArticle> articles = live_articles(reader->columns());
  std::shared_ptr<const MeaningFile> before;
  auto opened = MeaningFile::open(directory);
  const bool is_usable = opened && (*opened)->check() && (*opened)->is_of(reader->columns());
  if (is_usable) before = std::move(*opened); // else it is made again
  if (before && before->added().articles() == 0) TRAWL_CHECK(remove_file(added_meaning_path(directory)));
  const bool is_new = !before || articles.size() >= 2 * before->learnt_from();
  if (is_new && articles.size() < kLeastArticles) return false;
  const auto is_known = [&](const LiveArticle& one) { return before->passages(one.id, one.words).has_value(); };
  if (!is_new && std::ranges::all_of(articles, is_known)) return false;

  text::Stemmer stemmer("en", 100'000);
  Stems stems;
  std::vector<meaning::StemmedText> texts;
  bool is_added = false;
  if (is_new) {
    TRAWL_TRY(stems, learn_stems(*reader, articles, stemmer, texts));
  } else {
    stems = {std::string(before->stems()), std::string(before->vectors()), before->learnt_from()};
    const auto is_first = [&](const LiveArticle& one) { return before->first().find(one.id, one.words).has_value(); };
    const auto firsts = static_cast<std::size_t>(std::ranges::count_if(articles, is_first));
    is_added = (articles.size() - firsts) * kAddedShare <= before->first().articles();
    if (is_added) std::erase_if(articles, is_first);
  }
  TRAWL_TRY(const Passages made,
            passages_of(*reader, articles, is_new ? nullptr : before.get(), stems, stemmer, texts));
  std::string meta;
  put(meta, kVersion);
  if (is_added) {
    put(meta, before->checksum());
    TRAWL_CHECK(
        write_file(added_meaning_path(directory), {{kArticles, made.rows}, {kMeta, meta}, {kPassages, made.passages}}));
    return true;
  }
  put(meta, stems.learnt_from);
  TRAWL_CHECK(write_file(meaning_path(directory), {{kArticles, made.rows},
                                                   {kMeta, meta},
                                                   {kPassages, made.passages},
                                                   {kStems, stems.hashes},
                                                   {kVectors, stems.vectors}}));
  TRAWL_CHECK(remove_file(added_meaning_path(directory)));
  return true;
}

} // namespace trawl::index
