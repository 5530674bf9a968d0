import type { JSX } from 'preact';
import { textsIn } from '../../../../texts/texts.js';
import type { Resource } from '../api-answers.js';
import { lengthsOf } from '../booking-facts.js';
import { FormField, Hidden, idOf, type Problems, type Values } from '../fields.js';
import type { Frame } from '../frame.js';
import { personLabel } from '../my-bookings.js';
import { OptionFields } from '../options.js';
import { OtherFields } from '../other-resources.js';
import { allowedArrangements, type Basket, type BasketItem, basketQuery } from './basket.js';
import { RemoveLink } from './basket-bar.js';
import { itemProblem } from './basket-problems.js';
import { itemField, itemsText } from './wanted-items.js';

/** The values of the form for somebody new, with their problems. */
export interface PersonForm {
  values: Values;
  problems: Problems;
}

interface VisitItemsProps {
  frame: Frame;
  basket: Basket;
  /** The resources to choose from, by service. */
  resources: ReadonlyMap<number, readonly Resource[]>;
  problems: Problems;
  person: PersonForm;
  hasMyBookings: boolean;
}

/** The services of the basket with what can be chosen of each: with whom, for whom, how long, how many, which options. */
export function VisitItems(props: VisitItemsProps): JSX.Element {
  const { frame, basket, person, hasMyBookings } = props;
  const { texts, url, wording } = frame;
  const own = textsIn(wording).basket;
  const { items, people } = basket;
  return (
    <>
      <form method="get" action={url('/visit')} data-swap-form>
        <Hidden values={{ chosen: 1, lang: frame.chosenLanguage }} />
        <ol class="items">
          {items.map((item, index) => (
            <Item key={`${index} ${item.serviceId}`} {...props} item={item} index={index} />
          ))}
        </ol>
        <ArrangementField frame={frame} basket={basket} />
        <button type="submit" class="button">
          {texts.show}
        </button>
      </form>
      {people && <NewPerson frame={frame} basket={basket} person={person} />}
      {!people && hasMyBookings && (
        <p>
          {/* An embedded page leaves its frame, in which browsers do not send the cookie of the session. */}
          <a href={url('/me', { items: itemsText(items) })} target="_top">
            {own.signIn}
          </a>
        </p>
      )}
    </>
  );
}

interface ItemProps extends VisitItemsProps {
  item: BasketItem;
  index: number;
}

function Item({ frame, basket, resources, problems, item, index }: ItemProps): JSX.Element {
  const { texts } = frame;
  const field = itemField(index);
  const problem = problems.get(itemProblem(index));
  const id = idOf(itemProblem(index));
  const { service, choice } = item;
  const found = resources.get(service.id) ?? [];
  const values: Values = {
    [`${field}resource`]: String(item.resourceId ?? ''),
    [`${field}person`]: String(item.personId ?? ''),
    [`${field}intervals`]: String(item.intervals),
    [`${field}count`]: String(item.count),
  };
  const common = { frame, values, problems, required: true };
  // One who is not free on the shown days stays chosen.
  const isListed = item.resourceId === undefined || found.some((one) => one.id === item.resourceId);
  const others = isListed ? [] : [{ value: String(item.resourceId), label: texts.noTimes }];
  const lengths = [...lengthsOf(service)];
  const { people = [] } = basket;
  return (
    <li>
      <fieldset class="field" id={id} tabIndex={-1} aria-describedby={problem && `${id}-error`}>
        <legend>
          <bdi>{service.title}</bdi> <RemoveLink {...{ frame, basket, index }} />
        </legend>
        {problem !== undefined && (
          <p id={`${id}-error`} class="problem">
            {problem}
          </p>
        )}
        <input type="hidden" name={`${field}service`} value={service.id} />
        <div class="fields">
          {(found.length > 1 || !isListed) && (
            <FormField
              {...common}
              name={`${field}resource`}
              label={texts.who}
              type="select"
              none={texts.anyone}
              options={[...found.map((one) => ({ value: String(one.id), label: one.title })), ...others]}
            />
          )}
          <OtherFields frame={frame} others={item.others} prefix={field} />
          {people.length > 1 && (
            <FormField
              {...common}
              name={`${field}person`}
              label={texts.forWhom}
              type="select"
              none={null}
              options={people.map((one) => ({ value: String(one.id), label: personLabel(frame, one) }))}
            />
          )}
          {lengths.length > 0 && (
            <FormField
              {...common}
              name={`${field}intervals`}
              label={texts.duration}
              type="select"
              none={null}
              options={lengths.map(([count, minutes]) => ({
                ...{ value: String(count), label: frame.formats.minutes(minutes) },
              }))}
            />
          )}
          {(service.booking_capacity ?? 1) > 1 && (
            <FormField
              {...common}
              name={`${field}count`}
              label={texts.people}
              type="number"
              min={service.booking_minimum ?? 1}
              max={service.booking_capacity ?? 1}
            />
          )}
        </div>
        <OptionFields frame={frame} choice={choice} prefix={field} />
      </fieldset>
    </li>
  );
}

/** The order of the services, unless there is only one. */
function ArrangementField({ frame, basket }: Pick<VisitItemsProps, 'frame' | 'basket'>): JSX.Element | null {
  const texts = textsIn(frame.wording).basket;
  const allowed = allowedArrangements(basket.items);
  if (allowed.length < 2) return null;
  return (
    <FormField
      {...{ frame, values: { arrangement: basket.arrangement }, problems: new Map(), required: true }}
      name="arrangement"
      label={texts.arrangement}
      type="select"
      none={null}
      options={allowed.map((value) => ({ value, label: texts.arrangements[value] }))}
    />
  );
}

/** The form for somebody for whom the visitor cannot book yet, such as a child, and the service for this one. */
function NewPerson({ frame, basket, person }: Pick<VisitItemsProps, 'frame' | 'basket' | 'person'>): JSX.Element {
  const { texts, url, wording } = frame;
  const mine = textsIn(wording).myBookings;
  const { values, problems } = person;
  const common = { frame, values: { item: '0', ...values }, problems, required: true };
  return (
    <details open={problems.size > 0}>
      <summary>{mine.newPerson}</summary>
      <form method="post" action={url('/visit/people')} noValidate data-once>
        <Hidden values={basketQuery(basket)} />
        {problems.has('') && <p class="problem">{problems.get('')}</p>}
        <FormField {...common} name="new_name" label={texts.name} maxLength={255} />
        <FormField {...common} name="new_birthday" label={mine.birthday} type="date" />
        <FormField
          {...common}
          name="item"
          label={texts.service}
          type="select"
          none={null}
          options={basket.items.map(({ service }, index) => ({ value: String(index), label: service.title }))}
        />
        <button type="submit" class="button">
          {textsIn(wording).basket.addPerson}
        </button>
      </form>
    </details>
  );
}
