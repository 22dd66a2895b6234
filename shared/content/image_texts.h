// SPDX-License-Identifier: GPL-3.0-or-later
/// What authors say about their pictures: captions, and alternative texts for readers who cannot see them.
#pragma once

#include "shared/content/content.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::content {

inline constexpr std::size_t kMaxImageTexts = 1'000;
inline constexpr std::size_t kMaxImageTextBytes = 4'000;

/// The alternative texts in reading order, each once and on one line. Leaves out single words, which are usually
/// written by programs ("image", "svg") or belong to badges ("Star"), and texts that are also the caption of a figure.
std::vector<std::string> image_texts(const Content& content);

/// The captions that are not part of the plain text, in reading order, each on one line; without the links to embedded
/// players, which nobody typed as captions.
std::vector<std::string> captions(const Content& content);

} // namespace trawl::content
