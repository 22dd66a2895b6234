// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline.h"

#include <algorithm>
#include <span>
#include <utility>

#include <unicode/uchar.h>

#include "indexer/extract/metadata/authors/byline_split.h"
#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/html/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxBylineBytes = 2'000;
constexpr std::size_t kMaxNameBytes = 80;
constexpr std::size_t kMaxNameWords = 6;
constexpr std::size_t kMaxTeamWords = 9;

std::vector<std::string_view> words_of(std::string_view key) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < key.size();) {
    const auto end = std::min(key.find(' ', at), key.size());
    words.push_back(key.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::vector<std::string_view> words_of(std::string&&) = delete; // the words are views into the key

void add_once(std::vector<std::string>& list, std::string value) {
  const std::string key = wording_key(value);
  if (key.empty()) return;
  const bool known = std::ranges::any_of(list, [&](const std::string& one) { return wording_key(one) == key; });
  if (!known) list.push_back(std::move(value));
}

bool is_capitalized(std::string_view word) {
  std::size_t at = 0;
  const auto first = static_cast<UChar32>(utf8::next(word, at));
  return !u_islower(first);
}

/// One item of a byline's list: what stands outside and inside its parentheses.
struct Item {
  std::string name;
  std::string inside;
};

Item parted_item(std::string_view text) {
  const auto open = text.find_first_of("([");
  if (open == std::string_view::npos) return {squeeze(text), {}};
  const auto close = text.find_first_of(")]", open);
  const auto end = close == std::string_view::npos ? text.size() : close;
  std::string outside(text.substr(0, open));
  if (end + 1 < text.size()) outside += " " + std::string(text.substr(end + 1));
  return {squeeze(outside), squeeze(text.substr(open + 1, end - open - 1))};
}

std::string_view cut_cues(std::string_view text) {
  for (int round = 0; round < 4; ++round) {
    const std::size_t length = byline_cue_length(text);
    if (length == 0) break;
    text = html::trim(text.substr(std::min(length, text.size())));
    while (text.starts_with(':')) text = html::trim(text.substr(1));
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

/// Cuts what follows the names: " on 3 May", " - Site", "Updated: …".
std::string_view cut_tail(std::string_view text) {
  for (const std::string_view mark : {" on ", " - ", " – ", " — ", " | ", " • ", " · ", ", ", " am ", " le ", ": "}) {
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const std::string_view tail = html::trim(text.substr(at + mark.size()));
      const std::string key = wording_key(tail.substr(0, 40));
      const auto first = words_of(key);
      const bool junk = !first.empty() && is_never_in_a_name(first[0]);
      if (at > 0 && (begins_with_date(tail) || junk)) return html::trim(text.substr(0, at));
    }
  }
  for (const std::string_view mark :
       {" Updated", " Published", " Posted", " Aktualisiert", " Veröffentlicht", " Last "}) {
    if (const auto at = text.find(mark); at != std::string_view::npos && at > 0) text = html::trim(text.substr(0, at));
  }
  return text;
}

bool is_team(std::string_view key) {
  const auto words = words_of(key);
  return std::ranges::any_of(words, [](std::string_view word) {
    return word == "team" || word == "teams" || word == "staff" || word == "redaktion" || word == "group";
  });
}

/// The company a team's name begins with ("Intel PyTorch and Client AI SW team"), or empty.
std::string leading_company(std::string_view name) {
  const auto blank = name.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view first = name.substr(0, blank);
  return is_company_word(wording_key(first)) ? std::string(first) : std::string();
}

bool all_words(std::string_view key, bool (*test)(std::string_view)) {
  const auto words = words_of(key);
  return !words.empty() && std::ranges::all_of(words, test);
}

bool is_job(std::string_view key) {
  const auto words = words_of(key);
  return std::ranges::any_of(words, is_real_job) && all_words(key, is_job_word);
}

/// "Mar 6 Written By Ann Lee": what follows a cue that stands behind a date.
std::string_view after_inner_cue(std::string_view text) {
  for (const std::string_view cue : {" Written By ", " written by ", " Posted by ", " by ", " By ", " von ", " par "}) {
    const auto at = text.find(cue);
    if (at == std::string_view::npos || at > 60) continue;
    if (text.substr(0, at).find_first_of("0123456789") != std::string_view::npos) return text.substr(at + cue.size());
  }
  return text;
}

bool is_date_word(std::string_view word) { return is_month_or_day(word) || (word[0] >= '0' && word[0] <= '9'); }

/// Cuts the date and the job that stand behind a name without a separator: "Ann Lee Mar 14", "Ann Lee Senior Editor".
std::string without_tail_words(const std::string& name) {
  std::vector<std::string_view> words = words_of(name);
  const auto key_of = [](std::string_view word) { return wording_key(word); };
  while (words.size() > 1 && !key_of(words.back()).empty() && is_date_word(key_of(words.back()))) words.pop_back();
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
  if (words.empty()) return {};
  return {name.data(), words.back().data() + words.back().size()};
}

/// "ann-lee" and "ann.lee" of addresses and accounts are "Ann Lee".
std::string unslugged(const std::string& name) {
  const auto mark = name.find_first_of("-.");
  if (mark == std::string::npos || mark < 2 || name.size() - mark < 3) return name;
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

bool is_host(const std::string& name) {
  const std::string lower = html::to_lower(name);
  return !name.contains(' ') && (lower.ends_with(".com") || lower.ends_with(".org") || lower.ends_with(".net"));
}

class Reader {
 public:
  Byline read(std::string_view text) {
    if (text.contains("://") && !text.contains(' ')) return {}; // article:author may be a profile's address
    text = cut_tail(cut_cues(after_inner_cue(text)));
    if (begins_with_date(text)) return {};
    if (const auto colon = text.find(": "); colon != std::string_view::npos) {
      // "Meta: Less Wright, …": the company first, then its people.
      if (is_organization(text.substr(0, colon))) add_once(byline_.affiliations, squeeze(text.substr(0, colon)));
      text = html::trim(text.substr(colon + 2));
    }
    if (!read_teams(text)) {
      for (const std::string_view part : split_names(text)) read_item(part);
      drop_jobs();
      place_companies();
    }
    return std::move(byline_);
  }

 private:
  /// "Intel PyTorch and Client AI SW team" is one team; "PyTorch and Nebius (Ann Lee) Teams" are two.
  bool read_teams(std::string_view text) {
    const std::string key = wording_key(text);
    if (text.contains(',') || !key.contains(" and ")) return false;
    if (key.ends_with(" team") && !leading_company(text).empty()) {
      byline_.authors.emplace_back(squeeze(text));
      byline_.affiliations.push_back(leading_company(text));
      return true;
    }
    if (!key.ends_with(" teams")) return false;
    const auto last_blank = text.find_last_of(' ');
    std::vector<std::string> people;
    for (const std::string_view part : split_names(text.substr(0, last_blank))) {
      Item item = parted_item(part);
      if (item.name.empty()) continue;
      if (!item.inside.empty() && is_author_name(item.inside)) {
        people.push_back(item.inside);
        add_once(byline_.affiliations, item.name);
      }
      add_once(byline_.authors, std::move(item.name));
    }
    for (std::string& person : people) add_once(byline_.authors, std::move(person));
    return true;
  }

  void read_item(std::string_view part) {
    Item item = parted_item(cut_cues(html::trim(part)));
    if (!item.inside.empty()) read_inside(item);
    std::string name = without_company(item.name);
    name = without_ends(undoubled(without_press_title(std::move(name))));
    if (is_job(wording_key(name))) return;
    name = unslugged(without_tail_words(name));
    if (!is_author_name(name) || is_host(name)) return;
    if (is_organization(name) && !is_team(wording_key(name))) {
      companies_.push_back(std::move(name));
    } else {
      add_once(byline_.authors, std::move(name));
    }
  }

  /// "(Meta)" is where the person works; "(ssi/dan)", "(she/her)" and "(Staff)" are nothing.
  void read_inside(const Item& item) {
    const std::string key = wording_key(item.inside);
    const bool named =
        is_organization(item.inside) || (is_capitalized(item.inside) && !is_job(key) && item.inside.size() > 2);
    const bool plain = item.inside.find_first_of("0123456789@/") == std::string::npos && words_in_key(key) <= 5;
    if (named && plain && !item.name.empty() && !is_placeholder(key)) add_once(byline_.affiliations, item.inside);
  }

  /// "The PyTorch Team at Meta", "Ann Lee of Reuters": cuts the company off and keeps it.
  std::string without_company(const std::string& name) {
    for (const std::string_view mark : {" at ", " from ", " of ", " for ", " @ ", " bei ", " in ", " The "}) {
      const auto at = name.find(mark);
      if (at == std::string::npos || at == 0) continue;
      const std::string company = squeeze(name.substr(at + mark.size()));
      const bool is_clear = mark == " at " || mark == " from " || mark == " @ " || mark == " for " || mark == " in " ||
                            is_organization(company);
      if (!is_clear || company.empty()) continue;
      std::string head = squeeze(name.substr(0, at));
      if (is_job(wording_key(head))) return {};
      if (is_organization(company) || mark == " at " || mark == " @ ") add_once(byline_.affiliations, company);
      return head;
    }
    return name;
  }

  /// Full stops, dashes and degrees at the ends.
  static std::string without_ends(std::string name) {
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

  /// "Ann Lee, Healthcare Reporter": beside a name what ends in a job is one. Alone it is all that is known.
  void drop_jobs() {
    const auto is_titled = [](const std::string& name) {
      const std::string key = wording_key(name);
      const auto words = words_of(key);
      return words.size() >= 2 && is_only_a_job(words.back());
    };
    if (!std::ranges::all_of(byline_.authors, is_titled)) std::erase_if(byline_.authors, is_titled);
  }

  /// Beside people a company is where they work; alone it is the author.
  void place_companies() {
    const bool alone = byline_.authors.empty();
    for (std::string& company : companies_) {
      add_once(alone ? byline_.authors : byline_.affiliations, std::move(company));
    }
  }

  Byline byline_;
  std::vector<std::string> companies_;
};

} // namespace

bool is_organization(std::string_view name) {
  const std::string key = wording_key(name);
  if (is_company_word(key)) return true;
  const auto words = words_of(key);
  return words.size() >= 2 && std::ranges::any_of(words, is_company_ending);
}

bool is_author_name(std::string_view name) {
  if (name.size() < 2 || name.size() > kMaxNameBytes) return false;
  if (name.find_first_of("@<>{}[]=#?!_\\") != std::string_view::npos || name.contains("://") || name.contains("www.")) {
    return false;
  }
  const std::string key = wording_key(name);
  const auto words = words_of(key);
  if (words.empty() || words.size() > (is_team(key) ? kMaxTeamWords : kMaxNameWords)) return false;
  if (is_placeholder(key) || is_job(key) || is_degree(key) || all_words(key, is_degree)) return false;
  if (std::ranges::any_of(words, is_never_in_a_name)) return false;
  if (std::ranges::all_of(words, is_month_or_day) && words.size() <= 2 && key != "may" && key != "april" &&
      key != "june")
    return false;
  const bool has_month = std::ranges::any_of(words, is_month_or_day);
  const auto digits = std::ranges::count_if(name, [](char c) { return c >= '0' && c <= '9'; });
  if (has_month && digits > 0) return false;
  if (digits > 3 || (name[0] >= '0' && name[0] <= '9' && words.size() == 1)) return false;
  if (words.size() < 2) return true;
  // Running text is lower case; in names only particles are.
  std::size_t lower = 0;
  const std::string flat = squeeze(name);
  for (const std::string_view word : words_of(flat)) {
    if (!is_capitalized(word) && !is_name_particle(wording_key(word)) && wording_key(word) != "team" && word != "and")
      ++lower;
  }
  return lower == 0 || (lower == words.size() && words.size() <= 3) || (lower == 1 && words.size() <= 3);
}

Byline parse_byline(std::string_view text) {
  Byline byline;
  for (const std::string& line : joined_lines(utf8::truncate_bytes(text, kMaxBylineBytes))) {
    byline = Reader().read(html::trim(line));
    if (!byline.authors.empty()) break;
  }
  return byline;
}

} // namespace trawl::extract
