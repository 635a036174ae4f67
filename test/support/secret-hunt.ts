import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Words that must not occur, each with a description. */
export type Words = Readonly<Record<string, string>>;

/** Which of these occur in a text, in any encoding. */
export function found(words: Words, text: string): string[] {
  const small = text.toLowerCase();
  return Object.entries(words)
    .filter(([, word]) => spellings(word).some((spelling) => small.includes(spelling.toLowerCase())))
    .map(([what]) => what);
}

/** Plain, as bytes in PostgreSQL notation, URL-encoded, Base64, and in groups of four. */
function spellings(word: string): string[] {
  if (word.length < 8) throw new Error(`"${word}" is too short to be looked for`);
  return [
    word,
    Buffer.from(word).toString('hex'),
    encodeURIComponent(word),
    Buffer.from(word).toString('base64').replace(/=+$/, ''),
    word.replace(/(.{4})(?=.)/g, '$1 '),
  ];
}

/** Every row of every table as text. */
export async function rowsOf(sql: Client): Promise<Map<string, string>> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql.query<{ text: string }>(`select t::text as text from ${name} t`);
    all.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return all;
}

/** Files below a folder, with content and permissions. */
export function filesBelow(folder: string): { path: string; mode: number; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, mode: statSync(path).mode & 0o777, text: readFileSync(path, 'latin1') };
    });
}

/** Without /proc there is nothing to check. */
export const NO_PROCESSES = !existsSync('/proc/self/cmdline') && 'this system shows no processes under /proc';

export type Seen = { pid: number; program: string; command: string; environment: string };

/** Every process whose arguments or environment name a folder, as other users of the machine can see it. */
export function processesAt(folder: string): Seen[] {
  if (NO_PROCESSES !== false) return [];
  const numbers = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  const seen = numbers.map((name) => ({
    pid: Number(name),
    program: tried(() => readlinkSync(`/proc/${name}/exe`)),
    command: tried(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' '),
    environment: tried(() => readFileSync(`/proc/${name}/environ`, 'utf8')),
  }));
  return seen.filter(
    ({ pid, command, environment }) => pid !== process.pid && `${command}${environment}`.includes(folder),
  );
}

/** A process may end while it is read. */
function tried(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
