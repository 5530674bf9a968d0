import { useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { Dialog } from '../../../../design/dialog.js';
import { Field, Select } from '../../../../design/field.js';
import { Form, textIn } from '../../../../design/form.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { AmountLeftField, amountIn, ReasonField } from '../../../money-fields.js';
import { methodIn, methodOptions } from '../../../payment-methods.js';
import { t } from '../../../texts.js';
import { type OrderDetailsFragment, recordPayment, recordRefund, refundByProvider } from '../setup.operations.js';

const texts = t.business.orders;

interface PaymentFormProps {
  order: OrderDetailsFragment;
  saved: (done: string) => Promise<void>;
}

/** Records money that the account has received. */
export function RecordPayment({ order, saved }: PaymentFormProps) {
  const { money } = formats();
  const once = useRequestKey();
  const send = async (values: FormData) => {
    const amount = amountIn(values);
    const variables = { orderId: order.id, amount, ...statedIn(values) };
    await once((key) => execute(recordPayment, variables, key));
    await saved(texts.paymentRecorded({ amount: money(amount) }));
  };
  return (
    <section class="panel" aria-label={texts.recordPayment}>
      <h3>{texts.recordPayment}</h3>
      <p class="hint">{texts.recordPaymentHint}</p>
      <Form key={order.balance} onSubmit={send} fields={['amount', 'reference', 'recordedElsewhere']}>
        {({ isBusy, error }) => (
          <>
            <div class="fields">
              <AmountLeftField most={order.balance} error={error('amount')} />
              <StatedFields label={texts.method} error={error} />
            </div>
            <div class="actions">
              <Button type="submit" isBusy={isBusy}>
                {texts.recordPayment}
              </Button>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

type RefundWay = 'provider' | 'hand';

interface Refund extends ReturnType<typeof statedIn> {
  way: RefundWay;
  amount: string;
  reason: string | null;
}

/** Refunds what was paid above the price, or of a cancelled order, after a confirmation that names the amount and the person. */
export function RefundOrder({ order, saved }: PaymentFormProps) {
  const isPaidByReference = order.payments.some(({ reference, giftCard }) => reference !== null && giftCard === null);
  const [way, setWay] = useState<RefundWay>(isPaidByReference ? 'provider' : 'hand');
  const [asked, setAsked] = useState<Refund>();
  return (
    <section class="panel" aria-label={texts.makeRefund}>
      <h3>{texts.makeRefund}</h3>
      <Form
        onSubmit={(values) =>
          setAsked({ way, amount: amountIn(values), reason: textIn(values, 'reason'), ...statedIn(values) })
        }
      >
        {() => (
          <>
            <div class="fields">
              <AmountLeftField most={order.refundable} />
              <Select
                label={texts.how}
                name="way"
                value={way}
                options={[
                  { value: 'provider', text: texts.byProvider },
                  { value: 'hand', text: texts.byHand },
                ]}
                onChange={(value) => setWay(value === 'provider' ? 'provider' : 'hand')}
              />
              {way === 'hand' && <StatedFields label={texts.methodOfRefund} />}
              <ReasonField />
            </div>
            <div class="actions">
              <Button type="submit">{texts.check}</Button>
            </div>
          </>
        )}
      </Form>
      {asked && <RefundDialog order={order} refund={asked} saved={saved} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

interface RefundDialogProps extends PaymentFormProps {
  refund: Refund;
  onClose: () => void;
}

function RefundDialog({ order: { id: orderId, person }, refund, saved, onClose }: RefundDialogProps) {
  const { way, amount, reason, ...stated } = refund;
  const once = useRequestKey();
  const shown = formats().money(amount);
  const name = person?.name || person?.email || texts.customer;
  const send = async () => {
    await once(async (key) => {
      if (way === 'provider') await execute(refundByProvider, { orderId, amount, reason }, key);
      else await execute(recordRefund, { orderId, amount, reason, ...stated }, key);
    });
    onClose();
    await saved(texts.refunded({ amount: shown }));
  };
  return (
    <Dialog title={texts.makeRefund} onClose={onClose}>
      <p>
        {way === 'provider'
          ? texts.providerQuestion({ amount: shown, name })
          : texts.handQuestion({ amount: shown, name })}
      </p>
      <Form onSubmit={send}>
        {({ isBusy }) => (
          <div class="actions">
            <Button type="submit" kind="danger" isBusy={isBusy}>
              {texts.makeRefund}
            </Button>
            <Button onClick={onClose}>{t.business.cancel}</Button>
          </div>
        )}
      </Form>
    </Dialog>
  );
}

interface StatedFieldsProps {
  /** The label of the method. */
  label: string;
  error?: (field: string) => string | undefined;
}

/** The way in which money was received or paid back by hand, and where that is written down. */
function StatedFields({ label, error = () => undefined }: StatedFieldsProps) {
  return (
    <>
      <Select label={label} name="method" options={methodOptions} />
      <Field
        label={texts.reference}
        name="reference"
        maxLength={255}
        hint={texts.referenceHint}
        error={error('reference')}
      />
      <Field
        label={texts.register}
        name="recordedElsewhere"
        maxLength={255}
        hint={texts.registerHint}
        error={error('recordedElsewhere')}
      />
    </>
  );
}

function statedIn(values: FormData) {
  return {
    method: methodIn(textIn(values, 'method')),
    reference: textIn(values, 'reference'),
    recordedElsewhere: textIn(values, 'recordedElsewhere'),
  };
}
