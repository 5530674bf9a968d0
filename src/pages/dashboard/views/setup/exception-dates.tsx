import { Button } from '../../../design/button.js';
import { showDone } from '../../../design/toast.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { attributeOf, type FieldDefinition, hoursText, type Texts } from '../../records/record.rules.js';
import { removeShown } from '../../records/remove-button.js';
import { useDraft } from '../../records/use-draft.js';
import { accountNow } from '../../session.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import {
  deleteExceptionDate,
  type ExceptionDateFragment,
  listExceptionDates,
  saveExceptionDate,
} from './catalog.operations.js';

const fields: readonly FieldDefinition[] = [
  { name: 'exceptionDate', label: 'Date', kind: 'date', required: true },
  {
    name: 'openingHours',
    label: 'Open',
    kind: 'hours',
    hint: 'Empty: closed, also after midnight. A closing before the opening is on the next day',
  },
];

/** The dates from today on which the opening hours of a resource differ. */
export function ExceptionDates({ resourceId }: { resourceId: number }) {
  const { date } = formats();
  const from = wallTimeAt(accountNow()).slice(0, 10);
  const pages = usePages(
    `exceptions ${resourceId}`,
    async (after) => (await execute(listExceptionDates, { resourceId, from, after })).resourceExceptionDates,
  );
  const draft = useDraft(`/resources/${resourceId}/exception-dates/new`, {});
  const save = async ({ exceptionDate = '', openingHours = '' }: Texts) => {
    const input = { openingHours: toTimes(attributeOf(openingHours.trim() || 'closed', 'hours')) };
    await execute(saveExceptionDate, { resourceId, date: exceptionDate, input });
    draft.clear();
    showDone('The date is saved.');
    await pages.loaded.reload();
  };
  const remove = async ({ exceptionDate, serviceId, revisionCount }: ExceptionDateFragment) => {
    const variables = { resourceId, serviceId, date: exceptionDate, ifRevision: revisionCount };
    await removeShown(() => execute(deleteExceptionDate, variables), pages.loaded.reload);
    showDone('The date is removed.');
    await pages.loaded.reload();
  };
  return (
    <section class="panel" aria-label="Exception dates">
      <h2>Exception dates</h2>
      <DraftedForm
        {...{ fields, draft }}
        shown={{}}
        onDiscard={draft.discard}
        onSubmit={save}
        submitLabel="Save the date"
      />
      <PageList
        label="Exception dates"
        pages={pages}
        keyOf={({ id }) => id}
        empty="No dates ahead."
        columns={[
          { title: 'Date', cell: ({ exceptionDate }) => date(exceptionDate) },
          { title: 'Open', cell: ({ openingHours }) => hoursText(openingHours ?? []) },
          { title: 'For', cell: ({ service }) => service?.title ?? 'All services' },
          {
            title: 'Action',
            cell: (entry) => (
              <Button kind="danger" label={`Remove ${date(entry.exceptionDate)}`} onClick={() => remove(entry)}>
                Remove
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}

function toTimes(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
