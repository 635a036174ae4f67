import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A regular expression of the product, and its position. */
export type Found = { file: string; line: number; source: string; flags: string };

const ROOT = join(import.meta.dirname, '..', '..');

/** Every regular expression in the code of `src`, tests left out. */
export function findRegexes(folder = 'src'): Found[] {
  return globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => regexesIn(readFileSync(join(ROOT, file), 'utf8')).map((found) => ({ file, ...found })));
}

/** Expressions built at run time, which cannot be read from the source. */
export function findBuiltRegexes(folder = 'src'): { file: string; line: number }[] {
  return globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((text, place) => (/\bRegExp\(/.test(text) ? [{ file, line: place + 1 }] : [])),
    );
}

/** What may precede a regular expression; after anything else a slash divides. */
const BEFORE =
  /(?:^|[({[,;:=!&|?+\-*%<>~^}]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield))\s*$/;

/** Scans the code; skips comments, strings and templates, but not the code in `${}`. */
export function regexesIn(code: string): Omit<Found, 'file'>[] {
  const found: Omit<Found, 'file'>[] = [];
  /** The brace depth at which each open template continues. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  let plain = '';
  while (at < code.length) {
    const one = code[at] as string;
    if (code.startsWith('//', at)) {
      at = endOf(code, '\n', at);
    } else if (code.startsWith('/*', at)) {
      at = endOf(code, '*/', at) + 2;
    } else if (one === "'" || one === '"') {
      at = afterText(code, at + 1, one);
      plain = 'text';
    } else if (one === '`' || (one === '}' && templates.at(-1) === depth)) {
      if (one === '}') templates.pop();
      const end = afterTemplate(code, at + 1);
      at = end.at;
      plain = 'text';
      if (end.isOpen) {
        templates.push(depth);
        plain = '{';
      }
    } else if (one === '/' && BEFORE.test(plain)) {
      const end = afterRegex(code, at + 1);
      const flags = /^[a-z]*/.exec(code.slice(end))?.[0] ?? '';
      found.push({ line: code.slice(0, at).split('\n').length, source: code.slice(at + 1, end - 1), flags });
      at = end + flags.length;
      plain = 'text';
    } else {
      if (one === '{') depth++;
      if (one === '}') depth--;
      plain = `${plain}${one}`.slice(-40);
      at++;
    }
  }
  return found;
}

function endOf(code: string, mark: string, from: number): number {
  const end = code.indexOf(mark, from);
  return end === -1 ? code.length : end;
}

function afterText(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === quote) return at + 1;
  }
  return code.length;
}

/** After the template, or after the `${` at which code begins. */
function afterTemplate(code: string, from: number): { at: number; isOpen: boolean } {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === '`') return { at: at + 1, isOpen: false };
    else if (code.startsWith('${', at)) return { at: at + 2, isOpen: true };
  }
  return { at: code.length, isOpen: false };
}

/** A slash inside a character class does not end the expression. */
function afterRegex(code: string, from: number): number {
  let isInClass = false;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === '[') isInClass = true;
    else if (code[at] === ']') isInClass = false;
    else if (code[at] === '/' && !isInClass) return at + 1;
  }
  return code.length;
}
