import { useEffect, useState } from 'preact/hooks';
import { showError } from '../../design/toast.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { type BookingFactsQuery, type OfferedOptionsQuery, offeredOptions } from './bookings.operations.js';

type Offered = NonNullable<OfferedOptionsQuery['service']>;
type Option = Offered['options'][number];
type Group = Offered['optionGroups'][number];

/** The options that are chosen for a booking. */
export interface ChosenOptions {
  options: readonly { optionId: number; quantity: number }[];
  /** The ids, each as often as its units, if the rules of all groups hold. */
  ids: readonly number[];
  minutes: number;
  price: number;
}

/** An option that a booking has, as it was agreed. */
export type AgreedOption = NonNullable<NonNullable<BookingFactsQuery['booking']>['options']>[number];

export const noOptions: ChosenOptions = { options: [], ids: [], minutes: 0, price: 0 };

interface OptionFieldsProps {
  serviceId: number;
  /** The options of a booking that is changed. They keep their price and minutes, also if they are no longer offered. */
  agreed?: readonly AgreedOption[];
  error: string | undefined;
  onChange: (chosen: ChosenOptions) => void;
}

/** The options of a service, by their groups. Shows nothing for a service without any. */
export function OptionFields({ serviceId, agreed = [], error, onChange }: OptionFieldsProps) {
  const [offered, setOffered] = useState<Offered>();
  const [units, setUnits] = useState<ReadonlyMap<number, number>>(
    new Map(agreed.map(({ optionId, quantity }) => [optionId, quantity])),
  );
  useEffect(() => {
    let isOutdated = false;
    execute(offeredOptions, { serviceId }).then(({ service }) => {
      if (isOutdated || !service) return;
      const found = withAgreed(service, agreed);
      setOffered(found);
      if (agreed.length > 0) onChange(chosenOf(found, units));
    }, showError);
    return () => {
      isOutdated = true;
      onChange(noOptions);
    };
  }, [serviceId]);
  if (!offered || offered.options.length === 0) return null;
  const choose = (id: number, count: number) => {
    const next = new Map(units).set(id, count);
    setUnits(next);
    onChange(chosenOf(offered, next));
  };
  const groups: (Group | undefined)[] = [...offered.optionGroups, undefined];
  const groupIdOf = ({ groupId }: Option) => offered.optionGroups.find(({ id }) => id === groupId)?.id;
  return (
    <>
      {groups.map((group) => {
        const options = offered.options.filter((option) => groupIdOf(option) === group?.id);
        if (options.length === 0) return null;
        return (
          <fieldset key={group?.id ?? 0} class="option-fields">
            <legend>
              {group?.title ?? t.words.options} {group && <small>{ruleOf(group)}</small>}
            </legend>
            {options.map((option) => (
              <OptionField key={option.id} option={option} units={units.get(option.id) ?? 0} onChoose={choose} />
            ))}
          </fieldset>
        );
      })}
      {error !== undefined && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Returns the offered options with the terms of those that are agreed, and the agreed ones that are no longer offered. */
function withAgreed(offered: Offered, agreed: readonly AgreedOption[]): Offered {
  const known = new Map(agreed.map((option) => [option.optionId, option]));
  const gone = agreed.filter(({ optionId }) => !offered.options.some(({ id }) => id === optionId));
  return {
    ...offered,
    options: [
      ...offered.options.map((option) => {
        const own = known.get(option.id);
        return own ? { ...option, minutes: own.minutes, salesPrice: own.price } : option;
      }),
      ...gone.map(({ optionId: id, title, minutes, price: salesPrice, quantity: maximum }) => ({
        ...{ id, title, minutes, salesPrice, maximum, groupId: null },
      })),
    ],
  };
}

interface OptionFieldProps {
  option: Option;
  units: number;
  onChoose: (id: number, units: number) => void;
}

function OptionField({ option: { id, title, minutes, salesPrice, maximum }, units, onChoose }: OptionFieldProps) {
  const { money, number } = formats();
  const terms = [
    ...(Number(salesPrice) > 0 ? [`+ ${money(salesPrice)}`] : []),
    ...(minutes > 0 ? [t.punctuation.labelled({ label: t.setup.catalog.minutes, value: number(minutes) })] : []),
  ].join(' · ');
  const fieldId = `option-${id}`;
  return (
    <label class="checkbox" for={fieldId}>
      {maximum === 1 ? (
        <input
          id={fieldId}
          type="checkbox"
          checked={units > 0}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked ? 1 : 0)}
        />
      ) : (
        <input
          id={fieldId}
          type="number"
          min={0}
          max={maximum}
          value={units}
          onInput={({ currentTarget }) => onChoose(id, Math.trunc(Number(currentTarget.value)))}
        />
      )}{' '}
      <span>
        {title} <small>{terms}</small>
      </span>
    </label>
  );
}

function chosenOf({ options, optionGroups }: Offered, units: ReadonlyMap<number, number>): ChosenOptions {
  const chosen = options.flatMap((option) => {
    const quantity = units.get(option.id) ?? 0;
    return quantity > 0 ? [{ ...option, quantity }] : [];
  });
  const sum = (read: (one: (typeof chosen)[number]) => number, of = chosen) =>
    of.reduce((total, one) => total + read(one), 0);
  const isComplete = optionGroups.every(({ id, minimum, maximum }) => {
    const count = sum(
      ({ quantity }) => quantity,
      chosen.filter(({ groupId }) => groupId === id),
    );
    return count >= minimum && count <= (maximum ?? count);
  });
  const ids = chosen.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  return {
    options: chosen.map(({ id: optionId, quantity }) => ({ optionId, quantity })),
    ids: isComplete ? ids : [],
    minutes: sum(({ minutes, quantity }) => minutes * quantity),
    price: sum(({ salesPrice, quantity }) => Number(salesPrice) * quantity),
  };
}

/** The least and the greatest number of units that a group asks for, such as `At least: 1, At most: 2`. */
function ruleOf({ minimum, maximum }: Group): string {
  const { minimum: atLeast, maximum: atMost } = t.setup.options;
  const labelled = (label: string, value: number) => t.punctuation.labelled({ label, value: formats().number(value) });
  return [
    ...(minimum > 0 ? [labelled(atLeast, minimum)] : []),
    ...(maximum !== null ? [labelled(atMost, maximum)] : []),
  ].join(', ');
}
