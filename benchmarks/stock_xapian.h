// SPDX-License-Identifier: GPL-3.0-or-later
/// The same articles in plain Xapian as its guides set it up: TermGenerator, QueryParser, BM25, a value slot per facet
/// and ValueCountMatchSpy. What Trawl is measured against. (A spy of that kind counts the tags of an article as one
/// text; counting them apart would cost it more.)
#pragma once

#include "benchmarks/bulk_input.h"

#include <cstddef>
#include <fstream>
#include <string>

#include <xapian.h>

namespace trawl::bench {

/// One line of a queries file: a query in Trawl's language, and its parts for engines with another.
struct TimedQuery {
  std::string kind, q, words, source, tag, after, before;
};

class StockXapian {
 public:
  static constexpr Xapian::valueno kSource = 0, kTags = 1, kDate = 2;

  static void build(const std::string& path, const std::string& jsonl_path) {
    const std::string raw = path + ".building";
    {
      Xapian::WritableDatabase database(raw, Xapian::DB_CREATE_OR_OVERWRITE);
      Xapian::TermGenerator generator;
      generator.set_stemmer(Xapian::Stem("en"));
      std::ifstream in(jsonl_path);
      for_each_article(in, [&](const Article& article) { database.add_document(document_of(article, generator)); });
      database.commit();
    }
    Xapian::Database(raw).compact(path);
  }

  explicit StockXapian(const std::string& path) : database_(path) {
    parser_.set_database(database_);
    parser_.set_stemmer(Xapian::Stem("en"));
    parser_.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
  }

  struct Answer {
    std::size_t total = 0, read = 0, facet_values = 0;
  };

  /// The ten best with their data, the exact total, and the twenty most frequent values of two slots.
  Answer ask(const TimedQuery& query) {
    Xapian::Enquire enquire(database_);
    enquire.set_query(parsed(query));
    Xapian::ValueCountMatchSpy sources(kSource), tags(kTags);
    enquire.add_matchspy(&sources);
    enquire.add_matchspy(&tags);
    const Xapian::MSet set = enquire.get_mset(Xapian::doccount(0), Xapian::doccount(10), database_.get_doccount());
    Answer answer{set.get_matches_estimated(), 0, 0};
    for (auto it = set.begin(); it != set.end(); ++it) answer.read += it.get_document().get_data().size();
    for (const auto* spy : {&sources, &tags}) {
      for (auto it = spy->top_values_begin(20); it != spy->top_values_end(20); ++it) ++answer.facet_values;
    }
    return answer;
  }

 private:
  static Xapian::Document document_of(const Article& article, Xapian::TermGenerator& generator) {
    Xapian::Document document;
    generator.set_document(document);
    generator.index_text(article.title, 1, "S");
    generator.index_text(article.title);
    generator.increase_termpos();
    generator.index_text(article.text);
    document.add_boolean_term("XS" + article.source);
    std::string tags;
    for (const std::string& tag : article.tags) {
      document.add_boolean_term("XT" + tag);
      tags += (tags.empty() ? "" : "\t") + tag;
    }
    document.add_value(kSource, article.source);
    document.add_value(kTags, tags);
    if (article.published) document.add_value(kDate, to_day(article.published->time));
    document.set_data(article.url + "\n" + article.title + "\n" + article.text);
    return document;
  }

  Xapian::Query parsed(const TimedQuery& query) {
    using Q = Xapian::Query;
    const bool any = query.kind == "or" || query.kind == "long";
    parser_.set_default_op(any ? Q::OP_OR : Q::OP_AND);
    const std::string text = query.kind == "filter" ? query.words : query.q;
    Q out = parser_.parse_query(text, Xapian::QueryParser::FLAG_DEFAULT | Xapian::QueryParser::FLAG_WILDCARD |
                                          Xapian::QueryParser::FLAG_PURE_NOT);
    if (!query.source.empty()) out = Q(Q::OP_FILTER, out, Q("XS" + query.source));
    if (!query.tag.empty()) out = Q(Q::OP_FILTER, out, Q("XT" + query.tag));
    if (!query.after.empty()) out = Q(Q::OP_FILTER, out, Q(Q::OP_VALUE_RANGE, kDate, query.after, query.before));
    return out;
  }

  Xapian::Database database_;
  Xapian::QueryParser parser_;
};

} // namespace trawl::bench
