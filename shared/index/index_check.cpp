// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_check.h"

#include "shared/article/article_id.h"
#include "shared/base/descriptor.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"
#include "shared/index/article_document.h"
#include "shared/index/learn_words.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <sstream>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trawl::index {
namespace {

std::unexpected<Error> at_fault(const std::filesystem::path& path, const std::string& what) {
  return fail(ErrorCode::IndexDamaged, "the index is damaged: " + what, path.string(), "run `trawl index rebuild`");
}

std::uint64_t hash_of(const std::string& term, std::uint32_t wdf) {
  return std::hash<std::string>{}(term) * (std::uint64_t{wdf} * 2 + 3);
}

bool has_same_positions(const Xapian::TermIterator& made, const Xapian::Database& database, std::uint32_t document) {
  auto there = database.positionlist_begin(document, *made);
  const auto end = database.positionlist_end(document, *made);
  for (auto at = made.positionlist_begin(); at != made.positionlist_end(); ++at, ++there) {
    if (there == end || *there != *at) return false;
  }
  return there == end;
}

bool has_same_terms(const Xapian::Document& made, const Xapian::Database& database, std::uint32_t document) {
  auto there = database.termlist_begin(document);
  const auto end = database.termlist_end(document);
  for (auto term = made.termlist_begin(); term != made.termlist_end(); ++term, ++there) {
    if (there == end || *there != *term || there.get_wdf() != term.get_wdf()) return false;
    if (term.positionlist_count() > 0 && !has_same_positions(term, database, document)) return false;
  }
  return there == end;
}

bool has_same_values(const Xapian::Document& made, const Xapian::Document& there) {
  auto value = there.values_begin();
  for (auto own = made.values_begin(); own != made.values_end(); ++own, ++value) {
    if (value == there.values_end() || value.get_valueno() != own.get_valueno() || *value != *own) return false;
  }
  return value == there.values_end();
}

/// Whether Xapian finds the tables of a database whole, and what it says.
Result<void> let_xapian_check(const std::filesystem::path& folder) {
  return guarded(folder, [&]() -> Result<void> {
    std::ostringstream report;
    if (Xapian::Database::check(folder.string(), 0, &report) == 0) return {};
    std::string what = std::move(report).str();
    std::ranges::replace(what, '\n', ' ');
    return at_fault(folder, what.substr(0, 200));
  });
}

/// Writes what is found to the pipe: the kind of error, or 0, then its text.
[[noreturn]] void check_and_end(const std::filesystem::path& folder, int pipe) noexcept {
  const auto checked = catching_exceptions([&] { return let_xapian_check(folder); });
  const char kind = checked ? '\0' : static_cast<char>(1 + static_cast<int>(checked.error().code));
  const std::string said = kind + (checked ? std::string() : checked.error().what);
  std::ignore = ::write(pipe, said.data(), said.size()); // fits into a pipe
  ::_exit(0);
}

/// Xapian 1.4 believes what blocks say of themselves, which its check may not survive: it runs in a process of its own.
Result<void> check_database(const std::filesystem::path& folder) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::unexpected(system_error("cannot check the index", folder));
  Descriptor reading(ends[0]), writing(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) check_and_end(folder, writing.get());
  const auto failed = child < 0 ? std::optional(system_error("cannot check the index", folder)) : std::nullopt;
  writing.close();
  char said[4'096];
  ssize_t size = 0;
  do size = ::read(reading.get(), said, sizeof said);
  while (size < 0 && errno == EINTR);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (failed) return std::unexpected(*failed);
  if (size <= 0) return at_fault(folder, "Xapian could not read a table");
  if (said[0] == '\0') return {};
  const auto code = static_cast<ErrorCode>(said[0] - 1);
  // Xapian's check opens the files for writing; who may only read them has to do without.
  if (code == ErrorCode::Permission) return {};
  return fail(code, std::string(said + 1, static_cast<std::size_t>(size - 1)), folder.string(),
              code == ErrorCode::IndexDamaged ? "run `trawl index rebuild`" : "");
}

/// The same snapshot with the articles that are gone.
std::shared_ptr<IndexReader> whole(std::shared_ptr<IndexReader> reader) {
  auto all = reader->with_gone();
  return all ? std::move(all) : std::move(reader);
}

} // namespace

Result<void> check_files(const DataDirectory& directory) {
  TRAWL_TRY(const std::string name, live_database(directory));
  return check_database(directory.index() / name);
}

IndexCheck::IndexCheck(std::shared_ptr<IndexReader> reader)
    : reader_(whole(std::move(reader))), expected_(std::size_t{reader_->columns().last_document} + 1) {}

std::uint32_t IndexCheck::own_document(std::string_view id) const {
  const std::uint32_t document = reader_->find(id);
  return document != 0 && reader_->columns().ids()[document] == article_number(id) ? document : 0;
}

void IndexCheck::leave_out(std::string_view id) {
  if (const std::uint32_t document = own_document(id)) left_out_.insert(document);
}

IndexCheck::Verdict IndexCheck::look_at(const Article& article) {
  const std::uint32_t document = own_document(article.id);
  if (document == 0) return Verdict::Missing;
  const Xapian::Database& database = reader_->columns().database();
  ArticleDocument made = article_document(article, terms_);
  if (const meaning::WordTable* words = reader_->words())
    made.document.add_value(schema::kPassagesSlot, passages_value(article, *words));
  std::uint64_t& expected = expected_[document];
  for (auto term = made.document.termlist_begin(); term != made.document.termlist_end(); ++term)
    expected += hash_of(*term, term.get_wdf());
  const Xapian::Document there = database.get_document(document);
  const bool is_same = has_same_terms(made.document, database, document) && has_same_values(made.document, there) &&
                       there.get_data() == made.document.get_data();
  return is_same ? Verdict::Same : Verdict::Different;
}

std::optional<std::string> IndexCheck::fault_of_postings() const {
  const Columns& columns = reader_->columns();
  std::vector<std::uint64_t> found(expected_.size());
  const Xapian::Database& database = columns.database();
  for (auto term = database.allterms_begin(); term != database.allterms_end(); ++term) {
    const std::string text = *term;
    std::uint32_t count = 0;
    for (auto at = database.postlist_begin(text); at != database.postlist_end(text); ++at, ++count) {
      const std::uint32_t document = *at;
      if (document >= found.size()) return "a posting list names a document that does not exist";
      found[document] += hash_of(text, at.get_wdf());
    }
    if (count != term.get_termfreq()) return "a posting list has another length than it says";
  }
  for (std::uint32_t document = 1; document < found.size(); ++document) {
    if (columns.is_live(document) && !left_out_.contains(document) && found[document] != expected_[document])
      return "the posting lists do not fit article " + article_id_of(columns.ids()[document]);
  }
  return std::nullopt;
}

} // namespace trawl::index
