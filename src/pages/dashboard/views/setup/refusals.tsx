import { useRef, useState } from 'preact/hooks';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import { followedText } from '../../punctuation.js';
import { useChoices } from '../../records/use-choices.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { type Filter, Filters, periodFilters } from '../../ui/filters.js';
import { PageList } from '../../ui/loaded.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import {
  attributeTitle,
  everything,
  interfaceText,
  type RefusalChoice,
  refusalFilterOf,
  ruleText,
} from './refusals.rules.js';
import { useSubjects, whoFilter } from './security-log.js';
import { listRefusals, type RefusalFragment } from './setup.operations.js';

/** The refusals of bookings: the last 1,000. */
export function Refusals() {
  const { dateTime } = formats();
  const [choice, setChoice] = useState<RefusalChoice>(everything);
  const subjects = useSubjects();
  const filter = refusalFilterOf(choice);
  const key = JSON.stringify(filter);
  const pages = usePages(key, async (after) => (await execute(listRefusals, { filter, after })).bookingRefusals);
  const nameOf = (value: string) => subjects.find((subject) => subject.value === value)?.text;
  return (
    <>
      <p>{t.setup.refusals.lead}</p>
      <search>
        <Filters
          choice={choice}
          onChange={setChoice}
          filters={[...useRefusalFilters(pages.items), ...(can('account') ? [whoFilter(subjects)] : [])]}
        />
      </search>
      <PageList
        label={t.setup.refusals.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={key === '{}' ? t.setup.refusals.empty : t.setup.refusals.noneOfChoice}
        columns={[
          { title: t.setup.common.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.setup.common.why, isLong: true, cell: (refusal) => <Why {...refusal} /> },
          { title: t.setup.common.what, cell: ({ operation }) => inWords(operation) },
          { title: t.setup.refusals.wanted, cell: wantedText },
          {
            title: t.setup.common.who,
            cell: ({ userId, apiKeyId, interface: by }) =>
              followedText([
                userId !== null && (nameOf(`user ${userId}`) ?? t.setup.refusals.user({ id: userId })),
                apiKeyId !== null && (nameOf(`key ${apiKeyId}`) ?? keyText(apiKeyId, null)),
                interfaceText(by),
              ]),
          },
          { title: t.setup.common.request, isLong: true, cell: ({ requestId }) => <RequestId id={requestId} /> },
        ]}
      />
    </>
  );
}

/** @param shown the refusals that are listed */
function useRefusalFilters(shown: readonly RefusalFragment[]): Filter<keyof RefusalChoice>[] {
  const { data: choices } = useChoices();
  const { common, refusals } = t.setup;
  const { all } = common;
  const seen = (values: readonly string[], textOf: (value: string) => string) =>
    useSeen(values).map((value) => ({ value, text: textOf(value) }));
  const attributes = shown.flatMap(({ attribute }) => attribute ?? []);
  const rules = shown.map(({ rule }) => rule);
  const operations = shown.map(({ operation }) => operation);
  return [
    ...periodFilters,
    { name: 'attribute', label: common.about, all, options: seen(attributes, attributeTitle) },
    { name: 'rule', label: common.why, all, options: seen(rules, String) },
    { name: 'operation', label: common.what, all, options: seen(operations, inWords) },
    { name: 'serviceId', label: common.service, all, options: choices?.services ?? [] },
    { name: 'resourceId', label: common.resource, all, options: choices?.resources ?? [] },
    {
      ...{ name: 'bookingId', label: refusals.booking, inputMode: 'numeric', maxLength: 10 },
      hint: refusals.bookingHint,
    },
    { name: 'requestId', label: common.request, maxLength: 100, hint: refusals.requestHint },
  ];
}

/** Returns the different values that were listed since the page was opened, so that a choice does not take the others away. */
function useSeen(values: readonly string[]): readonly string[] {
  const seen = useRef(new Set<string>());
  for (const value of values) seen.current.add(value);
  return [...seen.current].sort();
}

function Why({ rule, rules, leftOut }: RefusalFragment) {
  const texts = rules.length > 0 ? rules.map(ruleText) : [rule];
  return (
    <>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {leftOut > 0 && <p class="hint">{t.setup.refusals.sameSecond({ count: formats().number(leftOut) })}</p>}
    </>
  );
}

/** `Massage, Hall, 3 Mar 2026, 10:00` */
function wantedText({ service, resource, event, bookedFrom, bookingId }: RefusalFragment): string {
  const { dateTime } = formats();
  const time = bookedFrom ?? event?.startsAt;
  const parts = [
    bookingId !== null && t.bookings.booking({ id: bookingId }),
    event?.title,
    service?.title,
    resource?.title,
  ];
  return [...parts, time && dateTime(time)].filter(Boolean).join(', ');
}
