#include "names.h"

#include "core/words.h"

namespace converting {

void Names::forbid(std::string_view name) {
    taken_.insert(core::lowered(name));
}

std::string Names::unique(std::string_view name) {
    std::string out(name.substr(0, longest_));
    std::string lowered = core::lowered(out);
    if (taken_.insert(lowered).second) return out;
    std::size_t& number = next_.emplace(lowered, 2).first->second;
    for (;; ++number) {
        const std::string end = "_" + std::to_string(number);
        out = std::string(name.substr(0, longest_ - end.size())) + end;
        if (taken_.insert(core::lowered(out)).second) return out;
    }
}

}  // namespace converting
