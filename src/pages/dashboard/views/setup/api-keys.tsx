import { useState } from 'preact/hooks';
import { Badge } from '../../../design/badge.js';
import type { Kind } from '../../../design/banner.js';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox } from '../../../design/field.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { changesOf, type Texts, textsOf } from '../../records/record.rules.js';
import { type Attributes, type FormOperation, type RecordSource, storedRecord } from '../../records/record-source.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import { partOf, RecordList, readList, useRecordList } from './record-part.js';
import { apiKeys } from './records.js';
import { type ApiRequestFragment, type CreateKeyMutation, createKey, listApiRequests } from './setup.operations.js';

const requestTexts = t.setup.keyRequests;

const texts = t.setup.keys;

const createOperation: FormOperation<CreateKeyMutation> = createKey;

const source: RecordSource = {
  ...apiKeys.source,
  read: async (id) => {
    const [key] = (await readList(apiKeys, { ids: [id] })).nodes;
    return storedRecord(key ?? null, texts.isRevoked);
  },
  update: (id, changes, version, key) => apiKeys.source.update(id, inputOf(changes), version, key),
};

/** Without a chosen permission, a key has all of its role. */
function inputOf(attributes: Attributes): Attributes {
  const { permissions } = attributes;
  return Array.isArray(permissions) && permissions.length === 0 ? { ...attributes, permissions: null } : attributes;
}

/** API keys, each with its last requests. A new one is made beside the list, because its secret is shown there once. */
export const ApiKeys = partOf({ ...apiKeys, source }, KeyList, { details: (id) => <KeyRequests apiKeyId={id} /> });

function KeyList() {
  const [secret, setSecret] = useState<string>();
  const pages = useRecordList(apiKeys);
  const create = async (input: Attributes) => {
    const { createApiKey } = await execute(createOperation, { input });
    setSecret(createApiKey?.secret);
    await pages.loaded.reload();
  };
  return (
    <>
      <KeyForm onSubmit={create} />
      {secret !== undefined && (
        <Dialog title={texts.theNew} onClose={() => setSecret(undefined)}>
          <p>{texts.copyNow}</p>
          <CopyField label={texts.key} name="secret" value={secret} />
          <div class="actions">
            <Button kind="primary" onClick={() => setSecret(undefined)}>
              {t.setup.common.copied}
            </Button>
          </div>
        </Dialog>
      )}
      <RecordList {...{ kind: apiKeys, pages }} />
    </>
  );
}

/** The attributes of a new key. Its secret is never part of the draft: the form does not have it. */
function KeyForm({ onSubmit }: { onSubmit: (input: Attributes) => Promise<void> }) {
  const shown = { role: 'STAFF' };
  const draft = useDraft('/api-keys/new', shown);
  const submit = async (entered: Texts) => {
    const attributes = changesOf(entered, textsOf({}, apiKeys.fields), apiKeys.fields);
    await onSubmit({ ...inputOf(attributes), name: entered['name']?.trim() });
    draft.discard();
  };
  return (
    <section class="panel" aria-label={texts.create}>
      <h2>{texts.create}</h2>
      <DraftedForm
        {...{ shown, draft }}
        fields={apiKeys.fields}
        onDiscard={draft.discard}
        onSubmit={submit}
        submitLabel={texts.submit}
      />
    </section>
  );
}

/** The last requests with an API key, newest first. */
function KeyRequests({ apiKeyId }: { apiKeyId: number }) {
  const { dateTime, number } = formats();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const filter = { apiKeyId, ...(onlyFailed && { failed: true }) };
  const pages = usePages(
    JSON.stringify(filter),
    async (after) => (await execute(listApiRequests, { filter, after })).apiRequests,
  );
  return (
    <section class="panel" aria-label={requestTexts.title}>
      <h2>{requestTexts.title}</h2>
      <p class="hint">{requestTexts.lead}</p>
      <Checkbox label={requestTexts.onlyFailed} checked={onlyFailed} onChange={setOnlyFailed} />
      <PageList
        label={requestTexts.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={onlyFailed ? requestTexts.noneFailed : requestTexts.empty}
        columns={[
          { title: t.setup.common.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: requestTexts.sent, isLong: true, cell: (request) => <Sent {...request} /> },
          { title: requestTexts.status, cell: ({ status }) => <Badge {...kindOf(status)}>{status}</Badge> },
          { title: requestTexts.errors, isLong: true, cell: ({ errors }) => errors.join(', ') },
          {
            title: requestTexts.duration,
            isNumber: true,
            cell: ({ duration }) => requestTexts.milliseconds({ count: number(duration) }),
          },
          { title: t.setup.common.request, isLong: true, cell: ({ requestId }) => <RequestId id={requestId} /> },
        ]}
      />
    </section>
  );
}

/** `POST /api/v1/people` with the operation or tool, and how many requests after it are not listed. */
function Sent({ method, path, operation, leftOut }: ApiRequestFragment) {
  return (
    <>
      <code>
        {method} {path}
      </code>
      {operation !== null && <p class="hint">{operation}</p>}
      {leftOut > 0 && <p class="hint">{t.setup.refusals.sameSecond({ count: formats().number(leftOut) })}</p>}
    </>
  );
}

/** The colour of a status, by who has to look: at 500 the operator of the server, at 400 the author of the program. */
function kindOf(status: number): { kind?: Kind } {
  if (status >= 500) return { kind: 'danger' };
  return status >= 400 ? { kind: 'warning' } : {};
}
