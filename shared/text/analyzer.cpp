// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/analyzer.h"

#include "shared/base/ascii.h"
#include "shared/text/query_language.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trawl::text {
namespace {

bool is_counted(TokenKind kind) { return kind == TokenKind::Word || kind == TokenKind::Part; }

/// The names inside a longer one: k-means and means-based in k-means-based. A compound of more than four words is a
/// name only as a whole: most are URLs and paths.
std::vector<std::string_view> names_inside(std::string_view compound) {
  constexpr std::size_t kMaxWords = 4;
  const auto is_digit = [&](std::size_t at) {
    return at < compound.size() && compound[at] >= '0' && compound[at] <= '9';
  };
  std::vector<std::size_t> links;
  for (std::size_t i = 1; i + 1 < compound.size(); ++i) {
    const bool is_point = compound[i] == '.' && !(is_digit(i - 1) && is_digit(i + 1)); // but not the one in 2.7
    if (is_point || compound[i] == '-' || compound[i] == '/') links.push_back(i);
  }
  std::vector<std::string_view> names;
  if (links.size() < 2 || links.size() >= kMaxWords) return names;
  links.push_back(compound.size());
  for (std::size_t first = 0; first + 1 < links.size(); ++first) {
    const std::size_t begin = first == 0 ? 0 : links[first - 1] + 1;
    for (std::size_t last = first + 1; last < links.size(); ++last) {
      if (first > 0 || last + 1 < links.size()) names.push_back(compound.substr(begin, links[last] - begin));
    }
  }
  return names;
}

/// Gets the words of a text in order, and records where the text may be cut.
class LandmarkFinder {
 public:
  LandmarkFinder(std::string_view text, std::uint32_t offset) : text_(text), offset_(offset) {}

  void see(const Token& token) {
    if (token.kind != TokenKind::Word || token.begin < end_) return;
    const std::size_t line_end = text_.substr(end_, token.begin - end_).rfind('\n');
    if (line_end != std::string_view::npos) {
      add(end_ + line_end + 1, token.position);
    } else if (landmarks_.empty()) {
      add(0, token.position);
    } else if (token.begin >= landmarks_.back().begin + kLandmarkBytes && may_be_cut_before(token.begin)) {
      add(token.begin, token.position);
    }
    end_ = token.end;
  }

  std::vector<Landmark> take() { return std::move(landmarks_); }

 private:
  static constexpr std::size_t kLandmarkBytes = 250;

  bool may_be_cut_before(std::size_t at) const {
    return ascii::is_blank(text_[at - 1]) || static_cast<unsigned char>(text_[at - 1]) >= 0x80;
  }
  void add(std::size_t begin, std::uint32_t position) { landmarks_.push_back({begin, position + offset_}); }

  std::string_view text_;
  std::uint32_t offset_;
  std::size_t end_ = 0; ///< of the last word
  std::vector<Landmark> landmarks_;
};

} // namespace

std::string stem_in(std::string_view language, std::string_view stem) {
  return std::string(language).append(":").append(stem);
}

AnalyzedArticle analyze_article(TermTable& table, std::string_view title, std::string_view body,
                                std::string_view language) {
  AnalyzedArticle out;
  out.terms.reserve(body.size() / 3);
  // Asked for the words that are new to the table. Kept, because a table may be of one article.
  constexpr std::size_t kCachedStems = 8'192;
  thread_local Stemmer stemmer("en", kCachedStems);
  std::optional<Stemmer> own_stemmer;
  if (std::ranges::binary_search(stemmed_languages(), language)) own_stemmer.emplace(language);
  const auto add = [&](std::string_view prefix, std::string_view rest, std::uint32_t position) {
    out.terms.emplace_back(table.add(prefix, rest), position);
  };
  const auto add_word = [&](std::string_view folded, std::uint32_t position, bool in_title) {
    TermTable::Term& word = table.add(folded);
    if (word.stem == nullptr) word.stem = &table.add("Z", stemmer.stem(folded));
    out.terms.emplace_back(*word.stem, position);
    if (in_title) add("S", word.stem->text, position);
    if (own_stemmer) {
      const std::string own = stem_in(language, own_stemmer->stem(folded));
      add("Z", own, position);
      if (in_title) add("SZ", own, position);
    }
    if (in_title) add("S", folded, position);
    out.terms.emplace_back(word, position);
  };
  const auto add_compound = [&](std::string_view name, bool in_title) {
    if (in_title) add("S", name, 0);
    add({}, name, 0);
  };
  const auto add_token = [&](const Token& token, std::uint32_t offset, bool in_title) {
    if (token.kind != TokenKind::Compound) return add_word(token.folded, token.position + offset, in_title);
    for (const std::string_view name : names_inside(token.folded)) add_compound(name, in_title);
    add_compound(token.folded, in_title);
  };
  const std::uint32_t title_end = for_each_token(title, [&](const Token& token) {
    if (is_counted(token.kind)) ++out.title_words;
    add_token(token, 0, true);
  });
  out.words = out.title_words;
  const std::uint32_t offset = title_end + kTitleGap;
  LandmarkFinder landmarks(body, offset);
  for_each_token(body, [&](const Token& token) {
    landmarks.see(token);
    if (is_counted(token.kind)) ++out.words;
    add_token(token, offset, false);
  });
  out.landmarks = landmarks.take();
  return out;
}

std::vector<Word> words_of(std::string_view text, Stemmer& stemmer) {
  std::vector<Word> words;
  for_each_token(text, [&](Token& token) {
    std::string stem = token.kind == TokenKind::Compound ? std::string() : stemmer.stem(token.folded);
    words.push_back({token.begin, token.end, std::move(token.folded), std::move(stem), token.position});
  });
  return words;
}

} // namespace trawl::text
