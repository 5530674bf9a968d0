import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import type { ApiKeyInput, NewApiKeyInput, Permission, UserRole } from '../../graphql/schema.types.js';
import { ServerError } from '../../graphql/server-error.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { attributeOf, type FieldDefinition, type Option, type Texts } from '../../records/record.rules.js';
import type { Attributes, RecordSource, StoredRecord } from '../../records/record-source.js';
import { useDraft } from '../../records/use-draft.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { KeyRequests } from './key-requests.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { createKey, type KeyFragment, listKeys, revokeKey, updateKey } from './setup.operations.js';

/** API keys, each with its last requests. A new one is made beside the list, because its secret is shown there once. */
export function ApiKeys({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/keys"
      open={open}
      source={apiKeyRecords}
      texts={t.setup.nouns.key}
      fields={apiKeyFields}
      canWrite={can('account')}
      hasOwnForm
      deletion={t.setup.keys.deletion}
      details={(id) => <KeyRequests apiKeyId={id} />}
    >
      <KeyList />
    </RecordPart>
  );
}

function KeyList() {
  const { dateTime, number } = formats();
  const [secret, setSecret] = useState<string>();
  const loaded = useData('keys', async () => (await execute(listKeys, {})).apiKeys.nodes);
  const create = async (input: NewApiKeyInput) => {
    const { createApiKey } = await execute(createKey, { input });
    setSecret(createApiKey?.secret);
    await loaded.reload();
  };
  return (
    <>
      <KeyForm onSubmit={create} />
      {secret !== undefined && (
        <Dialog title={t.setup.keys.theNew} onClose={() => setSecret(undefined)}>
          <p>{t.setup.keys.copyNow}</p>
          <CopyField label={t.setup.keys.key} name="secret" value={secret} />
          <div class="actions">
            <Button kind="primary" onClick={() => setSecret(undefined)}>
              {t.setup.common.copied}
            </Button>
          </div>
        </Dialog>
      )}
      <LoadedContent label={t.setup.keys.theKeys} loaded={loaded}>
        {(keys) => (
          <Table
            caption={t.setup.keys.keys}
            rows={keys}
            keyOf={({ id }) => id}
            columns={[
              { title: t.setup.common.name, cell: ({ id, name }) => <Link path={`setup/keys/${id}`}>{name}</Link> },
              { title: t.setup.common.role, cell: ({ role, permissions }) => roleText(role, permissions) },
              { title: t.setup.common.created, cell: ({ createdAt }) => dateTime(createdAt) },
              {
                title: t.setup.keys.lastUsed,
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.setup.keys.never : dateTime(lastUsedAt)),
              },
              { title: t.setup.keys.requests, cell: ({ recentRequests }) => number(recentRequests) },
              {
                title: t.setup.keys.expires,
                cell: ({ expiresAt }) => (expiresAt === null ? t.setup.keys.never : dateTime(expiresAt)),
              },
              {
                title: t.setup.keys.origins,
                cell: ({ allowedOrigins }) => allowedOrigins.join(', ') || t.setup.common.all,
              },
              {
                title: t.setup.keys.networks,
                cell: ({ allowedNetworks }) => allowedNetworks.join(', ') || t.setup.common.all,
              },
            ]}
          />
        )}
      </LoadedContent>
    </>
  );
}

/** The attributes of a new key. Its secret is never part of the draft: the form does not have it. */
function KeyForm({ onSubmit }: { onSubmit: (input: NewApiKeyInput) => Promise<void> }) {
  const shown = { role: 'STAFF' };
  const draft = useDraft('/api-keys/new', shown);
  const submit = async (entered: Texts) => {
    await onSubmit(newKeyOf(entered));
    draft.discard();
  };
  return (
    <section class="panel" aria-label={t.setup.keys.create}>
      <h2>{t.setup.keys.create}</h2>
      <DraftedForm
        {...{ shown, draft }}
        fields={apiKeyFields}
        onDiscard={draft.discard}
        onSubmit={submit}
        submitLabel={t.setup.keys.submit}
      />
    </section>
  );
}

const roles: readonly UserRole[] = ['STAFF', 'MANAGER', 'ADMIN'];

const roleOptions: readonly Option[] = roles.map((value) => ({ value, text: inWords(value) }));

/** The role with a name. Undefined if there is none. */
function roleOf(name: unknown): UserRole | undefined {
  return roles.find((role) => role === name);
}

/** What a key may be limited to, with its text. The own sign-in is that of users. */
const permissionTexts: Readonly<Record<Exclude<Permission, 'SIGN_IN'>, string>> = t.setup.keys.permissions;

const isPermission = (name: unknown): name is keyof typeof permissionTexts =>
  typeof name === 'string' && Object.hasOwn(permissionTexts, name);

const permissionOptions: readonly Option[] = Object.entries(permissionTexts).map(([value, text]) => ({ value, text }));

/** The role, and what of it the key is limited to. */
function roleText(role: UserRole, chosen: readonly Permission[] | null): string {
  return chosen === null
    ? inWords(role)
    : t.setup.keys.onlyOf({ role: inWords(role), chosen: chosen.map(inWords).join(', ') });
}

const apiKeyFields: readonly FieldDefinition[] = [
  { name: 'name', label: t.setup.common.name, kind: 'text', required: true },
  { name: 'role', label: t.setup.common.role, kind: 'choice', required: true, options: roleOptions },
  { name: 'expiresAt', label: t.setup.keys.expires, kind: 'date-time', hint: t.setup.keys.expiresHint },
  {
    name: 'allowedOrigins',
    label: t.setup.keys.origins,
    kind: 'list',
    maxLength: 2_000,
    hint: t.setup.keys.originsHint,
  },
  {
    name: 'allowedNetworks',
    label: t.setup.keys.networks,
    kind: 'list',
    maxLength: 1_000,
    hint: t.setup.keys.networksHint,
  },
  {
    name: 'permissions',
    label: t.setup.keys.onlyPermissions,
    kind: 'choices',
    options: permissionOptions,
    hint: t.setup.keys.permissionsHint,
  },
];

/** API keys, which only GraphQL has. Their version is their revision. */
const apiKeyRecords: RecordSource = {
  path: '/api-keys',
  read: async (id) => {
    const { nodes } = (await execute(listKeys, { ids: id === undefined ? [] : [id] })).apiKeys;
    return recordOf(nodes[0]);
  },
  create: () => Promise.reject(new Error('A new key has a form of its own, which shows the secret')),
  update: async (id = 0, attributes, version) => {
    const variables = { id, input: inputOf(attributes), ifRevision: Number(version) };
    return recordOf((await execute(updateKey, variables)).updateApiKey);
  },
  remove: async (id, version) => {
    await execute(revokeKey, { id, ifRevision: Number(version) });
  },
};

/** Returns the key that the entered texts describe. */
function newKeyOf(entered: Texts): NewApiKeyInput {
  const { name, role, ...limits } = inputOf(
    Object.fromEntries(apiKeyFields.map((field) => [field.name, attributeOf(entered[field.name] ?? '', field.kind)])),
  );
  return { name: name ?? '', role: role ?? 'STAFF', ...limits };
}

/** @throws ServerError if the key is revoked */
function recordOf(key: KeyFragment | null | undefined): StoredRecord {
  if (!key) throw new ServerError('NOT_FOUND', t.setup.keys.isRevoked);
  return { attributes: { ...key }, version: String(key.revisionCount) };
}

function inputOf({
  name,
  role,
  expiresAt,
  allowedOrigins,
  allowedNetworks,
  permissions: chosen,
}: Attributes): ApiKeyInput {
  return {
    ...(name !== undefined && { name: textOf(name) }),
    ...(role !== undefined && { role: roleOf(role) ?? null }),
    ...(expiresAt !== undefined && { expiresAt: textOf(expiresAt) }),
    ...(Array.isArray(allowedOrigins) && { allowedOrigins: allowedOrigins.map(String) }),
    ...(Array.isArray(allowedNetworks) && { allowedNetworks: allowedNetworks.map(String) }),
    ...(Array.isArray(chosen) && { permissions: chosenOf(chosen) }),
  };
}

/** The permissions with some names. Null, for all of the role, if none is chosen. */
function chosenOf(names: readonly unknown[]): Permission[] | null {
  const chosen = names.filter(isPermission);
  return chosen.length === 0 ? null : chosen;
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
