import { describeInChromium, openPage } from '../support/chromium.js';
import { calendarEntry, password } from '../support/dashboard.js';
import { inviteUser } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio', publicAccess: true, currency: 'NOK' });

describeInChromium('the first hour of a salon', (browser) => {
  it('leads from the invitation to the first booking of a customer, each step by a link of the one before', async () => {
    const owner = { name: 'Nora Lie', email: 'nora@example.org', role: 'admin' };
    const { page, problems } = await openPage(browser(), server.origin, { viewport: { width: 1440, height: 900 } });
    await page.goto(await inviteUser(server, account, owner));
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('The same once more').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();

    const list = page.getByRole('region', { name: 'First steps' });
    const next = page.getByRole('navigation', { name: 'First steps' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await list.getByRole('link', { name: 'Open: Opening hours' }).click();
    await page.getByLabel('Title').fill('Kim');
    await page.getByLabel('Monday', { exact: false }).first().fill('09:00');
    await page.locator('input[type=time]').nth(1).fill('17:00');
    await page.getByRole('button', { name: 'Copy Monday to all days' }).click();
    await save.click();
    await page.getByRole('cell', { name: 'Kim' }).waitFor();
    await next.getByRole('link', { name: 'Next: Services' }).click();
    await page.getByLabel('Title').fill('Haircut');
    await page.getByLabel('Length').first().fill('45');
    await page.getByLabel('Price (NOK)', { exact: true }).fill('590');
    await save.click();
    await page.getByRole('cell', { name: 'Haircut' }).waitFor();
    await next.getByRole('link', { name: 'Next: Who does what' }).click();
    await page.getByRole('checkbox', { name: 'Haircut: Kim' }).check();
    await next.getByRole('link', { name: 'Next: Closed days' }).click();
    await next.getByRole('link', { name: 'Next: Texts' }).click();
    await next.getByRole('link', { name: 'First steps' }).click();
    const address = await page
      .getByRole('region', { name: 'First steps' })
      .getByLabel('Address of your booking page', { exact: true })
      .inputValue();
    await page.getByRole('link', { name: 'Calendar' }).click();

    const { page: phone, problems: problemsOfPhone } = await openPage(browser(), server.origin, {
      ...{ viewport: { width: 390, height: 844 }, locale: 'en-GB', hasTouch: true, isMobile: true },
    });
    await phone.goto(address);
    await phone.getByRole('link', { name: 'Haircut' }).tap();
    await phone.getByRole('link', { name: '10:30' }).tap();
    await phone.getByLabel('Name').fill('Kari Nordmann');
    await phone.getByLabel('Email').fill('kari@example.org');
    await phone
      .getByText(/590\skr/)
      .first()
      .waitFor();
    await phone.getByRole('button', { name: 'Book' }).tap();
    await phone.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await calendarEntry(page, 'Kari Nordmann').waitFor();
    expect([problems, problemsOfPhone]).toEqual([[], []]);
  }, 120_000);
});
