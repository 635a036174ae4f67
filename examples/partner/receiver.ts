import { createServer, type IncomingMessage, type Server } from 'node:http';
import { processEvent, type Event } from './events.ts';
import type { Memory } from './memory.ts';
import type { Settings } from './settings.ts';
import { isGenuine } from './verify.ts';

const MOST_BYTES = 10_000_000;

/** Takes callbacks. It answers as soon as a message is stored; fetching its document can wait. */
export function startReceiver(settings: Settings, memory: Memory, save: () => void): Server {
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === null) return 413;
    // The raw body is verified, before anything parses it.
    if (!isGenuine(settings.callbackSecret, request.headers, body)) return 401;
    processEvent(JSON.parse(body.toString('utf8')) as Event, memory);
    save();
    return 204;
  }

  return server.listen(settings.port, () => console.log(`receiving callbacks on port ${settings.port}`));
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) return null;
  }
  return Buffer.concat(chunks);
}
