import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { downloadCsv } from '../../download.js';
import { formats } from '../../format.js';
import { LoadedContent } from '../../ui/loaded.js';
import type { Loaded } from '../../use-data.js';
import type { PeriodChoice } from './period.rules.js';
import { csvRowsOf, type Report, type ValueKind } from './report.rules.js';

interface ReportSectionProps {
  title: string;
  /** The first part of the name of the CSV file. */
  name: string;
  choice: PeriodChoice;
  loaded: Loaded<Report>;
  /** The plot, or the heat map. */
  children: (report: Report) => ComponentChildren;
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
            <Totals report={report} />
            {children(report)}
            <details>
              <summary>{title} as a table</summary>
              <Numbers title={title} report={report} />
            </details>
            <div class="actions">
              <Button onClick={() => downloadCsv(`${name}-${from}-${to}.csv`, csvRowsOf(report))}>
                {`${title} as CSV`}
              </Button>
            </div>
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function Totals({ report: { columns, total } }: { report: Report }) {
  return (
    <dl class="totals">
      {columns.map(({ title, kind, isPrevious }, index) => (
        <div key={title} class={isPrevious ? 'earlier' : undefined}>
          <dt>{title}</dt>
          <dd>{formatValue(total.values[index] ?? null, kind)}</dd>
        </div>
      ))}
    </dl>
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
          cell: ({ labels }: Report['total']) => labels[index],
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
