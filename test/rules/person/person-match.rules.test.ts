import { contradictionErrors, matchPerson, toIdentity } from '../../../src/domain/person/person.rules.js';

const identity = (attributes: Parameters<typeof toIdentity>[0]) => toIdentity(attributes, 'NO');

describe('matchPerson', () => {
  const people = [
    { id: 1, ...identity({ email: 'kari@example.org' }) },
    { id: 2, ...identity({ phoneNumber: '406 12 345', email: 'phone@example.org' }) },
    { id: 3, ...identity({ nationalIdNo: '1', email: 'number@example.org' }) },
    { id: 4, ...identity({ phoneNumber: 'ext 12' }) },
  ];

  it.each([
    [{}, undefined],
    [{ email: 'nobody@example.org' }, undefined],
    [{ email: 'KARI@example.org' }, 1],
    [{ phoneNumber: '+4740612345' }, 2],
    [{ phoneNumber: '40612345', email: 'kari@example.org' }, 2],
    [{ nationalIdNo: '1', phoneNumber: '40612345', email: 'kari@example.org' }, 3],
    [{ nationalIdNo: '2', phoneNumber: '41612345', email: 'kari@example.org' }, 1],
    [{ phoneNumber: 'ext 12' }, 4],
    [{ provider: 'google', uid: '7' }, undefined],
  ])('%j matches person %s', (given, id) => {
    expect(matchPerson(identity(given), people)?.id).toBe(id);
  });
});

describe('contradictionErrors', () => {
  const stored = identity({ nationalIdNo: '1', phoneNumber: '406 12 345', email: 'kari@example.org' });

  it.each([
    [{ nationalIdNo: '1', phoneNumber: '41612345', email: 'other@example.org' }, []],
    [{ phoneNumber: '+4740612345', email: 'other@example.org' }, []],
    [{ nationalIdNo: '2', phoneNumber: '40612345' }, ['phoneNumber']],
    [{ nationalIdNo: '2', email: 'kari@example.org' }, ['email']],
    [{ phoneNumber: '41612345', email: 'Kari@example.org' }, ['email']],
    [{ nationalIdNo: '2', phoneNumber: '40612345', email: 'kari@example.org' }, ['email', 'phoneNumber']],
    [{ phoneNumber: '12', email: 'kari@example.org' }, ['email']],
  ])('reports for %j the attributes %j', (given, attributes) => {
    expect(contradictionErrors(identity(given), stored)).toEqual(
      Object.fromEntries(attributes.map((attribute) => [attribute, ['has already been taken']])),
    );
  });

  it('reports nothing if an attribute is absent', () => {
    expect(contradictionErrors(identity({ nationalIdNo: '2', phoneNumber: '41612345' }), identity({}))).toEqual({});
  });
});
