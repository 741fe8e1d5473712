// What the register port refuses, payload by payload.
#pragma once

namespace platform {

// 0: every malformed payload got its error response and changed nothing; else what did not is
// printed.
int check_payloads();

}  // namespace platform
