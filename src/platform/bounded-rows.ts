type Columns = Readonly<Record<string, unknown>>;
/** A row, by column, with the number of further ones of its key that were left out after it. */
export type BoundedRow = Columns & { left_out: number };

/**
 * Collects rows until they are written: a bounded number of each key and of all. Of the others of a key, the number is
 * kept at its last row.
 */
export class BoundedRows {
  #rows = new Map<number, BoundedRow[]>();
  #count = 0;

  constructor(
    private readonly mostOfKey: number,
    private readonly mostOfAll: number,
  ) {}

  /** Adds a row if there is room for it. @returns whether there was */
  add(key: number, createRow: () => Columns): boolean {
    const rows = this.#rows.get(key) ?? [];
    if (rows.length >= this.mostOfKey || this.#count >= this.mostOfAll) {
      const last = rows.at(-1);
      if (last) last.left_out += 1;
      return false;
    }
    this.#count += 1;
    rows.push({ ...createRow(), left_out: 0 });
    this.#rows.set(key, rows);
    return true;
  }

  /** Returns the rows and begins anew. */
  take(): BoundedRow[] {
    const rows = [...this.#rows.values()].flat();
    this.#rows = new Map();
    this.#count = 0;
    return rows;
  }
}
