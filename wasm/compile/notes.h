// What a compiled model does not have of its text, and what it has more: sentences with numbers.
#pragma once

#include <string>
#include <vector>

#include "core/words.h"

namespace compiling {

/// Sentences about the file that is made, in its order.
struct Notes {
    std::vector<std::string> lost;
    std::vector<std::string> added;

    void lose(std::string words) { lost.push_back(std::move(words)); }
    void add(std::string words) { added.push_back(std::move(words)); }
    /// “2 sockets are …”, where there are any.
    void loseSome(std::uint64_t count, std::string_view one, std::string_view several, std::string_view words) {
        if (count > 0) lose(core::counted(count, one, several).append(words));
    }
    void addSome(std::uint64_t count, std::string_view one, std::string_view several, std::string_view words) {
        if (count > 0) add(core::counted(count, one, several).append(words));
    }
};

}  // namespace compiling
