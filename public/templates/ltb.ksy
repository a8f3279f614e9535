# ltb.ksy: LithTech LTB models (compiled models of the Jupiter engine) of version 23 and later, for Kaitai Struct 0.10 and later.
#
# To use it: open it with a file in the Kaitai Web IDE, or make a parser of it with kaitai-struct-compiler.
#
# The parts of a file stand in a fixed order, without names or offsets: where one ends, the next begins. What a vertex consists
# of follows from the flags of its stream. Version 24 is taken to have one basis vector a vertex, other versions two; the
# templates for ImHex and 010 Editor also try the other number where that does not fit.
#
# Times are milliseconds. Space is left-handed: X right, Y up, Z forward.
#
# Part of Lithoscope (MIT licence), which describes the format in docs/format/ltb.md. The tests hold this file to the same
# fields, offsets and values as Lithoscope's own parser.
meta:
  id: lithtech_ltb
  title: LithTech LTB model
  application: LithTech
  file-extension: ltb
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: file
    -orig-id: File
    type: file_section
  - id: header
    -orig-id: Header
    type: header_section
  - id: boxes
    -orig-id: Boxes
    type: boxes_section
  - id: pieces
    -orig-id: Pieces
    type: pieces_section
  - id: nodes
    -orig-id: Nodes
    type: nodes_section
  - id: child_models
    -orig-id: ChildModels
    type: child_models_section
  - id: animation
    -orig-id: Animation
    type: animation_section
  - id: sockets
    -orig-id: Sockets
    type: sockets_section
  - id: anim_bindings
    -orig-id: AnimBindings
    type: anim_bindings_section
  - id: data
    -orig-id: Data
    doc: bytes after the last part
    size-eos: true
    if: not _io.eof
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
  file_section:
    seq:
      - id: file_type
        -orig-id: FileType
        doc: '1: a model for the PC'
        type: u1
      - id: padding0
        -orig-id: Padding0
        doc: '0'
        type: u1
      - id: version
        -orig-id: Version
        doc: '9, or the engine refuses the meshes'
        type: u2
      - id: reserved1
        -orig-id: Reserved1
        doc: '0 in every known file'
        type: u1
      - id: padding1
        -orig-id: Padding1
        doc: zeros
        size: 3
      - id: reserved2
        -orig-id: Reserved2
        doc: '0 in every known file'
        type: u4
        repeat: expr
        repeat-expr: 3
  header_section:
    seq:
      - id: version
        -orig-id: Version
        doc: 'version of the model: 23 to 25'
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
        doc: pieces of the source, also where the file has none
        type: u4
      - id: child_model_count
        -orig-id: ChildModelCount
        doc: child models, including the model itself
        type: u4
      - id: face_count
        -orig-id: FaceCount
        doc: triangles of the source in all pieces and levels
        type: u4
      - id: vertex_count
        -orig-id: VertexCount
        doc: vertices of the source, fewer than are stored here
        type: u4
      - id: weight_count
        -orig-id: WeightCount
        doc: weights of the source
        type: u4
      - id: lod_count
        -orig-id: LODCount
        doc: levels of all pieces of the source
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
        doc: distinct non-empty strings of the source
        type: u4
      - id: string_length_total
        -orig-id: StringLengthTotal
        doc: total length of those strings, bytes
        type: u4
      - id: vert_anim_data_size
        -orig-id: VertAnimDataSize
        doc: size of all animated vertices, bytes
        type: u4
      - id: anim_data_size
        -orig-id: AnimDataSize
        doc: size of all key positions and rotations; the engine reserves this much, bytes
        type: u4
      - id: command_string
        -orig-id: CommandString
        doc: commands for the engine, separated by semicolons
        type: text
      - id: internal_radius
        -orig-id: InternalRadius
        doc: 'global radius: encloses all animations, units'
        type: f4
  box:
    doc: A box that a shot can hit.
    seq:
      - id: position
        -orig-id: Position
        doc: 'centre in the node''s space, units'
        type: vector
      - id: size
        -orig-id: Size
        doc: lengths of the edges, units
        type: vector
      - id: axes
        -orig-id: Axes
        doc: 'directions of the edges in the node''s space'
        type: vector
        repeat: expr
        repeat-expr: 3
      - id: node_index
        -orig-id: NodeIndex
        doc: the node that moves it
        type: u4
      - id: radius
        -orig-id: Radius
        doc: half the diagonal, units
        if: _root.header.version >= 24
        type: f4
  boxes_section:
    seq:
      - id: box_count
        -orig-id: BoxCount
        doc: boxes that follow
        type: u4
      - id: boxes
        -orig-id: Boxes
        doc: hit boxes
        type: box
        repeat: expr
        repeat-expr: box_count
  vertex:
    doc: A vertex, with the fields that the flags of its stream specify.
    params:
      - { id: flags, type: u4 }
      - { id: blend_count, type: u4 }
      - { id: bone_count, type: u4 }
    seq:
      - id: position
        -orig-id: Position
        doc: position in the bind pose, model space, units
        if: (flags & 1) != 0
        type: vector
      - id: blends
        -orig-id: Blends
        doc: shares of all its bones but the last, whose share is the remainder to 1
        type: f4
        repeat: expr
        repeat-expr: blend_count
      - id: bones
        -orig-id: Bones
        doc: the nodes that move it, or their numbers in Bones
        type: u1
        repeat: expr
        repeat-expr: bone_count
      - id: normal
        -orig-id: Normal
        doc: normal in the bind pose
        if: (flags & 2) != 0
        type: vector
      - id: color
        -orig-id: Color
        doc: colour, judging by its flag
        if: (flags & 4) != 0
        type: u4
      - id: uv1
        -orig-id: UV1
        doc: position on the skin
        if: (flags & 16) != 0
        type: tex_coord
      - id: uv2
        -orig-id: UV2
        doc: position on the second texture
        if: (flags & 32) != 0
        type: tex_coord
      - id: uv3
        -orig-id: UV3
        doc: position on the third texture
        if: (flags & 64) != 0
        type: tex_coord
      - id: uv4
        -orig-id: UV4
        doc: position on the fourth texture
        if: (flags & 128) != 0
        type: tex_coord
      - id: s
        -orig-id: S
        doc: tangent, for bump mapping
        if: (flags & 256) != 0
        type: vector
      - id: t
        -orig-id: T
        doc: second tangent
        if: (flags & 256) != 0 and _root.header.version != 24
        type: vector
  face:
    seq:
      - id: vertices
        -orig-id: Vertices
        doc: the three corners, clockwise from outside
        type: u2
        repeat: expr
        repeat-expr: 3
  bone_set:
    doc: Vertices and triangles that the same nodes move.
    seq:
      - id: first_vertex
        -orig-id: FirstVertex
        doc: first vertex of the set
        type: u2
      - id: vertex_count
        -orig-id: VertexCount
        doc: vertices of the set
        type: u2
      - id: bones
        -orig-id: Bones
        doc: 'the nodes that move them, ascending; 255: none'
        type: u1
        repeat: expr
        repeat-expr: 4
      - id: index_end
        -orig-id: IndexEnd
        doc: corners of triangles up to the end of the set
        type: u4
  duplicate:
    doc: A vertex that copies the position of another one.
    seq:
      - id: source
        -orig-id: Source
        doc: the animated vertex
        type: u2
      - id: target
        -orig-id: Target
        doc: the vertex that copies its position
        type: u2
  lod:
    doc: One level of detail of a piece - a render object.
    seq:
      - id: texture_count
        -orig-id: TextureCount
        doc: textures that are used, 1 to 4
        type: u4
      - id: texture_indices
        -orig-id: TextureIndices
        doc: skin slots; only the first TextureCount are used
        type: s4
        repeat: expr
        repeat-expr: 4
      - id: render_style
        -orig-id: RenderStyle
        doc: 'slot in the object''s list of render styles'
        type: s4
      - id: render_priority
        -orig-id: RenderPriority
        doc: order in which pieces are drawn, judging by its name
        type: u1
      - id: mesh_type
        -orig-id: MeshType
        doc: '4: one node moves all vertices, 5: several nodes, 6: vertices are animated, 7: empty'
        type: u4
      - id: object_size
        -orig-id: ObjectSize
        doc: bytes between this field and UsedNodeCount
        type: u4
      - id: object
        -orig-id: Object
        doc: a mesh of an unknown type
        if: mesh_type < 4 or mesh_type > 7
        size: object_size
      - id: mesh
        type: mesh(mesh_type)
        if: mesh_type >= 4 and mesh_type < 7
      - id: used_node_count
        -orig-id: UsedNodeCount
        doc: nodes that follow
        type: u1
      - id: used_nodes
        -orig-id: UsedNodes
        doc: nodes that the mesh needs; the engine determines them itself
        type: u1
        repeat: expr
        repeat-expr: used_node_count
  piece:
    doc: A part of the mesh with its own skin slot.
    seq:
      - id: name
        -orig-id: Name
        doc: name of the piece
        type: text
      - id: lod_count
        -orig-id: LODCount
        doc: levels of detail
        type: u4
      - id: lod_distances
        -orig-id: LODDistances
        doc: distance from which the level is used; 0 for the first, units
        type: f4
        repeat: expr
        repeat-expr: lod_count
      - id: min_lod_offset
        -orig-id: MinLODOffset
        doc: the engine does not use it; 0 in every known file
        type: u4
      - id: max_lod_offset
        -orig-id: MaxLODOffset
        doc: the engine does not use it; LODCount - 1 in every known file
        type: u4
      - id: lods
        -orig-id: LODs
        doc: levels of detail, finest first
        type: lod
        repeat: expr
        repeat-expr: lod_count
  pieces_section:
    seq:
      - id: piece_count
        -orig-id: PieceCount
        doc: pieces that follow; 0 in files that only lend their animations
        type: u4
      - id: pieces
        -orig-id: Pieces
        doc: parts of the mesh, each with its own skin slot
        type: piece
        repeat: expr
        repeat-expr: piece_count
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
        doc: position in the list; the engine renumbers the nodes
        type: u2
      - id: flags
        -orig-id: Flags
        doc: '1 removable, 2 rotation only: keeps its bind offset from the parent'
        type: u1
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
    seq:
      - id: nodes
        -orig-id: Nodes
        doc: the skeleton, depth first
        type: 'node(_index == 0 ? 1 : nodes[_index - 1].open)'
        repeat: until
        repeat-until: _.open == 0
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
  child_model:
    seq:
      - id: name
        -orig-id: Name
        doc: 'file of the model, relative to this one''s folder'
        type: text
  child_models_section:
    seq:
      - id: count
        -orig-id: Count
        doc: child models, including the model itself
        type: u4
      - id: child_models
        -orig-id: ChildModels
        doc: models whose animations this one can play, without the model itself
        if: count > 1
        type: child_model
        repeat: expr
        repeat-expr: count - 1
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
  vertex_frame:
    seq:
      - id: vertex_count
        -orig-id: VertexCount
        doc: positions that follow
        type: u4
      - id: positions
        -orig-id: Positions
        doc: 'where the vertices are, in the space of their level''s Bone, units'
        type: vector
        repeat: expr
        repeat-expr: vertex_count
  plain_track:
    params:
      - { id: keyframe_count, type: u4 }
    seq:
      - id: is_vertex_animation
        -orig-id: IsVertexAnimation
        doc: '0: keys of the node follow; 1: positions of vertices'
        type: u1
      - id: locations
        -orig-id: Locations
        doc: translation from the parent at each key, units
        if: is_vertex_animation == 0
        type: vector
        repeat: expr
        repeat-expr: keyframe_count
      - id: rotations
        -orig-id: Rotations
        doc: rotation from the parent at each key
        if: is_vertex_animation == 0
        type: quaternion
        repeat: expr
        repeat-expr: keyframe_count
      - id: vertex_frames
        -orig-id: VertexFrames
        doc: animated vertices at each key
        if: is_vertex_animation != 0
        type: vertex_frame
        repeat: expr
        repeat-expr: keyframe_count
  exact_track:
    seq:
      - id: location_count
        -orig-id: LocationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: locations
        -orig-id: Locations
        doc: translation from the parent, units
        type: vector
        repeat: expr
        repeat-expr: location_count
      - id: rotation_count
        -orig-id: RotationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: rotations
        -orig-id: Rotations
        doc: rotation from the parent
        type: quaternion
        repeat: expr
        repeat-expr: rotation_count
  short_vector:
    doc: A vector in sixteenths.
    seq:
      - id: x
        -orig-id: X
        type: s2
      - id: y
        -orig-id: Y
        type: s2
      - id: z
        -orig-id: Z
        type: s2
  short_quaternion:
    doc: A rotation; 32767 is 1.
    seq:
      - id: x
        -orig-id: X
        type: s2
      - id: y
        -orig-id: Y
        type: s2
      - id: z
        -orig-id: Z
        type: s2
      - id: w
        -orig-id: W
        doc: real part
        type: s2
  short_track:
    seq:
      - id: location_count
        -orig-id: LocationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: locations
        -orig-id: Locations
        doc: translation from the parent, in sixteenths of a unit
        type: short_vector
        repeat: expr
        repeat-expr: location_count
      - id: rotation_count
        -orig-id: RotationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: rotations
        -orig-id: Rotations
        doc: rotation from the parent
        type: short_quaternion
        repeat: expr
        repeat-expr: rotation_count
  short_rotation_track:
    seq:
      - id: location_count
        -orig-id: LocationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: locations
        -orig-id: Locations
        doc: translation from the parent, units
        type: vector
        repeat: expr
        repeat-expr: location_count
      - id: rotation_count
        -orig-id: RotationCount
        doc: '0: none, 1: the same at all keys, else one a key'
        type: u4
      - id: rotations
        -orig-id: Rotations
        doc: rotation from the parent
        type: short_quaternion
        repeat: expr
        repeat-expr: rotation_count
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
      - id: compression
        -orig-id: Compression
        doc: 'how the keys are stored: 0 plain, 1 exact, 2 in 16 bits, 3 rotations in 16 bits'
        type: u4
      - id: interpolation_time
        -orig-id: InterpolationTime
        doc: time to blend from the previous animation, ms
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
        doc: movement, one track per node in node order
        type:
          switch-on: compression
          cases:
            0: plain_track(keyframe_count)
            1: exact_track
            2: short_track
            3: short_rotation_track
        repeat: expr
        repeat-expr: _root.nodes.nodes.size
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
      - id: scale
        -orig-id: Scale
        doc: scale of what is attached
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
        doc: bindings that follow; 0 for child models in every known file
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
        repeat-expr: _root.child_models.count
  mesh:
    doc: What is drawn, of the types 4 (rigid), 5 (skeletal) and 6 (vertex animation).
    params:
      - { id: mesh_type, type: u4 }
    seq:
      - id: vertex_count
        -orig-id: VertexCount
        doc: vertices of each stream
        type: u4
      - id: animated_count
        -orig-id: AnimatedCount
        doc: vertices that animations move; the others copy one of them
        if: mesh_type == 6
        type: u4
      - id: face_count
        -orig-id: FaceCount
        doc: triangles
        type: u4
      - id: max_bones_per_face
        -orig-id: MaxBonesPerFace
        doc: most nodes that move one triangle; a vertex stores one blend fewer
        type: u4
      - id: max_bones_per_vertex
        -orig-id: MaxBonesPerVertex
        doc: most nodes that move one vertex
        type: u4
      - id: re_indexed_bones
        -orig-id: ReIndexedBones
        doc: '1: the bones of vertices count in the list Bones'
        if: mesh_type == 5
        type: u1
      - id: stream_flags0
        -orig-id: StreamFlags0
        doc: what the vertices of the first stream consist of; see Vertex
        type: u4
      - id: stream_flags1
        -orig-id: StreamFlags1
        doc: 'the same of the second stream; 0: there is none'
        type: u4
      - id: stream_flags2
        -orig-id: StreamFlags2
        doc: the same of the third stream
        type: u4
      - id: stream_flags3
        -orig-id: StreamFlags3
        doc: the same of the fourth stream
        type: u4
      - id: matrix_palette
        -orig-id: MatrixPalette
        doc: '1: each vertex has its own bones; 0: its bone set has them'
        if: mesh_type == 5
        type: u1
      - id: anim_node
        -orig-id: AnimNode
        doc: the node whose tracks move the vertices
        if: mesh_type == 6
        type: u4
      - id: bone
        -orig-id: Bone
        doc: the node that moves all vertices
        if: mesh_type != 5
        type: u4
      - id: min_bone
        -orig-id: MinBone
        doc: lowest node that is used
        if: has_palette
        type: u4
      - id: max_bone
        -orig-id: MaxBone
        doc: highest node that is used
        if: has_palette
        type: u4
      - id: bone_count
        -orig-id: BoneCount
        doc: bones that follow
        if: has_palette and re_indexed_bones != 0
        type: u4
      - id: bone_list
        -orig-id: Bones
        doc: nodes, by the numbers with which vertices refer to them
        if: has_palette and re_indexed_bones != 0
        type: u4
        repeat: expr
        repeat-expr: bone_count
      - id: vertices
        -orig-id: Vertices
        doc: the first stream
        if: stream_flags0 != 0
        type: 'vertex(stream_flags0, (stream_flags0 & 1) != 0 ? blend_count : 0, has_palette and (stream_flags0 & 1) != 0 ? 4 : 0)'
        repeat: expr
        repeat-expr: vertex_count
      - id: stream1
        -orig-id: Stream1
        doc: the second stream
        if: stream_flags1 != 0
        type: 'vertex(stream_flags1, (stream_flags1 & 1) != 0 ? blend_count : 0, has_palette and (stream_flags1 & 1) != 0 ? 4 : 0)'
        repeat: expr
        repeat-expr: vertex_count
      - id: stream2
        -orig-id: Stream2
        doc: the third stream
        if: stream_flags2 != 0
        type: 'vertex(stream_flags2, (stream_flags2 & 1) != 0 ? blend_count : 0, has_palette and (stream_flags2 & 1) != 0 ? 4 : 0)'
        repeat: expr
        repeat-expr: vertex_count
      - id: stream3
        -orig-id: Stream3
        doc: the fourth stream
        if: stream_flags3 != 0
        type: 'vertex(stream_flags3, (stream_flags3 & 1) != 0 ? blend_count : 0, has_palette and (stream_flags3 & 1) != 0 ? 4 : 0)'
        repeat: expr
        repeat-expr: vertex_count
      - id: faces
        -orig-id: Faces
        doc: triangles
        type: face
        repeat: expr
        repeat-expr: face_count
      - id: bone_set_count
        -orig-id: BoneSetCount
        doc: bone sets that follow
        if: mesh_type == 5 and matrix_palette == 0
        type: u4
      - id: bone_sets
        -orig-id: BoneSets
        doc: runs of vertices and triangles that the same nodes move
        if: mesh_type == 5 and matrix_palette == 0
        type: bone_set
        repeat: expr
        repeat-expr: bone_set_count
      - id: duplicate_count
        -orig-id: DuplicateCount
        doc: copies that follow
        if: mesh_type == 6
        type: u4
      - id: duplicates
        -orig-id: Duplicates
        doc: vertices that copy the position of an animated one
        if: mesh_type == 6
        type: duplicate
        repeat: expr
        repeat-expr: duplicate_count
    instances:
      has_palette:
        value: mesh_type == 5 and matrix_palette != 0
      bones:
        doc: nodes that can move a vertex
        value: 'mesh_type != 5 ? 1 : matrix_palette != 0 ? max_bones_per_vertex : max_bones_per_face'
      blend_count:
        doc: shares that a vertex stores
        value: 'bones < 1 ? 0 : bones > 4 ? 3 : bones - 1'
