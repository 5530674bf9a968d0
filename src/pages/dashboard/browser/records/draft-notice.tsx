import { Button } from '../ui/button.js';

/** The notice that a form contains what was typed before. */
export function DraftNotice({ onDiscard }: { onDiscard: () => unknown }) {
  return (
    <div class="notice" role="status">
      <p>What you had typed before and not saved is here again.</p>
      <Button onClick={onDiscard}>Discard it</Button>
    </div>
  );
}
