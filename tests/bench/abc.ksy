# LithTech ABC v12 as a Kaitai Struct, written from docs/format/abc.md and not from the schema: the peer that
# `npm run bench` measures with, and another reader to compare with. Sections in the order of real files.
meta:
  id: lithtech_abc
  title: LithTech ABC model, version 12
  file-extension: abc
  endian: le
  encoding: ISO-8859-1
seq:
  - id: sections
    type: section
    repeat: until
    repeat-until: _.next_section_offset == 0xffffffff
instances:
  header:
    value: sections[0].body.as<header>
types:
  text:
    seq:
      - id: length
        type: u2
      - id: value
        type: str
        size: length
  vector:
    seq:
      - { id: x, type: f4 }
      - { id: y, type: f4 }
      - { id: z, type: f4 }
  quaternion:
    seq:
      - { id: x, type: f4 }
      - { id: y, type: f4 }
      - { id: z, type: f4 }
      - { id: w, type: f4 }
  tex_coord:
    seq:
      - { id: u, type: f4 }
      - { id: v, type: f4 }
  section:
    seq:
      - id: name
        type: text
      - id: next_section_offset
        type: u4
      - id: body
        size: '(next_section_offset == 0xffffffff ? _io.size : next_section_offset) - _io.pos'
        type:
          switch-on: name.value
          cases:
            '"Header"': header
            '"Pieces"': pieces
            '"Nodes"': nodes
            '"ChildModels"': child_models
            '"Animation"': animations
            '"Sockets"': sockets
            '"AnimBindings"': anim_bindings
  header:
    seq:
      - id: version
        type: u4
        valid: 12
      - { id: keyframe_count, type: u4 }
      - { id: animation_count, type: u4 }
      - { id: node_count, type: u4 }
      - { id: piece_count, type: u4 }
      - { id: child_model_count, type: u4 }
      - { id: face_count, type: u4 }
      - { id: vertex_count, type: u4 }
      - { id: weight_count, type: u4 }
      - { id: lod_count, type: u4 }
      - { id: socket_count, type: u4 }
      - { id: weight_set_count, type: u4 }
      - { id: string_count, type: u4 }
      - { id: string_length_total, type: u4 }
      - { id: command_string, type: text }
      - { id: internal_radius, type: f4 }
      - { id: lod_distance_count, type: u2 }
      - { id: padding, size: 62 }
      - id: lod_distances
        type: f4
        repeat: expr
        repeat-expr: lod_distance_count
  pieces:
    seq:
      - { id: weight_count, type: u4 }
      - { id: piece_count, type: u4 }
      - id: pieces
        type: piece
        repeat: expr
        repeat-expr: piece_count
  piece:
    seq:
      - { id: material_index, type: u2 }
      - { id: specular_power, type: f4 }
      - { id: specular_scale, type: f4 }
      - { id: lod_weight, type: f4 }
      - { id: extra_count, type: u2 }
      - id: extra
        type: u4
        repeat: expr
        repeat-expr: extra_count
      - { id: name, type: text }
      - id: lods
        type: lod
        repeat: expr
        repeat-expr: _root.header.lod_distance_count + 1
  lod:
    seq:
      - { id: face_count, type: u4 }
      - id: faces
        type: face
        repeat: expr
        repeat-expr: face_count
      - { id: vertex_count, type: u4 }
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: vertex_count
  face:
    seq:
      - id: vertices
        type: face_vertex
        repeat: expr
        repeat-expr: 3
  face_vertex:
    seq:
      - { id: texcoord, type: tex_coord }
      - { id: vertex_index, type: u2 }
  vertex:
    seq:
      - { id: weight_count, type: u2 }
      - { id: sub_lod_vertex_index, type: u2 }
      - id: weights
        type: weight
        repeat: expr
        repeat-expr: weight_count
      - { id: location, type: vector }
      - { id: normal, type: vector }
  weight:
    seq:
      - { id: node_index, type: u4 }
      - { id: location, type: vector }
      - { id: bias, type: f4 }
  nodes:
    seq:
      - id: nodes
        type: node
        repeat: expr
        repeat-expr: _root.header.node_count
      - { id: weight_set_count, type: u4 }
      - id: weight_sets
        type: weight_set
        repeat: expr
        repeat-expr: weight_set_count
  node:
    seq:
      - { id: name, type: text }
      - { id: index, type: u2 }
      - { id: flags, type: u1 }
      - id: matrix
        type: f4
        repeat: expr
        repeat-expr: 16
      - { id: child_count, type: u4 }
  weight_set:
    seq:
      - { id: name, type: text }
      - { id: node_count, type: u4 }
      - id: node_weights
        type: f4
        repeat: expr
        repeat-expr: node_count
  child_models:
    seq:
      - { id: count, type: u2 }
      - id: child_models
        type: child_model
        repeat: expr
        repeat-expr: count
  child_model:
    seq:
      - { id: name, type: text }
      - { id: build_number, type: u4 }
      - id: transforms
        type: transform
        repeat: expr
        repeat-expr: _root.header.node_count
  transform:
    seq:
      - { id: location, type: vector }
      - { id: rotation, type: quaternion }
  animations:
    seq:
      - { id: count, type: u4 }
      - id: animations
        type: animation
        repeat: expr
        repeat-expr: count
  animation:
    seq:
      - { id: extents, type: vector }
      - { id: name, type: text }
      - { id: unknown, type: s4 }
      - { id: interpolation_time, type: u4 }
      - { id: keyframe_count, type: u4 }
      - id: keyframes
        type: keyframe
        repeat: expr
        repeat-expr: keyframe_count
      - id: node_transforms
        type: node_transforms(keyframe_count)
        repeat: expr
        repeat-expr: _root.header.node_count
  keyframe:
    seq:
      - { id: time, type: u4 }
      - { id: string, type: text }
  node_transforms:
    params:
      - id: keyframe_count
        type: u4
    seq:
      - id: transforms
        type: transform
        repeat: expr
        repeat-expr: keyframe_count
  sockets:
    seq:
      - { id: count, type: u4 }
      - id: sockets
        type: socket
        repeat: expr
        repeat-expr: count
  socket:
    seq:
      - { id: node_index, type: u4 }
      - { id: name, type: text }
      - { id: rotation, type: quaternion }
      - { id: location, type: vector }
  anim_bindings:
    seq:
      - id: lists
        type: binding_list
        repeat: expr
        repeat-expr: _root.header.child_model_count
  binding_list:
    seq:
      - { id: count, type: u4 }
      - id: anim_bindings
        type: anim_binding
        repeat: expr
        repeat-expr: count
  anim_binding:
    seq:
      - { id: name, type: text }
      - { id: extents, type: vector }
      - { id: origin, type: vector }
