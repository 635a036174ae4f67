import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { createServices } from '../../src/services.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import type { Service } from './service.ts';

export type Ended = { code: number | null; output: string; errors: string };

export type CommandLine = {
  run: (...args: string[]) => Promise<Ended>;
  /** Runs a command that must exit with 0; returns its output. */
  done: (...args: string[]) => Promise<string>;
  /** The objects that --json prints. */
  json: (...args: string[]) => Promise<any[]>;
  end: () => Promise<void>;
};

/** Runs commands in this process, on the database of a service. `answer` is the answer to a confirmation. */
export async function commandLine(
  service: Service,
  { answer = null, stdin = '' }: { answer?: boolean | null; stdin?: string } = {},
): Promise<CommandLine> {
  const database = await openDatabase(service.databaseUrl, () => undefined);
  const services = createServices(service.config, database);
  const run = async (...args: string[]): Promise<Ended> => {
    let [output, errors] = ['', ''];
    const code = await runCommandLine(COMMANDS, args, {
      stdout: { write: (text) => (output += text) },
      stderr: { write: (text) => (errors += text) },
      close: async () => undefined,
      context: {
        env: {},
        input: { canAsk: answer !== null, confirm: async () => answer === true, readAll: async () => stdin },
        settings: () => service.config,
        services: async () => services,
        withConnection: (work) => work(service.databaseUrl),
        rawOutput: () => bytesOf((chunk) => (output += chunk.toString('latin1'))),
        rawInput: () => Readable.from([Buffer.from(stdin, 'latin1')]),
        untilInterrupted: () => new AbortController().signal,
        serve: async () => 0,
      },
    });
    return { code, output, errors };
  };
  const done: CommandLine['done'] = async (...args) => {
    const { code, output, errors } = await run(...args);
    if (code !== 0) throw new Error(`depono ${args.join(' ')} ended with ${code}: ${errors}${output}`);
    return output;
  };
  const json: CommandLine['json'] = async (...args) =>
    (await done(...args, '--json'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { run, done, json, end: () => database.end() };
}

/** Bytes on standard output, as characters from 0 to 255. */
export const bytesOf = (take: (chunk: Buffer) => void): Writable =>
  new Writable({
    write: (chunk: Buffer, _encoding, taken) => {
      take(chunk);
      taken();
    },
  });

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** Environment variables of the machine, not settings. */
export const MACHINE = { PATH, NODE_COMPILE_CACHE };

/** bin/depono as a separate process. */
export function runDepono(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...MACHINE, ...env },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (errors += String(data)));
  child.stdin.end(input);
  return new Promise((ended) => child.on('close', (code) => ended({ code, output, errors })));
}
