import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const selection = '{ verification verificationMethod slotGeneration slotGenerationType }';
const update = async (input: object) => {
  const document = `mutation ($input: AccountInput!) { updateAccount(input: $input) ${selection} }`;
  return (await account.graphql(document, { input })).data?.updateAccount;
};

const byDefault = {
  verification: 'NONE',
  verificationMethod: 0,
  slotGeneration: 'NEXT_AVAILABLE',
  slotGenerationType: 2,
};

it('reads the numbers of REST as enumerations', async () => {
  expect((await account.graphql(`{ account ${selection} }`)).data).toEqual({ account: byDefault });
  await account.put('/client', { json: { client: { verification_method: 2, slot_generation_type: 1 } } });
  const changed = { verification: 'SMS', verificationMethod: 2, slotGeneration: 'FIXED', slotGenerationType: 1 };
  expect((await account.graphql(`{ account ${selection} }`)).data).toEqual({ account: changed });
});

it('writes enumerations, before the numbers, and null restores the default', async () => {
  const email = { ...byDefault, verification: 'EMAIL', verificationMethod: 1 };
  expect(await update({ verification: 'EMAIL', verificationMethod: 2 })).toEqual(email);
  const fixed = { ...email, slotGeneration: 'FIXED', slotGenerationType: 1 };
  expect(await update({ slotGeneration: 'FIXED' })).toEqual(fixed);
  expect(await update({ verification: null, slotGeneration: null })).toEqual(byDefault);
});
