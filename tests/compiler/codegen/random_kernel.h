// Random kernels of one kind for property tests: shapes, epilogues, configurations, legal tiles.
#pragma once

#include <optional>
#include <random>
#include <string>

#include "compiler/kernels/kernel_plan.h"
#include "compiler/kernels/kind.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/program.h"

namespace vta::testing {

// One kernel, and the program that it is.
struct RandomProgram {
  VtaConfig config;
  LoweredGraph lowered;
  NetworkSchedule schedule;
  Program program;

  const KernelSchedule& kernel() const { return schedule.kernels.front(); }
  const LayerId& layer() const { return kernel().layer; }
  // The kernel by itself; every tensor and constant lies far from all others.
  KernelPlan plan() const;
};

// Any configuration of random_config(), or a named one with BATCH 2, BLOCK 32, unequal blocks or
// small scratchpads.
VtaConfig kernel_config(std::mt19937_64& random);

// Whether the least tiles of every kernel fit.
bool all_fit(const LoweredGraph& lowered, const SchedulePolicy& policy, const VtaConfig& config);
// Legal tiles, each field from its axis; the schedule's own where none are found.
KernelTiles any_tiles(std::mt19937_64& random, const KernelSchedule& s, const VtaConfig& config);

// Geometries are small, but often have 17 channels, rows of 225 pixels, strides above the kernel,
// windows that reach over both ends of the image. Half of the tiles are any legal ones, half the
// schedule's. Nothing where not even the least tiles fit the configuration.
std::optional<RandomProgram> random_program(std::mt19937_64& random, const KernelKind& kind,
                                            const VtaConfig& config, const std::string& schedule);

}  // namespace vta::testing
