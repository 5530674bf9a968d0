import { t } from '../../texts.js';

/** What a colour of the calendar means. */
export interface LegendEntry {
  id: number;
  title: string;
  /** The class with the colour. */
  colour: string;
}

/** The colours of the shown entries, with what they mean. */
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
