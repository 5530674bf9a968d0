import { Field, Select } from '../../design/field.js';
import { t } from '../texts.js';

/** One filter of a list: a menu if it has options, else a field. */
export interface Filter<Name extends string> {
  name: Name;
  label: string;
  options?: readonly { value: string; text: string }[];
  /** The first option of the menu, which does not restrict. */
  all?: string;
  hint?: string;
  maxLength?: number;
  type?: 'date';
  inputMode?: 'numeric';
}

/** The first and the last day of a period, as plain dates. */
export const periodFilters: readonly Filter<'from' | 'to'>[] = [
  { name: 'from', label: t.records.from, type: 'date' },
  { name: 'to', label: t.records.to, type: 'date' },
];

interface FiltersProps<Choice> {
  filters: readonly Filter<Extract<keyof Choice, string>>[];
  /** The values of the filters. An empty text does not restrict. */
  choice: Choice;
  onChange: (choice: Choice) => void;
}

interface InputEvent {
  currentTarget: HTMLInputElement;
}

/** The filters above a list. */
export function Filters<Choice extends { [Name in keyof Choice]: string }>(props: FiltersProps<Choice>) {
  const { filters, choice, onChange } = props;
  return (
    <form class="fields" onSubmit={(event) => event.preventDefault()}>
      {filters.map(({ options, all, type, ...filter }) => {
        const { name } = filter;
        const set = (value: string) => onChange({ ...choice, [name]: value });
        const value = choice[name];
        if (!options) {
          const input = { ...filter, value, onChange: (event: InputEvent) => set(event.currentTarget.value) };
          return type === 'date' ? <Field key={name} {...input} type="date" /> : <Field key={name} {...input} />;
        }
        const shown = all === undefined ? options : [{ value: '', text: all }, ...options];
        return <Select key={name} {...{ name, value }} label={filter.label} options={shown} onChange={set} />;
      })}
    </form>
  );
}
