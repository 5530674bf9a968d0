import {
  challengeTime,
  createChallenge,
  relyingPartyOf,
  toAssertion,
  toRegistration,
} from '../../../src/domain/second-factor/passkey.rules.js';

it.each([
  ['https://book.example.org', { id: 'book.example.org', origin: 'https://book.example.org' }],
  ['https://book.example.org:8443/office', { id: 'book.example.org', origin: 'https://book.example.org:8443' }],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]', undefined],
  ['', undefined],
])('the relying party of %j is %j', (address, party) => expect(relyingPartyOf(address)).toEqual(party));

describe('a challenge', () => {
  const at = new Date('2026-03-02T07:00:00Z');
  const challenge = Buffer.from(createChallenge('secret', 'sign-in', at)).toString('base64url');
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);

  it('has its time for five minutes', () => {
    expect(challengeTime('secret', 'sign-in', challenge, later(299))).toEqual(at);
    expect(challengeTime('secret', 'sign-in', challenge, later(300))).toBeUndefined();
  });

  it.each([
    ['of another account', 'other', 'sign-in', challenge],
    ['for another purpose', 'secret', 'add:7', challenge],
    ['that was changed', 'secret', 'sign-in', challenge.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['cut off', 'secret', 'sign-in', challenge.slice(0, -4)],
    ['empty', 'secret', 'sign-in', ''],
  ] as const)('%s is refused', (_name, secret, purpose, given) => {
    expect(challengeTime(secret, purpose, given, at)).toBeUndefined();
  });
});

describe('the answer of a browser', () => {
  const bytes = 'AAAA';
  const assertion = {
    ...{ id: bytes, rawId: bytes, type: 'public-key', clientExtensionResults: { appid: true }, other: 'ignored' },
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
  };

  it('is read without what is not needed', () => {
    expect(toAssertion(assertion)).toEqual({
      ...{ id: bytes, rawId: bytes, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['a list', [assertion]],
    ['an empty object', {}],
    ['another type', { ...assertion, type: 'password' }],
    ['an id that is no text', { ...assertion, id: 7 }],
    ['an id that is too long', { ...assertion, id: 'x'.repeat(1_401) }],
    ['no response', { ...assertion, response: null }],
    ['a signature that is no text', { ...assertion, response: { ...assertion.response, signature: {} } }],
    [
      'a signature that is too long',
      { ...assertion, response: { ...assertion.response, signature: 'x'.repeat(20_001) } },
    ],
    ['other characters', { ...assertion, response: { ...assertion.response, clientDataJSON: 'a b' } }],
  ])('is refused if it is %s', (_name, sent) => {
    expect([toAssertion(sent), toRegistration(sent)]).toEqual([undefined, undefined]);
  });
});
