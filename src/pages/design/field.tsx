import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

export interface Labelled {
  label: string;
  /** The message about this field, if its value was refused. */
  error?: string | undefined;
  /** Shown below the field. */
  hint?: string | undefined;
}

type FieldProps = Labelled & InputHTMLAttributes<HTMLInputElement>;

/** A labelled input with its error. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <input id={id} {...input} {...describedBy(id, error, hint)} />
    </Frame>
  );
}

type TextAreaProps = Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A labelled text of several lines with its error. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <textarea id={id} rows={3} {...area} {...describedBy(id, error, hint)} />
    </Frame>
  );
}

interface SelectProps extends Labelled {
  name: string;
  value?: string | undefined;
  options: readonly { value: string; text: string }[];
  onChange?: (value: string) => void;
  required?: boolean;
  disabled?: boolean;
}

/** A labelled menu with its error. */
export function Select({ label, error, hint, name, value, options, onChange, required, disabled }: SelectProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <select
        {...{ id, name, required, disabled }}
        {...describedBy(id, error, hint)}
        {...(onChange ? { value: value ?? '' } : { defaultValue: value ?? '' })}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckboxProps {
  label: string;
  name?: string;
  value?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  onChange?: (isChecked: boolean) => void;
}

export function Checkbox({ label, onChange, ...input }: CheckboxProps) {
  return (
    <label class="checkbox">
      <input {...input} type="checkbox" onChange={({ currentTarget }) => onChange?.(currentTarget.checked)} /> {label}
    </label>
  );
}

interface FrameProps extends Omit<Labelled, 'label'> {
  id: string;
  label: ComponentChildren;
  children: ComponentChildren;
}

/** The label, the help and the message around a control whose id is `id`. */
export function Frame({ id, label, error, hint, children }: FrameProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

/** The help and the message of the control whose id is `id`. */
export function FieldNotes({ id, hint, error }: Pick<Labelled, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="problem" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** The attributes of a control that refer to its help and its message in a `Frame`. */
export function describedBy(id: string, error: string | undefined, hint: string | undefined) {
  const ids = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])];
  if (ids.length === 0) return {};
  return { 'aria-describedby': ids.join(' '), ...(error && { 'aria-invalid': true as const }) };
}
