import { randomUUID } from 'node:crypto';
import { today } from '../../../domain/context.js';
import { toAmount, toDecimal } from '../../../domain/money.rules.js';
import { isForService, isUsable } from '../../../domain/package/package.rules.js';
import { createRenderer } from '../../../domain/text/liquid-text.rules.js';
import { DomainError, type FieldErrors, notFound } from '../../../platform/errors.js';
import { TemplateError } from '../../../platform/liquid/engine.js';
import { textsIn } from '../../../texts/texts.js';
import type { Event, MadeBooking, Resource, Service, ServiceForm, Slot, VisitorPerson } from './api-answers.js';
import type { Priced } from './booking-facts.js';
import {
  BookingFormPage,
  type BookingFormProps,
  customName,
  newPerson,
  parseCustomFields,
  WithdrawnPage,
} from './booking-form.js';
import { codeUrl } from './code.page.js';
import { addDays, dayOf } from './dates.js';
import { doneUrl } from './done.page.js';
import type { Problems, Values } from './fields.js';
import type { Fact, Frame } from './frame.js';
import { type ChosenTime, idPattern, openForm, parseTime, queryText } from './input.js';
import type { VisitorPackage } from './my-bookings.js';
import { type Choice, choiceOf, chosenOptions, minutesOf } from './options.js';
import { othersOf } from './other-resources.js';
import { isEventFull, isTimeRefused, noProblems, problemSentence, problemsOf, problemsOfAction } from './problems.js';
import { intervalsOf } from './times.page.js';
import { findResource, read, sendView, type Visit } from './visit.js';
import { visitorTokenOf, withVisitorToken } from './visitor-cookie.js';

/** The fields that every booking form has. */
const names = [
  ...([
    'service_id',
    'event_id',
    'resource_id',
    'other_resources',
    'slot',
    'unit_price',
    'options',
    'options_price',
    'idempotency_key',
  ] as const),
  ...(['name', 'email', 'phone_number', 'count', 'notes'] as const),
  ...(['person_id', 'new_name', 'new_birthday', 'package_id'] as const),
];
type Name = (typeof names)[number];
type BookingValues = Record<Name, string>;

/** The fields that name what is booked. */
type SubjectName = 'service_id' | 'event_id' | 'resource_id' | 'other_resources' | 'slot' | 'options';

/** The service or event that the visitor books. */
type Subject = Pick<BookingFormProps, 'service' | 'event' | 'resourceTitle' | 'customFields' | 'choice' | 'others'> & {
  time: ChosenTime;
};

const nearestTimes = 6;
/** Days, from the chosen one, in which other times are looked for. */
const nearestDays = 14;

/** Shows the form for a chosen time or event. */
export async function showBookingForm(visit: Visit, eventId?: string): Promise<void> {
  const { request } = visit;
  const of = (name: string): string => queryText(request, name);
  const values = {
    ...{ service_id: of('service_id'), event_id: eventId ?? of('event_id'), resource_id: of('resource_id') },
    other_resources: of('other_resources'),
  };
  const subject = await readSubject(visit, { ...values, slot: of('slot'), options: of('options') });
  const options = subject.choice?.text ?? '';
  const shown = { ...values, options, service_id: String(subject.service?.id ?? '') };
  const isFull = subject.event?.availability === 0;
  const full = { problems: new Map([['', visit.frame.texts.eventFull]]), waitlist: waitlistUrl(visit, subject, shown) };
  await sendForm(visit, 200, subject, shown, isFull ? full : {});
}

/** Reads the service or event of a request. @throws DomainError NOT_FOUND if the request names none, or no time */
async function readSubject(
  visit: Visit,
  { service_id, event_id, resource_id, other_resources, slot, options }: Pick<BookingValues, SubjectName>,
): Promise<Subject> {
  const event = idPattern.test(event_id)
    ? (await read<{ event: Event }>(visit, `/events/${event_id}`)).event
    : undefined;
  const serviceId = event ? event.service_id : idPattern.test(service_id) ? Number(service_id) : null;
  const time = event ? { from: event.starts_at, to: event.ends_at } : parseTime(slot);
  if (!time || (serviceId === null && !event)) throw notFound();
  const [service, form, resource] = await Promise.all([
    serviceId === null ? undefined : read<{ service: Service }>(visit, `/services/${serviceId}`),
    serviceId === null ? undefined : read<{ service: ServiceForm }>(visit, `/services/${serviceId}/form`),
    idPattern.test(resource_id) && !event
      ? read<{ resource: Resource }>(visit, `/resources/${resource_id}`)
      : undefined,
  ]);
  const { booking_form, appointment_form, event_form } = visit.site;
  const own = form?.service.booking_form ?? (event ? event_form : appointment_form) ?? booking_form;
  return {
    time,
    event,
    service: service?.service,
    resourceTitle: resource?.resource.title,
    customFields: parseCustomFields(own),
    choice: form && choiceOf(options, form.service),
    others: service && form && !event ? othersOf(other_resources, service.service, form.service) : undefined,
  };
}

/** Reads the service or event of a form. Returns undefined if it is no longer offered. */
async function findSubject(visit: Visit, values: BookingValues): Promise<Subject | undefined> {
  try {
    return await readSubject(visit, values);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Shows what was typed to book something that is no longer offered. */
export function sendWithdrawn(
  visit: Visit,
  { name, email, phone_number, notes }: Pick<BookingValues, 'name' | 'email' | 'phone_number' | 'notes'>,
): void {
  const { frame } = visit;
  const { texts } = frame;
  const typed: Fact[] = [
    [texts.name, name],
    [texts.email, email],
    [texts.phone, phone_number],
    [texts.notes, notes],
  ];
  sendView(visit, 404, <WithdrawnPage frame={frame} typed={typed.filter(([, value]) => value !== '')} />);
}

async function sendForm(
  visit: Visit,
  status: number,
  { time, ...subject }: Subject,
  values: Values,
  {
    problems = noProblems,
    nearest = [],
    waitlist,
  }: { problems?: Problems; nearest?: readonly Slot[]; waitlist?: string } = {},
): Promise<void> {
  const { frame, site } = visit;
  const { verification_method: method } = site;
  const [introduction, priced, people] = await Promise.all([
    introductionOf(visit, { time, ...subject }),
    readPrices(visit, { time, ...subject }, values),
    readPeople(visit),
  ]);
  const isProved = people !== undefined;
  const { service } = subject;
  const packages = isProved && service ? await readPackages(visit) : [];
  const paying = packages.filter(
    (one) => isForService({ serviceIds: one.service_ids }, service?.id ?? null) && isUsable(one, dayOf(time.from)),
  );
  sendView(
    visit,
    status,
    <BookingFormPage
      {...{ frame, ...subject, priced, people, packages: paying, values, problems, nearest, waitlist }}
      slot={`${time.from}/${time.to}`}
      verification={isProved ? undefined : method === 1 ? 'email' : method === 2 ? 'sms' : undefined}
      introduction={introduction}
      idempotencyKey={randomUUID()}
    />,
  );
}

/** Reads for whom a visitor with a session may book. Returns undefined without one, or if it has ended. */
export async function readPeople(visit: Visit): Promise<VisitorPerson[] | undefined> {
  const token = visitorTokenOf(visit);
  if (token === undefined || !visit.site.my_bookings) return undefined;
  try {
    const people = await read<{ person: VisitorPerson }[]>(withVisitorToken(visit, token), '/me/people');
    return people.map(({ person }) => person);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  }
}

/** Reads the packages of a visitor with a session, and of those for whom it books. */
export async function readPackages(visit: Visit): Promise<VisitorPackage[]> {
  const token = visitorTokenOf(visit);
  if (token === undefined) return [];
  const listed = await read<{ package: VisitorPackage }[]>(withVisitorToken(visit, token), '/me/packages');
  return listed.map((one) => one.package);
}

/** The person for whom a form books, whom it may add. Empty for a visitor without a session. */
type ForWhom = { personId?: string } | { problems: Problems; status: number };

async function choosePerson(visit: Visit, { person_id, new_name, new_birthday }: BookingValues): Promise<ForWhom> {
  if (person_id !== newPerson) return idPattern.test(person_id) ? { personId: person_id } : {};
  const { api, context, frame } = visit;
  const person = { name: new_name, date_of_birth: new_birthday };
  const answer = await api.change<{ person: VisitorPerson }>(context, 'POST', '/me/people', { body: { person } });
  if (answer.isDone) return { personId: String(answer.body.person.id) };
  return { problems: problemsOfNewPerson(answer.errors, frame), status: answer.status };
}

/** Converts the errors of somebody who is added to sentences for the fields of the form. */
export function problemsOfNewPerson(errors: FieldErrors, frame: Frame): Problems {
  const { texts, wording } = frame;
  const labels: Readonly<Record<string, readonly [field: string, label: string]>> = {
    name: ['new_name', texts.name],
    date_of_birth: ['new_birthday', textsIn(wording).myBookings.birthday],
  };
  const problems = Object.entries(errors).map(([attribute, messages]): [string, string] => {
    const [field, label] = labels[attribute] ?? ['', texts.forWhom];
    const sentences = Array.isArray(messages) ? messages : [];
    const isBlank = sentences.includes("can't be blank");
    return [field, isBlank ? texts.errors.blank : problemSentence(label, sentences, frame)];
  });
  return new Map(problems);
}

/** Returns the parameters of times that are as long as the chosen one. */
function ofLength(
  visit: Visit,
  service: Service,
  time: ChosenTime,
  choice: Choice | undefined,
): Record<string, unknown> {
  const minutes = choice ? minutesOf(choice) : 0;
  return { intervals: intervalsOf(visit, service, time, minutes), options: choice?.text };
}

/** Reads the prices at the chosen time, if resources have prices of their own. An event has the price of its service. */
export async function readPrices(
  visit: Visit,
  { service, event, time, choice }: Pick<Subject, 'service' | 'time' | 'choice'> & Partial<Pick<Subject, 'event'>>,
  { resource_id }: Values,
): Promise<Priced | undefined> {
  if (!service || service.price_from === null) return service;
  if (event) return { price: service.price, tax_name: service.tax_name, price_from: null, price_to: null };
  const day = dayOf(time.from);
  const listed = await read<{ slot: Slot }[]>(visit, `/services/${service.id}/slots`, {
    ...{ from: day, to: day, selected_resources: resource_id || undefined },
    ...ofLength(visit, service, time, choice),
  });
  const chosen = listed.find(({ slot }) => slot.timestamp === time.from && slot.timestamp_end === time.to);
  return chosen ? { ...chosen.slot, price: service.price, tax_name: service.tax_name } : service;
}

/**
 * Renders the account's text above the booking form, which is Liquid with the same names as the texts of messages. Returns
 * null if it cannot be rendered, because a text must not prevent bookings.
 */
async function introductionOf(
  { site, frame, context }: Visit,
  { service, event, resourceTitle, time }: Subject,
): Promise<string | null> {
  if (site.new_booking_text === null) return null;
  const resource = resourceTitle === undefined ? null : { title: resourceTitle };
  const booking = { booked_from: time.from, booked_to: time.to, service, event, resource, client: site };
  try {
    const render = createRenderer(frame.formats.locale, context.zone);
    return await render(site.new_booking_text, { booking, locale: frame.language });
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** Books, and redirects to the next step. Redisplays the form with all that was typed if the booking is refused. */
export async function submitBookingForm(visit: Visit): Promise<void> {
  const { request, response, frame, api } = visit;
  const form = await openForm(request);
  const sent = form(names);
  const isResourceGone =
    sent.event_id === '' && idPattern.test(sent.resource_id) && !(await findResource(visit, sent.resource_id));
  const values = isResourceGone ? { ...sent, resource_id: '' } : sent;
  const subject = await findSubject(visit, values);
  if (!subject) return sendWithdrawn(visit, values);
  const custom: Record<string, string> = form(subject.customFields.map(({ name }) => customName(name)));
  const typed = { ...values, ...custom };
  const missing = subject.customFields.filter(({ name, required }) => required && custom[customName(name)] === '');
  if (missing.length > 0) {
    const all = [
      ...(values.name === '' && values.person_id === '' ? ['name'] : []),
      ...missing.map(({ name }) => customName(name)),
    ];
    const problems = new Map(all.map((name) => [name, frame.texts.errors.blank]));
    return sendForm(visit, 400, subject, typed, { problems });
  }
  const refused = {
    problems: new Map([['', frame.texts.errors.taken]]),
    waitlist: waitlistUrl(visit, subject, values),
  };
  if (isResourceGone) {
    return sendForm(visit, 400, subject, typed, { ...refused, nearest: await readNearest(visit, values, subject) });
  }
  const token = visitorTokenOf(visit);
  const signedIn = token === undefined || values.person_id === '' ? visit : withVisitorToken(visit, token);
  const chosen = await choosePerson(signedIn, values);
  if ('problems' in chosen) return sendForm(visit, chosen.status, subject, typed, { problems: chosen.problems });
  const { personId } = chosen;
  // The form chooses the person who was added, if the booking is refused.
  if (personId !== undefined) Object.assign(typed, { person_id: personId, new_name: '', new_birthday: '' });
  const answer = await api.change<{ booking: MadeBooking }>(signedIn.context, 'POST', '/site/bookings', {
    body: { booking: toBooking(subject, { ...values, person_id: personId ?? '' }, custom, frame.language) },
    idempotencyKey: values.idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, nextStep(visit, answer.body.booking));
    return;
  }
  const { status, errors } = answer;
  if (status === 409) {
    return sendForm(visit, 409, subject, typed, { problems: new Map([['', frame.texts.errors.price]]) });
  }
  if (status === 429) {
    return sendForm(visit, 429, subject, typed, { problems: problemsOfAction(answer, frame.texts) });
  }
  const problems = problemsOf(errors, frame);
  if (!isTimeRefused(errors) && !isEventFull(errors)) return sendForm(visit, status, subject, typed, { problems });
  const nearest = subject.event ? [] : await readNearest(visit, values, subject);
  await sendForm(visit, status, subject, typed, { problems, nearest, waitlist: waitlistUrl(visit, subject, values) });
}

/** The form of the waitlist for what was taken: the event, or the service around the chosen day. */
function waitlistUrl(
  { frame, context }: Visit,
  { event, time }: Subject,
  values: Pick<BookingValues, 'service_id' | 'resource_id'>,
): string {
  if (event) return frame.url('/waitlist/new', { event_id: event.id });
  const [day, now] = [dayOf(time.from), today(context)];
  const from = day > now ? day : now;
  const resource = { resource_id: values.resource_id || undefined };
  return frame.url('/waitlist/new', {
    ...{ service_id: values.service_id, ...resource },
    ...{ from, to: addDays(from, nearestDays) },
  });
}

/** The booking as the API takes it. Fields that were left empty are absent. */
function toBooking(
  { event, time, customFields, choice, others }: Subject,
  {
    service_id,
    event_id,
    resource_id,
    count,
    notes,
    name,
    email,
    phone_number,
    unit_price,
    options_price,
    person_id,
    package_id,
  }: BookingValues,
  custom: Record<string, string>,
  locale: string,
): Record<string, unknown> {
  const answers = customFields
    .map((field): [string, string] => [field.name, custom[customName(field.name)] ?? ''])
    .filter(([, answer]) => answer !== '');
  const of = event
    ? { event_id, ...(service_id && { service_id }) }
    : { service_id, ...(resource_id && { resource_id }), booked_from: time.from, booked_to: time.to };
  return {
    ...of,
    ...(count && { count }),
    ...(package_id && { package_id }),
    ...expectedPrice(package_id ? '0' : unit_price, count || '1', options_price || '0'),
    ...(choice?.text !== undefined && { options: chosenOptions(choice) }),
    ...(others?.text !== undefined && { other_resources: [...others.chosen.values()] }),
    ...(notes && { notes }),
    ...(answers.length > 0 && { custom_data: Object.fromEntries(answers) }),
    ...(person_id
      ? { person_id }
      : { person_attributes: { name, locale, ...(email && { email }), ...(phone_number && { phone_number }) } }),
  };
}

const pricePattern = /^\d{1,12}(?:\.\d{1,4})?$/;

/** The price that the form showed, for all people and with the options. Nothing if it showed none, or a range of prices. */
function expectedPrice(unitPrice: string, count: string, optionsPrice: string): { expected_price?: string } {
  if (!pricePattern.test(unitPrice) || !pricePattern.test(optionsPrice) || !/^\d{1,6}$/.test(count)) return {};
  return { expected_price: toDecimal(toAmount(unitPrice) * BigInt(count) + toAmount(optionsPrice)) };
}

/** The nearest free times after a refusal, in order. */
async function readNearest(
  visit: Visit,
  { service_id, resource_id }: BookingValues,
  { time, service, choice, others }: Subject,
): Promise<Slot[]> {
  const day = dayOf(time.from);
  const wanted = Date.parse(time.from);
  const listed = await read<{ slot: Slot }[]>(visit, `/services/${service_id}/slots`, {
    from: day,
    to: addDays(day, nearestDays),
    selected_resources: resource_id || undefined,
    other_resources: others?.text,
    ...(service && ofLength(visit, service, time, choice)),
  });
  const distance = ({ timestamp }: Slot): number => Math.abs(Date.parse(timestamp) - wanted);
  return listed
    .map(({ slot }) => slot)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, nearestTimes)
    .toSorted((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
}

/** The page after a booking: the code, or what was booked. */
export function nextStep(visit: Visit, booking: MadeBooking): string {
  if (booking.state !== 'awaiting_verification') return doneUrl(visit, booking);
  return codeUrl(visit, booking);
}
