// What is told of a glTF that becomes a model: its notes in the order of the parts that they are of.
#pragma once

#include "gltf/notes.h"

namespace drafting {

using core::Severity;
using gltf::NoteInfo;

// Skins of the colours of materials:

inline constexpr NoteInfo kAllTextured{"SKIN_NOT_MADE", Severity::Warning,
                                       "No skin was made from the material colours: all materials have textures."};
inline constexpr NoteInfo kOneSkin{
    "SKIN_NOT_MADE", Severity::Warning,
    "No skin was made from the material colours: version 6 has one skin, and {0|material has a texture|materials have "
    "textures}.",
    "Put all colours into one texture, or choose another version."};
/// {0} its name, {1} its slot, {2} colours, {3} of what.
inline constexpr NoteInfo kSkinMade{"SKIN_MADE", Severity::Information,
                                    "Made the skin {0} for slot {1}, with {2|colour|colours} of {3}.",
                                    "It is a PNG. Games need a DTX, which other tools can make from it."};
inline constexpr NoteInfo kColoursLeftOut{
    "MATERIAL_COLOURS_LEFT_OUT", Severity::Information,
    "Skipped the colours of {0|material|materials} ({1}): the only colours of a model are those of its skins.",
    "To keep them, make a skin from the material colours."};
inline constexpr NoteInfo kTintsLeftOut{
    "MATERIAL_TINTS_LEFT_OUT", Severity::Information,
    "Skipped the colours by which {0|material|materials} ({1}) multiply textures; the textures are unchanged.",
    "To keep them, multiply the textures in an image editor."};

// Pieces:

inline constexpr NoteInfo kLinesLeftOut{
    "LINES_LEFT_OUT", Severity::Warning,
    "{0|primitive|primitives} of points or lines skipped: models have only triangles.",
    "Convert them to a surface in the program that they come from."};
inline constexpr NoteInfo kTrianglesLeftOut{"TRIANGLES_LEFT_OUT", Severity::Warning,
                                            "Skipped {0|triangle|triangles} with a vertex without a finite position."};
inline constexpr NoteInfo kWithoutWeights{"VERTICES_WITHOUT_WEIGHTS", Severity::Warning,
                                          "{0|vertex|vertices} without weights: each is moved by its first joint."};
inline constexpr NoteInfo kJointsMissing{
    "JOINTS_MISSING", Severity::Warning,
    "{0|vertex|vertices} with weights of joints that do not exist: the other joints move them."};
inline constexpr NoteInfo kTrianglesFlat{"TRIANGLES_FLAT", Severity::Information,
                                         "Skipped {0|degenerate triangle|degenerate triangles}."};
inline constexpr NoteInfo kNormalsMade{"NORMALS_MADE", Severity::Information,
                                       "Computed smooth normals from the triangles for {0}."};
inline constexpr NoteInfo kUvsMissing{"UVS_MISSING", Severity::Warning,
                                      "1 piece has no texture coordinates ({0}): it shows a single texel of its skin.",
                                      "Unwrap the mesh in the program that it comes from."};
inline constexpr NoteInfo kUvsMissingOfSeveral{
    "UVS_MISSING", Severity::Warning,
    "{0} pieces have no texture coordinates ({1}): they show a single texel of their skin.", kUvsMissing.help};
inline constexpr NoteInfo kVertexColours{"COLOURS_LEFT_OUT", Severity::Information,
                                         "Skipped vertex colours: models cannot store them."};
inline constexpr NoteInfo kMorphsLeftOut{
    "MORPHS_LEFT_OUT", Severity::Warning,
    "Skipped {0|morph target|morph targets}: from version 9 on, only nodes move vertices. The shape is that of the "
    "default weights, when nothing plays.",
    "Use version 6, which has deformation, or move the vertices with bones."};
inline constexpr NoteInfo kLevelTwice{
    "LEVEL_TWICE", Severity::Warning,
    "Made separate pieces of meshes whose level of detail another mesh already provides: {0}.",
    "Give each level of a mesh its own number, or remove those that are not needed."};
inline constexpr NoteInfo kPieceSplit{"PIECE_SPLIT", Severity::Information,
                                      "Split pieces with more than {0} vertices, the most that a piece can have: {1}."};
inline constexpr NoteInfo kSlotsGiven{"SLOTS_GIVEN", Severity::Information, "Skin slots from materials: {0}."};

// Animations:

/// {0} nodes, {1} units.
inline constexpr NoteInfo kScaleAnimated{"SCALE_ANIMATED", Severity::Warning,
                                         "Models cannot store animated scale: what {0} moves is up to {1} units off.",
                                         "Bake the scale into the vertices, or move bones instead."};
inline constexpr NoteInfo kScaleAnimatedBySeveral{
    "SCALE_ANIMATED", Severity::Warning, "Models cannot store animated scale: what {0} move is up to {1} units off.",
    kScaleAnimated.help};
inline constexpr NoteInfo kChannelsLeftOut{
    "CHANNELS_LEFT_OUT", Severity::Warning,
    "Skipped channels of {0}: they do not move anything in the model, or do not have readable keys."};
inline constexpr NoteInfo kTooLong{"ANIMATION_LEFT_OUT", Severity::Warning,
                                   "Skipped {0}: longer than 49 days, the latest time that a key can have."};
inline constexpr NoteInfo kTooManyKeys{"ANIMATION_LEFT_OUT", Severity::Warning,
                                       "Skipped {0}: too many keys, in the animation or in all animations together.",
                                       "Import fewer animations, or animations with fewer keys."};
inline constexpr NoteInfo kStringsMoved{
    "STRINGS_MOVED", Severity::Warning,
    "Moved {0|frame string|frame strings} from after the end to the last key: {1}."};
inline constexpr NoteInfo kKeysAdded{
    "KEYS_ADDED", Severity::Information,
    "Added {0|key|keys}: for splines, for sharp turns between two milliseconds, and for movement under a non-uniform "
    "scale."};

// The skeleton:

inline constexpr NoteInfo kRotationOnlyCleared{"ROTATION_ONLY_CLEARED", Severity::Warning,
                                               "{0|node|nodes} moved by animations, and no longer rotation-only: {1}.",
                                               "Animations of child models now move them too."};
inline constexpr NoteInfo kRootMade{"ROOT_MADE", Severity::Information,
                                    "Added a root above {0|top-level node|top-level nodes}: a model has exactly one."};
inline constexpr NoteInfo kNodePlace{"NODE_PLACE", Severity::Warning, "{0|node|nodes} without a finite position: {1}."};
inline constexpr NoteInfo kChildModelsLeftOut{
    "CHILD_MODELS_LEFT_OUT", Severity::Warning,
    "Skipped {0|child model|child models}: the skeleton differs, so their animations do not fit."};

// Why there is no model, {0} the name of the source:

inline constexpr std::string_view kNoMesh =
    "The scene of {0} does not contain a mesh: there is nothing to make a model from.";
inline constexpr std::string_view kNoTriangle =
    "{0} does not contain any triangles: there is nothing to make a model from.";
inline constexpr std::string_view kTooFar =
    "{0} has positions that are farther away than a model can store. Look for a node with a huge scale or position.";
inline constexpr std::string_view kTooManyVertices =
    "{0} has {1} vertices in its scene; more than {2} are too many for a model.";
inline constexpr std::string_view kTooManyPieces =
    "{0} has {1} meshes and materials of meshes in its scene; more than {2} are too many for a model. Join meshes.";
inline constexpr std::string_view kTooManyLetters =
    "{0} has names of {1} characters together; more than {2} are too many for a model. Give its nodes, meshes and "
    "animations shorter names.";

}  // namespace drafting
