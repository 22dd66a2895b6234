// SPDX-License-Identifier: GPL-3.0-or-later
/// An article as a Markdown file: its metadata as YAML front matter, then its content.
#pragma once

#include "shared/article/article.h"

#include <string>

namespace trawl::api {

/// GET /v1/articles/{id}.md. Values of the front matter are JSON strings, which YAML 1.2 reads as they are.
std::string article_markdown(const Article& article);

} // namespace trawl::api
