// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/learn_words.h"

#include "shared/base/utf8.h"
#include "shared/base/whole_number.h"
#include "shared/index/document/stored_document.h"
#include "shared/index/index_reader.h"
#include "shared/meaning/words.h"
#include "shared/schema/terms.h"
#include "shared/text/stemmer.h"

#include <map>
#include <utility>
#include <vector>

namespace trawl::index {
namespace {

const std::string kWords = "trawl.words", kLearntFrom = "trawl.learnt_from";

constexpr std::size_t kLeastArticles = 100;
constexpr std::size_t kMostStems = 20'000'000, kBytesOfStem = 10; ///< that are learnt from; of text, about
constexpr std::size_t kCachedStems = 100'000;

/// The stems of an article, at most `most` of its text.
meaning::StemmedText stems_of(const Article& article, std::size_t most, text::Stemmer& stemmer) {
  const std::string_view text = utf8::truncate_bytes(article.text, most * kBytesOfStem);
  meaning::StemmedText stems = meaning::stemmed(article.title, text, stemmer);
  if (stems.text.size() > most) stems.text.resize(most);
  return stems;
}

/// Calls `visit(document, article)` for each document, as far as they can be read.
template <typename Visit>
void for_each_article(Xapian::WritableDatabase& database, Visit visit) {
  std::vector<Xapian::docid> documents;
  for (auto at = database.postlist_begin({}); at != database.postlist_end({}); ++at) documents.push_back(*at);
  for (const Xapian::docid number : documents) {
    Xapian::Document document = database.get_document(number);
    if (const auto article = read_article(read_document_data(document.get_data()), ArticlePart::Whole))
      visit(number, document, *article);
  }
}

} // namespace

std::uint64_t articles_learnt_from(const Xapian::Database& database) {
  return whole_number<std::uint64_t>(database.get_metadata(kLearntFrom)).value_or(0);
}

std::shared_ptr<const meaning::WordTable> read_words(const Xapian::Database& database) {
  std::string bytes = database.get_metadata(kWords);
  auto table = bytes.empty() ? std::nullopt : meaning::WordTable::read(std::move(bytes));
  return table ? std::make_shared<const meaning::WordTable>(std::move(*table)) : nullptr;
}

std::string passages_value(const Article& article, const meaning::WordTable& words) {
  thread_local text::Stemmer stemmer("en", kCachedStems);
  std::string out;
  for (const meaning::PackedVector& passage : passages_of(stems_of(article, kMostStems, stemmer), words))
    out.append(reinterpret_cast<const char*>(passage.data()), passage.size());
  return out;
}

bool learn_words(Xapian::WritableDatabase& database) {
  const std::size_t articles = database.get_doccount();
  const std::uint64_t before = articles_learnt_from(database);
  if (articles < kLeastArticles || (before > 0 && articles < 2 * before)) return false;
  text::Stemmer stemmer("en", kCachedStems);
  std::map<std::string, meaning::StemmedText> by_id; // what is learnt does not depend on the order of the documents
  for_each_article(database, [&](Xapian::docid, Xapian::Document&, const Article& article) {
    by_id[article.id] = stems_of(article, kMostStems / articles, stemmer);
  });
  std::vector<meaning::StemmedText> texts;
  for (auto& [id, text] : by_id) texts.push_back(std::move(text));
  const auto table = meaning::WordTable::read(meaning::WordTable::pack(meaning::learn_words(texts)));
  texts.clear();
  database.set_metadata(kWords, table->bytes());
  database.set_metadata(kLearntFrom, std::to_string(articles));
  for_each_article(database, [&](Xapian::docid number, Xapian::Document& document, const Article& article) {
    document.add_value(schema::kPassagesSlot, passages_value(article, *table));
    database.replace_document(number, document);
  });
  return true;
}

} // namespace trawl::index
