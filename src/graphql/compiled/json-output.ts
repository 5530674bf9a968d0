/** JSON text, or a promise of it if a value is not available yet. */
export type Json = string | Promise<string>;

/** A value that is not available yet, and the index before which it belongs. */
interface Gap {
  at: number;
  value: Promise<Json>;
}

const initialBytes = 65_536;
/** A page of 750 bookings has 1 MB. A longer buffer is not kept. */
const keptBytes = 2_097_152;
/** JavaScript writes shorter texts faster than the call of native code takes. */
const shortLength = 64;

/**
 * Collects JSON as bytes. The buffer is shared by all responses, because values that are available are written without a
 * pause. Strings, joined value by value, were half of the 7.6 MB that a page of 750 bookings left to the garbage collector.
 */
class JsonOutput {
  #bytes: Buffer = Buffer.allocUnsafe(initialBytes);
  #at = 0;
  #gaps: Gap[] = [];

  /** Returns the JSON that `write` writes. @throws any error of `write` */
  collect(write: () => void): Json {
    const start = this.#at;
    const outer = this.#gaps;
    const gaps: Gap[] = [];
    this.#gaps = gaps;
    try {
      write();
      return gaps.length > 0 ? this.#fill(start, gaps) : this.#textBetween(start, this.#at);
    } catch (error) {
      expectFailures(gaps.map(({ value }) => value));
      throw error;
    } finally {
      this.#at = start;
      this.#gaps = outer;
      if (start === 0 && this.#bytes.length > keptBytes) this.#bytes = Buffer.allocUnsafe(initialBytes);
    }
  }

  async #fill(start: number, gaps: readonly Gap[]): Promise<string> {
    let from = start;
    const values = gaps.flatMap(({ at, value }) => {
      const before = this.#textBetween(from, at);
      from = at;
      return [before, value];
    });
    values.push(this.#textBetween(from, this.#at));
    return (await Promise.all(values)).join('');
  }

  #textBetween(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }

  /** Leaves a gap for JSON that is not available yet. */
  later(value: Promise<Json>): void {
    this.#gaps.push({ at: this.#at, value });
  }

  copy(source: Uint8Array): void {
    const { length } = source;
    this.#reserve(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < length; index += 1) bytes[at + index] = source[index] ?? 0;
    this.#at = at + length;
  }

  /** Writes JSON. */
  json(text: string): void {
    if (text.length <= shortLength && this.#writePlain(text)) return;
    this.#reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at);
  }

  /** Writes an integer of 32 bits. */
  integer(value: number): void {
    if (value < 0) {
      this.json(String(value));
      return;
    }
    let length = 1;
    for (let limit = 10; length < maxDigits && value >= limit; limit *= 10) length += 1;
    this.#reserve(length);
    const bytes = this.#bytes;
    let rest = value;
    for (let at = this.#at + length - 1; at >= this.#at; at -= 1) {
      const tens = (rest / 10) | 0;
      bytes[at] = zero + rest - tens * 10;
      rest = tens;
    }
    this.#at += length;
  }

  /** Writes a string as JSON. */
  string(value: string): void {
    if (value.length > shortLength) {
      this.json(JSON.stringify(value));
      return;
    }
    const start = this.#at;
    this.copy(quotes);
    if (this.#writePlain(value)) this.copy(quotes);
    else {
      this.#at = start;
      this.json(JSON.stringify(value));
    }
  }

  /** Writes a text, unless it has a character that is not ASCII or that JSON escapes. Returns whether it has written it. */
  #writePlain(text: string): boolean {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
      bytes[at + index] = code;
    }
    this.#at = at + length;
    return true;
  }

  #reserve(length: number): void {
    const needed = this.#at + length;
    if (needed <= this.#bytes.length) return;
    const longer = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(longer, 0, 0, this.#at);
    this.#bytes = longer;
  }
}

const quotes = Buffer.from('"');
const zero = 0x30;
/** Of 2 ** 31 - 1. */
const maxDigits = 10;

/** Prevents unhandled rejections of values that are not awaited because an earlier one failed. */
export function expectFailures(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}

export const output = new JsonOutput();
