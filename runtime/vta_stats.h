/* The C ABI's statistics of the last run: what was counted, how long it took, where. */
#pragma once

#include "runtime/vta_capi.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VTA_HOST_KINDS = 7 };

/* The host's steps of one kind (runtime/host_work.h): "quantize", "im2col", "pack", "convert",
 * "unpack", "dequantize", "other". `kind` lives as long as the library. */
typedef struct vta_host_time {
  const char* kind;
  int64_t steps;
  int64_t read_bytes, written_bytes;
  double seconds;
} vta_host_time;

/* The counters are those of version 0.1: what is counted since, vta_get_counter and vta_stats_json
 * have too. */
typedef struct vta_stats {
  int64_t inp_load_nbytes, wgt_load_nbytes, acc_load_nbytes, uop_load_nbytes, out_store_nbytes;
  int64_t gemm_counter, alu_counter, acc_load_nbytes_vta, widened_bytes, launches;
  int64_t cycles, bus_beats; /* -1: the device does not model time */
  double host_seconds, device_seconds;
  vta_host_time host[VTA_HOST_KINDS];
} vta_stats;

/* 3 before a run and after one that failed. */
int vta_get_stats(const vta_executor* executor, vta_stats* stats);

/* The same as JSON text: {"counters": {...}, "launches": 1, "cycles": 123, "seconds": {...},
 * "host":
 * [{"kind": ..}]}; no member "cycles" where there are none. Valid until the executor's next call of
 * this function or its end; NULL on failure. */
const char* vta_stats_json(vta_executor* executor);

#ifdef __cplusplus
}
#endif
