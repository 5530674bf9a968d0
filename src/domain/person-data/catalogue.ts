import { erasedAttributes, idsOf, type PersonTable } from './person-table.js';
import {
  bookingTable,
  choice,
  giftCardTable,
  messageTable,
  orderTable,
  ownedTables,
  packageTable,
  personTable,
  waitlistTable,
} from './person-tables.js';

/** The records whose changes are shown to programs. */
export const deliveredTables: readonly PersonTable[] = [
  personTable,
  bookingTable,
  orderTable,
  messageTable,
  waitlistTable,
];

/** The payload of a record's change has attributes of its person. */
const deliveriesOf = (owned: PersonTable): PersonTable => ({
  table: 'web_hook_delivery',
  of: `not item.body_trimmed and split_part(item.event, '.', 1) = '${owned.logged}' and (
    item.object_id in ${idsOf(owned)} or item.object_id in (
      select former.object_id from change former
      where former.account_id = $1 and former.previous ? 'personId'
        and former.previous ->> 'personId' = any ($2::integer[]::text[]) and former.object_type = '${owned.logged}'))`,
  erase: {
    payload: null,
    attempts: {
      sql: `coalesce((select jsonb_agg(attempt || '{"answer": null}' order by number)
        from jsonb_array_elements(item.attempts) with ordinality as made (attempt, number)), '[]')`,
    },
  },
  // A delivery that is still to be made gets a payload of the erased record.
  alongside: `body_trimmed = item.state <> 'pending'`,
  kept: {
    change_cursor: 'a position in the change log',
    event: choice,
    state: choice,
    trace_parent: 'the id of a trace',
  },
});

/**
 * The deliveries that have been attempted and are still to be made. They lose their payloads with the request of the
 * erasure, so that the next attempt sends the record without data.
 */
export const dueDeliveries: readonly PersonTable[] = deliveredTables.map((owned) => {
  const deliveries = deliveriesOf(owned);
  return { ...deliveries, of: `item.state = 'pending' and item.payload is not null and ${deliveries.of}` };
});

/** Replaces the attributes of a record in the versions that the change log has of it. */
const inLog = (attributes: Readonly<Record<string, unknown>>, column: string): string =>
  `item.${column} || coalesce((
    select jsonb_object_agg(key, value) from jsonb_each('${JSON.stringify(attributes)}') where item.${column} ? key), '{}')`;

const changesOf = (attributes: Readonly<Record<string, unknown>>, of: string): PersonTable => ({
  table: 'change',
  of,
  keyType: 'bigint',
  erase: { snapshot: { sql: inLog(attributes, 'snapshot') }, previous: { sql: inLog(attributes, 'previous') } },
  kept: {
    name: 'the name of the change',
    object_type: 'the name of a table',
    actor: 'the user or key that made the change, who is no customer',
    request_id: 'the id of a request',
    trace_parent: 'the id of a trace',
  },
});

/** The changes of rows of the person. */
const loggedChanges: readonly PersonTable[] = [personTable, ...ownedTables].flatMap((owned) => {
  const attributes = erasedAttributes(owned);
  const isLogged = owned.logged !== undefined && Object.keys(attributes).length > 0;
  return isLogged
    ? [changesOf(attributes, `item.object_type = '${owned.logged}' and item.object_id in ${idsOf(owned)}`)]
    : [];
});

/** The changes of rows that were deleted, which only their snapshots connect with the person. */
const orphanedChanges: readonly PersonTable[] = ownedTables.flatMap((owned) =>
  (owned.personAttributes ?? []).map((attribute) =>
    changesOf(
      erasedAttributes(owned),
      `item.object_type = '${owned.logged}' and item.snapshot ->> '${attribute}' = any ($2::integer[]::text[])
        and not exists (select from ${owned.table} own where own.account_id = $1 and own.id = item.object_id)`,
    ),
  ),
);

/** SQL: whether a response is of REST, or the result of GraphQL or of a bulk operation, whose selections have any names. */
const form = `(select item.body !~ '^(\\[|\\{"(data|errors)")' as is_rest) form`;

/** The records by whose ids a stored response is found, by their names in REST. */
const answered = {
  person: personTable,
  booking: bookingTable,
  order: orderTable,
  gift_card: giftCardTable,
  package: packageTable,
  message: messageTable,
  waitlist_entry: waitlistTable,
};

/** SQL: the ids in a response of REST, with the name of the record, or in another, where any name may be that of any record. */
const answeredId = `regexp_matches(item.body, case when form.is_rest
    then '"[a-z_]*(${Object.keys(answered).join('|')})(?:_id)?":(?:\\{"id":)?([0-9]{1,9})[,}]'
    else '"(\\w*)id":([0-9]{1,9})[,}]' end, 'gi') as found (parts)`;

const isAnswered = Object.entries(answered)
  .map(
    ([name, owned]) => `(not form.is_rest or found.parts[1] = '${name}') and exists (
    select from ${owned.table} item where item.account_id = $1 and item.id = found.parts[2]::integer and (${owned.of}))`,
  )
  .join(' or ');

/**
 * The stored responses to idempotent requests of the last 24 hours. A row stays without the response, so that its request
 * is not executed again. A result of GraphQL that selects no id may be of anyone.
 */
const storedResponses: PersonTable = {
  table: 'idempotency_key',
  of: `item.body <> '' and (
    exists (select from ${form}
      where exists (select from ${answeredId} where ${isAnswered})
        or (not form.is_rest and item.body !~* '"\\w*id":[0-9]'))
    or exists (select from unnest($3::text[] || $4::text[]) identifier where strpos(lower(item.body), identifier) > 0))`,
  key: `item.sender || ' ' || item.key`,
  keyType: 'text',
  erase: { headers: { sql: `'{}'` }, body: '' },
  kept: {
    sender: 'the key, user or network that sent the request',
    key: 'random, and deleted after 24 hours',
    fingerprint: 'a hash of the request',
  },
};

/** All tables with rows of a person, in the order in which they are erased: copies after what they are made of. */
export const erasedTables: readonly PersonTable[] = [
  ...ownedTables,
  ...deliveredTables.map(deliveriesOf),
  ...loggedChanges,
  ...orphanedChanges,
  storedResponses,
];

/** The catalogue of people's data: all that an export contains, and that an erasure erases or keeps. */
export const catalogue: readonly PersonTable[] = [personTable, ...erasedTables];
