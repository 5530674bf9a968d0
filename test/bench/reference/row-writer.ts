import { parsePgInstant } from '../../../src/platform/time/instant-input.js';
import type { Zone } from '../../../src/platform/time/zone.js';

/** The SQL types that a row may have. Other types are cast to text. */
export type Kind = 'integer' | 'boolean' | 'text' | 'json' | 'instant';

/** An attribute of a body: its name, its SQL expression, its type, and whether it is often null. */
export interface Attribute {
  name: string;
  column: string;
  kind: Kind;
  nullable: boolean;
}

/** An object of a body. Its relations are null if their first attribute is. */
export interface Shape {
  attributes: readonly Attribute[];
  relations?: readonly (Shape & { name: string })[];
  /** Attributes after the relations. */
  last?: readonly Attribute[];
}

/** Writes a row of `source`, whose first value starts at `from`, into `target` at `to`. @returns the end of what it wrote */
export type RowWriter = (source: Buffer, from: number, target: Buffer, to: number) => number;

/** Lists the SQL expressions in the order in which the writer reads them. */
export function columnsOf({ attributes, relations = [], last = [] }: Shape): string[] {
  const own = [attributes, last].map((list) => list.map(({ column }) => column));
  return [...(own[0] ?? []), ...relations.flatMap(columnsOf), ...(own[1] ?? [])];
}

/**
 * Returns how many bytes a row may take at most, apart from its values. A byte of a value takes 6 bytes at most, as
 * `\u001f`, and an instant of 8 bytes takes 27.
 */
export function emptySizeOf({ attributes, relations = [], last = [] }: Shape): number {
  const own = [...attributes, ...last].reduce((sum, { name }) => sum + name.length + '"":null,'.length, 0);
  return 2 + relations.reduce((sum, relation) => sum + relation.name.length + 4 + emptySizeOf(relation), own);
}

/**
 * Generates a function that converts a row of PostgreSQL's binary format into JSON, byte by byte, without strings and
 * objects between them. A page of 750 bookings takes 3 ms of CPU; 9 ms with a generated function that joins strings.
 *
 * @param before,after texts around the object
 */
export function createRowWriter(shape: Shape, zone: Zone, before: string, after: string): RowWriter {
  const code = new WriterCode();
  code.write(before);
  code.writeObject(shape);
  code.write(after);
  const helpers = { writeInteger, writeText, writeJson, writeInstant: instantWriter(zone) };
  const source = `return (source, at, target, to) => {\n${code.finish()}return to;\n};`;
  return new Function(...Object.keys(helpers), 'literals', source)(...Object.values(helpers), code.literals);
}

class WriterCode {
  readonly literals: Buffer[] = [];
  #body = '';
  #pending = '';

  /** Appends a constant text. Consecutive texts are written at once. */
  write(text: string): void {
    this.#pending += text;
  }

  /** @returns the statements */
  finish(): string {
    this.#flush();
    return this.#body;
  }

  writeObject({ attributes, relations = [], last = [] }: Shape): void {
    this.write('{');
    this.#writeAttributes(attributes, '');
    for (const relation of relations) {
      this.write(`,"${relation.name}":`);
      this.#flush();
      this.#branch('source[at] === 255', [
        () => this.#skip('null', columnsOf(relation).length),
        () => this.writeObject(relation),
      ]);
    }
    this.#writeAttributes(last, ',');
    this.write('}');
  }

  #writeAttributes(attributes: readonly Attribute[], first: string): void {
    let separator = first;
    for (let position = 0; position < attributes.length; ) {
      const others = attributes.slice(position);
      const end = others.findIndex(({ nullable }) => !nullable);
      const run = end === -1 ? others : others.slice(0, Math.max(end, 1));
      this.#writeRun(run, separator);
      separator = ',';
      position += run.length;
    }
  }

  /** Writes consecutive attributes. If all of them are null, which is usual, one constant text is written. */
  #writeRun(run: readonly Attribute[], first: string): void {
    const keys = run.map(({ name }, index) => `${index === 0 ? first : ','}"${name}":`);
    const writeEach = () => {
      for (const [index, { kind, nullable }] of run.entries()) {
        this.write(keys[index] ?? '');
        this.#flush();
        const write = () => this.#writeValue(kind);
        if (nullable) this.#branch('source[at] === 255', [() => this.#skip('null', 1), write]);
        else write();
      }
    };
    if (run.length === 1) {
      writeEach();
      return;
    }
    // The length of null is -1. The first byte of a length is 255 only then.
    const lengths = run.map((_, index) => `source[at + ${4 * index}]`);
    this.#flush();
    this.#branch(`(${lengths.join(' & ')}) === 255`, [
      () => this.#skip(keys.map((key) => `${key}null`).join(''), run.length),
      writeEach,
    ]);
  }

  #skip(text: string, columns: number): void {
    this.write(text);
    this.#flush();
    this.#body += `at += ${4 * columns};\n`;
  }

  #writeValue(kind: Kind): void {
    const integer = '(source[at] << 24) | (source[at + 1] << 16) | (source[at + 2] << 8) | source[at + 3]';
    this.#body += 'at += 4;\n';
    if (kind === 'integer') this.#body += `to = writeInteger(${integer}, target, to); at += 4;\n`;
    else if (kind === 'instant') this.#body += 'to = writeInstant(source, at, target, to); at += 8;\n';
    else if (kind === 'boolean') {
      this.#branch('source[at] === 1', [() => this.write('true'), () => this.write('false')]);
      this.#body += 'at += 1;\n';
    } else {
      const write = kind === 'text' ? 'writeText' : 'writeJson';
      this.#body += `{ at -= 4; const length = ${integer}; at += 4;
        to = ${write}(source, at, at + length, target, to); at += length; }\n`;
    }
  }

  #branch(condition: string, [then, otherwise]: [() => void, () => void]): void {
    this.#body += `if (${condition}) {\n`;
    then();
    this.#flush();
    this.#body += '} else {\n';
    otherwise();
    this.#flush();
    this.#body += '}\n';
  }

  #flush(): void {
    const text = this.#pending;
    this.#pending = '';
    if (text === '') return;
    const bytes = Buffer.from(text);
    if (bytes.length <= 8) {
      this.#body += [...bytes].map((byte, index) => `target[to + ${index}] = ${byte};`).join(' ');
    } else {
      this.#body += `target.set(literals[${this.literals.push(bytes) - 1}], to);`;
    }
    this.#body += ` to += ${bytes.length};\n`;
  }
}

function writeInteger(value: number, target: Buffer, to: number): number {
  if (value < 0) return to + target.write(String(value), to, 'latin1');
  let end = to + 1;
  for (let power = 10; power <= value; power *= 10) end += 1;
  let rest = value;
  for (let position = end - 1; position >= to; position -= 1) {
    const tens = Math.floor(rest / 10);
    target[position] = 48 + rest - tens * 10;
    rest = tens;
  }
  return end;
}

/** PostgreSQL writes spaces into its JSON. */
function writeJson(source: Buffer, from: number, end: number, target: Buffer, to: number): number {
  return to + target.write(JSON.stringify(JSON.parse(source.toString('utf8', from, end))), to);
}

function writeText(source: Buffer, from: number, end: number, target: Buffer, to: number): number {
  target[to] = 34;
  const offset = to + 1 - from;
  for (let at = from; at < end; at += 1) {
    const byte = source[at] ?? 0;
    if (byte < 32 || byte === 34 || byte === 92) {
      return to + target.write(JSON.stringify(source.toString('utf8', from, end)), to);
    }
    target[offset + at] = byte;
  }
  target[offset + end] = 34;
  return offset + end + 1;
}

const epoch = parsePgInstant('2000-01-01 00:00:00+00');
const maxMinutes = 100_000;
const secondsAt = '"2026-11-25T14:17:'.length;

/** Returns a function that writes an instant, of which PostgreSQL sends the microseconds since 2000. */
function instantWriter(zone: Zone): RowWriter {
  // The texts of minutes, of which only the seconds change.
  const texts = new Map<number, Buffer>();
  return (source, from, target, to) => {
    const microseconds = source.readInt32BE(from) * 2 ** 32 + source.readUInt32BE(from + 4);
    const seconds = Math.floor(microseconds / 1_000_000);
    const minute = Math.floor(seconds / 60);
    let text = texts.get(minute);
    if (!text) {
      if (texts.size === maxMinutes) texts.clear();
      text = Buffer.from(`"${zone.format(epoch + minute * 60_000)}"`);
      texts.set(minute, text);
    }
    target.set(text, to);
    const second = seconds - minute * 60;
    const tens = Math.floor(second / 10);
    target[to + secondsAt] = 48 + tens;
    target[to + secondsAt + 1] = 48 + second - tens * 10;
    return to + text.length;
  };
}
