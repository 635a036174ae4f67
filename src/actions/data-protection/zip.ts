import { crc32, deflateRawSync } from 'node:zlib';

export type File = { path: string; content: Buffer };

/** A zip archive as any computer opens it: each file deflated, names in UTF-8. For some megabytes, not for gigabytes. */
export function zip(files: readonly File[], at: Date): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(content);
    const common = describe({ at, content, packed, name });
    const local = Buffer.concat([u32(LOCAL), common, name, packed]);
    // Made by version 2.0; no comment, first disk, no attributes.
    directory.push(Buffer.concat([u32(CENTRAL), u16(VERSION), common, Buffer.alloc(10), u32(offset), name]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const counts = [u16(0), u16(0), u16(files.length), u16(files.length)];
  const end = Buffer.concat([u32(END), ...counts, u32(index.length), u32(offset), u16(0)]);
  return Buffer.concat([...locals, index, end]);
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;

/** What the file itself and the directory say alike. */
function describe({ at, content, packed, name }: { at: Date; content: Buffer; packed: Buffer; name: Buffer }): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return Buffer.concat([
    ...[u16(VERSION), u16(UTF8), u16(DEFLATED), u16(time), u16(day)],
    ...[u32(crc32(content)), u32(packed.length), u32(content.length), u16(name.length), u16(0)],
  ]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
