// A plugin of qemu-user: the number of instructions of a run, on stderr at its end. The few
// functions of QEMU's interface (version 1) that it uses are declared here, since distributions do
// not package its header.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* tb);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*translated)(plugin_id, struct qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb* tb, int operation,
                                              void* counter, uint64_t addend);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*at_exit)(plugin_id, void*), void* data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t instructions;

static void translated(plugin_id id, struct qemu_plugin_tb* tb) {
  (void)id;
  enum { kAdd = 0 };
  qemu_plugin_register_vcpu_tb_exec_inline(tb, kAdd, &instructions, qemu_plugin_tb_n_insns(tb));
}

static void at_exit(plugin_id id, void* data) {
  (void)id, (void)data;
  fprintf(stderr, "instructions %" PRIu64 "\n", instructions);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void* info,
                                                               int argc, char** argv) {
  (void)info, (void)argc, (void)argv;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, at_exit, NULL);
  return 0;
}
