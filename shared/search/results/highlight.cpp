// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/highlight.h"

#include "shared/base/ascii.h"
#include "shared/text/analyzer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <unordered_map>

namespace trawl::search {
namespace {

/// How many first letters a stem shares with each of its words: all but the last one (happy, happi). Short stems share
/// all, except those in -e, -i and -y (dying, skies, tying).
std::size_t needle_length(std::string_view form) {
  constexpr std::size_t kUsual = 3;
  if (form.size() > kUsual) return form.size() - 1;
  const bool is_exception = form.size() > 1 && std::string_view("eiy").contains(form.back());
  if (!is_exception) return form.size();
  return form.back() == 'e' ? 1 : form.size() - 1;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// Whether the character beyond ASCII that begins at `at` may fold to ASCII, as é and ｇ do. U+4000 to U+DFFF never do:
/// they are Chinese characters and Korean syllables. Neither do U+2000 to U+203F, which are quotes and dashes, but for
/// the apostrophe.
bool may_fold_to_ascii(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == 0xE2 && text.substr(at).starts_with("\xE2\x80")) return text.substr(at).starts_with("’");
  return byte >= 0xC0 && (byte < 0xE4 || byte > 0xED);
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return out;
}

} // namespace

/// A word of an analysed piece.
struct Highlighter::Token {
  std::size_t begin = 0, end = 0;
  std::string folded, stem;
  std::uint32_t position = 0; ///< counts only what was analysed, with a jump where pieces were skipped
};

/// A run of text without blanks.
struct Highlighter::Piece {
  std::size_t begin = 0, end = 0;
  bool is_adjacent = false; ///< no piece was skipped before it
};

void Highlighter::add_form(std::vector<Form>& forms, const std::string& text, std::uint32_t term) {
  if (!text.empty()) forms.push_back({text, term});
}

void Highlighter::add_needle(std::string_view form) {
  if (form.empty()) return;
  if (!text::is_ascii(form)) {
    // Such a form occurs in a piece beyond ASCII, unless folding made it of something else.
    reads_non_ascii_ = true;
    reads_all_ = reads_all_ || text::is_ascii(form.substr(0, 1));
    return;
  }
  std::string needle(form.substr(0, needle_length(form)));
  if (std::ranges::find(needles_, needle) == needles_.end()) needles_.push_back(std::move(needle));
}

Highlighter::Highlighter(const HighlightTerms& terms) {
  std::uint32_t term = 0;
  for (const std::string& stem : terms.stems) add_form(stems_, stem, term++);
  for (const std::string& word : terms.words) add_form(words_, word, term++);
  for (const std::string& prefix : terms.prefixes) add_form(prefixes_, prefix, term++);
  first_phrase_ = term;
  for (const std::vector<std::string>& phrase : terms.phrases) {
    if (!phrase.empty()) phrases_.push_back(phrase);
  }
  term_count_ = term + phrases_.size();
  for (const auto* forms : {&stems_, &words_, &prefixes_}) {
    for (const Form& form : *forms) add_needle(form.text);
  }
  for (const auto& phrase : phrases_) {
    for (const std::string& stem : phrase) add_needle(stem);
  }
  std::ranges::stable_sort(words_, {}, &Form::text);
  std::ranges::stable_sort(stems_, {}, &Form::text);
}

std::vector<Highlighter::Piece> Highlighter::pieces_to_read(std::string_view text) const {
  const std::string lower = ascii_lower(text);
  std::vector<std::size_t> found; // occurrences of needles
  for (const std::string& needle : needles_) {
    for (std::size_t at = lower.find(needle); at != std::string::npos; at = lower.find(needle, at + 1)) {
      found.push_back(at);
    }
  }
  std::ranges::sort(found);
  std::vector<Piece> pieces;
  auto next = found.begin();
  bool is_adjacent = false;
  for (std::size_t begin = 0; begin < text.size();) {
    if (ascii::is_blank(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    bool may_match = false;
    for (; end < text.size() && !ascii::is_blank(text[end]); ++end) {
      may_match |= reads_non_ascii_ ? !is_ascii(text[end]) : may_fold_to_ascii(text, end);
    }
    while (next != found.end() && *next < begin) ++next;
    const bool is_read = reads_all_ || may_match || (next != found.end() && *next < end);
    if (is_read) pieces.push_back({begin, end, is_adjacent});
    is_adjacent = is_read;
    begin = end;
  }
  return pieces;
}

const Highlighter::Form* Highlighter::find(const std::vector<Form>& forms, std::string_view text) {
  const auto it = std::ranges::lower_bound(forms, text, {}, &Form::text);
  return it != forms.end() && it->text == text ? &*it : nullptr;
}

void Highlighter::add_word_hits(const Token& token, std::vector<TextHit>& out) const {
  const Form* form = token.stem.empty() ? nullptr : find(stems_, token.stem);
  if (form == nullptr) form = find(words_, token.folded);
  if (form == nullptr) {
    const auto it = std::ranges::find_if(prefixes_, [&](const Form& f) { return token.folded.starts_with(f.text); });
    form = it == prefixes_.end() ? nullptr : &*it;
  }
  if (form != nullptr) out.push_back({token.begin, token.end, form->term});
}

/// Tokens are sorted by position; a name and its parts share one. Each step of a phrase looks at the tokens of the next
/// position.
void Highlighter::add_phrase_hits(const std::vector<Token>& tokens, std::vector<TextHit>& out) const {
  const auto at = [&](std::size_t from, std::uint32_t position, const std::string& stem) -> const Token* {
    for (std::size_t i = from; i < tokens.size() && tokens[i].position <= position; ++i) {
      if (tokens[i].position == position && tokens[i].stem == stem) return &tokens[i];
    }
    return nullptr;
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    for (std::size_t p = 0; p < phrases_.size(); ++p) {
      if (tokens[i].stem != phrases_[p].front()) continue;
      const Token* last = &tokens[i];
      for (std::size_t step = 1; step < phrases_[p].size() && last != nullptr; ++step) {
        last = at(static_cast<std::size_t>(last - tokens.data()), last->position + 1, phrases_[p][step]);
      }
      if (last == nullptr) continue;
      const std::size_t end = std::max(last->end, tokens[i].end);
      out.push_back({tokens[i].begin, end, first_phrase_ + static_cast<std::uint32_t>(p)});
    }
  }
}

std::vector<TextHit> Highlighter::hits_of_piece(std::string_view piece, text::Stemmer& stemmer) const {
  std::vector<TextHit> out;
  for (text::Word& word : text::words_of(piece, stemmer))
    add_word_hits({word.begin, word.end, std::move(word.folded), std::move(word.stem), 0}, out);
  return out;
}

std::vector<TextHit> Highlighter::hits(std::string_view text) const {
  std::vector<TextHit> out;
  std::vector<Token> tokens; // for phrases
  text::Stemmer stemmer;
  std::uint32_t position = 0;
  std::unordered_map<std::string_view, std::vector<TextHit>> known; // of a piece, from its beginning
  for (const Piece& piece : pieces_to_read(text)) {
    if (phrases_.empty()) {
      const auto [at, is_new] = known.try_emplace(text.substr(piece.begin, piece.end - piece.begin));
      if (is_new) at->second = hits_of_piece(at->first, stemmer);
      for (const TextHit& hit : at->second) out.push_back({piece.begin + hit.begin, piece.begin + hit.end, hit.term});
      continue;
    }
    if (!piece.is_adjacent) ++position; // a gap that no phrase can span
    std::uint32_t last = 0;
    for (text::Word& word : text::words_of(text.substr(piece.begin, piece.end - piece.begin), stemmer)) {
      last = std::max(last, word.position);
      Token token{piece.begin + word.begin, piece.begin + word.end, std::move(word.folded), std::move(word.stem),
                  position + word.position};
      add_word_hits(token, out);
      tokens.push_back(std::move(token));
    }
    position += last;
  }
  add_phrase_hits(tokens, out);
  std::ranges::stable_sort(out, [](const TextHit& a, const TextHit& b) { return a.begin < b.begin; });
  return out;
}

std::vector<Mark> to_marks(const std::vector<TextHit>& hits) {
  std::vector<Mark> marks;
  for (const TextHit& hit : hits) {
    if (!marks.empty() && hit.begin < marks.back().end) {
      marks.back().end = std::max(marks.back().end, hit.end);
    } else {
      marks.push_back({hit.begin, hit.end});
    }
  }
  return marks;
}

} // namespace trawl::search
