import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Checkbox } from '../../../design/field.js';
import { showDone } from '../../../design/toast.js';
import { downloadFile } from '../../download.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { erasePerson, exportPerson, type PersonLineFragment, readPersonErasure } from './people.operations.js';

interface PersonDataProps {
  person: PersonLineFragment;
  onErased: () => Promise<void>;
}

/** The rights of a person by law: all data as files, and its erasure. */
export function PersonData({ person: { id, revisionCount: ifRevision, erasedAt }, onErased }: PersonDataProps) {
  const [cancelBookings, setCancelBookings] = useState(false);
  const read = async () => (await execute(exportPerson, { id })).exportPerson?.tables ?? {};
  const erase = async () => {
    await execute(erasePerson, { id, cancelBookings, ifRevision });
    showDone(t.people.data.erased);
    await onErased();
  };
  return (
    <>
      <h2>{t.people.data.title}</h2>
      <p>{t.people.data.text}</p>
      <div class="actions">
        <Button
          onClick={async () => {
            downloadFile(`person-${id}.json`, 'application/json', JSON.stringify(await read(), null, 2));
          }}
        >
          {t.people.data.json}
        </Button>
        <Button
          onClick={async () => {
            const { zipTables } = await import('./zip-tables.js');
            downloadFile(`person-${id}.zip`, 'application/zip', zipTables(await read()));
          }}
        >
          {t.people.data.zip}
        </Button>
        {!erasedAt && (
          <ConfirmButton
            question={
              <>
                {t.people.data.question}
                <Checkbox label={t.people.data.cancelBookings} checked={cancelBookings} onChange={setCancelBookings} />
              </>
            }
            onConfirm={erase}
          >
            {t.people.data.erase}
          </ConfirmButton>
        )}
      </div>
      {erasedAt && <ErasureProgress id={id} />}
    </>
  );
}

function ErasureProgress({ id }: { id: number }) {
  const loaded = useData(`erasure of person ${id}`, async () => {
    return (await execute(readPersonErasure, { id })).personErasure;
  });
  return (
    <LoadedContent label={t.people.data.theErasure} loaded={loaded}>
      {(erasure) => (
        <p role="status">
          {erasure?.finishedAt
            ? t.people.data.erasedOn({ time: formats().dateTime(erasure.finishedAt), rows: erasure.erasedRows })
            : t.people.data.erasing({ rows: erasure?.erasedRows ?? 0 })}
        </p>
      )}
    </LoadedContent>
  );
}
