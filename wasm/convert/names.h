// Names as a format can have them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace converting {

/// Gives each name once: what has come before, in whatever case, gets a number. In time linear in their length.
class Names {
public:
    /// @param longest bytes that a name may have
    explicit Names(std::size_t longest) : longest_(longest) {}

    /// Never given. Before any is.
    void forbid(std::string_view name);
    /// The name, cut to its length and with a number where that is needed.
    [[nodiscard]] std::string unique(std::string_view name);

private:
    std::size_t longest_;
    std::unordered_set<std::string> taken_;
    /// By name: the next number.
    std::unordered_map<std::string, std::size_t> next_;
};

}  // namespace converting
