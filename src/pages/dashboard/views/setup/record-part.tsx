import type { ComponentChildren } from 'preact';
import { navigate } from '../../navigation.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import type { Attributes, RecordSource, StoredRecord } from '../../records/record-source.js';
import { type RemovalTexts, RemoveButton } from '../../records/remove-button.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';

export interface SetupPartProps {
  /** The record that is open, or `new`; undefined for the list. */
  open: string | undefined;
  /** What is open of the record, such as one of its messages. */
  below?: string | undefined;
}

/** What a part calls its records. */
interface RecordTexts extends RemovalTexts {
  /** Above the form of a new one, and on the link to it. */
  create: string;
  /** The record in a sentence, such as `The service`. */
  record: string;
}

interface RecordPartProps {
  /** The address of the part, such as `setup/services`. */
  path: string;
  open: string | undefined;
  source: RecordSource;
  texts: RecordTexts;
  fields: readonly FieldDefinition[];
  initial?: Attributes;
  /** Whether the user may write. */
  canWrite: boolean;
  /** Whether the list has the form of a new record. */
  hasOwnForm?: boolean;
  /** The consequence of deleting a record for its dependent records. */
  deletion: string;
  /** Shown below the form of a record. */
  details?: (id: number) => ComponentChildren;
  /** Shown below the form of a record that the user may write, with the record that the form shows and a function that reads it again. */
  related?: (stored: StoredRecord, reload: () => Promise<void>) => ComponentChildren;
  /** The list. */
  children: ComponentChildren;
}

/** The list of a part of the set-up, or the form of one of its records. */
export function RecordPart(props: RecordPartProps) {
  const { path, open, source, texts, fields, initial, canWrite, hasOwnForm = false, children } = props;
  const canCreate = canWrite && !hasOwnForm;
  if (open === 'new' && canCreate) {
    return (
      <>
        <h2>{texts.create}</h2>
        <RecordForm
          source={source}
          id="new"
          label={texts.record}
          fields={fields}
          {...(initial && { initial })}
          onSaved={() => navigate(path)}
          onCancel={() => navigate(path)}
        />
      </>
    );
  }
  if (open !== undefined && /^\d{1,10}$/.test(open)) return <OpenRecord key={open} {...props} id={Number(open)} />;
  return (
    <>
      {canCreate && (
        <p class="actions">
          <Link path={`${path}/new`} kind="button primary">
            {texts.create}
          </Link>
        </p>
      )}
      {children}
    </>
  );
}

type OpenRecordProps = RecordPartProps & { id: number };

function OpenRecord(props: OpenRecordProps) {
  const { path, source, texts, fields, canWrite, deletion, details, related, id } = props;
  return (
    <>
      <p>
        <Link path={path}>{t.setup.common.backToList}</Link>
      </p>
      {canWrite && (
        <RecordForm
          source={source}
          id={id}
          label={texts.record}
          fields={fields}
          onCancel={() => navigate(path)}
          footer={(stored, reload) => (
            <>
              <RemoveButton
                {...{ source, id, texts, reload }}
                version={stored.version}
                consequence={deletion}
                onRemoved={() => navigate(path)}
              />
              {related?.(stored, reload)}
            </>
          )}
        />
      )}
      {details?.(id)}
    </>
  );
}
