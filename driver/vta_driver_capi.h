/* VTA's ten-call driver interface in C: a thin shim over vta::Driver.
 *
 * The original interface has one device memory per process and therefore names none. Here the calls
 * act on the calling thread's current driver, which is named explicitly, so that two drivers, each
 * with a device and a configuration of its own, live side by side:
 *
 *   vta::Driver driver(vta::make_device("fsim", config));
 *   vta::CDriverPtr c_driver = vta::make_c_driver(driver);
 *   VTASetDriver(c_driver.get());
 *   void* buffer = VTAMemAlloc(4096, 1);
 *
 * A failing call returns NULL, 0 or a non-zero code (calls without a result do nothing), and
 * VTALastError() says why. Streams run with all base registers 0, so that dram_base counts elements
 * from physical address 0.
 */
#ifndef VTA_DRIVER_VTA_DRIVER_CAPI_H_
#define VTA_DRIVER_VTA_DRIVER_CAPI_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct VTADriver VTADriver;
typedef void* VTADeviceHandle;
typedef uint32_t vta_phy_addr_t;

/* Makes a driver the calling thread's current one (NULL: none); returns the one before. */
VTADriver* VTASetDriver(VTADriver* driver);
VTADriver* VTAGetDriver(void);
/* Why the thread's last failing call failed; empty when none has. */
const char* VTALastError(void);

/* Memory of the current driver, zero-filled, in whole pages of the device. The pointer is the
 * host's view of it: the memory itself where host and device share it, else a copy that goes to the
 * device before each run, as far as it changed, and comes back after it. `cached` has no effect.
 * NULL when the memory is exhausted. */
void* VTAMemAlloc(size_t size, int cached);
void VTAMemFree(void* buf);
/* Physical address of a pointer into an allocation; 0 for any other pointer. */
vta_phy_addr_t VTAMemGetPhyAddr(void* buf);
void VTAMemCopyFromHost(void* dst, const void* src, size_t size);
void VTAMemCopyToHost(void* dst, const void* src, size_t size);
/* Both check the range. Where host and device see the same bytes that is all; a copy is sent to the
 * device (flush), or sent and then fetched (invalidate). */
void VTAFlushCache(void* vir_addr, vta_phy_addr_t phy_addr, int size);
void VTAInvalidateCache(void* vir_addr, vta_phy_addr_t phy_addr, int size);

/* A handle of the current driver's device. */
VTADeviceHandle VTADeviceAlloc(void);
void VTADeviceFree(VTADeviceHandle device);
/* Runs a stream to its end: 0, or the ISA's error code of the stream (1..12), or -1 for a request
 * that cannot run and for a run longer than wait_cycles. */
int VTADeviceRun(VTADeviceHandle device, vta_phy_addr_t insn_phy_addr, uint32_t insn_count,
                 uint32_t wait_cycles);

#ifdef __cplusplus
} /* extern "C" */

#include <memory>

namespace vta {

class Driver;

struct CDriverDeleter {
  void operator()(VTADriver* driver) const;
};
// The C view of a driver, which must outlive it; frees the remaining allocations of VTAMemAlloc.
using CDriverPtr = std::unique_ptr<VTADriver, CDriverDeleter>;
CDriverPtr make_c_driver(Driver& driver);

}  // namespace vta
#endif

#endif /* VTA_DRIVER_VTA_DRIVER_CAPI_H_ */
