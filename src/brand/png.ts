import { crc32, deflateSync, inflateSync } from 'node:zlib';

// Reads PNG pictures (ISO/IEC 15948) that are not interlaced, and writes them without transparency.

type Header = { width: number; height: number; depth: number; colourType: number };
type Chunk = { name: string; data: Buffer };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel, by colour type: grey, colour, palette, grey and alpha, colour and alpha. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The same picture on white, as PDFs hold it. Null: it cannot be read. */
export function pngOnWhite(content: Buffer): Buffer | null {
  try {
    const chunks = chunksOf(content);
    const header = headerOf(chunks);
    const pixels = pixelsOf(header, chunks);
    return pixels === null ? null : written(header, pixels);
  } catch {
    // Cut off, or its compressed part is damaged or larger than it says.
    return null;
  }
}

function chunksOf(content: Buffer): Chunk[] {
  if (!content.subarray(0, 8).equals(SIGNATURE)) throw new RangeError('no PNG');
  const chunks: Chunk[] = [];
  for (let at = 8; at < content.length;) {
    const length = content.readUInt32BE(at);
    const name = content.toString('latin1', at + 4, at + 8);
    const data = content.subarray(at + 8, at + 8 + length);
    if (data.length < length) throw new RangeError('cut off');
    chunks.push({ name, data });
    if (name === 'IEND') break;
    at += length + 12;
  }
  return chunks;
}

function headerOf(chunks: readonly Chunk[]): Header {
  const data = chunkNamed(chunks, 'IHDR') ?? Buffer.alloc(0);
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colourType, interlace] = [data.readUInt8(8), data.readUInt8(9), data.readUInt8(12)];
  if (interlace !== 0 || DEPTHS[colourType]?.includes(depth) !== true) throw new RangeError('unknown form');
  return { width, height, depth, colourType };
}

function chunkNamed(chunks: readonly Chunk[], wanted: string): Buffer | null {
  return chunks.find(({ name }) => name === wanted)?.data ?? null;
}

/** Three bytes for each pixel. */
function pixelsOf({ width, height, depth, colourType }: Header, chunks: readonly Chunk[]): Buffer | null {
  const samples = SAMPLES[colourType] as number;
  const rowLength = Math.ceil((width * samples * depth) / 8);
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data));
  const expected = (rowLength + 1) * height;
  const raw = inflateSync(data, { maxOutputLength: expected });
  if (raw.length !== expected) return null;
  const rows = unfiltered(raw, { rowLength, height, step: Math.max(1, (samples * depth) >> 3) });
  const palette = chunkNamed(chunks, 'PLTE');
  const transparency = chunkNamed(chunks, 'tRNS');
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sample = (index: number): number => sampleAt(rows, y * rowLength, x * samples + index, depth);
      const [red, green, blue, alpha] = colourOf({ colourType, depth, sample, palette, transparency });
      const at = (y * width + x) * 3;
      out[at] = onWhite(red, alpha);
      out[at + 1] = onWhite(green, alpha);
      out[at + 2] = onWhite(blue, alpha);
    }
  }
  return out;
}

function sampleAt(rows: Buffer, start: number, index: number, depth: number): number {
  if (depth === 8) return rows[start + index] as number;
  if (depth === 16) return rows.readUInt16BE(start + index * 2);
  const bit = index * depth;
  return ((rows[start + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

type Reading = {
  colourType: number;
  depth: number;
  sample: (index: number) => number;
  palette: Buffer | null;
  transparency: Buffer | null;
};

/** Each from 0 to 255. */
function colourOf({ colourType, depth, sample, palette, transparency }: Reading): [number, number, number, number] {
  const to8 = (value: number): number => (value * 255) / (2 ** depth - 1);
  if (colourType === 3) {
    const index = sample(0);
    if (palette === null || index * 3 + 2 >= palette.length) throw new RangeError('no such colour');
    const [red, green, blue] = palette.subarray(index * 3, index * 3 + 3) as unknown as [number, number, number];
    return [red, green, blue, transparency?.[index] ?? 255];
  }
  const isGrey = colourType === 0 || colourType === 4;
  const values = isGrey ? [sample(0)] : [sample(0), sample(1), sample(2)];
  const isClear =
    transparency !== null && colourType < 3 && values.every((value, at) => transparency.readUInt16BE(at * 2) === value);
  const alpha = isClear ? 0 : colourType < 4 ? 255 : to8(sample(values.length));
  const [red = 0, green = red, blue = red] = values.map(to8);
  return [red, green, blue, alpha];
}

function onWhite(value: number, alpha: number): number {
  return Math.round((value * alpha + 255 * (255 - alpha)) / 255);
}

/** Undoes the filter of each row (section 9.2). */
function unfiltered(
  raw: Buffer,
  { rowLength, height, step }: { rowLength: number; height: number; step: number },
): Buffer {
  const rows = Buffer.alloc(rowLength * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowLength + 1)] as number;
    for (let x = 0; x < rowLength; x++) {
      const at = y * rowLength + x;
      const left = x < step ? 0 : (rows[at - step] as number);
      const above = y === 0 ? 0 : (rows[at - rowLength] as number);
      const corner = x < step || y === 0 ? 0 : (rows[at - rowLength - step] as number);
      rows[at] = (raw[y * (rowLength + 1) + 1 + x] as number) + predicted(filter, left, above, corner);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) throw new RangeError('unknown filter');
  const [a, b, c] = [left, above, corner].map((one) => Math.abs(left + above - corner - one)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function written({ width, height }: Header, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
