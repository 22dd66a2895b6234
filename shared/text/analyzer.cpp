// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/analyzer.h"

#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

namespace trawl::text {
namespace {

bool is_counted(TokenKind kind) { return kind == TokenKind::Word || kind == TokenKind::Part; }

/// "Z" + stem without a temporary.
std::string prefixed(std::string_view prefix, std::string_view text) {
  std::string out;
  out.reserve(prefix.size() + text.size());
  out.append(prefix).append(text);
  return out;
}

} // namespace

AnalyzedArticle analyze_article(std::string_view title, std::string_view body) {
  AnalyzedArticle out;
  out.terms.reserve(body.size() / 3);
  Stemmer stemmer;
  const std::uint32_t title_end = for_each_token(title, [&](Token& token) {
    if (is_counted(token.kind)) ++out.title_words;
    if (token.kind != TokenKind::Compound) {
      const std::string& stem = stemmer.stem(token.folded);
      out.terms.push_back({prefixed("Z", stem), token.position});
      out.terms.push_back({prefixed("SZ", stem), token.position});
    }
    out.terms.push_back({prefixed("S", token.folded), 0});
    out.terms.push_back({std::move(token.folded), 0});
  });
  out.words = out.title_words;
  const std::uint32_t offset = title_end + kTitleGap;
  for_each_token(body, [&](Token& token) {
    if (is_counted(token.kind)) ++out.words;
    if (token.kind != TokenKind::Compound) {
      out.terms.push_back({prefixed("Z", stemmer.stem(token.folded)), token.position + offset});
    }
    out.terms.push_back({std::move(token.folded), 0});
  });
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
