import { useRef, useState } from 'preact/hooks';
import { Field, Select } from '../../../design/field.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { keyText } from '../../history/history.rules.js';
import type { Option } from '../../records/record.rules.js';
import { useChoices } from '../../records/use-choices.js';
import { can } from '../../session.js';
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
      <p>
        Why bookings, changes of bookings and entries of the waitlist were refused: the last 1,000. Values that were
        entered are not stored.
      </p>
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
        label="Refused bookings"
        pages={pages}
        keyOf={({ id }) => id}
        empty={key === '{}' ? 'No booking was refused.' : 'No refusal fits what is chosen above.'}
        columns={[
          { title: 'When', cell: ({ createdAt }) => dateTime(createdAt) },
          { title: 'Why', isLong: true, cell: (refusal) => <Why {...refusal} /> },
          { title: 'What', cell: ({ operation }) => inWords(operation) },
          { title: 'Wanted', cell: wantedText },
          {
            title: 'Who',
            cell: ({ userId, apiKeyId, interface: by }) =>
              [
                userId !== null && (nameOf(`user ${userId}`) ?? `User ${userId}`),
                apiKeyId !== null && (nameOf(`key ${apiKeyId}`) ?? keyText(apiKeyId, null)),
                interfaceText(by),
              ]
                .filter(Boolean)
                .join('; '),
          },
          { title: 'Request', isLong: true, cell: ({ requestId }) => <RequestId id={requestId} /> },
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
    { name: 'attribute', label: 'About', options: seen(attributes, attributeTitle) },
    { name: 'rule', label: 'Why', options: seen(rules, String) },
    { name: 'operation', label: 'What', options: seen(operations, inWords) },
    { name: 'serviceId', label: 'Service', options: choices?.services ?? [] },
    { name: 'resourceId', label: 'Resource', options: choices?.resources ?? [] },
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
          options={[{ value: '', text: 'All' }, ...options]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <Field
        label="Booking"
        name="booking"
        inputMode="numeric"
        maxLength={10}
        value={choice.bookingId}
        hint="The number of a booking that was to be changed"
        onChange={({ currentTarget }) => onChange({ bookingId: currentTarget.value })}
      />
      <Field
        label="Request"
        name="request"
        maxLength={100}
        value={choice.requestId}
        hint="Its id, such as a program has it from X-Request-Id"
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
      {leftOut > 0 && <p class="hint">{formats().number(leftOut)} more in the same second</p>}
    </>
  );
}

/** `Massage, Hall, 3 Mar 2026, 10:00` */
function wantedText({ service, resource, event, bookedFrom, bookingId }: RefusalFragment): string {
  const { dateTime } = formats();
  const time = bookedFrom ?? event?.startsAt;
  const parts = [bookingId !== null && `Booking ${bookingId}`, event?.title, service?.title, resource?.title];
  return [...parts, time && dateTime(time)].filter(Boolean).join(', ');
}
