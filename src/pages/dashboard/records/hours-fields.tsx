import { useId } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { Checkbox, Field, FieldNotes } from '../../design/field.js';
import { t } from '../texts.js';
import { dayHoursOf, dayHoursText, type EnteredHours } from './composed.rules.js';
import { useComposedText } from './composed-text.js';
import type { FieldDefinition, Texts } from './record.rules.js';

interface HoursFieldsProps {
  /** One day, or the days of a week from Monday. */
  fields: readonly FieldDefinition[];
  texts: Texts;
  /** Returns the message of the server for a field. */
  error: (field: string) => string | undefined;
}

/** Opening hours: a row for each day, and buttons that copy the first one to others. */
export function HoursFields({ fields, texts, error }: HoursFieldsProps) {
  const days = fields.map((field) => ({ field, day: useComposedText(texts[field.name] ?? '') }));
  const [first] = days;
  const copy = (count: number) => {
    for (const { day } of days.slice(1, count)) if (first) day.change(first.day.text);
  };
  return (
    <div class="hours">
      {days.map(({ field, day }) => (
        <HoursRow key={field.name} field={field} day={day} error={error(field.name)} />
      ))}
      {first && days.length === 7 && (
        <div class="actions">
          <Button kind="plain" onClick={() => copy(5)}>
            {t.records.copyToWeekdays({ day: first.field.label })}
          </Button>
          <Button kind="plain" onClick={() => copy(7)}>
            {t.records.copyToAll({ day: first.field.label })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface HoursRowProps {
  field: FieldDefinition;
  day: ReturnType<typeof useComposedText>;
  error: string | undefined;
}

function HoursRow({ field: { name, label, hint }, day: { text, input, change }, error }: HoursRowProps) {
  const id = useId();
  const hours = dayHoursOf(text);
  if (!hours) {
    return <Field {...{ label, name, hint, error }} maxLength={200} placeholder="09:00–17:00" defaultValue={text} />;
  }
  const set = (next: Partial<EnteredHours>) => change(dayHoursText({ ...hours, ...next }));
  const { isClosed, intervals } = hours;
  const replace = (index: number, pair: readonly [string, string]) =>
    set({ intervals: intervals.map((old, at) => (at === index ? pair : old)) });
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset class="hours-row" aria-describedby={described}>
      <legend>{label}</legend>
      <input ref={input} type="hidden" name={name} value={text} />
      <div class="intervals">
        {intervals.map(([open, close], index) => {
          const which = index === 0 ? label : `${label}, ${index + 1}`;
          const timeInput = (value: string, title: string, onTime: (time: string) => void) => (
            <input
              type="time"
              aria-label={title}
              aria-invalid={error ? true : undefined}
              value={value}
              onInput={({ currentTarget }) => onTime(currentTarget.value)}
            />
          );
          return (
            <div key={index} class="interval">
              {timeInput(open, t.records.opens({ day: which }), (from) => replace(index, [from, close]))}
              <span aria-hidden="true">–</span>
              {timeInput(close, t.records.closes({ day: which }), (to) => replace(index, [open, to]))}
              {index > 0 && (
                <Button
                  kind="plain"
                  label={t.records.removeHours({ day: which })}
                  onClick={() => set({ intervals: intervals.filter((_pair, at) => at !== index) })}
                >
                  {t.records.remove}
                </Button>
              )}
            </div>
          );
        })}
        {!isClosed && intervals.length < 4 && (
          <Button
            kind="plain"
            label={t.records.addHoursOf({ day: label })}
            onClick={() => set({ intervals: [...intervals, ['', '']] })}
          >
            {t.records.addHours}
          </Button>
        )}
      </div>
      <Checkbox
        label={t.records.closedDay}
        checked={isClosed}
        onChange={(closed) => set({ isClosed: closed, intervals: closed ? [] : [['', '']] })}
      />
      <FieldNotes {...{ id, hint, error }} />
    </fieldset>
  );
}
