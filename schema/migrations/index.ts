import { AccountsAndCatalog } from './0001-accounts-and-catalog.js';
import { EventsAndBookings } from './0002-events-and-bookings.js';
import { ChangesAndJobs } from './0003-changes-and-jobs.js';
import { Messages } from './0004-messages.js';
import { MessageTemplatesAndWebHooks } from './0005-message-templates-and-web-hooks.js';
import { Recurrences } from './0006-recurrences.js';
import { Money } from './0007-money.js';
import { Categories } from './0008-categories.js';
import { PersonCredentials } from './0009-person-credentials.js';
import { Users } from './0010-users.js';
import { IdempotencyKeys } from './0011-idempotency-keys.js';
import { ChangeLogStart } from './0012-change-log-start.js';
import { WebHookDeliveries } from './0013-web-hook-deliveries.js';
import { BookingMessages } from './0014-booking-messages.js';
import { CalendarFeeds } from './0015-calendar-feeds.js';
import { FailedJobs } from './0016-failed-jobs.js';
import { HtmlMessages } from './0017-html-messages.js';
import { DueDeliveries } from './0018-due-deliveries.js';
import { OverdueWork } from './0019-overdue-work.js';
import { PlannedMessages } from './0020-planned-messages.js';
import { IdempotencyKeysOfActors } from './0021-idempotency-keys-of-actors.js';
import { HoldsThatAreExtended } from './0022-holds-that-are-extended.js';

/** In the order in which they are applied. */
export const migrations = [
  { name: '0001-accounts-and-catalog', class: AccountsAndCatalog },
  { name: '0002-events-and-bookings', class: EventsAndBookings },
  { name: '0003-changes-and-jobs', class: ChangesAndJobs },
  { name: '0004-messages', class: Messages },
  { name: '0005-message-templates-and-web-hooks', class: MessageTemplatesAndWebHooks },
  { name: '0006-recurrences', class: Recurrences },
  { name: '0007-money', class: Money },
  { name: '0008-categories', class: Categories },
  { name: '0009-person-credentials', class: PersonCredentials },
  { name: '0010-users', class: Users },
  { name: '0011-idempotency-keys', class: IdempotencyKeys },
  { name: '0012-change-log-start', class: ChangeLogStart },
  { name: '0013-web-hook-deliveries', class: WebHookDeliveries },
  { name: '0014-booking-messages', class: BookingMessages },
  { name: '0015-calendar-feeds', class: CalendarFeeds },
  { name: '0016-failed-jobs', class: FailedJobs },
  { name: '0017-html-messages', class: HtmlMessages },
  { name: '0018-due-deliveries', class: DueDeliveries },
  { name: '0019-overdue-work', class: OverdueWork },
  { name: '0020-planned-messages', class: PlannedMessages },
  { name: '0021-idempotency-keys-of-actors', class: IdempotencyKeysOfActors },
  { name: '0022-holds-that-are-extended', class: HoldsThatAreExtended },
];
