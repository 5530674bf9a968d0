import { iso31661 } from 'iso-3166/1.js';
import { Account } from '../../../../src/domain/account/account.entity.js';
import { sampleBooking } from '../../../../src/domain/messaging/composing/preview-template.queries.js';
import { renderMessage } from '../../../../src/domain/messaging/composing/rendered-message.rules.js';
import { MessageChannel } from '../../../../src/domain/messaging/delivery/message.entity.js';
import { formatMoney } from '../../../../src/domain/money.rules.js';
import { newOrderText } from '../../../../src/domain/order/order-texts.rules.js';
import { formatsOf } from '../../../../src/http/public-pages/booking-page/formats.js';
import { type Language, languages } from '../../../../src/platform/language.js';
import { formatLocalized, localeOf } from '../../../../src/platform/time/localized.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const now = new Date('2026-03-02T07:00:00Z');
const zone = 'Europe/Oslo';
const begin = '2026-03-03T07:00:00Z';
const countries = iso31661.map(({ alpha2 }) => alpha2);

/** The countries, without those that read the language as one before them. */
const countriesOf = (language: Language): Iterable<string> =>
  new Map(countries.map((country) => [localeOf(language, country), country])).values();

const otherSpaces = /(?! )\p{Zs}/u;

/** Renders a text of the account, and the built-in text, for the sample booking. */
async function messagesOf(language: Language, countryCode: string, currency: string | null) {
  const account = { ...new Account(), name: 'Acme', countryCode, currency, suspendedAt: null };
  const context = { account, zone: zoneOf(zone), address: '', siteDomain: undefined, clock: { now: () => now } };
  const render = (body: string, builtIn?: 'confirmation') =>
    renderMessage(
      context,
      sampleBooking(language, now),
      MessageChannel.EMAIL,
      { subject: '', body, ...(builtIn && { builtIn }) },
      language,
    );
  const { html = '' } = await render('', 'confirmation');
  const { body = '' } = await render("{{ booking.booked_from | i18n_date }}|{{ '2026-03-03' | i18n_date }}");
  return {
    liquid: body,
    facts: [...html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text = '']) => text.replaceAll('&#39;', "'")),
  };
}

it.each(languages)(
  'in %s, mails, Liquid and pages write the same dates and prices in each country',
  async (language) => {
    for (const countryCode of countriesOf(language)) {
      const page = formatsOf({ language, countryCode, zone, currency: 'NOK' });
      const { liquid, facts } = await messagesOf(language, countryCode, 'NOK');
      expect([countryCode, liquid]).toEqual([countryCode, `${page.moment(begin)}|${page.day('2026-03-03')}`]);
      expect(facts).toContain(`${page.moment(begin)} ${page.zoneName(begin)}`);
      expect(facts).toContain(page.price('450.0'));
      const shown = [
        ...[
          liquid,
          page.period(begin, '2026-03-03T12:30:00Z'),
          page.months('2026-03-01', '2026-04-05'),
          page.time(begin),
        ],
        ...[page.dayRange('2026-03-02', '2026-03-08'), page.shortDay('2026-03-03'), page.minutes(90), page.days(3)],
      ];
      expect([countryCode, shown.filter((text) => otherSpaces.test(text))]).toEqual([countryCode, []]);
    }
  },
);

it.each(languages)('in %s, mails and pages write the same amounts of each currency', (language) => {
  const locale = localeOf(language, 'NO');
  for (const currency of [...Intl.supportedValuesOf('currency'), 'VED', 'ZWG', null]) {
    const page = formatsOf({ language, countryCode: 'NO', zone, currency });
    for (const amount of ['0', '1450.0', '99.5', '1234.5678', '-20']) {
      const text = formatMoney(amount, currency, locale);
      const order = { accountName: 'Acme', orderId: 7, buyer: null, countryCode: 'NO', currency, balance: amount };
      expect([currency, amount, page.price(amount)]).toEqual([currency, amount, text]);
      expect(newOrderText(language, { ...order, items: [] }).body).toContain(`: ${text}\n`);
      expect(text).not.toMatch(otherSpaces);
    }
  }
});

it('a slot has the form of its language alone, whatever the country', () => {
  expect(formatLocalized(Date.parse(begin), 'en', zoneOf(zone))).toBe('Tuesday, March 3, 2026 at 8:00 AM');
});

it('mails name the tax rate that a price includes', async () => {
  const account = { ...new Account(), name: 'Acme', countryCode: 'NO', currency: 'NOK', suspendedAt: null };
  const context = { account, zone: zoneOf(zone), address: '', siteDomain: undefined, clock: { now: () => now } };
  const { service, ...sample } = sampleBooking('nb', now);
  const details = { ...sample, service: service && { ...service, taxName: 'MVA 25 %' } };
  const text = { subject: '', body: '', builtIn: 'confirmation' } as const;
  const { html } = await renderMessage(context, details, MessageChannel.EMAIL, text, 'nb');
  expect(html).toContain('450 kr inkludert MVA 25 %');
});
