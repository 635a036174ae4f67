import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import type { Random } from './random.ts';

/** A TCP proxy that can fail like a network. */
export type Proxy = {
  port: number;
  /** Cuts connections randomly at a share of the chunks, also within a chunk; null stops that. */
  cut: (how: { random: Random; share: number } | null) => void;
  /** Holds everything back, then forwards it. */
  stall: (isStalled: boolean) => void;
  close: () => Promise<void>;
};

const LONGEST_DELAY_MS = 25;

/** `targets` are tried in order. */
export async function openProxy(targets: () => NetConnectOpts[]): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>();
  let cutting: { random: Random; share: number } | null = null;
  let isStalled = false;

  const server = createServer({ noDelay: true }, (caller) => {
    caller.on('error', () => undefined);
    caller.pause();
    void join(caller);
  });

  async function join(caller: Socket): Promise<void> {
    const target = await reach(targets());
    if (target === null || caller.destroyed) {
      target?.destroy();
      caller.destroy();
      return;
    }
    const pair: [Socket, Socket] = [caller, target];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      caller.destroy();
      target.destroy();
    };
    pass(caller, target, end);
    pass(target, caller, end);
    if (isStalled) for (const socket of pair) socket.pause();
    else caller.resume();
  }

  function pass(from: Socket, to: Socket, end: () => void): void {
    from.on('data', (piece: Buffer) => {
      if (cutting?.random.isSo(cutting.share)) {
        const { random } = cutting;
        const part = random.isSo(0.5) ? random.whole(0, piece.length) : piece.length;
        to.write(piece.subarray(0, part));
        setTimeout(end, random.whole(0, LONGEST_DELAY_MS)).unref();
        from.pause();
        return;
      }
      if (!to.write(piece)) from.pause();
    });
    to.on('drain', () => {
      if (!isStalled) from.resume();
    });
    from.on('error', () => undefined);
    from.on('close', end);
    from.on('end', () => to.end());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (how) => (cutting = how),
    stall: (next) => {
      isStalled = next;
      for (const socket of [...pairs].flat()) {
        if (isStalled) socket.pause();
        else socket.resume();
      }
    },
    close: async () => {
      for (const socket of [...pairs].flat()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function reach(targets: readonly NetConnectOpts[]): Promise<Socket | null> {
  for (const target of targets) {
    const socket = connect(target);
    const isThere = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true));
      socket.once('error', () => done(false));
    });
    socket.on('error', () => undefined);
    if (isThere) return socket;
    socket.destroy();
  }
  return null;
}
