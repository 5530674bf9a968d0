import { appendFileSync, readFileSync } from 'node:fs';

/** A request of a client to one object, and what came of it. */
export interface Operation<Action = unknown, Answer = unknown> {
  client: number;
  /** The kind of the object and its number, such as `coupon 3`: operations of different objects do not affect each other. */
  object: string;
  action: Action;
  /** Null if no answer came: the request may have been executed, may still be, or never. */
  answer: Answer | null;
  /** The instant before the request, in milliseconds of the monotonic clock of one process. */
  from: number;
  /** The instant after the answer; null without one. */
  to: number | null;
}

/** Appends operations to a file, each as a line of JSON. */
export function writeHistory(path: string, operations: readonly Operation[]): void {
  appendFileSync(path, operations.map((operation) => `${JSON.stringify(operation)}\n`).join(''));
}

export function readHistory(path: string): Operation[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
