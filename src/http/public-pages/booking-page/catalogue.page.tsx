import type { JSX } from 'preact';
import { textsIn } from '../../../texts/texts.js';
import type { Category, Event, Service } from './api-answers.js';
import { priceText } from './booking-facts.js';
import { CardAction, type Frame, Page, Text } from './frame.js';
import { Period, ZoneNote } from './own-zone.js';
import { readSold } from './shop.page.js';
import { read, sendView, type Visit } from './visit.js';

/** Events that are listed; the others are found by their service. */
const maxEvents = 12;

/** Shows the services and events of a site. */
export async function showCatalogue(visit: Visit): Promise<void> {
  const [groups, events, sold] = await Promise.all([readGroups(visit), readEvents(visit), readSold(visit)]);
  sendView(visit, 200, <CataloguePage frame={visit.frame} groups={groups} events={events} hasShop={sold.length > 0} />);
}

/** Groups the services by category. A service of several categories is in each; those without one come last. */
async function readGroups(visit: Visit): Promise<ServiceGroup[]> {
  const [listed, categories] = await Promise.all([
    read<{ service: Service }[]>(visit, '/services'),
    read<{ category: Category }[]>(visit, '/categories'),
  ]);
  const groups = await Promise.all(
    categories.map(async ({ category }) => {
      const services = await read<{ service: Service }[]>(visit, `/categories/${category.id}/services`);
      return { category, services: bookable(services) };
    }),
  );
  const grouped = new Set(groups.flatMap(({ services }) => services.map(({ id }) => id)));
  const others = { category: null, services: bookable(listed).filter(({ id }) => !grouped.has(id)) };
  return [...groups, others].filter(({ services }) => services.length > 0);
}

function bookable(services: readonly { service: Service }[]): Service[] {
  return services
    .map(({ service }) => service)
    .filter(({ booking_type: type }) => type === 'appointment' || type === 'attendance');
}

async function readEvents(visit: Visit): Promise<Event[]> {
  const start = visit.context.clock.now().toISOString();
  const events = await read<{ event: Event }[]>(visit, '/events', { start });
  return events.slice(0, maxEvents).map(({ event }) => event);
}

/** Services that are listed together. `category` is null for those without one. */
interface ServiceGroup {
  category: Category | null;
  services: readonly Service[];
}

interface CatalogueProps {
  frame: Frame;
  groups: readonly ServiceGroup[];
  events: readonly Event[];
  /** Whether products or gift cards are sold. */
  hasShop: boolean;
}

/** The first page of a site: its services by category, and its next events. */
function CataloguePage({ frame, groups, events, hasShop }: CatalogueProps): JSX.Element {
  const { texts, site } = frame;
  const isEmpty = groups.length === 0 && events.length === 0 && !hasShop;
  const shop = textsIn(frame.language).shop;
  return (
    <Page frame={frame} title={texts.services}>
      <h1>
        <bdi>{texts.title({ site: site.name })}</bdi>
      </h1>
      {isEmpty && <p>{texts.noServices}</p>}
      {groups.map(({ category, services }) => (
        <section key={category?.id ?? 0}>
          {(category !== null || groups.length > 1) && (
            <h2>
              <bdi>{category?.title ?? texts.otherServices}</bdi>
            </h2>
          )}
          <ul class="cards">
            {services.map((service) => (
              <ServiceCard key={service.id} frame={frame} service={service} />
            ))}
          </ul>
        </section>
      ))}
      {events.length > 0 && (
        <section>
          <h2>{texts.events}</h2>
          <ul class="cards">
            {events.map((event) => (
              <EventCard key={event.id} frame={frame} event={event} />
            ))}
          </ul>
          {events[0] && <ZoneNote frame={frame} at={events[0].starts_at} />}
        </section>
      )}
      {hasShop && (
        <section>
          <h2>{shop.title}</h2>
          <p>
            <a href={frame.url('/shop')}>{shop.intro}</a>
          </p>
        </section>
      )}
    </Page>
  );
}

function ServiceCard({ frame, service }: { frame: Frame; service: Service }): JSX.Element {
  const { formats, texts, url } = frame;
  const { id, title, description, image, price, interval, has_day_booking: isDaily } = service;
  const isAppointment = service.booking_type === 'appointment';
  return (
    <li class="card">
      {image !== null && <img class="picture" src={frame.imageUrl(image)} alt="" loading="lazy" />}
      <h3>
        <a href={url(`/services/${id}`)}>
          <bdi>{title}</bdi>
        </a>
      </h3>
      {description !== null && <Text text={description} />}
      <p class="facts">
        {isAppointment && !isDaily && <span>{formats.minutes(interval)}</span>}
        {price !== null && <strong>{priceText(frame, service)}</strong>}
      </p>
      <CardAction text={texts.choose} />
    </li>
  );
}

function EventCard({ frame, event }: { frame: Frame; event: Event }): JSX.Element {
  const { texts, url } = frame;
  const { id, title, description, starts_at, ends_at, availability } = event;
  const isFull = availability !== null && availability <= 0;
  return (
    <li class="card">
      <h3>
        <a href={isFull ? url('/waitlist/new', { event_id: id }) : url(`/events/${id}`)}>
          <bdi>{title}</bdi>
        </a>
      </h3>
      <p>
        <Period frame={frame} from={starts_at} to={ends_at} isZoned={false} />
      </p>
      {description !== null && <Text text={description} />}
      <p class="facts">
        {isFull ? (
          <span>{texts.full}</span>
        ) : (
          availability !== null && <span>{texts.placesLeft({ places: availability })}</span>
        )}
      </p>
      {isFull && <CardAction text={texts.waitlist} />}
    </li>
  );
}
