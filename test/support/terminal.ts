import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block, Section } from './document.ts';

export type Pasted = { output: string; errors: string; code: number };

/** A shell that a person pastes the commands of a document into. It keeps what they set. */
export type Terminal = {
  /** Commands as they are, whatever comes of them. `input` is what is typed meanwhile. */
  try: (commands: string, input?: string) => Promise<Pasted>;
  /** Commands that must succeed; returns what they print. */
  paste: (commands: string, input?: string) => Promise<string>;
  /** The commands of a section, or some of them, each compared with the output that the document shows below it. */
  follow: (section: Section, which?: { from?: number; to?: number }) => Promise<void>;
  set: (variables: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
};

type Given = {
  folder: string;
  env?: Record<string, string>;
  /** What is another one here than in the document: addresses, ports, folders. */
  placed?: (text: string) => string;
};

export function openTerminal({ folder, env = {}, placed = (text) => text }: Given): Terminal {
  const scripts = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'terminal-'));
  // What a person starts knows of no test run around it.
  const { NODE_TEST_CONTEXT: _context, TEST_QUEUE: _queue, TEST_DEPTH: _depth, ...around } = process.env;
  const shell = spawn('bash', { cwd: folder, env: { ...around, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const printed = { output: '', errors: '' };
  let onText = (): void => undefined;
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.output += text;
    onText();
  });
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.errors += text;
    onText();
  });
  const ended = new Promise<void>((done) => shell.once('close', () => done()));
  void ended.then(() => onText());
  let count = 0;
  const attempt: Terminal['try'] = async (commands, input = '') => {
    const [script, typed, end] = [join(scripts, String(++count)), join(scripts, 'typed'), `--end-${count}--`];
    writeFileSync(script, placed(commands));
    writeFileSync(typed, input);
    Object.assign(printed, { output: '', errors: '' });
    shell.stdin.write(`. ${script} < ${typed}\nprintf '%s %s\\n' $? ${end}; echo ${end} >&2\n`);
    const isOver = (): boolean =>
      shell.exitCode !== null || (printed.output.includes(end) && printed.errors.includes(end));
    await new Promise<void>((done) => {
      onText = () => void (isOver() && done());
      onText();
    });
    const [, output = printed.output, code = '1'] = new RegExp(`^([^]*?)(\\d+) ${end}\n$`).exec(printed.output) ?? [];
    return { output, errors: printed.errors.replace(`${end}\n`, ''), code: Number(code) };
  };
  const paste: Terminal['paste'] = async (commands, input) => {
    const { output, errors, code } = await attempt(commands, input);
    assert.equal(code, 0, `${commands}\n${output}${errors}`);
    return output;
  };
  return {
    try: attempt,
    paste,
    follow: async ({ blocks, heading }, { from = 0, to = Infinity } = {}) => {
      const places = [...blocks.keys()].filter((place) => blocks[place]?.language === 'sh').slice(from, to);
      assert.ok(places.length > 0, `“${heading}” has no commands`);
      for (const place of places) {
        const { text } = blocks[place] as Block;
        const output = await paste(text);
        const shown = blocks[place + 1];
        if (shown?.language === 'text') assert.match(output, asPattern(shown.text), `after:\n${text}`);
        if (shown?.language === 'json') alike(JSON.parse(output), JSON.parse(shown.text), `after:\n${text}`);
      }
    },
    set: async (variables) => {
      const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
      await paste(lines.join('\n'));
    },
    close: async () => {
      shell.stdin.end();
      await ended;
      rmSync(scripts, { recursive: true, force: true });
    },
  };
}

/** An ellipsis stands for text that changes from run to run. */
export function asPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('…', '.*')}$`);
}

const CHANGING: readonly RegExp[] = [
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT[0-9:.]+Z$/,
  /^https?:\/\/.*[0-9a-f]{12}$/,
];

/** An answer is what the document shows: all of it, but for ids, moments and durations. */
export function alike(answer: unknown, shown: unknown, where: string): void {
  if (Array.isArray(shown) && Array.isArray(answer)) {
    assert.equal(answer.length, shown.length, where);
    for (const [place, one] of shown.entries()) alike(answer[place], one, `${where} [${place}]`);
  } else if (isObject(shown) && isObject(answer)) {
    assert.deepEqual(Object.keys(answer).toSorted(), Object.keys(shown).toSorted(), where);
    for (const [name, one] of Object.entries(shown)) {
      if (name === 'durationMs') assert.equal(typeof answer[name], 'number', where);
      else alike(answer[name], one, `${where} ${name}`);
    }
  } else if (typeof shown === 'string' && typeof answer === 'string') {
    const kind = CHANGING.find((one) => one.test(shown));
    assert.match(answer, kind ?? asPattern(shown), where);
  } else assert.deepEqual(answer, shown, where);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
