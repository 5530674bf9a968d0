import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { findFault } from '../support/bad-input-verdict.js';
import { inputAreas } from '../support/input-areas.js';
import { inputsOf } from '../support/route-inputs.js';

const keysOf = (all: readonly { method: string; path: string }[]) =>
  new Set(all.map(({ method, path }) => `${method} ${path}`));

it('bad input is sent to every route', () => {
  const { public: ofSite, ...ofAccount } = inputAreas;
  expect(keysOf(Object.values(ofAccount).flat())).toEqual(keysOf(routes));
  expect(keysOf(ofSite)).toEqual(keysOf(publicRoutes));
});

describe('findFault', () => {
  const route = routes.find(({ method, path }) => method === 'POST' && path === '/services');
  if (!route) throw new Error('the route does not exist');
  const inputs = inputsOf(route);
  const answered = (name: string, value: unknown, isRefused: boolean, status: number, body: object) => {
    const attribute = inputs.attributes.find(({ path }) => path[0] === name);
    if (!attribute) throw new Error(`no ${name}`);
    const absent = { status: 200, body: { service: { interval: 60 } } };
    return findFault(inputs, attribute, { value, isRefused }, { status, body }, absent);
  };

  it.each<[string, string, unknown, boolean, number, object]>([
    ['an equal value', 'interval', '7', false, 200, { service: { interval: 7 } }],
    ['the value of an absent attribute', 'interval', null, false, 200, { service: { interval: 60 } }],
    ['a rejected value', 'interval', 'x', true, 400, { interval: ['is not a number'] }],
  ])('accepts %s', (_name, name, value, isRefused, status, body) => {
    expect(answered(name, value, isRefused, status, body)).toBeUndefined();
  });

  it.each<[string, string, unknown, boolean, number, object, string]>([
    ['a failure of the server', 'interval', 2 ** 31, true, 500, { error: 'system error' }, 'has another status'],
    ['an accepted invalid value', 'interval', 'x', true, 200, { service: { interval: 60 } }, 'is accepted'],
    ['another number', 'interval', 2000, false, 200, { service: { interval: 1440 } }, 'is shown as 1440'],
    ['a truncated text', 'title', 'xyz', false, 200, { service: { title: 'xy' } }, 'is shown as "xy"'],
    ['a rounded decimal', 'price', '1.25', false, 200, { service: { price: '1.3' } }, 'is shown as "1.3"'],
    [
      'a value that was not stored',
      'custom_data',
      { a: 1 },
      false,
      200,
      { service: { custom_data: null } },
      'is shown as null',
    ],
    [
      'an error of another attribute',
      'interval',
      'x',
      true,
      400,
      { title: ["can't be blank"] },
      'names another attribute',
    ],
  ])('reports %s', (_name, name, value, isRefused, status, body, problem) => {
    expect(answered(name, value, isRefused, status, body)).toBe(problem);
  });
});
