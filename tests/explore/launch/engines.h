// The engines that tests of this folder need: Slurm and MPI, both real. scripts/test.sh installs
// them and sets VTA_TEST_ENGINES=1, so that a missing one is a failure there; elsewhere tests that
// need it are skipped visibly.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/process.h"
#include "tests/explore/launch/scratch.h"

namespace vta {

inline bool engines_are_required() {
  return std::getenv("VTA_TEST_ENGINES") != nullptr;
}

// "" when the private Slurm of the test fixture runs (tests/explore/launch/slurm_fixture.sh).
inline std::string slurm_is_missing() {
  const std::string conf = std::string(VTA_TEST_SLURM) + "/slurm.conf";
  if (!std::filesystem::exists(conf))
    return "no Slurm (package slurm-wlm): ctest starts it, or "
           "scripts/engines/slurm_up.sh " VTA_TEST_SLURM;
  ::setenv("SLURM_CONF", conf.c_str(), 1);
  return "";
}

// Open MPI keeps shared memory in /dev/shm, where killed ranks leave theirs for ever: here it goes
// to a folder that ends with the test.
inline std::string mpi_is_missing() {
  if (!has_program("mpirun"))
    return "no mpirun: package openmpi-bin is not installed: scripts/setup.sh --tests";
  static const std::string folder = scratch_path("shared_memory");
  std::filesystem::create_directories(folder);
  ::setenv("OMPI_MCA_btl_vader_backing_directory", folder.c_str(), 1);
  return "";
}

}  // namespace vta

#define VTA_NEEDS_ENGINE(missing)                        \
  if (const std::string why = (missing); !why.empty()) { \
    if (::vta::engines_are_required())                   \
      FAIL() << why;                                     \
    GTEST_SKIP() << why;                                 \
  }                                                      \
  static_assert(true)
