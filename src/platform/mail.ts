import { createTransport } from 'nodemailer';
import { DeliveryError, failureCode, patience, type Send } from './outgoing-message.js';

/** Sends by the mail server of that address, `smtp://…` or `smtps://…`. The id becomes the Message-ID. */
export function createMailer(url: string, timeout = patience): Send {
  const transport = createTransport({
    url,
    connectionTimeout: timeout,
    dnsTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, from, to, subject, text, calendar }) => {
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    try {
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        to: { name: '', address: to },
        subject: subject ?? '',
        text,
        ...(calendar !== null && {
          icalEvent: { method: methodOf(calendar), filename: 'booking.ics', content: calendar },
        }),
      });
    } catch (error) {
      const status = error instanceof Error && 'responseCode' in error ? ` ${error.responseCode}` : '';
      throw new DeliveryError(`the mail server did not take it (${failureCode(error) ?? 'unknown'}${status})`);
    }
  };
}

/** What the file asks of the reader's calendar, which a mail says, too. */
function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
}
