import { wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { place } from '../../navigation.js';
import { accountNow, can } from '../../session.js';
import { useSignal } from '../../ui/signal.js';
import { useData } from '../../use-data.js';
import { bookingsReport, peopleReport, revenueReport, utilisationReport } from './figures.operations.js';
import { HeatMapTable } from './heat-map.js';
import {
  noShowMeasures,
  peopleMeasures,
  revenueMeasures,
  stateMeasures,
  stateTitles,
  utilisationMeasures,
} from './measures.js';
import { type PeriodChoice, readChoice, stepOf, toCompare, toDuring } from './period.rules.js';
import { PeriodForm } from './period-form.js';
import { Plot, type Series } from './plot.js';
import { type Figures, heatMapOf, type Report, reportOf, seriesOf } from './report.rules.js';
import { formatValue, ReportSection } from './report-section.js';

/** Shows the figures of a period as plots, tables and CSV files. */
export default function FiguresView() {
  const { search } = useSignal(place);
  const choice = readChoice(search, wallTimeAt(accountNow()).slice(0, 10));
  return (
    <>
      <h1>Figures</h1>
      <PeriodForm choice={choice} />
      <div class="panels">
        <Utilisation choice={choice} />
        <Bookings choice={choice} />
        {can('sales') && <Revenue choice={choice} />}
        <People choice={choice} />
      </div>
    </>
  );
}

interface SectionProps {
  choice: PeriodChoice;
}

/** Returns the figures of an answer. The schema allows null, which comes with an error. @throws Error for null */
function present<Data>(figures: Data | null): Data {
  if (figures === null) throw new Error('There are no figures.');
  return figures;
}

/** The variables of all reports. */
function variablesOf({ period, comparison }: PeriodChoice) {
  return { during: toDuring(period), compare: toCompare(comparison) };
}

function Utilisation({ choice }: SectionProps) {
  const variables = variablesOf(choice);
  const loaded = useData(JSON.stringify(variables), async () => {
    const { utilisationFigures } = await execute(utilisationReport, variables);
    return reportOf(present(utilisationFigures), ['Weekday', 'Hour'], utilisationMeasures);
  });
  return (
    <ReportSection title="Utilisation" name="utilisation" choice={choice} loaded={loaded}>
      {(report) => <HeatMapTable map={heatMapOf(report)} />}
    </ReportSection>
  );
}

const timeTitles = { DAY: 'Day', WEEK: 'Week' } as const;

/** Bookings by state and no-shows, which are read together. */
function Bookings({ choice }: SectionProps) {
  const step = stepOf(choice.period);
  const variables = { ...variablesOf(choice), step };
  const loaded = useData(JSON.stringify(variables), async () =>
    present((await execute(bookingsReport, variables)).bookingFigures),
  );
  const withReport = (toReport: (figures: NonNullable<typeof loaded.data>) => Report) => ({
    ...loaded,
    data: loaded.data && toReport(loaded.data),
  });
  const keyTitles = [timeTitles[step]];
  const title = step === 'DAY' ? 'Bookings by day' : 'Bookings by week';
  return (
    <>
      <ReportSection
        title={title}
        name="bookings"
        choice={choice}
        loaded={withReport((figures) => reportOf(figures, keyTitles, stateMeasures))}
      >
        {(report) => <BarPlot title={title} report={report} bars={stateTitles} line="All, earlier" />}
      </ReportSection>
      <ReportSection
        title="No-shows"
        name="no-shows"
        choice={choice}
        loaded={withReport((figures) => reportOf(figures, keyTitles, noShowMeasures))}
      >
        {(report) => <BarPlot title="No-shows" report={report} bars={['No-shows']} line="No-shows, earlier" />}
      </ReportSection>
    </>
  );
}

function Revenue({ choice }: SectionProps) {
  const step = stepOf(choice.period);
  const variables = { ...variablesOf(choice), step };
  const loaded = useData(JSON.stringify(variables), async () =>
    reportOf(present((await execute(revenueReport, variables)).revenueFigures), [timeTitles[step]], revenueMeasures),
  );
  return (
    <ReportSection title="Revenue" name="revenue" choice={choice} loaded={loaded}>
      {(report) => <BarPlot title="Revenue" report={report} bars={['Paid', 'Outstanding']} line="Paid, earlier" />}
    </ReportSection>
  );
}

function People({ choice }: SectionProps) {
  const step = stepOf(choice.period);
  const variables = { ...variablesOf(choice), step };
  const loaded = useData(JSON.stringify(variables), async () => {
    const figures: Figures<PeopleFigure> = present((await execute(peopleReport, variables)).peopleFigures);
    return reportOf(figures, [timeTitles[step]], peopleMeasures);
  });
  const title = 'New and returning people';
  return (
    <ReportSection title={title} name="people" choice={choice} loaded={loaded}>
      {(report) => <BarPlot title={title} report={report} bars={['New', 'Returning']} line="All, earlier" />}
    </ReportSection>
  );
}

type PeopleFigure = Parameters<(typeof peopleMeasures)[number]['read']>[0];

interface BarPlotProps {
  title: string;
  report: Report;
  /** The columns that are stacked. Those without a value are left out. */
  bars: readonly string[];
  /** The column of the earlier period that is drawn as a line. */
  line: string;
}

function BarPlot({ title, report, bars, line }: BarPlotProps) {
  const [first = ''] = bars;
  const kind = report.columns.find((column) => column.title === first)?.kind ?? 'count';
  const series: Series[] = [
    ...seriesOf(report, bars).filter(
      ({ title: name, values }) => name === first || values.some((value) => value !== 0),
    ),
    ...seriesOf(report, [line]).map((earlier) => ({ ...earlier, isLine: true })),
  ];
  const totals = series.map(
    ({ title: name, values }) =>
      `${name} ${formatValue(
        values.reduce((sum, value) => sum + value, 0),
        kind,
      )}`,
  );
  return (
    <Plot
      description={`${title}: ${totals.join(', ')}. The table below has all numbers.`}
      labels={report.rows.map(({ labels }) => labels.join(' '))}
      series={series}
      formatValue={(value) => formatValue(value, kind)}
    />
  );
}
