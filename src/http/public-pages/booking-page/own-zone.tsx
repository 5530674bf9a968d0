import type { JSX } from 'preact';
import type { Frame } from './frame.js';

interface PeriodProps {
  frame: Frame;
  from: string;
  to: string;
  /** Whether the name of the zone follows. Lists name it once, in their note. True by default. */
  isZoned?: boolean;
}

/** A period in the account's zone. The script also shows it in that of the visitor, see `ZoneNote`. Whole days have no zone. */
export function Period({ frame: { formats }, from, to, isZoned = true }: PeriodProps): JSX.Element {
  const text = isZoned ? formats.zonedPeriod(from, to) : formats.period(from, to);
  if (formats.period(from, to) === formats.zonedPeriod(from, to)) return <time dateTime={from}>{text}</time>;
  return (
    <time dateTime={from} data-zoned={isZoned ? 'named' : ''} data-to={to}>
      {text}
    </time>
  );
}

interface ZoneNoteProps {
  frame: Frame;
  /** An instant of the times, because the name depends on summer time. Undefined if the times have the name. */
  at?: string | undefined;
}

/**
 * Names the zone of the times on the page. The script adds a menu of zones, whose times are then shown, too. It changes nothing
 * of what is booked.
 */
export function ZoneNote({ frame: { texts, formats }, at }: ZoneNoteProps): JSX.Element {
  return (
    <div
      class="zone"
      data-zone={formats.zone}
      data-locale={formats.locale}
      data-label={texts.otherZone}
      data-none={texts.noOtherZone}
      data-own={texts.ownZone({ zone: '%' })}
    >
      {at !== undefined && <p>{texts.timesIn({ zone: formats.zoneName(at) })}</p>}
    </div>
  );
}
