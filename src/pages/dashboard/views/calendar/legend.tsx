import { t } from '../../texts.js';

/** A colour of the calendar, with its meaning. */
export interface LegendEntry {
  id: number;
  title: string;
  /** The class with the colour. */
  colour: string;
}

/** The colours of the shown entries, with their meaning. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul class="legend" aria-label={t.calendar.colours}>
      {entries.map(({ id, title, colour }) => (
        <li key={id}>
          <span class={`dot ${colour}`} />
          {title}
        </li>
      ))}
    </ul>
  );
}
