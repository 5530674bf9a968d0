/**
 * The entity of each change by the name of the change, such as `booking.confirmed`. `domain/change-entities.ts` declares
 * its members, because the outbox must not import the domain.
 */
// biome-ignore lint/suspicious/noEmptyInterface: another file declares its members
export interface ChangeRecords {}

/** The name of a change: the type of its object and a past participle. */
export type ChangeName = keyof ChangeRecords;

/** The type of an object whose changes are recorded, such as `booking`. */
export type ObjectType = ChangeName extends infer Name
  ? Name extends `${infer Type}.${string}`
    ? Type
    : never
  : never;

/** The names of the changes of one type of object. */
export type ChangeNameOf<Type extends ObjectType> = Extract<ChangeName, `${Type}.${string}`>;
