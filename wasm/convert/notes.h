// What a conversion says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace converting {

/// What the new file has no place for, what it has in addition, and why there is none: sentences.
class Notes {
public:
    /// @param target what is made, as sentences begin with it: `LTA`
    explicit Notes(std::string_view target) : target_(target) {}

    /// @param words what follows the name of the target
    void lose(const std::string& words) { lost.push_back(target_ + words); }
    void add(const std::string& words) { added.push_back(target_ + words); }
    void refuse(const std::string& words) {
        if (refusal.empty()) refusal = target_ + words;
    }
    /// The same where something is counted, and nothing where there is none of it.
    /// @param words what the target is like: ` has no sockets`
    /// @param one, several what follows the count: `socket is omitted`
    void loseCounted(std::string_view words, std::size_t count, std::string_view one, std::string_view several);

    std::vector<std::string> lost;
    std::vector<std::string> added;
    /// A whole sentence.
    std::string refusal;

private:
    std::string target_;
};

}  // namespace converting
