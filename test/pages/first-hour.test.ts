import type { Locator, Page } from 'playwright-core';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { calendarEntry, password } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { inviteUser } from '../support/sign-in.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio', publicAccess: false, currency: 'NOK' });
const photo = {
  ...{ name: 'kim.gif', mimeType: 'image/gif' },
  buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

/** A person at a page, who needs a click for each button, tick and field. */
class Clicker {
  clicks = 0;

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.click(target);
    await target.fill(text);
  }

  async choosePhoto(target: Locator): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.click(target);
    await (await chooser).setFiles(photo);
  }
}

describeInChromium('the first hour of a salon', (browser) => {
  it('leads from the invitation to a page with a team and services in less than 20 clicks, in the words of the trade', async () => {
    const owner = { name: 'Nora Lie', email: 'nora@example.org', role: 'admin' };
    const { page, problems } = await openPage(browser(), server.origin, { viewport: { width: 1440, height: 900 } });
    await page.goto(await inviteUser(server, account, owner));
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('The same once more').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();

    const by = new Clicker(page);
    const list = page.getByRole('region', { name: 'First steps' });
    await list.getByText('0 of 6 done').waitFor();
    await by.click(list.getByRole('button', { name: 'Salon' }));
    await list.getByRole('button', { name: 'Salon' }).waitFor({ state: 'detached' });
    await list.getByText('When you and your team members can be booked.').waitFor();
    await by.click(list.getByRole('link', { name: 'Open: Opening hours' }));

    await page.getByRole('heading', { name: 'Team members and hours' }).waitFor();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await by.type(page.getByLabel('Usual hours'), 'nine to five');
    await by.type(page.getByRole('group', { name: 'Name 1' }).getByLabel('Name'), 'Kim');
    await by.choosePhoto(page.getByRole('group', { name: 'Name 1' }).getByLabel('Photo'));
    await by.click(page.getByRole('button', { name: 'Add another' }));
    await by.type(page.getByRole('group', { name: 'Name 2' }).getByLabel('Name'), 'Lea');
    await page.getByRole('group', { name: 'Name 2' }).getByLabel('Other hours').fill('10-14');
    const save = page.getByRole('button', { name: 'Save and go on' });
    await save.click();
    await page.getByText('must be hours such as 9-17').waitFor();
    await page.getByLabel('Usual hours').fill('9-17');
    await by.click(save);

    await page.getByRole('heading', { name: 'Services and prices' }).waitFor();
    await by.click(page.getByRole('checkbox', { name: /^Haircut.* 45 min.*630/ }));
    await by.click(page.getByRole('checkbox', { name: /^Colour/ }));
    const colour = page.getByRole('group', { name: 'Colour', exact: true });
    await by.type(colour.getByLabel('Price'), '990');
    await by.click(colour.getByRole('checkbox', { name: 'Lea' }));
    await by.choosePhoto(colour.getByLabel('Picture'));
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await by.click(page.getByRole('button', { name: 'Create the page' }));
    await list.getByText('3 of 6 done').waitFor();
    await by.click(list.getByRole('button', { name: 'Open it to everybody' }));
    await list.getByText('4 of 6 done').waitFor();
    const customer = page.context().waitForEvent('page');
    await by.click(list.getByRole('link', { name: 'See it as a customer' }));
    await (await customer).getByRole('link', { name: 'Haircut' }).waitFor();
    await (await customer).close();
    expect(by.clicks).toBeLessThan(20);
    await eventually(() => page.locator('body').innerText()).not.toMatch(/resource/i);

    const { body: team } = await account.get('/resources');
    const nine = { opening_hours_mon: ['09:00', '17:00'], opening_hours_sat: [] };
    expect(team).toMatchObject([
      { resource: { title: 'Kim', image: expect.stringContaining('/'), ...nine } },
      { resource: { title: 'Lea', image: null, opening_hours_fri: ['10:00', '14:00'] } },
    ]);
    const { body: services } = await account.get('/services');
    expect(services).toMatchObject([
      { service: { title: 'Haircut', interval: 45, price: '630.0', image: null } },
      { service: { title: 'Colour', interval: 90, price: '990.0', image: expect.stringContaining('/') } },
    ]);
    await eventually(async () => (await account.get('/providers')).body).toHaveLength(3);

    await page.getByRole('link', { name: 'Calendar' }).click();
    const { page: phone, problems: problemsOfPhone } = await openPage(browser(), server.origin, {
      ...{ viewport: { width: 390, height: 844 }, locale: 'en-GB', hasTouch: true, isMobile: true },
    });
    await phone.goto(`${server.origin}/sites/${account.credentials.subdomain}/`);
    await phone.getByRole('link', { name: 'Colour' }).tap();
    await phone.getByRole('link', { name: '10:30', exact: true }).first().tap();
    await phone.getByLabel('Name').fill('Kari Nordmann');
    await phone.getByLabel('Email').fill('kari@example.org');
    await phone.getByRole('button', { name: 'Book' }).tap();
    await phone.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
    await calendarEntry(page, 'Kari Nordmann').waitFor();
    expect([problems, problemsOfPhone]).toEqual([[], []]);
  }, 120_000);
});
