import type { ComponentChildren } from 'preact';
import { Table } from '../../../../design/table.js';
import { formats, wallTime } from '../../../format.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import type { OrderDetailsFragment } from '../setup.operations.js';

interface OrderProps {
  order: OrderDetailsFragment;
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What was sold, with links to the bookings in the calendar. */
export function OrderItems({ order: { lineItems } }: OrderProps) {
  const { number, money } = formats();
  return (
    <Part title={t.business.orders.items}>
      <Table
        caption={t.business.orders.items}
        rows={lineItems}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.business.orders.what,
            cell: ({ booking, service }) => booking?.title ?? service?.title ?? t.business.orders.something,
          },
          { title: t.business.orders.booking, cell: ({ booking }) => booking && <BookingLink {...booking} /> },
          { title: t.business.orders.giftCard, cell: ({ giftCard }) => giftCard && <CardLink {...giftCard} /> },
          { title: t.business.orders.quantity, isNumber: true, cell: ({ quantity }) => number(quantity) },
          { title: t.business.orders.unitPrice, isNumber: true, cell: ({ amount }) => money(amount) },
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
  return <Link path={`setup/gift-cards/${id}`}>{code ?? t.business.orders.giftCard}</Link>;
}

export function SoldGiftCards({ order: { issuedGiftCards } }: OrderProps) {
  return (
    <Part title={t.business.orders.giftCards}>
      <Table
        caption={t.business.orders.giftCards}
        rows={issuedGiftCards}
        keyOf={({ id }) => id}
        columns={[
          { title: t.business.orders.giftCard, cell: CardLink },
          { title: t.business.orders.giftCardValue, isNumber: true, cell: ({ value }) => formats().money(value) },
          {
            title: t.business.orders.active,
            cell: ({ active }) => (active ? t.business.orders.yes : t.business.orders.no),
          },
        ]}
      />
    </Part>
  );
}

/** All amounts that add up to what is paid: negative ones were paid back. */
export function OrderPayments({ order: { payments } }: OrderProps) {
  const { dateTime, money } = formats();
  return (
    <Part title={t.business.orders.payments}>
      <Table
        caption={t.business.orders.payments}
        rows={payments}
        keyOf={({ id }) => id}
        empty={t.business.orders.noPayments}
        columns={[
          { title: t.business.orders.when, cell: ({ createdAt }) => dateTime(createdAt) },
          {
            title: t.business.orders.kind,
            cell: ({ amount }) => (Number(amount) < 0 ? t.business.orders.refund : t.business.orders.payment),
          },
          {
            title: t.business.orders.reference,
            isLong: true,
            cell: ({ reference, giftCard }) => (giftCard ? <CardLink {...giftCard} /> : reference),
          },
          { title: t.business.orders.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  );
}

/** The refunds that the provider was asked for, with those that it refused or did not answer. */
export function ProviderRefunds({ order: { providerRefunds } }: OrderProps) {
  const { dateTime, money } = formats();
  return (
    <Part title={t.business.orders.providerRefunds}>
      <Table
        caption={t.business.orders.providerRefunds}
        rows={providerRefunds}
        keyOf={({ id }) => id}
        columns={[
          { title: t.business.orders.when, cell: ({ createdAt }) => dateTime(createdAt) },
          { title: t.business.orders.state, isLong: true, cell: ({ state }) => t.business.orders.refundStates[state] },
          { title: t.business.orders.reference, isLong: true, cell: ({ reference }) => reference },
          { title: t.business.orders.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  );
}
