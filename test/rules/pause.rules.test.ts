import { AccountPausedError, isPause } from '../../src/platform/database/unavailable.js';

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  ['a job of a paused account', new AccountPausedError(7), true],
  ['a statement that the database converts', coded('account 7 is paused', 'DATABASE_UNAVAILABLE'), true],
  [
    'the ORM, with the statement before',
    coded('insert into person … - account 7 is paused', 'DATABASE_UNAVAILABLE'),
    true,
  ],
  ['a cell that is drained', coded('cell cell-1 is being drained', 'DATABASE_UNAVAILABLE'), true],
  [
    'a database that is read-only',
    coded('cannot execute INSERT in a read-only transaction', 'DATABASE_UNAVAILABLE'),
    false,
  ],
  ['a text of a person', coded('account 7 is paused', '23505'), false],
])('%s', (_, error, expected) => {
  expect(isPause(error)).toBe(expected);
});
