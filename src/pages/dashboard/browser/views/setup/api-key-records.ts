import { execute } from '../../graphql/client.js';
import { ServerError } from '../../graphql/server-error.js';
import { attributeOf, type FieldDefinition, type Option, type Texts } from '../../records/record.rules.js';
import type { Attributes, RecordSource, StoredRecord } from '../../records/record-source.js';
import { inWords } from '../../words.js';
import {
  type ApiKeyInput,
  type KeyFragment,
  listKeys,
  type NewApiKeyInput,
  revokeKey,
  type UserRole,
  updateKey,
} from './setup.operations.js';

const roles: readonly UserRole[] = ['STAFF', 'MANAGER', 'ADMIN'];

const roleOptions: readonly Option[] = roles.map((value) => ({ value, text: inWords(value) }));

/** The role with a name. Undefined if there is none. */
function roleOf(name: unknown): UserRole | undefined {
  return roles.find((role) => role === name);
}

export const apiKeyFields: readonly FieldDefinition[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true },
  { name: 'role', label: 'Role', kind: 'choice', required: true, options: roleOptions },
  { name: 'expiresAt', label: 'Expires', kind: 'date-time', hint: 'Empty: never' },
  {
    name: 'allowedOrigins',
    label: 'Origins',
    kind: 'list',
    maxLength: 2_000,
    hint: 'Web pages that may use it, such as https://example.org. Empty: all',
  },
];

/** API keys, which only GraphQL has. Their version is their revision. */
export const apiKeyRecords: RecordSource = {
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
export function newKeyOf(entered: Texts): NewApiKeyInput {
  const { name, role, expiresAt, allowedOrigins } = inputOf(
    Object.fromEntries(apiKeyFields.map((field) => [field.name, attributeOf(entered[field.name] ?? '', field.kind)])),
  );
  return { name: name ?? '', role: role ?? 'STAFF', expiresAt, allowedOrigins };
}

/** @throws ServerError if the key is revoked */
function recordOf(key: KeyFragment | null | undefined): StoredRecord {
  if (!key) throw new ServerError('NOT_FOUND', 'It is revoked.');
  return { attributes: { ...key }, version: String(key.revisionCount) };
}

function inputOf({ name, role, expiresAt, allowedOrigins }: Attributes): ApiKeyInput {
  return {
    ...(name !== undefined && { name: textOf(name) }),
    ...(role !== undefined && { role: roleOf(role) ?? null }),
    ...(expiresAt !== undefined && { expiresAt: textOf(expiresAt) }),
    ...(Array.isArray(allowedOrigins) && { allowedOrigins: allowedOrigins.map(String) }),
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
