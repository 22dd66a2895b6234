// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/output.h"

#include "cli/process.h"
#include "cli/render/wording.h"
#include "shared/article/article_id.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/url/percent_encoding.h"

#include <algorithm>
#include <iostream>
#include <utility>

namespace trawl::cli {

Result<Answer> parse_answer(const std::string& body) {
  Answer answer = Answer::parse(body, nullptr, false);
  if (answer.is_discarded())
    return fail(ErrorCode::Malformed, "the answer is not JSON", {}, "check that --server names a Trawl daemon");
  return answer;
}

Result<Answer> ask(Client& client, const std::string& path, const Parameters& parameters) {
  TRAWL_TRY(const std::string body, client.get(path, parameters));
  return parse_answer(body);
}

Result<void> print(const Settings& settings, const Style& style, const std::string& text) {
  const bool is_json = settings.format == Format::Json || settings.format == Format::Jsonl;
  const bool is_feed = settings.format == Format::Rss;
  if (style.terminal && is_feed) return write_output(safe_text(text, true), false);
  return write_output(is_json ? safe_json(text) : text,
                      settings.pager && style.terminal && settings.format == Format::Human);
}

void write_notes(const Settings& settings, const Answer& answer, bool is_correction_told) {
  const std::string correction = is_correction_told ? std::string() : correction_of(answer);
  if (!correction.empty()) notes(settings) << "note: these are " << correction << "\n";
  if (const auto guess = answer.find("did_you_mean"); guess != answer.end() && guess->is_object()) {
    notes(settings) << "note: did you mean '" << safe_text(text_at(*guess, "q")) << "' ("
                    << plural(number_at(*guess, "total"), "hit") << ")?\n";
  }
  std::ostream& out = is_whole(answer) ? notes(settings) : std::cerr;
  for (const auto& warning : answer.value("warnings", Answer::array()))
    out << "note: " << safe_text(text_at(warning, "message")) << "\n";
}

void as_typed_unless_told(Parameters& parameters) {
  if (std::ranges::find(parameters, "as_typed", &Parameters::value_type::first) == parameters.end())
    parameters.emplace_back("as_typed", "1");
}

void merge_warnings(Answer& whole, const Answer& page) {
  const Answer added = page.value("warnings", Answer::array());
  Answer warnings = Answer::array();
  for (const auto& warning : whole.value("warnings", Answer::array())) {
    const auto is_same = [&](const Answer& one) { return text_at(one, "code") == text_at(warning, "code"); };
    if (std::ranges::none_of(added, is_same)) warnings.push_back(warning);
  }
  warnings.insert(warnings.end(), added.begin(), added.end());
  whole["warnings"] = std::move(warnings);
  if (is_whole(whole)) whole["total_relation"] = page.value("total_relation", "exact");
}

bool is_whole(const Answer& answer) { return answer.value("total_relation", "exact") == "exact"; }

Result<void> check_article_name(const std::string& word) {
  if (word.contains('.') || word.starts_with("trawl:") || is_article_id_prefix(word)) return {};
  return fail(ErrorCode::Usage, "not an article's address or id", word,
              "each search result ends with its address; `trawl WORDS --show 1` shows the first");
}

std::string article_path(std::string word) {
  if (word.starts_with("trawl:")) word.erase(0, 6);
  return "/v1/articles/" + url::percent_encode(word);
}

std::string joined_query(const std::vector<std::string>& words, std::size_t first) {
  std::string query;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (!query.empty()) query += ' ';
    query += words[i];
  }
  return query;
}

} // namespace trawl::cli
