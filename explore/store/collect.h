// Databases of several specifications become one: a collection.
//
// A collection belongs to no specification: its points are numbered in the order of their keys, and
// excluded or failed points, which only the numbers of a specification identify, are not in it. It
// can be listed, reported and compared like any other; a sweep can take points from it (reuse.h),
// but no sweep continues it.
#pragma once

#include <span>
#include <string>

#include "explore/store/merge.h"
#include "explore/store/rows.h"

namespace vta::explore {

bool is_collection(const SweepHeader& header);

// `out` is created, or, if it is a collection, written again with its previous contents.
// InputError: SweepReader; parts of different builds; networks of one name that differ, points of
// one key that differ (all name the file); an `out` that is the database of one specification.
MergeReport collect_sweeps(const std::string& out, std::span<const std::string> parts);

}  // namespace vta::explore
