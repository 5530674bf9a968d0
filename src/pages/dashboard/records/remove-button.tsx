import { ConfirmButton } from '../../design/dialog.js';
import { showDone } from '../../design/toast.js';
import { noteChanges } from '../unsaved.js';
import type { RecordSource } from './record-source.js';
import { recordName, removeLater } from './removals.js';
import { removeShown } from './remove-shown.js';

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
  /** Whether it is deleted at once, without "Undo". */
  isAtOnce?: boolean | undefined;
  /** Shows the record as it is now, because somebody else has changed it. */
  reload: () => Promise<void>;
  onRemoved: () => unknown;
}

/** Deletes a record as the user sees it, after a confirmation. */
export function RemoveButton(props: RemoveButtonProps) {
  const { source, id, version, texts, consequence, isAtOnce = false, reload, onRemoved } = props;
  const name = recordName(source.path, id);
  const send = () => source.remove(id, version);
  const remove = async () => {
    if (isAtOnce) {
      await removeShown(send, reload);
      showDone(texts.removed);
    } else removeLater([name], texts.removed, send);
    // The page that leaves the record does not ask what becomes of what was typed: its draft stays for "Undo".
    noteChanges(name, false);
    onRemoved();
  };
  return (
    <ConfirmButton question={consequence} onConfirm={remove}>
      {texts.remove}
    </ConfirmButton>
  );
}
