import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands between fences. */
export type Block = { language: string; text: string };

/** A heading and what stands below it, up to the next one. */
export type Section = { heading: string; text: string; blocks: readonly Block[] };

/** A document of the project, as its reader goes through it. */
export type Document = {
  path: string;
  text: string;
  /** Every section, in its order; what stands before the first heading is left out. */
  sections: readonly Section[];
  /** The only section with this heading. */
  section: (heading: string) => Section;
};

const ROOT = join(import.meta.dirname, '..', '..');
const FENCED = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm;

export function readDocument(path: string): Document {
  const text = readFileSync(join(ROOT, path), 'utf8');
  // A line of a command may begin like a heading.
  const hidden = text.replaceAll(FENCED, (block) => block.replaceAll(/^( *)#/gm, '$1\0'));
  const sections = hidden
    .split(/^(?=#+ )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => sectionOf(part.replaceAll('\0', '#')));
  return {
    path,
    text,
    sections,
    section: (heading) => {
      const [found, ...more] = sections.filter((one) => one.heading === heading);
      if (found === undefined || more.length > 0) throw new Error(`${path} has “${heading}” not once`);
      return found;
    },
  };
}

function sectionOf(part: string): Section {
  const heading = /^#+ (.*)$/m.exec(part)?.[1] ?? '';
  const blocks = [...part.matchAll(FENCED)].map(([, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
  return { heading, text: part, blocks };
}

/** The rows of the tables of a section, without their heads: each cell as it is written. */
export function rowsOf({ text }: Section): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line, place) => {
      const isHead = /^\|[ |:-]+\|$/.test(lines[place + 1] ?? '');
      return line.startsWith('|') && !isHead && !/^\|[ |:-]+\|$/.test(line);
    })
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** What stands in code within sentences and tables: `like this`. */
export function codeIn(text: string): string[] {
  return [...text.replaceAll(FENCED, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
