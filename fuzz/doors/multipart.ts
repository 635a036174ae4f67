import type { Random } from '../random.ts';
import type { SentFile } from './files.ts';

export type Part = { name: string; value: string } | { name: string; file: SentFile };

/** A form with files as a browser sends it, now and then damaged in what separates its parts. */
export function multipart(random: Random, parts: readonly Part[]): { type: string; body: Buffer } {
  const boundary = `----depono${random.below(1_000_000)}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    contentOf(part),
    Buffer.from('\r\n'),
  ]);
  const whole = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${boundary}`;
  if (random.chance(0.9)) return { type, body: whole };
  return random.pick([
    () => ({ type, body: whole.subarray(0, random.below(whole.length)) }),
    () => ({ type: 'multipart/form-data', body: whole }),
    () => ({ type: 'multipart/form-data; boundary=', body: whole }),
    () => ({ type: `multipart/form-data; boundary="${'b'.repeat(300)}"`, body: whole }),
    () => ({ type, body: Buffer.concat([Buffer.from('x\r\n'), whole, Buffer.from('more')]) }),
    () => ({ type, body: Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') }),
    () => ({ type: 'application/x-www-form-urlencoded', body: whole }),
    () => ({ type, body: Buffer.concat(Array.from({ length: 150 }, () => whole.subarray(0, -boundary.length - 6))) }),
  ])();
}

function headOf(part: Part): string {
  const name = part.name.replaceAll('"', '%22');
  if (!('file' in part)) return `Content-Disposition: form-data; name="${name}"`;
  const { name: file, type } = part.file;
  const shown = file.replaceAll('"', '%22').replaceAll(/[\r\n]+/g, '%0D%0A');
  return `Content-Disposition: form-data; name="${name}"; filename="${shown}"${type === '' ? '' : `\r\nContent-Type: ${type}`}`;
}

function contentOf(part: Part): Buffer {
  return 'file' in part ? part.file.content : Buffer.from(part.value);
}
