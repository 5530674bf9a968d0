/** Collects the parameters of a statement that is composed for a request. `$1` is the account: see `AccountDatabase.query`. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value. @returns its placeholder */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length + 1}`;
  }

  addInstant(epochMs: number): string {
    return `${this.add(new Date(epochMs).toISOString())}::timestamptz`;
  }

  addInstants(epochMs: readonly number[]): string {
    return `${this.add(epochMs.map((instant) => new Date(instant).toISOString()))}::timestamptz[]`;
  }
}
