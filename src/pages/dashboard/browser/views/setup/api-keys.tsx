import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select } from '../../ui/field.js';
import { Form, textIn } from '../../ui/form.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { useData } from '../../use-data.js';
import { inWords } from '../../words.js';
import { apiKeyFields, apiKeyRecords, roleOf, roleOptions } from './api-key-records.js';
import type { SetupPartProps } from './part-props.js';
import { RecordPart } from './record-part.js';
import { createKey, listKeys } from './setup.operations.js';

/** API keys. A new one is made beside the list, because its secret is shown there once. */
export function ApiKeys({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/keys"
      open={open}
      source={apiKeyRecords}
      noun="key"
      fields={apiKeyFields}
      canWrite={can('account')}
      hasOwnForm
      deletion="It is refused from the next request on. This cannot be undone."
      deletionVerb="Revoke"
    >
      <KeyList />
    </RecordPart>
  );
}

function KeyList() {
  const { dateTime, number } = formats();
  const [secret, setSecret] = useState<string>();
  const loaded = useData('keys', async () => (await execute(listKeys, {})).apiKeys.nodes);
  const create = async (values: FormData) => {
    const input = {
      name: textIn(values, 'name') ?? '',
      role: roleOf(values.get('role')) ?? 'STAFF',
      expiresAt: textIn(values, 'expiresAt'),
      allowedOrigins: textIn(values, 'allowedOrigins')?.split(/[\s,]+/) ?? [],
    };
    const { createApiKey } = await execute(createKey, { input });
    setSecret(createApiKey?.secret);
    await loaded.reload();
  };
  return (
    <>
      <KeyForm key={secret} onSubmit={create} />
      {secret !== undefined && (
        <Dialog title="The new key" onClose={() => setSecret(undefined)}>
          <p>Copy it now. It is shown only this once, and nobody can read it later.</p>
          <Field
            label="API key"
            name="secret"
            value={secret}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <div class="actions">
            <Button kind="primary" onClick={() => setSecret(undefined)}>
              I have copied it
            </Button>
          </div>
        </Dialog>
      )}
      <LoadedContent label="The keys" loaded={loaded}>
        {(keys) => (
          <Table
            caption="API keys"
            rows={keys}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Name', cell: ({ id, name }) => <Link path={`setup/keys/${id}`}>{name}</Link> },
              { title: 'Role', cell: ({ role }) => inWords(role) },
              { title: 'Created', cell: ({ createdAt }) => dateTime(createdAt) },
              { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : dateTime(lastUsedAt)) },
              { title: 'Requests in 30 days', cell: ({ recentRequests }) => number(recentRequests) },
              { title: 'Expires', cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : dateTime(expiresAt)) },
              { title: 'Origins', cell: ({ allowedOrigins }) => allowedOrigins.join(', ') || 'All' },
            ]}
          />
        )}
      </LoadedContent>
    </>
  );
}

function KeyForm({ onSubmit }: { onSubmit: (values: FormData) => unknown }) {
  return (
    <Form onSubmit={onSubmit} fields={['name', 'role', 'expiresAt', 'allowedOrigins']} class="form panel">
      {({ isBusy, error }) => (
        <>
          <h2>New key</h2>
          <div class="fields">
            <Field label="Name" name="name" required maxLength={255} error={error('name')} />
            <Select label="Role" name="role" value="STAFF" options={roleOptions} error={error('role')} />
            <Field
              label="Expires"
              name="expiresAt"
              type="datetime-local"
              hint="Empty: never"
              error={error('expiresAt')}
            />
            <Field
              label="Origins"
              name="allowedOrigins"
              maxLength={2_000}
              hint="Web pages that may use it, such as https://example.org"
              error={error('allowedOrigins')}
            />
          </div>
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              Create the key
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
