import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { intended } from '../../actions/audit.ts';
import { gatherPersonData, isEmpty } from '../../actions/data-protection/person-data.ts';
import { zip, type File } from '../../actions/data-protection/zip.ts';
import type { Services } from '../../actions/services.ts';
import { parseEmail } from '../../domain/values/contact.ts';
import { bundleLanguage, personFiles } from '../../operator/console/privacy/bundle.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';
import type { ProgressBar } from '../output.ts';

/** Readable only by the user who runs the command. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

const personExport = command({
  name: 'person export',
  role: 'clerk',
  summary: 'Write all data about one person to a folder or a zip archive (DSG Art. 25)',
  usage: 'EMAIL|- --out FOLDER|FILE.zip',
  about:
    'Contains a page to read (index.html, in the language of the person), the same data for programs (data.json), and\n' +
    'the documents as PDF. Data that concerns only other people is left out. Existing files are not overwritten. Verify\n' +
    'who is asking before you hand it over. With - the address is read from standard input: arguments are visible to\n' +
    'everyone on the machine.',
  words: [1, 1],
  examples: [
    'depono person export lea@example.ch --out lea.zip',
    'depono person export lea@example.ch --out lea/ --json',
    'depono person export - --out lea.zip < address.txt',
  ],
  options: { out: { type: 'text', value: 'PATH', about: 'a new folder, or a new file that ends in .zip' } },
  run: async ({ output, input, services, author }, { words: [typed = ''], options: { out } }) => {
    const address = typed === '-' ? (await input.readAll()).trim() : typed;
    const email = parseEmail(address);
    if (email === null) throw wrongCall(`${address} is not an e-mail address.`);
    if (out === null) throw wrongCall('Missing option: --out FOLDER or --out FILE.zip');
    if (existsSync(out)) throw wrongCall(`${out} already exists and is not overwritten. Choose another name.`);
    const opened = await services();
    const change = { verb: 'export', thing: 'data on a person' };
    const files = await intended(opened, await author(), change, async () => {
      const made = await batch(opened, email, output.progress('calls checked'));
      if (made !== null) write(out, made);
      return { result: made?.files ?? null, change: made === null ? null : change };
    });
    if (files === null) throw refuseCommand(`No data found about ${email}.`);
    output.show({ out, files: files.map(({ path }) => path) }, () => `${files.length} files in ${out}`);
    return 0;
  },
});

type Made = { files: readonly File[]; madeAt: Date };

async function batch(services: Services, email: string, { update, end }: ProgressBar): Promise<Made | null> {
  const bundle = await gatherPersonData(services, email, update).finally(end);
  if (isEmpty(bundle)) return null;
  return { files: personFiles(bundle, bundleLanguage(bundle)), madeAt: new Date(bundle.data.madeAt) };
}

function write(out: string, { files, madeAt }: Made): void {
  if (out.endsWith('.zip')) writeFileSync(out, zip(files, madeAt), { mode: PRIVATE_FILE, flag: 'wx' });
  else writeFolder(out, files);
}

function writeFolder(folder: string, files: readonly File[]): void {
  for (const { path, content } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(file, content, { mode: PRIVATE_FILE, flag: 'wx' });
  }
}

export const personCommands: readonly Command[] = [personExport];
