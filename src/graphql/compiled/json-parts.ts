/** JSON text, or a promise of it if a value is not available yet. */
export type Json = string | Promise<string>;

/** Joins JSON texts in order. The result is a promise only if one of them is. */
export class JsonParts {
  #text: string;
  #parts: Json[] | undefined;

  constructor(start: string) {
    this.#text = start;
  }

  add(label: string, value: Json): void {
    if (typeof value === 'string') this.#text += label + value;
    else {
      this.#parts ??= [];
      this.#parts.push(this.#text + label, value);
      this.#text = '';
    }
  }

  end(text: string): Json {
    if (!this.#parts) return this.#text + text;
    return Promise.all([...this.#parts, this.#text + text]).then((parts) => parts.join(''));
  }

  /** Called instead of `end` after an error. Prevents unhandled rejections of the other values. */
  abandon(): void {
    for (const part of this.#parts ?? []) if (part instanceof Promise) part.catch(() => {});
  }
}
