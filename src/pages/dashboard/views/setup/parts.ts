import type { FunctionComponent } from 'preact';
import { FirstSteps } from '../../first-run/first-run.js';
import type { PermissionName } from '../../session.js';
import { t } from '../../texts.js';
import { accountForm, BookingPage } from './account-settings.js';
import { ApiKeys } from './api-keys.js';
import { Categories, Coupons, GiftCards, Packages, Resources, Services, TaxRates, WebHooks } from './catalog.js';
import { ClosedDays } from './closed-days/closed-days.js';
import { Events } from './events.js';
import { FailedJobs } from './failed-jobs.js';
import { IdentityProvider } from './identity-provider.js';
import { AutomaticMessages } from './messages/message-editor.js';
import { Templates } from './messages/templates.js';
import { MoveBookings } from './move-bookings.js';
import { Orders } from './orders/orders.js';
import { Overview } from './overview.js';
import { Payments } from './payments.js';
import { Providers } from './providers.js';
import { Questions } from './questions/questions.js';
import { QuickOffers } from './quick/offers.js';
import { QuickTeam } from './quick/team.js';
import type { SetupPartProps } from './record-part.js';
import { Refusals } from './refusals.js';
import { SecurityLog } from './security-log.js';
import { Users } from './users.js';
import { Waitlist } from './waitlist.js';

export interface SetupPart {
  /** The part of the address after `setup/`. */
  name: string;
  title: string;
  /** Users without it do not see the part. */
  permission: PermissionName;
  /** The part whose entry of the menu is the current one, for a part without an entry. */
  below?: string;
  Content: FunctionComponent<SetupPartProps>;
}

/** The parts that the menu shows below one heading. */
export interface SetupGroup {
  name: string;
  title: string;
  parts: readonly SetupPart[];
  /** Whether the menu shows the parts only when they are asked for: an owner does not need them. */
  isFolded?: boolean;
}

/**
 * The parts of the set-up in the order of the menu. Their code is loaded together, 25 KB: with a chunk for each, the calendar
 * would download 10 KB more, because what they share with it would be split, too.
 */
export const setupGroups: readonly SetupGroup[] = [
  {
    name: 'business',
    title: t.setup.parts.business,
    parts: [
      { name: 'overview', title: t.setup.parts.overview, permission: 'exceptionDates', Content: Overview },
      { name: 'start', title: t.firstRun.title, permission: 'account', Content: FirstSteps },
      { name: 'team', title: t.firstRun.team.title, permission: 'account', below: 'start', Content: QuickTeam },
      { name: 'offers', title: t.firstRun.offers.title, permission: 'account', below: 'start', Content: QuickOffers },
      { name: 'account', title: t.setup.parts.account, permission: 'account', Content: accountForm('business') },
      { name: 'booking-page', title: t.setup.parts.bookingPage, permission: 'account', Content: BookingPage },
      { name: 'closed-days', title: t.setup.parts.closedDays, permission: 'account', Content: ClosedDays },
      { name: 'retention', title: t.setup.parts.retention, permission: 'account', Content: accountForm('retention') },
    ],
  },
  {
    name: 'booking',
    title: t.setup.parts.booking,
    parts: [
      { name: 'rules', title: t.setup.parts.rules, permission: 'account', Content: accountForm('rules') },
      { name: 'resources', title: t.setup.parts.resources, permission: 'exceptionDates', Content: Resources },
      { name: 'services', title: t.setup.parts.services, permission: 'catalog', Content: Services },
      { name: 'providers', title: t.setup.parts.providers, permission: 'catalog', Content: Providers },
      { name: 'categories', title: t.setup.parts.categories, permission: 'catalog', Content: Categories },
      { name: 'events', title: t.setup.parts.events, permission: 'catalog', Content: Events },
      { name: 'questions', title: t.business.questions.title, permission: 'account', Content: Questions },
      { name: 'waitlist', title: t.business.waitlist.title, permission: 'read', Content: Waitlist },
      { name: 'move', title: t.setup.parts.move, permission: 'bookings', Content: MoveBookings },
    ],
  },
  {
    name: 'people',
    title: t.setup.parts.people,
    parts: [
      { name: 'users', title: t.setup.parts.users, permission: 'users', Content: Users },
      { name: 'access', title: t.setup.parts.access, permission: 'account', Content: accountForm('access') },
    ],
  },
  {
    name: 'messages',
    title: t.setup.parts.messages,
    parts: [
      { name: 'texts', title: t.business.messages.title, permission: 'account', Content: AutomaticMessages },
      { name: 'templates', title: t.setup.parts.messages, permission: 'messages', Content: Templates },
      {
        name: 'notifications',
        title: t.setup.parts.notifications,
        permission: 'account',
        Content: accountForm('notifications'),
      },
    ],
  },
  {
    name: 'money',
    title: t.setup.parts.money,
    parts: [
      { name: 'orders', title: t.business.orders.title, permission: 'sales', Content: Orders },
      { name: 'payments', title: t.business.payments.title, permission: 'account', Content: Payments },
      { name: 'coupons', title: t.setup.parts.coupons, permission: 'sales', Content: Coupons },
      { name: 'gift-cards', title: t.setup.parts.giftCards, permission: 'sales', Content: GiftCards },
      { name: 'packages', title: t.setup.parts.packages, permission: 'sales', Content: Packages },
      { name: 'tax-rates', title: t.setup.parts.taxRates, permission: 'sales', Content: TaxRates },
    ],
  },
  {
    name: 'developers',
    title: t.setup.parts.developers,
    isFolded: true,
    parts: [
      { name: 'keys', title: t.setup.parts.keys, permission: 'account', Content: ApiKeys },
      { name: 'web-hooks', title: t.setup.parts.webHooks, permission: 'webhooks', Content: WebHooks },
      { name: 'sign-in', title: t.setup.parts.signIn, permission: 'users', Content: IdentityProvider },
      { name: 'refusals', title: t.setup.parts.refusals, permission: 'read', Content: Refusals },
      { name: 'security', title: t.setup.parts.security, permission: 'account', Content: SecurityLog },
      { name: 'jobs', title: t.setup.parts.jobs, permission: 'account', Content: FailedJobs },
    ],
  },
];
