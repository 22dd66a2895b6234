// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/words/names.h"

#include "indexer/extract/words/words.h"
#include "indexer/html/dom.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace trawl::extract {

namespace {

// What a word says about the words beside it.
constexpr std::uint32_t kLayout = 1U << 30;  ///< the name is of a box of the layout: it is no boilerplate
constexpr std::uint32_t kNegates = 1U << 31; ///< the next word describes the layout and not this element: "has-sidebar"

/// Words, or pairs of words joined by '-', and their senses.
class WordTable {
 public:
  /// "publish*" stands for all words that begin so, "*title" for all that end so.
  void add(std::string_view word, std::uint32_t senses) {
    if (word.ends_with('*')) {
      beginnings_[initial(word)].emplace_back(word.substr(0, word.size() - 1), senses);
    } else if (word.starts_with('*')) {
      ends_.emplace_back(word.substr(1), senses);
    } else {
      whole_[word] |= senses;
    }
  }

  /// `word` is in lower case and not empty.
  std::uint32_t senses_of(std::string_view word) const {
    const auto found = whole_.find(word);
    std::uint32_t senses = found == whole_.end() ? 0 : found->second;
    for (const auto& [beginning, its_senses] : beginnings_[initial(word)]) {
      if (word.starts_with(beginning)) senses |= its_senses;
    }
    for (const auto& [end, its_senses] : ends_) {
      if (word.ends_with(end)) senses |= its_senses;
    }
    return senses;
  }

 private:
  using Parts = std::vector<std::pair<std::string_view, std::uint32_t>>;

  static std::size_t initial(std::string_view word) { return static_cast<unsigned char>(word.front()) % 128; }

  std::unordered_map<std::string_view, std::uint32_t> whole_;
  std::array<Parts, 128> beginnings_; ///< by their first character
  Parts ends_;
};

struct NameTable {
  NameTable() {
    add(words::kNamesBoilerplate, kBoilerplate);
    add(words::kNamesLabels, kWeakBoilerplate);
    add(words::kNamesComments, kComments);
    add(words::kNamesContent, kContent);
    add(words::kNamesCaptions, kCaption);
    add(words::kNamesNotices, kNotice);
    add(words::kNamesLayout, kLayout);
    add(words::kNamesNegations, kNegates);
    add(words::kNamesBylines, kNamesAuthor | kNamesByline);
    add(words::kNamesAuthors, kNamesAuthor);
    add(words::kNamesDates, kNamesDate);
    add(words::kNamesUpdates, kNamesUpdate);
    add(words::kNamesTitles, kNamesTitle);
    add(words::kNamesKickers, kNamesKicker);
    add(words::kNamesProfiles, kNamesProfile);
    add(words::kNamesBesideArticles, kNamesBeside);
  }

  void add(std::span<const std::string_view> section, std::uint32_t senses) {
    for (const std::string_view word : section) (word.contains('-') ? pairs : words).add(word, senses);
  }

  WordTable words, pairs;
};

const NameTable kTable;

/// Whether the name is a conditional style ("print:break-after", "lg:[&>*]:mt-5") or an identifier of a program
/// ("auth.LoginMixin.login_url").
bool is_style_or_identifier(std::string_view name) { return name.find_first_of(":[/.") != std::string_view::npos; }

/// Page builders call all their parts widgets, sections and modules, whatever they contain; Drupal notes on every field
/// whether its label is hidden.
bool is_of_builder(std::string_view name) {
  return std::ranges::any_of(words::kNamesBuilders, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Removes the suffix that build tools add to make names unique ("_x7Qad").
std::string_view without_hash(std::string_view name) {
  const std::size_t at = name.rfind('_');
  if (at == std::string_view::npos || at == 0) return name;
  const std::string_view end = name.substr(at + 1);
  const bool is_mixed =
      std::ranges::any_of(end, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
  return end.size() >= 4 && end.size() <= 6 && is_mixed ? name.substr(0, at) : name;
}

/// The senses of the words of one name, and of each two neighbours.
std::uint32_t senses_of_words(std::string_view name) {
  std::uint32_t senses = 0, before = 0; // of the words so far; of the previous one
  std::string pair;                     // the previous word and the current one, joined by '-'
  std::size_t word = 0;                 // where the current one begins in `pair`
  for (std::size_t at = 0; at <= name.size(); ++at) {
    const char c = at < name.size() ? name[at] : '-';
    const bool is_letter = ascii::is_alpha(c) || (c >= '0' && c <= '9');
    const bool is_camel_case = c >= 'A' && c <= 'Z' && at > 0 && name[at - 1] >= 'a' && name[at - 1] <= 'z';
    if ((!is_letter || is_camel_case) && pair.size() > word) {
      const std::uint32_t own = kTable.words.senses_of(std::string_view(pair).substr(word));
      if ((before & kNegates) == 0) senses |= own;
      if ((before & kNegates) == 0 && word > 0) senses |= kTable.pairs.senses_of(pair);
      senses |= own & kLayout;
      before = own;
      pair.erase(0, word);
      pair += '-';
      word = pair.size();
    }
    if (is_letter) pair += ascii::to_lower(c);
  }
  if ((senses & kLayout) != 0) senses &= ~std::uint32_t{kBoilerplate}; // "content-and-sidebar-container"
  return senses & ~(kLayout | kNegates);
}

std::uint32_t senses_of_attribute(std::string_view value) {
  std::uint32_t senses = 0;
  html::any_word(value, [&](std::string_view name) {
    if (name == "note") senses |= kNotice; // next to the kind of note: "note info"
    const bool has_role = !is_of_builder(name) && !is_style_or_identifier(name);
    const std::uint32_t said = senses_of_words(without_hash(name));
    senses |= has_role ? said : said & ~kAllRoles;
    return false;
  });
  return senses;
}

} // namespace

std::uint32_t NameReader::read(std::string_view value) {
  if (value.empty()) return 0;
  const auto [known, is_new] = known_.try_emplace(value.data());
  if (is_new) known->second = senses_of_attribute(value);
  return known->second;
}

} // namespace trawl::extract
