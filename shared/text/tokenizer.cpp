// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <array>

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/text/identifier_parts.h"
#include "shared/text/unicode.h"

namespace trawl::text {
namespace {

constexpr std::size_t kMaxChain = 8; ///< words of a compound; URLs and paths have more

/// The class of a byte, needed for nearly every byte.
struct ByteClass {
  bool is_word = false;  ///< an ASCII letter, digit or underscore
  bool is_break = false; ///< an ASCII character that splits words wherever it stands
};

constexpr auto kBytes = [] {
  std::array<ByteClass, 256> table{};
  for (unsigned char c = 0; c < 0x80; ++c) {
    const char letter = static_cast<char>(c);
    table[c].is_word = ascii::is_alnum(letter) || letter == '_';
    table[c].is_break = !table[c].is_word && !std::string_view("'&.,;-/+#").contains(letter);
  }
  return table;
}();

bool is_ascii_word(char c) { return kBytes[static_cast<unsigned char>(c)].is_word; }
bool is_plain_break(char c) { return kBytes[static_cast<unsigned char>(c)].is_break; }

/// A character with its class; `size` 0 at the end of the text.
struct Peeked {
  char32_t c = 0;
  CharClass kind = CharClass::Break;
  std::size_t size = 0;
};

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const std::function<void(Token&)>& visit) : text_(text), visitor_(&visit) {}
  /// Finds only the places of the words.
  Tokenizer(std::string_view text, std::vector<WordPlace>& places) : text_(text), places_(&places) {}

  std::uint32_t run() {
    while (position_ < text_.size()) {
      if (chain_.empty() && take_plain()) continue;
      const Peeked here = peek(position_);
      if (here.kind == CharClass::Cjk) {
        flush_chain();
        cjk_run();
      } else if (is_word_class(here.kind) || starts_dotted_name(here)) {
        word();
      } else {
        flush_chain();
        position_ += here.size;
      }
    }
    flush_chain();
    return last_position_;
  }

 private:
  Peeked peek(std::size_t at) const {
    if (at >= text_.size()) return {};
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte < 0x80) return {byte, classify(byte), 1};
    std::size_t next = at;
    const char32_t c = utf8::next(text_, next);
    return {c, classify(c), next - at};
  }

  bool is_word_at(std::size_t at) const { return is_word_class(peek(at).kind); }

  /// ".NET", ".gitignore": a dot before a letter, unless the dot directly follows a word.
  bool starts_dotted_name(const Peeked& here) const {
    if (here.c != '.' || peek(position_ + 1).kind != CharClass::Letter) return false;
    return position_ == 0 || std::string_view(" \t\n(\"'/,").contains(text_[position_ - 1]);
  }

  /// Whether the character at `at`, not a word character itself, is inside a word: it's, at&t, 2.7, 2×2.
  bool joins(const Peeked& here, CharClass before, std::size_t at) const {
    if (here.kind == CharClass::Ignorable) return true;
    const CharClass after = peek(at + here.size).kind;
    if (here.kind == CharClass::Joiner) return before == CharClass::Letter && after == CharClass::Letter;
    if (here.c == '.' || here.c == ',' || here.c == ';') return before == CharClass::Digit && after == CharClass::Digit;
    return here.c == 0x00D7 && before != CharClass::Underscore && is_word_class(after);
  }

  std::size_t end_of_word(std::size_t begin) const {
    std::size_t at = begin;
    CharClass before = CharClass::Break;
    if (text_[at] == '.') before = classify(static_cast<unsigned char>(text_[at++]));
    while (true) {
      // Most characters are ASCII letters and digits.
      const std::size_t from = at;
      while (at < text_.size() && is_ascii_word(text_[at])) ++at;
      if (at > from) before = classify(static_cast<unsigned char>(text_[at - 1]));
      const Peeked here = peek(at);
      if (here.size == 0 || (!is_word_class(here.kind) && !joins(here, before, at))) break;
      if (here.kind != CharClass::Ignorable) before = here.kind;
      at += here.size;
    }
    return at;
  }

  /// The length of "++" or "#" after the letters of a programming language's name; 0 otherwise.
  std::size_t language_suffix(std::size_t begin, std::size_t end) const {
    if (end - begin > 2) return 0;
    const std::string_view rest = text_.substr(end);
    const bool sharp = end - begin == 1 && rest.starts_with('#') && !is_word_at(end + 1);
    if (sharp) return 1;
    const bool plus = rest.starts_with("++") && !rest.starts_with("+++") && peek(end + 2).kind != CharClass::Letter;
    return plus ? 2 : 0;
  }

  /// The length of "'s" at the end of a word.
  std::size_t possessive_suffix(std::size_t begin, std::size_t end) const {
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.back() != 's' && word.back() != 'S') return 0;
    for (const std::string_view ending : {"'s", "\u2019s", "\u02BCs", "'S", "\u2019S"}) {
      if (word.ends_with(ending) && word.size() > ending.size()) return ending.size();
    }
    return 0;
  }

  void word() {
    const std::size_t begin = position_;
    std::size_t end = end_of_word(begin);
    position_ = end;
    if (std::ranges::all_of(text_.substr(begin, end - begin), [](char c) { return c == '_'; })) {
      flush_chain();
      return;
    }
    const std::size_t suffix = peek(begin).kind == CharClass::Letter ? language_suffix(begin, end) : 0;
    position_ = end += suffix;
    // Removes all, so that folding the result again changes nothing: a's's.
    while (const std::size_t possessive = possessive_suffix(begin, end)) end -= possessive;
    if (places_ != nullptr)
      note_place(begin, end, false);
    else
      push(begin, end, fold(text_.substr(begin, end - begin)));
    const Peeked link = peek(position_);
    const bool linked = suffix == 0 &&
                        (link.c == '.' || link.c == '-' || link.c == '/' || link.c == 0x2010 || link.c == 0x2011) &&
                        is_word_at(position_ + link.size);
    if (!linked || chain_.size() >= kMaxChain) {
      flush_chain();
      return;
    }
    if (places_ == nullptr) links_ += link.size > 1 ? '-' : static_cast<char>(link.c);
    position_ += link.size;
  }

  void add_place(std::size_t begin, std::size_t end, bool is_cjk) {
    places_->push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), is_cjk});
  }

  /// Whether a word of ASCII letters and digits ends at `at`, whatever follows.
  bool is_plain_end(std::size_t at) const {
    if (at >= text_.size()) return true;
    const char c = text_[at];
    if (c == '.' || c == ',') return at + 1 >= text_.size() || text_[at + 1] == ' ' || text_[at + 1] == '\n';
    return is_plain_break(c);
  }

  /// Fast path for the most frequent cases: an ASCII word followed by a space, or, if only places are wanted, a Chinese
  /// character from U+5000 to U+9FFF. Also skips a space. False if none of these is here.
  bool take_plain() {
    const auto byte = static_cast<unsigned char>(text_[position_]);
    if (is_plain_break(text_[position_])) return ++position_, true;
    if (places_ != nullptr && byte >= 0xE5 && byte <= 0xE9 && position_ + 3 <= text_.size()) {
      add_place(position_, position_ + 3, true);
      position_ += 3;
      return true;
    }
    if (byte == '_') return false; // perhaps not a word
    std::size_t end = position_;
    while (end < text_.size() && is_ascii_word(text_[end])) ++end;
    if (end == position_ || !is_plain_end(end)) return false;
    if (places_ != nullptr) {
      add_place(position_, end, false);
    } else if (!visit_plain(end)) {
      return false;
    }
    position_ = end;
    return true;
  }

  /// Visits the ASCII word that ends at `end`, or returns false if it may have parts or is too long.
  bool visit_plain(std::size_t end) {
    const std::string_view written = text_.substr(position_, end - position_);
    const auto is_like_first = [is_number = ascii::is_digit(written.front())](char c) {
      return is_number ? ascii::is_digit(c) : c >= 'a' && c <= 'z';
    };
    if (written.size() > kMaxTokenBytes || !std::ranges::all_of(written.substr(1), is_like_first)) return false;
    plain_.kind = TokenKind::Word;
    plain_.begin = position_;
    plain_.end = end;
    plain_.position = ++last_position_;
    plain_.folded = written;
    plain_.folded.front() = ascii::to_lower(written.front());
    visit(plain_);
    return true;
  }

  /// Adds a word unless it folds to nothing, which ASCII never does.
  void note_place(std::size_t begin, std::size_t end, bool is_cjk) {
    const std::string_view written = text_.substr(begin, end - begin);
    if (is_ascii(written) || !fold(written).empty()) add_place(begin, end, is_cjk);
  }

  void push(std::size_t begin, std::size_t end, std::string folded) {
    if (folded.size() > kMaxTokenBytes) folded = utf8::truncate_bytes(folded, kMaxTokenBytes);
    if (folded.empty()) return;
    Token token;
    token.begin = begin;
    token.end = end;
    token.position = ++last_position_;
    token.folded = std::move(folded);
    chain_.push_back(std::move(token));
  }

  void visit(Token& token) const { (*visitor_)(token); }

  void flush_chain() {
    if (chain_.size() > 1) emit_compound();
    for (Token& token : chain_) emit_word(token);
    chain_.clear();
    links_.clear();
  }

  void emit_compound() {
    Token token;
    token.kind = TokenKind::Compound;
    token.begin = chain_.front().begin;
    token.end = chain_.back().end;
    token.position = chain_.back().position;
    for (std::size_t i = 0; i < chain_.size(); ++i) {
      if (i > 0 && i - 1 < links_.size()) token.folded += links_[i - 1];
      token.folded += chain_[i].folded;
    }
    if (token.folded.size() > kMaxTokenBytes) return;
    Token fused = token;
    visit(token);
    if (chain_.size() != 2 || links_ != "-") return;
    if (ascii::is_digit(chain_[0].folded.back()) && ascii::is_digit(chain_[1].folded.front()))
      return; // 2024-10 is not 202410
    fused.kind = TokenKind::Fused;
    fused.folded = chain_[0].folded + chain_[1].folded;
    visit(fused);
  }

  /// Where the word behind an elided article or pronoun begins: l'intelligence, qu'une, dell'arte. 0 if there is none.
  static std::size_t end_of_elision(std::string_view written) {
    constexpr auto kElided = std::to_array<std::string_view>(
        {"agl", "all",   "c",     "coll",   "d", "dagl", "dall", "degl", "dell", "gl",
         "j",   "jusqu", "l",     "lorsqu", "m", "n",    "negl", "nell", "pell", "puisqu",
         "qu",  "quell", "quest", "quoiqu", "s", "sugl", "sull", "t",    "un"});
    static_assert(std::ranges::is_sorted(kElided));
    constexpr std::array<std::string_view, 2> kApostrophes{"'", "\u2019"};
    for (const std::string_view apostrophe : kApostrophes) {
      const std::size_t at = written.find(apostrophe);
      if (at == std::string_view::npos || !std::ranges::binary_search(kElided, ascii::to_lower(written.substr(0, at))))
        continue;
      const std::size_t begin = at + apostrophe.size();
      return begin + 1 < written.size() ? begin : 0;
    }
    return 0;
  }

  void emit_word(Token& token) {
    const std::size_t begin = token.begin;
    const std::size_t end = token.end;
    const std::uint32_t position = token.position;
    const std::string_view written = text_.substr(begin, end - begin);
    visit(token);
    if (written.back() == '+' || written.back() == '#') return;
    const std::size_t elided = end_of_elision(written);
    const std::size_t skipped = written.front() == '.' ? 1 : elided;
    std::vector<PartRange> parts;
    if (elided == 0) parts = identifier_parts(written.substr(skipped));
    if (parts.empty() && skipped > 0) parts.push_back({0, written.size() - skipped});
    for (const PartRange& range : parts) {
      Token part;
      part.kind = TokenKind::Part;
      part.begin = begin + skipped + range.begin;
      part.end = begin + skipped + range.end;
      part.position = position;
      part.folded = fold(text_.substr(part.begin, part.end - part.begin));
      if (!part.folded.empty() && part.folded.size() <= kMaxTokenBytes) visit(part);
    }
  }

  void cjk_run() {
    Token before;
    for (Peeked here = peek(position_); here.kind == CharClass::Cjk; here = peek(position_)) {
      Token single;
      single.begin = position_;
      single.end = position_ += here.size;
      if (places_ != nullptr) {
        note_place(single.begin, single.end, true);
        continue;
      }
      single.folded = fold(text_.substr(single.begin, here.size));
      if (single.folded.empty()) continue; // a Hangul filler, which is invisible
      single.position = ++last_position_;
      if (!before.folded.empty()) {
        Token pair;
        pair.kind = TokenKind::Bigram;
        pair.begin = before.begin;
        pair.end = single.end;
        pair.position = before.position;
        pair.folded = before.folded + single.folded;
        visit(pair);
      }
      before = single;
      visit(single);
    }
  }

  std::string_view text_;
  const std::function<void(Token&)>* visitor_ = nullptr;
  std::vector<WordPlace>* places_ = nullptr; ///< set if only places are wanted
  std::size_t position_ = 0;
  std::uint32_t last_position_ = 0;
  Token plain_;              ///< the last one of visit_plain, which keeps its memory
  std::vector<Token> chain_; ///< words joined so far
  std::string links_;        ///< the links between them, and one more while the next word is pending
};

} // namespace

std::uint32_t for_each_token(std::string_view text, const std::function<void(Token&)>& visit) {
  return Tokenizer(text, visit).run();
}

std::vector<WordPlace> word_places(std::string_view text) {
  std::vector<WordPlace> places;
  places.reserve(text.size() / 4);
  Tokenizer(text, places).run();
  return places;
}

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  for_each_token(text, [&](Token& token) { tokens.push_back(std::move(token)); });
  return tokens;
}

std::string plain_words(std::string_view text) {
  std::string out;
  for_each_token(text, [&](Token& token) {
    if (token.kind == TokenKind::Word) out.append(out.empty() ? "" : " ").append(token.folded);
  });
  return out;
}

} // namespace trawl::text
