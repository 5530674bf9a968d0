import { createInvitation, getInvitationText } from '../../../src/domain/user/invitation.rules.js';

describe('an invitation', () => {
  const at = new Date('2026-03-02T08:00:00Z');

  it('is valid for seven days, a link for a forgotten password for an hour', () => {
    expect(createInvitation(7, at, 'invitation').expiresAt).toEqual(new Date('2026-03-09T08:00:00Z'));
    expect(createInvitation(7, at, 'reset').expiresAt).toEqual(new Date('2026-03-02T09:00:00Z'));
  });

  it.each([
    ['invitation', 'en', 'Choose your password', 'Hello Kari,'],
    ['invitation', 'sv', 'Välj ditt lösenord', 'Hej Kari,'],
    ['invitation', 'nb', 'Velg passordet ditt', 'Hei Kari,'],
    ['invitation', 'it', 'Choose your password', 'Hello Kari,'],
    ['invitation', 'da', 'Vælg din adgangskode', 'Hej Kari,'],
    ['reset', 'de', 'Wählen Sie ein neues Passwort', 'Guten Tag Kari,'],
    ['invitation', 'constructor', 'Choose your password', 'Hello Kari,'],
    ['reset', 'en', 'Choose a new password', 'Hello Kari,'],
    ['reset', 'sv', 'Välj ett nytt lösenord', 'Hej Kari,'],
    ['reset', 'nb', 'Velg et nytt passord', 'Hei Kari,'],
  ] as const)('as %s has a text in %s: %s', (purpose, locale, subject, greeting) => {
    const names = { user: 'Kari', account: 'Acme', link: 'https://x/password/1-a' };
    const text = getInvitationText(purpose, locale, names);
    expect(text.subject).toBe(subject);
    expect(text.body.startsWith(greeting)).toBe(true);
    expect(text.body).toContain('\n\nhttps://x/password/1-a\n\n');
    expect(text.body).toContain('Acme');
  });
});
