import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

interface Kind {
  /** The ending of the names of its mutations. */
  name: string;
  create: () => Promise<{ id: number; input: string }>;
}

const created = (input: string, name: string, change: string): Kind => ({
  name,
  create: async () => {
    const { data, errors } = await account.graphql(`mutation { record: create${name}(input: ${input}) { id } }`);
    if (errors) throw new Error(JSON.stringify(errors));
    return { id: data.record.id, input: change };
  },
});

const titled = (name: string, other = '') => created(`{title: "Before" ${other}}`, name, '{title: "Now"}');

const kinds: readonly Kind[] = [
  titled('Resource'),
  titled('Service'),
  titled('Category'),
  titled('Coupon', 'code: "SPRING" valueType: AMOUNT value: 5'),
  created('{value: 100}', 'GiftCard', '{value: 90}'),
  created('{targetUrl: "https://example.org/before", event: "*"}', 'WebHook', '{event: "booking.*"}'),
  created('{messageType: CONFIRMATION, deliveryType: SMS, template: "Before"}', 'MessageTemplate', '{template: "Now"}'),
  created('{name: "Before"}', 'Person', '{name: "Now"}'),
  created('{name: "Before", email: "ida@example.org"}', 'ClientUser', '{name: "Now"}'),
  created('{name: "Before", email: "ida@example.org"}', 'ClientUser', '{role: MANAGER}'),
  {
    name: 'Provider',
    create: async () => {
      await createBookableService(account);
      const { data } = await account.graphql('{ providers { nodes { id } } }');
      return { id: data.providers.nodes[0].id, input: '{priorityValue: 7}' };
    },
  },
];

const stale = [expect.objectContaining({ extensions: { code: 'PRECONDITION_FAILED' } })];
const change = (call: string) => account.graphql(`mutation { record: ${call} { revisionCount } }`);

describe.each(kinds.map((kind) => [kind.name, kind] as const))('update and delete of %s', (name, { create }) => {
  const remove = (id: number, revision: number) =>
    account.graphql(`mutation { record: delete${name}(id: ${id}, ifRevision: ${revision}) { id } }`);

  it('are rejected after another change, and change the revision that was read', async () => {
    const { id, input } = await create();
    const update = (revision: number | null) =>
      change(`update${name}(id: ${id}, ifRevision: ${revision}, input: ${input})`);
    expect(await update(0)).toEqual({ data: { record: { revisionCount: 1 } } });
    const before = await server.changes(account);
    expect((await update(0)).errors).toEqual(stale);
    expect((await remove(id, 0)).errors).toEqual(stale);
    expect(await server.changes(account)).toEqual(before);
    // It changes nothing, so the revision stays.
    expect(await update(1)).toEqual({ data: { record: { revisionCount: 1 } } });
    expect(await update(null)).toEqual({ data: { record: { revisionCount: 1 } } });
    expect((await remove(id, 1)).errors).toBeUndefined();
  });
});

it('lets only one of three simultaneous changes of the same revision through', async () => {
  const { data } = await account.graphql('mutation { createService(input: {title: "Before"}) { id } }');
  const { id } = data.createService;
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((title) =>
      change(`updateService(id: ${id}, ifRevision: 0, input: {title: "${title}"})`),
    ),
  );
  expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
});

it('rejects a change of the account that was changed since it was read', async () => {
  const update = (revision: number, name: string) =>
    change(`updateAccount(ifRevision: ${revision}, input: {name: "${name}"})`);
  const first = (await account.graphql('{ account { revisionCount } }')).data.account.revisionCount;
  expect((await update(first, 'One')).data).toEqual({ record: { revisionCount: first + 1 } });
  expect((await update(first, 'Two')).errors).toEqual(stale);
});

it('rejects the deletion of an exception date that was changed since it was read', async () => {
  const { resourceId } = await createBookableService(account);
  const key = `resourceId: ${resourceId}, exceptionDate: "2026-12-24"`;
  const save = (from: string) =>
    change(`saveResourceExceptionDate(${key}, input: {openingHours: ["${from}", "14:00"]})`);
  const remove = (revision: number) => change(`deleteResourceExceptionDate(${key}, ifRevision: ${revision})`);
  await save('09:00');
  expect((await save('10:00')).data).toEqual({ record: { revisionCount: 1 } });
  expect((await remove(0)).errors).toEqual(stale);
  expect((await remove(1)).errors).toBeUndefined();
});
