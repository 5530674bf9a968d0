import { Table } from '../../../design/table.js';
import { weekdays } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { shownWeek } from '../../records/record.rules.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { CalendarSources } from './calendar-sources.js';
import { ExceptionDates } from './exception-dates.js';
import { resourceFields } from './fields.js';
import { RecordImage } from './record-image.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { resourceRecords } from './record-sources.js';
import { type ListResourcesQuery, listResources } from './setup.operations.js';

/** Resources with their opening hours. Staff who may not write them see them, and write their exception dates. */
export function Resources({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/resources"
      open={open}
      source={resourceRecords}
      texts={t.setup.nouns.resource}
      fields={resourceFields}
      initial={{ capacity: 1 }}
      canWrite={can('catalog')}
      deletion={t.setup.catalog.resourceDeletion}
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
    <LoadedContent label={t.setup.common.theResources} loaded={loaded}>
      {(resources) => (
        <Table
          caption={t.setup.catalog.resources}
          rows={resources}
          keyOf={({ id }) => id}
          empty={t.setup.catalog.noResources}
          columns={[
            {
              title: t.setup.common.title,
              cell: ({ id, title }) => <Link path={`setup/resources/${id}`}>{title}</Link>,
            },
            { title: t.setup.common.capacity, isNumber: true, cell: ({ capacity }) => capacity },
            { title: t.setup.common.hours, cell: weekText },
          ]}
        />
      )}
    </LoadedContent>
  );
}

function weekText(resource: Resource): string {
  const days = [
    resource.openingHoursMon,
    resource.openingHoursTue,
    resource.openingHoursWed,
    resource.openingHoursThu,
    resource.openingHoursFri,
    resource.openingHoursSat,
    resource.openingHoursSun,
  ];
  return shownWeek(days, weekdays('short'));
}
