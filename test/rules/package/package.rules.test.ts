import { packageError, validUntilOf } from '../../../src/domain/package/package.rules.js';
import { addMonths } from '../../../src/platform/time/plain-date.js';

describe('the last date of a package', () => {
  it.each([
    [null, null, null],
    [6, null, '2026-07-31'],
    [1, null, '2026-02-28'],
    [null, 10, '2026-02-10'],
    [1, 1, '2026-03-01'],
    [13, null, '2027-02-28'],
    [25, 1, '2028-03-01'],
  ])('of %s months and %s days from 2026-01-31 is %s', (months, days, expected) => {
    expect(validUntilOf('2026-01-31', { months, days })).toBe(expected);
  });

  it('counts months over years, also backwards', () => {
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
    expect(addMonths('2026-12-01', 1)).toBe('2027-01-01');
  });
});

describe('a package of ten cuts of Kari, four of them used', () => {
  const cuts = { active: true, personId: 1, serviceIds: [7], validUntil: '2026-06-30', units: 10, used: 4 };
  const use = { personId: 1, serviceId: 7, date: '2026-06-30', units: 1 };

  it.each([
    ['on its last date', {}, {}, undefined],
    ['a day later', {}, { date: '2026-07-01' }, 'is not valid on that date'],
    ['without a limit', { validUntil: null }, { date: '2036-07-01' }, undefined],
    ['for another person', {}, { personId: 2 }, 'is not of the person'],
    ['for nobody', { personId: null }, { personId: null }, 'is not of the person'],
    ['for another service', {}, { serviceId: 8 }, 'is not for that service'],
    ['for any service', { serviceIds: null }, { serviceId: 8 }, undefined],
    ['for a resource alone', { serviceIds: null }, { serviceId: null }, 'is not for that service'],
    ['before it is paid', { active: false }, {}, 'is not active'],
    ['for the six that are left', {}, { units: 6 }, undefined],
    ['for seven', {}, { units: 7 }, 'has too few units left (6)'],
    ['when it is used up', { used: 10 }, {}, 'is used up'],
    ['when it is used up, for a booking that returns one', { used: 10 }, { units: -1 }, undefined],
    ['when it is used up, for a booking that has its units', { used: 10 }, { units: 0 }, undefined],
  ])('%s', (_case, given, asked, error) => {
    expect(packageError({ ...cuts, ...given }, { ...use, ...asked })).toBe(error);
  });
});
