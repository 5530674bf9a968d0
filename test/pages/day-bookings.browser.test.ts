import { createBookableService } from '../support/catalog.js';
import { accessibilityProblemsInLightAndDark, describeInChromium, openPage } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });
const { serviceId } = await createBookableService(account, {
  service: { title: 'Cabin', has_day_booking: true, max_slots: 14 },
});

describeInChromium('day bookings in Chromium', (browser) => {
  it('the first and the last day are chosen on a phone, in light and dark', async () => {
    const { page, problems } = await openPage(browser(), server.origin, {
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
    });
    await page.goto(`${server.origin}/sites/${account.credentials.subdomain}/services/${serviceId}`);
    await page.evaluate('window.isSamePage = true');
    // Not the first free day, which the page shows already.
    const first = 'Wednesday, 4 March 2026';
    await page.getByRole('link', { name: first, exact: true }).click();
    await page.getByRole('heading', { name: `From ${first}: choose the last day` }).waitFor();
    await eventually(() => page.evaluate('window.isSamePage')).toBe(true);
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await page.getByRole('link', { name: / 3 days$/ }).click();
    await page.getByLabel('Name').fill('Kari Nordmann');
    await page.getByLabel('Email').fill('kari@example.org');
    await page.getByRole('button', { name: 'Book' }).click();
    await page.getByRole('heading', { name: 'Your booking is confirmed' }).waitFor();
    await eventually(() => page.getByText(`${first} – Friday, 6 March 2026`).count()).toBe(1);
    expect([await accessibilityProblemsInLightAndDark(page), problems]).toEqual([[], []]);
    await page.context().close();
  }, 60_000);
});
