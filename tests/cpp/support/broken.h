// Files that are wrong in one way each: every entry of the catalogue that one file can provoke.
#pragma once

#include <abc/codes.h>

#include <set>
#include <span>

#include "fixtures.h"

namespace abc::testing {

struct BrokenFile {
    Code code;
    File (*make)();
    /// Of the first place; empty: the file as a whole.
    std::string_view path;
    std::uint32_t count = 1;
    /// What cannot but come with it.
    std::set<Code> also = {};
};

/// One a code.
[[nodiscard]] std::span<const BrokenFile> brokenFiles();

}  // namespace abc::testing
