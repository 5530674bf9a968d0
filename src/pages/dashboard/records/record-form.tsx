import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { useRequestKey } from '../graphql/request-key.js';
import { t } from '../texts.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { DraftedForm } from './drafted-form.js';
import { changesOf, differences, type FieldDefinition, fieldsOf, type Texts, textsOf } from './record.rules.js';
import type { Attributes, RecordSource, StoredRecord } from './record-source.js';
import { updateShown } from './update-shown.js';
import { useDraft } from './use-draft.js';

interface RecordFormProps {
  source: RecordSource;
  /** The record to edit; `new` for one that is created; `only` for the one that an account has, such as its settings. */
  id: number | 'new' | 'only';
  /** A name for sentences, such as `The service`. */
  label: string;
  fields: readonly FieldDefinition[];
  /** The attributes of a new record before anything is entered. */
  initial?: Attributes;
  /** The id of the record to which a new one belongs, as an argument of its creation. */
  owner?: Readonly<Record<string, number>>;
  onSaved?: (record: StoredRecord) => unknown;
  onCancel?: () => void;
  /** Shown below the form, with the record that the form shows and a function that reads it again. */
  footer?: (stored: StoredRecord, reload: () => Promise<void>) => ComponentChildren;
}

/**
 * A form for one record. What is entered survives errors, a lost session and a reload of the page. A record that somebody else
 * has changed meanwhile is not overwritten: the user chooses.
 */
export function RecordForm({ initial = {}, footer, ...props }: RecordFormProps) {
  const { source, id, label } = props;
  const loaded = useData(`${source.path}/${id}`, async () =>
    id === 'new' ? { attributes: initial, version: '' } : source.read(id === 'only' ? undefined : id),
  );
  return (
    <LoadedContent label={label} loaded={loaded}>
      {(stored) => (
        <>
          <Editor key={stored.version} {...props} stored={stored} reload={loaded.reload} />
          {footer && <div class="record-footer">{footer(stored, loaded.reload)}</div>}
        </>
      )}
    </LoadedContent>
  );
}

type EditorProps = Omit<RecordFormProps, 'initial' | 'footer'> & { stored: StoredRecord; reload: () => Promise<void> };

/** The record with the changes of another user, and the entered values. */
interface Conflict {
  theirs: StoredRecord;
  /** The changes of the other user, in sentences. */
  changed: readonly string[];
  entered: Texts;
}

function Editor({ source, id, label, fields: all, owner, onSaved, onCancel, stored, reload }: EditorProps) {
  const fields = fieldsOf(stored.attributes, all, id === 'new');
  const shown = textsOf(stored.attributes, fields);
  const draft = useDraft(`${source.path}/${id}`, shown);
  const [conflict, setConflict] = useState<Conflict>();
  const once = useRequestKey();
  const recordId = typeof id === 'number' ? id : undefined;

  const save = async (entered: Texts, version: string) => {
    const changed = changesOf(entered, shown, fields);
    const changes = id === 'new' ? { ...changesOf(entered, textsOf({}, fields), fields), ...changed } : changed;
    if (id !== 'new' && Object.keys(changes).length === 0) {
      draft.clear();
      showDone(t.records.unchanged);
      return;
    }
    const changesOfOthers = (now: StoredRecord): readonly string[] => [
      ...differences(shown, textsOf(now.attributes, fields), fields),
      ...(source.describeOtherChanges?.(stored, now, changes) ?? []),
    ];
    const result = await updateShown({
      version,
      send: (current) =>
        once((key) =>
          id === 'new' ? source.create(changes, key, owner) : source.update(recordId, changes, current, key),
        ),
      read: () => source.read(recordId),
      isShownChanged: (now) => changesOfOthers(now).length > 0,
    });
    if ('theirs' in result) {
      setConflict({ theirs: result.theirs, changed: changesOfOthers(result.theirs), entered });
      return;
    }
    draft.clear();
    setConflict(undefined);
    // First, because the form is replaced: what is typed once the user knows that it is saved must stay.
    if (id !== 'new') await reload();
    showDone(t.records.saved({ label }));
    await onSaved?.(result.saved);
  };
  const discard = async () => {
    draft.discard();
    // First, so that the notice stays until theirs is shown: what is typed before would be of mine.
    await reload();
    setConflict(undefined);
  };
  return (
    <DraftedForm
      {...{ fields, shown, draft, onCancel }}
      onDiscard={discard}
      onSubmit={(entered) => save(entered, stored.version)}
    >
      {conflict && (
        <ConflictNotice
          changed={conflict.changed}
          onKeep={() => save(conflict.entered, conflict.theirs.version)}
          onReload={discard}
        />
      )}
    </DraftedForm>
  );
}

interface ConflictNoticeProps {
  changed: readonly string[];
  onKeep: () => unknown;
  onReload: () => unknown;
}

function ConflictNotice({ changed, onKeep, onReload }: ConflictNoticeProps) {
  return (
    <div class="notice" role="alert">
      <p>{t.records.conflict}</p>
      {changed.length > 0 && (
        <ul>
          {changed.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button kind="primary" onClick={onKeep}>
          {t.records.saveMine}
        </Button>
        <Button onClick={onReload}>{t.records.loadTheirs}</Button>
      </div>
    </div>
  );
}
