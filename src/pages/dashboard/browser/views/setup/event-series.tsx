import { useState } from 'preact/hooks';
import { cancellation } from '../../events/event-records.js';
import { formats, wallTime, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useParts } from '../../long-work/use-parts.js';
import { WorkProgress } from '../../long-work/work-progress.js';
import { navigate } from '../../navigation.js';
import { accountNow } from '../../session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { PageList } from '../../ui/page-list.js';
import { useData } from '../../use-data.js';
import { usePages } from '../../use-pages.js';
import { cancelEvent, eventsAhead, eventsOfSeries } from './event-series.operations.js';

interface EventSeriesProps {
  collectionId: string;
  /** When the event begins that is open, and its version. */
  startsAt: string;
  version: string;
}

/** The series of an event: its events, and buttons to cancel several of them. */
export function EventSeries({ collectionId, startsAt, version }: EventSeriesProps) {
  const { day, time } = formats();
  const pages = usePages(
    `series ${collectionId} ${version}`,
    async (after) => (await execute(eventsOfSeries, { collectionId, after })).recurringEvents,
  );
  return (
    <section class="panel" aria-label="The series">
      <h3>The series</h3>
      <PageList
        label="Events of the series"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Event',
            cell: ({ id, title, service }) => <Link path={`setup/events/${id}`}>{title || service.title}</Link>,
          },
          {
            title: 'Time',
            cell: ({ startsAt: start, endsAt }) => `${day(start)}, ${time(start)}–${time(endsAt)}`,
          },
          {
            title: 'People',
            isNumber: true,
            cell: ({ nrOfAttendances, capacity }) => `${nrOfAttendances} of ${capacity}`,
          },
        ]}
      />
      <div class="actions">
        <CancelEvents title="Cancel this and the following" collectionId={collectionId} start={wallTime(startsAt)} />
        <CancelEvents title="Cancel the whole series" collectionId={collectionId} start={null} />
      </div>
    </section>
  );
}

interface CancelEventsProps {
  title: string;
  collectionId: string;
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

function EventsToCancel({ collectionId, start }: CancelEventsProps) {
  const loaded = useData(`cancel ${collectionId} ${start}`, async () => {
    const during = { from: wallTimeAt(accountNow()) };
    return (await execute(eventsAhead, { collectionId, during, start })).recurringEvents.nodes;
  });
  return (
    <LoadedContent label="The events" loaded={loaded}>
      {(events) => <Cancellation events={events} />}
    </LoadedContent>
  );
}

function Cancellation({ events }: { events: readonly { id: number; nrOfAttendances: number }[] }) {
  const { number } = formats();
  const work = useParts(events, async ({ id }) => execute(cancelEvent, { id }));
  const done = work.results.length;
  const people = events.reduce((sum, { nrOfAttendances }) => sum + nrOfAttendances, 0);
  if (events.length === 0) return <p>All of them are over or cancelled.</p>;
  return (
    <>
      <p>
        Events that are not over: {number(events.length)}. Booked places in them: {number(people)}.{' '}
        {cancellation.consequence}
      </p>
      <WorkProgress
        label="Cancelling"
        work={work}
        done={done}
        total={events.length}
        start={`Cancel ${number(events.length)} events`}
        ifClosed="If this page is closed, what is cancelled stays cancelled, and the others stay."
      />
      {done === events.length && (
        <div class="actions">
          <Button kind="primary" onClick={() => navigate('setup/events')}>
            Done
          </Button>
        </div>
      )}
    </>
  );
}
