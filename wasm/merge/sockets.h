// The sockets of a file (v9+) as the empties of a glTF that stand for them.
#pragma once

#include "told.h"

namespace merging {

struct MergedSockets {
    Operations operations;
    /// Then these: sockets that go and come.
    Operations lists;
    Changes changes;
};

[[nodiscard]] MergedSockets mergeSockets(Told& told);

}  // namespace merging
