import { securityEventKindNames } from '../../src/domain/security-event/security-event.rules.js';
import { declaredOperations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { kinds } from '../../src/pages/dashboard/views/setup/security-log.rules.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { clientId, clientSecret, startForgingProvider } from '../support/forging-provider.js';
import { secretKey, webhookSecret } from '../support/stripe-double.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const identityProvider = await disposeAfterAll(startForgingProvider(() => server.clock.now()));
const account = await server.account();

const newKey = async (): Promise<number> => {
  const document = 'mutation { createApiKey(input: { name: "Till", role: STAFF }) { apiKey { id } } }';
  return (await account.graphql(document)).data.createApiKey.apiKey.id;
};

const newUser = async (): Promise<number> => {
  const input = { name: 'Kari', email: `${crypto.randomUUID()}@example.org` };
  const document = 'mutation ($input: UserInput!) { createClientUser(input: $input) { id } }';
  return (await account.graphql(document, { input })).data.createClientUser.id;
};

const newProvider = async (): Promise<undefined> => {
  await account.graphql(setProvider);
};

const setProvider = `mutation {
  setPaymentProvider(input: { provider: "stripe", secretKey: "${secretKey}", webhookSecret: "${webhookSecret}" }) { id }
}`;

const setIdentityProvider = `mutation {
  setIdentityProvider(
    input: { issuer: "${identityProvider.issuer}", clientId: "${clientId}", clientSecret: "${clientSecret}", name: "ID" }
  ) { id }
}`;

/** A mutation that decides on access, and the kind of event that it records. `prepare` returns the id of its record. */
interface Recorded {
  document: string;
  kind: (typeof securityEventKindNames)[number];
  prepare?: () => Promise<number | undefined>;
}

/** The mutations that require the permission `account` or `users` and are in the security log. */
const recorded: Readonly<Record<string, Recorded>> = {
  createApiKey: {
    document: 'mutation { createApiKey(input: { name: "Desk", role: STAFF }) { secret } }',
    kind: 'api_key.created',
  },
  rotateAccountSecret: {
    document: 'mutation { rotateAccountSecret(overlapHours: 0) { secret } }',
    kind: 'account.secret_rotated',
  },
  updateApiKey: {
    document: 'mutation ($id: Int!) { updateApiKey(id: $id, input: { role: MANAGER }) { id } }',
    kind: 'api_key.changed',
    prepare: newKey,
  },
  revokeApiKey: {
    document: 'mutation ($id: Int!) { revokeApiKey(id: $id) { id } }',
    kind: 'api_key.revoked',
    prepare: newKey,
  },
  updateAccount: {
    document: 'mutation { updateAccount(input: { dashboardNetworks: ["127.0.0.0/8"] }) { id } }',
    kind: 'account.networks_changed',
  },
  setPaymentProvider: { document: setProvider, kind: 'payment_provider.changed' },
  removePaymentProvider: {
    document: 'mutation { removePaymentProvider { provider } }',
    kind: 'payment_provider.changed',
    prepare: newProvider,
  },
  setIdentityProvider: { document: setIdentityProvider, kind: 'identity_provider.changed' },
  removeIdentityProvider: {
    document: 'mutation { removeIdentityProvider { id } }',
    kind: 'identity_provider.changed',
    prepare: async () => void (await account.graphql(setIdentityProvider)),
  },
  createClientUser: {
    document: 'mutation { createClientUser(input: { name: "Ola", email: "ola@example.org" }) { id } }',
    kind: 'user.created',
  },
  inviteClientUser: {
    document: 'mutation ($id: Int!) { inviteClientUser(id: $id) { id } }',
    kind: 'user.invited',
    prepare: newUser,
  },
  updateClientUser: {
    document: 'mutation ($id: Int!) { updateClientUser(id: $id, input: { role: ADMIN }) { id } }',
    kind: 'user.role_changed',
    prepare: newUser,
  },
  resetSecondFactor: {
    document: 'mutation ($id: Int!) { resetSecondFactor(id: $id) { id } }',
    kind: 'second_factor.disabled',
    prepare: newUser,
  },
  deleteClientUser: {
    document: 'mutation ($id: Int!) { deleteClientUser(id: $id) { id } }',
    kind: 'user.deleted',
    prepare: newUser,
  },
};

/** Those that are not, and why. */
const unrecorded: Readonly<Record<string, string>> = {
  advanceClock: 'a sandbox has no customers',
  setPictures: 'the booking page shows them',
  restartFailedJob: 'the job does what the account has asked for before',
};

const schema = bookingSchema();
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
const deciding = declaredOperations(schema)
  .filter(({ name, permission }) => mutations.includes(name) && (permission === 'account' || permission === 'users'))
  .map(({ name }) => name);

it('every mutation that decides on access is in the security log, or has a reason', () => {
  expect(deciding.toSorted()).toEqual([...Object.keys(recorded), ...Object.keys(unrecorded)].toSorted());
});

it.each(Object.entries(recorded))('%s adds an entry', async (_name, { document, kind, prepare }) => {
  const id = await prepare?.();
  const kindsSince = async (last: number): Promise<{ id: number; kind: string }[]> =>
    server.sql(
      'select id, kind from security_event where account_id = ? and id > ? order by id',
      account.credentials.id,
      last,
    );
  const before = (await kindsSince(0)).at(-1)?.id ?? 0;
  const { errors } = await account.graphql(document, { id });
  expect(errors).toBeUndefined();
  expect((await kindsSince(before)).map((entry) => entry.kind)).toContain(kind);
});

it('the dashboard offers every kind to choose from', () => {
  expect(kinds.toSorted()).toEqual(securityEventKindNames.toSorted());
});
