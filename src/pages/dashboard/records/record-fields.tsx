import { useLayoutEffect, useRef } from 'preact/hooks';
import { Checkbox, Field, Select, TextArea } from '../../design/field.js';
import { useSignal } from '../../design/signal.js';
import { PersonChoice } from '../bookings/person-field.js';
import { place } from '../navigation.js';
import { currentSession } from '../session.js';
import { t } from '../texts.js';
import { ColourField, CountryField, CurrencyField, PeriodField, ZoneField } from './choice-fields.js';
import { HoursFields } from './hours-fields.js';
import { LengthField } from './length-field.js';
import { type FieldDefinition, type Texts, withCurrent } from './record.rules.js';
import { WorkField } from './work-field.js';

interface RecordFieldsProps {
  fields: readonly FieldDefinition[];
  texts: Texts;
  /** Returns the message of the server for a field. */
  error: (field: string) => string | undefined;
}

/**
 * The fields of a form, in groups. The first group is open, with `?open=hours` that of the opening hours, too, and that of the
 * field that `?field=price` names, which gets the focus. The fields of “More” are shown if one of them has another value than usual.
 */
export function RecordFields({ fields, texts, error }: RecordFieldsProps) {
  const { search } = useSignal(place);
  const [wanted, wantedField] = [search.get('open'), search.get('field')];
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (wantedField !== null) focusField(shown.current, wantedField);
  }, [wantedField]);
  const groups = [...new Set(fields.map(({ group }) => group))];
  return (
    <div ref={shown} class="field-groups">
      {groups.map((group) => {
        const own = fields.filter((field) => field.group === group);
        const content = (
          <div class="fields record-fields">
            {together(own).map((fields) => {
              const [field] = fields;
              const { name } = field;
              if (field.kind === 'hours') return <HoursFields key={name} {...{ fields, texts, error }} />;
              return <RecordField key={name} field={field} text={texts[name] ?? ''} error={error(name)} />;
            })}
          </div>
        );
        if (group === undefined) return <div key="">{content}</div>;
        const hasError = own.some(({ name }) => error(name) !== undefined);
        const isWanted = own.some(({ name, kind }) => name === wantedField || (wanted === 'hours' && kind === 'hours'));
        const isUsed = group === t.records.more && own.some((field) => isUnusual(field, texts[field.name] ?? ''));
        return (
          <details key={group} class="section" open={hasError || isWanted || isUsed}>
            <summary>{group}</summary>
            {content}
          </details>
        );
      })}
    </div>
  );
}

const isUnusual = ({ kind, usual = '' }: FieldDefinition, text: string): boolean =>
  text !== usual && (text !== '' || kind === 'flag');

/** Shows a field by its name and gives it the focus. A composed field has a hidden input of that name, and visible ones beside it. */
function focusField(form: HTMLElement | null, name: string): void {
  const named = form?.querySelector(`[name="${CSS.escape(name)}"]`);
  const field = named?.closest('.field, .hours-row, .period-field, fieldset, label') ?? named;
  const visible = 'input:not([type="hidden"]), select, textarea, button';
  const control = field?.matches(visible) ? field : field?.querySelector(visible);
  if (!(control instanceof HTMLElement)) return;
  control.scrollIntoView({ block: 'center' });
  control.focus();
}

/** Puts the opening hours of the days of a week together. */
function together(fields: readonly FieldDefinition[]): [FieldDefinition, ...FieldDefinition[]][] {
  const rows: [FieldDefinition, ...FieldDefinition[]][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.kind === 'hours' && last?.[0].kind === 'hours') last.push(field);
    else rows.push([field]);
  }
  return rows;
}

interface RecordFieldProps {
  field: FieldDefinition;
  text: string;
  error: string | undefined;
}

/** The control of a field, with its message. */
export function RecordField({ field, text, error }: RecordFieldProps) {
  const { name, label, kind, hint, required, maxLength, options = [], type, autocomplete, placeholder } = field;
  const labelled = { label, name, hint, error };
  const chosen = text === '' ? [] : text.split(',');
  switch (kind) {
    case 'long-text':
      return (
        <TextArea {...labelled} required={required} maxLength={maxLength} defaultValue={text} rows={field.rows ?? 6} />
      );
    case 'flag':
      return (
        <>
          <Checkbox label={label} name={name} defaultChecked={text === 'on'} />
          {error && (
            <p class="problem" role="alert">
              {error}
            </p>
          )}
        </>
      );
    case 'password':
      return (
        <Field
          {...{ ...labelled, required, maxLength: maxLength ?? 255, placeholder }}
          type="password"
          autocomplete={autocomplete ?? 'off'}
        />
      );
    case 'choice':
    case 'record':
      return <Select {...labelled} required={required ?? false} value={text} options={withCurrent(options, [text])} />;
    case 'records':
    case 'choices':
      return (
        <fieldset class="choices">
          <legend>{label}</legend>
          {withCurrent(options, chosen).map(({ value, text: title }) => (
            <Checkbox key={value} label={title} name={name} value={value} defaultChecked={chosen.includes(value)} />
          ))}
          {hint && <p class="hint">{hint}</p>}
          {error && (
            <p class="problem" role="alert">
              {error}
            </p>
          )}
        </fieldset>
      );
    case 'integer':
      return <Field {...labelled} required={required} inputMode="numeric" maxLength={15} defaultValue={text} />;
    case 'decimal':
      return <Field {...labelled} required={required} inputMode="decimal" maxLength={15} defaultValue={text} />;
    case 'money':
      return (
        <Field
          {...{ ...labelled, required, label: inCurrency(label) }}
          inputMode="decimal"
          maxLength={15}
          defaultValue={text}
        />
      );
    case 'date':
      return <Field {...labelled} required={required} type="date" defaultValue={text} />;
    case 'time':
      return <Field {...labelled} required={required} type="time" defaultValue={text} />;
    case 'date-time':
      return <Field {...labelled} required={required} type="datetime-local" defaultValue={text} />;
    case 'person':
      return <PersonChoice {...labelled} id={text} />;
    case 'period':
    case 'minutes':
      return <PeriodField {...{ ...labelled, required, text }} inMinutes={kind === 'minutes'} />;
    case 'length':
      return <LengthField {...{ ...labelled, required, text }} from={field.from} />;
    case 'work':
      return <WorkField {...{ ...labelled, text }} length={field.minutes ?? 0} />;
    case 'currency':
      return <CurrencyField {...{ ...labelled, required, text }} />;
    case 'country':
      return <CountryField {...{ ...labelled, required, text }} />;
    case 'zone':
      return <ZoneField {...{ ...labelled, required, text }} />;
    case 'colour':
      return <ColourField {...{ ...labelled, required, text }} />;
    default:
      return (
        <TextField
          {...{ ...labelled, required, maxLength: maxLength ?? 255, autocomplete, defaultValue: text }}
          type={type}
        />
      );
  }
}

/** Names the currency of the account in a label. */
export function inCurrency(label: string): string {
  const { currency } = currentSession().account;
  return currency === null ? label : `${label} (${currency})`;
}

interface TextFieldProps {
  label: string;
  name: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean | undefined;
  maxLength: number;
  autocomplete: string | undefined;
  defaultValue: string;
  type: FieldDefinition['type'];
}

/** Phones show the keyboard of the type. */
function TextField({ type, ...input }: TextFieldProps) {
  switch (type) {
    case 'email':
      return <Field {...input} type="email" />;
    case 'tel':
      return <Field {...input} type="tel" />;
    case 'url':
      return <Field {...input} type="url" />;
    default:
      return <Field {...input} type="text" />;
  }
}

/** Reads what is entered in a form. */
export function enteredTexts(form: HTMLFormElement, fields: readonly FieldDefinition[]): Texts {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const values = data.getAll(name).map(String);
      return [name, kind === 'records' || kind === 'choices' ? values.join(',') : (values[0] ?? '')];
    }),
  );
}
