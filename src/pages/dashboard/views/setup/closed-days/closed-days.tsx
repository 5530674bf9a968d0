import { useState } from 'preact/hooks';
import { Badge } from '../../../../design/badge.js';
import { Button } from '../../../../design/button.js';
import { EmptyState } from '../../../../design/empty-state.js';
import { Checkbox } from '../../../../design/field.js';
import { type Column, Table } from '../../../../design/table.js';
import { showError } from '../../../../design/toast.js';
import { formats, wallTimeAt } from '../../../format.js';
import { DraftedForm } from '../../../records/drafted-form.js';
import type { FieldDefinition, Texts } from '../../../records/record.rules.js';
import { useDraft } from '../../../records/use-draft.js';
import { accountNow } from '../../../session.js';
import { t } from '../../../texts.js';
import { LoadedContent } from '../../../ui/loaded.js';
import type { ReadClosedDaysQuery } from '../setup.operations.js';
import { byDate, type ClosedDay, type DatedEntry } from './closed-days.rules.js';
import { useClosedDays } from './use-closed-days.js';

const texts = t.setup.days;

const fields: readonly FieldDefinition[] = [
  { name: 'from', label: t.setup.common.firstDay, kind: 'date', required: true },
  { name: 'to', label: t.setup.common.lastDay, kind: 'date', hint: texts.lastDayHint },
  { name: 'reason', label: texts.reason, kind: 'text', maxLength: 255, hint: texts.reasonHint },
  { name: 'repeatsYearly', label: texts.yearly, kind: 'flag' },
];

/** The dates on which all resources are closed, which are changed apart from the other settings, and the public holidays. */
export function ClosedDays() {
  const today = wallTimeAt(accountNow()).slice(0, 10);
  const { loaded, add, remove, closeOnHolidays } = useClosedDays(today);
  const draft = useDraft('/account/closed-days/new', {});
  const submit = async ({ from = '', to = '', reason = '', repeatsYearly = '' }: Texts) => {
    await add({ from, to: to || from, reason: reason.trim() || null, repeatsYearly: repeatsYearly === 'on' });
    draft.clear();
  };
  return (
    <>
      <p>{texts.lead}</p>
      <LoadedContent label={texts.theDays} loaded={loaded}>
        {({ account, thisYear, nextYear }) => (
          <>
            <section class="panel one-line" aria-label={texts.title}>
              <DraftedForm
                key={account.revisionCount}
                {...{ fields, draft }}
                shown={{}}
                onDiscard={draft.discard}
                onSubmit={submit}
                submitLabel={texts.add}
              />
              <DayList
                {...byDate(account.closedDays, today)}
                onRemove={remove}
                {...(!account.closedForHolidays && { onHolidays: () => closeOnHolidays(true) })}
              />
            </section>
            <PublicHolidays
              countryCode={account.countryCode}
              isClosed={account.closedForHolidays}
              years={[thisYear.nodes, nextYear.nodes]}
              onChange={closeOnHolidays}
            />
          </>
        )}
      </LoadedContent>
    </>
  );
}

interface DayListProps {
  coming: readonly DatedEntry[];
  past: readonly DatedEntry[];
  onRemove: (day: ClosedDay) => Promise<void>;
  /** Closes on public holidays; undefined if the account does. */
  onHolidays?: () => Promise<void>;
}

function DayList({ coming, past, onRemove, onHolidays }: DayListProps) {
  const { number } = formats();
  const columns: Column<DatedEntry>[] = [
    {
      title: texts.closed,
      cell: (dated) => (
        <>
          {periodOf(dated)} {dated.entry.repeatsYearly && <Badge>{texts.eachYear}</Badge>}
        </>
      ),
    },
    { title: texts.numberOfDays, cell: ({ days }) => number(days), isNumber: true },
    { title: texts.reason, cell: ({ entry }) => entry.reason ?? '–' },
    {
      title: t.setup.common.action,
      cell: (dated) => (
        <Button
          kind="danger"
          label={t.setup.common.removeOf({ name: periodOf(dated) })}
          onClick={() => onRemove(dated.entry)}
        >
          {t.setup.common.remove}
        </Button>
      ),
    },
  ];
  const keyOf = ({ entry }: DatedEntry) => JSON.stringify(entry);
  return (
    <>
      {coming.length === 0 ? (
        <EmptyState
          icon="calendar-days"
          action={onHolidays && <Button onClick={onHolidays}>{texts.closeOnHolidays}</Button>}
        >
          {onHolidays ? texts.startWithHolidays : texts.addOwn}
        </EmptyState>
      ) : (
        <Table caption={texts.coming} rows={coming} {...{ columns, keyOf }} />
      )}
      {past.length > 0 && (
        <details class="section">
          <summary>{texts.past({ count: past.length })}</summary>
          <Table caption={texts.past({ count: past.length })} rows={past} {...{ columns, keyOf }} />
        </details>
      )}
    </>
  );
}

function periodOf({ from, to }: DatedEntry): string {
  const { weekdayDate } = formats();
  return from === to ? weekdayDate(from) : `${weekdayDate(from)} – ${weekdayDate(to)}`;
}

type Holidays = ReadClosedDaysQuery['thisYear']['nodes'];

interface PublicHolidaysProps {
  countryCode: string;
  isClosed: boolean;
  /** The holidays of this year and of the next one. */
  years: readonly Holidays[];
  onChange: (isClosed: boolean) => Promise<void>;
}

/** The public holidays of the account's country, and whether customers can book on them. */
function PublicHolidays({ countryCode, isClosed, years, onChange }: PublicHolidaysProps) {
  const { language, weekdayDate } = formats();
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? countryCode;
  const [wanted, setWanted] = useState<boolean>();
  const change = async (isWanted: boolean) => {
    setWanted(isWanted);
    try {
      await onChange(isWanted);
    } catch (error) {
      showError(error);
    }
    setWanted(undefined);
  };
  const known = years.filter((holidays) => holidays.length > 0);
  return (
    <section class="panel" aria-label={texts.holidays}>
      <h2>{texts.holidaysOf({ country })}</h2>
      <Checkbox
        label={texts.closedForHolidays}
        checked={wanted ?? isClosed}
        disabled={wanted !== undefined}
        onChange={change}
      />
      <p class="hint">{known.length > 0 ? texts.holidaysHint : texts.noHolidays({ country })}</p>
      {known.map((holidays, index) => {
        const title = texts.holidaysIn({ year: holidays[0]?.date.slice(0, 4) ?? '' });
        return (
          <details key={title} class="section" open={index === 0}>
            <summary>{title}</summary>
            <Table
              caption={title}
              rows={holidays}
              keyOf={({ date, name }) => `${date} ${name}`}
              columns={[
                { title: texts.date, cell: ({ date }) => weekdayDate(date) },
                { title: texts.holiday, cell: ({ name }) => name },
              ]}
            />
          </details>
        );
      })}
    </section>
  );
}
