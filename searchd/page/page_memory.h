// SPDX-License-Identifier: GPL-3.0-or-later
/// What the page shows of its reader's memory, and the requests that change it: POST /reader from the page's own forms.
/// Buttons belong to one form by its id, wherever they stand; each names what to do, its value the article or search.
#pragma once

#include "searchd/route.h"
#include "shared/api/request/parameters.h"
#include "shared/article/reader_marks.h"
#include "shared/search/response.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

struct SavedRow {
  std::string name, query; ///< `query`: the search, as in the page's address after "?"
  std::size_t unread = 0;  ///< articles that it finds
};

struct PageReader {
  std::shared_ptr<const ReaderMarks> marks = nullptr; ///< null: nothing is remembered
  bool may_write = false;
  std::size_t undoable = 0; ///< articles that were marked as read together a short time ago
  std::string problem = {}; ///< why the memory cannot be read: nothing is shown of it then

  bool has(ReaderMark mark, std::string_view id) const;
  /// " is-read" for an article that was read: the end of a class attribute.
  std::string_view row_class(std::string_view id) const { return has(ReaderMark::Read, id) ? " is-read" : ""; }
};

PageReader page_reader(api::Engine& engine, Moment now);
std::vector<SavedRow> saved_rows(api::Engine& engine, Moment now);

/// The name under which a search, as in the page's address after "?", is saved; empty if it is not.
std::string saved_name(api::Engine& engine, const std::string& query);

/// The form of all buttons; empty if nothing may be written, a sentence if the memory cannot be read.
std::string reader_form(const PageReader& reader);
/// A button that gives an article a mark or takes it away; empty if nothing may be written. `label`: its text, else a
/// star.
std::string mark_button(const PageReader& reader, ReaderMark mark, const std::string& id, bool is_in_list);
/// "Mark these as read", of articles whose ids are joined by commas.
std::string read_these_button(const PageReader& reader, const std::string& ids);
/// "Mark all as read" for a search, as in the page's address after "?", and how to take that back.
std::string read_all_button(const PageReader& reader, const std::string& query);
std::string undo_line(const PageReader& reader);
/// A button of the form; empty if nothing may be written.
std::string reader_button(const PageReader& reader, std::string_view name, const std::string& value,
                          std::string_view text, const std::string& attributes = {});
/// The notes on those of the articles that have one, by id.
std::map<std::string, std::string, std::less<>> notes_on(api::Engine& engine, const std::vector<search::Hit>& hits);
/// The note on an article, as a form if it may be written.
std::string render_note(const PageReader& reader, const std::string& id, const std::string& note);

/// POST /reader. Goes back to the page that the form is on, or answers a script with the new revision.
RouteAnswer change_memory(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
