import { Table } from '../../../design/table.js';
import { execute } from '../../graphql/client.js';
import { hoursText } from '../../records/record.rules.js';
import { can } from '../../session.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { CalendarSources } from './calendar-sources.js';
import { type ListResourcesQuery, listResources } from './catalog.operations.js';
import { ExceptionDates } from './exception-dates.js';
import { resourceFields } from './fields.js';
import { RecordImage } from './record-image.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { resourceRecords } from './record-sources.js';

/** Resources with their opening hours. Staff who may not write them see them, and write their exception dates. */
export function Resources({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/resources"
      open={open}
      source={resourceRecords}
      noun="resource"
      fields={resourceFields}
      initial={{ capacity: 1 }}
      canWrite={can('catalog')}
      deletion="It is no longer listed, and nothing can be booked on it. Its bookings stay."
      details={(id) => (
        <>
          <RecordImage of="resource" id={id} />
          <ExceptionDates resourceId={id} />
          {can('calendars') && <CalendarSources resourceId={id} />}
        </>
      )}
    >
      <ResourceList />
    </RecordPart>
  );
}

type Resource = ListResourcesQuery['resources']['nodes'][number];

function ResourceList() {
  const loaded = useData('resources', async () => (await execute(listResources, {})).resources.nodes);
  return (
    <LoadedContent label="The resources" loaded={loaded}>
      {(resources) => (
        <Table
          caption="Resources"
          rows={resources}
          keyOf={({ id }) => id}
          empty="No resources yet."
          columns={[
            { title: 'Title', cell: ({ id, title }) => <Link path={`setup/resources/${id}`}>{title}</Link> },
            { title: 'Capacity', isNumber: true, cell: ({ capacity }) => capacity },
            { title: 'Opening hours', cell: weekText },
          ]}
        />
      )}
    </LoadedContent>
  );
}

/** The opening hours of a week, with equal days together. */
function weekText(resource: Resource): string {
  const days: [string, readonly string[] | null][] = [
    ['Mon', resource.openingHoursMon],
    ['Tue', resource.openingHoursTue],
    ['Wed', resource.openingHoursWed],
    ['Thu', resource.openingHoursThu],
    ['Fri', resource.openingHoursFri],
    ['Sat', resource.openingHoursSat],
    ['Sun', resource.openingHoursSun],
  ];
  const groups = new Map<string, string[]>();
  for (const [day, times] of days) {
    const text = times === null ? '–' : hoursText(times);
    groups.set(text, [...(groups.get(text) ?? []), day]);
  }
  return [...groups].map(([text, names]) => `${names.join(', ')} ${text}`).join('; ');
}
