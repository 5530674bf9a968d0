import { invalid } from '../platform/errors.js';

/** The maximum number of slots that all fields of one request may list. */
export const maxSlots = 10_000;
/** The maximum number of available resources that all slots of one request may list. */
const maxNamedResources = 1_000_000;

/** Limits the slots of a whole request, because a GraphQL document can repeat a field under many aliases. */
export class SlotBudget {
  #slots = 0;
  #resources = 0;

  /** @throws DomainError INVALID on `to` if these slots exceed the budget */
  spend(slots: readonly { availableResources: readonly number[] }[]): void {
    this.#slots += slots.length;
    for (const { availableResources } of slots) this.#resources += availableResources.length;
    if (this.#slots > maxSlots) throw invalid({ to: [`would list more than ${maxSlots} slots`] });
    if (this.#resources > maxNamedResources) {
      throw invalid({ to: [`would list more than ${maxNamedResources} resources`] });
    }
  }
}
