import type { JSX } from 'preact';
import { type Amount, toAmount } from '../../../domain/money.rules.js';
import { textsIn } from '../../../texts/texts.js';
import type { Event, Service, Slot, VisitorPerson } from './api-answers.js';
import { lengthFacts, onlyPrice, type Priced, placeFacts, priceFacts } from './booking-facts.js';
import { dayOf } from './dates.js';
import { depositFacts } from './deposit.js';
import { feeFacts } from './fees.js';
import { ContactFields, FormField, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Fact, Facts, type Frame, Page, Text } from './frame.js';
import { personLabel, type VisitorPackage } from './my-bookings.js';
import { type Choice, chosenOf, optionFacts, priceOf } from './options.js';
import { type OtherChoice, otherFacts } from './other-resources.js';
import { Period, ZoneNote } from './own-zone.js';
import { SharingTags } from './sharing.js';
import { Steps } from './steps.js';
import { eventData } from './structured-data.js';

/** A field of the account's booking form. Its answer becomes `custom_data` of the booking, under its name. */
export interface CustomField {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'number' | 'date' | 'checkbox' | 'select';
  required: boolean;
  /** The choices of a `select`. */
  options: readonly string[];
}

/** The name of a custom field in the form. */
export const customName = (name: string): string => `custom.${name}`;

export interface BookingFormProps {
  frame: Frame;
  service: Service | undefined;
  event: Event | undefined;
  resourceTitle: string | undefined;
  /** The prices of the resources that are free at the chosen time. Undefined without a service. */
  priced: Priced | undefined;
  /** The chosen options. Undefined without a service. */
  choice: Choice | undefined;
  /** The resources for needs other than the first. Undefined of an event. */
  others: OtherChoice | undefined;
  /** The chosen time: `from/to`. */
  slot: string;
  /** The nearest free times, to choose from if the chosen one was taken meanwhile. */
  nearest: readonly Slot[];
  /** URL of the form of the waitlist, which takes what was typed, if the chosen time or event is taken. */
  waitlist: string | undefined;
  customFields: readonly CustomField[];
  /** The people for whom a visitor with a session may book; undefined without one. */
  people: readonly VisitorPerson[] | undefined;
  /** The packages of these people that can pay for the service at that time. */
  packages: readonly VisitorPackage[];
  /** The channel by which the booking is verified. */
  verification: 'email' | 'sms' | undefined;
  /** The text of the account for new bookings. */
  introduction: string | null;
  values: Values;
  problems: Problems;
  /** Unique for each form that is shown, so that one that is sent twice books once. */
  idempotencyKey: string;
}

/** The page with the visitor's details, which books the chosen time. */
export function BookingFormPage(props: BookingFormProps): JSX.Element {
  const { frame, event, service, introduction, values, problems, idempotencyKey, nearest, slot, waitlist } = props;
  const { texts, language, url } = frame;
  const { service_id, event_id, resource_id } = values;
  const unitPrice = props.priced && onlyPrice(props.priced);
  const { choice } = props;
  const chosen = choice?.text === undefined ? {} : { options: choice.text, options_price: priceOf(choice) };
  const other_resources = props.others?.text;
  const kept = { service_id, event_id, resource_id, other_resources, ...chosen, ...(nearest.length === 0 && { slot }) };
  return (
    <Page frame={frame} title={texts.details} head={event && <EventTags {...props} event={event} />}>
      <Steps frame={frame} current="details" hasCode={props.verification !== undefined} />
      <h1>
        <bdi>{event?.title ?? service?.title ?? texts.details}</bdi>
      </h1>
      <Summary {...props} />
      <ZoneNote frame={frame} />
      {introduction !== null && <Text text={introduction} />}
      <form method="post" action={url('/bookings')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ ...kept, unit_price: unitPrice, language, idempotency_key: idempotencyKey }} />
        {nearest.length > 0 && <Nearest {...props} />}
        <h2>{texts.details}</h2>
        {props.people ? <ForWhom {...props} people={props.people} /> : <ContactOfBooker {...props} />}
        {(props.packages.length > 0 || problems.has('package_id')) && <PayWith {...props} />}
        <Count {...props} />
        <CustomFields {...props} />
        <FormField frame={frame} name="notes" label={texts.notes} type="textarea" values={values} problems={problems} />
        {service?.terms != null && (
          <details>
            <summary>{texts.terms}</summary>
            <Text text={service.terms} />
          </details>
        )}
        <button type="submit" class="button primary">
          {texts.book}
        </button>
        {waitlist !== undefined && (
          // Sends what was typed along. Not before the other button, which the Enter key presses.
          <p>
            <button type="submit" formAction={waitlist} class="button">
              {texts.waitlistHere}
            </button>
          </p>
        )}
      </form>
    </Page>
  );
}

/** The form of an event is its page. */
function EventTags({ frame, event, service, priced }: BookingFormProps & { event: Event }): JSX.Element {
  const { id, title, description, starts_at: start, ends_at: end } = event;
  const image = service?.image ?? null;
  const period = frame.formats.zonedPeriod(start, end);
  return (
    <SharingTags
      {...{ frame, path: `/events/${id}`, title, image }}
      description={description === null ? period : `${period}. ${description}`}
      data={eventData(frame, event, priced, image)}
    />
  );
}

/** The page after a booking of something that is no longer offered. What was typed can be copied from it. */
export function WithdrawnPage({ frame, typed }: { frame: Frame; typed: readonly Fact[] }): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.withdrawn}>
      <h1>{texts.withdrawn}</h1>
      <p>{texts.withdrawnText}</p>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
      {typed.length > 0 && (
        <>
          <h2>{texts.typed}</h2>
          <Facts facts={typed} />
        </>
      )}
    </Page>
  );
}

function Summary({
  frame,
  service,
  event,
  resourceTitle,
  slot,
  priced,
  choice,
  others,
  values,
}: BookingFormProps): JSX.Element {
  const { texts, url } = frame;
  const [from = '', to = from] = slot.split('/');
  const isOfEvent = event !== undefined;
  const price = priceOfBooking({ service, event, priced, choice });
  const time = (
    <>
      <Period {...{ frame, from, to }} />{' '}
      {service !== undefined && !isOfEvent && (
        <a
          href={url(`/services/${service.id}`, {
            ...{ date: dayOf(from), resource_id: values['resource_id'], options: choice?.text },
            other_resources: others?.text,
          })}
        >
          {texts.changeTime}
        </a>
      )}
    </>
  );
  return (
    <Facts
      facts={[
        ...(isOfEvent && service !== undefined ? [[texts.service, service.title] as const] : []),
        [texts.time, time],
        ...lengthFacts(frame, from, to),
        ...(isOfEvent ? [] : [[texts.who, resourceTitle ?? texts.anyone] as const]),
        ...(others ? otherFacts(others) : []),
        ...priceFacts(frame, priced),
        ...(choice ? optionFacts(frame, chosenOf(choice)) : []),
        ...depositFacts(frame, service?.deposit, price),
        ...feeFacts(frame, service?.cancellation_terms, price),
        ...placeFacts(frame),
      ]}
    />
  );
}

/** The price of a booking with its options. Undefined for a range of prices, and if the visitor chooses the number of people. */
function priceOfBooking({
  service,
  event,
  priced,
  choice,
}: Pick<BookingFormProps, 'service' | 'event' | 'priced' | 'choice'>): Amount | undefined {
  const price = priced && onlyPrice(priced);
  if (price === undefined || mostPeople({ service, event }) > 1) return undefined;
  return toAmount(price) + (choice ? toAmount(priceOf(choice)) : 0n);
}

function Nearest({ frame, nearest }: BookingFormProps): JSX.Element {
  const { texts } = frame;
  return (
    <fieldset class="field">
      <legend>{texts.nearest}</legend>
      {nearest.map(({ timestamp, timestamp_end }, index) => (
        <label class="checkbox" key={timestamp}>
          <input type="radio" name="slot" value={`${timestamp}/${timestamp_end}`} required checked={index === 0} />{' '}
          <Period frame={frame} from={timestamp} to={timestamp_end} />
        </label>
      ))}
    </fieldset>
  );
}

/** The fields for who books, with what their address is for. */
export function ContactOfBooker({
  frame,
  verification,
  values,
  problems,
}: Pick<BookingFormProps, 'frame' | 'verification' | 'values' | 'problems'>): JSX.Element {
  const { texts } = frame;
  const emailHint =
    verification === 'email' ? texts.emailCode : verification === undefined ? texts.contactHint : undefined;
  return (
    <ContactFields
      {...{ frame, values, problems }}
      email={{ required: verification === 'email', hint: emailHint }}
      phone={{ required: verification === 'sms', hint: verification === 'sms' ? texts.smsCode : undefined }}
    />
  );
}

/** The value of `person_id` for somebody who is added with the booking. */
export const newPerson = 'new';

/** The choice of the person by a visitor who has proved an address, and the fields of a new one. */
function ForWhom({
  frame,
  values,
  problems,
  people,
}: BookingFormProps & { people: readonly VisitorPerson[] }): JSX.Element {
  const { texts, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const chosen = values['person_id'] || String(people[0]?.id ?? '');
  const common = { frame, values: { ...values, person_id: chosen }, problems };
  const options = people.map((person) => ({ value: String(person.id), label: personLabel(frame, person) }));
  return (
    <>
      <FormField
        {...common}
        name="person_id"
        label={texts.forWhom}
        type="select"
        required
        options={[...options, { value: newPerson, label: mine.newPerson }]}
      />
      <details open={chosen === newPerson}>
        <summary>{mine.newPerson}</summary>
        <FormField {...common} name="new_name" label={texts.name} maxLength={255} />
        <FormField {...common} name="new_birthday" label={mine.birthday} type="date" />
      </details>
    </>
  );
}

/** The choice of a package that pays for the service. */
function PayWith({ frame, values, problems, people = [], packages }: BookingFormProps): JSX.Element {
  const { texts, wording } = frame;
  const options = packages.map(({ id, title, left, units, person_id: personId }) => {
    const dependant = people.find((person) => person.id === personId && !person.is_own);
    const owner = dependant ? [personLabel(frame, dependant)] : [];
    const balance = textsIn(wording).myBookings.unitsLeft({ left, units });
    return { value: String(id), label: [title, ...owner, balance].join(' · ') };
  });
  return (
    <FormField
      {...{ frame, values, problems }}
      name="package_id"
      label={texts.payWith}
      type="select"
      required
      options={[{ value: '', label: texts.withoutPackage }, ...options]}
    />
  );
}

function mostPeople({ service, event }: Pick<BookingFormProps, 'service' | 'event'>): number {
  return Math.min(service?.booking_capacity ?? 1, event?.availability ?? Number.MAX_SAFE_INTEGER);
}

function Count({ frame, service, event, values, problems }: BookingFormProps): JSX.Element | null {
  const most = mostPeople({ service, event });
  if (most <= 1) return null;
  return (
    <FormField
      {...{ frame, values, problems }}
      name="count"
      label={frame.texts.people}
      type="number"
      min={service?.booking_minimum ?? 1}
      max={most}
      required
    />
  );
}

export function CustomFields({
  frame,
  customFields,
  values,
  problems,
}: Pick<BookingFormProps, 'frame' | 'customFields' | 'values' | 'problems'>): JSX.Element {
  return (
    <>
      {customFields.map(({ name, label, type, required, options }) => (
        <FormField
          key={name}
          {...{ frame, values, problems, label, type, required }}
          name={customName(name)}
          options={options.map((value) => ({ value, label: value }))}
        />
      ))}
    </>
  );
}

const types: readonly CustomField['type'][] = ['text', 'textarea', 'number', 'date', 'checkbox', 'select'];
const maxFields = 30;
const namePattern = /^\w{1,50}$/;

/**
 * Reads the fields of a booking form: a JSON array of objects with `name`, `label`, and optionally `type`, `required` and
 * `options`. Returns none for any other text, which other front ends may understand.
 */
export function parseCustomFields(form: string | null): CustomField[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(form ?? 'null');
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  const fields = parsed.slice(0, maxFields).flatMap((item) => toField(item) ?? []);
  return fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
}

function toField(item: unknown): CustomField | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { name, label, type, required, options }: Record<string, unknown> = { ...item };
  if (typeof name !== 'string' || !namePattern.test(name)) return undefined;
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    type: types.find((known) => known === type) ?? 'text',
    required: required === true,
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string').slice(0, 100) : [],
  };
}
