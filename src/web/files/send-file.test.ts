import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachment } from './send-file.ts';

const ROWS: readonly (readonly [name: string, header: string])[] = [
  ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
  ['Übergabe 1.pdf', `attachment; filename="_bergabe 1.pdf"; filename*=UTF-8''%C3%9Cbergabe%201.pdf`],
  ['a"b\\c%41.pdf', `attachment; filename="a_b_c_41.pdf"; filename*=UTF-8''a%22b%5Cc%2541.pdf`],
  ["it's (1)*.png", `attachment; filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`],
  ['a\r\nb.pdf', `attachment; filename="a__b.pdf"; filename*=UTF-8''a%0D%0Ab.pdf`],
];

for (const [name, header] of ROWS) {
  test(`the header for a file named ${JSON.stringify(name)}`, () => assert.equal(attachment(name), header));
}
