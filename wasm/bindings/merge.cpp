#include "merge.h"

#include <algorithm>
#include <exception>

#include "object_reader.h"

namespace bindings {
namespace {

constexpr const char* kNoMergeBegun = "This merge was not begun.";

class TemplateReader : public ObjectReader {
public:
    TemplateReader() : ObjectReader("what was exported") {}

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
    [[nodiscard]] std::vector<std::uint32_t> verticesOf(const val& from) {
        return numbers<std::uint32_t>(from, "vertices");
    }
};

class MatrixReader : public ObjectReader {
protected:
    explicit MatrixReader(std::string whole) : ObjectReader(std::move(whole)) {}

    /// Twelve numbers each.
    [[nodiscard]] std::vector<abc::Affine> matrices(const val& from, const char* name) {
        const auto flat = array<double>(from, name);
        std::vector<abc::Affine> out(flat.size() / std::tuple_size_v<abc::Affine>);
        if (flat.size() % std::tuple_size_v<abc::Affine> != 0) refuse(name, "are not twelve numbers each");
        for (std::size_t i = 0; i < out.size(); ++i)
            std::copy_n(&flat[out[i].size() * i], out[i].size(), out[i].begin());
        return out;
    }
};

/// What vertices of a level are bound by.
class BindingReader : public MatrixReader {
public:
    BindingReader() : MatrixReader("a binding") {}

    [[nodiscard]] merging::Bound boundOf(const val& from, const abc::Model& model) {
        const std::uint32_t piece = count(from, "piece");
        const std::uint32_t lod = count(from, "lod");
        const auto places = array<float>(from, "places");
        const auto binds = matrices(from, "binds");
        const auto inverseBinds = matrices(from, "inverseBinds");
        if (places.size() != 3 * std::size_t{model.vertexCount(piece, lod)})
            refuse("places", "are not three numbers a vertex");
        if (binds.size() != model.nodes.size() || inverseBinds.size() != binds.size())
            refuse("binds", "are not one a node");
        if (!reason().empty()) return {};
        return model.family == abc::Family::V6 ? merging::boundMesh(model, places, binds)
                                               : merging::boundLevel(model, piece, lod, places, binds, inverseBinds);
    }
};

class MergeReader : public MatrixReader {
public:
    MergeReader() : MatrixReader("a merge") {}

    [[nodiscard]] merging::Rig rigOf(const val& from) {
        merging::Rig out;
        out.unit = number(from, "unit");
        out.x = number(from, "x");
        out.z = number(from, "z");
        out.swaps = property(from, "swaps").isTrue();
        out.binds = matrices(from, "binds");
        out.bindsNow = matrices(from, "bindsNow");
        out.inverseBinds = matrices(from, "inverseBinds");
        out.inverseNow = matrices(from, "inverseNow");
        out.isMoved = flags(from, "moved", out.nodes());
        const auto turns = array<double>(from, "turns");
        const auto rest = array<float>(from, "rest");
        if (turns.size() != 4 * out.nodes() || rest.size() != 7 * out.nodes()) {
            refuse("turns", "are not one a node");
            return out;
        }
        for (std::size_t node = 0; node < out.nodes(); ++node) {
            std::copy_n(&turns[4 * node], 4, out.turns.emplace_back().begin());
            auto& [translation, rotation] = out.rest.emplace_back();
            std::copy_n(&rest[7 * node], 3, translation.begin());
            std::copy_n(&rest[7 * node + 3], 4, rotation.begin());
        }
        out.undo = matrixOrNull(from, "undo");
        return out;
    }

    [[nodiscard]] merging::Settings settingsOf(const val& from, std::size_t nodes) {
        merging::Settings out;
        out.isTemplate = property(from, "isTemplate").isTrue();
        out.fillsNormals = property(from, "fillsNormals").isTrue();
        out.keys.conjugates = property(from, "conjugates").isTrue();
        out.keys.isRenamed = flags(from, "renamed", nodes);
        return out;
    }

    [[nodiscard]] merging::Mesh meshOf(const val& from) {
        merging::Mesh out;
        out.positions = array<float>(from, "positions");
        out.normals = array<float>(from, "normals");
        out.uvs = array<float>(from, "uvs");
        each(from, "marks", [&](const val& uvs) { out.marks.push_back(numbers<float>(uvs, "marks")); });
        out.corners = array<std::uint32_t>(from, "corners");
        out.indices = array<std::int32_t>(from, "indices");
        out.nodes = array<std::int32_t>(from, "nodes");
        out.shares = array<float>(from, "shares");
        out.carrier = whole(from, "carrier");
        out.matrix = matrixOrNull(from, "matrix");
        return out;
    }
    [[nodiscard]] std::vector<merging::Mesh> meshesOf(const val& from) {
        std::vector<merging::Mesh> out;
        eachOf(from, "more", [&](const val& mesh) { out.push_back(meshOf(mesh)); });
        return out;
    }

    [[nodiscard]] std::vector<std::vector<float>> targetsOf(const val& from) {
        std::vector<std::vector<float>> out;
        eachOf(from, "targets", [&](const val& target) { out.push_back(numbers<float>(target, "targets")); });
        return out;
    }

    [[nodiscard]] std::vector<merging::Channel> channelsOf(const val& from) {
        std::vector<merging::Channel> out;
        eachOf(from, "channels", [&](const val& channel) {
            out.push_back({count(channel, "node"), property(channel, "isRotation").isTrue(), curveOf(channel)});
        });
        return out;
    }
    [[nodiscard]] std::vector<double> timesOf(const val& from) { return numbers<double>(from, "times"); }

    [[nodiscard]] merging::MorphCurve morphsOf(const val& from) {
        return {array<float>(from, "times"), array<float>(from, "values"), property(from, "isStep").isTrue(),
                array<double>(from, "rest")};
    }

    [[nodiscard]] merging::Strings stringsOf(const val& from) {
        merging::Strings out;
        each(from, "changed", [&](const val& one) { out.changed[count(one, "key")] = text(one, "text"); });
        each(from, "added", [&](const val& one) { out.added[number(one, "time")] = text(one, "text"); });
        return out;
    }

    [[nodiscard]] merging::NewAnimation animationOf(const val& from) {
        merging::NewAnimation out;
        out.name = text(from, "name");
        out.extents = listOf<3>(from, "extents");
        out.interpolationTime = count(from, "interpolationTime");
        out.times = array<std::uint32_t>(from, "times");
        out.at = array<double>(from, "at");
        each(from, "strings", [&](const val& string) { out.strings.push_back(textOf(string, "strings")); });
        if (!merging::fits(out)) refuse("times", "are not one a key");
        return out;
    }

private:
    /// By node: whether a list of nodes has it.
    [[nodiscard]] std::vector<bool> flags(const val& from, const char* name, std::size_t nodes) {
        std::vector<bool> out(nodes);
        for (const std::uint32_t node : array<std::uint32_t>(from, name)) {
            if (node < nodes) {
                out[node] = true;
            } else {
                refuse(name, "are not nodes");
            }
        }
        return out;
    }

    [[nodiscard]] merging::Curve curveOf(const val& from) {
        merging::Curve out{array<float>(from, "times"), array<float>(from, "values")};
        const val how = property(from, "interpolation");
        const std::string name = how.isString() ? how.as<std::string>() : std::string{};
        if (name == "STEP") out.interpolation = merging::Interpolation::Step;
        if (name == "CUBICSPLINE") out.interpolation = merging::Interpolation::Spline;
        return out;
    }

    [[nodiscard]] std::optional<abc::Affine> matrixOrNull(const val& from, const char* name) {
        if (property(from, name).isNull()) return std::nullopt;
        const auto all = matrices(from, name);
        if (all.size() == 1) return all.front();
        refuse(name, "is not twelve numbers");
        return std::nullopt;
    }
};

val bytesObject(const merging::ByteList& bytes) {
    return copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

val setting(const merging::SetBytes& set) {
    val out = val::object();
    out.set("op", "set");
    out.set("path", set.path);
    out.set("value", bytesObject(set.value));
    return out;
}

/// What `ask` answers; a refusal without memory for it.
template <class Ask>
val guarded(Ask ask) {
    try {
        return ask();
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

/// Adds counts to an object.
void setCounts(val& out, std::initializer_list<std::pair<const char*, std::size_t>> counts) {
    for (const auto& [name, count] : counts) out.set(name, static_cast<double>(count));
}

}  // namespace

val MergeWork::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

val MergeWork::begin(const val& rig, const val& settings) {
    return guarded([&] {
        MergeReader reader;
        merging::Rig read = reader.rigOf(rig);
        const merging::Settings how = reader.settingsOf(settings, read.nodes());
        if (!reader.reason().empty()) return refused(reader.reason());
        merge_.emplace(std::move(bytes_), std::move(read), how);
        return merge_->refusal().empty() ? val::null() : refused(merge_->refusal());
    });
}

val MergeWork::level(std::uint32_t piece, std::uint32_t lod, const val& mesh) {
    return guarded([&] {
        MergeReader reader;
        const merging::Mesh read = reader.meshOf(mesh);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const merging::MergedLevel made = merge_->level(piece, lod, read);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        out.set("operation", made.operation ? setting(*made.operation) : val::null());
        out.set("triangles", copied(made.triangles));
        setCounts(out, {{"moved", made.moved},
                        {"weighted", made.weighted},
                        {"normals", made.normals},
                        {"texcoords", made.texcoords},
                        {"removed", made.removed},
                        {"added", made.added},
                        {"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::rebound(std::uint32_t piece, std::uint32_t lod) {
    return guarded([&] {
        if (!merge_) return refused(kNoMergeBegun);
        merge_->rebound(piece, lod);
        return val::null();
    });
}

val MergeWork::newPiece(const val& mesh) {
    return guarded([&] {
        MergeReader reader;
        const merging::Mesh read = reader.meshOf(mesh);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const merging::NewPiece made = merge_->newPiece(read);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        out.set("levels", arrayOf(made.levels, [](const merging::NewLevel& level) {
                    val one = val::object();
                    one.set("level", bytesObject(level.bytes));
                    one.set("triangles", copied(level.triangles));
                    return one;
                }));
        setCounts(out, {{"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::oldMesh(const val& mesh, const val& more) {
    return guarded([&] {
        MergeReader reader;
        const merging::Mesh read = reader.meshOf(mesh);
        const std::vector<merging::Mesh> others = reader.meshesOf(more);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const merging::MergedOldMesh& made = merge_->oldMesh(read, others);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        val anew = val::null();
        if (made.anew) {
            anew = val::object();
            anew.set("vertices", arrayOf(made.anew->vertices, bytesObject));
            anew.set("first", made.anew->first);
            anew.set("faces", bytesObject(made.anew->faces));
        }
        out.set("anew", anew);
        out.set("triangles", copied(made.triangles));
        setCounts(out, {{"moved", made.moved},
                        {"normals", made.normals},
                        {"nodes", made.nodes},
                        {"texcoords", made.texcoords},
                        {"removed", made.removed},
                        {"added", made.added},
                        {"several", made.several},
                        {"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::setTargets(const val& targets, double off) {
    return guarded([&] {
        MergeReader reader;
        const merging::Targets read{reader.targetsOf(targets), off};
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->setTargets(read);
        return refusal.empty() ? val::null() : refused(refusal);
    });
}

val MergeWork::play(const val& channels, const val& known) {
    return guarded([&] {
        MergeReader reader;
        std::vector<merging::Channel> read = reader.channelsOf(channels);
        std::optional<std::vector<double>> times;
        if (!known.isNull()) times = reader.timesOf(known);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->play(std::move(read), times);
        if (!refusal.empty()) return refused(refusal);
        val out = val::object();
        out.set("times", copied(merge_->times()));
        out.set("start", merge_->start());
        return out;
    });
}

val MergeWork::playMorphs(const val& curve) {
    return guarded([&] {
        MergeReader reader;
        merging::MorphCurve read = reader.morphsOf(curve);
        if (!isPlaying() || !reader.reason().empty()) return refused(isPlaying() ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->playMorphs(std::move(read));
        return refusal.empty() ? val::null() : refused(refusal);
    });
}

val MergeWork::moments() const {
    return guarded([&] { return isPlaying() ? copied(merge_->moments()) : refused(kNoMergeBegun); });
}

val MergeWork::poses(const val& times) const {
    return guarded([&] {
        MergeReader reader;
        const std::vector<double> read = reader.timesOf(times);
        if (!isPlaying() || !reader.reason().empty()) return refused(isPlaying() ? reader.reason() : kNoMergeBegun);
        return copied(merge_->poses(read));
    });
}

val MergeWork::likeness(std::uint32_t animation) const {
    return guarded([&] {
        if (!isPlaying() || !merge_->has(animation)) return refused(kNoMergeBegun);
        return val(merge_->likeness(animation));
    });
}

val MergeWork::keys(std::uint32_t animation) {
    return guarded([&] {
        if (!isPlaying() || !merge_->has(animation)) return refused(kNoMergeBegun);
        const merging::MergedKeys& made = merge_->keys(animation);
        val out = val::object();
        out.set("moments", made.moments);
        out.set("inserted", copied(made.inserted));
        out.set("removed", copied(made.removed));
        out.set("isSampled", made.isSampled);
        out.set("still", copied(made.still));
        out.set("moving", copied(made.moving));
        return out;
    });
}

val MergeWork::deform() const {
    return guarded([&] {
        if (!isPlaying() || !merge_->hasKeys()) return refused(kNoMergeBegun);
        return val(static_cast<double>(merge_->deform()));
    });
}

val MergeWork::rewrite(const val& strings) {
    return guarded([&] {
        MergeReader reader;
        const merging::Strings read = reader.stringsOf(strings);
        const bool isReady = isPlaying() && merge_->hasKeys();
        if (!isReady || !reader.reason().empty()) return refused(isReady ? reader.reason() : kNoMergeBegun);
        const auto made = merge_->rewrite(read);
        if (!made) return val::null();
        val out = val::object();
        out.set("bytes", bytesObject(made->bytes));
        out.set("moved", copied(made->moved));
        return out;
    });
}

val MergeWork::newAnimation(const val& made) const {
    return guarded([&] {
        MergeReader reader;
        const merging::NewAnimation read = reader.animationOf(made);
        if (!isPlaying() || !reader.reason().empty()) return refused(isPlaying() ? reader.reason() : kNoMergeBegun);
        return bytesObject(merge_->newAnimation(read));
    });
}

val MergeWork::write(const std::string& list, std::uint32_t index, double offset, const val& values) {
    return guarded([&] {
        MergeReader reader;
        const std::vector<double> read = reader.timesOf(values);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const bool isPlace = offset >= 0 && offset <= std::numeric_limits<std::uint32_t>::max();
        const bool isWritten = isPlace && merge_->write(list, index, static_cast<std::size_t>(offset), read);
        return isWritten ? val::null() : refused("These numbers are not in the file.");
    });
}

val MergeWork::operations() const {
    return guarded([&] { return merge_ ? arrayOf(merge_->operations(), setting) : refused(kNoMergeBegun); });
}

val templateObject(const core::Document& document, const abc::Model& model, const val& exported) {
    return guarded([&] {
        TemplateReader reader;
        const merging::Exported read = reader.exportedOf(exported);
        return reader.reason().empty() ? bytesObject(merging::templateOf(document, model, read))
                                       : refused(reader.reason());
    });
}

val boundObject(const abc::Model& model, const val& parts) {
    return guarded([&] {
        BindingReader reader;
        const merging::Bound bound = reader.boundOf(parts, model);
        if (!reader.reason().empty()) return refused(reader.reason());
        val out = val::object();
        out.set("positions", copied(bound.positions));
        out.set("start", copied(bound.start));
        out.set("joints", copied(bound.joints));
        out.set("shares", copied(bound.shares));
        out.set("off", copied(bound.off));
        setCounts(out, {{"unlike", bound.unlike}});
        return out;
    });
}

val marksObject(std::uint32_t piece, std::uint32_t lod, const val& vertices) {
    return guarded([&] {
        TemplateReader reader;
        const std::vector<std::uint32_t> read = reader.verticesOf(vertices);
        return reader.reason().empty() ? copied(merging::marksOf(piece, lod, read)) : refused(reader.reason());
    });
}

}  // namespace bindings
