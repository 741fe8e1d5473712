// libsystemc refers to sc_main, which its own main() calls. The tool has a main() of its own and no
// use for either. A file of its own, so that a program with an sc_main links its own instead.
#include <systemc>

int sc_main(int, char**) {
  return 0;
}
