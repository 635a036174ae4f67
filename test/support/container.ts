import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

export type Instruction = { name: string; text: string };

/** The last stage of a Containerfile, made in a scratch folder. */
export type Made = {
  /** The folder in which an absolute path of the container lies. */
  at: (path: string) => string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  command: string[];
  health: string[];
  from: string[];
};

export function instructionsOf(text: string): Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }));
}

/** The absolute paths that the instructions use. Everything else is refused, so that nothing happens outside the folder. */
const PATHS = ['/app', '/data', '/usr/local/bin'];

/**
 * Carries out the instructions one by one: each stage is a folder, paths are inside it, and `node` is this one. `npm` is
 * the program to use for it.
 */
export function makeByHand(root: string, folder: string, { npm }: { npm: string }): Made {
  const tools = join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  symlinkSync(process.execPath, join(tools, 'node'));
  writeFileSync(join(tools, 'npm'), `#!/bin/sh\nexec ${npm} "$@"\n`, { mode: 0o755 });
  const stages = new Map<string, string>();
  let made = newStage(folder, 0, '');
  for (const { name, text } of instructionsOf(readFileSync(join(root, 'packaging', 'Containerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [image = '', , alias = ''] = text.split(' ');
      made = { ...newStage(folder, stages.size + 1, image), from: [...made.from, image] };
      stages.set(alias, made.at('/'));
    } else perform(name, text, { made, root, stages, tools });
  }
  return made;
}

function newStage(folder: string, number: number, _image: string): Made {
  const at = (path: string): string => join(folder, `stage-${number}`, path);
  return { at, env: {}, workdir: '/', user: 'root', command: [], health: [], from: [] };
}

type Around = { made: Made; root: string; stages: ReadonlyMap<string, string>; tools: string };

function perform(name: string, text: string, { made, root, stages, tools }: Around): void {
  switch (name) {
    case 'WORKDIR':
      made.workdir = text;
      mkdirSync(made.at(text), { recursive: true });
      return;
    case 'COPY':
      return copy(text, { made, root, stages });
    case 'RUN':
      return run(text, made, tools);
    case 'ENV':
      for (const pair of text.split(/\s+/)) made.env[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1);
      return;
    case 'USER':
      made.user = text;
      return;
    case 'CMD':
      made.command = JSON.parse(text) as string[];
      return;
    case 'HEALTHCHECK':
      made.health = JSON.parse(/CMD (\[.*\])$/.exec(text)?.[1] ?? '[]') as string[];
      return;
    case 'LABEL':
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      assert.fail(`no rule for ${name}`);
  }
}

function copy(text: string, { made, root, stages }: Omit<Around, 'tools'>): void {
  const words = text.split(' ');
  const stage = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const context = stage === undefined ? root : (stages.get(stage) ?? assert.fail(`no stage ${stage}`));
  const target = words.at(-1) ?? '';
  const into = made.at(target.startsWith('/') ? target : join(made.workdir, target));
  const sources = words.slice(stage === undefined ? 0 : 1, -1).flatMap((source) => globSync(join(context, source)));
  assert.ok(sources.length > 0, `COPY ${text}: nothing to copy`);
  for (const source of sources) {
    const isFolder = statSync(source).isDirectory();
    const to = isFolder || !target.endsWith('/') ? into : join(into, basename(source));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, { recursive: true, verbatimSymlinks: true });
    // A program that names a folder of the container.
    if (!isFolder && target.startsWith('/usr/local/bin')) {
      writeFileSync(to, inside(made, readFileSync(to, 'utf8')));
      chmodSync(to, statSync(source).mode);
    }
  }
}

/** A text with the paths of the container as they are in the folder. */
export function inside(made: Made, text: string): string {
  return text.replaceAll(/(?<![\w.])\/[a-z][\w/.-]*/g, (path) => {
    const isKnown = PATHS.some((known) => path === known || path.startsWith(`${known}/`));
    return isKnown ? made.at(path) : path;
  });
}

function run(text: string, made: Made, tools: string): void {
  // There is no user `node` here: the files belong to whoever runs the test.
  const script = inside(made, text).replaceAll('node:node', '"$(id -u):$(id -g)"');
  const env = { ...process.env, ...made.env, PATH: [tools, process.env['PATH']].join(delimiter) };
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], {
    cwd: made.at(made.workdir),
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `RUN ${text}: ${stdout}${stderr}`);
}
