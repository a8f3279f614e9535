// Numbers for JavaScript, a column after the other (wasm/js/columns.ts), in every module the same.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/records.h"

namespace bindings {

/// Columns of numbers of four bytes. Before each stands how many it has.
class Columns {
public:
    /// What `get` says of each element: a number of four bytes, or a struct of such numbers.
    template <class List, class Get>
    void add(const List& list, Get get) {
        using Value = std::remove_cvref_t<decltype(get(*list.begin()))>;
        static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) % kWord == 0);
        std::uint32_t* at = begin(list.size() * sizeof(Value) / kWord);
        for (const auto& element : list) {
            const Value value = get(element);
            std::memcpy(at, &value, sizeof value);
            at += sizeof(Value) / kWord;
        }
    }

    /// The elements themselves.
    template <class List>
    void add(const List& list) {
        add(list, [](const auto& element) { return element; });
    }

    /// Where the text of each element lies in the file, whose bytes JavaScript has: two columns.
    template <class List, class Get>
    void addTexts(const List& list, Get get) {
        add(list, [&](const auto& element) { return core::Text(get(element)).offset; });
        add(list, [&](const auto& element) { return core::Text(get(element)).length; });
    }
    template <class List>
    void addNames(const List& list) {
        addTexts(list, [](const auto& element) { return element.name; });
    }

    [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

private:
    /// Bytes of a number.
    static constexpr std::size_t kWord = 4;

    /// Room for a column.
    std::uint32_t* begin(std::size_t count) {
        words_.push_back(static_cast<std::uint32_t>(count));
        const std::size_t start = words_.size();
        words_.resize(start + count);
        return words_.data() + start;
    }

    std::vector<std::uint32_t> words_;
};

/// A place in a list as JavaScript has it: −1 for none.
[[nodiscard]] constexpr std::int32_t orMinusOne(std::uint32_t index) {
    return index == core::kNone ? -1 : static_cast<std::int32_t>(index);
}

}  // namespace bindings
