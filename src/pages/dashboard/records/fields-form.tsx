import type { ComponentChildren } from 'preact';
import { Button } from '../../design/button.js';
import { Form } from '../../design/form.js';
import { type FieldDefinition, type Texts, textsOf } from './record.rules.js';
import { RecordField } from './record-fields.js';
import type { Attributes } from './record-source.js';

interface FieldsFormProps {
  fields: readonly FieldDefinition[];
  /** The attributes that the form shows at first. */
  shown?: Attributes;
  onSubmit: (values: FormData) => unknown;
  submitLabel: string;
  kind?: 'primary' | 'danger';
  /** The button that closes the form, and its label. */
  cancel?: { label: string; onClick: () => void };
  /** Whether the fields are beside each other where there is room. */
  isWide?: boolean;
  /** Shown above the fields. */
  children?: ComponentChildren;
}

/** A form from a list of fields without a draft: for secrets, and for dialogs that are left at once. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, shown = {}, onSubmit, submitLabel, kind = 'primary', cancel, isWide = false, children } = props;
  const texts: Texts = textsOf(shown, fields);
  return (
    <Form onSubmit={onSubmit} fields={fields.map(({ name }) => name)}>
      {({ isBusy, error }) => {
        const controls = fields.map((field) => (
          <RecordField key={field.name} field={field} text={texts[field.name] ?? ''} error={error(field.name)} />
        ));
        return (
          <>
            {children}
            {isWide && controls.length > 0 ? <div class="fields">{controls}</div> : controls}
            <div class="actions">
              <Button type="submit" kind={kind} isBusy={isBusy}>
                {submitLabel}
              </Button>
              {cancel && <Button onClick={cancel.onClick}>{cancel.label}</Button>}
            </div>
          </>
        );
      }}
    </Form>
  );
}
