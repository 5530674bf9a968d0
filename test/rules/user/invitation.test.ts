import { createInvitation } from '../../../src/domain/user/invitation.rules.js';
import { getInvitationText } from '../../../src/domain/user/invitation-texts.rules.js';

describe('an invitation', () => {
  const at = new Date('2026-03-02T08:00:00Z');

  it('is valid for seven days', () => {
    expect(createInvitation(7, at).expiresAt).toEqual(new Date('2026-03-09T08:00:00Z'));
  });

  it.each([
    ['en', 'Choose your password', 'Hello Kari,'],
    ['sv', 'Välj ditt lösenord', 'Hej Kari,'],
    ['nb', 'Velg passordet ditt', 'Hei Kari,'],
    ['de', 'Choose your password', 'Hello Kari,'],
    ['constructor', 'Choose your password', 'Hello Kari,'],
  ])('has a text in %s: %s', (locale, subject, greeting) => {
    const text = getInvitationText(locale, 'Kari', 'Acme', 'https://x/password/1-a');
    expect(text.subject).toBe(subject);
    expect(text.body.startsWith(greeting)).toBe(true);
    expect(text.body).toContain('\n\nhttps://x/password/1-a\n\n');
    expect(text.body).toContain('Acme');
  });
});
