import type { JSX } from 'preact';
import type { Service, ServiceForm, Slot } from './api-answers.js';
import { ServiceFacts } from './booking-facts.js';
import { Calendar } from './calendar.js';
import { Page, Text } from './frame.js';
import { type CalendarProps, type FreeTimes, readFreeTimes } from './free-times.js';
import { type ChosenTime, queryText } from './input.js';
import { askedChoice, type Choice } from './options.js';
import { Steps } from './steps.js';
import { read, sendView, type Visit } from './visit.js';

/** Lengths to choose from; more would be hard to read. */
const maxLengths = 48;
/** Last days to choose from; more would be hard to read. */
const maxDays = 31;

/** Shows the free days of a month and the free times of a day. */
export async function showTimes(visit: Visit, serviceId: string): Promise<void> {
  const { frame } = visit;
  const path = `/services/${serviceId}`;
  const [{ service }, form] = await Promise.all([
    read<{ service: Service }>(visit, path),
    read<{ service: ServiceForm }>(visit, `${path}/form`),
  ]);
  const choice = askedChoice(visit, form.service);
  const intervals = askedIntervals(visit, service);
  // The API refuses a choice that is not complete.
  const options = choice.isComplete ? choice.text : undefined;
  const free = await readFreeTimes(visit, service, path, { intervals, options });
  const times = { ...free, lengths: lengthsOf(service) };
  const slots = (await readStays(visit, service, times)) ?? times.slots;
  const { resourceId, shown, today: now } = times;
  const slotUrl = ({ timestamp, timestamp_end, event_id }: Slot): string =>
    frame.url('/bookings/new', {
      service_id: service.id,
      ...(event_id === null ? { resource_id: resourceId } : { event_id }),
      slot: `${timestamp}/${timestamp_end}`,
      options,
    });
  const hasCode = visit.site.verification_method !== 0;
  const waitlist = frame.url('/waitlist/new', {
    service_id: service.id,
    resource_id: resourceId,
    from: shown.from > now ? shown.from : now,
    to: shown.to > now ? shown.to : now,
  });
  sendView(
    visit,
    200,
    <TimesPage {...{ frame, ...times, slots, path, slotUrl, service, waitlist, hasCode, choice }} />,
  );
}

/** Reads the free times of each number of days that start on the chosen day; undefined if there is one number. */
async function readStays(
  visit: Visit,
  { id, has_day_booking, same_day, max_slots }: Service,
  { day, resourceId, slots, options }: FreeTimes,
): Promise<Slot[] | undefined> {
  if (!has_day_booking || same_day || max_slots <= 1 || slots.length === 0) return undefined;
  const query = { from: day, selected_resources: resourceId, intervals: Math.min(max_slots, maxDays), options };
  const listed = await read<{ slot: Slot }[]>(visit, `/services/${id}/stays`, query);
  return listed.map(({ slot }) => slot);
}

/** The number of intervals that the URL chooses; undefined for one. */
function askedIntervals({ request }: Visit, service: Service): number | undefined {
  const asked = Number(queryText(request, 'intervals'));
  return asked > 1 && lengthsOf(service).has(asked) ? asked : undefined;
}

/** Returns the lengths that a booking of the service can have, in minutes by number of intervals. Empty if there is one. */
function lengthsOf({ booking_type, has_day_booking, interval, max_slots }: Service): Map<number, number> {
  const isTimed = booking_type === 'appointment' && !has_day_booking;
  const count = isTimed && max_slots > 1 ? Math.min(max_slots, maxLengths) : 0;
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, (index + 1) * interval]));
}

/** The number of intervals or days that a time lasts without its options; undefined for one, and for a length that cannot be chosen. */
export function intervalsOf(
  { frame: { formats } }: Pick<Visit, 'frame'>,
  service: Service,
  { from, to }: ChosenTime,
  optionMinutes = 0,
): number | undefined {
  if (service.has_day_booking) {
    const days = formats.dates.countDays(from, to);
    return days > 1 && !service.same_day && days <= service.max_slots ? days : undefined;
  }
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000 - optionMinutes;
  const found = [...lengthsOf(service)].find(([count, length]) => count > 1 && length === minutes);
  return found?.[0];
}

interface TimesProps extends CalendarProps {
  service: Service;
  /** URL of the form of the waitlist. */
  waitlist: string;
  choice: Choice;
  /** Whether the account verifies bookings. */
  hasCode: boolean;
}

/** The page of a service: whom, which day, which time. `#times` is replaced by the script when another is chosen. */
function TimesPage(props: TimesProps): JSX.Element {
  const { frame, service, waitlist, hasCode } = props;
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={service.title}>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
      <Steps frame={frame} current="time" hasCode={hasCode} />
      {service.image !== null && <img class="picture" src={frame.imageUrl(service.image)} alt="" />}
      <h1>
        <bdi>{service.title}</bdi>
      </h1>
      <ServiceFacts
        frame={frame}
        service={service}
        hasLength={service.booking_type === 'appointment' && !service.has_day_booking && service.max_slots === 1}
      />
      {service.description !== null && <Text text={service.description} />}
      <Calendar {...props} />
      <p>
        <a href={waitlist}>{texts.waitlistHere}</a>
      </p>
    </Page>
  );
}
