// The words of every finding. docs/findings.md is made from this table.
#include "findings.h"

namespace abc {
namespace {

using enum Severity;
using enum Engine;

constexpr CodeInfo kCatalogue[] = {
    // The file as a whole (ABC.md §1).
    {Code::EmptyFile, "EMPTY_FILE", Error, Refused, "The file is empty.", "There is nothing to show.",
     "Copy it again from where it came from."},
    {Code::NotAbc, "NOT_ABC", Error, Refused, "This is not a LithTech ABC model: {0}.",
     "There is no model to show; the bytes are there to look at.", "{1}"},
    {Code::FileTooLarge, "FILE_TOO_LARGE", Error, Refused, "The file has {0} bytes; models up to {1} bytes are read.",
     "It was not read.", "No game ships models of this size: check what the file is."},
    {Code::OutOfMemory, "OUT_OF_MEMORY", Error, Unknown, "There was not enough memory to read the file.",
     "It says nothing about the file: only this program gave up.",
     "Close other files or reload the page and try again."},
    {Code::VersionUnreadable, "VERSION_UNREADABLE", Error, Refused, "The file ends before its version.",
     "Without a version nothing behind it can be read.", "It is cut off: copy it again from where it came from."},
    {Code::VersionUnknown, "VERSION_UNKNOWN", Error, Unknown, "Nobody has described ABC version {0}.",
     "Only the chain of sections is shown; what is in them stays opaque.",
     "If a game uses this version, the project would be glad of the file."},

    // Framing (ABC.md §1).
    {Code::SectionOffsetOutOfFile, "SECTION_OFFSET_OUT_OF_FILE", Error, Refused,
     "The next section should be at {0}, but the file has only {1} bytes.",
     "The file is cut off or the offset is wrong; sections behind this one are lost.",
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
     "Games pass over it; its bytes are kept as they are.", "Nothing to do."},
    {Code::SectionOpaque, "SECTION_OPAQUE", Information, Unaffected,
     "Nobody knows how {0} bytes of this section are laid out.", "They are kept as they are.", "Nothing to do."},
    {Code::SectionRepeated, "SECTION_REPEATED", Warning, Flawed, "A section of this name came before.",
     "Only the first one makes the model here; a game may take the other.", "Remove one of the two."},
    {Code::SectionMissing, "SECTION_MISSING", Warning, Flawed, "There is no {0} section.",
     "What it would hold is missing from the model.", "Export the model again; a game expects the section."},
    {Code::SectionTrailingBytes, "SECTION_TRAILING_BYTES", Error, Flawed,
     "{0} bytes are left over behind the section's data.",
     "A count before them is too small, so part of the model is missing, or the offset of the next section is wrong.",
     "Compare the counts of this section with what it holds."},
    {Code::SectionNeedsNodes, "SECTION_NEEDS_NODES", Error, Refused,
     "This section cannot be read without the nodes, and those could not be read.",
     "What it holds is missing from the model.", "Mend the Nodes section first."},
    {Code::DataTruncated, "DATA_TRUNCATED", Error, Refused,
     "Reading stopped here: {0} bytes are wanted and {1} are left.",
     "What came before is shown; the rest of the section is lost.",
     "The file is cut off, or a count before this place is wrong: export the model again."},
    {Code::CountTooLarge, "COUNT_TOO_LARGE", Error, Refused,
     "The count asks for {0} bytes, but only {1} are left in the section.",
     "What came before is shown; the rest of the section is lost.",
     "The count is wrong or the exporter wrote another layout: export the model again."},
    {Code::NodeTreeOpen, "NODE_TREE_OPEN", Error, Refused,
     "The node tree does not close: the children still owed need {0} bytes and {1} are left.",
     "Without its nodes a model cannot be posed, and its animations cannot be read.", "A child count is too large."},
    {Code::LayoutSettled, "LAYOUT_SETTLED", Information, Unaffected,
     "Descriptions of this version disagree about {0}; this file was read with: {1}.", "{2}", "Nothing to do."},

    // Counts and indices (ABC.md §2, §3).
    {Code::HeaderCountMismatch, "HEADER_COUNT_MISMATCH", Warning, Flawed, "{0} says {1}, the file holds {2}.",
     "Games allocate by this counter: one that is too small makes them write beyond their memory.",
     "Correct it to {2}, or export the model again."},
    {Code::CountMismatch, "COUNT_MISMATCH", Warning, Flawed, "{0} is {1} and should be {2}.",
     "Games rely on the two to agree.", "Correct it, or export the model again."},
    {Code::IndexOutOfRange, "INDEX_OUT_OF_RANGE", Error, Refused, "{0} {1} does not exist; there are {2}.",
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
    {Code::StringTooLong, "STRING_TOO_LONG", Error, Refused, "A string has {0} bytes; engines of v6 read up to {1}.",
     "A game would write beyond its buffer.", "Shorten it."},

    // Skeleton (ABC.md §2, §3, §4).
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
     "A weight set has {0} numbers and the model {1} nodes.",
     "Nodes without a number are left out of layered animations; a game may read beyond the list.",
     "Give the set one number for each node."},

    // Mesh (ABC.md §2, §4, §5).
    {Code::MeshMissing, "MESH_MISSING", Information, Unaffected, "The file has no triangles.",
     "Nothing is drawn; as a donor of animations for other models it is normal.", "Nothing to do."},
    {Code::VertexUnweighted, "VERTEX_UNWEIGHTED", Warning, Flawed, "A vertex has no weights.",
     "Nothing moves it: it stays behind when the model is animated.", "Bind it to at least one node."},
    {Code::WeightZero, "WEIGHT_ZERO", Hint, Unaffected, "A weight has a bias of 0.",
     "It costs time in the game and moves nothing.", "Remove it when exporting."},
    {Code::WeightSum, "WEIGHT_SUM", Warning, Flawed, "The weights of a vertex sum to {0}; 0.95 to 1 is normal.",
     "Games that do not divide by the sum draw the vertex off its place.", "Normalise the weights before the export."},
    {Code::WeightLocation, "WEIGHT_LOCATION", Warning, Flawed,
     "A weight holds a place that is {0} units from where the bind pose puts its vertex.",
     "The vertex jumps when an animation plays.",
     "Weight.Location is Bias × (inverse bind matrix × Vertex.Location): write it so."},
    {Code::FaceDegenerate, "FACE_DEGENERATE", Hint, Unaffected, "A triangle uses a vertex twice.",
     "It covers nothing and is not drawn.", "Remove it when exporting."},
    {Code::WindingInward, "WINDING_INWARD", Warning, Flawed, "{0} of {1} triangles face the other way than {2} says.",
     "A game draws the model inside out, or mirrored. Here the triangles decide.",
     "Reverse the triangles, or correct the flag."},
    {Code::UvRange, "UV_RANGE", Hint, Unaffected, "A texture coordinate is {0}, outside 0 to 1.",
     "The skin repeats there, which is often meant.", "Nothing to do unless the skin looks wrong there."},
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

    // Animations (ABC.md §2, §3, §4).
    {Code::AnimationsMissing, "ANIMATIONS_MISSING", Warning, Refused,
     "The file has no animation, and no child model that could lend one.",
     "The games and ModelEdit crash on such a model.", "Export at least one animation; a single key is enough."},
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

    // Child models and bindings (ABC.md §3, §4).
    {Code::ChildModelSelf, "CHILD_MODEL_SELF", Information, Unaffected,
     "The first child model should be the model itself, without a name: {0}.",
     "The bindings of the first list may not be found.", "Put an entry with an empty name first."},
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

    // Between a child model and its file (ABC.md §4).
    {Code::ChildTreeMismatch, "CHILD_TREE_MISMATCH", Warning, Flawed,
     "The file of a child model has another tree of nodes: {0}.", "Games do not play its animations on this model.",
     "Look for another file of that name, or export both with one skeleton."},
    {Code::ChildBuildNumber, "CHILD_BUILD_NUMBER", Warning, Unaffected,
     "A child model is stored with build number {0}; its file has {1}.",
     "The file was saved since, or is not the one that is meant; its animations play all the same.",
     "Open both in ModelEdit and save this one again, or look for another file of that name."},
    {Code::ChildBindingNames, "CHILD_BINDING_NAMES", Warning, Unaffected,
     "The bindings to a child model name {0}, which is no animation of its file.",
     "The binding has no effect; another file of that name may be meant.",
     "Look for another file of that name, for example in another folder of the game."},
};

constexpr std::size_t kModelCodes = static_cast<std::size_t>(kFirstTextureCode);
static_assert(std::size(kCatalogue) == kModelCodes && areInOrder(kCatalogue, Code{}), "one entry a code");

}  // namespace

[[gnu::weak]] std::span<const CodeInfo> textureCatalogue() {
    return {};
}

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

const CodeInfo& describe(Code code) {
    const auto index = static_cast<std::size_t>(code);
    return index < kModelCodes ? kCatalogue[index] : textureCatalogue()[index - kModelCodes];
}

}  // namespace abc
