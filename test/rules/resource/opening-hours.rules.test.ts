import {
  type HoursSource,
  hasExceptionHours,
  minutesOf,
  normalizeOpeningHours,
  openingHoursOn,
  problemsOfHours,
} from '../../../src/domain/resource/opening-hours.rules.js';

describe('normalizeOpeningHours', () => {
  it.each([
    { name: 'no times (closed)', times: [], stored: [] },
    { name: 'one pair', times: ['09:00', '17:00'], stored: ['09:00', '17:00'] },
    {
      name: 'two pairs with a break',
      times: ['09:00', '12:00', '13:00', '17:00'],
      stored: ['09:00', '12:00', '13:00', '17:00'],
    },
    { name: 'a whole day', times: ['00:00', '24:00'], stored: ['00:00', '24:00'] },
    { name: 'an hour of one digit', times: ['9:00', '17:00'], stored: ['09:00', '17:00'] },
    {
      name: 'pairs that touch',
      times: ['09:00', '12:00', '12:00', '13:00', '13:00', '17:00'],
      stored: ['09:00', '17:00'],
    },
    { name: 'an odd number of times', times: ['09:00', '12:00', '13:00'], stored: undefined },
    { name: 'one time', times: ['09:00'], stored: undefined },
    { name: 'a text that is not a time', times: ['09:00', 'noon'], stored: undefined },
    { name: 'an empty string', times: ['', '17:00'], stored: undefined },
    { name: 'a night, by the time of the next day', times: ['22:00', '02:00'], stored: ['22:00', '26:00'] },
    { name: 'a night in the stored form', times: ['18:00', '26:00'], stored: ['18:00', '26:00'] },
    { name: 'an evening until 00:00', times: ['18:00', '0:00'], stored: ['18:00', '24:00'] },
    { name: '24 hours from the morning', times: ['08:00', '32:00'], stored: ['08:00', '32:00'] },
    { name: 'the longest time', times: ['00:00', '36:00'], stored: ['00:00', '36:00'] },
    {
      name: 'a break after midnight',
      times: ['12:00', '14:00', '18:00', '01:00', '25:30', '27:00'],
      stored: ['12:00', '14:00', '18:00', '25:00', '25:30', '27:00'],
    },
    {
      name: 'pairs that touch at midnight',
      times: ['20:00', '24:00', '24:00', '26:00'],
      stored: ['20:00', '26:00'],
    },
    { name: 'a minute past 36:00', times: ['09:00', '36:01'], stored: undefined },
    { name: 'a night that ends after noon', times: ['18:00', '12:01'], stored: undefined },
    { name: 'an opening at 24:00', times: ['24:00', '26:00'], stored: undefined },
    {
      name: 'a closing before an opening after midnight',
      times: ['18:00', '24:00', '26:00', '01:00'],
      stored: undefined,
    },
    {
      name: 'hours after midnight as those of the day',
      times: ['20:00', '23:00', '01:00', '02:00'],
      stored: undefined,
    },
    { name: 'a time with minute 60', times: ['09:60', '17:00'], stored: undefined },
    { name: 'a closing at the opening', times: ['09:00', '09:00'], stored: undefined },
    { name: 'pairs out of order', times: ['13:00', '17:00', '09:00', '12:00'], stored: undefined },
    { name: 'pairs that overlap', times: ['09:00', '12:00', '11:59', '17:00'], stored: undefined },
  ])('of $name ($times): $stored', ({ times, stored }) => {
    expect(normalizeOpeningHours(times)).toEqual(stored);
    expect(problemsOfHours(times)).toEqual(stored ? [] : ['is invalid', expect.stringMatching(/^must /)]);
    expect(normalizeOpeningHours(stored ?? [])).toEqual(stored ?? []);
  });

  it.each([
    [['09:00', '09:00'], 'must not close when it opens: write 00:00, 24:00 for a whole day'],
    [['18:00', '13:00'], 'must close by 36:00, noon of the next day'],
    [['25:00', '27:00'], 'must open before 24:00: hours that begin after midnight belong to the next day'],
    [
      ['20:00', '02:00', '01:00', '03:00'],
      'must be in order and must not overlap: after midnight, write 25:00 for 01:00',
    ],
    [['9am'], 'must be pairs of an opening and a closing such as 09:00, 17:00, or 18:00, 02:00 for a night'],
  ])('a refusal of %j says what is accepted', (times, problem) => {
    expect(problemsOfHours(times)).toEqual(['is invalid', problem]);
  });

  it('accepts at most 48 times', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const times = hourly.flatMap((hour) => [`${hour}:00`, `${hour}:30`]);
    expect(normalizeOpeningHours(times)).toEqual(times);
    expect(normalizeOpeningHours([...times, '23:40', '23:50'])).toBeUndefined();
  });
});

describe('the opening hours on a date', () => {
  const monday = '2026-06-15';
  const week = (hours: string[] | null) => [hours, null, null, null, null, null, null];
  const resource = ['08:00', '16:00'];
  const provider = ['10:00', '14:00'];
  const general = ['11:00', '12:00'];
  const own = ['18:00', '20:00'];
  const exception = (serviceId: number | null, openingHours: string[] | null, date = monday) => ({
    date,
    serviceId,
    openingHours,
  });

  const table: { name: string; source: Partial<HoursSource>; hours: string[] | null; opensHoliday?: boolean }[] = [
    { name: 'are those of the resource by default', source: {}, hours: resource },
    {
      name: 'are those of the provider, not of the resource',
      source: { providerHours: week(provider) },
      hours: provider,
    },
    {
      name: 'are those of the resource if the provider has none for the weekday',
      source: { providerHours: week(null) },
      hours: resource,
    },
    { name: 'are empty if the provider is closed', source: { providerHours: week([]) }, hours: [] },
    {
      name: 'are those of an exception, not of the provider',
      source: { providerHours: week(provider), exceptions: [exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    {
      name: "are those of the service's exception, not of the general one",
      source: { exceptions: [exception(null, general), exception(7, own)] },
      hours: own,
      opensHoliday: true,
    },
    {
      name: "are those of the general exception if the service's has none",
      source: { exceptions: [exception(7, null), exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    {
      name: "are empty if the service's exception closes, despite the general one",
      source: { exceptions: [exception(null, general), exception(7, [])] },
      hours: [],
    },
    {
      name: 'are those of the resource if an exception has none',
      source: { exceptions: [exception(null, null)] },
      hours: resource,
    },
    {
      name: 'are not those of an exception of another service',
      source: { exceptions: [exception(8, own)] },
      hours: resource,
    },
    {
      name: 'are not those of an exception on another date',
      source: { exceptions: [exception(7, own, '2026-06-16')] },
      hours: resource,
    },
    {
      name: "are not those of a service's exception if no service is given",
      source: { serviceId: null, exceptions: [exception(7, own), exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    { name: 'are null if nothing has hours for the weekday', source: { resourceHours: week(null) }, hours: null },
  ];

  it.each(table)('$name', ({ source, hours, opensHoliday = false }) => {
    const whole = { serviceId: 7, exceptions: [], providerHours: null, resourceHours: week(resource), ...source };
    expect(openingHoursOn(monday, whole)).toEqual(hours);
    expect(hasExceptionHours(monday, whole)).toBe(opensHoliday);
  });

  it('are converted to minutes of the day', () => {
    const source = { exceptions: [], providerHours: null, resourceHours: week(['00:00', '12:00', '12:30', '24:00']) };
    expect(minutesOf(openingHoursOn(monday, source))).toEqual([
      { from: 0, to: 720 },
      { from: 750, to: 1440 },
    ]);
    expect(minutesOf(openingHoursOn('2026-06-16', source))).toEqual([]);
    expect(minutesOf(['18:00', '25:00', '26:00', '36:00'])).toEqual([
      { from: 1080, to: 1500 },
      { from: 1560, to: 2160 },
    ]);
  });
});
