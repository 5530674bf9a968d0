import { useState } from 'preact/hooks';
import { Badge } from '../../../design/badge.js';
import type { Kind } from '../../../design/banner.js';
import { Checkbox } from '../../../design/field.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import { type ApiRequestFragment, listApiRequests } from './key-requests.operations.js';

/** The last requests with an API key, newest first. */
export function KeyRequests({ apiKeyId }: { apiKeyId: number }) {
  const { dateTime, number } = formats();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const filter = { apiKeyId, ...(onlyFailed && { failed: true }) };
  const pages = usePages(
    JSON.stringify(filter),
    async (after) => (await execute(listApiRequests, { filter, after })).apiRequests,
  );
  return (
    <section class="panel" aria-label={t.setup.keyRequests.title}>
      <h2>{t.setup.keyRequests.title}</h2>
      <p class="hint">{t.setup.keyRequests.lead}</p>
      <Checkbox label={t.setup.keyRequests.onlyFailed} checked={onlyFailed} onChange={setOnlyFailed} />
      <PageList
        label={t.setup.keyRequests.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={onlyFailed ? t.setup.keyRequests.noneFailed : t.setup.keyRequests.empty}
        columns={[
          { title: t.setup.common.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.setup.keyRequests.sent, isLong: true, cell: (request) => <Sent {...request} /> },
          { title: t.setup.keyRequests.status, cell: ({ status }) => <Badge {...kindOf(status)}>{status}</Badge> },
          { title: t.setup.keyRequests.errors, isLong: true, cell: ({ errors }) => errors.join(', ') },
          {
            title: t.setup.keyRequests.duration,
            isNumber: true,
            cell: ({ duration }) => t.setup.keyRequests.milliseconds({ count: number(duration) }),
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
