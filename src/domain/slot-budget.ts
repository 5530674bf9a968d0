import { invalid } from '../platform/errors.js';

/** The most slots that one request may list, all fields of a GraphQL document together. */
export const maxSlots = 10_000;
/** The most resources that the slots of one request may name, all slots together. */
const maxNamedResources = 1_000_000;

/** Counts what one request lists: the aliases of one GraphQL document could list the maximum many times over. */
export class SlotBudget {
  #slots = 0;
  #resources = 0;

  /** @throws DomainError INVALID on `to` if the request lists too much with these slots */
  spend(slots: readonly { availableResources: readonly number[] }[]): void {
    this.#slots += slots.length;
    for (const { availableResources } of slots) this.#resources += availableResources.length;
    if (this.#slots > maxSlots) throw invalid({ to: [`would list more than ${maxSlots} slots`] });
    if (this.#resources > maxNamedResources) {
      throw invalid({ to: [`would list more than ${maxNamedResources} resources`] });
    }
  }
}
