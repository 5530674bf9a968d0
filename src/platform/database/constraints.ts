import { type DomainError, type FieldErrors, invalid } from '../errors.js';

/**
 * The errors to report when a database constraint refuses a write that a rule accepted, because two requests ran at the
 * same time. By the name of the constraint in the migrations.
 */
export type ConstraintMessages = Readonly<Record<string, FieldErrors>>;

/** The same for the constraints of an entity: each has a message on one of its attributes. */
export type ConstraintMessagesOf<Entity> = Readonly<Record<string, MessageOn<Entity, keyof Entity & string>>>;

type MessageOn<Entity, Attribute extends keyof Entity & string> = Attribute extends string
  ? { readonly [Key in Attribute]: string[] }
  : never;

/** Turns violations of constraints into errors of the domain. */
export class ConstraintErrors {
  readonly #errors: ReadonlyMap<string, FieldErrors>;

  constructor(messages: ConstraintMessages) {
    this.#errors = new Map(Object.entries(messages));
  }

  /** Returns the error to throw instead of `error`, or undefined if no constraint with a message caused it. */
  find(error: unknown): DomainError | undefined {
    if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
    const fields = this.#errors.get(String(error.constraint));
    return fields && invalid(fields);
  }
}
