import type { JSX } from 'preact';
import { maxVisitItems } from '../../../domain/availability/visit-slot.type.js';
import { today } from '../../../domain/context.js';
import type { PlainDate } from '../../../platform/time/plain-date.js';
import { textsIn } from '../../../texts/texts.js';
import { type About, AboutBusiness, readAbout } from './about.js';
import type { Category, Event, Service } from './api-answers.js';
import { type Basket, basketUrl, canJoin, readItems, toBasket } from './basket/basket.js';
import { BasketBar } from './basket/basket-bar.js';
import { itemsText, parseItems } from './basket/wanted-items.js';
import { ServiceFacts } from './booking-facts.js';
import { readPeople } from './booking-form.page.js';
import { EventRows, readEvents } from './events.page.js';
import { Hidden } from './fields.js';
import { CardAction, type Frame, Page, Text } from './frame.js';
import { queryText } from './input.js';
import { ZoneNote } from './own-zone.js';
import { Cover, Gallery } from './pictures.js';
import { SharingTags } from './sharing.js';
import { readSold } from './shop.page.js';
import { businessData } from './structured-data.js';
import { read, sendView, type Visit } from './visit.js';

/** The events that the first page lists. The others have a page of their own. */
const nextEvents = 3;
/** Up to so many services are found without a search. */
const fewServices = 6;

/** Shows the services and events of a site. */
export async function showCatalogue(visit: Visit): Promise<void> {
  const { request } = visit;
  const wanted = parseItems(queryText(request, 'items'));
  if (wanted.length > 0) {
    const items = await readItems(visit, wanted);
    return showOtherServices(visit, toBasket(items, await readPeople(visit), queryText(request, 'arrangement')));
  }
  const query = queryText(request, 'q').trim().slice(0, 100);
  const [groups, events, sold, about] = await Promise.all([
    readGroups(visit),
    readEvents(visit),
    readSold(visit),
    readAbout(visit),
  ]);
  const { frame } = visit;
  sendView(
    visit,
    200,
    <CataloguePage
      {...{ frame, groups, query, events, about }}
      today={today(visit.context)}
      hasShop={sold.length > 0}
    />,
  );
}

/** Shows the services that can be added to a basket. A card adds its service. */
async function showOtherServices(visit: Visit, basket: Basket): Promise<void> {
  const { frame, response } = visit;
  const { items } = basket;
  if (items.length === 0 || items.length >= maxVisitItems) return response.redirect(303, basketUrl(frame, basket));
  const groups = (await readGroups(visit))
    .map(({ category, services }) => ({ category, services: services.filter(canJoin) }))
    .filter(({ services }) => services.length > 0);
  const action = { href: basketUrl(frame, basket), text: textsIn(frame.wording).basket.continue };
  const addUrl = ({ id, booking_minimum: least }: Service): string => {
    const added = {
      serviceId: id,
      resourceId: undefined,
      personId: undefined,
      intervals: 1,
      count: least ?? 1,
      options: [],
      otherResources: [],
    };
    return frame.url('/visit', { items: itemsText([...items, added]) });
  };
  sendView(
    visit,
    200,
    <OtherServicesPage {...{ frame, groups, addUrl }} bar={<BasketBar {...{ frame, basket, action }} />} />,
  );
}

/** Returns the groups with the services whose title or description has all words, or whose category has. */
function matching(groups: readonly ServiceGroup[], query: string): readonly ServiceGroup[] {
  const words = comparable(query).split(/\s+/);
  return groups.flatMap(({ category, services }) => {
    const found = services.filter(({ title, description }) => {
      const text = comparable(`${category?.title ?? ''} ${title} ${description ?? ''}`);
      return words.every((word) => text.includes(word));
    });
    return found.length > 0 ? { category, services: found } : [];
  });
}

/** Lower case without accents. */
const comparable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

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

/** Services that are listed together. `category` is null for those without one. */
interface ServiceGroup {
  category: Category | null;
  services: readonly Service[];
}

interface CatalogueProps {
  frame: Frame;
  groups: readonly ServiceGroup[];
  /** The words that the services have. Empty for all. */
  query: string;
  events: readonly Event[];
  /** Whether anything is sold without a booking. */
  hasShop: boolean;
  about: About;
  today: PlainDate;
}

/** The first page of a site: its services by category, and its next events. */
function CataloguePage({ frame, groups, query, events, hasShop, about, today }: CatalogueProps): JSX.Element {
  const { texts, site, url } = frame;
  const shown = matching(groups, query);
  const isLong = new Set(groups.flatMap(({ services }) => services.map(({ id }) => id))).size > fewServices;
  const isEmpty = groups.length === 0 && events.length === 0 && !hasShop;
  const shop = textsIn(frame.wording).shop;
  return (
    <Page
      frame={frame}
      title={texts.services}
      head={
        <SharingTags
          {...{ frame, path: '/', title: texts.title({ site: site.name }), image: null }}
          description={texts.bookOnline({ site: site.name })}
          data={businessData(frame, about.hours)}
        />
      }
    >
      <Cover frame={frame} />
      <h1>
        <bdi>{texts.title({ site: site.name })}</bdi>
      </h1>
      {isEmpty && <p>{texts.noServices}</p>}
      {isLong && <Search frame={frame} query={query} />}
      <div data-swap>
        {shown.length === 0 && query !== '' && <p role="status">{texts.noMatch}</p>}
        {isLong && shown.length > 1 && <Categories frame={frame} groups={shown} />}
        <Groups frame={frame} groups={shown} />
      </div>
      {events[0] && (
        <section>
          <h2>{texts.events}</h2>
          <EventRows {...{ frame, today }} events={events.slice(0, nextEvents)} />
          {events.length > nextEvents && (
            <p>
              <a class="button" href={url('/events')}>
                {texts.allEvents}
              </a>
            </p>
          )}
          <ZoneNote frame={frame} at={events[0].starts_at} />
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
      <Gallery frame={frame} />
      <AboutBusiness frame={frame} about={about} />
    </Page>
  );
}

/** The search for services. The script replaces the list alone. */
function Search({ frame, query }: Pick<CatalogueProps, 'frame' | 'query'>): JSX.Element {
  const { texts, url } = frame;
  return (
    <search>
      <form method="get" action={url('/')} data-swap-form class="search">
        <Hidden values={{ lang: frame.chosenLanguage }} />
        <input
          type="search"
          name="q"
          value={query}
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={100}
        />
        <button type="submit" class="button">
          {texts.show}
        </button>
      </form>
    </search>
  );
}

const idOfGroup = ({ category }: ServiceGroup): string => `category-${category?.id ?? 0}`;

/** Links to the categories on the page. */
function Categories({ frame, groups }: Pick<CatalogueProps, 'frame' | 'groups'>): JSX.Element {
  return (
    <nav aria-label={frame.texts.categories}>
      <ul class="chips">
        {groups.map((group) => (
          <li key={idOfGroup(group)}>
            <a class="button" href={`#${idOfGroup(group)}`}>
              <bdi>{group.category?.title ?? frame.texts.otherServices}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
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
            <h2 id={idOfGroup({ category, services })}>
              <bdi>{category?.title ?? frame.texts.otherServices}</bdi>
            </h2>
          )}
          <ul class="offers">
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
  const texts = textsIn(frame.wording).basket;
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
    <li class="card offer">
      {image !== null && <img class="thumb" src={frame.imageUrl(image)} alt="" width="72" height="72" loading="lazy" />}
      <div>
        <h3>
          <a class="offer-title" href={addUrl ? addUrl(service) : url(`/services/${id}`)}>
            <bdi>{title}</bdi>
          </a>
        </h3>
        {description !== null && <Text text={description} isShort />}
        <ServiceFacts frame={frame} service={service} hasLength={isAppointment && !isDaily} />
      </div>
      <CardAction text={addUrl ? textsIn(frame.wording).basket.add : texts.book} />
    </li>
  );
}
