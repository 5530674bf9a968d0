import { useState } from 'preact/hooks';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { postAction } from '../../rest/client.js';
import { useRequestKey } from '../../rest/request-key.js';
import { seriesChoices } from '../../series/series.operations.js';
import { datesOf, type Frequency, frequencies, maxTimes, ruleOf } from '../../series/series.rules.js';
import { type BookedSeries, SeriesProgress } from '../../series/series-progress.js';
import { Button } from '../../ui/button.js';
import { Field, Select } from '../../ui/field.js';
import { Form, numberIn, textIn } from '../../ui/form.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';

interface SeriesFormProps {
  personId: number;
  onBooked: () => unknown;
}

const frequencyNames = Object.keys(frequencies).filter((name): name is Frequency => Object.hasOwn(frequencies, name));

/** Books a series for a person, and shows its progress. */
export function SeriesForm({ personId, onBooked }: SeriesFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [booked, setBooked] = useState<BookedSeries>();
  const once = useRequestKey();
  const submit = async (values: FormData) => {
    const date = textIn(values, 'date') ?? '';
    const frequency = frequencyNames.find((name) => name === values.get('frequency')) ?? 'weekly';
    const times = numberIn(values, 'times') ?? 2;
    const body = {
      booking: {
        person_id: personId,
        service_id: numberIn(values, 'serviceId'),
        resource_id: numberIn(values, 'resourceId'),
        booked_from: `${date} ${textIn(values, 'bookedFrom')}`,
        booked_to: `${date} ${textIn(values, 'bookedTo')}`,
      },
      recurring: { rrule: ruleOf(frequency, times) },
    };
    const answer = await once((key) => postAction('/bookings/recurring', body, key));
    setBooked({ collectionId: String(answer['collection_id']), dates: datesOf(date, frequency, times) });
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Book a series…</Button>;
  return (
    <section class="panel" aria-label="A series of bookings">
      <h2>A series of bookings</h2>
      {booked ? (
        <SeriesProgress series={booked} onFinished={onBooked} />
      ) : (
        <SeriesFields onSubmit={submit} onCancel={() => setOpen(false)} />
      )}
    </section>
  );
}

const fieldNames = ['serviceId', 'resourceId', 'bookedFrom', 'bookedTo'];

function SeriesFields({ onSubmit, onCancel }: { onSubmit: (values: FormData) => unknown; onCancel: () => void }) {
  const loaded = useData('series', async () => execute(seriesChoices, {}));
  const { number } = formats();
  const optionsOf = (records: readonly { id: number; title: string }[]) =>
    records.map(({ id, title }) => ({ value: String(id), text: title }));
  return (
    <LoadedContent label="The services" loaded={loaded}>
      {({ services, resources }) => (
        <Form onSubmit={onSubmit} fields={fieldNames}>
          {({ isBusy, error }) => (
            <>
              <div class="fields">
                <Select
                  label="Service"
                  name="serviceId"
                  required
                  options={optionsOf(services.nodes)}
                  error={error('serviceId')}
                />
                <Select
                  label="With"
                  name="resourceId"
                  required
                  options={optionsOf(resources.nodes)}
                  error={error('resourceId')}
                />
                <Field label="First date" name="date" type="date" required />
                <Field label="From" name="bookedFrom" type="time" required error={error('bookedFrom')} />
                <Field label="To" name="bookedTo" type="time" required error={error('bookedTo')} />
                <Select
                  label="Repeat"
                  name="frequency"
                  value="weekly"
                  options={frequencyNames.map((value) => ({ value, text: frequencies[value].title }))}
                />
                <Field
                  label="How many times"
                  name="times"
                  type="number"
                  min={2}
                  max={maxTimes}
                  defaultValue="10"
                  required
                  hint={`2 to ${number(maxTimes)}`}
                />
              </div>
              <div class="actions">
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  Book the series
                </Button>
                <Button onClick={onCancel}>Close</Button>
              </div>
            </>
          )}
        </Form>
      )}
    </LoadedContent>
  );
}
