import {
  type AskedDeposit,
  DepositFor,
  type DepositTerms,
  DepositType,
  depositOn,
  depositTermsOf,
  splitDue,
  validateDeposit,
} from '../../src/domain/deposit.rules.js';
import { toAmount, toDecimal } from '../../src/domain/money.rules.js';

const { NONE, PERCENTAGE, AMOUNT } = DepositType;
const none: DepositTerms = { depositType: null, depositValue: null, depositFrom: null, depositFor: null };
const terms = (depositType: AskedDeposit['depositType'], depositValue: string, depositFrom: string | null = null) => ({
  ...{ depositType, depositValue, depositFrom, depositFor: null },
});

describe('a deposit', () => {
  it.each([
    ['333.33', 'NOK', terms(PERCENTAGE, '30'), '100.00'],
    ['999', 'JPY', terms(PERCENTAGE, '30'), '300.00'],
    ['333.32', 'NOK', terms(PERCENTAGE, '30'), '100.00'],
    ['333.30', 'NOK', terms(PERCENTAGE, '30'), '99.99'],
    // Half a minor unit is rounded up.
    ['0.01', 'NOK', terms(PERCENTAGE, '50'), '0.01'],
    ['0.01', 'NOK', terms(PERCENTAGE, '49.999'), '0.00'],
    ['5', 'JPY', terms(PERCENTAGE, '10'), '1.00'],
    ['0.005', 'KWD', terms(PERCENTAGE, '10'), '0.001'],
    ['100', null, terms(PERCENTAGE, '33.333'), '33.33'],
    ['100', 'NOK', terms(PERCENTAGE, '0.001'), '0.00'],
    ['123.45', 'NOK', terms(PERCENTAGE, '100'), '123.45'],
    ['333.33', 'NOK', terms(AMOUNT, '100'), '100.00'],
    ['100', 'NOK', terms(AMOUNT, '100'), '100.00'],
    // Never above the price.
    ['80', 'NOK', terms(AMOUNT, '100'), '80.00'],
    ['0', 'NOK', terms(AMOUNT, '100'), '0.00'],
    ['0', 'NOK', terms(PERCENTAGE, '30'), '0.00'],
    // An amount from before the account had another currency.
    ['999', 'JPY', terms(AMOUNT, '99.5'), '100.00'],
    // From a price on.
    ['500', 'NOK', terms(PERCENTAGE, '10', '500'), '50.00'],
    ['499.99', 'NOK', terms(PERCENTAGE, '10', '500'), '0.00'],
  ])('on %s %s by %j is %s', (price, currency, asked, deposit) => {
    expect(toDecimal(depositOn(toAmount(price), asked, currency))).toBe(deposit);
  });

  const account = { ...none, ...terms(PERCENTAGE, '30') };
  const ofService = (attributes: Partial<DepositTerms>) => ({ ...none, paymentRequired: false, ...attributes });
  it.each([
    ['of neither', ofService({}), none, null],
    ['of the account', ofService({}), account, account],
    ['of the account, without a service', null, account, account],
    ['of the service over that of the account', ofService(terms(AMOUNT, '50')), account, terms(AMOUNT, '50')],
    [
      'of the service, with all its attributes',
      ofService({ ...terms(AMOUNT, '50'), depositFor: DepositFor.NO_SHOWS }),
      { ...account, depositFrom: '9' },
      { ...terms(AMOUNT, '50'), depositFor: DepositFor.NO_SHOWS },
    ],
    [
      'of the account, if the service has only the others',
      ofService({ depositValue: '5', depositFrom: '9' }),
      account,
      account,
    ],
    ['none of the service', ofService({ depositType: NONE }), account, null],
    ['none of the account', ofService({}), { ...account, depositType: NONE }, null],
    [
      'none of a service that is paid in full',
      { ...ofService(terms(AMOUNT, '50')), paymentRequired: true },
      account,
      null,
    ],
  ])('is that %s', (_name, service, ofAccount, expected) => {
    expect(depositTermsOf(service, ofAccount)).toEqual(expected);
  });

  it.each<[Partial<DepositTerms>, string | null, object]>([
    [{}, 'NOK', {}],
    [{ depositType: NONE }, 'NOK', {}],
    [{ depositType: PERCENTAGE, depositValue: '100' }, 'NOK', {}],
    [{ depositType: PERCENTAGE, depositValue: '12.345' }, 'JPY', {}],
    [{ depositType: PERCENTAGE }, 'NOK', { depositValue: ["can't be blank"] }],
    [{ depositType: AMOUNT }, 'NOK', { depositValue: ["can't be blank"] }],
    [{ depositType: PERCENTAGE, depositValue: '0' }, 'NOK', { depositValue: ['must be greater than 0'] }],
    [
      { depositType: PERCENTAGE, depositValue: '100.001' },
      'NOK',
      { depositValue: ['must be less than or equal to 100'] },
    ],
    [
      { depositType: PERCENTAGE, depositValue: '1.2345' },
      'NOK',
      { depositValue: ['is invalid', 'must have at most 3 decimals'] },
    ],
    [{ depositType: AMOUNT, depositValue: '500' }, 'NOK', {}],
    [
      { depositType: AMOUNT, depositValue: '9.5' },
      'JPY',
      { depositValue: ['is invalid', 'must have no decimals, as amounts of JPY'] },
    ],
    [{ depositFrom: '9.5' }, 'JPY', { depositFrom: ['is invalid', 'must have no decimals, as amounts of JPY'] }],
    [{ depositFrom: '-1' }, 'NOK', { depositFrom: ['must be greater than or equal to 0'] }],
    [{ depositFrom: '0' }, 'NOK', {}],
  ])('of %j in %s has the errors %j', (attributes, currency, errors) => {
    expect(validateDeposit({ ...none, ...attributes }, { depositValue: null, depositFrom: null }, currency)).toEqual(
      errors,
    );
  });

  it('may keep the decimals of another currency', () => {
    const stored = { ...none, depositType: AMOUNT, depositValue: '9.5', depositFrom: '9.5' };
    expect(validateDeposit(stored, stored, 'JPY')).toEqual({});
  });
});

describe('what is left to pay', () => {
  it.each([
    ['333.33', '100', '0', '100.00', '233.33'],
    ['333.33', '100', '40', '60.00', '233.33'],
    ['333.33', '100', '100', '0.00', '233.33'],
    // A gift card pays the deposit first, then the rest.
    ['333.33', '100', '300', '0.00', '33.33'],
    ['333.33', '100', '333.33', '0.00', '0.00'],
    ['333.33', '0', '0', '0.00', '333.33'],
    // The price has fallen below the deposit, or below what was paid.
    ['80', '100', '0', '80.00', '0.00'],
    ['80', '100', '100', '0.00', '0.00'],
    ['0', '100', '0', '0.00', '0.00'],
  ])('of %s with a deposit of %s, of which %s is paid, is %s now and %s later', (price, deposit, paid, now, later) => {
    const due = splitDue(toAmount(price), toAmount(deposit), toAmount(paid));
    expect([toDecimal(due.now), toDecimal(due.later)]).toEqual([now, later]);
  });
});
