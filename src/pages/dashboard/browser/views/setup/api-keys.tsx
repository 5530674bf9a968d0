import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { Texts } from '../../records/record.rules.js';
import { useDraft } from '../../records/use-draft.js';
import { can } from '../../session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { useData } from '../../use-data.js';
import { inWords } from '../../words.js';
import { apiKeyFields, apiKeyRecords, newKeyOf } from './api-key-records.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { createKey, listKeys, type NewApiKeyInput } from './setup.operations.js';

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
  const create = async (input: NewApiKeyInput) => {
    const { createApiKey } = await execute(createKey, { input });
    setSecret(createApiKey?.secret);
    await loaded.reload();
  };
  return (
    <>
      <KeyForm onSubmit={create} />
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

/** The attributes of a new key. Its secret is never part of the draft: the form does not have it. */
function KeyForm({ onSubmit }: { onSubmit: (input: NewApiKeyInput) => Promise<void> }) {
  const shown = { role: 'STAFF' };
  const draft = useDraft('/api-keys/new', shown);
  const submit = async (entered: Texts) => {
    await onSubmit(newKeyOf(entered));
    draft.discard();
  };
  return (
    <section class="panel" aria-label="New key">
      <h2>New key</h2>
      <DraftedForm
        {...{ shown, draft }}
        fields={apiKeyFields}
        onDiscard={draft.discard}
        onSubmit={submit}
        submitLabel="Create the key"
      />
    </section>
  );
}
