// Text of lists (lta.md §1), as the tools lay it out.
#pragma once

#include <string_view>
#include <vector>

#include "abc/compose.h"

namespace converting {

class TextWriter {
public:
    /// A list on lines of its own, whose elements `body` writes.
    template <class Body>
    void block(std::string_view name, Body body) {
        line();
        open(name);
        ++depth_;
        body();
        --depth_;
        line();
        put(") ");
    }
    /// The same whose first element is a text in quotes.
    template <class Body>
    void block(std::string_view name, std::string_view first, Body body) {
        block(name, [&] {
            quoted(first);
            body();
        });
    }
    /// A list in the line.
    template <class Body>
    void list(std::string_view name, Body body) {
        open(name);
        body();
        put(") ");
    }
    /// A new line with as many tabs as there are blocks around it.
    void line();

    /// A text without quotes in it.
    void quoted(std::string_view text);
    void number(float number);
    void number(std::uint32_t number);
    void number(abc::Vec3 v) {
        for (const float each : {v.x, v.y, v.z}) number(each);
    }
    void number(abc::Quat q) {
        for (const float each : {q.x, q.y, q.z, q.w}) number(each);
    }
    /// A list of one thing.
    template <class Thing>
    void one(std::string_view name, const Thing& thing) {
        list(name, [&] { number(thing); });
    }
    void oneText(std::string_view name, std::string_view text) {
        list(name, [&] { quoted(text); });
    }
    /// A list of numbers.
    template <class Numbers>
    void numbers(std::string_view name, const Numbers& all) {
        list(name, [&] {
            for (const auto each : all) number(each);
        });
    }
    /// A table: rows of so many numbers, each on its line.
    void table(std::string_view name, std::span<const float> all, std::size_t columns);

    /// What is written next, for `unwritten`.
    void about(std::string_view what) { what_ = what; }
    /// What has a number that is none; empty where all of them could be written.
    [[nodiscard]] std::string_view unwritten() const { return unwritten_; }
    [[nodiscard]] std::vector<std::byte> finish() { return std::move(out_); }

private:
    void open(std::string_view name) {
        put("(");
        put(name);
        if (!name.empty()) put(" ");
    }
    void put(std::string_view text);

    std::vector<std::byte> out_;
    std::size_t depth_ = 0;
    std::string_view what_;
    std::string_view unwritten_;
};

}  // namespace converting
