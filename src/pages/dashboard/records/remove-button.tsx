import { ConfirmButton } from '../../design/dialog.js';
import { showDone } from '../../design/toast.js';
import { isStale, ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import type { RecordSource } from './record-source.js';

/**
 * Deletes a record as the user saw it. If somebody else has changed it since, nothing is deleted and the page shows the
 * changed one.
 *
 * @param remove deletes it, if it has not changed
 * @param reload shows the record as it is now
 * @throws ServerError
 */
export async function removeShown(remove: () => Promise<unknown>, reload: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isStale(error)) throw error;
    await reload();
    throw new ServerError(error.code, t.records.notDeleted({ message: error.message }));
  }
}

/** The label of the button that deletes a record, and what the page says afterwards. */
export interface RemovalTexts {
  remove: string;
  removed: string;
}

interface RemoveButtonProps {
  source: RecordSource;
  id: number;
  /** The version that the user sees. */
  version: string;
  texts: RemovalTexts;
  /** The consequence for dependent records. */
  consequence: string;
  /** Shows the record as it is now, because somebody else has changed it. */
  reload: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes a record as the user sees it, after a confirmation. */
export function RemoveButton({ source, id, version, texts, consequence, reload, onRemoved }: RemoveButtonProps) {
  const remove = async () => {
    await removeShown(() => source.remove(id, version), reload);
    showDone(texts.removed);
    onRemoved();
  };
  return (
    <ConfirmButton question={consequence} onConfirm={remove}>
      {texts.remove}
    </ConfirmButton>
  );
}
