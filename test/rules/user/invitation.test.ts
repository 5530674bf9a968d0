import { createInvitation, parseInvitationToken } from '../../../src/domain/user/invitation.rules.js';
import { getInvitationText } from '../../../src/domain/user/invitation-texts.rules.js';

describe('an invitation', () => {
  const at = new Date('2026-03-02T08:00:00Z');

  it('has a token that names its account, is good for seven days and is like no other', () => {
    const { token, hash, expiresAt } = createInvitation(7, at);
    expect(token).toMatch(/^7-[\w-]{43}$/);
    expect(parseInvitationToken(token)).toEqual({ accountId: 7, hash });
    expect(token).not.toContain(hash);
    expect(expiresAt).toEqual(new Date('2026-03-09T08:00:00Z'));
    expect(createInvitation(7, at).token).not.toBe(token);
  });

  const secret = 'a'.repeat(43);
  it.each([
    '',
    '7',
    '7-',
    `-${secret}`,
    `x-${secret}`,
    `7-${secret}b`,
    `7-${secret.slice(1)}`,
    `1234567890-${secret}`,
    `7-${secret}\n`,
  ])('%j is no token', (token) => expect(parseInvitationToken(token)).toBeUndefined());

  it.each([
    ['en', 'Choose your password', 'Hello Kari,'],
    ['sv', 'Välj ditt lösenord', 'Hej Kari,'],
    ['nb', 'Velg passordet ditt', 'Hei Kari,'],
    ['de', 'Choose your password', 'Hello Kari,'],
    ['constructor', 'Choose your password', 'Hello Kari,'],
  ])('is written in %s: %s', (locale, subject, greeting) => {
    const text = getInvitationText(locale, 'Kari', 'Acme', 'https://x/password/1-a');
    expect(text.subject).toBe(subject);
    expect(text.body.startsWith(greeting)).toBe(true);
    expect(text.body).toContain('\n\nhttps://x/password/1-a\n\n');
    expect(text.body).toContain('Acme');
  });
});
