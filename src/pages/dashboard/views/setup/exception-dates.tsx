import { Button } from '../../../design/button.js';
import { showDone } from '../../../design/toast.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { attributeOf, type FieldDefinition, shownHours, type Texts } from '../../records/record.rules.js';
import { removeShown } from '../../records/remove-button.js';
import { useDraft } from '../../records/use-draft.js';
import { accountNow } from '../../session.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import {
  deleteExceptionDate,
  type ExceptionDateFragment,
  listExceptionDates,
  saveExceptionDate,
} from './setup.operations.js';

const texts = t.setup.days;

const fields: readonly FieldDefinition[] = [
  { name: 'exceptionDate', label: texts.date, kind: 'date', required: true },
  { name: 'openingHours', label: texts.open, kind: 'hours', hint: texts.openHint },
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
    showDone(texts.dateSaved);
    await pages.loaded.reload();
  };
  const remove = async ({ exceptionDate, serviceId, revisionCount }: ExceptionDateFragment) => {
    const variables = { resourceId, serviceId, date: exceptionDate, ifRevision: revisionCount };
    await removeShown(() => execute(deleteExceptionDate, variables), pages.loaded.reload);
    showDone(texts.dateRemoved);
    await pages.loaded.reload();
  };
  return (
    <section class="panel" aria-label={texts.exceptions}>
      <h2>{texts.exceptions}</h2>
      <DraftedForm
        {...{ fields, draft }}
        shown={{}}
        onDiscard={draft.discard}
        onSubmit={save}
        submitLabel={texts.saveDate}
      />
      <PageList
        label={texts.exceptions}
        pages={pages}
        keyOf={({ id }) => id}
        empty={texts.noDates}
        columns={[
          { title: texts.date, cell: ({ exceptionDate }) => date(exceptionDate) },
          { title: texts.open, cell: ({ openingHours }) => shownHours(openingHours ?? []) },
          { title: texts.for, cell: ({ service }) => service?.title ?? texts.allServices },
          {
            title: t.setup.common.action,
            cell: (entry) => (
              <Button
                kind="danger"
                label={t.setup.common.removeOf({ name: date(entry.exceptionDate) })}
                onClick={() => remove(entry)}
              >
                {t.setup.common.remove}
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
