import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import type { Cell, DatabaseNode } from './cell.js';

/**
 * A client on the machine of a primary that is separated from the others. It writes to that PostgreSQL directly, as a client
 * would that is cut off together with it: whatever that PostgreSQL acknowledges must be in the cell afterwards.
 */
export class OldPrimary {
  readonly #acknowledged: string[] = [];
  readonly #answers = new Map<string, number>();
  #isOver = false;
  #probing: Promise<void> | undefined;

  constructor(
    private readonly cell: Cell,
    private readonly node: DatabaseNode,
  ) {}

  /** Creates the table for the writes of all such clients. */
  static async prepare(cell: Cell): Promise<void> {
    await cell.ask(await cell.primary(), 'create table if not exists old_primary (key text)');
  }

  /** Starts to write. */
  probe(): void {
    this.#probing = this.#write();
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const key = randomUUID();
      const answer = await this.cell.ask(this.node, `insert into old_primary values ('${key}')`, 3).then(
        () => 'acknowledged',
        (error: Error & { stderr?: string }) => reasonOf(error.stderr ?? ''),
      );
      if (answer === 'acknowledged') this.#acknowledged.push(key);
      this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1);
      await pass(250);
    }
  }

  /** Stops writing. @returns the number of each answer, and of the acknowledged writes that the cell lacks */
  async stop(): Promise<string> {
    this.#isOver = true;
    await this.#probing;
    const stored = await this.cell.ask(await this.cell.primary(), 'select key from old_primary');
    const keys = new Set(stored.split('\n'));
    const lost = this.#acknowledged.filter((key) => !keys.has(key)).length;
    if (lost > 0) this.#answers.set('ACKNOWLEDGED AND LOST', lost);
    return [...this.#answers].map(([answer, count]) => `${answer}: ${count}`).join(', ');
  }
}

function reasonOf(errors: string): string {
  if (/read-only/.test(errors)) return 'read-only';
  if (/connection|server closed|starting up|shutting down|terminating/.test(errors)) return 'no connection';
  return errors.trim() === '' ? 'no answer' : errors.trim().split('\n', 1).join('');
}
