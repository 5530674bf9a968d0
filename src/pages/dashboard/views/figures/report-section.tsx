import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../../../design/icon.js';
import { Menu } from '../../../design/menu.js';
import { Table } from '../../../design/table.js';
import { isDate } from '../../dates.js';
import { downloadCsv } from '../../download.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import type { Loaded } from '../../use-data.js';
import { earlierOf, nameOfPeriod, type PeriodChoice } from './period.rules.js';
import { comparisonOf, csvRowsOf, headlinesOf, type Report, type ValueKind } from './report.rules.js';

interface ReportSectionProps {
  title: string;
  /** The first part of the name of the CSV file. */
  name: string;
  choice: PeriodChoice;
  loaded: Loaded<Report>;
  /** The plot, or the heat map. Undefined for a report that is a table. */
  children: (report: Report) => ComponentChildren | undefined;
}

/** A report with its totals and its plot, and a menu that shows its numbers as a table and saves them as CSV. */
export function ReportSection({ title, name, choice, loaded, children }: ReportSectionProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  const { from, to } = choice.period;
  const earlier = earlierOf(choice.period, choice.comparison);
  const report = loaded.data;
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {report && (
          <Menu
            label={t.figures.menu({ title })}
            items={[
              ...(children(report) === undefined
                ? []
                : [
                    {
                      title: isTable ? t.figures.hideTable : t.figures.asTable({ title }),
                      onClick: () => setTable(!isTable),
                    },
                  ]),
              {
                title: t.records.asCsv({ label: title }),
                onClick: () => downloadCsv(`${name}-${from}-${to}.csv`, csvRowsOf(report)),
              },
            ]}
          >
            <Icon name="ellipsis" />
          </Menu>
        )}
      </header>
      <LoadedContent label={title} loaded={loaded}>
        {(shown) => (
          <>
            <Totals title={title} report={shown} earlier={earlier && nameOfPeriod(earlier)} />
            {children(shown)}
            {(isTable || children(shown) === undefined) && <Numbers title={title} report={shown} />}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

interface TotalsProps {
  title: string;
  report: Report;
  /** The name of the compared period. */
  earlier: string | undefined;
}

/** The totals of the period: the first one large, each with a sentence that compares it with the earlier period. */
function Totals({ title: ofCard, report, earlier }: TotalsProps) {
  return (
    <dl class="totals">
      {headlinesOf(report).map((headline) => {
        const { title, kind, value } = headline;
        const comparison = comparisonOf(headline, earlier, formats());
        return (
          <div key={title}>
            <dt class={title === ofCard ? 'hidden' : undefined}>{title}</dt>
            <dd>{formatValue(value, kind)}</dd>
            {comparison && <dd class="change">{comparison}</dd>}
          </div>
        );
      })}
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
