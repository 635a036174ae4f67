import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it comes over the wire; `text` is what a browser makes of it. */
export type OnTheWire = { status: number; headers: IncomingHttpHeaders; bytes: number; text: string };

/** A request without the help of a client that unpacks answers, or asks for packed ones. */
export function onTheWire(
  address: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<OnTheWire> {
  return new Promise((done, failed) => {
    const sent = request(new URL(path, address), { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', failed);
      answer.once('end', () => {
        const body = Buffer.concat(chunks);
        const text = body.length === 0 ? body : unpacked(body, answer.headers['content-encoding']);
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: body.length,
          text: text.toString('utf8'),
        });
      });
    });
    sent.once('error', failed);
    sent.end();
  });
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** Everything that a browser without a cache loads for a page: the page, what it links to, and what that loads. */
export async function firstVisit(
  address: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ page: OnTheWire; loaded: { path: string; bytes: number }[]; bytes: number }> {
  const page = await onTheWire(address, path, headers);
  const loaded = [{ path, bytes: page.bytes }];
  const seen = new Set<string>();
  const load = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const answer = await onTheWire(address, file, headers);
    if (answer.status !== 200) throw new Error(`${path} loads ${file}, which answers ${answer.status}`);
    loaded.push({ path: file, bytes: answer.bytes });
  };
  const wanted = page.text.matchAll(/<(?:link|script|img)\b[^>]*\b(?:href|src)="([^"]+)"/g);
  for (const [, file = ''] of wanted) await load(file.replaceAll('&amp;', '&'));
  return { page, loaded, bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0) };
}
