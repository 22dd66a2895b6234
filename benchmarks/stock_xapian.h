// SPDX-License-Identifier: GPL-3.0-or-later
/// The same articles in plain Xapian as its guides set it up: TermGenerator, QueryParser, BM25, a value slot per facet
/// and ValueCountMatchSpy for the source. An article has several tags, which such a spy would count as one text; so
/// their slot holds a number of two bytes for each tag, and a spy of our own counts these.
#pragma once

#include "benchmarks/bulk_input.h"
#include "benchmarks/timed_queries.h"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::bench {

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
      std::map<std::string, std::uint16_t> tags;
      for_each_article(in,
                       [&](const Article& article) { database.add_document(document_of(article, generator, tags)); });
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
    Xapian::ValueCountMatchSpy sources(kSource);
    TagSpy tags;
    enquire.add_matchspy(&sources);
    enquire.add_matchspy(&tags);
    const Xapian::MSet set = enquire.get_mset(Xapian::doccount(0), Xapian::doccount(10), database_.get_doccount());
    Answer answer{set.get_matches_estimated(), 0, 0};
    for (auto it = set.begin(); it != set.end(); ++it) answer.read += it.get_document().get_data().size();
    for (auto it = sources.top_values_begin(20); it != sources.top_values_end(20); ++it) ++answer.facet_values;
    answer.facet_values += tags.top(20).size();
    return answer;
  }

 private:
  class TagSpy : public Xapian::MatchSpy {
   public:
    void operator()(const Xapian::Document& document, double) override {
      const std::string value = document.get_value(kTags);
      for (std::size_t i = 0; i + 1 < value.size(); i += 2) {
        ++counts_[static_cast<unsigned char>(value[i]) * 256U + static_cast<unsigned char>(value[i + 1])];
      }
    }
    std::vector<std::size_t> top(std::size_t count) const {
      std::vector<std::size_t> found;
      for (std::size_t tag = 0; tag < counts_.size(); ++tag) {
        if (counts_[tag] > 0) found.push_back(tag);
      }
      count = std::min(count, found.size());
      std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count), std::greater(),
                                [this](std::size_t tag) { return counts_[tag]; });
      found.resize(count);
      return found;
    }

   private:
    std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(65'536);
  };

  static Xapian::Document document_of(const Article& article, Xapian::TermGenerator& generator,
                                      std::map<std::string, std::uint16_t>& known_tags) {
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
      const std::uint16_t number =
          known_tags.try_emplace(tag, static_cast<std::uint16_t>(known_tags.size())).first->second;
      tags += {static_cast<char>(number >> 8), static_cast<char>(number & 0xFF)};
    }
    document.add_value(kSource, article.source);
    document.add_value(kTags, tags);
    if (article.published) document.add_value(kDate, to_day(article.published->time));
    document.set_data(article.url + "\n" + article.title + "\n" + article.text);
    return document;
  }

  Xapian::Query parsed(const TimedQuery& query) {
    using Q = Xapian::Query;
    parser_.set_default_op(query.is_any() ? Q::OP_OR : Q::OP_AND);
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
