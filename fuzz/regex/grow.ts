/** A text that is slow for a regular expression, and how its time grows with its length. */
export type Growth = { pump: string; length: number; ms: number; ratio: number };

/** Long enough to detect quadratic growth, while linear growth takes no time. */
const LONGEST = 8_192;
/** Small steps first, to detect exponential growth in time. */
const LENGTHS = [8, 16, 20, 22, 24, 28, 32, 64, 256, 1_024, 4_096, LONGEST];
const LONG_MS = 20;
/** For four times the length, 4 times the time is linear and 16 times quadratic. */
const MOST_RATIO = 8;

/**
 * Tries texts made for this expression: repeated near-matches followed by a mismatch. Null if its time grows linearly.
 */
export function worstGrowth(source: string, flags: string): Growth | null {
  const regex = new RegExp(source, flags);
  for (const [prefix, pump, suffix] of attacks(source, flags)) {
    const text = (length: number): string => prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
    for (const length of LENGTHS) {
      if (time(regex, text(length), 1) < LONG_MS) continue;
      // The first run compiles the expression: the minimum of several counts.
      const ms = time(regex, text(length), 5);
      if (ms < LONG_MS) continue;
      const ratio = ms / Math.max(time(regex, text(length / 4), 5), 0.01);
      if (ratio > MOST_RATIO) return { pump: JSON.stringify([prefix, pump, suffix]), length, ms, ratio };
    }
  }
  return null;
}

/** The minimum time of several runs, in milliseconds. */
export function time(regex: RegExp, text: string, tries: number): number {
  let least = Infinity;
  for (let n = 0; n < tries; n++) {
    const start = process.threadCpuUsage();
    if (regex.global) text.replaceAll(regex, '');
    else regex.exec(text);
    // Not the time that passes: other programs use the CPU, too.
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Start, repeated part, and end. */
export function attacks(source: string, flags: string): [prefix: string, pump: string, suffix: string][] {
  const characters = representatives(source, flags);
  const literal = /^\^?((?:[A-Za-z0-9 <"@_-]|\\\/)*)/.exec(source)?.[1]?.replaceAll('\\/', '/') ?? '';
  const prefixes = [...new Set(['', literal, characters[0] ?? ''])];
  const pumps = [...characters, ...characters.flatMap((one) => characters.map((other) => one + other))];
  const suffixes = ['', '\u0001'];
  return prefixes.flatMap((prefix) =>
    [...new Set(pumps)].flatMap((pump) => suffixes.map((suffix): [string, string, string] => [prefix, pump, suffix])),
  );
}

const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[^bB0-9k]|[^()|*+?{}^$\\[\]]/g;
const POOL = [...'aAzZfxX019 \t\n.-_@/"\'<>()+,;:=&%#*!?~', 'é', 'ß', '’', '\u0301', '\u00a0', '漢', '\0', '😀'];

/** One character of each class in the expression, and one that matches none. */
function representatives(source: string, flags: string): string[] {
  const atoms = [...new Set(source.match(ATOM) ?? [])].flatMap((atom) => {
    try {
      return [new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, ''))];
    } catch {
      return [];
    }
  });
  const literals = [...source.replaceAll(/\\(.)/g, '$1')].filter((one) => /[\p{L}\p{N}]/u.test(one));
  const kinds = new Map<string, string>();
  for (const one of [...POOL, ...literals]) {
    // `\b` distinguishes word characters from all others.
    const kind = [/\w/, ...atoms].map((atom) => (atom.test(one) ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()].slice(0, MOST_KINDS);
}

const MOST_KINDS = 14;
