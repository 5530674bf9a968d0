import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { isDate } from '../../dates.js';
import { downloadCsv } from '../../download.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import type { Loaded } from '../../use-data.js';
import type { PeriodChoice } from './period.rules.js';
import { csvRowsOf, headlinesOf, type Report, type ValueKind } from './report.rules.js';

interface ReportSectionProps {
  title: string;
  /** The first part of the name of the CSV file. */
  name: string;
  choice: PeriodChoice;
  loaded: Loaded<Report>;
  /** The plot, or the heat map. Undefined for a report that is a table. */
  children: (report: Report) => ComponentChildren | undefined;
}

/** A report with its totals, its plot, its numbers as a table, and a button that saves them as CSV. */
export function ReportSection({ title, name, choice, loaded, children }: ReportSectionProps) {
  const id = useId();
  const { from, to } = choice.period;
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <LoadedContent label={title} loaded={loaded}>
        {(report) => (
          <>
            <Totals title={title} report={report} />
            <PlotWithNumbers title={title} report={report} plot={children(report)} />
            <div class="actions">
              <Button onClick={() => downloadCsv(`${name}-${from}-${to}.csv`, csvRowsOf(report))}>
                {t.records.asCsv({ label: title })}
              </Button>
            </div>
          </>
        )}
      </LoadedContent>
    </section>
  );
}

interface PlotWithNumbersProps {
  title: string;
  report: Report;
  plot: ComponentChildren | undefined;
}

/** The numbers of a plot are a table that one opens. Without a plot, the table is the report. */
function PlotWithNumbers({ title, report, plot }: PlotWithNumbersProps) {
  const numbers = <Numbers title={title} report={report} />;
  if (plot === undefined) return numbers;
  return (
    <>
      {plot}
      <details>
        <summary>{t.figures.asTable({ title })}</summary>
        {numbers}
      </details>
    </>
  );
}

/** The totals of the period: the first one large, with its change since the earlier period. */
function Totals({ title: ofCard, report }: { title: string; report: Report }) {
  return (
    <dl class="totals">
      {headlinesOf(report).map(({ title, kind, value, change }) => (
        <div key={title}>
          <dt class={title === ofCard ? 'hidden' : undefined}>{title}</dt>
          <dd>
            {formatValue(value, kind)} {change !== undefined && <Change change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ change }: { change: number }) {
  const { percent } = formats();
  const [arrow, sign, words] =
    change > 0 ? ['↑', '+', t.figures.more] : change < 0 ? ['↓', '−', t.figures.less] : ['→', '', t.figures.same];
  return (
    <small class="change">
      <span aria-hidden="true">{arrow} </span>
      {sign}
      {percent(Math.round(Math.abs(change) * 100) / 100)}
      <span class="hidden"> {words}</span>
    </small>
  );
}

function Numbers({ title, report: { keyTitles, columns, rows, total } }: { title: string; report: Report }) {
  return (
    <Table
      caption={title}
      rows={[...rows, total]}
      keyOf={({ labels }) => labels.join(' ')}
      columns={[
        ...keyTitles.map((keyTitle, index) => ({
          title: keyTitle,
          cell: ({ labels: { [index]: label = '' } }: Report['total']) =>
            isDate(label) ? formats().weekdayDate(label) : label,
        })),
        ...columns.map((column, index) => ({
          title: column.title,
          isNumber: true,
          cell: ({ values }: Report['total']) => formatValue(values[index] ?? null, column.kind),
        })),
      ]}
    />
  );
}

/** Formats a value in the locale and currency of the account. */
export function formatValue(value: number | null, kind: ValueKind): string {
  if (value === null) return '–';
  const { money, number, percent } = formats();
  switch (kind) {
    case 'count':
      return number(value);
    case 'money':
      return money(value);
    case 'share':
      return percent(value);
  }
}
