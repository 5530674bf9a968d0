import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

const holiday = (date: string, name: string) => ({ holiday: { date, name } });

describe("holidays of the account's country", () => {
  it.each([
    ['NO', 'nb', 'Grunnlovsdagen', '2026-05-17'],
    ['SE', 'sv', 'nationaldagen', '2026-06-06'],
    ['SE', 'en', 'National Day', '2026-06-06'],
  ])('are those of %s in the language %s, such as %s', async (countryCode, locale, name, date) => {
    const account = await server.account({ countryCode, locale });
    const { status, body } = await account.get(`/client/holidays?from=${date}&to=${date}`);
    expect([status, body]).toEqual([200, [holiday(date, name)]]);
  });

  it('are those of this year, or of the rest of the year of `from`', async () => {
    const account = await server.account({ locale: 'nb' });
    const dates = async (query: string): Promise<string[]> =>
      (await account.get(`/client/holidays${query}`)).body.map((item: ReturnType<typeof holiday>) => item.holiday.date);
    const year = await dates('');
    expect([year.length, year[0], year.at(-1)]).toEqual([12, '2026-01-01', '2026-12-26']);
    expect(year).toEqual(year.toSorted());
    expect(await dates('?from=2027-12-25')).toEqual(['2027-12-25', '2027-12-26']);
    expect(await dates('?to=2026-01-02')).toEqual(['2026-01-01']);
    expect(await dates('?from=2026-12-26&to=2027-01-01')).toEqual(['2026-12-26', '2027-01-01']);
  });

  it('are empty for a country without a calendar', async () => {
    const account = await server.account({ countryCode: 'AQ' });
    expect((await account.get('/client/holidays')).body).toEqual([]);
  });

  it.each([
    ['from=x', { from: ['is invalid', accepted.date] }],
    ['from=1800-01-01', { from: ['is invalid'] }],
    ['to=2026-02-30', { to: ['is invalid', accepted.date] }],
    ['from=2026-03-02&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-06-01', { to: ['must be within 366 days of from'] }],
  ])('reject the query %s', async (query, expected) => {
    const account = await server.account();
    const { status, body } = await account.get(`/client/holidays?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });
});
