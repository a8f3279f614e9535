/**
 * Reads, explains, checks, poses, changes and converts files of LithTech games: models (`.abc`), textures (`.dtx`), sprites
 * (`.spr`), archives (`.rez`, `.zip`).
 *
 * `open` takes bytes and says what they are. Numbers are the file's own: file units, milliseconds, left-handed in models of
 * version 9 and later.
 * @packageDocumentation
 */
export type {
  AnimationInfo,
  BindingInfo,
  ByteRange,
  ByteState,
  Change,
  Conversion,
  ConvertedModel,
  Coverage,
  EditOperation,
  EditSplice,
  EditValue,
  EngineVerdict,
  Features,
  Finding,
  FindingPlace,
  Format,
  FrozenPose,
  Info,
  Keyframes,
  LeafType,
  ListChange,
  ListedPart,
  LodInfo,
  MatchedRange,
  ModelEdits,
  ModelElement,
  NewVersion,
  NodeInfo,
  PairedBy,
  PieceInfo,
  PieceTopology,
  Quat,
  Refers,
  Role,
  SectionInfo,
  Severity,
  SocketInfo,
  StructureNode,
  Track,
  V6Interpretation,
  Vec3,
  Weights,
} from '@lithoscope/core';
export type { CompressedLevel, SpriteInfo, TextureFormat, TextureInfo, TextureLevel } from '@lithoscope/dtx';
export type { PixelDistance, WrittenFormat } from '@lithoscope/editing';
export type { DtxInfo, FileInfo, ModelInfo, RezInfo, SprInfo, ZipInfo } from '../archive/opened.ts';
export type { PairOfNodes, RetargetReport } from '../changes/retarget.ts';
export type {
  ComparedValue,
  DifferencePlace,
  FileComparison,
  FileDifference,
} from '../explain/differences.ts';
export type { Field } from '../explain/field-lines.ts';
export type { ImportChange, ImportNote, ImportReport, MadeSkin } from '../from-glb/report.ts';
export type { AlphaMode } from '../to-glb/input.ts';
export type { GlbDeviation, GlbNote, GlbReport, GlbResult } from '../to-glb/report.ts';
export type { ObjFile, ObjReport, ObjResult } from '../to-obj/to-obj.ts';
export type { ArchiveEntry, ArchiveListing, ListOptions } from './contents.ts';
export { type ErrorCode, LithoscopeError } from './errors.ts';
export {
  compare,
  type EditOptions,
  type EditResult,
  type FixResult,
  OpenedFile,
  type Report,
} from './file.ts';
export { type ImportGltfOptions, type ImportGltfResult, importGltf } from './gltf.ts';
export {
  type AnimationAt,
  type AnimationSource,
  type ConvertedFile,
  type Deformed,
  type DeformedPiece,
  Model,
  type PoseLayer,
  type PoseOptions,
  type RetargetModelOptions,
  type RetargetResult,
  type SkinOptions,
  type ToGlbOptions,
  type ToObjOptions,
} from './model.ts';
export { type ModuleName, type ModuleSource, setModules } from './modules.ts';
export {
  type Archive,
  type Opened,
  type OpenOptions,
  open,
  RezArchive,
  ZipArchive,
} from './open.ts';
export {
  type ArchiveChange,
  type FileToPack,
  type PackedArchive,
  type PackOptions,
  pack,
} from './pack.ts';
export { type ByteSource, type HttpOptions, httpSource, type Input } from './source.ts';
export {
  type DecodeOptions,
  decodeTexture,
  type EncodedTexture,
  type EncodeOptions,
  encodeImage,
  encodeTexture,
  type LevelOptions,
  OtherFile,
  type Pixels,
  Sprite,
  Texture,
} from './texture.ts';
