import { Dialog } from '../../design/dialog.js';

/** Lists the keys that work anywhere in the dashboard. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <dl class="shortcuts">
        {texts.keys.map(([key, meaning]) => (
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

const texts: { title: string; keys: readonly (readonly [key: string, meaning: string])[] } = {
  title: 'Keyboard shortcuts',
  keys: [
    ['/', 'Search for people, bookings, services and resources'],
    ['?', 'Show this list'],
    ['Esc', 'Close a dialog'],
    ['↑ ↓', 'Go through what was found'],
    ['Enter', 'Open what is chosen'],
  ],
};
