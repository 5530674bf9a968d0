import { Button } from '../../../design/button.js';
import { showDone } from '../../../design/toast.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { DraftedForm } from '../../records/drafted-form.js';
import { attributeOf, type Texts } from '../../records/record.rules.js';
import type { ListedRecord } from '../../records/record-source.js';
import { recordName, removeLater } from '../../records/removals.js';
import { useDraft } from '../../records/use-draft.js';
import { accountNow } from '../../session.js';
import { t } from '../../texts.js';
import { RecordList, useRecordList } from './record-part.js';
import { exceptionDates } from './records.js';
import { deleteExceptionDate, saveExceptionDate } from './setup.operations.js';

const texts = t.setup.days;
const { fields } = exceptionDates;

/** The dates from today on which the opening hours of a resource differ. */
export function ExceptionDates({ resourceId }: { resourceId: number }) {
  const { date } = formats();
  const from = wallTimeAt(accountNow()).slice(0, 10);
  const pages = useRecordList(exceptionDates, { resourceId, from });
  const draft = useDraft(`/resources/${resourceId}/exception-dates/new`, {});
  const save = async ({ exceptionDate = '', openingHours = '' }: Texts) => {
    const input = { openingHours: toTimes(attributeOf(openingHours.trim() || 'closed', 'hours')) };
    await execute(saveExceptionDate, { resourceId, date: exceptionDate, input });
    draft.clear();
    showDone(texts.dateSaved);
    await pages.loaded.reload();
  };
  const remove = (day: string, { id, serviceId, revisionCount: ifRevision }: ListedRecord) => {
    const variables = {
      resourceId,
      date: day,
      serviceId: typeof serviceId === 'number' ? serviceId : null,
      ifRevision,
    };
    const name = recordName(exceptionDates.source.path, id);
    removeLater([name], texts.dateRemoved, () => execute(deleteExceptionDate, variables));
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
      <RecordList
        {...{ kind: exceptionDates, pages }}
        actions={(entry) => {
          const day = String(entry['exceptionDate']);
          return (
            <Button
              kind="danger"
              label={t.setup.common.removeOf({ name: date(day) })}
              onClick={() => remove(day, entry)}
            >
              {t.setup.common.remove}
            </Button>
          );
        }}
      />
    </section>
  );
}

function toTimes(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
