// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fold_copies.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include <unicode/uchar.h>

#include "indexer/enrich/fingerprint.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"

namespace trawl::enrich {
namespace {

// Measured on 55 pairs of blog articles that share most of their text. Copies at two addresses share at least 0.90 of
// each; a reworked article shares 0.87 with its first version, a translation that quotes the original 0.86.
constexpr double kSameBothWays = 0.89;
// An article that moved to another address may have been edited on the way. If the new address only shows a notice, the
// texts share nothing.
constexpr double kSameStory = 0.5;
constexpr std::size_t kBeginning = 200; // bytes
constexpr std::size_t kShortWords = 40;
// Shorter texts may consist only of the site's own words: a notice, a line about the site, the text around a locked
// post.
constexpr std::size_t kDistinctiveWords = 200;

/// Letters and digits only, in lower case.
std::u32string bare_letters(std::string_view text) {
  std::u32string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<UChar32>(utf8::next(text, at));
    if (u_isalnum(c)) out += static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT));
  }
  return out;
}

/// The parts of a title like "X | Section | Site" or "X – Site".
std::vector<std::string_view> parts_of_title(std::string_view title) {
  constexpr std::array<std::string_view, 7> kSeparators{" | ", " - ", " – ", " — ", " · ", " :: ", " » "};
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t end = title.size(), next = title.size();
    for (const auto separator : kSeparators) {
      if (const auto at = title.find(separator); at < end) {
        end = at;
        next = at + separator.size();
      }
    }
    parts.push_back(title.substr(0, end));
    if (end == title.size()) return parts;
    title.remove_prefix(next);
  }
}

/// Whether `decorated` is `plain` with the name of a site or section before or after it. A part with a digit does not
/// count as such a name: it may number the parts of a series.
bool is_decorated(std::string_view decorated, std::u32string_view plain) {
  const auto parts = parts_of_title(decorated);
  const auto is_decoration = [](std::string_view part) { return std::ranges::none_of(part, ascii::is_digit); };
  for (std::size_t begin = 0; begin < parts.size() && (begin == 0 || is_decoration(parts[begin - 1])); ++begin) {
    std::u32string run;
    for (std::size_t end = begin; end < parts.size(); ++end) {
      run += bare_letters(parts[end]);
      if (run == plain && std::all_of(parts.begin() + static_cast<std::ptrdiff_t>(end) + 1, parts.end(), is_decoration))
        return true;
    }
  }
  return false;
}

} // namespace

Containment containment(std::string_view first, std::string_view second) {
  const auto a = shingles_of(first);
  const auto b = shingles_of(second);
  if (a.empty() || b.empty()) return {};
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  const auto shared = static_cast<double>(common.size());
  return {shared / static_cast<double>(a.size()), shared / static_cast<double>(b.size())};
}

bool begins_with(std::string_view text, std::string_view other) {
  const auto beginning = bare_letters(other.substr(0, kBeginning)); // which may end with half a letter
  return !beginning.empty() &&
         bare_letters(text.substr(0, 2 * kBeginning)).starts_with(beginning.substr(0, beginning.size() - 1));
}

std::string bare(std::string_view text) {
  std::string out;
  for (const char32_t letter : bare_letters(text)) utf8::append(out, letter);
  return out;
}

bool titles_agree(std::string_view first, std::string_view second) {
  return is_decorated(first, bare_letters(second)) || is_decorated(second, bare_letters(first));
}

bool share_half(std::string_view first, std::string_view second) {
  const Containment shared = containment(first, second);
  return std::max(shared.of_first, shared.of_second) >= kSameStory;
}

bool is_later_version(const Article& first, const Article& second) {
  const auto title = bare_letters(first.title);
  return (!title.empty() && title == bare_letters(second.title)) || share_half(first.text, second.text);
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

void add_copy(Article& shown, const Article& copy) {
  const auto add = [&shown](Copy one) {
    const bool is_known = one.url == shown.url ||
                          std::ranges::any_of(shown.copies, [&](const Copy& known) { return known.url == one.url; });
    if (!is_known) shown.copies.push_back(std::move(one));
  };
  add({copy.url, copy.source, copy.title});
  for (const Copy& one : copy.copies) add(one);
  std::ranges::sort(shown.copies);
}

} // namespace trawl::enrich
