import { useSignal } from '../../../design/signal.js';
import { wallTimeAt, weekdays } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { place } from '../../navigation.js';
import { accountNow, can } from '../../session.js';
import { t } from '../../texts.js';
import { useData } from '../../use-data.js';
import {
  type BookingsFragment,
  bookingsReport,
  type PeopleFragment,
  peopleReport,
  type RevenueFragment,
  revenueReport,
  type UtilisationFragment,
  type UtilisationReportQuery,
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
      <h1>{t.figures.title}</h1>
      <PeriodForm choice={choice} />
      <div class="panels">
        <Utilisation choice={choice} />
        <Bookings choice={choice} />
        {can('sales') && (
          <ReportByTime
            title={t.figures.revenue}
            name="revenue"
            choice={choice}
            read={async (variables) => (await execute(revenueReport, variables)).revenueFigures}
            measures={revenueMeasures}
            bars={[t.figures.paid, t.figures.outstanding]}
            line={t.figures.earlier({ title: t.figures.paid })}
          />
        )}
        <ReportByTime
          title={t.figures.people}
          name="people"
          choice={choice}
          read={async (variables) => (await execute(peopleReport, variables)).peopleFigures}
          measures={peopleMeasures}
          bars={[t.figures.newPeople, t.figures.returning]}
          line={t.figures.earlier({ title: t.figures.all })}
        />
      </div>
    </>
  );
}

type UtilisationFigures = NonNullable<UtilisationReportQuery['utilisationFigures']>;

interface SectionProps {
  choice: PeriodChoice;
}

/** Returns the figures of an answer. The schema allows null, which comes with an error. @throws Error for null */
function present<Data>(figures: Data | null): Data {
  if (figures === null) throw new Error(t.figures.none);
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
    return reportOf(
      withWeekdays(present(utilisationFigures)),
      [t.figures.weekday, t.figures.hour],
      utilisationMeasures,
    );
  });
  return (
    <ReportSection title={t.figures.utilisation} name="utilisation" choice={choice} loaded={loaded}>
      {(report) => <HeatMapTable map={heatMapOf(report)} />}
    </ReportSection>
  );
}

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The figures with the weekdays in the language of the page, because the server names them in that of the account. */
function withWeekdays({ groups, ...totals }: UtilisationFigures): UtilisationFigures {
  const titles = weekdays('long');
  return {
    ...totals,
    groups: groups.map((group) => ({
      ...group,
      keys: group.keys.map(({ name, label }) => ({ name, label: titles[weekdayNames.indexOf(name ?? '')] ?? label })),
    })),
  };
}

const timeTitles = { DAY: t.figures.day, WEEK: t.figures.week } as const;

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
  const title = step === 'DAY' ? t.figures.byDay : t.figures.byWeek;
  return (
    <>
      <ReportSection
        title={title}
        name="bookings"
        choice={choice}
        loaded={withReport((figures) => reportOf(figures, keyTitles, [...stateMeasures, allBookings]))}
      >
        {(report) => (
          <BarPlot
            title={title}
            report={report}
            bars={stateMeasures.map((state) => state.title)}
            line={t.figures.earlier({ title: t.figures.all })}
          />
        )}
      </ReportSection>
      <ReportSection
        title={t.figures.noShows}
        name="no-shows"
        choice={choice}
        loaded={withReport((figures) => reportOf(figures, keyTitles, noShowMeasures))}
      >
        {(report) => (
          <BarPlot
            title={t.figures.noShows}
            report={report}
            bars={[t.figures.noShows]}
            line={t.figures.earlier({ title: t.figures.noShows })}
          />
        )}
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

/** Returns hours with one decimal. */
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10;

const utilisationMeasures: readonly Measure<UtilisationFragment>[] = [
  { title: t.figures.utilisation, kind: 'share', read: ({ rate }) => rate },
  { title: t.figures.bookedHours, kind: 'count', read: ({ bookedMinutes }) => hoursOf(bookedMinutes) },
  { title: t.figures.openHours, kind: 'count', read: ({ openMinutes }) => hoursOf(openMinutes) },
];

const stateMeasures: readonly Measure<BookingsFragment>[] = [
  { title: t.figures.confirmed, kind: 'count', read: ({ states }) => states.confirmed },
  { title: t.figures.awaitingConfirmation, kind: 'count', read: ({ states }) => states.awaitingConfirmation },
  { title: t.figures.awaitingPayment, kind: 'count', read: ({ states }) => states.awaitingPayment },
  { title: t.figures.awaitingVerification, kind: 'count', read: ({ states }) => states.awaitingVerification },
  { title: t.figures.cancelled, kind: 'count', read: ({ states }) => states.cancelled },
  { title: t.figures.declined, kind: 'count', read: ({ states }) => states.declined },
  { title: t.figures.expired, kind: 'count', read: ({ states }) => states.verificationExpired },
];

const allBookings: Measure<BookingsFragment> = {
  title: t.figures.all,
  kind: 'count',
  read: ({ bookings }) => bookings,
};

const noShowMeasures: readonly Measure<BookingsFragment>[] = [
  { title: t.figures.noShows, kind: 'count', read: ({ noShows }) => noShows },
  { title: t.figures.rate, kind: 'share', read: ({ noShowRate }) => noShowRate },
];

const revenueMeasures: readonly Measure<RevenueFragment>[] = [
  { title: t.figures.paid, kind: 'money', read: ({ paid }) => paid },
  { title: t.figures.outstanding, kind: 'money', read: ({ outstanding }) => outstanding },
  { title: t.figures.ordered, kind: 'money', read: ({ ordered }) => ordered },
  { title: t.figures.discounts, kind: 'money', read: ({ discounted }) => discounted },
  { title: t.figures.refunded, kind: 'money', read: ({ refunded }) => refunded },
  { title: t.figures.orders, kind: 'count', read: ({ orders }) => orders },
];

const peopleMeasures: readonly Measure<PeopleFragment>[] = [
  { title: t.figures.newPeople, kind: 'count', read: ({ newPeople }) => newPeople },
  { title: t.figures.returning, kind: 'count', read: ({ returningPeople }) => returningPeople },
  { title: t.figures.all, kind: 'count', read: ({ people }) => people },
];
