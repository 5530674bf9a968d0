import type { Page } from 'playwright-core';
import { createBookableService, createEvent } from '../support/catalog.js';
import { describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });

/** Presses a button that opens a dialog with a button of the same name, and presses that one. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
const refusal = 'Somebody else has changed it in the meantime. Nothing was deleted. The page shows it as it is now.';

describeInChromium('a delete of something that somebody else has changed', (browser) => {
  it('is refused for a record of the set-up, keeps what was typed, and is done once it was seen', async () => {
    const { resourceId } = await createBookableService(account, { resource: { title: 'Loft', capacity: 1 } });
    const { page } = await openDashboard(browser(), manager, `setup/resources/${resourceId}`);
    await page.getByLabel('Capacity').fill('4');
    await account.put(`/resources/${resourceId}`, { json: { resource: { title: 'Big loft' } } });
    await confirm(page, 'Delete the resource');
    await closeMessage(page, 'The resource is deleted.');
    await page.getByRole('alert').getByText(refusal).waitFor();
    await page.getByRole('link', { name: 'Big loft' }).click();
    await eventually(() => page.getByLabel('Title').inputValue()).toBe('Big loft');
    await eventually(() => page.getByLabel('Capacity').inputValue()).toBe('4');
    const { body } = await account.get(`/resources/${resourceId}`);
    expect(body.resource).toMatchObject({ active: true, title: 'Big loft', capacity: 1 });
    await confirm(page, 'Delete the resource');
    await closeMessage(page, 'The resource is deleted.');
    await eventually(async () => (await account.get(`/resources/${resourceId}`)).body.resource.active).toBe(false);
  }, 60_000);

  it('is refused for an event that was booked meanwhile', async () => {
    const { id } = await createEvent(account);
    const { page } = await openDashboard(browser(), manager, `setup/events/${id}`);
    await page.getByLabel('Title').waitFor();
    await account.create('/bookings', 'booking', { event_id: id, person_attributes: { name: 'Emil' } });
    await confirm(page, 'Cancel the event');
    await closeMessage(page, 'The event is cancelled.');
    await page.getByRole('alert').getByText(refusal).waitFor();
    await eventually(async () => (await account.get(`/events/${id}`)).body.event).toMatchObject({
      active: true,
      nr_of_attendances: 1,
    });
  }, 60_000);

  it('is refused for an exception date', async () => {
    const { resourceId } = await createBookableService(account);
    const path = `/resources/${resourceId}/exception_dates/2026-03-09`;
    const open = (...times: string[]) => ({ json: { resource_exception_date: { opening_hours: times } } });
    await account.put(path, open());
    const { page } = await openDashboard(browser(), manager, `setup/resources/${resourceId}`);
    const remove = page.getByRole('button', { name: 'Remove 9 Mar 2026' });
    await remove.waitFor();
    await account.put(path, open('10:00', '12:00'));
    await remove.click();
    await closeMessage(page, 'The date is removed.');
    await page.getByRole('alert').getByText(refusal).waitFor();
    await page.getByRole('row', { name: /9 Mar 2026 10:00–12:00/ }).waitFor();
    await page.getByRole('button', { name: 'Close the message' }).click();
    await remove.click();
    await closeMessage(page, 'The date is removed.');
    await eventually(async () => (await account.get(path)).status).toBe(404);
  }, 60_000);

  it('is refused for a person, who can be restored after a delete', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Anna' });
    const { page } = await openDashboard(browser(), manager, `people/${id}`);
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await account.put(`/people/${id}`, { json: { person: { name: 'Anna Lie' } } });
    await confirm(page, 'Delete');
    await page.getByRole('dialog').getByRole('alert').getByText(refusal).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Anna Lie' }).waitFor();
    await eventually(async () => (await account.get(`/people/${id}`)).body.person.active).toBe(true);
    await confirm(page, 'Delete');
    await page.getByRole('button', { name: 'Restore' }).dblclick();
    await page.getByText('The person is back.').waitFor();
  }, 60_000);
});
