// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents of one revision of the index, for one thread: the columns that all threads share, and this thread's
/// handle of the Xapian database, from which lists, positions and stored documents are read. Reading may throw as
/// Xapian does: the file may be damaged, or a writer may have committed twice since.
///
/// Document numbers are valid only within their revision.
#pragma once

#include "shared/index/columns/column_state.h"
#include "shared/index/document/stored_document.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// The terms of a database that begin with a prefix, in order of their bytes.
class Terms {
 public:
  Terms(const Xapian::Database& database, const std::string& prefix)
      : at_(database.allterms_begin(prefix)), end_(database.allterms_end(prefix)) {
    read();
  }
  bool at_end() const { return at_ == end_; }
  const std::string& term() const { return term_; }
  std::uint32_t df() const { return at_.get_termfreq(); }
  void next() {
    ++at_;
    read();
  }

 private:
  void read() {
    if (!at_end()) term_ = *at_;
  }
  Xapian::TermIterator at_, end_;
  std::string term_;
};

class Columns final : public PostingSource {
 public:
  Columns(Xapian::Database database, std::shared_ptr<const ColumnState> state)
      : database_(std::move(database)), state_(std::move(state)), last_document(state_->last_document),
        live_documents(state_->live_documents), average_words(state_->average_words),
        average_title_words(state_->average_title_words), words(state_->words), title_words(state_->title_words) {}
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

 private:
  Xapian::Database database_;
  std::shared_ptr<const ColumnState> state_;

 public:
  // See ColumnState.
  const std::uint32_t last_document, live_documents;
  const double average_words, average_title_words;
  const std::vector<std::uint32_t>&words, &title_words;

  const Xapian::Database& database() const { return database_; }

  /// article_number of each article's id, by document: 0 if there is none.
  const std::vector<std::uint64_t>& ids() const { return state_->ids(database_); }
  /// The same of one document, without reading those of all.
  std::uint64_t id_of(std::uint32_t document) const;

  /// Seconds since 1970 or kUndated, by document.
  const std::vector<std::int64_t>& published() const { return state_->published(database_); }
  /// Days since 1970 or kUndated, by document: the day that the publisher printed.
  const std::vector<std::int64_t>& published_days() const { return state_->published_days(database_); }

  /// The document that this article id leads to: its own id first, then another of its names (article_names.h). 0 if
  /// there is none.
  std::uint32_t find(std::string_view article_id) const;
  bool is_live(std::uint32_t document) const { return state_->is_live(document); }
  /// Whether the article was withdrawn.
  bool is_gone(std::uint32_t document) const { return state_->is_gone(document); }
  /// A bitmap of the documents that exist, 64 per word.
  const std::vector<std::uint64_t>& live() const { return state_->live; }

  /// The column of a filter field ("tag"), or nullptr.
  const ValueColumn* column(std::string_view filter) const;
  const ValueColumn& field(std::size_t i) const { return state_->field(i, database_); }
  /// The column of sources, which grouping and sorting read for every hit.
  const ValueColumn& source() const;

  /// The postings of a term of a plan (xapian_terms.h), without those of articles that are hidden.
  PostingList find_postings(std::string_view term) const;
  std::shared_ptr<const Postings> postings(const std::string& term) const override;
  Terms terms(const std::string& prefix) const { return {database_, prefix}; }
  /// df: how many documents contain the term of `terms`, without those that are hidden.
  std::uint32_t df(const std::string& term, std::uint32_t listed) const;
  /// The words that begin with this byte and that at least kFrequentDf articles have, hidden ones included, in order of
  /// their bytes. Those of one beginning are read once.
  const std::vector<std::string>& frequent_words(char first) const { return state_->frequent_words(first, database_); }

  /// The documents of a phrase, which are kept beside the lists of terms under what a plan calls it (and so begin with
  /// a quote); null if they are not known.
  std::shared_ptr<const Postings> find_phrase(const std::string& phrase) const {
    return state_->postings().find(phrase);
  }
  void keep_phrase(const std::string& phrase, std::vector<std::uint32_t> documents) const;

  /// Sets `out` to the positions of a stem ("Z…", "SZ…") in a document, ascending, each once; at most the first `most`.
  void read_positions(std::uint32_t document, std::string_view term, std::vector<std::uint32_t>& out,
                      std::size_t most = SIZE_MAX) const;

  StoredDocument stored_document(std::uint32_t document) const;

  /// The passages of an article; empty if nothing was learnt when it was put. `room`: where they may be kept.
  std::span<const meaning::PackedVector> passages(std::uint32_t document,
                                                  std::vector<meaning::PackedVector>& room) const;
};

} // namespace trawl::index
