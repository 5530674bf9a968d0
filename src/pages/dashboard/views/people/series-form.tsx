import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Option, Texts } from '../../records/record.rules.js';
import { useChoices } from '../../records/use-choices.js';
import { useDraft } from '../../records/use-draft.js';
import { createdBookings } from '../../series/series.operations.js';
import { repeatFields, repetitionOf } from '../../series/series.rules.js';
import { type CreatedPart, SeriesProgress, type StartedSeries } from '../../series/series-progress.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { bookSeries } from './people.operations.js';

const seriesFields = (services: readonly Option[], resources: readonly Option[]): FieldDefinition[] => [
  { name: 'serviceId', label: t.people.series.service, kind: 'record', required: true, options: services },
  { name: 'resourceId', label: t.people.series.with, kind: 'record', required: true, options: resources },
  { name: 'date', label: t.people.series.firstDate, kind: 'date', required: true },
  { name: 'bookedFrom', label: t.people.series.from, kind: 'time', required: true },
  { name: 'bookedTo', label: t.people.series.to, kind: 'time', required: true },
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
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t.people.series.open}</Button>;
  return (
    <section class="panel" aria-label={t.people.series.title}>
      <h2>{t.people.series.title}</h2>
      {started ? (
        <SeriesProgress
          series={started}
          label={t.people.series.booking}
          leftOutText={t.people.series.leftOut}
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
    leftOut: seriesProgress?.leftOut ?? [],
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
    <LoadedContent label={t.people.series.services} loaded={choices}>
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
    ...{ serviceId: services[0]?.value ?? '', resourceId: resources[0]?.value ?? '' },
    ...{ repeat: 'weekly', times: '10' },
  };
  const draft = useDraft(`/people/${personId}/series`, shown);
  const submit = async ({ date = '', bookedFrom, bookedTo, serviceId, resourceId, repeat, times }: Texts) => {
    const { rrule, dates } = repetitionOf(date, repeat, times);
    const input = {
      ...{ personId, serviceId: Number(serviceId), resourceId: Number(resourceId) },
      ...{ bookedFrom: `${date} ${bookedFrom}`, bookedTo: `${date} ${bookedTo}` },
    };
    const answer = await once((key) => execute(bookSeries, { input, recurrence: { rrule } }, key));
    draft.clear();
    onStarted({ collectionId: String(answer.createRecurringBookings), dates });
  };
  return (
    <DraftedForm
      {...{ shown, draft, onCancel }}
      fields={seriesFields(services, resources)}
      onDiscard={draft.discard}
      onSubmit={submit}
      submitLabel={t.people.series.submit}
    />
  );
}
