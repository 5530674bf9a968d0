import type { ComponentChildren, JSX } from 'preact';
import type { Slot } from './api-answers.js';
import { priceText } from './booking-facts.js';
import { dayOf } from './dates.js';
import { Hidden } from './fields.js';
import { Days, daysQuery } from './free-days.js';
import type { CalendarProps } from './free-times.js';
import { type Choice, OptionsForm } from './options.js';
import { type OtherChoice, OtherResourcesForm } from './other-resources.js';
import { ZoneNote } from './own-zone.js';
import { ResourceCards } from './resource-cards.js';

/** The resources, days and times to choose from. The script replaces it when another is chosen. */
export function Calendar({
  choice,
  others,
  children,
  ...props
}: CalendarProps & { choice?: Choice; others?: OtherChoice; children?: ComponentChildren }): JSX.Element {
  const { frame, path, resourceId, otherResources, intervals, options, shown, day } = props;
  const kept = { ...daysQuery(shown), date: day, resource_id: resourceId, intervals };
  const form = choice && (
    <OptionsForm {...{ frame, path, choice, kept: { ...kept, other_resources: otherResources } }} />
  );
  if (choice?.isComplete === false) {
    return (
      <div id="times" data-swap>
        {form}
        {children}
      </div>
    );
  }
  return (
    <div id="times" data-swap>
      {form}
      <Soonest {...props} />
      <Choices {...props} />
      {others && <OtherResourcesForm {...{ frame, path, others, kept: { ...kept, options } }} />}
      <div class={props.shown.unit === 'month' ? 'day-and-time' : undefined}>
        <Days {...props} />
        <Times {...props} />
      </div>
      {children}
    </div>
  );
}

/** Links to the form for the first free times, so that most visitors need no calendar. */
function Soonest({ frame, soonest, today, slotUrl }: CalendarProps): JSX.Element | null {
  const { texts, formats } = frame;
  if (soonest.length === 0) return null;
  return (
    <section aria-labelledby="soonest">
      <h2 id="soonest">{texts.soonest}</h2>
      <ul class="soonest">
        {soonest.map((slot) => (
          <li key={`${slot.timestamp} ${slot.timestamp_end} ${slot.event_id}`}>
            <a class="button" href={slotUrl(slot)}>
              {formats.nearDay(dayOf(slot.timestamp), today)}{' '}
              <time dateTime={slot.timestamp} data-zoned="">
                {formats.time(slot.timestamp)}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choices(props: CalendarProps): JSX.Element {
  const { frame, path, resources, resourceId, otherResources, anyone, shown, day, intervals, options } = props;
  const hasResources = resources.length > 1 || resourceId !== undefined;
  // The day, which another resource may have free, too.
  const at = (id: number | undefined): string =>
    frame.url(path, {
      ...{ resource_id: id ?? anyone, other_resources: otherResources, intervals, options },
      ...{ ...daysQuery(shown), date: day },
    });
  return (
    <>
      <Lengths {...props} />
      {hasResources && <ResourceCards {...{ frame, resources, resourceId }} resourceUrl={at} />}
    </>
  );
}

function Lengths(props: CalendarProps): JSX.Element | null {
  const { frame, path, resourceId, otherResources, anyone, shown, day, lengths, intervals, options } = props;
  const { texts, formats, url } = frame;
  if (lengths.size === 0) return null;
  return (
    <form method="get" action={url(path)} data-swap-form class="row">
      <Hidden
        values={{
          ...daysQuery(shown),
          ...{
            date: day,
            resource_id: resourceId ?? anyone,
            other_resources: otherResources,
            options,
            lang: frame.chosenLanguage,
          },
        }}
      />
      <label>
        {texts.duration}{' '}
        <select name="intervals">
          {[...lengths].map(([count, minutes]) => (
            <option key={count} value={count} selected={count === (intervals ?? 1)}>
              {formats.minutes(minutes)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button">
        {texts.show}
      </button>
    </form>
  );
}

function Times({ frame, day, slots, isByDay, slotUrl }: CalendarProps): JSX.Element | null {
  const { texts, formats } = frame;
  if (day === undefined) return null;
  const minutesOf = (slot: Slot): number => (Date.parse(slot.timestamp_end) - Date.parse(slot.timestamp)) / 60_000;
  const hasLengths =
    !isByDay && slots.some((slot) => slot.event_id === null && minutesOf(slot) !== minutesOf(slots[0] ?? slot));
  const hasLastDays = slots.some(({ timestamp_end }) => formats.dates.lastDayOf(timestamp_end) !== day);
  return (
    <section aria-labelledby="times-of-day">
      <h2 id="times-of-day" tabindex={-1}>
        {hasLastDays && slots.length > 1
          ? texts.lastDay({ day: formats.day(day) })
          : texts.times({ day: formats.day(day) })}
      </h2>
      {slots.length === 0 && <p role="status">{texts.noTimes}</p>}
      <ul class={isByDay ? 'times by-day' : 'times'}>
        {slots.map((slot) => (
          <li key={`${slot.timestamp} ${slot.timestamp_end} ${slot.event_id}`}>
            <a href={slotUrl(slot)}>
              {isByDay ? (
                <>
                  {formats.period(slot.timestamp, slot.timestamp_end)}
                  <small> {formats.days(formats.dates.countDays(slot.timestamp, slot.timestamp_end))}</small>
                </>
              ) : (
                <time dateTime={slot.timestamp} data-zoned="">
                  {formats.time(slot.timestamp)}
                </time>
              )}
              {hasLengths && <small> {formats.minutes(minutesOf(slot))}</small>}
              {slot.price_from !== null && <small> {priceText(frame, { ...slot, price: null })}</small>}
              {slot.event_id !== null && <small> {texts.placesLeft({ places: slot.free })}</small>}
            </a>
          </li>
        ))}
      </ul>
      {!isByDay && slots[0] && <ZoneNote frame={frame} at={slots[0].timestamp} />}
    </section>
  );
}
