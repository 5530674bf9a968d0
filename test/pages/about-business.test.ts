import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('base64');

it('the first page shows the hours when anybody works, the address, the phone number and what is good to know', async () => {
  await createBookableService(account, { resource: { opening_hours_sun: [], opening_hours_mon: ['10:00', '14:00'] } });
  await createBookableService(account, { resource: { opening_hours_sun: [], opening_hours_mon: ['13:00', '26:00'] } });
  await server.configure(account, {
    ...{
      address: 'Strandgaten 1',
      phone_number: '+47 22 22 22 22',
      policies: 'Park in the yard.\n<b>Cancel</b> early.',
    },
  });
  await account.put('/client', { json: { client: { closed_days: [{ from: '2026-03-04' }] } } });
  const page = await visitor.open('/');
  expect(page.text).toContain('Opening hours: Today 10:00–02:00');
  expect(page.text).toMatch(/Tuesday 09:00–17:00 Wednesday closed .* Sunday closed/);
  expect(page.text).toMatch(/Contact Where Strandgaten 1 Map Phone \+47 22 22 22 22 Good to know Park in the yard\./);
  expect(page.html).toContain('href="tel:+4722222222"');
  expect(page.html).toContain('&lt;b>Cancel&lt;/b>');
});

it('those who have a picture are shown with their names', async () => {
  const { resourceId } = await createBookableService(account, { resource: { title: 'Ida' } });
  await createBookableService(account, { resource: { title: 'The hall' } });
  expect((await visitor.open('/')).html).not.toContain('class="team"');
  await account.graphql('mutation ($id: Int!, $image: File) { setResourceImage(id: $id, image: $image) { id } }', {
    ...{ id: resourceId, image: `data:image/gif;base64,${pixel}` },
  });
  const { html, text } = await visitor.open('/');
  expect(text).toContain('Team Ida');
  expect(text).not.toContain('Team Ida The hall');
  expect(html).toMatch(
    /<img class="portrait large" src="[^"]+\/assets\/images\/[0-9a-f]{64}" alt width="96" height="96" loading="lazy"/,
  );
});

it('nothing is shown of a business that has none of these', async () => {
  await account.create('/services', 'service', { title: 'Cut' });
  const { html } = await visitor.open('/');
  expect(html).not.toMatch(/class="(about|team|summary)"/);
});
