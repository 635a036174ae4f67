import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How the mail server behaves. */
export type MailMode = 'well' | 'slow' | 'refusing' | 'dying';

/** A mail server that can fail in every way, and records each accepted mail. */
export type Letterbox = {
  url: string;
  /** How often each mail came, by its Message-ID. */
  arrived: ReadonlyMap<string, number>;
  behave: (mode: MailMode) => void;
  /** Stops listening. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  close: () => Promise<void>;
};

const SLOW_MS = 1_200;

export async function openLetterbox(onMail: () => void): Promise<Letterbox> {
  const arrived = new Map<string, number>();
  const sockets = new Set<Socket>();
  let mode: MailMode = 'well';
  let port = 0;
  let isUp = false;

  const take = (message: string): void => {
    const id = /^message-id:\s*<([^>]+)>/im.exec(message)?.[1] ?? '';
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    onMail();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, { mode: () => mode, take });
  });
  const up = async (): Promise<void> => {
    if (isUp) return;
    isUp = true;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const down = async (): Promise<void> => {
    if (!isUp) return;
    isUp = false;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  await up();
  return { url: `smtp://127.0.0.1:${port}`, arrived, behave: (next) => (mode = next), down, up, close: down };
}

/** RFC 5321, as much of it as a sender needs. */
function serve(socket: Socket, { mode, take }: { mode: () => MailMode; take: (message: string) => void }): void {
  let unread = '';
  let isMessage = false;
  let turn = Promise.resolve();
  const say = (line: string): void => void (socket.writable && socket.write(`${line}\r\n`));

  const receive = async (message: string): Promise<void> => {
    const how = mode();
    if (how === 'slow') await wait(SLOW_MS);
    if (how === 'refusing') return say('451 4.3.0 not now');
    take(message);
    // The mail is accepted, but the sender gets no answer.
    if (how === 'dying') socket.destroy();
    else say('250 2.0.0 taken');
  };
  const obey = (line: string): void => {
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return say('250 chaos');
      case 'DATA':
        isMessage = true;
        return say('354 go on');
      case 'QUIT':
        say('221 2.0.0 bye');
        return void socket.end();
      case 'MAIL':
      case 'RCPT':
      case 'RSET':
      case 'NOOP':
        return say('250 2.0.0 well');
      default:
        return say('502 5.5.1 unknown');
    }
  };
  const read = async (): Promise<void> => {
    for (;;) {
      const end = isMessage ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(end);
      if (at < 0) return;
      const part = unread.slice(0, at);
      unread = unread.slice(at + end.length);
      if (!isMessage) obey(part);
      else {
        isMessage = false;
        await receive(part);
      }
    }
  };
  say('220 chaos');
  socket.setEncoding('utf8').on('data', (text: string) => {
    unread += text;
    turn = turn.then(read);
  });
}
