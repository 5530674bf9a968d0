import { createHmac } from 'node:crypto';
import { languageOf, type Wording, wordingFor } from '../../../platform/language.js';
import { localeOf } from '../../../platform/time/localized.js';
import { formatWallTime } from '../../../platform/time/wall-time.js';
import type { Zone } from '../../../platform/time/zone.js';
import { myBookingsAddress, type SiteHost, siteAddress } from '../../account/site-address.rules.js';
import type { Booking } from '../../booking/booking.entity.js';
import { bookingLink } from '../../booking/link/booking-link.rules.js';
import type { AccountAttributes, RequestContext } from '../../context.js';
import type { Event } from '../../event/event.entity.js';
import { formatMoney, toAmount, toCurrencyDecimal } from '../../money.rules.js';
import type { Package } from '../../package/package.entity.js';
import type { Person } from '../../person/person.entity.js';
import type { Resource } from '../../resource/resource.entity.js';
import type { Service } from '../../service/service.entity.js';
import { type SeriesDetails, type SeriesValues, seriesValues, titleIn } from './series-values.rules.js';

/** The attributes of a service that messages read. */
interface MessageService extends Pick<Service, 'id' | 'title' | 'description' | 'terms' | 'price' | 'customData'> {
  /** The name of the tax rate that its price includes; undefined and null without one. */
  taxName?: string | null;
}

/** The attributes of a booking, and of the records that it refers to, that templates read. */
export interface TemplateDetails {
  booking: Pick<
    Booking,
    | 'id'
    | 'bookedFrom'
    | 'bookedTo'
    | 'expiresAt'
    | 'state'
    | 'linkVersion'
    | 'linkGuardianId'
    | 'bookedForName'
    | 'unverifiedAttributes'
    | 'verificationCode'
    | 'count'
    | 'price'
    | 'options'
    | 'notes'
    | 'title'
    | 'customData'
  >;
  person: Pick<Person, 'id' | 'name' | 'email' | 'phoneNumber' | 'locale' | 'customData'> | null;
  service: MessageService | null;
  event: Pick<Event, 'id' | 'title' | 'description' | 'startsAt' | 'endsAt' | 'customData'> | null;
  resource: Pick<Resource, 'id' | 'title' | 'customData'> | null;
  /** The amount that is due at the appointment beside a deposit; absent without one. */
  dueLater?: string;
  /** The package that pays for it; absent without one. */
  package?: Pick<Package, 'title' | 'units' | 'used'>;
  /** The token of the waitlist's offer that the message is about. */
  waitlistToken?: string;
  /** The dates of a series, if the message is about several; `booking` is the first of them. */
  series?: SeriesDetails<SeriesDate>;
}

export type SeriesDate = Pick<
  Booking,
  'id' | 'bookedFrom' | 'bookedTo' | 'expiresAt' | 'count' | 'state' | 'linkVersion'
>;

/** The account for which a template is rendered. */
export type MessageContext = Pick<RequestContext, 'account' | 'zone' | 'address' | 'siteDomain' | 'clock'>;

/** Returns the wording of a message to a person: in the person's language, else the account's, else English. */
export function messageLanguage(
  person: Pick<Person, 'locale'> | null,
  account: Pick<AccountAttributes, 'locale' | 'informalGerman' | 'trade'>,
): Wording {
  return wordingFor(languageOf(person?.locale, account.locale), account);
}

interface MessageValues {
  locale: string;
  booking: Record<string, unknown>;
  /** Null unless the message is about dates of a series. */
  series: SeriesValues | null;
}

/** Returns the variables of a template (contract of messages to people). */
export function messageValues(
  { account, zone, address, siteDomain, clock }: MessageContext,
  { booking, person, service, event, resource, dueLater, package: paying, waitlistToken, series }: TemplateDetails,
  language: Wording,
): MessageValues {
  const linkOf = (one: SeriesDate): string => bookingLink(address, account, one, { siteDomain, now: clock.now() });
  const timesOf = (from: Date, to: Date) => ({
    booked_from: written(from, zone),
    booked_to: written(to, zone),
    booked_from_iso8601: zone.format(from.getTime()),
    booked_to_iso8601: zone.format(to.getTime()),
    time_range: timeRange(from, to, zone),
  });
  const dateOf = (one: SeriesDate) => ({
    id: one.id,
    title: series ? titleIn(series, one.id) : null,
    ...timesOf(one.bookedFrom, one.bookedTo),
    count: one.count,
    link: linkOf(one),
  });
  return {
    locale: languageOf(language),
    series: series ? seriesValues(series, language, dateOf, (from, to) => timesOf(new Date(from), new Date(to))) : null,
    booking: {
      id: booking.id,
      state: booking.state,
      ...timesOf(booking.bookedFrom, booking.bookedTo),
      verification_code: booking.verificationCode,
      verification_link: verificationLink(address, account, booking),
      link: linkOf(booking),
      waitlist_link: waitlistLink(address, account, waitlistToken, { siteDomain }),
      my_bookings_link: myBookingsAddress(address, account, { siteDomain }),
      expires_at: booking.expiresAt && written(booking.expiresAt, zone),
      count: booking.count,
      notes: booking.notes,
      title: booking.title,
      price: amountOf(priceOf(booking, service), account),
      due_later:
        dueLater === undefined
          ? null
          : formatMoney(dueLater, account.currency, localeOf(language, account.countryCode)),
      package: paying === undefined ? null : { title: paying.title, units: paying.units, used: paying.used },
      options:
        booking.options?.map(({ title, quantity, minutes, price }) => ({
          ...{ title, quantity, minutes, price: amountOf(price, account) },
        })) ?? null,
      custom_data: booking.customData,
      booked_for_name: booking.bookedForName,
      person: person && personValues(person, booking),
      service: service && {
        id: service.id,
        title: service.title,
        description: service.description,
        terms: service.terms,
        price: amountOf(service.price, account),
        custom_data: service.customData,
      },
      event: event && {
        id: event.id,
        title: event.title,
        description: event.description,
        starts_at: written(event.startsAt, zone),
        ends_at: written(event.endsAt, zone),
        custom_data: event.customData,
      },
      resource: resource && { id: resource.id, title: resource.title, custom_data: resource.customData },
      client: {
        id: account.id,
        name: account.name,
        email: account.email,
        phone_number: account.phoneNumber,
        address: account.address,
        subdomain: account.subdomain,
        locale: account.locale,
        currency: account.currency,
      },
    },
  };
}

/**
 * Returns the values of the person. As long as the visitor who booked has not entered the code, those of a person who was
 * known before are what the visitor typed: the message may go to an address that is not the person's.
 */
export function personValues(
  { id, name, email, phoneNumber, locale, customData }: NonNullable<TemplateDetails['person']>,
  { unverifiedAttributes: typed }: Pick<Booking, 'unverifiedAttributes'>,
) {
  return typed
    ? { id, name: typed.name, email: typed.email, phone_number: typed.phoneNumber, locale, custom_data: null }
    : { id, name, email, phone_number: phoneNumber, locale, custom_data: customData };
}

/** Returns the price of one person, which may be that of the resource. */
export function priceOf(booking: { price: string | null }, service: { price: string | null } | null): string | null {
  return booking.price ?? service?.price ?? null;
}

function amountOf(price: string | null, { currency }: { currency: string | null }): string | null {
  return price ? toCurrencyDecimal(toAmount(price), currency) : null;
}

/** Formats local time with its offset, `2026-03-02 12:00:00 +0100`, which Liquid's date filters can parse. */
function written(instant: Date, zone: Zone): string {
  const [date, time = ''] = zone.format(instant.getTime()).split('T');
  return `${date} ${time.slice(0, 8)} ${time.slice(8).replace(':', '')}`;
}

/** Formats `12:00–13:00`, with the date of the end if the days differ. */
function timeRange(from: Date, to: Date, zone: Zone): string {
  const [start, end] = [from.getTime(), to.getTime()];
  const time = (instant: number): string => formatWallTime(zone.minuteOfDayAt(instant));
  const isSameDay = zone.dateAt(start) === zone.dateAt(end);
  return `${time(start)}–${isSameDay ? '' : `${zone.dateAt(end)} `}${time(end)}`;
}

type Owner = Pick<AccountAttributes, 'id' | 'linkSecret'>;

/**
 * The page on which an offer of the waitlist is taken; empty if the address is unknown, the account has no public site or
 * there is no offer.
 */
export function waitlistLink(
  address: string,
  account: Pick<AccountAttributes, 'subdomain' | 'publicAccess'>,
  token: string | undefined,
  host: SiteHost,
): string {
  return address && account.publicAccess && token ? `${siteAddress(address, account, host)}/waitlist/${token}` : '';
}

/** The page that verifies a booking; empty if the address is unknown or the booking has no code. */
export function verificationLink(
  address: string,
  account: Owner,
  { id, verificationCode }: Pick<Booking, 'id' | 'verificationCode'>,
): string {
  if (!address || verificationCode === null) return '';
  return `${address}/verify/${account.id}-${id}-${verificationProof(account, id, verificationCode)}`;
}

/** Proves that its holder received the code, without containing the code. */
export function verificationProof({ linkSecret }: Pick<Owner, 'linkSecret'>, bookingId: number, code: string): string {
  return createHmac('sha256', linkSecret).update(`verify-booking:${bookingId}:${code}`).digest('base64url');
}
