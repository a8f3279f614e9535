// The module of the textures: a DTX as JavaScript sees it (RawTexture in module.d.ts).
#include "core/verdict.h"
#include "dtx/texture.h"
#include "dtx/validate.h"
#include "dtx/versions.h"
#include "findings.h"
#include "memory.h"
#include "schema.h"
#include "structure.h"

namespace bindings {
namespace {

/// Bits of Flags and what they are called (dtx.md). Bit 2 means another thing in v−5.
struct FlagName {
    std::uint32_t bit;
    const char* name;
    const char* before5;
};
constexpr FlagName FLAGS[] = {
    {1, "FULLBRITE", "FULLBRITE"},     {2, "PREFER16BIT", "ALPHA_PLANES"}, {8, "SECTIONSFIXED", "SECTIONSFIXED"},
    {128, "PREFER4444", "PREFER4444"}, {256, "PREFER5551", "PREFER5551"},  {1024, "CUBEMAP", "CUBEMAP"},
    {2048, "BUMPMAP", "BUMPMAP"},
};

val flagNames(const dtx::Texture& texture) {
    val out = val::array();
    std::size_t i = 0;
    for (const FlagName& flag : FLAGS) {
        if ((texture.flags & flag.bit) != 0) out.set(i++, texture.version == -5 ? flag.name : flag.before5);
    }
    return out;
}

val level(const dtx::Level& level) {
    val out = val::object();
    out.set("width", level.width);
    out.set("height", level.height);
    out.set("offset", level.offset);
    out.set("length", level.length);
    out.set("alphaOffset", level.alphaOffset);
    out.set("alphaLength", level.alphaLength);
    return out;
}

class TextureFile final : public StructureFile {
public:
    [[nodiscard]] val info() const;
    [[nodiscard]] val texture() const;
    [[nodiscard]] val schema() const;
    [[nodiscard]] val pixels(std::uint32_t index, std::uint32_t face) const;
    [[nodiscard]] val compressed(std::uint32_t index, std::uint32_t face) const;

private:
    void read(core::Bytes bytes) override;
    void clear() noexcept override { texture_.reset(); }
    [[nodiscard]] val commandString() const;

    std::optional<dtx::Texture> texture_;
};

void TextureFile::read(core::Bytes bytes) {
    dtx::File file = dtx::parse(bytes);
    findings_ = dtx::validate(file);
    texture_ = std::move(file.texture);
    document_.emplace(std::move(file.document));
    verdict_ = core::engineVerdict(*document_, findings_);
    // ModelEdit shows textures, and nothing else is known of what it does with them.
    editorVerdict_ = verdict_;
}

val TextureFile::commandString() const {
    return texture_ ? text(texture_->commandString) : val("");
}

val TextureFile::info() const {
    val out = infoWithoutModel();
    out.set("version", static_cast<std::int32_t>(document_->version));
    val header = fieldsOf("Header");
    if (texture_) header.set("CommandString", commandString());
    out.set("header", header);
    out.set("commandString", commandString());
    return out;
}

val TextureFile::texture() const {
    if (!texture_) return val::null();
    val out = val::object();
    out.set("version", texture_->version);
    out.set("width", texture_->width);
    out.set("height", texture_->height);
    out.set("format", enumName(dtx::kFormatNames, texture_->format));
    out.set("decodable", texture_->isDecodable());
    out.set("faces",
            arrayOf(texture_->faces, [](const std::vector<dtx::Level>& levels) { return arrayOf(levels, level); }));
    out.set("flags", texture_->flags);
    out.set("flagNames", flagNames(*texture_));
    out.set("userFlags", static_cast<std::int32_t>(texture_->userFlags));
    out.set("group", texture_->group);
    out.set("commandString", commandString());
    out.set("alpha", enumName(dtx::kAlphaNames, dtx::alphaOf(bytes_, *texture_)));
    return out;
}

val TextureFile::schema() const {
    if (!document_->versionKnown) return val::null();
    using dtx::schema::Id;
    const core::Dialect dialect(dtx::anyFormatOf(static_cast<std::int32_t>(document_->version)));
    std::vector<SchemaPart> parts;
    for (const Id id : {Id::Header, Id::Palette, Id::Mips, Id::AlphaPlanes, Id::Sections}) {
        parts.push_back({dialect.describe(id).name, id});
    }
    return schemaOf(dialect, parts);
}

val TextureFile::pixels(std::uint32_t index, std::uint32_t face) const {
    if (!texture_) return val::null();
    const std::vector<std::uint8_t> decoded = dtx::decode(bytes_, *texture_, face, index);
    if (decoded.empty()) return val::null();
    // The view dies with the next growth of the memory; the constructor copies it into an array of its own.
    return val::global("Uint8ClampedArray").new_(emscripten::typed_memory_view(decoded.size(), decoded.data()));
}

val TextureFile::compressed(std::uint32_t index, std::uint32_t face) const {
    const dtx::Level* level = texture_ ? texture_->level(face, index) : nullptr;
    const bool isCompressed =
        level != nullptr && texture_->format >= dtx::Format::Dxt1 && texture_->format <= dtx::Format::Dxt5;
    if (!isCompressed) return val::null();
    val out = val::object();
    out.set("format", enumName(dtx::kFormatNames, texture_->format));
    const std::span<const std::byte> bytes = std::span<const std::byte>(bytes_).subspan(level->offset, level->length);
    out.set("bytes", copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())));
    return out;
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(dtx) {
    using namespace bindings;
    emscripten::function(
        "catalogue", +[] { return catalogue(dtx::textureCatalogue()); });
    emscripten::function("memory", &memoryInUse);
    emscripten::function("columnNames", &columnNames);
    structureClass<TextureFile>("File")
        .function("texture", &askAtOpening<TextureFile, &TextureFile::texture>)
        .function("schema", &Guarded<TextureFile, &TextureFile::schema, nothing>::ask)
        .function("pixels", &Guarded<TextureFile, &TextureFile::pixels, nothing>::ask)
        .function("compressed", &Guarded<TextureFile, &TextureFile::compressed, nothing>::ask);
}
