// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles for tests of the index and the search.
#pragma once

#include "shared/article/article.h"
#include "shared/article/article_id.h"

#include <chrono>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace trawl::test {

/// An article with a unique address and a value in most fields.
inline Article article(std::size_t number) {
  Article out;
  out.url = "https://example.org/blog/" + std::to_string(number);
  out.id = article_id(out.url);
  out.title = "Article number " + std::to_string(number);
  out.source = "example";
  out.site = "example.org";
  out.text = "Words about number " + std::to_string(number) + ".";
  out.words = 4;
  return out;
}

/// An article with random values in every filter field: few different sources and tags, so that filters overlap; some
/// dates are missing.
inline Article random_article(std::size_t number, std::mt19937& random) {
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  Article out = article(number);
  out.source = "source-" + std::to_string(below(6));
  out.site = "site" + std::to_string(below(4)) + ".org";
  for (unsigned i = below(4); i > 0; --i) out.tags.push_back("tag" + std::to_string(below(9)));
  for (unsigned i = below(3); i > 0; --i)
    out.authors.push_back((below(2) ? "Ada B" : "ada b") + std::to_string(below(7)));
  if (below(3) == 0) out.affiliations.push_back("Company " + std::to_string(below(3)));
  if (below(5) != 0) out.category = below(2) ? "research" : "model";
  if (below(6) != 0) out.language = below(3) ? "en" : "de";
  if (below(8) != 0) {
    const std::chrono::sys_days day{std::chrono::year{2024} / 1 / 1};
    out.published = Date{day + std::chrono::days(below(700)), DatePrecision::Day};
    if (below(3) == 0) {
      const std::chrono::hours hour{below(24)}, offset{static_cast<int>(below(27)) - 12};
      out.published = Date{out.published->time + hour, DatePrecision::Second, offset};
    }
  }
  for (unsigned i = below(3); i > 0; --i) {
    out.copies.push_back({"https://mirror.org/" + std::to_string(number) + "/" + std::to_string(i),
                          "source-" + std::to_string(below(6))});
  }
  for (unsigned i = 0; i < 5; ++i) out.text += " word" + std::to_string(below(20));
  return out;
}

} // namespace trawl::test
