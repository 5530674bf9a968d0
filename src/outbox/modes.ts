/** The modes that may follow each mode. */
export type ModeTransitions<Mode extends string> = Readonly<Record<Mode, readonly Mode[]>>;

/** The mode of a thing that has one at a time. It changes only as its table of transitions allows. */
export class Modes<Mode extends string> {
  readonly #name: string;
  readonly #transitions: ModeTransitions<Mode>;
  #current: Mode;

  /** @param name what has the mode, for the message of an error */
  constructor(name: string, transitions: ModeTransitions<Mode>, first: Mode) {
    this.#name = name;
    this.#transitions = transitions;
    this.#current = first;
  }

  get current(): Mode {
    return this.#current;
  }

  /** @throws Error if the mode may not follow the current one: a mistake of this program */
  enter(next: Mode): void {
    if (!this.#transitions[this.#current].includes(next)) {
      throw new Error(`${this.#name} cannot become ${next}: it is ${this.#current}`);
    }
    this.#current = next;
  }
}
