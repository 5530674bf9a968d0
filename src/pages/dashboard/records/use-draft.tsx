import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { currentSession, draftOwner } from '../session.js';
import { t } from '../texts.js';
import { noteChanges } from '../unsaved.js';
import { draftOf } from './draft.js';
import { changedTexts, type Texts } from './record.rules.js';

export interface FormDraft {
  /** The values that were typed before and not saved; undefined if there are none. */
  restored: Texts | undefined;
  /** Changes when the draft is discarded. As the key of the form, it renders the form anew. */
  generation: number;
  /** Stores what was entered and differs from what the form shows without a draft. */
  store(entered: Texts): void;
  /** Forgets it after it was saved. */
  clear(): void;
  /** Forgets it, and shows the form without it. */
  discard(): void;
}

/**
 * Keeps what is typed into a form.
 *
 * @param name identifies the form in the account, such as `/services/12`
 * @param shown the texts that the form shows without a draft
 */
export function useDraft(name: string, shown: Texts): FormDraft {
  const draft = draftOf(draftOwner(currentSession()), name);
  const [{ restored, generation }, setState] = useState(() => ({ restored: draft.read(), generation: 0 }));
  useEffect(() => () => noteChanges(name, false), [name]);
  return {
    restored,
    generation,
    store: (entered) => {
      const changed = changedTexts(entered, shown);
      noteChanges(name, Object.keys(changed).length > 0);
      draft.store(changed);
    },
    clear: () => {
      draft.clear();
      noteChanges(name, false);
      setState({ restored: undefined, generation });
    },
    discard: () => {
      draft.clear();
      noteChanges(name, false);
      setState({ restored: undefined, generation: generation + 1 });
    },
  };
}

/** The notice that a form contains what was typed before. */
export function DraftNotice({ onDiscard }: { onDiscard: () => unknown }) {
  return (
    <div class="notice" role="status">
      <p>{t.records.draftBack}</p>
      <Button onClick={onDiscard}>{t.records.discard}</Button>
    </div>
  );
}
