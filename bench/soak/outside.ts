import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server and a receiver of callbacks that accept everything. */
export type Outside = {
  smtpUrl: string;
  callbackUrl: string;
  mails: () => number;
  callbacks: () => number;
  /** The newest mail to an address, once there is one. */
  mailTo: (email: string) => Promise<string>;
  close: () => Promise<void>;
};

export async function openOutside(): Promise<Outside> {
  let [mails, callbacks] = [0, 0];
  const wanted = new Map<string, (text: string) => void>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      const receiver = session.envelope.rcptTo
        .map(({ address }) => wanted.get(address))
        .find((one) => one !== undefined);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => receiver !== undefined && chunks.push(chunk));
      stream.on('end', () => {
        mails++;
        receiver?.(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      callbacks++;
      response.writeHead(204).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    callbackUrl: `http://127.0.0.1:${portOf(receiver)}/callbacks`,
    mails: () => mails,
    callbacks: () => callbacks,
    mailTo: (email) => new Promise((resolve) => wanted.set(email, resolve)),
    close: async () => {
      await new Promise<void>((done) => smtp.close(() => done()));
      receiver.closeAllConnections();
      await new Promise((done) => receiver.close(done));
    },
  };
}
