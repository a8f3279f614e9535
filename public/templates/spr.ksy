# spr.ksy: LithTech SPR sprites, for Kaitai Struct 0.10 and later.
#
# To use it: open it with a file in the Kaitai Web IDE, or make a parser of it with kaitai-struct-compiler.
#
# A sprite is a list of textures and how they follow each other. It has no signature.
#
# Part of Lithoscope (MIT licence), which describes the format in docs/format/dtx.md. The tests hold this file to the same
# fields, offsets and values as Lithoscope's own parser.
meta:
  id: lithtech_spr
  title: LithTech SPR sprite
  application: LithTech
  file-extension: spr
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: sprite
    -orig-id: Sprite
    type: sprite
types:
  text:
    doc: A length and so many characters.
    seq:
      - id: length
        -orig-id: Length
        type: u2
      - id: characters
        -orig-id: Characters
        type: str
        size: length
  frame:
    seq:
      - id: path
        -orig-id: Path
        doc: path of a DTX in the game's resources
        type: text
  sprite:
    seq:
      - id: frame_count
        -orig-id: FrameCount
        doc: frames in the list
        type: u4
      - id: frames_per_second
        -orig-id: FramesPerSecond
        doc: how many frames are shown per second
        type: u4
      - id: transparent
        -orig-id: Transparent
        doc: 'judging by its name: whether texels of the colour ColorKey are not drawn'
        type: u4
      - id: translucent
        -orig-id: Translucent
        doc: 'judging by its name: whether the background shows through'
        type: u4
      - id: color_key
        -orig-id: ColorKey
        doc: 'judging by its name: the colour that is not drawn'
        type: u4
      - id: frames
        -orig-id: Frames
        doc: textures in the order they are shown
        type: frame
        repeat: expr
        repeat-expr: frame_count
      - id: data
        -orig-id: Data
        doc: bytes after the last frame
        size-eos: true
        if: not _io.eof
