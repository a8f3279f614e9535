#include "retarget.h"

#include "edit.h"
#include "object_reader.h"
#include "retarget/bake.h"

namespace bindings {
namespace {

/// Characters of a name.
constexpr std::size_t kLongestText = 0xFFFF;

class OptionsReader : public ObjectReader {
public:
    OptionsReader() : ObjectReader("the options of a retarget") {}

    [[nodiscard]] retargeting::Options read(const val& from) {
        retargeting::Options out;
        if (!isObject(from)) {
            refuse("The options of a retarget must be an object.");
            return out;
        }
        const val similar = from["similar"];
        if (!similar.isUndefined()) out.pairing.similar = similar.isTrue();
        const val translations = from["translations"];
        if (!translations.isUndefined()) {
            const std::string word = text(from, "translations");
            if (word == core::nameOf(retargeting::kTranslationsNames, retargeting::Translations::All)) {
                out.translations = retargeting::Translations::All;
            } else if (word != core::nameOf(retargeting::kTranslationsNames, retargeting::Translations::Root)) {
                refuse("translations", "must be “root” or “all”");
            }
        }
        const val scale = from["scale"];
        if (!scale.isUndefined()) {
            out.scale = numberOf(scale, "scale");
            if (!(*out.scale >= 1e-4 && *out.scale <= 1e4)) refuse("scale", "must be a number from 0.0001 to 10,000");
        }
        const val map = from["map"];
        if (!map.isUndefined()) {
            eachOf(map, "map", [&](const val& pair) {
                if (!pair.isArray()) return refuse("map", "is not a list of pairs");
                out.pairing.choices.emplace_back(indexOf(pair[0]), indexOf(pair[1]));
            });
        }
        return out;
    }

    /// Of a clip that is wanted, whose name may be left out.
    void readClip(const val& from, retargeting::Motion& motion) {
        const val name = property(from, "name");
        if (name.isUndefined()) return;
        motion.name = textOf(name, "name");
        if (motion.name.size() > kLongestText) refuse("A name can have at most 65,535 characters.");
    }
    [[nodiscard]] std::uint32_t index(const val& from, const char* name) { return count(from, name); }

private:
    /// −1: none.
    [[nodiscard]] std::uint32_t indexOf(const val& from) {
        const double index = wholeOf(from, "map", -1, static_cast<double>(core::kNone) - 1);
        return index < 0 ? core::kNone : static_cast<std::uint32_t>(index);
    }
};

}  // namespace

val pairedNodes(const ReadModel& target, const ReadModel& source, const val& options) {
    OptionsReader reader;
    const retargeting::Options given = reader.read(options);
    if (!reader.reason().empty()) return refused(reader.reason());
    const retargeting::Retargeter retargeter(target.model, source.model, given);
    const retargeting::Pairing& pairing = retargeter.pairing();
    const std::vector<std::int32_t> nodes(pairing.source.begin(), pairing.source.end());
    val out = val::object();
    // kNone is −1 there.
    out.set("source", copied(nodes));
    out.set("by", arrayOf(pairing.by, [](retargeting::By by) { return enumName(retargeting::kByNames, by); }));
    out.set("unused", copied(pairing.unused));
    out.set("scale", retargeter.scale());
    out.set("scaleFrom", enumName(retargeting::kScaleFromNames, retargeter.scaleFrom()));
    out.set("whyNot", retargeting::whyNotBaked(target.document));
    return out;
}

val retargetedAnimation(const ReadModel& target, const ReadModel& source, const val& options, const val& wanted) {
    OptionsReader reader;
    const retargeting::Options given = reader.read(options);
    const std::uint32_t animation = reader.index(wanted, "animation");
    const std::uint32_t before = reader.index(wanted, "before");
    const std::uint32_t keysBefore = reader.index(wanted, "keysBefore");
    if (!reader.reason().empty()) return refused(reader.reason());
    const std::string why = retargeting::whyNotBaked(target.document);
    if (!why.empty()) return refused(why);
    const retargeting::Retargeter retargeter(target.model, source.model, given);
    const std::string refusal = retargeter.refusal(animation, keysBefore);
    if (!refusal.empty()) return refused(refusal);
    retargeting::Motion motion = retargeter.animation(animation);
    reader.readClip(wanted, motion);
    if (!reader.reason().empty()) return refused(reader.reason());
    val out = val::object();
    out.set("keys", static_cast<double>(retargeter.keysOf(animation)));
    out.set("operations", operationsList(retargeting::baked(target.document, target.model, motion, before)));
    return out;
}

}  // namespace bindings
