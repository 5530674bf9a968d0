import type { ComponentChildren } from 'preact';
import { navigate } from '../../navigation.js';
import type { FieldDefinition } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import { type Attributes, deleteRecord, type RecordType } from '../../rest/client.js';
import { ConfirmButton } from '../../ui/confirm.js';
import { Link } from '../../ui/link.js';
import { showDone } from '../../ui/toast.js';

interface RecordPartProps {
  /** The address of the part, such as `setup/services`. */
  path: string;
  open: string | undefined;
  type: RecordType;
  /** In the singular, such as `service`. */
  noun: string;
  fields: readonly FieldDefinition[];
  initial?: Attributes;
  /** Whether the user may write. */
  canWrite: boolean;
  /** The consequence of deleting a record for its dependent records. */
  deletion: string;
  /** Shown below the form of a record. */
  details?: (id: number) => ComponentChildren;
  /** The list. */
  children: ComponentChildren;
}

/** The list of a part of the set-up, or the form of one of its records. */
export function RecordPart(props: RecordPartProps) {
  const { path, open, type, noun, fields, initial, canWrite, children } = props;
  if (open === 'new' && canWrite) {
    return (
      <>
        <h2>New {noun}</h2>
        <RecordForm
          type={type}
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
      {canWrite && (
        <p class="actions">
          <Link path={`${path}/new`}>New {noun}</Link>
        </p>
      )}
      {children}
    </>
  );
}

function OpenRecord({ path, type, noun, fields, canWrite, deletion, details, id }: RecordPartProps & { id: number }) {
  const remove = async () => {
    await deleteRecord(type, id);
    showDone(`The ${noun} is deleted.`);
    navigate(path);
  };
  return (
    <>
      <p>
        <Link path={path}>Back to the list</Link>
      </p>
      {canWrite && (
        <>
          <RecordForm type={type} id={id} label={`The ${noun}`} fields={fields} onCancel={() => navigate(path)} />
          <ConfirmButton question={deletion} onConfirm={remove}>
            {`Delete the ${noun}`}
          </ConfirmButton>
        </>
      )}
      {details?.(id)}
    </>
  );
}
