import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { formats, weekdays } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { labelledText } from '../../punctuation.js';
import { ErrorSummary } from '../../records/error-summary.js';
import { HoursFields } from '../../records/hours-fields.js';
import type { FieldDefinition, Texts } from '../../records/record.rules.js';
import { enteredTexts, RecordFields } from '../../records/record-fields.js';
import { recordName, removeLater, useKept } from '../../records/removals.js';
import { DraftNotice, useDraft } from '../../records/use-draft.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { dayNames } from './records.js';
import {
  copyWeek,
  fieldOfDay,
  maxRotaWeeks,
  rotaInputOf,
  textsOfRota,
  weekCountOf,
  withoutWeek,
} from './rota.rules.js';
import { createRota, deleteRota, listRotas, type RotaOfResourceFragment, updateRota } from './setup.operations.js';

const texts = t.setup.rotas;
const path = '/rotas';

/** The rotas of a resource. Those who may write them open the form of one below the list. */
export function Rotas({ resourceId }: { resourceId: number }) {
  const pages = useKept(
    path,
    usePages(`rotas ${resourceId}`, async (after) => (await execute(listRotas, { resourceId, after })).rotas),
  );
  const [open, setOpen] = useState<RotaOfResourceFragment | 'new'>();
  const { reload } = pages.loaded;
  const remove = ({ id, revisionCount }: RotaOfResourceFragment) => {
    setOpen(undefined);
    removeLater([recordName(path, id)], texts.removed, () => execute(deleteRota, { id, ifRevision: revisionCount }));
  };
  const saved = async () => {
    showDone(texts.saved);
    setOpen(undefined);
    await reload();
  };
  const actions = (rota: RotaOfResourceFragment) => (
    <div class="actions">
      <Button label={labelledText([texts.change, periodOf(rota)])} onClick={() => setOpen(rota)}>
        {texts.change}
      </Button>
      <ConfirmButton question={texts.removal} onConfirm={() => remove(rota)}>
        {t.setup.common.remove}
      </ConfirmButton>
    </div>
  );
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
          { title: texts.weeks, isNumber: true, cell: ({ weeks }) => formats().number(weeks.length) },
          ...(can('catalog') ? [{ title: t.setup.common.action, cell: actions }] : []),
        ]}
      />
      {can('catalog') && open === undefined && (
        <p class="actions">
          <Button onClick={() => setOpen('new')}>{texts.create}</Button>
        </p>
      )}
      {open !== undefined && (
        <RotaForm
          key={open === 'new' ? open : open.id}
          resourceId={resourceId}
          rota={open === 'new' ? undefined : open}
          onSaved={saved}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function periodOf({ validFrom, validTo }: RotaOfResourceFragment): string {
  const { date } = formats();
  return validTo === null ? texts.fromDate({ date: date(validFrom) }) : `${date(validFrom)} – ${date(validTo)}`;
}

const dates: readonly FieldDefinition[] = [
  { name: 'validFrom', label: t.setup.common.firstDay, kind: 'date', required: true },
  { name: 'validTo', label: t.setup.common.lastDay, kind: 'date', hint: texts.withoutEnd },
  { name: 'startsOn', label: texts.startsOn, kind: 'date', hint: texts.startsOnHint },
];

const fieldsOfWeek = (week: number): FieldDefinition[] =>
  weekdays('long').map((label, day) => ({
    ...{ name: fieldOfDay(week, `openingHours${dayNames[day]}`), label, kind: 'hours' },
    ...(week === 0 && day === 0 && { hint: texts.usualHint }),
  }));

interface RotaFormProps {
  resourceId: number;
  /** Undefined for a new one. */
  rota: RotaOfResourceFragment | undefined;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

/** The form of a rota: its dates, and its weeks beside each other. */
function RotaForm({ resourceId, rota, onSaved, onCancel }: RotaFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = textsOfRota(rota);
  const draft = useDraft(`/resources/${resourceId}/rotas/${rota?.id ?? 'new'}`, shown);
  /** The texts that the fields show at first. Each generation renders them anew, such as when a week is copied. */
  const [{ initial, generation }, setInitial] = useState({ initial: { ...shown, ...draft.restored }, generation: 0 });
  const once = useRequestKey();
  const weeks = Array.from({ length: weekCountOf(initial) }, (_, week) => fieldsOfWeek(week));
  const fields = [...dates, ...weeks.flat()];
  const entered = (): Texts => {
    const form = place.current?.querySelector('form');
    return { ...initial, ...(form && enteredTexts(form, fields)) };
  };
  const show = (next: Texts) => setInitial({ initial: next, generation: generation + 1 });
  const change = (next: Texts) => {
    draft.store(next);
    show(next);
  };
  const discard = () => {
    draft.discard();
    show(shown);
  };
  const save = async () => {
    const input = rotaInputOf(entered());
    await once<unknown>((key) =>
      rota
        ? execute(updateRota, { id: rota.id, input, ifRevision: rota.revisionCount }, key)
        : execute(createRota, { input: { ...input, resourceId } }, key),
    );
    draft.clear();
    await onSaved();
  };
  return (
    <div ref={place} class="rota" onInput={() => draft.store(entered())}>
      {draft.restored && <DraftNotice onDiscard={discard} />}
      <Form key={generation} fields={fields.map(({ name }) => name)} onSubmit={save}>
        {({ isBusy, error }) => (
          <>
            <ErrorSummary fields={fields} error={error} />
            <RecordFields fields={dates} texts={initial} error={error} />
            <div class="rota-weeks">
              {weeks.map((days, week) => {
                const number = week + 1;
                return (
                  <fieldset key={week} class="panel">
                    <legend>{texts.week({ number })}</legend>
                    <HoursFields fields={days} texts={initial} error={error} />
                    {weeks.length > 1 && (
                      <div class="actions">
                        {week > 0 && (
                          <Button onClick={() => change(copyWeek(entered(), week - 1, week))}>
                            {texts.copy({ from: week, to: number })}
                          </Button>
                        )}
                        <Button kind="plain" onClick={() => change(withoutWeek(entered(), week))}>
                          {texts.removeWeek({ number })}
                        </Button>
                      </div>
                    )}
                  </fieldset>
                );
              })}
            </div>
            <div class="actions">
              {weeks.length < maxRotaWeeks && (
                <Button onClick={() => change(copyWeek(entered(), weeks.length - 1, weeks.length))}>
                  {texts.addWeek({ number: weeks.length })}
                </Button>
              )}
            </div>
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {texts.save}
              </Button>
              <Button onClick={onCancel}>{t.setup.common.close}</Button>
            </div>
          </>
        )}
      </Form>
    </div>
  );
}
