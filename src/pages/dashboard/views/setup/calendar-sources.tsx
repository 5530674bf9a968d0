import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Select } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { changesOf, type Texts } from '../../records/record.rules.js';
import { recordName, removeLater, useRefusedRemovals, useRemoved } from '../../records/removals.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { ChooseCalendars, EditSource, NewCalDavServer, ReplacePassword } from './calendar-dialogs.js';
import { calendarSources } from './records.js';
import {
  type CalendarSourceFragment,
  listCalendarSources,
  readCalendarSource,
  updateCalendarSource,
} from './setup.operations.js';

const texts = t.setup.calendars;
const { fields, source } = calendarSources;

const kinds = [
  { value: 'ICS', text: texts.kinds.ICS },
  { value: 'CALDAV', text: texts.kinds.CALDAV },
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
  const once = useRequestKey();
  const draft = useDraft(`/resources/${resourceId}/calendar-sources/new`, {});
  const add = async (entered: Texts) => {
    await once((key) => source.create({ resourceId, ...changesOf(entered, {}, fields) }, key));
    draft.discard();
    showDone(texts.added);
    await loaded.reload();
  };
  const addServer = async (added: CalendarSourceFragment | null) => {
    setKind('ICS');
    await loaded.reload();
    // A message would be below the dialog.
    if (added) setDialog({ kind: 'calendars', source: added });
    else showDone(texts.serverAdded);
  };
  const isRemoved = useRemoved();
  useRefusedRemovals(loaded.reload);
  const remove = ({ id, revisionCount }: CalendarSourceFragment) =>
    removeLater([recordName(source.path, id)], texts.removed, () => source.remove(id, String(revisionCount)));
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
    <section class="panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.lead}</p>
      <LoadedContent label={texts.theCalendars} loaded={loaded}>
        {(sources) => (
          <Table
            caption={texts.title}
            rows={sources.filter(({ id }) => !isRemoved(recordName(source.path, id)))}
            keyOf={({ id }) => id}
            empty={texts.empty}
            columns={[
              { title: t.setup.common.name, cell: ({ name }) => name },
              { title: t.setup.common.address, cell: ({ url }) => url },
              { title: texts.lastRead, cell: readText },
              { title: texts.bookings, cell: WrittenBookings },
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
      <Select label={texts.kind} name="kind" value={kind} options={kinds} onChange={setKind} />
      {kind === 'CALDAV' ? (
        <NewCalDavServer resourceId={resourceId} onAdded={addServer} />
      ) : (
        <DraftedForm
          {...{ fields, draft }}
          shown={{}}
          onDiscard={draft.discard}
          onSubmit={add}
          submitLabel={texts.add}
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
  if (!active) return texts.paused;
  const time = syncedAt === null ? texts.notYet : texts.readAt({ time: dateTime(syncedAt), minutes: intervalMinutes });
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
  onRemove: () => void;
  onOpen: (dialog: OpenDialog) => void;
}

function SourceActions({ source, changed, onRemove, onOpen }: SourceActionsProps) {
  const { id, name, active } = source;
  const setActive = () =>
    changed(
      execute(updateCalendarSource, { id, input: { active: !active } }),
      active ? texts.isPaused : texts.isResumed,
    );
  return (
    <div class="actions">
      {active && (
        <Button
          label={texts.readNowOf({ name })}
          onClick={() => changed(execute(readCalendarSource, { id }), texts.wasRead)}
        >
          {texts.readNow}
        </Button>
      )}
      {source.kind === 'CALDAV' && (
        <>
          <Button label={texts.chooseOf({ name })} onClick={() => onOpen({ kind: 'calendars', source })}>
            {texts.choose}
          </Button>
          <Button label={texts.newPasswordOf({ name })} onClick={() => onOpen({ kind: 'password', source })}>
            {texts.newPassword}
          </Button>
        </>
      )}
      <Button label={t.business.calendarSource.editOf({ name })} onClick={() => onOpen({ kind: 'edit', source })}>
        {t.business.calendarSource.edit}
      </Button>
      <Button label={active ? texts.pauseOf({ name }) : texts.resumeOf({ name })} onClick={setActive}>
        {active ? texts.pause : texts.resume}
      </Button>
      <ConfirmButton question={texts.removal} onConfirm={onRemove}>
        {t.setup.common.removeOf({ name })}
      </ConfirmButton>
    </div>
  );
}

type Target = Pick<CalendarSourceFragment, 'target' | 'entryCounts' | 'writeError' | 'writeAfter'>;

/** The numbers of bookings that were written into a calendar of another program and that wait, and the reason. */
function WrittenBookings({ target, entryCounts, writeError, writeAfter }: Target) {
  const counts = textOf(entryCounts);
  if (counts === '') return target === null ? texts.notWritten : texts.noneWritten;
  if (writeError === null) return counts;
  return (
    <>
      {counts}. <strong>{t.setup.common.problem}</strong> {inLanguage(writeError)}
      {writeAfter !== null && texts.nextAttempt({ time: formats().dateTime(writeAfter) })}
    </>
  );
}

/** Returns such as `12 written, 1 waiting`; empty if there are none. */
function textOf({ written, pending, failed, changedThere }: Target['entryCounts']): string {
  const { calendars } = t.setup;
  const parts = [
    { count: written, text: calendars.written },
    { count: pending, text: calendars.pending },
    { count: failed, text: calendars.failed },
    { count: changedThere, text: calendars.changedThere },
  ];
  return parts.flatMap(({ count, text }) => (count > 0 ? [text({ count })] : [])).join(', ');
}
