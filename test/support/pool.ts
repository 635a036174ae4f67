import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Passes connections on without the startup parameter `options`, as PgBouncer does with `ignore_startup_parameters`. */
export async function startPool(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, upstream].forEach((one) => one.destroy()));
    }
    client.once('data', (first: Buffer) => {
      upstream.write(withoutOptions(first));
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A startup message: its length, the version of the protocol, then names and values that end with a zero byte. */
function withoutOptions(message: Buffer): Buffer {
  const texts = message
    .toString('latin1', 8, message.length - 1)
    .split('\0')
    .slice(0, -1);
  const kept = texts.flatMap((name, at) => (at % 2 === 0 && name !== 'options' ? [name, texts[at + 1] ?? ''] : []));
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 8);
  return Buffer.concat([length, message.subarray(4, 8), body]);
}
