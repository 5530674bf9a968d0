import { midnightOf } from '../../dates.js';
import { eventFields } from '../../events/event-fields.js';
import { cancellation, eventRecords } from '../../events/event-records.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useChoices } from '../../records/use-choices.js';
import { accountNow, can } from '../../session.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { PageList } from '../../ui/page-list.js';
import { usePages } from '../../use-pages.js';
import { listEvents } from './catalog.operations.js';
import type { SetupPartProps } from './part-props.js';
import { RecordPart } from './record-part.js';

/** The events from today on. */
export function Events({ open }: SetupPartProps) {
  const choices = useChoices('ATTENDANCE');
  return (
    <LoadedContent label="The resources and services" loaded={choices}>
      {({ resources, services }) => (
        <>
          {services.length === 0 && <p class="notice">An event needs a service of the type “Attendance”.</p>}
          <RecordPart
            path="setup/events"
            open={open}
            source={eventRecords}
            noun="event"
            fields={eventFields(resources, services)}
            initial={{ resource_id: resources[0]?.value, service_id: services[0]?.value, published: true }}
            canWrite={can('catalog') && services.length > 0}
            deletion={cancellation.consequence}
            deletionVerb={cancellation.verb}
          >
            <EventList />
          </RecordPart>
        </>
      )}
    </LoadedContent>
  );
}

function EventList() {
  const { day, time } = formats();
  const from = midnightOf(wallTimeAt(accountNow()).slice(0, 10));
  const pages = usePages(`events ${from}`, async (after) => (await execute(listEvents, { from, after })).events);
  return (
    <PageList
      label="Events"
      pages={pages}
      keyOf={({ id }) => id}
      empty="No events ahead."
      columns={[
        {
          title: 'Event',
          cell: ({ id, title, service }) => <Link path={`setup/events/${id}`}>{title || service.title}</Link>,
        },
        {
          title: 'Time',
          cell: ({ startsAt, endsAt }) => `${day(startsAt)}, ${time(startsAt)}–${time(endsAt)}`,
        },
        { title: 'Resource', cell: ({ resource }) => resource.title },
        {
          title: 'People',
          isNumber: true,
          cell: ({ nrOfAttendances, capacity }) => `${nrOfAttendances} of ${capacity}`,
        },
        { title: 'Published', cell: ({ published }) => (published ? 'Yes' : 'No') },
      ]}
    />
  );
}
