import type { DepositFor, DepositType } from '../../../domain/deposit.rules.js';
import type { LeftOutReason } from '../../../domain/recurrence/left-out-reasons.rules.js';

/** The answers of the public API that the pages show. Instants are text with the offset of the account's zone. */

export interface Service {
  id: number;
  title: string;
  description: string | null;
  /** The URL, which ends with the digest of the image. */
  image: string | null;
  booking_type: 'appointment' | 'attendance' | 'product' | 'gift_card' | 'package';
  interval: number;
  max_slots: number;
  same_day: boolean;
  booking_capacity: number | null;
  booking_minimum: number | null;
  has_day_booking: boolean;
  day_booking_specify_time: boolean;
  price: string | null;
  /** The name of the tax rate whose tax is in the price. */
  tax_name: string | null;
  /** Null if no resource that offers it has a length or a price of its own. */
  interval_from: number | null;
  interval_to: number | null;
  price_from: string | null;
  price_to: string | null;
  /** Whether the price is paid before a booking is confirmed. It then has no deposit. */
  payment_required: boolean;
  deposit: Deposit | null;
  /** Absent without fees for cancelling late. */
  cancellation_terms?: CancellationTerms | null;
  terms: string | null;
  /** The needs whose resource visitors may choose. Absent in accounts without needs. */
  needs?: NeedChoice[];
  /** Only of a package. */
  package_units?: number;
  package_months?: number;
  package_days?: number;
}

/** A need of a service with the resources that serve it. */
export interface NeedChoice extends Titled {
  resources: Resource[];
}

/** The fees for cancelling a booking of a service late. */
export interface CancellationTerms {
  fees: string;
  /** The words of the account; null for none. */
  text: string | null;
  /** True if a person stores a card to book; absent otherwise. */
  stores_card?: boolean;
}

/** The deposit of a service. */
export interface Deposit {
  type: DepositType.PERCENTAGE | DepositType.AMOUNT;
  value: string;
  from: string | null;
  for: `${DepositFor}`;
}

/** The tips of an order, in an account that offers them. */
export interface OnlineTip {
  given: string;
  /** Null if none can be added now. */
  choices: { percentage: number; amount: string }[] | null;
}

/** An option of a service, with the price of one unit as it is sold. */
export interface Option {
  id: number;
  group_id: number | null;
  title: string;
  minutes: number;
  price: string;
  maximum: number;
}

/** A group of options, with the rule for how many units of them a booking has. */
export interface OptionGroup {
  id: number;
  title: string;
  minimum: number;
  maximum: number | null;
}

/** The parts of a service that its form has. */
export interface ServiceForm {
  booking_form: string | null;
  /** Whether visitors may name the resource. */
  visitors_choose: boolean;
  options: Option[];
  option_groups: OptionGroup[];
}

/** The price of a service, with the tax in it. */
export type PricedService = Pick<Service, 'price' | 'tax_name'>;

export interface Category {
  id: number;
  title: string;
  parent_id: number | null;
  priority_value: number | null;
}

export interface Resource extends Titled {
  description: string | null;
  /** The URL, which ends with the digest of the image. */
  image: string | null;
}

/** A booking has this of a related record. */
export interface Titled {
  id: number;
  title: string;
}

export interface Event {
  id: number;
  service_id: number | null;
  title: string;
  description: string | null;
  /** Null without a limit. */
  capacity: number | null;
  availability: number | null;
  starts_at: string;
  ends_at: string;
}

export interface Slot {
  timestamp: string;
  timestamp_end: string;
  free: number;
  available_resources: number[];
  event_id: number | null;
  /** Null if no resource that offers the service has a price of its own. */
  price_from: string | null;
  price_to: string | null;
}

/** A time at which the services of a basket can be booked together, in their order. */
export interface VisitSlot {
  timestamp: string;
  timestamp_end: string;
  items: { service_id: number; resource_id: number; timestamp: string; timestamp_end: string }[];
}

export type BookingState =
  | 'awaiting_verification'
  | 'awaiting_payment'
  | 'awaiting_confirmation'
  | 'confirmed'
  | 'declined'
  | 'cancelled'
  | 'deleted';

export interface Booking {
  id: number;
  service_id: number | null;
  event_id: number | null;
  resource_id: number;
  booked_from: string;
  booked_to: string;
  count: number;
  /** Absent without any. */
  options?: { title: string; quantity: number; price: string }[];
  state: BookingState;
  active: boolean;
  expires_at: string | null;
  verification_method: 'email' | 'sms' | null;
  /** The price of its resource, and that of its service, are only in the answers that only pages get. */
  price?: string | null;
  service: (Titled & Partial<PricedService>) | null;
  event: (Titled & { starts_at: string; ends_at: string }) | null;
  resource: Titled | null;
  /** Only in the answers for the one who has the link. */
  booked_for_name?: string | null;
  /** The amounts that are left to pay of an order with a deposit. */
  due_now?: string | null;
  due_later?: string | null;
}

/** A booking that was made or verified on a page. */
export interface MadeBooking extends Booking {
  /** The last segment of the secret path of its page. */
  link_token: string | null;
}

/** A booking for the visitor who made it and is to enter its code. */
export interface Hold {
  booking: Booking;
  /** The other bookings of its visit, which the code verifies, too. */
  others: Booking[];
  is_over: boolean;
  /** The address to which the code was sent, as the visitor gave it. */
  recipient: string | null;
  /** When the code can be sent again; null if it cannot any more. */
  resendable_at: string | null;
  /** The code, in a sandbox and in the demo. */
  code: string | null;
}

/** The part of a booking that the holder of its link may read. */
export interface OwnBooking extends Booking {
  /** Null if it is not part of a visit; absent from the bookings of one. */
  visit_id?: number | null;
  can_cancel: boolean;
  can_move: boolean;
  /** Null if the account does not allow changes. */
  changeable_until: string | null;
  /** The amount that can be paid now at the payment provider of the account; null if there is none. */
  payable_online: string | null;
  /** Absent if the account offers no tips. */
  tip?: OnlineTip;
  /** The fees that were agreed, and the one that was charged. Absent without any. */
  cancellation_fee?: AgreedFee | null;
  /** The dates that were left out of its series. */
  left_out: { from: string; to: string; cause: `${LeftOutReason}` }[];
}

/** The fees of a booking for cancelling late or not coming. */
interface AgreedFee {
  fees: string | null;
  text: string | null;
  if_cancelled_now: string;
  no_show: string | null;
  charged: string | null;
  owed: string | null;
  /** Absent if none is stored or awaited. */
  card?: 'awaited' | 'stored' | 'removable';
}

/** A booking of a visit with the token of its link. */
export interface LinkedBooking extends OwnBooking {
  link_token: string | null;
  /** The dependant for whom it is; null for the one with the link. */
  dependant: Pick<VisitorPerson, 'name' | 'date_of_birth'> | null;
}

/** Somebody for whom a visitor with a session may book. */
export interface VisitorPerson {
  id: number;
  name: string | null;
  date_of_birth: string | null;
  /** Whether it is the visitor, and not a dependant. */
  is_own: boolean;
}

export interface WaitlistTicket {
  /** Only in the answer to the one who joined. */
  token: string | null;
  can_take: boolean;
  entry: {
    state: 'waiting' | 'offered' | 'taken' | 'expired' | 'left';
    from: string;
    to: string;
    offer_expires_at: string | null;
    closed_reason: string | null;
    service: Titled | null;
    event: (Titled & { starts_at: string; ends_at: string }) | null;
    resource: Titled | null;
    booking: Booking | null;
  };
}

/** A picture of the business, as the API returns it. */
export interface Picture {
  text: string;
  is_cover: boolean;
  /** Its sizes, the narrowest one first. */
  images: readonly { url: string; width: number; height: number }[];
}
