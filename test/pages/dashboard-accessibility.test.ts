import type { Page } from 'playwright-core';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { calendarEntry, createUser, goInside, openDashboard } from '../support/dashboard.js';
import { deliverMessages } from '../support/messages.js';
import { isSampled } from '../support/sample.js';
import { addService, payOrder } from '../support/shop.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
let ids: Record<string, number>;
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);
const { serviceId, resourceId } = await createBookableService(account);
const create = async (path: string, name: string, attributes: object) =>
  (await account.create(path, name, attributes)).id;
const person = await create('/people', 'person', { name: 'Nora Lie' });
ids = {
  ...{ resource: resourceId, service: serviceId, person, event: (await createEvent(account)).id },
  category: await create('/categories', 'category', { title: 'Hair' }),
  coupon: await create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value: 10 }),
  giftCard: await create('/gift_cards', 'gift_card', { value: 500, person_id: person }),
  template: await create('/message_templates', 'message_template', {
    ...{ message_type: 'reminder', delivery_type: 'email', template: 'Soon', delivery_timing: '3 hours ago' },
  }),
  hook: await create('/web_hooks', 'web_hook', { target_url: 'https://example.org/hook', event: '*' }),
};
await account.put(`/resources/${resourceId}/exception_dates/2026-03-09`, {
  json: { resource_exception_date: { opening_hours: [] } },
});
await bookService(account, { serviceId, resourceId }, { person_id: person });
const massage = await createBookableService(account, { service: { title: 'Massage', price: '500' } });
const customer = await create('/people', 'person', { name: 'Emil Berg', email: 'emil@example.org' });
ids = { ...ids, customer };
await bookService(account, massage, { person_id: customer }, { confirmation_send_email: true });
const product = await addService(account, { title: 'Shampoo', booking_type: 'product', price: '99.5' });
const paid = await create('/orders', 'order', { person_id: customer, order_line_items: [{ service_id: product }] });
await payOrder(account, paid, '99.5');
await deliverMessages(server);
const taken = { booked_from: '2026-03-04 12:00', booked_to: '2026-03-04 13:00' };
await account.post('/bookings', { json: { booking: { service_id: serviceId, resource_id: resourceId, ...taken } } });
await until(
  async () => (await account.graphql('{ bookingRefusals { totalCount } }')).data.bookingRefusals.totalCount > 0,
);
const context = await createBackgroundContext(server.database, server.clock, account.credentials.id);
const job = { name: 'expire-hold', key: 'expire-hold:1', data: { bookingId: 1 } };
await storeFailedJob(context, { ...job, error: 'broken', attempts: 12 });

/** The address of a page below the dashboard with names of ids, and a text that it shows when it is complete. */
type Place = readonly [path: string, text: string, open?: (page: Page) => Promise<unknown>];

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const openHistory = (page: Page) => page.getByText('History', { exact: true }).click();

async function openHistoryOfBooking(page: Page): Promise<void> {
  await calendarEntry(page, 'Emil Berg').click();
  await openHistory(page);
}

const places: readonly Place[] = [
  ['calendar?date=2026-03-04', 'Nora Lie'],
  ['calendar?date=2026-03-04&view=week', 'Nora Lie'],
  ['calendar?date=2026-03-04', 'Confirmation by email', openHistoryOfBooking],
  ['today', 'Nothing to confirm.'],
  ['people', 'Nora Lie'],
  ['people/new', 'Save'],
  ['people/import', 'CSV file'],
  ['people/:person', 'Upcoming'],
  ['people/:person', 'Save', tab('Details')],
  ['people/:person', 'No orders.', tab('Orders')],
  ['people/:person', 'No messages.', tab('Messages')],
  ['people/:customer', '1 × Massage', tab('Orders')],
  ['people/:customer', 'Confirmation, Email', tab('Messages')],
  ['people/:person', 'created', tab('History')],
  ['figures', 'Utilisation'],
  ['setup/resources', 'Chair'],
  ['setup/resources/:resource', '9 Mar 2026'],
  ['setup/services', 'Cut'],
  ['setup/services/:service', 'Delete the service'],
  ['setup/providers', 'Priority and hours'],
  ['setup/categories', 'Hair'],
  ['setup/categories/:category', 'Delete the category'],
  ['setup/events', 'Yoga'],
  ['setup/events/new', 'Save'],
  ['setup/events/:event', 'Cancel the event'],
  ['setup/events/:event', 'Event created', openHistory],
  ['setup/coupons', 'SPRING'],
  ['setup/coupons/:coupon', 'Delete the coupon'],
  ['setup/gift-cards', 'Nora Lie'],
  ['setup/gift-cards/:giftCard', 'Owner: Nora Lie'],
  ['setup/move', 'Look what would move'],
  ['setup/templates', 'Reminder'],
  ['setup/templates/:template', 'Show the preview'],
  ['setup/users', 'Invite again'],
  ['setup/users/new', 'Save'],
  ['setup/sign-in', 'Name on the button'],
  ['setup/keys', 'Never'],
  ['setup/web-hooks', 'https://example.org/hook'],
  ['setup/web-hooks/:hook', 'No deliveries.'],
  ['setup/security', 'Method: password'],
  ['setup/refusals', 'Resource is not available'],
  ['setup/jobs', 'expire-hold'],
  ['setup/account', 'Use this image'],
  ['setup/closed-days', 'Add the closed day'],
];

/** Without transitions, whose colours axe-core would see. */
const looks = [
  { reducedMotion: 'reduce', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

describeInChromium('the dashboard', (browser) => {
  let pages: { page: Page; width: number }[];
  beforeAll(async () => {
    pages = [];
    for (const look of looks) {
      const { page } = await openDashboard(browser(), admin, '', look);
      pages.push({ page, width: look.viewport.width });
    }
  }, 120_000);

  // The runner would give a test of a shorter row a callback in place of `open`.
  it.each(places.map(([path, text, open]) => [path, text, open] as const))(
    'has no serious findings of axe-core, light on a desktop and dark on a phone: %s, %s',
    async (path, text, open) => {
      for (const [look, { page, width }] of pages.entries()) {
        if (!isSampled(look, 2, `${path} ${text}`)) continue;
        await goInside(
          page,
          path.replace(/:(\w+)/, (_match, name) => String(ids[name])),
        );
        await open?.(page);
        await page.locator('main').getByText(text).first().waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    },
    120_000,
  );
});
