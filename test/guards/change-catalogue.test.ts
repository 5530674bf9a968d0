import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Booking } from '../../src/domain/booking/booking.entity.js';
import { changeNames, isVisibleToClients, webHookEvents } from '../../src/domain/entities.js';
import type { Person } from '../../src/domain/person/person.entity.js';
import { type recordAll, recordChange } from '../../src/outbox/change-log.js';
import type { ChangedBy } from '../../src/outbox/recorded-change.js';
import type { AccountTransaction } from '../../src/platform/database/account-transaction.js';
import { projectRoot } from '../../src/platform/project-root.js';

const domain = join(projectRoot, 'src/domain');
const catalogue = join(domain, 'entities.ts');
const sources = readdirSync(domain, { recursive: true, encoding: 'utf8' })
  .map((path) => join(domain, path))
  .filter((path) => path.endsWith('.ts') && path !== catalogue)
  .map((path) => readFileSync(path, 'utf8'));

it('an action records every change of the catalogue', () => {
  const written = sources.flatMap((source) =>
    [...source.matchAll(/recordWrites\(\{\s+type: '(\w+)'/g)].flatMap(([, type]) => type ?? []),
  );
  const recorded = new Set(
    written.flatMap((type) => ['created', 'modified', 'deleted'].map((verb) => `${type}.${verb}`)),
  );
  const dead = changeNames.filter(
    (name) => !recorded.has(name) && !sources.some((source) => source.includes(`'${name}'`)),
  );
  expect(recorded.size).toBeGreaterThan(0);
  expect(dead).toEqual([]);
});

it('webhooks and clients have the events of the catalogue, and no others', () => {
  expect(webHookEvents.filter((name) => !isVisibleToClients({ name }))).toEqual([]);
  expect(['message.queued', 'message.tried', 'booking.', ''].filter((name) => isVisibleToClients({ name }))).toEqual(
    [],
  );
});

it('only a name of the catalogue compiles, and only with a record of its entity', () => {
  // Never called: the compiler fails if an expected error is missing.
  const misuses = async (tx: AccountTransaction, booking: Booking, person: Person, by: ChangedBy): Promise<void> => {
    await recordChange(tx, 'booking.confirmed', booking, by);
    // @ts-expect-error: a misspelt name
    await recordChange(tx, 'booking.conifrmed', booking, by);
    // @ts-expect-error: a record of another entity
    await recordChange(tx, 'booking.confirmed', person, by);
    type Changes = Parameters<typeof recordAll>[1];
    // @ts-expect-error: the same in a list
    const changes: Changes = [{ name: 'person.modified', record: booking }];
    void changes;
  };
  expect(misuses).toBeInstanceOf(Function);
});
