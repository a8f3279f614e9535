// The words of every finding. docs/findings.md is made from this table.
#include <algorithm>
#include <array>

#include "codes.h"

namespace abc {
namespace {

using enum Severity;
using enum Engine;

constexpr CodeInfo kEntries[] = {
    // The file as a whole (abc.md §1).
    emptyFile(Code::EmptyFile),
    {Code::NotAbc, "NOT_ABC", Error, Refused, "This is not a LithTech ABC model: {0}.",
     "No model can be shown, but the bytes can be inspected.", "{1}"},
    fileTooLarge(Code::FileTooLarge),
    outOfMemory(Code::OutOfMemory),
    {Code::VersionUnreadable, "VERSION_UNREADABLE", Error, Refused, "The file ends before its version.",
     "Without the version, nothing after it can be read.", "It is truncated: copy it again from its source."},
    {Code::VersionUnknown, "VERSION_UNKNOWN", Error, Unknown, "{0} is not documented, so it cannot be checked.",
     "Only the chain of sections is shown; their contents stay opaque.",
     "If you know a game that uses this version, please send its name and a sample file to the project."},
    {Code::VersionNotInModelEdit, "VERSION_NOT_IN_MODELEDIT", Information, Unaffected,
     "ModelEdit reads versions 9 to 12, not {0}.",
     "This version belongs to another branch of the engine, whose games load it.",
     "To edit the model in ModelEdit, export it as version 12.", "abc.md §8", Refused},

    // Framing (abc.md §1).
    {Code::SectionOffsetOutOfFile, "SECTION_OFFSET_OUT_OF_FILE", Error, Refused,
     "The next section should be at {0}, but the file has only {1|byte|bytes}.",
     "The file is truncated or the offset is wrong; sections after this one are lost.",
     "Compare the file size with that of the original, or export the model again."},
    {Code::SectionOffsetBackward, "SECTION_OFFSET_BACKWARD", Error, Refused,
     "The next section should be at {0}, which is before this one.",
     "A game would read the same sections in an endless loop.",
     "Set it to the start of the next section, or to 0xFFFFFFFF if there is none."},
    {Code::SectionOffsetSelf, "SECTION_OFFSET_SELF", Error, Refused,
     "The next section should be at {0}, where this one starts.", "A game would read this section in an endless loop.",
     "Set it to the start of the next section, or to 0xFFFFFFFF if there is none."},
    {Code::SectionOffsetOverlap, "SECTION_OFFSET_OVERLAP", Error, Refused,
     "The next section should be at {0}, which is inside the head of this one.",
     "The two sections would overlap; everything after them is lost.",
     "Set it to the start of the next section, or to 0xFFFFFFFF if there is none."},
    {Code::SectionHeadBad, "SECTION_HEAD_BAD", Error, Refused,
     "The previous section points here, but a section’s name and offset do not fit into the rest of the file.",
     "The file is truncated or the previous offset is wrong; everything from here on is lost.",
     "Compare the file size with that of the original, or export the model again."},
    {Code::SectionChainOpen, "SECTION_CHAIN_OPEN", Error, Refused,
     "According to the last section, another one follows, but the file ends there.",
     "The file is truncated between two sections, or the offset should be 0xFFFFFFFF.",
     "Compare the file size with that of the original; in the last section, set the offset to 0xFFFFFFFF."},
    {Code::SectionUnknown, "SECTION_UNKNOWN", Information, Unaffected, "No known version has a section with this name.",
     "Games skip it; its bytes are kept unchanged.", "Nothing to do.", "abc.md §1.2"},
    {Code::SectionNameCase, "SECTION_NAME_CASE", Warning, Flawed,
     "A section is named {0}; games and ModelEdit look for {1}, and their search is case-sensitive.",
     "They skip it, so its contents are missing from the model.", "Rename it to {1}.", "abc.md §1.2"},
    {Code::SectionTooFar, "SECTION_TOO_FAR", Warning, Flawed,
     "This section comes after {0} others; ModelEdit searches at most {1}.",
     "It does not find the section, so its contents are missing from the model.",
     "Put the sections that make up the model first.", "abc.md §1.2"},
    sectionOpaque(Code::SectionOpaque),
    {Code::SectionRepeated, "SECTION_REPEATED", Warning, Flawed, "An earlier section has the same name.",
     "Lithoscope uses only the first one; a game may use the other.", "Remove one of the two."},
    {Code::SectionMissing, "SECTION_MISSING", Warning, Flawed, "The {0} section is missing.",
     "Its contents are missing from the model.", "Export the model again; games expect this section."},
    {Code::SectionTrailingBytes, "SECTION_TRAILING_BYTES", Error, Flawed,
     "{0|byte is|bytes are} left over after the section’s data.",
     "A count before them is too small, so part of the model is missing, or the offset of the next section is wrong.",
     "Compare the counts in this section with its contents."},
    {Code::SectionNeedsNodes, "SECTION_NEEDS_NODES", Error, Refused,
     "This section cannot be read without the nodes, which could not be read.",
     "Its contents are missing from the model.", "Repair the Nodes section first."},
    {Code::DataTruncated, "DATA_TRUNCATED", Error, Refused, "Unexpected end: {0|byte|bytes} needed, {1} left.",
     "Everything before it is shown; the rest of the section is lost.",
     "The file is truncated, or an earlier count is wrong: export the model again."},
    {Code::CountTooLarge, "COUNT_TOO_LARGE", Error, Refused,
     "The count requires {0|byte|bytes}, but only {1|is|are} left in the section.",
     "Everything before it is shown; the rest of the section is lost.",
     "The count is wrong, or the exporter wrote a different layout: export the model again."},
    {Code::NodeTreeOpen, "NODE_TREE_OPEN", Error, Refused,
     "The node tree is incomplete: the missing children need {0|byte|bytes}; {1|is|are} left.",
     "Without its nodes, a model cannot be posed and its animations cannot be read.", "A child count is too large."},
    {Code::LayoutSettled, "LAYOUT_SETTLED", Information, Unaffected, "The end of this section determines {0}: {1}.",
     "{2}", "Nothing to do."},

    // Counts and indices (abc.md §2, §3).
    {Code::HeaderCountMismatch, "HEADER_COUNT_MISMATCH", Warning, Flawed, "{0} is {1}, but the file has {2}.",
     "Games allocate memory by this counter: if it is too small, they write past the end.",
     "Set it to {2}, or export the model again."},
    {Code::CountMismatch, "COUNT_MISMATCH", Warning, Flawed, "{0} is {1} but should be {2}.",
     "Games rely on the two agreeing.", "Correct it, or export the model again."},
    {Code::WeightsAboveCount, "WEIGHTS_ABOVE_COUNT", Error, Flawed,
     "{0} is {1}, but the vertices of all pieces have {2}.",
     "ModelEdit allocates that many weights and refuses a file with more. Games allocate memory by this counter and "
     "write past the end.",
     "Set it to {2}, or export the model again.", "abc.md §3.11", Refused},
    {Code::IndexOutOfRange, "INDEX_OUT_OF_RANGE", Error, Refused,
     "{0} {1} does not exist; the list has {2|entry|entries}.",
     "A game would read beyond its arrays. Whatever refers to it is not drawn.",
     "Change it to an existing one, or export the model again."},

    // Numbers and strings.
    {Code::NumberNotFinite, "NUMBER_NOT_FINITE", Error, Flawed, "This is {0}, which is not a finite number.",
     "Whatever is computed from it disappears, both here and in games.",
     "Set it to a finite number; an exporter that divides by zero writes such a value."},
    {Code::QuaternionNotUnit, "QUATERNION_NOT_UNIT", Warning, Flawed, "A rotation has length {0} instead of 1.",
     "Games do not normalise rotations, so whatever it rotates is scaled as well. Lithoscope normalises it.",
     "Normalise it, or export the model again."},
    {Code::StringNotAscii, "STRING_NOT_ASCII", Information, Unaffected,
     "A string contains the byte {0}, which is not printable ASCII.",
     "Games compare bytes, so it works if both sides were written the same way; it is shown as Latin-1.",
     "Use plain letters, digits and punctuation in names."},
    {Code::StringTooLong, "STRING_TOO_LONG", Error, Refused, "A string has {0|byte|bytes}; v6 engines read up to {1}.",
     "A game would write past the end of its buffer.", "Shorten it.", "abc.md §2.1"},
    {Code::NameTooLong, "NAME_TOO_LONG", Warning, Unknown,
     "A string has {0|byte|bytes}; ModelEdit reads up to {1} for {2}.",
     "ModelEdit refuses the file. How games handle a longer one is unknown.", "Shorten it to at most {1} bytes.",
     "abc.md §3.11", Refused},

    // Skeleton (abc.md §2, §3, §4).
    {Code::NodesMissing, "NODES_MISSING", Warning, Flawed, "The model has no nodes.",
     "Nothing can be posed or attached, and vertices stay where they are.",
     "Export the model again with at least a root node."},
    {Code::NodeIndexOrder, "NODE_INDEX_ORDER", Warning, Flawed, "Node {0} has the number {1}.",
     "Nodes are numbered by their position in the list; a reference by number may mean a different node.",
     "Number the nodes from 0 in file order."},
    {Code::NodeMatrixNotAffine, "NODE_MATRIX_NOT_AFFINE", Warning, Flawed,
     "The last row of a bind matrix is {0} instead of 0, 0, 0, 1.",
     "The matrix is not an affine transform, or was written in column-major order: the mesh is torn apart.",
     "Write matrices in row-major order, with the translation in elements 3, 7 and 11."},
    {Code::NodeMatrixNotRigid, "NODE_MATRIX_NOT_RIGID", Warning, Flawed,
     "A bind matrix scales, shears or mirrors: it deviates from a rigid transform by {0}.",
     "Animations contain only rotations and translations, so the mesh jumps when one plays.",
     "Apply the scale in the modelling program before exporting."},
    {Code::NodeNameRepeated, "NODE_NAME_REPEATED", Hint, Unaffected, "An earlier node is also named {0}.",
     "A game that looks up the name finds the first one.", "Give each node a unique name."},
    {Code::WeightSetNodeCount, "WEIGHT_SET_NODE_COUNT", Warning, Flawed,
     "A weight set has {0|number|numbers}, but the model has {1|node|nodes}.",
     "Layered animations skip nodes without a number; a game may read beyond the list.",
     "Give the set one number per node."},
    {Code::SocketNodeMissing, "SOCKET_NODE_MISSING", Error, Refused,
     "A socket is attached to node {0}, which does not exist; the model has {1|node|nodes}.",
     "ModelEdit refuses the file, and a game would read beyond its nodes. The socket is not drawn.",
     "Attach it to an existing node, or remove it.", "abc.md §3.11"},

    // Mesh (abc.md §2, §4, §5).
    {Code::MeshMissing, "MESH_MISSING", Information, Unaffected, "The file has no triangles.",
     "Nothing is drawn; this is normal for a file that only supplies animations to other models.", "Nothing to do."},
    {Code::VertexUnweighted, "VERTEX_UNWEIGHTED", Warning, Flawed, "A vertex has no weights.",
     "Nothing moves it: it stays in place when the model is animated.", "Bind it to at least one node."},
    {Code::WeightZero, "WEIGHT_ZERO", Hint, Unaffected, "A weight has a bias of 0.",
     "It costs time in the game but moves nothing.", "Remove it when exporting."},
    {Code::WeightSum, "WEIGHT_SUM", Information, Unaffected, "The weights of a vertex sum to {0}; 0.95 to 1 is usual.",
     "The weights are divided by their sum, so the vertex is in the right place. A model that shipped with No One "
     "Lives Forever has such weights.",
     "Nothing to do; a modelling program may ask for weights that sum to 1.", "abc.md §4.12"},
    {Code::WeightLocation, "WEIGHT_LOCATION", Warning, Flawed,
     "The location in a weight is {0} units away from where the bind pose puts its vertex.",
     "The vertex jumps when an animation plays.",
     "Write Weight.Location as Bias × (inverse bind matrix × Vertex.Location)."},
    {Code::BindPositionsDiffer, "BIND_POSITIONS_DIFFER", Hint, Unaffected,
     "{0|vertex has|vertices have} weights that imply different bind positions, up to {1} units off, in {2|level of a "
     "piece|levels of pieces}.",
     "Games follow each weight and draw it correctly. In glTF, Blender and any engine with a single bind position per "
     "vertex, such a level is up to {1} units off when it moves.",
     "Nothing to do for games. For export, use a level that is not affected: level 0 of shipped models is exact.",
     "abc.md §4.12"},
    {Code::FaceDegenerate, "FACE_DEGENERATE", Hint, Unaffected, "A triangle uses the same vertex twice.",
     "It has no area and is not drawn.", "Remove it when exporting."},
    {Code::WindingInward, "WINDING_INWARD", Warning, Flawed,
     "{0} of {1|triangle|triangles} face the opposite way to what {2} specifies.",
     "A game draws the model inside out, or mirrored. Lithoscope goes by the triangles.",
     "Reverse the triangles, or correct the flag."},
    {Code::UvRange, "UV_RANGE", Hint, Unaffected, "A texture coordinate is {0}, outside 0 to 1.",
     "The skin repeats there, which is often intended.", "Nothing to do unless the skin looks wrong there."},
    {Code::UvClamped, "UV_CLAMPED", Hint, Unaffected, "A texture coordinate is {0}, outside 0 to 1.",
     "LithTech 1 does not repeat textures: ModelEdit clamps the coordinate to 0.0001 … 0.9999 when it loads the file.",
     "Keep the texture coordinates of v6 models within 0 to 1.", "abc.md §2.11"},
    {Code::LodDistanceBackward, "LOD_DISTANCE_BACKWARD", Warning, Flawed,
     "A level of detail is used up to distance {0}, less than the {1} of the previous level.",
     "The level is never shown.", "Make the distances increase from level to level."},
    {Code::LodDistanceRepeated, "LOD_DISTANCE_REPEATED", Information, Unaffected,
     "A level of detail is used up to distance {0}, the same as the previous level.", "The level is never shown.",
     "Make the distances increase from level to level."},
    {Code::CollapseCycle, "COLLAPSE_CYCLE", Error, Flawed,
     "Vertex {0} replaces vertex {1}, which does not come before it.",
     "A game that follows the collapses may end up in an endless loop. Lithoscope ignores this one.",
     "A collapse may replace only vertices that come before its own."},
    {Code::DeformationRepeated, "DEFORMATION_REPEATED", Information, Unaffected,
     "Vertex {0} appears twice in a deformation list.", "It follows the last entry.", "List each vertex only once."},

    // Animations (abc.md §2, §3, §4).
    {Code::AnimationsMissing, "ANIMATIONS_MISSING", Warning, Unknown,
     "The file has no animations, and no child model that could provide one.",
     "It stays in its bind pose. How games handle such a model is unknown.",
     "Export at least one animation; a single key is enough."},
    {Code::RestPoseMissing, "REST_POSE_MISSING", Error, Refused,
     "The file has no animations, and the rest pose of a v6 model is the first key of one.",
     "Games and ModelEdit crash on such a model, and without a pose it cannot be shown.",
     "Export at least one animation; a single key is enough.", "abc.md §2.7"},
    {Code::AnimationEmpty, "ANIMATION_EMPTY", Warning, Flawed, "An animation has no keyframes.", "It cannot be played.",
     "Give it at least one key, or remove it."},
    {Code::AnimationInstant, "ANIMATION_INSTANT", Hint, Unaffected, "An animation has length 0.",
     "It is a still pose, which is often intended.", "Nothing to do unless it should move."},
    {Code::AnimationLength, "ANIMATION_LENGTH", Warning, Flawed, "Length is {0} ms, but the last key is at {1} ms.",
     "The animation stops early, or freezes at its end.", "Set Length to {1}, the time of the last key."},
    {Code::AnimationNameRepeated, "ANIMATION_NAME_REPEATED", Information, Unaffected,
     "An earlier animation is also named {0}.", "A game that looks up the name finds the first one.",
     "Give each animation a unique name."},
    {Code::KeyTimeFirst, "KEY_TIME_FIRST", Information, Unaffected, "The first key is at {0} ms instead of 0.",
     "Until then the first key is held.", "Nothing to do unless the animation should start at once."},
    {Code::KeyTimeBackward, "KEY_TIME_BACKWARD", Warning, Flawed, "A key at {0} ms comes after one at {1} ms.",
     "Keys are skipped, and the animation jumps.", "Sort the keys by time."},
    {Code::KeyTimeRepeated, "KEY_TIME_REPEATED", Information, Unaffected, "Two consecutive keys are at {0} ms.",
     "The animation jumps from one to the other.", "Nothing to do unless it should move smoothly."},

    // Child models and bindings (abc.md §3, §4).
    {Code::ChildModelSelf, "CHILD_MODEL_SELF", Information, Unaffected,
     "The first child model should be the model itself, without a name, but is named {0}.",
     "The bindings of the first list may not be found.", "Put an entry with an empty name first."},
    {Code::ChildModelCount, "CHILD_MODEL_COUNT", Error, Unknown,
     "The list of child models has {0|entry|entries}; ModelEdit accepts 1 to {1}, including the model itself.",
     "ModelEdit refuses the file. How games handle it is unknown.",
     "List the model itself first, and at most {2} others.", "abc.md §3.11", Refused},
    {Code::ChildModelUnnamed, "CHILD_MODEL_UNNAMED", Warning, Flawed, "A child model has no name.",
     "No file can be found for it, so its animations are missing.", "Name the file, or remove the child model."},
    {Code::ChildModelRepeated, "CHILD_MODEL_REPEATED", Information, Unaffected, "The child model {0} is listed twice.",
     "Its animations are found in the first of the two.", "Remove one of them."},
    {Code::BindingUnknown, "BINDING_UNKNOWN", Information, Unaffected,
     "A binding refers to {0}, which is not an animation in this file.", "It has no effect.", "Remove or rename it."},
    {Code::BindingMissing, "BINDING_MISSING", Information, Unaffected, "The animation {0} has no binding.",
     "It plays at the origin, with the box of the animation itself.",
     "Nothing to do unless it plays in the wrong place."},
    {Code::BindingRepeated, "BINDING_REPEATED", Information, Unaffected, "A second binding in this list refers to {0}.",
     "The first one is used.", "Remove one of them."},
    {Code::BindingExtents, "BINDING_EXTENTS", Information, Unaffected,
     "The box of a binding is {0}, but that of its animation is {1}.",
     "ModelEdit takes the collision box from the animation, and only the origin from the binding.",
     "Nothing to do; to change the box, change Extents of the animation.", "abc.md §3.9"},

    // Between a child model and its file (abc.md §4).
    {Code::ChildTreeMismatch, "CHILD_TREE_MISMATCH", Warning, Flawed,
     "The file of a child model has a different node tree: {0}.", "Games do not play its animations on this model.",
     "Look for another file with the same name, or export both with the same skeleton."},
    {Code::ChildBuildNumber, "CHILD_BUILD_NUMBER", Warning, Unaffected,
     "A child model is stored with build number {0}; its file has {1}.",
     "The file has been saved since, or is not the right one. ModelEdit only clears a flag, and its animations play.",
     "Open both in ModelEdit and save this one again, or look for another file with the same name.", "abc.md §3.9"},
    {Code::ChildBindingNames, "CHILD_BINDING_NAMES", Warning, Unaffected,
     "The bindings to a child model refer to {0}, which is not an animation in its file.",
     "The binding has no effect; it may be meant for another file with the same name.",
     "Look for another file with the same name, for example in another folder of the game."},
    {Code::ChildBindingCount, "CHILD_BINDING_COUNT", Information, Unaffected,
     "This model has {0|binding|bindings} to a child model, but its file has {1|animation|animations}.",
     "ModelEdit compares the two but only clears a flag: the animations play anyway.",
     "Open both in ModelEdit and save this one again, or look for another file with the same name.", "abc.md §3.9"},
    {Code::ChildHasChildren, "CHILD_HAS_CHILDREN", Warning, Unaffected,
     "The file of a child model has {0|child model|child models} of its own.",
     "ModelEdit refuses such a child model. Games and Lithoscope ignore the child’s own children.",
     "List all of them in this model.", "abc.md §3.11", Refused},
};

/// What mends findings of a code (fix.cpp).
struct Fix {
    Code code;
    std::string_view words;
};

constexpr std::string_view kLink = "Set the offset to the start of the next section, or to 0xFFFFFFFF in the last one";
constexpr std::string_view kCount =
    "Set the count to that of the header; add missing v6 dimensions with the values for “never set”";

constexpr Fix kFixes[] = {
    {Code::SectionOffsetOutOfFile, kLink},
    {Code::SectionOffsetBackward, kLink},
    {Code::SectionOffsetSelf, kLink},
    {Code::SectionOffsetOverlap, kLink},
    {Code::SectionHeadBad, kLink},
    {Code::SectionChainOpen, kLink},
    {Code::SectionNameCase, "Correct the case of the name"},
    {Code::SectionRepeated, "Remove the section that is byte-for-byte identical to the earlier one"},
    {Code::SectionTrailingBytes,
     "Restore the offset or the count before them, or remove the bytes where no count in the section would read them"},
    {Code::DataTruncated, kCount},
    {Code::CountTooLarge, kCount},
    {Code::HeaderCountMismatch, "Set the counter to the actual number in the file"},
    {Code::CountMismatch, "Set NormalVerts to NumVerts minus the collapses"},
    {Code::WeightsAboveCount, "Set the counter to the actual number in the file"},
    {Code::NumberNotFinite,
     "Compute the number from the neighbouring keys, or from the same information elsewhere in the file"},
    {Code::QuaternionNotUnit, "Normalise the rotation; if it has no length, take it from the neighbouring keys"},
    {Code::NodeIndexOrder, "Number the nodes from 0 in file order"},
    {Code::NodeMatrixNotAffine, "Set the last row to 0, 0, 0, 1"},
    {Code::WeightSetNodeCount, "Add zeros for nodes without a number; remove numbers of nodes that do not exist"},
    {Code::WeightZero, "Remove the weight"},
    {Code::WeightLocation, "Compute the location from the bind pose"},
    {Code::FaceDegenerate, "Remove the triangle"},
    {Code::AnimationLength, "Set Length to the time of the last key"},
    {Code::ChildModelSelf, "Remove the name of the entry for the model itself"},
    {Code::BindingUnknown, "Remove the binding"},
    {Code::BindingRepeated, "Remove the binding"},
};

consteval auto withFixes() {
    std::array<CodeInfo, std::size(kEntries)> entries{};
    std::copy(std::begin(kEntries), std::end(kEntries), entries.begin());
    for (const Fix& fix : kFixes) entries[static_cast<std::size_t>(fix.code)].fix = fix.words;
    return entries;
}
constexpr auto kCatalogue = withFixes();

static_assert(areInOrder(kCatalogue) && std::size(kCatalogue) == static_cast<std::size_t>(Code::ChildHasChildren) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

}  // namespace abc
