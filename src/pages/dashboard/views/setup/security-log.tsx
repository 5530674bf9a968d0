import { useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import { PageList } from '../../ui/loaded.js';
import { PeriodFields } from '../../ui/period-fields.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import { listSecurityEvents, type SecurityEventFragment } from './security-log.operations.js';
import { detailsText, everything, filterOf, kinds, kindTitle, type LogChoice, originOf } from './security-log.rules.js';
import { useSubjects, WhoSelect } from './who-select.js';

const kindOptions = [{ value: '', text: 'All' }, ...kinds.map((value) => ({ value, text: kindTitle(value) }))];

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
            label="What"
            name="kind"
            value={choice.kind}
            options={kindOptions}
            onChange={(kind) => choose({ kind })}
          />
          <WhoSelect subjects={subjects} value={choice.who} onChange={choose} />
          <PeriodFields from={choice.from} to={choice.to} onChange={choose} />
          <Field
            label="Address"
            name="address"
            maxLength={63}
            value={choice.address}
            hint="Such as 203.0.113.7"
            onChange={({ currentTarget }) => choose({ address: currentTarget.value })}
          />
        </form>
      </search>
      <PageList
        label="Security log"
        pages={pages}
        keyOf={({ id }) => id}
        empty="Nothing was recorded."
        columns={[
          { title: 'When', cell: ({ createdAt }) => dateTime(createdAt) },
          { title: 'What', cell: whatOf },
          { title: 'Who', cell: whoOf },
          { title: 'About', cell: ({ aboutName }) => aboutName },
          { title: 'From', cell: originOf },
          {
            title: 'Details',
            isLong: true,
            cell: ({ details, userAgent }) => [detailsText(details), userAgent].filter(Boolean).join('; '),
          },
          { title: 'Request', isLong: true, cell: ({ requestId }) => requestId && <RequestId id={requestId} /> },
        ]}
      />
    </>
  );
}

function whatOf({ kind, eventCount }: SecurityEventFragment): string {
  return eventCount === 1 ? kindTitle(kind) : `${kindTitle(kind)}, ${formats().number(eventCount)} times`;
}

function whoOf({ name, apiKeyId }: SecurityEventFragment): string {
  if (apiKeyId === null) return name ?? '';
  return keyText(apiKeyId, name);
}
