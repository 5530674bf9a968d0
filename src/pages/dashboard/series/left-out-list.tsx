import type { ComponentChildren } from 'preact';
import { formats } from '../format.js';
import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';

/** A date that was left out of a series. */
export interface LeftOutDate {
  from: string;
  attribute?: string | null | undefined;
  reason: string;
}

interface LeftOutListProps {
  dates: readonly LeftOutDate[];
  /** Returns what follows a date, such as a button that books it. */
  after?: (date: LeftOutDate) => ComponentChildren;
}

/** Lists dates that were left out of a series, with the reason. */
export function LeftOutList({ dates, after }: LeftOutListProps) {
  const { date } = formats();
  return (
    <ul>
      {dates.map((one) => (
        <li key={one.from}>
          {t.punctuation.labelled({ label: date(one.from.slice(0, 10)), value: sentenceOf(one) })} {after?.(one)}
        </li>
      ))}
    </ul>
  );
}

/** Such as `Resource is not available.` */
function sentenceOf({ attribute, reason }: LeftOutDate): string {
  return new ServerError('INVALID', '', { [attribute ?? 'base']: [reason] }).sentences().join(' ');
}
