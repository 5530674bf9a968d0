import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { usePaymentWorld } from '../support/payment-world.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const { world, setProvider, tell } = usePaymentWorld();

describeInChromium('tips in Chromium, on a phone', (browser) => {
  const open = async () => {
    const { account, server, stripe } = world;
    await setProvider();
    await server.configure(account, { tip_percentages: '10, 15, 20' });
    stripe.onPaid = (session) => tell(stripe.complete(session));
    const viewport = { width: 360, height: 740 };
    return openPage(browser(), server.origin, { locale: 'en-GB', viewport });
  };
  const widthOf = (page: Awaited<ReturnType<typeof open>>['page']) => () =>
    page.evaluate('document.documentElement.scrollWidth');
  const book = async (service: object) => {
    const { serviceId: service_id, resourceId: resource_id } = await createBookableService(world.account, { service });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const { id } = await world.account.create(
      '/bookings',
      'booking',
      { ...time, service_id, resource_id, person_attributes },
      { confirm: false },
    );
    const { link } = (await world.account.get(`/bookings/${id}/link`)).body.booking;
    return { id, url: new URL(link).href.replace(new URL(link).origin, world.server.origin) };
  };

  it('are chosen by the customer and paid with the price, of which there are thanks', async () => {
    const { page, problems } = await open();
    const { url } = await book({ title: 'Haircut', price: 650, payment_required: true });
    await page.goto(url);
    const tips = page.getByRole('region', { name: 'Add a tip?' });
    await page.getByRole('link', { name: 'Pay 650 kr', exact: true }).waitFor();
    await tips.getByRole('link', { name: '15 %: 97,50 kr' }).click();
    await page.getByRole('link', { name: 'Pay 747,50 kr, of which 97,50 kr is a tip' }).waitFor();
    await eventually(() => tips.locator('[aria-current]').innerText()).toBe('15 %: 97,50 kr');
    await tips.getByLabel('Another amount').fill('ten');
    await tips.getByRole('button', { name: 'Use this amount' }).click();
    await tips.getByText('Please enter an amount such as 10 kr.').waitFor();
    await page.getByRole('link', { name: 'Pay 650 kr', exact: true }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await tips.getByLabel('Another amount').fill('50,5');
    await tips.getByRole('button', { name: 'Use this amount' }).click();
    await eventually(widthOf(page)).toBe(360);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByRole('link', { name: 'Pay 700,50 kr, of which 50,50 kr is a tip' }).click();
    await page.getByRole('heading', { name: 'Pay 700.5 nok' }).waitFor();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await page.getByText('Thank you for the tip of 50,50 kr.').waitFor();
    await eventually(() => tips.count()).toBe(0);
    await eventually(widthOf(page)).toBe(360);
    expect(problems.filter((problem) => !problem.startsWith(world.stripe.url))).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('are given for a booking that costs nothing', async () => {
    const { page } = await open();
    const { url } = await book({ title: 'Advice' });
    await page.goto(url);
    const tips = page.getByRole('region', { name: 'Add a tip?' });
    await eventually(() => tips.getByRole('link').allInnerTexts()).toEqual(['No tip']);
    await eventually(() => page.getByRole('link', { name: /^Pay/ }).count()).toBe(0);
    await tips.getByLabel('Another amount').fill('20');
    await tips.getByRole('button', { name: 'Use this amount' }).click();
    await page.getByRole('link', { name: 'Pay a tip of 20 kr' }).click();
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByText('The payment was not completed.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Thank you for the tip of 20 kr.').waitFor();
    await page.context().close();
  }, 90_000);

  it('are given on the page of an order', async () => {
    const { page } = await open();
    const { account, server } = world;
    const { id } = await book({ title: 'Haircut', price: 650 });
    await account.put(`/bookings/${id}`, { json: { booking: { paid_amount: 650 } } });
    const headers = await startVisitorSession(server, account, 'kari@example.org');
    const [{ order }] = (await new Visitor(account).get('/me/orders', { headers })).body;
    await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/shop/orders/${order.token}`);
    await page.getByText('Your order is paid.').waitFor();
    await page.getByRole('link', { name: '20 %: 130 kr' }).click();
    await eventually(widthOf(page)).toBe(360);
    await page.getByRole('link', { name: 'Pay a tip of 130 kr' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Thank you for the tip of 130 kr.').waitFor();
    await page.context().close();
  }, 90_000);
});
