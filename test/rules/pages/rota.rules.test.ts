import {
  copyWeek,
  rotaInputOf,
  textsOfRota,
  weekCountOf,
  withoutWeek,
} from '../../../src/pages/dashboard/views/setup/rota.rules.js';

const week = (mon: string[] | null) => ({ openingHoursMon: mon, openingHoursSun: [] });
const rota = {
  ...{ validFrom: '2026-04-01', validTo: null, startsOn: '2026-03-30' },
  weeks: [week(['09:00', '12:00', '13:00', '17:00']), week(['18:00', '26:00']), week(null)],
};
const none = {
  ...{ openingHoursTue: null, openingHoursWed: null, openingHoursThu: null, openingHoursFri: null },
  openingHoursSat: null,
};
const mondays = (texts: Parameters<typeof rotaInputOf>[0]) =>
  rotaInputOf(texts).weeks.map(({ openingHoursMon }) => openingHoursMon?.[0] ?? null);

it('the form of a rota sends what it shows, with closings of a night as people write them', () => {
  const { weeks, ...dates } = rotaInputOf(textsOfRota(rota));
  expect(dates).toEqual({ validFrom: '2026-04-01', validTo: null, startsOn: '2026-03-30' });
  const [first, second, third] = rota.weeks;
  expect(weeks).toEqual([
    { ...none, ...first },
    { ...none, ...second, openingHoursMon: ['18:00', '02:00'] },
    { ...none, ...third },
  ]);
});

it('a new rota has one week', () => {
  const texts = textsOfRota(undefined);
  expect([weekCountOf(texts), rotaInputOf(texts).validFrom, rotaInputOf(texts).weeks.length]).toEqual([1, null, 1]);
});

it('a week is copied to another one, or to a new one after the last', () => {
  const texts = textsOfRota(rota);
  expect(mondays(copyWeek(texts, 0, 1))).toEqual(['09:00', '09:00', null]);
  expect(mondays(copyWeek(texts, 1, 3))).toEqual(['09:00', '18:00', null, '18:00']);
});

it('the weeks after a removed one move up', () => {
  const texts = textsOfRota(rota);
  expect(mondays(withoutWeek(texts, 0))).toEqual(['18:00', null]);
  expect(mondays(withoutWeek(texts, 2))).toEqual(['09:00', '18:00']);
  expect(mondays(copyWeek(withoutWeek(texts, 2), 1, 2))).toEqual(['09:00', '18:00', '18:00']);
});
