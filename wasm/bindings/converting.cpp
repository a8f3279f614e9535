// The module of conversions: loaded only when a model is to become one of another format.
#include <emscripten/bind.h>

#include <optional>

#include "convert/convert.h"
#include "export/any_model.h"
#include "memory.h"
#include "object_reader.h"

namespace bindings {
namespace {

val textList(const std::vector<std::string>& texts) {
    return arrayOf(texts, [](const std::string& text) { return text; });
}

class ConvertedFile {
public:
    [[nodiscard]] val allocate(double size);
    /// Reads the bytes. False without memory.
    /// @param format that the reading module took them for: of packed text it has unpacked the bytes
    [[nodiscard]] bool read(const std::string& format);

    [[nodiscard]] val targets() const { return textList(converting::targetsOf(*document_)); }
    /// ConvertedModel in types/convert.ts, or NotWritten.
    [[nodiscard]] val convert(const std::string& target) const;

private:
    std::vector<std::byte> bytes_;
    std::optional<core::Document> document_;
};

val ConvertedFile::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

bool ConvertedFile::read(const std::string& format) {
    try {
        document_.emplace(exporting::parseAny(bytes_));
        const bool isUnpacked = document_->format == core::Format::Lta && format == "ltc";
        if (isUnpacked) document_->format = core::Format::Ltc;
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

val ConvertedFile::convert(const std::string& target) const {
    const converting::Made made = converting::convert(*document_, target);
    if (!made.refusal.empty()) return refused(made.refusal);
    val out = val::object();
    out.set("bytes", bytesObject(made.bytes));
    out.set("lost", textList(made.lost));
    out.set("added", textList(made.added));
    return out;
}

val noMemoryToConvert() {
    return refused(kNoMemory);
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(converting) {
    using namespace bindings;
    emscripten::function("memory", &memoryInUse);
    emscripten::function(
        "allTargets", +[] { return textList(converting::allTargets()); });
    emscripten::class_<ConvertedFile>("File")
        .constructor<>()
        .function("allocate", &ConvertedFile::allocate)
        .function("read", &ConvertedFile::read)
        .function("targets", &Guarded<ConvertedFile, &ConvertedFile::targets, emptyList>::ask)
        .function("convert", &Guarded<ConvertedFile, &ConvertedFile::convert, noMemoryToConvert>::ask);
}
