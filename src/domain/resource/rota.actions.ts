import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { startOfWeek } from '../../platform/time/plain-date.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import { Resource } from './resource.entity.js';
import { Rota, type RotaInput } from './rota.entity.js';
import { toStoredWeeks, validateRotaDates } from './rota.rules.js';

/** Bookings outside of the new hours stay. */
export const rotaWrites = recordWrites({
  type: 'rota',
  entity: Rota,
  title: 'rota',
  assign: async ({ tx }, rota, input: RotaInput, before) => {
    await lockResources(tx, before?.resourceId, input.resourceId);
    return { errors: await changeRota(tx, rota, input, before) };
  },
  retire: async ({ tx }, { resourceId }) => {
    await lockResources(tx, resourceId);
    return undefined;
  },
});

/** Locks the resources, after the rota. Without their locks, a booking could overlook new hours. */
function lockResources(tx: AccountTransaction, ...ids: (number | null | undefined)[]): Promise<void> {
  return tx.lock(...ids.flatMap((id): Lock[] => (typeof id === 'number' ? [[Resource, id]] : [])));
}

/** Assigns the input to the rota and returns the errors of the result. */
async function changeRota(
  tx: AccountTransaction,
  rota: Rota,
  { weeks: given, ...input }: RotaInput,
  before: Rota | undefined,
): Promise<FieldErrors> {
  const referenceErrors = await validateReferences(tx, Rota, rota, input);
  const stored = given ? toStoredWeeks(given) : { weeks: given, errors: {} };
  const isDefault = input.startsOn === null || (input.startsOn === undefined && !before);
  const startsOn = isDefault ? defaultStart(rota, input) : input.startsOn;
  const attributeErrors = assignAttributes(tx, rota, { ...input, startsOn, weeks: stored.weeks });
  return {
    ...validateAttributes(Rota, rota),
    ...validateRotaDates(rota),
    ...attributeErrors,
    ...stored.errors,
    ...referenceErrors,
  };
}

function defaultStart({ validFrom }: Partial<Rota>, input: RotaInput): string | undefined {
  const date = input.validFrom ?? validFrom;
  return date && startOfWeek(date);
}
