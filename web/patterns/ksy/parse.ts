/**
 * Reads Kaitai Struct descriptions: the part of the language that docs/guide/own-structures.md lists. What is not in it is
 * refused, with its place.
 */
import { PatternError } from '../problem.ts';
import type {
  Definition,
  Encoding,
  Expression,
  FieldStatement,
  FieldType,
  Instance,
  Program,
  Repeat,
  Statement,
  StructType,
} from '../program.ts';
import type { Scalar } from '../scalars.ts';
import { parseExpression, parseTypeUse } from './expression.ts';
import {
  type Entry,
  entriesOf,
  type Item,
  isListItem,
  isMapItem,
  itemsOf,
  parseYaml,
  plainOf,
} from './yaml.ts';

/** What a type takes over from the one around it. */
interface Meta {
  readonly isBig: boolean | null;
  readonly encoding: Encoding | null;
}

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['ascii', 'latin1'],
  ['us-ascii', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['iso8859-1', 'latin1'],
  ['latin1', 'latin1'],
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
]);

/** What changes nothing here. */
const IGNORED_META =
  /^(id|title|application|file-extension|xref|license|tags|ks-version|ks-debug|ks-opaque-types|bit-endian|-.*)$/;
const IGNORED = /^(doc|doc-ref|-.*)$/;

const FIELD_KEYS = [
  'id',
  '-orig-id',
  'doc',
  'type',
  'repeat',
  'repeat-expr',
  'repeat-until',
  'if',
  'size',
  'size-eos',
  'encoding',
  'enum',
  'contents',
  'terminator',
  'valid',
  'pos',
  'io',
  'value',
];

/** @throws {PatternError} for a text that is no such description */
export function parseKsy(text: string): Program {
  return new Parser(text).program();
}

/** The entries of a field by their keys. */
type Keys = ReadonlyMap<string, Item>;

class Parser {
  readonly #types = new Map<string, Definition>();
  readonly #typeNames = new Set<string>();
  readonly #enumNames = new Set<string>();

  constructor(private readonly text: string) {}

  program(): Program {
    const whole = parseYaml(this.text);
    this.#announce(whole, '');
    const root = this.#struct('', whole, { isBig: null, encoding: null });
    if (root.body.length === 0 && root.instances.size === 0) {
      throw new PatternError('Nothing is described: there is neither seq nor instances.', 0);
    }
    return { text: this.text, floors: true, types: this.#types, functions: new Map(), root };
  }

  /** Takes down the names of all types and enums: they may be used before they are described. */
  #announce(item: Item, path: string): void {
    for (const { key, value } of entriesOf(item, 'A description')) {
      if (key === 'enums')
        for (const { key: name } of entriesOf(value, 'enums')) this.#enumNames.add(path + name);
      if (key !== 'types') continue;
      for (const { key: name, value: type } of entriesOf(value, 'types')) {
        this.#typeNames.add(path + name);
        this.#announce(type, `${path}${name}::`);
      }
    }
  }

  /** The whole name of what a type calls so: its own, or that of the types around it. */
  #resolve(names: ReadonlySet<string>, name: string, path: string): string | null {
    for (let around = path; ; ) {
      if (names.has(around + name)) return around + name;
      if (around === '') return null;
      around = around.replace(/[^:]+::$/, '');
    }
  }

  #struct(path: string, item: Item, around: Meta): StructType {
    const entries = entriesOf(item, 'A type');
    const keys = new Map(entries.map(({ key, value }) => [key, value]));
    const meta = this.#meta(keys.get('meta'), around);
    const own = new Fields(meta, path === '' ? '' : `${path}::`, {
      type: (name, from) => this.#resolve(this.#typeNames, name, from),
      enumeration: (name, from) => this.#resolve(this.#enumNames, name, from),
    });
    for (const { key, keyAt, value } of entries) {
      if (key === 'enums') this.#enums(value, path);
      else if (key === 'types') this.#structs(value, path, meta);
      else if (!['meta', 'seq', 'instances', 'params'].includes(key) && !IGNORED.test(key)) {
        throw new PatternError(`${key} is not supported.`, keyAt);
      }
    }
    const seq = keys.get('seq');
    const instances = keys.get('instances');
    return {
      kind: 'struct',
      name: path,
      parameters: own.parameters(keys.get('params')),
      body: seq ? itemsOf(seq, 'seq').flatMap((one) => own.attribute(one)) : [],
      instances: instances ? own.instances(instances) : new Map(),
      format: '',
      at: item.at,
    };
  }

  #structs(item: Item, path: string, meta: Meta): void {
    for (const { key, value } of entriesOf(item, 'types')) {
      const name = path === '' ? key : `${path}::${key}`;
      this.#types.set(name, this.#struct(name, value, meta));
    }
  }

  #enums(item: Item, path: string): void {
    for (const { key, value, keyAt } of entriesOf(item, 'enums')) {
      const names = new Map<number, string>();
      for (const { key: number, keyAt: at, value: constant } of entriesOf(value, 'An enum')) {
        const written = Number(number);
        if (!Number.isInteger(written)) throw new PatternError(`${number} is not a whole number.`, at);
        names.set(written, this.#constantName(constant));
      }
      const name = path === '' ? key : `${path}::${key}`;
      this.#types.set(`enum ${name}`, { kind: 'enum', name, scalar: null, names, at: keyAt });
    }
  }

  #constantName(item: Item): string {
    if (!isMapItem(item)) return plainOf(item, 'The name of a constant').text;
    const id = entriesOf(item, 'A constant').find(({ key }) => key === 'id');
    if (!id) throw new PatternError('A constant needs an id.', item.at);
    return plainOf(id.value, 'id').text;
  }

  #meta(item: Item | undefined, around: Meta): Meta {
    if (!item) return around;
    let { isBig, encoding } = around;
    for (const { key, value, keyAt } of entriesOf(item, 'meta')) {
      if (key === 'endian') {
        const { text, at } = plainOf(value, 'endian');
        if (text !== 'le' && text !== 'be') throw new PatternError('endian must be le or be.', at);
        isBig = text === 'be';
      } else if (key === 'encoding') encoding = encodingOf(value);
      else if (!IGNORED_META.test(key)) throw new PatternError(`meta/${key} is not supported.`, keyAt);
    }
    return { isBig, encoding };
  }
}

function encodingOf(item: Item): Encoding {
  const { text, at } = plainOf(item, 'encoding');
  const encoding = ENCODINGS.get(text.toLowerCase());
  if (!encoding) throw new PatternError(`The encoding ${text} is not supported.`, at);
  return encoding;
}

interface Names {
  type(name: string, path: string): string | null;
  enumeration(name: string, path: string): string | null;
}

const SCALAR = /^([usf])([1248])(le|be)?$/;

/** The fields of one type. */
class Fields {
  constructor(
    private readonly meta: Meta,
    /** `outer::inner::`. */
    private readonly path: string,
    private readonly names: Names,
  ) {}

  parameters(item: Item | undefined): string[] {
    if (!item) return [];
    return itemsOf(item, 'params').map((one) => {
      const id = entriesOf(one, 'A parameter').find(({ key }) => key === 'id');
      if (!id) throw new PatternError('A parameter needs an id.', one.at);
      return plainOf(id.value, 'id').text;
    });
  }

  attribute(item: Item): Statement[] {
    const keys = this.#keys(entriesOf(item, 'A field'));
    const id = keys.get('id');
    for (const key of ['pos', 'io', 'value']) {
      const found = keys.get(key);
      if (found) throw new PatternError(`${key} belongs to instances.`, found.at);
    }
    const name = id ? plainOf(id, 'id').text : '';
    const condition = keys.get('if');
    const statements = this.#chosen(name, keys, item.at);
    if (!condition) return statements;
    return [
      { kind: 'if', condition: this.#expression(condition), yes: statements, no: [], at: condition.at },
    ];
  }

  instances(item: Item): Map<string, Instance> {
    const instances = new Map<string, Instance>();
    for (const { key, value, keyAt } of entriesOf(item, 'instances')) {
      const keys = this.#keys(entriesOf(value, 'An instance'));
      const condition = keys.get('if');
      const asked = condition ? this.#expression(condition) : null;
      const computed = keys.get('value');
      if (computed) {
        instances.set(key, { kind: 'value', value: this.#expression(computed), condition: asked });
        continue;
      }
      if (!keys.has('pos')) throw new PatternError(`${key} needs a value or a pos.`, keyAt);
      const [field, ...others] = this.#chosen(key, keys, keyAt);
      if (field?.kind !== 'field' || others.length > 0) {
        throw new PatternError('switch-on is not supported in instances.', keyAt);
      }
      instances.set(key, { kind: 'field', field, condition: asked });
    }
    return instances;
  }

  #keys(entries: readonly Entry[]): Keys {
    for (const { key, keyAt } of entries) {
      if (!FIELD_KEYS.includes(key) && !IGNORED.test(key))
        throw new PatternError(`${key} is not supported.`, keyAt);
    }
    return new Map(entries.map(({ key, value }) => [key, value]));
  }

  #expression(item: Item): Expression {
    const { text, at } = plainOf(item, 'An expression');
    return this.#parsed(text, at);
  }

  #parsed(text: string, at: number): Expression {
    return parseExpression(text, at, (name) => {
      const found = this.names.enumeration(name, this.path);
      return found === null ? null : `enum ${found}`;
    });
  }

  /** The field, or one for each case of a switch. */
  #chosen(name: string, keys: Keys, at: number): Statement[] {
    const type = keys.get('type');
    if (!type || !isMapItem(type)) return [this.#field(name, keys, type ?? null, at)];
    const parts = new Map(entriesOf(type, 'type').map(({ key, value }) => [key, value]));
    const [on, cases] = [parts.get('switch-on'), parts.get('cases')];
    if (!on || !cases) throw new PatternError('switch-on and cases are missing.', type.at);
    const value = this.#expression(on);
    let no: Statement[] = keys.has('size') || keys.has('size-eos') ? [this.#field(name, keys, null, at)] : [];
    const entries = entriesOf(cases, 'cases');
    const otherwise = entries.find(({ key }) => key === '_');
    if (otherwise) no = [this.#field(name, keys, otherwise.value, at)];
    for (const { key, keyAt, value: chosen } of entries.toReversed()) {
      if (key === '_') continue;
      const right = this.#parsed(key, keyAt);
      const condition: Expression = { kind: 'binary', operator: '==', left: value, right, at: keyAt };
      no = [{ kind: 'if', condition, yes: [this.#field(name, keys, chosen, at)], no, at: keyAt }];
    }
    return no;
  }

  #field(name: string, keys: Keys, type: Item | null, at: number): FieldStatement {
    const original = keys.get('-orig-id');
    const doc = keys.get('doc');
    const place = keys.get('pos');
    const io = keys.get('io');
    if (io && plainOf(io, 'io').text !== '_root._io')
      throw new PatternError('Only io: _root._io is supported.', io.at);
    return {
      kind: 'field',
      name,
      title: original ? plainOf(original, '-orig-id').text : name,
      type: this.#type(keys, type, at),
      enumeration: this.#enumeration(keys.get('enum')),
      repeat: this.#repeat(keys),
      place: place ? this.#expression(place) : null,
      isInWhole: io !== undefined,
      movesOn: false,
      valid: this.#valid(keys.get('valid'), keys.has('repeat')),
      attributes: { comment: doc ? plainOf(doc, 'doc').text.trim() : '', color: '' },
      at,
    };
  }

  #enumeration(item: Item | undefined): string | null {
    if (!item) return null;
    const { text, at } = plainOf(item, 'enum');
    const name = this.names.enumeration(text, this.path);
    if (name === null) throw new PatternError(`There is no enum ${text}.`, at);
    return `enum ${name}`;
  }

  #repeat(keys: Keys): Repeat {
    const repeat = keys.get('repeat');
    if (!repeat) return { kind: 'once' };
    const { text, at } = plainOf(repeat, 'repeat');
    if (text === 'eos') return { kind: 'end' };
    const wanted = text === 'expr' ? 'repeat-expr' : text === 'until' ? 'repeat-until' : '';
    const expression = keys.get(wanted);
    if (!expression)
      throw new PatternError(wanted ? `${wanted} is missing.` : `repeat: ${text} is not supported.`, at);
    if (wanted === 'repeat-expr') return { kind: 'count', count: this.#expression(expression) };
    return { kind: 'until', condition: this.#expression(expression) };
  }

  /** What must hold: a value, or bounds, or an expression about `_`. */
  #valid(item: Item | undefined, isList: boolean): Expression | null {
    if (!item) return null;
    if (isList) throw new PatternError('valid is not supported in repetitions.', item.at);
    const element: Expression = { kind: 'here', here: 'element', at: item.at };
    const against = (operator: string, other: Item): Expression => {
      return { kind: 'binary', operator, left: element, right: this.#expression(other), at: other.at };
    };
    if (!isMapItem(item)) return against('==', item);
    const joined = (operator: string, conditions: readonly Expression[]): Expression => {
      const [first, ...others] = conditions;
      if (!first) throw new PatternError('valid says nothing.', item.at);
      return others.reduce((left, right) => ({ kind: 'binary', operator, left, right, at: item.at }), first);
    };
    const conditions = entriesOf(item, 'valid').map(({ key, value, keyAt }): Expression => {
      if (key === 'eq') return against('==', value);
      if (key === 'min') return against('>=', value);
      if (key === 'max') return against('<=', value);
      if (key === 'expr') return this.#expression(value);
      if (key === 'any-of')
        return joined(
          '||',
          itemsOf(value, 'any-of').map((one) => against('==', one)),
        );
      throw new PatternError(`valid/${key} is not supported.`, keyAt);
    });
    return joined('&&', conditions);
  }

  #type(keys: Keys, item: Item | null, at: number): FieldType {
    const contents = keys.get('contents');
    if (contents) {
      const wanted = bytesOf(contents);
      const size: Expression = { kind: 'number', value: wanted.length, at: contents.at };
      return { kind: 'bytes', encoding: 'latin1', size, terminator: null, wanted };
    }
    const size = keys.get('size');
    const bytes = size ? this.#expression(size) : null;
    if (!item) return this.#run('bytes', keys, bytes, at);
    const { text, at: own } = plainOf(item, 'type');
    const scalar = this.#scalar(text, own);
    if (scalar) return { kind: 'scalar', scalar };
    if (text === 'str' || text === 'strz') return this.#run('text', keys, bytes, own, text === 'strz');
    if (/^b\d/.test(text)) throw new PatternError('Types of single bits are not supported.', own);
    const { name, given } = parseTypeUse(text, own, () => null);
    const known = this.names.type(name, this.path);
    if (known === null) throw new PatternError(`There is no type ${name}.`, own);
    const rest: Expression = {
      kind: 'binary',
      operator: '-',
      left: { kind: 'member', of: { kind: 'here', here: 'io', at: own }, name: 'size', at: own },
      right: { kind: 'member', of: { kind: 'here', here: 'io', at: own }, name: 'pos', at: own },
      at: own,
    };
    return { kind: 'named', name: known, given, size: bytes ?? (isSet(keys.get('size-eos')) ? rest : null) };
  }

  #scalar(text: string, at: number): Scalar | null {
    const [, letter = '', size = '', order] = SCALAR.exec(text) ?? [];
    if (letter === '') return null;
    const kind = letter === 'u' ? 'unsigned' : letter === 's' ? 'signed' : 'float';
    if (kind === 'float' && Number(size) < 4) return null;
    const isBig = order ? order === 'be' : this.meta.isBig;
    if (isBig === null && size !== '1') {
      throw new PatternError(`${text} needs a byte order: ${text}le, ${text}be, or meta/endian.`, at);
    }
    return { kind, size: Number(size), isBig: isBig ?? false };
  }

  #run(
    kind: 'text' | 'bytes',
    keys: Keys,
    size: Expression | null,
    at: number,
    endsWithZero = false,
  ): FieldType {
    const said = keys.get('encoding');
    const encoding = said ? encodingOf(said) : this.meta.encoding;
    if (kind === 'text' && !encoding) throw new PatternError('A text needs an encoding.', at);
    const end = keys.get('terminator');
    const terminator = end ? Number(plainOf(end, 'terminator').text) : endsWithZero ? 0 : null;
    if (!size && terminator === null && !isSet(keys.get('size-eos'))) {
      throw new PatternError('A size, size-eos or a terminator is missing.', at);
    }
    return { kind, encoding: encoding ?? 'latin1', size, terminator, wanted: null };
  }
}

const isSet = (item: Item | undefined): boolean =>
  item !== undefined && plainOf(item, 'size-eos').text === 'true';

/** The bytes of `contents`: a text, or a list of numbers and texts. */
function bytesOf(item: Item): number[] {
  const one = (part: Item): number[] => {
    const { text, at, isNumber } = plainOf(part, 'contents');
    if (!isNumber) return [...new TextEncoder().encode(text)];
    const byte = Number(text);
    if (!(byte >= 0 && byte < 256)) throw new PatternError(`${text} is not a byte.`, at);
    return [byte];
  };
  return isListItem(item) ? itemsOf(item, 'contents').flatMap(one) : one(item);
}
