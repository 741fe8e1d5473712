/* Names what a picture shows, from C: run_program_c PROGRAM.vta IMAGE [LABELS [DEVICE]]
 *
 *   vta compile resnet18.onnx -o resnet18.vta
 *   run_program_c resnet18.vta cat.jpg imagenet.txt
 */
#include <stdio.h>

#include "runtime/vta_capi.h"
#include "runtime/vta_image.h"

enum { TOP = 5 };

static int print_top(const vta_executor* executor, const vta_labels* labels) {
  int64_t classes[TOP];
  float values[TOP];
  const int code = vta_top_classes(executor, 0, 0, TOP, classes, values);
  if (code != 0)
    return code;
  for (int i = 0; i < TOP; ++i) {
    const char* name = labels == NULL ? "" : vta_label(labels, classes[i]);
    if (name == NULL) /* the file has fewer names than there are classes */
      return 3;
    printf("%lld %s %.4f\n", (long long)classes[i], name, (double)values[i]);
  }
  return 0;
}

static int classify(vta_executor* executor, const char* image, const vta_labels* labels) {
  int code = vta_set_input_image(executor, 0, image, NULL);
  if (code == 0)
    code = vta_run(executor);
  if (code == 0)
    code = print_top(executor, labels);
  int64_t steps = 0;
  if (code == 0)
    code = vta_get_counter(executor, "gemm_counter", &steps);
  if (code == 0)
    printf("%lld GEMM steps\n", (long long)steps);
  return code;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: run_program_c PROGRAM.vta IMAGE [LABELS [DEVICE]]\n");
    return 2;
  }
  vta_program* program = vta_program_load(argv[1]);
  vta_labels* labels = argc > 3 ? vta_labels_load(argv[3]) : NULL;
  vta_executor* executor = NULL;
  if (program != NULL && (labels != NULL || argc <= 3))
    executor = vta_executor_create(program, argc > 4 ? argv[4] : "fsim");
  const int code = executor == NULL ? 1 : classify(executor, argv[2], labels);
  if (code != 0)
    fprintf(stderr, "error: %s\n", vta_last_error());
  vta_executor_destroy(executor);
  vta_labels_destroy(labels);
  vta_program_destroy(program);
  return code;
}
