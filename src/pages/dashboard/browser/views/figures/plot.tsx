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

export interface Series {
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
export function Plot({ description, labels, series, formatValue }: PlotProps) {
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
          x: { ...axis, stacked: true },
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
            callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${formatValue(parsed.y ?? 0)}` },
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
