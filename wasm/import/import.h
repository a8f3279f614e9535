// From a draft to the bytes of a model, a part of the work after the other: between two of them whoever asked may tell
// how far it is, or stop.
#pragma once

#include <optional>

#include "v6.h"

namespace importing {

struct Options {
    std::uint32_t version = 12;
    V6Options v6;
    /// Adds an animation in which the model stands still.
    bool addsStill = false;
};

class Import {
public:
    /// @param draft may be anything: what does not fit together is refused
    Import(Draft draft, const Options& options);

    /// Does a part of the work. False: all is done, or refused.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const;

    // After the last step:

    /// The file, or a sentence that says why there is none.
    [[nodiscard]] const abc::Written& written() const { return written_; }
    /// Of version 6.
    [[nodiscard]] const V6Facts* facts() const { return v6_ ? &v6_->facts() : nullptr; }

private:
    Draft draft_;
    std::uint32_t version_;
    std::optional<V6> v6_;
    abc::Written written_;
};

}  // namespace importing
