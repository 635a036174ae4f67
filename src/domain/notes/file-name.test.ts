import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProofType } from '../closing/proof-type.ts';
import { safeFileName } from './file-name.ts';

const ROWS: readonly (readonly [given: string, type: ProofType, stored: string])[] = [
  ['Übergabeprotokoll.pdf', 'application/pdf', 'Übergabeprotokoll.pdf'],
  ['Foto.JPEG', 'image/jpeg', 'Foto.JPEG'],
  ['Rechnung.exe', 'application/pdf', 'Rechnung.exe.pdf'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  ['C:\\Akten\\Plan.png', 'image/png', 'Plan.png'],
  ['a"b\r\nSet-Cookie: x.pdf', 'application/pdf', 'a_bSet-Cookie_ x.pdf'],
  ['..pdf', 'application/pdf', 'file.pdf'],
  ['', 'image/png', 'file.png'],
  ['   .pdf', 'application/pdf', 'file.pdf'],
  ['.htaccess', 'application/pdf', 'htaccess.pdf'],
  ['Miete\u202efdp.exe', 'application/pdf', 'Mietefdp.exe.pdf'],
  [`${'x'.repeat(300)}.pdf`, 'application/pdf', `${'x'.repeat(120)}.pdf`],
  ['\ud800.pdf', 'application/pdf', '\ufffd.pdf'],
];

for (const [given, type, stored] of ROWS) {
  test(`years 4: a file named ${JSON.stringify(given.slice(0, 40))} is stored as ${stored.slice(0, 40)}`, () => {
    assert.equal(safeFileName(given, type), stored);
  });
}
