import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Texts } from '../../records/record.rules.js';
import { removeShown } from '../../records/remove-button.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { ChooseCalendars, NewCalDavServer, ReplacePassword } from './caldav-calendars.js';
import {
  type CalendarSourceFragment,
  createCalendarSource,
  deleteCalendarSource,
  listCalendarSources,
  readCalendarSource,
  updateCalendarSource,
} from './calendar-sources.operations.js';
import { WrittenBookings } from './calendar-target.js';
import { EditSource } from './edit-calendar-source.js';

const fields: readonly FieldDefinition[] = [
  {
    name: 'url',
    label: 'Secret address',
    kind: 'text',
    required: true,
    maxLength: 2_048,
    hint: 'Of the calendar as an iCalendar file (.ics). It begins with https:// or webcal://, and is not shown again',
  },
  { name: 'name', label: 'Name', kind: 'text', hint: 'Such as Private. Empty: the host of the address' },
  { name: 'intervalMinutes', label: 'Read every', kind: 'integer', hint: 'Minutes, from 2 to 60. Empty: 5' },
];

const kinds = [
  { value: 'ICS', text: 'A secret address (ICS): Google, Outlook and others' },
  { value: 'CALDAV', text: 'A server with a password (CalDAV): iCloud, Nextcloud and others' },
];

interface OpenDialog {
  kind: 'calendars' | 'password' | 'edit';
  source: CalendarSourceFragment;
}

/** The calendars of other programs whose entries occupy a resource. */
export function CalendarSources({ resourceId }: { resourceId: number }) {
  const loaded = useData(
    `calendar sources ${resourceId}`,
    async () => (await execute(listCalendarSources, { resourceId })).calendarSources.nodes,
  );
  const [kind, setKind] = useState('ICS');
  const [dialog, setDialog] = useState<OpenDialog>();
  const draft = useDraft(`/resources/${resourceId}/calendar-sources/new`, {});
  const add = async ({ url = '', name = '', intervalMinutes = '' }: Texts) => {
    const minutes = intervalMinutes.trim() === '' ? null : Number(intervalMinutes);
    await execute(createCalendarSource, { input: { resourceId, url, name, intervalMinutes: minutes } });
    draft.discard();
    showDone('The calendar is added. It is read within seconds.');
    await loaded.reload();
  };
  const addServer = async (source: CalendarSourceFragment | null) => {
    setKind('ICS');
    await loaded.reload();
    // A message would be below the dialog.
    if (source) setDialog({ kind: 'calendars', source });
    else showDone('The server is added. Its calendars are read within seconds.');
  };
  const remove = async ({ id, revisionCount: ifRevision }: CalendarSourceFragment) => {
    await removeShown(() => execute(deleteCalendarSource, { id, ifRevision }), loaded.reload);
    showDone('The calendar is removed.');
    await loaded.reload();
  };
  const saved = async () => {
    setDialog(undefined);
    await loaded.reload();
  };
  const changed = async (change: Promise<unknown>, done: string) => {
    await change;
    showDone(done);
    await loaded.reload();
  };
  return (
    <section class="panel" aria-label="Other calendars">
      <h2>Other calendars</h2>
      <p class="hint">Their entries occupy this resource, as far as they were known at the last read.</p>
      <LoadedContent label="The calendars" loaded={loaded}>
        {(sources) => (
          <Table
            caption="Other calendars"
            rows={sources}
            keyOf={({ id }) => id}
            empty="None yet."
            columns={[
              { title: 'Name', cell: ({ name }) => name },
              { title: 'Address', cell: ({ url }) => url },
              { title: 'Last read', cell: readText },
              { title: 'Bookings', cell: WrittenBookings },
              {
                title: 'Action',
                cell: (source) => (
                  <SourceActions {...{ source, changed }} onRemove={() => remove(source)} onOpen={setDialog} />
                ),
              },
            ]}
          />
        )}
      </LoadedContent>
      <Select label="Kind of calendar" name="kind" value={kind} options={kinds} onChange={setKind} />
      {kind === 'CALDAV' ? (
        <NewCalDavServer resourceId={resourceId} onAdded={addServer} />
      ) : (
        <DraftedForm
          {...{ fields, draft }}
          shown={{}}
          onDiscard={draft.discard}
          onSubmit={add}
          submitLabel="Add the calendar"
        />
      )}
      {dialog && <SourceDialog {...dialog} onSaved={saved} onClose={() => setDialog(undefined)} />}
    </section>
  );
}

interface SourceDialogProps extends OpenDialog {
  onSaved: () => Promise<void>;
  onClose: () => void;
}

function SourceDialog({ kind, ...props }: SourceDialogProps) {
  switch (kind) {
    case 'calendars':
      return <ChooseCalendars {...props} />;
    case 'password':
      return <ReplacePassword {...props} />;
    case 'edit':
      return <EditSource {...props} />;
  }
}

/** When it was read, and what went wrong since. */
function readText({ active, syncedAt, error, intervalMinutes }: CalendarSourceFragment) {
  const { dateTime } = formats();
  if (!active) return 'Paused';
  const time = syncedAt === null ? 'Not yet' : `${dateTime(syncedAt)}, every ${intervalMinutes} min`;
  if (error === null) return time;
  return (
    <>
      {time}. <strong>Problem:</strong> {error}
    </>
  );
}

interface SourceActionsProps {
  source: CalendarSourceFragment;
  changed: (change: Promise<unknown>, done: string) => Promise<void>;
  onRemove: () => Promise<void>;
  onOpen: (dialog: OpenDialog) => void;
}

function SourceActions({ source, changed, onRemove, onOpen }: SourceActionsProps) {
  const { id, name, active } = source;
  const setActive = () =>
    changed(
      execute(updateCalendarSource, { id, input: { active: !active } }),
      active ? 'The calendar is paused. Its times are free.' : 'The calendar is read again within seconds.',
    );
  return (
    <div class="actions">
      {active && (
        <Button
          label={`Read now: ${name}`}
          onClick={() => changed(execute(readCalendarSource, { id }), 'The calendar was read.')}
        >
          Read now
        </Button>
      )}
      {source.kind === 'CALDAV' && (
        <>
          <Button label={`Choose calendars of ${name}`} onClick={() => onOpen({ kind: 'calendars', source })}>
            Choose calendars
          </Button>
          <Button label={`New password for ${name}`} onClick={() => onOpen({ kind: 'password', source })}>
            New password
          </Button>
        </>
      )}
      <Button label={t.business.calendarSource.editOf(name)} onClick={() => onOpen({ kind: 'edit', source })}>
        {t.business.calendarSource.edit}
      </Button>
      <Button label={`${active ? 'Pause' : 'Resume'} ${name}`} onClick={setActive}>
        {active ? 'Pause' : 'Resume'}
      </Button>
      <ConfirmButton question="Its entries no longer occupy the resource." onConfirm={onRemove}>
        {`Remove ${name}`}
      </ConfirmButton>
    </div>
  );
}
