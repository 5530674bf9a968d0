import { isPlausiblePhoneNumber } from '../../../src/domain/text/contact-details.js';
import { damageErrors } from '../../../src/domain/text/spreadsheet-damage.rules.js';

it.each(['40612345', '+47 406 12 345', 'ext 7', '12', '１２３', '٤٠٦١٢٣٤٥', '004740612345'])(
  '%s may be a phone number',
  (text) => expect(isPlausiblePhoneNumber(text)).toBe(true),
);

it.each(['abc', '0', '000', '-', '4.41E+11', '4,41E+11', '4E+11', '#N/A'])('%s is no phone number', (text) =>
  expect(isPlausiblePhoneNumber(text)).toBe(false),
);

describe('a value of a file', () => {
  it.each(['phoneNumber', 'nationalIdNo', 'externalId', 'postalCode'])(
    'that is shortened is refused as %s',
    (attribute) =>
      expect(damageErrors({ [attribute]: '4.41E+11' })).toEqual({
        [attribute]: ['is invalid', 'was shortened by a spreadsheet: format its column as text and export it again'],
      }),
  );

  it.each(['#REF!', '#N/A', '#NAME?', '#DIV/0!', '#BEZUG!', '#NV', '#VÄRDEFEL!', '########'])('%s is refused', (text) =>
    expect(damageErrors({ name: text, city: ` ${text} ` })).toEqual({
      name: ['is invalid', 'is an error of a spreadsheet'],
      city: ['is invalid', 'is an error of a spreadsheet'],
    }),
  );

  it.each([
    { name: '4.41E+11' },
    { notes: '#7' },
    { notes: '#urgent!' },
    { externalId: '12e3' },
    { externalId: null, count: 1 },
  ])('%j is accepted', (values) => expect(damageErrors(values)).toEqual({}));
});
