# abc.ksy: LithTech ABC models of versions 6, 9, 10, 11, 12, 13 and 108, for Kaitai Struct 0.10 and later.
#
# To use it: open it with a file in the Kaitai Web IDE, or make a parser of it with kaitai-struct-compiler.
#
# A file is a chain of sections, each with the offset of the next. Sections are found by their name, may stand in any order and
# more than once, and need numbers of each other; those numbers are read ahead by the instances. Where sources disagree about
# a layout, the likeliest one is read; the templates for ImHex and 010 Editor also try the others where that does not fit.
#
# Times are milliseconds. Space is left-handed: X right, Y up, Z forward.
#
# Part of Lithoscope (MIT licence), which describes the format in docs/format/abc.md. The tests hold this file to the same
# fields, offsets and values as Lithoscope's own parser.
meta:
  id: lithtech_abc
  title: LithTech ABC model
  application: LithTech
  file-extension: abc
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: ltb_header
    -orig-id: LTBHeader
    doc: the wrapper around an ABC in an LTB; the offsets in the sections after it count from byte 0 all the same
    type: ltb_header
    if: chain_start > 0
  - id: sections
    -orig-id: Sections
    type: 'section(_index == 0 ? chain_start : sections[_index - 1].end)'
    repeat: until
    repeat-until: _.end >= _io.size
instances:
  wrapper_type:
    pos: 15
    type: u2
    if: _io.size >= 43
  first_name:
    pos: 0
    type: text
  chain_start:
    doc: where the sections begin
    value: '_io.size >= 43 and first_name.length == 9 and first_name.characters == "LTBHeader" and wrapper_type == 4 ? 35 : 0'
  version_number:
    pos: chain_start + 12
    type: u4
    if: chain_start + 16 <= _io.size
  version_token:
    pos: chain_start + 12
    type: token
    if: chain_start + 42 <= _io.size
  version:
    doc: of the format; 0 when it is not known
    value: >-
      chain_start + 42 > _io.size ? 0 : version_token.length == 28 ? 6 :
      version_number == 108 or (version_number >= 9 and version_number <= 13) ? version_number : 0
  family:
    doc: how the section of a name is laid out
    value: 'version == 6 ? "6 " : version == 108 ? "108 " : version > 0 ? "9 " : "? "'
  nodes_section:
    pos: 0
    type: search(chain_start, "Nodes")
  tree:
    pos: nodes_section.data_start
    type: tree
    if: nodes_section.exists and (version == 6 or stated.counts[2] > 0)
  stated:
    pos: chain_start + 16
    type: first_header
    if: version > 6
  node_count:
    doc: the children that the nodes count are more reliable than the header
    value: 'version == 6 ? tree.nodes6.size : nodes_section.exists and stated.counts[2] > 0 ? tree.nodes.size : stated.counts[2]'
  child_models_section:
    pos: 0
    type: search(chain_start, "ChildModels")
  child_models_stated:
    pos: child_models_section.data_start
    type: u2
    if: child_models_section.exists
  child_model_count:
    value: 'child_models_section.exists ? child_models_stated : stated.counts[4]'
  lod_count:
    value: stated.lod_distance_count + 1
  animation_section:
    pos: 0
    type: search(chain_start, "Animation")
  animations_stated:
    pos: animation_section.data_start
    type: u4
    if: animation_section.exists
  animation_count:
    value: 'animation_section.exists ? animations_stated : 0'
  geometry_section:
    pos: 0
    type: search(chain_start, "Geometry")
  geometry:
    pos: geometry_section.data_start
    type: geometry_section6
    if: version == 6 and geometry_section.exists
  normal_vertex_count:
    value: 'version == 6 and geometry_section.exists ? geometry.normal_verts : 0'
types:
  text:
    doc: A length and so many characters, shown as text.
    seq:
      - id: length
        -orig-id: Length
        type: u2
      - id: characters
        -orig-id: Characters
        type: str
        size: length
  section:
    doc: A part of the file, by its name. Where no version describes it, its content is Data.
    params:
      - { id: start, type: u4 }
    seq:
      - id: type
        -orig-id: Type
        doc: name of the section
        type: text
      - id: next_section_offset
        -orig-id: NextSectionOffset
        doc: absolute offset of the next section; 0xFFFFFFFF in the last one
        type: u4
      - id: body
        -orig-id: Data
        size: end - _io.pos
        if: end > _io.pos
        type:
          switch-on: _root.family + type.characters
          cases:
            '"9 Header"': header_section
            '"108 Header"': header_section
            '"9 Pieces"': pieces_section
            '"108 Pieces"': pieces_section
            '"9 Nodes"': nodes_section
            '"108 Nodes"': nodes_section108
            '"9 ChildModels"': child_models_section
            '"108 ChildModels"': child_models_section
            '"9 Animation"': animation_section
            '"108 Animation"': animation_section
            '"9 Sockets"': sockets_section
            '"108 Sockets"': sockets_section
            '"9 AnimBindings"': anim_bindings_section
            '"108 AnimBindings"': anim_bindings_section
            '"108 HitGroups"': hit_groups_section
            '"6 Header"': header_section6
            '"6 Geometry"': geometry_section6
            '"6 Nodes"': nodes_section6
            '"6 Animation"': animation_section6
            '"6 AnimDims"': anim_dims_section6
            '"6 TransformInfo"': transform_info_section6
            '"6 TriStrips"': tri_strips_section6
    instances:
      data_start:
        value: start + 6 + type.length
      end:
        value: 'next_section_offset >= data_start and next_section_offset < _root._io.size ? next_section_offset : _root._io.size'
  section_head:
    doc: The beginning of a section, to find it ahead.
    params:
      - { id: start, type: u4 }
    seq:
      - id: type
        type: text
      - id: next_section_offset
        type: u4
    instances:
      data_start:
        value: start + 6 + type.length
      end:
        value: 'next_section_offset >= data_start and next_section_offset < _root._io.size ? next_section_offset : _root._io.size'
  search:
    doc: Finds the first section of a name from an offset on.
    params:
      - { id: start, type: u4 }
      - { id: wanted, type: str }
    instances:
      head:
        pos: start
        type: section_head(start)
        if: start < _io.size
      is_found:
        value: start < _io.size and head.type.characters == wanted
      is_last:
        value: start >= _io.size or is_found or head.end >= _io.size
      after:
        pos: 0
        type: search(head.end, wanted)
        if: not is_last
      exists:
        value: 'is_last ? is_found : after.exists.as<bool>'
      data_start:
        doc: where its fields begin; 0 where it does not exist
        value: 'is_found ? head.data_start : is_last ? 0 : after.data_start.as<u4>'
  tree:
    doc: The nodes, to count them ahead.
    seq:
      - id: nodes6
        type: 'node6(_index == 0 ? 1 : nodes6[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0 or _io.eof
        if: _root.version == 6
      - id: weight_set_count
        type: u4
        if: _root.version == 108
      - id: weight_sets
        type: weight_set
        repeat: expr
        repeat-expr: weight_set_count
        if: _root.version == 108
      - id: nodes
        type: 'node(_index == 0 ? 1 : nodes[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0 or _io.eof
        if: _root.version != 6
  token:
    doc: What says that a file is of version 6.
    seq:
      - id: length
        type: u2
      - id: characters
        type: str
        size: length
        if: length == 28
  first_header:
    doc: The counts of the first section, to read them ahead.
    seq:
      - id: counts
        type: u4
        repeat: expr
        repeat-expr: 13
      - id: vert_anim_data_size
        type: u4
        if: _root.version == 13
      - id: unknown108
        size: 12
        if: _root.version == 108
      - id: command_string
        type: text
      - id: internal_radius
        type: f4
      - id: lod_distance_count
        type: u2
  ltb_header:
    doc: The wrapper around an ABC in an LTB. The offsets in the sections behind it count from byte 0 of the file all the same.
    seq:
      - id: type
        -orig-id: Type
        doc: name of the section
        type: text
      - id: mesh_version
        -orig-id: MeshVersion
        doc: version of the mesh, judging by its position
        type: u4
      - id: file_type
        -orig-id: FileType
        doc: '4: the sections of an ABC follow'
        type: u2
      - id: unknown
        -orig-id: Unknown
        doc: '3 in known files'
        type: u2
      - id: unknowns
        -orig-id: Unknowns
        doc: unknown
        type: u4
        repeat: expr
        repeat-expr: 4
  vector:
    seq:
      - id: x
        -orig-id: X
        doc: right
        type: f4
      - id: y
        -orig-id: Y
        doc: up
        type: f4
      - id: z
        -orig-id: Z
        doc: forward
        type: f4
  quaternion:
    doc: Unit length within 0.001 in real files.
    seq:
      - id: x
        -orig-id: X
        type: f4
      - id: y
        -orig-id: Y
        type: f4
      - id: z
        -orig-id: Z
        type: f4
      - id: w
        -orig-id: W
        doc: real part
        type: f4
  tex_coord:
    doc: Place on the skin; (0, 0) is the top left corner.
    seq:
      - id: u
        -orig-id: U
        doc: from the left edge of the skin; repeats outside 0..1
        type: f4
      - id: v
        -orig-id: V
        doc: from the top edge of the skin; repeats outside 0..1
        type: f4
  header_section6:
    seq:
      - id: file_token
        -orig-id: FileToken
        doc: names the exporter and the version
        type: text
      - id: command_string
        -orig-id: CommandString
        doc: commands for the engine, separated by semicolons
        type: text
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  packed_normal6:
    seq:
      - id: x
        -orig-id: X
        doc: divide by 127
        type: s1
      - id: y
        -orig-id: Y
        doc: divide by 127
        type: s1
      - id: z
        -orig-id: Z
        doc: divide by 127
        type: s1
  triangle6:
    seq:
      - id: tex_coords
        -orig-id: TexCoords
        doc: position of each corner on the skin
        type: tex_coord
        repeat: expr
        repeat-expr: 3
      - id: vertex_index
        -orig-id: VertexIndex
        doc: vertices of the three corners, below NormalVerts
        type: u2
        repeat: expr
        repeat-expr: 3
      - id: face_normal
        -orig-id: FaceNormal
        doc: normal of the triangle
        type: packed_normal6
  vertex6:
    doc: A vertex, moved by one node.
    seq:
      - id: position
        -orig-id: Position
        doc: in the space of its node, units; meaningless for a deformation vertex
        type: vector
      - id: vertex_normal
        -orig-id: VertexNormal
        doc: in the space of its node
        type: packed_normal6
      - id: transformation_index
        -orig-id: TransformationIndex
        doc: 'the node that moves it, by that node''s TransformationIndex'
        type: u1
      - id: replacements
        -orig-id: Replacements
        doc: the two vertices that this collapse vertex replaces; leftover data in the others
        type: u2
        repeat: expr
        repeat-expr: 2
  geometry_section6:
    doc: The mesh with its edge collapses.
    seq:
      - id: bounds_min
        -orig-id: BoundsMin
        doc: units; may enclose all animations and may be mirrored in Z
        type: vector
      - id: bounds_max
        -orig-id: BoundsMax
        doc: units; may enclose all animations and may be mirrored in Z
        type: vector
      - id: num_lods
        -orig-id: NumLODs
        doc: 'edge collapses: NumVerts - NormalVerts'
        type: u4
      - id: vertex_start_num
        -orig-id: VertexStartNum
        doc: distinct original vertices that the first i collapses use
        type: u2
        repeat: expr
        repeat-expr: num_lods + 1
      - id: num_tris
        -orig-id: NumTris
        doc: triangles that follow
        type: u4
      - id: face_info
        -orig-id: FaceInfo
        doc: triangles of the full mesh
        type: triangle6
        repeat: expr
        repeat-expr: num_tris
      - id: num_verts
        -orig-id: NumVerts
        doc: vertices that follow, including those of the collapses
        type: u4
      - id: normal_verts
        -orig-id: NormalVerts
        doc: vertices of the full mesh; the rest replace collapsed edges
        type: u4
      - id: vertex_info
        -orig-id: VertexInfo
        doc: vertices
        type: vertex6
        repeat: expr
        repeat-expr: num_verts
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  node6:
    params:
      - { id: open_before, type: s4 }
    seq:
      - id: bounds_min
        -orig-id: BoundsMin
        doc: units; usually zero
        type: vector
      - id: bounds_max
        -orig-id: BoundsMax
        doc: units; usually zero
        type: vector
      - id: node_name
        -orig-id: NodeName
        doc: name of the node
        type: text
      - id: transformation_index
        -orig-id: TransformationIndex
        doc: number by which vertices refer to this node
        type: u2
      - id: flags
        -orig-id: Flags
        doc: '1 null, 2 triangles, 4 deformation, 8 environment map, 16 environment map only, 32 scrolls in U, 64 scrolls in V'
        type: u1
      - id: num_md_verts
        -orig-id: NumMDVerts
        doc: deformation vertices that follow
        type: u4
      - id: md_vert_list
        -orig-id: MDVertList
        doc: vertices that the animations deform
        type: u2
        repeat: expr
        repeat-expr: num_md_verts
      - id: num_children
        -orig-id: NumChildren
        doc: children, which follow depth first
        type: u4
    instances:
      open:
        doc: nodes that are still to come, as far as is known
        value: open_before + num_children - 1
  nodes_section6:
    seq:
      - id: nodes
        -orig-id: Nodes
        doc: the skeleton, depth first
        type: 'node6(_index == 0 ? 1 : nodes[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0 or _io.eof
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  keyframe_info6:
    seq:
      - id: time_index
        -orig-id: TimeIndex
        doc: time of the key, ms
        type: u4
      - id: bounds_min
        -orig-id: BoundsMin
        doc: units; usually zero
        type: vector
      - id: bounds_max
        -orig-id: BoundsMax
        doc: units; usually zero
        type: vector
      - id: frame_string
        -orig-id: FrameString
        doc: a cue for the game when playback passes it
        type: text
  key6:
    seq:
      - id: translation
        -orig-id: Translation
        doc: translation from the parent, units
        type: vector
      - id: rotation
        -orig-id: Rotation
        doc: rotation from the parent; conjugated when FixAnimKeyframes is 1
        type: quaternion
  packed_position6:
    seq:
      - id: x
        -orig-id: X
        doc: times Scale plus Transform
        type: u1
      - id: y
        -orig-id: Y
        doc: times Scale plus Transform
        type: u1
      - id: z
        -orig-id: Z
        doc: times Scale plus Transform
        type: u1
  deformation_frame6:
    doc: The deformation vertices of a node at one keyframe.
    params:
      - { id: vertex_count, type: u4 }
    seq:
      - id: items
        -orig-id: Items
        doc: positions in node space
        type: packed_position6
        repeat: expr
        repeat-expr: vertex_count
  node_anim6:
    doc: The movement of one node in one animation.
    params:
      - { id: keyframe_count, type: u4 }
      - { id: vertex_count, type: u4 }
    seq:
      - id: keys
        -orig-id: Keys
        doc: one per keyframe
        type: key6
        repeat: expr
        repeat-expr: keyframe_count
      - id: deformation
        -orig-id: Deformation
        doc: packed positions of the deformation vertices, one list per keyframe
        if: vertex_count > 0
        type: deformation_frame6(vertex_count)
        repeat: expr
        repeat-expr: keyframe_count
      - id: scale
        -orig-id: Scale
        doc: 'unpacks the deformation: byte x Scale + Transform'
        type: vector
      - id: transform
        -orig-id: Transform
        doc: 'unpacks the deformation: byte x Scale + Transform, units'
        type: vector
  anim6:
    seq:
      - id: anim_name
        -orig-id: AnimName
        doc: name of the animation
        type: text
      - id: length
        -orig-id: Length
        doc: time of the last key, ms
        type: u4
      - id: bounds_min
        -orig-id: BoundsMin
        doc: bounds of the whole animation, units
        type: vector
      - id: bounds_max
        -orig-id: BoundsMax
        doc: bounds of the whole animation, units
        type: vector
      - id: num_keyframes
        -orig-id: NumKeyframes
        doc: keyframes of this animation
        type: u4
      - id: keyframe_data
        -orig-id: KeyframeData
        doc: times, bounds and frame strings
        type: keyframe_info6
        repeat: expr
        repeat-expr: num_keyframes
      - id: node_anims
        -orig-id: NodeAnims
        doc: movement, one per node in node order
        type: node_anim6(num_keyframes, _root.tree.nodes6[_index].num_md_verts)
        repeat: expr
        repeat-expr: _root.tree.nodes6.size
  animation_section6:
    seq:
      - id: num_anims
        -orig-id: NumAnims
        doc: animations that follow
        type: u4
      - id: anims
        -orig-id: Anims
        doc: animations
        type: anim6
        repeat: expr
        repeat-expr: num_anims
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  anim_dims_section6:
    seq:
      - id: dimensions
        -orig-id: Dimensions
        doc: 'half size of each animation''s collision box, units'
        type: vector
        repeat: expr
        repeat-expr: _root.animation_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  transform_info_section6:
    doc: How axes and rotations are stored (LithTech 1.5).
    seq:
      - id: flip_mat
        -orig-id: FlipMat
        doc: '0: axes as in version 9 and later; 1: mirrored in Z'
        type: s4
      - id: fix_anim_keyframes
        -orig-id: FixAnimKeyframes
        doc: '1: key rotations are stored conjugated'
        type: s4
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  tri_strips_section6:
    doc: Triangle strips, by the name. Where this layout does not fit, the content is Data.
    seq:
      - id: count_a
        -orig-id: CountA
        doc: numbers that follow
        type: u4
      - id: a
        -orig-id: A
        doc: unknown
        type: u2
        repeat: expr
        repeat-expr: count_a
      - id: count_b
        -orig-id: CountB
        doc: numbers that follow
        type: u4
      - id: b
        -orig-id: B
        doc: unknown
        type: u4
        repeat: expr
        repeat-expr: count_b
      - id: count_c
        -orig-id: CountC
        doc: numbers that follow
        type: u4
      - id: c
        -orig-id: C
        doc: unknown
        type: u2
        repeat: expr
        repeat-expr: count_c
      - id: u_vs
        -orig-id: UVs
        doc: one per vertex of the full mesh
        type: tex_coord
        repeat: expr
        repeat-expr: _root.normal_vertex_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  header_section:
    seq:
      - id: version
        -orig-id: Version
        doc: version of the format
        type: u4
      - id: keyframe_count
        -orig-id: KeyframeCount
        doc: total keyframes of all animations
        type: u4
      - id: animation_count
        -orig-id: AnimationCount
        doc: animations in this file
        type: u4
      - id: node_count
        -orig-id: NodeCount
        doc: nodes of the skeleton
        type: u4
      - id: piece_count
        -orig-id: PieceCount
        doc: pieces of the mesh
        type: u4
      - id: child_model_count
        -orig-id: ChildModelCount
        doc: child models, including the model itself
        type: u4
      - id: face_count
        -orig-id: FaceCount
        doc: triangles in all pieces and levels of detail
        type: u4
      - id: vertex_count
        -orig-id: VertexCount
        doc: vertices in all pieces and levels of detail
        type: u4
      - id: weight_count
        -orig-id: WeightCount
        doc: weights of all vertices
        type: u4
      - id: lod_count
        -orig-id: LODCount
        doc: 'levels of detail per piece, as a hint: LODDistanceCount + 1'
        type: u4
      - id: socket_count
        -orig-id: SocketCount
        doc: attachment points
        type: u4
      - id: weight_set_count
        -orig-id: WeightSetCount
        doc: weight sets for blending animations
        type: u4
      - id: string_count
        -orig-id: StringCount
        doc: distinct non-empty strings among the command string, nodes, child models, animations and frame strings
        type: u4
      - id: string_length_total
        -orig-id: StringLengthTotal
        doc: total length of those strings, bytes
        type: u4
      - id: vert_anim_data_size
        -orig-id: VertAnimDataSize
        doc: size of the vertex animation data, bytes
        if: _root.version == 13
        type: u4
      - id: unknown108_a
        -orig-id: Unknown108A
        doc: unknown
        if: _root.version == 108
        type: u4
      - id: hit_group_count
        -orig-id: HitGroupCount
        doc: hit groups, judging by its position
        if: _root.version == 108
        type: u4
      - id: unknown108_b
        -orig-id: Unknown108B
        doc: unknown
        if: _root.version == 108
        type: u4
      - id: command_string
        -orig-id: CommandString
        doc: commands for the engine, separated by semicolons
        type: text
      - id: internal_radius
        -orig-id: InternalRadius
        doc: radius set by the artist, units
        type: f4
      - id: lod_distance_count
        -orig-id: LODDistanceCount
        doc: distances that follow; a piece has one more level
        type: u2
      - id: padding
        -orig-id: Padding
        doc: reserved, zero in every known file
        size: 62
      - id: lod_distances
        -orig-id: LODDistances
        doc: distance up to which the level is used, units
        type: f4
        repeat: expr
        repeat-expr: lod_distance_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  face_vertex:
    seq:
      - id: texcoord
        -orig-id: Texcoord
        doc: position on the skin
        type: tex_coord
      - id: vertex_index
        -orig-id: VertexIndex
        doc: vertex in the same level of the same piece
        type: u2
  face:
    seq:
      - id: vertices
        -orig-id: Vertices
        doc: the three corners, clockwise from outside
        type: face_vertex
        repeat: expr
        repeat-expr: 3
  weight:
    doc: The influence of one node on a vertex.
    seq:
      - id: node_index
        -orig-id: NodeIndex
        doc: the node that moves the vertex
        type: u4
      - id: location
        -orig-id: Location
        doc: 'position in the node''s space, already multiplied by Bias, units'
        type: vector
      - id: bias
        -orig-id: Bias
        doc: share of this node, 0..1
        type: f4
  vertex:
    seq:
      - id: weight_count
        -orig-id: WeightCount
        doc: weights that follow
        type:
          switch-on: _root.version
          cases:
            108: u1
            _: u2
      - id: sub_lod_vertex_index
        -orig-id: SubLODVertexIndex
        doc: vertex of the next level that this one collapses to; stale in the last level
        type:
          switch-on: _root.version
          cases:
            108: u1
            _: u2
      - id: unknown
        -orig-id: Unknown
        doc: unknown
        if: _root.version == 108
        type: u2
      - id: weights
        -orig-id: Weights
        doc: the nodes that move this vertex
        type: weight
        repeat: expr
        repeat-expr: weight_count
      - id: location
        -orig-id: Location
        doc: position in the bind pose, model space, units
        type: vector
      - id: normal
        -orig-id: Normal
        doc: normal in the bind pose
        type: vector
  lod:
    doc: One level of detail of a piece.
    seq:
      - id: face_count
        -orig-id: FaceCount
        doc: triangles that follow
        type: u4
      - id: faces
        -orig-id: Faces
        doc: triangles
        type: face
        repeat: expr
        repeat-expr: face_count
      - id: vertex_count
        -orig-id: VertexCount
        doc: vertices that follow
        type: u4
      - id: vertices
        -orig-id: Vertices
        doc: vertices
        type: vertex
        repeat: expr
        repeat-expr: vertex_count
  piece:
    doc: A part of the mesh with its own skin slot.
    seq:
      - id: material_index
        -orig-id: MaterialIndex
        doc: 'skin slot: 0 body, 1 head in No One Lives Forever'
        type: u2
      - id: unknown108_a
        -orig-id: Unknown108A
        doc: unknown
        if: _root.version == 108
        type: u2
      - id: unknown108_b
        -orig-id: Unknown108B
        doc: unknown
        if: _root.version == 108
        type: u4
      - id: specular_power
        -orig-id: SpecularPower
        doc: '0..100'
        type: f4
      - id: specular_scale
        -orig-id: SpecularScale
        doc: '-10..10'
        type: f4
      - id: lod_weight
        -orig-id: LODWeight
        doc: guides the generation of levels of detail; no effect in the game
        if: _root.version >= 10
        type: f4
      - id: extra_count
        -orig-id: ExtraCount
        doc: numbers that follow; 0 in every known file
        type: u2
      - id: extra
        -orig-id: Extra
        doc: numbers that engines read and discard
        type: u4
        repeat: expr
        repeat-expr: extra_count
      - id: name
        -orig-id: Name
        doc: name of the piece
        type: text
      - id: lods
        -orig-id: LODs
        doc: levels of detail, finest first
        type: lod
        repeat: expr
        repeat-expr: _root.lod_count
  pieces_section:
    seq:
      - id: weight_count
        -orig-id: WeightCount
        doc: repeats Header.WeightCount
        type: u4
      - id: piece_count
        -orig-id: PieceCount
        doc: pieces that follow
        type: u4
      - id: pieces
        -orig-id: Pieces
        doc: parts of the mesh, each with its own skin slot
        type: piece
        repeat: expr
        repeat-expr: piece_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  node:
    params:
      - { id: open_before, type: s4 }
    seq:
      - id: name
        -orig-id: Name
        doc: name of the node
        type: text
      - id: index
        -orig-id: Index
        doc: position in the list
        type: u2
      - id: flags
        -orig-id: Flags
        doc: '1 removable, 2 rotation only: keeps its bind offset from the parent'
        type: u1
      - id: unknown108
        -orig-id: Unknown108
        doc: unknown
        if: _root.version == 108
        type: u4
      - id: matrix
        -orig-id: Matrix
        doc: global bind matrix, row-major, translation in 3, 7 and 11
        type: f4
        repeat: expr
        repeat-expr: 16
      - id: child_count
        -orig-id: ChildCount
        doc: children, which follow depth first
        type: u4
    instances:
      open:
        doc: nodes that are still to come, as far as is known
        value: open_before + child_count - 1
  weight_set:
    doc: One share per node, for layered animations.
    seq:
      - id: name
        -orig-id: Name
        doc: name of the set
        type: text
      - id: node_count
        -orig-id: NodeCount
        doc: numbers that follow, one per node
        type: u4
      - id: node_weights
        -orig-id: NodeWeights
        doc: '0 leaves the node alone, 2 adds to it, any other value is the share of the layer'
        type: f4
        repeat: expr
        repeat-expr: node_count
  nodes_section:
    doc: The skeleton and its weight sets.
    seq:
      - id: nodes
        -orig-id: Nodes
        doc: the skeleton, depth first
        if: _root.node_count > 0
        type: 'node(_index == 0 ? 1 : nodes[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0 or _io.eof
      - id: weight_set_count
        -orig-id: WeightSetCount
        doc: weight sets that follow
        type: u4
      - id: weight_sets
        -orig-id: WeightSets
        doc: share of each node in layered animations
        type: weight_set
        repeat: expr
        repeat-expr: weight_set_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  child_transform:
    seq:
      - id: location
        -orig-id: Location
        doc: translation from the parent, units
        type: vector
      - id: rotation
        -orig-id: Rotation
        doc: rotation from the parent
        type: quaternion
  child_model:
    seq:
      - id: name
        -orig-id: Name
        doc: file of the model, empty for the model itself
        type: text
      - id: build_number
        -orig-id: BuildNumber
        doc: save counter of that file when it was bound
        type: u4
      - id: transforms
        -orig-id: Transforms
        doc: one per node; identity in every known file
        type: child_transform
        repeat: expr
        repeat-expr: _root.node_count
  child_models_section:
    seq:
      - id: count
        -orig-id: Count
        doc: child models, the model itself first
        type: u2
      - id: child_models
        -orig-id: ChildModels
        doc: models whose animations this one can play
        type: child_model
        repeat: expr
        repeat-expr: count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  keyframe:
    seq:
      - id: time
        -orig-id: Time
        doc: time of the key, ms
        type: u4
      - id: string
        -orig-id: String
        doc: 'frame string: a cue for the game when playback passes it'
        type: text
  key_transform:
    seq:
      - id: location
        -orig-id: Location
        doc: translation from the parent, units; ignored by rotation-only nodes
        type: vector
      - id: rotation
        -orig-id: Rotation
        doc: rotation from the parent
        type: quaternion
      - id: time
        -orig-id: Time
        doc: time of the key, same as in its keyframe, ms
        if: _root.version == 13 or _root.version == 108
        type: u4
      - id: pointer
        -orig-id: Pointer
        doc: leftover address; meaningless in a file
        if: _root.version == 13 or _root.version == 108
        type: u4
  node_transform_list:
    doc: The movement of one node in one animation.
    params:
      - { id: keyframe_count, type: u4 }
    seq:
      - id: unknown
        -orig-id: Unknown
        doc: '-1, according to the sources'
        if: _root.version == 13 or _root.version == 108
        type: s4
      - id: transforms
        -orig-id: Transforms
        doc: one per keyframe
        type: key_transform
        repeat: expr
        repeat-expr: keyframe_count
  anim:
    seq:
      - id: extents
        -orig-id: Extents
        doc: half size of the collision box, units
        type: vector
      - id: name
        -orig-id: Name
        doc: name of the animation
        type: text
      - id: unknown
        -orig-id: Unknown
        doc: '-1 nearly always'
        if: _root.version >= 11
        type: s4
      - id: interpolation_time
        -orig-id: InterpolationTime
        doc: time to blend from the previous animation, ms
        if: _root.version >= 12
        type: u4
      - id: keyframe_count
        -orig-id: KeyframeCount
        doc: keyframes of this animation
        type: u4
      - id: keyframes
        -orig-id: Keyframes
        doc: times and frame strings
        type: keyframe
        repeat: expr
        repeat-expr: keyframe_count
      - id: node_transforms
        -orig-id: NodeTransforms
        doc: movement, one list per node in node order
        if: _root.node_count > 0 and (_root.version == 13 or _root.version == 108 or keyframe_count > 0)
        type: node_transform_list(keyframe_count)
        repeat: expr
        repeat-expr: _root.node_count
  animation_section:
    seq:
      - id: count
        -orig-id: Count
        doc: animations that follow
        type: u4
      - id: animations
        -orig-id: Animations
        doc: animations of this file
        type: anim
        repeat: expr
        repeat-expr: count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  socket:
    doc: A place to attach another model to.
    seq:
      - id: node_index
        -orig-id: NodeIndex
        doc: the node that it is attached to
        type: u4
      - id: name
        -orig-id: Name
        doc: name of the socket
        type: text
      - id: rotation
        -orig-id: Rotation
        doc: rotation from the node
        type: quaternion
      - id: location
        -orig-id: Location
        doc: translation from the node, units
        type: vector
  sockets_section:
    seq:
      - id: count
        -orig-id: Count
        doc: sockets that follow
        type: u4
      - id: sockets
        -orig-id: Sockets
        doc: places to attach other models to
        type: socket
        repeat: expr
        repeat-expr: count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  anim_binding:
    doc: How this model plays one animation.
    seq:
      - id: name
        -orig-id: Name
        doc: name of the animation
        type: text
      - id: extents
        -orig-id: Extents
        doc: half size of the collision box, units
        type: vector
      - id: origin
        -orig-id: Origin
        doc: 'added to the root''s translation, units'
        type: vector
  anim_binding_list:
    doc: The bindings to the animations of one child model.
    seq:
      - id: count
        -orig-id: Count
        doc: bindings that follow
        type: u4
      - id: anim_bindings
        -orig-id: AnimBindings
        doc: how this model plays each animation of that child model
        type: anim_binding
        repeat: expr
        repeat-expr: count
  anim_bindings_section:
    seq:
      - id: lists
        -orig-id: Lists
        doc: one list per child model, the model itself first
        type: anim_binding_list
        repeat: expr
        repeat-expr: _root.child_model_count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  hit_group_entry:
    seq:
      - id: unknown
        -orig-id: Unknown
        doc: unknown
        type: s2
        repeat: expr
        repeat-expr: 6
  hit_group:
    seq:
      - id: count
        -orig-id: Count
        doc: entries that follow
        type: u4
      - id: entries
        -orig-id: Entries
        doc: unknown
        type: hit_group_entry
        repeat: expr
        repeat-expr: count
      - id: unknown_floats
        -orig-id: UnknownFloats
        doc: unknown
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: unknown_shorts
        -orig-id: UnknownShorts
        doc: unknown
        type: s2
        repeat: expr
        repeat-expr: 4
  hit_groups_section:
    doc: Version 108. The layout is uncertain; where it does not fit, the content is Data.
    seq:
      - id: count
        -orig-id: Count
        doc: hit groups that follow
        type: u4
      - id: hit_groups
        -orig-id: HitGroups
        doc: hit groups
        type: hit_group
        repeat: expr
        repeat-expr: count
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
  nodes_section108:
    doc: The weight sets of version 108 come before the nodes.
    seq:
      - id: weight_set_count
        -orig-id: WeightSetCount
        doc: weight sets that follow
        type: u4
      - id: weight_sets
        -orig-id: WeightSets
        doc: share of each node in layered animations
        type: weight_set
        repeat: expr
        repeat-expr: weight_set_count
      - id: nodes
        -orig-id: Nodes
        doc: the skeleton, depth first
        if: _root.node_count > 0
        type: 'node(_index == 0 ? 1 : nodes[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0 or _io.eof
      - id: data
        -orig-id: Data
        if: _io.pos < _io.size
        size-eos: true
