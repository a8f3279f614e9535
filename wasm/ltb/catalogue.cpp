// The words of every finding of LTB (ltb.md §7).
#include "codes.h"

namespace ltb {
namespace {

using core::CodeInfo;
using enum core::Severity;
using enum core::Engine;

constexpr CodeInfo kEntries[] = {
    // The file as a whole.
    {Code::VersionUnreadable, "LTB_VERSION_UNREADABLE", Error, Refused, "The file ends before its version.",
     "Without the version, nothing after it can be read.", "It is truncated: copy it again from its source."},
    {Code::VersionOld, "LTB_VERSION_OLD", Error, Refused, "The version is {0}; the engine loads version {1} and later.",
     "The layout of such files is unknown, so nothing else is shown.",
     "Look for the model in the game’s last release or patch.", "ltb.md §1"},
    {Code::VersionNew, "LTB_VERSION_NEW", Information, Unaffected,
     "The version is {0}; the highest version of known files is {1}.",
     "The engine reads it like that version, and so does Lithoscope.", "Nothing to do.", "ltb.md §1"},
    {Code::LayoutSettled, "LTB_LAYOUT_SETTLED", Information, Unaffected, "The sizes of the meshes determine {0}: {1}.",
     "Other files of this version use a different size.", "Nothing to do.", "ltb.md §3"},

    // Framing.
    {Code::Cut, "LTB_CUT", Error, Refused, "The file ends inside {0}: {1|byte|bytes} needed, {2} left.",
     "Everything before it is shown. Sections have no offsets, so nothing after it can be found.",
     "It is truncated, or a count before it is wrong: copy it again from its source."},
    {Code::CountLarge, "LTB_COUNT_LARGE", Error, Refused, "{0} requires {1|byte|bytes}, but only {2|is|are} left.",
     "The count cannot be right, so nothing after it can be read.",
     "Set the count to the number of elements in the file, or compile the model again."},
    {Code::TreeOpen, "LTB_TREE_OPEN", Error, Refused,
     "The node tree is incomplete: the children missing after {0} need {1|byte|bytes}; {2|is|are} left.",
     "The skeleton cannot be completed, so nothing after it can be read.",
     "Correct the child counts, or compile the model again."},
    {Code::CompressionUnknown, "LTB_COMPRESSION_UNKNOWN", Error, Refused, "{0} is {1}; only 0 to 3 are known.",
     "The keys cannot be read, and nothing after them can be found.",
     "Compile the model again with one of the known compressions.", "ltb.md §5"},
    {Code::TrailingBytes, "LTB_TRAILING_BYTES", Warning, Unaffected, "{0|byte follows|bytes follow} the last list.",
     "The engine does not read them.", "Remove them, or leave them."},

    // Counters.
    {Code::CounterMismatch, "LTB_COUNTER_MISMATCH", Warning, Unaffected, "{0} is {1}, but the file has {2}.",
     "The counters describe the source; the engine only reserves memory by them.",
     "If a tool changed the model, compile it again.", "ltb.md §2"},
    {Code::AnimDataSmall, "LTB_ANIM_DATA_SMALL", Error, Refused,
     "AnimDataSize is {0}, but the keys take {1|byte|bytes}.",
     "The engine reserves exactly this much memory, and writes past its end.", "Set it to {1}.", "ltb.md §2"},

    // Mesh.
    {Code::PieceCount, "LTB_PIECE_COUNT", Error, Refused, "The model has {0} pieces; the engine loads at most {1}.",
     "The game does not load it.", "Join pieces that use the same skin.", "ltb.md §7"},
    {Code::TextureCount, "LTB_TEXTURE_COUNT", Error, Refused, "TextureCount is {0}; a level has room for {1}.",
     "The engine reads past the end of the list.", "Set it to the number of textures that are used.", "ltb.md §3"},
    {Code::MeshTypeUnknown, "LTB_MESH_TYPE_UNKNOWN", Error, Refused, "MeshType is {0}; only 4 to 7 are known.",
     "The engine refuses the file as out of date. The mesh is not shown.", "Compile the model again.", "ltb.md §3"},
    {Code::ObjectSize, "LTB_OBJECT_SIZE", Warning, Unknown, "ObjectSize is {0}, but the mesh takes {1|byte|bytes}.",
     "The mesh may have been read incorrectly: check how it looks.",
     "Set it to {1} if the mesh looks right; else compile the model again.", "ltb.md §3"},
    {Code::BoneCount, "LTB_BONE_COUNT", Error, Refused, "{0} is {1}; the engine draws {2} to {3}.",
     "The game does not load the model.", "Compile the model again with fewer bones.", "ltb.md §3"},
    {Code::StreamFlags, "LTB_STREAM_FLAGS", Warning, Flawed, "{0} is {1}: {2}.",
     "The game draws the mesh incorrectly. Lithoscope shows it as its flags specify.",
     "Compile the model with position, normal and the first texture coordinates in one stream.", "ltb.md §3"},
    {Code::IndexOutOfRange, "LTB_INDEX_OUT_OF_RANGE", Error, Refused, "{0} is {1}, but there are only {2}.",
     "The engine does not check it and may crash. What refers to it is not drawn.", "Compile the model again."},
    {Code::BoneSetGap, "LTB_BONE_SET_GAP", Error, Flawed,
     "The bone sets of this level cover {0} of {1} vertices and {2} of {3} corners, in this order and without gaps.",
     "Vertices outside the sets are not drawn or do not move.", "Compile the model again.", "ltb.md §4"},

    // Skeleton.
    {Code::NodeCount, "LTB_NODE_COUNT", Warning, Flawed,
     "The model has {0} nodes; vertices can refer only to the first {1}.", "The others cannot move the mesh.",
     "Remove nodes that are not needed.", "ltb.md §4"},
    {Code::NodeIndexOrder, "LTB_NODE_INDEX_ORDER", Hint, Unaffected, "The node stores index {0} at position {1}.",
     "The engine renumbers the nodes.", "Nothing to do.", "ltb.md §2"},
    {Code::WeightSetCount, "LTB_WEIGHT_SET_COUNT", Error, Refused,
     "The weight set has {0|number|numbers}, but the model has {1|node|nodes}.", "The game does not load the model.",
     "Compile the model again, or give each node one number.", "ltb.md §7"},
    {Code::SocketNode, "LTB_SOCKET_NODE", Error, Refused,
     "The socket is attached to node {0}, but the model has only {1}.", "The game does not load the model.",
     "Attach it to an existing node.", "ltb.md §7"},

    // Child models.
    {Code::ChildModelCount, "LTB_CHILD_MODEL_COUNT", Error, Refused,
     "The model has {0|child model|child models}, including itself; the engine accepts 1 to {1}.",
     "The game does not load the model.", "Compile the model again.", "ltb.md §7"},
    {Code::ChildModelExtension, "LTB_CHILD_MODEL_EXTENSION", Error, Refused,
     "The child model is named {0}; the engine opens only names that end in .ltb.",
     "Without one of its child models, the game does not load the model.", "Correct the name.", "ltb.md §7"},

    // Animations.
    {Code::KeyframesNone, "LTB_KEYFRAMES_NONE", Error, Flawed, "The animation has no keyframes.",
     "It cannot be played.", "Remove it, or add a key."},
    {Code::KeyTimes, "LTB_KEY_TIMES", Warning, Flawed,
     "Key {0} is at {1} ms, after a key at {2} ms; the first key belongs at 0 ms, the others in ascending order.",
     "The engine searches the keys by time, and jumps or skips there.",
     "Correct the times, or compile the model again."},
    {Code::KeysMany, "LTB_KEYS_MANY", Warning, Unknown,
     "The animation has {0} keys of {1|node|nodes}; Lithoscope plays at most {2} keys of all nodes.",
     "Lithoscope does not play it.", "No game has such animations: check what the file is."},
    {Code::TrackCount, "LTB_TRACK_COUNT", Warning, Unknown,
     "{0} is {1}, but should be 0, 1 or the number of keys, {2}.",
     "Lithoscope repeats the last value; the game may read past the end of the list.", "Compile the model again.",
     "ltb.md §5"},
    {Code::VertexFrames, "LTB_VERTEX_FRAMES", Error, Refused,
     "The frames of this track do not have the same number of vertices.",
     "Lithoscope does not play the animation, and the game may crash.", "Compile the model again.", "ltb.md §5"},

    // Numbers.
    {Code::NotFinite, "LTB_NUMBER_NOT_FINITE", Error, Flawed, "{0} has a number that is not finite.",
     "Whatever it moves disappears or is drawn across the screen.", "Correct the number, or compile the model again."},
};
static_assert(areInOrder(kEntries) && std::size(kEntries) == static_cast<std::size_t>(Code::NotFinite) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kEntries;
}

}  // namespace ltb
