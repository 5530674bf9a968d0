import { useSignal } from '../../../design/signal.js';
import { wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { place } from '../../navigation.js';
import { accountNow, can } from '../../session.js';
import { useData } from '../../use-data.js';
import {
  type BookingsFragment,
  bookingsReport,
  type PeopleFragment,
  peopleReport,
  type RevenueFragment,
  revenueReport,
  type UtilisationFragment,
  utilisationReport,
} from './figures.operations.js';
import { type PeriodChoice, readChoice, stepOf, toCompare, toDuring } from './period.rules.js';
import { PeriodForm } from './period-form.js';
import { BarPlot, HeatMapTable } from './plot.js';
import { type Figures, heatMapOf, type Measure, type Report, reportOf } from './report.rules.js';
import { ReportSection } from './report-section.js';

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
        {can('sales') && (
          <ReportByTime
            title="Revenue"
            name="revenue"
            choice={choice}
            read={async (variables) => (await execute(revenueReport, variables)).revenueFigures}
            measures={revenueMeasures}
            bars={['Paid', 'Outstanding']}
            line="Paid, earlier"
          />
        )}
        <ReportByTime
          title="New and returning people"
          name="people"
          choice={choice}
          read={async (variables) => (await execute(peopleReport, variables)).peopleFigures}
          measures={peopleMeasures}
          bars={['New', 'Returning']}
          line="All, earlier"
        />
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
        loaded={withReport((figures) => reportOf(figures, keyTitles, [...stateMeasures, allBookings]))}
      >
        {(report) => (
          <BarPlot title={title} report={report} bars={stateMeasures.map((state) => state.title)} line="All, earlier" />
        )}
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

interface ReportByTimeProps<Figure> extends SectionProps {
  title: string;
  /** The first part of the name of the CSV file. */
  name: string;
  read: (
    variables: ReturnType<typeof variablesOf> & { step: keyof typeof timeTitles },
  ) => Promise<Figures<Figure> | null>;
  measures: readonly Measure<Figure>[];
  bars: readonly string[];
  line: string;
}

/** Figures by day or week as stacked bars. */
function ReportByTime<Figure>({ title, name, choice, read, measures, bars, line }: ReportByTimeProps<Figure>) {
  const step = stepOf(choice.period);
  const variables = { ...variablesOf(choice), step };
  const loaded = useData(JSON.stringify(variables), async () =>
    reportOf(present(await read(variables)), [timeTitles[step]], measures),
  );
  return (
    <ReportSection title={title} name={name} choice={choice} loaded={loaded}>
      {(report) => <BarPlot title={title} report={report} bars={bars} line={line} />}
    </ReportSection>
  );
}

const utilisationMeasures: readonly Measure<UtilisationFragment>[] = [
  { title: 'Utilisation', kind: 'share', read: ({ rate }) => rate },
  { title: 'Booked minutes', kind: 'count', read: ({ bookedMinutes }) => bookedMinutes },
  { title: 'Open minutes', kind: 'count', read: ({ openMinutes }) => openMinutes },
];

const stateMeasures: readonly Measure<BookingsFragment>[] = [
  { title: 'Confirmed', kind: 'count', read: ({ states }) => states.confirmed },
  { title: 'Awaiting confirmation', kind: 'count', read: ({ states }) => states.awaitingConfirmation },
  { title: 'Awaiting payment', kind: 'count', read: ({ states }) => states.awaitingPayment },
  { title: 'Awaiting verification', kind: 'count', read: ({ states }) => states.awaitingVerification },
  { title: 'Cancelled', kind: 'count', read: ({ states }) => states.cancelled },
  { title: 'Declined', kind: 'count', read: ({ states }) => states.declined },
  { title: 'Expired', kind: 'count', read: ({ states }) => states.verificationExpired },
];

const allBookings: Measure<BookingsFragment> = { title: 'All', kind: 'count', read: ({ bookings }) => bookings };

const noShowMeasures: readonly Measure<BookingsFragment>[] = [
  { title: 'No-shows', kind: 'count', read: ({ noShows }) => noShows },
  { title: 'Rate', kind: 'share', read: ({ noShowRate }) => noShowRate },
];

const revenueMeasures: readonly Measure<RevenueFragment>[] = [
  { title: 'Paid', kind: 'money', read: ({ paid }) => paid },
  { title: 'Outstanding', kind: 'money', read: ({ outstanding }) => outstanding },
  { title: 'Ordered', kind: 'money', read: ({ ordered }) => ordered },
  { title: 'Discounts', kind: 'money', read: ({ discounted }) => discounted },
  { title: 'Refunded', kind: 'money', read: ({ refunded }) => refunded },
  { title: 'Orders', kind: 'count', read: ({ orders }) => orders },
];

const peopleMeasures: readonly Measure<PeopleFragment>[] = [
  { title: 'New', kind: 'count', read: ({ newPeople }) => newPeople },
  { title: 'Returning', kind: 'count', read: ({ returningPeople }) => returningPeople },
  { title: 'All', kind: 'count', read: ({ people }) => people },
];
