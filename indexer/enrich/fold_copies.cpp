// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fold_copies.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "indexer/enrich/fingerprint.h"
#include "shared/text/reading_time.h"

namespace trawl::enrich {
namespace {

// Measured on 55 pairs of blog articles that share most of their text. Copies at two addresses share at least 0.90 of
// each; a reworked article shares 0.87 with its first version, a translation that quotes the original 0.86.
constexpr double kSameBothWays = 0.89;
constexpr std::size_t kShortWords = 40;
// In shorter texts the only words may be the site's own: a notice, an about line, the frame of a locked post.
constexpr std::size_t kDistinctiveWords = 200;

/// Letters and digits only, ASCII letters in lower case.
std::string bare_letters(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           static_cast<unsigned char>(c) >= 0x80;
    if (is_letter) out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return out;
}

} // namespace

Containment containment(std::string_view first, std::string_view second) {
  const auto a = shingles_of(first);
  const auto b = shingles_of(second);
  if (a.empty() || b.empty()) return {};
  const auto& fewer = a.size() < b.size() ? a : b;
  const auto& more = a.size() < b.size() ? b : a;
  const auto shared =
      static_cast<double>(std::ranges::count_if(fewer, [&](auto shingle) { return more.contains(shingle); }));
  return {shared / static_cast<double>(a.size()), shared / static_cast<double>(b.size())};
}

Sameness compare(const Article& first, const Article& second) {
  if (first.url == second.url) return Sameness::SameAddress;
  if (!first.language.empty() && !second.language.empty() && first.language != second.language) {
    return Sameness::Different;
  }
  const std::size_t words = std::min(text::measure(first.text).words, text::measure(second.text).words);
  if (words < kDistinctiveWords && bare_letters(first.title) != bare_letters(second.title)) return Sameness::Different;
  if (words < kShortWords) {
    const bool same_text = !first.text.empty() && bare_letters(first.text) == bare_letters(second.text);
    return same_text ? Sameness::SameText : Sameness::Different;
  }
  const Containment shared = containment(first.text, second.text);
  const bool same = shared.of_first >= kSameBothWays && shared.of_second >= kSameBothWays;
  return same ? Sameness::SameText : Sameness::Different;
}

bool is_shown_before(const Article& first, const Article& second) {
  const auto rank = [](const Article& article) {
    // A known date comes before an unknown one.
    return std::tuple(!article.published.has_value(), article.published ? article.published->time : Moment{},
                      -static_cast<std::ptrdiff_t>(article.text.size()), article.url.size(),
                      std::string_view(article.url));
  };
  return rank(first) < rank(second);
}

void fold_into(Article& shown, const Article& copy) {
  const auto add = [&shown](Copy one) {
    const bool is_known = one.url == shown.url ||
                          std::ranges::any_of(shown.copies, [&](const Copy& known) { return known.url == one.url; });
    if (!is_known) shown.copies.push_back(std::move(one));
  };
  add({copy.url, copy.source});
  for (const Copy& one : copy.copies) add(one);
  std::ranges::sort(shown.copies);

  if (shown.authors.empty()) {
    shown.authors = copy.authors;
    shown.affiliations = copy.affiliations;
  }
  if (!shown.published) shown.published = copy.published;
  if (!shown.updated) shown.updated = copy.updated;
  if (shown.image.empty()) shown.image = copy.image;
}

} // namespace trawl::enrich
