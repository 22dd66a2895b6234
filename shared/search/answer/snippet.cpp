// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/snippet.h"

#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/text/excerpt.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <array>
#include <string>

namespace trawl::search {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kCjkCharactersPerWord = 2;
/// In bytes. Longer runs are data, or scripts without blanks, and are cut.
constexpr std::size_t kMaxWordBytes = 80;

/// The beginning or end of a sentence is near if a passage grows by one third at most to reach it.
constexpr std::size_t kNear = 3;

/// Value of a further hit of a term in the same passage, relative to the first.
constexpr double kRepeatedHit = 0.1;
/// Value of a term that an earlier passage shows.
constexpr double kShownTerm = 0.25;

/// A word as snippets count them.
struct Unit {
  std::size_t begin = 0, end = 0;
  bool starts_sentence = false;
};

bool ends_sentence(std::string_view text, const Unit& unit) {
  const char last = text[unit.end - 1];
  return last == '.' || last == '!' || last == '?' || last == ':' ||
         (last == '\x82' && text.substr(unit.begin, unit.end - unit.begin).ends_with("。"));
}

/// Whether nothing looks cut off at the end of `text`.
bool is_whole_sentence(std::string_view text) {
  return std::ranges::any_of(std::to_array<std::string_view>({".", "!", "?", "。", "！", "？"}),
                             [&](std::string_view mark) { return text.ends_with(mark); });
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// Cuts text[begin, end), which has no blanks, between CJK characters, and where it is too long for a word.
void add_units(std::string_view text, std::size_t begin, std::size_t end, std::vector<Unit>& units) {
  std::size_t characters = 0; // CJK characters in the open unit
  std::size_t open = begin;
  for (std::size_t at = begin; at < end;) {
    const std::size_t here = at;
    if (here - open >= kMaxWordBytes && begins_character(text[here])) {
      units.push_back({open, here, false});
      open = here;
      characters = 0;
    }
    const bool cjk =
        static_cast<unsigned char>(text[at]) >= 0xE0 && text::classify(utf8::next(text, at)) == text::CharClass::Cjk;
    if (!cjk) {
      at = std::max(at, here + 1);
      continue;
    }
    if (characters == kCjkCharactersPerWord) {
      units.push_back({open, here, false});
      open = here;
      characters = 0;
    }
    ++characters;
  }
  units.push_back({open, end, false});
}

std::vector<Unit> units_of(std::string_view text) {
  std::vector<Unit> units;
  units.reserve(text.size() / 5); // a word and a blank
  bool new_paragraph = true;
  for (std::size_t at = 0; at < text.size();) {
    if (ascii::is_blank(text[at])) {
      new_paragraph = new_paragraph || text[at] == '\n';
      ++at;
      continue;
    }
    std::size_t end = at;
    bool may_be_cjk = false;
    for (; end < text.size() && !ascii::is_blank(text[end]); ++end)
      may_be_cjk |= static_cast<unsigned char>(text[end]) >= 0xE0;
    const bool starts = new_paragraph || units.empty() || ends_sentence(text, units.back());
    const std::size_t first = units.size();
    if (may_be_cjk || end - at > kMaxWordBytes) {
      add_units(text, at, end, units);
    } else {
      units.push_back({at, end, false});
    }
    units[first].starts_sentence = starts;
    new_paragraph = false;
    at = end;
  }
  return units;
}

/// A hit, by the index of the unit it begins in.
struct UnitHit {
  std::size_t unit = 0;
  std::uint32_t term = 0;
};

std::vector<UnitHit> hits_in_units(const std::vector<Unit>& units, const std::vector<TextHit>& hits) {
  std::vector<UnitHit> out;
  std::size_t unit = 0;
  for (const TextHit& hit : hits) {
    while (unit + 1 < units.size() && units[unit].end <= hit.begin) ++unit;
    out.push_back({unit, hit.term});
  }
  return out;
}

/// A range of units: [begin, end).
struct Passage {
  std::size_t begin = 0, end = 0;
  double value = 0;
};

/// The best window of `words` units that begins with a hit, among the hits of units [from, to).
Passage best_window(const std::vector<UnitHit>& hits, std::size_t from, std::size_t to, std::size_t words,
                    const std::vector<double>& weights) {
  std::vector<std::size_t> seen(weights.size());
  double value = 0;
  Passage best;
  const auto first = std::ranges::lower_bound(hits, from, {}, &UnitHit::unit);
  const auto last = std::ranges::lower_bound(hits, to, {}, &UnitHit::unit);
  auto right = first;
  for (auto left = first; left != last; ++left) {
    for (; right != last && right->unit < left->unit + words; ++right) {
      value += weights[right->term] * (seen[right->term]++ == 0 ? 1 : kRepeatedHit);
    }
    if (value > best.value) best = {left->unit, std::prev(right)->unit + 1, value};
    value -= weights[left->term] * (--seen[left->term] == 0 ? 1 : kRepeatedHit);
  }
  return best;
}

bool is_sentence_end(const std::vector<Unit>& units, std::size_t end) {
  return end == units.size() || units[end].starts_sentence;
}

/// The window up to the end of a sentence: the next one if it is near and before `to`, else without the beginning of a
/// sentence at its end, if the rest has the hits and half of the words.
Passage ended_with_sentence(const std::vector<Unit>& units, Passage window, std::size_t last_hit, std::size_t words,
                            std::size_t to) {
  for (std::size_t end = window.end; end <= std::min(to, window.end + words / kNear); ++end) {
    if (!is_sentence_end(units, end)) continue;
    window.end = end;
    return window;
  }
  const std::size_t least = std::max(last_hit, window.begin + (words + 1) / 2);
  for (std::size_t end = window.end; end >= least && end > window.begin; --end) {
    if (!is_sentence_end(units, end)) continue;
    window.end = end;
    break;
  }
  return window;
}

/// Widens a window to about `words` units within [from, to): to the beginning of its sentence if that is near, else by
/// some words before it; the rest goes behind it.
Passage widened(const std::vector<Unit>& units, Passage window, std::size_t from, std::size_t to, std::size_t words) {
  std::size_t spare = words - std::min(words, window.end - window.begin);
  const std::size_t max_before = std::min(spare + words / kNear, window.begin - from);
  std::size_t before = std::min(spare / 3, max_before);
  for (std::size_t back = 0; back <= max_before; ++back) {
    if (!units[window.begin - back].starts_sentence) continue;
    before = back;
    break;
  }
  window.begin -= before;
  spare -= std::min(spare, before);
  const std::size_t after = std::min(spare, to - window.end);
  const std::size_t last_hit = window.end;
  window.end += after;
  window.begin -= std::min(spare - after, window.begin - from);
  return ended_with_sentence(units, window, last_hit, words, to);
}

/// The ranges of units between the passages chosen so far.
std::vector<Passage> gaps(const std::vector<Passage>& chosen, std::size_t units) {
  std::vector<Passage> out;
  std::size_t begin = 0;
  for (const Passage& passage : chosen) {
    if (passage.begin > begin) out.push_back({begin, passage.begin, 0});
    begin = passage.end;
  }
  if (begin < units) out.push_back({begin, units, 0});
  return out;
}

/// Without a hit, none.
std::vector<Passage> choose(const std::vector<Unit>& units, const std::vector<UnitHit>& hits, std::size_t terms,
                            std::size_t count, std::size_t words) {
  std::vector<Passage> chosen;
  std::vector<double> weights(terms, 1.0);
  while (chosen.size() < count) {
    Passage best, room;
    for (const Passage& gap : gaps(chosen, units.size())) {
      const Passage window = best_window(hits, gap.begin, gap.end, words, weights);
      if (window.value > best.value) {
        best = window;
        room = gap;
      }
    }
    if (best.value <= 0) break;
    const Passage passage = widened(units, best, room.begin, room.end, words);
    for (const UnitHit& hit : hits) {
      if (hit.unit >= passage.begin && hit.unit < passage.end) weights[hit.term] = kShownTerm;
    }
    chosen.insert(std::ranges::upper_bound(chosen, passage.begin, {}, &Passage::begin), passage);
  }
  return chosen;
}

/// What a text begins to say.
Passage beginning(std::string_view text, const std::vector<Unit>& units, std::size_t words) {
  const auto first = std::ranges::lower_bound(units, text::first_sentence(text), {}, &Unit::begin);
  const auto begin = static_cast<std::size_t>(first - units.begin());
  return ended_with_sentence(units, {begin, std::min(begin + words, units.size()), 0}, 0, words, units.size());
}

/// Appends `text` with each run of blanks as one.
void append_joined(std::string& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t size = 0;
    while (size < text.size() && !ascii::is_blank(text[size])) ++size;
    out += text.substr(0, size);
    if (size < text.size() && !out.ends_with(' ')) out += ' ';
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

/// text[begin, end) with each run of blanks as one, and its marks, which are apart from each other.
Snippet cut(std::string_view text, std::size_t begin, std::size_t end, const std::vector<Mark>& marks,
            const Surroundings& around) {
  Snippet snippet;
  snippet.position = around.characters_before + utf8::length(text.substr(0, begin));
  snippet.text.reserve(end - begin + 2 * kEllipsis.size());
  if (begin > 0 || around.has_text_before) snippet.text += kEllipsis;
  auto mark = std::ranges::lower_bound(marks, begin + 1, {}, &Mark::end);
  const bool has_mark = mark != marks.end() && mark->begin < end;
  snippet.found_at = around.bytes_before + (has_mark ? std::max(mark->begin, begin) : begin);
  for (std::size_t at = begin; at < end;) {
    const bool is_marked = mark != marks.end() && mark->begin <= at;
    const std::size_t stop = mark == marks.end() ? end : std::min(is_marked ? mark->end : mark->begin, end);
    if (is_marked) snippet.marks.push_back({snippet.text.size(), 0});
    append_joined(snippet.text, text.substr(at, stop - at));
    if (is_marked) snippet.marks.back().end = snippet.text.size();
    if (is_marked) ++mark;
    at = stop;
  }
  const bool is_cut = end < text.size() || around.has_text_after;
  if (is_cut && !is_whole_sentence(snippet.text)) snippet.text += kEllipsis;
  return snippet;
}

} // namespace

std::vector<Snippet> make_snippets(std::string_view text, const std::vector<TextHit>& hits, std::size_t terms,
                                   std::size_t count, std::size_t words, const Surroundings& around) {
  std::vector<Snippet> snippets;
  while (!text.empty() && ascii::is_blank(text.back())) text.remove_suffix(1);
  std::vector<Unit> units = units_of(text);
  if (!units.empty()) units.front().starts_sentence = around.begins_sentence;
  if (units.empty() || count == 0 || words == 0) return snippets;
  const std::vector<Mark> marks = to_marks(hits);
  std::vector<Passage> passages = choose(units, hits_in_units(units, hits), terms, count, words);
  if (passages.empty()) passages.push_back(beginning(text, units, words));
  for (const Passage& passage : passages) {
    snippets.push_back(cut(text, units[passage.begin].begin, units[passage.end - 1].end, marks, around));
  }
  return snippets;
}

std::vector<Snippet> make_snippets(std::string_view text, const Highlighter& highlighter, std::size_t count,
                                   std::size_t words, const Surroundings& around, std::string_view language) {
  return make_snippets(text, highlighter.hits(text, language), highlighter.term_count(), count, words, around);
}

} // namespace trawl::search
