import { useState } from 'preact/hooks';
import { midnightOf } from '../../dates.js';
import { eventFields } from '../../events/event-fields.js';
import { createEvents, eventRecords } from '../../events/event-records.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { EventHistory, HistoryPart } from '../../history/histories.js';
import type { RecordSource, StoredRecord } from '../../records/record-source.js';
import { useKept } from '../../records/removals.js';
import { useChoices } from '../../records/use-choices.js';
import { createdEvents } from '../../series/series.operations.js';
import { type CreatedPart, SeriesProgress, type StartedSeries } from '../../series/series-progress.js';
import { accountNow } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent, PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { EventSeries } from './event-series.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { listEvents } from './setup.operations.js';

/** The events from today on. */
export function Events({ open }: SetupPartProps) {
  const [series, setSeries] = useState<StartedSeries>();
  const choices = useChoices('ATTENDANCE');
  return (
    <LoadedContent label={t.setup.common.choices} loaded={choices}>
      {({ resources, services }) => (
        <>
          {services.length === 0 && <p class="notice">{t.setup.events.needsService}</p>}
          <RecordPart
            kind={{
              ...{ path: 'events', texts: t.setup.nouns.event, permission: 'catalog', deletion: t.events.consequence },
              source: { ...eventRecords, create: createInto(setSeries) },
              fields: eventFields(resources, services),
              initial: {
                resourceId: resources[0]?.value,
                serviceId: services[0]?.value,
                published: true,
                times: 10,
                length: 60,
              },
              hasOwnForm: services.length === 0,
            }}
            open={open}
            related={seriesOf}
            details={(id) => (
              <HistoryPart>
                <EventHistory id={id} />
              </HistoryPart>
            )}
          >
            {series && <Started series={series} onFinished={() => setSeries(undefined)} />}
            <EventList key={series?.collectionId} />
          </RecordPart>
        </>
      )}
    </LoadedContent>
  );
}

const createInto =
  (setSeries: (series: StartedSeries | undefined) => void): RecordSource['create'] =>
  async (attributes, key) => {
    setSeries(await createEvents(attributes, key));
    return { attributes, version: '' };
  };

function seriesOf({ attributes, version }: StoredRecord) {
  const { id, collectionId, startsAt } = attributes;
  if (typeof id !== 'number' || typeof collectionId !== 'string' || typeof startsAt !== 'string') return null;
  return <EventSeries {...{ id, collectionId, startsAt, version }} />;
}

/** The progress of a series that was created. */
function Started(props: { series: StartedSeries; onFinished: () => void }) {
  return (
    <section class="panel" aria-label={t.setup.events.aSeries}>
      <SeriesProgress
        {...props}
        label={t.setup.events.creating}
        leftOutText={t.setup.events.leftOut}
        readCreated={readCreated}
      />
    </section>
  );
}

async function readCreated(collectionId: string): Promise<CreatedPart> {
  const { recurringEvents, seriesProgress } = await execute(createdEvents, { collectionId });
  return {
    begins: recurringEvents.nodes.map(({ startsAt }) => startsAt),
    isFinished: seriesProgress?.isFinished === true,
    leftOut: seriesProgress?.leftOut ?? [],
  };
}

function EventList() {
  const { day, time } = formats();
  const from = midnightOf(wallTimeAt(accountNow()).slice(0, 10));
  const pages = useKept(
    eventRecords.path,
    usePages(`events ${from}`, async (after) => (await execute(listEvents, { from, after })).events),
  );
  return (
    <PageList
      label={t.setup.events.events}
      pages={pages}
      keyOf={({ id }) => id}
      empty={t.setup.events.noEvents}
      columns={[
        {
          title: t.setup.common.event,
          cell: ({ id, title, service }) => <Link path={`setup/events/${id}`}>{title || service.title}</Link>,
        },
        {
          title: t.setup.common.time,
          cell: ({ startsAt, endsAt }) => `${day(startsAt)}, ${time(startsAt)}–${time(endsAt)}`,
        },
        { title: t.setup.common.resource, cell: ({ resource }) => resource.title },
        {
          title: t.setup.common.people,
          isNumber: true,
          cell: ({ nrOfAttendances, capacity }) =>
            t.records.of({ shown: String(nrOfAttendances), all: String(capacity) }),
        },
        {
          title: t.setup.events.published,
          cell: ({ published }) => (published ? t.setup.common.yes : t.setup.common.no),
        },
        {
          title: t.setup.events.series,
          cell: ({ collectionId }) => (collectionId === null ? '' : t.setup.events.inSeries),
        },
      ]}
    />
  );
}
