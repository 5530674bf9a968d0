import { Button } from '../../../design/button.js';
import { addDays } from '../../dates.js';
import { formats } from '../../format.js';
import { type Mode, modes, shownDates } from './calendar.rules.js';

interface CalendarToolbarProps {
  mode: Mode;
  date: string;
  today: string;
  resources: readonly { id: number; title: string }[];
  /** The only resource that is shown; undefined for all. */
  resource: number | undefined;
  onGo: (changes: Record<string, string>) => void;
  /** Undefined if the user may not book. */
  onNew: (() => void) | undefined;
}

const modeNames: Readonly<Record<Mode, string>> = { day: 'Day', week: 'Week', timeline: 'Week by resource' };

/** Controls of the calendar's date, view and resources, and the button for a new booking. */
export function CalendarToolbar({ mode, date, today, resources, resource, onGo, onNew }: CalendarToolbarProps) {
  const step = mode === 'day' ? 1 : 7;
  const { from, to } = shownDates(mode, date);
  const { longDate, date: shortDate } = formats();
  const title = mode === 'day' ? longDate(from) : `${shortDate(from)} – ${shortDate(addDays(to, -1))}`;
  return (
    <div class="toolbar">
      <h2 aria-live="polite" class="wide">
        {title}
      </h2>
      <div class="actions">
        <Button label="Earlier" onClick={() => onGo({ date: addDays(date, -step) })}>
          ‹
        </Button>
        <Button onClick={() => onGo({ date: today })}>Today</Button>
        <Button label="Later" onClick={() => onGo({ date: addDays(date, step) })}>
          ›
        </Button>
        <input
          type="date"
          aria-label="Date"
          value={date}
          required
          onChange={({ currentTarget: { value } }) => value !== '' && onGo({ date: value })}
        />
      </div>
      <div class="actions">
        <select aria-label="View" value={mode} onChange={({ currentTarget }) => onGo({ view: currentTarget.value })}>
          {modes.map((one) => (
            <option key={one} value={one} selected={one === mode}>
              {modeNames[one]}
            </option>
          ))}
        </select>
        <select
          aria-label="Resources"
          value={String(resource ?? '')}
          onChange={({ currentTarget }) => onGo({ resource: currentTarget.value })}
        >
          <option value="">All resources</option>
          {resources.map(({ id, title: name }) => (
            <option key={id} value={String(id)} selected={id === resource}>
              {name}
            </option>
          ))}
        </select>
        {onNew && (
          <Button kind="primary" onClick={onNew}>
            New booking
          </Button>
        )}
      </div>
    </div>
  );
}
