// What is told of a draft that becomes a file: its notes in the order of the parts that they are of.
#pragma once

#include "gltf/notes.h"

namespace importing {

using core::Severity;
using gltf::NoteInfo;

// Of version 6:

inline constexpr std::string_view kOtherVersion = "Use fewer animations or a smaller mesh, or choose another version.";

/// {0} nodes, {1} how many a file has, {2} vertices.
inline constexpr NoteInfo kNodesLeftOut{
    "NODES_LEFT_OUT", Severity::Warning,
    "Skipped {0|node|nodes} after the first {1}: a vertex of v6 cannot refer to more. What they moved, "
    "{2|vertex|vertices}, follows a node above them and is deformed.",
    "Use fewer bones."};
inline constexpr NoteInfo kPiecesMerged{"PIECES_MERGED", Severity::Information,
                                        "{0|piece|pieces} merged into one: v6 has one mesh with one skin."};
inline constexpr NoteInfo kSkinsMerged{
    "PIECES_MERGED", Severity::Warning,
    "{0|piece|pieces} with {1} skins merged into one: v6 has one mesh with one skin.",
    "Put all skins into one texture."};
inline constexpr NoteInfo kNotInV6{"NOT_IN_V6", Severity::Warning, "Skipped, because v6 does not have them: {0}."};
inline constexpr NoteInfo kLevelsLeftOut{
    "LEVELS_LEFT_OUT", Severity::Information,
    "{0|level of detail of the source was|levels of detail of the source were} skipped: v6 derives its levels from the "
    "first by collapsing edges.",
    "Let the import make levels."};
inline constexpr NoteInfo kVerticesDoubled{"VERTICES_DOUBLED", Severity::Information,
                                           "Added {0|vertex|vertices} where triangles of several nodes meet: in v6 all "
                                           "vertices of a triangle are on one node."};
inline constexpr NoteInfo kNodesMixed{"NODES_MIXED", Severity::Warning,
                                      "Triangles remain on several nodes, unlike in any known model of the games: the "
                                      "{0|vertex|vertices} that would have "
                                      "to be added and deformed do not fit.",
                                      kOtherVersion};
inline constexpr NoteInfo kKeysAdded{
    "KEYS_ADDED", Severity::Information,
    "Added {0|key|keys}: between two keys, v6 moves deformation vertices along straight lines."};
/// {0} vertices, {1} how far they are off at keys, {2} between them.
inline constexpr NoteInfo kDeformed{
    "DEFORMED", Severity::Information,
    "{0|vertex|vertices} that are not moved by the node of their triangles alone became deformation vertices, with 8 "
    "bits per "
    "axis: off by at most {1} units at keys and {2} between them. Their normals follow one node."};
inline constexpr NoteInfo kDeformedVisibly{kDeformed.code, Severity::Warning, kDeformed.message,
                                           "Weight more vertices to a single bone, or choose another version."};
/// {0} vertices, {1} how far they are off.
inline constexpr NoteInfo kMadeRigid{
    "MADE_RIGID", Severity::Information,
    "{0|vertex|vertices} moved by several nodes or by morph targets follow only the node of their triangles: off by at "
    "most {1} units.",
    kOtherVersion};
inline constexpr NoteInfo kMadeRigidVisibly{kMadeRigid.code, Severity::Warning, kMadeRigid.message, kMadeRigid.help};
inline constexpr NoteInfo kUvsMoved{
    "UVS_MOVED", Severity::Information,
    "Shifted texture coordinates of {0|triangle|triangles} by whole textures into 0 to 1, which looks the same."};
inline constexpr NoteInfo kUvsClamped{"UVS_CLAMPED", Severity::Warning,
                                      "{0|triangle reaches|triangles reach} beyond the edge of the texture: LithTech 1 "
                                      "does not repeat textures and clamps "
                                      "them.",
                                      "Keep the texture coordinates within 0 to 1."};
inline constexpr NoteInfo kCollapsesEnd{
    "COLLAPSES_END", Severity::Information,
    "The coarsest level has {0} triangles instead of {1}: no more edges can collapse, because deformation vertices, "
    "seams and borders between nodes are kept."};

// What games and ModelEdit would not take (abc.md §3.11):

/// {0} what, {1} bytes, {2} names.
inline constexpr NoteInfo kNamesLong{
    "NAMES_LONG", Severity::Error, "{0} with a name of more than {1} bytes, for which ModelEdit refuses the file: {2}.",
    "Rename it here or in the program that it comes from."};
inline constexpr NoteInfo kNodesMany{"NODES_MANY", Severity::Error, "{0|node|nodes}: a model can have at most {1}.",
                                     "Join bones."};
inline constexpr NoteInfo kChildModelsMany{
    "CHILD_MODELS_MANY", Severity::Error, "{0|child model|child models}: ModelEdit refuses a model with more than {1}.",
    "Remove child models that are not needed."};
inline constexpr NoteInfo kSlotsMany{"SLOTS_MANY", Severity::Warning,
                                     "Uses skin slots 0 to {0}; No One Lives Forever has only 0 (body) and 1 (head).",
                                     "Use two materials, and combine the textures of the others in one image."};
/// {0} vertices, {1} weights.
inline constexpr NoteInfo kWeightsMany{
    "WEIGHTS_MANY", Severity::Information,
    "Kept all weights of {0|vertex|vertices} with more than {1} weights, which never occur in level 0 of the games’ "
    "models.",
    "If a game shows them wrong, limit the weights to four in the program that the model comes from."};
inline constexpr NoteInfo kAnimationMade6{
    "ANIMATION_MADE", Severity::Information,
    "Added an animation without movement, because there was none. Shogo and ModelEdit crash without one."};
inline constexpr NoteInfo kAnimationMade{kAnimationMade6.code, Severity::Information,
                                         "Added an animation without movement, because there was none. It is unknown "
                                         "whether games load a model without one."};
inline constexpr NoteInfo kNoAnimation{"NO_ANIMATION", Severity::Information,
                                       "No animations of its own: games play those of its child models."};

}  // namespace importing
