import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartDataset,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'preact/hooks';
import { isDate } from '../../dates.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { type HeatMap, type Report, seriesOf } from './report.rules.js';
import { formatValue } from './report-section.js';

Chart.register(
  BarController,
  BarElement,
  LineController,
  LineElement,
  PointElement,
  CategoryScale,
  LinearScale,
  Legend,
  Tooltip,
);

interface BarPlotProps {
  title: string;
  report: Report;
  /** The columns that are stacked. Those without a value are left out. */
  bars: readonly string[];
  /** The column of the earlier period that is drawn as a line. */
  line: string;
}

/** A report as stacked bars, with a line for the earlier period. */
export function BarPlot({ title, report, bars, line }: BarPlotProps) {
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
      description={t.figures.plot({ title, totals: totals.join(', ') })}
      labels={report.rows.map(({ labels }) => labels.map(shortLabel).join(' '))}
      series={series}
      formatValue={(value) => formatValue(value, kind)}
    />
  );
}

/** Days as `3 Mar`: the period says the year. Other keys, such as weeks, as the server names them. */
function shortLabel(label: string): string {
  return isDate(label) ? formats().shortDate(label) : label;
}

interface Series {
  title: string;
  values: readonly number[];
  /** Lines are drawn over the bars, for the earlier period. */
  isLine?: boolean;
}

interface PlotProps {
  /** Read out instead of the picture. */
  description: string;
  labels: readonly string[];
  series: readonly Series[];
  formatValue: (value: number) => string;
}

/** Stacked bars by time, in the colours of the light or dark page. The table below it has the same numbers. */
function Plot({ description, labels, series, formatValue }: PlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let chart = draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      chart?.destroy();
      chart = draw();
    };
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      chart?.destroy();
    };
  }, [labels, series]);

  function draw(): Chart<'bar' | 'line', number[], string> | undefined {
    if (!canvas.current) return undefined;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const datasets = series.map(({ title, values, isLine }, index): ChartDataset<'bar' | 'line', number[]> => {
      const own = colour(`plot-${(index % 7) + 1}`);
      return isLine
        ? {
            type: 'line',
            label: title,
            data: [...values],
            borderColor: colour('text'),
            borderDash: [4, 4],
            pointRadius: 0,
          }
        : { type: 'bar', label: title, data: [...values], backgroundColor: own, stack: 'all' };
    });
    const axis = { ticks: { color: colour('muted') }, grid: { color: colour('line') } };
    return new Chart<'bar' | 'line', number[], string>(canvas.current, {
      type: 'bar',
      data: { labels: [...labels], datasets },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: {
          x: { ...axis, stacked: true, ticks: { ...axis.ticks, maxRotation: 0, autoSkipPadding: 12 } },
          y: {
            ...axis,
            stacked: true,
            beginAtZero: true,
            ticks: { ...axis.ticks, precision: 0, callback: (value) => formatValue(Number(value)) },
          },
        },
        plugins: {
          legend: { labels: { color: colour('text'), boxWidth: 14 } },
          tooltip: {
            callbacks: {
              label: ({ dataset, parsed }) =>
                t.punctuation.labelled({ label: dataset.label ?? '', value: formatValue(parsed.y ?? 0) }),
            },
          },
        },
      },
    });
  }

  return (
    <div class="plot">
      <canvas ref={canvas} role="img" aria-label={description} />
    </div>
  );
}

/** Utilisation by weekday and hour as a table of percentages, whose colours are stronger where more is booked. */
export function HeatMapTable({ map: { hours, rows } }: { map: HeatMap }) {
  const { percent } = formats();
  if (hours.length === 0) return <p class="empty">{t.figures.nothingOpen}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table heat-map" aria-label={t.figures.heatMap} tabIndex={0}>
      <table>
        <caption class="hidden">{t.figures.heatMap}</caption>
        <thead>
          <tr>
            <th scope="col">{t.figures.weekday}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ weekday, rates }) => (
            <tr key={weekday}>
              <th scope="row" aria-label={weekday}>
                {weekday.slice(0, 3)}
              </th>
              {rates.map((rate, index) => (
                <td key={hours[index]} class={classOf(rate)}>
                  {rate === null ? (
                    <span class="hidden">{t.figures.closed}</span>
                  ) : (
                    percent(Math.round(rate * 100) / 100)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The class of a tenth, which has its shade. */
function classOf(rate: number | null): string | undefined {
  return rate === null ? undefined : `tenth-${Math.round(Math.min(rate, 1) * 10)}`;
}
