import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import { followedText } from '../../punctuation.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { type Filter, Filters, periodFilters } from '../../ui/filters.js';
import { PageList } from '../../ui/loaded.js';
import { RequestId } from '../../ui/request-id.js';
import { useData, usePages } from '../../use-data.js';
import {
  detailsText,
  everything,
  kinds,
  kindTitle,
  type LogChoice,
  originOf,
  securityEventFilterOf,
} from './security-log.rules.js';
import { listSecurityEvents, listSecuritySubjects, type SecurityEventFragment } from './setup.operations.js';

interface Subject {
  /** `user 3` or `key 5`. */
  value: string;
  text: string;
}

/** Returns the users and the keys of the account. Empty without the permission to read keys. */
export function useSubjects(): readonly Subject[] {
  const { data } = useData('security subjects', async () => {
    return can('account') ? execute(listSecuritySubjects, {}) : undefined;
  });
  const users = data?.clientUsers.nodes.map(({ user: { id, name } }) => ({ value: `user ${id}`, text: name })) ?? [];
  const keys = data?.apiKeys.nodes.map(({ id, name }) => ({ value: `key ${id}`, text: keyText(id, name) })) ?? [];
  return [...users, ...keys];
}

/** The choice of a user or a key. */
export const whoFilter = (options: readonly Subject[]): Filter<'who'> => ({
  ...{ name: 'who', label: t.setup.common.who, options, all: t.setup.common.everybody },
});

const kindOptions = kinds.map((value) => ({ value, text: kindTitle(value) }));

/** The sign-ins, the failed ones included, and the changes of settings that decide on access. */
export function SecurityLog() {
  const { dateTime } = formats();
  const [choice, setChoice] = useState<LogChoice>(everything);
  const filter = securityEventFilterOf(choice);
  const pages = usePages(JSON.stringify(filter), async (after) => {
    return (await execute(listSecurityEvents, { filter, after })).securityEvents;
  });
  return (
    <>
      <search>
        <Filters
          choice={choice}
          onChange={setChoice}
          filters={[
            { name: 'kind', label: t.setup.common.what, options: kindOptions, all: t.setup.common.all },
            whoFilter(useSubjects()),
            ...periodFilters,
            { name: 'address', label: t.setup.common.address, maxLength: 63, hint: t.setup.security.addressHint },
          ]}
        />
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
            cell: ({ details, userAgent }) => followedText([detailsText(details), userAgent]),
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
