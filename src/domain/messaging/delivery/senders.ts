import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { OutboundError } from '../../../platform/outbound/guarded-request.js';
import { post } from '../../../platform/outbound/post.js';
import { outboundNames } from '../../../platform/outbound/resolver.js';
import { cleanLine } from '../../../platform/text.js';
import { traceHeaders } from '../../../platform/tracing/tracer.js';

/** A message as it is passed to the mail server or SMS gateway. */
export interface OutgoingMessage {
  /** The same for each attempt, so that mail servers can drop duplicates. */
  id: string;
  from: { name: string; address: string };
  /** The address for replies; undefined for the sender's address, and for SMS. */
  replyTo?: string | undefined;
  to: string;
  subject: string | null;
  text: string;
  /** The text in HTML, of an email that has it. */
  html: string | null;
  /** An iCalendar file attached to an email. */
  calendar: string | null;
  /** A file attached to an email. */
  attachment?: Attachment;
}

/** A file attached to an email. */
export interface Attachment {
  name: string;
  /** In Base64. */
  content: string;
}

/** @throws DeliveryError if the message was not accepted, or not in time */
export type Send = (message: OutgoingMessage) => Promise<void>;

/** A message was not accepted. The reason may be shown: it contains no address, credential or content. */
export class DeliveryError extends Error {}

/** Milliseconds until the mail server or SMS gateway must have responded. */
const defaultTimeout = 10_000;

/** Finds the code of a connection failure, such as `ECONNREFUSED`, in an error or its causes. */
function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return failureCode(error.cause);
}

/**
 * Creates a sender for the mail server at `url` (`smtp://…` or `smtps://…`). The message's id becomes its Message-ID.
 *
 * @param timeout milliseconds to connect and to greet. Each later response may take three times as long, because
 *   servers scan messages, and the whole delivery nine times, which is less than the lock of the job.
 */
export function createMailer(url: string, timeout = defaultTimeout): Send {
  let opened: ReturnType<typeof openTransport> | undefined;
  return async ({ id, from, replyTo, to, subject, text, html, calendar, attachment }) => {
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    opened ??= openTransport(url, timeout);
    const transport = await opened;
    const signal = AbortSignal.timeout(9 * timeout);
    try {
      await transport.sendMail({
        signal,
        messageId: `<${id}@${domain}>`,
        from: { ...from, name: cleanLine(from.name) },
        headers: automatic,
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        to: { name: '', address: to },
        subject: cleanLine(subject ?? ''),
        text,
        ...(html !== null && { html }),
        ...(calendar !== null && {
          icalEvent: { method: methodOf(calendar), filename: 'booking.ics', content: calendar },
        }),
        ...(attachment && {
          attachments: [{ filename: attachment.name, content: attachment.content, encoding: 'base64' }],
        }),
      });
    } catch (error) {
      const status = error instanceof Error && 'responseCode' in error ? ` ${error.responseCode}` : '';
      const code = signal.aborted ? 'ETIMEDOUT' : (failureCode(error) ?? 'unknown');
      throw new DeliveryError(`the mail server did not take it (${code}${status})`);
    }
  };
}

/**
 * Programs that answer emails by themselves do not answer one with the first header (RFC 3834), those of Microsoft one with
 * the second. That does not suppress reports of mails that could not be delivered.
 */
const automatic = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
};

/** Loads nodemailer when the first message is sent, which keeps it out of processes that send none. */
async function openTransport(url: string, timeout: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeout,
    // Its own look-up falls back to `dns.lookup`: see NameResolver.
    getSocket: (options, done) => {
      openSocket(options, timeout).then(
        (connection) => done(null, { connection }),
        (error) => done(error, false),
      );
    },
    greetingTimeout: timeout,
    socketTimeout: 3 * timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface MailServer {
  host?: string | undefined;
  port?: number | string | undefined;
  secure?: boolean | undefined;
}

/** Connects to the mail server. nodemailer begins TLS, if it is to. */
async function openSocket({ host = 'localhost', port, secure }: MailServer, timeout: number): Promise<Socket> {
  const socket = connect({ host, port: Number(port ?? (secure ? 465 : 587)), lookup: outboundNames.lookup });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    const timedOut = error instanceof Error && error.name === 'AbortError';
    throw timedOut ? Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }) : error;
  }
}

/** The method of an iCalendar file. The MIME part repeats it. */
function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
}

/**
 * Creates a sender for an SMS gateway that accepts a POST of `{"to","from","text"}` with a 2xx status. Credentials in the
 * address are sent by HTTP Basic authentication.
 */
export function createSmsGateway(address: string, timeout = defaultTimeout): Send {
  return async ({ from, to, text }) => {
    const body = JSON.stringify({ to, from: from.name, text });
    const headers = { 'content-type': 'application/json', ...traceHeaders() };
    const { status } = await post(address, { headers, body, timeout, allowPrivate: true, maxLength: 0 }).catch(
      (error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        throw new DeliveryError(`the SMS gateway did not answer (${error.code || 'unknown'})`);
      },
    );
    if (status < 200 || status > 299) throw new DeliveryError(`the SMS gateway did not take it (${status})`);
  };
}
