import { useSignal } from '../../../design/signal.js';
import { wallTimeAt, weekdays } from '../../format.js';
import { execute } from '../../graphql/client.js';
import type { Operation } from '../../graphql/operation.js';
import { recorderText } from '../../history/history.rules.js';
import { place } from '../../navigation.js';
import { methodText } from '../../payment-methods.js';
import { accountNow, can } from '../../session.js';
import { t } from '../../texts.js';
import { useData } from '../../use-data.js';
import { figureReports } from './figures.operations.js';
import { type PeriodChoice, readChoice, stepOf, toCompare, toDuring } from './period.rules.js';
import { PeriodForm } from './period-form.js';
import { BarPlot, HeatMapTable } from './plot.js';
import {
  type FigureKey,
  type FigureReport,
  type Figures,
  type FigureValues,
  heatMapOf,
  measuresOf,
  reportOf,
  topics,
} from './report.rules.js';
import { ReportSection } from './report-section.js';

/** Shows the figures of a period as plots, tables and CSV files: the charts that the server declares, money first. */
export default function FiguresView() {
  const { search } = useSignal(place);
  const choice = readChoice(search, wallTimeAt(accountNow()).slice(0, 10));
  return (
    <>
      <h1>{t.figures.title}</h1>
      <PeriodForm choice={choice} />
      {topics.map((topic) => {
        const reports = figureReports.filter((report) => report.topic === topic && can(report.permission));
        return (
          reports.length > 0 && (
            <section key={topic} aria-labelledby={`figures-${topic}`}>
              <h2 id={`figures-${topic}`}>{t.figures.topics[topic]}</h2>
              <div class="panels">
                {reports.map((report) => (
                  <Charts key={report.text} report={report} choice={choice} />
                ))}
              </div>
            </section>
          )
        );
      })}
    </>
  );
}

/** The schema allows null, which comes with an error. */
type Answer = { figures: Figures<FigureValues> | null };
type Variables = { during: ReturnType<typeof toDuring>; compare: ReturnType<typeof toCompare>; step?: 'DAY' | 'WEEK' };

/** The charts of a report, which are read together. */
function Charts({ report: { text, plot, by, charts }, choice }: { report: FigureReport; choice: PeriodChoice }) {
  const step = stepOf(choice.period);
  const operation: Operation<Answer, Variables> = { text };
  const variables: Variables = {
    during: toDuring(choice.period),
    compare: toCompare(choice.comparison),
    ...(plot === 'bars' && { step }),
  };
  const loaded = useData(JSON.stringify(variables), async () => {
    const { figures } = await execute(operation, variables);
    if (figures === null) throw new Error(t.figures.none);
    return {
      ...figures,
      groups: figures.groups.map((group) => ({ ...group, keys: group.keys.map(inLanguage(by?.dimension)) })),
    };
  });
  const keyTitles = by
    ? [t.figures[by.title]]
    : plot === 'bars'
      ? [timeTitles[step]]
      : [t.figures.weekday, t.figures.hour];
  return charts.map((chart) => {
    const { name, titles, line, columns } = chart;
    const title = t.figures[titles[step]];
    const data = loaded.data && reportOf(loaded.data, keyTitles, measuresOf(chart));
    return (
      <ReportSection key={name} title={title} name={name} choice={choice} loaded={{ ...loaded, data }}>
        {(report) =>
          plot === 'table' ? undefined : plot === 'bars' ? (
            <BarPlot
              title={title}
              report={report}
              bars={columns.flatMap((column) => (column.isPlotted ? t.figures[column.title] : []))}
              line={t.figures.earlier({ title: t.figures[line] })}
            />
          ) : (
            <HeatMapTable map={heatMapOf(report)} />
          )
        }
      </ReportSection>
    );
  });
}

const timeTitles = { DAY: t.figures.day, WEEK: t.figures.week } as const;

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Names what the server names in the language of the account, or in words of its own, in the language of the page. */
const inLanguage =
  (dimension: string | undefined) =>
  ({ name, label }: FigureKey): FigureKey => {
    if (dimension === 'METHOD') return { label: methodText(name) };
    if (dimension === 'RECORDED_BY') return { label: recorderText(name) ?? t.figures.notStated };
    if (dimension !== undefined) return { label: label ?? t.figures.notStated };
    return { label: weekdays('long')[weekdayNames.indexOf(name ?? '')] ?? label };
  };
