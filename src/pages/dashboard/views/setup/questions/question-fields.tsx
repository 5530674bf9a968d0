import { Button } from '../../../../design/button.js';
import { Checkbox, Field, Select, TextArea } from '../../../../design/field.js';
import { t } from '../../../texts.js';
import { type Question, questionTypes } from './questions.rules.js';

interface QuestionFieldsProps {
  question: Question;
  index: number;
  count: number;
  onChange: (changes: Partial<Question>) => void;
  /** @param button the name of the button that moved it, which gets the focus again */
  onMove: (to: number, button: 'up' | 'down') => void;
  onRemove: () => void;
}

/** The fields of one question, with buttons that move and remove it. */
export function QuestionFields({ question, index, count, onChange, onMove, onRemove }: QuestionFieldsProps) {
  const texts = t.business.questions;
  const { name, label, type, required, options } = question;
  return (
    <li class="panel">
      <fieldset>
        <legend>{texts.question(index + 1)}</legend>
        <Field
          label={texts.label}
          name={`${name}-label`}
          required
          maxLength={255}
          value={label}
          data-focus={`label-${index}`}
          onInput={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <Select
          label={texts.type}
          name={`${name}-type`}
          value={type}
          options={questionTypes.map((value) => ({ value, text: texts.types[value] }))}
          onChange={(value) => onChange({ type: questionTypes.find((known) => known === value) ?? 'text' })}
        />
        {type === 'select' && (
          <TextArea
            label={texts.options}
            name={`${name}-options`}
            required
            rows={4}
            value={options.join('\n')}
            hint={texts.optionsHint}
            onInput={({ currentTarget }) => onChange({ options: currentTarget.value.split('\n') })}
          />
        )}
        <Checkbox
          label={texts.required}
          checked={required}
          onChange={(isChecked) => onChange({ required: isChecked })}
        />
        <div class="actions">
          <button
            type="button"
            class="button"
            data-focus={`up-${index}`}
            aria-disabled={index === 0 || undefined}
            onClick={() => index > 0 && onMove(index - 1, 'up')}
          >
            {texts.up}
          </button>
          <button
            type="button"
            class="button"
            data-focus={`down-${index}`}
            aria-disabled={index === count - 1 || undefined}
            onClick={() => index < count - 1 && onMove(index + 1, 'down')}
          >
            {texts.down}
          </button>
          <Button kind="danger" label={texts.removeOf(label || texts.question(index + 1))} onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      </fieldset>
    </li>
  );
}
