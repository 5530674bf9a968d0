import { takenAttributes, validatePerson } from '../../../src/domain/person/person.rules.js';
import { accepted } from '../../../src/platform/accepted.js';

describe('validatePerson', () => {
  const person = {
    id: 1,
    name: null,
    email: null,
    phoneNumber: null,
    nationalIdNo: null,
    countryCode: null,
    parentId: null,
  };

  it.each([
    [{}, { name: ["can't be blank"] }],
    [{ name: 'Kari' }, {}],
    [{ email: 'kari@example.org' }, {}],
    [{ phoneNumber: '1' }, {}],
    [{ nationalIdNo: '01010112345' }, {}],
    [{ email: 'kari' }, { email: ['is invalid'] }],
    [{ email: 'kari@example' }, { email: ['is invalid'] }],
    [{ email: 'ka ri@example.org' }, { email: ['is invalid'] }],
    [{ name: 'Kari', countryCode: 'NO' }, {}],
    [{ name: 'Kari', countryCode: 'QQ' }, { countryCode: ['is invalid', accepted.countryCode] }],
    [{ name: 'Kari', countryCode: '47' }, { countryCode: ['is invalid', accepted.countryCode] }],
    [{ name: 'Kari', parentId: 2 }, {}],
    [{ name: 'Kari', parentId: 1 }, { parentId: ['is invalid'] }],
  ])('%j: %j', (attributes, expected) => {
    expect(validatePerson({ ...person, ...attributes })).toEqual(expected);
  });
});

describe('unique attributes of a person', () => {
  const none = {
    email: null,
    phoneNumber: null,
    phoneNumberFormatted: null,
    nationalIdNo: null,
    provider: null,
    uid: null,
  };
  const other = {
    email: 'Kari@example.org',
    phoneNumber: '406 12 345',
    phoneNumberFormatted: '+4740612345',
    nationalIdNo: '1',
    provider: 'google',
    uid: '7',
  };

  it.each([
    [{}, []],
    [{ email: 'kari@EXAMPLE.org' }, ['email']],
    [{ phoneNumber: '+4740612345', phoneNumberFormatted: '+4740612345' }, ['phoneNumber']],
    [{ phoneNumber: '406 12 345', phoneNumberFormatted: null }, []],
    [{ nationalIdNo: '1' }, ['nationalIdNo']],
    [{ provider: 'google', uid: '7' }, ['uid']],
    [{ provider: 'google', uid: '8' }, []],
    [{ provider: 'apple', uid: '7' }, []],
    [{ uid: '7' }, []],
    [other, ['email', 'phoneNumber', 'nationalIdNo', 'uid']],
  ])('%j: %j', (attributes, expected) => {
    const errors = takenAttributes({ ...none, ...attributes }, [none, other]);
    expect(Object.keys(errors)).toEqual(expected);
    expect(new Set(Object.values(errors).flat()).size).toBeLessThanOrEqual(1);
  });
});
