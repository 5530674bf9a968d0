import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { useSignal } from '../../../design/signal.js';
import { place } from '../../navigation.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { accountForms } from './account-forms.js';
import type { SetupPart } from './parts.js';
import { recordKinds } from './records.js';
import { type FoundSetting, findSettings } from './search.rules.js';

/** Finds the parts of the set-up and the fields of their forms by their words. A result leads to the field. */
export function SetupSearch({ parts }: { parts: readonly SetupPart[] }) {
  const id = useId();
  const [text, setText] = useState('');
  const here = useSignal(place);
  // A result was opened.
  useEffect(() => setText(''), [here]);
  const settings = useMemo(() => parts.flatMap(settingsOf), [parts.length]);
  const found = findSettings(text, settings);
  return (
    <search class="setup-search" onKeyDown={(event) => event.key === 'Escape' && setText('')}>
      <input
        type="search"
        aria-label={t.setup.search.label}
        placeholder={t.setup.search.label}
        aria-describedby={`${id}-count`}
        autocomplete="off"
        maxLength={100}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p id={`${id}-count`} role="status" class={found.length > 0 ? 'hidden' : 'muted'}>
        {text.trim() !== '' && t.setup.search.count({ count: found.length })}
      </p>
      {found.length > 0 && (
        <ul aria-label={t.setup.search.found}>
          {found.map(({ title, detail, path, field }) => (
            <li key={`${path} ${field}`}>
              <Link path={path} search={field === undefined ? undefined : { field }}>
                {title}
                {detail !== '' && <span class="hint">{detail}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

const words: Readonly<Record<string, string>> = t.setup.search.words;

/** The forms of the account that have another name than their part. */
const formOfPart: Readonly<Record<string, string>> = { account: 'business' };
const forms: Readonly<Record<string, readonly { name: string; label: string; hint?: string }[]>> = accountForms;

function settingsOf({ name, title }: SetupPart): FoundSetting[] {
  const path = `setup/${name}`;
  const kind = recordKinds.find((kind) => kind.path === name && !kind.isOnly);
  const fields = kind?.fields ?? forms[formOfPart[name] ?? name] ?? [];
  return [
    { title, detail: '', path, words: words[name] ?? '' },
    ...fields.map(({ name: field, label, hint = '' }) => ({ title: label, detail: title, path, field, words: hint })),
  ];
}
