import { readdirSync, readFileSync } from 'node:fs';
import { withClient, type Site } from './service.ts';

// CPU time and memory of processes, from /proc.

const TICKS_PER_SECOND = 100;

type Stat = { parent: number; ticks: number };

/** Null if the process has ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain any character: state, parent, …, user and system time, also of ended children.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
    return { parent: fields[1] ?? 0, ticks };
  } catch {
    return null;
  }
}

/** A process and its descendants. */
export function familyOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [pid, ...all.filter((one) => statOf(one)?.parent === pid)];
}

/** Seconds of CPU time of these processes so far, including ended children. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) / TICKS_PER_SECOND;
}

export type Memory = {
  resident: number;
  /** Without what is shared with others, such as the buffers of a database. */
  own: number;
};

/** Bytes. */
export function memoryOf(pids: readonly number[]): Memory {
  const sum: Memory = { resident: 0, own: 0 };
  for (const pid of pids) {
    try {
      const text = readFileSync(`/proc/${pid}/status`, 'utf8');
      const bytes = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
      sum.resident += bytes('VmRSS');
      sum.own += bytes('RssAnon');
    } catch {
      // The process has ended.
    }
  }
  return sum;
}

/** The most memory that a process has had so far, in MiB; 0 where the system does not show it. */
export function peakOf(pid: number): number {
  try {
    return Math.round(
      Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
  } catch {
    return 0;
  }
}

/** The main process of a private PostgreSQL server. */
export function postmasterOf(site: Site): Promise<number> {
  return withClient(site, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  });
}
