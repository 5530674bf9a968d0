import {
  agreeFees,
  cancellationFee,
  feeDue,
  feeOn,
  feesAfterMove,
  feeTermsOf,
  isChargeable,
  normaliseFees,
  parseFees,
  validateFees,
} from '../../src/domain/cancellation-fee.rules.js';
import { toAmount, toDecimal } from '../../src/domain/money.rules.js';

const rule = '24: 50 %, 0: 100 %, no-show: 100 %';
const terms = (cancellationFees: string | null, cancellationPolicy: string | null = null) => ({
  ...{ cancellationFees, cancellationPolicy },
});

describe('a rule of fees', () => {
  it.each([
    ['0:100%,24 : 50%, NO-SHOW:100 %', rule],
    [rule, rule],
    ['48: 150', '48: 150'],
    ['no-show: 250.50', 'no-show: 250.50'],
    ['None', 'none'],
    ['tomorrow: 5', 'tomorrow: 5'],
  ])('%s is stored as %s', (given, stored) => {
    const written = terms(given);
    normaliseFees(written);
    expect(written.cancellationFees).toBe(stored);
  });

  it.each([
    '',
    '24',
    '24: half',
    '24: 50 %, 24: 60 %',
    '-1: 50 %',
    '8761: 50 %',
    '24: 50 %: 3',
    'no-show: 1, no-show: 2',
    '1:1,2:1,3:1,4:1,5:1,6:1,7:1',
    '1.5: 5',
  ])('%s is refused', (given) => {
    expect(parseFees(given)).toBeNull();
    expect(validateFees(terms(given), null, 'NOK')).toEqual({
      cancellationFees: ['is invalid', 'must be such as 24: 50 %, 0: 100 %, no-show: 100 %'],
    });
  });

  it.each([
    ['24: 0 %', ['must be greater than 0']],
    ['24: 100.5 %', ['must be less than or equal to 100']],
    ['24: 10.1234 %', ['is invalid', 'must have at most 3 decimals']],
    ['no-show: 9.555', ['is invalid', 'must have at most 2 decimals, as amounts of NOK']],
  ])('%s is refused with %j, unless it is stored', (given, errors) => {
    expect(validateFees(terms(given), null, 'NOK')).toEqual({ cancellationFees: errors });
    expect(validateFees(terms(given), given, 'NOK')).toEqual({});
  });

  it.each([
    ['null', terms(null), terms(rule, 'Words'), { fees: rule, text: 'Words' }],
    ['its own', terms('0: 5', 'Own'), terms(rule, 'Words'), { fees: '0: 5', text: 'Own' }],
    ['its own without words', terms('0: 5'), terms(rule, 'Words'), { fees: '0: 5', text: 'Words' }],
    ['none', terms('none'), terms(rule), null],
    ['null, of an account without one', terms(null), terms(null), null],
  ])('of a service with %s is its own, else that of the account', (_, service, account, expected) => {
    expect(feeTermsOf(service, account)).toEqual(expected);
    expect(feeTermsOf(null, account)).toBeNull();
  });
});

describe('a fee', () => {
  it.each([
    ['333.33', 'NOK', '50 %', '166.67'],
    ['999', 'JPY', '30 %', '300.00'],
    ['100', 'NOK', '150', '100.00'],
    ['0', 'NOK', '150', '150.00'],
    ['0', 'NOK', '50 %', '0.00'],
    ['100', 'NOK', '33.333 %', '33.33'],
    ['0.005', 'KWD', '10 %', '0.001'],
  ])('on %s %s at %s is %s', (price, currency, value, expected) => {
    const fee = parseFees(`0: ${value}`)?.steps[0];
    expect(fee && toDecimal(feeOn(toAmount(price), fee, currency))).toBe(expected);
  });

  const start = new Date('2026-12-15T12:00:00Z');
  const hoursBefore = (hours: number, seconds = 0): Date =>
    new Date(start.getTime() - hours * 3_600_000 + seconds * 1_000);
  const agreed = agreeFees({ fees: rule, text: null }, toAmount('300'), 'NOK', hoursBefore(100), '');

  it.each([
    ['long before', hoursBefore(72), '0.00'],
    ['exactly at the limit', hoursBefore(24), '0.00'],
    ['a second later', hoursBefore(24, 1), '150.00'],
    ['at the start', hoursBefore(0), '150.00'],
    ['a second after the start', hoursBefore(0, 1), '300.00'],
  ])('for cancelling %s', (_, now, expected) => {
    expect(agreed && toDecimal(cancellationFee(agreed, start, now))).toBe(expected);
  });

  it.each([
    ['later, outside of the hours', hoursBefore(25), '2026-12-20T12:00:00Z', hoursBefore(1), '0.00'],
    ['later, exactly at the limit', hoursBefore(24), '2026-12-20T12:00:00Z', hoursBefore(1), '0.00'],
    ['later, within the hours', hoursBefore(23), '2026-12-20T12:00:00Z', hoursBefore(1), '150.00'],
    [
      'later, within the hours, cancelled after the time before',
      hoursBefore(23),
      '2026-12-20T12:00:00Z',
      hoursBefore(-1),
      '300.00',
    ],
    ['earlier, within the hours', hoursBefore(23), '2026-12-15T06:00:00Z', hoursBefore(5), '300.00'],
    ['earlier, outside of the hours', hoursBefore(72), '2026-12-14T12:00:00Z', hoursBefore(47), '150.00'],
  ])('for cancelling after a move %s', (_, movedAt, to, cancelledAt, expected) => {
    const moved = agreed && feesAfterMove(agreed, start, movedAt);
    expect(moved && toDecimal(cancellationFee(moved, new Date(to), cancelledAt))).toBe(expected);
  });

  it('counts from the first time of two moves within its hours', () => {
    const once = agreed && feesAfterMove(agreed, start, hoursBefore(23));
    const twice = once && feesAfterMove(once, new Date('2026-12-20T12:00:00Z'), hoursBefore(22));
    expect(twice?.countedFrom).toBe(start.toISOString());
  });

  it('can be charged for 14 days', () => {
    const fee = feeDue('cancellation', '150.00', start);
    expect(isChargeable(fee, new Date('2026-12-29T12:00:00Z'))).toBe(true);
    expect(isChargeable(fee, new Date('2026-12-29T12:00:01Z'))).toBe(false);
    expect(isChargeable({ ...fee, state: 'waived' }, start)).toBe(false);
    expect(isChargeable({ ...fee, amount: '0.00' }, start)).toBe(false);
  });
});
