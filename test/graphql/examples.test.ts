import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { authenticate } from '../../src/domain/account/create-context.js';
import { LiveFeed } from '../../src/outbox/live-feed.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { fillDemoAccount } from '../../src/process/demo/demo-data.js';
import { stream } from '../socket/subscriber.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { answers } from './examples.answers.js';

const folder = join(projectRoot, 'schema', 'examples');
const names = readdirSync(folder).map((file) => basename(file, '.graphql'));
const read = (name: string): string => readFileSync(join(folder, `${name}.graphql`), 'utf8');
/** The subscription, which a test of its own executes. */
const live = 'live-bookings';

const server = await useTestServer({ now: '2026-03-18T10:00:00Z' });
const account = await server.account({ name: 'Fjord Studio', verification: 'email' });
const request = { requestId: 'demo', clientAddress: '', address: '' };
await fillDemoAccount(await authenticate(server.database, server.clock, account.credentials.api_key, request));
server.clock.set('2026-03-18T10:05:00Z');

const values: Readonly<Record<string, unknown>> = {
  now: '2026-03-18T11:05',
  endOfDay: '2026-03-19',
  inTwoWeeks: '2026-04-01',
  monthFrom: '2026-03-01',
  monthTo: '2026-04-01',
  yearFrom: '2026-01-01',
  yearTo: '2027-01-01',
  first: 3,
  top: 3,
};

function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

function variablesOf(query: string) {
  return operationsOf(parse(query)).flatMap(({ variableDefinitions = [] }) => variableDefinitions);
}

async function execute(name: string, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const query = read(name);
  const used = variablesOf(query).map(({ variable }) => [variable.name.value, given[variable.name.value]]);
  const { data, errors } = await account.graphql(query, Object.fromEntries(used));
  expect(errors).toBeUndefined();
  return data;
}

/** Ids and cursors depend on the tests that used the server before. */
const unpredictable = ['id', 'endCursor'];

/** Writes a line for each item of a list, and for each object that has no list, with its values. */
function rowsOf(path: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => `${path}: ${leavesOf(item).join(', ')}`);
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`];
  const parts = Object.entries(value);
  return parts.some(([, part]) => Array.isArray(part))
    ? parts.flatMap(([name, part]) => rowsOf(`${path}.${name}`, part))
    : [`${path}: ${leavesOf(value).join(', ')}`];
}

function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== 'object' || value === null) return [String(value)];
  const parts = Object.entries(value).filter(([name]) => !unpredictable.includes(name));
  return parts.flatMap(([, part]) => leavesOf(part));
}

/** Writes the rates of a heat map as a line for each weekday. */
function toHeatMap(rows: readonly string[]): string[] {
  const cells = rows.flatMap((row) => {
    const [, path, weekday, rate] = /^(\w+)\.groups: (\w+), .*, (\S+)$/.exec(row) ?? [];
    return rate === undefined ? [] : [{ line: `${path}.${weekday}`, rate }];
  });
  const lines = [...Map.groupBy(cells, ({ line }) => line)].map(
    ([line, hours]) => `${line}: ${hours.map(({ rate }) => rate).join(', ')}`,
  );
  return [...lines, ...rows.slice(cells.length)];
}

describe('the examples', () => {
  it('are those that are executed here', () => {
    expect(names.toSorted()).toEqual([...Object.keys(answers), live].toSorted());
  });

  it.each(names)('%s is one operation, with a comment that asks a question and names its variables', (name) => {
    const query = read(name);
    const [comment = ''] = /^(#.*\n)+/.exec(query) ?? [];
    const required = variablesOf(query).filter(({ defaultValue }) => !defaultValue);
    expect(operationsOf(parse(query))).toHaveLength(1);
    expect(comment).toMatch(/^# [A-Z][^?]*\?/);
    expect(required.filter(({ variable }) => !comment.includes(`\`$${variable.name.value}\``))).toEqual([]);
  });

  it.each(Object.entries(answers))('%s is answered', async (name, answer) => {
    const data = await execute(name, values);
    const rows = Object.entries(data).flatMap(([field, value]) => rowsOf(field, value));
    expect(name === 'utilisation-heat-map' ? toHeatMap(rows) : rows).toEqual(answer);
  });

  it('are within the limits at the end of the year and with their defaults, too', async () => {
    const { first: _first, top: _top, ...required } = values;
    const late = { ...required, now: '2026-12-31T23:00', endOfDay: '2027-01-01', inTwoWeeks: '2027-01-14' };
    for (const name of Object.keys(answers)) await execute(name, late);
  });

  it(`${live} reports a change`, async () => {
    const { data } = await account.graphql('{ bookings(filter: { state: [AWAITING_CONFIRMATION] }) { nodes { id } } }');
    const [{ id }] = data.bookings.nodes;
    const subscriptions = jest.spyOn(LiveFeed.prototype, 'subscribe');
    // Those of test files that this process has run before are counted, too.
    const before = subscriptions.mock.results.length;
    const subscriber = stream(server.origin, { parameter: account.credentials.api_key });
    // A transaction of another test may have delayed the changes of the demo data until now.
    const answer = subscriber.ask(read(live), {}, `"id":${id},`, '"booking.confirmed"');
    await until(() => subscriptions.mock.results.length > before);
    await subscriptions.mock.results[before]?.value;
    await account.put(`/bookings/${id}/confirm`);
    expect(await answer).toEqual({
      data: {
        bookingChanged: {
          cursor: expect.any(String),
          name: 'booking.confirmed',
          changedFields: expect.arrayContaining(['state']),
          booking: { id, state: 'CONFIRMED', bookedFrom: '2026-03-19T13:00:00+01:00', resourceId: expect.any(Number) },
        },
      },
    });
    await subscriber.end();
  });
});
