import {
  type HoursSource,
  hasExceptionHours,
  minutesOf,
  normalizeOpeningHours,
  openingHoursOn,
} from '../../../src/domain/resource/opening-hours.rules.js';

describe('normalizeOpeningHours', () => {
  it.each([
    { of: 'no times (closed)', times: [], stored: [] },
    { of: 'one pair', times: ['09:00', '17:00'], stored: ['09:00', '17:00'] },
    { of: 'a break', times: ['09:00', '12:00', '13:00', '17:00'], stored: ['09:00', '12:00', '13:00', '17:00'] },
    { of: 'a whole day', times: ['00:00', '24:00'], stored: ['00:00', '24:00'] },
    { of: 'a short form', times: ['9:00', '17:00'], stored: ['09:00', '17:00'] },
    {
      of: 'pairs that touch',
      times: ['09:00', '12:00', '12:00', '13:00', '13:00', '17:00'],
      stored: ['09:00', '17:00'],
    },
    { of: 'an odd number', times: ['09:00', '12:00', '13:00'], stored: undefined },
    { of: 'one time', times: ['09:00'], stored: undefined },
    { of: 'no time', times: ['09:00', 'noon'], stored: undefined },
    { of: 'an empty string', times: ['', '17:00'], stored: undefined },
    { of: 'a minute past 24:00', times: ['09:00', '24:01'], stored: undefined },
    { of: 'an opening at 24:00', times: ['24:00', '24:00'], stored: undefined },
    { of: 'a minute 60', times: ['09:60', '17:00'], stored: undefined },
    { of: 'a close at the opening', times: ['09:00', '09:00'], stored: undefined },
    { of: 'a close before the opening', times: ['22:00', '02:00'], stored: undefined },
    { of: 'pairs out of order', times: ['13:00', '17:00', '09:00', '12:00'], stored: undefined },
    { of: 'pairs that overlap', times: ['09:00', '12:00', '11:59', '17:00'], stored: undefined },
  ])('$of: $times', ({ times, stored }) => {
    expect(normalizeOpeningHours(times)).toEqual(stored);
  });

  it('accepts at most 48 times', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const times = hourly.flatMap((hour) => [`${hour}:00`, `${hour}:30`]);
    expect(normalizeOpeningHours(times)).toEqual(times);
    expect(normalizeOpeningHours([...times, '23:40', '23:50'])).toBeUndefined();
  });
});

describe('hours on a date', () => {
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

  const table: { of: string; source: Partial<HoursSource>; hours: string[] | null; opensHoliday?: boolean }[] = [
    { of: 'the resource, when nothing else', source: {}, hours: resource },
    { of: 'the provider before the resource', source: { providerHours: week(provider) }, hours: provider },
    { of: 'a provider without entry falls through', source: { providerHours: week(null) }, hours: resource },
    { of: 'a provider who is closed', source: { providerHours: week([]) }, hours: [] },
    {
      of: 'an exception before the provider',
      source: { providerHours: week(provider), exceptions: [exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    {
      of: "the service's exception before the general one",
      source: { exceptions: [exception(null, general), exception(7, own)] },
      hours: own,
      opensHoliday: true,
    },
    {
      of: "a service's exception without hours falls through to the general one",
      source: { exceptions: [exception(7, null), exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    {
      of: "a service's exception that closes, whatever the general one",
      source: { exceptions: [exception(null, general), exception(7, [])] },
      hours: [],
    },
    { of: 'an exception without hours', source: { exceptions: [exception(null, null)] }, hours: resource },
    { of: "another service's exception", source: { exceptions: [exception(8, own)] }, hours: resource },
    { of: "another date's exception", source: { exceptions: [exception(7, own, '2026-06-16')] }, hours: resource },
    {
      of: "a service's exception, asked for no service",
      source: { serviceId: null, exceptions: [exception(7, own), exception(null, general)] },
      hours: general,
      opensHoliday: true,
    },
    { of: 'no entry anywhere', source: { resourceHours: week(null) }, hours: null },
  ];

  it.each(table)('$of', ({ source, hours, opensHoliday = false }) => {
    const whole = { serviceId: 7, exceptions: [], providerHours: null, resourceHours: week(resource), ...source };
    expect(openingHoursOn(monday, whole)).toEqual(hours);
    expect(hasExceptionHours(monday, whole)).toBe(opensHoliday);
  });

  it('reads them in minutes of the day, by weekday', () => {
    const source = { exceptions: [], providerHours: null, resourceHours: week(['00:00', '12:00', '12:30', '24:00']) };
    expect(minutesOf(openingHoursOn(monday, source))).toEqual([
      { from: 0, to: 720 },
      { from: 750, to: 1440 },
    ]);
    expect(minutesOf(openingHoursOn('2026-06-16', source))).toEqual([]);
  });
});
