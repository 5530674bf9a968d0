import { Checkbox, Field, Select, TextArea } from '../../../../design/field.js';
import { t } from '../../../texts.js';
import type { Question } from './questions.rules.js';

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
