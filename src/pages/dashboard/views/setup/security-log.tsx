import { useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { PeriodFields } from '../../ui/period-fields.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import { listSecurityEvents, type SecurityEventFragment } from './security-log.operations.js';
import { detailsText, everything, filterOf, kinds, kindTitle, type LogChoice, originOf } from './security-log.rules.js';
import { useSubjects, WhoSelect } from './who-select.js';

const kindOptions = [
  { value: '', text: t.setup.common.all },
  ...kinds.map((value) => ({ value, text: kindTitle(value) })),
];

/** Who signed in or failed to, and who changed what decides on access. */
export function SecurityLog() {
  const { dateTime } = formats();
  const [choice, setChoice] = useState<LogChoice>(everything);
  const choose = (changes: Partial<LogChoice>) => setChoice({ ...choice, ...changes });
  const subjects = useSubjects();
  const filter = filterOf(choice);
  const pages = usePages(JSON.stringify(filter), async (after) => {
    return (await execute(listSecurityEvents, { filter, after })).securityEvents;
  });
  return (
    <>
      <search>
        <form class="fields" onSubmit={(event) => event.preventDefault()}>
          <Select
            label={t.setup.common.what}
            name="kind"
            value={choice.kind}
            options={kindOptions}
            onChange={(kind) => choose({ kind })}
          />
          <WhoSelect subjects={subjects} value={choice.who} onChange={choose} />
          <PeriodFields from={choice.from} to={choice.to} onChange={choose} />
          <Field
            label={t.setup.common.address}
            name="address"
            maxLength={63}
            value={choice.address}
            hint={t.setup.security.addressHint}
            onChange={({ currentTarget }) => choose({ address: currentTarget.value })}
          />
        </form>
      </search>
      <PageList
        label={t.setup.security.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t.setup.security.empty}
        columns={[
          { title: t.setup.common.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.setup.common.what, cell: whatOf },
          { title: t.setup.common.who, cell: whoOf },
          { title: t.setup.common.about, cell: ({ aboutName }) => aboutName },
          { title: t.setup.common.from, cell: originOf },
          {
            title: t.setup.security.details,
            isLong: true,
            cell: ({ details, userAgent }) => [detailsText(details), userAgent].filter(Boolean).join('; '),
          },
          {
            title: t.setup.common.request,
            isLong: true,
            cell: ({ requestId }) => requestId && <RequestId id={requestId} />,
          },
        ]}
      />
    </>
  );
}

function whatOf({ kind, eventCount }: SecurityEventFragment): string {
  return eventCount === 1
    ? kindTitle(kind)
    : t.setup.security.times({ kind: kindTitle(kind), count: formats().number(eventCount) });
}

function whoOf({ name, apiKeyId }: SecurityEventFragment): string {
  if (apiKeyId === null) return name ?? '';
  return keyText(apiKeyId, name);
}
