// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling help, completions, related articles and rising words, over an index on disk.
#include <algorithm>
#include <chrono>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "shared/article/article_id.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/search/discover/did_you_mean.h"
#include "shared/search/discover/related.h"
#include "shared/search/discover/suggest.h"
#include "shared/search/discover/title_phrases.h"
#include "shared/search/discover/trending.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"
#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::search;

namespace {

IndexView view_of(const index::IndexReader& reader) { return {reader.columns()}; }

const Moment kNow = parse_rfc3339("2026-04-20T12:00:00Z")->time;
const Deadline kNever{std::chrono::steady_clock::time_point::max()};

struct Row {
  std::string title, text, source = "made";
  int days_ago = 100;
  std::vector<std::string> tags = {}, authors = {};
};

/// An index of these articles, numbered from 1.
class DiskIndex {
 public:
  explicit DiskIndex(const std::vector<Row>& rows) {
    auto writer = index::IndexWriter::open_live(directory_.data());
    REQUIRE(writer);
    for (const Row& row : rows) {
      Article article;
      article.url = "https://made.test/" + std::to_string(++count_);
      article.id = article_id(article.url);
      article.title = row.title;
      article.text = row.text;
      article.source = row.source;
      article.tags = row.tags;
      article.authors = row.authors;
      article.published = Date{kNow - std::chrono::hours(24 * row.days_ago), DatePrecision::Second};
      REQUIRE(writer->put(article));
    }
    REQUIRE(writer->commit(1));
    reader_ = *index::IndexReader::open(directory_.data());
  }

  index::IndexReader& reader() { return *reader_; }
  std::vector<Suggestion> suggested(std::string_view typed, std::size_t limit = 8) {
    const SuggestLabels labels{
        [&](std::uint32_t document) { return reader_->article(document, RecordPart::Fields)->title; },
        [&](std::uint32_t document) { return reader_->article(document, RecordPart::Fields)->id; },
        [](std::string_view source) { return source == "pytorch" ? "PyTorch Blog" : std::string(source); }};
    return suggest(typed, view_of(*reader_), labels, limit, kNever);
  }

 private:
  trawl::test::TemporaryDirectory directory_;
  int count_ = 0;
  std::shared_ptr<index::IndexReader> reader_;
};

bool has(const std::vector<Suggestion>& suggestions, std::string_view kind, std::string_view text) {
  return std::ranges::any_of(suggestions, [&](const auto& s) { return s.kind == kind && s.text == text; });
}
} // namespace

TEST_CASE("did you mean: one wrong letter is corrected, a word of the index never is", "[suggest]") {
  DiskIndex index({{"Quantization", "quantization of transformers with aotinductor and llama3"},
                   {"Attention", "attention attention flash quantization moat"}});
  const IndexView view = view_of(index.reader());
  CHECK(corrected_query("quantizaton", view, kNever) == "quantization");
  CHECK(corrected_query("quantizatoin", view, kNever) == "quantization");
  CHECK(corrected_query("aotinuctor", view, kNever) == "aotinductor");
  CHECK(corrected_query("lllama3", view, kNever) == "llama3");
  CHECK(corrected_query("quantizsaton", view, kNever) == "quantization");
  CHECK_FALSE(corrected_query("moat", view, kNever));
  CHECK_FALSE(corrected_query("xyzzyxyzzy", view, kNever));
  CHECK_FALSE(corrected_query("fla", view, kNever));
}
TEST_CASE("did you mean: corrects 19 of 20 one-edit typos in words of six letters", "[suggest]") {
  std::set<std::string> words;
  for (const text::Token& token : text::tokenize(text::synonym_groups())) {
    if (token.kind == text::TokenKind::Word) words.insert(token.folded);
  }
  std::string all;
  for (const std::string& word : words) all += word + " ";
  DiskIndex index(std::vector<Row>{{"Words", all}});
  const IndexView view = view_of(index.reader());
  std::mt19937 random(11);
  double typos = 0, mended = 0;
  for (const std::string& word : words) {
    CHECK_FALSE(corrected_query(word, view, kNever));
    if (word.size() < 6) continue;
    for (int n = 0; n < 8; ++n) {
      std::string typo = word;
      const std::size_t at = random() % word.size();
      const char letter = static_cast<char>('a' + random() % 26);
      if (n % 4 == 0) typo[at] = letter;
      if (n % 4 == 1) typo.insert(at, 1, letter);
      if (n % 4 == 2) typo.erase(at, 1);
      if (n % 4 == 3 && at > 0) std::swap(typo[at - 1], typo[at]);
      if (words.contains(typo)) continue;
      typos += 1;
      mended += corrected_query(typo, view, kNever) == word ? 1 : 0;
    }
  }
  CHECK(typos > 500);
  CHECK(mended >= 0.95 * typos);
}
TEST_CASE("did you mean: a missing or swapped letter is more likely than an added or wrong one", "[suggest]") {
  DiskIndex index({{"Arrive", "arrive contracts"}, {"Arise", "arise contrast"}, {"Arise", "arise contrast"}});
  CHECK(corrected_query("arive", view_of(index.reader()), kNever) == "arrive");
  CHECK(corrected_query("contracst", view_of(index.reader()), kNever) == "contracts");
}

TEST_CASE("did you mean: a typo whose stem is indexed is corrected if the right word is far more frequent",
          "[suggest]") {
  std::vector<Row> rows(25, Row{"Tokenizers", "tokenizers information"});
  rows.push_back({"A slip", "iformations scalers"});
  rows.insert(rows.end(), 3, Row{"Scales", "scales"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("iformation") == "information");
  CHECK_FALSE(corrected("tokenizer").has_value()); // another form of the word
  CHECK_FALSE(corrected("scaler").has_value());    // not frequent enough
}

TEST_CASE("did you mean: the other words say which word was meant", "[suggest]") {
  std::vector<Row> rows(20, Row{"Costs", "costs"});
  rows.push_back({"Hosts", "hosts network"});
  rows.insert(rows.end(), 3, Row{"RAG", "rag retrieval"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("xosts") == "costs");
  CHECK(corrected("xosts network") == "hosts network");
  CHECK(corrected("network xosts zzzzzz") == "network hosts zzzzzz");
  CHECK(corrected("raq retrieval") == "rag retrieval"); // three letters, beside another word
  CHECK_FALSE(corrected("raq").has_value());
}

TEST_CASE("did you mean: an absurdly rare word beside a frequent neighbour is a typo", "[suggest]") {
  std::vector<Row> rows(150, Row{"Quantization", "attention models coat"});
  rows.push_back({"A slip", "attenion elsewhere"});
  rows.push_back({"The moat", "moat cat elsewhere"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("attenion models") == "attention models");
  CHECK(corrected("attenion") == "attention");
  CHECK_FALSE(corrected("attenion elsewhere").has_value()); // no article has attention and elsewhere
  CHECK_FALSE(corrected("moat models").has_value());        // the first letter is another one
  CHECK_FALSE(corrected("cat").has_value());                // three letters, and no other word
}

TEST_CASE("did you mean: a rare word is a typo if the other words stand with its frequent neighbour", "[suggest]") {
  std::vector<Row> rows(60, Row{"Classification", "image classification"});
  rows.insert(rows.end(), 2, Row{"A slip", "image classifcation code"});
  DiskIndex index(rows);
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("image classifcation") == "image classification");
  CHECK_FALSE(corrected("classifcation").has_value());      // 30 times as rare, and nothing else to judge by
  CHECK_FALSE(corrected("classifcation code").has_value()); // no article has classification and code
}

TEST_CASE("did you mean: a value of a filter that no article has", "[suggest]") {
  DiskIndex index({{"One", "alpha", "pytorch", 1, {"attention", "gpu"}}, {"Two", "alpha", "openai", 1, {"agents"}}});
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("alpha source:pytorhc") == "alpha source:pytorch");
  CHECK(corrected("tag:gpu,attenton alpha") == "tag:gpu,attention alpha");
  CHECK_FALSE(corrected("tag:att").has_value()); // only its beginning
  CHECK_FALSE(corrected("source:pytorch tag:gpu").has_value());
  CHECK_FALSE(corrected("source:nowhere").has_value());
}

TEST_CASE("did you mean: everything but the typo stays as typed", "[suggest]") {
  DiskIndex index(std::vector<Row>{{"Attention", "flash attention quantization"}});
  const auto corrected = [&](std::string_view q) { return corrected_query(q, view_of(index.reader()), kNever); };
  CHECK(corrected("Flash  attentoin source:flsh (OR)") == "Flash  attention source:flsh (OR)");
  CHECK(corrected("\"flash attentoin\" -x") == "\"flash attention\" -x");
  CHECK(corrected("title:attentoin") == "title:attention");
  CHECK_FALSE(corrected("+attentoin").has_value());
  CHECK_FALSE(corrected("flash attention").has_value());
  CHECK_FALSE(corrected("attentions").has_value());
  CHECK_FALSE(corrected("").has_value());
}

TEST_CASE("suggest: articles, words, tags and sources that continue what was typed", "[suggest]") {
  DiskIndex index({{"FlashAttention in PyTorch", "flash attention kernels", "pytorch", 3, {"attention", "gpu"}},
                   {"Flash storage", "storage flash", "other", 1, {"storage"}},
                   {"Slow storage", "tape", "other", 2, {}}});
  CHECK(has(index.suggested("fla"), "article", "Flash storage"));
  CHECK(has(index.suggested("flash sto"), "article", "Flash storage"));
  CHECK_FALSE(has(index.suggested("flash sto"), "article", "Slow storage"));
  CHECK(has(index.suggested("flash att"), "phrase", "flash attention"));
  CHECK(has(index.suggested("att"), "tag", "attention"));
  CHECK(has(index.suggested("pyt"), "source", "PyTorch Blog"));
  CHECK(has(index.suggested("blog"), "source", "PyTorch Blog"));
  CHECK(index.suggested("f").empty());
  CHECK(index.suggested("").empty());
  CHECK(index.suggested("sto", 2).size() == 2);
}

TEST_CASE("suggest: phrases that several titles share, the longest of equally frequent ones", "[suggest]") {
  const std::vector<std::string> titles{"A survey of large language models", "Large Language Models on a laptop",
                                        "Serving large language models", "Large batches", "The large hadron"};
  const auto phrases = shared_phrases(titles, {}, "larg");
  REQUIRE(phrases.size() == 1);
  CHECK(phrases[0].words == std::vector<std::string>{"large", "language", "models"});
  CHECK(phrases[0].titles == 3);
  const std::vector<std::string> typed{"large", "language"};
  CHECK(shared_phrases(titles, typed, "mo").size() == 1);
  CHECK(shared_phrases(titles, typed, "x").empty());
  CHECK(shared_phrases({}, {}, "large").empty());
  std::vector<Row> rows;
  for (const std::string& title : titles) rows.push_back({title, "text"});
  DiskIndex index(rows);
  CHECK(has(index.suggested("larg"), "phrase", "large language models"));
  CHECK(has(index.suggested("Large lang"), "phrase", "large language models"));
}

TEST_CASE("suggest: authors are found by any part of their names", "[suggest]") {
  DiskIndex index({{"One", "alpha", "a", 1, {}, {"Lilian Weng"}}, {"Two", "alpha", "b", 1, {}, {"Ann Author"}}});
  CHECK(has(index.suggested("weng"), "author", "Lilian Weng"));
  CHECK(has(index.suggested("Lilian W"), "author", "Lilian Weng"));
  CHECK_FALSE(has(index.suggested("weng"), "author", "Ann Author"));
}

TEST_CASE("suggest: a source or a person whose name was typed comes first", "[suggest]") {
  std::vector<Row> rows(5, Row{"PyTorch Blog posts by Sigrid Keydana", "pytorch blog", "pytorch", 1, {"pytorch"}, {}});
  rows.push_back({"PyTorch 2", "news", "news-of-ai", 1, {"pytorch blog"}, {"Sigrid Keydana", "José Muñoz-Pérez"}});
  rows.push_back({"Pytorch", "news", "other", 1, {}, {"Sigrid Keydana-Smith", "Pytorch"}});
  DiskIndex index(rows);
  const auto first = [&](std::string_view typed) {
    const auto found = index.suggested(typed);
    return found.empty() ? "" : found.front().kind + " " + found.front().text;
  };
  CHECK(first("PyTorch Blog") == "source PyTorch Blog");
  CHECK(first("pytorch  blog ") == "source PyTorch Blog");
  CHECK(first("pytorch") == "source PyTorch Blog"); // its id
  CHECK(first("news-of-ai") == "source news-of-ai");
  CHECK(first("News of AI") == "source news-of-ai");
  CHECK(first("Sigrid Keydana") == "author Sigrid Keydana");
  CHECK(first("sigrid keydana") == "author Sigrid Keydana");
  CHECK(first("jose munoz perez") == "author José Muñoz-Pérez");
  CHECK(first("José Muñoz-Pérez") == "author José Muñoz-Pérez");
  CHECK(first("JOSE\u0301 MUÑOZ-PÉREZ") == "author José Muñoz-Pérez"); // a combining accent
  CHECK(first("source:news-of-ai sigrid keydana") == "author Sigrid Keydana");
  CHECK(first("source:pytorch sigrid keydana") != "author Sigrid Keydana"); // no article of hers is there
  CHECK(first("Sigrid") == "article PyTorch Blog posts by Sigrid Keydana"); // not a whole name
  const auto of_id = index.suggested("pytorch");
  REQUIRE(of_id.size() > 1);
  CHECK(of_id[1].kind == "author"); // who is called so, too
  CHECK(of_id.front().count == 5);
  CHECK(std::ranges::count(of_id, "source", &Suggestion::kind) == 1);
  CHECK(index.suggested("pytorch", 1).size() == 1);
}

TEST_CASE("suggest: filters are kept, and only articles that pass them count", "[suggest]") {
  DiskIndex index(
      {{"Attention here", "attention kernels", "keras"}, {"Attention there", "attention attempts", "other"}});
  const auto found = index.suggested("source:keras att");
  CHECK(has(found, "article", "Attention here"));
  CHECK_FALSE(has(found, "article", "Attention there"));
  CHECK(has(found, "phrase", "source:keras attention"));
  CHECK_FALSE(has(found, "phrase", "source:keras attempts"));
}

TEST_CASE("suggest: a misspelt word is completed as what was meant", "[suggest]") {
  DiskIndex index(std::vector<Row>(3, Row{"Quantization of models", "quantization of diffusion models"}));
  CHECK(has(index.suggested("quantizaton"), "phrase", "quantization"));
  CHECK(has(index.suggested("diffsion mod"), "phrase", "diffusion models"));
  CHECK(has(index.suggested("qauntiz"), "phrase", "quantization")); // of a word that is not complete
  CHECK(index.suggested("xyzzyxyzzy").empty());
}

TEST_CASE("suggest: names of code and of citations are no completions of words", "[suggest]") {
  DiskIndex index(std::vector<Row>(
      2, Row{"Notes", "attention is.null is_available isolation torch.compile torch compute @weng2018bandit weng"}));
  const auto found = index.suggested("attention is");
  CHECK(has(found, "phrase", "attention isolation"));
  CHECK_FALSE(has(found, "phrase", "attention is.null"));
  CHECK_FALSE(has(found, "phrase", "attention is_available"));
  CHECK_FALSE(has(index.suggested("wen"), "phrase", "weng2018bandit"));
  CHECK(has(index.suggested("torch.com"), "phrase", "torch.compile"));
  CHECK_FALSE(has(index.suggested("torch.com"), "phrase", "torch.compute"));
}

TEST_CASE("suggest: one form of each word", "[suggest]") {
  DiskIndex index({{"A", "kernel kernels"}, {"B", "kernels"}, {"C", "kernels fine-tuning"}});
  const auto found = index.suggested("kern");
  CHECK(has(found, "phrase", "kernels"));
  CHECK_FALSE(has(found, "phrase", "kernel"));
  CHECK_FALSE(has(index.suggested("finet"), "phrase", "finetuned"));
}

TEST_CASE("related: other sources first, never the article itself, nothing if none is similar", "[suggest]") {
  const std::string kernels =
      "speculative decoding drafts tokens for serving large models with vllm kernels, which a smaller "
      "one proposes and the bigger one accepts or refuses all at once";
  DiskIndex index(
      {{"Speculative decoding", kernels, "a"},
       {"Speculative decoding again", kernels + " once more", "a"},
       {"Speculative decoding elsewhere", "speculative decoding drafts tokens for serving large models", "b"},
       {"Gardens", "roses tulips soil water", "c"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  CHECK(related_documents(1, view_of(index.reader()), 4, kNever) == std::vector<std::uint32_t>{3, 2});
  CHECK(related_documents(1, view_of(index.reader()), 1, kNever) == std::vector<std::uint32_t>{3});
  CHECK(related_documents(4, view_of(index.reader()), 4, kNever).empty());
}

TEST_CASE("related: a one-line article has no related articles", "[suggest]") {
  const std::string line = "speculative decoding drafts tokens for serving large models with vllm kernels on gpus";
  DiskIndex index({{"Decoding", line, "a"}, {"Decoding again", line + " " + line + " " + line, "b"}});
  CHECK(related_documents(1, view_of(index.reader()), 4, kNever).empty());
  CHECK(related_documents(2, view_of(index.reader()), 4, kNever) == std::vector<std::uint32_t>{1});
}

TEST_CASE("related: other sources come first only among nearly equal scores", "[suggest]") {
  const std::string kernels = "speculative decoding drafts tokens for serving large models with vllm kernels on gpus, "
                              "which a smaller one proposes and the bigger one accepts or refuses all at once";
  DiskIndex index(
      {{"Speculative decoding", kernels, "a"},
       {"Speculative decoding again", kernels + " once more", "a"},
       {"Gardens", "serving tokens with drafts on large tables under roses and tulips all summer long", "b"},
       {"Cooking", "bread flour yeast oven", "c"},
       {"Travel", "trains boats maps", "c"}});
  const auto found = related_documents(1, view_of(index.reader()), 4, kNever);
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == 2);
}

TEST_CASE("trending: words of at least two sources that are more frequent than before", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({"Model notes", "the usual model and kernel words", i % 2 == 0 ? "a" : "b", 50 + i});
  rows.push_back({"Monarch", "monarch and the model", "a", 0});
  rows.push_back({"On Monarch", "a monarch model", "b", 1});
  rows.push_back({"Loner", "hapax hapax model", "a", 1});
  rows.push_back({"Loner again", "hapax model", "a", 1});
  DiskIndex index(rows);
  const auto found = trending_documents(view_of(index.reader()), std::chrono::hours(48), 5, kNow, kNever);
  REQUIRE(found.terms.size() == 1);
  CHECK(found.terms[0].term == "monarch");
  CHECK(found.terms[0].count == 2);
  CHECK(found.terms[0].times_usual > 2);
  CHECK(found.terms[0].sources == std::vector<std::string>{"a", "b"});
  CHECK(found.documents == std::vector<std::uint32_t>{41, 42});
  const Moment long_ago = kNow - std::chrono::hours(24 * 365);
  CHECK(trending_documents(view_of(index.reader()), std::chrono::hours(1), 5, long_ago, kNever).terms.empty());
}

TEST_CASE("trending: one source's series is no trend, and neither is ordinary vocabulary", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 200; ++i)
    rows.push_back({"Notes", i % 10 == 0 ? "production notes" : "usual words", i % 2 == 0 ? "a" : "b", 50 + i});
  for (int i = 0; i < 8; ++i) rows.push_back({"Diary and production", "diary of production", "a", i % 2});
  rows.push_back({"Diary and production", "diary once, of production", "b", 1});
  for (int i = 0; i < 2; ++i) rows.push_back({"Monarch", "monarch", i == 0 ? "a" : "b", 1});
  DiskIndex index(rows);
  const auto found = trending_documents(view_of(index.reader()), std::chrono::hours(72), 6, kNow, kNever);
  std::set<std::string> terms;
  for (const TrendingTerm& one : found.terms) terms.insert(one.term);
  CHECK(terms.contains("monarch"));
  CHECK_FALSE(terms.contains("production")); // in a tenth of all articles
  std::size_t of_a = 0;
  for (const std::uint32_t document : found.documents) of_a += rows[document - 1].source == "a" ? 1 : 0;
  CHECK(of_a <= 2); // of six articles asked for
}

TEST_CASE("trending: a word that many sources used before is no trend, however often it comes now", "[suggest]") {
  std::vector<Row> rows;
  for (int i = 0; i < 400; ++i) {
    // Six sources; three have used "approach" now and then, one "monarch".
    const std::string rare = i < 6 && i % 2 == 0 ? "an approach" : i == 7 ? "a monarch" : "usual words";
    rows.push_back({"Notes", rare + " and notes", std::string(1, static_cast<char>('a' + i % 6)), 50 + i % 40});
  }
  for (const char* source : {"a", "b", "c"}) {
    rows.push_back({"An approach to monarch", "approach monarch", source, 1});
    rows.push_back({"The mixture-of-experts approach", "mixture-of-experts approach monarch", source, 1});
  }
  DiskIndex index(rows);
  const auto found = trending_documents(view_of(index.reader()), std::chrono::hours(72), 20, kNow, kNever);
  std::set<std::string> terms;
  for (const TrendingTerm& one : found.terms) terms.insert(one.term);
  CHECK(terms == std::set<std::string>{"mixture-of-experts", "monarch"}); // nor "of-experts" or "experts"
}
