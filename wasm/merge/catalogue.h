// What the way back tells: its notes in the order of the parts that they are of.
#pragma once

#include "gltf/notes.h"

namespace merging {

using core::Severity;
using gltf::NoteInfo;

inline constexpr NoteInfo kOtherBytes{
    "OTHER_BYTES", Severity::Information,
    "The file is not byte for byte the one that was exported: where it has changed since, the GLB takes precedence."};
inline constexpr NoteInfo kLevelsNotMade{
    "LEVELS_NOT_MADE", Severity::Warning,
    "The levels of detail are those of the file: those of version 6 can only be made in a new file."};

/// {0} the model, {1} what was done to it.
inline constexpr NoteInfo kModelMoved{
    "MODEL_MOVED", Severity::Warning,
    "“{0}”, the armature of the model, was {1} as a whole. This is ignored: the model stays where it was.",
    "Blender then exports sockets differently: reset the armature before exporting (Alt+G, Alt+R). To keep the new "
    "position and rotation, in Blender select the armature and its meshes, and choose Object › Apply › Location, "
    "Rotation (Ctrl+A)."};
inline constexpr NoteInfo kModelScaled{
    "MODEL_MOVED", Severity::Warning, kModelMoved.message,
    "To change the size, import it into a new file with another scale. To keep the new position and rotation, in "
    "Blender select the armature and its meshes, and choose Object › Apply › Location, Rotation (Ctrl+A)."};
inline constexpr NoteInfo kModelAnimated{
    "MODEL_ANIMATED", Severity::Warning,
    "Animations move “{0}”, the armature of the model, as a whole: {1}. This is ignored.",
    "Move the root bone instead."};

inline constexpr NoteInfo kMeshGone{
    "MESH_GONE", Severity::Warning,
    "The mesh of the file is no longer in the GLB. It is kept: a file of version 6 has exactly one."};
inline constexpr NoteInfo kOneNode{
    "ONE_NODE", Severity::Warning,
    "{0|vertex|vertices} with several weights: each follows the strongest, because version 6 has one node per vertex."};
inline constexpr NoteInfo kNewPieceLevels{"NEW_PIECE_LEVELS", Severity::Warning,
                                          "The new piece “{0}” is the same at all {1} levels of detail."};
inline constexpr NoteInfo kLevelsAsTheyWere{
    "LEVELS_AS_THEY_WERE", Severity::Warning, "The shape of level 0 changed. The lower levels of detail are unchanged.",
    "Request levels of detail, or export the model with all levels and change them too."};

inline constexpr NoteInfo kLinesLeftOut{
    "LINES_LEFT_OUT", Severity::Warning,
    "Skipped {0|primitive|primitives} of points or lines: models have only triangles.",
    "Convert them to a surface in the program that they come from."};
inline constexpr NoteInfo kWithoutWeights{
    "VERTICES_WITHOUT_WEIGHTS", Severity::Warning,
    "{0|vertex|vertices} without weights: each is moved by the first node, “{1}”."};
inline constexpr NoteInfo kPieceSplit{"PIECE_SPLIT", Severity::Information,
                                      "Split pieces with more than {0} vertices, the most that a piece can have: {1}."};
inline constexpr NoteInfo kSlotsGiven{
    "SLOTS_GIVEN", Severity::Information,
    "Used skin slot 0 for new pieces whose material does not have a number from 0 to 65,535 as lt_material: {0}."};
inline constexpr NoteInfo kLevelGone{"LEVEL_GONE", Severity::Warning,
                                     "Level 0 is no longer in the GLB, but lower levels are: it is unchanged in {0}.",
                                     "To remove the piece, delete the lower levels too."};

inline constexpr NoteInfo kAnimationsOfChildren{
    "ANIMATIONS_OF_CHILDREN", Severity::Information,
    "Skipped {0|animation|animations} of child models: {1}. They are in separate files, which are not changed.",
    "To change one, export the child model itself as GLB and import that into its file."};
inline constexpr NoteInfo kAnimationsSampled{
    "ANIMATIONS_SAMPLED", Severity::Warning,
    "{0|animation|animations} in the GLB with evenly spaced keys instead of those of the file.",
    "In Blender’s export, switch off Animation › Always Sample Animations to keep the keys."};
inline constexpr NoteInfo kRenamedStill{
    "RENAMED_STILL", Severity::Warning,
    "The renamed bone “{0}” does not move in {1}: this is how Blender samples renamed bones. {2}",
    "In Blender, save the file and reopen it before exporting, or switch off Animation › Always Sample Animations."};
inline constexpr std::string_view kKeysLost = "Its keys in these animations are lost.";
inline constexpr std::string_view kKeysKept = "Its keys in the file are kept.";
inline constexpr NoteInfo kAnimationNotAdded{
    "ANIMATION_NOT_ADDED", Severity::Warning,
    "Skipped the animation “{0}”: animations cannot be added to a file of version {1}."};
inline constexpr NoteInfo kAnimationsGone{"ANIMATIONS_GONE", Severity::Warning,
                                          "The animations of the file are no longer in the GLB. “{0}” is kept: games "
                                          "crash on a model of version 6 without one.",
                                          "Export the animations too, if they were only left out."};
inline constexpr NoteInfo kKeysNotChanged{
    "KEYS_NOT_CHANGED", Severity::Warning,
    "The keys of “{0}” are kept unchanged: they have a form in which keys cannot be added or removed."};
inline constexpr NoteInfo kStringsMoved{
    "STRINGS_MOVED", Severity::Warning,
    "Removed keys of “{0}” had frame strings: {1}. They are now at the nearest keys."};
inline constexpr NoteInfo kKeysAdded{"KEYS_ADDED", Severity::Information, "{0|key|keys} added for curves and steps."};

}  // namespace merging
