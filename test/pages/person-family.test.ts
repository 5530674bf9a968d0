import { accessibilityProblemsInLightAndDark, describeInChromium } from '../support/chromium.js';
import { createUser, openDashboard } from '../support/dashboard.js';
import { eventually } from '../support/eventually.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account({ name: 'Fjord Studio' });
const user = await createUser(server, account);
const phone = { viewport: { width: 360, height: 740 } };

const personOf = async (name: string): Promise<number> => (await account.create('/people', 'person', { name })).id;

const guardiansOf = async (id: number) =>
  (await account.get(`/people/${id}/guardians`)).body.map(({ guardian }: { guardian: object }) => guardian);

describeInChromium('the family of a person', (browser) => {
  it('is shown, gets members with their rights, and loses them', async () => {
    const [child, mother] = [await personOf('Lotte'), await personOf('Merete')];
    const { page, problems } = await openDashboard(browser(), user, `people/${child}`);
    await page.getByRole('tab', { name: 'Family' }).click();
    const guardians = page.getByRole('region', { name: 'Guardians' });
    await guardians.getByText('No guardians').waitFor();
    await guardians.getByText('Add a guardian').click();
    await guardians.getByRole('combobox', { name: 'Guardian' }).fill('Lotte');
    await page.getByRole('option', { name: 'Lotte' }).click();
    await guardians.getByRole('button', { name: 'Save' }).click();
    await guardians.getByRole('combobox', { name: 'Guardian' }).and(page.locator('[aria-invalid="true"]')).waitFor();
    await guardians.getByRole('combobox', { name: 'Guardian' }).fill('Merete');
    await page.getByRole('option', { name: 'Merete' }).click();
    await guardians.getByLabel('Pays').uncheck();
    expect(await accessibilityProblemsInLightAndDark(page)).toEqual([]);
    await guardians.getByRole('button', { name: 'Save' }).click();
    await guardians.getByRole('row', { name: /Merete May book, Gets the messages/ }).waitFor();
    await eventually(() => guardiansOf(child)).toMatchObject([
      { person_id: mother, may_book: true, pays: false, position: 1 },
    ]);
    await guardians.getByRole('link', { name: 'Merete' }).click();
    await page.getByRole('heading', { name: 'Merete' }).waitFor();
    await page.getByRole('tab', { name: 'Family' }).click();
    const dependants = page.getByRole('region', { name: 'Dependants' });
    await dependants.getByRole('link', { name: 'Lotte' }).waitFor();
    await dependants.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await dependants.getByText('No dependants').waitFor();
    await eventually(() => guardiansOf(child)).toEqual([]);
    expect(problems).toEqual([]);
  }, 90_000);

  it('gets a dependant on a phone', async () => {
    const [child, mother] = [await personOf('Sofie'), await personOf('Randi')];
    const { page, problems } = await openDashboard(browser(), user, `people/${mother}`, phone);
    await page.getByRole('tab', { name: 'Family' }).click();
    const dependants = page.getByRole('region', { name: 'Dependants' });
    await dependants.getByText('Add a dependant').click();
    await dependants.getByRole('combobox', { name: 'Dependant' }).fill('Sofie');
    await page.getByRole('option', { name: 'Sofie' }).click();
    await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await dependants.getByRole('button', { name: 'Save' }).click();
    await dependants.getByRole('link', { name: 'Sofie' }).waitFor();
    await eventually(() => guardiansOf(child)).toMatchObject([{ person_id: mother, pays: true }]);
    expect(problems).toEqual([]);
  }, 90_000);
});
