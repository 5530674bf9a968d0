import type { JSX } from 'preact';
import { Banner } from '../../../pages/design/banner.js';
import { describedBy, FieldNotes, Frame } from '../../../pages/design/field.js';
import type { Frame as PageFrame } from './frame.js';

/** The values typed into a form, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/** A sentence for each field that is wrong, in the order of the form. `''` is for the form as a whole. */
export type Problems = ReadonlyMap<string, string>;

export interface FormFieldProps {
  frame: PageFrame;
  name: string;
  label: string;
  values: Values;
  problems: Problems;
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'textarea' | 'select' | 'checkbox';
  hint?: string | undefined;
  required?: boolean;
  autocomplete?: string;
  inputmode?: 'numeric' | 'text';
  min?: number | undefined;
  max?: number | undefined;
  maxLength?: number;
  /** Whether it has the focus when the page opens. */
  hasFocus?: boolean;
  options?: readonly { value: string; label: string }[];
  /** The choice of a `select` without a value: by default "Choose". Null for none. */
  none?: string | null;
}

/** A field with its label, hint and problem. The first wrong field of a form has the focus when the page opens. */
export function FormField(props: FormFieldProps): JSX.Element {
  const { frame, name, label, problems, type = 'text', hint, required = false } = props;
  const [id, error] = [idOf(name), problems.get(name)];
  const title = (
    <>
      <bdi>{label}</bdi> {!required && <small>({frame.texts.optional})</small>}
    </>
  );
  if (type !== 'checkbox') {
    return (
      <Frame {...{ id, hint, error }} label={title}>
        <Control {...props} />
      </Frame>
    );
  }
  return (
    <div class="field">
      <label class="checkbox" for={id}>
        <Control {...props} /> {title}
      </label>
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

/** The id of a control, to which the summary of problems links. */
export const idOf = (name: string): string => `field-${name}`;

function Control({ frame, name, values, problems, type = 'text', hint, ...rest }: FormFieldProps): JSX.Element {
  const { required = false, autocomplete, inputmode, min, max, maxLength, hasFocus = false, options = [] } = rest;
  const { none = frame.texts.chooseOption } = rest;
  const common = {
    id: idOf(name),
    name,
    required,
    ...describedBy(idOf(name), problems.get(name), hint),
    autofocus: hasFocus || problems.keys().next().value === name,
  };
  const value = values[name] ?? '';
  if (type === 'textarea') {
    return (
      <textarea {...common} rows={3} maxLength={maxLength} dir="auto">
        {value}
      </textarea>
    );
  }
  if (type === 'select') {
    return (
      <select {...common}>
        {none !== null && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'checkbox') return <input {...common} type="checkbox" value="true" checked={value === 'true'} />;
  const dir = type === 'text' ? ('auto' as const) : undefined;
  const attributes = { ...common, value, dir, autocomplete, inputmode, min, max, maxLength };
  if (type === 'email') return <input {...attributes} type="email" />;
  if (type === 'tel') return <input {...attributes} type="tel" />;
  if (type === 'number') return <input {...attributes} type="number" />;
  if (type === 'date') return <input {...attributes} type="date" />;
  return <input {...attributes} type="text" />;
}

type OfContact = Partial<Pick<FormFieldProps, 'required' | 'hint'>>;

interface ContactProps extends Pick<FormFieldProps, 'frame' | 'values' | 'problems'> {
  email?: OfContact;
  phone?: OfContact;
}

/** The fields for who a visitor is and how to reach them. */
export function ContactFields({ email = {}, phone = {}, ...form }: ContactProps): JSX.Element {
  const { texts } = form.frame;
  return (
    <>
      <FormField {...form} name="name" label={texts.name} autocomplete="name" required maxLength={255} />
      <FormField
        {...form}
        {...email}
        name="email"
        label={texts.email}
        type="email"
        autocomplete="email"
        maxLength={255}
      />
      <FormField
        {...form}
        {...phone}
        name="phone_number"
        label={texts.phone}
        type="tel"
        autocomplete="tel"
        maxLength={50}
      />
    </>
  );
}

/** The sentence above a form that was not accepted, with links to the wrong fields. */
export function ProblemSummary({ frame, problems }: { frame: PageFrame; problems: Problems }): JSX.Element | null {
  if (problems.size === 0) return null;
  const general = problems.get('');
  const fields = [...problems].filter(([name]) => name !== '');
  return (
    <Banner kind="danger" isNew>
      <p>
        <strong>{general ?? frame.texts.problems}</strong>
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, problem]) => (
            <li key={name}>
              <a href={`#${idOf(name)}`}>{problem}</a>
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** A field for a code that was sent to an address. Browsers and phones offer the one of the message. */
export function CodeField(props: Pick<FormFieldProps, 'frame' | 'name' | 'values' | 'problems'>): JSX.Element {
  const label = props.frame.texts.code;
  return (
    <FormField
      {...props}
      {...{ label, required: true, autocomplete: 'one-time-code', inputmode: 'numeric', maxLength: 20 }}
      hasFocus
    />
  );
}

/** Values that a form keeps. Those that are undefined are left out. */
export function Hidden({ values }: { values: Readonly<Record<string, string | number | undefined>> }): JSX.Element {
  return (
    <>
      {Object.entries(values).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
