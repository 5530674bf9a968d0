import type { JSX } from 'preact';
import { maxVisitItems } from '../../../domain/availability/visit-slot.type.js';
import { textsIn } from '../../../texts/texts.js';
import type { Category, Event, Service } from './api-answers.js';
import { type Basket, basketUrl, canJoin, readItems, toBasket } from './basket/basket.js';
import { BasketBar } from './basket/basket-bar.js';
import { itemsText, parseItems } from './basket/wanted-items.js';
import { ServiceFacts } from './booking-facts.js';
import { readPeople } from './booking-form.page.js';
import { CardAction, type Frame, Page, Text } from './frame.js';
import { queryText } from './input.js';
import { Period, ZoneNote } from './own-zone.js';
import { readSold } from './shop.page.js';
import { read, sendView, type Visit } from './visit.js';

/** Events that are listed; the others are found by their service. */
const maxEvents = 12;

/** Shows the services and events of a site. */
export async function showCatalogue(visit: Visit): Promise<void> {
  const { request } = visit;
  const wanted = parseItems(queryText(request, 'items'));
  if (wanted.length > 0) {
    const items = await readItems(visit, wanted);
    return showOtherServices(visit, toBasket(items, await readPeople(visit), queryText(request, 'arrangement')));
  }
  const [groups, events, sold] = await Promise.all([readGroups(visit), readEvents(visit), readSold(visit)]);
  sendView(visit, 200, <CataloguePage frame={visit.frame} groups={groups} events={events} hasShop={sold.length > 0} />);
}

/** Shows the services that can be added to a basket. A card adds its service. */
async function showOtherServices(visit: Visit, basket: Basket): Promise<void> {
  const { frame, response } = visit;
  const { items } = basket;
  if (items.length === 0 || items.length >= maxVisitItems) return response.redirect(303, basketUrl(frame, basket));
  const groups = (await readGroups(visit))
    .map(({ category, services }) => ({ category, services: services.filter(canJoin) }))
    .filter(({ services }) => services.length > 0);
  const action = { href: basketUrl(frame, basket), text: textsIn(frame.language).basket.continue };
  const addUrl = ({ id, booking_minimum: least }: Service): string => {
    const added = {
      serviceId: id,
      resourceId: undefined,
      personId: undefined,
      intervals: 1,
      count: least ?? 1,
      options: [],
    };
    return frame.url('/visit', { items: itemsText([...items, added]) });
  };
  sendView(
    visit,
    200,
    <OtherServicesPage {...{ frame, groups, addUrl }} bar={<BasketBar {...{ frame, basket, action }} />} />,
  );
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
  /** Whether anything is sold without a booking. */
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
      <Groups frame={frame} groups={groups} />
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

interface GroupsProps {
  frame: Frame;
  groups: readonly ServiceGroup[];
  /** Returns the URL that adds a service to the basket. Undefined without one: a card then leads to the times. */
  addUrl?: (service: Service) => string;
}

function Groups({ frame, groups, addUrl }: GroupsProps): JSX.Element {
  return (
    <>
      {groups.map(({ category, services }) => (
        <section key={category?.id ?? 0}>
          {(category !== null || groups.length > 1) && (
            <h2>
              <bdi>{category?.title ?? frame.texts.otherServices}</bdi>
            </h2>
          )}
          <ul class="cards">
            {services.map((service) => (
              <ServiceCard key={service.id} {...{ frame, service, addUrl }} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The services to add to a basket, with the basket. */
function OtherServicesPage({ frame, bar, ...list }: GroupsProps & { bar: JSX.Element }): JSX.Element {
  const texts = textsIn(frame.language).basket;
  return (
    <Page frame={frame} title={texts.choose}>
      <h1>{texts.choose}</h1>
      <div class="with-basket">
        <div>
          <Groups frame={frame} {...list} />
        </div>
        {bar}
      </div>
    </Page>
  );
}

function ServiceCard({
  frame,
  service,
  addUrl,
}: Pick<GroupsProps, 'frame' | 'addUrl'> & { service: Service }): JSX.Element {
  const { texts, url } = frame;
  const { id, title, description, image, has_day_booking: isDaily } = service;
  const isAppointment = service.booking_type === 'appointment';
  return (
    <li class="card">
      {image !== null && <img class="picture" src={frame.imageUrl(image)} alt="" loading="lazy" />}
      <h3>
        <a href={addUrl ? addUrl(service) : url(`/services/${id}`)}>
          <bdi>{title}</bdi>
        </a>
      </h3>
      {description !== null && <Text text={description} />}
      <ServiceFacts frame={frame} service={service} hasLength={isAppointment && !isDaily} />
      <CardAction text={addUrl ? textsIn(frame.language).basket.add : texts.choose} />
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
