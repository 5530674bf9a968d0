import type { JSX } from 'preact';
import { textsIn } from '../../../texts/texts.js';
import type { Service, ServiceForm, Slot } from './api-answers.js';
import { canJoin } from './basket/basket.js';
import { itemsText } from './basket/wanted-items.js';
import { lengthsOf, ServiceFacts } from './booking-facts.js';
import { Calendar } from './calendar.js';
import { Page, Text } from './frame.js';
import { type CalendarProps, type FreeTimes, readFreeTimes } from './free-times.js';
import { type ChosenTime, queryText } from './input.js';
import { askedChoice, type Choice } from './options.js';
import { askedOthers, type OtherChoice } from './other-resources.js';
import { SharingTags } from './sharing.js';
import { Steps } from './steps.js';
import { serviceData } from './structured-data.js';
import { read, sendView, type Visit } from './visit.js';

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
  const others = askedOthers(visit, service, form.service);
  const free = await readFreeTimes(visit, service, path, {
    intervals,
    options,
    otherResources: others.text,
    mayChoose: form.service.visitors_choose,
  });
  const times = { ...free, lengths: lengthsOf(service) };
  const slots = (await readStays(visit, service, times)) ?? times.slots;
  const { resourceId, shown, today: now } = times;
  const slotUrl = ({ timestamp, timestamp_end, event_id }: Slot): string =>
    frame.url('/bookings/new', {
      service_id: service.id,
      ...(event_id === null ? { resource_id: resourceId, other_resources: others.text } : { event_id }),
      slot: `${timestamp}/${timestamp_end}`,
      options,
    });
  const hasCode = visit.site.verification_method !== 0;
  const item = {
    ...{ serviceId: service.id, resourceId, personId: undefined, intervals: intervals ?? 1, count: 1 },
    options: options?.split(',').map(Number) ?? [],
    otherResources: [...others.chosen.values()],
  };
  const another = canJoin(service) ? frame.url('/', { items: itemsText([item]) }) : undefined;
  const waitlist = frame.url('/waitlist/new', {
    service_id: service.id,
    resource_id: resourceId,
    from: shown.from > now ? shown.from : now,
    to: shown.to > now ? shown.to : now,
  });
  sendView(
    visit,
    200,
    <TimesPage {...{ frame, ...times, slots, path, slotUrl, service, waitlist, another, hasCode, choice, others }} />,
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
  /** URL of the services to choose another one from, for the same visit. Undefined if the service is booked alone. */
  another: string | undefined;
  choice: Choice;
  others: OtherChoice;
  /** Whether the account verifies bookings. */
  hasCode: boolean;
}

/** The page of a service: whom, which day, which time. `#times` is replaced by the script when another is chosen. */
function TimesPage(props: TimesProps): JSX.Element {
  const { frame, service, waitlist, another, hasCode, ...calendar } = props;
  const { texts, url } = frame;
  return (
    <Page
      frame={frame}
      title={service.title}
      head={
        <SharingTags
          {...{ frame, path: `/services/${service.id}`, title: service.title, image: service.image }}
          description={service.description ?? texts.bookOnline({ site: frame.site.name })}
          data={serviceData(frame, service, calendar.freeDays.size > 0 || calendar.nextDay !== undefined)}
        />
      }
    >
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
      <Calendar {...calendar} frame={frame}>
        {another !== undefined && (
          <p>
            <a class="button" href={another}>
              {textsIn(frame.wording).basket.addAnother}
            </a>
          </p>
        )}
      </Calendar>
      <p>
        <a href={waitlist}>{texts.waitlistHere}</a>
      </p>
    </Page>
  );
}
