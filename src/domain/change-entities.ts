import type { Account } from './account/account.entity.js';
import type { ApiKey } from './account/api-key.entity.js';
import type { Booking } from './booking/booking.entity.js';
import type { MessageRequest } from './booking/messages/message-request.entity.js';
import type { CalendarFeed } from './calendar/calendar-feed.entity.js';
import type { Category } from './category/category.entity.js';
import type { Catalogue } from './change-catalogue.js';
import type { Coupon } from './coupon/coupon.entity.js';
import type { Event } from './event/event.entity.js';
import type { FailedJob } from './failed-job/failed-job.entity.js';
import type { GiftCard } from './gift-card/gift-card.entity.js';
import type { Message } from './messaging/delivery/message.entity.js';
import type { MessageTemplate } from './messaging/templates/message-template.entity.js';
import type { Order } from './order/order.entity.js';
import type { PaymentRefund } from './order/payment-refund.entity.js';
import type { PaymentCheckout } from './payment/payment-checkout.entity.js';
import type { PaymentSettings } from './payment/payment-settings.entity.js';
import type { Person } from './person/person.entity.js';
import type { Provider } from './provider/provider.entity.js';
import type { Recurrence } from './recurrence/recurrence.entity.js';
import type { Resource } from './resource/resource.entity.js';
import type { ResourceExceptionDate } from './resource/resource-exception-date.entity.js';
import type { Service } from './service/service.entity.js';
import type { AccountUser, ClientUserLink } from './user/user.entity.js';
import type { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';
import type { WebHook } from './web-hook/web-hook.entity.js';
import type { WebHookDelivery } from './web-hook/web-hook-delivery.entity.js';

/** The entity of each type of object in the catalogue of changes. */
interface Entities {
  account: Account;
  api_key: ApiKey;
  booking: Booking;
  calendar_feed: CalendarFeed;
  category: Category;
  client_user_link: ClientUserLink;
  coupon: Coupon;
  event: Event;
  failed_job: FailedJob;
  gift_card: GiftCard;
  message: Message;
  message_request: MessageRequest;
  message_template: MessageTemplate;
  order: Order;
  payment_checkout: PaymentCheckout;
  payment_refund: PaymentRefund;
  payment_settings: PaymentSettings;
  person: Person;
  provider: Provider;
  recurrence: Recurrence;
  resource: Resource;
  resource_exception_date: ResourceExceptionDate;
  service: Service;
  user: AccountUser;
  waitlist_entry: WaitlistEntry;
  web_hook: WebHook;
  web_hook_delivery: WebHookDelivery;
}

type Names = { [Type in keyof Catalogue]: `${Type}.${keyof Catalogue[Type] & string}` }[keyof Catalogue];
type EntityOf<Name> = Name extends `${infer Type extends keyof Catalogue}.${string}` ? Entities[Type] : never;
type CataloguedRecords = { [Name in Names]: EntityOf<Name> };

declare module '../outbox/recorded-change.js' {
  interface ChangeRecords extends CataloguedRecords {}
}
