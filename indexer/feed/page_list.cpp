// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/page_list.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>
#include <utility>

#include "indexer/html/dom.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"
#include "shared/url/url.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;
using html::Dom;
using html::NodeId;
using html::Tag;

// clang-format off
constexpr std::string_view kNextTexts[] = {
    "next", "next page", "next posts", "older", "older posts", "older entries", "older articles", "previous posts", "more posts", "load more", ">", ">>",
    "\u203a", "\u00bb", "\u2192", "weiter", "nächste", "nächste seite", "ältere beiträge", "suivant", "page suivante", "articles plus anciens", "siguiente",
    "página siguiente", "entradas antiguas", "successivo", "próxima", "próximo", "volgende", "następna", "další", "далее", "вперёд", "следующая", "sonraki",
    "nästa", "下一页", "下一頁", "次へ", "次のページ", "다음", "다음 페이지", "selanjutnya"};
constexpr std::string_view kNextClasses[] = {"next", "older", "pagination-next", "next-page", "nav-next", "older-posts", "pager-next", "page-next", "nav-previous"};
// clang-format on

// The elements that set items of a list apart.
constexpr html::Tag kItems[] = {html::Tag::Li,  html::Tag::Article, html::Tag::Section, html::Tag::Tr, html::Tag::Td,
                                html::Tag::Div, html::Tag::P,       html::Tag::Dt,      html::Tag::Dd, html::Tag::Br};

/// Whether the text is short and contains the number of a year, so that it may be a date and not much else.
bool may_be_date(std::string_view text) {
  constexpr std::size_t kMaxDateBytes = 40;
  if (text.size() > kMaxDateBytes) return false;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size() && digits < 4; ++i) digits = ascii::is_digit(text[i]) ? digits + 1 : 0;
  return digits == 4;
}

std::string without_fragment(std::string url) {
  url.resize(std::min(url.find('#'), url.size()));
  return url;
}

/// The text of a pager's link in lower case, without arrows and dots at its end.
std::string pager_words(std::string_view text) {
  constexpr std::string_view kOrnaments[] = {"\u2192", "\u00bb", "\u203a", ">", "\u2026", "."};
  std::string words = to_lower(text);
  for (bool cut = true; cut && words.size() > 3;) {
    cut = false;
    for (const std::string_view ornament : kOrnaments) {
      if (words.size() > ornament.size() && words.ends_with(ornament)) {
        words.resize(words.size() - ornament.size());
        cut = true;
      }
    }
    words = trim(words);
  }
  return words;
}

template <typename Table, typename Item>
bool contains(const Table& table, const Item& item) {
  return std::ranges::find(table, item) != std::ranges::end(table);
}

/// All that a pager's link says: the beginning of the text of an element.
std::string short_text(const Dom& dom, NodeId element) {
  constexpr std::size_t kMaxPagerBytes = 256;
  std::string text;
  for (NodeId at = element + 1; at < dom[element].end && text.size() < kMaxPagerBytes; ++at)
    if (dom[at].tag == Tag::Text) text += dom[at].text;
  return html::squeeze(text);
}

bool looks_like_next(const Dom& dom, NodeId anchor) {
  const auto has_class = [&](std::string_view word) { return html::lists_word(dom.attribute(anchor, "class"), word); };
  return std::ranges::any_of(kNextClasses, has_class) || contains(kNextTexts, pager_words(short_text(dom, anchor))) ||
         contains(kNextTexts, pager_words(trim(dom.attribute(anchor, "aria-label"))));
}

class ListReader {
 public:
  ListReader(const Dom& dom, std::string_view url, const LinkFilter& is_article)
      : dom_(dom), own_(without_fragment(url::resolve(url, url))), base_(url), is_article_(is_article) {}

  PageList read() {
    for (NodeId at = 1; at < dom_.size(); ++at) {
      for (; !open_items_.empty() && open_items_.back() <= at; open_items_.pop_back()) ++borders_;
      const Tag tag = dom_[at].tag;
      if (tag == Tag::Script || tag == Tag::Textarea || tag == Tag::Template)
        at = dom_[at].end - 1;
      else
        read_node(at, tag);
    }
    date_links();
    list_.next = !declared_next_.empty() ? declared_next_ : guessed_next_;
    return std::move(list_);
  }

 private:
  void read_node(NodeId at, Tag tag) {
    if (tag == Tag::Text) {
      if (may_be_date(dom_[at].text)) note_date(text::parse_page_date(html::squeeze(dom_[at].text)));
    } else if (tag == Tag::Base) {
      if (auto base = url::resolve(href_of(at), base_); !href_of(at).empty() && !base.empty()) base_ = std::move(base);
    } else if (tag == Tag::Link && html::lists_word(dom_.attribute(at, "rel"), "next")) {
      take_next(address_of(at), declared_next_);
    } else if (tag == Tag::A) {
      read_anchor(at);
    } else if (tag == Tag::Time) {
      note_date(text::parse_feed_date(trim(dom_.attribute(at, "datetime"))));
    } else if (contains(kItems, tag)) {
      ++borders_;
      if (tag != Tag::Br) open_items_.push_back(dom_[at].end);
    }
  }

  void note_date(const std::optional<Date>& date) {
    if (date && dates_.size() < kMaxPageLinks) dates_.push_back({borders_, *date});
  }

  /// A date is that of the links with the fewest borders between, of those before it if there is a choice. The first
  /// date counts.
  void date_links() {
    std::map<std::size_t, std::vector<std::size_t>> cells; // by the borders before them: the links between two borders
    for (std::size_t i = 0; i < list_.links.size(); ++i) cells[places_[i]].push_back(i);
    for (const auto& [borders, date] : dates_) {
      const auto after = cells.lower_bound(borders);
      const auto before = after == cells.begin() ? cells.end() : std::prev(after);
      if (after == cells.end() && before == cells.end()) return;
      const bool is_after =
          before == cells.end() || (after != cells.end() && after->first - borders < borders - before->first);
      for (const auto link : (is_after ? after : before)->second) {
        if (!list_.links[link].date) list_.links[link].date = date;
      }
    }
  }

  std::string_view href_of(NodeId element) const { return trim(dom_.attribute(element, "href")); }

  std::string address_of(NodeId element) const {
    const auto href = href_of(element);
    return href.empty() || href.starts_with('#') ? std::string{} : without_fragment(url::resolve(href, base_));
  }

  /// Sets `next` to `address` if it is the first other page on this host.
  void take_next(const std::string& address, std::string& next) const {
    const auto there = url::parse(address);
    const auto here = url::parse(own_);
    if (next.empty() && there && here && there->host == here->host && address != own_) next = address;
  }

  void read_anchor(NodeId anchor) {
    const std::string address = address_of(anchor);
    if (address.empty() || address == own_) return;
    if (html::lists_word(dom_.attribute(anchor, "rel"), "next"))
      take_next(address, declared_next_);
    else if (guessed_next_.empty() && looks_like_next(dom_, anchor))
      take_next(address, guessed_next_);
    if (!is_article_(address) || list_.links.size() == kMaxPageLinks || !known_.insert(address).second) return;
    list_.links.push_back({address, std::nullopt});
    places_.push_back(borders_);
  }

  const Dom& dom_;
  std::string own_, base_;
  const LinkFilter& is_article_;
  PageList list_;
  std::size_t borders_ = 0;                         ///< of items, so far
  std::vector<NodeId> open_items_;                  ///< where the items end that are being read
  std::vector<std::size_t> places_;                 ///< of the links: the borders before each
  std::vector<std::pair<std::size_t, Date>> dates_; ///< with the borders before them
  std::string declared_next_, guessed_next_;
  std::unordered_set<std::string> known_; ///< addresses of the links
};

} // namespace

Result<PageList> read_page_list(std::string html, std::string_view url, const LinkFilter& is_article) {
  TRAWL_TRY(const Dom dom, Dom::parse(std::move(html)));
  return ListReader(dom, url, is_article).read();
}

} // namespace trawl::feed
