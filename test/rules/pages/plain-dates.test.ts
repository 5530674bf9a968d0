import { formatsOf } from '../../../src/http/public-pages/booking-page/formats.js';
import { createFormats } from '../../../src/pages/dashboard/format.js';

const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT-14', 'Etc/GMT+12'];
const date = '2026-03-03';

it('a plain date is the same day in every zone', () => {
  const written = zones.map((zone) => {
    const dashboard = createFormats('en', zone, null, 2);
    const page = formatsOf({ language: 'en', countryCode: 'GB', zone, currency: null });
    return [
      dashboard.date(date),
      dashboard.longDate(date),
      page.day(date),
      page.shortDay(date),
      page.months(date, date),
    ].join();
  });
  const [only = '', ...others] = new Set(written);
  expect(only.replaceAll('Tuesday, ', 'Tuesday ')).toBe(
    '3 Mar 2026,Tuesday 3 March 2026,Tuesday 3 March 2026,3 March,March 2026',
  );
  expect(others).toEqual([]);
});

it('the dashboard refuses a plain date as an instant, and an instant as a plain date', () => {
  const formats = createFormats('en', 'Pacific/Auckland', null, 2);
  for (const format of [formats.time, formats.day, formats.longDay, formats.dateTime]) {
    expect(() => format(date)).toThrow('2026-03-03 is a date and no instant');
  }
  for (const format of [formats.date, formats.longDate]) {
    expect(() => format('2026-03-03T00:00:00+13:00')).toThrow('2026-03-03T00:00:00+13:00 is no date');
  }
});
