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
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { accountRecords } from './record-sources.js';
import { type AccountFormFragment, readAccount } from './records.operations.js';

type ClosedDay = AccountFormFragment['closedDays'][number];

const fields: readonly FieldDefinition[] = [
  { name: 'from', label: 'First day', kind: 'date', required: true },
  { name: 'to', label: 'Last day', kind: 'date', hint: 'Empty: only the first day' },
  { name: 'reason', label: 'Reason', kind: 'text', maxLength: 255, hint: 'For the staff, such as: Summer holiday' },
  { name: 'repeatsYearly', label: 'Repeats each year', kind: 'flag' },
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
      throw new ServerError(code, `${message} The page shows the closed days as they are now.`);
    }
    showDone(done);
  };
  const add = async (shown: AccountFormFragment, { from = '', to = '', reason = '', repeatsYearly = '' }: Texts) => {
    const added = { from, to: to || null, reason: reason.trim() || null, repeatsYearly: repeatsYearly === 'on' };
    await save(shown, [...shown.closedDays, added], 'The closed day is saved.');
    draft.clear();
  };
  return (
    <section class="panel" aria-label="Closed days">
      <p>All resources are closed, except one that has an exception date with hours.</p>
      <LoadedContent label="The closed days" loaded={loaded}>
        {(shown) => (
          <>
            <DraftedForm
              key={shown.revisionCount}
              {...{ fields, draft }}
              shown={{}}
              onDiscard={draft.discard}
              onSubmit={(entered) => add(shown, entered)}
              submitLabel="Add the closed day"
            />
            <Table
              caption="Closed days"
              rows={shown.closedDays}
              keyOf={(day) => JSON.stringify(day)}
              empty="None."
              columns={[
                { title: 'Closed', cell: periodOf },
                { title: 'Reason', cell: ({ reason }) => reason ?? '–' },
                {
                  title: 'Action',
                  cell: (day) => (
                    <Button
                      kind="danger"
                      label={`Remove ${periodOf(day)}`}
                      onClick={() => save(shown, without(shown.closedDays, day), 'The closed day is removed.')}
                    >
                      Remove
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
  return repeatsYearly ? `${dates}, each year` : dates;
}

function without(days: readonly ClosedDay[], removed: ClosedDay): ClosedDay[] {
  return days.filter((day) => day !== removed);
}
