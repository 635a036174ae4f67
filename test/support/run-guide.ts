import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { asPattern } from './terminal.ts';

const CUT = '-- end of a block --';

/** Runs the commands of a guide in one shell, and compares what each block prints with the text that follows it. */
export async function runGuide(
  guide: string,
  { folder, baseUrl, least }: { folder: string; baseUrl: string; least: number },
): Promise<void> {
  const blocks = [...guide.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
    kind,
    text: text as string,
  }));
  const commands = blocks.filter(({ kind }) => kind === 'sh');
  assert.ok(commands.length >= least);
  const address = baseUrl.replace('localhost', '127.0.0.1');
  const script = commands.map(({ text }) => text.replace('http://localhost:8080', address)).join(`\necho '${CUT}'\n`);
  const printed = (await run(script, folder)).split(`${CUT}\n`);
  let place = -1;
  for (const { kind, text } of blocks) {
    if (kind === 'sh') place++;
    else assert.match(printed[place] ?? '', asPattern(text), `after:\n${commands[place]?.text}`);
  }
}

function run(script: string, folder: string): Promise<string> {
  const shell = spawn('sh', ['-s'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', (data) => (output += String(data)));
  shell.stdin.end(script);
  return new Promise((done) => shell.on('close', () => done(output)));
}
