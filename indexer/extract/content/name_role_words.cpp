// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/name_role_words.h"

#include <unordered_map>

#include "indexer/extract/content/name_roles.h"

namespace trawl::extract {
namespace {

// Collected from the class and id attributes of pages by many publishers and generators (WordPress, Drupal, Hugo,
// Jekyll, Sphinx, news systems); each word has the role that it has on those pages.
// clang-format off
constexpr std::string_view kBoilerplateWords[] = {
    "offscreen", "notification", "notifications", "prompt", "ad", "ads", "advert",
    "adverts", "advertisement", "advertising", "advertisment", "adsense", "adsbygoogle", "adslot", "adbox", "adunit",
    "banner", "banners", "billboard", "breadcrumb", "breadcrumbs", "breadcrump", "colophon", "consent", "cookie",
    "cookies", "cookiebar", "dfp", "dropdown", "flyout", "followus", "footer", "gdpr", "gpt", "hamburger", "infobar",
    "inread", "interstitial", "jetpack", "login", "masthead", "megamenu", "menu", "menus", "modal", "mpu", "nav",
    "navbar", "navi", "navigation", "newsletter", "newsletters", "noprint", "nocontent", "offcanvas", "outbrain",
    "overlay", "pager", "pagination", "paging", "popover", "popular", "popup", "postnav", "preloader", "prevnext",
    "promo", "promos", "promoted", "promotion", "ratings", "readmore", "recirc", "recirculation", "recommend",
    "recommendation", "recommendations", "recommended", "register", "registration", "related", "relatedposts",
    "rsswidget", "screen-reader", "searchbox", "searchform", "share", "sharebar", "sharebox", "sharebuttons",
    "sharedaddy", "shares", "sharing", "shareaholic", "shop-link", "sidebar", "sidenav", "signin", "signup",
    "sitemap", "skip-link", "skiplink", "skyscraper", "slideshow-nav", "social", "socials", "socialmedia", "sponsor",
    "sponsored", "sponsors", "subfooter", "submenu", "subnav", "subscribe", "subscription", "subscriptions",
    "syndication", "taboola", "tagcloud", "taglist", "teasers", "ticker", "toolbar", "tooltip", "topbar",
    "trending", "visually-hidden", "visuallyhidden", "sr-only", "assistive", "widget", "widgets", "yarpp", "zergnet",
    "addthis", "addtoany", "a2a", "author-bio", "author-box", "author-card", "author-info", "author-profile",
    "about-author", "authorbox", "post-author", "abh", "saboxplugin", "bio", "read-more", "read-next", "read-also",
    "also-read", "more-from", "more-news", "more-stories", "more-articles", "more-on", "most-read", "most-popular",
    "latest-news", "latest-posts", "recent-posts", "next-article", "next-post", "next-story", "prev-post",
    "previous-post", "post-navigation", "entry-footer", "post-footer", "article-footer", "entry-utility",
    "entry-tags", "post-tags", "article-tags", "tags-list", "tag-list", "tags-links", "cat-links", "follow-us",
    "sign-up", "call-to", "cta", "donate", "donation", "edit-page", "edit-link", "back-to", "to-top", "backtotop",
    "scroll-top", "language-switcher", "lang-switcher", "story-card",
    "post-card", "news-card", "printfriendly", "print-only", "fb-like", "fb-root", "whatsapp", "flipboard",
    "pinterest", "hidden-print", "no-print", "error-message", "alert-box", "push-notification", "app-download",
    "appstore", "leaderboard-ad", "inline-promo", "trust-badge", "onward", "outro-links", "article-topics",
    "site-header", "page-header-nav", "global-header", "main-header", "headerlink", "anchorjs", "anchor-link",
    "readers-also", "subscribe-box", "mailchimp", "mc-embed", "hbspt", "wpcf7", "crp", "jp-relatedposts", "ez-toc",
    "ezoic", "mobile-menu", "mw-editsection", "navbox", "catlinks", "printfooter", "siteSub", "jump-link", "mw-jump",
    "reflist-nav", "metadata-nav", "vector-menu", "pswp", "gallery-nav", "thumbs", "author-name",
    "follow-button", "copy-link", "was-this", "article-actions", "post-actions", "actions-bar", "story-tools",
    "article-tools", "utility-bar", "speakable-off", "audio-player", "video-player", "player-controls", "vjs",
    "jwplayer", "playlist", "affiliate-box", "comparison-widget", "structured-data"};

constexpr std::string_view kWeakBoilerplateWords[] = {
    "article-list", "post-list", "news-list", "story-list", "link-list", "linklist", "card-list", "attribution",
    "author", "authors", "avatar", "badge", "byline", "bylines", "categories", "category", "contributors",
    "copyright", "counter", "date", "dateline", "datetime", "eyebrow", "gallery", "hidden", "info", "infos",
    "keyword", "keywords", "kicker", "label", "labels", "legend", "links", "meta", "metadata", "metas", "pubdate",
    "published", "publish", "rating", "reading-time", "readtime", "rubric", "source", "stats", "subline", "tag",
    "tags", "timestamp", "toggle", "tools", "topic", "updated", "vcard", "views", "postmetadata", "postinfo",
    "posted-on", "entry-meta", "post-meta", "article-meta", "article-info", "post-info", "print", "button", "buttons",
    "btn", "header", "actions", "rss", "edit", "embed", "icons", "icon", "thumbnail", "thumb", "poll", "quiz", "jobs",
    "events", "teaser", "table-of", "toc", "tocbot", "minitoc"};

constexpr std::string_view kCommentWords[] = {
    "comment", "comments", "commentlist", "comment-list", "commentform", "comment-form", "commentsection",
    "commenting", "disqus", "respond", "livefyre", "discourse-comments", "fb-comments", "reactions", "webmentions",
    "webmention", "trackbacks", "pingbacks", "kommentare", "comentarios", "commentaires", "utterances", "giscus",
    "replies", "viafoura"};

constexpr std::string_view kContentWords[] = {
    "article-body", "articlebody", "article-content", "articlecontent", "article-text", "articletext", "article-main",
    "article-copy", "article-page", "article-detail", "article-container", "blog-content", "blog-post", "blogpost",
    "body-content", "body-copy", "body-text", "bodycopy", "bodytext", "content-body", "content-text",
    "detail-content", "entry-content", "entrycontent", "entry-text", "field-body", "hentry", "main-content",
    "maincontent", "markdown-body", "mw-parser", "news-body", "news-content", "news-text", "newstext", "node-content",
    "page-content", "pagecontent", "post-body", "postbody", "post-content", "postcontent", "post-entry", "post-text",
    "posttext", "prose", "rich-text", "richtext", "single-content", "single-post", "story-body", "storybody",
    "story-content", "storycontent", "story-text", "td-post", "text-content", "the-content", "theme-content",
    "wysiwyg", "article-wrapper", "story-container", "e-content", "d-article", "dt-article", "document-body",
    "rst-content", "md-content", "section-content"};

constexpr std::string_view kCaptionWords[] = {"caption", "captions", "credit", "credits", "cutline", "figcaption"};

constexpr std::string_view kNoticeWords[] = {
    "admonition", "callout", "blockquote", "alert-info", "alert-note", "alert-tip", "alert-success", "alert-warning",
    "alert-danger", "note-info", "note-tip", "note-warn", "note-warning"};
// clang-format on

using Table = std::unordered_map<std::string_view, std::uint8_t>;

Table make_table() {
  Table table;
  for (const auto word : kBoilerplateWords) table[word] |= kBoilerplate;
  for (const auto word : kWeakBoilerplateWords) table[word] |= kWeakBoilerplate;
  for (const auto word : kCommentWords) table[word] |= kComments;
  for (const auto word : kContentWords) table[word] |= kContent;
  for (const auto word : kCaptionWords) table[word] |= kCaption;
  for (const auto word : kNoticeWords) table[word] |= kNotice;
  return table;
}

const Table kTable = make_table();

} // namespace

std::uint8_t roles_of_word(std::string_view word) {
  const auto found = kTable.find(word);
  return found == kTable.end() ? std::uint8_t{kNoRole} : found->second;
}

} // namespace trawl::extract
