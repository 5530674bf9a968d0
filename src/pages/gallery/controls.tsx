import { useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { Combobox } from '../design/combobox.js';
import { CopyField } from '../design/copy.js';
import { Checkbox, Field, Select, TextArea } from '../design/field.js';
import { Form } from '../design/form.js';
import { Icon } from '../design/icon.js';
import { Part } from './part.js';

export function ControlsPart() {
  return (
    <Part title="Buttons">
      <div class="actions">
        <Button>Button</Button>
        <Button kind="primary">Primary</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="plain">Plain</Button>
        <Button kind="primary">
          <Icon name="plus" /> With an icon
        </Button>
        <Button label="Search">
          <Icon name="search" />
        </Button>
        <Button disabled>Disabled</Button>
        <Button kind="primary" isBusy>
          Busy
        </Button>
        <a class="button" href="#buttons">
          Read the guide
        </a>
      </div>
    </Part>
  );
}

const zones = ['Europe/Berlin', 'Europe/Copenhagen', 'Europe/Oslo', 'Europe/Stockholm'].map((zone) => ({
  value: zone,
  text: zone.replace('Europe/', ''),
  detail: zone,
}));

export function FormPart() {
  const [zone, setZone] = useState('Europe/Oslo');
  return (
    <Part title="Fields">
      <Form onSubmit={() => Promise.reject(new Error('The server refused it.'))}>
        {() => (
          <>
            <div class="fields">
              <Field label="Name" name="name" defaultValue="Nora Lie" hint="As on the bill" />
              <Field label="Email" name="email" type="email" defaultValue="nora" error="is no address" />
              <Field label="Read only" name="key" defaultValue="k-123" readOnly />
              <Field label="Disabled" name="off" defaultValue="Nothing" disabled />
              <Field label="Day" name="day" type="date" defaultValue="2026-03-02" />
              <Field label="Time" name="time" type="time" defaultValue="09:30" />
              <Field label="Colour" name="colour" type="color" defaultValue="#1d5bbf" />
              <Field label="Price" name="price" type="number" defaultValue="450" />
              <Select
                label="Language"
                name="language"
                value="nb"
                options={[
                  { value: 'nb', text: 'Norsk' },
                  { value: 'sv', text: 'Svenska' },
                ]}
              />
              <Combobox label="Time zone" name="zone" value={zone} options={zones} onChange={setZone} />
            </div>
            <TextArea label="Note" name="note" defaultValue="A text of several lines" error="is too long" />
            <Checkbox label="Tell the customer" name="tell" defaultChecked />
            <CopyField label="Address to copy" name="address" value="https://book.example.org/sites/salon" />
            <div class="actions">
              <Button type="submit" kind="primary">
                Send
              </Button>
            </div>
          </>
        )}
      </Form>
    </Part>
  );
}
