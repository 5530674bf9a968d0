import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Wording } from '../../../platform/language.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import { toStorable } from '../../../platform/text.js';
import { Account } from '../../account/account.entity.js';
import { CalendarAttachment } from '../../account/account-choices.rules.js';
import { Booking } from '../../booking/booking.entity.js';
import { createLinkToken, visitingGuardian } from '../../booking/link/booking-link.rules.js';
import type { MessageKind } from '../../booking/messages/message-choice.rules.js';
import type { MessageRequest } from '../../booking/messages/message-request.entity.js';
import {
  bookingEntry,
  calendarAccount,
  formatEntry,
  formatInvitation,
  formatSeries,
} from '../../calendar/calendar.rules.js';
import type { AccountAttributes, RequestContext } from '../../context.js';
import { Event } from '../../event/event.entity.js';
import { toDecimal } from '../../money.rules.js';
import { Order } from '../../order/order.entity.js';
import { dueAmounts } from '../../order/order.rules.js';
import { Package } from '../../package/package.entity.js';
import { isActing, listMessageGuardians, type MessageGuardian } from '../../person/guardian.queries.js';
import { Person } from '../../person/person.entity.js';
import { Recurrence } from '../../recurrence/recurrence.entity.js';
import { Resource } from '../../resource/resource.entity.js';
import { Service } from '../../service/service.entity.js';
import { salesPriceOf } from '../../tax-rate/tax.rules.js';
import { TaxRate } from '../../tax-rate/tax-rate.entity.js';
import { Message, MessageChannel } from '../delivery/message.entity.js';
import {
  type NewMessage,
  type QueuedKind,
  queueMessage,
  recordFailedMessage,
} from '../delivery/message-queue.actions.js';
import type { MessageText } from './built-in-texts.rules.js';
import { messageLanguage } from './message-values.rules.js';
import { renderMessage } from './rendered-message.rules.js';
import type { SeriesDetails, Subject } from './series-values.rules.js';

interface Composition {
  kind: QueuedKind;
  channel: MessageChannel;
  to: Recipient;
  /** A booking has at most one message with the same key. */
  deduplicationKey: string;
  text: MessageText;
  language: Wording;
  calendar?: string | undefined;
}

/** Somebody who gets a message about a booking. */
export interface Recipient {
  address: string;
  /** Null for the booking's person. */
  guardian: Pick<MessageGuardian, 'id' | 'isActing' | 'locale'> | null;
}

/**
 * Returns who gets a message about a booking by a channel: the person, where it has an address or the verification code was
 * sent, and the guardians who get its messages. Each address once: one that a guardian has is that of the guardian.
 */
export function recipientsOf(details: BookingDetails, channel: MessageChannel): Recipient[] {
  const { person, guardians } = details;
  const address = addressOf(person, channel);
  const own = address === undefined ? verificationRecipient(details, channel) : { address, guardian: null };
  const ofGuardians = guardians.flatMap((guardian): Recipient[] => {
    const own = addressOf(guardian, channel);
    return own === undefined ? [] : [{ address: own, guardian }];
  });
  const isGuardian = ofGuardians.some((one) => one.address === own?.address);
  const all = own === undefined || isGuardian ? ofGuardians : [own, ...ofGuardians];
  return all.filter((one, index) => all.findIndex((other) => other.address === one.address) === index);
}

/** Returns the details as a recipient sees them: a guardian has a link of its own, or none if it may not change the booking. */
export function detailsFor(details: BookingDetails, { guardian }: Recipient): BookingDetails {
  if (!guardian) return details;
  const linkGuardianId = guardian.isActing ? guardian.id : null;
  const seen = (booking: Booking): Booking => ({ ...booking, linkGuardianId });
  const { series } = details;
  return {
    ...details,
    booking: seen(details.booking),
    ...(series && { series: { ...series, bookings: series.bookings.map(seen) } }),
  };
}

/** A recipient of a message, with the details as it sees them. */
export interface Addressed {
  recipient: Recipient;
  details: BookingDetails;
  /** The key of its message. */
  deduplicationKey: string;
}

/**
 * Returns the recipients of a message. That of a visit is divided by address, because its people may have the same guardian:
 * each gets one message, about the bookings of which it gets messages.
 *
 * @param recipientsOfOne returns the recipients of a message about one booking, or about a series
 */
export async function addressMessage(
  tx: AccountTransaction,
  details: BookingDetails,
  deduplicationKey: string,
  recipientsOfOne: (details: BookingDetails) => Recipient[],
): Promise<Addressed[]> {
  const { series } = details;
  if (!series?.subjects) {
    return recipientsOfOne(details).map((recipient, index) => {
      const key = keyFor(deduplicationKey, recipient, index);
      return { recipient, details: detailsFor(details, recipient), deduplicationKey: key };
    });
  }
  const parts: Omit<Addressed, 'deduplicationKey'>[] = [];
  for (const booking of series.bookings) {
    const own = await readBookingDetails(tx, booking);
    for (const recipient of recipientsOfOne(own)) parts.push({ recipient, details: detailsFor(own, recipient) });
  }
  const sentAbout = new Map<number, number>();
  return [...Map.groupBy(parts, ({ recipient }) => recipient.address).values()].flatMap((seen) => {
    const [first] = seen;
    if (!first) return [];
    const { booking } = first.details;
    const index = sentAbout.get(booking.id) ?? 0;
    sentAbout.set(booking.id, index + 1);
    const bookings = seen.map((part) => part.details.booking);
    const ofVisit = bookings.length > 1 ? { series: { ...series, bookings } } : {};
    const key = keyFor(deduplicationKey, first.recipient, index);
    return [{ recipient: first.recipient, details: { ...first.details, ...ofVisit }, deduplicationKey: key }];
  });
}

/** Returns the language of a message to a recipient. */
export function languageFor(
  { person }: Pick<BookingDetails, 'person'>,
  { guardian }: Recipient,
  account: Pick<AccountAttributes, 'locale' | 'informalGerman' | 'trade'>,
): Wording {
  return messageLanguage(guardian?.locale ? guardian : person, account);
}

/** The key of a message to a recipient: the first one has that of the message, as others do who are alone. */
function keyFor(deduplicationKey: string, { guardian }: Recipient, index: number): string {
  return index === 0 || !guardian ? deduplicationKey : `${deduplicationKey}:${guardian.id}`;
}

function addressOf(
  person: Pick<Person, 'email' | 'phoneNumberFormatted'> | null,
  channel: MessageChannel,
): string | undefined {
  return (channel === MessageChannel.EMAIL ? person?.email : person?.phoneNumberFormatted) ?? undefined;
}

/** Returns where the verification code is sent; undefined if the booking is not verified by that channel. */
export function verificationAddress({ booking }: BookingDetails, channel: MessageChannel): string | undefined {
  return booking.verificationMethod === channel ? (booking.verificationRecipient ?? undefined) : undefined;
}

/** Returns who gets the verification code; undefined also if a guardian made the booking who may not act any more. */
export function verificationRecipient(details: BookingDetails, channel: MessageChannel): Recipient | undefined {
  const address = verificationAddress(details, channel);
  const { visitingGuardian: guardian = null } = details;
  return address === undefined || guardian?.isActing === false ? undefined : { address, guardian };
}

/** Returns whether the booking has a message with that key. Call it under the booking's lock. */
export async function hasMessage(
  tx: AccountTransaction,
  bookingId: number,
  deduplicationKey: string,
): Promise<boolean> {
  return (await tx.count(Message, { bookingId, deduplicationKey })) > 0;
}

/** Renders a message and queues it. If its text is wrong, stores the message as failed, with the reason. */
export async function composeMessage(
  context: RequestContext,
  tx: AccountTransaction,
  details: BookingDetails,
  { kind, channel, to, deduplicationKey, ...content }: Composition,
): Promise<void> {
  const { booking, person } = details;
  const shell = {
    kind,
    channel,
    recipient: to.address,
    toGuardian: to.guardian !== null,
    deduplicationKey,
    bookingId: booking.id,
    ...(person && { personId: person.id }),
  };
  const rendered = await renderOrExplain(context, details, { channel, ...content });
  if ('failure' in rendered) await recordFailedMessage(context, tx, { ...shell, body: '' }, rendered.failure);
  else await queueMessage(context, tx, { ...shell, ...rendered });
}

type RenderedMessage = Pick<NewMessage, 'subject' | 'body' | 'html' | 'calendar'>;

/**
 * Renders a message, or returns why its text cannot be rendered for that booking, which it never can. Other errors are
 * thrown, and the job tries again.
 */
export async function renderOrExplain(
  context: RequestContext,
  details: BookingDetails,
  { channel, text, language, calendar }: Pick<Composition, 'channel' | 'text' | 'language' | 'calendar'>,
): Promise<RenderedMessage | { failure: string }> {
  try {
    const rendered = await renderMessage(context, details, channel, text, language);
    return { ...rendered, ...(channel === MessageChannel.EMAIL && calendar !== undefined && { calendar }) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { failure: withoutSecrets(context, error.message, details) };
  }
}

function withoutSecrets({ account }: RequestContext, reason: string, details: BookingDetails): string {
  const { booking, waitlistToken } = details;
  const secrets = [createLinkToken(account, booking), booking.verificationCode ?? '', waitlistToken ?? ''].filter(
    Boolean,
  );
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason);
  return toStorable(shown.slice(0, 255));
}

/** A booking with the records that it refers to. */
export interface BookingDetails {
  booking: Booking;
  person: Person | null;
  /** The guardians who get the messages of the person. */
  guardians: readonly MessageGuardian[];
  /** The guardian who made the booking on the public site, if one did. */
  visitingGuardian?: Recipient['guardian'];
  /** With the name of the tax rate that its price includes, if it has one. */
  service: (Service & { taxName?: string | null }) | null;
  event: Event | null;
  resource: Resource | null;
  /** The amount that is due at the appointment beside a deposit; absent without one. */
  dueLater?: string;
  /** The package that pays for it, as it is now; absent without one. */
  package?: Pick<Package, 'title' | 'units' | 'used'>;
  /** The token of the waitlist's offer that the message is about. */
  waitlistToken?: string;
  /** The dates of a series, if the message is about several; `booking` is the first of them. */
  series?: SeriesDetails;
}

export async function readBookingDetails(tx: AccountTransaction, booking: Booking): Promise<BookingDetails> {
  const { personId, serviceId, eventId, resourceId } = booking;
  const person = personId === null ? null : await tx.find(Person, personId);
  const guardianId = visitingGuardian(booking);
  return {
    booking,
    person,
    ...(guardianId !== undefined && {
      visitingGuardian: { id: guardianId, isActing: await isActing(tx, guardianId, personId), locale: null },
    }),
    guardians: person ? await listMessageGuardians(tx, person) : [],
    service: serviceId === null ? null : await readSoldService(tx, serviceId),
    event: eventId === null ? null : await tx.find(Event, eventId),
    resource: await tx.find(Resource, resourceId),
    ...(await readDue(tx, booking)),
    ...(await readPackage(tx, booking)),
  };
}

/** Reads what is due beside a deposit. The booking has paid something by then, or another of its visit has. */
async function readDue(
  tx: AccountTransaction,
  { orderId, paidAt, paidAmount, visitId }: Booking,
): Promise<Pick<BookingDetails, 'dueLater'>> {
  if (orderId === null || paidAt !== null || (paidAmount === null && visitId === null)) return {};
  const order = await tx.find(Order, orderId);
  const later = order === null || order.deposit === null ? 0n : dueAmounts(order).later;
  return later > 0n ? { dueLater: toDecimal(later) } : {};
}

/** Reads the package of a booking that has taken units of it. */
async function readPackage(
  tx: AccountTransaction,
  { packageId, packageUnits }: Booking,
): Promise<Pick<BookingDetails, 'package'>> {
  const found = packageId === null || !packageUnits ? null : await tx.find(Package, packageId);
  return found ? { package: found } : {};
}

/** Reads a service with the price as it is sold. It is a copy, because the price of the record would be written. */
async function readSoldService(tx: AccountTransaction, id: number): Promise<BookingDetails['service']> {
  const service = await tx.find(Service, id);
  if (!service?.taxRateId) return service;
  const rate = await tx.find(TaxRate, service.taxRateId);
  const { currency } = await tx.own(Account);
  return { ...service, price: salesPriceOf(service.price, rate, currency), taxName: rate?.name ?? null };
}

/** Reads what the messages of a request are about. Returns undefined if its booking is gone. */
export async function readRequestDetails(
  tx: AccountTransaction,
  { bookingId, bookingIds }: Pick<MessageRequest, 'bookingId' | 'bookingIds'>,
): Promise<BookingDetails | undefined> {
  if (bookingIds !== null) return readSeriesDetails(tx, await tx.list(Booking, { id: { $in: bookingIds } }));
  const booking = await tx.find(Booking, bookingId);
  return booking ? readBookingDetails(tx, booking) : undefined;
}

/** Reads the details of dates of one series, or of bookings of one visit. Returns undefined without any. */
export async function readSeriesDetails(
  tx: AccountTransaction,
  dates: readonly Booking[],
): Promise<BookingDetails | undefined> {
  const bookings = dates.toSorted((one, other) => +one.bookedFrom - +other.bookedFrom);
  const [first] = bookings;
  if (!first) return undefined;
  const { collectionId, visitId } = first;
  if (visitId !== null) {
    return {
      ...(await readBookingDetails(tx, first)),
      series: { bookings, leftOut: [], ...(await readSubjects(tx, bookings)) },
    };
  }
  const [recurrence] = collectionId === null ? [] : await tx.rows(Recurrence, { collectionId }, { limit: 1 });
  return { ...(await readBookingDetails(tx, first)), series: { bookings, leftOut: recurrence?.leftOut ?? [] } };
}

async function readSubjects(
  tx: AccountTransaction,
  bookings: readonly Booking[],
): Promise<Required<Pick<SeriesDetails, 'subjects'>>> {
  const subjects = new Map<number, Subject>();
  for (const { id, serviceId, eventId } of bookings) {
    const service = serviceId === null ? null : await readSoldService(tx, serviceId);
    subjects.set(id, { service, event: eventId === null ? null : await tx.find(Event, eventId) });
  }
  return { subjects };
}

const kinds: readonly MessageKind[] = ['confirmation', 'modification', 'decline', 'cancellation'];

/**
 * Creates the iCalendar text that adds a booking to the recipient's calendar or removes it: an invitation or a file, as the
 * account wants it. That of a series is a file with each date, because an invitation has one UID (RFC 5546, 3.2). Returns
 * undefined for SMS, and for kinds of messages that neither settle nor end a time.
 */
export async function createCalendarFile(
  { kind, channel, recipient }: { kind: MessageKind; channel: MessageChannel; recipient: string },
  context: Pick<RequestContext, 'account' | 'mail' | 'clock'>,
  { booking, person, service, event, series }: BookingDetails,
): Promise<string | undefined> {
  if (channel !== MessageChannel.EMAIL || !kinds.includes(kind)) return undefined;
  const account = calendarAccount(context);
  const now = context.clock.now();
  if (series) {
    const entries = series.bookings.map((one) => bookingEntry(one, series.subjects?.get(one.id) ?? { service, event }));
    return formatSeries(account, entries, now);
  }
  const entry = bookingEntry(booking, { service, event });
  if (context.account.calendarAttachment === CalendarAttachment.FILE) return formatEntry(account, entry, now);
  const name = booking.bookedForName ?? person?.name ?? null;
  return formatInvitation(account, entry, { name, email: recipient }, now);
}
