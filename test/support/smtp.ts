import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Letterbox = {
  url: string;
  /** The accepted mails, with the recipients of the envelope. */
  mails: { envelope: string[]; email: Email; raw: string }[];
  /** How many messages to refuse from now on. */
  refuse: (count: number, words?: string) => void;
  close: () => Promise<void>;
};

/** A real SMTP server on a free port. */
export async function openLetterbox(): Promise<Letterbox> {
  const mails: Letterbox['mails'] = [];
  let refusals = 0;
  let refusal = '';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals--;
          return done(Object.assign(new Error(refusal), { responseCode: 451 }));
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const envelope = session.envelope.rcptTo.map(({ address }: { address: string }) => address);
        void PostalMime.parse(raw).then((email) => {
          mails.push({ envelope, email, raw });
          done();
        });
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (count, words = 'not now') => {
      refusals = count;
      refusal = words;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
