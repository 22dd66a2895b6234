// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/edited_passages.h"

#include <algorithm>

namespace trawl {
namespace {

using Kind = WordRun::Kind;
using Tokens = std::vector<std::string_view>;

constexpr std::size_t kMaxEdits = 500;
constexpr std::size_t kContext = 8; // words before and after an edit

bool is_space(char c) { return static_cast<unsigned char>(c) <= ' '; }

/// Whether a character of the scripts that are written without spaces (from U+2E80 on) begins here.
bool is_wide(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead >= 0xE3 || (lead == 0xE2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xBA);
}

std::size_t end_of_character(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  return at;
}

Tokens words_of(std::string_view text) {
  Tokens words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_wide(text, at)) {
      at = end_of_character(text, at);
    } else {
      while (at < text.size() && !is_space(text[at]) && !is_wide(text, at)) ++at;
    }
    if (at > begin) words.push_back(text.substr(begin, at - begin));
    while (at < text.size() && is_space(text[at])) ++at;
  }
  return words;
}

/// Lines without the spaces around them; empty ones are left out.
Tokens lines_of(std::string_view text) {
  Tokens lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// A place where two lists differ: [begin, end) of each.
struct Gap {
  std::size_t before, before_end, after, after_end;
};

/// Myers' greedy search for the shortest script from one list to the other. Positions are pairs of `x` in `a` and
/// x - diagonal in `b`; `reached` has the furthest x of each diagonal, shifted by `most` + 1.
class ShortestScript {
 public:
  ShortestScript(const Tokens& a, const Tokens& b) : a_(a), b_(b) {}

  std::vector<Gap> gaps() {
    while (begin_ < std::min(a_.size(), b_.size()) && a_[begin_] == b_[begin_]) ++begin_;
    std::size_t same_at_end = 0;
    while (same_at_end < std::min(a_.size(), b_.size()) - begin_ &&
           a_[a_.size() - 1 - same_at_end] == b_[b_.size() - 1 - same_at_end])
      ++same_at_end;
    n_ = static_cast<std::ptrdiff_t>(a_.size() - same_at_end - begin_);
    m_ = static_cast<std::ptrdiff_t>(b_.size() - same_at_end - begin_);
    if (n_ == 0 && m_ == 0) return {};
    if (n_ == 0 || m_ == 0 || !search()) return {gap(0, n_, 0, m_)};
    return trace_back();
  }

 private:
  Gap gap(std::ptrdiff_t x, std::ptrdiff_t x_end, std::ptrdiff_t y, std::ptrdiff_t y_end) const {
    const auto place = [&](std::ptrdiff_t at) { return begin_ + static_cast<std::size_t>(at); };
    return {place(x), place(x_end), place(y), place(y_end)};
  }

  /// Where the last edit before position `edits` on the diagonal came from.
  std::ptrdiff_t former_diagonal(const std::vector<std::ptrdiff_t>& reached, std::ptrdiff_t edits,
                                 std::ptrdiff_t diagonal) const {
    const bool is_insertion =
        diagonal == -edits || (diagonal != edits && at(reached, diagonal - 1) < at(reached, diagonal + 1));
    return is_insertion ? diagonal + 1 : diagonal - 1;
  }
  std::ptrdiff_t at(const std::vector<std::ptrdiff_t>& reached, std::ptrdiff_t diagonal) const {
    return reached[static_cast<std::size_t>(diagonal + most_ + 1)];
  }
  bool is_same(std::ptrdiff_t x, std::ptrdiff_t y) const {
    return a_[begin_ + static_cast<std::size_t>(x)] == b_[begin_ + static_cast<std::size_t>(y)];
  }

  /// False if there are too many edits.
  bool search() {
    most_ = std::min(n_ + m_, static_cast<std::ptrdiff_t>(kMaxEdits));
    std::vector<std::ptrdiff_t> reached(2 * static_cast<std::size_t>(most_) + 3, 0);
    for (std::ptrdiff_t edits = 0; edits <= most_; ++edits) {
      steps_.push_back(reached);
      for (std::ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const std::ptrdiff_t former = former_diagonal(reached, edits, diagonal);
        std::ptrdiff_t x = edits == 0 ? 0 : at(reached, former) + (former < diagonal ? 1 : 0);
        while (x < n_ && x - diagonal < m_ && is_same(x, x - diagonal)) ++x;
        reached[static_cast<std::size_t>(diagonal + most_ + 1)] = x;
        if (diagonal == n_ - m_ && x >= n_) return true;
      }
    }
    return false;
  }

  std::vector<Gap> trace_back() const {
    std::vector<Gap> gaps;
    std::ptrdiff_t x = n_, y = m_;
    for (auto edits = static_cast<std::ptrdiff_t>(steps_.size()) - 1; edits > 0; --edits) {
      const auto& reached = steps_[static_cast<std::size_t>(edits)];
      const std::ptrdiff_t former = former_diagonal(reached, edits, x - y);
      const std::ptrdiff_t from_x = at(reached, former), from_y = from_x - former;
      const std::ptrdiff_t x_end = former < x - y ? from_x + 1 : from_x, y_end = former < x - y ? from_y : from_y + 1;
      const Gap one = gap(from_x, x_end, from_y, y_end);
      if (!gaps.empty() && gaps.back().before == one.before_end && gaps.back().after == one.after_end) {
        gaps.back().before = one.before;
        gaps.back().after = one.after;
      } else {
        gaps.push_back(one);
      }
      x = from_x;
      y = from_y;
    }
    std::ranges::reverse(gaps);
    return gaps;
  }

  const Tokens &a_, &b_;
  std::size_t begin_ = 0;
  std::ptrdiff_t n_ = 0, m_ = 0, most_ = 0; ///< lengths without what is the same at both ends; most edits
  std::vector<std::vector<std::ptrdiff_t>> steps_;
};

/// The text from the first of these words to the last one.
std::string_view slice(const Tokens& words, std::size_t begin, std::size_t end) {
  if (begin == end) return {};
  const char* const last = words[end - 1].data() + words[end - 1].size();
  return {words[begin].data(), static_cast<std::size_t>(last - words[begin].data())};
}

/// A single word between two edits is read with them.
void join_neighbours(std::vector<Gap>& gaps) {
  std::vector<Gap> joined;
  for (const Gap& gap : gaps) {
    if (!joined.empty() && gap.before - joined.back().before_end <= 1) {
      joined.back().before_end = gap.before_end;
      joined.back().after_end = gap.after_end;
    } else {
      joined.push_back(gap);
    }
  }
  gaps = std::move(joined);
}

void add_passages(std::string_view before, std::string_view after, std::vector<EditedPassage>& out) {
  const Tokens old_words = words_of(before), new_words = words_of(after);
  std::vector<Gap> gaps = ShortestScript(old_words, new_words).gaps();
  join_neighbours(gaps);
  const auto add = [&out](Kind kind, const Tokens& words, std::size_t begin, std::size_t end) {
    if (begin < end) out.back().push_back({kind, slice(words, begin, end), end - begin});
  };
  const auto add_same = [&](std::size_t begin, std::size_t end) { add(Kind::Same, new_words, begin, end); };
  std::size_t shown = 0; // of the new words: up to the end of the last edit
  for (const Gap& gap : gaps) {
    const std::size_t between = gap.after - shown;
    const bool is_first = &gap == &gaps.front();
    const bool is_continued = !is_first && between <= 2 * kContext;
    if (!is_continued && !is_first) add_same(shown, shown + kContext);
    if (!is_continued) out.emplace_back();
    add_same(is_continued ? shown : gap.after - std::min(between, kContext), gap.after);
    add(Kind::Removed, old_words, gap.before, gap.before_end);
    add(Kind::Added, new_words, gap.after, gap.after_end);
    shown = gap.after_end;
  }
  if (!gaps.empty()) add_same(shown, std::min(shown + kContext, new_words.size()));
}

} // namespace

std::string_view name_of(Kind kind) {
  switch (kind) {
  case Kind::Removed:
    return "removed";
  case Kind::Added:
    return "added";
  case Kind::Same:
    break;
  }
  return "same";
}

std::vector<EditedPassage> edited_passages(std::string_view before, std::string_view after) {
  const Tokens old_lines = lines_of(before), new_lines = lines_of(after);
  std::vector<EditedPassage> passages;
  for (const Gap& gap : ShortestScript(old_lines, new_lines).gaps()) {
    add_passages(slice(old_lines, gap.before, gap.before_end), slice(new_lines, gap.after, gap.after_end), passages);
  }
  return passages;
}

} // namespace trawl
