// The only file that knows Embind: the C++ core as JavaScript objects and typed arrays. Everything that
// leaves is a copy, because a view of WebAssembly memory dies, silently, when the memory grows. Nothing
// is thrown across: std::bad_alloc ends as a finding or as an empty answer.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <vector>

#include "abc/deform.h"
#include "abc/schema_common.h"
#include "abc/validate.h"
#include "abc/verdict.h"
#include "abc/words.h"

namespace {

using abc::Place;
using emscripten::val;

constexpr const char* FORMATS[] = {"abc", "empty", "alembic", "music", "ltb", "lta", "dtx", "rez", "unknown"};
constexpr const char* SEVERITIES[] = {"error", "warning", "information", "hint"};
constexpr const char* ENGINES[] = {"unknown", "unaffected", "flawed", "refused"};
constexpr const char* VERDICTS[] = {"loads", "flawed", "refused", "unknown"};
constexpr const char* STATES[] = {"known", "opaque", "unreferenced", "unparsed"};
constexpr const char* ROLES[] = {"none",     "section",        "piece", "lod",         "face",       "corner",
                                 "vertex",   "weight",         "node",  "weightSet",   "childModel", "animation",
                                 "keyframe", "nodeTransforms", "key",   "deformation", "socket",     "bindingList",
                                 "binding"};
constexpr const char* KINDS[] = {"file", "struct", "array", "leaf"};
constexpr std::uint16_t kNoSection = 0xFFFF;

/// A typed array of its own with the elements of a vector.
template <class T>
val copied(const std::vector<T>& values) {
    return val(emscripten::typed_memory_view(values.size(), values.data())).call<val>("slice");
}

val copied(const float* values, std::size_t count) {
    return val(emscripten::typed_memory_view(count, values)).call<val>("slice");
}

val vector3(abc::Vec3 v) {
    val out = val::array();
    out.set(0, v.x);
    out.set(1, v.y);
    out.set(2, v.z);
    return out;
}

val quaternion(abc::Quat q) {
    val out = val::array();
    out.set(0, q.x);
    out.set(1, q.y);
    out.set(2, q.z);
    out.set(3, q.w);
    return out;
}

/// Builds a JavaScript array by calling `make` for each element.
template <class List, class Make>
val arrayOf(const List& list, Make make) {
    val out = val::array();
    std::size_t i = 0;
    for (const auto& element : list) out.set(i++, make(element));
    return out;
}

struct Parsed {
    explicit Parsed(abc::Bytes bytes)
        : document(abc::parse(bytes)),
          model(abc::buildModel(document)),
          winding(abc::windingVote(model)),
          findings(abc::validate(document, model, winding)) {}

    abc::Document document;
    abc::Model model;
    abc::WindingVote winding;
    abc::Findings findings;
};

class File {
public:
    val allocate(double size) {
        try {
            bytes_.assign(static_cast<std::size_t>(size), std::byte{});
        } catch (const std::exception&) {
            outOfMemory();
            return val::null();
        }
        return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
    }

    void parse() {
        try {
            parsed_ = std::make_unique<Parsed>(bytes_);
        } catch (const std::bad_alloc&) {
            outOfMemory();
        }
    }

    [[nodiscard]] val info() const;
    [[nodiscard]] val findings() const;
    [[nodiscard]] bool findingsTruncated() const { return parsed_->findings.truncated(); }
    [[nodiscard]] val engine() const;
    [[nodiscard]] val coverage() const;
    [[nodiscard]] val leaves(std::uint32_t start, std::uint32_t end) const;
    [[nodiscard]] val paths(std::uint32_t start, std::uint32_t end) const;
    [[nodiscard]] val resolve(const std::string& path) const;
    [[nodiscard]] val children(const std::string& path, std::uint32_t from, std::uint32_t count) const;
    [[nodiscard]] val ancestors(std::uint32_t offset) const;
    [[nodiscard]] val mesh(std::uint32_t piece, std::uint32_t level) const;
    [[nodiscard]] val keyframes(std::uint32_t animation) const;
    [[nodiscard]] val evaluate(const File& source, std::int32_t animation, double timeMs, bool loop,
                               std::uint32_t level, const val& origin) const;

    /// A file of which nothing could be read for want of memory, and a finding that says so.
    void outOfMemory() {
        bytes_ = {};
        parsed_ = std::make_unique<Parsed>(abc::Bytes{});
        parsed_->document.format = abc::Format::Unknown;
        parsed_->findings = {};
        parsed_->findings.add(abc::Code::OutOfMemory, {});
    }

private:
    [[nodiscard]] val node(const Place& place, const std::string& path) const;
    [[nodiscard]] std::uint16_t sectionAt(std::uint32_t offset) const;
    [[nodiscard]] val text(abc::Text text) const { return val(abc::utf8FromLatin1(parsed_->document.text(text))); }
    [[nodiscard]] val header() const;
    [[nodiscard]] val pieces() const;
    [[nodiscard]] val nodes() const;
    [[nodiscard]] val animations() const;
    void setAnimationParts(val& out) const;

    std::vector<std::byte> bytes_;
    std::unique_ptr<Parsed> parsed_;
};

std::uint16_t File::sectionAt(std::uint32_t offset) const {
    const auto& sections = parsed_->document.sections;
    const auto after =
        std::upper_bound(sections.begin(), sections.end(), offset,
                         [](std::uint32_t at, const abc::Section& section) { return at < section.offset; });
    if (after == sections.begin() || offset >= (after - 1)->end) return kNoSection;
    return static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(after - sections.begin() - 1, kNoSection - 1));
}

val File::header() const {
    const auto& document = parsed_->document;
    val out = val::object();
    if (!document.versionKnown || document.dialect.version().family == abc::Family::V6) return out;
    const abc::Walk walk = document.walk();
    const auto section = walk.resolve("Header");
    if (!section) return out;
    walk.children(*section, {}, 0, abc::kNone, [&](const Place& place, const std::string&) {
        if (place.field == nullptr) return;
        const std::string name(place.field->name);
        if (place.kind == Place::Kind::Array) {
            val list = val::array();
            for (std::uint32_t i = 0; i < place.count; ++i) list.set(i, abc::load<float>(bytes_, place.start + 4 * i));
            out.set(name, list);
        } else if (place.type == abc::schema::Type(abc::schema::Scalar::U32) && name != abc::schema::kSectionNextName) {
            out.set(name, abc::load<std::uint32_t>(bytes_, place.start));
        } else if (place.type == abc::schema::Type(abc::schema::Scalar::F32)) {
            out.set(name, abc::load<float>(bytes_, place.start));
        } else if (name == "CommandString") {
            out.set(name, text(abc::loadText(bytes_, place.start)));
        }
    });
    // A list without elements has no place in the file, but it is a field all the same.
    if (!out.hasOwnProperty("LODDistances")) out.set("LODDistances", val::array());
    return out;
}

val File::pieces() const {
    const abc::Model& model = parsed_->model;
    std::uint32_t index = 0;
    return arrayOf(model.pieces, [&](const abc::Piece& piece) {
        val lods = val::array();
        for (std::uint32_t level = 0; level < piece.lodCount; ++level) {
            const abc::Lod& lod = *model.lod(index, level);
            val counts = val::object();
            counts.set("faces", lod.faceCount);
            counts.set("vertices", lod.vertexCount);
            const bool weighted = !model.weightStart.empty();
            counts.set("weights", weighted ? model.weightStart[lod.firstVertex + lod.vertexCount] -
                                                 model.weightStart[lod.firstVertex]
                                           : 0U);
            lods.set(level, counts);
        }
        ++index;
        val out = val::object();
        out.set("name", text(piece.name));
        out.set("materialIndex", piece.materialIndex);
        out.set("specularPower", piece.specularPower);
        out.set("specularScale", piece.specularScale);
        out.set("lodWeight", piece.lodWeight);
        out.set("unknown", piece.unknown);
        out.set("lods", lods);
        return out;
    });
}

val File::nodes() const {
    return arrayOf(parsed_->model.nodes, [&](const abc::Node& node) {
        val out = val::object();
        out.set("name", text(node.name));
        out.set("index", node.index);
        out.set("flags", node.flags);
        out.set("parent", node.parent == abc::kNone ? -1 : static_cast<std::int32_t>(node.parent));
        out.set("childCount", node.childCount);
        out.set("deformationVertices", node.deformationCount);
        return out;
    });
}

val File::animations() const {
    return arrayOf(parsed_->model.animations, [&](const abc::Animation& animation) {
        val out = val::object();
        out.set("name", text(animation.name));
        out.set("length", parsed_->model.lengthOf(animation));
        out.set("keyframes", animation.keyCount);
        out.set("extents", vector3(animation.extents));
        out.set("interpolationTime", animation.interpolationTime);
        out.set("complete", animation.complete);
        return out;
    });
}

void File::setAnimationParts(val& out) const {
    const abc::Model& model = parsed_->model;
    out.set("childModels", arrayOf(model.childModels, [&](const abc::ChildModel& child) {
                val entry = val::object();
                entry.set("name", text(child.name));
                entry.set("buildNumber", child.buildNumber);
                return entry;
            }));
    out.set("sockets", arrayOf(model.sockets, [&](const abc::Socket& socket) {
                val entry = val::object();
                entry.set("name", text(socket.name));
                entry.set("node", socket.storedNode);
                entry.set("rotation", quaternion(socket.rotation));
                entry.set("location", vector3(socket.location));
                return entry;
            }));
    out.set("weightSets", arrayOf(model.weightSets, [&](const abc::WeightSet& set) {
                val weights = val::array();
                for (std::uint32_t i = 0; i < set.count; ++i)
                    weights.set(i, abc::load<float>(bytes_, set.offset + 4 * i));
                val entry = val::object();
                entry.set("name", text(set.name));
                entry.set("nodeWeights", weights);
                return entry;
            }));
    out.set("bindings", arrayOf(model.bindingLists, [&](const abc::BindingList& list) {
                return arrayOf(std::span(model.bindings).subspan(list.first, list.count),
                               [&](const abc::Binding& binding) {
                                   val entry = val::object();
                                   entry.set("name", text(binding.name));
                                   entry.set("extents", vector3(binding.extents));
                                   entry.set("origin", vector3(binding.origin));
                                   return entry;
                               });
            }));
}

val File::info() const {
    val out = val::object();
    const abc::Document& document = parsed_->document;
    const abc::Model& model = parsed_->model;
    const bool isV6 = document.versionKnown && model.family == abc::Family::V6;
    const abc::Walk walk = document.walk();
    const auto stringAt = [&](const char* path) {
        const auto place = document.versionKnown ? walk.resolve(path) : std::nullopt;
        return place ? text(abc::loadText(bytes_, place->start)) : val("");
    };
    out.set("format", FORMATS[static_cast<std::size_t>(document.format)]);
    out.set("size", bytes_.size());
    out.set("version", document.version);
    out.set("token", isV6 ? stringAt("Header.FileToken") : val(""));
    out.set("header", header());
    out.set("commandString", stringAt("Header.CommandString"));
    out.set("sections", arrayOf(document.sections, [&](const abc::Section& section) {
                val entry = val::object();
                entry.set("type", text(section.type));
                entry.set("offset", section.offset);
                entry.set("size", section.end - section.offset);
                entry.set("next", section.next);
                return entry;
            }));
    out.set("pieces", pieces());
    out.set("nodes", nodes());
    out.set("animations", animations());
    setAnimationParts(out);
    val counts = val::object();
    counts.set("faces", model.faces.size());
    counts.set("vertices", model.locations.size());
    counts.set("weights", model.weights.size());
    counts.set("keyframes", model.keyframes.size());
    out.set("counts", counts);
    out.set("lodCount", model.lodCount());
    val transformInfo = val::null();
    if (model.transformInfo) {
        transformInfo = val::object();
        transformInfo.set("flipMat", model.transformInfo->flipMat);
        transformInfo.set("fixAnimKeyframes", model.transformInfo->fixAnimKeyframes);
    }
    out.set("transformInfo", transformInfo);
    val space = val::object();
    space.set("mirrorZ", model.mirrorZ());
    space.set("frontSign", parsed_->winding.frontSign());
    out.set("space", space);
    out.set("restAnimation", model.restAnimation == abc::kNone ? -1 : static_cast<std::int32_t>(model.restAnimation));
    return out;
}

val File::findings() const {
    return arrayOf(parsed_->findings.list(), [](const abc::Finding& finding) {
        const abc::CodeInfo& info = abc::describe(finding.code);
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", SEVERITIES[static_cast<std::size_t>(info.severity)]);
        out.set("message", finding.message);
        out.set("effect", finding.effect);
        out.set("remedy", finding.remedy);
        out.set("offset", finding.place().offset);
        out.set("length", finding.place().length);
        out.set("path", finding.place().path);
        out.set("count", finding.count);
        out.set("places", arrayOf(finding.places, [](const abc::FindingPlace& place) {
                    val entry = val::object();
                    entry.set("offset", place.offset);
                    entry.set("length", place.length);
                    entry.set("path", place.path);
                    return entry;
                }));
        return out;
    });
}

val File::engine() const {
    const abc::EngineVerdict verdict = abc::engineVerdict(parsed_->document, parsed_->findings);
    val out = val::object();
    out.set("verdict", VERDICTS[static_cast<std::size_t>(verdict.verdict)]);
    out.set("reason", verdict.reason);
    return out;
}

val File::coverage() const {
    const abc::Coverage sums = abc::coverage(parsed_->document.records, static_cast<std::uint32_t>(bytes_.size()));
    val out = val::object();
    out.set("known", sums.known);
    out.set("opaque", sums.opaque);
    out.set("unreferenced", sums.unreferenced);
    out.set("unparsed", sums.unparsed);
    return out;
}

val File::leaves(std::uint32_t start, std::uint32_t end) const {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> lengths;
    std::vector<std::uint8_t> types;
    std::vector<std::uint8_t> states;
    std::vector<std::uint16_t> sections;
    std::vector<std::uint8_t> parities;
    parsed_->document.walk().leaves(start, end, false, [&](const Place& leaf, const std::string&) {
        offsets.push_back(leaf.start);
        lengths.push_back(leaf.end - leaf.start);
        types.push_back(leaf.type.code());
        states.push_back(static_cast<std::uint8_t>(leaf.state));
        sections.push_back(sectionAt(leaf.start));
        parities.push_back(leaf.odd ? 1 : 0);
    });
    val out = val::object();
    out.set("offset", copied(offsets));
    out.set("length", copied(lengths));
    out.set("type", copied(types));
    out.set("state", copied(states));
    out.set("section", copied(sections));
    out.set("parity", copied(parities));
    return out;
}

val File::paths(std::uint32_t start, std::uint32_t end) const {
    val out = val::array();
    std::size_t i = 0;
    parsed_->document.walk().leaves(start, end, true,
                                    [&](const Place&, const std::string& path) { out.set(i++, path); });
    return out;
}

val File::node(const Place& place, const std::string& path) const {
    const abc::Walk walk = parsed_->document.walk();
    std::string name;
    walk.appendName(place, name);
    if (name.starts_with('.')) name.erase(0, 1);
    const bool isStruct = !place.type.isScalar();
    const auto* description = isStruct ? &abc::schema::describe(place.type.id()) : nullptr;
    std::string_view doc;
    std::string_view unit;
    if (place.field != nullptr) {
        doc = place.field->doc;
        unit = place.field->unit;
    }
    // An element says what it is; the array says what its elements are for.
    if (description != nullptr && (doc.empty() || place.index != abc::kNone)) doc = description->doc;
    const bool isElementOrSingle = place.kind == Place::Kind::Struct;
    val out = val::object();
    out.set("path", path);
    out.set("name", name);
    out.set("type", description != nullptr ? std::string(description->name)
                                           : std::string(abc::schema::scalarName(place.type.scalar())));
    out.set("kind", KINDS[static_cast<std::size_t>(place.kind)]);
    out.set("role", ROLES[isElementOrSingle ? static_cast<std::size_t>(description->role) : 0]);
    out.set("index", place.index == abc::kNone ? -1 : static_cast<std::int32_t>(place.index));
    out.set("start", place.start);
    out.set("end", place.end);
    out.set("count", walk.childCount(place));
    const std::uint16_t section = sectionAt(place.start);
    out.set("section",
            place.kind == Place::Kind::File || section == kNoSection ? -1 : static_cast<std::int32_t>(section));
    out.set("state", STATES[static_cast<std::size_t>(place.state)]);
    out.set("label", text(walk.label(place)));
    out.set("doc", std::string(doc));
    out.set("unit", std::string(unit));
    return out;
}

val File::resolve(const std::string& path) const {
    const auto place = parsed_->document.walk().resolve(path);
    return place ? node(*place, path) : val::null();
}

val File::children(const std::string& path, std::uint32_t from, std::uint32_t count) const {
    val out = val::array();
    const abc::Walk walk = parsed_->document.walk();
    const auto place = walk.resolve(path);
    std::size_t i = 0;
    if (place) {
        walk.children(*place, path, from, count,
                      [&](const Place& child, const std::string& childPath) { out.set(i++, node(child, childPath)); });
    }
    return out;
}

val File::ancestors(std::uint32_t offset) const {
    val out = val::array();
    std::size_t i = 0;
    parsed_->document.walk().ancestors(
        offset, [&](const Place& place, const std::string& path) { out.set(i++, node(place, path)); });
    return out;
}

val File::mesh(std::uint32_t piece, std::uint32_t level) const {
    const abc::Model& model = parsed_->model;
    const bool isV6 = model.family == abc::Family::V6;
    std::vector<std::uint32_t> corners;
    std::vector<float> uvs;
    std::vector<std::uint32_t> faces;
    const abc::Lod* lod = model.lod(piece, level);
    // A face is 3 × {UV, index} in v9+, and 3 × UV before anything else in v6.
    const std::uint32_t faceSize =
        parsed_->document.dialect.minimumSize(isV6 ? abc::schema::Id::Triangle6 : abc::schema::Id::Face);
    const std::uint32_t cornerSize =
        parsed_->document.dialect.minimumSize(isV6 ? abc::schema::Id::TexCoord : abc::schema::Id::FaceVertex);
    for (const abc::Triangle& triangle : abc::topology(model, piece, level)) {
        faces.push_back(triangle.face);
        for (std::uint32_t c = 0; c < 3; ++c) {
            corners.push_back(triangle.corners[c]);
            const std::uint32_t at = lod->facesOffset + triangle.face * faceSize + c * cornerSize;
            uvs.push_back(abc::load<float>(bytes_, at));
            uvs.push_back(abc::load<float>(bytes_, at + 4));
        }
    }
    val out = val::object();
    out.set("corners", copied(corners));
    out.set("uvs", copied(uvs));
    out.set("faces", copied(faces));
    return out;
}

val File::keyframes(std::uint32_t animation) const {
    const abc::Model& model = parsed_->model;
    std::vector<double> times;
    val strings = val::array();
    if (animation < model.animations.size()) {
        const abc::Animation& chosen = model.animations[animation];
        for (std::uint32_t k = 0; k < chosen.keyCount; ++k) {
            const abc::Keyframe& key = model.keyframes[chosen.firstKey + k];
            times.push_back(key.time);
            strings.set(k, text(key.string));
        }
    }
    val out = val::object();
    out.set("times", copied(times));
    out.set("strings", strings);
    return out;
}

val File::evaluate(const File& source, std::int32_t animation, double timeMs, bool loop, std::uint32_t level,
                   const val& origin) const {
    const abc::Model& model = parsed_->model;
    const abc::Model& donor = source.parsed_->model;
    if (level > 0 && level >= model.lodCount()) return val::null();
    std::vector<abc::Layer> layers;
    if (animation >= 0) {
        const auto index = static_cast<std::uint32_t>(animation);
        const bool playable = index < donor.animations.size() && donor.animations[index].complete;
        if (!playable || !abc::fits(model, donor)) return val::null();
        abc::Layer layer;
        layer.source = &donor;
        layer.animation = index;
        layer.timeMs = timeMs;
        layer.loop = loop;
        if (!origin.isNull()) {
            layer.rootOrigin = {origin[0].as<float>(), origin[1].as<float>(), origin[2].as<float>()};
        } else if (const auto* binding = model.binding(0, donor.text(donor.animations[index].name));
                   binding != nullptr && &model == &donor) {
            layer.rootOrigin = binding->origin;
        }
        layers.push_back(layer);
    }
    const abc::Pose pose = abc::pose(model, layers);
    val pieces = val::array();
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        const abc::Surface surface = abc::deform(model, pose, piece, level);
        val entry = val::object();
        entry.set("positions",
                  copied(reinterpret_cast<const float*>(surface.positions.data()), surface.positions.size() * 3));
        entry.set("normals",
                  copied(reinterpret_cast<const float*>(surface.normals.data()), surface.normals.size() * 3));
        pieces.set(piece, entry);
    }
    val out = val::object();
    out.set("nodes", copied(reinterpret_cast<const float*>(pose.nodes.data()), pose.nodes.size() * 16));
    out.set("pieces", pieces);
    return out;
}

val nothing() {
    return val::null();
}

val emptyList() {
    return val::array();
}

val noLeaves() {
    val out = val::object();
    for (const char* column : {"offset", "length"}) out.set(column, copied(std::vector<std::uint32_t>{}));
    for (const char* column : {"type", "state", "parity"}) out.set(column, copied(std::vector<std::uint8_t>{}));
    out.set("section", copied(std::vector<std::uint16_t>{}));
    return out;
}

val noMesh() {
    val out = val::object();
    for (const char* column : {"corners", "faces"}) out.set(column, copied(std::vector<std::uint32_t>{}));
    out.set("uvs", copied(std::vector<float>{}));
    return out;
}

val noKeyframes() {
    val out = val::object();
    out.set("times", copied(std::vector<double>{}));
    out.set("strings", val::array());
    return out;
}

/// A question to a file as JavaScript asks it: when there is no memory for the answer, it is the empty one.
template <auto Question, auto Empty>
struct Guarded;
template <class... Arguments, val (File::*Question)(Arguments...) const, auto Empty>
struct Guarded<Question, Empty> {
    static val ask(const File& file, Arguments... arguments) {
        try {
            return (file.*Question)(arguments...);
        } catch (const std::bad_alloc&) {
            return Empty();
        }
    }
};

/// What every file is asked when it opens: without the memory for that it says so and nothing else.
template <val (File::*Question)() const>
val askAtOpening(File& file) {
    try {
        return (file.*Question)();
    } catch (const std::bad_alloc&) {
        file.outOfMemory();
        return (file.*Question)();
    }
}

/// Every finding that there is, for those who print or document them.
val catalogue() {
    return arrayOf(abc::catalogue(), [](const abc::CodeInfo& info) {
        val out = val::object();
        out.set("code", std::string(info.name));
        out.set("severity", SEVERITIES[static_cast<std::size_t>(info.severity)]);
        out.set("engine", ENGINES[static_cast<std::size_t>(info.engine)]);
        out.set("message", std::string(info.message));
        out.set("effect", std::string(info.effect));
        out.set("remedy", std::string(info.remedy));
        return out;
    });
}

}  // namespace

EMSCRIPTEN_BINDINGS(lithoscope) {
    emscripten::function("catalogue", &catalogue);
    emscripten::class_<File>("File")
        .constructor<>()
        .function("allocate", &File::allocate)
        .function("parse", &File::parse)
        .function("info", &askAtOpening<&File::info>)
        .function("findings", &askAtOpening<&File::findings>)
        .function("findingsTruncated", &File::findingsTruncated)
        .function("engine", &askAtOpening<&File::engine>)
        .function("coverage", &askAtOpening<&File::coverage>)
        .function("leaves", &Guarded<&File::leaves, noLeaves>::ask)
        .function("paths", &Guarded<&File::paths, emptyList>::ask)
        .function("resolve", &Guarded<&File::resolve, nothing>::ask)
        .function("children", &Guarded<&File::children, emptyList>::ask)
        .function("ancestors", &Guarded<&File::ancestors, emptyList>::ask)
        .function("mesh", &Guarded<&File::mesh, noMesh>::ask)
        .function("keyframes", &Guarded<&File::keyframes, noKeyframes>::ask)
        .function("evaluate", &Guarded<&File::evaluate, nothing>::ask);
}
