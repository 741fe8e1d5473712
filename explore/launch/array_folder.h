// The folder of a database's job arrays, beside the database: DB.slurm/N for the N-th submission.
//
//   array.sh            what was submitted
//   job                 "JOB TASKS", there once Slurm has accepted it
//   points_K.txt        indexes that task K computes, one per line
//   share_K             its results (share_file.h)
//   log_K.txt, exit_K   what it printed; its exit status, there once it has ended by itself
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vta::explore {

class ArrayFolder {
 public:
  ArrayFolder(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  std::string script() const { return path_ + "/array.sh"; }
  std::string points_file(int64_t task) const;
  std::string share_file(int64_t task) const;
  std::string log_file(int64_t task) const;
  std::string exit_file(int64_t task) const;

  struct Job {
    std::string id;
    int64_t tasks = 0;
  };
  std::optional<Job> job() const;  // nullopt: not submitted
  void set_job(const Job& job) const;
  std::optional<int> exit_status(int64_t task) const;  // nullopt: has not ended by itself

  // Removes the folder with all that is in it, "" or why not. A task may still be writing its exit
  // status when all its results are there: its folder is tried again for some seconds.
  std::string remove() const;

 private:
  std::string path_;
};

// DB.slurm, the same for every path to the database.
std::string arrays_root(const std::string& database);
// Every submission of the root that is there, the oldest first.
std::vector<ArrayFolder> array_folders(const std::string& root);
// Makes the folder of the next one.
ArrayFolder next_array_folder(const std::string& root);

// Deals the indices out to at most `tasks` tasks, as evenly as can be, and writes their lists;
// returns how many tasks have work. In turn, in runs of up to 8 neighbours: those share most of
// their work, and runs that follow each other, which cost about the same, go to different tasks.
int64_t write_point_lists(const ArrayFolder& folder, const std::vector<int64_t>& indices,
                          int64_t tasks);
// InputError naming the line where it is no list of indexes.
std::vector<int64_t> read_point_list(const std::string& path);

}  // namespace vta::explore
