import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine, recordChange } from '../../actions/audit.ts';
import { gatherPersonData, isEmpty } from '../../actions/data-protection/person-data.ts';
import { zip, type File } from '../../actions/data-protection/zip.ts';
import { parseEmail } from '../../domain/contact.ts';
import { languageOf, personFiles } from '../../operator/console/privacy/bundle.ts';
import { command, refuse, wrongCall, type Command } from '../command.ts';

/** For the one who has asked, and nobody else on this machine. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

const personExport = command({
  name: 'person export',
  summary: 'Write all data on one person into a folder or a zip archive (DSG Art. 25)',
  usage: 'EMAIL --out FOLDER|FILE.zip',
  about:
    'A page to read (index.html, in the language of the person), the same for programs (data.json), and the documents\n' +
    'as PDF. What concerns others alone is left out. Nothing is written over. Make sure who asks before you hand it over.',
  words: [1, 1],
  examples: [
    'depono person export lea@example.ch --out lea.zip',
    'depono person export lea@example.ch --out lea/ --json',
  ],
  options: { out: { type: 'text', value: 'PATH', about: 'where to: a new folder, or a file that ends in .zip' } },
  run: async ({ output, services }, { words: [typed = ''], options: { out } }) => {
    const email = parseEmail(typed);
    if (email === null) throw wrongCall(`${typed} is no e-mail address.`);
    if (out === null) throw wrongCall('Say where to: --out FOLDER or --out FILE.zip.');
    if (existsSync(out)) throw wrongCall(`${out} is there already, and nothing is written over. Choose another name.`);
    const opened = await services();
    const bundle = await gatherPersonData(opened, email);
    if (isEmpty(bundle)) throw refuse(`Nothing is known of ${email}.`);
    const files = personFiles(bundle, languageOf(bundle));
    if (out.endsWith('.zip')) {
      writeFileSync(out, zip(files, new Date(bundle.data.madeAt)), { mode: PRIVATE_FILE });
    } else {
      writeFolder(out, files);
    }
    await recordChange(opened, commandLine(), { verb: 'export', thing: 'data on a person' });
    output.show({ out, files: files.map(({ path }) => path) }, () => `${files.length} files in ${out}`);
    return 0;
  },
});

function writeFolder(folder: string, files: readonly File[]): void {
  for (const { path, content } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(file, content, { mode: PRIVATE_FILE });
  }
}

export const personCommands: readonly Command[] = [personExport];
