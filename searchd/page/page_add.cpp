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

/// The last line, which says how far a program has come or what ended it, without the program's name.
std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  text.remove_prefix(text.rfind('\n') + 1);
  constexpr std::string_view kName = "trawl-indexer: ";
  return std::string(text.starts_with(kName) ? text.substr(kName.size()) : text);
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

/// Each line is the id, the kind, and the label before two blanks and the address.
std::vector<KnownSource> read_sources(std::string_view list) {
  std::vector<KnownSource> sources;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(std::min(line.size() + 1, list.size()));
    const std::size_t id = std::min(line.find(' '), line.size()), address = line.rfind("  ");
    if (address == std::string_view::npos || id >= address) continue;
    std::string_view label = trim_white_space(line.substr(id, address - id));
    label.remove_prefix(std::min(label.find(' '), label.size())); // the kind
    sources.push_back({std::string(line.substr(0, id)), std::string(trim_white_space(label))});
  }
  return sources;
}

/// Only sources of the catalogue are fetched, whatever the form says.
RouteAnswer start_crawl(PagesToAdd& pages, const api::Parameters& form) {
  const std::vector<KnownSource> known = pages.sources();
  std::vector<std::string> wanted;
  for (const api::Parameter& field : form) {
    const auto source = std::ranges::find(known, field.value, &KnownSource::id);
    if (field.name == "source" && source != known.end()) wanted.push_back(source->id);
  }
  if (wanted.empty()) return std::unexpected(api::http_problem(400, "Tick at least one source."));
  if (!pages.crawl(std::move(wanted)))
    return std::unexpected(api::http_problem(503, "Something else is being fetched; try again in a moment."));
  return see_other("/");
}

RouteAnswer start(const RouteContext& context, const HttpRequest& request) {
  TRAWL_TRY(const api::Parameters form, api::parse_query_string(request.body));
  if (form.empty() || form.front().name == "source") return start_crawl(*context.pages_to_add, form);
  const std::string typed = value_of(form, "url"), url = typed_address(typed);
  if (!url.empty() && !context.pages_to_add->start(url))
    return std::unexpected(api::http_problem(503, "Another page is being fetched; try again in a moment."));
  return see_other(path_of(url.empty() ? typed : url));
}

} // namespace

struct PagesToAdd::Run {
  std::mutex mutex;
  std::string name; ///< address of a page, or kCrawl
  Progress progress;
  std::vector<KnownSource> sources;
};

PagesToAdd::PagesToAdd(DataDirectory directory) : directory_(std::move(directory)), run_(std::make_shared<Run>()) {}

bool PagesToAdd::start(const std::string& url) {
  return run(url, {"add", "--quiet", "--data", directory_.root.string(), "--", url});
}

bool PagesToAdd::crawl(std::vector<std::string> sources) {
  {
    const std::lock_guard lock(run_->mutex);
    for (KnownSource& source : run_->sources) source.is_ticked = std::ranges::find(sources, source.id) != sources.end();
  }
  sources.insert(sources.begin(), {"crawl", "--data", directory_.root.string(), "--"});
  return run(kCrawl, std::move(sources));
}

std::vector<KnownSource> PagesToAdd::sources() const {
  const std::lock_guard lock(run_->mutex);
  if (run_->sources.empty()) {
    run_->sources = read_sources(
        run_sibling("trawl-indexer", {"sources", "list", "--data", directory_.root.string()}, SiblingStreams::Output)
            .text);
  }
  return run_->sources;
}

bool PagesToAdd::run(const std::string& name, std::vector<std::string> arguments) {
  const std::lock_guard lock(run_->mutex);
  if (run_->progress.stage == Stage::Running) return run_->name == name;
  // Not joined: when the daemon ends, what was begun may end by itself.
  std::thread([run = run_, words = std::move(arguments)] {
    Progress progress{Stage::Failed, {}, {}};
    std::ignore = catching_exceptions([&]() -> Result<void> {
      const auto hear = [&](std::string_view text) {
        const std::lock_guard heard_lock(run->mutex);
        run->progress.said = last_line(text);
      };
      progress = progress_after(run_sibling("trawl-indexer", words, SiblingStreams::OutputAndErrors, hear));
      return {};
    });
    const std::lock_guard done_lock(run->mutex);
    run->progress = std::move(progress);
  }).detach();
  run_->name = name; // after what may throw
  run_->progress = {Stage::Running, {}, {}};
  return true;
}

PagesToAdd::Progress PagesToAdd::progress_of(const std::string& url) const {
  const std::lock_guard lock(run_->mutex);
  return run_->name == url && !url.empty() ? run_->progress : Progress{};
}

std::string sources_form(const std::vector<KnownSource>& sources) {
  std::string out = "<form method=\"post\" action=\"/add\"><ul class=\"sources\">\n";
  for (const KnownSource& source : sources) {
    out += "<li><label><input type=\"checkbox\" name=\"source\" value=\"" + html_escape(source.id) + "\"" +
           (source.is_ticked ? " checked> " : "> ") + html_escape(source.label) + "</label></li>\n";
  }
  return out + "</ul><button class=\"button\">Fetch their newest articles</button> <button class=\"button\" "
               "type=\"button\" id=\"untick\" hidden>Untick all</button></form>\n";
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
