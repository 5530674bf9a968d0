import { builtInText } from '../../../../src/domain/messaging/composing/built-in-texts.rules.js';
import { messageText } from '../../../../src/domain/messaging/composing/message-texts.rules.js';
import { messageLanguage } from '../../../../src/domain/messaging/composing/message-values.rules.js';
import { MessageChannel } from '../../../../src/domain/messaging/delivery/message.entity.js';
import { createRenderer } from '../../../../src/domain/text/liquid-text.rules.js';
import { languages } from '../../../../src/platform/language.js';
import { zoneName } from '../../../../src/platform/time/localized.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const { EMAIL, SMS } = MessageChannel;
const kinds = [
  'verification',
  'awaiting_confirmation',
  'confirmation',
  'modification',
  'decline',
  'cancellation',
  'reminder',
  'waitlist_offer',
  'notification',
] as const;

describe('the text of a message', () => {
  it.each([
    [{ smsConfirmation: 'S' }, { smsConfirmation: 'A' }, SMS, 'S'],
    [{ smsConfirmation: null }, { smsConfirmation: 'A' }, SMS, 'A'],
    [{ smsConfirmation: ' ' }, { smsConfirmation: 'A' }, SMS, 'A'],
    [null, { smsConfirmation: 'A' }, SMS, 'A'],
    [{ mailConfirmation: 'S' }, { smsConfirmation: null }, SMS, builtInText('confirmation', SMS, 'en').body],
    [{ mailConfirmation: 'S' }, {}, EMAIL, 'S'],
    [null, {}, EMAIL, builtInText('confirmation', EMAIL, 'en').body],
  ])('of the service %j and the account %j by %s is %s', (service, account, channel, body) => {
    expect(messageText({ kind: 'confirmation', channel }, service, account, 'en').body).toBe(body);
  });

  it('has the subject of the account', () => {
    const account = { mailCancellationSubject: 'Off' };
    expect(messageText({ kind: 'cancellation', channel: EMAIL }, null, account, 'sv').subject).toBe('Off');
    expect(messageText({ kind: 'confirmation', channel: EMAIL }, null, account, 'sv').subject).toContain(
      'är bekräftad',
    );
  });

  it.each(languages.flatMap((language) => kinds.map((kind) => [language, kind] as const)))(
    'has a built-in version: %s %s',
    async (language, kind) => {
      const render = createRenderer(language, zoneOf('Europe/Oslo'));
      const booking = {
        booked_from: '2026-03-04 12:00:00 +0100',
        verification_code: '123456',
        verification_link: '',
        link: '',
        count: 1,
        person: { name: 'Kari' },
        service: { title: 'Cut' },
        event: null,
        client: { name: 'Salong' },
        expires_at: '2026-03-02 13:00:00 +0100',
        waitlist_link: '',
        my_bookings_link: '',
        due_later: null,
      };
      const sms = await render(builtInText(kind, SMS, language).body, { booking });
      const email = builtInText(kind, EMAIL, language);
      expect(sms.length).toBeLessThan(160);
      expect(sms).toContain('Cut');
      expect(sms.includes('123456')).toBe(kind === 'verification');
      const body = await render(email.body, { booking });
      const zone = ` ${zoneName(Date.UTC(2026, 2, 4), language, zoneOf('Europe/Oslo'))}`;
      expect(body.includes(zone)).toBe(kind !== 'notification');
      expect(body.replaceAll(zone, '')).toContain(sms);
      expect(await render(email.subject, { booking })).toContain('Cut');
      const linked = { booking: { ...booking, link: 'https://x.no/1-a' } };
      const hasLink = kind !== 'verification' && kind !== 'waitlist_offer' && kind !== 'notification';
      expect(await render(builtInText(kind, SMS, language).body, linked)).toBe(
        hasLink ? `${sms} https://x.no/1-a` : sms,
      );
      expect((await render(email.body, linked)).includes('https://x.no/1-a\n\nSalong')).toBe(hasLink);
    },
  );

  it.each(languages)(
    'lists as many dates of a series as templates read, and as many that were left out: %s',
    async (language) => {
      const date = { booked_from: '2026-03-04 12:00:00 +0100', count: 2, link: 'https://x.no/1-a', reason: 'is taken' };
      const dates = Array(100).fill(date);
      const series = { bookings: dates, left_out: dates, count: 100, left_out_count: 100 };
      for (const kind of ['awaiting_confirmation', 'confirmation', 'modification', 'cancellation'] as const) {
        const { body } = messageText({ kind, channel: EMAIL }, null, {}, language, true);
        const text = await createRenderer(language, zoneOf('Europe/Oslo'))(body, { booking: {}, series });
        expect(text.split('2026')).toHaveLength(kind.endsWith('confirmation') ? 201 : 101);
      }
    },
  );

  it.each(kinds)('has a built-in version that renders although the process pauses: %s', async (kind) => {
    const render = createRenderer('en', zoneOf('Europe/Oslo'));
    const paused = {
      get service() {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        return { title: 'Cut' };
      },
      client: { name: 'Salong' },
    };
    expect(await render(builtInText(kind, EMAIL, 'en').body, { booking: paused })).toContain('Cut');
  });

  it.each([
    ['sv', 'en', 'sv'],
    ['sv-SE', 'en', 'sv'],
    ['no', 'en', 'nb'],
    ['nn-NO', 'sv', 'nb'],
    ['it', 'sv', 'sv'],
    [null, 'nb', 'nb'],
    ['it', 'it', 'en'],
    ['it', 'de', 'de'],
  ])('with the locale %s of the person and %s of the account is in %s', (person, account, language) => {
    expect(messageLanguage({ locale: person }, { locale: account, informalGerman: false, trade: null })).toBe(language);
  });

  it.each([
    ['de', 'de-du'],
    [null, 'nb'],
    ['da', 'da'],
  ])('addresses people by “du” in German if the account wishes it: %s', (locale, wording) => {
    expect(messageLanguage({ locale }, { locale: 'nb', informalGerman: true, trade: null })).toBe(wording);
  });
});
