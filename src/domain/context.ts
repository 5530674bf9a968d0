import type { Actor } from '../outbox/actor.js';
import type { ChangedBy, RecordedChange } from '../outbox/recorded-change.js';
import type { Cell } from '../platform/cells/cell.js';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { DomainError } from '../platform/errors.js';
import type { OpenIdProviders } from '../platform/open-id/open-id-providers.js';
import type { PaymentProviders } from '../platform/payments/payment-provider.js';
import type { Clock } from '../platform/time/clock.js';
import type { PlainDate } from '../platform/time/plain-date.js';
import type { Zone } from '../platform/time/zone.js';
import type { SlotCache } from './availability/slot-cache.js';
import type { FeeTerms } from './cancellation-fee.rules.js';
import type { DepositTerms } from './deposit.rules.js';
import type { RoundingOfTax } from './money.rules.js';
import type { Refusal, WantedBooking } from './refusal/refusal.rules.js';
import type { TipTerms } from './tip-percentages.rules.js';

/** The refusals of the items of a bulk mutation that are not of their type, by index. The list itself has a stand-in for each. */
export type RefusedItems = ReadonlyMap<number, DomainError>;

/** The slots that the fields of a request have listed, and the resources in them: see `spendSlots`. */
export interface SlotBudget {
  slots: number;
  resources: number;
}

/** Notes why mutations about bookings were refused. */
export interface RefusalNotes {
  /** Notes that an operation has refused a request. Returns at once. */
  note(context: RequestContext, operation: string, refusal: Refusal, wanted: WantedBooking): void;
}

/** Whether a mail server and an SMS gateway are set, and it is no test environment. */
export interface SendingChannels {
  readonly email: boolean;
  readonly sms: boolean;
  /** The subdomain of the demo account, if there is one. Its visitors see the codes that are not sent. */
  readonly demoSite?: string | undefined;
}

/** The addresses from which emails are sent. */
export interface MailSettings {
  /** The operator's address, `MAIL_FROM`. Undefined: accounts send from their own email addresses. */
  readonly from?: string | undefined;
  /** The domains in which an account may have a sender of its own, `MAIL_FROM_DOMAINS`. None by default. */
  readonly fromDomains?: readonly string[];
}

/** The interfaces by which somebody comes in, with the meanings for clients. */
export const accessInterfaces = {
  rest: 'REST and sign-in by a program',
  graphql: 'GraphQL by a program',
  mcp: 'the Model Context Protocol, by an agent',
  dashboard: 'the dashboard and the page to choose a password',
  command: 'a command of the operator',
  server: 'a job',
} as const satisfies Record<string, string>;

export type AccessInterface = keyof typeof accessInterfaces;

/** An attempt that was refused, for the log of the server. It has no email and no password. */
export interface RefusedAccess {
  /** The kind of event in the security log. */
  event: string;
  /** The id of the account; null if there is none with the name that was given. */
  account: number | null;
  /** The IP address of the client. */
  address: string;
  requestId: string;
}

/**
 * The attributes of its account that a request reads from its context. Features get the account through it, so that
 * the context does not depend on the feature that stores accounts.
 */
export interface AccountAttributes extends Readonly<DepositTerms>, Readonly<FeeTerms>, Readonly<TipTerms> {
  readonly id: number;
  readonly name: string;
  readonly subdomain: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly address: string | null;
  /** The digest of the image. */
  readonly logo: string | null;
  /** Such as `#1f5fbf`. */
  readonly accentColour: string | null;
  readonly countryCode: string;
  readonly locale: string;
  readonly informalGerman: boolean;
  readonly timeZone: string;
  readonly currency: string | null;
  /** Opened: see `openLinkSecret`. */
  readonly linkSecret: string;
  readonly calendarId: string;
  readonly publicAccess: boolean;
  readonly myBookings: boolean;
  readonly rememberVisitors: boolean;
  readonly allowCancellation: boolean;
  readonly cancellationPeriod: string | null;
  readonly sandbox: boolean;
  readonly suspendedAt: Date | null;
  readonly pausedAt: Date | null;
  readonly verificationMethod: number;
  readonly confirmManually: boolean;
  readonly trustMoves: boolean;
  readonly emailNotification: boolean;
  readonly smsNotification: boolean;
  readonly mailNotificationRecipient: string | null;
  readonly mailFrom: string | null;
  readonly mailFromName: string | null;
  readonly replyTo: string | null;
  /** A `CalendarAttachment`. */
  readonly calendarAttachment: string;
  readonly reminderSms: boolean;
  readonly closedForHolidays: boolean;
  readonly closedDays: readonly {
    readonly from: PlainDate;
    readonly to: PlainDate;
    readonly reason: string | null;
    readonly repeatsYearly: boolean;
  }[];
  /** Whether it has calendars of other programs that occupy resources. */
  readonly readsCalendars: boolean;
  /** Whether services have needs, or had them, so that bookings have places on several resources. */
  readonly hasNeeds: boolean;
  readonly intervalRounding: number;
  readonly slotGenerationType: number;
  readonly waitlistHoldMinutes: number;
  readonly maxActivePerPerson: number | null;
  readonly maxDailyPerPerson: number | null;
  readonly maxWeeklyPerPerson: number | null;
  /** A `Trade`. */
  readonly trade: string | null;
  readonly taxRounding: RoundingOfTax | null;
  readonly legalName: string | null;
  readonly organisationNumber: string | null;
  readonly vatNumber: string | null;
  readonly documentCountry: string | null;
  /** The documents that are issued by themselves. */
  readonly documents: 'receipt' | null;
  readonly documentRetentionYears: number | null;
  readonly invoiceDueDays: number | null;
  readonly vatExchangeRate: string | null;
  /** A `PersonOverlaps`. */
  readonly personOverlaps: string;
  readonly firstBookablePeriod: string | null;
  readonly futureBookablePeriod: string | null;
  readonly settings: Record<string, unknown> | null;
  readonly smsVerification: string | null;
  readonly smsConfirmation: string | null;
  readonly smsModification: string | null;
  readonly smsCancellation: string | null;
  readonly smsReminder: string | null;
  readonly smsWaitlistOffer: string | null;
  readonly mailVerification: string | null;
  readonly mailConfirmation: string | null;
  readonly mailModification: string | null;
  readonly mailCancellation: string | null;
  readonly mailWaitlistOffer: string | null;
  readonly mailVerificationSubject: string | null;
  readonly mailConfirmationSubject: string | null;
  readonly mailModificationSubject: string | null;
  readonly mailCancellationSubject: string | null;
  readonly mailWaitlistOfferSubject: string | null;
}

/** The account, the actor and the dependencies of resolvers and actions. Created per request, message or job. */
export interface RequestContext {
  readonly account: AccountAttributes;
  readonly zone: Zone;
  readonly actor: Actor;
  readonly db: AccountDatabase;
  readonly clock: Clock;
  /** The clock of the server, for what must not depend on the account: keys, sessions, rate limits and deliveries. */
  readonly serverClock: Clock;
  /** The id of the session of the user; undefined unless the actor is one. */
  readonly sessionId?: number;
  readonly requestId: string;
  /** The IP address of the client; empty outside a request. */
  readonly clientAddress: string;
  /** The `User-Agent` header; undefined outside a request. */
  readonly userAgent?: string | undefined;
  /** The interface by which the request came in; absent for a job. */
  readonly interface?: AccessInterface | undefined;
  /** Writes a refusal to the log of the server; set only for requests. */
  readonly logRefusal?: ((refusal: RefusedAccess) => void) | undefined;
  /** The base URL of this server, without a trailing slash; empty if it is unknown (`publicAddress`). */
  readonly address: string;
  /** The domain of the sites' hosts, `SITE_DOMAIN`, with or without a port; undefined if sites have no hosts of their own. */
  readonly siteDomain?: string | undefined;
  /** The addresses from which emails are sent. */
  readonly mail?: MailSettings | undefined;
  /** The channels by which this server sends messages; set only for requests. */
  readonly sends?: SendingChannels;
  /** Whether webhooks may target private addresses; set only for requests. */
  readonly allowsPrivateTargets?: boolean;
  /** Notes refusals of bookings; set only for requests. */
  readonly refusals?: RefusalNotes;
  /** Caches slots between requests; set only for requests. */
  readonly slotCache?: SlotCache;
  readonly slotBudget: SlotBudget;
  /** The refused items of lists in variables, by the name of the variable; set only for requests. */
  readonly refusedVariables?: ReadonlyMap<string, RefusedItems>;
  /** The refused items of a bulk mutation; set only for its resolver. */
  readonly refusedItems?: RefusedItems;
  /** The payment providers of this server; set only for requests. */
  readonly paymentProviders?: PaymentProviders;
  /** Reads what identity providers publish; set only for requests. */
  readonly openIdProviders?: OpenIdProviders;
  /** The token of a visitor's session that the request carries: see `requireVisitor`. */
  readonly visitorToken?: string | undefined;
  /**
   * Starts work with the context of the request, outside of its transaction, and returns at once; set only for requests.
   * The response does not wait for it, so its time does not reveal what the work found.
   */
  readonly startAfterwards?: (work: (context: RequestContext) => Promise<void>) => void;
  /** The cell of this process; set only for requests, on a server with cells. */
  readonly cell?: Cell | undefined;
}

/** The part of the context that comes from the request. */
export type RequestOrigin = Pick<
  RequestContext,
  | 'requestId'
  | 'clientAddress'
  | 'userAgent'
  | 'interface'
  | 'logRefusal'
  | 'address'
  | 'sends'
  | 'siteDomain'
  | 'mail'
  | 'allowsPrivateTargets'
  | 'slotCache'
  | 'refusals'
  | 'paymentProviders'
  | 'openIdProviders'
  | 'cell'
>;

/** Whether the actor is a visitor of the public site, who is anonymous or has a booking's link, with restricted access. */
export function isVisitor({ actor }: RequestContext): boolean {
  return actor.kind === 'public' || actor.kind === 'booking_link';
}

/** Today's date on the account's wall clock. */
export function today({ zone, clock }: RequestContext): PlainDate {
  return zone.dateAt(clock.now().getTime());
}

/** The actor and the time of a change, for the change log. */
export function changedBy({ actor, clock, serverClock, requestId, clientAddress }: RequestContext): ChangedBy {
  return {
    actor,
    at: clock.now(),
    loggedAt: serverClock.now(),
    requestId: clientAddress === '' ? undefined : requestId,
  };
}

/** The context of a GraphQL subscription. */
export interface SubscriptionContext extends RequestContext {
  /**
   * Streams the account's changes that match `isWanted`, in the order of the log: those after the cursor, or new ones.
   *
   * @throws DomainError INVALID on `after` if the cursor is invalid or too old
   */
  changes(
    isWanted: (change: RecordedChange) => boolean,
    after?: string | null,
  ): Promise<AsyncIterableIterator<RecordedChange>>;
}
