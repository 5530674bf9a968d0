import { useRef, useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import type { Option } from '../../records/record.rules.js';
import { useChoices } from '../../records/use-choices.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { PeriodFields } from '../../ui/period-fields.js';
import { RequestId } from '../../ui/request-id.js';
import { usePages } from '../../use-data.js';
import { listRefusals, type RefusalFragment } from './refusals.operations.js';
import { attributeTitle, everything, filterOf, interfaceText, type RefusalChoice, ruleText } from './refusals.rules.js';
import { useSubjects, WhoSelect } from './who-select.js';

/** Why bookings were refused: the last 1,000. */
export function Refusals() {
  const { dateTime } = formats();
  const [choice, setChoice] = useState<RefusalChoice>(everything);
  const subjects = useSubjects();
  const filter = filterOf(choice);
  const key = JSON.stringify(filter);
  const pages = usePages(key, async (after) => (await execute(listRefusals, { filter, after })).bookingRefusals);
  const nameOf = (value: string) => subjects.find((subject) => subject.value === value)?.text;
  return (
    <>
      <p>{t.setup.refusals.lead}</p>
      <search>
        <form class="fields" onSubmit={(event) => event.preventDefault()}>
          <RefusalFields
            choice={choice}
            shown={pages.items}
            onChange={(changes) => setChoice({ ...choice, ...changes })}
          />
          {can('account') && (
            <WhoSelect
              subjects={subjects}
              value={choice.who}
              onChange={(changes) => setChoice({ ...choice, ...changes })}
            />
          )}
        </form>
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
              [
                userId !== null && (nameOf(`user ${userId}`) ?? t.setup.refusals.user({ id: userId })),
                apiKeyId !== null && (nameOf(`key ${apiKeyId}`) ?? keyText(apiKeyId, null)),
                interfaceText(by),
              ]
                .filter(Boolean)
                .join('; '),
          },
          { title: t.setup.common.request, isLong: true, cell: ({ requestId }) => <RequestId id={requestId} /> },
        ]}
      />
    </>
  );
}

interface RefusalFieldsProps {
  choice: RefusalChoice;
  /** The refusals that are listed. */
  shown: readonly RefusalFragment[];
  onChange: (changes: Partial<RefusalChoice>) => void;
}

function RefusalFields({ choice, shown, onChange }: RefusalFieldsProps) {
  const { data: choices } = useChoices();
  const seen = (values: readonly string[], textOf: (value: string) => string): Option[] =>
    values.map((value) => ({ value, text: textOf(value) }));
  const attributes = useSeen(shown.flatMap(({ attribute }) => attribute ?? []));
  const rules = useSeen(shown.map(({ rule }) => rule));
  const operations = useSeen(shown.map(({ operation }) => operation));
  const menus: readonly { name: keyof RefusalChoice; label: string; options: readonly Option[] }[] = [
    { name: 'attribute', label: t.setup.common.about, options: seen(attributes, attributeTitle) },
    { name: 'rule', label: t.setup.common.why, options: seen(rules, String) },
    { name: 'operation', label: t.setup.common.what, options: seen(operations, inWords) },
    { name: 'serviceId', label: t.setup.common.service, options: choices?.services ?? [] },
    { name: 'resourceId', label: t.setup.common.resource, options: choices?.resources ?? [] },
  ];
  return (
    <>
      <PeriodFields from={choice.from} to={choice.to} onChange={onChange} />
      {menus.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          name={name}
          value={choice[name]}
          options={[{ value: '', text: t.setup.common.all }, ...options]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <Field
        label={t.setup.refusals.booking}
        name="booking"
        inputMode="numeric"
        maxLength={10}
        value={choice.bookingId}
        hint={t.setup.refusals.bookingHint}
        onChange={({ currentTarget }) => onChange({ bookingId: currentTarget.value })}
      />
      <Field
        label={t.setup.common.request}
        name="request"
        maxLength={100}
        value={choice.requestId}
        hint={t.setup.refusals.requestHint}
        onChange={({ currentTarget }) => onChange({ requestId: currentTarget.value })}
      />
    </>
  );
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
