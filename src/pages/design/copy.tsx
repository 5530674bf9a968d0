import { useEffect, useState } from 'preact/hooks';
import { Button } from './button.js';
import { useTexts } from './component-texts.js';
import { Field } from './field.js';

interface CopyButtonProps {
  text: string;
  /** The name of the copied text, such as `the key`. Screen readers read it after the text of the button. */
  what: string;
  kind?: 'plain' | undefined;
}

/** A button that copies a text. Nothing where the browser does not let pages copy: without HTTPS. */
export function CopyButton({ text, what, kind }: CopyButtonProps) {
  const texts = useTexts();
  const [copied, setCopied] = useState<string>();
  const [canCopy, setCanCopy] = useState(false);
  useEffect(() => setCanCopy('clipboard' in navigator), []);
  if (!canCopy) return null;
  const name = copied === text ? texts.copied : texts.copy;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <Button kind={kind} label={texts.labelled({ label: name, value: what })} onClick={copy}>
      {name}
    </Button>
  );
}

interface CopyFieldProps {
  label: string;
  name: string;
  value: string;
  /** The text that is copied, if `value` has spaces to make it readable. */
  text?: string;
}

/** A text that the user takes elsewhere, such as a key: selected when it is focused, with a button to copy it. */
export function CopyField({ label, name, value, text = value }: CopyFieldProps) {
  return (
    <div class="copy-field">
      <Field label={label} name={name} value={value} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton text={text} what={label} />
    </div>
  );
}
