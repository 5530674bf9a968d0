import {
  addDays,
  dateOfEpochDay,
  datesBetween,
  daysBetween,
  endOfMonth,
  epochDayOf,
  parsePlainDate,
  weekdayOf,
} from '../../../src/platform/time/plain-date.js';

describe('parsePlainDate', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['23.11.2026', '2026-11-23'],
    ['23.11.26', '2026-11-23'],
    ['29.02.00', '2000-02-29'],
    ['01.01.68', '2068-01-01'],
    ['01.01.69', '1969-01-01'],
  ])('reads %s as %s', (text, date) => {
    expect(parsePlainDate(text)).toBe(date);
  });

  it.each([
    '',
    'tomorrow',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '12026-01-01',
    '-2026-01-01',
    '2026-01-01 ',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01T10:00',
    '2026/01/01',
    '31.02.2026',
    '1.1.2026',
    '01.01.026',
    '٢٠٢٦-٠١-٠١',
  ])('rejects %j', (text) => {
    expect(parsePlainDate(text)).toBeUndefined();
  });
});

describe('calendar arithmetic', () => {
  it('agrees with Date on every day from 1896 to 2210', () => {
    const wrong = Array.from({ length: 114_728 }, (_, index) => index - 27_028).filter((day) => {
      const date = new Date(day * 86_400_000);
      const text = date.toISOString().slice(0, 10);
      return dateOfEpochDay(day) !== text || epochDayOf(text) !== day || weekdayOf(text) !== (date.getUTCDay() + 6) % 7;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-23', 365, '2027-11-23'],
    ['0999-12-31', 1, '1000-01-01'],
    ['0001-01-02', -1, '0001-01-01'],
    ['9999-12-30', 1, '9999-12-31'],
  ])('%s plus %i days is %s', (date, days, sum) => {
    expect(addDays(date, days)).toBe(sum);
    expect(daysBetween(date, sum)).toBe(days);
  });

  it('throws for dates outside the years 0001 to 9999', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', Number.NaN)).toThrow(RangeError);
  });

  it.each([
    ['2026-11-23', 0],
    ['2026-11-29', 6],
    ['1970-01-01', 3],
    ['0001-01-01', 0],
    ['9999-12-31', 4],
  ])('%s is weekday %i, Monday being 0', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  it.each([
    ['2026-11-23', '2026-11-30'],
    ['2026-12-31', '2026-12-31'],
    ['2026-02-01', '2026-02-28'],
    ['2024-02-01', '2024-02-29'],
    ['2100-02-10', '2100-02-28'],
  ])('the month of %s ends on %s', (date, end) => {
    expect(endOfMonth(date)).toBe(end);
  });

  it('lists the dates of a range with both its ends', () => {
    expect(datesBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(datesBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27']);
    expect(datesBetween('2026-02-27', '2026-02-26')).toEqual([]);
  });
});
