import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { inLanguage } from '../../graphql/server-messages.js';
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
    label: t.setup.calendars.secretAddress,
    kind: 'text',
    required: true,
    maxLength: 2_048,
    hint: t.setup.calendars.secretAddressHint,
  },
  { name: 'name', label: t.setup.common.name, kind: 'text', hint: t.setup.calendars.nameHint },
  {
    name: 'intervalMinutes',
    label: t.setup.calendars.readEvery,
    kind: 'integer',
    hint: t.setup.calendars.readEveryHint,
  },
];

const kinds = [
  { value: 'ICS', text: t.setup.calendars.kinds.ICS },
  { value: 'CALDAV', text: t.setup.calendars.kinds.CALDAV },
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
    showDone(t.setup.calendars.added);
    await loaded.reload();
  };
  const addServer = async (source: CalendarSourceFragment | null) => {
    setKind('ICS');
    await loaded.reload();
    // A message would be below the dialog.
    if (source) setDialog({ kind: 'calendars', source });
    else showDone(t.setup.calendars.serverAdded);
  };
  const remove = async ({ id, revisionCount: ifRevision }: CalendarSourceFragment) => {
    await removeShown(() => execute(deleteCalendarSource, { id, ifRevision }), loaded.reload);
    showDone(t.setup.calendars.removed);
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
    <section class="panel" aria-label={t.setup.calendars.title}>
      <h2>{t.setup.calendars.title}</h2>
      <p class="hint">{t.setup.calendars.lead}</p>
      <LoadedContent label={t.setup.calendars.theCalendars} loaded={loaded}>
        {(sources) => (
          <Table
            caption={t.setup.calendars.title}
            rows={sources}
            keyOf={({ id }) => id}
            empty={t.setup.calendars.empty}
            columns={[
              { title: t.setup.common.name, cell: ({ name }) => name },
              { title: t.setup.common.address, cell: ({ url }) => url },
              { title: t.setup.calendars.lastRead, cell: readText },
              { title: t.setup.calendars.bookings, cell: WrittenBookings },
              {
                title: t.setup.common.action,
                cell: (source) => (
                  <SourceActions {...{ source, changed }} onRemove={() => remove(source)} onOpen={setDialog} />
                ),
              },
            ]}
          />
        )}
      </LoadedContent>
      <Select label={t.setup.calendars.kind} name="kind" value={kind} options={kinds} onChange={setKind} />
      {kind === 'CALDAV' ? (
        <NewCalDavServer resourceId={resourceId} onAdded={addServer} />
      ) : (
        <DraftedForm
          {...{ fields, draft }}
          shown={{}}
          onDiscard={draft.discard}
          onSubmit={add}
          submitLabel={t.setup.calendars.add}
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
  if (!active) return t.setup.calendars.paused;
  const time =
    syncedAt === null
      ? t.setup.calendars.notYet
      : t.setup.calendars.readAt({ time: dateTime(syncedAt), minutes: intervalMinutes });
  if (error === null) return time;
  return (
    <>
      {time}. <strong>{t.setup.common.problem}</strong> {inLanguage(error)}
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
      active ? t.setup.calendars.isPaused : t.setup.calendars.isResumed,
    );
  return (
    <div class="actions">
      {active && (
        <Button
          label={t.setup.calendars.readNowOf({ name })}
          onClick={() => changed(execute(readCalendarSource, { id }), t.setup.calendars.wasRead)}
        >
          {t.setup.calendars.readNow}
        </Button>
      )}
      {source.kind === 'CALDAV' && (
        <>
          <Button label={t.setup.calendars.chooseOf({ name })} onClick={() => onOpen({ kind: 'calendars', source })}>
            {t.setup.calendars.choose}
          </Button>
          <Button
            label={t.setup.calendars.newPasswordOf({ name })}
            onClick={() => onOpen({ kind: 'password', source })}
          >
            {t.setup.calendars.newPassword}
          </Button>
        </>
      )}
      <Button label={t.business.calendarSource.editOf({ name })} onClick={() => onOpen({ kind: 'edit', source })}>
        {t.business.calendarSource.edit}
      </Button>
      <Button
        label={active ? t.setup.calendars.pauseOf({ name }) : t.setup.calendars.resumeOf({ name })}
        onClick={setActive}
      >
        {active ? t.setup.calendars.pause : t.setup.calendars.resume}
      </Button>
      <ConfirmButton question={t.setup.calendars.removal} onConfirm={onRemove}>
        {t.setup.common.removeOf({ name })}
      </ConfirmButton>
    </div>
  );
}
