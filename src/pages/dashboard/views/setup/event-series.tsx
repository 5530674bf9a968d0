import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Form } from '../../../design/form.js';
import { cancelEvents, eventRecords } from '../../events/event-records.js';
import { formats, wallTime, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { randomKey } from '../../graphql/request-key.js';
import { navigate } from '../../navigation.js';
import { recordName, removeLater, useKept } from '../../records/removals.js';
import { accountNow } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent, PageList } from '../../ui/loaded.js';
import { useData, usePages } from '../../use-data.js';
import { eventsAhead, eventsOfSeries } from './setup.operations.js';

const texts = t.setup.events;

interface EventSeriesProps {
  collectionId: string;
  /** The event that is open: its id, its version and when it begins. */
  id: number;
  version: string;
  startsAt: string;
}

/** The series of an event: its events, and buttons to cancel several of them. */
export function EventSeries({ collectionId, id: openId, version, startsAt }: EventSeriesProps) {
  const { day, time } = formats();
  const pages = useKept(
    eventRecords.path,
    usePages(
      `series ${collectionId} ${version}`,
      async (after) => (await execute(eventsOfSeries, { collectionId, after })).recurringEvents,
    ),
  );
  const series = { collectionId, shown: { id: openId, version } };
  return (
    <section class="panel" aria-label={texts.theSeries}>
      <h3>{texts.theSeries}</h3>
      <PageList
        label={texts.ofSeries}
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.setup.common.event,
            cell: ({ id, title, service }) => <Link path={`setup/events/${id}`}>{title || service.title}</Link>,
          },
          {
            title: t.setup.common.time,
            cell: ({ startsAt: start, endsAt }) => `${day(start)}, ${time(start)}–${time(endsAt)}`,
          },
          {
            title: t.setup.common.people,
            isNumber: true,
            cell: ({ nrOfAttendances, capacity }) =>
              t.records.of({ shown: String(nrOfAttendances), all: String(capacity) }),
          },
        ]}
      />
      <div class="actions">
        <CancelEvents {...series} title={texts.cancelFollowing} scope="FOLLOWING" start={wallTime(startsAt)} />
        <CancelEvents {...series} title={texts.cancelAll} scope="ALL" start={null} />
      </div>
    </section>
  );
}

interface CancelEventsProps {
  title: string;
  collectionId: string;
  scope: 'FOLLOWING' | 'ALL';
  /** The event that is open. */
  shown: { id: number; version: string };
  /** The begin of the first event that is cancelled; null for all that are not over. */
  start: string | null;
}

function CancelEvents(props: CancelEventsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {props.title}
      </Button>
      {isOpen && (
        <Dialog title={props.title} onClose={() => setOpen(false)}>
          <EventsToCancel {...props} />
        </Dialog>
      )}
    </>
  );
}

function EventsToCancel({ collectionId, scope, shown, start }: CancelEventsProps) {
  const { number } = formats();
  const loaded = useData(`cancel ${collectionId} ${start}`, async () => {
    const during = { from: wallTimeAt(accountNow()) };
    return (await execute(eventsAhead, { collectionId, during, start })).recurringEvents.nodes;
  });
  const cancel = (events: readonly EventAhead[], attendances: number) => {
    const from = events.find(({ id }) => id === shown.id)?.id;
    const ended = { collectionId, scope, from, version: shown.version, attendances };
    removeLater(
      events.map(({ id }) => recordName(eventRecords.path, id)),
      texts.areCancelled({ events: number(events.length) }),
      () => cancelEvents(ended, randomKey()),
    );
    navigate('setup/events');
  };
  return (
    <LoadedContent label={texts.theEvents} loaded={loaded}>
      {(events) => <Cancellation events={events} onConfirm={(people) => cancel(events, people)} />}
    </LoadedContent>
  );
}

interface EventAhead {
  id: number;
  nrOfAttendances: number;
}

interface CancellationProps {
  events: readonly EventAhead[];
  /** @param people how many have booked */
  onConfirm: (people: number) => void;
}

function Cancellation({ events, onConfirm }: CancellationProps) {
  const { number } = formats();
  const people = events.reduce((sum, { nrOfAttendances }) => sum + nrOfAttendances, 0);
  if (events.length === 0) return <p>{texts.allOver}</p>;
  return (
    <>
      <p>
        {texts.notOver({ events: number(events.length), places: number(people), consequence: t.events.consequence })}
      </p>
      <Form onSubmit={() => onConfirm(people)}>
        {({ isBusy }) => (
          <div class="actions">
            <Button type="submit" kind="danger" isBusy={isBusy}>
              {texts.cancelEvents({ events: number(events.length) })}
            </Button>
          </div>
        )}
      </Form>
    </>
  );
}
