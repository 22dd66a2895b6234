// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/name_hints.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trawl::extract {
namespace {

struct Keyword {
  std::string_view text; ///< a-z and '-', which stands for any other byte
  std::uint16_t hints;
};

constexpr std::array kKeywords = std::to_array<Keyword>({
    {"byline", kNamesAuthor | kNamesByline},
    {"author", kNamesAuthor},
    {"autor", kNamesAuthor},
    {"auteur", kNamesAuthor},
    {"writer", kNamesAuthor},
    {"verfasser", kNamesAuthor},
    {"redakteur", kNamesAuthor},
    {"firma-articolo", kNamesAuthor},
    {"contributor", kNamesAuthor},
    {"reporter", kNamesAuthor},
    {"creator", kNamesAuthor},
    {"posted-by", kNamesAuthor},
    {"authname", kNamesAuthor},
    {"p-name", kNamesAuthor},
    {"date", kNamesDate},
    {"datum", kNamesDate},
    {"publish", kNamesDate},
    {"posted", kNamesDate},
    {"timestamp", kNamesDate},
    {"-time", kNamesDate},
    {"time-", kNamesDate},
    {"fecha", kNamesDate},
    {"created", kNamesDate},
    {"byline", kNamesDate},
    {"dateline", kNamesDate},
    {"article-info", kNamesDate},
    {"entry-meta", kNamesDate},
    {"post-meta", kNamesDate},
    {"article-meta", kNamesDate},
    {"meta-info", kNamesDate},
    {"post-info", kNamesDate},
    {"update", kNamesUpdate},
    {"modif", kNamesUpdate},
    {"edited", kNamesUpdate},
    {"comment", kNamesComments},
    {"kommentar", kNamesComments},
    {"disqus", kNamesComments},
    {"respond", kNamesComments},
    {"replies", kNamesComments},
    {"sidebar", kNamesBoilerplate},
    {"side-bar", kNamesBoilerplate},
    {"related", kNamesBoilerplate},
    {"recommend", kNamesBoilerplate},
    {"teaser", kNamesBoilerplate},
    {"read-more", kNamesBoilerplate},
    {"readmore", kNamesBoilerplate},
    {"read-next", kNamesBoilerplate},
    {"more-from", kNamesBoilerplate},
    {"more-stories", kNamesBoilerplate},
    {"latest", kNamesBoilerplate},
    {"popular", kNamesBoilerplate},
    {"trending", kNamesBoilerplate},
    {"most-read", kNamesBoilerplate},
    {"similar", kNamesBoilerplate},
    {"promo", kNamesBoilerplate},
    {"widget", kNamesBoilerplate},
    {"carousel", kNamesBoilerplate},
    {"slider", kNamesBoilerplate},
    {"newsletter", kNamesBoilerplate},
    {"subscri", kNamesBoilerplate},
    {"breadcrumb", kNamesBoilerplate},
    {"menu", kNamesBoilerplate},
    {"navbar", kNamesBoilerplate},
    {"navigation", kNamesBoilerplate},
    {"cookie", kNamesBoilerplate},
    {"consent", kNamesBoilerplate},
    {"modal", kNamesBoilerplate},
    {"popup", kNamesBoilerplate},
    {"footer", kNamesBoilerplate},
    {"archive-list", kNamesBoilerplate},
    {"post-navigation", kNamesBoilerplate},
    {"masthead", kNamesBoilerplate},
    {"recirc", kNamesBoilerplate},
    {"title", kNamesTitle},
    {"headline", kNamesTitle},
    {"heading", kNamesTitle},
    {"kicker", kNamesKicker},
    {"label", kNamesKicker},
    {"overline", kNamesKicker},
    {"topline", kNamesKicker},
    {"dachzeile", kNamesKicker},
    {"eyebrow", kNamesKicker},
    {"spitzmarke", kNamesKicker},
    {"pretitle", kNamesKicker},
    {"pre-title", kNamesKicker},
    {"supertitle", kNamesKicker},
    {"avatar", kNamesProfile},
    {"bio", kNamesProfile},
    {"author-description", kNamesProfile},
    {"about-author", kNamesProfile},
    {"author-box", kNamesProfile},
    {"authorbox", kNamesProfile},
    {"author-image", kNamesProfile},
    {"author-img", kNamesProfile},
    {"author-info", kNamesProfile},
    {"author-title", kNamesProfile},
    {"author-role", kNamesProfile},
    {"author-job", kNamesProfile},
    {"jobtitle", kNamesProfile},
    {"authority", kNamesProfile},
    {"social", kNamesProfile},
    {"share", kNamesProfile},
    {"follow", kNamesProfile},
    {"photo", kNamesProfile},
    {"thumbnail", kNamesProfile},
    {"caption", kNamesProfile},
});

constexpr std::size_t kSymbols = 27; // '-' and a to z

constexpr std::uint8_t symbol_of(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a' + 1);
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A' + 1);
  return 0; // every other byte separates words
}

struct State {
  std::array<std::uint16_t, kSymbols> next{};
  std::uint16_t hints = 0;
};

/// The automaton of Aho and Corasick for kKeywords, with all transitions filled in.
std::vector<State> make_automaton() {
  std::vector<State> states(1);
  for (const Keyword& keyword : kKeywords) {
    std::uint16_t at = 0;
    for (const char c : keyword.text) {
      const std::uint8_t symbol = symbol_of(c);
      if (states[at].next[symbol] == 0) {
        states[at].next[symbol] = static_cast<std::uint16_t>(states.size());
        states.emplace_back();
      }
      at = states[at].next[symbol];
    }
    states[at].hints |= keyword.hints;
  }
  std::vector<std::uint16_t> fallback(states.size(), 0);
  std::vector<std::uint16_t> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint16_t at = queue[i];
    for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
      const std::uint16_t child = states[at].next[symbol];
      const std::uint16_t through_fallback = at == 0 ? std::uint16_t{0} : states[fallback[at]].next[symbol];
      if (child == 0) {
        states[at].next[symbol] = through_fallback;
      } else {
        fallback[child] = through_fallback;
        states[child].hints |= states[through_fallback].hints;
        queue.push_back(child);
      }
    }
  }
  return states;
}

} // namespace

std::uint16_t name_hints(std::string_view name) {
  static const std::vector<State> kAutomaton = make_automaton();
  std::uint16_t hints = 0;
  std::uint16_t at = kAutomaton[0].next[0];
  for (const char c : name) {
    at = kAutomaton[at].next[symbol_of(c)];
    hints |= kAutomaton[at].hints;
  }
  return hints | kAutomaton[kAutomaton[at].next[0]].hints;
}

} // namespace trawl::extract
