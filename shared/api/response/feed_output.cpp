// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/feed_output.h"
#include "shared/url/percent_encoding.h"

#include "shared/api/response/highlight.h"
#include "shared/api/response/http_date.h"
#include "shared/api/response/json_writer.h"
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

/// What the search has to say beside its articles, which feed readers show only here: what is missing, what was read as
/// words, what may be meant.
std::string notes_of(const SearchResponse& response) {
  std::string text;
  if (!response.is_exact) text += " This feed is not complete.";
  if (const auto& correction = response.correction)
    text += " These are results for \"" + correction->q + "\", not for \"" + response.q + "\".";
  for (const search::Warning& warning : response.warnings) text += " " + warning.message;
  if (const auto& guess = response.did_you_mean)
    text += " Did you mean \"" + guess->q + "\" (" + std::to_string(guess->total) + ")?";
  return text;
}

std::string description_of(const SearchResponse& response) {
  const std::string notes = notes_of(response);
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

std::string_view label_of(const Hit& hit) { return hit.source_label.empty() ? hit.article.source : hit.source_label; }

/// The newer of published and updated; when it was indexed if neither is known.
Moment updated_of(const Article& article) {
  if (!article.published && !article.updated) return article.indexed;
  const Moment published = article.published ? article.published->time : Moment::min();
  return std::max(published, article.updated ? article.updated->time : Moment::min());
}

/// As feeds write a date, which has a time of day always.
std::string moment_text(const Date& date) { return to_text({date.time, DatePrecision::Second, date.offset}); }

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

void atom_link(std::string& out, std::string_view rel, std::string_view url, std::string_view type) {
  if (url.empty()) return;
  out.append("<link rel=\"").append(rel).append("\"");
  if (!type.empty()) out.append(" type=\"").append(type).append("\"");
  out += " href=\"";
  append_html_escaped(out, url);
  out += "\"/>\n";
}

void atom_entry(std::string& out, const Hit& hit, const FeedContext& context) {
  const Article& article = hit.article;
  out += "<entry>\n";
  element(out, "id", item_id(hit));
  element(out, "title", article.title);
  atom_link(out, "alternate", linkable(article.url), "text/html");
  element(out, "updated", to_rfc3339(updated_of(article)));
  if (article.published) element(out, "published", moment_text(*article.published));
  for (const std::string& author : article.authors)
    out += "<author><name>" + html_escape(author) + "</name></author>\n";
  if (article.authors.empty()) out += "<author><name>" + html_escape(label_of(hit)) + "</name></author>\n";
  for (const std::string& topic : topics_of(article)) out += "<category term=\"" + html_escape(topic) + "\"/>\n";
  const std::string summary = summary_of(hit);
  if (!summary.empty()) element(out, "summary", summary);
  if (const std::string content = content_of(hit, context); !content.empty())
    out += "<content type=\"html\">" + html_escape(content) + "</content>\n";
  out += "<source><id>urn:trawl:source:" + html_escape(article.source) + "</id><title>" + html_escape(label_of(hit)) +
         "</title></source>\n</entry>\n";
}

void write_json_item(JsonWriter& json, const Hit& hit, const FeedContext& context) {
  const Article& article = hit.article;
  json.begin_object().key("id").string(item_id(hit));
  if (!linkable(article.url).empty()) json.key("url").string(article.url);
  const std::string content = content_of(hit, context), summary = summary_of(hit);
  json.key("title").string(article.title);
  if (content.empty()) {
    json.key("content_text").string(summary);
  } else {
    json.key("content_html").string(content);
    if (!summary.empty()) json.key("summary").string(summary);
  }
  if (article.published) json.key("date_published").string(moment_text(*article.published));
  if (article.updated) json.key("date_modified").string(moment_text(*article.updated));
  json.key("authors").begin_array();
  for (const std::string& author : article.authors) json.begin_object().key("name").string(author).end_object();
  json.end_array().key("tags").begin_array();
  for (const std::string& topic : topics_of(article)) json.string(topic);
  json.end_array();
  if (!article.language.empty()) json.key("language").string(article.language);
  json.end_object();
}

std::string outline(const FiledSource& filed, const std::string& base_url) {
  const search::SourceStatus& source = filed.source;
  const std::string name = html_escape(source.label.empty() ? source.id : source.label);
  const std::string feed = base_url + "/v1/search.atom?source=" + url::percent_encode(source.id);
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
  if (!context.self_url.empty()) {
    out += "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"" + html_escape(context.self_url) + "\"/>\n";
  }
  element(out, "lastBuildDate", to_http_date(newest_indexed(response).value_or(context.now)));
  element(out, "ttl", "60");
  element(out, "openSearch:totalResults", std::to_string(response.total));
  element(out, "openSearch:startIndex", std::to_string(response.offset + 1));
  element(out, "openSearch:itemsPerPage", std::to_string(response.limit));
  for (const Hit& hit : response.hits) rss_item(out, hit, context);
  return out + "</channel>\n</rss>\n";
}

std::string atom_feed(const SearchResponse& response, const FeedContext& context) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n";
  element(out, "id", context.self_url);
  element(out, "title", feed_title(response));
  if (!notes_of(response).empty()) element(out, "subtitle", description_of(response));
  Moment updated = newest_indexed(response).value_or(context.now);
  for (const Hit& hit : response.hits) updated = std::max(updated, updated_of(hit.article));
  element(out, "updated", to_rfc3339(updated));
  atom_link(out, "self", context.self_url, "application/atom+xml");
  atom_link(out, "alternate", context.page_url, "text/html");
  atom_link(out, "next", context.next_url, "application/atom+xml");
  for (const Hit& hit : response.hits) atom_entry(out, hit, context);
  return out + "</feed>\n";
}

std::string json_feed(const SearchResponse& response, const FeedContext& context) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("version").string("https://jsonfeed.org/version/1.1");
  json.key("title").string(feed_title(response)).key("home_page_url").string(context.page_url);
  json.key("feed_url").string(context.self_url);
  if (!notes_of(response).empty()) json.key("description").string(description_of(response));
  if (!context.next_url.empty()) json.key("next_url").string(context.next_url);
  json.key("items").begin_array();
  for (const Hit& hit : response.hits) write_json_item(json, hit, context);
  json.end_array().end_object();
  return out;
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
