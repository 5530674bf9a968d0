import { checkHistory } from './check.js';
import type { Operation } from './history.js';
import { refusals } from './models.js';

/** An act of a client, the answer, and the instants of both. Without an answer, that and its instant are null. */
type Step = [action: object, answer: unknown, from: number, to: number | null];

const historyOf = (object: string, steps: readonly Step[]): Operation[] =>
  steps.map(([action, answer, from, to], client) => ({ client, object, action, answer, from, to }));
const problemsOf = (object: string, steps: readonly Step[]) => checkHistory(historyOf(`${object} 1`, steps)).problems;

const [a, b, c] = [
  { do: 'book', booking: 'a', from: 9, to: 11, count: 1 },
  { do: 'book', booking: 'b', from: 10, to: 12, count: 1 },
  { do: 'book', booking: 'c', from: 10, to: 11, count: 1 },
];
const stay = (from: number, to: number) => ({ from, to, count: 1 });
const list = { do: 'list' };
const move = (booking: string, from: number, to: number) => ({ do: 'move', booking, from, to });
const cancel = (booking: string) => ({ do: 'cancel', booking });
const use = (booking: string, units = 1) => ({ do: 'use', booking, units });
const release = (booking: string) => ({ do: 'return', booking });
const read = { do: 'read' };
const redeem = (order: string) => ({ do: 'redeem', order, due: 100 });
const send = (body: string) => ({ do: 'send', body });
const count = { do: 'count' };

const right: [name: string, object: string, steps: Step[]][] = [
  ['nothing', 'place', []],
  [
    'the last place for one of two at once',
    'place',
    [
      [a, 'done', 0, 1],
      [b, refusals.full, 2, 5],
      [c, 'done', 2, 5],
    ],
  ],
  [
    'a place that a move frees while another waits for it',
    'place',
    [
      [a, 'done', 0, 1],
      [b, 'done', 2, 3],
      [move('b', 12, 13), 'done', 4, 8],
      [c, 'done', 5, 9],
      [list, { a: stay(9, 11), b: stay(12, 13), c: stay(10, 11) }, 10, 11],
    ],
  ],
  [
    'a list during a cancellation, before it or after it',
    'place',
    [
      [a, 'done', 0, 1],
      [cancel('a'), 'done', 2, 9],
      [list, { a: stay(9, 11) }, 3, 4],
      [list, {}, 5, 6],
      [cancel('a'), refusals.cancelled, 10, 11],
      [move('a', 12, 13), refusals.inactive, 12, 13],
      [move('a', 9, 11), 'done', 14, 15],
    ],
  ],
  [
    'a booking without an answer that is there later',
    'place',
    [
      [a, null, 0, null],
      [list, {}, 1, 2],
      [list, { a: stay(9, 11) }, 3, 4],
    ],
  ],
  [
    'a booking without an answer that never comes',
    'place',
    [
      [a, null, 0, null],
      [list, {}, 3, 4],
    ],
  ],
  [
    'a use that another has returned',
    'coupon',
    [
      [use('a'), 'done', 0, 1],
      [use('b'), 'done', 0, 1],
      [use('c'), 'done', 0, 1],
      [use('d'), refusals.couponUsedUp, 2, 3],
      [release('a'), 'done', 4, 9],
      [use('d'), 'done', 5, 8],
      [read, 0, 10, 11],
    ],
  ],
  [
    'units that are too few for one and enough for another',
    'package',
    [
      [use('a', 8), 'done', 0, 1],
      [use('b', 3), '{"package_id":["has too few units left (2)"]}', 2, 5],
      [use('c', 2), 'done', 2, 5],
      [use('d', 1), refusals.packageUsedUp, 6, 7],
    ],
  ],
  [
    'the rest of a card',
    'card',
    [
      [redeem('1'), 100, 0, 9],
      [redeem('2'), 50, 0, 9],
      [redeem('3'), 100, 0, 9],
      [redeem('4'), refusals.cardUsedUp, 10, 11],
      [read, 0, 12, 13],
    ],
  ],
  [
    'a repeated request, and another with its key',
    'key',
    [
      [count, 0, 0, 1],
      [send('x'), 'bytes', 0, 5],
      [send('x'), 'bytes', 2, 6],
      [send('y'), refusals.otherRequest, 2, 7],
      [count, 1, 8, 9],
    ],
  ],
  [
    'the repetition of a request without an answer',
    'key',
    [
      [send('x'), null, 0, null],
      [count, 1, 2, 3],
      [send('x'), 'bytes', 4, 5],
      [send('x'), 'bytes', 6, 7],
    ],
  ],
];

const wrong: [name: string, object: string, steps: Step[]][] = [
  [
    'one place too many',
    'place',
    [
      [a, 'done', 0, 5],
      [b, 'done', 0, 5],
      [c, 'done', 0, 5],
    ],
  ],
  [
    'a refusal although there is room',
    'place',
    [
      [a, 'done', 0, 1],
      [b, refusals.full, 2, 3],
    ],
  ],
  [
    'a list without a booking that was acknowledged before',
    'place',
    [
      [a, 'done', 0, 1],
      [list, {}, 2, 3],
    ],
  ],
  [
    'a list that forgets what an earlier one had',
    'place',
    [
      [a, null, 0, null],
      [list, { a: stay(9, 11) }, 1, 2],
      [list, {}, 3, 4],
    ],
  ],
  [
    'a move that leaves the time, or the people',
    'place',
    [
      [a, 'done', 0, 1],
      [move('a', 12, 13), 'done', 2, 3],
      [list, { a: stay(9, 11) }, 4, 5],
    ],
  ],
  [
    'a move of a cancelled booking',
    'place',
    [
      [a, 'done', 0, 1],
      [cancel('a'), 'done', 2, 3],
      [move('a', 12, 13), 'done', 4, 5],
    ],
  ],
  [
    'a use too many',
    'coupon',
    [
      [use('a'), 'done', 0, 9],
      [use('b'), 'done', 0, 9],
      [use('c'), 'done', 0, 9],
      [use('d'), 'done', 0, 9],
    ],
  ],
  [
    'a use that is returned twice',
    'coupon',
    [
      [use('a'), 'done', 0, 1],
      [release('a'), 'done', 2, 5],
      [release('a'), 'done', 2, 5],
    ],
  ],
  [
    'a unit that is lost',
    'package',
    [
      [use('a', 4), 'done', 0, 1],
      [read, 5, 2, 3],
    ],
  ],
  [
    'a card that pays twice',
    'card',
    [
      [redeem('1'), 100, 0, 9],
      [redeem('2'), 100, 0, 9],
      [redeem('3'), 100, 0, 9],
    ],
  ],
  [
    'other bytes',
    'key',
    [
      [send('x'), 'bytes', 0, 5],
      [send('x'), 'other bytes', 0, 5],
    ],
  ],
  [
    'two requests with one key',
    'key',
    [
      [send('x'), 'bytes', 0, 5],
      [send('y'), 'other bytes', 0, 5],
    ],
  ],
  [
    'an effect for each repetition',
    'key',
    [
      [send('x'), 'bytes', 0, 5],
      [send('x'), 'bytes', 0, 5],
      [count, 2, 6, 7],
    ],
  ],
];

describe('the checker', () => {
  it.each(right)('finds an order for %s', (_, object, steps) => {
    expect(problemsOf(object, steps)).toEqual([]);
  });

  it.each(wrong)('finds none for %s', (_, object, steps) => {
    expect(problemsOf(object, steps)).toEqual([expect.stringContaining('no order explains the answers')]);
  });

  it('takes each object by itself', () => {
    const [first, second] = [historyOf('place 1', [[list, {}, 2, 3]]), historyOf('place 2', [[a, 'done', 0, 1]])];
    expect(checkHistory([...first, ...second])).toMatchObject({ objects: 2, problems: [] });
  });

  it('gives up after the most steps, and says so', () => {
    const steps = Array.from({ length: 12 }, (_, index): Step => [use(`b${index}`), null, 0, null]);
    const history = historyOf('coupon 1', [...steps, [read, 5, 1, 2]]);
    const [problem] = checkHistory(history, 100).problems;
    expect(problem).toContain('no order was found in 101 steps');
    expect(checkHistory(history).problems[0]).toContain('no order explains the answers');
  });
});
