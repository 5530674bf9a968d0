import type { ComponentChildren } from 'preact';
import { navigate } from '../../navigation.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import type { Attributes, RecordSource, StoredRecord } from '../../records/record-source.js';
import { type RemovalVerb, RemoveButton } from '../../records/remove-button.js';
import { Link } from '../../ui/link.js';

export interface SetupPartProps {
  /** The record that is open, or `new`; undefined for the list. */
  open: string | undefined;
}

interface RecordPartProps {
  /** The address of the part, such as `setup/services`. */
  path: string;
  open: string | undefined;
  source: RecordSource;
  /** In the singular, such as `service`. */
  noun: string;
  fields: readonly FieldDefinition[];
  initial?: Attributes;
  /** Whether the user may write. */
  canWrite: boolean;
  /** Whether the list has the form of a new record. */
  hasOwnForm?: boolean;
  /** The consequence of deleting a record for its dependent records. */
  deletion: string;
  /** The label of the button that deletes, by default `Delete`. */
  deletionVerb?: RemovalVerb;
  /** Shown below the form of a record. */
  details?: (id: number) => ComponentChildren;
  /** Shown below the form of a record that the user may write, with the record that the form shows and a function that reads it again. */
  related?: (stored: StoredRecord, reload: () => Promise<void>) => ComponentChildren;
  /** The list. */
  children: ComponentChildren;
}

/** The list of a part of the set-up, or the form of one of its records. */
export function RecordPart(props: RecordPartProps) {
  const { path, open, source, noun, fields, initial, canWrite, hasOwnForm = false, children } = props;
  const canCreate = canWrite && !hasOwnForm;
  if (open === 'new' && canCreate) {
    return (
      <>
        <h2>New {noun}</h2>
        <RecordForm
          source={source}
          id="new"
          label={`The ${noun}`}
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
          <Link path={`${path}/new`}>New {noun}</Link>
        </p>
      )}
      {children}
    </>
  );
}

type OpenRecordProps = RecordPartProps & { id: number };

function OpenRecord(props: OpenRecordProps) {
  const { path, source, noun, fields, canWrite, deletion, deletionVerb = 'Delete', details, related, id } = props;
  return (
    <>
      <p>
        <Link path={path}>Back to the list</Link>
      </p>
      {canWrite && (
        <RecordForm
          source={source}
          id={id}
          label={`The ${noun}`}
          fields={fields}
          onCancel={() => navigate(path)}
          footer={(stored, reload) => (
            <>
              <RemoveButton
                {...{ source, id, noun, reload }}
                version={stored.version}
                verb={deletionVerb}
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
