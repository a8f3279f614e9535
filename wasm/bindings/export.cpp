#include "export.h"

#include <algorithm>
#include <exception>

#include "merge/soup.h"
#include "merge/template.h"
#include "object_reader.h"

namespace bindings {
namespace {

constexpr const char* kNoExportBegun = "This export was not begun.";

class ExportReader : public ObjectReader {
public:
    ExportReader() : ObjectReader("an export") {}

    [[nodiscard]] exporting::Settings settingsOf(const val& from) {
        exporting::Settings out;
        if (!property(from, "restAnimation").isNull()) out.interpretation.restAnimation = count(from, "restAnimation");
        const val conjugates = property(from, "conjugateKeys");
        if (!conjugates.isNull()) out.interpretation.conjugateKeys = conjugates.isTrue();
        out.mesh.space.mirrors = property(from, "mirrors").isTrue();
        out.mesh.swaps = property(from, "swaps").isTrue();
        return out;
    }
    [[nodiscard]] std::vector<std::uint32_t> lodsOf(const val& from) { return numbers<std::uint32_t>(from, "lods"); }

    [[nodiscard]] exporting::WantedClip clipOf(const val& from) {
        exporting::WantedClip out;
        out.source = whole(from, "source");
        out.animation = count(from, "animation");
        if (!property(from, "origin").isNull()) out.origin = vector(from, "origin");
        out.times = array<double>(from, "times");
        return out;
    }
    [[nodiscard]] std::vector<exporting::WantedClip> clipsOf(const val& from) {
        std::vector<exporting::WantedClip> out;
        eachOf(from, "clips", [&](const val& clip) { out.push_back(clipOf(clip)); });
        return out;
    }

    [[nodiscard]] merging::Exported exportedOf(const val& from) {
        merging::Exported out;
        each(from, "levels", [&](const val& one) { out.levels.push_back({count(one, "piece"), count(one, "lod")}); });
        each(from, "animations", [&](const val& one) {
            out.animations.push_back({count(one, "animation"), array<std::uint32_t>(one, "keys")});
        });
        if (!property(from, "restAnimation").isNull()) out.restAnimation = count(from, "restAnimation");
        out.hasDeformation = property(from, "hasDeformation").isTrue();
        return out;
    }
};

val curvesObject(const exporting::Curves& curves) {
    val out = val::object();
    out.set("counts", copied(curves.counts));
    out.set("values", copied(curves.values));
    out.set("times", copied(curves.times));
    return out;
}

}  // namespace

val ExportWork::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

val ExportWork::begin(const val& settings) {
    return guarded([&] {
        ExportReader reader;
        const exporting::Settings read = reader.settingsOf(settings);
        if (!reader.reason().empty()) return refused(reader.reason());
        exporter_.emplace(std::move(bytes_), read);
        const exporting::Skeleton& skeleton = exporter_->skeleton();
        const std::vector<exporting::Placed> sockets = exporter_->sockets();
        std::vector<abc::Local> locals;
        std::vector<std::uint8_t> isThere;
        for (const auto& [local, isPlaced] : sockets) {
            locals.push_back(local);
            isThere.push_back(isPlaced ? 1 : 0);
        }
        val out = val::object();
        out.set("rest", copiedFloats(exporter_->rest()));
        out.set("inverseBinds", copiedFloats(exporter_->inverseBinds()));
        out.set("lost", copied(skeleton.lost));
        setCounts(out, {{"sheared", skeleton.sheared}});
        out.set("sockets", copiedFloats(locals));
        out.set("areSocketsThere", copied(isThere));
        return out;
    });
}

val ExportWork::mesh(std::uint32_t piece, const val& lods) const {
    return guarded([&] {
        ExportReader reader;
        const std::vector<std::uint32_t> read = reader.lodsOf(lods);
        if (!exporter_ || !reader.reason().empty()) return refused(exporter_ ? reader.reason() : kNoExportBegun);
        const exporting::MeshArrays made = exporter_->mesh(piece, read);
        val out = val::object();
        out.set("sources", copied(made.sources));
        out.set("positions", copied(made.positions));
        out.set("normals", copied(made.normals));
        out.set("uvs", copied(made.uvs));
        const bool isV6 = exporter_->model().family == abc::Family::V6;
        const std::uint32_t lod = isV6 || read.empty() ? 0 : read.front();
        out.set("marks", copied(merging::marksOf(piece, lod, made.sources)));
        out.set("joints", arrayOf(made.joints, [](const auto& joints) { return copied(joints); }));
        out.set("shares", arrayOf(made.shares, [](const auto& shares) { return copied(shares); }));
        out.set("levels", arrayOf(made.levels, [](const exporting::MeshLevel& level) {
                    val one = val::object();
                    one.set("lod", level.lod);
                    one.set("indices", copied(level.indices));
                    return one;
                }));
        out.set("off", copied(made.off));
        out.set("hasFixed", made.hasFixed);
        setCounts(out, {{"lost", made.lost}, {"unlike", made.unlike}, {"crowded", made.crowded}});
        return out;
    });
}

val ExportWork::addSource() {
    return guarded([&] {
        if (!exporter_) return refused(kNoExportBegun);
        exporter_->addSource(std::move(bytes_));
        return val::null();
    });
}

val ExportWork::animate(const val& clip, double mostAdded) {
    return guarded([&] {
        clip_.reset();
        isSampled_ = isBroken_ = false;
        ExportReader reader;
        exporting::WantedClip read = reader.clipOf(clip);
        if (!exporter_ || !reader.reason().empty()) return refused(exporter_ ? reader.reason() : kNoExportBegun);
        const std::string refusal = exporter_->refusalOf(read);
        if (!refusal.empty()) return refused(refusal);
        clip_.emplace(exporter_->clip(std::move(read), mostAdded > 0 ? static_cast<std::size_t>(mostAdded) : 0));
        return val::null();
    });
}

bool ExportWork::step() {
    try {
        isSampled_ = clip_ && !clip_->step();
    } catch (const std::exception&) {
        isBroken_ = true;
    }
    return clip_ && !isBroken_ && !isSampled_;
}

val ExportWork::animation() const {
    return guarded([&] {
        if (!isSampled_) return refused(isBroken_ ? kNoMemory : kNoExportBegun);
        val out = val::object();
        out.set("times", copied(clip_->times()));
        setCounts(out, {{"added", clip_->added()}});
        out.set("moved", copied(clip_->moved(exporter_->skeleton().rest)));
        out.set("translations", curvesObject(clip_->translations(exporter_->space())));
        out.set("rotations", curvesObject(clip_->rotations(exporter_->space())));
        return out;
    });
}

val ExportWork::morphs(std::uint32_t piece, std::uint32_t lod, const val& clips, double most) const {
    return guarded([&] {
        ExportReader reader;
        const std::vector<exporting::WantedClip> read = reader.clipsOf(clips);
        if (!exporter_ || !reader.reason().empty()) return refused(exporter_ ? reader.reason() : kNoExportBegun);
        for (const exporting::WantedClip& clip : read) {
            const std::string refusal = exporter_->refusalOf(clip);
            if (!refusal.empty()) return refused(refusal);
        }
        const auto plan = exporter_->morphs(piece, lod, read, most);
        if (!plan) return val::null();
        val out = val::object();
        out.set("vertices", copied(plan->vertices));
        out.set("targets", arrayOf(plan->targets, [](const auto& target) { return copied(target); }));
        out.set("turned", copied(plan->turned));
        out.set("normals", arrayOf(plan->normals, [](const auto& normals) { return copied(normals); }));
        out.set("tracks", arrayOf(plan->tracks, [](const exporting::MorphTrack& track) {
                    val one = val::object();
                    one.set("times", copied(track.times));
                    one.set("targets", copied(track.targets));
                    return one;
                }));
        out.set("deviation", plan->deviation);
        setCounts(out, {{"all", plan->all}, {"skipped", plan->skipped}});
        return out;
    });
}

val ExportWork::keptFile(const val& exported) const {
    return guarded([&] {
        ExportReader reader;
        const merging::Exported read = reader.exportedOf(exported);
        if (!exporter_ || !reader.reason().empty()) return refused(exporter_ ? reader.reason() : kNoExportBegun);
        return bytesObject(merging::templateOf(exporter_->document(), exporter_->model(), read));
    });
}

}  // namespace bindings
