// The words of every finding of LTA (lta.md §6).
#include "codes.h"

namespace lta {
namespace {

using core::CodeInfo;
using enum core::Severity;
using enum core::Engine;

constexpr CodeInfo kEntries[] = {
    // The file as a whole.
    {Code::Packed, "LTA_PACKED", Information, Unaffected,
     "The file is packed text (LTC): its {0|byte|bytes} become {1|byte|bytes} of text.",
     "What is shown is the text, and all offsets are places in the text.", "Nothing to do.", "lta.md §2"},
    {Code::PackedCut, "LTA_PACKED_CUT", Error, Refused, "The packed text breaks off after {0|byte|bytes}.",
     "What comes before it is shown.", "The file is truncated: copy it again from its source.", "lta.md §2"},
    {Code::PackedRest, "LTA_PACKED_REST", Warning, Unaffected, "{0|byte follows|bytes follow} the packed text.",
     "The tools do not read them.", "Nothing to do, or pack the text again.", "lta.md §2"},
    {Code::OtherKind, "LTA_OTHER_KIND", Error, Refused, "This is not a model: its first list is {0}.",
     "The tools refuse to open it as a model. Here it is shown as text.",
     "Open it with the tool for files of this kind.", "lta.md §3"},

    // The text.
    {Code::ListOpen, "LTA_LIST_OPEN", Warning, Unaffected, "{0|list is|lists are} not closed at the end of the text.",
     "The tools close them there, and so does this program.",
     "Add the missing brackets; if the text was cut off, copy it again from its source.", "lta.md §1"},
    {Code::ListSurplus, "LTA_BRACKET_SURPLUS", Information, Unaffected, "A closing bracket closes no list.",
     "The tools ignore it.", "Remove it, or leave it.", "lta.md §1"},
    {Code::QuoteOpen, "LTA_QUOTE_OPEN", Error, Flawed, "A text in quotes is not closed.",
     "It reaches to the end of the file, and everything in it is lost.", "Add the missing quote.", "lta.md §1"},
    {Code::TooDeep, "LTA_TOO_DEEP", Error, Refused, "Lists nest deeper than {0}.",
     "The tools stop loading there. Here, lists this deep are not taken apart.",
     "Check what the file is: no model nests this deep.", "lta.md §1"},
    {Code::TooMany, "LTA_TOO_MANY_LISTS", Error, Unknown, "The text has more lists than this program reads.",
     "What follows was not read.", "No game ships models of this size: check what the file is."},
    {Code::WordLong, "LTA_WORD_LONG", Warning, Flawed, "A word or text has {0|byte|bytes}; the tools read {1}.",
     "They cut it off there.", "Shorten it.", "lta.md §1"},

    // Skeleton.
    {Code::NoHierarchy, "LTA_NO_HIERARCHY", Error, Refused, "The text has no skeleton: no {0}.", "The tools crash.",
     "Export the model again, with at least one node.", "lta.md §6"},
    {Code::NodeCount, "LTA_NODE_COUNT", Warning, Flawed,
     "The model has {0} nodes; vertices of the compiled model can name the first {1} only.",
     "Nodes beyond them cannot move the mesh.", "Remove nodes that are not needed.", "lta.md §6"},
    {Code::NodesMany, "LTA_NODES_MANY", Error, Unknown, "The model has more than {0} nodes.",
     "The others are not read.", "No game has such skeletons: check what the file is."},
    {Code::NodeTwice, "LTA_NODE_TWICE", Information, Unaffected, "Another node has the name {0} too.",
     "Nodes are found by their names: weights go to the last one, and both take the same keys.",
     "Rename one of the two.", "lta.md §4"},
    {Code::NodeUnknown, "LTA_NODE_UNKNOWN", Error, Refused, "{0} refers to the node {1}, which does not exist.",
     "The tools crash.", "Correct the name, or remove the entry.", "lta.md §6"},

    // Mesh.
    {Code::ShapeGeometry, "LTA_SHAPE_GEOMETRY", Error, Refused, "The shape has no {0}.", "The tools crash.",
     "Export the model again.", "lta.md §6"},
    {Code::ShapeTwice, "LTA_SHAPE_TWICE", Warning, Flawed, "Another shape has the name {0} too.",
     "Pieces and weights find shapes by their names, and take the first one.", "Rename one of the two.", "lta.md §4"},
    {Code::ShapeMissing, "LTA_SHAPE_MISSING", Warning, Flawed,
     "A level of the piece is the shape {0}, which does not exist.", "The level is empty.",
     "Correct the name, or write NULL for an empty level.", "lta.md §4"},
    {Code::ShapeUsedTwice, "LTA_SHAPE_USED_TWICE", Warning, Flawed, "The shape {0} is already used.",
     "Each shape can be one level of one piece: this one is empty.", "Give the level a shape of its own.", "lta.md §4"},
    {Code::LevelsUneven, "LTA_LEVELS_UNEVEN", Error, Refused,
     "The piece has {0|distance|distances}, but {1|shape|shapes}.", "The tools read past the shorter list.",
     "Give each shape one distance.", "lta.md §6"},
    {Code::LevelDistances, "LTA_LEVEL_DISTANCES", Warning, Flawed,
     "The distance of level {0} is {1}, after {2}: distances must not be negative, and ascend.",
     "The engine does not find the right level.", "Correct the distances.", "lta.md §4"},
    {Code::PieceCount, "LTA_PIECE_COUNT", Error, Refused, "The model has {0} pieces; the game loads at most {1}.",
     "The game does not load the compiled model.", "Join pieces that use the same skin.", "lta.md §6", Unaffected},
    {Code::VertexCount, "LTA_VERTEX_COUNT", Error, Refused, "The shape has {0} vertices; triangles can name {1}.",
     "The compiled model would have wrong triangles.", "Divide the shape.", "lta.md §6", Unaffected},
    {Code::TexturesMany, "LTA_TEXTURES_MANY", Error, Refused,
     "The shape has {0} texture indices; there is room for {1}.", "The tools write past the list.",
     "Remove those that are not used.", "lta.md §6"},
    {Code::UvsWithoutFaces, "LTA_UVS_WITHOUT_FACES", Error, Refused,
     "The shape has texture coordinates, but no tex-fs.", "The tools read past the list.",
     "Add tex-fs, with an index for each corner.", "lta.md §6"},
    {Code::IndexOutOfRange, "LTA_INDEX_OUT_OF_RANGE", Error, Refused, "A corner in {0} is {1}, but there are only {2}.",
     "The tools read past the list. Here the triangle is not drawn, or its skin is wrong.", "Export the model again."},
    {Code::NormalCount, "LTA_NORMAL_COUNT", Information, Unaffected,
     "The shape has {0|normal|normals} for {1|vertex|vertices}.",
     "The tools compute the normals, and so does this program.", "Nothing to do, or write one for each vertex.",
     "lta.md §3"},
    {Code::DeformerMissing, "LTA_DEFORMER_MISSING", Warning, Flawed, "No node moves the shape {0}.",
     "It stays where it is when the model moves.", "Add weights for it.", "lta.md §6"},
    {Code::DeformerTarget, "LTA_DEFORMER_TARGET", Warning, Flawed,
     "These weights are for the shape {0}, which does not exist.", "The tools ignore them.",
     "Correct the name, or remove the weights.", "lta.md §6"},
    {Code::DeformerPart, "LTA_DEFORMER_PART", Error, Refused, "The weights of a shape have no {0}.", "The tools crash.",
     "Export the model again.", "lta.md §6"},
    {Code::DeformerRows, "LTA_DEFORMER_ROWS", Error, Refused,
     "The weights are for {0|vertex|vertices}, but the shape has {1}.", "The tools read past the list.",
     "Write a list for each vertex, empty where no node moves it.", "lta.md §6"},
    {Code::InfluenceIndex, "LTA_INFLUENCE_INDEX", Error, Refused, "A vertex has influence {0}, but there are only {1}.",
     "The tools read past the list.", "Correct the index, or add the node to the influences.", "lta.md §6"},

    // Sockets, weight sets and child models.
    {Code::SocketPart, "LTA_SOCKET_PART", Error, Refused, "The socket has no {0}.", "The tools crash.",
     "Add what is missing.", "lta.md §6"},
    {Code::SocketName, "LTA_SOCKET_NAME", Error, Refused,
     "The name of the socket has {0|byte|bytes}; there is room for {1}.", "The tools write past the name.",
     "Shorten the name.", "lta.md §6"},
    {Code::WeightSetCount, "LTA_WEIGHT_SET_COUNT", Warning, Flawed,
     "The weight set has {0|number|numbers}, but the model has {1|node|nodes}.", "The packer leaves it out.",
     "Give each node one number.", "lta.md §4"},
    {Code::ChildModelCount, "LTA_CHILD_MODEL_COUNT", Error, Refused,
     "The model has {0} child models; the game takes at most {1}.", "The game does not load the compiled model.",
     "Remove child models that are not used.", "lta.md §6", Unaffected},

    // Animations.
    {Code::BindingUnquoted, "LTA_BINDING_UNQUOTED", Warning, Flawed, "The name of the binding, {0}, is not in quotes.",
     "The tools do not find it.", "Put the name in quotes.", "lta.md §4"},
    {Code::AnimationsNone, "LTA_ANIMATIONS_NONE", Information, Flawed, "The model has no animation.",
     "The game shows it in its bind pose, if at all; ModelEdit cannot be used without one.",
     "Add an animation with one key.", "lta.md §6", Flawed},
    {Code::AnimationEmpty, "LTA_ANIMATION_EMPTY", Information, Unaffected, "The animation moves nothing.",
     "The tools leave it out. Here it is listed, and shows the bind pose.", "Nothing to do, or remove it.",
     "lta.md §5"},
    {Code::KeyframesNone, "LTA_KEYFRAMES_NONE", Error, Flawed, "The animation has no times of keys.",
     "It cannot be played.", "Remove it, or add a key.", "lta.md §5"},
    {Code::KeyTimes, "LTA_KEY_TIMES", Warning, Flawed, "Key {0} is at {1} ms, after one at {2} ms.",
     "The engine searches the keys by time, and jumps or skips there.", "Correct the times.", "lta.md §5"},
    {Code::FramesFew, "LTA_FRAMES_FEW", Error, Refused, "The node has {0|key|keys}, but the animation has {1}.",
     "The tools crash. Here the last key is repeated.", "Write a key for each time.", "lta.md §6"},
    {Code::FramesShape, "LTA_FRAMES_SHAPE", Error, Refused,
     "The animation moves the vertices of the shape {0}, which does not exist.", "The tools crash.",
     "Correct the name, or remove the frames.", "lta.md §6"},
    {Code::FramesStill, "LTA_FRAMES_STILL", Information, Unaffected,
     "The animation moves the vertices of the shape {0}, but the packer leaves that out.",
     "In the game, as here, they only follow their nodes.",
     "A node and a piece need the name of the shape, and the first animation has to move it.", "lta.md §5"},
    {Code::FramesApart, "LTA_FRAMES_APART", Information, Unaffected,
     "The animation {0} moves only vertices, and there are others.", "{1} Here each is shown on its own.",
     "Nothing to do.", "lta.md §5"},
    {Code::StringLost, "LTA_STRING_LOST", Information, Unaffected,
     "The frame string {0} has fewer than three characters.", "The tools lose it.", "Make it longer if it is needed.",
     "lta.md §5"},
    {Code::TracksMany, "LTA_TRACKS_MANY", Warning, Unknown,
     "The animations so far have more tracks than the {0} that are read.", "The animation is not played here.",
     "No game has such models: check what the file is."},

    // Numbers and settings.
    {Code::NotFinite, "LTA_NUMBER_NOT_FINITE", Error, Flawed, "{0} is not a number that 32 bits can hold.",
     "Whatever it moves disappears or is drawn across the screen.", "Correct the number."},
    {Code::ToolsInfo, "LTA_TOOLS_INFO_MISSING", Information, Unaffected, "The text has no {0}.",
     "The packer then compresses the keys in a way that is left to chance.", "Add the list, with compile-options.",
     "lta.md §3"},
};
static_assert(areInOrder(kEntries) && std::size(kEntries) == static_cast<std::size_t>(Code::ToolsInfo) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kEntries;
}

}  // namespace lta
