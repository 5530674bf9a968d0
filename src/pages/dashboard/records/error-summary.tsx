import { t } from '../texts.js';
import type { FieldDefinition } from './record.rules.js';

interface ErrorSummaryProps {
  fields: readonly FieldDefinition[];
  /** Returns the message of the server for a field. */
  error: (field: string) => string | undefined;
}

/** Lists the messages of the fields above a form, with links to them. The form focuses it when it was refused. */
export function ErrorSummary({ fields, error }: ErrorSummaryProps) {
  const refused = fields.flatMap(({ name, label }) => {
    const message = error(name);
    return message === undefined ? [] : [{ name, label, message }];
  });
  if (refused.length === 0) return null;
  return (
    <section class="error-summary" tabIndex={-1} aria-label={t.records.toCorrect}>
      <p>{t.records.fieldsToCorrect({ fields: refused.length })}</p>
      <ul>
        {refused.map(({ name, label, message }) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                controlOf(event.currentTarget.closest('form'), name)?.focus();
              }}
            >
              {label}
            </a>
            {t.punctuation.labelled({ label: '', value: message })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first control that enters the text of a field. Its section is opened. */
function controlOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLElement);
  const input = inputs.find((element) => element.getAttribute('name') === name);
  const section = input?.closest('details');
  if (section) section.open = true;
  if (input?.getAttribute('type') !== 'hidden') return input;
  return inputs.find(
    (element) => element.matches('input:not([type="hidden"])') && input.parentElement?.contains(element),
  );
}
