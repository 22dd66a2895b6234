// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline_trim.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "indexer/extract/metadata/authors/byline_names.h"
#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

bool is_date_word(std::string_view word) { return is_month_or_day(word) || (word[0] >= '0' && word[0] <= '9'); }

} // namespace

std::string_view without_cues(std::string_view text) {
  for (int round = 0; round < 4; ++round) {
    const std::size_t length = byline_cue_length(text);
    if (length == 0) break;
    text = ascii::trim(text.substr(std::min(length, text.size())));
    while (text.starts_with(':')) text = ascii::trim(text.substr(1));
  }
  return text;
}

bool begins_with_date(std::string_view text) {
  const std::string key = wording_key(text.substr(0, 40));
  const auto words = words_of(key);
  if (words.empty()) return false;
  const bool digit = words[0][0] >= '0' && words[0][0] <= '9';
  return digit ||
         (is_month_or_day(words[0]) && words.size() > 1 &&
          words[1].find_first_of("0123456789") != std::string_view::npos) ||
         (is_month_or_day(words[0]) && words[0].ends_with("day"));
}

std::string_view without_dates_after(std::string_view text) {
  for (const std::string_view mark : {" on ", " - ", " – ", " — ", " | ", " • ", " · ", ", ", " am ", " le ", ": "}) {
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const std::string_view tail = ascii::trim(text.substr(at + mark.size()));
      const std::string key = wording_key(tail.substr(0, 40));
      const auto first = words_of(key);
      const bool junk = !first.empty() && is_never_in_a_name(first[0]);
      if (at > 0 && (begins_with_date(tail) || junk)) return ascii::trim(text.substr(0, at));
    }
  }
  for (const std::string_view mark :
       {" Updated", " Published", " Posted", " Aktualisiert", " Veröffentlicht", " Last "}) {
    if (const auto at = text.find(mark); at != std::string_view::npos && at > 0) text = ascii::trim(text.substr(0, at));
  }
  return text;
}

std::string_view after_inner_cue(std::string_view text) {
  for (const std::string_view cue : {" Written By ", " written by ", " Posted by ", " by ", " By ", " von ", " par "}) {
    const auto at = text.find(cue);
    if (at == std::string_view::npos || at > 60) continue;
    if (text.substr(0, at).find_first_of("0123456789") != std::string_view::npos) return text.substr(at + cue.size());
  }
  return text;
}

std::string without_tail_words(const std::string& name) {
  std::vector<std::string_view> words = words_of(name);
  const auto key_of = [](std::string_view word) { return wording_key(word); };
  std::size_t dated = words.size(); // the words before a date; "USA TODAY" has none
  while (dated > 1 && !key_of(words[dated - 1]).empty() && is_date_word(key_of(words[dated - 1]))) --dated;
  if (dated > 1 || words.size() > 2) words.resize(dated);
  for (std::size_t at = 2; at < words.size(); ++at) {
    const auto tail = std::span(words).subspan(at);
    const bool all_job = std::ranges::all_of(tail, [&](std::string_view word) { return is_job_word(key_of(word)); });
    if (all_job && is_real_job(key_of(words.back()))) {
      words.resize(at);
      break;
    }
  }
  const auto is_generation = [](std::string_view key) {
    return key == "jr" || key == "sr" || key.starts_with("ii") || key == "iv";
  };
  if (words.size() >= 3 && is_degree(key_of(words.back())) && !is_generation(key_of(words.back()))) words.pop_back();
  while (words.size() >= 3 && is_preposition(words.back())) words.pop_back(); // "Ann Lee in", and then the section
  if (words.empty()) return {};
  return {name.data(), words.back().data() + words.back().size()};
}

std::string_view without_other_roles(std::string_view text) {
  const auto colon = text.find(": ");
  if (colon == std::string_view::npos) return text;
  const auto end = text.substr(0, colon).find_last_of(".,;|/"); // before the label of the role
  const bool has_names_before = end != std::string_view::npos && end > 2;
  return has_names_before ? ascii::trim(text.substr(0, end)) : text;
}

std::string unslugged(const std::string& name) {
  const auto mark = name.find_first_of("-.");
  if (mark == std::string::npos || mark < 2 || name.size() - mark < 3 || is_host(name)) return name;
  const bool is_slug = std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '.'; });
  if (!is_slug || std::ranges::count(name, '.') > 1 || std::ranges::count(name, '-') > 2) return name;
  std::string out;
  bool begins = true;
  for (const char c : name) {
    const bool is_mark = c == '-' || c == '.';
    out += is_mark ? ' ' : (begins ? static_cast<char>(c - 'a' + 'A') : c);
    begins = is_mark;
  }
  return out;
}

std::string without_end_marks(std::string name) {
  for (const std::string_view mark : {" - ", " – ", " — "}) {
    const auto at = name.find(mark);
    if (at != std::string::npos && at > 0) name.resize(at);
  }
  while (!name.empty() && std::string_view(" -:.*\"'").contains(name.back())) {
    const bool initial =
        name.back() == '.' && name.size() >= 3 && (name[name.size() - 3] == ' ' || name[name.size() - 3] == '.');
    const bool junior = name.ends_with("Jr.") || name.ends_with("Sr.");
    if (initial || junior) break;
    name.pop_back();
  }
  while (!name.empty() && std::string_view(" -:.*\"'").contains(name.front())) name.erase(0, 1);
  const std::string_view en_dash = "–";
  if (name.starts_with(en_dash)) name = squeeze(name.substr(en_dash.size()));
  return name;
}

std::string without_press_title(std::string name) {
  for (const std::string_view title : {" 기자", " 특파원", " 記者", " 记者"}) {
    if (const auto at = name.find(title); at != std::string::npos && at > 0) name.resize(at);
  }
  return name;
}

std::string undoubled(std::string name) {
  const std::size_t half = name.size() / 2;
  const bool is_twice = name.size() >= 9 && name.size() % 2 == 1 && name[half] == ' ' &&
                        std::string_view(name).substr(0, half) == std::string_view(name).substr(half + 1);
  if (is_twice) name.resize(half);
  return name;
}

} // namespace trawl::extract
