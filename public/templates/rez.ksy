# rez.ksy: LithTech REZ archives, for Kaitai Struct 0.10 and later.
#
# To use it: open it with a file in the Kaitai Web IDE, or make a parser of it with kaitai-struct-compiler.
#
# A header says where the root directory is. A directory is a run of entries: resources, whose bytes are elsewhere in the
# file, and directories, which are, too. Times are seconds since 1970.
#
# Part of Lithoscope (MIT licence), which describes the format in docs/format/rez.md. The tests hold this file to the same
# fields, offsets and values as Lithoscope's own parser.
meta:
  id: lithtech_rez
  title: LithTech REZ archive
  application: LithTech
  file-extension: rez
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: header
    -orig-id: Header
    type: header
instances:
  root:
    -orig-id: Root
    pos: header.root_dir_pos
    size: header.root_dir_size
    type: directory
    if: header.root_dir_size > 0 and header.root_dir_pos + header.root_dir_size <= _io.size
enums:
  entry_type:
    0: resource
    1: directory
types:
  header:
    seq:
      - id: line_break1
        -orig-id: LineBreak1
        doc: CR, LF
        type: str
        size: 2
      - id: file_type
        -orig-id: FileType
        doc: RezMgr Version 1 Copyright (C) 1995 MONOLITH INC., padded with spaces
        type: str
        size: 60
      - id: line_break2
        -orig-id: LineBreak2
        doc: CR, LF
        type: str
        size: 2
      - id: user_title
        -orig-id: UserTitle
        doc: title given by the creator of the archive, padded with spaces
        type: str
        size: 60
      - id: line_break3
        -orig-id: LineBreak3
        doc: CR, LF
        type: str
        size: 2
      - id: end_of_text
        -orig-id: EndOfText
        doc: '0x1A: where the DOS command TYPE stops'
        type: u1
      - id: file_format_version
        -orig-id: FileFormatVersion
        doc: '1'
        type: u4
      - id: root_dir_pos
        -orig-id: RootDirPos
        doc: where the root directory starts
        type: u4
      - id: root_dir_size
        -orig-id: RootDirSize
        doc: length of the root directory, bytes
        type: u4
      - id: root_dir_time
        -orig-id: RootDirTime
        doc: when it was last changed
        type: u4
      - id: next_write_pos
        -orig-id: NextWritePos
        doc: 'judging by its name: where the next resource would be written'
        type: u4
      - id: time
        -orig-id: Time
        doc: when the archive was last changed
        type: u4
      - id: largest_key_ary
        -orig-id: LargestKeyAry
        doc: 'judging by its name: the largest list of keys'
        type: u4
      - id: largest_dir_name_size
        -orig-id: LargestDirNameSize
        doc: the longest directory name, including its zero, bytes
        type: u4
      - id: largest_rez_name_size
        -orig-id: LargestRezNameSize
        doc: the longest resource name, including its zero, bytes
        type: u4
      - id: largest_comment_size
        -orig-id: LargestCommentSize
        doc: the longest comment; 0 if all are empty, bytes
        type: u4
      - id: is_sorted
        -orig-id: IsSorted
        doc: 'judging by its name: whether the entries are sorted'
        type: u1
  directory:
    seq:
      - id: entries
        -orig-id: Entries
        doc: resources and directories in it, one after another
        type: entry
        repeat: eos
  entry:
    seq:
      - id: type
        -orig-id: Type
        doc: '0: a resource, 1: a directory'
        type: u4
        enum: entry_type
      - id: pos
        -orig-id: Pos
        doc: where its data starts
        type: u4
      - id: size
        -orig-id: Size
        doc: length of its data, bytes
        type: u4
      - id: time
        -orig-id: Time
        doc: when it was last changed
        type: u4
      - id: id
        -orig-id: Id
        doc: number of the resource
        type: u4
        if: type == entry_type::resource
      - id: extension
        -orig-id: Extension
        doc: 'extension of its name, reversed: DTX is XTD'
        type: str
        size: 4
        if: type == entry_type::resource
      - id: key_count
        -orig-id: KeyCount
        doc: keys after the comment; 0 in the games' archives
        type: u4
        if: type == entry_type::resource
      - id: name
        -orig-id: Name
        doc: name within its directory; for a resource, without its extension
        type: strz
      - id: comment
        -orig-id: Comment
        doc: a note; empty in the games' archives
        type: strz
        if: type == entry_type::resource
      - id: keys
        -orig-id: Keys
        doc: 'judging by their name: numbers to find it by'
        type: u4
        repeat: expr
        repeat-expr: key_count
        if: type == entry_type::resource
    instances:
      resource:
        -orig-id: Resource
        doc: the bytes of the resource
        io: _root._io
        pos: pos
        size: size
        if: type == entry_type::resource and size > 0 and pos + size <= _root._io.size
      contents:
        -orig-id: Contents
        doc: what is in the directory
        io: _root._io
        pos: pos
        size: size
        type: directory
        if: type == entry_type::directory and size > 0 and pos + size <= _root._io.size
