import type { ComponentChildren } from 'preact';
import { Table } from '../../../../design/table.js';
import { formats, wallTime } from '../../../format.js';
import { recorderText } from '../../../history/history.rules.js';
import { methodText } from '../../../payment-methods.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import type { OrderDetailsFragment } from '../setup.operations.js';

const texts = t.business.orders;

interface OrderProps {
  order: OrderDetailsFragment;
}

/** A titled part of the page of an order. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The items that were sold, with links to the bookings in the calendar. */
export function OrderItems({ order: { lineItems } }: OrderProps) {
  const { number, money } = formats();
  return (
    <Part title={texts.items}>
      <Table
        caption={texts.items}
        rows={lineItems}
        keyOf={({ id }) => id}
        columns={[
          { title: texts.what, cell: ({ booking, service }) => booking?.title ?? service?.title ?? texts.something },
          { title: texts.booking, cell: ({ booking }) => booking && <BookingLink {...booking} /> },
          { title: texts.giftCard, cell: ({ giftCard }) => giftCard && <CardLink {...giftCard} /> },
          { title: texts.quantity, isNumber: true, cell: ({ quantity }) => number(quantity) },
          { title: texts.unitPrice, isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  );
}

/** Leads to the booking in the calendar. */
function BookingLink({ id, bookedFrom }: { id: number; bookedFrom: string }) {
  const path = `calendar?date=${wallTime(bookedFrom).slice(0, 10)}&booking=${id}`;
  return <Link path={path}>{formats().dateTime(bookedFrom)}</Link>;
}

function CardLink({ id, code }: { id: number; code: string | null }) {
  return <Link path={`setup/gift-cards/${id}`}>{code ?? texts.giftCard}</Link>;
}

export function SoldGiftCards({ order: { issuedGiftCards } }: OrderProps) {
  return (
    <Part title={texts.giftCards}>
      <Table
        caption={texts.giftCards}
        rows={issuedGiftCards}
        keyOf={({ id }) => id}
        columns={[
          { title: texts.giftCard, cell: CardLink },
          { title: texts.giftCardValue, isNumber: true, cell: ({ value }) => formats().money(value) },
          { title: texts.active, cell: ({ active }) => (active ? texts.yes : texts.no) },
        ]}
      />
    </Part>
  );
}

/** All amounts that add up to what is paid: negative ones were paid back. */
export function OrderPayments({ order: { payments } }: OrderProps) {
  const { dateTime, money } = formats();
  return (
    <Part title={texts.payments}>
      <Table
        caption={texts.payments}
        rows={payments}
        keyOf={({ id }) => id}
        empty={texts.noPayments}
        columns={[
          { title: texts.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: texts.kind, cell: ({ amount }) => (Number(amount) < 0 ? texts.refund : texts.payment) },
          { title: t.figures.method, cell: ({ method }) => methodText(method) },
          { title: t.figures.recordedBy, isLong: true, cell: ({ recordedBy }) => recorderText(recordedBy) },
          {
            title: texts.reference,
            isLong: true,
            cell: ({ reference, recordedElsewhere, reason, giftCard }) =>
              giftCard ? <CardLink {...giftCard} /> : [reference, recordedElsewhere, reason].filter(Boolean).join(', '),
          },
          { title: texts.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  );
}

/** The refunds that the provider was asked for, with those that it refused or did not answer. */
export function ProviderRefunds({ order: { providerRefunds } }: OrderProps) {
  const { dateTime, money } = formats();
  return (
    <Part title={texts.providerRefunds}>
      <Table
        caption={texts.providerRefunds}
        rows={providerRefunds}
        keyOf={({ id }) => id}
        columns={[
          { title: texts.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: texts.state, isLong: true, cell: ({ state }) => texts.refundStates[state] },
          { title: texts.reference, isLong: true, cell: ({ reference }) => reference },
          { title: texts.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  );
}
