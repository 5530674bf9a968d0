/** The keys of an account at a provider. Never logged or shown. */
export interface ProviderCredentials {
  /** Authenticates requests to the provider. */
  secretKey: string;
  /** Verifies notifications of the provider. Null if it signs none. */
  webhookSecret: string | null;
}

/** A page of the provider. Amounts are ten-thousandths of the currency unit. */
interface Page {
  /** ISO 4217, in upper case. */
  currency: string;
  /** Shown to the customer. */
  title: string;
  /** Returned in notifications and shown to the account by the provider. */
  orderId: number;
  customerEmail: string | null;
  /** The address to which the customer returns after the payment. */
  successUrl: string;
  /** The address to which the customer returns without a payment. */
  cancelUrl: string;
  /** The address of notifications about it; null if the server does not know its own. */
  notificationUrl: string | null;
  /** A repeated request with the same key returns the same checkout. A UUID. */
  idempotencyKey: string;
}

/** A page on which a customer pays. */
interface PaymentPage extends Page {
  purpose: 'payment';
  amount: bigint;
  /** Whether the payment is taken at once, or authorised until `capture` or `release`. */
  capture: 'automatic' | 'manual';
  /** Whether the provider stores the card for `chargeSaved`. The page tells the customer. */
  save: boolean;
}

/** A page on which a customer stores a card for `chargeSaved`, without paying. */
interface CardPage extends Page {
  purpose: 'card';
}

export type NewCheckout = PaymentPage | CardPage;

export interface StartedCheckout {
  /** The provider's identifier of the checkout. */
  reference: string;
  /** The address of the page. */
  url: string;
  /** The time at which the page expires; null if the provider does not say. */
  expiresAt: Date | null;
}

/** A card that the provider has stored. */
export interface SavedCard {
  /** The provider's identifier of the customer. */
  customer: string;
  /** The provider's identifier of the card. */
  card: string;
}

/** A payment, or its authorisation, that a notification is about. */
interface NotifiedPayment {
  eventId: string;
  checkout: string;
  /** The provider's identifier of the payment, by which it is captured, released and refunded. */
  payment: string;
  amount: bigint;
  currency: string;
  /** The card, if the checkout stores it. */
  saved: SavedCard | null;
  /** Those of its refunds that failed. Empty if the provider notifies of each. */
  failedRefunds: readonly FailedRefund[];
}

/** A refund that the provider accepted, and that failed later. */
export interface FailedRefund {
  /** The provider's identifier of the refund. */
  refund: string;
  /** The idempotency key of its request; null if the server did not ask for it. */
  key: string | null;
}

/** An authentic notification. */
export type ProviderNotification =
  | ({ kind: 'paid' } & NotifiedPayment)
  /** The amount waits for `capture`. */
  | ({ kind: 'authorised' } & NotifiedPayment)
  /** A checkout without a payment has stored a card. */
  | { kind: 'saved'; eventId: string; checkout: string; saved: SavedCard }
  | { kind: 'expired'; eventId: string; checkout: string }
  | { kind: 'refund_failed'; eventId: string; failedRefunds: readonly FailedRefund[] }
  /** The server ignores it. */
  | { kind: 'other'; eventId: string };

export interface ReceivedNotification {
  /** The headers of the request, in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it was sent. */
  body: string;
  /** The time at which the payment arrived. */
  at: Date;
  /** Whether a checkout is one of this account. Nothing else is read from the provider for whoever sends a notification. */
  isKnown: (checkout: string) => Promise<boolean>;
}

/** A payment of which an amount is captured or refunded. */
export interface PartOfPayment {
  /** The provider's identifier of the payment. */
  payment: string;
  amount: bigint;
  currency: string;
  /** A repeated request with the same key acts once. A UUID. */
  idempotencyKey: string;
}

/** A payment by a stored card, without the customer. */
export interface NewCharge
  extends Pick<PaymentPage, 'amount' | 'currency' | 'title' | 'orderId' | 'notificationUrl' | 'idempotencyKey'> {
  saved: SavedCard;
}

/** A payment that the server asked for: it is taken, or a notification says later whether it was. */
export interface Charge {
  /** The provider's identifier of the payment. */
  payment: string;
  state: 'paid' | 'pending';
}

/** The reason why a provider did not do what it was asked for. After `try_again`, the same key repeats the request; otherwise another attempt needs another key. */
export type ProviderProblem =
  /** The provider or the bank refuses the card or the amount. Nothing was done; another card may work. */
  | 'refused'
  /** Nothing was done: the bank wants the customer to confirm the payment on a page. */
  | 'needs_customer'
  /** The provider may or may not have done it. */
  | 'try_again'
  /** Nothing was done: the keys, the settings of the account at the provider, or the request are wrong. */
  | 'misconfigured';

/** The provider refused or failed. The message continues "The payment provider …" and contains no secrets. */
export class ProviderError extends Error {
  override name = 'ProviderError';

  constructor(
    message: string,
    readonly problem: ProviderProblem,
  ) {
    super(message);
  }
}

/** A notification is not authentic, too old or unreadable. The message may be shown to its sender. */
export class NotificationError extends Error {
  override name = 'NotificationError';
}

/** The abilities of a provider, and what an account has to enter there. */
export interface ProviderCapabilities {
  /** Its name as people know it. */
  title: string;
  /**
   * The events that an account subscribes to, with an address and a secret that signs them. Empty if each payment has the
   * address of its notifications, which are not signed but read from the API.
   */
  events: readonly string[];
  /** Whether a payment can be authorised first, and captured or released later. */
  capturesLater: boolean;
  /** Whether it stores cards for charges without the customer. */
  savesCards: boolean;
  /** The currencies in which it takes payments, by ISO 4217. */
  currencies: ReadonlySet<string>;
}

/** A payment provider. Each call that changes something there has an idempotency key. */
export interface PaymentProvider {
  readonly capabilities: ProviderCapabilities;
  /** @throws ProviderError */
  createCheckout(credentials: ProviderCredentials, checkout: NewCheckout): Promise<StartedCheckout>;
  /** Verifies and reads a notification. @throws NotificationError, ProviderError if the provider has to be asked and fails */
  readNotification(credentials: ProviderCredentials, received: ReceivedNotification): Promise<ProviderNotification>;
  /** Takes an authorised amount, or a part of it, and gives the rest back. @throws ProviderError */
  capture(credentials: ProviderCredentials, capture: PartOfPayment): Promise<Charge>;
  /** Gives an authorised amount back. @throws ProviderError */
  release(
    credentials: ProviderCredentials,
    authorisation: Pick<PartOfPayment, 'payment' | 'idempotencyKey'>,
  ): Promise<void>;
  /** @throws ProviderError */
  chargeSaved(credentials: ProviderCredentials, charge: NewCharge): Promise<Charge>;
  /** @returns the provider's identifier of the refund @throws ProviderError */
  refund(credentials: ProviderCredentials, refund: PartOfPayment): Promise<string>;
  /**
   * Whether a stored card can still be charged: its owner may have removed it at the provider. Throws if the provider does not
   * know the card, as with the keys of another account. @throws ProviderError
   */
  hasCard(credentials: ProviderCredentials, card: SavedCard): Promise<boolean>;
  /** Forgets a stored card. Does nothing if the provider has it no more. @throws ProviderError */
  removeCard(credentials: ProviderCredentials, card: SavedCard, idempotencyKey: string): Promise<void>;
}

/** The providers by name. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;

/** The address of the API of a provider. */
export interface ProviderServer {
  /** The base URL of the API, without a trailing slash. */
  url: string;
  /** Whether that URL may have a private or loopback address. */
  allowPrivate: boolean;
}

/** A provider as the settings of the server have it. */
export interface ProviderDefinition {
  /** Its name in settings of accounts and in the path of its notifications. */
  name: string;
  /** The setting of the server that replaces the URL of the API. */
  urlSetting: string;
  /** The base URL of the API of the provider itself. */
  defaultUrl: string;
  create: (server: ProviderServer) => PaymentProvider;
}
