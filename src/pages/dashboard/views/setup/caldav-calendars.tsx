import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox, Field, Select } from '../../../design/field.js';
import { Form, numberIn, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import {
  type CalendarSourceFragment,
  createCalendarSource,
  listCalendarsOfSource,
  updateCalendarSource,
} from './calendar-sources.operations.js';

interface NewServerProps {
  resourceId: number;
  onAdded: (source: CalendarSourceFragment | null) => Promise<void>;
}

/** A form for the calendars of a user on a CalDAV server. No draft of it is stored, because it has a password. */
export function NewCalDavServer({ resourceId, onAdded }: NewServerProps) {
  const add = async (values: FormData) => {
    const input = {
      resourceId,
      kind: 'CALDAV' as const,
      url: textIn(values, 'url'),
      username: textIn(values, 'username'),
      password: String(values.get('password') ?? ''),
      name: textIn(values, 'name'),
      intervalMinutes: numberIn(values, 'intervalMinutes'),
    };
    const { createCalendarSource: source } = await execute(createCalendarSource, { input });
    await onAdded(source);
  };
  return (
    <Form onSubmit={add} fields={['url', 'username', 'password', 'name', 'intervalMinutes']}>
      {({ isBusy, error }) => (
        <>
          <Field
            label="Address of the server"
            name="url"
            required
            maxLength={300}
            error={error('url')}
            hint="Such as https://caldav.example.org. Or the address of one calendar"
          />
          <Field
            label="User name"
            name="username"
            required
            maxLength={255}
            autocomplete="off"
            error={error('username')}
          />
          <PasswordField error={error('password')} />
          <Field
            label="Name"
            name="name"
            error={error('name')}
            hint="Such as Private. Empty: the host of the address"
          />
          <Field
            label="Read every"
            name="intervalMinutes"
            type="number"
            min={2}
            max={60}
            error={error('intervalMinutes')}
            hint="Minutes, from 2 to 60. Empty: 5"
          />
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              Add the server
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

function PasswordField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Password"
      name="password"
      type="password"
      required
      maxLength={255}
      autocomplete="new-password"
      error={error}
      hint="Create a password for this purpose at the server, if it offers that. It is stored encrypted and not shown again"
    />
  );
}

interface DialogProps {
  source: CalendarSourceFragment;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Chooses which calendars of a server count, and which one gets the bookings. */
export function ChooseCalendars({ source, onSaved, onClose }: DialogProps) {
  const { id, revisionCount: ifRevision, name, target } = source;
  const loaded = useData(
    `calendars of source ${id} ${ifRevision}`,
    async () => (await execute(listCalendarsOfSource, { id })).calendarsOfSource.nodes,
  );
  const save = async (values: FormData) => {
    const calendars = values.getAll('calendars').map(String);
    const input = { calendars, target: textIn(values, 'target') };
    await execute(updateCalendarSource, { id, input, ifRevision });
    showDone('The calendars are chosen. They are read within seconds.');
    await onSaved();
  };
  return (
    <Dialog title={`Calendars of ${name}`} onClose={onClose}>
      <LoadedContent label="The calendars of the server" loaded={loaded}>
        {(calendars) => (
          <Form onSubmit={save} fields={['calendars', 'target']}>
            {({ isBusy, error }) => (
              <>
                <fieldset class="choices">
                  <legend>Entries of these calendars occupy the resource</legend>
                  {calendars
                    .filter(({ holdsEvents }) => holdsEvents)
                    .map(({ url, name: title, counts }) => (
                      <Checkbox key={url} label={title} name="calendars" value={url} defaultChecked={counts} />
                    ))}
                  <p class="hint">If none is ticked, all of them count.</p>
                  {error('calendars') && (
                    <p class="problem" role="alert">
                      {error('calendars')}
                    </p>
                  )}
                </fieldset>
                <Select
                  label="Bookings are written into"
                  name="target"
                  value={target ?? ''}
                  error={error('target')}
                  options={[
                    { value: '', text: 'No calendar' },
                    ...calendars
                      .filter(({ holdsEvents, writable }) => holdsEvents && writable)
                      .map(({ url, name: title }) => ({ value: url, text: title })),
                  ]}
                />
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isBusy}>
                    Save
                  </Button>
                  <Button onClick={onClose}>Cancel</Button>
                </div>
              </>
            )}
          </Form>
        )}
      </LoadedContent>
    </Dialog>
  );
}

/** Replaces the password of a server. */
export function ReplacePassword({ source: { id, name }, onSaved, onClose }: DialogProps) {
  const save = async (values: FormData) => {
    await execute(updateCalendarSource, { id, input: { password: String(values.get('password') ?? '') } });
    showDone('The password is replaced. The calendars are read within seconds.');
    await onSaved();
  };
  return (
    <Dialog title={`Password of ${name}`} onClose={onClose}>
      <Form onSubmit={save} fields={['password']}>
        {({ isBusy, error }) => (
          <>
            <PasswordField error={error('password')} />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                Save
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
