import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
}

export interface MailServer extends AsyncDisposable {
  url: string;
  mails: ReceivedMail[];
  /** The response that rejects all recipients; undefined to accept them. */
  refusal: { message: string; status: number } | undefined;
  /** Awaited after a mail was read, before the server accepts it. */
  pause: () => Promise<void>;
}

/** Starts an SMTP server on a free port. Its only user is `u` with the password `secret`. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === 'u' && password === 'secret' ? done(null, { user: 'u' }) : done(new Error('Invalid login')),
    onRcptTo: (_address, _session, done) => {
      const { refusal } = server;
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.status }));
    },
    onData: async (stream, { envelope }, done) => {
      let text = '';
      try {
        for await (const chunk of stream) text += chunk;
      } catch {
        return; // the client has disconnected
      }
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      server.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
      await server.pause();
      done();
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refusal: undefined,
    pause: async () => {},
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
  return server;
}
