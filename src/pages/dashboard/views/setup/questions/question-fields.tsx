import { Button } from '../../../../design/button.js';
import { Checkbox, Field, Select, TextArea } from '../../../../design/field.js';
import { Icon } from '../../../../design/icon.js';
import { t } from '../../../texts.js';
import { type Question, questionTypes, toName } from './questions.rules.js';

interface QuestionFieldsProps {
  question: Question;
  index: number;
  count: number;
  /** Whether answers may have its name already, which then stays. */
  isStored: boolean;
  onChange: (changes: Partial<Question>) => void;
  /** @param button the name of the button that moved it, which gets the focus again */
  onMove: (to: number, button: 'up' | 'down') => void;
  onRemove: () => void;
  isDragged: boolean;
  onDragStart: (event: PointerEvent) => void;
}

/** The fields of one question, with buttons that move and remove it, and a handle to drag it. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { question, index, count, isStored, onChange, onMove, onRemove, isDragged, onDragStart } = props;
  const texts = t.business.questions;
  const { name, label, type, required, options } = question;
  return (
    <li class={isDragged ? 'panel dragged' : 'panel'}>
      <fieldset>
        <legend>
          {count > 1 && (
            // The keyboard has the buttons.
            <span class="handle" aria-hidden="true" onPointerDown={onDragStart}>
              <Icon name="grip-vertical" />
            </span>
          )}
          {texts.question({ number: index + 1 })} <span class="question-label">{label}</span>
        </legend>
        <Field
          label={texts.label}
          name={`question-${index}-label`}
          required
          maxLength={255}
          value={label}
          data-focus={`label-${index}`}
          onInput={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
        <Select
          label={texts.type}
          name={`question-${index}-type`}
          value={type}
          options={questionTypes.map((value) => ({ value, text: texts.types[value] }))}
          onChange={(value) => onChange({ type: questionTypes.find((known) => known === value) ?? 'text' })}
        />
        {type === 'select' && (
          <TextArea
            label={texts.options}
            name={`question-${index}-options`}
            required
            rows={4}
            value={options.join('\n')}
            hint={texts.optionsHint}
            onInput={({ currentTarget }) => onChange({ options: currentTarget.value.split('\n') })}
          />
        )}
        <Checkbox
          label={texts.required}
          name={`question-${index}-required`}
          checked={required}
          onChange={(isChecked) => onChange({ required: isChecked })}
        />
        <Field
          label={texts.name}
          name={`question-${index}-name`}
          required
          readOnly={isStored}
          value={name}
          hint={isStored ? texts.nameStays : texts.nameHint}
          onInput={({ currentTarget }) => onChange({ name: toName(currentTarget.value) })}
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
          <Button
            kind="danger"
            label={texts.removeOf({ label: label || texts.question({ number: index + 1 }) })}
            onClick={onRemove}
          >
            {texts.remove}
          </Button>
        </div>
      </fieldset>
    </li>
  );
}

/** The questions as customers see them, below their name and address. */
export function QuestionPreview({ questions }: { questions: readonly Question[] }) {
  const texts = t.business.questions;
  return (
    <section class="panel" aria-label={texts.preview}>
      <h3>{texts.preview}</h3>
      {questions.map((question) => (
        <PreviewedQuestion key={question.name} {...question} />
      ))}
    </section>
  );
}

function PreviewedQuestion({ name, label, type, required, options }: Question) {
  const texts = t.business.questions;
  const shown = { label: required ? label : `${label} (${texts.optional})`, name: `preview-${name}` };
  switch (type) {
    case 'textarea':
      return <TextArea {...shown} />;
    case 'checkbox':
      return <Checkbox {...shown} />;
    case 'select':
      return (
        <Select
          {...shown}
          options={[{ value: '', text: texts.choose }, ...options.map((text) => ({ value: text, text }))]}
        />
      );
    case 'number':
      return <Field {...shown} type="number" />;
    case 'date':
      return <Field {...shown} type="date" />;
    case 'text':
      return <Field {...shown} type="text" />;
  }
}
