import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { problemOf } from '../support/bad-input.js';
import { inputAreas } from '../support/input-areas.js';
import { inputsOf } from '../support/route-inputs.js';

const rowsOf = (rows: readonly { method: string; path: string }[]) =>
  new Set(rows.map(({ method, path }) => `${method} ${path}`));

it('bad input is sent to every row', () => {
  const { public: ofSite, ...ofAccount } = inputAreas;
  expect(rowsOf(Object.values(ofAccount).flat())).toEqual(rowsOf(routes));
  expect(rowsOf(ofSite)).toEqual(rowsOf(publicRoutes));
});

describe('an answer to bad input', () => {
  const route = routes.find(({ method, path }) => method === 'POST' && path === '/services');
  if (!route) throw new Error('no row');
  const row = inputsOf(route);
  const answered = (name: string, value: unknown, isRefused: boolean, status: number, body: object) => {
    const attribute = row.attributes.find(({ path }) => path[0] === name);
    if (!attribute) throw new Error(`no ${name}`);
    return problemOf(row, attribute, { value, isRefused }, { status, body }, 60);
  };

  it.each<[string, string, unknown, boolean, number, object]>([
    ['that keeps it', 'interval', '7', false, 200, { service: { interval: 7 } }],
    ['that keeps nothing, as when it is not sent', 'interval', null, false, 200, { service: { interval: 60 } }],
    ['that refuses it', 'interval', 'x', true, 400, { interval: ['is not a number'] }],
  ])('%s is good', (_name, name, value, isRefused, status, body) => {
    expect(answered(name, value, isRefused, status, body)).toBeUndefined();
  });

  it.each<[string, string, unknown, boolean, number, object, string]>([
    ['a failure', 'interval', 2 ** 31, true, 500, { error: 'system error' }, 'is no answer to input'],
    ['what may never be taken', 'interval', 'x', true, 200, { service: { interval: 60 } }, 'is taken'],
    ['another number', 'interval', 2000, false, 200, { service: { interval: 1440 } }, 'is shown as 1440'],
    ['a text cut off', 'title', 'xyz', false, 200, { service: { title: 'xy' } }, 'is shown as "xy"'],
    ['a decimal rounded', 'price', '1.25', false, 200, { service: { price: '1.3' } }, 'is shown as "1.3"'],
    ['nothing kept', 'custom_data', { a: 1 }, false, 200, { service: { custom_data: null } }, 'is shown as null'],
    ['another attribute blamed', 'interval', 'x', true, 400, { title: ["can't be blank"] }, 'is told elsewhere'],
  ])('is told: %s', (_name, name, value, isRefused, status, body, problem) => {
    expect(answered(name, value, isRefused, status, body)).toBe(problem);
  });
});
