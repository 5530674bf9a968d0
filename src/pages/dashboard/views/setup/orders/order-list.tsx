import { useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { Field, Select } from '../../../../design/field.js';
import { Form, numberIn } from '../../../../design/form.js';
import { addDays, midnightOf } from '../../../dates.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import type { OrderFilter } from '../../../graphql/schema.types.js';
import { navigate } from '../../../navigation.js';
import { t } from '../../../texts.js';
import { Exports } from '../../../ui/exports.js';
import { Link } from '../../../ui/link.js';
import { PageList } from '../../../ui/loaded.js';
import { PeriodFields } from '../../../ui/period-fields.js';
import { usePages } from '../../../use-data.js';
import { type ListOrdersQuery, listOrders } from './orders.operations.js';

type ListedOrder = ListOrdersQuery['orders']['nodes'][number];

const states = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const;

interface OrderChoice {
  state: string;
  from: string;
  to: string;
}

/** The orders, newest first. */
export function OrderList() {
  const { dateTime, money } = formats();
  const [choice, setChoice] = useState<OrderChoice>({ state: '', from: '', to: '' });
  const choose = (changes: Partial<OrderChoice>) => setChoice({ ...choice, ...changes });
  const filter = filterOf(choice);
  const key = JSON.stringify(filter);
  const pages = usePages(`orders ${key}`, async (after) => (await execute(listOrders, { filter, after })).orders);
  return (
    <>
      <p>{t.business.orders.lead}</p>
      <search>
        <form class="fields" onSubmit={(event) => event.preventDefault()}>
          <Select
            label={t.business.orders.state}
            name="state"
            value={choice.state}
            options={[
              { value: '', text: t.business.all },
              ...states.map((value) => ({ value, text: t.business.orders.states[value] })),
            ]}
            onChange={(state) => choose({ state })}
          />
          <PeriodFields from={choice.from} to={choice.to} onChange={choose} />
        </form>
        <OpenByNumber />
      </search>
      <Exports label={t.business.orders.title} path="orders" query={{}} />
      <PageList
        label={t.business.orders.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={key === '{}' ? t.business.orders.none : t.business.orders.noneOfChoice}
        columns={[
          {
            title: t.business.orders.number,
            cell: ({ id }) => <Link path={`setup/orders/${id}`}>{t.business.orders.order({ id })}</Link>,
          },
          { title: t.business.orders.ordered, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.business.orders.person, cell: Buyer },
          { title: t.business.orders.what, isLong: true, cell: whatOf },
          { title: t.business.orders.state, cell: State },
          { title: t.business.orders.price, isNumber: true, cell: ({ payableAmount }) => money(payableAmount) },
          { title: t.business.orders.paid, isNumber: true, cell: ({ paidAmount }) => money(paidAmount) },
          { title: t.business.orders.open, isNumber: true, cell: ({ balance }) => money(balance) },
        ]}
      />
    </>
  );
}

/** Opens an order by its number, which customers and notifications name. */
function OpenByNumber() {
  const open = (values: FormData) => {
    const id = numberIn(values, 'number');
    if (id !== null) navigate(`setup/orders/${id}`);
  };
  return (
    <Form onSubmit={open}>
      {() => (
        <div class="fields">
          <Field
            label={t.business.orders.number}
            name="number"
            inputMode="numeric"
            pattern="\d{1,10}"
            required
            hint={t.business.orders.numberHint}
          />
          <Button type="submit">{t.business.orders.openOrder}</Button>
        </div>
      )}
    </Form>
  );
}

function filterOf({ state, from, to }: OrderChoice): OrderFilter {
  const known = states.find((name) => name === state);
  const createdAt = {
    ...(from !== '' && { from: midnightOf(from) }),
    ...(to !== '' && { to: midnightOf(addDays(to, 1)) }),
  };
  return { ...(known && { state: known }), ...(Object.keys(createdAt).length > 0 && { createdAt }) };
}

function Buyer({ person }: ListedOrder) {
  return (
    person && <Link path={`people/${person.id}`}>{person.name || person.email || t.business.orders.customer}</Link>
  );
}

function whatOf({ lineItems }: ListedOrder): string {
  return lineItems
    .map(({ quantity, service, booking }) => {
      const title = booking?.title ?? service?.title ?? t.business.orders.something;
      return quantity === 1 ? title : `${quantity} × ${title}`;
    })
    .join(', ');
}

function State({ state, refundable }: ListedOrder) {
  return (
    <>
      {t.business.orders.states[state]}
      {Number(refundable) > 0 && (
        <p class="hint">{t.business.orders.toRefund({ amount: formats().money(refundable) })}</p>
      )}
    </>
  );
}
