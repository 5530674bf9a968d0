import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { usePaymentWorld } from '../support/payment-world.js';

const { world, setProvider, tell } = usePaymentWorld();

describeInChromium('a card on file in Chromium', (browser) => {
  it('is stored by the customer, who pays nothing, and charged by one click of staff', async () => {
    const { account, server, stripe } = world;
    await setProvider({ asksForCards: true });
    const { serviceId } = await createBookableService(account, {
      service: { title: 'Haircut', price: 650, cancellation_fees: '24: 50 %, no-show: 100 %' },
    });
    stripe.onPaid = (session) => tell(stripe.complete(session));
    const { page, problems } = await openPage(browser(), server.origin, { locale: 'en-GB' });
    const site = `${server.origin}/sites/${account.credentials.subdomain}`;
    await page.goto(`${site}/services/${serviceId}?date=2026-03-03`);
    await page.getByRole('link', { name: '10:00', exact: true }).click();
    await page.getByText('To book, you store a card. Nothing is charged now').waitFor();
    await page.getByLabel('Name').fill('Kari Nordmann');
    await page.getByLabel('Email').fill('kari@example.org');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('heading', { name: 'Please store a card' }).waitFor();
    await page.getByText('Nothing is paid now.').waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByRole('link', { name: 'Store a card' }).click();
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByText('No card was stored.').waitFor();
    await page.getByRole('link', { name: 'Store a card' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await page.getByText('Your card is stored.').waitFor();
    await eventually(() => page.getByRole('link', { name: 'Store a card' }).count()).toBe(0);
    await eventually(() => page.getByRole('button', { name: 'Remove the card' }).count()).toBe(0);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    const booked = page.url();

    const [{ booking }] = (await account.get('/bookings?from=2026-03-03&to=2026-03-04')).body;
    await account.put(`/bookings/${booking.id}`, { json: { booking: { status: 'no_show' } } });
    const manager = await createUser(server, account, { role: 'manager' });
    const { page: staff } = await openDashboard(browser(), manager, `calendar?date=2026-03-03&booking=${booking.id}`);
    const fee = staff.getByRole('dialog', { name: 'Kari' }).getByRole('region', { name: 'Fee for cancelling' });
    await fee.getByText('A card is stored.').waitFor();
    expect(await accessibilityProblemsInLightAndDark(staff)).toEqual([]);
    await fee.getByRole('button', { name: /Charge NOK\s650/ }).click();
    await staff.getByText('The fee of Kari Nordmann is charged.').waitFor();
    await staff.goto(`${server.origin}/dashboard/calendar?date=2026-03-03&booking=${booking.id}`);
    await fee.getByText(/NOK\s650\.00 charged/).waitFor();
    await fee.getByRole('button', { name: 'Remove the card' }).waitFor();

    await page.goto(booked);
    await page.getByRole('button', { name: 'Remove the card' }).click();
    await eventually(() => page.getByRole('button', { name: 'Remove the card' }).count()).toBe(0);
    expect(stripe.removedCards.size).toBe(1);
    expect(problems.filter((problem) => !problem.startsWith(stripe.url))).toEqual([]);
    await page.context().close();
  }, 90_000);
});
