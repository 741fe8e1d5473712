// Databases of tuning as schedules: "tuning.db" wherever a schedule is named.
#pragma once

#include <string>

#include "compiler/schedule/policy.h"

namespace vta::explore {

// What SchedulePolicy::named() takes, and databases of vta tune (FILE.db), perhaps with their
// identity behind them, as pinned_schedule_name() has it. Of a database those layers are taken that
// it has for the configuration and its memory. UsageError, InputError: also for a database that is
// damaged (tuning_file.h), and for tiles in it that do not fit their configuration, once it is
// compiled for.
SchedulePolicy schedule_by_name(const std::string& name);

// pinned_schedule(), and for a database "tuning.db#0123456789abcdef".
std::string pinned_schedule_name(const std::string& name);

// Whether it is a database's name, with or without an identity: what is taken of such a one depends
// on the memory, too.
bool is_tuned_schedule(const std::string& name);

}  // namespace vta::explore
