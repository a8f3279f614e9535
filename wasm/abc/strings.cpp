#include "strings.h"

#include <algorithm>

namespace abc {

StringTally tally(Bytes bytes, std::vector<Text> strings) {
    // Most keyframes have no string.
    strings.erase(std::remove_if(strings.begin(), strings.end(), [](Text text) { return text.length == 0; }),
                  strings.end());
    // Sorted rather than hashed: eight bytes a string, however many a file has.
    const auto less = [bytes](Text a, Text b) { return view(bytes, a) < view(bytes, b); };
    const auto equal = [bytes](Text a, Text b) { return view(bytes, a) == view(bytes, b); };
    std::sort(strings.begin(), strings.end(), less);
    const auto end = std::unique(strings.begin(), strings.end(), equal);
    StringTally sum;
    for (auto text = strings.begin(); text != end; ++text) {
        ++sum.count;
        sum.length += text->length;
    }
    return sum;
}

}  // namespace abc
