import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
await account.put('/client', {
  json: { client: { currency: 'NOK', cancellation_fees: '24: 20, 0: 30, no-show: 50 %' } },
});
const chair = await createBookableService(account, { service: { title: 'Cut', price: 300 } });
const manager = await createUser(server, account, { role: 'manager' });

describeInChromium('the fee in the panel of a booking', (browser) => {
  it('is charged by one click, and waived with a reason', async () => {
    const booking = { service_id: chair.serviceId, resource_id: chair.resourceId, person_attributes: { name: 'Kari' } };
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const { id } = await account.create('/bookings', 'booking', { ...booking, ...time }, { confirm: false });
    const { page, problems } = await openDashboard(browser(), manager, `calendar?date=2026-03-03&booking=${id}`);
    const fee = page.getByRole('dialog', { name: 'Kari' }).getByRole('region', { name: 'Fee for cancelling' });
    await fee
      .getByText(/^Agreed: NOK\s20\.00 for cancelling less than 24 hours before; 50 % for not coming$/)
      .waitFor();
    await eventually(() => fee.getByRole('button').count()).toBe(0);
    await account.put(`/bookings/${id}`, { json: { booking: { status: 'no_show' } } });
    const url = `${server.origin}/dashboard/calendar?date=2026-03-03&booking=${id}`;
    await page.goto(url);
    await fee.getByText(/NOK\s150\.00 may be charged until/).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await fee.getByRole('button', { name: /Charge NOK\s150\.00/ }).click();
    await page.getByText('The fee of Kari is charged.').waitFor();
    await page.goto(url);
    await fee.getByText(/NOK\s150\.00 charged/).waitFor();
    await fee.getByText(/NOK\s150\.00 to pay/).waitFor();
    await fee.getByRole('button', { name: 'Waive the fee' }).click();
    await fee.getByLabel('Reason').fill('She was ill');
    await fee.getByRole('button', { name: 'Waive the fee' }).click();
    await page.getByText('The fee of Kari is waived.').waitFor();
    await page.goto(url);
    await fee.getByText('Waived: She was ill').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);
});
