// SPDX-License-Identifier: GPL-3.0-or-later
/// Starts the other programs of Trawl. Never through a shell.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

/// The program in our own folder; else its name, for PATH to find.
std::string path_of_sibling(const std::string& program);
/// A part of our program in ../lib/trawl beside it.
std::string path_of_part(const std::string& name);

struct SiblingOutput {
  int exit_code = 0; ///< as a shell's of a program that a signal ended; 127 if it could not be started
  std::string text;
};

enum class SiblingStreams : std::uint8_t {
  Output,          ///< what it prints to standard output; its errors go where ours go
  OutputAndErrors, ///< both, in the order in which it prints them
};

/// Runs a program of ours and waits for it. What it prints beyond a megabyte is dropped. `hear` is told what it has
/// printed so far whenever that grows.
SiblingOutput run_sibling(const std::string& program, std::vector<std::string> arguments, SiblingStreams streams,
                          const std::function<void(std::string_view)>& hear = {});

} // namespace trawl
