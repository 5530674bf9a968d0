import { Button } from '../../../design/button.js';
import { useSignal } from '../../../design/signal.js';
import { addDays } from '../../dates.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { Exports } from '../../ui/exports.js';
import { isRowMinutes, type Mode, modes, nextDate, rowMinutes, shownDates } from './calendar.rules.js';
import { look, setLook } from './look.js';

interface CalendarToolbarProps {
  mode: Mode;
  date: string;
  today: string;
  resources: readonly { id: number; title: string }[];
  /** The only resource that is shown; undefined for all. */
  resource: number | undefined;
  onGo: (changes: Record<string, string>) => void;
  onPrintByResource: () => void;
  /** Undefined if the user may not book. */
  onNew: (() => void) | undefined;
}

/** Controls of the calendar's date, view and resources, and the button for a new booking. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { mode, date, today, resources, resource, onGo, onNew } = props;
  return (
    <div class="toolbar">
      <h2 aria-live="polite" class="wide">
        {titleOf(mode, date)}
      </h2>
      <div class="actions">
        <Button label={t.calendar.earlier} onClick={() => onGo({ date: nextDate(mode, date, -1) })}>
          ‹
        </Button>
        <Button onClick={() => onGo({ date: today })}>{t.calendar.today}</Button>
        <Button label={t.calendar.later} onClick={() => onGo({ date: nextDate(mode, date, 1) })}>
          ›
        </Button>
        <input
          type="date"
          aria-label={t.calendar.date}
          value={date}
          required
          onChange={({ currentTarget: { value } }) => value !== '' && onGo({ date: value })}
        />
      </div>
      <div class="actions">
        <select
          aria-label={t.calendar.view}
          value={mode}
          onChange={({ currentTarget }) => onGo({ view: currentTarget.value })}
        >
          {modes.map((one) => (
            <option key={one} value={one} selected={one === mode}>
              {t.calendar.modes[one]}
            </option>
          ))}
        </select>
        <select
          aria-label={t.calendar.resources}
          value={String(resource ?? '')}
          onChange={({ currentTarget }) => onGo({ resource: currentTarget.value })}
        >
          <option value="">{t.calendar.allResources}</option>
          {resources.map(({ id, title: name }) => (
            <option key={id} value={String(id)} selected={id === resource}>
              {name}
            </option>
          ))}
        </select>
        <More {...props} />
        {onNew && (
          <div class="new">
            <Button kind="primary" onClick={onNew}>
              {t.bookings.newBooking}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** The dates that are shown. */
function titleOf(mode: Mode, date: string): string {
  const { from, to } = shownDates(mode, date);
  const { longDate, date: shortDate, month } = formats();
  if (mode === 'day') return longDate(from);
  return mode === 'month' ? month(date) : `${shortDate(from)} – ${shortDate(addDays(to, -1))}`;
}

/** The menu of commands that are needed less often: the look of the calendar, printing and files. */
function More({ mode, date, resource, onPrintByResource }: CalendarToolbarProps) {
  const { rowMinutes: shownMinutes, colourBy, hasAllHours } = useSignal(look);
  const { from, to } = shownDates(mode, date);
  return (
    <details class="more">
      <summary class="button">{t.calendar.more}</summary>
      <div>
        {(mode === 'day' || mode === 'days' || mode === 'week') && (
          <>
            <label>
              {t.calendar.rows}{' '}
              <select
                value={String(shownMinutes)}
                onChange={({ currentTarget }) => {
                  const minutes = Number(currentTarget.value);
                  if (isRowMinutes(minutes)) setLook({ rowMinutes: minutes });
                }}
              >
                {rowMinutes.map((minutes) => (
                  <option key={minutes} value={String(minutes)} selected={minutes === shownMinutes}>
                    {t.calendar.minutes({ minutes })}
                  </option>
                ))}
              </select>
            </label>
            <label class="checkbox">
              <input
                type="checkbox"
                checked={hasAllHours}
                onChange={({ currentTarget }) => setLook({ hasAllHours: currentTarget.checked })}
              />{' '}
              {t.calendar.allHours}
            </label>
          </>
        )}
        <label>
          {t.calendar.colours}{' '}
          <select
            value={colourBy}
            onChange={({ currentTarget: { value } }) =>
              setLook({ colourBy: value === 'resource' ? 'resource' : 'service' })
            }
          >
            <option value="service">{t.calendar.byService}</option>
            <option value="resource" selected={colourBy === 'resource'}>
              {t.calendar.byResource}
            </option>
          </select>
        </label>
        <Button onClick={() => print()}>{t.calendar.print}</Button>
        {mode === 'day' && <Button onClick={onPrintByResource}>{t.calendar.printByResource}</Button>}
        <Exports
          label={t.calendar.exported}
          path="bookings"
          query={{
            during_from: `${from}T00:00:00`,
            during_to: `${to}T00:00:00`,
            ...(resource !== undefined && { resource_id: String(resource) }),
          }}
        />
      </div>
    </details>
  );
}
