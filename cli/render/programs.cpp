// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"
#include "cli/render/wording.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

namespace trawl::cli {
namespace {

std::string tsv_field(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\\') {
      out += "\\\\";
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

/// RFC 4180. `safe`: a field a spreadsheet would run as a formula gets a leading quote.
std::string csv_field(std::string text, bool safe) {
  if (safe && !text.empty() && std::string_view("=+-@").contains(text.front())) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

/// The printed day of a moment or day, so that all rows have one form.
std::string day_at(const Answer& object, const char* key) { return text_at(object, key).substr(0, 10); }

std::vector<std::string> row_of(const Answer& hit) {
  const auto source = hit.find("source");
  const bool is_object = source != hit.end() && source->is_object();
  return {text_at(hit, "id"),
          day_at(hit, "published"),
          is_object ? text_at(*source, "id") : text_at(hit, "source"),
          text_at(hit, "category"),
          joined_at(hit, "tags", ","),
          text_at(hit, "title"),
          text_at(hit, "url")};
}

/// A hit as one line of JSON.
std::string json_line(const Answer& hit) { return safe_json(json_text(hit)) + "\n"; }

} // namespace

std::string table_row(const std::vector<std::string>& fields, Format format, bool csv_safe) {
  std::string out;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += format == Format::Tsv ? '\t' : ',';
    const std::string safe = safe_text(fields[i], true);
    out += format == Format::Tsv ? tsv_field(safe) : csv_field(safe, csv_safe);
  }
  return out + (format == Format::Tsv ? "\n" : "\r\n");
}

std::string hits_for_programs(const Answer& hits, Format format, bool csv_safe, bool header) {
  std::string out;
  if (header && (format == Format::Csv || format == Format::Tsv)) {
    out += table_row({"id", "published", "source", "category", "tags", "title", "url"}, format, csv_safe);
  }
  for (const auto& hit : hits) {
    if (format == Format::Jsonl) {
      out += json_line(hit);
    } else if (format == Format::Urls) {
      const std::string url = safe_text(text_at(hit, "url"));
      out += (url.empty() ? "trawl:" + text_at(hit, "id") : url) + "\n";
    } else {
      out += table_row(row_of(hit), format, csv_safe);
    }
  }
  return out;
}

std::string facet_for_programs(const Answer& facet, const std::string& field, Format format, bool csv_safe,
                               bool header) {
  const auto row = [&](std::vector<std::string> fields, const std::string& first) {
    if (!field.empty()) fields.insert(fields.begin(), first);
    return table_row(fields, format, csv_safe);
  };
  std::string out = header ? row({"value", "label", "count"}, "field") : "";
  for (const auto& value : facet.value("values", Answer::array())) {
    const std::string label = text_at(value, "label"), name = text_at(value, "value"); // a day has no label
    out += row({name, label.empty() ? name : label, std::to_string(number_at(value, "count"))}, field);
  }
  return out;
}

std::string sources_for_programs(const Answer& sources, Format format, bool csv_safe, bool header) {
  std::string out = header ? table_row({"id", "label", "articles", "newest", "health"}, format, csv_safe) : "";
  for (const auto& source : sources) {
    out += table_row({text_at(source, "id"), text_at(source, "label"), std::to_string(number_at(source, "articles")),
                      day_at(source, "newest"), text_at(source, "health")},
                     format, csv_safe);
  }
  return out;
}

} // namespace trawl::cli
