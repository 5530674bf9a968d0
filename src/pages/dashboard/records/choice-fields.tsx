import { useId, useMemo, useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.js';
import { formats } from '../format.js';
import { t } from '../texts.js';
import {
  type EnteredPeriod,
  minutesOf,
  minutesText,
  periodOf,
  periodOfMinutes,
  periodText,
  periodUnits,
} from './composed.rules.js';
import { useComposedText } from './composed-text.js';
import { type Option, withCurrent } from './record.rules.js';

export interface LabelledField {
  label: string;
  name: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean | undefined;
  text: string;
}

const none: Option = { value: '', text: '–' };
const byText = (one: Option, other: Option) => one.text.localeCompare(other.text);

function namesOf(type: 'currency' | 'region'): Intl.DisplayNames {
  return new Intl.DisplayNames(formats().language, { type, fallback: 'none' });
}

/** A menu of the currencies with their names. */
export function CurrencyField({ text, required = false, ...labelled }: LabelledField) {
  const options = useMemo(() => {
    const names = namesOf('currency');
    return Intl.supportedValuesOf('currency')
      .map((value) => ({ value, text: `${names.of(value) ?? value} (${value})` }))
      .sort(byText);
  }, []);
  return <Select {...{ ...labelled, required }} value={text} options={withCurrent([none, ...options], [text])} />;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A menu of the countries with their names. */
export function CountryField({ text, required = false, ...labelled }: LabelledField) {
  const options = useMemo(() => {
    const names = namesOf('region');
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .flatMap((value) => {
        const name = names.of(value);
        return name === undefined ? [] : [{ value, text: name }];
      })
      .sort(byText);
  }, []);
  return <Select {...{ ...labelled, required }} value={text} options={withCurrent([none, ...options], [text])} />;
}

/** Time zones, which are found by a part of their name. Each is shown with its present offset. */
export function ZoneField({ text, ...labelled }: LabelledField) {
  const id = useId();
  const [zones, setZones] = useState<readonly Option[]>([]);
  // On its focus, because the offsets of all zones take about a tenth of a second.
  const list = () => setZones((known) => (known.length > 0 ? known : zonesWithOffsets()));
  return (
    <>
      <Field {...labelled} list={id} autocomplete="off" maxLength={255} defaultValue={text} onFocus={list} />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone.value} value={zone.value} label={zone.text} />
        ))}
      </datalist>
    </>
  );
}

function zonesWithOffsets(): Option[] {
  const now = new Date();
  return Intl.supportedValuesOf('timeZone').map((timeZone) => {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
    return { value: timeZone, text: parts.find(({ type }) => type === 'timeZoneName')?.value ?? '' };
  });
}

/** A colour as a text such as `#1f5fbf`, with the picker of the browser. */
export function ColourField({ text, ...labelled }: LabelledField) {
  const { text: colour, input, change } = useComposedText(text);
  const isColour = /^#[\da-f]{6}$/i.test(colour);
  return (
    <div class="colour-field">
      <input ref={input} type="hidden" name={labelled.name} value={colour} />
      <Field
        {...labelled}
        name=""
        maxLength={7}
        value={colour}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <input
        type="color"
        aria-label={t.records.pick({ label: labelled.label })}
        // The browser has no control without a colour: it would be black.
        class={isColour ? undefined : 'unset'}
        value={isColour ? colour : '#000000'}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}

interface PeriodFieldProps extends LabelledField {
  /** Whether the attribute is a number of minutes. Otherwise it is a text such as `24 hours`. */
  inMinutes: boolean;
}

/** A period: its number and its unit. A text that is no such period is shown as it is. */
export function PeriodField({ inMinutes, text: initial, ...labelled }: PeriodFieldProps) {
  const { text, input, change } = useComposedText(initial);
  const [entered, setEntered] = useState(() => (inMinutes ? periodOfMinutes(initial) : periodOf(initial)));
  if (!entered) return <Field {...labelled} maxLength={100} defaultValue={text} />;
  const set = (next: EnteredPeriod) => {
    setEntered(next);
    change(inMinutes ? minutesText(next) : periodText(next));
  };
  const units = inMinutes ? periodUnits.filter((unit) => unit in minutesOf) : periodUnits;
  return (
    <div class="period-field">
      <input ref={input} type="hidden" name={labelled.name} value={text} />
      <Field
        {...labelled}
        name=""
        inputMode="numeric"
        maxLength={9}
        value={entered.count}
        onInput={({ currentTarget }) => set({ ...entered, count: currentTarget.value })}
      />
      <select
        aria-label={t.records.unit({ label: labelled.label })}
        value={entered.unit}
        onChange={({ currentTarget }) => {
          const unit = units.find((known) => known === currentTarget.value);
          if (unit) set({ ...entered, unit });
        }}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {t.records.units[unit]}
          </option>
        ))}
      </select>
    </div>
  );
}
