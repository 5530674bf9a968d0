import { bookableServicePerTest } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account);

const slot = (hour: number) => `2026-03-03T${hour}:00:00+01:00/2026-03-03T${hour + 1}:00:00+01:00`;
const formPath = (hour: number) =>
  `/bookings/new?service_id=${offer.serviceId}&resource_id=${offer.resourceId}&slot=${encodeURIComponent(slot(hour))}`;

/** A mother who is signed in, with a child. */
async function createFamily() {
  const mother = await account.create('/people', 'person', { name: 'Anna Berg', email: 'anna@example.org' });
  const child = await account.create('/people', 'person', { name: 'Bo Berg', date_of_birth: '2018-04-01' });
  await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: mother.id });
  const { authorization = '' } = await startVisitorSession(server, account, 'anna@example.org');
  const cookie = `visitor_session=${authorization.replace('Bearer ', '')}`;
  return { mother, child, browser: new HtmlVisitor(account, { 'accept-language': 'en', cookie }) };
}

it('a visitor who is signed in books for a child, and sees whose each booking is', async () => {
  const { child, browser } = await createFamily();
  const form = await browser.open(formPath(10));
  expect(form.text).toContain('Bo Berg');
  expect(form.html).not.toContain('name="email"');
  const done = await browser.submit(form, { person_id: String(child.id) });
  expect(done.status).toBe(200);
  const { body } = await account.get(`/people/${child.id}/bookings`);
  expect(body).toMatchObject([{ booking: { person_id: child.id, state: 'confirmed' } }]);
  expect((await browser.open('/me')).text).toMatch(/Bo Berg · .*2018/);
});

it('adds a child with the booking, and keeps it if the time is refused', async () => {
  const { mother, browser } = await createFamily();
  const added = { person_id: 'new', new_name: 'Bo Berg', new_birthday: '2020-06-07' };
  const incomplete = await browser.submit(await browser.open(formPath(10)), { ...added, new_birthday: '' });
  expect([incomplete.status, incomplete.problems]).toEqual([400, { new_birthday: 'Please fill this in.' }]);
  const form = await browser.open(formPath(10));
  const other = await browser.open(formPath(10));
  expect((await browser.submit(other, { person_id: String(mother.id) })).status).toBe(200);
  const refused = await browser.submit(form, added);
  expect([refused.status, refused.text.includes('Bo Berg')]).toEqual([400, true]);
  const { body } = await account.get(`/people/${mother.id}/dependants`);
  const births = body.map(({ guardian }: { guardian: { dependant: { date_of_birth: string } } }) => guardian.dependant);
  expect(births).toMatchObject([{ date_of_birth: '2018-04-01' }, { date_of_birth: '2020-06-07' }]);
  const again = refused.forms.at(-1)?.values ?? {};
  expect(again['new_name'] ?? '').toBe('');
});

it('without a session, the form asks for name and address as before', async () => {
  await createFamily();
  const form = await new HtmlVisitor(account, { 'accept-language': 'en' }).open(formPath(10));
  expect(form.html).toContain('name="email"');
  expect(form.html).not.toContain('name="person_id"');
});
