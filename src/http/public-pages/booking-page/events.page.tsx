import type { JSX } from 'preact';
import { today } from '../../../domain/context.js';
import { type PlainDate, parsePlainDate } from '../../../platform/time/plain-date.js';
import { textsIn } from '../../../texts/texts.js';
import type { Event, Service } from './api-answers.js';
import { dayOf } from './dates.js';
import { Hidden } from './fields.js';
import { CardAction, type Frame, Page, Text } from './frame.js';
import { idPattern, queryText } from './input.js';
import { ZoneNote } from './own-zone.js';
import { read, sendView, type Visit } from './visit.js';

/** The number of events on a page of the API. */
const pageSize = 50;

interface Wanted {
  page?: number;
  serviceId?: string;
  /** The first day; undefined for events that begin from this moment on. */
  from?: string;
}

/** Reads the next events by their start. */
export async function readEvents(visit: Visit, { page, serviceId, from }: Wanted = {}): Promise<Event[]> {
  const { context } = visit;
  const isLater = from !== undefined && from > today(context);
  const start = isLater ? from : context.clock.now().toISOString();
  const events = await read<{ event: Event }[]>(visit, '/events', { start, service_id: serviceId, page });
  return events.map(({ event }) => event);
}

/** Shows all coming events by day, of all services or one, from a day on. */
export async function showEvents(visit: Visit): Promise<void> {
  const { request, frame } = visit;
  const asked = queryText(request, 'page');
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const serviceId = idPattern.test(queryText(request, 'service_id')) ? queryText(request, 'service_id') : '';
  const from = parsePlainDate(queryText(request, 'from')) ?? '';
  const [events, services] = await Promise.all([
    readEvents(visit, { page, ...(serviceId !== '' && { serviceId }), ...(from !== '' && { from }) }),
    read<{ service: Service }[]>(visit, '/services/attendances'),
  ]);
  sendView(
    visit,
    200,
    <EventsPage {...{ frame, events, page, serviceId, from }} services={services.map(({ service }) => service)} />,
  );
}

interface EventsProps {
  frame: Frame;
  events: readonly Event[];
  /** The services that have events, to choose from. */
  services: readonly Service[];
  page: number;
  /** The chosen service, and the first day; empty for all. */
  serviceId: string;
  from: string;
}

function EventsPage({ frame, events, services, page, serviceId, from }: EventsProps): JSX.Element {
  const { texts, url, wording } = frame;
  const { next, previous } = textsIn(wording).myBookings;
  const pageUrl = (number: number): string =>
    url('/events', { service_id: serviceId || undefined, from: from || undefined, page: number });
  return (
    <Page frame={frame} title={texts.events}>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
      <h1>{texts.events}</h1>
      <form method="get" action={url('/events')} data-swap-form class="row">
        <Hidden values={{ lang: frame.chosenLanguage }} />
        {services.length > 1 && (
          <label>
            {texts.service}
            <select name="service_id">
              <option value="">{texts.allEvents}</option>
              {services.map(({ id, title }) => (
                <option key={id} value={id} selected={String(id) === serviceId}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {texts.fromDay}
          <input type="date" name="from" value={from} />
        </label>
        <button type="submit" class="button">
          {texts.show}
        </button>
      </form>
      <div data-swap>
        {events.length === 0 && <p role="status">{texts.noEvents}</p>}
        <EventDays frame={frame} events={events} />
        {events[0] && <ZoneNote frame={frame} at={events[0].starts_at} />}
        {(page > 1 || events.length === pageSize) && (
          <p class="row">
            {page > 1 && <a href={pageUrl(page - 1)}>{previous}</a>}
            {events.length === pageSize && <a href={pageUrl(page + 1)}>{next}</a>}
          </p>
        )}
      </div>
    </Page>
  );
}

/** Events below their days, with the time of each. */
function EventDays({ frame, events }: Pick<EventsProps, 'frame' | 'events'>): JSX.Element {
  const days = [...Map.groupBy(events, ({ starts_at: start }) => dayOf(start))];
  return (
    <>
      {days.map(([day, ofDay]) => (
        <section key={day}>
          <h2 class="day">{frame.formats.day(day)}</h2>
          <EventRows frame={frame} events={ofDay} />
        </section>
      ))}
    </>
  );
}

interface EventRowsProps extends Pick<EventsProps, 'frame' | 'events'> {
  /** The date of today, for rows with their days. Undefined below the heading of a day. */
  today?: PlainDate;
}

/** Events in rows, each with its time. */
export function EventRows({ frame, events, today: now }: EventRowsProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <ul class="offers">
      {events.map(({ id, title, description, starts_at, ends_at, availability }) => {
        const isFull = availability !== null && availability <= 0;
        return (
          <li key={id} class="card offer">
            <div>
              <h3>
                <a class="offer-title" href={isFull ? url('/waitlist/new', { event_id: id }) : url(`/events/${id}`)}>
                  <bdi>{title}</bdi>
                </a>
              </h3>
              {description !== null && <Text text={description} isShort />}
              <p class="facts">
                <span>
                  {now !== undefined && `${formats.nearDay(dayOf(starts_at), now)} `}
                  <time dateTime={starts_at} data-zoned="">
                    {formats.timeRange(starts_at, ends_at)}
                  </time>
                </span>
                {availability !== null && (
                  <span>{isFull ? texts.full : texts.placesLeft({ places: availability })}</span>
                )}
              </p>
            </div>
            <CardAction text={isFull ? texts.waitlist : texts.book} />
          </li>
        );
      })}
    </ul>
  );
}
