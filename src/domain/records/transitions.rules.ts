/** The state that follows each event, by the state in which the event may happen. An event that changes no state is not in it. */
export type Transitions<State extends string, Event extends string> = {
  readonly [Name in Event]: Readonly<Partial<Record<State, State>>>;
};

/**
 * Returns the state that follows an event. Callers that serve a request check the state first, and reject the request.
 *
 * @throws Error if the event cannot happen in the state
 */
export function stateAfter<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  event: Event,
  state: State,
): State {
  const next = transitions[event][state];
  if (next === undefined) throw new Error(`${event} is no transition from ${state}`);
  return next;
}

/** Returns SQL that is true for the rows in which an event may happen. `column` has the state. */
export function sqlMayHappen<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  event: Event,
  column: string,
): string {
  // Literals, because PostgreSQL uses a partial index only if the statement itself contains the condition of the index.
  const states = Object.keys(transitions[event]).map((state) => `'${state}'`);
  return `${column} in (${states.join(', ')})`;
}
