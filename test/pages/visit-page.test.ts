import { createBookableService, openDaily } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const english = { 'accept-language': 'en' };
const visitor = new HtmlVisitor(account, english);

const week = 'date=2026-03-04';

/** A cut of 30 minutes by Anna or Bo, and a colour of an hour by Eva, from 9 to 17. */
async function openSalon() {
  const cut = await createBookableService(account, {
    service: { title: 'Cut', interval: 30, price: 600 },
    resource: { title: 'Anna' },
    providers: [{}, { price: 900 }],
  });
  await account.put(`/resources/${cut.resourceIds[1]}`, { json: { resource: { title: 'Bo' } } });
  const colour = await createBookableService(account, {
    service: { title: 'Colour', interval: 60, price: 1200 },
    resource: { title: 'Eva' },
  });
  const items = `${cut.serviceId}_${colour.serviceId}`;
  return { cut, colour, items, path: `/visit?items=${items}&${week}` };
}

/** The bookings of the account by time. */
async function listed(): Promise<Record<string, unknown>[]> {
  const { body } = await account.get('/bookings');
  const bookings: Record<string, unknown>[] = body.map(({ booking }: { booking: object }) => booking);
  return bookings.toSorted((a, b) => String(a['booked_from']).localeCompare(String(b['booked_from'])));
}
const kari = { name: 'Kari', email: 'kari@example.org' };

/** A mother who is signed in, with a child, at a salon. */
async function signIn() {
  const mother = await account.create('/people', 'person', { name: 'Anna Berg', email: 'anna@example.org' });
  const child = await account.create('/people', 'person', { name: 'Bo Berg', date_of_birth: '2018-04-01' });
  await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: mother.id });
  const { authorization = '' } = await startVisitorSession(server, account, 'anna@example.org');
  const cookie = `visitor_session=${authorization.replace('Bearer ', '')}`;
  return { mother, child, browser: new HtmlVisitor(account, { ...english, cookie }) };
}

describe('a visit of several services', () => {
  it('is chosen from the page of a service, and booked with one form', async () => {
    const { cut } = await openSalon();
    const service = await visitor.open(`/services/${cut.serviceId}?${week}`);
    const catalogue = await visitor.follow(service, 'Add another service');
    expect(catalogue.heading).toBe('Choose another service');
    expect(catalogue.text).toContain('1 service 30 mins from 600 Cut 30 mins · from 600 Remove Continue');
    const chosen = await visitor.follow(catalogue, 'Colour');
    expect([chosen.heading, chosen.text.includes('2 services 1 hr 30 mins from 1 800')]).toEqual(['Your visit', true]);
    const form = await visitor.follow(await visitor.open(`${pathOf(chosen)}&${week}`), '09:00');
    expect(form.text).toContain('Service Cut Time Wednesday, 4 March 2026, 09:00–09:30');
    expect(form.text).toContain('Service Colour Time Wednesday, 4 March 2026, 10:00–11:00');
    expect(form.text).toMatch(/With Anyone Price from 600 .*With Anyone Price 1 200 Total from 1 800/);
    const done = await visitor.submit(form, { ...kari, notes: 'By the window' });
    expect(done.heading).toBe('Your bookings are confirmed');
    expect(done.text).toMatch(/Your booking Cut .*09:00.* With Anna .*Your booking Colour .*10:00.* With Eva/);
    const [first, second] = await listed();
    expect(first).toMatchObject({ resource_id: cut.resourceId, notes: 'By the window', state: 'confirmed' });
    expect(second).toMatchObject({ visit_id: first?.['id'], person_id: first?.['person_id'], notes: 'By the window' });
  });

  it('has with whom, how long and options of each service, whose prices and times follow', async () => {
    const { cut, colour, path } = await openSalon();
    const option = { title: 'Gloss', minutes: 30, price: 200 };
    const { id: gloss } = await account.create(`/services/${colour.serviceId}/options`, 'service_option', option);
    const page = await visitor.open(path);
    const values = { ...page.forms[0]?.values, i0_resource: String(cut.resourceIds[1]), [`i1_option_${gloss}`]: '1' };
    const changed = await visitor.open(`/visit?${new URLSearchParams(values)}&${week}`);
    expect(changed.text).toContain('2 services 2 hrs from 2 000');
    const form = await visitor.follow(changed, '09:00');
    expect(form.text).toMatch(/09:00–09:30.* With Bo Price 900 .*10:00–11:30.* Options Gloss \(200\) Total 2 300/);
    await visitor.submit(form, kari);
    const [first, second] = await listed();
    expect(first).toMatchObject({ resource_id: cut.resourceIds[1], price: '900.0' });
    expect(second).toMatchObject({ options: [{ option_id: gloss, quantity: 1 }] });
  });

  it('waits for the options that a service requires', async () => {
    const { colour, path } = await openSalon();
    const group = { title: 'Your hair', minimum: 1, maximum: 1 };
    const { id: group_id } = await account.create(
      `/services/${colour.serviceId}/option_groups`,
      'service_option_group',
      group,
    );
    await account.create(`/services/${colour.serviceId}/options`, 'service_option', { title: 'Long', group_id });
    const page = await visitor.open(path);
    expect(page.text).toContain('Choose first. Then the free times are shown here.');
    expect(page.text).not.toContain('09:00');
  });

  it('goes back to the page of the only service that is left', async () => {
    const { cut, items } = await openSalon();
    const page = await visitor.open(`/visit?items=${items}`);
    const only = await visitor.follow(page, 'Remove Colour');
    expect([only.status, only.heading, only.url]).toEqual([200, 'Cut', expect.stringContaining(`/${cut.serviceId}`)]);
    const gone = await visitor.open(`/visit?items=${cut.serviceId}-r${cut.resourceId}_999999`);
    expect(gone.url).toContain(`/services/${cut.serviceId}?resource_id=${cut.resourceId}`);
    expect((await visitor.open('/visit?items=x')).url).toMatch(/\/sites\/[^/]+\/$/);
  });

  it('has at most eight services, and leaves out those that are no longer offered', async () => {
    const { cut } = await openSalon();
    const eight = Array.from({ length: 8 }, () => cut.serviceId).join('_');
    const full = await visitor.open(`/visit?items=${eight}_${cut.serviceId}&${week}`);
    expect(full.text).toContain('A visit has at most 8 services.');
    expect(full.text).toContain('8 services 4 hrs');
    expect((await visitor.open(`/?items=${eight}`)).heading).toBe('Your visit');
    const some = await visitor.open(`/visit?items=${cut.serviceId}_${cut.serviceId}_999999`);
    expect(some.text).toContain('A service that you had chosen is no longer offered.');
  });

  it('shows the week with the next times, and another week', async () => {
    const { items } = await openSalon();
    const page = await visitor.open(`/visit?items=${items}`);
    expect(page.text).toContain('2–8 March 2026');
    const later = await visitor.follow(page, 'Next week');
    expect(later.text).toContain('9–15 March 2026');
    expect(later.text).toContain('2 services');
    expect((await visitor.follow(later, 'Tuesday, 10 March 2026')).text).toContain('until 11:00');
  });

  it('asks what the forms of its services ask, the same once', async () => {
    const { cut, colour, path } = await openSalon();
    const allergies = { name: 'allergies', label: 'Allergies', required: true };
    const write = (id: number, fields: object[]) =>
      account.put(`/services/${id}`, { json: { service: { booking_form: JSON.stringify(fields) } } });
    await write(cut.serviceId, [allergies, { name: 'style', label: 'Style' }]);
    await write(colour.serviceId, [allergies, { name: 'style', label: 'Shade' }]);
    const form = await visitor.follow(await visitor.open(path), '09:00');
    const refused = await visitor.submit(form, kari);
    expect([refused.status, refused.problems]).toEqual([400, { 'custom.allergies': 'Please fill this in.' }]);
    const answers = { 'custom.allergies': 'None', 'custom.style': 'Short', 'custom.style.1': 'Red' };
    expect((await visitor.submit(refused, { ...kari, ...answers })).status).toBe(200);
    expect((await listed()).map(({ custom_data }) => custom_data)).toEqual([
      { allergies: 'None', style: 'Short' },
      { allergies: 'None', style: 'Red' },
    ]);
  });
});

describe('a visit that is refused', () => {
  it('names the service whose time was taken, and keeps what was typed', async () => {
    const { colour, path } = await openSalon();
    const form = await visitor.follow(await visitor.open(path), '09:00');
    await account.create('/bookings', 'booking', {
      ...{ service_id: colour.serviceId, resource_id: colour.resourceId },
      ...{ booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
    });
    const refused = await visitor.submit(form, kari);
    expect([refused.status, Object.keys(refused.problems)]).toEqual([400, ['i1']]);
    expect(refused.problems['i1']).toContain('This time has just been taken.');
    expect(refused.forms.at(-1)?.values).toMatchObject(kari);
    expect((await visitor.follow(refused, 'Choose another time')).heading).toBe('Your visit');
    expect((await listed()).length).toBe(1);
  });

  it('is asked again at a new price', async () => {
    const { colour, path } = await openSalon();
    const form = await visitor.follow(await visitor.open(path), '09:00');
    await account.put(`/services/${colour.serviceId}`, { json: { service: { price: 1300 } } });
    const again = await visitor.submit(form, kari);
    expect([again.status, again.text.includes('The price has changed.')]).toEqual([409, true]);
    expect(again.text).toContain('Total from 1 900');
    expect(await listed()).toEqual([]);
    expect((await visitor.submit(again, {})).status).toBe(200);
  });

  it('names the fields of its person, and is not found without times', async () => {
    const { items, path } = await openSalon();
    const form = await visitor.follow(await visitor.open(path), '09:00');
    const refused = await visitor.submit(form, { name: 'Kari', email: 'nobody' });
    expect(Object.keys(refused.problems)).toEqual(['email']);
    for (const times of ['', 'x', '29543220.60.1', '29543220.0.1_29543280.30.1']) {
      expect((await visitor.open(`/visit/new?items=${items}&times=${times}`)).status).toBe(404);
    }
  });

  it('shows what was typed if a service was withdrawn meanwhile', async () => {
    const { colour, path } = await openSalon();
    const form = await visitor.follow(await visitor.open(path), '09:00');
    await account.del(`/services/${colour.serviceId}`);
    const gone = await visitor.submit(form, kari);
    expect([gone.status, gone.heading]).toEqual([404, 'This can no longer be booked']);
    expect(gone.text).toContain('kari@example.org');
  });

  it('says at the service what cannot be searched', async () => {
    const { cut, colour } = await openSalon();
    const page = await visitor.open(`/visit?items=${cut.serviceId}-r999999_${colour.serviceId}&${week}`);
    expect(page.status).toBe(200);
    expect(page.problems).toEqual({ i0: 'This is not possible as chosen. Change it or remove it.' });
  });
});

describe('the code of a visit', () => {
  it('is asked once, with all that it verifies', async () => {
    await server.configure(account, { verification_method: 1 });
    const { path } = await openSalon();
    const form = await visitor.follow(await visitor.open(path), '09:00');
    const code = await visitor.submit(form, kari);
    expect(code.heading).toBe('Enter your code');
    expect(code.text).toMatch(/Your booking Cut .*Your booking Colour /);
    const [held] = await listed();
    const { body } = await account.get(`/bookings/${held?.['id']}`);
    const done = await visitor.submit(code, { verification_code: body.booking.verification_code });
    expect(done.heading).toBe('Your bookings are confirmed');
    expect((await listed()).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  });
});

describe('a visit of a visitor who is signed in', () => {
  it('is for several people, at the same time unless another order is chosen', async () => {
    const { cut } = await openSalon();
    const { mother, child, browser } = await signIn();
    const page = await browser.open(`/visit?items=${cut.serviceId}_${cut.serviceId}-p${child.id}&${week}`);
    expect(page.text).toContain('2 services 30 mins 2 people from 1 200');
    expect(page.forms[0]?.values).toMatchObject({ arrangement: 'at_once', i0_person: String(mother.id) });
    const form = await browser.follow(page, '09:00');
    expect(form.html).not.toContain('name="email"');
    const done = await browser.submit(form);
    expect(done.text).toMatch(/Cut For Anna Berg Time .*09:00–09:30.*Cut For Bo Berg · .*2018 Time .*09:00–09:30/);
    const bookings = await listed();
    expect(bookings.map(({ person_id }) => person_id).sort()).toEqual([mother.id, child.id].sort());
    expect(new Set(bookings.map(({ visit_id }) => visit_id)).size).toBe(1);
  });

  it('adds a child for one of the services', async () => {
    const { items } = await openSalon();
    const { mother, browser } = await signIn();
    const page = await browser.open(`/visit?items=${items}`);
    const incomplete = await browser.submit(page, { new_name: 'Lise Berg', item: '1' });
    expect([incomplete.status, incomplete.problems]).toEqual([400, { new_birthday: 'Please fill this in.' }]);
    const added = await browser.submit(incomplete, { new_birthday: '2020-06-07' });
    const { body } = await account.get(`/people/${mother.id}/dependants`);
    const { dependant } = body[1].guardian;
    expect(added.forms[0]?.values).toMatchObject({ i0_person: String(mother.id), i1_person: String(dependant.id) });
  });

  it('comes back to the basket after the code', async () => {
    const { items } = await openSalon();
    const page = await visitor.open(`/visit?items=${items}`);
    const address = await visitor.follow(page, 'To book for others, too');
    expect(address.forms.at(-1)?.values).toMatchObject({ items });
  });
});

it('a resource that visitors may not choose is neither offered nor named', async () => {
  const { cut } = await openSalon();
  const { id: serviceId } = await account.create('/services', 'service', { title: 'Massage', interval: 30 });
  const { id: need_id } = await account.create(`/services/${serviceId}/needs`, 'service_need', { title: 'Therapist' });
  const names = ['Ida', 'Jon'];
  for (const title of names) {
    const { id: resource_id } = await account.create('/resources', 'resource', {
      title,
      ...openDaily('09:00', '17:00'),
    });
    await account.create('/providers', 'provider', { service_id: serviceId, resource_id, need_id });
  }
  const page = await visitor.open(`/visit?items=${serviceId}_${cut.serviceId}&${week}`);
  for (const name of names) expect(page.text).not.toContain(name);
  const form = await visitor.follow(page, '09:00');
  expect(form.text).toMatch(/Massage .* With Anyone/);
  expect((await visitor.submit(form, kari)).heading).toBe('Your bookings are confirmed');
});

function pathOf({ url }: OpenedPage): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/^\/sites\/[^/]+/, '') + search;
}
