#include "validate.h"

#include <algorithm>
#include <unordered_set>

#include "build.h"
#include "schema_v6.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

std::string hex(std::uint32_t value) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text = "0x";
    int shift = 28;
    while (shift > 0 && (value >> static_cast<unsigned>(shift)) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) text += digits[(value >> static_cast<unsigned>(shift)) & 15U];
    return text;
}

/// A count for people: 21,642,608,640.
std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

/// What a file that is no ABC model is, and what to do with it (ABC.md §1).
std::pair<std::string_view, std::string_view> nameOf(Format format) {
    switch (format) {
        case Format::Alembic:
            return {"it is an Alembic archive, which shares the extension", "Open it in Blender, Maya or Houdini."};
        case Format::Music:
            return {"it is music in ABC notation, which shares the extension", "Open it in a music notation editor."};
        case Format::Ltb:
            return {"it looks like an LTB, the compiled model of later LithTech games",
                    "Look for the .abc it was made from."};
        case Format::Lta:
            return {"it looks like an LTA, LithTech's text model", "Look for the .abc that belongs to it."};
        case Format::Dtx: return {"it is a DTX, a LithTech texture", "Open the .abc model that wears it."};
        case Format::Rez:
            return {"it is a REZ, a LithTech archive", "Unpack it and open a model from its models folder."};
        default: return {"it does not start with a Header section", "Check that it is the file you meant."};
    }
}

class Validator {
public:
    Validator(const Document& document, const Model& model)
        : document_(document), model_(model), walk_(document.walk()), extract_(document) {}

    Findings run() {
        if (document_.format != Format::Abc) {
            format();
            return std::move(findings_);
        }
        version();
        chain();
        sections();
        faults();
        if (!document_.versionKnown) return std::move(findings_);
        // In a half-read section every index into what was not reached would only repeat the fault.
        if (model_.family == Family::V6) {
            if (isWhole(Id::GeometrySection6) && isWhole(Id::NodesSection6)) indicesV6();
            countsV6();
        } else {
            if (isWhole(Id::PiecesSection) && isWhole(Id::NodesSection)) indicesV9();
            headerCounts();
        }
        return std::move(findings_);
    }

private:
    struct At {
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
        std::string path;
        std::string group;
    };
    void put(Code code, At at, std::initializer_list<std::string> values = {}) {
        const auto group = std::hash<std::string>{}(at.group.empty() ? at.path : at.group);
        findings_.add(code, group, [&] {
            return Findings::Detail{{at.offset, at.length, at.path}, {values.begin(), values.end()}};
        });
    }
    void add(Code code, const Place& place, std::string path, std::initializer_list<std::string> values,
             std::string group = {}) {
        put(code, {place.start, place.end - place.start, std::move(path), std::move(group)}, values);
    }

    /// Adds a finding about the field at a path, which may be missing.
    void addAt(Code code, const std::string& path, std::initializer_list<std::string> values) {
        if (const auto place = walk_.resolve(path)) add(code, *place, path, values);
    }

    /// True when the section is there and was read to its end.
    [[nodiscard]] bool isWhole(Id id) const {
        const Section* section = document_.find(id);
        if (section == nullptr) return false;
        const auto index = static_cast<std::uint32_t>(section - document_.sections.data());
        return std::none_of(document_.faults.begin(), document_.faults.end(),
                            [index](const SectionFault& fault) { return fault.section == index; });
    }

    void format() {
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        if (document_.format == Format::Empty) {
            put(Code::EmptyFile, {});
        } else if (document_.bytes.size() > kLargestFile) {
            put(Code::FileTooLarge, {}, {grouped(document_.bytes.size()), grouped(kLargestFile)});
        } else {
            const auto [what, remedy] = nameOf(document_.format);
            put(Code::NotAbc, {0, std::min(size, 16U), {}, {}}, {std::string(what), std::string(remedy)});
        }
    }

    void version() {
        if (document_.versionKnown) return;
        if (document_.version == 0 && document_.bytes.size() < 16) {
            put(Code::VersionUnreadable, {0, static_cast<std::uint32_t>(document_.bytes.size()), {}, {}});
        } else {
            put(Code::VersionUnknown, {12, 4, "Header", {}}, {std::to_string(document_.version)});
        }
    }

    void chain() {
        const std::string size = grouped(document_.bytes.size());
        if (document_.chainEnd == ChainEnd::BadHead) {
            put(Code::SectionHeadBad, {document_.chainFault,
                                       static_cast<std::uint32_t>(document_.bytes.size()) - document_.chainFault,
                                       "Unparsed",
                                       {}});
            return;
        }
        const Section& last = document_.sections.back();
        const At place{
            document_.chainFault, 4, sectionPath(document_.text(last.type), last.ordinal) + ".NextSectionOffset", {}};
        switch (document_.chainEnd) {
            case ChainEnd::AtEnd: put(Code::SectionChainOpen, place); break;
            case ChainEnd::OutOfFile: put(Code::SectionOffsetOutOfFile, place, {hex(last.next), size}); break;
            case ChainEnd::Backward: put(Code::SectionOffsetBackward, place, {hex(last.next)}); break;
            case ChainEnd::Overlapping: put(Code::SectionOffsetOverlap, place, {hex(last.next)}); break;
            case ChainEnd::Last:
            case ChainEnd::BadHead: break;
        }
    }

    void sections() {
        const auto places = walk_.sections();
        for (std::size_t i = 0; i < document_.sections.size(); ++i) {
            const Section& section = document_.sections[i];
            const std::string path = sectionPath(document_.text(section.type), section.ordinal);
            if (section.id == Id::UnknownSection && document_.versionKnown) {
                add(Code::SectionUnknown, places[i], path, {grouped(section.end - section.offset)});
            }
            if (section.ordinal > 0) add(Code::SectionRepeated, places[i], path, {}, "repeated");
            walk_.children(places[i], path, 0, kNone, [&](const Place& child, const std::string& childPath) {
                if (child.state != State::Unreferenced) return;
                add(Code::SectionTrailingBytes, child, childPath, {grouped(child.end - child.start)});
            });
        }
        if (!document_.versionKnown || document_.chainEnd != ChainEnd::Last) return;
        for (const SectionKind& kind : sectionsOf(model_.family)) {
            const bool optional = kind.id == Id::AnimDimsSection6 || kind.id == Id::TransformInfoSection6 ||
                                  kind.id == Id::TriStripsSection6;
            if (!optional && document_.find(kind.id) == nullptr) {
                put(Code::SectionMissing, {0, 0, {}, std::string(kind.name)}, {std::string(kind.name)});
            }
        }
    }

    void faults() {
        for (const SectionFault& entry : document_.faults) {
            const Fault& fault = entry.fault;
            const std::string wanted = grouped(fault.wanted);
            const std::string available = grouped(fault.available);
            const auto end = document_.sections[entry.section].end;
            const At place{fault.offset, end - fault.offset, fault.path, {}};
            if (entry.needsNodes) {
                put(Code::SectionNeedsNodes, place);
            } else if (fault.kind == Fault::Kind::Truncated) {
                put(Code::DataTruncated, place, {wanted, available});
            } else {
                put(fault.kind == Fault::Kind::TreeOpen ? Code::NodeTreeOpen : Code::CountTooLarge, place,
                    {wanted, available});
            }
        }
    }

    /// An index of the file that points outside what it counts.
    void badIndex(std::string_view what, std::uint32_t index, std::size_t count, std::uint32_t offset,
                  std::uint32_t length, const std::string& array, std::uint32_t element, std::string_view field) {
        put(Code::IndexOutOfRange,
            {offset, length, array + "[" + std::to_string(element) + "]" + std::string(field),
             array + std::string(field)},
            {std::string(what), grouped(index), grouped(count)});
    }

    void indicesV9() {
        const Dialect& dialect = document_.dialect;
        const std::uint32_t indexAt =
            dialect.offsetOf(Id::FaceVertex, schema::indexOf(schema::kFaceVertex, "VertexIndex"));
        const std::uint32_t cornerSize = dialect.minimumSize(Id::FaceVertex);
        for (std::uint32_t p = 0; p < model_.pieces.size(); ++p) {
            for (std::uint32_t l = 0; l < model_.pieces[p].lodCount; ++l) {
                const Lod& lod = *model_.lod(p, l);
                const std::string path = "Pieces.Pieces[" + std::to_string(p) + "].LODs[" + std::to_string(l) + "]";
                for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
                    if (model_.faces[lod.firstFace + f][0] != kNone) continue;
                    for (std::uint32_t c = 0; c < 3; ++c) {
                        const std::uint32_t at = lod.facesOffset + (f * 3 + c) * cornerSize + indexAt;
                        const auto index = load<std::uint16_t>(document_.bytes, at);
                        if (index < lod.vertexCount) continue;
                        badIndex("Vertex", index, lod.vertexCount, at, 2, path + ".Faces", f,
                                 ".Vertices[" + std::to_string(c) + "].VertexIndex");
                    }
                }
                weights(lod, path);
            }
        }
        for (std::uint32_t s = 0; s < model_.sockets.size(); ++s) {
            if (model_.sockets[s].node != kNone) continue;
            const std::string path = "Sockets.Sockets[" + std::to_string(s) + "].NodeIndex";
            addAt(Code::IndexOutOfRange, path,
                  {"Node", grouped(model_.sockets[s].storedNode), grouped(model_.nodes.size())});
        }
    }

    void weights(const Lod& lod, const std::string& path) {
        for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
            const std::uint32_t vertex = lod.firstVertex + v;
            for (std::uint32_t w = model_.weightStart[vertex]; w < model_.weightStart[vertex + 1]; ++w) {
                if (model_.weights[w].node != kNone) continue;
                const std::string field = path + ".Vertices[" + std::to_string(v) + "].Weights[" +
                                          std::to_string(w - model_.weightStart[vertex]) + "].NodeIndex";
                const auto place = walk_.resolve(field);
                if (!place) continue;
                add(Code::IndexOutOfRange, *place, field,
                    {"Node", grouped(load<std::uint32_t>(document_.bytes, place->start)), grouped(model_.nodes.size())},
                    path + ".Weights");
            }
        }
    }

    void indicesV6() {
        if (model_.lods.empty()) return;
        const Dialect& dialect = document_.dialect;
        const Lod& lod = model_.lods[0];
        const std::uint32_t indexAt =
            dialect.offsetOf(Id::Triangle6, schema::indexOf(schema::kTriangle6, "VertexIndex"));
        for (std::uint32_t f = 0; f < lod.faceCount; ++f) {
            for (std::uint32_t c = 0; c < 3; ++c) {
                const std::uint32_t at = lod.facesOffset + f * dialect.minimumSize(Id::Triangle6) + indexAt + 2 * c;
                const auto index = load<std::uint16_t>(document_.bytes, at);
                if (index < lod.vertexCount) continue;
                badIndex("Vertex", index, lod.vertexCount, at, 2, "Geometry.FaceInfo", f,
                         ".VertexIndex[" + std::to_string(c) + "]");
            }
        }
        const std::uint32_t nodeAt =
            dialect.offsetOf(Id::Vertex6, schema::indexOf(schema::kVertex6, "TransformationIndex"));
        const auto vertices = walk_.resolve("Geometry.VertexInfo");
        for (std::uint32_t v = 0; vertices && v < lod.vertexCount; ++v) {
            if (model_.vertexNode[v] != kNone) continue;
            const std::uint32_t at = vertices->start + v * dialect.minimumSize(Id::Vertex6) + nodeAt;
            badIndex("Node", load<std::uint8_t>(document_.bytes, at), model_.nodes.size(), at, 1, "Geometry.VertexInfo",
                     v, ".TransformationIndex");
        }
        std::uint32_t node = 0;
        extract_.each(extract_.section(Id::NodesSection6), "Nodes", [&](const Place& place) {
            if (const auto list = extract_.array(place, "MDVertList"); list && vertices) {
                for (std::uint32_t i = 0; i < list->count; ++i) {
                    const auto vertex = load<std::uint16_t>(document_.bytes, list->start + 2 * i);
                    if (vertex < lod.vertexCount) continue;
                    badIndex("Vertex", vertex, lod.vertexCount, list->start + 2 * i, 2,
                             "Nodes.Nodes[" + std::to_string(node) + "].MDVertList", i, {});
                }
            }
            ++node;
        });
    }

    void countsV6() {
        const auto section = extract_.section(Id::GeometrySection6);
        if (!section || !extract_.array(*section, "VertexInfo")) return;
        const auto total = extract_.number<std::uint32_t>(*section, "NumVerts");
        const auto normal = extract_.number<std::uint32_t>(*section, "NormalVerts");
        const auto collapses = extract_.number<std::uint32_t>(*section, "NumLODs");
        if (normal > total) {
            addAt(Code::CountMismatch, "Geometry.NormalVerts",
                  {"NormalVerts", grouped(normal), "at most NumVerts, " + grouped(total)});
        } else if (collapses != total - normal) {
            addAt(Code::CountMismatch, "Geometry.NumLODs",
                  {"NumLODs", grouped(collapses), "NumVerts − NormalVerts, " + grouped(total - normal)});
        }
        std::uint32_t index = 0;
        extract_.each(extract_.section(Id::AnimationSection6), "Anims", [&](const Place& place) {
            const std::uint32_t animation = index++;
            if (animation >= model_.animations.size() || !model_.animations[animation].complete) return;
            const std::uint32_t last = model_.lengthOf(model_.animations[animation]);
            const auto length = extract_.number<std::uint32_t>(place, "Length");
            if (length != last) {
                addAt(Code::CountMismatch, "Animation.Anims[" + std::to_string(animation) + "].Length",
                      {"Length", grouped(length), "the time of the last key, " + grouped(last)});
            }
        });
    }

    /// Every counter of the header against the file (ABC.md §3). Half-read files would only repeat their fault.
    void headerCounts() {
        if (!document_.faults.empty() || document_.chainEnd != ChainEnd::Last) return;
        std::unordered_set<std::string_view> strings;
        std::uint64_t stringLength = 0;
        const auto count = [&](Text text) {
            if (text.length > 0 && strings.insert(model_.text(text)).second) stringLength += text.length;
        };
        const auto header = extract_.section(Id::HeaderSection);
        if (!header) return;
        count(extract_.text(*header, "CommandString"));
        for (const Node& node : model_.nodes) count(node.name);
        for (const ChildModel& child : model_.childModels) count(child.name);
        for (const Animation& animation : model_.animations) count(animation.name);
        for (const Keyframe& key : model_.keyframes) count(key.string);

        const std::pair<std::string_view, std::uint64_t> counters[] = {
            {"KeyframeCount", model_.keyframes.size()},
            {"AnimationCount", model_.animations.size()},
            {"NodeCount", model_.nodes.size()},
            {"PieceCount", model_.pieces.size()},
            {"ChildModelCount", model_.childModels.size()},
            {"FaceCount", model_.faces.size()},
            {"VertexCount", model_.locations.size()},
            {"WeightCount", model_.weights.size()},
            {"SocketCount", model_.sockets.size()},
            {"WeightSetCount", model_.weightSets.size()},
            {"StringCount", strings.size()},
            {"StringLengthTotal", stringLength},
        };
        for (const auto& [name, actual] : counters) counter(*header, "Header.", name, actual);
        const auto lods = extract_.number<std::uint32_t>(*header, "LODCount");
        const auto distances = extract_.number<std::uint32_t>(*header, "LODDistanceCount");
        if (lods > 0 && distances != lods - 1) {
            addAt(Code::CountMismatch, "Header.LODDistanceCount",
                  {"LODDistanceCount", grouped(distances), "LODCount − 1, " + grouped(lods - 1)});
        }
        if (const auto pieces = extract_.section(Id::PiecesSection)) {
            counter(*pieces, "Pieces.", "WeightCount", model_.weights.size());
        }
    }

    void counter(const Place& section, std::string_view prefix, std::string_view name, std::uint64_t actual) {
        const auto field = walk_.fieldOf(section, name);
        if (!field) return;
        const auto stored = load<std::uint32_t>(document_.bytes, field->start);
        if (stored == actual) return;
        const std::string path = std::string(prefix) + std::string(name);
        add(Code::HeaderCountMismatch, *field, path, {path, grouped(stored), grouped(actual)});
    }

    const Document& document_;
    const Model& model_;
    Walk walk_;
    Extract extract_;
    Findings findings_;
};

}  // namespace

Findings validate(const Document& document, const Model& model) {
    return Validator(document, model).run();
}

}  // namespace abc
