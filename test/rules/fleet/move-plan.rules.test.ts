import {
  afterMoves,
  fillsOf,
  type MeasuredAccount,
  type PlannedMove,
  planDrain,
  planRebalance,
  sharesOf,
} from '../../../src/process/fleet/move-plan.rules.js';
import { between, pick, seeded } from '../../support/random.js';

/** Accounts by their cells, as `bytes` or `bytes/load`. The ids count from 1. */
function fleet(cells: Readonly<Record<string, string>>): MeasuredAccount[] {
  const sizes = Object.entries(cells).flatMap(([cell, list]) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((size) => [cell, size]),
  );
  return sizes.map(([cell = '', size = ''], index) => {
    const [bytes = '', load = '0'] = size.split('/');
    return { id: index + 1, subdomain: `a${index + 1}`, cell, bytes: Number(bytes), load: Number(load) };
  });
}

const shown = (moves: readonly PlannedMove[]): string =>
  moves.map(({ id, cell, to }) => `${id}:${cell}>${to}`).join(' ');

describe('the share of an account', () => {
  it.each([
    ['half of it by bytes, half by load', '30/1 10/3', [0.5, 0.5]],
    ['by bytes without a load', '30 10', [0.75, 0.25]],
    ['by load without a size', '0/1 0/3', [0.25, 0.75]],
    ['of nothing', '0 0', [0, 0]],
  ])('is %s', (_, accounts, expected) => {
    expect([...sharesOf(fleet({ a: accounts })).values()]).toEqual(expected);
  });
});

describe('a drain', () => {
  it.each([
    [
      'moves the largest first, each to the emptiest',
      { a: '10 40 30 20', b: '', c: '' },
      ['b', 'c'],
      '2:a>b 3:a>c 4:a>c 1:a>b',
    ],
    ['begins with what the targets have', { a: '10 10 10', b: '24', c: '5' }, ['b', 'c'], '1:a>c 2:a>c 3:a>b'],
    ['counts the load as much as the bytes', { a: '10/0 10/90', b: '40/0', c: '40/10' }, ['b', 'c'], '2:a>b 1:a>c'],
    ['uses only the targets', { a: '10 10', b: '90', c: '' }, ['b'], '1:a>b 2:a>b'],
    [
      'spreads accounts without a size by their number',
      { a: '0 0 0 0', b: '', c: '0' },
      ['b', 'c'],
      '1:a>b 2:a>b 3:a>c 4:a>b',
    ],
    ['of an empty cell is over', { a: '', b: '10' }, ['b'], ''],
  ])('%s', (_, cells, targets, expected) => {
    expect(shown(planDrain(fleet(cells), 'a', targets))).toBe(expected);
  });
});

describe('a rebalance', () => {
  it.each([
    ['moves one account that makes the cells alike', { a: '10 20 50 40', b: '20 20' }, '4:a>b'],
    ['prefers the one with the fewest bytes among those that end it', { a: '100/20 20/100 80', b: '' }, '2:a>b'],
    ['moves nothing within a tenth of the mean', { a: '52 52', b: '50 50' }, ''],
    ['moves nothing that would only change places', { a: '100', b: '' }, ''],
    ['moves a large account where others would take more moves', { a: '100 10 10', b: '' }, '1:a>b'],
    ['goes from the fullest to the emptiest of several', { a: '30 30 30', b: '30', c: '60' }, '1:a>b'],
    ['fills a new cell', { a: '25 25 25 25', b: '25 25 25 25', c: '' }, '5:b>c 1:a>c'],
    ['of one cell is over', { a: '10 10' }, ''],
    ['of cells without anything is over', { a: '', b: '' }, ''],
  ])('%s', (_, cells, expected) => {
    expect(shown(planRebalance(fleet(cells), Object.keys(cells)))).toBe(expected);
  });

  it('makes at most so many moves as are allowed', () => {
    const cells = { a: '10 10 10 10 10 10', b: '' };
    expect(shown(planRebalance(fleet(cells), ['a', 'b']))).toBe('1:a>b 2:a>b 3:a>b');
    expect(shown(planRebalance(fleet(cells), ['a', 'b'], 2))).toBe('1:a>b 2:a>b');
  });

  it('leaves out cells that do not take part', () => {
    const cells = { a: '10 10 10 10', b: '', c: '' };
    expect(shown(planRebalance(fleet(cells), ['a', 'c']))).toBe('1:a>c 2:a>c');
  });

  it('moves each account once at most, and only brings the cells together', () => {
    const random = seeded(7);
    const names = ['a', 'b', 'c', 'd'];
    const gapOf = (accounts: readonly MeasuredAccount[]): number => {
      const shares = fillsOf(accounts, names).map(({ share }) => share);
      return Math.max(...shares) - Math.min(...shares);
    };
    for (let turn = 0; turn < 200; turn += 1) {
      const accounts = Array.from({ length: between(random, 1, 30) }, (_, index) => ({
        ...{ id: index + 1, subdomain: `a${index + 1}`, cell: pick(random, names.slice(0, between(random, 1, 4))) },
        ...{ bytes: between(random, 0, 31) ** 4, load: between(random, 0, 31) ** 3 },
      }));
      const moves = planRebalance(accounts, names);
      expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length);
      for (let done = 1; done <= moves.length; done += 1) {
        const [before, after] = [done - 1, done].map((count) => gapOf(afterMoves(accounts, moves.slice(0, count))));
        expect(after).toBeLessThanOrEqual((before ?? 0) + 1e-9);
      }
    }
  });
});
