# dtx.ksy: LithTech DTX textures of versions -2, -3 and -5, for Kaitai Struct 0.10 and later.
#
# To use it: open it with a file in the Kaitai Web IDE, or make a parser of it with kaitai-struct-compiler.
#
# A header is followed by a palette (-2, -3), the mips from the largest on (of a cube map those of the face +X), alpha planes
# (-2, -3) and sections, one of which has the other faces of a cube map. How many mips there are, and how large each is,
# follows from the numbers of the header. Rows run from the top down.
#
# Part of Lithoscope (MIT licence), which describes the format in docs/format/dtx.md. The tests hold this file to the same
# fields, offsets and values as Lithoscope's own parser.
meta:
  id: lithtech_dtx
  title: LithTech DTX texture
  application: LithTech
  file-extension: dtx
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: header
    -orig-id: Header
    type: header
  - id: palette
    -orig-id: Palette
    type: palette
    if: header.version == -2 or header.version == -3
  - id: mips
    -orig-id: Mips
    doc: mips, largest first
    type: 'mip(_index, _index == 0 ? 0 : mips[_index - 1].end)'
    repeat: expr
    repeat-expr: mip_count
  - id: alpha_planes
    -orig-id: AlphaPlanes
    doc: one per mip, largest first
    type: alpha_plane(_index)
    repeat: expr
    repeat-expr: mip_count
    if: header.version != -5 and (header.flags & 2) != 0
  - id: sections
    -orig-id: Sections
    type: 'section(_index == 0 ? 0 : sections[_index - 1].palettes, _index == 0 ? 0 : sections[_index - 1].cubes)'
    repeat: expr
    repeat-expr: header.section_count
    if: mip_count > 0
  - id: data
    -orig-id: Data
    doc: bytes after the last part, and all after the header of a texture whose pixels are unknown
    size-eos: true
    if: not _io.eof
instances:
  format:
    doc: number of a pixel format; before version -5 pixels are always indices into the palette
    value: 'header.version == -5 ? header.bpp : 1'
  side:
    value: 'header.width > header.height ? header.width : header.height'
  sizes:
    doc: sizes from the largest to 1 x 1
    value: >-
      side >= 32768 ? 16 : side >= 16384 ? 15 : side >= 8192 ? 14 : side >= 4096 ? 13 : side >= 2048 ? 12 :
      side >= 1024 ? 11 : side >= 512 ? 10 : side >= 256 ? 9 : side >= 128 ? 8 : side >= 64 ? 7 : side >= 32 ? 6 :
      side >= 16 ? 5 : side >= 8 ? 4 : side >= 4 ? 3 : side >= 2 ? 2 : 1
  is_known:
    value: header.width > 0 and header.height > 0 and format <= 8 and (header.version == -2 or header.version == -3 or header.version == -5)
  mip_count:
    doc: mips of a face
    value: 'not is_known ? 0 : header.mipmap_count < sizes ? header.mipmap_count : sizes'
  face_size:
    doc: bytes of the mips of a face
    value: 'mip_count > 0 ? mips.last.end : 0'
types:
  header:
    seq:
      - id: resource_type
        -orig-id: ResourceType
        doc: '0: a texture'
        type: u4
      - id: version
        -orig-id: Version
        doc: '-2, -3 or -5'
        type: s4
      - id: width
        -orig-id: Width
        doc: of the largest mip, pixels
        type: u2
      - id: height
        -orig-id: Height
        doc: of the largest mip, pixels
        type: u2
      - id: mipmap_count
        -orig-id: MipmapCount
        doc: mips of each face; usually 4
        type: u2
      - id: section_count
        -orig-id: SectionCount
        doc: sections behind the mips
        type: u2
      - id: flags
        -orig-id: Flags
        doc: '1 full bright, 2 prefer 16 bits (-2, -3: has alpha planes), 8 sections fixed, 128 prefer 4444, 256 prefer 5551, 1024 cube map, 2048 bump map'
        type: u4
      - id: user_flags
        -orig-id: UserFlags
        doc: surface type, defined by the game
        type: s4
      - id: texture_group
        -orig-id: TextureGroup
        doc: 'group that the game''s options can shrink together'
        type: u1
      - id: mipmaps_used
        -orig-id: MipmapsUsed
        doc: 'mips that the game uses; 0: all of them'
        type: u1
      - id: alpha_cutoff
        -orig-id: AlphaCutoff
        doc: alpha below this value is drawn as a hole
        if: version == -2
        type: u1
      - id: alpha_average
        -orig-id: AlphaAverage
        doc: average alpha
        if: version == -2
        type: u1
      - id: unknown
        -orig-id: Unknown
        doc: unknown
        if: version == -2
        size: 16
      - id: bpp
        -orig-id: BPP
        doc: 'format of the pixels; versions before -5: 0 or 1, an 8-bit palette'
        if: version != -2
        type: u1
      - id: non_s3tc_mipmap_offset
        -orig-id: NonS3TCMipmapOffset
        doc: mips that are skipped where DXT is not supported
        if: version != -2
        type: u1
      - id: ui_mipmap_offset
        -orig-id: UIMipmapOffset
        doc: mips that menus skip
        if: version != -2
        type: u1
      - id: texture_priority
        -orig-id: TexturePriority
        doc: which textures stay in memory longest
        if: version != -2
        type: u1
      - id: detail_texture_scale
        -orig-id: DetailTextureScale
        doc: scale of the detail texture
        if: version != -2
        type: f4
      - id: detail_texture_angle
        -orig-id: DetailTextureAngle
        doc: angle of the detail texture
        if: version != -2
        type: s2
      - id: command_string
        -orig-id: CommandString
        doc: commands for the engine, up to the first zero
        if: version != -2
        type: str
        size: 128
        terminator: 0
  palette:
    seq:
      - id: unknown
        -orig-id: Unknown
        doc: unknown; may be leftover data
        if: _root.header.version == -3
        size: 8
      - id: colors
        -orig-id: Colors
        doc: colours, indexed by the pixels
        type: color_argb
        repeat: expr
        repeat-expr: 256
  color_argb:
    doc: A colour of the palette of versions -2 and -3.
    seq:
      - id: a
        -orig-id: A
        doc: 'alpha: 255 is opaque; version -2 has 0 in opaque textures'
        type: u1
      - id: r
        -orig-id: R
        doc: red
        type: u1
      - id: g
        -orig-id: G
        doc: green
        type: u1
      - id: b
        -orig-id: B
        doc: blue
        type: u1
  color_bgra:
    seq:
      - id: b
        -orig-id: B
        doc: blue
        type: u1
      - id: g
        -orig-id: G
        doc: green
        type: u1
      - id: r
        -orig-id: R
        doc: red
        type: u1
      - id: a
        -orig-id: A
        doc: 'alpha: 255 is opaque'
        type: u1
  block_dxt1:
    doc: 4 x 4 pixels, interpolated between two colours.
    seq:
      - id: color0
        -orig-id: Color0
        doc: 'first colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: color1
        -orig-id: Color1
        doc: 'second colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: indices
        -orig-id: Indices
        doc: '2 bits per pixel, lowest bits first, rows from the top: which mix of the two colours'
        type: u4
  block_dxt3:
    doc: 4 x 4 pixels with 4 bits of alpha each.
    seq:
      - id: alpha
        -orig-id: Alpha
        doc: '4 bits per pixel, lowest bits first, one row each'
        type: u2
        repeat: expr
        repeat-expr: 4
      - id: color0
        -orig-id: Color0
        doc: 'first colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: color1
        -orig-id: Color1
        doc: 'second colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: indices
        -orig-id: Indices
        doc: '2 bits per pixel, lowest bits first, rows from the top: which mix of the two colours'
        type: u4
  block_dxt5:
    doc: 4 x 4 pixels, alpha interpolated between two values.
    seq:
      - id: alpha0
        -orig-id: Alpha0
        doc: first alpha
        type: u1
      - id: alpha1
        -orig-id: Alpha1
        doc: second alpha
        type: u1
      - id: alpha_indices
        -orig-id: AlphaIndices
        doc: '3 bits per pixel, lowest bits first: which mix of the two alphas'
        size: 6
      - id: color0
        -orig-id: Color0
        doc: 'first colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: color1
        -orig-id: Color1
        doc: 'second colour: 5 bits red, 6 green, 5 blue'
        type: u2
      - id: indices
        -orig-id: Indices
        doc: '2 bits per pixel, lowest bits first, rows from the top: which mix of the two colours'
        type: u4
  mip:
    doc: The picture at one size.
    params:
      - { id: level, type: u4 }
      - { id: start, type: u4 }
    seq:
      - id: pixels
        -orig-id: Pixels
        doc: indices into the palette, colours, blocks of 4 x 4 pixels, or bytes of an unknown order
        type:
          switch-on: _root.format
          cases:
            0: color_bgra
            3: color_bgra
            4: block_dxt1
            5: block_dxt3
            6: block_dxt5
            _: u1
        repeat: expr
        repeat-expr: unit_count
    instances:
      width:
        value: '(_root.header.width >> level) > 0 ? (_root.header.width >> level) : 1'
      height:
        value: '(_root.header.height >> level) > 0 ? (_root.header.height >> level) : 1'
      is_blocks:
        value: _root.format >= 4 and _root.format <= 6
      unit_count:
        doc: pixels, blocks or bytes
        value: 'is_blocks ? ((width + 3) / 4) * ((height + 3) / 4) : width * height * (_root.format == 2 ? 2 : _root.format == 8 ? 3 : 1)'
      unit_size:
        value: '_root.format == 0 or _root.format == 3 ? 4 : _root.format == 4 ? 8 : is_blocks ? 16 : 1'
      end:
        doc: bytes from the first mip of the face on
        value: start + unit_count * unit_size
  face:
    doc: One face of a cube map.
    seq:
      - id: mips
        -orig-id: Mips
        doc: mips, largest first
        type: 'mip(_index, _index == 0 ? 0 : mips[_index - 1].end)'
        repeat: expr
        repeat-expr: _root.mip_count
  alpha_plane:
    doc: The alpha of one mip in versions -2 and -3.
    params:
      - { id: level, type: u4 }
    seq:
      - id: texels
        -orig-id: Texels
        doc: alpha of two pixels per byte, 0 to 15; the left one in the low bits
        type: u1
        repeat: expr
        repeat-expr: (width * height + 1) / 2
    instances:
      width:
        value: '(_root.header.width >> level) > 0 ? (_root.header.width >> level) : 1'
      height:
        value: '(_root.header.height >> level) > 0 ? (_root.header.height >> level) : 1'
  section:
    doc: Data of a type and name. The counts are of the sections before it.
    params:
      - { id: palettes_before, type: u4 }
      - { id: cubes_before, type: u4 }
    seq:
      - id: type
        -orig-id: Type
        doc: type of the data
        type: str
        size: 15
        terminator: 0
      - id: name
        -orig-id: Name
        doc: name of the data
        type: str
        size: 10
        terminator: 0
      - id: padding
        -orig-id: Padding
        doc: pads to a multiple of four
        size: 3
      - id: length
        -orig-id: Length
        doc: data that follows, bytes
        type: u4
      - id: palette
        -orig-id: Palette
        doc: colours, indexed by the pixels
        type: color_bgra
        repeat: expr
        repeat-expr: 256
        if: has_palette
      - id: faces
        -orig-id: Faces
        doc: 'faces of a cube map after +X: -X, +Y, -Y, +Z, -Z'
        type: face
        repeat: expr
        repeat-expr: 5
        if: has_faces
      - id: data
        -orig-id: Data
        doc: in the format that Type names
        size: length
        if: not has_palette and not has_faces and length > 0
    instances:
      has_palette:
        value: _root.format == 7 and palettes_before == 0 and length == 1024
      has_faces:
        value: '_root.header.version == -5 and (_root.header.flags & 1024) != 0 and cubes_before == 0 and type == "CUBEMAPDATA" and length == 5 * _root.face_size'
      palettes:
        value: 'palettes_before + (has_palette ? 1 : 0)'
      cubes:
        value: 'cubes_before + (has_faces ? 1 : 0)'
