import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExercises, recordExercise, unexercised } from '../support/route-coverage.js';

const table = [
  { method: 'GET', path: '/services' },
  { method: 'POST', path: '/services' },
  { method: 'GET', path: '/services/:service_id' },
] as const;
const [list, create, show] = table;
const both = table.flatMap((row) => [200, 400].map((status) => ({ ...row, status })));

describe('routes that no test exercises', () => {
  it('are none if each has succeeded and rejected a request', () => {
    expect(unexercised(table, both)).toEqual([]);
  });

  it.each([
    [
      'a row that is missing',
      both.filter(({ path }) => path !== show.path),
      [
        'GET /services/:service_id was never answered with 200',
        'GET /services/:service_id was never answered with 4xx',
      ],
    ],
    [
      'a row that has never succeeded',
      both.filter(({ method, status }) => !(method === 'POST' && status === 200)),
      ['POST /services was never answered with 200'],
    ],
    [
      'a row that has failed alone',
      both.map((answer) =>
        answer.method === list.method && answer.path === list.path && answer.status === 400
          ? { ...answer, status: 500 }
          : answer,
      ),
      ['GET /services was never answered with 4xx'],
    ],
  ])('are reported: %s', (_name, exercises, missing) => {
    expect(unexercised(table, exercises)).toEqual(missing);
  });
});

describe('the records of a run', () => {
  it('have each route with each status of its responses once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-exercises-'));
    const original = process.env.TEST_EXERCISES;
    process.env.TEST_EXERCISES = folder;
    const requests = [
      ['GET', '/services?page=1', 200],
      ['GET', '//services.json', 200],
      ['GET', '/services/7/', 404],
      ['POST', '/services', 400],
      ['GET', '/nothing', 404],
    ] as const;
    for (const [method, address, status] of requests) recordExercise(method, address, status);
    process.env.TEST_EXERCISES = original;
    const noted = readExercises(folder);
    await rm(folder, { recursive: true });
    expect(noted).toEqual([
      { ...list, status: 200 },
      { ...show, status: 404 },
      { ...create, status: 400 },
    ]);
  });
});
