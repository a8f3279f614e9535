#include "broken.h"

#include <cstring>
#include <limits>

#include "all_fixtures.h"
#include "splice.h"

namespace abc::testing {
namespace {

constexpr std::uint32_t kLast = 0xFFFFFFFF;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::uint32_t sizeOf(const File& file) {
    return static_cast<std::uint32_t>(file.size());
}

/// The last section says that the next one is `from(file)`.
template <class From>
File linked(From from) {
    File file = write(smallV12());
    patch(file, "AnimBindings.NextSectionOffset", from(file));
    return file;
}

/// Keys at these times.
File timed(const std::vector<std::uint32_t>& times) {
    return changedV12([&](SpecV12& spec) {
        spec.animations[0].times = times;
        spec.animations[0].frameString.clear();
        for (auto& track : spec.animations[0].nodes) track.resize(times.size());
    });
}

/// Three levels of detail, used up to these distances.
File withDistances(float first, float second) {
    File file = write(smallV12());
    const File level = bytesOf(file, "Pieces.Pieces[0].LODs");
    File levels;
    for (int i = 0; i < 3; ++i) levels.insert(levels.end(), level.begin(), level.end());
    file = spliced(file, "Pieces.Pieces[0].LODs", levels);
    patch(file, "Header.LODCount", 3U);
    patch(file, "Header.FaceCount", 3U);
    for (const char* path : {"Header.VertexCount", "Header.WeightCount", "Pieces.WeightCount"}) patch(file, path, 9U);
    file = spliced(file, "Header.Padding", ByteWriter().zeros(62).f32(first).f32(second).bytes());
    patch(file, "Header.LODDistanceCount", std::uint16_t{2});
    return file;
}

/// Two levels; in the second one, weights of the third vertex hold places that are 2 units apart.
File levelWithTwoPlaces() {
    const SpecV12 small = smallV12();
    LodSpec level{small.faces, small.vertices};
    level.vertices[2].weights = {{0, {0, 5, 0}, 0.5F}, {1, {0, 1, 0}, 0.5F}};
    SpecV9 spec;
    spec.lodCount = 2;
    spec.lodDistances = {100};
    spec.pieces = {{.name = "body", .lods = {{small.faces, small.vertices}, level}}};
    spec.nodes = small.nodes;
    spec.weightSets = small.weightSets;
    spec.animations = small.animations;
    spec.childModels = {{"", 0, {{"move", {}}}}};
    return write(spec);
}

/// The model itself and children of these names, all with empty lists of bindings but the first.
File withChildren(const std::vector<std::string_view>& names) {
    File file = write(smallV12());
    const auto count = static_cast<std::uint32_t>(names.size());
    const File transforms = bytesOf(file, "ChildModels.ChildModels[0].Transforms");
    ByteWriter children;
    ByteWriter lists;
    for (const std::string_view name : names) {
        children.string(name).u32(0);
        for (const std::byte byte : transforms) children.value(byte);
        if (lists.size() > 0) lists.u32(0);
        if (lists.size() == 0) {
            for (const std::byte byte : bytesOf(file, "AnimBindings.Lists")) lists.value(byte);
        }
    }
    file = spliced(file, "AnimBindings.Lists", lists.bytes());
    file = spliced(file, "ChildModels.ChildModels", children.bytes());
    patch(file, "ChildModels.Count", static_cast<std::uint16_t>(count));
    patch(file, "Header.ChildModelCount", count);
    return file;
}

/// Bindings of these names in the model's own list.
File withBindings(const std::vector<std::string_view>& names) {
    ByteWriter list;
    list.u32(static_cast<std::uint32_t>(names.size()));
    for (const std::string_view name : names) list.string(name).vec3(16, 32, 16).vec3(0, 0, 0);
    return spliced(write(smallV12()), "AnimBindings.Lists", list.bytes());
}

/// Its section of sockets, an empty one, stands after so many others.
File withSocketsBehind(std::uint32_t others) {
    File file = changedV12([](SpecV12&) {});
    patch(file, "Sockets.Type", std::array<char, 9>{7, 0, 'x', 'o', 'c', 'k', 'e', 't', 's'});
    patch(file, "Header.SocketCount", 0U);
    while (parse(file).sections.size() < others) file = withSection(file, "", "");
    return withSection(file, "Sockets", std::string_view("\0\0\0\0", 4));
}

const std::vector<BrokenFile>& makeList() {
    static const std::vector<BrokenFile> list = {
        {Code::EmptyFile, [] { return File(); }, ""},
        {Code::NotAbc, [] { return ByteWriter().raw("Ogawa and so on and on and on").bytes(); }, ""},
        {Code::VersionUnreadable, [] { return ByteWriter().section("Header").u16(12).bytes(); }, ""},
        {Code::VersionUnknown, [] { return patchedV12("Header.Version", 77U); }, "Header"},
        {Code::SectionOffsetOutOfFile, [] { return linked([](const File& file) { return sizeOf(file) + 100; }); },
         "AnimBindings.NextSectionOffset"},
        {Code::SectionOffsetBackward, [] { return linked([](const File&) { return 3U; }); },
         "AnimBindings.NextSectionOffset"},
        {Code::SectionOffsetSelf,
         [] { return linked([](const File& file) { return offsetOf(file, "AnimBindings"); }); },
         "AnimBindings.NextSectionOffset"},
        {Code::SectionOffsetOverlap,
         [] { return linked([](const File& file) { return offsetOf(file, "AnimBindings") + 2; }); },
         "AnimBindings.NextSectionOffset"},
        {Code::SectionHeadBad,
         [] {
             File file = linked([](const File& bytes) { return sizeOf(bytes); });
             file.resize(file.size() + 3);
             return file;
         },
         "Unparsed"},
        {Code::SectionChainOpen, [] { return linked([](const File& file) { return sizeOf(file); }); },
         "AnimBindings.NextSectionOffset"},
        {Code::VersionNotInModelEdit,
         [] {
             for (const NamedFile& fixture : allFixtures()) {
                 if (fixture.name == "v13_full") return fixture.file;
             }
             return File();
         },
         "Header.Version",
         1,
         {Code::AnimationInstant}},
        {Code::SectionUnknown, [] { return withSection(write(smallV12()), "Extra", "data"); }, "Extra"},
        {Code::SectionNameCase,
         [] {
             return patchedV12("Sockets.Type", std::array<char, 9>{7, 0, 's', 'o', 'c', 'k', 'e', 't', 's'});
         },
         "sockets",
         1,
         {Code::SectionMissing, Code::HeaderCountMismatch}},
        {Code::SectionTooFar,
         [] { return withSocketsBehind(513); },
         "Sockets",
         1,
         {Code::SectionUnknown, Code::SectionRepeated}},
        {Code::SectionOpaque,
         [] { return withSection(write(smallV6()), "TriStrips", "data"); },
         "TriStrips.Data",
         1,
         {Code::LayoutSettled}},
        {Code::SectionRepeated,
         [] { return withSection(write(smallV12()), "Sockets", std::string_view("\0\0\0\0", 4)); }, "Sockets#2"},
        {Code::SectionMissing,
         [] {
             File file = write(smallV12());
             file.resize(offsetOf(file, "AnimBindings"));
             patch(file, "Sockets.NextSectionOffset", kLast);
             return file;
         },
         ""},
        {Code::SectionTrailingBytes,
         [] {
             File file = write(smallV12());
             file.resize(file.size() + 3);
             return file;
         },
         "AnimBindings.Unreferenced"},
        {Code::SectionNeedsNodes,
         [] {
             return patchedV6("Nodes.Type", std::array<char, 7>{5, 0, 'x', 'o', 'd', 'e', 's'});
         },
         "Animation",
         1,
         {Code::SectionMissing, Code::SectionUnknown, Code::SectionTrailingBytes}},
        {Code::DataTruncated,
         [] {
             File file = write(smallV12());
             file.resize(file.size() - 4);
             return file;
         },
         "AnimBindings.Lists[0].AnimBindings[0].Origin"},
        {Code::CountTooLarge, [] { return patchedV12("Pieces.Pieces[0].LODs[0].VertexCount", 9999U); },
         "Pieces.Pieces[0].LODs[0].Vertices"},
        {Code::NodeTreeOpen, [] { return patchedV12("Nodes.Nodes[1].ChildCount", 1000U); }, "Nodes.Nodes[1]"},
        {Code::LayoutSettled, [] { return patchedV12("Header.Version", 11U); }, "Animation"},
        {Code::HeaderCountMismatch, [] { return patchedV12("Header.FaceCount", 9U); }, "Header.FaceCount"},
        {Code::CountMismatch, [] { return patchedV6("Geometry.NormalVerts", 3U); }, "Geometry.NumLODs"},
        {Code::WeightsAboveCount, [] { return patchedV12("Pieces.WeightCount", 2U); }, "Pieces.WeightCount"},
        {Code::IndexOutOfRange,
         [] { return patchedV12("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].VertexIndex", std::uint16_t{3}); },
         "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].VertexIndex"},
        {Code::NumberNotFinite, [] { return patchedV12("Sockets.Sockets[0].Location.Y", kNaN); },
         "Sockets.Sockets[0].Location.Y"},
        {Code::QuaternionNotUnit,
         [] { return patchedV12("Animation.Animations[0].NodeTransforms[1].Transforms[1].Rotation.W", 1.0021F); },
         "Animation.Animations[0].NodeTransforms[1].Transforms[1].Rotation"},
        {Code::StringNotAscii,
         [] {
             return patchedV12("Pieces.Pieces[0].Name", std::array<unsigned char, 3>{4, 0, 0xE9});
         },
         "Pieces.Pieces[0].Name"},
        {Code::StringTooLong,
         [] {
             return spliced(write(smallV6()), "Header.CommandString",
                            ByteWriter().string(std::string(501, 'x')).bytes());
         },
         "Header.CommandString"},
        {Code::NameTooLong,
         [] {
             return spliced(write(smallV12()), "Pieces.Pieces[0].Name",
                            ByteWriter().string(std::string(32, 'x')).bytes());
         },
         "Pieces.Pieces[0].Name"},
        {Code::NodesMissing,
         [] {
             return changedV12([](SpecV12& spec) {
                 spec.nodes.clear();
                 spec.weightSets.clear();
                 spec.animations[0].nodes.clear();
             });
         },
         "Nodes",
         1,
         {Code::IndexOutOfRange, Code::SocketNodeMissing}},
        {Code::SocketNodeMissing, [] { return patchedV12("Sockets.Sockets[0].NodeIndex", 2U); },
         "Sockets.Sockets[0].NodeIndex"},
        {Code::NodeIndexOrder, [] { return patchedV12("Nodes.Nodes[1].Index", std::uint16_t{7}); },
         "Nodes.Nodes[1].Index"},
        {Code::NodeMatrixNotAffine, [] { return patchedV12("Nodes.Nodes[1].Matrix[12]", 1.0F); },
         "Nodes.Nodes[1].Matrix"},
        {Code::NodeMatrixNotRigid, [] { return patchedV12("Nodes.Nodes[1].Matrix[0]", 1.01F); },
         "Nodes.Nodes[1].Matrix"},
        {Code::NodeNameRepeated, [] { return changedV12([](SpecV12& spec) { spec.nodes[1].name = "ROOT"; }); },
         "Nodes.Nodes[1].Name"},
        {Code::WeightSetNodeCount,
         [] { return changedV12([](SpecV12& spec) {
                  spec.weightSets[0].weights = {0, 1, 1};
              }); },
         "Nodes.WeightSets[0].NodeCount"},
        {Code::MeshMissing, [] { return changedV12([](SpecV12& spec) { spec.faces.clear(); }); }, "Pieces"},
        {Code::VertexUnweighted, [] { return changedV12([](SpecV12& spec) { spec.vertices[1].weights.clear(); }); },
         "Pieces.Pieces[0].LODs[0].Vertices[1]"},
        {Code::WeightZero,
         [] { return changedV12([](SpecV12& spec) {
                  spec.vertices[1].weights.push_back({1, {0, 0, 0}, 0});
              }); },
         "Pieces.Pieces[0].LODs[0].Vertices[1].Weights[1].Bias"},
        {Code::WeightSum,
         [] { return changedV12([](SpecV12& spec) {
                  spec.vertices[1].weights = {{0, {0.94F, 0, 0}, 0.94F}};
              }); },
         "Pieces.Pieces[0].LODs[0].Vertices[1].Weights"},
        {Code::WeightLocation,
         [] { return changedV12([](SpecV12& spec) {
                  spec.vertices[2].weights[0].location = {0, 10, 0};
              }); },
         "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].Location"},
        {Code::BindPositionsDiffer, levelWithTwoPlaces, "Pieces.Pieces[0].LODs[1].Vertices[2].Weights"},
        {Code::FaceDegenerate, [] { return changedV12([](SpecV12& spec) {
                                        spec.faces.push_back({0, 1, 1});
                                    }); },
         "Pieces.Pieces[0].LODs[0].Faces[1]"},
        {Code::WindingInward, [] { return changedV12([](SpecV12& spec) {
                                       spec.faces = {{0, 2, 1}};
                                   }); },
         "Pieces.Pieces"},
        {Code::UvRange, [] { return patchedV12("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].Texcoord.V", 1.5F); },
         "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1].Texcoord.V"},
        {Code::UvClamped, [] { return patchedV6("Geometry.FaceInfo[0].TexCoords[1].V", 1.5F); },
         "Geometry.FaceInfo[0].TexCoords[1].V"},
        {Code::LodDistanceBackward, [] { return withDistances(200, 100); }, "Header.LODDistances[1]"},
        {Code::LodDistanceRepeated, [] { return withDistances(200, 200); }, "Header.LODDistances[1]"},
        {Code::CollapseCycle, [] { return patchedV6("Geometry.VertexInfo[4].Replacements[1]", std::uint16_t{4}); },
         "Geometry.VertexInfo[4].Replacements[1]"},
        {Code::DeformationRepeated,
         [] {
             return changedV6([](SpecV6& spec) {
                 spec.nodes[1].deformed = {1, 1};
                 auto& packed = spec.animations[0].deformation[1];
                 packed = {packed[0], packed[0], packed[1], packed[1]};
             });
         },
         "Nodes.Nodes[1].MDVertList[1]"},
        {Code::AnimationsMissing, [] { return changedV12([](SpecV12& spec) { spec.animations.clear(); }); },
         "Animation.Count"},
        {Code::RestPoseMissing, [] { return changedV6([](SpecV6& spec) { spec.animations.clear(); }); },
         "Animation.NumAnims"},
        {Code::AnimationEmpty, [] { return timed({}); }, "Animation.Animations[0].KeyframeCount"},
        {Code::AnimationInstant, [] { return timed({0}); }, "Animation.Animations[0].Keyframes[0].Time"},
        {Code::AnimationLength, [] { return patchedV6("Animation.Anims[0].Length", 99U); },
         "Animation.Anims[0].Length"},
        {Code::AnimationNameRepeated,
         [] {
             return changedV6([](SpecV6& spec) {
                 spec.animations.push_back(spec.animations[0]);
                 spec.animations[1].name = "Wave";
             });
         },
         "Animation.Anims[1].AnimName"},
        {Code::KeyTimeFirst,
         [] {
             return timed({10, 100});
         },
         "Animation.Animations[0].Keyframes[0].Time"},
        {Code::KeyTimeBackward,
         [] {
             return timed({0, 100, 99, 98});
         },
         "Animation.Animations[0].Keyframes[2].Time", 2},
        {Code::KeyTimeRepeated,
         [] {
             return timed({0, 100, 100});
         },
         "Animation.Animations[0].Keyframes[2].Time"},
        // The name of a node, so that the strings of the header still count right.
        {Code::ChildModelSelf, [] { return withChildren({"root"}); }, "ChildModels.ChildModels[0].Name"},
        {Code::ChildModelCount,
         [] {
             std::vector<std::string_view> names(17, "root");
             names[0] = "";
             return withChildren(names);
         },
         "ChildModels.Count",
         1,
         {Code::ChildModelRepeated}},
        {Code::ChildModelUnnamed,
         [] {
             return withChildren({"", ""});
         },
         "ChildModels.ChildModels[1].Name"},
        {Code::ChildModelRepeated,
         [] {
             return withChildren({"", "root", "root"});
         },
         "ChildModels.ChildModels[2].Name"},
        {Code::BindingUnknown,
         [] {
             return withBindings({"move", "none"});
         },
         "AnimBindings.Lists[0].AnimBindings[1].Name"},
        {Code::BindingMissing, [] { return withBindings({}); }, "Animation.Animations[0].Name"},
        {Code::BindingRepeated,
         [] {
             return withBindings({"move", "MOVE"});
         },
         "AnimBindings.Lists[0].AnimBindings[1].Name"},
        {Code::BindingExtents, [] { return patchedV12("AnimBindings.Lists[0].AnimBindings[0].Extents.X", 99.0F); },
         "AnimBindings.Lists[0].AnimBindings[0].Extents"},
    };
    return list;
}

}  // namespace

std::span<const BrokenFile> brokenFiles() {
    return makeList();
}

}  // namespace abc::testing
