// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/article_document.h"
#include "shared/index/document/text_blocks.h"
#include "shared/search/answer/snippet.h"
#include "tests/support/articles.h"
#include "tests/support/columns_of.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace snippet_maker_test {

using namespace trawl;
using namespace trawl::search;

namespace {

const std::string kFiller = "Nothing of interest is said in this sentence about the weather and the harvest. ";

std::string filler(std::size_t sentences) {
  std::string out;
  for (std::size_t i = 0; i < sentences; ++i) out += kFiller + (i % 5 == 4 ? "\n\n" : "");
  return out + "\n\n";
}

/// A stored article.
class Stored {
 public:
  Stored(const std::string& title, const std::string& text, const std::string& language) : language_(language) {
    Article article = trawl::test::article(1);
    article.title = title;
    article.text = text;
    article.language = language;
    text::TermTable table;
    made_.add(trawl::index::article_document(article, table).document);
    columns_ = made_.columns();
    stored_ = columns_->stored_document(1);
    blocks_ = trawl::index::TextBlocks(stored_.text);
  }
  StoredText text() const { return {blocks_, *columns_, 1, language_}; }

 private:
  trawl::test::MadeDatabase made_;
  std::unique_ptr<const trawl::index::Columns> columns_;
  trawl::index::StoredDocument stored_;
  std::string language_;

  trawl::index::TextBlocks blocks_{std::string_view()};
};

/// The snippets of a stored article, with [marks].
std::vector<std::string> shown(const std::string& text, const HighlightTerms& terms, std::size_t count = 1,
                               const std::string& language = "en") {
  const Stored stored("A title", text, language);
  std::vector<std::string> out;
  const SnippetMaker maker(terms);
  for (const Snippet& snippet : maker.snippets(stored.text(), maker.find(stored.text()), count, 20)) {
    std::string marked;
    std::size_t at = 0;
    for (const Mark& mark : snippet.marks) {
      marked +=
          snippet.text.substr(at, mark.begin - at) + "[" + snippet.text.substr(mark.begin, mark.end - mark.begin) + "]";
      at = mark.end;
    }
    out.push_back(marked + snippet.text.substr(at));
  }
  return out;
}

HighlightTerms stems(const std::vector<std::string>& stems) { return {{}, stems, {}, {}}; }

} // namespace

TEST_CASE("snippets of stored texts: the best passage of a long text, whole sentences", "[search][snippet]") {
  const std::string text = filler(400) + "Attention kernels are fused.\n\n" + filler(400) + "Attention alone.\n\n";
  const auto found = shown(text, stems({"attent", "kernel"}));
  REQUIRE(found.size() == 1);
  CHECK(found[0].starts_with("…[Attention] [kernels] are fused. Nothing of"));
  CHECK(found[0].ends_with(".")); // no ellipsis behind a sentence
  const auto two = shown(text, stems({"attent", "kernel"}), 2);
  REQUIRE(two.size() == 2);
  CHECK(two[0] == found[0]);
  CHECK(two[1].contains("[Attention] alone."));
}

TEST_CASE("snippets of stored texts: not from a bibliography while the text has another place", "[search][snippet]") {
  const std::string references = "References\n\n[1] Ng et al. “Reward kernels in attention.” ICML 1999.\n\n";
  const auto found = shown(filler(50) + "The reward is a number.\n\n" + filler(50) + references,
                           stems({"reward", "kernel", "attent"}));
  REQUIRE(found.size() == 1);
  CHECK(found[0].contains("The [reward] is a number."));
  const auto only = shown(filler(50) + references, stems({"kernel"}));
  REQUIRE(only.size() == 1);
  CHECK(only[0].starts_with("Nothing of interest"));       // the beginning says more
  CHECK(shown(references, stems({"kernel"})).size() == 1); // there is nothing else
}

TEST_CASE("snippets of stored texts: without a hit, the beginning of the prose", "[search][snippet]") {
  const std::string menu = "Home\nAbout\nArchive\nTags\n\n";
  for (const HighlightTerms& terms : {HighlightTerms{}, stems({"absent"})}) {
    const auto found = shown(menu + filler(50), terms);
    REQUIRE(found.size() == 1);
    CHECK(found[0].starts_with("…Nothing of interest"));
  }
  CHECK(shown("", {}).empty());
}

TEST_CASE("snippets of stored texts: prefixes, exact words and phrases are found too", "[search][snippet]") {
  const std::string text = filler(20) + "Quantization of torch.compile with flash attention.\n\n" + filler(20);
  CHECK(shown(text, {{}, {}, {"quanti"}, {}})[0].contains("[Quantization]"));
  CHECK(shown(text, {{"torch.compile"}, {}, {}, {}})[0].contains("[torch.compile]"));
  CHECK(shown(text, {{}, {}, {}, {{"flash", "attent"}}})[0].contains("[flash attention]"));
}

TEST_CASE("snippets of stored texts: a phrase counts only where its words stand together", "[search][snippet]") {
  const std::string text = filler(20) + "Attention here, and a flash there: flash, flash.\n\n" + filler(20) +
                           "About flash attention.\n\n" + filler(20);
  const auto found = shown(text, {{}, {}, {}, {{"flash", "attent"}}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].contains("About [flash attention]."));
}

TEST_CASE("snippets of stored texts: other names and other languages lead to passages too", "[search][snippet]") {
  const std::string text = filler(20) + "Retrieval-augmented generation helps.\n\n" + filler(20);
  HighlightTerms rag = stems({"rag"});
  rag.others = {{{"retriev", "augment", "generat"}, {}, false, 0}};
  CHECK(shown(text, rag)[0].contains("[Retrieval-augmented generation] helps"));
  const std::string german = filler(20) + "Es geht um die Häuser der Stadt.\n\n" + filler(20);
  HighlightTerms house = stems({"haus"});
  CHECK_FALSE(shown(german, house, 1, "de")[0].contains("[Häuser]"));
  house.others = {{{"haus"}, "de", false, 0}};
  CHECK(shown(german, house, 1, "de")[0].contains("[Häuser] der Stadt"));
  CHECK_FALSE(shown(german, house, 1, "en")[0].contains("[Häuser]"));
}

TEST_CASE("snippets of stored texts: a word of which there are thousands is marked wherever the passage is",
          "[search][snippet]") {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "The model is a model of some model. " + std::string(i % 5 == 4 ? "\n\n" : "");
  text += "\n\nThe model of an aardvark and a zebra.\n\n" + filler(20);
  const auto found = shown(text, stems({"model", "aardvark", "zebra"}));
  REQUIRE(found.size() == 1);
  CHECK(found[0].contains("The [model] of an [aardvark] and a [zebra]."));
}

TEST_CASE("snippets of stored texts: say where they begin in the whole text", "[search][snippet]") {
  const std::string text =
      "Größe und Maß sind hier nicht gefragt, naïve Leser.\n\n" + filler(100) + "Attention, please.\n";
  const Stored stored("A title", text, "en");
  const SnippetMaker maker(stems({"attent"}));
  const auto found = maker.snippets(stored.text(), maker.find(stored.text()), 1, 5);
  REQUIRE(found.size() == 1);
  CHECK(found[0].text.contains("Attention, please."));
  std::size_t bytes = 0, characters = 0;
  for (; characters < found[0].position; ++characters) {
    do ++bytes;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80);
  }
  const std::string shown_text = found[0].text.substr(std::string("…").size(), 6);
  CHECK(text.substr(bytes, 6) == shown_text);
}

TEST_CASE("snippets of stored texts: a title is marked where its words match, also two words for one with a hyphen",
          "[search][snippet]") {
  const auto marked = [](const std::string& title, const HighlightTerms& terms) {
    const Stored stored(title, "Some text about learning.", "en");
    std::string out;
    std::size_t at = 0;
    const SnippetMaker maker(terms);
    for (const Mark& mark : maker.title_marks(title, stored.text(), maker.find(stored.text()))) {
      out += title.substr(at, mark.begin - at) + "[" + title.substr(mark.begin, mark.end - mark.begin) + "]";
      at = mark.end;
    }
    return out + title.substr(at);
  };
  CHECK(marked("Learning to learn, slowly", stems({"learn"})) == "[Learning] to [learn], slowly");
  CHECK(marked("Nothing of the text", stems({"learn"})) == "Nothing of the text");
  CHECK(marked("An on-line programming environment", stems({"onlin"})) == "An [on-line] programming environment");
  CHECK(marked("Flash attention", {{}, {}, {}, {{"flash", "attent"}}}) == "[Flash attention]");
  CHECK(marked("Quantization", {{}, {}, {"quant"}, {}}) == "[Quantization]");
}

} // namespace snippet_maker_test
