import { clientNetwork } from '../../../platform/addresses.js';
import { type AttemptLimit, codesPerRecipient } from '../../../platform/database/attempt-limiter.js';
import { textKey } from '../../../platform/text.js';
import type { RequestContext } from '../../context.js';
import { formatPhoneNumber } from '../../text/contact-details.js';
import type { PublicPersonInput } from './public-booking.input.js';

const hour = 60;

/** Limits the codes that visitors can try for a booking. */
export function guessLimits(
  { clientAddress }: Pick<RequestContext, 'clientAddress'>,
  bookingId: number,
): { byNetwork: AttemptLimit[]; ofBooking: AttemptLimit[] } {
  const network = clientNetwork(clientAddress);
  return {
    byNetwork: [{ name: 'booking-code:network', subject: network, maxAttempts: 20, minutes: hour }],
    ofBooking: [
      {
        name: 'booking-code:network-and-booking',
        subject: `${network} ${bookingId}`,
        maxAttempts: 5,
        minutes: 24 * hour,
      },
      { name: 'booking-code:booking', subject: String(bookingId), maxAttempts: 50, minutes: 24 * hour },
    ],
  };
}

/**
 * Whether pages may show a code, because it is not sent and protects nobody: in a sandbox. The demo account is one, except
 * in databases that are older than this; there, in the demo of a server that does not send.
 */
export function isCodeShown(
  { account, sends }: Pick<RequestContext, 'account' | 'sends'>,
  channel: 'email' | 'sms',
): boolean {
  const isDemo = sends?.demoSite !== undefined && sends.demoSite === account.subdomain;
  return account.sandbox || (isDemo && !sends[channel]);
}

/** Limits what visitors of a network make this server send. */
export function networkLimit({ clientAddress }: Pick<RequestContext, 'clientAddress'>): AttemptLimit {
  const { minutes } = codesPerRecipient;
  return { name: 'public-booking:network', subject: clientNetwork(clientAddress), maxAttempts: 30, minutes };
}

/** Limits how often the code of a booking is sent again: once in a minute and three times in all. */
export function resendLimits(bookingId: number, recipient: string): AttemptLimit[] {
  const subject = String(bookingId);
  return [
    { name: 'resend-code:pause', subject, maxAttempts: 1, minutes: 1 },
    // Longer than any hold that a visitor makes.
    { name: 'resend-code:booking', subject, maxAttempts: 3, minutes: 30 * 24 * hour },
    { name: 'resend-code:recipient', subject: recipient, ...codesPerRecipient },
  ];
}

/**
 * Limits the bookings of visitors, because each may send a code or another message: three in 10 minutes per email
 * address or phone number, and 30 per network. The limits count the given address, not the matched person, so that a
 * rejection does not reveal which people the account has.
 */
export function publicBookingLimits(
  { account, clientAddress }: Pick<RequestContext, 'account' | 'clientAddress'>,
  { email, phoneNumber, countryCode }: PublicPersonInput,
): AttemptLimit[] {
  const number = phoneNumber?.trim();
  const recipients = [
    email && textKey(email.trim()),
    number && (formatPhoneNumber(number, countryCode || account.countryCode) ?? number),
  ];
  return [
    networkLimit({ clientAddress }),
    ...recipients.flatMap((subject) =>
      subject ? [{ name: 'public-booking:recipient', subject, ...codesPerRecipient }] : [],
    ),
  ];
}

/** Limits the bookings of a visitor who has proved an address, to which no code is sent: a family books several at once. */
export function provedVisitorLimits(
  { clientAddress }: Pick<RequestContext, 'clientAddress'>,
  address: string,
): AttemptLimit[] {
  const { minutes } = codesPerRecipient;
  return [
    networkLimit({ clientAddress }),
    { name: 'public-booking:visitor', subject: address, maxAttempts: 20, minutes },
  ];
}

/**
 * Dots within a word, before a capital or before another letter or digit, including the full-width dots of host names.
 */
const dotBeforeCapital = /([.\u3002\uff0e\uff61])(?=\p{Lu})/gu;
const dotBeforeOther = /[.\u3002\uff0e\uff61](?=[\p{Ll}\p{Lo}\p{N}])/u;

/**
 * Removes URLs from a visitor's name, because the greeting of a message to any address contains the name. Mail clients
 * also turn `example.org` and `www.example.org/x` into links, so words with a dot before a lower-case letter or a digit
 * are removed, too. A dot before a capital may follow an initial: `J.R.Smith` becomes `J. R. Smith`, which is not a
 * link.
 */
export function removeUrls(name: string): string {
  const words = name.split(/\s/u).filter((word) => !word.includes('://') && !dotBeforeOther.test(word));
  return words.map((word) => word.replace(dotBeforeCapital, '$1 ')).join(' ');
}
