import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Form } from '../../design/form.js';
import { t } from '../texts.js';
import { ErrorSummary } from './error-summary.js';
import type { FieldDefinition, Texts } from './record.rules.js';
import { enteredTexts, RecordFields } from './record-fields.js';
import { DraftNotice, type FormDraft } from './use-draft.js';

interface DraftedFormProps {
  fields: readonly FieldDefinition[];
  /** The texts that the form shows without a draft. */
  shown: Texts;
  draft: FormDraft;
  /** Called when the user discards the draft. */
  onDiscard: () => unknown;
  onSubmit: (entered: Texts) => unknown;
  onCancel?: (() => void) | undefined;
  submitLabel?: string;
  /** Shown above the fields. */
  children?: ComponentChildren;
}

/** A form from a list of fields. What is entered survives errors, a lost session and a reload of the page. */
export function DraftedForm({
  fields,
  shown,
  draft,
  onDiscard,
  onSubmit,
  onCancel,
  submitLabel = t.records.save,
  children,
}: DraftedFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const entered = (): Texts | undefined => {
    const element = place.current?.querySelector('form');
    return element ? enteredTexts(element, fields) : undefined;
  };
  return (
    <div
      ref={place}
      onInput={() => {
        const texts = entered();
        if (texts) draft.store(texts);
      }}
    >
      {draft.restored && <DraftNotice onDiscard={onDiscard} />}
      {children}
      <Form
        key={draft.generation}
        fields={fields.map(({ name }) => name)}
        onSubmit={async () => {
          const texts = entered();
          if (texts) await onSubmit(texts);
        }}
      >
        {({ isBusy, error }) => (
          <>
            <ErrorSummary fields={fields} error={error} />
            <RecordFields fields={fields} texts={{ ...shown, ...draft.restored }} error={error} />
            <div class="actions">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {submitLabel}
              </Button>
              {onCancel && <Button onClick={onCancel}>{t.records.close}</Button>}
            </div>
          </>
        )}
      </Form>
    </div>
  );
}
