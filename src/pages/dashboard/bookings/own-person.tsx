import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Field, Select } from '../../design/field.js';
import { Form, textIn } from '../../design/form.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { type DependantsQuery, dependants } from './bookings.operations.js';
import { createPerson } from './change-booking.js';
import type { Booking } from './live.js';

interface OwnPersonProps {
  booking: Booking;
  /** The name of the one for whom it was booked. */
  name: string;
  /** The id of the person who booked. */
  bookerId: number;
  /** Called with the changed booking, and a sentence that describes the change. */
  onChanged: (booking: Booking, done: string) => void;
}

/** Gives a booking to the one for whom it was made: a person of its own, or one for whom the person who booked may act. */
export function OwnPerson(props: OwnPersonProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OwnPersonForm {...props} onCancel={() => setOpen(false)} />;
  const label = t.punctuation.labelled({ label: t.bookings.ownPerson, value: props.name });
  return (
    <Button kind="plain" label={label} onClick={() => setOpen(true)}>
      {t.bookings.ownPerson}
    </Button>
  );
}

type Known = NonNullable<DependantsQuery['person']>['dependants']['nodes'][number]['dependant'];

async function readKnown(id: number): Promise<Known[]> {
  const { person } = await execute(dependants, { id });
  return person?.dependants.nodes.map(({ dependant }) => dependant) ?? [];
}

/** Asks which of the known people it is: two of the same name are told apart by their birthdays. */
function OwnPersonForm({ booking, name, bookerId, onChanged, onCancel }: OwnPersonProps & { onCancel: () => void }) {
  const loaded = useData(`people of ${bookerId}`, () => readKnown(bookerId));
  const [chosen, setChosen] = useState('');
  const submit = async (values: FormData) => {
    const known = chosen === '' ? { dateOfBirth: textIn(values, 'dateOfBirth') || null } : { personId: Number(chosen) };
    const changed = await createPerson(booking, known);
    onChanged(changed, t.bookings.ownPersonDone({ name: changed.person?.name ?? name }));
  };
  return (
    <LoadedContent label={t.bookings.ownPerson} loaded={loaded}>
      {(people) => (
        <Form onSubmit={submit} fields={['personId', 'dateOfBirth']}>
          {({ isBusy, error }) => (
            <fieldset>
              <legend>{t.bookings.ownPerson}</legend>
              <div class="fields">
                {people.length > 0 && (
                  <Select
                    label={t.bookings.forWhom}
                    name="personId"
                    value={chosen}
                    onChange={setChosen}
                    error={error('personId')}
                    options={[
                      { value: '', text: t.bookings.newPersonNamed({ name }) },
                      ...people.map((one) => ({ value: String(one.id), text: labelOf(one) })),
                    ]}
                  />
                )}
                {chosen === '' && (
                  <Field
                    label={t.people.fields.dateOfBirth}
                    name="dateOfBirth"
                    type="date"
                    error={error('dateOfBirth')}
                    hint={t.bookings.birthdayHint}
                  />
                )}
              </div>
              <div class="actions">
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {t.bookings.ownPersonSave}
                </Button>
                <Button onClick={onCancel}>{t.bookings.keep}</Button>
              </div>
            </fieldset>
          )}
        </Form>
      )}
    </LoadedContent>
  );
}

/** `Bo Berg, 3 March 2019`. */
function labelOf({ id, name, dateOfBirth }: Known): string {
  return [name ?? String(id), dateOfBirth && formats().date(dateOfBirth)].filter(Boolean).join(', ');
}
