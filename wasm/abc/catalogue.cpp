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
     "There is no model to show; the bytes are there to look at.", "{1}"},
    fileTooLarge(Code::FileTooLarge),
    outOfMemory(Code::OutOfMemory),
    {Code::VersionUnreadable, "VERSION_UNREADABLE", Error, Refused, "The file ends before its version.",
     "Without a version nothing after it can be read.", "It is cut off: copy it again from where it came from."},
    {Code::VersionUnknown, "VERSION_UNKNOWN", Error, Unknown, "{0} is not documented, so it cannot be checked.",
     "Only the chain of sections is shown; what is in them stays opaque.",
     "If you know a game that uses this version, please send its name and such a file to the project."},
    {Code::VersionNotInModelEdit, "VERSION_NOT_IN_MODELEDIT", Information, Unaffected,
     "ModelEdit reads versions 9 to 12 and not {0}.", "It belongs to another branch of the engine: its games load it.",
     "To edit it in ModelEdit, export the model as version 12.", "abc.md §8", Refused},

    // Framing (abc.md §1).
    {Code::SectionOffsetOutOfFile, "SECTION_OFFSET_OUT_OF_FILE", Error, Refused,
     "The next section should be at {0}, but the file has only {1|byte|bytes}.",
     "The file is cut off or the offset is wrong; sections after this one are lost.",
     "Compare the size with the original file, or export the model again."},
    {Code::SectionOffsetBackward, "SECTION_OFFSET_BACKWARD", Error, Refused,
     "The next section should be at {0}, which is before this one.", "A game would read in a circle for ever.",
     "Set it to where the next section starts, or to 0xFFFFFFFF when there is none."},
    {Code::SectionOffsetSelf, "SECTION_OFFSET_SELF", Error, Refused,
     "The next section should be at {0}, which is where this one starts.",
     "A game would read this section over and over for ever.",
     "Set it to where the next section starts, or to 0xFFFFFFFF when there is none."},
    {Code::SectionOffsetOverlap, "SECTION_OFFSET_OVERLAP", Error, Refused,
     "The next section should be at {0}, which is inside the head of this one.",
     "The two sections would share bytes; what follows is lost.",
     "Set it to where the next section starts, or to 0xFFFFFFFF when there is none."},
    {Code::SectionHeadBad, "SECTION_HEAD_BAD", Error, Refused,
     "The section before points here, but no section's name and offset fit into the rest of the file.",
     "The file is cut off or the offset before is wrong; what follows is lost.",
     "Compare the size with the original file, or export the model again."},
    {Code::SectionChainOpen, "SECTION_CHAIN_OPEN", Error, Refused,
     "The last section says that another follows, but the file ends there.",
     "The file is cut off between two sections, or the offset should be 0xFFFFFFFF.",
     "Compare the size with the original file; in the last section set the offset to 0xFFFFFFFF."},
    {Code::SectionUnknown, "SECTION_UNKNOWN", Information, Unaffected, "No known version has a section of this name.",
     "Games pass over it; its bytes are kept as they are.", "Nothing to do.", "abc.md §1.2"},
    {Code::SectionNameCase, "SECTION_NAME_CASE", Warning, Flawed,
     "A section is named {0}; games and ModelEdit look for {1}, letter for letter.",
     "They pass over it, so what it holds is missing from the model.", "Write the name as {1}.", "abc.md §1.2"},
    {Code::SectionTooFar, "SECTION_TOO_FAR", Warning, Flawed,
     "This section comes after {0} others; ModelEdit looks through at most {1}.",
     "It does not find the section, so what it holds is missing from the model.",
     "Put the sections that make the model first.", "abc.md §1.2"},
    sectionOpaque(Code::SectionOpaque),
    {Code::SectionRepeated, "SECTION_REPEATED", Warning, Flawed, "A section of this name came before.",
     "Only the first one makes the model here; a game may take the other.", "Remove one of the two."},
    {Code::SectionMissing, "SECTION_MISSING", Warning, Flawed, "There is no {0} section.",
     "What it would hold is missing from the model.", "Export the model again; a game expects the section."},
    {Code::SectionTrailingBytes, "SECTION_TRAILING_BYTES", Error, Flawed,
     "{0|byte is|bytes are} left over after the section's data.",
     "A count before them is too small, so part of the model is missing, or the offset of the next section is wrong.",
     "Compare the counts of this section with what it holds."},
    {Code::SectionNeedsNodes, "SECTION_NEEDS_NODES", Error, Refused,
     "This section cannot be read without the nodes, and those could not be read.",
     "What it holds is missing from the model.", "Mend the Nodes section first."},
    {Code::DataTruncated, "DATA_TRUNCATED", Error, Refused,
     "Reading stopped here: {0|byte is|bytes are} wanted and {1|is|are} left.",
     "What came before is shown; the rest of the section is lost.",
     "The file is cut off, or a count before this place is wrong: export the model again."},
    {Code::CountTooLarge, "COUNT_TOO_LARGE", Error, Refused,
     "The count asks for {0|byte|bytes}, but only {1|is|are} left in the section.",
     "What came before is shown; the rest of the section is lost.",
     "The count is wrong or the exporter wrote another layout: export the model again."},
    {Code::NodeTreeOpen, "NODE_TREE_OPEN", Error, Refused,
     "The node tree does not close: the children still owed need {0|byte|bytes} and {1|is|are} left.",
     "Without its nodes a model cannot be posed, and its animations cannot be read.", "A child count is too large."},
    {Code::LayoutSettled, "LAYOUT_SETTLED", Information, Unaffected, "Where this section ends shows {0}: {1}.", "{2}",
     "Nothing to do."},

    // Counts and indices (abc.md §2, §3).
    {Code::HeaderCountMismatch, "HEADER_COUNT_MISMATCH", Warning, Flawed, "{0} says {1}, the file holds {2}.",
     "Games allocate by this counter: one that is too small makes them write beyond their memory.",
     "Correct it to {2}, or export the model again."},
    {Code::CountMismatch, "COUNT_MISMATCH", Warning, Flawed, "{0} is {1} and should be {2}.",
     "Games rely on the two to agree.", "Correct it, or export the model again."},
    {Code::WeightsAboveCount, "WEIGHTS_ABOVE_COUNT", Error, Flawed,
     "{0} says {1}, and the vertices of all pieces have {2}.",
     "ModelEdit makes room for so many weights and refuses a file with more. Games allocate by this counter: they "
     "write "
     "beyond their memory.",
     "Correct it to {2}, or export the model again.", "abc.md §3.11", Refused},
    {Code::IndexOutOfRange, "INDEX_OUT_OF_RANGE", Error, Refused,
     "{0} {1} does not exist; the list has {2|entry|entries}.",
     "A game would read beyond its arrays. What refers to it is left out of the picture.",
     "Point it to one that exists, or export the model again."},

    // Numbers and strings.
    {Code::NumberNotFinite, "NUMBER_NOT_FINITE", Error, Flawed, "This is {0}, which is no number.",
     "Whatever is computed from it vanishes from the picture, and in a game with it.",
     "Set it to a number; an exporter that divides by zero writes this."},
    {Code::QuaternionNotUnit, "QUATERNION_NOT_UNIT", Warning, Flawed, "A rotation has length {0} instead of 1.",
     "Games take rotations as they are, so what turns by it is scaled as well. Here it is normalised.",
     "Normalise it, or export the model again."},
    {Code::StringNotAscii, "STRING_NOT_ASCII", Information, Unaffected,
     "A string has the byte {0}, which is no printable ASCII.",
     "Games compare bytes, so it works where both sides were written alike; it is shown as Latin-1.",
     "Use plain letters, digits and punctuation in names."},
    {Code::StringTooLong, "STRING_TOO_LONG", Error, Refused,
     "A string has {0|byte|bytes}; engines of v6 read up to {1}.", "A game would write beyond its buffer.",
     "Shorten it.", "abc.md §2.1"},
    {Code::NameTooLong, "NAME_TOO_LONG", Warning, Unknown,
     "A string has {0|byte|bytes}; ModelEdit reads up to {1} for {2}.",
     "ModelEdit refuses the file. What games do with a longer one is not known.", "Shorten it to at most {1} bytes.",
     "abc.md §3.11", Refused},

    // Skeleton (abc.md §2, §3, §4).
    {Code::NodesMissing, "NODES_MISSING", Warning, Flawed, "The model has no nodes.",
     "Nothing can be posed or attached, and vertices stay where they are.",
     "Export the model again with at least a root node."},
    {Code::NodeIndexOrder, "NODE_INDEX_ORDER", Warning, Flawed, "Node {0} has the number {1}.",
     "Nodes are numbered by their place in the list; what names a node by number may mean another one.",
     "Number the nodes from 0 in file order."},
    {Code::NodeMatrixNotAffine, "NODE_MATRIX_NOT_AFFINE", Warning, Flawed,
     "The last row of a bind matrix is {0} and not 0, 0, 0, 1.",
     "It is no movement in space, or it was written column by column: the mesh is torn apart.",
     "Write matrices row by row with the translation in elements 3, 7 and 11."},
    {Code::NodeMatrixNotRigid, "NODE_MATRIX_NOT_RIGID", Warning, Flawed,
     "A bind matrix scales, shears or mirrors: it is off by {0}.",
     "Animations hold rotations and translations only, so the mesh jumps when one plays.",
     "Apply scale in the modelling program before the export."},
    {Code::NodeNameRepeated, "NODE_NAME_REPEATED", Hint, Unaffected, "Another node before has the name {0}.",
     "A game that looks for the name finds the first one.", "Give each node a name of its own."},
    {Code::WeightSetNodeCount, "WEIGHT_SET_NODE_COUNT", Warning, Flawed,
     "A weight set has {0|number|numbers} and the model {1|node|nodes}.",
     "Nodes without a number are left out of layered animations; a game may read beyond the list.",
     "Give the set one number for each node."},
    {Code::SocketNodeMissing, "SOCKET_NODE_MISSING", Error, Refused,
     "A socket is on node {0}, which does not exist; the model has {1|node|nodes}.",
     "ModelEdit refuses the file, and a game would read beyond its nodes. The socket is left out of the picture.",
     "Put it on a node that exists, or remove it.", "abc.md §3.11"},

    // Mesh (abc.md §2, §4, §5).
    {Code::MeshMissing, "MESH_MISSING", Information, Unaffected, "The file has no triangles.",
     "Nothing is drawn; as a donor of animations for other models it is normal.", "Nothing to do."},
    {Code::VertexUnweighted, "VERTEX_UNWEIGHTED", Warning, Flawed, "A vertex has no weights.",
     "Nothing moves it: it stays behind when the model is animated.", "Bind it to at least one node."},
    {Code::WeightZero, "WEIGHT_ZERO", Hint, Unaffected, "A weight has a bias of 0.",
     "It costs time in the game and moves nothing.", "Remove it when exporting."},
    {Code::WeightSum, "WEIGHT_SUM", Information, Unaffected, "The weights of a vertex sum to {0}; 0.95 to 1 is usual.",
     "The sum is divided by, so the vertex is where it should be. A model that shipped with No One Lives Forever has "
     "it.",
     "Nothing to do; a modelling program may ask for weights that sum to 1.", "abc.md §4.12"},
    {Code::WeightLocation, "WEIGHT_LOCATION", Warning, Flawed,
     "A weight holds a place that is {0} units from where the bind pose puts its vertex.",
     "The vertex jumps when an animation plays.",
     "Weight.Location is Bias × (inverse bind matrix × Vertex.Location): write it so."},
    {Code::BindPositionsDiffer, "BIND_POSITIONS_DIFFER", Hint, Unaffected,
     "In {2|level of a piece|levels of pieces} the weights of {0|vertex do|vertices do} not agree on one bind "
     "position: "
     "they are up to {1} units from it.",
     "Games follow each weight and show it right. In glTF, Blender and every engine that has one bind position a "
     "vertex, such a level is up to {1} units off when it moves.",
     "Nothing to do for games. To export it, take a level that is not concerned: level 0 of shipped models is exact.",
     "abc.md §4.12"},
    {Code::FaceDegenerate, "FACE_DEGENERATE", Hint, Unaffected, "A triangle uses a vertex twice.",
     "It covers nothing and is not drawn.", "Remove it when exporting."},
    {Code::WindingInward, "WINDING_INWARD", Warning, Flawed,
     "{0} of {1|triangle|triangles} face the other way than {2} says.",
     "A game draws the model inside out, or mirrored. Here the triangles decide.",
     "Reverse the triangles, or correct the flag."},
    {Code::UvRange, "UV_RANGE", Hint, Unaffected, "A texture coordinate is {0}, outside 0 to 1.",
     "The skin repeats there, which is often meant.", "Nothing to do unless the skin looks wrong there."},
    {Code::UvClamped, "UV_CLAMPED", Hint, Unaffected, "A texture coordinate is {0}, outside 0 to 1.",
     "LithTech 1 does not repeat textures: ModelEdit clamps the coordinate to 0.0001 … 0.9999 when it loads the file.",
     "Keep the skin of v6 models within 0 to 1.", "abc.md §2.11"},
    {Code::LodDistanceBackward, "LOD_DISTANCE_BACKWARD", Warning, Flawed,
     "A level of detail is used up to distance {0}, less than {1} of the level before.", "The level is never shown.",
     "Let the distances grow from level to level."},
    {Code::LodDistanceRepeated, "LOD_DISTANCE_REPEATED", Information, Unaffected,
     "A level of detail is used up to distance {0}, like the level before.", "The level is never shown.",
     "Let the distances grow from level to level."},
    {Code::CollapseCycle, "COLLAPSE_CYCLE", Error, Flawed,
     "Vertex {0} stands in for vertex {1}, which is not before it.",
     "A game that follows the collapses may go in a circle for ever. Here it is ignored.",
     "A collapse may replace only vertices before its own."},
    {Code::DeformationRepeated, "DEFORMATION_REPEATED", Information, Unaffected,
     "Vertex {0} is in a deformation list twice.", "It follows the last entry.", "List each vertex once."},

    // Animations (abc.md §2, §3, §4).
    {Code::AnimationsMissing, "ANIMATIONS_MISSING", Warning, Unknown,
     "The file has no animation, and no child model that could lend one.",
     "It stays in its bind pose. What games do with such a model is not known.",
     "Export at least one animation; a single key is enough."},
    {Code::RestPoseMissing, "REST_POSE_MISSING", Error, Refused,
     "The file has no animation, and the rest pose of a v6 model is the first key of one.",
     "The games and ModelEdit crash on such a model, and there is no pose to show it in.",
     "Export at least one animation; a single key is enough.", "abc.md §2.7"},
    {Code::AnimationEmpty, "ANIMATION_EMPTY", Warning, Flawed, "An animation has no keyframes.", "It cannot be played.",
     "Give it at least one key, or remove it."},
    {Code::AnimationInstant, "ANIMATION_INSTANT", Hint, Unaffected, "An animation has length 0.",
     "It is a still pose, which is often meant.", "Nothing to do unless it should move."},
    {Code::AnimationLength, "ANIMATION_LENGTH", Warning, Flawed, "Length is {0} ms, but the last key is at {1} ms.",
     "The animation stops early or stands still at its end.", "Set Length to {1}, the time of the last key."},
    {Code::AnimationNameRepeated, "ANIMATION_NAME_REPEATED", Information, Unaffected,
     "Another animation before has the name {0}.", "A game that looks for the name finds the first one.",
     "Give each animation a name of its own."},
    {Code::KeyTimeFirst, "KEY_TIME_FIRST", Information, Unaffected, "The first key is at {0} ms and not at 0.",
     "Until then the first key is held.", "Nothing to do unless the animation should start at once."},
    {Code::KeyTimeBackward, "KEY_TIME_BACKWARD", Warning, Flawed,
     "A key is at {0} ms, before the one that it follows at {1} ms.", "Keys are skipped, and the animation jumps.",
     "Sort the keys by time."},
    {Code::KeyTimeRepeated, "KEY_TIME_REPEATED", Information, Unaffected, "Two keys in a row are at {0} ms.",
     "The animation jumps from one to the other.", "Nothing to do unless it should move smoothly."},

    // Child models and bindings (abc.md §3, §4).
    {Code::ChildModelSelf, "CHILD_MODEL_SELF", Information, Unaffected,
     "The first child model should be the model itself, without a name: {0}.",
     "The bindings of the first list may not be found.", "Put an entry with an empty name first."},
    {Code::ChildModelCount, "CHILD_MODEL_COUNT", Error, Unknown,
     "The list of child models has {0|entry|entries}; ModelEdit takes 1 to {1}, the model itself included.",
     "ModelEdit refuses the file. What games do with it is not known.",
     "List the model itself first, and at most {2} others.", "abc.md §3.11", Refused},
    {Code::ChildModelUnnamed, "CHILD_MODEL_UNNAMED", Warning, Flawed, "A child model has no name.",
     "No file can be found for it, so its animations are missing.", "Name the file, or remove the child model."},
    {Code::ChildModelRepeated, "CHILD_MODEL_REPEATED", Information, Unaffected, "The child model {0} is listed twice.",
     "Its animations are found in the first of the two.", "Remove one of them."},
    {Code::BindingUnknown, "BINDING_UNKNOWN", Information, Unaffected,
     "A binding names {0}, which is no animation of this file.", "It has no effect.", "Remove or rename it."},
    {Code::BindingMissing, "BINDING_MISSING", Information, Unaffected, "The animation {0} has no binding.",
     "It plays at the origin with the box that the animation itself has.", "Nothing to do unless it stands wrong."},
    {Code::BindingRepeated, "BINDING_REPEATED", Information, Unaffected, "A second binding in this list names {0}.",
     "The first one counts.", "Remove one of them."},
    {Code::BindingExtents, "BINDING_EXTENTS", Information, Unaffected,
     "The box of a binding is {0}, that of its animation {1}.",
     "ModelEdit takes the collision box from the animation, and only the origin from the binding.",
     "Nothing to do; to change the box, change Extents of the animation.", "abc.md §3.9"},

    // Between a child model and its file (abc.md §4).
    {Code::ChildTreeMismatch, "CHILD_TREE_MISMATCH", Warning, Flawed,
     "The file of a child model has another tree of nodes: {0}.", "Games do not play its animations on this model.",
     "Look for another file of that name, or export both with one skeleton."},
    {Code::ChildBuildNumber, "CHILD_BUILD_NUMBER", Warning, Unaffected,
     "A child model is stored with build number {0}; its file has {1}.",
     "The file was saved since, or is not the one that is meant. ModelEdit only clears a flag, and its animations "
     "play.",
     "Open both in ModelEdit and save this one again, or look for another file of that name.", "abc.md §3.9"},
    {Code::ChildBindingNames, "CHILD_BINDING_NAMES", Warning, Unaffected,
     "The bindings to a child model name {0}, which is no animation of its file.",
     "The binding has no effect; another file of that name may be meant.",
     "Look for another file of that name, for example in another folder of the game."},
    {Code::ChildBindingCount, "CHILD_BINDING_COUNT", Information, Unaffected,
     "This model has {0|binding|bindings} to a child model, and its file has {1|animation|animations}.",
     "ModelEdit compares the two and only clears a flag: the animations play anyway.",
     "Open both in ModelEdit and save this one again, or look for another file of that name.", "abc.md §3.9"},
    {Code::ChildHasChildren, "CHILD_HAS_CHILDREN", Warning, Unaffected,
     "The file of a child model has {0|child model|child models} of its own.",
     "ModelEdit refuses such a child model. In games, and here, the child's own children are passed over.",
     "Let this model name all of them itself.", "abc.md §3.11", Refused},
};

/// What mends findings of a code (fix.cpp).
struct Fix {
    Code code;
    std::string_view words;
};

constexpr std::string_view kLink = "Set the offset to where the next section begins, or in the last one to 0xFFFFFFFF";
constexpr std::string_view kCount =
    "Set the count to that of the header; add dimensions of v6 that are missing, as never set";

constexpr Fix kFixes[] = {
    {Code::SectionOffsetOutOfFile, kLink},
    {Code::SectionOffsetBackward, kLink},
    {Code::SectionOffsetSelf, kLink},
    {Code::SectionOffsetOverlap, kLink},
    {Code::SectionHeadBad, kLink},
    {Code::SectionChainOpen, kLink},
    {Code::SectionNameCase, "Write the name as games look for it"},
    {Code::SectionRepeated, "Remove the section that is the same, byte for byte, as the one before"},
    {Code::SectionTrailingBytes,
     "Restore the offset or the count before them, or remove the bytes where no count of the section would read them"},
    {Code::DataTruncated, kCount},
    {Code::CountTooLarge, kCount},
    {Code::HeaderCountMismatch, "Set the counter to what the file holds"},
    {Code::CountMismatch, "Set NormalVerts to NumVerts less the collapses"},
    {Code::WeightsAboveCount, "Set the counter to what the file holds"},
    {Code::NumberNotFinite,
     "Compute the number from the neighbouring keys, or from what says the same elsewhere in the file"},
    {Code::QuaternionNotUnit, "Normalise the rotation; take one without a length from the neighbouring keys"},
    {Code::NodeIndexOrder, "Number the nodes from 0 in file order"},
    {Code::NodeMatrixNotAffine, "Set the last row to 0, 0, 0, 1"},
    {Code::WeightSetNodeCount, "Add zeros for nodes without a number; remove numbers of nodes that are not there"},
    {Code::WeightZero, "Remove the weight"},
    {Code::WeightLocation, "Compute the place from the bind pose"},
    {Code::FaceDegenerate, "Remove the triangle"},
    {Code::AnimationLength, "Set Length to the time of the last key"},
    {Code::ChildModelSelf, "Remove the name of the entry that is the model itself"},
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
              "one entry a code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

}  // namespace abc
