import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Checkbox, Select } from '../../../design/field.js';
import { Form, numberIn, textIn } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { FieldsForm } from '../../records/fields-form.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import {
  type CalendarSourceFragment,
  createCalendarSource,
  listCalendarsOfSource,
  updateCalendarSource,
} from './setup.operations.js';

const { calendars: texts, common } = t.setup;

const password: FieldDefinition = {
  ...{ name: 'password', label: texts.password, kind: 'password', required: true, autocomplete: 'new-password' },
  hint: texts.passwordHint,
};

const serverFields: readonly FieldDefinition[] = [
  {
    ...{ name: 'url', label: texts.serverAddress, kind: 'text', required: true, maxLength: 300 },
    hint: texts.serverAddressHint,
  },
  { name: 'username', label: texts.userName, kind: 'text', required: true, autocomplete: 'off' },
  password,
  { name: 'name', label: common.name, kind: 'text', hint: texts.nameHint },
  { name: 'intervalMinutes', label: texts.readEvery, kind: 'integer', hint: texts.readEveryHint },
];

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
  return <FieldsForm fields={serverFields} onSubmit={add} submitLabel={t.setup.calendars.addServer} />;
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
      <FieldsForm
        fields={[password]}
        onSubmit={save}
        submitLabel={t.setup.common.save}
        cancel={{ label: t.setup.common.cancel, onClick: onClose }}
      />
    </Dialog>
  );
}

const ofSource = t.business.calendarSource;

const userFields: readonly FieldDefinition[] = [
  { name: 'username', label: ofSource.username, kind: 'text', required: true },
  { name: 'password', label: ofSource.password, kind: 'password', hint: ofSource.passwordHint },
];

/** Changes the address, the user and the name of a calendar. Its secret address is shown shortened, which changes nothing. */
export function EditSource({ source, onSaved, onClose }: DialogProps) {
  const { id, kind, name, url, username, intervalMinutes } = source;
  const once = useRequestKey();
  const isServer = kind === 'CALDAV';
  const save = async (values: FormData) => {
    const password = textIn(values, 'password');
    const minutes = textIn(values, 'intervalMinutes');
    const entered = {
      ...{ name: textIn(values, 'name'), url: textIn(values, 'url'), password },
      intervalMinutes: minutes === null ? null : Number(minutes),
      ...(isServer && { username: textIn(values, 'username') }),
    };
    const shown: Readonly<Record<string, unknown>> = { name, url, password: null, intervalMinutes, username };
    // Only what was changed, because the revision also changes with each read of the calendar.
    const input = Object.fromEntries(
      Object.entries(entered).filter(([attribute, value]) => value !== shown[attribute]),
    );
    await once((key) => execute(updateCalendarSource, { id, input }, key));
    showDone(ofSource.saved);
    await onSaved();
  };
  return (
    <Dialog title={ofSource.editOf({ name })} onClose={onClose}>
      <FieldsForm
        fields={[
          { name: 'name', label: ofSource.name, kind: 'text' },
          { name: 'url', label: ofSource.url, kind: 'text', required: true, maxLength: 2_048, hint: ofSource.urlHint },
          ...(isServer ? userFields : []),
          { name: 'intervalMinutes', label: ofSource.interval, kind: 'integer', hint: ofSource.intervalHint },
        ]}
        shown={source}
        onSubmit={save}
        submitLabel={t.business.save}
        cancel={{ label: t.business.cancel, onClick: onClose }}
      />
    </Dialog>
  );
}
