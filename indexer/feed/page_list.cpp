// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/page_list.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "indexer/feed/html_fragment.h"
#include "indexer/feed/html_tokenizer.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"
#include "shared/url/url.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;

// clang-format off
constexpr std::string_view kNextTexts[] = {
    "next", "next page", "next posts", "older", "older posts", "older entries", "older articles", "previous posts", "more posts", "load more", ">", ">>",
    "\u203a", "\u00bb", "\u2192", "weiter", "nächste", "nächste seite", "ältere beiträge", "suivant", "page suivante", "articles plus anciens", "siguiente",
    "página siguiente", "entradas antiguas", "successivo", "próxima", "próximo", "volgende", "następna", "další", "далее", "вперёд", "следующая", "sonraki",
    "nästa", "下一页", "下一頁", "次へ", "次のページ", "다음", "다음 페이지", "selanjutnya"};
constexpr std::string_view kNextClasses[] = {"next", "older", "pagination-next", "next-page", "nav-next", "older-posts", "pager-next", "page-next", "nav-previous"};
// clang-format on

// The elements that set items of a list apart.
constexpr std::string_view kItems[] = {"li", "article", "section", "tr", "td", "div", "p", "dt", "dd", "br"};

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

template <typename Table>
bool contains(const Table& table, std::string_view word) {
  return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

bool looks_like_next(const HtmlTag& anchor, std::string_view text) {
  const auto has_class = [&](std::string_view word) { return anchor.has_word("class", word); };
  return std::any_of(std::begin(kNextClasses), std::end(kNextClasses), has_class) ||
         contains(kNextTexts, pager_words(text)) || contains(kNextTexts, pager_words(anchor.attribute("aria-label")));
}

class ListParser {
 public:
  ListParser(std::string_view html, std::string_view url, const LinkFilter& is_article)
      : html_(html), own_(without_fragment(url::resolve(url, url))), base_(url), is_article_(is_article) {}

  PageList read() {
    HtmlTokenizer scanner(html_);
    std::size_t text_begin = 0;
    while (const auto tag = scanner.next()) {
      read_text(html_.substr(text_begin, tag->begin - text_begin));
      read_tag(*tag);
      text_begin = tag->end;
    }
    close_anchor(html_.size());
    date_links();
    list_.next = !declared_next_.empty() ? declared_next_ : guessed_next_;
    return std::move(list_);
  }

 private:
  void read_tag(const HtmlTag& tag) {
    if (tag.name == "base" && !tag.attribute("href").empty()) {
      if (auto base = url::resolve(tag.attribute("href"), base_); !base.empty()) base_ = std::move(base);
    } else if (tag.name == "link" && tag.has_word("rel", "next")) {
      take_next(address_of(tag), declared_next_);
    } else if (tag.name == "a") {
      close_anchor(tag.begin);
      if (tag.is_end) return;
      open_ = tag;
      borders_at_anchor_ = borders_;
    } else if (tag.name == "time" && !tag.is_end) {
      note_date(text::parse_feed_date(tag.attribute("datetime")));
    } else if (contains(kItems, tag.name)) {
      ++borders_;
    }
  }

  void read_text(std::string_view html) {
    if (may_be_date(html)) note_date(text::parse_page_date(plain_text(html)));
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

  std::string address_of(const HtmlTag& tag) const {
    const auto href = tag.attribute("href");
    return href.empty() || href.starts_with('#') ? std::string{} : without_fragment(url::resolve(href, base_));
  }

  /// Sets `next` to `address` if it is the first other page on this host.
  void take_next(const std::string& address, std::string& next) const {
    const auto there = url::parse(address);
    const auto here = url::parse(own_);
    if (next.empty() && there && here && there->host == here->host && address != own_) next = address;
  }

  void close_anchor(std::size_t end) {
    if (open_.name.empty()) return;
    const HtmlTag anchor = std::exchange(open_, {});
    const std::string address = address_of(anchor);
    if (address.empty() || address == own_) return;
    constexpr std::size_t kMaxAnchorBytes = 4096;
    const auto length = std::min(end - anchor.end, kMaxAnchorBytes);
    std::string text = plain_text(html_.substr(anchor.end, length));
    if (anchor.has_word("rel", "next"))
      take_next(address, declared_next_);
    else if (looks_like_next(anchor, text))
      take_next(address, guessed_next_);
    if (is_article_(address)) add(address, std::move(text));
  }

  void add(const std::string& address, std::string text) {
    const auto [known, is_new] = position_.emplace(address, list_.links.size());
    if (is_new) {
      if (list_.links.size() == kMaxPageLinks) return;
      list_.links.push_back({address, std::move(text), std::nullopt});
      places_.push_back(borders_at_anchor_);
    } else if (known->second < list_.links.size() && text.size() > list_.links[known->second].text.size()) {
      list_.links[known->second].text = std::move(text);
    }
  }

  std::string_view html_;
  std::string own_, base_;
  const LinkFilter& is_article_;
  HtmlTag open_;
  PageList list_;
  std::size_t borders_ = 0, borders_at_anchor_ = 0; ///< of items, so far, and where the open anchor began
  std::vector<std::size_t> places_;                 ///< of the links: the borders before each
  std::vector<std::pair<std::size_t, Date>> dates_; ///< with the borders before them
  std::string declared_next_, guessed_next_;
  std::unordered_map<std::string, std::size_t> position_;
};

} // namespace

PageList read_page_list(std::string_view html, std::string_view url, const LinkFilter& is_article) {
  return ListParser(html, url, is_article).read();
}

} // namespace trawl::feed
