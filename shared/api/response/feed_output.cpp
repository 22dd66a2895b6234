// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/feed_output.h"
#include "shared/url/percent_encoding.h"

#include "shared/api/response/highlight.h"
#include "shared/api/response/http_date.h"
#include "shared/base/html_escape.h"
#include "shared/content/html.h"
#include "shared/content/stored_content.h"

#include <algorithm>
#include <map>

namespace trawl::api {
namespace {

using search::Hit;
using search::SearchResponse;

void element(std::string& out, std::string_view name, std::string_view text) {
  out.append("<").append(name).append(">");
  append_html_escaped(out, text);
  out.append("</").append(name).append(">\n");
}

std::string feed_title(const SearchResponse& response) {
  return response.q.empty() ? "Trawl: newest articles" : "Trawl: " + response.q;
}

/// With what the search has to say beside its articles, which feed readers show only here: what is missing, what was
/// read as words, what may be meant.
std::string description_of(const SearchResponse& response) {
  std::string notes;
  if (!response.is_exact) notes += " This feed is not complete.";
  if (const auto& correction = response.correction)
    notes += " These are results for \"" + correction->q + "\", not for \"" + response.q + "\".";
  for (const search::Warning& warning : response.warnings) notes += " " + warning.message;
  if (const auto& guess = response.did_you_mean)
    notes += " Did you mean \"" + guess->q + "\" (" + std::to_string(guess->total) + ")?";
  return notes.empty() ? "Articles found by Trawl" : "Articles found by Trawl." + notes;
}

std::string item_id(const Hit& hit) { return "urn:trawl:" + hit.article.id; }

std::string summary_of(const Hit& hit) {
  std::string summary;
  for (const search::Snippet& snippet : hit.snippets) {
    if (!summary.empty()) summary += ' ';
    summary += snippet.text;
  }
  return summary;
}

/// The whole article as HTML, if it was asked for.
std::string content_of(const Hit& hit, const FeedContext& context) {
  if (!context.has_content) return {};
  return content::to_html(content::unpack_or_text(hit.article.text, hit.article.structure), {.has_pictures = true});
}

/// Category and tags, each once.
std::vector<std::string> topics_of(const Article& article) {
  std::vector<std::string> topics = article.tags;
  if (!article.category.empty() && std::ranges::find(topics, article.category) == topics.end()) {
    topics.insert(topics.begin(), article.category);
  }
  return topics;
}

void rss_item(std::string& out, const Hit& hit, const FeedContext& context) {
  const Article& article = hit.article;
  out += "<item>\n";
  element(out, "title", article.title);
  if (!linkable(article.url).empty()) element(out, "link", article.url);
  out += "<guid isPermaLink=\"false\">" + html_escape(item_id(hit)) + "</guid>\n";
  if (article.published) element(out, "pubDate", to_http_date(article.published->time));
  for (const std::string& author : article.authors) element(out, "dc:creator", author);
  for (const std::string& topic : topics_of(article)) element(out, "category", topic);
  const std::string summary = summary_of(hit);
  if (!summary.empty()) element(out, "description", summary);
  if (const std::string content = content_of(hit, context); !content.empty()) element(out, "content:encoded", content);
  out += "</item>\n";
}

void atom_link(std::string& out, std::string_view rel, std::string_view url) {
  if (url.empty()) return;
  out.append("<atom:link rel=\"").append(rel).append("\" type=\"application/rss+xml\" href=\"");
  append_html_escaped(out, url);
  out += "\"/>\n";
}

std::string outline(const FiledSource& filed, const std::string& base_url) {
  const search::SourceStatus& source = filed.source;
  const std::string name = html_escape(source.label.empty() ? source.id : source.label);
  const std::string feed = base_url + "/v1/search.rss?source=" + url::percent_encode(source.id);
  std::string out =
      "<outline type=\"rss\" text=\"" + name + "\" title=\"" + name + "\" xmlUrl=\"" + html_escape(feed) + "\"";
  if (!source.homepage.empty()) out += " htmlUrl=\"" + html_escape(source.homepage) + "\"";
  if (!filed.folder.empty()) out += " category=\"" + html_escape(filed.folder) + "\"";
  return out + "/>\n";
}

} // namespace

std::optional<Moment> newest_indexed(const SearchResponse& response) {
  const auto newest = std::ranges::max_element(response.hits, {}, [](const Hit& hit) { return hit.article.indexed; });
  if (newest == response.hits.end()) return std::nullopt;
  return newest->article.indexed;
}

std::string rss_feed(const SearchResponse& response, const FeedContext& context) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" "
                    "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                    "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" "
                    "xmlns:openSearch=\"http://a9.com/-/spec/opensearch/1.1/\">\n<channel>\n";
  element(out, "title", feed_title(response));
  element(out, "link", context.page_url);
  element(out, "description", description_of(response));
  atom_link(out, "self", context.self_url);
  atom_link(out, "next", context.next_url);
  element(out, "lastBuildDate", to_http_date(newest_indexed(response).value_or(context.now)));
  element(out, "ttl", "60");
  element(out, "openSearch:totalResults", std::to_string(response.total));
  element(out, "openSearch:startIndex", std::to_string(response.offset + 1));
  element(out, "openSearch:itemsPerPage", std::to_string(response.limit));
  for (const Hit& hit : response.hits) rss_item(out, hit, context);
  return out + "</channel>\n</rss>\n";
}

std::string opml(const std::vector<FiledSource>& sources, const std::string& base_url,
                 const std::vector<search::Warning>& warnings) {
  std::string title = "Trawl: sources";
  for (const search::Warning& warning : warnings) title += ". " + warning.message;
  std::map<std::string, std::string> folders;
  for (const FiledSource& filed : sources) folders[filed.folder] += "    " + outline(filed, base_url);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n<head><title>" +
                    html_escape(title) + "</title></head>\n<body>\n";
  for (const auto& [folder, outlines] : folders) {
    const std::string name = html_escape(folder);
    out += folder.empty() ? outlines
                          : "  <outline text=\"" + name + "\" title=\"" + name + "\">\n" + outlines + "  </outline>\n";
  }
  return out + "</body>\n</opml>\n";
}

} // namespace trawl::api
