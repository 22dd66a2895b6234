// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/byline.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

#include <algorithm>
#include <array>
#include <span>
#include <unicode/uchar.h>
#include <unordered_set>
#include <utility>

namespace trawl::extract {

namespace {

using WordSet = std::unordered_set<std::string_view>;

WordSet set_of(std::span<const std::string_view> words) { return {words.begin(), words.end()}; }

constexpr std::array<bool, 256> kBeginsCue = words::first_bytes(words::kBylinesCues);

const WordSet kCompanies = set_of(words::kBylinesCompanies);
const WordSet kCompanyEndings = set_of(words::kBylinesCompanyEndings);
const WordSet kJobs = set_of(words::kBylinesJobs);
const WordSet kDegrees = set_of(words::kBylinesDegrees);
const WordSet kPlaceholders = set_of(words::kBylinesPlaceholders);
const WordSet kMonthsAndDays = set_of(words::kBylinesMonthsAndDays);
const WordSet kParticles = set_of(words::kBylinesParticles);
const WordSet kPrepositions = set_of(words::kBylinesPrepositions);

/// "inc", "university", "labs"
bool is_company_ending(std::string_view word) { return kCompanyEndings.contains(word); }

/// "phd", "md", "jr"
bool is_degree(std::string_view word) { return kDegrees.contains(word); }

/// "admin", "unknown", "guest author"
bool is_placeholder(std::string_view key) { return kPlaceholders.contains(key); }

/// as written: "from", "in"; without those that occur in names
bool is_preposition(std::string_view word) { return kPrepositions.contains(word); }

constexpr std::size_t kMaxNameBytes = 80;
constexpr std::size_t kMaxNameWords = 6;
constexpr std::size_t kMaxTeamWords = 9;

bool all_words(std::string_view key, bool (*test)(std::string_view)) {
  const auto words = words_of(key);
  return !words.empty() && std::ranges::all_of(words, test);
}

bool has_address_characters(std::string_view name) {
  return name.find_first_of("@<>{}[]=#?!_\\") != std::string_view::npos || name.contains("://") ||
         name.contains("www.");
}

bool is_month_or_day(std::string_view word) { return kMonthsAndDays.contains(word); }

/// Whether `name` is a date or a number. "May", "April" and "June" are names, too.
bool is_date(std::string_view name, const std::string& key) {
  const auto words = words_of(key);
  const bool are_months = std::ranges::all_of(words, is_month_or_day) && words.size() <= 2;
  if (are_months && key != "may" && key != "april" && key != "june") return true;
  const auto digits = std::ranges::count_if(name, ascii::is_digit);
  if (std::ranges::any_of(words, is_month_or_day) && digits > 0) return true;
  return digits > 3 || (ascii::is_digit(name[0]) && words.size() == 1);
}

/// Whether a phrase begins or ends like a part of a sentence: "in Uncategorized", "Insights from". Particles of names
/// do not.
bool has_loose_end(std::string_view name) {
  const auto words = words_of(name);
  return is_preposition(words.front()) || is_preposition(words.back());
}

/// Running text is in lower case; in names only particles are. In names of up to three words one word may be, or all.
/// `words`: the number of words in the name.
bool has_capitals_of_name(std::string_view name, std::size_t words) {
  const std::string flat = squeeze(name);
  std::size_t lower = 0;
  for (const std::string_view word : words_of(flat)) {
    const std::string key = wording_key(word);
    if (!is_capitalized(word) && !is_name_particle(key) && key != "team" && word != "and") ++lower;
  }
  return lower == 0 || ((lower == words || lower == 1) && words <= 3);
}

/// Both take a wording key (metadata_text.h).
bool is_team(std::string_view key) {
  const auto words = words_of(key);
  return std::ranges::any_of(words, [](std::string_view word) {
    return word == "team" || word == "teams" || word == "staff" || word == "redaktion" || word == "group";
  });
}

/// All take a wording key (metadata_text.h): lower case, single spaces.
bool is_company_word(std::string_view key) { return kCompanies.contains(key); }

/// The company at the beginning of a team's name ("Intel PyTorch and Client AI SW team"), or empty.
std::string leading_company(std::string_view name) {
  const auto blank = name.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view first = name.substr(0, blank);
  return is_company_word(wording_key(first)) ? std::string(first) : std::string();
}

/// Whether `name` is a host: "example.org".
bool is_host(const std::string& name) {
  const std::string lower = ascii::to_lower(name);
  const auto dot = lower.rfind('.');
  if (name.contains(' ') || dot == std::string::npos || dot < 2) return false;
  const std::string_view last = std::string_view(lower).substr(dot + 1);
  // A country's domain has two letters. "J.R" are initials.
  const bool is_country = last.size() == 2 && lower.find('.') >= 3 && std::ranges::all_of(last, ascii::is_alpha);
  return is_country || last == "com" || last == "org" || last == "net" || last == "info" || last == "edu";
}

/// Compared without case, except single letters between their blanks: a capital one is an initial.
bool begins_with_word(std::string_view text, std::string_view word) {
  return word.size() == 3 ? text.starts_with(word) : ascii::equals_ignoring_case(text.substr(0, word.size()), word);
}

/// The length of the separator at `at`, or 0.
std::size_t separator_at(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("& Co") || text.substr(at).starts_with("&Co")) return 0; // "Lee GmbH & Co. KG"
  if (std::string_view(",;|&/\n").contains(text[at])) return 1;
  for (const std::string_view sign : {"、", "，", "；", "•", "·", "｜"}) {
    if (text.substr(at).starts_with(sign)) return sign.size();
  }
  for (const std::string_view word : words::kBylinesJoiningWords) {
    if (text.size() - at > word.size() && begins_with_word(text.substr(at), word)) {
      return word.size() - 1; // the space after it may begin the next separator
    }
  }
  return 0;
}

/// Whether another name must follow: "Ann Lee and", "Ann Lee,".
bool is_open(std::string_view line) {
  return std::string_view(",;|&/").contains(line.back()) ||
         std::ranges::any_of(words::kBylinesJoiningWords,
                             [&](std::string_view word) { return line.ends_with(word.substr(0, word.size() - 1)); });
}

bool is_date_word(std::string_view word) { return is_month_or_day(word) || (word[0] >= '0' && word[0] <= '9'); }

constexpr std::size_t kMaxBylineBytes = 2'000;

/// One item of a byline's list: the text outside and inside its parentheses.
struct Item {
  std::string name;
  std::string inside;
};

Item split_item(std::string_view text) {
  const auto open = text.find_first_of("([");
  if (open == std::string_view::npos) return {squeeze(text), {}};
  const auto close = text.find_first_of(")]", open);
  const auto end = close == std::string_view::npos ? text.size() : close;
  std::string outside(text.substr(0, open));
  if (end + 1 < text.size()) outside += " " + std::string(text.substr(end + 1));
  return {squeeze(outside), squeeze(text.substr(open + 1, end - open - 1))};
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

/// Without the date after the names: " on 3 May". A view into `text`.
std::string_view without_dates_after(std::string_view text) {
  for (const std::string_view mark : words::kBylinesBeforeDates) {
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const std::string_view tail = ascii::trim(text.substr(at + mark.size()));
      if (at > 0 && begins_with_date(tail)) return ascii::trim(text.substr(0, at));
    }
  }
  return text;
}

/// Without the cues at the beginning: "Ann Lee" for "Written by: Ann Lee". A view into `text`.
std::string_view without_cues(std::string_view text) {
  for (int round = 0; round < 4; ++round) {
    const std::size_t length = byline_cue_length(text);
    if (length == 0) break;
    text = ascii::trim(text.substr(std::min(length, text.size())));
    while (text.starts_with(':')) text = ascii::trim(text.substr(1));
  }
  return text;
}

/// Without dashes, full stops and quotation marks at the ends, and without what follows a dash. The full stops of
/// initials and of "Jr." stay.
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

/// "chief technology officer"
bool ends_in_job(std::string_view key) {
  const auto words = words_of(key);
  return !words.empty() && kJobs.contains(words.back());
}

bool is_word_of_jobs(std::string_view word) { return kJobs.contains(word); }

/// "reporter", "senior staff writer"
bool is_job(std::string_view key) { return all_words(key, is_word_of_jobs); }

/// "Ann Lee" for "ann-lee" and "ann.lee", as in URLs and account names; other names unchanged.
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

/// Without a date or job at the end: "Ann Lee Mar 14", "Ann Lee Staff Writer".
std::string without_tail_words(const std::string& name) {
  std::vector<std::string_view> words = words_of(name);
  const auto key_of = [](std::string_view word) { return wording_key(word); };
  std::size_t dated = words.size(); // the words before a date; "USA TODAY" has none
  while (dated > 1 && !key_of(words[dated - 1]).empty() && is_date_word(key_of(words[dated - 1]))) --dated;
  if (dated > 1 || words.size() > 2) words.resize(dated);
  while (words.size() >= 3 && kJobs.contains(key_of(words.back()))) words.pop_back();
  while (words.size() >= 3 && is_preposition(words.back())) words.pop_back(); // "Ann Lee in", and then the section
  if (words.empty()) return {};
  return {name.data(), words.back().data() + words.back().size()};
}

/// Whether `name` can be the name of a person or team: letters, not too long, not an address, a placeholder or a job.
bool is_author_name(std::string_view name) {
  if (name.size() < 2 || name.size() > kMaxNameBytes || has_address_characters(name)) return false;
  const std::string key = wording_key(name);
  const auto words = words_of(key);
  if (words.empty() || words.size() > (is_team(key) ? kMaxTeamWords : kMaxNameWords)) return false;
  if (is_placeholder(key) || is_job(key) || is_degree(key) || is_date(name, key)) return false;
  if (all_words(key, is_degree) || all_words(key, is_company_ending))
    return false; // "Ann Lee, MD PhD", "Example, Inc."
  if (has_loose_end(squeeze(name))) return false;
  return words.size() < 2 || has_capitals_of_name(name, words.size());
}

class BylineParser {
 public:
  Byline read(std::string_view text) {
    if (text.contains("://") && !text.contains(' ')) return {}; // article:author may be the address of a profile
    text = without_dates_after(without_cues(text));
    if (begins_with_date(text)) return {};
    if (const auto colon = text.find(": "); colon != std::string_view::npos) {
      // "Meta: Less Wright, …": the company first, then its people.
      if (is_organization(text.substr(0, colon))) add_once(byline_.affiliations, squeeze(text.substr(0, colon)));
      text = ascii::trim(text.substr(colon + 2));
    }
    if (!read_teams(text)) {
      for (const std::string_view part : split_names(text)) read_item(part);
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
      Item item = split_item(part);
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
    Item item = split_item(without_cues(ascii::trim(part)));
    if (!item.inside.empty()) read_inside(item);
    std::string name = without_company(item.name);
    name = without_end_marks(std::move(name));
    const std::string key = wording_key(name);
    if (is_job(key) || (!byline_.authors.empty() && ends_in_job(key))) return; // behind a person
    name = unslugged(without_tail_words(name));
    if (!is_author_name(name) || is_host(name)) return;
    if (is_organization(name) && !is_team(wording_key(name))) {
      companies_.push_back(std::move(name));
    } else {
      add_once(byline_.authors, std::move(name));
    }
  }

  /// Takes "(Meta)" as an affiliation; ignores "(ssi/dan)", "(she/her)" and "(Staff)".
  void read_inside(const Item& item) {
    const std::string key = wording_key(item.inside);
    const bool named =
        is_organization(item.inside) || (is_capitalized(item.inside) && !is_job(key) && item.inside.size() > 2);
    const bool plain = item.inside.find_first_of("0123456789@/") == std::string::npos && words_in_key(key) <= 5;
    if (named && plain && !item.name.empty() && !is_placeholder(key)) add_once(byline_.affiliations, item.inside);
  }

  /// Moves the company of "The PyTorch Team at Meta" and "Ann Lee of Reuters" to the affiliations.
  std::string without_company(const std::string& name) {
    for (const std::string_view mark : words::kBylinesBeforeCompanies) {
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

  /// A company beside people is their affiliation; alone it is the author.
  void place_companies() {
    const bool alone = byline_.authors.empty();
    for (std::string& company : companies_) {
      add_once(alone ? byline_.authors : byline_.affiliations, std::move(company));
    }
  }

  Byline byline_;
  std::vector<std::string> companies_;
};

/// The lines of a byline. Two lines are joined if a separator is at the end of the first or the beginning of the
/// second.
std::vector<std::string> joined_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty()) continue;
    const bool goes_on = !lines.empty() && (separator_at(" " + std::string(line) + " ", 0) > 0 ||
                                            separator_at(line, 0) > 0 || is_open(lines.back()));
    if (goes_on) {
      lines.back().append(" ").append(line);
    } else {
      lines.emplace_back(line);
    }
  }
  return lines;
}

} // namespace

std::size_t byline_cue_length(std::string_view text) {
  for (const std::string_view cue : words::kBylinesUnspacedCues) {
    if (text.starts_with(cue)) return cue.size();
  }
  std::size_t best = 0;
  if (text.empty() || !kBeginsCue[static_cast<unsigned char>(ascii::to_lower(text.front()))]) return best;
  for (const std::string_view cue : words::kBylinesCues) {
    if (cue.size() >= text.size() || ascii::to_lower(text.front()) != cue.front() ||
        !ascii::equals_ignoring_case(text.substr(0, cue.size()), cue))
      continue;
    // "Di" is also a given name: "Di Wu". As a cue it stands before two words: "Di Ann Lee".
    const std::size_t word_end = std::min(text.find_first_of(" ,;\n", cue.size() + 1), text.size());
    if (cue == "di" && (word_end == text.size() || text[word_end] != ' ')) continue;
    const char after = text[cue.size()];
    const bool needs_colon = !cue.ends_with("by") && !cue.contains(' ') && cue.size() > 3; // "Author: Smith"
    if (after == ':' || (after == ' ' && !needs_colon)) best = std::max(best, cue.size() + 1);
  }
  return best;
}

bool is_name_particle(std::string_view word) { return kParticles.contains(word); }

void add_once(std::vector<std::string>& list, std::string name) {
  const std::string key = wording_key(name);
  if (key.empty()) return;
  const bool known = std::ranges::any_of(list, [&](const std::string& one) { return wording_key(one) == key; });
  if (!known) list.push_back(std::move(name));
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool is_capitalized(std::string_view word) {
  std::size_t at = 0;
  const auto first = static_cast<UChar32>(utf8::next(word, at));
  return !u_islower(first);
}

bool is_organization(std::string_view name) {
  const std::string key = wording_key(name);
  if (is_company_word(key)) return true;
  const auto words = words_of(key);
  return words.size() >= 2 && std::ranges::any_of(words, is_company_ending);
}

std::vector<std::string_view> split_names(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') depth = std::max(0, depth - 1);
    const std::size_t length = depth == 0 ? separator_at(text, at) : 0;
    if (length > 0) {
      parts.push_back(text.substr(from, at - from));
      from = at + length;
    }
    at += std::max<std::size_t>(length, 1);
  }
  parts.push_back(text.substr(from));
  return parts;
}

Byline parse_byline(std::string_view text) {
  Byline byline;
  for (const std::string& line : joined_lines(utf8::truncate_bytes(text, kMaxBylineBytes))) {
    byline = BylineParser().read(ascii::trim(line));
    if (!byline.authors.empty()) break;
  }
  return byline;
}

} // namespace trawl::extract
