import { useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { ConfirmButton, Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Icon } from '../design/icon.js';
import { Menu } from '../design/menu.js';
import { showDone, showError } from '../design/toast.js';
import { Part } from './part.js';

export function OverlaysPart() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const close = () => setOpen(undefined);
  return (
    <Part title="Overlays">
      <div class="actions">
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Open a sheet</Button>
        <ConfirmButton question="It cannot be undone." onConfirm={() => showDone('It is deleted.')}>
          Delete
        </ConfirmButton>
        <Menu
          label="More"
          items={[
            { title: 'Edit', icon: 'pencil', onClick: () => showDone('It is edited.') },
            { title: 'Read more', icon: 'book-open', href: '#overlays' },
            { title: 'Remove', icon: 'trash-2', isDangerous: true },
          ]}
        >
          <Icon name="ellipsis" />
        </Menu>
        <Button onClick={() => showDone('The booking is moved.', { label: 'Undo', run: () => undefined })}>
          Show a message
        </Button>
        <Button onClick={() => showError(new Error('The time is taken.'))}>Show a problem</Button>
      </div>
      {open && (
        <Dialog
          title="Haircut, Monday 2 March 10:00"
          kind={open}
          onClose={close}
          footer={
            <>
              <Button kind="primary" onClick={close}>
                Save
              </Button>
              <Button onClick={close}>Cancel</Button>
            </>
          }
        >
          <p>Nora Lie comes to Kari.</p>
          <Field label="Note" name="note" />
        </Dialog>
      )}
    </Part>
  );
}
