import { useState } from 'preact/hooks';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Option, Texts } from '../../records/record.rules.js';
import { useChoices } from '../../records/use-choices.js';
import { useDraft } from '../../records/use-draft.js';
import { postAction } from '../../rest/client.js';
import { useRequestKey } from '../../rest/request-key.js';
import { repeatFields, repetitionOf } from '../../series/repeat.rules.js';
import { createdBookings } from '../../series/series.operations.js';
import { type CreatedPart, SeriesProgress, type StartedSeries } from '../../series/series-progress.js';
import { Button } from '../../ui/button.js';
import { LoadedContent } from '../../ui/loaded.js';

const seriesFields = (services: readonly Option[], resources: readonly Option[]): FieldDefinition[] => [
  { name: 'service_id', label: 'Service', kind: 'choice', required: true, options: services },
  { name: 'resource_id', label: 'With', kind: 'choice', required: true, options: resources },
  { name: 'date', label: 'First date', kind: 'date', required: true },
  { name: 'booked_from', label: 'From', kind: 'time', required: true },
  { name: 'booked_to', label: 'To', kind: 'time', required: true },
  ...repeatFields(),
];

interface SeriesFormProps {
  personId: number;
  onBooked: () => unknown;
}

/** Books a series for a person, and shows its progress. */
export function SeriesForm({ personId, onBooked }: SeriesFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [started, setStarted] = useState<StartedSeries>();
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Book a series…</Button>;
  return (
    <section class="panel" aria-label="A series of bookings">
      <h2>A series of bookings</h2>
      {started ? (
        <SeriesProgress
          series={started}
          label="Booking the series"
          missingText="These dates are not booked, because the time was taken or closed:"
          readCreated={readCreated}
          onFinished={onBooked}
        />
      ) : (
        <SeriesEditor personId={personId} onStarted={setStarted} onCancel={() => setOpen(false)} />
      )}
    </section>
  );
}

async function readCreated(collectionId: string): Promise<CreatedPart> {
  const { recurringBookings, seriesProgress } = await execute(createdBookings, { collectionId });
  return {
    begins: recurringBookings.nodes.map(({ bookedFrom }) => bookedFrom),
    isFinished: seriesProgress?.isFinished === true,
  };
}

interface SeriesEditorProps {
  personId: number;
  onStarted: (series: StartedSeries) => void;
  onCancel: () => void;
}

function SeriesEditor(props: SeriesEditorProps) {
  const choices = useChoices('APPOINTMENT');
  return (
    <LoadedContent label="The services" loaded={choices}>
      {({ services, resources }) => <SeriesFields {...props} services={services} resources={resources} />}
    </LoadedContent>
  );
}

interface SeriesFieldsProps extends SeriesEditorProps {
  services: readonly Option[];
  resources: readonly Option[];
}

function SeriesFields({ personId, onStarted, onCancel, services, resources }: SeriesFieldsProps) {
  const once = useRequestKey();
  const shown = {
    ...{ service_id: services[0]?.value ?? '', resource_id: resources[0]?.value ?? '' },
    ...{ repeat: 'weekly', times: '10' },
  };
  const draft = useDraft(`/people/${personId}/series`, shown);
  const submit = async ({ date = '', booked_from, booked_to, service_id, resource_id, repeat, times }: Texts) => {
    const { rrule, dates } = repetitionOf(date, repeat, times);
    const body = {
      booking: {
        ...{ person_id: personId, service_id: Number(service_id), resource_id: Number(resource_id) },
        ...{ booked_from: `${date} ${booked_from}`, booked_to: `${date} ${booked_to}` },
      },
      recurring: { rrule },
    };
    const answer = await once((key) => postAction('/bookings/recurring', body, key));
    draft.clear();
    onStarted({ collectionId: String(answer['collection_id']), dates });
  };
  return (
    <DraftedForm
      {...{ shown, draft, onCancel }}
      fields={seriesFields(services, resources)}
      onDiscard={draft.discard}
      onSubmit={submit}
      submitLabel="Book the series"
    />
  );
}
