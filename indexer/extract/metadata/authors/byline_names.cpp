// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline_names.h"

#include <algorithm>
#include <cstddef>

#include <unicode/uchar.h>

#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

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

/// Whether `name` is a date or a number. "May", "April" and "June" are names, too.
bool is_date(std::string_view name, const std::string& key) {
  const auto words = words_of(key);
  const bool are_months = std::ranges::all_of(words, is_month_or_day) && words.size() <= 2;
  if (are_months && key != "may" && key != "april" && key != "june") return true;
  const auto digits = std::ranges::count_if(name, ascii::is_digit);
  if (std::ranges::any_of(words, is_month_or_day) && digits > 0) return true;
  return digits > 3 || (ascii::is_digit(name[0]) && words.size() == 1);
}

/// Whether a bracket is opened but not closed, or closed but not opened: the rest is in another part of the byline.
bool has_loose_bracket(std::string_view name) {
  const auto count = [&](char c) { return std::ranges::count(name, c); };
  return count('(') != count(')') || count('[') != count(']');
}

/// Whether `word` is the account of the site's administrator: "wordpressadmin".
bool is_account(std::string_view word) {
  return word.starts_with("admin") || word.ends_with("admin") || word == "webmaster" || word == "wordpress";
}

/// "Author Ann Lee" has a label in front of the name, "no author" and "guest author" name nobody.
bool names_nobody(const std::vector<std::string_view>& words) {
  const auto is_author = [](std::string_view word) {
    return word == "author" || word == "authors" || word == "autor" || word == "byline";
  };
  return is_author(words.front()) || (words.size() == 2 && is_author(words[1]) && is_nobody(words[0]));
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

} // namespace

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

bool is_team(std::string_view key) {
  const auto words = words_of(key);
  return std::ranges::any_of(words, [](std::string_view word) {
    return word == "team" || word == "teams" || word == "staff" || word == "redaktion" || word == "group";
  });
}

bool is_job(std::string_view key) {
  const auto words = words_of(key);
  return std::ranges::any_of(words, is_real_job) && all_words(key, is_job_word);
}

std::string leading_company(std::string_view name) {
  const auto blank = name.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view first = name.substr(0, blank);
  return is_company_word(wording_key(first)) ? std::string(first) : std::string();
}

bool is_host(const std::string& name) {
  const std::string lower = ascii::to_lower(name);
  const auto dot = lower.rfind('.');
  if (name.contains(' ') || dot == std::string::npos || dot < 2) return false;
  const std::string_view last = std::string_view(lower).substr(dot + 1);
  // A country's domain has two letters. "J.R" are initials.
  const bool is_country = last.size() == 2 && lower.find('.') >= 3 && std::ranges::all_of(last, ascii::is_alpha);
  return is_country || last == "com" || last == "org" || last == "net" || last == "info" || last == "edu";
}

bool is_organization(std::string_view name) {
  const std::string key = wording_key(name);
  if (is_company_word(key)) return true;
  const auto words = words_of(key);
  return words.size() >= 2 && std::ranges::any_of(words, is_company_ending);
}

bool is_author_name(std::string_view name) {
  if (name.size() < 2 || name.size() > kMaxNameBytes || has_address_characters(name)) return false;
  const std::string key = wording_key(name);
  const auto words = words_of(key);
  if (words.empty() || words.size() > (is_team(key) ? kMaxTeamWords : kMaxNameWords)) return false;
  if (is_placeholder(key) || is_job(key) || is_degree(key) || all_words(key, is_degree)) return false;
  if (std::ranges::any_of(words, is_never_in_a_name) || is_date(name, key)) return false;
  if (std::ranges::any_of(words, is_account) || std::ranges::all_of(words, is_legal_form)) return false;
  if (names_nobody(words)) return false;
  if (has_loose_bracket(name) || has_loose_end(squeeze(name))) return false;
  return words.size() < 2 || has_capitals_of_name(name, words.size());
}

} // namespace trawl::extract
