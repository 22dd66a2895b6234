// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes the n-th system call of a kind fail, for tests: preload it with LD_PRELOAD.
///
///   TRAWL_FAULT_KIND     of which kind the call that fails is: see kKinds
///   TRAWL_FAULT_AT       its number among those of its kind, from 1; 0 or unset: none
///   TRAWL_FAULT_WITH     the errno to fail with, or "short": half of what was asked is read or written
///   TRAWL_FAULT_LASTING  set: all calls from that one on fail, as on a full disk
///   TRAWL_FAULT_UNDER    only calls on this folder and what is in it count (sockets and memory: all)
///   TRAWL_FAULT_REPORT   a file that receives "failed CALL PATH", "ended at once" if the program calls _exit, and
///                        otherwise at the end "counted KIND N" for each kind
///   TRAWL_FAULT_FROM     only memory that a library with this in its name asks for counts
///   TRAWL_FAULT_STACKS   a number of callers: the report has "stack FIRST LAST" for each different chain of that many
///                        callers that asks for memory, with the numbers of its first and its last call
///   TRAWL_FAULT_JOURNAL  a file that receives everything that decides what survives a power failure; see `journal`
#pragma once

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>

namespace trawl::faults {

enum Kind { Open, Read, Write, Sync, Rename, Map, Memory, Socket, Truncate, Unlink, Mkdir, Status, Lock, kKindCount };
struct Plan {
  int kind = -1;
  long at = 0;
  int error = EIO;
  bool is_short = false, is_lasting = false;
  char under[PATH_MAX] = {};
  std::size_t under_size = 0;
  const char* from = nullptr;
  int report = -1, journal = -1;
  int stacks = 0;
};

extern Plan plan;
extern std::atomic<long> counted[kKindCount];
extern std::atomic<bool> is_ready, is_main_running;

/// Calls of the shim itself do not count.
extern thread_local __attribute__((tls_model("initial-exec"))) bool is_inside;
struct Inside {
  Inside() { is_inside = true; }
  ~Inside() { is_inside = false; }
};

/// Failures after which the caller has to go on. stdio does that itself.
inline bool is_partial() { return plan.is_short || plan.error == EINTR; }

/// Notes who asks for memory with the call of this number.
void note_stack(long number);

/// Notes the call that fails.
void report(const char* call, const char* path);

/// Notes that the program ends without running its destructors.
void report_end();

/// The path of a name in an open folder, or of an open file if `name` is null. Empty if there is none.
struct Path {
  explicit Path(int folder, const char* name = nullptr);
  bool is_under() const;
  char text[PATH_MAX];

 private:
  void append(const char* name);
};

/// Whether code at this address counts when it asks for memory.
bool is_from(const void* code);

/// Whether this call fails; errno is set then. `path` is asked for only if the call is of the kind that counts.
template <typename PathOf>
bool fails(Kind kind, const char* call, PathOf path_of) {
  if (!is_ready || is_inside || (plan.kind != kind && plan.kind >= 0)) return false;
  const Inside inside;
  const int before = errno;
  const Path path = path_of();
  errno = before;
  if (kind == Memory && !is_main_running) return false; // what runs before main has nobody to tell
  const bool has_place = kind != Memory && kind != Socket;
  if (has_place && !path.is_under()) return false;
  const long number = ++counted[kind];
  if (kind == Memory && plan.stacks > 0) note_stack(number);
  if (plan.kind < 0 || plan.at == 0 || (plan.is_lasting ? number < plan.at : number != plan.at)) return false;
  if (number == plan.at) report(call, path.text);
  errno = plan.error;
  return true;
}

Path no_path();

/// One record: a line "WHAT SIZE PATH[\tOTHER]" and SIZE bytes, the content of a file that was synced.
///   make PATH, create PATH, rename PATH OTHER, remove PATH, sync PATH (with content), syncdir PATH
void journal(const char* what, const char* path, const char* other = nullptr, bool with_content = false);
/// Whether calls on the path are journaled.
bool is_journaled(const Path& path);
bool exists(const char* path);

} // namespace trawl::faults
