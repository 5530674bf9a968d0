import { RecordTracker } from '../../src/platform/database/row-writes.js';
import { Instant } from '../../src/platform/scalars.js';
import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { bulk } from './bulk.calls.js';

const server = await useTestServer();

/** The steps of a call that visit every item. */
type Step = 'parsed instants' | 'remembered rows' | 'compared rows';

/** Returns how often each step is done in one turn of the event loop at most, while `work` runs. */
async function mostPerTurn(work: () => Promise<unknown>): Promise<Record<Step, number>> {
  const most = { 'parsed instants': 0, 'remembered rows': 0, 'compared rows': 0 };
  const done = { ...most };
  let isRunning = true;
  const startTurn = (): void => {
    for (const step of Object.keys(done) as Step[]) done[step] = 0;
    if (isRunning) setImmediate(startTurn);
  };
  const count = (step: Step): void => {
    done[step] += 1;
    most[step] = Math.max(most[step], done[step]);
  };
  const { setRow, changes } = RecordTracker.prototype;
  const { parseValue } = Instant;
  RecordTracker.prototype.setRow = function counted(record) {
    count('remembered rows');
    setRow.call(this, record);
  };
  RecordTracker.prototype.changes = function counted(record) {
    count('compared rows');
    return changes.call(this, record);
  };
  Instant.parseValue = (value) => {
    count('parsed instants');
    return parseValue(value);
  };
  setImmediate(startTurn);
  try {
    await work();
    return most;
  } finally {
    isRunning = false;
    Object.assign(RecordTracker.prototype, { setRow, changes });
    Instant.parseValue = parseValue;
  }
}

const items = 500;
const numbers = Array.from({ length: items }, (_, index) => index);
const hour = (index: number): string => new Date(Date.UTC(2026, 2, 3, 8) + index * 3_600_000).toISOString();

it('a bulk mutation of 500 items gives other requests their turn between its steps', async () => {
  const account = await server.account();
  const { resourceIds, serviceId } = await createBookableService(account, { service: { price: 100 } });
  const most: Record<string, Record<Step, number>> = {};
  let ids: number[] = [];
  const send = async (field: string, type: string, values: unknown[]) => {
    most[field] = await mostPerTurn(async () => {
      const { data } = await bulk(account, field, type, values);
      expect([field, data?.written]).toEqual([field, items]);
      ids = data?.items.map(({ booking }) => booking?.id ?? 0) ?? [];
    });
  };
  await send(
    'importPeople',
    '[PersonAttributesInput!]!',
    numbers.map((n) => ({ name: 'x', email: `${n}@x.org` })),
  );
  await send(
    'createBookings',
    '[NewBookingInput!]!',
    numbers.map((n) => {
      const place = { serviceId, resourceId: resourceIds[0], bookedFrom: hour(n), bookedTo: hour(n + 1) };
      return { ...place, personAttributes: { name: 'x', email: `${n}@x.org` } };
    }),
  );
  await send(
    'updateBookings',
    '[BookingUpdate!]!',
    ids.map((id) => ({ id, input: { title: 'moved' } })),
  );
  await send('cancelBookings', '[Int!]!', ids);
  for (const steps of Object.values(most)) {
    // Two lists may be read at the same time.
    expect(steps['remembered rows']).toBeGreaterThanOrEqual(100);
    expect(steps['remembered rows']).toBeLessThanOrEqual(200);
    // A change compares its record with the row twice: before and after it is stamped.
    expect(steps['compared rows']).toBeLessThanOrEqual(200);
    // Each item has two instants. They are parsed three times: to validate, to count the cost, and to execute.
    expect(steps['parsed instants']).toBeLessThanOrEqual(2 * items);
  }
});
