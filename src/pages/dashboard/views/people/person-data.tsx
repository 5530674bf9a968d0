import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Checkbox } from '../../../design/field.js';
import { showDone } from '../../../design/toast.js';
import { downloadFile } from '../../download.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { erasePerson, exportPerson, type PersonLineFragment, readPersonErasure } from './people.operations.js';

interface PersonDataProps {
  person: PersonLineFragment;
  onErased: () => Promise<void>;
}

/** What the law lets a person ask for: all data as files, and its erasure. */
export function PersonData({ person: { id, revisionCount: ifRevision, erasedAt }, onErased }: PersonDataProps) {
  const [cancelBookings, setCancelBookings] = useState(false);
  const read = async () => (await execute(exportPerson, { id })).exportPerson?.tables ?? {};
  const erase = async () => {
    await execute(erasePerson, { id, cancelBookings, ifRevision });
    showDone('The person is erased.');
    await onErased();
  };
  return (
    <>
      <h2>All that is stored of this person</h2>
      <p>People may ask for a copy of their data, and for their erasure.</p>
      <div class="actions">
        <Button
          onClick={async () => {
            downloadFile(`person-${id}.json`, 'application/json', JSON.stringify(await read(), null, 2));
          }}
        >
          Export as JSON
        </Button>
        <Button
          onClick={async () => {
            const { zipTables } = await import('./zip-tables.js');
            downloadFile(`person-${id}.zip`, 'application/zip', zipTables(await read()));
          }}
        >
          Export as ZIP
        </Button>
        {!erasedAt && (
          <ConfirmButton
            question={
              <>
                Everything that says who the person is disappears for ever: details, notes, messages, and what the
                history says. Amounts and dates stay, of an “erased person”.
                <Checkbox
                  label="Cancel the bookings that are not over"
                  checked={cancelBookings}
                  onChange={setCancelBookings}
                />
              </>
            }
            onConfirm={erase}
          >
            Erase
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
    <LoadedContent label="The erasure" loaded={loaded}>
      {(erasure) => (
        <p role="status">
          {erasure?.finishedAt
            ? `Erased on ${formats().dateTime(erasure.finishedAt)}, with ${erasure.erasedRows} other records.`
            : `Being erased: ${erasure?.erasedRows ?? 0} other records so far.`}
        </p>
      )}
    </LoadedContent>
  );
}
