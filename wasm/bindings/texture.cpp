#include "texture.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "core/names.h"
#include "dtx/deviation.h"
#include "dtx/write.h"
#include "object_reader.h"

namespace bindings {
namespace {

/// Reads an image and what it is to be.
class TextureReader : public ObjectReader {
public:
    TextureReader() : ObjectReader("a new texture") {}

    [[nodiscard]] dtx::Image imageOf(const val& from) {
        dtx::Image out;
        out.width = count(from, "width");
        out.height = count(from, "height");
        const std::vector<std::uint8_t> bytes = bytesOf(property(from, "data"));
        if (bytes.size() / sizeof(dtx::Pixel) != std::uint64_t{out.width} * out.height ||
            bytes.size() % sizeof(dtx::Pixel) != 0) {
            refuse("data", "has not four bytes for each pixel");
            return {};
        }
        out.pixels.resize(bytes.size() / sizeof(dtx::Pixel));
        std::memcpy(out.pixels.data(), bytes.data(), bytes.size());
        return out;
    }

    [[nodiscard]] dtx::Wish wishOf(const val& from) {
        dtx::Wish out;
        const auto version = static_cast<std::int32_t>(wholeOf(property(from, "version"), "version", -999, 999));
        if (version != 0) out.version = version;
        const std::string format = bindings::textOf(property(from, "format"));
        if (!format.empty()) {
            const auto* const known =
                std::find(std::begin(dtx::kFormatNames), std::end(dtx::kFormatNames), std::string_view(format));
            if (known == std::end(dtx::kFormatNames)) refuse("format", "is not the name of a format");
            out.format = static_cast<dtx::Format>(known - std::begin(dtx::kFormatNames));
        }
        out.mips = count(from, "mips");
        out.flags = count(from, "flags");
        out.userFlags = count(from, "userFlags");
        out.group = static_cast<std::uint32_t>(wholeOf(property(from, "group"), "group", 0, 255));
        std::string reason;
        out.command = latin1Of(bindings::textOf(property(from, "command")), reason);
        if (!reason.empty()) refuse(reason);
        out.holesBelow = static_cast<std::uint32_t>(wholeOf(property(from, "holesBelow"), "holesBelow", 0, 256));
        return out;
    }
};

val distanceObject(const dtx::Distance& distance) {
    val out = val::object();
    out.set("psnr", distance.psnr ? val(*distance.psnr) : val::null());
    out.set("largest", distance.largest);
    return out;
}

/// The bytes, what they show, and how far that is from the image.
val written(std::span<const std::byte> bytes, const dtx::Image& image) {
    const dtx::Texture texture = dtx::parse(bytes).texture.value();
    const std::vector<std::uint8_t> shown = dtx::decode(bytes, texture, 0, 0);
    const auto* const pixels = reinterpret_cast<const dtx::Pixel*>(shown.data());
    const dtx::Deviation deviation = dtx::deviationOf(image.pixels, {pixels, shown.size() / sizeof(dtx::Pixel)},
                                                      texture.format == dtx::Format::Dxt1);
    val out = val::object();
    out.set("bytes", copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())));
    out.set("version", texture.version);
    out.set("format", enumName(dtx::kFormatNames, texture.format));
    out.set("mips", texture.mipCount);
    out.set("pixels", copied(shown));
    out.set("color", distanceObject(deviation.color));
    out.set("alpha", distanceObject(deviation.alpha));
    return out;
}

}  // namespace

val textureVersions() {
    return arrayOf(dtx::writtenVersions(), [](const dtx::WrittenVersion& one) {
        val out = val::object();
        out.set("version", one.version);
        out.set("formats",
                arrayOf(one.formats, [](dtx::Format format) { return enumName(dtx::kFormatNames, format); }));
        out.set("hasCommand", one.hasCommand);
        return out;
    });
}

val writtenTexture(const val& image, const val& wish, const val& progress) {
    val refused = val::object();
    try {
        TextureReader reader;
        const dtx::Image pixels = reader.imageOf(image);
        const dtx::Wish wanted = reader.wishOf(wish);
        std::string reason = reader.reason();
        if (reason.empty()) {
            const bool isTold = progress.typeOf().as<std::string>() == "function";
            const dtx::WriteProgress tell = [&](double share) {
                if (isTold) progress(share);
                return true;
            };
            const dtx::WrittenTexture made = dtx::write(pixels, wanted, tell);
            if (made.refusal.empty()) return written(made.bytes, pixels);
            reason = made.refusal;
        }
        refused.set("refused", reason);
    } catch (const WrongArgument&) {
        refused.set("refused", std::string("A part of a new texture has another type than it must have."));
    } catch (const std::exception&) {
        refused.set("refused", std::string("There is not enough memory for this texture."));
    }
    return refused;
}

}  // namespace bindings
