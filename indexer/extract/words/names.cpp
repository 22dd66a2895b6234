// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/words/names.h"

#include "indexer/extract/words/words.h"
#include "indexer/html/dom.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace trawl::extract {

namespace {

// What a word says about the words beside it.
constexpr std::uint32_t kLayout = 1U << 30;  ///< the name is of a box of the layout: it is no boilerplate
constexpr std::uint32_t kNegates = 1U << 31; ///< the next word describes the layout and not this element: "has-sidebar"

constexpr std::size_t kSymbols = 37; // '-', a to z, 0 to 9

/// By character; 0 for one that separates words.
constexpr std::array<std::uint8_t, 256> kSymbolOf = [] {
  std::array<std::uint8_t, 256> symbols{};
  for (std::size_t i = 0; i < 26; ++i) symbols['a' + i] = symbols['A' + i] = static_cast<std::uint8_t>(i + 1);
  for (std::size_t i = 0; i < 10; ++i) symbols['0' + i] = static_cast<std::uint8_t>(i + 27);
  return symbols;
}();

std::size_t symbol_of(char c) { return kSymbolOf[static_cast<unsigned char>(c)]; }

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Finds the words of all sections in one pass over a name, one step a character (Aho and Corasick 1975, "Efficient
/// String Matching"). A word is a pattern with a '-' at each side; at a '*' the '-' is missing.
class NameAutomaton {
 public:
  NameAutomaton() : states_(1) {
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
    add(words::kNamesBesideArticles, kNamesBeside);
    link();
  }

  std::size_t next(std::size_t state, std::size_t symbol) const { return states_[state].next[symbol]; }
  std::uint32_t senses(std::size_t state) const { return states_[state].senses; }

 private:
  struct State {
    std::array<std::uint16_t, kSymbols> next{};
    std::uint32_t senses = 0; ///< of the words that end here
  };

  void add(std::span<const std::string_view> section, std::uint32_t senses) {
    for (const std::string_view word : section) {
      std::size_t at = word.starts_with('*') ? 0 : child_of(0, 0);
      for (const char c : word) {
        if (c != '*') at = child_of(at, symbol_of(c));
      }
      if (!word.ends_with('*')) at = child_of(at, 0);
      states_[at].senses |= senses;
    }
  }

  std::size_t child_of(std::size_t state, std::size_t symbol) {
    if (states_[state].next[symbol] == 0) {
      states_[state].next[symbol] = static_cast<std::uint16_t>(states_.size());
      states_.emplace_back();
    }
    return states_[state].next[symbol];
  }

  /// Fills in the transitions that lead out of the words.
  void link() {
    std::vector<std::uint16_t> fallback(states_.size(), 0), queue = {0};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint16_t at = queue[i];
      for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
        const std::uint16_t child = states_[at].next[symbol];
        const std::uint16_t other = at == 0 ? std::uint16_t{0} : states_[fallback[at]].next[symbol];
        if (child == 0) {
          states_[at].next[symbol] = other;
        } else {
          fallback[child] = other;
          states_[child].senses |= states_[other].senses;
          queue.push_back(child);
        }
      }
    }
  }

  std::vector<State> states_;
};

/// Whether the name is a conditional style ("print:break-after", "lg:[&>*]:mt-5") or an identifier of a program
/// ("auth.LoginMixin.login_url").
bool is_style_or_identifier(std::string_view name) { return name.find_first_of(":[/.") != std::string_view::npos; }

/// Page builders call all their parts widgets, sections and modules, whatever they contain; Drupal notes on every field
/// whether its label is hidden.
bool is_of_builder(std::string_view name) {
  return std::ranges::any_of(words::kNamesBuilders, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// The senses of the words of one name, and of each two neighbours.
std::uint32_t senses_of_words(std::string_view name) {
  static const NameAutomaton kAutomaton;
  std::uint32_t senses = 0, found = 0; // of the words before; of the current one
  bool is_in_word = false, is_negated = false;
  std::size_t state = kAutomaton.next(0, 0);
  const auto step = [&](std::size_t symbol) {
    state = kAutomaton.next(state, symbol);
    found |= kAutomaton.senses(state);
    is_in_word = symbol != 0;
  };
  const auto end_word = [&] {
    if (!is_in_word) return;
    step(0);
    senses |= is_negated ? found & kLayout : found;
    is_negated = (found & kNegates) != 0;
    found = 0;
  };
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::size_t symbol = symbol_of(name[at]);
    const bool is_camel_case = at > 0 && is_lower(name[at - 1]) && ascii::is_alpha(name[at]) && !is_lower(name[at]);
    if (symbol == 0 || is_camel_case) end_word();
    if (symbol != 0) step(symbol);
  }
  end_word();
  if ((senses & kLayout) != 0) senses &= ~std::uint32_t{kBoilerplate}; // "content-and-sidebar-container"
  return senses & ~(kLayout | kNegates);
}

std::uint32_t senses_of_attribute(std::string_view value) {
  std::uint32_t senses = 0;
  html::any_word(value, [&](std::string_view name) {
    if (name == "note") senses |= kNotice; // next to the kind of note: "note info"
    std::uint32_t said = senses_of_words(name);
    if ((said & kAllRoles) != 0 && (is_of_builder(name) || is_style_or_identifier(name))) said &= ~kAllRoles;
    senses |= said;
    return false;
  });
  return senses;
}

} // namespace

std::uint32_t NameLookup::read(std::string_view value) {
  if (value.empty()) return 0;
  const auto [known, is_new] = known_.try_emplace(value.data());
  if (is_new) known->second = senses_of_attribute(value);
  return known->second;
}

} // namespace trawl::extract
