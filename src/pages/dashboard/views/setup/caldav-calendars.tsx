import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox, Field, Select } from '../../../design/field.js';
import { Form, numberIn, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
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
            label={t.setup.calendars.serverAddress}
            name="url"
            required
            maxLength={300}
            error={error('url')}
            hint={t.setup.calendars.serverAddressHint}
          />
          <Field
            label={t.setup.calendars.userName}
            name="username"
            required
            maxLength={255}
            autocomplete="off"
            error={error('username')}
          />
          <PasswordField error={error('password')} />
          <Field label={t.setup.common.name} name="name" error={error('name')} hint={t.setup.calendars.nameHint} />
          <Field
            label={t.setup.calendars.readEvery}
            name="intervalMinutes"
            type="number"
            min={2}
            max={60}
            error={error('intervalMinutes')}
            hint={t.setup.calendars.readEveryHint}
          />
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {t.setup.calendars.addServer}
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
      label={t.setup.calendars.password}
      name="password"
      type="password"
      required
      maxLength={255}
      autocomplete="new-password"
      error={error}
      hint={t.setup.calendars.passwordHint}
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
    showDone(t.setup.calendars.chosen);
    await onSaved();
  };
  return (
    <Dialog title={t.setup.calendars.calendarsOf({ name })} onClose={onClose}>
      <LoadedContent label={t.setup.calendars.theServer} loaded={loaded}>
        {(calendars) => (
          <Form onSubmit={save} fields={['calendars', 'target']}>
            {({ isBusy, error }) => (
              <>
                <fieldset class="choices">
                  <legend>{t.setup.calendars.occupy}</legend>
                  {calendars
                    .filter(({ holdsEvents }) => holdsEvents)
                    .map(({ url, name: title, counts }) => (
                      <Checkbox key={url} label={title} name="calendars" value={url} defaultChecked={counts} />
                    ))}
                  <p class="hint">{t.setup.calendars.allCount}</p>
                  {error('calendars') && (
                    <p class="problem" role="alert">
                      {error('calendars')}
                    </p>
                  )}
                </fieldset>
                <Select
                  label={t.setup.calendars.target}
                  name="target"
                  value={target ?? ''}
                  error={error('target')}
                  options={[
                    { value: '', text: t.setup.calendars.noCalendar },
                    ...calendars
                      .filter(({ holdsEvents, writable }) => holdsEvents && writable)
                      .map(({ url, name: title }) => ({ value: url, text: title })),
                  ]}
                />
                <div class="actions">
                  <Button type="submit" kind="primary" isBusy={isBusy}>
                    {t.setup.common.save}
                  </Button>
                  <Button onClick={onClose}>{t.setup.common.cancel}</Button>
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
    showDone(t.setup.calendars.passwordReplaced);
    await onSaved();
  };
  return (
    <Dialog title={t.setup.calendars.passwordOf({ name })} onClose={onClose}>
      <Form onSubmit={save} fields={['password']}>
        {({ isBusy, error }) => (
          <>
            <PasswordField error={error('password')} />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {t.setup.common.save}
              </Button>
              <Button onClick={onClose}>{t.setup.common.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
