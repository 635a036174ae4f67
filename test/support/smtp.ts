import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Letterbox = {
  url: string;
  /** The accepted mails, with the recipients of the envelope. */
  mails: { envelope: string[]; email: Email; raw: string }[];
  /** All bytes that arrived unencrypted. */
  inClear: () => string;
  /** Who signed in, and whether the connection was encrypted then. */
  signIns: { user: string; password: string; isEncrypted: boolean }[];
  /** How many messages to refuse from now on. */
  refuse: (count: number, words?: string) => void;
  close: () => Promise<void>;
};

/** Whether the server can encrypt (STARTTLS, with a certificate of its own making), and whether it takes passwords. */
type Offers = { startTls?: boolean; auth?: boolean };

/** A real SMTP server on a free port. */
export async function openLetterbox({ startTls = false, auth = false }: Offers = {}): Promise<Letterbox> {
  const mails: Letterbox['mails'] = [];
  const signIns: Letterbox['signIns'] = [];
  let inClear = '';
  let refusals = 0;
  let refusal = '';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, { secure }, done) => {
      signIns.push({ user: username ?? '', password: password ?? '', isEncrypted: secure });
      done(null, { user: username ?? '' });
    },
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
  server.server.on('connection', (socket) => socket.on('data', (bytes) => (inClear += bytes.toString('latin1'))));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    inClear: () => inClear,
    signIns,
    refuse: (count, words = 'not now') => {
      refusals = count;
      refusal = words;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
