// The least work of an attention: products of visible blocks of keys, one turn of every tile that
// changes its type, and the steps of docs/integer_transformers.md; no resets, no copies.
#pragma once

#include "compiler/graph/attention.h"
#include "config/vta_config.h"
#include "runtime/program.h"

namespace vta {

// Of pairs of a query and a key that it sees.
int64_t useful_attention_macs(const AttentionForm& form);

LeastWork least_attention_work(const AttentionForm& form, const VtaConfig& config);

}  // namespace vta
