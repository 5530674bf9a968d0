import { type Cursor, formatCursor, isBefore, parseCursor } from '../../../src/outbox/cursor.js';

const at = (era: number, transactionId: string, id: string): Cursor => ({ era, transactionId, id });

describe('a cursor of the change log', () => {
  it.each([
    [at(1, '0', '0'), '0-0'],
    [at(1, '700', '5'), '700-5'],
    [at(2, '700', '5'), '2.700-5'],
    [at(12, '9223372036854775807', '1'), '12.9223372036854775807-1'],
  ])('%j is written as %s', (cursor, text) => {
    expect(formatCursor(cursor)).toBe(text);
    expect(parseCursor(text)).toEqual(cursor);
  });

  it.each(['', '1', '1-', '-1-1', '1-1-1', '.1-1', '1.-1', '1.2.3-4', '1.1', 'a.1-1'])(
    'cannot be parsed from %j',
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );

  it.each([
    [at(1, '900', '9'), at(2, '7', '1')],
    [at(1, '9', '9'), at(1, '10', '1')],
    [at(1, '9', '9'), at(1, '9', '10')],
  ])('%j is before %j', (earlier, later) => {
    expect([isBefore(earlier, later), isBefore(later, earlier), isBefore(earlier, earlier)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
