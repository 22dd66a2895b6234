// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_add.h"

#include "searchd/page/page_handler.h"
#include "searchd/page/page_memory.h"
#include "shared/api/request/parameters.h"
#include "shared/api/service.h"
#include "shared/article/article_id.h"
#include "shared/base/html_escape.h"
#include "shared/base/sibling_program.h"
#include "shared/base/system_error.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

namespace trawl::searchd {
namespace {

using Stage = PagesToAdd::Stage;

/// The last line, which says what ended it, without the program's name.
std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  text = text.substr(text.rfind('\n') + 1);
  constexpr std::string_view kName = "trawl-indexer: ";
  return text.starts_with(kName) ? text.substr(kName.size()) : text;
}

PagesToAdd::Progress progress_after(const SiblingOutput& done) {
  const std::string id = done.text.substr(0, done.text.find(' '));
  if (done.exit_code == 0 && is_article_id(id)) return {Stage::Added, id, {}};
  const std::string said = last_line(done.text);
  return {Stage::Failed, {}, said.empty() ? "trawl-indexer could not be started; reinstall Trawl" : said};
}

std::string value_of(const api::Parameters& parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &api::Parameter::name);
  return found == parameters.end() ? "" : found->value;
}

/// The address that was typed, perhaps without its scheme; empty if it is none.
std::string typed_address(const std::string& typed) {
  return url::canonical(typed.contains("://") || typed.empty() ? typed : "https://" + typed);
}

HttpResponse see_other(const std::string& path) {
  HttpResponse response{303, "", "", {}};
  response.set_header("Location", path);
  response.set_header("Cache-Control", "no-store");
  return response;
}

std::string path_of(const std::string& url) { return "/add?" + api::to_query_string({{"url", url}}); }

std::string bookmarklet(const std::string& base_url) {
  return "<p class=\"quiet\">Drag this link to your bookmarks: <a href=\"" +
         html_escape("javascript:location.href='" + base_url + "/add?url='+encodeURIComponent(location.href)") +
         "\">Add to Trawl</a>. On any page it opens this form with the page’s address.</p>\n";
}

RouteAnswer start(const RouteContext& context, const HttpRequest& request) {
  TRAWL_TRY(const api::Parameters form, api::parse_query_string(request.body));
  const std::string typed = value_of(form, "url"), url = typed_address(typed);
  if (!url.empty() && !context.pages_to_add->start(url))
    return std::unexpected(api::http_problem(503, "Another page is being fetched; try again in a moment."));
  return see_other(path_of(url.empty() ? typed : url));
}

} // namespace

struct PagesToAdd::Run {
  std::mutex mutex;
  std::string url;
  Progress progress;
};

PagesToAdd::PagesToAdd(DataDirectory directory) : directory_(std::move(directory)), run_(std::make_shared<Run>()) {}

bool PagesToAdd::start(const std::string& url) {
  const std::lock_guard lock(run_->mutex);
  if (run_->progress.stage == Stage::Running) return run_->url == url;
  // Not joined: when the daemon ends, what was begun may end by itself.
  std::thread([run = run_, url, data = directory_.root.string()] {
    Progress progress{Stage::Failed, {}, {}};
    std::ignore = catching_exceptions([&]() -> Result<void> {
      progress = progress_after(
          run_sibling("trawl-indexer", {"add", "--quiet", "--data", data, "--", url}, SiblingStreams::OutputAndErrors));
      return {};
    });
    const std::lock_guard done_lock(run->mutex);
    run->progress = std::move(progress);
  }).detach();
  run_->url = url; // after what may throw
  run_->progress = {Stage::Running, {}, {}};
  return true;
}

PagesToAdd::Progress PagesToAdd::progress_of(const std::string& url) const {
  const std::lock_guard lock(run_->mutex);
  return run_->url == url && !url.empty() ? run_->progress : Progress{};
}

std::string add_form(const std::string& url) {
  return "<form class=\"add\" method=\"post\" action=\"/add\"><input name=\"url\" type=\"text\" inputmode=\"url\" "
         "maxlength=\"2048\" autocomplete=\"off\" spellcheck=\"false\" required aria-label=\"Address of an article\" "
         "placeholder=\"https://… of an article\" value=\"" +
         html_escape(url) + "\"><button class=\"button\">Add</button></form>\n";
}

RouteAnswer add_page(const RouteContext& context, const HttpRequest& request) {
  const bool is_possible = context.pages_to_add != nullptr;
  if (request.method == "POST" && is_possible) return start(context, request);
  if (request.method == "POST")
    return std::unexpected(api::http_problem(403, "This server takes no articles; see --read-only."));
  if (!is_possible)
    return plain_page("Add an article",
                      "<div class=\"empty\"><h1>This server takes no articles</h1>\n<p>It was started "
                      "with <code>--read-only</code>, or other machines reach it.</p></div>\n");
  TRAWL_TRY(const api::Parameters parameters, api::parse_query_string(request.query));
  const std::string typed = value_of(parameters, "url"), url = typed_address(typed);
  const PagesToAdd::Progress progress = context.pages_to_add->progress_of(url);
  if (progress.stage == Stage::Added) return see_other("/?article=" + progress.id);
  std::string said;
  if (progress.stage == Stage::Running) said = "Fetching " + url + " …";
  if (progress.stage == Stage::Failed) said = progress.said;
  if (!typed.empty() && url.empty()) said = "“" + typed + "” is not an http or https address.";
  HttpResponse response =
      plain_page("Add an article", "<div class=\"empty\"><h1>Add an article</h1>\n" + add_form(typed) +
                                       (said.empty() ? "" : "<p role=\"status\">" + html_escape(said) + "</p>\n") +
                                       bookmarklet(context.base_url) + "</div>\n");
  if (progress.stage == Stage::Running) response.set_header("Refresh", "1");
  return response;
}

} // namespace trawl::searchd
