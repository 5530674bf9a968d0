import { addDays } from '../../dates.js';
import { formats, weekdays } from '../../format.js';
import { t } from '../../texts.js';
import { Agenda, type AgendaItems, type Line, linesOf, listDates } from './agenda.js';
import { type Away, awayOn } from './away.rules.js';
import type { OpenItem } from './grid.js';

interface MonthDaysProps extends AgendaItems {
  /** The chosen day, whose entries are listed below the month. */
  date: string;
  /** The shown dates: whole weeks. The last one is excluded. */
  dates: { from: string; to: string };
  /** The current time, on the wall clock of the account. */
  now: string;
  away: readonly Away[];
  onDay: (date: string) => void;
  onOpen: (item: OpenItem) => void;
}

/** More entries have two dots, and their number: a day of a phone has no room for more. */
const maxDots = 3;

/** A month for a phone: each day has a dot for each of its entries, and the chosen one its list. */
export function MonthDays({ date, dates, now, away, onDay, onOpen, ...items }: MonthDaysProps) {
  const lines = linesOf(items);
  const days = listDates(dates);
  return (
    <div class="month-days">
      <ol>
        {weekdays('short').map((weekday) => (
          <li key={weekday} class="weekday" aria-hidden="true">
            {weekday}
          </li>
        ))}
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            class={[day.slice(0, 7) !== date.slice(0, 7) && 'other-month', day === now.slice(0, 10) && 'is-today']
              .filter(Boolean)
              .join(' ')}
            isChosen={day === date}
            lines={lines.filter(({ start, end }) => start < addDays(day, 1) && (end > day || start >= day))}
            isAway={awayOn(away, day).length > 0}
            onDay={onDay}
          />
        ))}
      </ol>
      <Agenda {...items} dates={{ from: date, to: addDays(date, 1) }} {...{ now, away }} onOpen={onOpen} />
    </div>
  );
}

interface DayProps {
  day: string;
  class: string;
  isChosen: boolean;
  lines: readonly Line[];
  /** Whether a resource has time off. */
  isAway: boolean;
  onDay: (date: string) => void;
}

function Day({ day, class: className, isChosen, lines, isAway, onDay }: DayProps) {
  const dots = lines.length > maxDots ? lines.slice(0, 2) : lines;
  const left = lines.length - dots.length;
  return (
    <li class={className}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={t.punctuation.labelled({
          label: formats().longDate(day),
          value: [t.calendar.entries({ entries: lines.length }), ...(isAway ? [t.timeOff.title] : [])].join(', '),
        })}
        onClick={() => onDay(day)}
      >
        <span class={isAway ? 'number away' : 'number'}>{Number(day.slice(8))}</span>
        <span class="dots" data-more={left > 0 ? left : undefined}>
          {dots.map(({ kind, id, class: colour }) => (
            <span key={`${kind}-${id}`} class={`dot ${colour}`} />
          ))}
        </span>
      </button>
    </li>
  );
}
