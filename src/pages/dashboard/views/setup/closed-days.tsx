import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Texts } from '../../records/record.rules.js';
import { updateShown } from '../../records/update-shown.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { accountRecords } from './record-sources.js';
import { type AccountFormFragment, readAccount } from './records.operations.js';

type ClosedDay = AccountFormFragment['closedDays'][number];

const fields: readonly FieldDefinition[] = [
  { name: 'from', label: t.setup.common.firstDay, kind: 'date', required: true },
  { name: 'to', label: t.setup.common.lastDay, kind: 'date', hint: t.setup.days.lastDayHint },
  { name: 'reason', label: t.setup.days.reason, kind: 'text', maxLength: 255, hint: t.setup.days.reasonHint },
  { name: 'repeatsYearly', label: t.setup.days.yearly, kind: 'flag' },
];

/** The dates on which all resources are closed, which are changed apart from the other settings. */
export function ClosedDays() {
  const loaded = useData('closed days', async () => (await execute(readAccount, {})).record);
  const draft = useDraft('/account/closed-days/new', {});
  const once = useRequestKey();
  const save = async (shown: AccountFormFragment, closedDays: readonly unknown[], done: string): Promise<void> => {
    const result = await updateShown({
      version: String(shown.revisionCount),
      send: (version) => once((key) => accountRecords.update(undefined, { closedDays }, version, key)),
      read: () => accountRecords.read(undefined),
      isShownChanged: ({ attributes }) => JSON.stringify(attributes['closedDays']) !== JSON.stringify(shown.closedDays),
    });
    await loaded.reload();
    if ('theirs' in result) {
      const { code, message } = staleError();
      throw new ServerError(code, t.setup.days.daysNow(message));
    }
    showDone(done);
  };
  const add = async (shown: AccountFormFragment, { from = '', to = '', reason = '', repeatsYearly = '' }: Texts) => {
    const added = { from, to: to || null, reason: reason.trim() || null, repeatsYearly: repeatsYearly === 'on' };
    await save(shown, [...shown.closedDays, added], t.setup.days.saved);
    draft.clear();
  };
  return (
    <section class="panel" aria-label={t.setup.days.title}>
      <p>{t.setup.days.lead}</p>
      <LoadedContent label={t.setup.days.theDays} loaded={loaded}>
        {(shown) => (
          <>
            <DraftedForm
              key={shown.revisionCount}
              {...{ fields, draft }}
              shown={{}}
              onDiscard={draft.discard}
              onSubmit={(entered) => add(shown, entered)}
              submitLabel={t.setup.days.add}
            />
            <Table
              caption={t.setup.days.title}
              rows={shown.closedDays}
              keyOf={(day) => JSON.stringify(day)}
              empty={t.setup.days.empty}
              columns={[
                { title: t.setup.days.closed, cell: periodOf },
                { title: t.setup.days.reason, cell: ({ reason }) => reason ?? '–' },
                {
                  title: t.setup.common.action,
                  cell: (day) => (
                    <Button
                      kind="danger"
                      label={t.setup.common.removeOf(periodOf(day))}
                      onClick={() => save(shown, without(shown.closedDays, day), t.setup.days.removed)}
                    >
                      {t.setup.common.remove}
                    </Button>
                  ),
                },
              ]}
            />
          </>
        )}
      </LoadedContent>
    </section>
  );
}

function periodOf({ from, to, repeatsYearly }: ClosedDay): string {
  const { date } = formats();
  const dates = from === to ? date(from) : `${date(from)} – ${date(to)}`;
  return repeatsYearly ? t.setup.days.eachYear(dates) : dates;
}

function without(days: readonly ClosedDay[], removed: ClosedDay): ClosedDay[] {
  return days.filter((day) => day !== removed);
}
