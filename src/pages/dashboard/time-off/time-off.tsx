import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { useRequestKey } from '../graphql/request-key.js';
import { labelledText } from '../punctuation.js';
import { DraftedForm } from '../records/drafted-form.js';
import { attributeOf, type FieldDefinition, type Texts } from '../records/record.rules.js';
import { useDraft } from '../records/use-draft.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { PageList } from '../ui/loaded.js';
import { useData, usePages } from '../use-data.js';
import { createTimeOff, listTimesOff, readOwnResource, type TimeOffDetailsFragment } from './time-off.operations.js';
import { TimeOffDialog } from './time-off-dialog.js';

const texts = t.timeOff;

const fields: readonly FieldDefinition[] = [
  { name: 'startsOn', label: t.setup.common.firstDay, kind: 'date', required: true },
  { name: 'endsOn', label: t.setup.common.lastDay, kind: 'date', hint: t.setup.days.lastDayHint },
  { name: 'fromTime', label: texts.fromTime, kind: 'time', hint: texts.hoursHint },
  { name: 'toTime', label: texts.toTime, kind: 'time' },
  { name: 'reason', label: t.setup.days.reason, kind: 'text', hint: texts.reasonHint },
];

/** The time off of any resource. Users who may not write resources ask for that of their own. */
export function TimeOffOfResource({ resourceId }: { resourceId: number }) {
  const { data } = useData('own resource', async () => (await execute(readOwnResource, {})).viewer?.resource ?? null);
  return <TimeOff resourceId={resourceId} isOwn={data?.id === resourceId} asks={!can('catalog')} />;
}

interface TimeOffProps {
  resourceId: number;
  /** Whether the user is the resource. Others see its time off, and enter it if they may write resources. */
  isOwn: boolean;
  /** Whether the user asks, also one who may write resources. */
  asks: boolean;
}

/** The time off of a resource, with a form for more. */
export function TimeOff({ resourceId, isOwn, asks }: TimeOffProps) {
  const pages = usePages(
    `time off ${resourceId}`,
    async (after) => (await execute(listTimesOff, { resourceId, after })).timesOff,
  );
  const [open, setOpen] = useState<TimeOffDetailsFragment>();
  const draft = useDraft(`/resources/${resourceId}/time-off/new`, {});
  const once = useRequestKey();
  const { reload } = pages.loaded;
  const save = async (entered: Texts) => {
    const given = Object.fromEntries(fields.map(({ name, kind }) => [name, attributeOf(entered[name] ?? '', kind)]));
    const input = { ...given, resourceId, ...(asks && { state: 'ASKED' as const }) };
    await once((key) => execute(createTimeOff, { input }, key));
    draft.discard();
    showDone(asks ? texts.asked : texts.entered);
    await reload();
  };
  return (
    <section class="panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.lead}</p>
      <PageList
        label={texts.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={texts.none}
        columns={[
          { title: t.setup.common.when, cell: periodOf },
          { title: t.setup.days.reason, cell: ({ reason }) => reason ?? '' },
          { title: t.setup.common.state, cell: ({ state }) => texts.states[state] },
          {
            title: t.setup.common.action,
            cell: (one) => {
              const shown = one.state === 'ASKED' && can('catalog') ? texts.decide : texts.show;
              return (
                <Button label={labelledText([shown, periodOf(one)])} onClick={() => setOpen(one)}>
                  {shown}
                </Button>
              );
            },
          },
        ]}
      />
      {(isOwn || can('catalog')) && (
        <DraftedForm
          {...{ fields, draft }}
          shown={{}}
          onDiscard={draft.discard}
          onSubmit={save}
          submitLabel={asks ? texts.ask : texts.enter}
        />
      )}
      {open && (
        <TimeOffDialog
          timeOff={open}
          title={periodOf(open)}
          isOwn={isOwn}
          onClose={() => setOpen(undefined)}
          onDone={async (done) => {
            showDone(done);
            setOpen(undefined);
            await reload();
          }}
        />
      )}
    </section>
  );
}

/** `9 Mar 2026 – 13 Mar 2026`, or the date with its hours. */
function periodOf({ startsOn, endsOn, fromTime, toTime }: TimeOffDetailsFragment): string {
  const { date } = formats();
  if (fromTime !== null) return `${date(startsOn)}, ${fromTime}–${toTime}`;
  return startsOn === endsOn ? date(startsOn) : `${date(startsOn)} – ${date(endsOn)}`;
}
