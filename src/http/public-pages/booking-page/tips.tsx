import type { JSX } from 'preact';
import { type Amount, decimalsError, toAmount, toDecimal } from '../../../domain/money.rules.js';
import { textsIn } from '../../../texts/texts.js';
import type { OnlineTip } from './api-answers.js';
import { Hidden } from './fields.js';
import type { Frame } from './frame.js';
import { queryText } from './input.js';
import type { Visit } from './visit.js';

/** The tip that the URL of a page names. */
export interface ChosenTip {
  /** As it was typed. */
  text: string;
  /** 0 without one, and for a text that is no amount. */
  amount: Amount;
  isWrong: boolean;
}

export const noTip: ChosenTip = { text: '', amount: 0n, isWrong: false };

/** Reads the tip that a customer has chosen. Nothing is given before it is paid. */
export function readTip({ request, frame: { site } }: Visit): ChosenTip {
  const text = queryText(request, 'tip').trim();
  const decimal = text.replace(',', '.');
  const isAmount = /^\d{1,9}(?:\.\d{1,4})?$/.test(decimal) && decimalsError(decimal, site.currency) === undefined;
  if (text === '' || isAmount) return { text, amount: isAmount ? toAmount(decimal) : 0n, isWrong: false };
  return { text, amount: 0n, isWrong: true };
}

interface TipsProps {
  frame: Frame;
  /** The path of the page, which shows the choice. */
  path: string;
  tip: OnlineTip | null | undefined;
  chosen: ChosenTip;
}

/** Whether a customer is asked for a tip: not again after one was given. */
export function isAskedForTip(tip: TipsProps['tip']): boolean {
  return (tip?.choices ?? null) !== null && toAmount(tip?.given ?? '0') === 0n;
}

/** The tips that are offered, another amount, and none; or thanks for the tip that was given. */
export function Tips({ frame, path, tip, chosen }: TipsProps): JSX.Element | null {
  const { formats, wording, url } = frame;
  const { shop, punctuation } = textsIn(wording);
  const texts = shop.tip;
  if (!tip) return null;
  if (toAmount(tip.given) > 0n) return <p>{texts.thanks({ amount: formats.price(tip.given) })}</p>;
  if (!isAskedForTip(tip)) return null;
  const choices = (tip.choices ?? []).map(({ percentage, amount }) => ({
    amount: toAmount(amount),
    label: punctuation.labelled({ label: formats.percent(`${percentage}`), value: formats.price(amount) }),
  }));
  const isOther = chosen.amount > 0n && choices.every(({ amount }) => amount !== chosen.amount);
  return (
    <section id="tip" aria-labelledby="tip-title">
      <h2 id="tip-title">{texts.title}</h2>
      <ul class="tips">
        {[...choices, { amount: 0n, label: texts.none }].map(({ amount, label }) => (
          <li key={amount}>
            <a
              href={`${url(path, amount > 0n ? { tip: toDecimal(amount) } : {})}#tip`}
              aria-current={amount === chosen.amount && !chosen.isWrong ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <form method="get" action={`${url(path)}#tip`} class="row">
        <Hidden values={{ lang: frame.chosenLanguage }} />
        <div class="field">
          <label for="other-tip">{texts.other}</label>
          <input
            {...{
              id: 'other-tip',
              name: 'tip',
              inputmode: 'decimal',
              autocomplete: 'off',
              maxLength: 14,
              required: true,
            }}
            value={isOther || chosen.isWrong ? chosen.text : ''}
            aria-invalid={chosen.isWrong ? 'true' : undefined}
            aria-describedby={chosen.isWrong ? 'other-tip-error' : undefined}
          />
          {chosen.isWrong && (
            <p id="other-tip-error" class="error">
              {texts.wrong({ example: formats.price('10') })}
            </p>
          )}
        </div>
        <button type="submit" class="button">
          {texts.use}
        </button>
      </form>
    </section>
  );
}

/** The text of the link to the payment provider. @param due beside the tip; null if nothing is */
export function payText({ formats, wording }: Frame, due: string | null, tip: Amount): string {
  const { shop } = textsIn(wording);
  const price = toAmount(due ?? '0');
  if (tip === 0n) return shop.pay({ amount: formats.price(toDecimal(price)) });
  const given = formats.price(toDecimal(tip));
  if (price === 0n) return shop.tip.payAlone({ amount: given });
  return shop.tip.payWith({ amount: formats.price(toDecimal(price + tip)), tip: given });
}
