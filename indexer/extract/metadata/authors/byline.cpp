// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline.h"

#include <algorithm>
#include <utility>

#include "indexer/extract/metadata/authors/byline_names.h"
#include "indexer/extract/metadata/authors/byline_split.h"
#include "indexer/extract/metadata/authors/byline_trim.h"
#include "indexer/extract/metadata/authors/byline_words.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxBylineBytes = 2'000;

void add_once(std::vector<std::string>& list, std::string value) {
  const std::string key = wording_key(value);
  if (key.empty()) return;
  const bool known = std::ranges::any_of(list, [&](const std::string& one) { return wording_key(one) == key; });
  if (!known) list.push_back(std::move(value));
}

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

class BylineReader {
 public:
  Byline read(std::string_view text) {
    if (text.contains("://") && !text.contains(' ')) return {}; // article:author may be the address of a profile
    text = without_dates_after(without_cues(after_inner_cue(text)));
    if (begins_with_date(text)) return {};
    text = without_other_roles(text);
    if (const auto colon = text.find(": "); colon != std::string_view::npos) {
      // "Meta: Less Wright, …": the company first, then its people.
      if (is_organization(text.substr(0, colon))) add_once(byline_.affiliations, squeeze(text.substr(0, colon)));
      text = ascii::trim(text.substr(colon + 2));
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
    name = without_end_marks(undoubled(without_press_title(std::move(name))));
    if (is_job(wording_key(name))) return;
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

  /// In "Ann Lee, Healthcare Reporter" the item that ends in a job is dropped, unless there is no other.
  void drop_jobs() {
    const auto is_titled = [](const std::string& name) {
      const std::string key = wording_key(name);
      const auto words = words_of(key);
      return words.size() >= 2 && is_only_a_job(words.back());
    };
    if (!std::ranges::all_of(byline_.authors, is_titled)) std::erase_if(byline_.authors, is_titled);
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

} // namespace

Byline parse_byline(std::string_view text) {
  Byline byline;
  for (const std::string& line : joined_lines(utf8::truncate_bytes(text, kMaxBylineBytes))) {
    byline = BylineReader().read(ascii::trim(line));
    if (!byline.authors.empty()) break;
  }
  return byline;
}

} // namespace trawl::extract
