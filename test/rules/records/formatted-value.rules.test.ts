import { equalsAsFormatted } from '../../../src/domain/records/attributes.js';

const date = (text: string): Date => new Date(text);

it.each<[unknown, unknown, boolean]>([
  [date('2026-01-01T10:00:00.999Z'), date('2026-01-01T10:00:00Z'), true],
  [date('2026-01-01T10:00:00Z'), date('2026-01-01T10:00:01Z'), false],
  [{ a_at: '2026-01-01 10:00' }, { a_at: '2026-01-01T10:00:00+01:00' }, true],
  [{ a_at: '01.01.2026 10:00' }, { a_at: '2026-01-01T10:00:00-05:00' }, true],
  [{ a_at: '2026-01-01 10:00' }, { a_at: '2026-01-01T11:00:00+01:00' }, false],
  [{ a_at: '2026-01-01T09:00:00Z' }, { a_at: '2026-01-01T10:00:00+01:00' }, true],
  [{ a_at: '2026-01-01T09:00:00.5Z' }, { a_at: '2026-01-01T10:00:00+01:00' }, true],
  [{ a_at: '2026-01-01T09:00:00Z' }, { a_at: '2026-01-01T09:00:00+01:00' }, false],
  [{ a_at: 'soon' }, { a_at: 'later' }, false],
  [{ a: '2026-01-01 10:00' }, { a: '2026-01-01T10:00:00+01:00' }, false],
  [{ a_at: '2026-01-01 10:00' }, { a_at: '2026-01-01T10:00:00+01:00', b: '1' }, false],
  [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
  [{ a: '1' }, { b: '1' }, false],
  [null, {}, false],
  [['a'], ['a'], false],
  ['a', 'a', false],
])('equalsAsFormatted of %j and %j is %s', (stored, given, expected) => {
  expect(equalsAsFormatted(stored, given)).toBe(expected);
});
