import type { ComponentChildren } from 'preact';
import { ConfirmButton } from '../../../../design/dialog.js';
import { showDone } from '../../../../design/toast.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { ServerError } from '../../../graphql/server-error.js';
import { can } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { cancelOrder, type OrderDetailsFragment, readOrder } from '../setup.operations.js';
import { OrderDocuments } from './order-documents.js';
import { OrderItems, OrderPayments, ProviderRefunds, SoldGiftCards } from './order-tables.js';
import { RecordPayment, RefundOrder } from './payment-forms.js';

const texts = t.business.orders;

/** One order with what it sold, what was paid and refunded, and what can be done with it. */
export function OrderPage({ id }: { id: number }) {
  const loaded = useData(`order ${id}`, async () => {
    const { order } = await execute(readOrder, { id });
    if (order === null) throw new ServerError('NOT_FOUND', texts.missing);
    return order;
  });
  return (
    <>
      <p>
        <Link path="setup/orders">{texts.back}</Link>
      </p>
      <LoadedContent label={texts.order({ id })} loaded={loaded}>
        {(order) => (
          <>
            <h2>{texts.order({ id: order.id })}</h2>
            <Summary order={order} />
            <OrderItems order={order} />
            {order.issuedGiftCards.length > 0 && <SoldGiftCards order={order} />}
            <OrderPayments order={order} />
            {order.providerRefunds.length > 0 && <ProviderRefunds order={order} />}
            {can('sales') && <OrderDocuments key={`${order.state} ${order.paidAmount}`} order={order} />}
            {can('sales') && <Actions order={order} reload={loaded.reload} />}
          </>
        )}
      </LoadedContent>
    </>
  );
}

function Summary({ order }: { order: OrderDetailsFragment }) {
  const { dateTime, money } = formats();
  const { person, coupon, state, refundable } = order;
  const hasDiscount = Number(order.discountAmount) > 0;
  const lines: [string, ComponentChildren][] = [
    [texts.state, texts.states[state]],
    [texts.person, person && <Link path={`people/${person.id}`}>{person.name || person.email || texts.customer}</Link>],
    [texts.ordered, dateTime(order.createdAt)],
    [texts.settled, order.settledAt && dateTime(order.settledAt)],
    [texts.total, hasDiscount && money(order.total)],
    [
      texts.discount,
      hasDiscount && (
        <>
          {money(order.discountAmount)}
          {coupon && (
            <>
              {', '}
              <Link path={`setup/coupons/${coupon.id}`}>
                {texts.coupon({ title: coupon.title, code: coupon.code })}
              </Link>
            </>
          )}
        </>
      ),
    ],
    [texts.price, money(order.payableAmount)],
    [texts.tax, order.taxAmount && money(order.taxAmount)],
    [texts.paid, money(order.paidAmount)],
    [texts.open, Number(order.balance) > 0 && money(order.balance)],
    [texts.tip, order.tipAmount && money(order.tipAmount)],
    [texts.deposit, order.deposit && money(order.deposit)],
    [texts.dueNow, order.dueNow && Number(order.dueNow) > 0 && money(order.dueNow)],
    [texts.dueLater, order.dueLater && Number(order.dueLater) > 0 && money(order.dueLater)],
    [texts.makeRefund, Number(refundable) > 0 && texts.toRefund({ amount: money(refundable) })],
  ];
  return (
    <dl class="summary">
      {lines.map(
        ([term, description]) =>
          description && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{description}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface ActionsProps {
  order: OrderDetailsFragment;
  reload: () => Promise<void>;
}

function Actions({ order, reload }: ActionsProps) {
  const once = useRequestKey();
  const saved = async (done: string) => {
    showDone(done);
    await reload();
  };
  const sellsBooking = order.lineItems.some(({ booking }) => booking !== null);
  return (
    <>
      {Number(order.balance) > 0 && order.state !== 'CANCELLED' && <RecordPayment {...{ order, saved }} />}
      {Number(order.refundable) > 0 && <RefundOrder key={order.refundable} {...{ order, saved }} />}
      {!sellsBooking && order.state !== 'CANCELLED' && (
        <div class="record-footer">
          <ConfirmButton
            question={texts.cancelQuestion}
            onConfirm={async () => {
              await once((key) => execute(cancelOrder, { id: order.id }, key));
              await saved(texts.cancelled);
            }}
          >
            {texts.cancelOrder}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}
