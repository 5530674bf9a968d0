import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { Checkbox, Field } from '../../../../design/field.js';
import { Form, textIn } from '../../../../design/form.js';
import { weekdays } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { ServerError } from '../../../graphql/server-error.js';
import { navigate } from '../../../navigation.js';
import { followedText } from '../../../punctuation.js';
import { imageTypes, smallImageOf } from '../../../records/image-file.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { dayNames, resources } from '../records.js';
import { readBookable, setResourceImage } from '../setup.operations.js';
import { readShortHours } from './short-hours.rules.js';

const texts = t.firstRun.team;

/** Those who can be booked, with their photos and hours, on one screen: the hours are typed once for all. */
export function QuickTeam() {
  const loaded = useData('bookable', () => execute(readBookable, {}));
  return (
    <LoadedContent label={texts.title} loaded={loaded}>
      {({ resources: { nodes } }) => <TeamForm known={nodes.map(({ title }) => title)} />}
    </LoadedContent>
  );
}

/** In a studio and a rental, several people are in one room, or there are several of a kind. */
const usualPlaces: Readonly<Record<string, number>> = { studio: 10, rental: 1 };

/** @param known the names of those who are there already */
function TeamForm({ known }: { known: readonly string[] }) {
  const [rows, setRows] = useState(1);
  const numbers = Array.from({ length: rows }, (_none, index) => index + 1);
  /** The ids of those who were created before a later one was refused, by row. */
  const created = useRef(new Map<number, number>());
  const once = useRequestKey();
  const places = usualPlaces[currentSession().account.trade ?? 'other'];
  const save = async (values: FormData) => {
    const named = numbers.filter((number) => textIn(values, `name-${number}`) !== null);
    if (named.length === 0 && known.length === 0) throw problemAt('name-1', texts.nobody);
    const opened = values.getAll('days');
    const week = (hours: readonly string[]) =>
      Object.fromEntries(dayNames.map((day) => [`openingHours${day}`, opened.includes(day) ? hours : []]));
    // All hours are read first, so that nothing is stored if some are wrong.
    const entered = named.map((number) => {
      const own = textIn(values, `hours-${number}`) === null ? 'hours' : `hours-${number}`;
      const capacity = places === undefined ? {} : { capacity: Number(values.get(`places-${number}`)) };
      return {
        number,
        attributes: { title: textIn(values, `name-${number}`), ...capacity, ...week(hoursIn(values, own)) },
      };
    });
    for (const { number, attributes } of entered) {
      const id =
        created.current.get(number) ?? (await once((key) => resources.source.create(attributes, key))).attributes['id'];
      created.current.set(number, Number(id));
      const photo = values.get(`photo-${number}`);
      if (!(photo instanceof File) || photo.size === 0) continue;
      const image = await smallImageOf(photo, `photo-${number}`);
      await once((key) => execute(setResourceImage, { id: Number(id), image }, key));
    }
    navigate('setup/offers');
  };
  const fieldsOf = (number: number) => ['name', 'photo', 'hours', 'places'].map((field) => `${field}-${number}`);
  return (
    <Form onSubmit={save} fields={['hours', ...numbers.flatMap(fieldsOf)]}>
      {({ isBusy, error }) => (
        <>
          <p>{texts.lead}</p>
          {known.length > 0 && <p>{texts.known({ names: followedText(known) })}</p>}
          <div class="quick-row">
            <Field
              label={texts.hours}
              name="hours"
              defaultValue="9-17"
              maxLength={100}
              hint={texts.hoursHint}
              error={error('hours')}
            />
            <fieldset class="quick-days">
              <legend>{texts.days}</legend>
              {dayNames.map((day, index) => (
                <Checkbox
                  key={day}
                  label={weekdays('short')[index] ?? day}
                  name="days"
                  value={day}
                  defaultChecked={index < 5}
                />
              ))}
            </fieldset>
          </div>
          {numbers.map((number) => (
            <fieldset key={number} class="quick-row" aria-label={texts.nameOf({ number })}>
              <Field label={texts.name} name={`name-${number}`} maxLength={255} error={error(`name-${number}`)} />
              <Field
                label={texts.photo}
                name={`photo-${number}`}
                type="file"
                accept={imageTypes}
                error={error(`photo-${number}`)}
              />
              {places !== undefined && (
                <Field
                  label={texts.places}
                  name={`places-${number}`}
                  inputMode="numeric"
                  maxLength={6}
                  defaultValue={String(places)}
                  error={error(`places-${number}`)}
                />
              )}
              <Field
                label={texts.own}
                name={`hours-${number}`}
                maxLength={100}
                hint={texts.ownHint}
                error={error(`hours-${number}`)}
              />
            </fieldset>
          ))}
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {texts.save}
            </Button>
            <Button onClick={() => setRows(rows + 1)}>{texts.add}</Button>
          </div>
        </>
      )}
    </Form>
  );
}

const problemAt = (field: string, message: string) =>
  new ServerError('BAD_USER_INPUT', message, { [field]: [message] });

/** @throws ServerError with a message at the field if its text is not hours */
function hoursIn(values: FormData, field: string): string[] {
  const hours = readShortHours(textIn(values, field) ?? '');
  if (!hours) throw problemAt(field, texts.problem);
  return hours;
}
