import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmailAddress } from '../src/domain/values/contact.ts';
import { operatorBrand } from '../src/domain/brand/brand.ts';
import type { Mail } from '../src/domain/effect.ts';
import { openPostOffice, type PostOffice } from '../src/mail/post-office.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

let letterbox: Letterbox;
let office: PostOffice;
before(async () => {
  letterbox = await openLetterbox();
  const from = 'Depono <deposits@depono.example>';
  office = openPostOffice({
    smtpUrl: letterbox.url,
    smtpRequiresTls: false,
    from,
    baseUrl: () => 'https://depono.example',
  });
});
after(async () => {
  office.close();
  await letterbox.close();
});

/** What could end one header and begin another, or one recipient and the next. */
const ENDS = ['\r\n', '\n', '\r', '\u0085', '\u2028', '>, ', '", ', ';', '\0'];

for (const end of ENDS) {
  test(`a text with ${JSON.stringify(end)} adds no recipient and no header`, async () => {
    const evil = `Lea${end}Bcc: evil@evil.example${end}X-Evil: yes${end}${end}<b>body`;
    const to = { email: 'lea@mail.example' as EmailAddress, name: evil };
    const cc = { email: 'copy@mail.example' as EmailAddress, name: evil };
    const facts: Mail['facts'] = { kind: 'invitation', organization: evil, invitedBy: evil };
    await office.send('01a1dd92', { to, cc, language: 'de', facts }, { brand: operatorBrand({}), files: [] });
    const mail = letterbox.mails.at(-1);
    assert.deepEqual(mail?.envelope, ['lea@mail.example', 'copy@mail.example']);
    const names = mail?.email.headers.map(({ key }) => key) ?? [];
    assert.deepEqual(
      names.filter((name) => /^bcc$|^x-evil$/i.test(name)),
      [],
    );
    assert.deepEqual(
      mail?.email.to?.map(({ address }) => address),
      ['lea@mail.example'],
    );
    assert.deepEqual(
      mail?.email.cc?.map(({ address }) => address),
      ['copy@mail.example'],
    );
  });
}
