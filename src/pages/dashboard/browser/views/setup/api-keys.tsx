import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select } from '../../ui/field.js';
import { Form, textIn } from '../../ui/form.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { showDone } from '../../ui/toast.js';
import { useData } from '../../use-data.js';
import { inWords } from '../../words.js';
import { createKey, listKeys, revokeKey } from './setup.operations.js';

const roles = ['STAFF', 'MANAGER', 'ADMIN'] as const;

/** API keys. The secret of a new one is shown once. */
export function ApiKeys() {
  const { dateTime } = formats();
  const [secret, setSecret] = useState<string>();
  const loaded = useData('keys', async () => (await execute(listKeys, {})).apiKeys.nodes);
  const create = async (values: FormData) => {
    const input = {
      name: textIn(values, 'name') ?? '',
      role: roles.find((name) => name === values.get('role')) ?? 'STAFF',
      expiresAt: textIn(values, 'expiresAt'),
      allowedOrigins: textIn(values, 'allowedOrigins')?.split(/[\s,]+/) ?? [],
    };
    const { createApiKey } = await execute(createKey, { input });
    setSecret(createApiKey?.secret);
    await loaded.reload();
  };
  const revoke = async (id: number) => {
    await execute(revokeKey, { id });
    showDone('The key is revoked. It is refused from now on.');
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
              { title: 'Name', cell: ({ name }) => name },
              { title: 'Role', cell: ({ role }) => inWords(role) },
              { title: 'Created', cell: ({ createdAt }) => dateTime(createdAt) },
              { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : dateTime(lastUsedAt)) },
              { title: 'Expires', cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : dateTime(expiresAt)) },
              {
                title: 'Action',
                cell: ({ id, name }) => (
                  <ConfirmButton
                    question={`${name} is refused from the next request on. This cannot be undone.`}
                    onConfirm={() => revoke(id)}
                  >
                    Revoke
                  </ConfirmButton>
                ),
              },
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
            <Select
              label="Role"
              name="role"
              value="STAFF"
              options={roles.map((value) => ({ value, text: inWords(value) }))}
              error={error('role')}
            />
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
