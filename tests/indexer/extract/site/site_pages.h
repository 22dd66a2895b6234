// SPDX-License-Identifier: GPL-3.0-or-later
/// Made sites for the tests: pages of one template, each with text of its own.
#pragma once

#include <string>
#include <vector>

#include "indexer/extract/article_extractor.h"
#include "indexer/extract/site/site_knowledge.h"

namespace trawl::extract {

/// A sentence of its own for each page and place.
inline std::string made_sentence(int page, int place) {
  static constexpr const char* kWords[] = {"attention", "gradient", "kernel", "token",  "corpus", "reward",
                                           "quantile",  "lattice",  "prior",  "sensor", "vector", "margin"};
  std::string text = "On page " + std::to_string(page) + " we look at the";
  for (int i = 0; i < 6; ++i) text += " " + std::string(kWords[(page * 7 + place * 5 + i * i) % 12]);
  return text + " of sample " + std::to_string(place) + ".";
}

/// A page with menu, content, date and footer. `inside` stands between two paragraphs, `before` and `after` at the
/// edges of the content.
inline std::string made_page(int page, const std::string& inside = "", const std::string& before = "",
                             const std::string& after = "") {
  const std::string number = std::to_string(page);
  return "<html><head><title>Essay " + number + " | The Workbench</title></head><body class='p" + number + "'>" +
         "<div class=top><a href=/>The Workbench</a> <a href=/a>Archive</a></div><div class=page><div class=share>" +
         before + "<h1>Essay " + number + "</h1><p>" + made_sentence(page, 1) + "</p>" + inside + "<p>" +
         made_sentence(page, 2) + "</p><p>" + made_sentence(page, 3) + "</p>" + after +
         "</div><div class=side>Latest: <a href=/x>Essay " + std::to_string(page + 1) + "</a></div></div>" +
         "<div class=foot>Made with care in Graz.</div></body></html>";
}

inline SiteKnowledge learn_pages(const std::vector<std::string>& pages) {
  std::vector<PageProfile> profiles;
  for (const std::string& page : pages) profiles.push_back(profile_page(page, "text/html; charset=utf-8").value());
  return SiteKnowledge::learn(profiles);
}

inline Extract read_page_of(const SiteKnowledge& site, const std::string& page) {
  PageInput input;
  input.bytes = page;
  input.url = "https://workbench.example/essay";
  input.site = &site;
  input.is_explained = true;
  return extract_page(input).value();
}

} // namespace trawl::extract
