import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

const needsOf = async (serviceId: number) =>
  (await account.get(`/services/${serviceId}/needs`)).body.map(
    ({ service_need }: { service_need: object }) => service_need,
  );

describeInChromium('the needs of a service', (browser) => {
  it('are created with work and gaps, and get their resources in the table of providers', async () => {
    const { serviceId, resourceId } = await createBookableService(account, {
      ...{ service: { title: 'Colour', interval: 105 }, resource: { title: 'Anna' } },
    });
    const { page, problems } = await openDashboard(browser(), manager, `setup/services/${serviceId}`, desktop);
    const panel = page.getByRole('region', { name: 'Needs' });
    await panel.getByText('No needs: a booking takes one resource.').waitFor();
    await panel.getByRole('button', { name: 'New need' }).click();
    await panel.getByLabel('Title').fill('Stylist');
    await panel.getByLabel('Work and gaps, in minutes').fill('30, 45, 31');
    await panel.getByRole('button', { name: 'Save the need' }).click();
    await panel.getByText('must end within the 105 minutes of the service').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => panel.getByLabel('Work and gaps, in minutes').getAttribute('aria-invalid')).toBe('true');
    await panel.getByLabel('Work and gaps, in minutes').fill('30, 45, 20');
    await panel.getByRole('slider', { name: 'End of work 2' }).press('ArrowRight');
    await panel.getByRole('slider', { name: 'End of work 2' }).press('ArrowRight');
    await panel.getByRole('slider', { name: 'End of work 2' }).press('ArrowRight');
    await eventually(() => panel.getByLabel('Work and gaps, in minutes').inputValue()).toBe('30, 45, 30');
    await panel.getByLabel('Visitors may choose the resource').check();
    await panel.getByRole('button', { name: 'Save the need' }).dblclick();
    await panel.getByRole('row', { name: /Stylist 1 for each booking 30, 45, 30/ }).waitFor();
    const [need, ...others] = await needsOf(serviceId);
    expect(others).toEqual([]);
    expect(need).toMatchObject({
      ...{ title: 'Stylist', count: 1, per: 'booking', visitors_choose: true, position: 1 },
      segments: [
        { offset: 0, length: 30 },
        { offset: 75, length: 30 },
      ],
    });
    await panel.getByRole('link', { name: 'Choose who serves them' }).click();
    const box = page.getByRole('checkbox', { name: 'Colour: Stylist: Anna' });
    await eventually(() => box.isChecked()).toBe(false);
    await box.click();
    await page.getByRole('link', { name: /Colour: Stylist: Anna/ }).waitFor();
    const { body } = await account.get('/providers');
    expect(body.map(({ provider }: { provider: object }) => provider)).toEqual([
      expect.objectContaining({ service_id: serviceId, need_id: null }),
      expect.objectContaining({ service_id: serviceId, resource_id: resourceId, need_id: need.id }),
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are drawn as a bar, and get their resources in their form', async () => {
    const { serviceId, resourceIds } = await createBookableService(account, {
      ...{ service: { title: 'Perm', interval: 120 }, providers: [{}, {}] },
    });
    for (const [index, title] of ['Dina', 'Eva'].entries()) {
      await account.put(`/resources/${resourceIds[index]}`, { json: { resource: { title } } });
    }
    const { page, problems } = await openDashboard(browser(), manager, `setup/services/${serviceId}`, desktop);
    const panel = page.getByRole('region', { name: 'Needs' });
    await panel.getByRole('button', { name: 'New need' }).click();
    await panel.getByLabel('Title').fill('Stylist');
    await panel.getByRole('button', { name: 'Add a gap' }).click();
    const work = panel.getByLabel('Work and gaps, in minutes');
    await eventually(() => work.inputValue()).toBe('40, 40, 40');
    const slider = panel.getByRole('slider', { name: 'End of gap 1' });
    await eventually(() => slider.getAttribute('aria-valuetext')).toBe('80 min');
    const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const bar = await panel.locator('.work-bar').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + (bar?.width ?? 0) / 12, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await eventually(() => work.inputValue()).toBe('40, 50, 30');
    await panel.getByLabel('Dina').check();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save the need' }).click();
    await panel.getByRole('row', { name: /Stylist 1 for each booking 40, 50, 30 Dina/ }).waitFor();
    await panel.getByRole('button', { name: 'Change: Stylist' }).click();
    await panel.getByLabel('Dina').uncheck();
    await panel.getByLabel('Eva').check();
    await panel.getByRole('button', { name: 'Remove the last gap' }).click();
    await panel.getByRole('button', { name: 'Save the need' }).click();
    await panel.getByRole('row', { name: /Stylist 1 for each booking the whole length Eva/ }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('are changed and removed on a phone', async () => {
    const { serviceId } = await createBookableService(account, { service: { interval: 90 } });
    await account.create(`/services/${serviceId}/needs`, 'service_need', {
      ...{ title: 'Room', count: 2, segments: [{ offset: 15, length: 60 }] },
    });
    const { page, problems } = await openDashboard(browser(), manager, `setup/services/${serviceId}`, phone);
    const panel = page.getByRole('region', { name: 'Needs' });
    await panel.getByRole('button', { name: 'Change: Room' }).click();
    await eventually(() => panel.getByLabel('Work and gaps, in minutes').inputValue()).toBe('0, 15, 60');
    await panel.getByLabel('Work and gaps, in minutes').fill('');
    await panel.getByLabel('Needed for').selectOption('Each person');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save the need' }).click();
    await panel.getByText('2 for each person').waitFor();
    await eventually(() => needsOf(serviceId)).toMatchObject([{ title: 'Room', per: 'person', segments: null }]);
    await panel.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await closeMessage(page, 'The need is removed.');
    await eventually(() => needsOf(serviceId)).toEqual([]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are none of a service for events', async () => {
    const { serviceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
    const { page } = await openDashboard(browser(), manager, `setup/services/${serviceId}`, desktop);
    await page.getByRole('heading', { name: 'Messages' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await eventually(() => page.getByRole('region', { name: 'Needs' }).count()).toBe(0);
  }, 90_000);
});
