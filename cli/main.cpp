#include "cli/vta_main.h"

int main(int argc, char** argv) {
  return vta::cli::vta_main(argc, argv);
}
