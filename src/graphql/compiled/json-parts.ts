/** JSON text, or the promise of it where a value is not at hand. */
export type Json = string | Promise<string>;

/** Joins texts of JSON in their order. It is a promise only if one of them is. */
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

  /** To be called instead of `end` after an error: keeps the failure of another value from being an unhandled one. */
  abandon(): void {
    for (const part of this.#parts ?? []) if (part instanceof Promise) part.catch(() => {});
  }
}
