import { formatPhoneNumber } from '../../../src/domain/text/contact-details.js';

describe('a phone number in E.164', () => {
  it.each([
    ['40612345', 'NO', '+4740612345'],
    ['406 12 345', 'no', '+4740612345'],
    ['(+47) 406-12-345', 'SE', '+4740612345'],
    ['0046 70 123 45 67', 'NO', '+46701234567'],
    ['070-123 45 67', 'SE', '+46701234567'],
    ['070-123 45 67', 'NO', null],
    ['12', 'NO', null],
    ['not a number', 'NO', null],
    ['40612345', 'XX', null],
    ['', 'NO', null],
    [null, 'NO', null],
  ])('%s in %s is %s', (phoneNumber, country, expected) => {
    expect(formatPhoneNumber(phoneNumber, country)).toBe(expected);
  });
});
