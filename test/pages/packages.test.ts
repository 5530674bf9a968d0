import { bookableServicePerTest, createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer({ now: '2026-03-02T07:00:00Z' });
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 } });

const slot = (hour: number) => `2026-03-03T${hour}:00:00+01:00/2026-03-03T${hour + 1}:00:00+01:00`;
const formPath = (hour: number) =>
  `/bookings/new?service_id=${offer.serviceId}&resource_id=${offer.resourceId}&slot=${encodeURIComponent(slot(hour))}`;

/** A visitor who is signed in, with a package of two units. */
async function signIn() {
  const { id } = await account.create('/people', 'person', { name: 'Anna Berg', email: 'anna@example.org' });
  const given = { title: 'Two cuts', units: 2, person_id: id, valid_until: '2026-12-31' };
  const owned = await account.create('/packages', 'package', given);
  const { authorization = '' } = await startVisitorSession(server, account, 'anna@example.org');
  const cookie = `visitor_session=${authorization.replace('Bearer ', '')}`;
  return { id, owned, browser: new HtmlVisitor(account, { 'accept-language': 'en', cookie }) };
}

it('are bought in the shop, which says what they have and until when', async () => {
  const terms = { package_units: 10, package_months: 6 };
  await account.create('/services', 'service', { title: 'Ten cuts', booking_type: 'package', price: 900, ...terms });
  const { browser } = await signIn();
  expect((await browser.open('/')).html).toContain('/shop');
  const shop = await browser.open('/shop');
  expect(shop.text).toContain('10 visits · Valid until Wednesday, 2 September 2026');
  const placed = await browser.submit(shop, { name: 'Anna Berg', email: 'anna@example.org' });
  expect(placed.heading).toMatch(/^Order/);
  expect((await browser.open('/me')).text).toMatch(/Ten cuts 10 of 10 left .*2026 Cannot be used now/);
});

it('are shown with what is left, and pay for a booking that their owner makes', async () => {
  const { owned, browser } = await signIn();
  expect((await browser.open('/me')).text).toMatch(
    /Packages Two cuts 2 of 2 left Valid until Thursday, 31 December 2026/,
  );
  const form = await browser.open(formPath(10));
  expect(form.text).toContain('Two cuts · 2 of 2 left');
  expect((await browser.submit(form, { package_id: String(owned.id) })).status).toBe(200);
  expect((await account.get('/bookings')).body).toMatchObject([{ booking: { package_id: owned.id } }]);
  expect((await account.get('/orders')).body).toEqual([]);
  expect((await browser.open('/me')).text).toContain('1 of 2 left');
  expect((await browser.submit(await browser.open(formPath(12)))).status).toBe(200);
  expect((await account.get('/orders')).body).toMatchObject([{ order: { total: '100.0' } }]);
});

it('that cannot pay for it are not offered, and refused at their field', async () => {
  const { id, owned, browser } = await signIn();
  const form = await browser.open(formPath(10));
  await account.put(`/packages/${owned.id}`, { json: { valid_until: '2026-03-02' } });
  const refused = await browser.submit(form, { package_id: String(owned.id) });
  expect([refused.status, Object.keys(refused.problems)]).toEqual([400, ['package_id']]);
  const { id: other } = await account.create('/services', 'service', { title: 'Wash' });
  await account.create('/packages', 'package', { title: 'Washes', units: 2, person_id: id, service_ids: [other] });
  expect((await browser.open(formPath(10))).html).not.toContain('package_id');
});

describe('for several services', () => {
  /** The form for two cuts and a colour with a deposit, one after the other. */
  async function openVisit(browser: HtmlVisitor) {
    const deposit = { deposit_type: 'percentage', deposit_value: 30 };
    const colour = await createBookableService(account, { service: { title: 'Colour', price: 900, ...deposit } });
    const items = [offer.serviceId, offer.serviceId, colour.serviceId];
    const times = await browser.open(`/visit?items=${items.join('_')}&date=2026-03-03`);
    return { form: await browser.follow(times, '09:00'), colour };
  }
  const booked = async () => {
    const { body } = await account.get('/bookings');
    return body.map(({ booking: { package_id, package_units } }: { booking: Record<string, unknown> }) => [
      ...[package_id, package_units],
    ]);
  };

  it('pay for what they can, in order, and the rest is left to pay', async () => {
    const { owned, browser } = await signIn();
    const { form } = await openVisit(browser);
    expect(form.text).toContain('With Anyone Package Two cuts: uses 1 of your 2, 1 left after that');
    expect(form.text).toContain('Package Two cuts: uses 1 of your 2, 0 left after that');
    expect(form.text).toContain('Price 900 Package Two cuts: too few left for this (0 of 2)');
    expect(form.text).toContain('Left to pay 900 Deposit 270 now, 630 at the appointment');
    expect((await browser.submit(form)).heading).toBe('The time is held until it is paid');
    expect(await booked()).toEqual([
      [owned.id, 1],
      [owned.id, 1],
      [undefined, undefined],
    ]);
    expect((await account.get('/orders')).body).toMatchObject([{ order: { total: '900.0', due_now: '270.0' } }]);
  });

  it('are not used if the visitor wants to pay, who can change her mind', async () => {
    const { owned, browser } = await signIn();
    const { form } = await openVisit(browser);
    const without = await browser.follow(form, 'Without a package');
    expect(without.text).toContain('Price 100 Service Cut');
    expect(without.text).toContain('Total 1 100 Deposit 270 now, 830 at the appointment');
    const again = await browser.follow(without, 'With a package');
    expect(again.text).toContain('Left to pay 900');
    await browser.submit(without);
    expect((await account.get(`/packages/${owned.id}`)).body.package.used).toBe(0);
    expect((await account.get('/orders')).body).toMatchObject([{ order: { total: '1100.0' } }]);
  });

  it('name the item for which a unit was used elsewhere meanwhile, with the new sum', async () => {
    const { id, owned, browser } = await signIn();
    const { form } = await openVisit(browser);
    const time = { booked_from: '2026-03-05 10:00', booked_to: '2026-03-05 11:00' };
    const other = { service_id: offer.serviceId, person_id: id, package_id: owned.id, ...time };
    await account.create('/bookings', 'booking', other);
    const refused = await browser.submit(form, { notes: 'By the window' });
    const problem = 'Your package cannot pay for this any more. Please look at the sum again.';
    expect([refused.status, refused.problems]).toEqual([400, { i1: problem }]);
    expect(refused.text).toContain('Left to pay 1 000');
    expect((await browser.submit(refused)).heading).toBe('The time is held until it is paid');
    expect((await account.get('/bookings')).body[1].booking).toMatchObject({ notes: 'By the window' });
    expect((await account.get(`/packages/${owned.id}`)).body.package.left).toBe(0);
  });
});
