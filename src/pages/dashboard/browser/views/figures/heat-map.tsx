import { formats } from '../../format.js';
import type { HeatMap } from './report.rules.js';

/** In percent of the accent colour: more would not leave enough contrast to the text. */
const strongest = 45;

/** Utilisation by weekday and hour as a table of percentages, whose colours are stronger where more is booked. */
export function HeatMapTable({ map: { hours, rows } }: { map: HeatMap }) {
  const { percent } = formats();
  if (hours.length === 0) return <p class="empty">Nothing is open in this period.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table heat-map" aria-label="Utilisation by weekday and hour" tabIndex={0}>
      <table>
        <caption class="hidden">Utilisation by weekday and hour</caption>
        <thead>
          <tr>
            <th scope="col">Weekday</th>
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
              <th scope="row">{weekday}</th>
              {rates.map((rate, index) => (
                <td key={hours[index]} style={colourOf(rate)}>
                  {rate === null ? <span class="hidden">closed</span> : percent(Math.round(rate * 100) / 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function colourOf(rate: number | null): { background?: string } {
  if (rate === null) return {};
  return { background: `color-mix(in srgb, var(--accent) ${Math.round(rate * strongest)}%, var(--surface))` };
}
