import { formatWallTime, lastMinuteOfHours, parseWallTime } from '../../../src/platform/time/wall-time.js';

describe('wall time', () => {
  it.each([
    ['00:00', 0],
    ['09:05', 545],
    ['9:05', 545],
    ['09:05:00', 545],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('reads %s as minute %i', (text, minutes) => {
    expect(parseWallTime(text)).toBe(minutes);
  });

  it.each([
    '',
    '9',
    '24:01',
    '25:00',
    '12:60',
    '09:5',
    '09:05:01',
    '-1:00',
    ' 09:00',
    '09:00 ',
    '09.00',
    '9:00 am',
    '123:00',
  ])('rejects %j', (text) => {
    expect(parseWallTime(text)).toBeUndefined();
  });

  it('reads a time of opening hours up to noon of the next day', () => {
    expect(parseWallTime('26:00', lastMinuteOfHours)).toBe(1560);
    expect(parseWallTime('36:01', lastMinuteOfHours)).toBeUndefined();
  });

  it('writes every minute of opening hours in the form that it reads', () => {
    const minutes = Array.from({ length: 2161 }, (_, minute) => minute);
    expect(minutes.map((minute) => parseWallTime(formatWallTime(minute), lastMinuteOfHours))).toEqual(minutes);
    expect(formatWallTime(545)).toBe('09:05');
  });

  it.each([-1, 2161, 0.5, Number.NaN])('throws for minute %d', (minutes) => {
    expect(() => formatWallTime(minutes)).toThrow(RangeError);
  });
});
