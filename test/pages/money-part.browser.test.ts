import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, takeScreenshots } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
await account.put('/client', { json: { client: { currency: 'NOK' } } });
const deposit = { deposit_type: 'amount', deposit_value: 300 };
const chair = await createBookableService(account, { service: { title: 'Colour', price: 900, ...deposit } });
const manager = await createUser(server, account, { role: 'manager' });
const colleague = await createUser(server, account, { role: 'staff' });

let hour = 9;
async function book(name: string, confirm = false): Promise<number> {
  hour += 1;
  const { id } = await account.create(
    '/bookings',
    'booking',
    {
      ...{ service_id: chair.serviceId, resource_id: chair.resourceId, person_attributes: { name } },
      ...{ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` },
    },
    { confirm },
  );
  return id;
}
const orderOf = async (id: number) =>
  (
    await account.graphql(
      'query ($id: Int!) { booking(id: $id) { order { paidAmount state payments { amount method reason } } } }',
      { id },
    )
  ).data.booking.order;

describeInChromium('the money in the panel of a booking', (browser) => {
  const open = async (user: typeof manager, id: number, name: string) => {
    const opened = await openDashboard(browser(), user, `calendar?date=2026-03-03&booking=${id}`);
    const price = opened.page.getByRole('dialog', { name }).getByRole('region', { name: 'Price' });
    return { ...opened, price };
  };

  it('is due as deposit first, and at the appointment then', async () => {
    const id = await book('Kari');
    const { page, price, problems } = await open(manager, id, 'Kari');
    await price.getByText('NOK 300.00 of the deposit is due now, NOK 600.00 at the appointment').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    const byDeposit = price.getByRole('group', { name: 'The deposit of NOK 300.00 is paid now by' });
    await byDeposit.getByRole('button', { name: 'Cash' }).click();
    await page.getByText('NOK 300.00 is paid: Cash.').waitFor();
    await page.goto(`${server.origin}/dashboard/calendar?date=2026-03-03&booking=${id}`);
    await price.getByText('Paid NOK 300.00 of NOK 900.00, NOK 600.00 due at the appointment').waitFor();
    await eventually(() => byDeposit.count()).toBe(0);
    expect(await orderOf(id)).toMatchObject({ payments: [{ amount: '300.0', method: 'CASH', reason: null }] });
    expect(problems).toEqual([]);
  }, 90_000);

  it('is paid back by two clicks after it was cancelled', async () => {
    const id = await book('Ola', true);
    await account.put(`/bookings/${id}`, { json: { booking: { paid_amount: 900 } } });
    await account.put(`/bookings/${id}/cancel`);
    const { page, price } = await open(manager, id, 'Ola');
    await price.getByRole('button', { name: 'Refund NOK 900.00' }).click();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await price.getByRole('button', { name: 'Card' }).click();
    await page.getByText('NOK 900.00 is paid back: Card.').waitFor();
    await page.goto(`${server.origin}/dashboard/calendar?date=2026-03-03&booking=${id}`);
    await eventually(() => orderOf(id)).toMatchObject({ paidAmount: '0.0', state: 'CANCELLED' });
    await price.getByRole('link', { name: /Order \d+/ }).waitFor();
    await eventually(() => price.getByRole('button').count()).toBe(0);
  }, 90_000);

  it('is paid back in part with a reason, but not above what is left', async () => {
    const id = await book('Pia', true);
    await account.put(`/bookings/${id}`, { json: { booking: { paid_amount: 900 } } });
    await account.put(`/bookings/${id}/cancel`);
    const { page, price, problems } = await open(manager, id, 'Pia');
    await price.getByRole('button', { name: 'Refund NOK 900.00' }).click();
    await eventually(() => price.getByLabel('Amount').inputValue()).toBe('900');
    await price.getByLabel('Amount').fill('900,01');
    await price.getByRole('button', { name: 'Card' }).click();
    await price.getByRole('alert').getByText('At most NOK 900.00').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await takeScreenshots(page, 'refund-desktop');
    await page.setViewportSize({ width: 360, height: 740 });
    await takeScreenshots(page, 'refund-phone');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await price.getByLabel('Amount').fill('250,50');
    await price.getByLabel('Reason').fill('The colour was wrong');
    await price.getByRole('button', { name: 'Card' }).click();
    await page.getByText('NOK 250.50 is paid back: Card.').waitFor();
    await page.goto(`${server.origin}/dashboard/calendar?date=2026-03-03&booking=${id}`);
    const back = { amount: '-250.5', method: 'CARD', reason: 'The colour was wrong' };
    await eventually(() => orderOf(id)).toMatchObject({ paidAmount: '649.5', payments: [{}, back] });
    await price.getByRole('button', { name: 'Refund NOK 649.50' }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('gets a tip beside the price, which can be given back', async () => {
    const id = await book('Tina', true);
    const { page, price } = await open(manager, id, 'Tina');
    await price.getByRole('button', { name: 'Tip', exact: true }).click();
    await price.getByLabel('Tip', { exact: true }).fill('45,50');
    await price.getByLabel('Method').selectOption({ label: 'Card' });
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await price.getByRole('button', { name: 'Save the tip' }).click();
    await page.getByText('NOK 45.50 tip is recorded.').waitFor();
    await price.getByText('Tip: NOK 45.50').waitFor();
    await price.getByText('NOK 900.00 to pay').waitFor();
    await price.getByRole('button', { name: 'Give the tip back' }).click();
    await price.getByRole('button', { name: 'Give the tip back' }).click();
    await page.getByText('NOK 45.50 of the tip is given back.').waitFor();
    await eventually(() => price.getByText('Tip: NOK').count()).toBe(0);
  }, 90_000);

  it('has no buttons for those who may not sell', async () => {
    const { price } = await open(colleague, await book('Nina', true), 'Nina');
    await price.getByText('NOK 900.00 to pay').waitFor();
    await eventually(() => price.getByRole('button').count()).toBe(0);
  }, 90_000);
});
