import { Dialog } from '../../design/dialog.js';
import { t } from '../texts.js';

/** Lists the keys that work anywhere in the dashboard. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.shell.shortcuts} onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const shortcuts = [
  ['/', t.search.keys.search],
  [`${t.search.keys.chord} ⌘K`, t.search.keys.searchAnywhere],
  ['?', t.search.keys.list],
  ['Esc', t.search.keys.close],
  ['↑ ↓', t.search.keys.move],
  ['Enter', t.search.keys.open],
] as const;
