import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { languageOf } from '../../platform/language.js';
import { localeOf } from '../../platform/time/localized.js';
import { textsIn } from '../../texts/texts.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { formatMoney } from '../money.rules.js';
import type { Order } from '../order/order.entity.js';
import { Person } from '../person/person.entity.js';
import type { Document } from './document.entity.js';
import { documentTitle } from './document-page.rules.js';

/** Queues the email to the buyer with a document as a PDF file, which is written when the email is sent. */
export async function mailDocument(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  document: Document,
): Promise<void> {
  const { name, locale, currency, countryCode } = context.account;
  const buyer = order.personId === null ? null : await tx.find(Person, order.personId);
  const recipient = order.recipient ?? buyer?.email;
  if (!recipient) return;
  const language = languageOf(buyer?.locale, locale);
  const { punctuation, messages } = textsIn(language);
  const { subject, attached, total } = messages.document;
  const title = documentTitle(language, document);
  const sum = formatMoney(document.amount, currency, localeOf(language, countryCode));
  await queueBuiltInMessage(context, tx, {
    ...{ kind: 'document', channel: MessageChannel.EMAIL, recipient, documentId: document.id, customer: language },
    subject: subject({ document: title, account: name }),
    body: `${attached({ document: title, account: name })}\n\n${punctuation.labelled({ label: total, value: sum })}\n`,
    ...(buyer && { personId: buyer.id }),
  });
}
