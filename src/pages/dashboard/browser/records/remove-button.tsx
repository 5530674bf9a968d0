import { ConfirmButton } from '../ui/dialog.js';
import { showDone } from '../ui/toast.js';
import type { RecordSource } from './record-source.js';
import { removeShown } from './remove-shown.js';

const participles = { Delete: 'deleted', Cancel: 'cancelled', Revoke: 'revoked' };

export type RemovalVerb = keyof typeof participles;

interface RemoveButtonProps {
  source: RecordSource;
  id: number;
  /** The version that the user sees. */
  version: string;
  /** In the singular, such as `service`. */
  noun: string;
  verb: RemovalVerb;
  /** The consequence for dependent records. */
  consequence: string;
  /** Shows the record as it is now, because somebody else has changed it. */
  reload: () => Promise<void>;
  onRemoved: () => void;
}

/** Deletes a record as the user sees it, after a confirmation. */
export function RemoveButton({ source, id, version, noun, verb, consequence, reload, onRemoved }: RemoveButtonProps) {
  const remove = async () => {
    await removeShown(() => source.remove(id, version), reload);
    showDone(`The ${noun} is ${participles[verb]}.`);
    onRemoved();
  };
  return <ConfirmButton question={consequence} onConfirm={remove}>{`${verb} the ${noun}`}</ConfirmButton>;
}
