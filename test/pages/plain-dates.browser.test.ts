import { createBookableService } from '../support/catalog.js';
import { describeInChromium, openPage } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer({ now: '2026-03-02T20:00:00Z' });

describeInChromium('a date of an account', (browser) => {
  it.each(['Pacific/Kiritimati', 'Pacific/Auckland', 'Pacific/Pago_Pago'])(
    'is the same day on every page in %s',
    async (timeZone) => {
      const account = await server.account({ timeZone, publicAccess: true });
      const { resourceId, serviceId } = await createBookableService(account);
      await account.put(`/resources/${resourceId}/exception_dates/2026-03-05`, {
        json: { resource_exception_date: { opening_hours: [] } },
      });
      const user = await createUser(server, account);
      const { page, problems } = await openDashboard(browser(), user, 'calendar?view=day&date=2026-03-05');

      await page.getByRole('heading', { name: /^Thursday,? 5 March 2026$/ }).waitFor();
      await eventually(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe('2026-03-05');
      expect(problems).toEqual([]);
      const { page: visitor } = await openPage(browser(), server.origin, { timezoneId: timeZone });
      const site = `${server.origin}/sites/${account.credentials.subdomain}`;
      await visitor.goto(`${site}/services/${serviceId}?date=2026-03-06`);
      await visitor
        .getByText(/Friday,? 6 March 2026/)
        .first()
        .waitFor();
    },
    60_000,
  );
});
