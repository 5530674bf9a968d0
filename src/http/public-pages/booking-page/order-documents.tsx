import type { JSX } from 'preact';
import { titleOf } from '../../../domain/document/document-page.rules.js';
import { textsIn } from '../../../texts/texts.js';
import { CardAction, type Frame } from './frame.js';

/** A receipt, an invoice or a credit note, as the public API shows it. */
export interface OrderDocument {
  id: number;
  kind: 'receipt' | 'invoice' | 'credit_note';
  number: number;
  issued_at: string;
  amount: string;
  is_of_deposit: boolean;
}

interface OrderDocumentsProps {
  frame: Frame;
  /** The orders with their documents, and with the tokens that open them. */
  orders: readonly { id: number; token: string; documents: readonly OrderDocument[] }[];
}

/** The documents about orders. Each is a link to its PDF file, which the public API has. */
export function OrderDocuments({ frame, orders }: OrderDocumentsProps): JSX.Element | null {
  const { formats, language, wording, url } = frame;
  const { myBookings: mine, shop } = textsIn(wording);
  if (orders.every(({ documents }) => documents.length === 0)) return null;
  return (
    <section>
      <h2>{mine.documents}</h2>
      <ul class="cards">
        {orders.flatMap(({ id: order, token, documents }) =>
          documents.map(({ id, kind, number, issued_at: at, amount, is_of_deposit: isOfDeposit }) => (
            <li key={id} class="card">
              <h3>
                <a href={url(`/orders/${token}/documents/${id}.pdf`)}>
                  {titleOf(language, { kind, number, isOfDeposit })}
                </a>
              </h3>
              <p>
                <time dateTime={at}>{formats.moment(at)}</time>
              </p>
              <p class="facts">
                <span>{shop.orderTitle({ id: order })}</span>
                <strong>{formats.price(kind === 'credit_note' ? `-${amount}` : amount)}</strong>
              </p>
              <CardAction text={mine.download} />
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
