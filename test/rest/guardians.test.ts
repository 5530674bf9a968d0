import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const person = (attributes: object) => account.create('/people', 'person', attributes);
const guard = (dependant: number, guardian: object) =>
  account.post(`/people/${dependant}/guardians`, { json: { guardian } });
const guardiansOf = async (id: number) => (await account.get(`/people/${id}/guardians`)).body;
const parentOf = async (id: number) => (await account.get(`/people/${id}`)).body.person.parent_id;

/** A child with a mother, who is not its guardian yet. */
async function createFamily() {
  const mother = await person({ name: 'Anna Berg', email: 'anna@example.org' });
  const child = await person({ name: 'Bo Berg', date_of_birth: '2018-04-01' });
  return { mother, child };
}

const bodyOf = (
  child: { id: number; name: string; date_of_birth: string | null },
  guardian: { id: number; name: string },
  more: object,
) => ({
  id: expect.any(Number),
  created_at: expect.any(String),
  updated_at: expect.any(String),
  dependant_id: child.id,
  person_id: guardian.id,
  ...{ position: 1, may_book: true, pays: true, gets_messages: true },
  person: { id: guardian.id, name: guardian.name },
  dependant: { id: child.id, name: child.name, date_of_birth: child.date_of_birth },
  ...more,
});

it('a guardian is created, read, changed and removed; the first one is the parent', async () => {
  const { mother, child } = await createFamily();
  const created = await guard(child.id, { person_id: mother.id });
  const whole = bodyOf(child, mother, {});
  expect([created.status, created.body]).toEqual([200, { guardian: whole }]);
  const { id } = created.body.guardian;
  expect(await parentOf(child.id)).toBe(mother.id);
  expect((await account.get(`/guardians/${id}`)).body).toEqual({ guardian: whole });
  expect(await guardiansOf(child.id)).toEqual([{ guardian: whole }]);
  expect((await account.get(`/people/${mother.id}/dependants`)).body).toEqual([{ guardian: whole }]);
  expect(await guardiansOf(mother.id)).toEqual([]);

  const changed = { ...whole, position: 3, may_book: false, pays: false };
  const { body } = await account.put(`/guardians/${id}`, {
    json: { guardian: { position: 3, may_book: false, pays: false } },
  });
  expect(body).toEqual({ guardian: changed });
  expect(await parentOf(child.id)).toBeNull();
  await account.put(`/guardians/${id}`, { json: { guardian: { position: 1, may_book: null } } });
  await account.put(`/guardians/${id}`, { json: { guardian: { position: null } } });
  expect(await parentOf(child.id)).toBe(mother.id);

  const removed = await account.del(`/guardians/${id}`);
  expect([removed.status, removed.body]).toEqual([200, { guardian: { ...changed, position: 1, may_book: true } }]);
  expect([await parentOf(child.id), await guardiansOf(child.id)]).toEqual([null, []]);
  expect((await account.get(`/guardians/${id}`)).status).toBe(404);
});

it('parent_id reads and writes the first guardian, who has no rights by it and keeps those that it has', async () => {
  const { mother, child } = await createFamily();
  const father = await person({ name: 'Carl Berg' });
  const change = (parent_id: number | null) => account.put(`/people/${child.id}`, { json: { person: { parent_id } } });
  const plain = { may_book: false, pays: false, gets_messages: false };
  await change(mother.id);
  expect(await guardiansOf(child.id)).toEqual([{ guardian: bodyOf(child, mother, plain) }]);
  const second = await guard(child.id, { person_id: father.id, pays: false });
  expect(second.body.guardian).toMatchObject({ position: 2, may_book: true, pays: false });
  // The father moves to the first place with his rights, and the mother leaves it.
  await change(father.id);
  expect(await guardiansOf(child.id)).toEqual([{ guardian: bodyOf(child, father, { pays: false }) }]);
  await change(null);
  expect(await guardiansOf(child.id)).toEqual([]);
  const born = await person({ name: 'Dina Berg', parent_id: mother.id });
  expect(await guardiansOf(born.id)).toEqual([{ guardian: bodyOf(born, mother, plain) }]);
});

it('refuses a cycle, oneself, a fifth guardian, a taken place and people who are none', async () => {
  const { mother, child } = await createFamily();
  const grandchild = await person({ name: 'Dina Berg' });
  await guard(child.id, { person_id: mother.id, position: 2 });
  await guard(grandchild.id, { person_id: child.id, position: 3 });
  const refused = async (id: number, guardian: object) => {
    const { status, body } = await guard(id, guardian);
    return [status, body];
  };
  const invalid = [400, { person_id: ['is invalid'] }];
  expect(await refused(mother.id, { person_id: grandchild.id })).toEqual(invalid);
  expect(await refused(mother.id, { person_id: mother.id })).toEqual(invalid);
  // A parent closes a cycle over other guardians, too.
  const parent = await account.put(`/people/${mother.id}`, { json: { person: { parent_id: grandchild.id } } });
  expect([parent.status, parent.body]).toEqual([400, { parent_id: ['is invalid'] }]);
  const gone = await person({ name: 'Gone' });
  await account.del(`/people/${gone.id}`);
  for (const person_id of [gone.id, 2_000_000_000]) {
    expect(await refused(child.id, { person_id })).toEqual([400, { person_id: ['does not exist'] }]);
  }
  expect(await refused(child.id, {})).toEqual([400, { person_id: ["can't be blank"] }]);
  expect(await refused(child.id, { person_id: mother.id })).toEqual([400, { person_id: ['has already been taken'] }]);
  const others = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) others.push((await person({ name })).id);
  const [one, two, three, four] = others;
  expect(await refused(child.id, { person_id: one, position: 5 })).toEqual([
    400,
    { position: ['must be less than or equal to 4'] },
  ]);
  for (const person_id of [one, two, three]) await guard(child.id, { person_id });
  expect((await guardiansOf(child.id)).map((row: { guardian: { position: number } }) => row.guardian.position)).toEqual(
    [1, 2, 3, 4],
  );
  expect(await refused(child.id, { person_id: four })).toEqual([
    400,
    { base: ['has too many guardians (maximum is 4)'] },
  ]);
  expect(await refused(child.id, { person_id: four, position: 2 })).toEqual([
    400,
    { position: ['has already been taken'] },
  ]);
  expect((await guard(2_000_000_000, { person_id: one })).status).toBe(404);
});

it('two that close a cycle at the same time: one is refused', async () => {
  const [one, two] = [await person({ name: 'One' }), await person({ name: 'Two' })];
  const answers = await Promise.all([
    guard(one.id, { person_id: two.id, position: 2 }),
    guard(two.id, { person_id: one.id, position: 2 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

it('GraphQL reads and writes guardians', async () => {
  const { mother, child } = await createFamily();
  const created = await account.graphql(
    `mutation ($child: Int!, $mother: Int!) {
      createGuardian(dependantId: $child, input: { personId: $mother, pays: false }) { id position pays dependant { name } }
    }`,
    { child: child.id, mother: mother.id },
  );
  const { id } = created.data.createGuardian;
  expect(created.data.createGuardian).toEqual({ id, position: 1, pays: false, dependant: { name: 'Bo Berg' } });
  const { data } = await account.graphql(
    `query ($child: Int!, $mother: Int!) {
      child: person(id: $child) { parent { name } guardians { nodes { person { name } } } }
      mother: person(id: $mother) { dependants { totalCount nodes { dependant { name } mayBook } } }
      guardians(filter: { personId: $mother }) { nodes { id } }
    }`,
    { child: child.id, mother: mother.id },
  );
  expect(data).toEqual({
    child: { parent: { name: 'Anna Berg' }, guardians: { nodes: [{ person: { name: 'Anna Berg' } }] } },
    mother: { dependants: { totalCount: 1, nodes: [{ dependant: { name: 'Bo Berg' }, mayBook: true }] } },
    guardians: { nodes: [{ id }] },
  });
  const removed = await account.graphql('mutation ($id: Int!) { deleteGuardian(id: $id) { id } }', { id });
  expect(removed.data.deleteGuardian).toEqual({ id });
});

describe('a merge', () => {
  const merge = (kept: number, merged: number) =>
    account.post(`/people/${kept}/merge`, { json: { merge_person_id: merged } });
  const familyOf = async (id: number) =>
    (await guardiansOf(id)).map(({ guardian }: { guardian: Record<string, unknown> }) => [
      ...[guardian['person_id'], guardian['position'], guardian['may_book'], guardian['pays']],
    ]);

  it('moves the dependants of the merged person with its rights, also where both are guardians', async () => {
    const { mother: kept, child } = await createFamily();
    const merged = await person({ name: 'Anna B.' });
    const sister = await person({ name: 'Dina Berg' });
    await guard(child.id, { person_id: merged.id, pays: false });
    await guard(sister.id, { person_id: merged.id, may_book: false });
    await guard(sister.id, { person_id: kept.id, pays: false });
    expect((await merge(kept.id, merged.id)).status).toBe(200);
    expect(await familyOf(child.id)).toEqual([[kept.id, 1, true, false]]);
    expect(await familyOf(sister.id)).toEqual([[kept.id, 1, true, true]]);
    expect([await parentOf(child.id), await parentOf(sister.id)]).toEqual([kept.id, kept.id]);
  });

  it('moves the guardians of the merged person to free places behind the first', async () => {
    const { mother, child: kept } = await createFamily();
    const merged = await person({ name: 'Bo B.' });
    const [father, aunt] = [await person({ name: 'Carl' }), await person({ name: 'Eva' })];
    await guard(kept.id, { person_id: mother.id, position: 2 });
    await guard(merged.id, { person_id: father.id });
    await guard(merged.id, { person_id: mother.id });
    await guard(merged.id, { person_id: aunt.id, may_book: false });
    expect((await merge(kept.id, merged.id)).status).toBe(200);
    expect(await familyOf(kept.id)).toEqual([
      [mother.id, 2, true, true],
      [father.id, 3, true, true],
      [aunt.id, 4, false, true],
    ]);
  });

  it('of a guardian into its own dependant is refused', async () => {
    const { mother, child } = await createFamily();
    await guard(child.id, { person_id: mother.id, position: 4 });
    const { status, body } = await merge(child.id, mother.id);
    expect([status, body]).toEqual([400, { merge_person_id: ['is an ancestor of the person'] }]);
  });
});

it('an export has the guardians of both sides, and an erasure takes their rights away', async () => {
  const { mother, child } = await createFamily();
  const grandmother = await person({ name: 'Eva' });
  await guard(child.id, { person_id: mother.id, position: 2 });
  await guard(mother.id, { person_id: grandmother.id });
  const { body } = await account.get(`/people/${mother.id}/export`);
  expect(body.export.tables.guardian).toMatchObject([
    { person_id: mother.id, dependant_id: child.id },
    { person_id: grandmother.id, dependant_id: mother.id },
  ]);
});
