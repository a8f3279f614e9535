// In the module of the textures: a sprite as JavaScript sees it (RawSprite in dtx-module.d.ts).
#include <algorithm>

#include "core/verdict.h"
#include "findings.h"
#include "schema.h"
#include "spr/schema.h"
#include "spr/sprite.h"
#include "spr/validate.h"
#include "structure.h"

namespace bindings {
namespace {

/// Paths that are listed; those after them are in the structure. The longest sprite of the games has some dozens.
constexpr std::size_t kMostListed = 1000;

class SpriteFile final : public StructureFile {
public:
    [[nodiscard]] val info() const;
    [[nodiscard]] val sprite() const;
    [[nodiscard]] val schema() const;

private:
    void read(core::Bytes bytes) override;
    void clear() noexcept override { sprite_.reset(); }

    std::optional<spr::Sprite> sprite_;
};

void SpriteFile::read(core::Bytes bytes) {
    spr::File file = spr::parse(bytes);
    findings_ = spr::validate(file);
    sprite_ = std::move(file.sprite);
    document_.emplace(std::move(file.document));
    verdict_ = core::engineVerdict(*document_, findings_);
    // Nothing is known of what ModelEdit does with sprites.
    editorVerdict_ = verdict_;
}

val SpriteFile::info() const {
    val out = infoWithoutModel();
    if (!sprite_) return out;
    val header = val::object();
    header.set("FrameCount", sprite_->frameCount);
    header.set("FramesPerSecond", sprite_->framesPerSecond);
    header.set("Transparent", sprite_->transparent);
    header.set("Translucent", sprite_->translucent);
    header.set("ColorKey", sprite_->colorKey);
    out.set("header", header);
    return out;
}

val SpriteFile::sprite() const {
    if (!sprite_) return val::null();
    val out = val::object();
    out.set("framesPerSecond", sprite_->framesPerSecond);
    out.set("transparent", sprite_->transparent);
    out.set("translucent", sprite_->translucent);
    out.set("colorKey", sprite_->colorKey);
    const std::size_t listed = std::min(sprite_->frames.size(), kMostListed);
    out.set("frames",
            arrayOf(std::span(sprite_->frames).first(listed), [this](core::Text path) { return text(path); }));
    out.set("frameCount", sprite_->frames.size());
    return out;
}

val SpriteFile::schema() const {
    if (!document_->versionKnown) return val::null();
    const spr::schema::Id part = spr::schema::Id::Sprite;
    const SchemaPart parts[] = {{document_->dialect.describe(part).name, part}};
    return schemaOf(document_->dialect, parts);
}

}  // namespace
}  // namespace bindings

EMSCRIPTEN_BINDINGS(spr) {
    using namespace bindings;
    emscripten::function(
        "spriteCatalogue", +[] { return catalogue(spr::spriteCatalogue()); });
    structureClass<SpriteFile>("Sprite")
        .function("sprite", &askAtOpening<SpriteFile, &SpriteFile::sprite>)
        .function("schema", &Guarded<SpriteFile, &SpriteFile::schema, nothing>::ask);
}
