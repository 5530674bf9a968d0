import type { JSX } from 'preact';
import { today } from '../../../domain/context.js';
import { parsePlainDate } from '../../../platform/time/plain-date.js';
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
  /** Those that have events, to choose from. */
  services: readonly Service[];
  page: number;
  /** The chosen service, and the first day; empty for all. */
  serviceId: string;
  from: string;
}

function EventsPage({ frame, events, services, page, serviceId, from }: EventsProps): JSX.Element {
  const { texts, url, language } = frame;
  const { next, previous } = textsIn(language).myBookings;
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
        <EventDays frame={frame} events={events} level={2} />
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

interface EventDaysProps {
  frame: Frame;
  events: readonly Event[];
  /** The level of the headings of the days. */
  level: 2 | 3;
}

/** Events below their days, with the time of each. */
export function EventDays({ frame, events, level }: EventDaysProps): JSX.Element {
  const days = [...Map.groupBy(events, ({ starts_at: start }) => dayOf(start))];
  const DayHeading = level === 2 ? 'h2' : 'h3';
  return (
    <>
      {days.map(([day, ofDay]) => (
        <section key={day}>
          <DayHeading class="day">{frame.formats.day(day)}</DayHeading>
          <ul class="offers">
            {ofDay.map((event) => (
              <EventRow key={event.id} frame={frame} event={event} heading={level === 2 ? 'h3' : 'h4'} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function EventRow({
  frame,
  event,
  heading: Heading,
}: {
  frame: Frame;
  event: Event;
  heading: 'h3' | 'h4';
}): JSX.Element {
  const { texts, url } = frame;
  const { id, title, description, starts_at, ends_at, availability } = event;
  const isFull = availability !== null && availability <= 0;
  return (
    <li class="card offer">
      <div>
        <Heading>
          <a class="offer-title" href={isFull ? url('/waitlist/new', { event_id: id }) : url(`/events/${id}`)}>
            <bdi>{title}</bdi>
          </a>
        </Heading>
        <p>
          <time dateTime={starts_at} data-zoned="">
            {frame.formats.timeRange(starts_at, ends_at)}
          </time>
        </p>
        {description !== null && <Text text={description} isShort />}
        {availability !== null && (
          <p class="facts">
            <span>{isFull ? texts.full : texts.placesLeft({ places: availability })}</span>
          </p>
        )}
      </div>
      <CardAction text={isFull ? texts.waitlist : texts.book} />
    </li>
  );
}
