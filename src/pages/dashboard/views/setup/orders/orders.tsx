import { useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { Field } from '../../../../design/field.js';
import { Form, numberIn } from '../../../../design/form.js';
import { addDays, midnightOf } from '../../../dates.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import type { OrderFilter } from '../../../graphql/schema.types.js';
import { navigate } from '../../../navigation.js';
import { t } from '../../../texts.js';
import { Exports } from '../../../ui/exports.js';
import { Filters, periodFilters } from '../../../ui/filters.js';
import { Link } from '../../../ui/link.js';
import { PageList } from '../../../ui/loaded.js';
import { usePages } from '../../../use-data.js';
import type { SetupPartProps } from '../record-part.js';
import { type ListOrdersQuery, listOrders } from '../setup.operations.js';
import { OrderPage } from './order-page.js';

const texts = t.business.orders;

type ListedOrder = ListOrdersQuery['orders']['nodes'][number];

const states = ['PENDING', 'CONFIRMED', 'CANCELLED'] as const;

const stateOptions = states.map((value) => ({ value, text: texts.states[value] }));

interface OrderChoice {
  state: string;
  from: string;
  to: string;
}

/** The list of orders, or one of them. */
export function Orders({ open }: SetupPartProps) {
  return open !== undefined && /^\d{1,10}$/.test(open) ? <OrderPage key={open} id={Number(open)} /> : <OrderList />;
}

/** The orders, newest first. */
function OrderList() {
  const { dateTime, money } = formats();
  const [choice, setChoice] = useState<OrderChoice>({ state: '', from: '', to: '' });
  const filter = filterOf(choice);
  const key = JSON.stringify(filter);
  const pages = usePages(`orders ${key}`, async (after) => (await execute(listOrders, { filter, after })).orders);
  return (
    <>
      <p>{texts.lead}</p>
      <search>
        <Filters
          choice={choice}
          onChange={setChoice}
          filters={[
            { name: 'state', label: texts.state, options: stateOptions, all: t.business.all },
            ...periodFilters,
          ]}
        />
        <OpenByNumber />
      </search>
      <Exports label={texts.title} path="orders" query={{}} />
      <PageList
        label={texts.title}
        pages={pages}
        keyOf={({ id }) => id}
        empty={key === '{}' ? texts.none : texts.noneOfChoice}
        columns={[
          { title: texts.number, cell: ({ id }) => <Link path={`setup/orders/${id}`}>{texts.order({ id })}</Link> },
          { title: texts.ordered, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: texts.person, cell: Buyer },
          { title: texts.what, isLong: true, cell: whatOf },
          { title: texts.state, cell: State },
          { title: texts.price, isNumber: true, cell: ({ payableAmount }) => money(payableAmount) },
          { title: texts.paid, isNumber: true, cell: ({ paidAmount }) => money(paidAmount) },
          { title: texts.open, isNumber: true, cell: ({ balance }) => money(balance) },
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
            label={texts.number}
            name="number"
            inputMode="numeric"
            pattern="\d{1,10}"
            required
            hint={texts.numberHint}
          />
          <Button type="submit">{texts.openOrder}</Button>
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
  return person && <Link path={`people/${person.id}`}>{person.name || person.email || texts.customer}</Link>;
}

function whatOf({ lineItems }: ListedOrder): string {
  return lineItems
    .map(({ quantity, service, booking }) => {
      const title = booking?.title ?? service?.title ?? texts.something;
      return quantity === 1 ? title : `${quantity} × ${title}`;
    })
    .join(', ');
}

function State({ state, refundable }: ListedOrder) {
  return (
    <>
      {texts.states[state]}
      {Number(refundable) > 0 && <p class="hint">{texts.toRefund({ amount: formats().money(refundable) })}</p>}
    </>
  );
}
