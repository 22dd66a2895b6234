// SPDX-License-Identifier: GPL-3.0-or-later
/// What was learnt from the articles of an index (shared/meaning): a file beside its shards, with a vector for
/// each stem and for each passage of each article, and a small one with the passages of articles that came since, so
/// that these cost no more than themselves. It is derived from the articles and orders results only: without it, the
/// words alone do.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/columns/columns.h"
#include "shared/index/sections/section_file.h"
#include "shared/meaning/texts.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace trawl::index {

/// DIR/index/meaning and DIR/index/meaning.added.
std::filesystem::path meaning_path(const DataDirectory& directory);
std::filesystem::path added_meaning_path(const DataDirectory& directory);

/// The passages of some articles: two sections of a file.
class ArticlePassages {
 public:
  static constexpr std::size_t kRowBytes = 16;

  ArticlePassages() = default;
  /// Nullopt if the sections do not have the form.
  static std::optional<ArticlePassages> of(const SectionFile& file);

  std::size_t articles() const { return rows_.size() / kRowBytes; }
  /// The passages of an article, if it had so many words when they were made.
  std::optional<std::span<const meaning::PackedVector>> find(std::uint64_t article,
                                                             std::optional<std::uint32_t> words = {}) const;

 private:
  Section rows_; ///< id, words, end of its passages; by id
  Section passages_;
};

class MeaningFile final : public meaning::Texts {
 public:
  /// IndexDamaged, also if it was written by another version; Permission.
  static Result<std::shared_ptr<const MeaningFile>> open(const DataDirectory& directory);

  void add_word(meaning::Vector& sum, std::string_view stem, float weight) const override;
  std::optional<float> nearest(const meaning::PackedVector& vector, std::uint64_t article) const override;
  std::optional<meaning::PackedVector> direction(std::uint64_t article) const override;
  bool is_damaged() const override { return file_->is_damaged() || (added_file_ && added_file_->is_damaged()); }
  /// Reads all of it. IndexDamaged.
  Result<void> check() const;

  /// Whether it was learnt from these articles: it knows one of the first hundred.
  bool is_of(const Columns& columns) const;

  /// How many articles the stems were learnt from.
  std::uint64_t learnt_from() const { return learnt_from_; }
  /// Of the articles that were there when the stems were learnt or the two files were joined; and of those since.
  const ArticlePassages& first() const { return first_; }
  const ArticlePassages& added() const { return added_; }
  /// The passages of an article, if it had so many words when they were made.
  std::optional<std::span<const meaning::PackedVector>> passages(std::uint64_t article,
                                                                 std::optional<std::uint32_t> words = {}) const;
  /// All stems and their vectors, as they are stored.
  std::string_view stems() const { return stems_.all(); }
  std::string_view vectors() const { return vectors_.all(); }

  /// Of the first file, by which the other one names it.
  std::uint32_t checksum() const { return file_->checksum(); }

  static constexpr std::size_t kStemBytes = 8, kVectorBytes = 4 + meaning::kDimensions;

 private:
  MeaningFile() = default;
  bool read_first();
  bool read_added();

  std::filesystem::path path_, added_path_;
  std::shared_ptr<const SectionFile> file_, added_file_; ///< the second is null if there is none
  Section stems_;                                        ///< hashes, ascending
  Section vectors_;                                      ///< of each: its length, then its direction
  ArticlePassages first_, added_;
  std::uint64_t learnt_from_ = 0;
};

/// Brings the files of the live index up to date with its articles: the stems are learnt anew if there are twice as
/// many articles as when they were learnt last, the passages of articles that are new or longer are added. False if
/// nothing was to do. Few articles teach nothing. The caller is the index's writer. Disk, IndexDamaged.
Result<bool> update_meaning(const DataDirectory& directory);

} // namespace trawl::index
