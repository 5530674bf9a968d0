import { pino } from 'pino';
import { RepeatedErrors } from '../../src/platform/repeated-errors.js';

const lines: Record<string, unknown>[] = [];
const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const shown = () => lines.splice(0).map(({ msg, account, count }) => ({ msg, account, count }));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('errors of a kind are logged at once, then once a minute with their number', () => {
  const errors = new RepeatedErrors(logger);
  for (let account = 1; account <= 250; account += 1)
    errors.log(new Error('no connection'), 'request failed', { account });
  errors.log(new Error('no connection'), 'cannot relay changes');
  expect(shown()).toEqual([{ msg: 'request failed', account: 1 }, { msg: 'cannot relay changes' }]);
  jest.advanceTimersByTime(60_000);
  expect(shown()).toEqual([{ msg: 'request failed, in the last minute', count: 249 }]);
  errors.log(new Error('no connection'), 'request failed', { account: 7 });
  expect(shown()).toEqual([{ msg: 'request failed', account: 7 }]);
});
