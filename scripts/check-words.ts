import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words and phrases that readers had to read twice, and what to write instead. docs/glossary.md has the words we use. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again, from scratch'],
  [/(?<!\/)\bheed(?:s|ed|ing)?\b/i, 'follow, respect, unignore'],
  [/\bbef(?:ell|all)\w*\b/i, 'happened to'],
  [/\bof whom\b/i, 'whose, which person'],
  [/\bis nobody\b|\bnobody[’']s\b/i, 'no one, not signed in'],
  [/\bthat (?:is|are) none\b/i, 'invalid, malformed'],
  [/\bthat there is not\b/i, 'that does not exist'],
  [/\bordered by itself\b/i, 'ordered automatically'],
  [/\b(?:is|are|was|were) held against\b/i, 'is compared with'],
  [/\bawaited of\b|\basks of nobody\b/i, 'pending from'],
  [/\bnot be had\b/i, 'not available'],
  [/\bwherefrom\b|\bwhereupon\b|\bwherein\b|\btherein\b|\bthereof\b|\bhitherto\b/i, 'a plain word'],
  [/\bmuch less\b(?= to)|\bhow it fares\b/i, 'a plain sentence'],
  [/\bgather(?:s|ed|ing)? (?:calls|questions|statements)\b/i, 'batch'],
  [/\b(?:askWho|sendNothing|gather\(|StatusMemory|placeOf)\b/, 'the new name'],
];

const READ = /\.(?:ts|mjs|md|css|yml)$/;
/** Applied migrations never change; translations and lists of words have their own rules. */
const NOT_READ = /^(?:src\/storage\/migrations\/|scripts\/check-words\.ts|bench\/peers\/|fuzz\/corpus\/)/;

export function unclearWords(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => READ.test(file) && !NOT_READ.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, n) => faultsIn(line, file, n + 1)),
    );
}

function faultsIn(line: string, file: string, number: number): string[] {
  return WORDS.flatMap(([pattern, instead]) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? [] : [`${file}:${number} says "${found}"; write: ${instead}`];
  });
}
