import type { JSX } from 'preact';
import { toAmount, toDecimal } from '../../../domain/money.rules.js';
import type { Option, OptionGroup, ServiceForm } from './api-answers.js';
import { Hidden } from './fields.js';
import type { Fact, Frame } from './frame.js';
import { queryText } from './input.js';
import type { Visit } from './visit.js';

/** The options of a service that a visitor has chosen. */
export interface Choice extends Pick<ServiceForm, 'options' | 'option_groups'> {
  /** The units by option. */
  units: ReadonlyMap<number, number>;
  /** The ids of the options as URLs and forms name them, each as often as its units. Undefined without any. */
  text: string | undefined;
  /** Whether the rules of all groups hold, so that there are times to choose from. */
  isComplete: boolean;
}

/** The name of the field with the units of an option. */
const fieldOf = ({ id }: Option, prefix = ''): string => `${prefix}option_${id}`;

/** Reads the choice of a URL: that of the form of options, else of the parameter that the other links have. */
export function askedChoice({ request }: Visit, form: ServiceForm): Choice {
  if (queryText(request, 'chosen') === '') return choiceOf(queryText(request, 'options'), form);
  return choose(form, (option) => Number(queryText(request, fieldOf(option))));
}

/** Reads the choice of a text with the ids of options. Those that are not offered any more are left out. */
export function choiceOf(text: string, form: ServiceForm): Choice {
  const ids = text.split(',').map(Number);
  return choose(form, ({ id }) => ids.filter((one) => one === id).length);
}

function choose({ options, option_groups }: ServiceForm, asked: (option: Option) => number): Choice {
  const units = new Map<number, number>();
  for (const option of options) {
    const count = Math.min(asked(option), option.maximum);
    if (Number.isInteger(count) && count > 0) units.set(option.id, count);
  }
  const ids = options.flatMap(({ id }) => Array.from({ length: units.get(id) ?? 0 }, () => id));
  const isComplete = option_groups.every((group) => {
    const chosen = options.filter(({ group_id }) => group_id === group.id);
    const sum = chosen.reduce((total, { id }) => total + (units.get(id) ?? 0), 0);
    return sum >= group.minimum && sum <= (group.maximum ?? sum);
  });
  return { options, option_groups, units, text: ids.length > 0 ? ids.join(',') : undefined, isComplete };
}

function sumOf<Value>(
  { options, units }: Choice,
  add: (sum: Value, option: Option, count: number) => Value,
  zero: Value,
) {
  return options.reduce((sum, option) => add(sum, option, units.get(option.id) ?? 0), zero);
}

/** Returns the minutes by which the choice lengthens a booking. */
export function minutesOf(choice: Choice): number {
  return sumOf(choice, (sum, { minutes }, count) => sum + minutes * count, 0);
}

/** Returns the price of the choice. */
export function priceOf(choice: Choice): string {
  return toDecimal(sumOf(choice, (sum, { price }, count) => sum + toAmount(price) * BigInt(count), 0n));
}

/** Returns the choice as a booking of the API has it. */
export function chosenOptions({ units }: Choice): { option_id: number; quantity: number }[] {
  return [...units].map(([option_id, quantity]) => ({ option_id, quantity }));
}

/** The options that were chosen, with their prices, such as `2 × Wash (200 kr)`. */
export function optionFacts(
  { texts, formats }: Frame,
  chosen: readonly { title: string; quantity: number; price: string }[] = [],
): Fact[] {
  const lines = chosen.map(({ title, quantity, price }) => {
    const name = quantity > 1 ? `${quantity} × ${title}` : title;
    const amount = toAmount(price) * BigInt(quantity);
    return amount === 0n ? name : `${name} (${formats.price(toDecimal(amount))})`;
  });
  return lines.length > 0 ? [[texts.options, lines.join(', ')]] : [];
}

/** The chosen options, for `optionFacts`. */
export function chosenOf({ options, units }: Choice): { title: string; quantity: number; price: string }[] {
  return options.flatMap(({ id, title, price }) => {
    const quantity = units.get(id);
    return quantity === undefined ? [] : [{ title, quantity, price }];
  });
}

interface OptionsFormProps {
  frame: Frame;
  /** The page that shows the times with the options. */
  path: string;
  choice: Choice;
  /** The other parameters of the page. */
  kept: Readonly<Record<string, string | number | undefined>>;
}

/** The options of a service to choose from, before its times. Those without a group come last. */
export function OptionsForm({ frame, path, choice, kept }: OptionsFormProps): JSX.Element | null {
  const { texts, url } = frame;
  if (choice.options.length === 0) return null;
  return (
    <form method="get" action={url(path)} data-swap-form class="options">
      <Hidden values={{ ...kept, chosen: 1, lang: frame.chosenLanguage }} />
      <OptionFields frame={frame} choice={choice} />
      <button type="submit" class="button">
        {texts.show}
      </button>
      {!choice.isComplete && <p role="status">{texts.optionsFirst}</p>}
    </form>
  );
}

interface OptionFieldsProps extends Pick<OptionsFormProps, 'frame' | 'choice'> {
  /** The beginning of the names of the fields. Empty by default. */
  prefix?: string;
}

/** The fields with the options of a service, by group. */
export function OptionFields({ frame, choice, prefix = '' }: OptionFieldsProps): JSX.Element {
  const own = choice.options.filter(({ group_id }) => !choice.option_groups.some(({ id }) => id === group_id));
  return (
    <>
      {choice.option_groups.map((group) => {
        const options = choice.options.filter(({ group_id }) => group_id === group.id);
        return options.length > 0 && <Options key={group.id} {...{ frame, choice, options, group, prefix }} />;
      })}
      {own.length > 0 && <Options {...{ frame, choice, options: own, prefix }} />}
    </>
  );
}

interface OptionsProps extends Required<OptionFieldsProps> {
  options: readonly Option[];
  group?: OptionGroup;
}

function Options({ frame, choice, options, group, prefix }: OptionsProps): JSX.Element {
  const rule = group && ruleOf(frame, group);
  return (
    <fieldset class="field">
      <legend>
        <bdi>{group?.title ?? frame.texts.options}</bdi> {rule !== undefined && <small>{rule}</small>}
      </legend>
      {options.map((option) => (
        <label class="checkbox" for={fieldOf(option, prefix)} key={option.id}>
          <Units name={fieldOf(option, prefix)} option={option} units={choice.units.get(option.id) ?? 0} />{' '}
          <span>
            <bdi>{option.title}</bdi> <small>{termsOf(frame, option)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Units({ name, option, units }: { name: string; option: Option; units: number }): JSX.Element {
  const common = { id: name, name };
  if (option.maximum === 1) return <input type="checkbox" {...common} value="1" checked={units > 0} />;
  return <input type="number" {...common} value={units} min={0} max={option.maximum} />;
}

/** The price and the minutes of one unit. */
function termsOf({ formats }: Frame, { price, minutes }: Option): string {
  return [
    ...(toAmount(price) > 0n ? [`+ ${formats.price(price)}`] : []),
    ...(minutes > 0 ? [`+ ${formats.minutes(minutes)}`] : []),
  ].join(' · ');
}

/** The rule of a group in words; undefined if it has none. */
function ruleOf({ texts }: Frame, { minimum, maximum }: OptionGroup): string | undefined {
  if (maximum === null) return minimum > 0 ? texts.chooseAtLeast({ minimum }) : undefined;
  if (minimum === maximum) return texts.chooseExactly({ minimum });
  return minimum > 0 ? texts.chooseBetween({ minimum, maximum }) : texts.chooseAtMost({ maximum });
}
