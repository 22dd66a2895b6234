// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_text.h"
#include "cli/render/render.h"
#include "cli/render/wording.h"
#include "shared/api/response/totals.h"
#include "shared/base/base64.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/content/stored_content.h"
#include "shared/text/query_language.h"

#include <algorithm>
#include <optional>

namespace trawl::cli {
namespace {

constexpr std::string_view kIndent = "    ";

std::string label_of(const Answer& hit) {
  const auto source = hit.find("source");
  if (source == hit.end() || !source->is_object()) return safe_text(text_at(hit, "source"));
  return safe_text(text_at(*source, "label"));
}

/// The lines of a text that stands below `indent`.
std::string indented(std::string_view text, std::string_view indent, const Style& style) {
  std::string out;
  for (const std::string& line : wrap(text, text_width(style) - cells(indent)))
    out += std::string(indent) + line + "\n";
  return out;
}

/// "PyTorch Blog · 17 d · 8 min · research  #attention #gpu", with the date if the age is in months or years, or
/// `with_date`.
std::string facts_line(const Answer& hit, const Style& style, bool with_date = false) {
  const std::string published = text_at(hit, "published"), age = age_of(published);
  std::string line = label_of(hit) + " · " + age;
  const bool is_vague = age.ends_with(" mo") || age.ends_with(" y");
  if (is_vague || (with_date && !published.empty())) line += " (" + safe_text(published.substr(0, 10)) + ")";
  if (const auto since = text_at(hit, "gone_since"); !since.empty())
    line += " · withdrawn by " + safe_text(since.substr(0, 10));
  if (const auto minutes = number_at(hit, "reading_minutes"); minutes > 0)
    line += " · " + std::to_string(minutes) + " min";
  if (const auto category = text_at(hit, "category"); !category.empty()) line += " · " + safe_text(category);
  std::string tags;
  if (const auto list = hit.find("tags"); list != hit.end()) {
    for (const auto& tag : *list) tags += (tags.empty() ? "  #" : " #") + safe_text(tag.get<std::string>());
  }
  return dim(style, line + tags);
}

/// The title on as many lines as it needs; the first begins with `rank`.
std::string title_lines(const Answer& hit, const std::string& rank, const Style& style) {
  const std::string html = text_at(hit, "title_html");
  const std::string title = html.empty() ? safe_text(text_at(hit, "title")) : from_html(style, html);
  std::string out;
  for (const std::string& line : wrap(title, text_width(style) - cells(rank))) {
    out +=
        (out.empty() ? rank : std::string(cells(rank), ' ')) + hyperlink(style, text_at(hit, "url"), bold(style, line));
    out += "\n";
  }
  return out.empty() ? rank + "\n" : out;
}

std::string address_line(const Answer& hit, const Style& style) {
  const std::string url = safe_text(text_at(hit, "url"));
  if (url.empty()) return dim(style, "id " + safe_text(text_at(hit, "id"))); // for `trawl show`
  return hyperlink(style, url, cyan(style, url));
}

std::string snippet_lines(const Answer& hit, const Style& style) {
  std::string out;
  const auto snippets = hit.find("snippets");
  if (snippets == hit.end()) return out;
  for (const auto& snippet : *snippets) {
    const std::string text = from_html(style, text_at(snippet, "html"));
    if (!text.empty()) out += indented(text, kIndent, style);
  }
  return out;
}

/// The section that the first passage stands in; a link that leads there, where a terminal shows links.
std::string section_line(const Answer& hit, const Style& style) {
  const auto section = hit.find("section");
  if (section == hit.end() || !section->is_object()) return {};
  const std::string heading = "§ " + safe_text(text_at(*section, "heading"));
  std::string out;
  for (const auto& line : wrap(heading, style.width - kIndent.size()))
    out += std::string(kIndent) + hyperlink(style, text_at(*section, "link"), dim(style, line)) + "\n";
  return out;
}

std::string explain_lines(const Answer& hit, const Style& style) {
  std::string out;
  const auto parts = hit.find("explain");
  if (parts == hit.end() || !parts->is_array()) return out;
  for (const auto& part : *parts) {
    out += std::string(kIndent) +
           dim(style, safe_text(text_at(part, "name") + " " + json_text(part.value("weight", Answer())) + "  " +
                                text_at(part, "detail"))) +
           "\n";
  }
  return out;
}

/// What was searched for, if the request asked for it.
std::string plan_lines(const Answer& search, const Style& style) {
  std::string out;
  const Answer query = search.value("query", Answer::object());
  for (const auto& line : query.value("plan", Answer::array()))
    out += dim(style, safe_text(line.is_string() ? line.get<std::string>() : std::string())) + "\n";
  return out.empty() ? out : out + "\n";
}

/// Where else the article is. A source that names the same address adds none.
std::string copy_lines(const Answer& article, std::string_view indent, const Style& style) {
  std::string out;
  for (const auto& copy : article.value("copies", Answer::array())) {
    const std::string url = text_at(copy, "url");
    if (url != text_at(article, "url")) out += std::string(indent) + dim(style, "also: " + safe_text(url)) + "\n";
  }
  return out;
}

std::string hit_block(const Answer& hit, std::size_t number, const Style& style) {
  std::string rank = std::to_string(number);
  if (rank.size() < 2) rank.insert(0, " ");
  std::string out = title_lines(hit, rank + "  ", style);
  out += indented(facts_line(hit, style), kIndent, style);
  out += snippet_lines(hit, style) + section_line(hit, style) + explain_lines(hit, style);
  out += std::string(kIndent) + address_line(hit, style) + "\n";
  return out + copy_lines(hit, kIndent, style);
}

/// The hits, numbered from `number` on. What a group does not show is told once, below its last hit.
std::string hit_blocks(const Answer& hits, std::size_t number, const Style& style) {
  std::string out;
  for (auto hit = hits.begin(); hit != hits.end(); ++hit) {
    out += hit_block(*hit, number++, style);
    const bool is_last = std::next(hit) == hits.end() || label_of(*std::next(hit)) != label_of(*hit);
    if (const auto more = number_at(*hit, "more_from_source"); more > 0 && is_last)
      out += std::string(kIndent) + dim(style, "and " + std::to_string(more) + " more from this source") + "\n";
    out += "\n";
  }
  return out;
}

std::string summary_line(const Answer& search, const Style& style) {
  std::string line = api::totals_of(search);
  line += ", " + std::to_string(search.value("hits", Answer::array()).size()) + " shown";
  if (const auto took = search.find("took_ms"); took != search.end()) line += " · " + took->dump() + " ms";
  std::string out;
  for (const std::string& part : wrap(line, text_width(style))) out += dim(style, part) + "\n";
  return out;
}

std::string nothing_found(const Answer& search) {
  const Answer warnings = search.value("warnings", Answer::array());
  if (std::ranges::any_of(warnings, [](const Answer& one) { return text_at(one, "code") == "index_empty"; }))
    return "Nothing found.\n"; // no other words would be, as the note says
  if (const auto all = search.find("without_filters"); all != search.end()) {
    const auto total = number_at(*all, "total") > 0 ? number_at(*all, "total") : number_at(*all, "total_fewer_words");
    const Answer hits = all->value("hits", Answer::array());
    const std::string newest = hits.empty() ? "" : safe_text(text_at(hits.front(), "published").substr(0, 10));
    if (total > 0)
      return "Nothing found. Without the filters: " + plural(total, "article") +
             (newest.empty() ? "" : ", the newest of " + newest) + ".\n";
  }
  const auto query = search.find("query");
  if (query != search.end() && !text_at(*query, "q").empty() && text_at(*query, "understood").empty())
    return "Nothing found.\n"; // there is no word to search for, as a note says
  const bool filtered = query != search.end() && query->contains("filters") && !query->at("filters").empty();
  const std::string understood = query == search.end() ? "a b" : query->value("understood", "a b");
  const bool has_words = understood.contains(' ');                          // only of several can some be left out
  if (understood.starts_with("is:") && !has_words) return "No articles.\n"; // of a list, such as the starred ones
  if (filtered)
    return std::string("Nothing found. Try it without the filters") + (has_words ? ", or with fewer words.\n" : ".\n");
  return std::string("Nothing found. Try ") + (has_words ? "fewer or " : "") + "other words.\n";
}

} // namespace

std::string search_for_people(const Answer& search, const Style& style) {
  std::string out = correction_of(search);
  if (!out.empty()) out = "These are " + out + "\n\n";
  out += plan_lines(search, style);
  out += hit_blocks(search.value("hits", Answer::array()), number_at(search, "offset") + 1, style);
  if (number_at(search, "total") + number_at(search, "total_fewer_words") == 0) out += nothing_found(search);
  const auto facets = search.find("facets");
  if (facets != search.end() && facets->is_object()) {
    for (const auto& [field, facet] : facets->items()) {
      out += field == "date" ? histogram_for_people(facet, style) : facet_for_people(facet, field, style);
      out += "\n";
    }
  }
  return out + summary_line(search, style);
}

std::string hits_for_people(const Answer& hits, const Style& style, std::size_t first_number) {
  return hits.empty() ? "No articles.\n" : hit_blocks(hits, first_number, style);
}

std::string provenance_for_people(const Answer& article, const Style& style) {
  std::string out = title_lines(article, "", style) + address_line(article, style) + "\n\n";
  for (const auto& row : article.value("provenance", Answer::array())) {
    std::string line = padded(text_at(row, "field"), 11) + text_at(row, "from") + ", said by " + text_at(row, "source");
    if (const auto url = text_at(row, "url"); !url.empty()) line += " at " + url;
    out += safe_text(line) + "\n";
  }
  return out;
}

std::string article_for_people(const Answer& article, const Style& style) {
  std::string out = title_lines(article, "", style) + indented(facts_line(article, style, true), "", style);
  if (const auto authors = joined_at(article, "authors", ", "); !authors.empty()) {
    out += indented("by " + safe_text(authors), "", style);
  }
  out += address_line(article, style) + "\n";
  out += copy_lines(article, "", style) + "\n";
  const std::optional<std::string> structure = from_base64(text_at(article, "structure"));
  return out + content_for_people(content::unpack_or_text(text_at(article, "text"), structure.value_or("")), style);
}

} // namespace trawl::cli
