import { styleText } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import { viewerMask } from './viewer-mask.ts';

/** The value of a cell; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | Date | null | undefined;

type Stream = { write: (text: string) => unknown; isTTY?: boolean };

export type ProgressBar = { update: (done: number, total: number) => void; end: () => void };

export type Output = {
  /** With --json only objects are printed, without it only text. */
  isJson: boolean;
  isTerminal: boolean;
  /** Prints text; nothing with --json. */
  say: (words: string) => void;
  /** Prints an object; only with --json. `list` is the name of its list in the operator API, if masking depends on it. */
  object: (value: object, list?: string) => void;
  /** Prints the object with --json, the text otherwise. */
  show: (value: object, words: () => string) => void;
  /** To standard error, also with --json: everything that is not a result. */
  warn: (words: string) => void;
  /** A progress bar for long work at a terminal; otherwise nothing. */
  progress: (title: string) => ProgressBar;
  /** The same, with everything on standard error, while standard output carries data. */
  toErrors: () => Output;
  paint: Record<Paint, (text: string) => string>;
};

type Paint = 'strong' | 'good' | 'bad' | 'notice' | 'faint';

const STYLES = { strong: 'bold', good: 'green', bad: 'red', notice: 'yellow', faint: 'dim' } as const;

/** Below this total no bar is shown. */
const LONG = 1_000;

export function createOutput(
  { stdout, stderr }: { stdout: Stream; stderr: Stream },
  { isJson, isMasked = () => false }: { isJson: boolean; isMasked?: () => boolean },
): Output {
  const isTerminal = stdout.isTTY === true;
  const line = (text: string): void => void stdout.write(`${text}\n`);
  const mask = viewerMask(isMasked);
  const painted = (style: (typeof STYLES)[Paint]) => (text: string) =>
    isTerminal && !isJson ? styleText(style, text, { stream: stdout as NodeJS.WriteStream }) : text;
  return {
    isJson,
    isTerminal,
    say: (words) => {
      if (!isJson) line(mask.text(words));
    },
    object: (value, list) => {
      const shown = mask.record(value, list);
      if (isJson) line(JSON.stringify(shown));
    },
    show: (value, words) => {
      const shown = mask.record(value);
      line(isJson ? JSON.stringify(shown) : mask.text(words()));
    },
    warn: (words) => {
      const shown = mask.text(words);
      stderr.write(`${isJson ? JSON.stringify({ warning: shown }) : shown}\n`);
    },
    progress: (title) => (isTerminal && !isJson ? bar(title) : { update: () => undefined, end: () => undefined }),
    toErrors: () => createOutput({ stdout: stderr, stderr }, { isJson, isMasked }),
    paint: {
      strong: painted(STYLES.strong),
      good: painted(STYLES.good),
      bad: painted(STYLES.bad),
      notice: painted(STYLES.notice),
      faint: painted(STYLES.faint),
    },
  };
}

/** Columns without lines, so that grep and cut work on a table. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const drawn = new Table({ head: [...head], chars: NO_LINES, style: { ...PLAIN } });
  for (const row of rows) drawn.push(row.map(cell));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Names and values of one object, one per line. */
export function fields(values: Readonly<Record<string, Cell>>): string {
  const drawn = new Table({ chars: NO_LINES, style: { ...PLAIN } });
  for (const [name, value] of Object.entries(values)) drawn.push([name, cell(value)]);
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const PLAIN = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

function cell(value: Cell): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, 'Z');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Control characters in data must not reach the terminal.
  return String(value).replaceAll(/(?!\n)\p{Cc}/gu, '�');
}

function bar(title: string): ProgressBar {
  let drawn: SingleBar | null = null;
  return {
    update: (done, total) => {
      if (total < LONG) return;
      if (drawn === null) {
        drawn = new SingleBar(
          { format: `${title}  {bar} {percentage} %  {value}/{total}`, hideCursor: true },
          Presets.shades_classic,
        );
        drawn.start(total, done);
      }
      if (done % 100 === 0 || done === total) drawn.update(done);
    },
    end: () => drawn?.stop(),
  };
}
