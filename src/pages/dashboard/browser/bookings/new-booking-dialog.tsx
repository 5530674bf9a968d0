import { useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { DraftNotice } from '../records/draft-notice.js';
import { useDraft } from '../records/use-draft.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Select, TextArea } from '../ui/field.js';
import { Form, numberIn, textIn } from '../ui/form.js';
import { showDone } from '../ui/toast.js';
import { createBooking } from './bookings.operations.js';
import type { Catalog } from './catalog.js';
import type { Booking } from './live-bookings.js';
import { PersonField, personIn } from './person-field.js';
import { nameOf } from './state.rules.js';
import { TimeFields, timesIn, timeTexts } from './time-fields.js';

interface NewBookingDialogProps {
  /** Wall-clock times. */
  start: string;
  end: string;
  resourceId: number | undefined;
  catalog: Catalog;
  onCreated: (booking: Booking) => void;
  onClose: () => void;
}

/** The values of the form before anything is typed, without its place, which the user chooses when it opens. */
const empty = { person: '', name: '', email: '', phone: '', count: '1', notes: '' };

/** The form for a new booking. What is typed survives a reload of the page. "Cancel" drops it. */
export function NewBookingDialog({ start, end, resourceId, catalog, onCreated, onClose }: NewBookingDialogProps) {
  const [resource, setResource] = useState(String(resourceId ?? catalog.resources[0]?.id ?? ''));
  const offered = catalog.services.filter(({ resources }) => resources.nodes.some(({ id }) => String(id) === resource));
  const draft = useDraft('/new-booking', empty);
  const texts = { ...empty, ...draft.restored };
  const submit = async (values: FormData) => {
    const input = {
      ...timesIn(values),
      ...personIn(values),
      resourceId: Number(resource),
      serviceId: numberIn(values, 'service'),
      count: numberIn(values, 'count'),
      notes: textIn(values, 'notes'),
    };
    const { createBooking: created } = await execute(createBooking, { input });
    draft.clear();
    if (created) {
      onCreated(created);
      showDone(`Booked for ${nameOf(created)}.`);
    }
    onClose();
  };
  const shownErrors = ['bookedFrom', 'bookedTo', 'resourceId', 'serviceId', 'count', 'personAttributes.email'];
  return (
    <Dialog title="New booking" onClose={onClose}>
      {draft.restored && <DraftNotice onDiscard={draft.discard} />}
      <Form
        key={draft.generation}
        onSubmit={submit}
        onInput={({ person = '', name = '', email = '', phone = '', count = '', notes = '' }) =>
          draft.store({ person, name, email, phone, count, notes })
        }
        fields={shownErrors}
      >
        {({ isBusy, error }) => (
          <>
            <div class="fields">
              <Select
                label="Resource"
                name="resource"
                value={resource}
                onChange={setResource}
                options={catalog.resources.map(({ id, title }) => ({ value: String(id), text: title }))}
                error={error('resourceId')}
              />
              <Select
                label="Service"
                name="service"
                options={[
                  ...offered.map(({ id, title }) => ({ value: String(id), text: title })),
                  { value: '', text: 'No service: only the resource' },
                ]}
                value={String(offered[0]?.id ?? '')}
                error={error('serviceId')}
              />
            </div>
            <TimeFields {...timeTexts(start, end)} error={error} />
            <PersonField shown={texts} error={error} />
            <Field
              label="People"
              name="count"
              type="number"
              min={1}
              max={10_000}
              required
              defaultValue={texts.count}
              error={error('count')}
            />
            <TextArea label="Notes" name="notes" maxLength={10_000} defaultValue={texts.notes} error={error('notes')} />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                Book
              </Button>
              <Button
                onClick={() => {
                  draft.clear();
                  onClose();
                }}
              >
                Cancel
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
