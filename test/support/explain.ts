/** A command that was sent, and its answer; undefined if the answer was lost. */
export interface Sent<Command> {
  command: Command;
  answer: string | undefined;
}

/** The result of a command: its answer, or a step that is taken later, between which and it others may come. */
export type Outcome<Command> = { answer: string } | { next: Command };

/**
 * Finds all states after commands at once, each of which took place at one instant or in steps: in each order in which the
 * reference gives the answers that were received. One without an answer may have taken place, or not.
 *
 * @param execute changes the state that it gets
 * @param isSame compares an answer with that of the reference
 */
export function* statesAfter<State, Command>(
  before: State,
  sent: readonly Sent<Command>[],
  execute: (state: State, command: Command) => Outcome<Command>,
  isSame: (state: State, received: string, expected: string) => boolean = (_, received, expected) =>
    received === expected,
): Generator<State> {
  if (sent.every(({ answer }) => answer === undefined)) yield before;
  for (const [index, { command, answer }] of sent.entries()) {
    const after = structuredClone(before);
    const outcome = execute(after, command);
    const others = sent.toSpliced(index, 1);
    if ('next' in outcome) {
      yield* statesAfter(after, [...others, { command: outcome.next, answer }], execute, isSame);
    } else if (answer === undefined || isSame(after, answer, outcome.answer)) {
      yield* statesAfter(after, others, execute, isSame);
    }
  }
}
