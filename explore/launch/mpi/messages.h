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
#pragma once

namespace vta::explore::mpi {

enum Tag : int { Ready = 1, Points, Result, Ping, Refused, Stop, Bye };

}  // namespace vta::explore::mpi
