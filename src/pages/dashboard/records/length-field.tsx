import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { FieldNotes } from '../../design/field.js';
import { addMinutes } from '../dates.js';
import { formats } from '../format.js';
import { t } from '../texts.js';
import type { LabelledField } from './choice-fields.js';
import { type EnteredLength, lengthOf, lengthText } from './composed.rules.js';
import { useComposedText } from './composed-text.js';

interface LengthFieldProps extends LabelledField {
  /** The field with the date-time at which it begins. */
  from: string | undefined;
}

/** A length in hours and minutes, with the end that follows from the field at which it begins. */
export function LengthField({ label, name, hint, error, required, text: initial, from = '' }: LengthFieldProps) {
  const id = useId();
  const { text, input, change } = useComposedText(initial);
  const [entered, setEntered] = useState(() => lengthOf(initial));
  const [begin, setBegin] = useState('');
  useLayoutEffect(() => {
    const form = input.current?.form;
    const read = () => setBegin(String((form && new FormData(form).get(from)) ?? ''));
    read();
    form?.addEventListener('input', read);
    return () => form?.removeEventListener('input', read);
  }, [from]);
  const set = (next: EnteredLength) => {
    setEntered(next);
    change(lengthText(next));
  };
  const end = endText(begin, text);
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset class="length-field" aria-describedby={described}>
      <legend>{label}</legend>
      <input ref={input} type="hidden" name={name} value={text} />
      {(['hours', 'minutes'] as const).map((unit) => (
        <label key={unit}>
          <input
            inputMode="numeric"
            maxLength={4}
            required={required && entered.hours === '' && entered.minutes === ''}
            aria-invalid={error ? true : undefined}
            value={entered[unit]}
            onInput={({ currentTarget }) => set({ ...entered, [unit]: currentTarget.value })}
          />{' '}
          {t.records.units[unit]}
        </label>
      ))}
      <p class="hint" aria-live="polite">
        {end}
      </p>
      <FieldNotes {...{ id, hint, error }} />
    </fieldset>
  );
}

/** The end in words: its time, and its day if it is another one. */
function endText(begin: string, length: string): string {
  if (begin === '' || !/^[1-9]\d{0,6}$/.test(length)) return '';
  const end = addMinutes(begin, Number(length));
  const { clock, weekdayDate } = formats();
  const [day = '', time] = [end.slice(0, 10), clock(end)];
  return day === begin.slice(0, 10) ? t.records.endsAt({ time }) : t.records.endsOn({ day: weekdayDate(day), time });
}
