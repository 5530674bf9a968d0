import { Field } from '../design/field.js';
import { textIn } from '../design/form.js';
import { formats } from './format.js';
import { t } from './texts.js';

const texts = t.business.orders;

interface AmountFieldProps {
  label: string;
  /** The amount that is entered at first; none if undefined. */
  value?: string | null | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
}

/** The field of an amount, which `amountIn` reads. Staff may type a comma. */
export function AmountField({ value, ...field }: AmountFieldProps) {
  return (
    <Field
      {...field}
      name="amount"
      inputMode="decimal"
      pattern="\d{1,10}([.,]\d{1,4})?"
      maxLength={15}
      required
      defaultValue={value == null ? '' : String(Number(value))}
    />
  );
}

/** The field of an amount of which all that is left is entered at first. */
export function AmountLeftField({ most, ...field }: { most: string } & Omit<AmountFieldProps, 'label' | 'hint'>) {
  const hint = texts.atMost({ amount: formats().money(most) });
  return <AmountField value={most} {...field} label={texts.amount} hint={field.error === hint ? undefined : hint} />;
}

/** Returns the entered amount as the server reads it, with a decimal point. */
export function amountIn(values: FormData): string {
  return (textIn(values, 'amount') ?? '').replace(',', '.');
}

/** The field of the reason of a refund. */
export function ReasonField({ value }: { value?: string | null }) {
  return (
    <Field label={texts.reason} name="reason" maxLength={255} hint={texts.reasonHint} defaultValue={value ?? ''} />
  );
}
