import { createBookableService } from '../support/catalog.js';
import { accessibilityProblems, describeInChromium } from '../support/chromium.js';
import { closeMessage, createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const manager = await createUser(server, account, { role: 'manager' });
const desktop = { viewport: { width: 1280, height: 900 } } as const;
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

const createRotas = async (resource_id: number, ...starts: string[]) => {
  const weeks = [{ opening_hours_sat: ['10:00', '15:00'] }, { opening_hours_sat: [] }];
  for (const valid_from of starts) {
    await account.create('/rotas', 'rota', { resource_id, valid_from, valid_to: `${valid_from.slice(0, 8)}28`, weeks });
  }
};
const rotasOf = async (resourceId: number) =>
  (await account.get(`/rotas?resource_id=${resourceId}`)).body.map(({ rota }: { rota: object }) => rota);

describeInChromium('the rotas of a resource', (browser) => {
  it('are created with weeks beside each other, copied from one to the next', async () => {
    const { resourceId } = await createBookableService(account);
    const { page, problems } = await openDashboard(browser(), manager, `setup/resources/${resourceId}`, desktop);
    const panel = page.getByRole('region', { name: 'Rotas' });
    await panel.getByText('No rotas: the weekly opening hours apply.').waitFor();
    await panel.getByRole('button', { name: 'New rota' }).click();
    await panel.getByLabel('First day').fill('2026-04-01');
    const week = (number: number) => panel.getByRole('group', { name: `Week ${number}`, exact: true });
    await week(1).getByLabel('Saturday, from').fill('10:00');
    await week(1).getByLabel('Saturday, to').fill('15:00');
    await panel.getByRole('button', { name: 'Add a week like week 1' }).click();
    await week(2).getByLabel('Monday, from').fill('12:00');
    await week(2).getByLabel('Monday, to').fill('20:00');
    await week(2).getByRole('group', { name: 'Saturday' }).getByLabel('Closed').check();
    const [first, second] = [await week(1).boundingBox(), await week(2).boundingBox()];
    expect(second?.y).toBe(first?.y);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await panel.getByRole('button', { name: 'New rota' }).click();
    await eventually(() => week(2).getByLabel('Monday, from').inputValue()).toBe('12:00');
    await panel.getByRole('button', { name: 'Add a week like week 2' }).click();
    await panel.getByRole('button', { name: 'Add a week like week 3' }).click();
    await panel.getByRole('button', { name: 'Copy week 1 to week 2' }).click();
    await panel.getByRole('button', { name: 'Remove week 3' }).click();
    await panel.getByRole('button', { name: 'Save the rota' }).dblclick();
    await page.getByText('The rota is saved.').waitFor();
    await panel.getByRole('row', { name: /from 1 Apr 2026 3/ }).waitFor();
    const [rota, ...others] = await rotasOf(resourceId);
    expect(others).toEqual([]);
    expect(rota).toMatchObject({ valid_from: '2026-04-01', valid_to: null, starts_on: '2026-03-30' });
    expect(rota.weeks.map((one: object) => Object.values(one).filter(Boolean))).toEqual([
      [['10:00', '15:00']],
      [['10:00', '15:00']],
      [['12:00', '20:00'], []],
    ]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are changed and removed on a phone, and refused where they overlap', async () => {
    const { resourceId } = await createBookableService(account);
    await createRotas(resourceId, '2026-04-01', '2026-05-01');
    const { page, problems } = await openDashboard(browser(), manager, `setup/resources/${resourceId}`, phone);
    const panel = page.getByRole('region', { name: 'Rotas' });
    await panel.getByRole('button', { name: /^Change: 1 Apr 2026/ }).click();
    await panel.getByLabel('Last day').fill('2026-05-02');
    await panel.getByRole('button', { name: 'Save the rota' }).click();
    await panel.getByText('must not overlap another rota of the resource').first().waitFor();
    await panel.getByLabel('Last day').fill('2026-03-02');
    await panel.getByRole('button', { name: 'Save the rota' }).click();
    await panel.getByText('must not be before').first().waitFor();
    await panel.getByLabel('Last day').fill('2026-04-20');
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const closing = await panel.getByLabel('Monday, to').first().boundingBox();
    const weeks = await panel.getByRole('group', { name: 'Week 1' }).boundingBox();
    expect((closing?.x ?? 0) + (closing?.width ?? 0)).toBeLessThanOrEqual((weeks?.x ?? 0) + (weeks?.width ?? 0));
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save the rota' }).click();
    await page.getByText('The rota is saved.').waitFor();
    await eventually(async () => (await rotasOf(resourceId))[0]).toMatchObject({
      valid_to: '2026-04-20',
      starts_on: '2026-03-30',
    });
    await panel.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await closeMessage(page, 'The rota is removed.');
    await eventually(() => rotasOf(resourceId)).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 90_000);

  it('are shown to staff, who cannot change them', async () => {
    const { resourceId } = await createBookableService(account);
    await createRotas(resourceId, '2026-04-01');
    const staff = await createUser(server, account, { role: 'staff' });
    const { page } = await openDashboard(browser(), staff, `setup/resources/${resourceId}`, desktop);
    const panel = page.getByRole('region', { name: 'Rotas' });
    await panel.getByRole('row', { name: /1 Apr 2026/ }).waitFor();
    await eventually(() => panel.getByRole('button').count()).toBe(0);
  }, 60_000);
});
