// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_article.h"

#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"
#include "shared/content/stored_content.h"
#include "shared/search/answer/highlight.h"

#include <algorithm>
#include <iterator>

namespace trawl::searchd {
namespace {

// A shorter article, or one with fewer headings, does not need a table of contents.
constexpr std::size_t kLongWords = 500, kEnoughHeadings = 3;
constexpr int kDeepestHeading = 3; // in the table of contents

/// The highlighter for the query; it highlights nothing if the query has no words.
search::Highlighter highlighter_of(const ArticleView& view) {
  const query::ParsedQuery& query = view.request.asked.search.parsed(view.now);
  return search::Highlighter(query.has_words
                                 ? search::highlight_terms(query.tree, {.languages = {view.hit.article.language}})
                                 : search::HighlightTerms{});
}

/// Where the passages stand in the text that the note quotes: lines that begin with ">".
std::vector<content::TextRange> quoted_passages(std::string_view note, const std::string& text) {
  std::vector<content::TextRange> found;
  while (!note.empty()) {
    const std::string_view line = note.substr(0, note.find('\n'));
    note.remove_prefix(std::min(line.size() + 1, note.size()));
    if (!line.starts_with('>')) continue;
    std::string_view passage = line.substr(std::min(line.find_first_not_of("> "), line.size()));
    while (passage.ends_with('\r') || passage.ends_with(' ')) passage.remove_suffix(1);
    const std::size_t at = passage.empty() ? std::string::npos : text.find(passage);
    if (at != std::string::npos) found.push_back({at, at + passage.size()});
  }
  std::ranges::sort(found, {}, &content::TextRange::begin);
  const auto overlaps = std::ranges::adjacent_find(found, [](const auto& a, const auto& b) { return b.begin < a.end; });
  found.erase(overlaps == found.end() ? found.end() : std::next(overlaps), found.end());
  return found;
}

/// The text of the article with the words of the query marked.
content::HtmlContent marked_text(const ArticleView& view) {
  const Article& article = view.hit.article;
  const content::Content tree = content::unpack_or_text(article.text, article.structure);
  content::HtmlOptions options{.has_pictures = view.request.pictures,
                               .find_picture = view.find_picture,
                               .has_heading_ids = true,
                               .write_formula = view.write_formula,
                               .has_code_colours = true};
  const std::string text = content::shown_text(tree, options);
  std::vector<content::TextRange> marks;
  for (const search::Mark& mark : search::to_marks(highlighter_of(view).hits(text, article.language)))
    marks.push_back({mark.begin, mark.end});
  if (marks.empty()) marks = quoted_passages(view.note, text);
  options.marks = marks;
  return content::to_html_content(tree, options);
}

std::string render_contents(const Article& article, const std::vector<content::HtmlHeading>& headings) {
  if (article.words < kLongWords || headings.size() < kEnoughHeadings) return {};
  std::string out = "<details class=\"contents\" id=\"contents\"><summary>Contents</summary><ul>";
  for (const content::HtmlHeading& heading : headings) {
    if (heading.level > kDeepestHeading || heading.html.empty()) continue;
    out += "<li class=\"level-" + std::to_string(heading.level) + "\"><a href=\"#" + heading.id + "\">" + heading.html +
           "</a></li>";
  }
  return out + "</ul></details>\n";
}

std::string render_authors(const ArticleView& view) {
  std::string out;
  for (const std::string& author : view.hit.article.authors) {
    out += (out.empty() ? "" : ", ") + ("<a href=\"" + page_link({{"author", quoted_value(author)}}) + "\">") +
           html_escape(author) + "</a>";
  }
  return out.empty() ? out : "<p class=\"authors\">By " + out + "</p>\n";
}

/// What a button or a link without words does, for those who point at it or listen.
std::string named(const std::string& name) { return " title=\"" + name + "\" aria-label=\"" + name + "\""; }

std::string render_original(const search::Hit& hit) {
  const Article& article = hit.article;
  const std::string_view url = api::linkable(article.url);
  if (url.empty()) return {};
  const std::string label = hit.source_label.empty() ? article.source : hit.source_label;
  return "<a id=\"original\" rel=\"noopener noreferrer\" href=\"" + html_escape(url) + "\"" +
         named("Original at " + html_escape(article.site.empty() ? label : article.site)) + ">" + icon("out") + "</a>";
}

/// What can be done with the article, as icons: the reader's marks, its reference, the original.
std::string render_actions(const ArticleView& view) {
  std::string out;
  for (const ReaderMark mark : {ReaderMark::Starred, ReaderMark::Later, ReaderMark::Read})
    out += mark_button(view.reader, mark, view.hit.article.id, false);
  return "<span class=\"do actions\">" + out + "<a href=\"#citation\"" + named("Cite") + ">" + icon("quote") + "</a>" +
         render_original(view.hit) + "</span>";
}

/// "weng2023-1f4c": the first author's last name, the year, and the beginning of the id.
std::string citation_key(const Article& article) {
  std::string key;
  const std::string author = article.authors.empty() ? article.source : article.authors.front();
  for (const char c : author.substr(author.rfind(' ') + 1))
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) key += static_cast<char>(c | 0x20);
  return (key.empty() ? "article" : key) + (article.published ? to_text(*article.published).substr(0, 4) : "") + "-" +
         article.id.substr(0, 4);
}

/// A value of BibTeX: what would end it, or mean something to TeX, is written so that it does not.
std::string bibtex_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '{' || c == '}' || c == '\\' || c == '\n') continue;
    if (std::string_view("&%$#_").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

std::string bibtex_of(const Article& article, const std::string& label) {
  std::string authors;
  for (const std::string& author : article.authors) authors += (authors.empty() ? "" : " and ") + bibtex_value(author);
  std::string out = "@misc{" + citation_key(article) + ",\n  title = {" + bibtex_value(article.title) + "},\n";
  if (!authors.empty()) out += "  author = {" + authors + "},\n";
  if (article.published) out += "  year = {" + to_text(*article.published).substr(0, 4) + "},\n";
  out +=
      "  howpublished = {" + bibtex_value(label) + "},\n  url = {" + std::string(api::linkable(article.url)) + "}\n}";
  return out;
}

/// The article as a reference: in words, for BibTeX, as a file.
std::string render_citation(const search::Hit& hit) {
  const Article& article = hit.article;
  const std::string label = hit.source_label.empty() ? article.source : hit.source_label;
  std::string authors;
  for (const std::string& author : article.authors) authors += (authors.empty() ? "" : ", ") + author;
  const std::string words = (authors.empty() ? "" : authors + ". ") + "“" + article.title + ".” " + label +
                            (article.published ? ", " + to_day(day_of(*article.published)) : "") + ". " +
                            std::string(api::linkable(article.url));
  return "<details class=\"cite\"><summary>Cite</summary><p id=\"citation\">" + html_escape(words) + "</p><pre>" +
         html_escape(bibtex_of(article, label)) + "</pre><p><a href=\"/v1/articles/" + html_escape(article.id) +
         ".md\">The article as Markdown</a></p></details>\n";
}

std::string render_provenance(const Article& article) {
  if (article.provenance.empty()) return {};
  std::string out = "<details class=\"provenance\"><summary>Where this information comes from</summary><dl>";
  for (const Provenance& entry : article.provenance) {
    out += "<dt>" + html_escape(entry.field) + "</dt><dd>" + html_escape(entry.from);
    if (entry.confidence_percent != 0) out += " (" + std::to_string(entry.confidence_percent) + " % sure)";
    out += "</dd>";
  }
  return out + "</dl></details>\n";
}

std::string render_related(const ArticleView& view) {
  if (view.related.articles.empty()) return render_warnings(view.related.warnings);
  std::string out = "<section class=\"related\" aria-labelledby=\"related-h\"><h2 id=\"related-h\">Related</h2>"
                    "<ul class=\"rows\">";
  for (const search::Hit& hit : view.related.articles) {
    const std::string label = hit.source_label.empty() ? hit.article.source : hit.source_label;
    out += "<li class=\"row" + std::string(view.reader.row_class(hit.article.id)) + "\" data-id=\"" +
           html_escape(hit.article.id) + "\"><a class=\"title\"" + language_attribute(hit.article) + " href=\"" +
           article_link(view.request.parameters, hit.article.id) + "\">" + html_escape(hit.article.title) +
           "</a> <span class=\"from\"><a class=\"source\" href=\"" + page_link({{"source", hit.article.source}}) +
           "\">" + html_escape(label) + "</a> " + age_text(hit.article.published, view.now) + "</span></li>";
  }
  return out + "</ul></section>\n" + render_warnings(view.related.warnings);
}

std::string neighbour_link(const ArticleView& view, const std::optional<search::Hit>& hit, std::size_t at,
                           const char* relation, const char* label) {
  if (!hit) return {};
  return std::string("<a rel=\"") + relation + "\" href=\"" +
         article_link(view.request.parameters, hit->article.id, at) + "\"><span>" + label + "</span> " +
         html_escape(hit->article.title) + "</a>";
}

/// The link back, the place in the result, and what can be done with the article.
std::string render_place(const ArticleView& view) {
  const PageRequest& request = view.request;
  const search::SearchRequest& search = request.asked.search;
  const std::string back = back_link(request.parameters, view.hit.article.id, request.at, search.limit);
  std::string out = "<div class=\"place\"><a id=\"back\" href=\"" + back + "\">" + icon("back") +
                    (request.search_parameters().empty() ? "Home" : "Results") + "</a>";
  if (view.neighbours.total > 0 && request.at) {
    out += " <span class=\"quiet\">" + grouped_digits(*request.at + 1) + " of " +
           grouped_digits(view.neighbours.total) + "</span>";
  }
  return out + render_actions(view) + "</div>\n";
}

std::string render_neighbours(const ArticleView& view) {
  const std::size_t at = view.request.at.value_or(0);
  const std::string links = neighbour_link(view, view.neighbours.before, at == 0 ? 0 : at - 1, "prev", "Previous") +
                            neighbour_link(view, view.neighbours.after, at + 1, "next", "Next");
  return "<nav class=\"neighbours\" id=\"neighbours\" aria-label=\"Previous and next article\"" +
         std::string(links.empty() ? " hidden" : "") + ">" + links + "</nav>\n";
}

/// The lead picture of an article that has no pictures in its text.
std::string render_lead_picture(const ArticleView& view) {
  const std::string url(api::linkable(view.hit.article.image));
  const content::OwnPicture own = url.empty() || !view.find_picture ? content::OwnPicture{} : view.find_picture(url);
  if (!own.path.empty())
    return "<p class=\"picture\"><img src=\"" + html_escape(own.path) + "\" alt=\"\" width=\"" +
           std::to_string(own.width) + "\" height=\"" + std::to_string(own.height) + "\" loading=\"lazy\"></p>\n";
  if (url.empty() || !view.request.pictures) return {};
  return "<p class=\"picture\"><img src=\"" + html_escape(url) +
         "\" alt=\"\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"></p>\n";
}

/// Says whether pictures are shown, with a link to change that.
std::string render_picture_choice(const ArticleView& view) {
  const Article& article = view.hit.article;
  api::Parameters parameters = view.request.parameters;
  if (view.request.pictures)
    std::erase_if(parameters, [](const api::Parameter& p) { return p.name == "pictures"; });
  else
    parameters.push_back({"pictures", "1"});
  const std::string link = article_link(parameters, article.id, view.request.at);
  const std::string& label = view.hit.source_label.empty() ? article.source : view.hit.source_label;
  const std::string source =
      " data-source=\"" + html_escape(article.source) + "\" data-label=\"" + html_escape(label) + "\"";
  return view.request.pictures ? "<span><a id=\"pictures\" data-pictures=\"0\"" + source + " href=\"" + link +
                                     "\">Hide pictures</a> from the publisher’s servers</span>"
                               : "<span><a id=\"pictures\" data-pictures=\"1\"" + source + " href=\"" + link +
                                     "\">Show pictures</a> from the publisher’s servers</span>";
}

} // namespace

std::string render_article(const ArticleView& view) {
  const Article& article = view.hit.article;
  const content::HtmlContent content = marked_text(view);
  std::string out = render_place(view) + "<article class=\"whole\" id=\"article\" data-id=\"" +
                    html_escape(article.id) + "\">\n<h1" + language_attribute(article) + ">" +
                    html_escape(article.title) + "</h1>\n" + render_authors(view) +
                    render_byline({}, {}, view.hit, view.now);
  std::string tools;
  if (content.marks > 0) {
    tools += "<span class=\"found\" id=\"found\" role=\"status\">" + grouped_digits(content.marks) +
             (content.marks == 1 ? " marked place" : " marked places") + "</span>";
  }
  const bool has_text_pictures = content.has_pictures || content.has_own_pictures;
  const std::string lead = has_text_pictures ? std::string() : render_lead_picture(view);
  const bool has_foreign_lead =
      !has_text_pictures && !api::linkable(article.image).empty() && (lead.empty() || lead.contains("referrerpolicy"));
  if (content.has_pictures || has_foreign_lead) tools += render_picture_choice(view);
  if (!tools.empty()) out += "<p class=\"tools\">" + tools + "</p>\n";
  out += lead + render_contents(article, content.headings);
  out += "<div class=\"text\"" + language_attribute(article) + ">\n" + content.html + "</div>\n" +
         "<p class=\"address\">" + html_escape(api::linkable(article.url)) + "</p>\n" + render_citation(view.hit) +
         render_note(view.reader, article.id, view.note) + render_provenance(article);
  return out + "</article>\n" + render_neighbours(view) + render_related(view);
}

} // namespace trawl::searchd
