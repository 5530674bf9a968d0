import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });

/** A cut of 60 minutes for 600, for which the length of the hair must be named, from 9 to 17. */
async function openSalon(minimum = 1) {
  const { serviceId } = await createBookableService(account, { service: { title: 'Cut', price: 600 } });
  const path = `/services/${serviceId}`;
  const group = { title: 'Your hair', minimum, maximum: 1 };
  const { id: group_id } = await account.create(`${path}/option_groups`, 'service_option_group', group);
  const add = async (attributes: object): Promise<number> =>
    (await account.create(`${path}/options`, 'service_option', attributes)).id;
  const long = await add({ title: 'Long', minutes: 30, price: 200, group_id });
  const wash = await add({ title: 'Wash', price: 50, maximum: 2 });
  return { serviceId, path, long, wash, date: 'date=2026-03-03' };
}

it('a service offers its options before its times, with price, minutes and the rules of groups', async () => {
  const { path, date } = await openSalon();
  const page = await visitor.open(`${path}?${date}`);
  expect(page.text).toContain('Your hair Choose 1. Long + 200 · + 30 mins Options Wash + 50 Show');
  expect(page.text).toContain('Choose first. Then the free times are shown here.');
  expect(page.text).not.toContain('09:00');
});

it('times are long enough for the options, which the form and the booking show', async () => {
  const { path, date, long, wash } = await openSalon();
  const page = await visitor.open(`${path}?${date}&chosen=1&option_${long}=1&option_${wash}=2`);
  expect(page.text).toContain('15:00');
  expect(page.text).not.toContain('16:00');
  const form = await visitor.follow(page, '09:00');
  expect(form.text).toContain('Duration 1 hr 30 mins');
  expect(form.text).toContain('Price 600 Options Long (200), 2 × Wash (100)');
  const done = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(done.text).toContain('Options Long (200), 2 × Wash (100)');
  const { body } = await account.get('/bookings');
  expect(body[0].booking.options.map(({ title, quantity }: Record<string, unknown>) => [title, quantity])).toEqual([
    ...[
      ['Long', 1],
      ['Wash', 2],
    ],
  ]);
  expect((await account.get('/orders')).body[0].order.total).toBe('900.0');
});

it('options that are gone are left out, and those that change meanwhile are shown before anything is booked', async () => {
  const { path, date, long, wash } = await openSalon(0);
  const page = await visitor.open(`${path}?${date}&options=${long},${wash},${wash},${wash},1,x`);
  const form = await visitor.follow(page, '09:00');
  await account.put(`/service_options/${wash}`, { json: { service_option: { price: 70 } } });
  const again = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(again.status).toBe(409);
  expect(again.text).toContain('Options Long (200), 2 × Wash (140)');
  expect((await account.get('/bookings/all')).body).toEqual([]);
  await visitor.submit(again, {});
  expect((await account.get('/orders')).body[0].order.total).toBe('940.0');
});

it('a service without options has no form of them', async () => {
  const { serviceId } = await createBookableService(account);
  const page = await visitor.open(`/services/${serviceId}?date=2026-03-03`);
  expect(page.text).not.toContain('Options');
  expect(page.text).toContain('16:00');
});

it.each([
  ['en', 'The options have changed. Please choose a time again.'],
  ['nb', 'Tilvalgene er endret. Velg tid på nytt.'],
  ['sv', 'Tillvalen har ändrats. Välj en tid på nytt.'],
  ['da', 'Tilvalgene er ændret. Vælg en tid igen.'],
  ['de', 'Die Extras haben sich geändert. Bitte wählen Sie die Zeit noch einmal.'],
  ['fr', 'Les options ont changé. Veuillez choisir à nouveau un horaire.'],
])('a rule that changes meanwhile is refused in the language of the visitor: %s', async (lang, sentence) => {
  const { serviceId, path, date } = await openSalon(0);
  const form = await visitor.follow(
    await visitor.open(`${path}?${date}&lang=${lang}`),
    lang === 'da' ? '09.00' : '09:00',
  );
  const [group] = (await account.get(`/services/${serviceId}/option_groups`)).body;
  await account.put(`/service_option_groups/${group.service_option_group.id}`, {
    json: { service_option_group: { minimum: 1 } },
  });
  const refused = await visitor.submit(form, { name: 'Kari', email: 'kari@example.org' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
});
