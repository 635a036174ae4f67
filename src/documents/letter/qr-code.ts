/** A QR code (ISO 18004) of a short text: byte mode, error correction M. True: a dark module. Rows from the top. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versionFor(bytes.length);
  const codewords = withCorrection(dataCodewords(bytes, version), version);
  const drawn = Array.from({ length: 8 }, (_, mask) => draw(codewords, version, mask));
  const best = drawn.toSorted((one, other) => penalty(one) - penalty(other))[0];
  return best as boolean[][];
}

/** By version, from 1: codewords of error correction per block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26] as const;
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5] as const;
const LARGEST = CORRECTION.length;

const correctionOf = (version: number): number => CORRECTION[version - 1] as number;
const blocksOf = (version: number): number => BLOCKS[version - 1] as number;
const sizeOf = (version: number): number => 17 + 4 * version;

function rawCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataCapacity = (version: number): number => rawCodewords(version) - correctionOf(version) * blocksOf(version);
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

function versionFor(bytes: number): number {
  for (let version = 1; version <= LARGEST; version++) {
    if (4 + lengthBits(version) + 8 * bytes <= 8 * dataCapacity(version)) return version;
  }
  throw new Error('the text is too long for a QR code');
}

function dataCodewords(bytes: readonly number[], version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, length: number): void => {
    for (let place = length - 1; place >= 0; place--) bits.push((value >>> place) & 1);
  };
  const capacity = 8 * dataCapacity(version);
  add(4, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, capacity - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) add(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** In GF(256) by x⁸ + x⁴ + x³ + x² + 1. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((other >>> bit) & 1) * one);
  return product;
}

function divisorOf(degree: number): number[] {
  const divisor: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0));
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let index = 0; index < degree; index++) {
      divisor[index] = multiply(divisor[index] as number, root) ^ (divisor[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return divisor;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const remainder = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() as number);
    remainder.push(0);
    for (const [index, part] of divisor.entries())
      remainder[index] = (remainder[index] as number) ^ multiply(part, factor);
  }
  return remainder;
}

/** Data in blocks, each with its correction, interleaved. */
function withCorrection(data: readonly number[], version: number): number[] {
  const [blocks, correction] = [blocksOf(version), correctionOf(version)];
  const raw = rawCodewords(version);
  const short = blocks - (raw % blocks);
  const shortLength = Math.floor(raw / blocks) - correction;
  const divisor = divisorOf(correction);
  const parts: number[][] = [];
  for (let index = 0, start = 0; index < blocks; index++) {
    const length = shortLength + (index < short ? 0 : 1);
    parts.push(data.slice(start, start + length));
    start += length;
  }
  const corrections = parts.map((part) => remainderOf(part, divisor));
  const interleaved = (lists: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, at) => lists.flatMap((list) => (at < list.length ? [list[at] as number] : []))).flat();
  return [...interleaved(parts, shortLength + 1), ...interleaved(corrections, correction)];
}

type Grid = { modules: boolean[][]; isFixed: boolean[][]; set: (x: number, y: number, isDark: boolean) => void };

function emptyGrid(size: number): Grid {
  const rows = (): boolean[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const [modules, isFixed] = [rows(), rows()];
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    (modules[y] as boolean[])[x] = isDark;
    (isFixed[y] as boolean[])[x] = true;
  };
  return { modules, isFixed, set };
}

function draw(codewords: readonly number[], version: number, mask: number): boolean[][] {
  const size = sizeOf(version);
  const grid = emptyGrid(size);
  drawPatterns(grid, version, size);
  drawFormat(grid, mask, size);
  drawVersion(grid, version, size);
  drawData(grid, codewords, { size, mask });
  return grid.modules;
}

function drawPatterns({ set }: Grid, version: number, size: number): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const places = alignmentsOf(version, size);
  const last = places.length - 1;
  for (const [row, y] of places.entries()) {
    for (const [column, x] of places.entries()) {
      // Where the three large patterns are.
      if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0)) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
}

function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const later = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).toReversed();
  return [6, ...later];
}

/** The value with its remainder by a generator. */
function checked(value: number, generator: number, degree: number): number {
  let remainder = value;
  for (let step = 0; step < degree; step++) remainder = (remainder << 1) ^ ((remainder >>> (degree - 1)) * generator);
  return (value << degree) | remainder;
}

/** Error correction M is 00. */
function drawFormat({ set }: Grid, mask: number, size: number): void {
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  const bit = (place: number): boolean => ((bits >>> place) & 1) === 1;
  for (let place = 0; place <= 5; place++) set(8, place, bit(place));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let place = 9; place < 15; place++) set(14 - place, 8, bit(place));
  for (let place = 0; place < 8; place++) set(size - 1 - place, 8, bit(place));
  for (let place = 8; place < 15; place++) set(8, size - 15 + place, bit(place));
  set(8, size - 8, true);
}

function drawVersion({ set }: Grid, version: number, size: number): void {
  if (version < 7) return;
  const bits = checked(version, 0x1f25, 12);
  for (let place = 0; place < 18; place++) {
    const isDark = ((bits >>> place) & 1) === 1;
    const [near, far] = [Math.floor(place / 3), size - 11 + (place % 3)];
    set(far, near, isDark);
    set(near, far, isDark);
  }
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** In columns of two, upwards and downwards in turn, from the right. */
function drawData(
  { modules, isFixed }: Grid,
  codewords: readonly number[],
  { size, mask }: { size: number; mask: number },
): void {
  const masked = MASKS[mask] as (x: number, y: number) => number;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if ((isFixed[y] as boolean[])[x] === true) continue;
        const bit = ((codewords[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
        (modules[y] as boolean[])[x] = (bit === 1) !== (masked(x, y) === 0);
        at++;
      }
    }
  }
}

/** Long runs and blocks of one colour are hard to read. */
function penalty(modules: readonly (readonly boolean[])[]): number {
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  let points = 0;
  for (const line of [...modules, ...columns]) {
    let run = 0;
    for (const [at, isDark] of line.entries()) {
      run = at > 0 && isDark === line[at - 1] ? run + 1 : 1;
      if (run === 5) points += 3;
      else if (run > 5) points++;
    }
  }
  for (let y = 1; y < modules.length; y++) {
    for (let x = 1; x < modules.length; x++) {
      const isDark = modules[y]?.[x];
      if (isDark === modules[y - 1]?.[x] && isDark === modules[y]?.[x - 1] && isDark === modules[y - 1]?.[x - 1])
        points += 3;
    }
  }
  return points;
}
