/** The options of `startTestServer()`. */
export interface TestServerOptions {
  /** Attributes of the account. By default, one in Europe/Oslo without verification, whose pages are public. */
  account?: {
    name?: string;
    subdomain?: string;
    /** Such as `Europe/London`. */
    timeZone?: string;
    /** Such as `GB`. */
    countryCode?: string;
    verification?: 'none' | 'email' | 'sms';
    publicAccess?: boolean;
  };
  /** Settings of the server, such as `{ PARTNER_TOKEN: '…' }`. See the guide "Settings". */
  settings?: Record<string, string>;
  /** The folder of the PostgreSQL that all test processes of a user share. By default `.cache/booking-server` in the home folder. */
  cacheFolder?: string;
}

/** A server of its own for a test, with a sandbox account. */
export interface TestServer {
  /** Such as `http://127.0.0.1:41483`. REST is at `/api/v1`, GraphQL at `/graphql`. */
  readonly url: string;
  /** The API key of an admin. */
  readonly key: string;
  readonly subdomain: string;
  /** The secret that signs the deliveries in `X-Service-Signature`. */
  readonly secret: string;
  /** The clock of the account. Holds expire, and reminders are composed, when it is advanced. */
  readonly clock: TestClock;
  /** The emails and SMS that people would have got, oldest first, once all that the changes so far cause is done. */
  messages(): Promise<TestMessage[]>;
  /** The webhooks of all changes so far, in the order of their arrival, once all are delivered. */
  deliveries(): Promise<TestDelivery[]>;
  /** Stops the server and deletes its database. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestClock {
  now(): Promise<Date>;
  /** Advances the clock, and does all that becomes due on the way. @param by such as `30 minutes` or `2 days` */
  advance(by: string): Promise<void>;
  /** Advances the clock to an instant. */
  advanceTo(to: Date): Promise<void>;
}

export interface TestMessage {
  /** Such as `confirmation`. */
  kind: string;
  channel: 'EMAIL' | 'SMS';
  recipient: string;
  subject: string | null;
  /** The text, with its codes and links. */
  body: string | null;
  bookingId: number | null;
  personId: number | null;
}

/** A request as a webhook sends it. */
export interface TestDelivery {
  /** Such as `booking.created`. */
  event: string;
  /** With the signatures. */
  headers: Record<string, string>;
  /** The text that is signed. */
  body: string;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: users read attributes of payloads of every shape
  payload: any;
}

/** Starts a server for a test. Many may run at the same time, also in several processes. */
export type StartTestServer = (options?: TestServerOptions) => Promise<TestServer>;
