#include "build.h"

#include "abc/build.h"

namespace ltb {

using schema::Id;

namespace {

void buildNodes(const Fields& fields, abc::Model& model) {
    const auto section = fields.section(Id::NodesSection);
    fields.each(section, "Nodes", [&](const Place& place) {
        abc::Node node;
        node.name = fields.text(place, "Name");
        node.index = fields.number<std::uint16_t>(place, "Index");
        node.flags = fields.number<std::uint8_t>(place, "Flags");
        node.bind.m = fields.number<std::array<float, 16>>(place, "Matrix");
        node.childCount = fields.number<std::uint32_t>(place, "ChildCount");
        node.inverseBind = inverse(node.bind);
        model.nodes.push_back(node);
    });
    abc::linkParents(model.nodes);
    for (abc::Node& node : model.nodes) {
        if (node.parent != core::kNone) {
            node.bindOffset = model.nodes[node.parent].inverseBind.apply(node.bind.translation());
        }
    }
    fields.each(section, "WeightSets", [&](const Place& place) {
        abc::WeightSet set;
        set.name = fields.text(place, "Name");
        if (const auto weights = fields.field(place, "NodeWeights")) {
            set.weights.resize(weights->count);
            std::memcpy(set.weights.data(), &model.bytes[weights->start], weights->count * sizeof(float));
        }
        model.weightSets.push_back(std::move(set));
    });
}

abc::KeyStorage storageOf(std::uint32_t compression) {
    switch (compression) {
        case schema::Plain: return abc::KeyStorage::Plain;
        case schema::Exact: return abc::KeyStorage::Exact;
        case schema::Short: return abc::KeyStorage::Short;
        default: return abc::KeyStorage::ShortRotations;
    }
}

/// Adds where the tracks of an animation begin.
void addTracks(const core::Records& records, const Place& tracks, std::vector<std::uint32_t>& out) {
    const auto add = [&out](const core::Record& run) {
        for (std::uint32_t i = 0; i < run.count; ++i) out.push_back(run.start + i * run.stride());
    };
    if (!records[tracks.record].group) return add(records[tracks.record]);
    for (std::uint32_t i = tracks.record + 1; i < records.size() && records.start(i) < tracks.end;
         i = records.firstAfter(i, records.end(i))) {
        add(records[i]);
    }
}

/// Whether each track of a plain animation has all keys, or as many positions of vertices at all of them: only then
/// they are found. Where the file ends, a track may be there in part.
bool areWhole(const core::Document& document, const Fields& fields, const Place& tracks, std::uint32_t keys) {
    constexpr std::uint64_t kKey = sizeof(abc::Vec3) + sizeof(abc::Quat);
    bool areWhole = true;
    for (std::uint32_t i = 0; i < tracks.count; ++i) {
        const Place track = fields.walk().element(tracks, i);
        if (document.bytes.subspan(track.start, 1)[0] == std::byte{0}) {
            areWhole = areWhole && track.end - track.start == 1 + core::product(kKey, keys);
            continue;
        }
        const auto frames = fields.field(track, "VertexFrames");
        areWhole = areWhole && frames && frames->count == keys && !document.records[frames->record].group;
    }
    return areWhole;
}

/// Adds the positions of vertices of a plain animation, whose tracks are whole.
void addVertexTracks(const core::Document& document, const Fields& fields, const Place& tracks,
                     abc::Animation& animation, abc::Model& model) {
    animation.firstVertexTrack = static_cast<std::uint32_t>(model.vertexTracks.size());
    for (std::uint32_t i = 0; i < tracks.count; ++i) {
        const Place track = fields.walk().element(tracks, i);
        if (core::load<std::uint8_t>(document.bytes, track.start) == 0) continue;
        const auto frames = fields.field(track, "VertexFrames");
        const core::Record& run = document.records[frames->record];
        if (core::load<std::uint32_t>(document.bytes, run.start) == 0) continue;
        model.vertexTracks.push_back({i, static_cast<std::uint32_t>(model.vertexFrames.size()), run.count});
        for (std::uint32_t k = 0; k < run.count; ++k) model.vertexFrames.push_back(run.start + k * run.stride());
        ++animation.vertexTrackCount;
    }
}

void buildAnimations(const core::Document& document, const Fields& fields, abc::Model& model) {
    const abc::FieldReader reader(document);
    constexpr std::uint32_t kTimeAt = 0;
    const std::uint32_t textAt = core::offsetIn<schema::kKeyframe, "String">(document.dialect, Id::Keyframe);
    fields.each(fields.section(Id::AnimationSection), "Animations", [&](const Place& place) {
        abc::Animation animation;
        animation.extents = fields.number<abc::Vec3>(place, "Extents");
        animation.name = fields.text(place, "Name");
        animation.interpolationTime = fields.number<std::uint32_t>(place, "InterpolationTime");
        animation.storage = storageOf(fields.number<std::uint32_t>(place, "Compression"));
        animation.firstKey = static_cast<std::uint32_t>(model.keyframes.size());
        if (const auto keys = fields.field(place, "Keyframes")) {
            abc::buildKeyframes(reader, *keys, kTimeAt, textAt, model);
            animation.keyCount = keys->count;
        }
        const auto tracks = fields.field(place, "NodeTransforms");
        animation.complete =
            tracks && tracks->count == model.nodes.size() && animation.keyCount > 0 && !isTooLarge(model, animation);
        if (animation.complete && animation.storage == abc::KeyStorage::Plain) {
            animation.complete = areWhole(document, fields, *tracks, animation.keyCount);
        }
        if (animation.complete) {
            animation.firstTrack = static_cast<std::uint32_t>(model.tracks.size());
            addTracks(document.records, *tracks, model.tracks);
            if (animation.storage == abc::KeyStorage::Plain) {
                addVertexTracks(document, fields, *tracks, animation, model);
            }
        }
        model.animations.push_back(animation);
    });
}

void buildSockets(const Fields& fields, abc::Model& model) {
    fields.each(fields.section(Id::SocketsSection), "Sockets", [&](const Place& place) {
        abc::Socket socket;
        socket.storedNode = fields.number<std::uint32_t>(place, "NodeIndex");
        socket.node = socket.storedNode < model.nodes.size() ? socket.storedNode : core::kNone;
        socket.name = fields.text(place, "Name");
        socket.rotation = fields.number<abc::Quat>(place, "Rotation");
        socket.location = fields.number<abc::Vec3>(place, "Location");
        socket.scale = fields.number<abc::Vec3>(place, "Scale", socket.scale);
        model.sockets.push_back(socket);
    });
}

void buildHitBoxes(const Fields& fields, abc::Model& model) {
    fields.each(fields.section(Id::BoxesSection), "Boxes", [&](const Place& place) {
        abc::HitBox box;
        const auto node = fields.number<std::uint32_t>(place, "NodeIndex");
        box.node = node < model.nodes.size() ? node : core::kNone;
        box.centre = fields.number<abc::Vec3>(place, "Position");
        box.size = fields.number<abc::Vec3>(place, "Size");
        if (const auto axes = fields.field(place, "Axes")) {
            for (std::uint32_t i = 0; i < std::min<std::uint32_t>(axes->count, 3); ++i) {
                box.axes[i] = core::load<abc::Vec3>(model.bytes, fields.walk().element(*axes, i).start);
            }
        }
        model.hitBoxes.push_back(box);
    });
}

void buildChildModels(const Fields& fields, abc::Model& model) {
    const auto section = fields.section(Id::ChildModelsSection);
    // The model itself has no entry.
    if (section) model.childModels.push_back({});
    fields.each(section, "ChildModels", [&](const Place& place) {
        model.childModels.push_back({fields.text(place, "Name"), 0});
    });
    fields.each(fields.section(Id::AnimBindingsSection), "Lists", [&](const Place& place) {
        abc::BindingList list;
        list.first = static_cast<std::uint32_t>(model.bindings.size());
        fields.each(place, "AnimBindings", [&](const Place& binding) {
            model.bindings.push_back({fields.text(binding, "Name"), fields.number<abc::Vec3>(binding, "Extents"),
                                      fields.number<abc::Vec3>(binding, "Origin")});
            ++list.count;
        });
        model.bindingLists.push_back(list);
    });
}

}  // namespace

abc::Model buildModel(const core::Document& document) {
    abc::Model model;
    model.bytes = document.bytes;
    model.family = abc::Family::V9;
    model.fixesRoots = true;
    if (!document.versionKnown) return model;
    const Fields fields(document);
    buildNodes(fields, model);
    buildPieces(document, fields, model);
    buildAnimations(document, fields, model);
    buildSockets(fields, model);
    buildHitBoxes(fields, model);
    buildChildModels(fields, model);
    return model;
}

std::vector<float> levelDistances(const core::Document& document) {
    const Fields fields(document);
    std::vector<float> most;
    fields.eachPiece([&](const Place& piece, std::uint32_t) {
        const auto starts = fields.field(piece, "LODDistances");
        if (!starts || starts->count <= most.size() + 1) return;
        most.clear();
        for (std::uint32_t i = 1; i < starts->count; ++i) {
            most.push_back(core::load<float>(document.bytes, starts->start + i * 4));
        }
    });
    return most;
}

abc::Capabilities capabilitiesOf(const core::Document& document) {
    abc::Capabilities out;
    if (!document.versionKnown) return out;
    using enum abc::Capability;
    for (const abc::Capability one :
         {Levels, Pieces, Weights, Sockets, WeightSets, ChildModels, BindPose, TiledSkins}) {
        out.add(one);
    }
    return out;
}

}  // namespace ltb
