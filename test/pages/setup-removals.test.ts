import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { recordKinds } from '../../src/pages/dashboard/views/setup/records.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { describeInChromium, type WatchedPage } from '../support/chromium.js';
import { closeMessage, createUser, goInside, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { createAllOccurrences } from '../support/recurrence.js';
import { useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const admin = await createUser(server, account);
const create = async (path: string, name: string, attributes: object): Promise<number> =>
  (await account.create(path, name, attributes)).id;

const { serviceId, resourceId } = await createBookableService(account, { resource: { title: 'Kim' } });
const hall = await createBookableService(account, { service: { title: 'Tour' }, resource: { title: 'Hall' } });
const event = await createEvent(account, { title: 'Choir' });
const series = await account.post('/events/recurring', {
  json: {
    event: {
      ...{ title: 'Quartet', service_id: event.service_id, resource_id: event.resource_id, capacity: 4 },
      ...{ starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' },
    },
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  },
});
await createAllOccurrences(server, account, series.body.collection_id);
const [{ event: first }] = (await account.get(`/events/recurring/${series.body.collection_id}`)).body;
await account.put(`/resources/${resourceId}/exception_dates/2026-03-09`, {
  json: { resource_exception_date: { opening_hours: [] } },
});
await create('/rotas', 'rota', { resource_id: resourceId, valid_from: '2026-05-01', weeks: [{}, {}] });
await create('/calendar_sources', 'calendar_source', {
  ...{ resource_id: resourceId, url: 'https://calendar.example.org/kim.ics', name: 'Private' },
});
const groupId = await create(`/services/${serviceId}/option_groups`, 'service_option_group', { title: 'Care' });
await create(`/services/${serviceId}/options`, 'service_option', { title: 'Mask', group_id: groupId });
const colour = await create('/services', 'service', { title: 'Colour', interval: 60 });
await create(`/services/${colour}/needs`, 'service_need', { title: 'Stylist' });
await create('/waitlist', 'waitlist_entry', {
  ...{ service_id: serviceId, name: 'Nora', email: 'nora@example.org', from: '2026-03-03', to: '2026-03-04' },
});
const personId = await create('/people', 'person', { name: 'Nora Lie' });
const provider = await server.sql<{ id: number }>(
  'select id from provider where account_id = ? and service_id = ?',
  account.credentials.id,
  hall.serviceId,
);
const template = {
  message_type: 'reminder',
  delivery_type: 'email',
  template: 'Soon',
  subject: 'See you',
  delivery_timing: '3 hours ago',
};

/** A record that the set-up can delete. */
interface Case {
  path: string;
  /** Opens it, if it is on the page of another record. */
  open?: (page: Page) => Promise<unknown>;
  button: string;
  /** Whether a dialog asks first. Its button is called as the one that opens it, if it has no other name. */
  asks?: string | false;
  /** Shown when it is deleted. */
  done: string;
  /** The record in the list. */
  shown: (page: Page) => Locator;
}

const row = (name: string) => (page: Page) => page.getByRole('row').filter({ hasText: name }).first();
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const openOf = (title: string) => (page: Page) => page.getByRole('button', { name: `Change: ${title}` }).click();

const ofKind = (path: string, id: number, noun: string, title: string): Case => ({
  ...{ path: `setup/${path}/${id}`, button: `Delete the ${noun}`, done: `The ${noun} is deleted.`, shown: row(title) },
});

/** The records that the set-up deletes, by the operation that is sent. */
const cases: Record<string, Case> = {
  DeleteExceptionDate: {
    ...{
      path: `setup/resources/${resourceId}`,
      button: 'Remove 9 Mar 2026',
      asks: false,
      done: 'The date is removed.',
    },
    shown: row('9 Mar 2026'),
  },
  DeleteRota: {
    ...{ path: `setup/resources/${resourceId}`, button: 'Remove', done: 'The rota is removed.' },
    shown: row('1 May 2026'),
  },
  DeleteCalendarSource: {
    ...{ path: `setup/resources/${resourceId}`, button: 'Remove Private', done: 'The calendar is removed.' },
    shown: (page) => panel(page, 'Other calendars').getByRole('row').filter({ hasText: 'Private' }),
  },
  DeleteServiceOption: {
    ...{ path: `setup/services/${serviceId}`, open: openOf('Mask'), button: 'Delete the option' },
    ...{ done: 'The option is deleted.', shown: row('Mask') },
  },
  DeleteServiceOptionGroup: {
    ...{ path: `setup/services/${serviceId}`, open: openOf('Care'), button: 'Delete the group' },
    ...{ done: 'The group is deleted.', shown: row('Care') },
  },
  DeleteNeed: {
    ...{ path: `setup/services/${colour}`, button: 'Remove', done: 'The need is removed.', shown: row('Stylist') },
  },
  DeleteService: ofKind('services', colour, 'service', 'Colour'),
  DeleteProvider: {
    ...{ path: `setup/providers/${provider[0]?.id}`, button: 'Delete the provider', done: 'The provider is deleted.' },
    shown: (page) => page.getByRole('link', { name: 'Priority, price and hours: Tour: Hall' }),
  },
  DeleteResource: ofKind('resources', hall.resourceId, 'resource', 'Hall'),
  DeleteCategory: ofKind('categories', await create('/categories', 'category', { title: 'Hair' }), 'category', 'Hair'),
  DeleteCoupon: ofKind(
    'coupons',
    await create('/coupons', 'coupon', { title: 'Spring', code: 'SPRING', value: 10 }),
    'coupon',
    'SPRING',
  ),
  DeleteGiftCard: ofKind(
    'gift-cards',
    await create('/gift_cards', 'gift_card', { value: 500, person_id: personId }),
    'gift card',
    'Nora Lie',
  ),
  DeletePackage: ofKind(
    'packages',
    await create('/packages', 'package', { title: 'Ten cuts', units: 10, person_id: personId }),
    'package',
    'Ten cuts',
  ),
  DeleteTaxRate: ofKind(
    'tax-rates',
    await create('/tax_rates', 'tax_rate', { name: 'MVA', percentage: '25' }),
    'VAT rate',
    'MVA',
  ),
  DeleteMessageTemplate: ofKind(
    'templates',
    await create('/message_templates', 'message_template', template),
    'message',
    'See you',
  ),
  DeleteWebHook: ofKind(
    'web-hooks',
    await create('/web_hooks', 'web_hook', { target_url: 'https://example.org/hook', event: '*' }),
    'web hook',
    'https://example.org/hook',
  ),
  DeleteEvent: {
    ...{ path: `setup/events/${event.id}`, button: 'Cancel the event', done: 'The event is cancelled.' },
    shown: row('Choir'),
  },
  DeleteEvents: {
    ...{ path: `setup/events/${first.id}`, button: 'Cancel the whole series', asks: 'Cancel 3 events' },
    ...{ done: 'The events are cancelled: 3.', shown: row('Quartet') },
  },
  RemoveWaitlistEntry: {
    ...{ path: 'setup/waitlist', button: 'Remove Nora', done: 'Nora no longer waits.' },
    shown: (page) => page.getByRole('button', { name: 'Remove Nora' }),
  },
};

/** The operations that cannot be taken back, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  DeleteClientUser: 'somebody who may no longer sign in must not sign in for ten seconds more',
  DeleteApiKey: 'a key that others know must be refused at once',
  RemoveIdentityProvider: 'it decides who can sign in',
  RemovePaymentProvider: 'nobody may pay there any more',
  CancelOrder: 'the order stays, and its payments are refunded apart',
};

/** The operations by which the set-up deletes something. */
function removals(): string[] {
  const nameIn = (text: string) => /^mutation ((?:Delete|Remove|Revoke|Cancel)\w+)/gm[Symbol.matchAll](text);
  const pages = join(projectRoot, 'src/pages/dashboard');
  const files = ['views/setup', 'events'].flatMap((folder) =>
    readdirSync(join(pages, folder))
      .filter((file) => file.endsWith('.graphql'))
      .map((file) => readFileSync(join(pages, folder, file), 'utf8')),
  );
  const declared = recordKinds.flatMap(({ operations: { remove } }) => remove?.text ?? []);
  return [...declared, ...files].flatMap((text) => [...nameIn(text)].map(([, name = '']) => name));
}

it('a case deletes each record that the set-up can delete, or it says why it cannot be undone', () => {
  expect(removals().toSorted()).toEqual([...Object.keys(cases), ...Object.keys(exceptions)].toSorted());
});

describeInChromium('a record that is deleted in the set-up', (browser) => {
  let watched: WatchedPage;
  /** The operations that delete something, as they were answered. */
  const sent: string[] = [];
  beforeAll(async () => {
    watched = await openDashboard(browser(), admin, 'setup/resources', { viewport: { width: 1280, height: 900 } });
    watched.page.on('requestfinished', async (request) => {
      const name = removalIn(request);
      if (name === undefined) return;
      const answer = await (await request.response())?.json();
      sent.push(answer?.errors ? `${name}: ${answer.errors[0]?.message}` : name);
    });
  }, 60_000);

  const remove = async ({ path, open, button, asks = button, done, shown }: Case) => {
    const { page } = watched;
    await goInside(page, 'nowhere');
    await goInside(page, path);
    await open?.(page);
    await page.getByRole('button', { name: button, exact: true }).first().click();
    if (asks !== false) await page.getByRole('dialog').getByRole('button', { name: asks, exact: true }).click();
    await page.getByText(done).waitFor();
    await shown(page).waitFor({ state: 'hidden' });
  };

  it.each(Object.entries(cases))(
    'comes back by "Undo", and is deleted once that is no longer offered: %s',
    async (name, deletable) => {
      const { page, problems } = watched;
      sent.length = 0;
      await remove(deletable);
      await page.getByRole('button', { name: 'Undo' }).click();
      await deletable.shown(page).waitFor();
      await remove(deletable);
      expect(sent).toEqual([]);
      await closeMessage(page, deletable.done);
      await until(() => sent.length > 0);
      expect(sent).toEqual([name]);
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('is deleted when the page is left', async () => {
    const id = await create('/coupons', 'coupon', { title: 'Autumn', code: 'AUTUMN', value: 10 });
    const { page } = watched;
    await remove(ofKind('coupons', id, 'coupon', 'AUTUMN'));
    await page.goto(`${server.origin}/dashboard/people`);
    await eventually(async () => (await account.get(`/coupons/${id}`)).status).toBe(404);
  }, 60_000);

  it('comes back if it was changed meanwhile, as it is now', async () => {
    const id = await create('/coupons', 'coupon', { title: 'Summer', code: 'SUMMER', value: 10 });
    const { page } = watched;
    await remove(ofKind('coupons', id, 'coupon', 'SUMMER'));
    await account.put(`/coupons/${id}`, { json: { coupon: { title: 'High summer' } } });
    await closeMessage(page, 'The coupon is deleted.');
    await page.getByRole('alert').getByText('Nothing was deleted. The page shows it as it is now.').waitFor();
    await row('High summer')(page).waitFor();
  }, 60_000);

  it('is not offered, and its own page says that it is gone, until it comes back', async () => {
    const id = await create('/resources', 'resource', { title: 'Loft' });
    const { page } = watched;
    await remove(ofKind('resources', id, 'resource', 'Loft'));
    const offered = () => page.getByLabel('Resource').getByRole('option').allInnerTexts();
    const follow = async (path: string) => {
      await page.evaluate(`history.pushState(null, '', '/dashboard/${path}');
        dispatchEvent(new PopStateEvent('popstate'))`);
    };
    await follow('setup/events/new');
    await page.getByLabel('Resource').waitFor();
    await eventually(async () => (await offered()).includes('Loft')).toBe(false);
    await follow(`setup/resources/${id}`);
    await page.getByText('It does not exist any more.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Title').waitFor();
    await eventually(() => page.getByLabel('Title').inputValue()).toBe('Loft');
  }, 60_000);
});

function removalIn(request: Request): string | undefined {
  return /"mutation ((?:Delete|Remove|Cancel)\w+)/.exec(request.postData() ?? '')?.[1];
}
