// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/highlight.h"

#include "shared/base/ascii.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <optional>
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
  std::string_view folded, stem; ///< of `analysed_`
  std::string own_stem;          ///< in the article's language; empty if no term has a form in it
  std::uint32_t position = 0;    ///< counts only what was analysed, with a jump where pieces were skipped
};

/// A run of text that is analysed by itself.
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

void Highlighter::add_other(const OtherForm& other) {
  const auto term = static_cast<std::uint32_t>(other.of + (other.is_of_phrase ? first_phrase_ : 0));
  if (other.stems.empty() || term >= term_count_) return;
  if (other.language.empty()) {
    if (other.stems.size() == 1) add_form(stems_, other.stems.front(), term);
    if (other.stems.size() > 1) phrases_.push_back({other.stems, term, false});
    return;
  }
  auto known = std::ranges::find(languages_, other.language, &Language::name);
  if (known == languages_.end()) known = languages_.insert(known, {other.language, {}, {}});
  if (other.stems.size() == 1) add_form(known->stems, other.stems.front(), term);
  if (other.stems.size() > 1) known->phrases.push_back({other.stems, term, true});
}

Highlighter::Highlighter(const HighlightTerms& terms) {
  std::uint32_t term = 0;
  for (const std::string& stem : terms.stems) add_form(stems_, stem, term++);
  for (const std::string& word : terms.words) add_form(words_, word, term++);
  for (const std::string& prefix : terms.prefixes) add_form(prefixes_, prefix, term++);
  first_phrase_ = term;
  for (const std::vector<std::string>& phrase : terms.phrases) {
    if (!phrase.empty()) phrases_.push_back({phrase, term++});
  }
  term_count_ = term;
  for (const OtherForm& other : terms.others) add_other(other);
  for (const auto* forms : {&stems_, &words_, &prefixes_}) {
    for (const Form& form : *forms) add_needle(form.text);
  }
  for (const Phrase& phrase : phrases_) {
    for (const std::string& stem : phrase.stems) add_needle(stem);
  }
  std::ranges::stable_sort(words_, {}, &Form::text);
  std::ranges::stable_sort(stems_, {}, &Form::text);
  for (Language& language : languages_) std::ranges::stable_sort(language.stems, {}, &Form::text);
}

const Highlighter::Language* Highlighter::language_of(std::string_view name) const {
  const auto found = std::ranges::find(languages_, name, &Language::name);
  return found == languages_.end() ? nullptr : &*found;
}

std::vector<Highlighter::Piece> Highlighter::pieces_to_read(std::string_view text, bool read_all) const {
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
    const bool is_read = read_all || may_match || (next != found.end() && *next < end);
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

void Highlighter::add_word_hits(const Token& token, const Language* language, std::vector<TextHit>& out) const {
  const Form* form = token.stem.empty() ? nullptr : find(stems_, token.stem);
  if (form == nullptr && !token.own_stem.empty()) form = find(language->stems, token.own_stem);
  if (form == nullptr) form = find(words_, token.folded);
  if (form == nullptr) {
    const auto it = std::ranges::find_if(prefixes_, [&](const Form& f) { return token.folded.starts_with(f.text); });
    form = it == prefixes_.end() ? nullptr : &*it;
  }
  if (form != nullptr) out.push_back({token.begin, token.end, form->term});
}

const std::vector<text::Word>& Highlighter::words_of(std::string_view piece) const {
  const auto known = analysed_.lower_bound(piece);
  if (known != analysed_.end() && known->first == piece) return known->second;
  return analysed_.emplace_hint(known, piece, text::words_of(piece, stemmer_))->second;
}

/// Reads pieces of one text.
class Highlighter::Scan {
 public:
  Scan(const Highlighter& highlighter, std::string_view text, std::string_view language)
      : highlighter_(highlighter), text_(text), language_(highlighter.language_of(language)) {
    constexpr std::size_t kRemembered = 2'000; // pieces
    if (highlighter.analysed_.size() > kRemembered) highlighter.analysed_.clear();
    if (language_ != nullptr) own_stemmer_.emplace(language);
    for (const Phrase& phrase : highlighter.phrases_) phrases_.push_back(&phrase);
    if (language_ == nullptr) return;
    for (const Phrase& phrase : language_->phrases) phrases_.push_back(&phrase);
  }

  bool reads_all() const { return highlighter_.reads_all_ || language_ != nullptr; }
  bool has_phrases() const { return !phrases_.empty(); }

  /// Adds the hits of a piece. Positions of words begin behind `words_before`.
  void read(const Piece& piece, std::uint32_t words_before) {
    last_ = 0;
    for (const text::Word& word : highlighter_.words_of(text_.substr(piece.begin, piece.end - piece.begin))) {
      last_ = std::max(last_, word.position);
      Token token{piece.begin + word.begin,    piece.begin + word.end, word.folded, word.stem, {},
                  words_before + word.position};
      if (own_stemmer_ && !token.stem.empty()) token.own_stem = own_stemmer_->stem(token.folded);
      highlighter_.add_word_hits(token, language_, hits_);
      if (has_phrases()) tokens_.push_back(std::move(token));
    }
  }

  /// The words of the last piece.
  std::uint32_t last() const { return last_; }

  /// Hits of the words read so far; they are forgotten.
  std::vector<TextHit> take() {
    add_phrase_hits();
    std::ranges::stable_sort(hits_, [](const TextHit& a, const TextHit& b) { return a.begin < b.begin; });
    hits_.erase(std::ranges::unique(hits_).begin(), hits_.end()); // of two forms of one phrase
    return std::move(hits_);
  }

 private:
  static bool has_stem(const Token& token, const Phrase& phrase, std::size_t step) {
    return (phrase.is_foreign ? std::string_view(token.own_stem) : token.stem) == phrase.stems[step];
  }

  /// The word of the phrase at a position, among the tokens from `from` on.
  const Token* token_at(std::size_t from, std::uint32_t position, const Phrase& phrase, std::size_t step) const {
    for (std::size_t i = from; i < tokens_.size() && tokens_[i].position <= position; ++i) {
      if (tokens_[i].position == position && has_stem(tokens_[i], phrase, step)) return &tokens_[i];
    }
    return nullptr;
  }

  /// Tokens are sorted by position; a name and its parts share one. Each step of a phrase looks at the tokens of the
  /// next position.
  void add_phrase_hits() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      for (const Phrase* phrase : phrases_) {
        if (!has_stem(tokens_[i], *phrase, 0)) continue;
        const Token* last = &tokens_[i];
        for (std::size_t step = 1; step < phrase->stems.size() && last != nullptr; ++step) {
          last = token_at(static_cast<std::size_t>(last - tokens_.data()), last->position + 1, *phrase, step);
        }
        if (last == nullptr) continue;
        hits_.push_back({tokens_[i].begin, std::max(last->end, tokens_[i].end), phrase->term});
      }
    }
  }

  const Highlighter& highlighter_;
  std::string_view text_;
  const Language* language_;
  std::optional<text::Stemmer> own_stemmer_;
  std::vector<const Phrase*> phrases_;
  std::vector<TextHit> hits_;
  std::vector<Token> tokens_; ///< for phrases
  std::uint32_t last_ = 0;
};

std::vector<TextHit> Highlighter::hits(std::string_view text, std::string_view language) const {
  Scan scan(*this, text, language);
  std::uint32_t position = 0;
  std::unordered_map<std::string_view, std::vector<TextHit>> known; // of a piece, from its beginning
  std::vector<TextHit> out;
  for (const Piece& piece : pieces_to_read(text, scan.reads_all())) {
    if (!scan.has_phrases()) {
      const auto [at, is_new] = known.try_emplace(text.substr(piece.begin, piece.end - piece.begin));
      if (is_new) {
        scan.read(piece, 0);
        at->second = scan.take();
        for (TextHit& hit : at->second) hit = {hit.begin - piece.begin, hit.end - piece.begin, hit.term};
      }
      for (const TextHit& hit : at->second) out.push_back({piece.begin + hit.begin, piece.begin + hit.end, hit.term});
      continue;
    }
    if (!piece.is_adjacent) ++position; // a gap that no phrase can span
    scan.read(piece, position);
    position += scan.last();
  }
  if (scan.has_phrases()) return scan.take();
  return out;
}

namespace {

/// Whether two neighbouring words may be parts of one name: nothing blank stands between them.
bool are_joined(std::string_view text, const text::WordPlace& left, const text::WordPlace& right) {
  if (left.is_cjk || right.is_cjk) return false;
  const std::string_view between = text.substr(left.end, right.begin - left.end);
  return std::ranges::none_of(between, ascii::is_blank);
}

/// Whether two neighbouring characters are a pair.
bool are_pair(const text::WordPlace& left, const text::WordPlace& right) {
  return left.is_cjk && right.is_cjk && left.end == right.begin;
}

} // namespace

std::vector<TextHit> Highlighter::hits_at(std::string_view text, std::span<const text::WordPlace> places,
                                          std::uint32_t first, std::span<const std::uint32_t> candidates,
                                          std::string_view language) const {
  Scan scan(*this, text, language);
  std::size_t read = 0; // words
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::size_t begin = candidates[i] - first, last = begin;
    if (begin < read || begin >= places.size()) continue;
    while (begin > read && are_joined(text, places[begin - 1], places[begin])) --begin;
    while (last + 1 < places.size() && are_joined(text, places[last], places[last + 1])) ++last;
    while (i + 1 < candidates.size() && candidates[i + 1] - first == last + 1 && last + 1 < places.size() &&
           are_pair(places[last], places[last + 1])) {
      ++last;
      ++i;
    }
    // A pair may begin with the last character.
    const bool has_next = last + 1 < places.size() && are_pair(places[last], places[last + 1]);
    const Piece piece{places[begin].begin, places[has_next ? last + 1 : last].end};
    scan.read(piece, static_cast<std::uint32_t>(begin));
    read = last + 1;
  }
  return scan.take();
}

std::vector<Mark> to_marks(const std::vector<TextHit>& hits) {
  std::vector<Mark> marks;
  for (const TextHit& hit : hits) {
    if (!marks.empty() && hit.begin <= marks.back().end) {
      marks.back().end = std::max(marks.back().end, hit.end);
    } else {
      marks.push_back({hit.begin, hit.end});
    }
  }
  return marks;
}

} // namespace trawl::search
