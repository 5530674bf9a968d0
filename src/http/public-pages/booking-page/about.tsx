import type { JSX } from 'preact';
import { today } from '../../../domain/context.js';
import { minutesOf } from '../../../domain/resource/opening-hours.rules.js';
import { union } from '../../../platform/time/interval.js';
import type { PlainDate } from '../../../platform/time/plain-date.js';
import { formatWallTime } from '../../../platform/time/wall-time.js';
import { textsIn } from '../../../texts/texts.js';
import type { Resource } from './api-answers.js';
import { placeFacts } from './booking-facts.js';
import { addDays } from './dates.js';
import { type Fact, Facts, type Frame, Text } from './frame.js';
import { Portrait } from './resource-cards.js';
import { read, type Visit } from './visit.js';

/** The facts about the business on the first page. */
export interface About {
  /** The resources with a picture. */
  team: readonly Resource[];
  /** The hours of the next seven days, when any resource is open, such as `09:00` to `17:00`. Empty on a closed day. */
  hours: readonly (readonly [day: PlainDate, hours: readonly { from: string; to: string }[]])[];
}

interface HoursOfResource {
  date: PlainDate;
  opening_hours: string[] | null;
}

/** Reads who works there, and when the business is open. */
export async function readAbout(visit: Visit): Promise<About> {
  const from = today(visit.context);
  const [resources, listed] = await Promise.all([
    read<{ resource: Resource }[]>(visit, '/resources'),
    read<{ resource_opening_hours: HoursOfResource }[]>(visit, '/site/opening_hours', { from, to: addDays(from, 6) }),
  ]);
  const ofDates = Map.groupBy(listed, ({ resource_opening_hours: { date } }) => date);
  const hours = [...ofDates].map(([date, all]): About['hours'][number] => {
    const open = union(all.flatMap(({ resource_opening_hours: { opening_hours } }) => minutesOf(opening_hours)));
    return [date, open.map((part) => ({ from: wallTime(part.from), to: wallTime(part.to) }))];
  });
  return {
    team: resources.flatMap(({ resource }) => (resource.image === null ? [] : resource)),
    hours: hours.some(([, parts]) => parts.length > 0) ? hours : [],
  };
}

const minutesOfDay = 1440;

/** The time of the day, also on the next one. */
const wallTime = (minute: number): string => formatWallTime(minute > minutesOfDay ? minute - minutesOfDay : minute);

/** The team, the opening hours, the address, and the policies. */
export function AboutBusiness({ frame, about: { team, hours } }: { frame: Frame; about: About }): JSX.Element {
  const { texts, formats, site, wording } = frame;
  const { labelled } = textsIn(wording).punctuation;
  const [first] = hours;
  const textOf = (parts: About['hours'][number][1]): string =>
    parts.map(({ from, to }) => `${from}–${to}`).join(', ') || texts.closed;
  const phone: Fact[] =
    site.phone === null
      ? []
      : [[texts.phone, <a href={`tel:${site.phone.replaceAll(/[^+\d]/g, '')}`}>{site.phone}</a>]];
  const contact = [...placeFacts(frame), ...phone];
  return (
    <>
      {team.length > 0 && (
        <section>
          <h2>{texts.team}</h2>
          <ul class="team">
            {team.map(({ id, title, image }) => (
              <li key={id}>
                <Portrait {...{ frame, title, image }} isLarge />
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {first !== undefined && (
        <details class="about">
          <summary>
            {labelled({
              label: texts.openingHours,
              value: `${formats.nearDay(first[0], first[0])} ${textOf(first[1])}`,
            })}
          </summary>
          <Facts facts={hours.map(([day, parts]) => [formats.weekdayOf(day), textOf(parts)])} />
        </details>
      )}
      {contact.length > 0 && (
        <section>
          <h2>{texts.contact}</h2>
          <Facts facts={contact} />
        </section>
      )}
      {site.policies !== null && (
        <details class="about">
          <summary>{texts.policies}</summary>
          <Text text={site.policies} />
        </details>
      )}
    </>
  );
}
