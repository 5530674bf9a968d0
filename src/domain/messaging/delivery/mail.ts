import { DeliveryError, failureCode, patience, type Send } from './outgoing-message.js';

/**
 * Sends by the mail server of that address, `smtp://…` or `smtps://…`. The id becomes the Message-ID. Once a server has
 * greeted, it gets three times the time, as it may look long at what it is to take, and nine times for the whole: less
 * than the lock of the job.
 */
export function createMailer(url: string, timeout = patience): Send {
  let opened: ReturnType<typeof openTransport> | undefined;
  return async ({ id, from, to, subject, text, html, calendar }) => {
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    opened ??= openTransport(url, timeout);
    const transport = await opened;
    const signal = AbortSignal.timeout(9 * timeout);
    try {
      await transport.sendMail({
        signal,
        messageId: `<${id}@${domain}>`,
        from,
        to: { name: '', address: to },
        subject: subject ?? '',
        text,
        ...(html !== null && { html }),
        ...(calendar !== null && {
          icalEvent: { method: methodOf(calendar), filename: 'booking.ics', content: calendar },
        }),
      });
    } catch (error) {
      const status = error instanceof Error && 'responseCode' in error ? ` ${error.responseCode}` : '';
      const code = signal.aborted ? 'ETIMEDOUT' : (failureCode(error) ?? 'unknown');
      throw new DeliveryError(`the mail server did not take it (${code}${status})`);
    }
  };
}

/** Loaded by those that send. */
async function openTransport(url: string, timeout: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeout,
    dnsTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 3 * timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What the file asks of the reader's calendar, which a mail says, too. */
function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
}
