import type { ObjectType, RecordedChange, Snapshot } from '../../outbox/recorded-change.js';
import type { AccountQueries } from '../../platform/database/account-database.js';
import { deliveredTables } from './catalogue.js';
import { erasedAttributes } from './person-table.js';

/** The values that erased attributes get in an entry of the log, by the type of the object. */
const erasedValues = new Map<ObjectType | undefined, Snapshot>(
  deliveredTables.map((table) => [table.logged, erasedAttributes(table)]),
);

/** The types of objects whose changes lose the data of erased people before they leave the server. */
export const erasedTypes: readonly (ObjectType | undefined)[] = [...erasedValues.keys()];

/** The attributes by which rows without a person are found. */
const addressAttributes = ['recipient', 'email', 'phoneNumber', 'phoneNumberFormatted'];

/** The erased people to whom changes refer. */
interface Erased {
  ids: number[];
  /** The email addresses, in lower case, and phone numbers of people whose erasure is not done. */
  addresses: string[];
}

/**
 * Returns changes without the data of erased people, as the log has them when the job of the erasure is done. Everything
 * that shows changes calls it: lists, histories, subscriptions and deliveries of webhooks. Reads nothing unless an erasure of
 * the account is not done.
 */
export async function withoutErased(
  db: AccountQueries,
  changes: readonly RecordedChange[],
): Promise<readonly RecordedChange[]> {
  if (!changes.some(({ isErasing }) => isErasing)) return changes;
  const [erased] = await db.query<Erased>(
    `select array(select id from person where account_id = $1 and id = any ($2::integer[]) and erased_at is not null) as ids,
       array(select jsonb_array_elements_text(identifiers -> 'emails' || (identifiers -> 'phoneNumbers'))
         from person_erasure where account_id = $1 and finished_at is null) as addresses`,
    [[...new Set(changes.flatMap(peopleOf))]],
  );
  return erased ? changes.map((change) => (isOfAny(change, erased) ? withoutData(change) : change)) : changes;
}

const versionsOf = ({ snapshot, previous }: RecordedChange): Snapshot[] => [snapshot, previous ?? {}];

/** Returns the people of a record, before and after the change. */
function peopleOf(change: RecordedChange): number[] {
  if (change.objectType === 'person') return [change.objectId];
  return versionsOf(change).flatMap(({ personId }) => (typeof personId === 'number' ? [personId] : []));
}

function isOfAny(change: RecordedChange, { ids, addresses }: Erased): boolean {
  const people = peopleOf(change);
  if (people.length > 0) return people.some((id) => ids.includes(id));
  return versionsOf(change).some((version) =>
    addressAttributes.some((name) => addresses.includes(String(version[name] ?? '').toLowerCase())),
  );
}

function withoutData(change: RecordedChange): RecordedChange {
  const values = erasedValues.get(change.objectType) ?? {};
  const erase = (version: Snapshot): Snapshot =>
    Object.fromEntries(Object.entries(version).map(([name, value]) => [name, name in values ? values[name] : value]));
  return { ...change, snapshot: erase(change.snapshot), previous: change.previous && erase(change.previous) };
}
