import type { JSX } from 'preact';
import { maxVisitItems, maxVisitWait } from '../../../../domain/availability/visit-slot.type.js';
import { today } from '../../../../domain/context.js';
import type { FieldErrors } from '../../../../platform/errors.js';
import { type PlainDate, parsePlainDate } from '../../../../platform/time/plain-date.js';
import { textsIn } from '../../../../texts/texts.js';
import type { Resource, VisitorPerson, VisitSlot } from '../api-answers.js';
import { problemsOfNewPerson, readPeople } from '../booking-form.page.js';
import { addDays, dayOf, daysAround, hasNextMonth, monthOf, type ShownDays } from '../dates.js';
import { ProblemSummary, type Problems } from '../fields.js';
import { type Frame, Page } from '../frame.js';
import { Days } from '../free-days.js';
import { queryText, readForm, requireOwnForm } from '../input.js';
import { ZoneNote } from '../own-zone.js';
import { noProblems } from '../problems.js';
import { Steps } from '../steps.js';
import { read, sendView, type Visit } from '../visit.js';
import { visitorTokenOf, withVisitorToken } from '../visitor-cookie.js';
import { type Basket, basketQuery, basketUrl, readItems, toBasket } from './basket.js';
import { BasketBar } from './basket-bar.js';
import { divideErrors, itemProblem } from './basket-problems.js';
import { timesText } from './planned-times.js';
import { type PersonForm, VisitItems } from './visit-items.js';
import { askedItems, itemsText, parseItems } from './wanted-items.js';

/** The most minutes that a visitor waits between two services. Longer waits are no visit that anybody wants. */
const longestWait = Math.min(30, maxVisitWait);
/** The days of the search for the next free one, which the API limits. */
const searchedDays = 30;

/** Shows the services of the basket with their choices, and the times at which all can be booked. */
export async function showVisitTimes(visit: Visit): Promise<void> {
  const { request } = visit;
  await sendVisitTimes(visit, 200, askedItems(request), queryText(request, 'arrangement'));
}

async function sendVisitTimes(
  visit: Visit,
  status: number,
  wanted: ReturnType<typeof askedItems>,
  arrangement: string,
  person: PersonForm = { values: {}, problems: noProblems },
): Promise<void> {
  const { frame, response, site } = visit;
  const items = await readItems(visit, wanted);
  const basket = toBasket(items, await readPeople(visit), arrangement);
  if (items.length < 2) return response.redirect(303, basketUrl(frame, basket));
  const isComplete = items.every(({ choice }) => choice.isComplete);
  const found: Found = isComplete ? await findTimes(visit, basket) : { shown: undefined, problems: noProblems };
  const resources = await readResources(visit, basket, found.shown);
  const hasCode = basket.people === undefined && site.verification_method !== 0;
  const isGone = items.length < wanted.length;
  const props = { frame, basket, resources, found, person, hasCode, isGone, hasMyBookings: site.my_bookings };
  sendView(visit, status, <VisitTimesPage {...props} />);
}

/** The times of a week, or why there are none. */
type Found = { problems: Problems } & (
  | { shown: undefined }
  | {
      shown: ShownDays;
      today: PlainDate;
      freeDays: ReadonlySet<PlainDate>;
      day: PlainDate | undefined;
      nextDay: PlainDate | undefined;
      slots: readonly VisitSlot[];
    }
);

/** Reads the times of the week that the URL names, else of the first week that has any. */
async function findTimes(visit: Visit, basket: Basket): Promise<Found> {
  const { request, frame, context } = visit;
  const now = today(context);
  const around = (date: PlainDate): ShownDays =>
    daysAround(date, 'week', { today: now, firstWeekday: frame.formats.firstWeekday });
  const asked = askedDate(queryText(request, 'week')) ?? askedDate(queryText(request, 'date'));
  let shown = around(asked !== undefined && asked >= now ? asked : now);
  let slots = await search(visit, basket, shown.from > now ? shown.from : now, shown.to);
  let nextDay: PlainDate | undefined;
  if ('slots' in slots && slots.slots.length === 0) {
    const first = addDays(shown.to, 1);
    const later = await search(visit, basket, first, addDays(first, searchedDays));
    const next = 'slots' in later ? later.slots[0] : undefined;
    nextDay = next && dayOf(next.timestamp);
    if (asked === undefined && nextDay !== undefined && 'slots' in later) {
      shown = around(nextDay);
      slots = { slots: later.slots.filter(({ timestamp }) => dayOf(timestamp) <= shown.to) };
    }
  }
  if ('errors' in slots) return { shown: undefined, problems: problemsOfSearch(slots.errors, frame) };
  const freeDays = new Set(slots.slots.map(({ timestamp }) => dayOf(timestamp)));
  const date = askedDate(queryText(request, 'date'));
  const day = date !== undefined && date >= shown.from && date <= shown.to ? date : [...freeDays][0];
  const ofDay = slots.slots.filter(({ timestamp }) => dayOf(timestamp) === day);
  return { ...{ shown, today: now, freeDays, day, nextDay }, slots: ofDay, problems: noProblems };
}

function askedDate(text: string): PlainDate | undefined {
  const date = parsePlainDate(text);
  return date !== undefined && hasNextMonth(monthOf(date)) ? date : undefined;
}

/** Lists the times of the visit that begin on a range of dates. */
async function search(
  { api, context }: Visit,
  { items, arrangement }: Basket,
  from: PlainDate,
  to: PlainDate,
): Promise<{ slots: VisitSlot[] } | { errors: FieldErrors }> {
  const visit = {
    arrangement,
    max_wait: longestWait,
    items: items.map(({ serviceId, resourceId, otherResources, count, intervals, options }) => ({
      ...{ service_id: serviceId, count, intervals, option_ids: [...options] },
      ...(resourceId !== undefined && { resource_id: resourceId }),
      ...(otherResources.length > 0 && { other_resources: otherResources }),
    })),
  };
  const answer = await api.change<{ visit_slot: VisitSlot }[]>(context, 'POST', '/visits/slots', {
    body: { visit, from, to },
  });
  return answer.isDone ? { slots: answer.body.map(({ visit_slot }) => visit_slot) } : { errors: answer.errors };
}

/** An item that cannot be booked with its choices is named; else there are too many possibilities. */
function problemsOfSearch(errors: FieldErrors, { wording }: Frame): Problems {
  const texts = textsIn(wording).basket;
  const { ofItems } = divideErrors(errors);
  if (ofItems.size === 0) return new Map([['', texts.tooMany]]);
  return new Map([...ofItems.keys()].map((index) => [itemProblem(index), texts.notLikeThis]));
}

/** Reads who is free for each service on the shown days. None for a service whose resource visitors may not choose. */
async function readResources(
  visit: Visit,
  { items }: Basket,
  shown: ShownDays | undefined,
): Promise<ReadonlyMap<number, readonly Resource[]>> {
  const now = today(visit.context);
  const from = shown && shown.from > now ? shown.from : now;
  const to = shown?.to ?? addDays(now, 6);
  const found = new Map<number, readonly Resource[]>();
  for (const { serviceId, form } of items) {
    if (found.has(serviceId)) continue;
    const listed = form.visitors_choose
      ? await read<{ resource: Resource }[]>(visit, `/services/${serviceId}/resources`, { from, to })
      : [];
    found.set(
      serviceId,
      listed.map(({ resource }) => resource),
    );
  }
  return found;
}

const personNames = ['items', 'arrangement', 'item', 'new_name', 'new_birthday'] as const;

/** Adds somebody for whom the visitor books, and chooses this one for an item. */
export async function submitVisitPerson(visit: Visit): Promise<void> {
  const { request, response, frame, api } = visit;
  requireOwnForm(request);
  const { items: text, arrangement, ...values } = await readForm(request, personNames);
  const items = parseItems(text);
  const token = visitorTokenOf(visit);
  const { context } = token === undefined ? visit : withVisitorToken(visit, token);
  const person = { name: values.new_name, date_of_birth: values.new_birthday };
  const answer = await api.change<{ person: VisitorPerson }>(context, 'POST', '/me/people', { body: { person } });
  if (!answer.isDone) {
    const problems = problemsOfNewPerson(answer.errors, frame);
    return sendVisitTimes(visit, answer.status, items, arrangement, { values, problems });
  }
  const { id: personId } = answer.body.person;
  const named = items.map((item, index) => (String(index) === values.item ? { ...item, personId } : item));
  response.redirect(303, frame.url('/visit', { items: itemsText(named) }));
}

interface VisitTimesProps {
  frame: Frame;
  basket: Basket;
  /** The resources to choose from, by service. */
  resources: ReadonlyMap<number, readonly Resource[]>;
  found: Found;
  person: PersonForm;
  /** Whether a code verifies the visit. */
  hasCode: boolean;
  /** Whether a service was left out because it is not offered any more. */
  isGone: boolean;
  hasMyBookings: boolean;
}

/** The page of the basket. `#visit` is replaced by the script when something else is chosen. */
function VisitTimesPage(props: VisitTimesProps): JSX.Element {
  const { frame, basket, found, hasCode, isGone } = props;
  const { texts, url, wording } = frame;
  const own = textsIn(wording).basket;
  const isFull = basket.items.length >= maxVisitItems;
  const action = { href: '#days', text: texts.choose };
  return (
    <Page frame={frame} title={own.title}>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
      <Steps frame={frame} current="time" hasCode={hasCode} />
      <h1>{own.title}</h1>
      <div id="visit" class="with-basket" data-swap>
        <div>
          {isGone && <p role="status">{own.gone}</p>}
          <ProblemSummary frame={frame} problems={found.problems} />
          <VisitItems {...props} problems={found.problems} />
          <p>
            {isFull ? (
              own.full({ most: maxVisitItems })
            ) : (
              <a class="button" href={url('/', basketQuery(basket))}>
                {own.addAnother}
              </a>
            )}
          </p>
          {found.shown ? (
            <>
              <Days
                {...{ frame, path: '/visit', kept: basketQuery(basket) }}
                {...found}
                {...{ resourceId: undefined, intervals: undefined, options: undefined }}
              />
              <VisitSlots frame={frame} basket={basket} day={found.day} slots={found.slots} />
            </>
          ) : (
            found.problems.size === 0 && <p role="status">{texts.optionsFirst}</p>
          )}
        </div>
        <BasketBar {...{ frame, basket, action }} />
      </div>
    </Page>
  );
}

interface VisitSlotsProps {
  frame: Frame;
  basket: Basket;
  day: PlainDate | undefined;
  slots: readonly VisitSlot[];
}

function VisitSlots({ frame, basket, day, slots }: VisitSlotsProps): JSX.Element | null {
  const { texts, formats, url, wording } = frame;
  if (day === undefined) return null;
  const slotUrl = ({ items }: VisitSlot): string =>
    url('/visit/new', {
      ...basketQuery(basket),
      times: timesText(
        items.map(({ timestamp, timestamp_end, resource_id }) => ({
          ...{ from: timestamp, to: timestamp_end, resourceId: resource_id },
        })),
      ),
    });
  return (
    <section aria-labelledby="times-of-day">
      <h2 id="times-of-day" tabindex={-1}>
        {texts.times({ day: formats.day(day) })}
      </h2>
      {slots.length === 0 && <p role="status">{texts.noTimes}</p>}
      <ul class="times">
        {slots.map((slot) => (
          <li key={slot.timestamp}>
            <a href={slotUrl(slot)}>
              <time dateTime={slot.timestamp} data-zoned="">
                {formats.time(slot.timestamp)}
              </time>{' '}
              <small>{textsIn(wording).basket.until({ time: formats.time(slot.timestamp_end) })}</small>
            </a>
          </li>
        ))}
      </ul>
      {slots[0] && <ZoneNote frame={frame} at={slots[0].timestamp} />}
    </section>
  );
}
