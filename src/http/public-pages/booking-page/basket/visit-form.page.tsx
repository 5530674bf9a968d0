import { randomUUID } from 'node:crypto';
import { notFound } from '../../../../platform/errors.js';
import type { MadeBooking } from '../api-answers.js';
import { type CustomField, customName, parseCustomFields } from '../booking-form.js';
import { nextStep, readPackages, readPeople, readPrices, sendWithdrawn } from '../booking-form.page.js';
import type { Problems, Values } from '../fields.js';
import { idPattern, openForm, queryText } from '../input.js';
import { chosenOptions } from '../options.js';
import { noProblems, problemsOfAction } from '../problems.js';
import { findResource, type Site, sendView, type Visit } from '../visit.js';
import { visitorTokenOf, withVisitorToken } from '../visitor-cookie.js';
import { type Basket, type BasketItem, basketUrl, readItems, toBasket } from './basket.js';
import { problemsOfVisit } from './basket-problems.js';
import { type PlannedTime, parseTimes } from './planned-times.js';
import { noPackages, type PlannedItem, priceOfItem, VisitFormPage } from './visit-form.js';
import { choosePackages } from './visit-packages.js';
import { parseItems } from './wanted-items.js';

const names = [
  ...(['items', 'times', 'arrangement', 'packages', 'prices', 'idempotency_key'] as const),
  ...(['name', 'email', 'phone_number', 'notes'] as const),
];

/** A basket with the chosen times, and what the forms of its services ask. */
interface PlannedVisit {
  basket: Basket;
  items: readonly PlannedItem[];
  fields: readonly VisitField[];
}

/** A field of the form, with the items whose services ask it. */
interface VisitField extends CustomField {
  /** The name of the answer in `custom_data`. Two services may ask different things by the same. */
  attribute: string;
  ofItems: readonly number[];
}

/** Shows the form for the chosen times of a visit. */
export async function showVisitForm(visit: Visit): Promise<void> {
  const of = (name: string): string => queryText(visit.request, name);
  const given = { items: of('items'), times: of('times'), arrangement: of('arrangement'), packages: of('packages') };
  const planned = await readPlanned(visit, given);
  if ('basket' in planned && !('items' in planned)) {
    visit.response.redirect(303, basketUrl(visit.frame, planned.basket));
    return;
  }
  sendVisitForm(visit, 200, planned, given);
}

type Given = Readonly<Record<'items' | 'times' | 'arrangement' | 'packages', string>>;

/**
 * Reads the services, times, resources and prices that a form names, and the packages that pay unless it wants none. Returns the basket alone if one of them is no longer
 * offered.
 *
 * @throws DomainError NOT_FOUND if the text is not that of a visit
 */
async function readPlanned(visit: Visit, given: Given): Promise<PlannedVisit | Pick<PlannedVisit, 'basket'>> {
  const wanted = parseItems(given.items);
  const times = parseTimes(given.times, visit.context.zone, wanted.length);
  if (!times || wanted.length < 2) throw notFound();
  const basket = toBasket(await readItems(visit, wanted), await readPeople(visit), given.arrangement);
  if (basket.items.length < wanted.length) return { basket };
  const [packages, ...planned] = await Promise.all([
    basket.people ? readPackages(visit) : [],
    ...basket.items.flatMap((item, index) => {
      const time = times[index];
      return time ? [planItem(visit, item, time)] : [];
    }),
  ]);
  const chosen = given.packages === noPackages ? [] : choosePackages(planned, packages);
  const items = planned.map((item, index) => ({ ...item, paidBy: chosen[index] }));
  return { basket, items, fields: fieldsOf(visit.site, items) };
}

async function planItem(visit: Visit, item: BasketItem, time: PlannedTime): Promise<Omit<PlannedItem, 'paidBy'>> {
  const { service, choice, resourceId } = item;
  // A resource that the visitor does not choose is chosen when the visit is booked.
  const named = resourceId === undefined ? '' : String(resourceId);
  const [resource, priced] = await Promise.all([
    named ? findResource(visit, named) : undefined,
    readPrices(visit, { service, time, choice }, { resource_id: named }),
  ]);
  return { ...item, time, resource, priced: priced ?? service };
}

/** The fields that the services ask. The same field of several is shown once. */
function fieldsOf({ appointment_form, booking_form }: Site, items: readonly BasketItem[]): VisitField[] {
  const fields: (VisitField & { key: string })[] = [];
  for (const [index, { form }] of items.entries()) {
    for (const field of parseCustomFields(form.booking_form ?? appointment_form ?? booking_form)) {
      const key = JSON.stringify(field);
      const same = fields.findIndex((one) => one.key === key);
      const known = fields[same];
      const name = fields.some((one) => one.name === field.name) ? `${field.name}.${index}` : field.name;
      if (known) fields[same] = { ...known, ofItems: [...known.ofItems, index] };
      else fields.push({ ...field, name, key, attribute: field.name, ofItems: [index] });
    }
  }
  return fields;
}

function sendVisitForm(
  visit: Visit,
  status: number,
  { basket, items, fields }: PlannedVisit,
  values: Values,
  problems: Problems = noProblems,
): void {
  const { frame, site } = visit;
  const method = site.verification_method;
  const isProved = basket.people !== undefined;
  const verification = isProved ? undefined : method === 1 ? 'email' : method === 2 ? 'sms' : undefined;
  const props = { frame, basket, items, customFields: fields, values, problems, verification } as const;
  const prices = items.map((item) => expectedPriceOf(item) ?? '').join('_');
  sendView(visit, status, <VisitFormPage {...props} prices={prices} idempotencyKey={randomUUID()} />);
}

/** The price that the form shows of an item; undefined if it shows none, or a range of prices. */
function expectedPriceOf(item: PlannedItem): string | undefined {
  const [least, most] = priceOfItem(item) ?? [];
  return least === most ? least : undefined;
}

/** Books the visit, and redirects to the next step. Shows the form again with all that was typed if it is refused. */
export async function submitVisitForm(visit: Visit): Promise<void> {
  const { request, response, frame, api } = visit;
  const form = await openForm(request);
  const values = form(names);
  const planned = await readPlanned(visit, values);
  if (!('items' in planned)) return sendWithdrawn(visit, values);
  const { basket, fields } = planned;
  const custom: Record<string, string> = form(fields.map(({ name }) => customName(name)));
  const typed = { ...values, ...custom };
  const missing = fields.filter(({ name, required }) => required && custom[customName(name)] === '');
  if (missing.length > 0) {
    const blank = [
      ...(values.name === '' && !basket.people ? ['name'] : []),
      ...missing.map((one) => customName(one.name)),
    ];
    return sendVisitForm(visit, 400, planned, typed, new Map(blank.map((name) => [name, frame.texts.errors.blank])));
  }
  const token = visitorTokenOf(visit);
  const signedIn = token === undefined || !basket.people ? visit : withVisitorToken(visit, token);
  const answer = await api.change<{ visit: { bookings: MadeBooking[] } }>(signedIn.context, 'POST', '/site/visits', {
    body: { visit: toVisit(planned, values, custom, frame.language) },
    idempotencyKey: values.idempotency_key || undefined,
  });
  const [first] = answer.isDone ? answer.body.visit.bookings : [];
  if (first) return response.redirect(303, nextStep(visit, first));
  if (answer.isDone) throw notFound();
  const { status, errors } = answer;
  // Prices and packages may have changed after they were read.
  const again = await readPlanned(visit, values);
  if (!('items' in again)) return sendWithdrawn(visit, values);
  const problems =
    status === 409
      ? new Map([['', frame.texts.errors.price]])
      : status === 429
        ? problemsOfAction(answer, frame.texts)
        : problemsOfVisit(errors, frame);
  sendVisitForm(visit, status, again, typed, problems);
}

const pricePattern = /^\d{1,12}(?:\.\d{1,4})?$/;

/** The visit as the API takes it. Fields that were left empty are absent. */
function toVisit(
  { basket, items, fields }: PlannedVisit,
  { name, email, phone_number, notes, prices, packages }: Readonly<Record<(typeof names)[number], string>>,
  custom: Readonly<Record<string, string>>,
  locale: string,
): Record<string, unknown> {
  const expected = prices.split('_');
  const packageIds = packages.split('_');
  return {
    items: items.map(({ serviceId, resource, otherResources, time, count, choice, personId }, index) => {
      const answers = fields
        .filter(({ ofItems }) => ofItems.includes(index))
        .map((field): [string, string] => [field.attribute, custom[customName(field.name)] ?? ''])
        .filter(([, answer]) => answer !== '');
      const price = expected[index] ?? '';
      const packageId = packageIds[index] ?? '';
      return {
        ...{ service_id: serviceId, booked_from: time.from, booked_to: time.to, count },
        ...(resource ? { resource_id: resource.id } : { offered_resource_id: time.resourceId }),
        ...(otherResources.length > 0 && { other_resources: otherResources }),
        ...(choice.text !== undefined && { options: chosenOptions(choice) }),
        ...(idPattern.test(packageId) && { package_id: Number(packageId) }),
        ...(pricePattern.test(price) && { expected_price: price }),
        ...(notes && { notes }),
        ...(answers.length > 0 && { custom_data: Object.fromEntries(answers) }),
        ...(basket.people && personId !== undefined && { person_id: personId }),
      };
    }),
    ...(!basket.people && {
      person_attributes: { name, locale, ...(email && { email }), ...(phone_number && { phone_number }) },
    }),
  };
}
