// The messages between rank 0 and the workers.
//
//   worker                           rank 0
//     -- Ready(build) ----------------->       once: the networks are prepared
//     <---------------- Points(indexes) --
//     -- Result(PointOutcome) --------->       one for each, and so on
//     <--------------------------- Ping --     to workers that have nothing to do, now and then
//     -- Refused(text) ---------------->       instead of Ready: what is wrong on that machine
//     <--------------------------- Stop --     answered by Bye
//     -- Bye -------------------------->
//
// A rank may die between the first and the last byte of what it sends: MPI passes on long messages
// piece by piece, and its blocking calls then wait for the rest for ever. So nobody here waits
// inside MPI: what a worker sends is the bytes of a string, sent and received by requests that both
// sides look at now and then. Messages of rank 0 are short, of one piece.
#pragma once

#include <chrono>

namespace vta::explore::mpi {

enum Tag : int { Ready = 1, Points, Result, Ping, Refused, Stop, Bye };

// Open MPI waits by spinning; a rank that mostly waits leaves its core to the others.
inline constexpr std::chrono::microseconds kLook{200};

}  // namespace vta::explore::mpi
