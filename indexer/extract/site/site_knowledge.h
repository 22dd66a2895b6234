// SPDX-License-Identifier: GPL-3.0-or-later
/// What the pages of a site have in common: where each template puts the text, the small places around it that every
/// page fills in its own way, and the constant parts of the titles.
///
/// The knowledge is counts over the set of pages: it does not depend on their order, and a page that is there twice
/// counts twice. Fewer than three pages show nothing.
#pragma once

#include "indexer/extract/site/page_outline.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trawl::extract {

/// Pages whose text is in the element with the same path.
struct SiteTemplate {
  std::size_t pages = 0;
  std::map<PathHash, std::size_t> slots;     ///< paths of lines at the edge of the text, with the pages that have them
  std::set<PathHash> outside;                ///< paths of lines outside the root that other pages have there, too
  std::map<std::uint64_t, std::size_t> menu; ///< words of lines of links at the edge, with the pages that have them
  std::map<PathHash, std::size_t> title_boxes; ///< of headings, with the pages on which they hold other lines, too
  bool operator==(const SiteTemplate&) const = default;
};

/// Fixed once it is learnt; shared between threads.
class SiteKnowledge {
 public:
  SiteKnowledge() = default;

  static SiteKnowledge learn(std::span<const PageProfile> pages);

  /// The page's content root, as an index of profile.boxes; nullopt if the page has no known template.
  std::optional<std::size_t> find_root(const PageProfile& page) const;
  /// Of a root that find_root gave.
  const SiteTemplate& template_of(PathHash root) const { return templates_.at(root); }

  /// Whether a line is running text of this page: a sentence that other pages do not have.
  bool is_prose(const PageProfile::Line& line) const {
    return line.is_sentence_like && !repeated_.contains(line.words);
  }

  /// Whether a line is where most pages have links, and little else: a share bar, previous and next, a menu.
  bool is_link_place(const PageProfile::Line& line) const { return line.is_link && link_places_.contains(line.path); }

  /// The title without what the site adds behind its titles, and also without what it adds before them.
  std::array<std::string_view, 2> without_constant_parts(std::string_view title) const;
  /// Whether at least half of the pages have this title element: then it names the site, not a page.
  bool is_shared_title(std::string_view title) const { return shared_titles_.contains(title); }
  /// The heading that is the title by its place, as an index of page.headings.
  std::optional<std::size_t> find_title_heading(const PageProfile& page) const;

  /// Whether there were enough pages to learn from.
  bool is_known() const;
  /// A hash of everything that reading a page depends on: equal for equal knowledge, on every machine.
  std::string hash() const;
  bool operator==(const SiteKnowledge&) const = default;

 private:
  void count_lines(std::span<const PageProfile> pages);
  void find_roots(std::span<const PageProfile> pages);
  void find_outside(std::span<const PageProfile> pages);
  void count_pages(std::span<const PageProfile> pages);
  void find_slots(std::span<const PageProfile> pages);
  bool holds_prose(const PageProfile& page, const PageProfile::Box& box) const;
  void find_title_parts(std::span<const PageProfile> pages);
  void find_heading_paths(std::span<const PageProfile> pages);

  std::size_t pages_ = 0;
  std::set<std::uint64_t> repeated_;           ///< words of lines on so many pages that they are no page's own
  std::set<PathHash> link_places_;             ///< paths of lines that are links on most pages
  std::map<PathHash, SiteTemplate> templates_; ///< by the path of the root
  std::set<std::string, std::less<>> title_beginnings_, title_ends_, shared_titles_;
  std::set<PathHash> title_paths_;        ///< of level-1 headings that stand once on most pages
  std::set<std::uint64_t> site_headings_; ///< words of headings that many pages share
};

} // namespace trawl::extract
