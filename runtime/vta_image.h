/* The C ABI's pictures and classes: from a file of an image to the names of what it shows.
 *
 *   vta_labels* labels = vta_labels_load("imagenet.txt");
 *   vta_set_input_image(executor, 0, "cat.jpg", NULL);
 *   vta_run(executor);
 *   vta_top_classes(executor, 0, 0, 5, classes, values);
 *   puts(vta_label(labels, classes[0]));
 */
#pragma once

#include "runtime/vta_capi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x = (pixel * pixel_scale - mean[c]) / std[c], pixel 0 to 255, channels red, green, blue. */
typedef struct vta_preprocessing {
  double pixel_scale;
  double mean[3];
  double std[3];
} vta_preprocessing;

/* What the network's file or its compilation said; else ImageNet's (1/255, 0.485 0.456 0.406,
 * 0.229 0.224 0.225). *known (may be NULL) is 1 in the first case, 0 in the second. */
int vta_get_preprocessing(const vta_executor* executor, vta_preprocessing* how, int* known);

/* PNG, JPEG or PPM, as vta run --input takes it: the shorter side is resized to 256/224 of the
 * input's extent, the centre is cropped (an image of just the extent is taken as it is), pixels are
 * prepared by `how` (NULL: vta_get_preprocessing), and every image of the batch gets it. The input
 * must be float32 (N, 3, H, W). 3: what is no such image, or damaged; 8: one too large. */
int vta_set_input_image(vta_executor* executor, int64_t index, const char* path,
                        const vta_preprocessing* how);
/* The same of a file's bytes. */
int vta_set_input_image_memory(vta_executor* executor, int64_t index, const void* data,
                               size_t size_bytes, const vta_preprocessing* how);

/* The `count` largest values of one image of a float32 output (N, ...), largest first, of equal
 * ones the lower class. 3 where the output has fewer classes or images. */
int vta_top_classes(const vta_executor* executor, int64_t output, int64_t image, int64_t count,
                    int64_t* classes, float* values);

/* Names of classes: a file with one a line, or a dictionary {0: 'tench', 1: "goldfish", ...}. */
typedef struct vta_labels vta_labels;
vta_labels* vta_labels_load(const char* path);
void vta_labels_destroy(vta_labels* labels); /* NULL is fine */
int64_t vta_labels_count(const vta_labels* labels);
/* Lives as long as `labels`. NULL, and vta_last_error() says so, where there is no such class. */
const char* vta_label(const vta_labels* labels, int64_t index);

#ifdef __cplusplus
}
#endif
