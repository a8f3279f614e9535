#include "notes.h"

#include "core/words.h"

namespace converting {

void Notes::loseCounted(std::string_view words, std::size_t count, std::string_view one, std::string_view several) {
    if (count == 0) return;
    lose(std::string(words).append(": ").append(core::counted(count, one, several)).append("."));
}

}  // namespace converting
