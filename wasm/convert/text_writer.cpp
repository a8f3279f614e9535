#include "text_writer.h"

#include <cmath>
#include <string>

#include "lta/decimal.h"

namespace converting {

void TextWriter::put(std::string_view text) {
    const auto* const from = reinterpret_cast<const std::byte*>(text.data());
    out_.insert(out_.end(), from, from + text.size());
}

void TextWriter::line() {
    if (out_.empty()) return;
    out_.push_back(std::byte{'\n'});
    out_.insert(out_.end(), depth_, std::byte{'\t'});
}

void TextWriter::quoted(std::string_view text) {
    put("\"");
    put(text);
    put("\" ");
}

void TextWriter::number(float number) {
    if (!std::isfinite(number)) {
        if (unwritten_.empty()) unwritten_ = what_;
        return;
    }
    char digits[lta::kMostDigits];
    put({digits, lta::writeShortest(number, digits)});
    put(" ");
}

void TextWriter::number(std::uint32_t number) {
    put(std::to_string(number));
    put(" ");
}

void TextWriter::table(std::string_view name, std::span<const float> all, std::size_t columns) {
    block(name, [&] {
        block("", [&] {
            for (std::size_t at = 0; at < all.size(); at += columns) {
                line();
                numbers("", all.subspan(at, columns));
            }
        });
    });
}

}  // namespace converting
