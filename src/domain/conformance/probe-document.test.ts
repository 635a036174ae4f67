import assert from 'node:assert/strict';
import { test } from 'node:test';
import { probeDocument } from './probe-document.ts';

test('partner-kit 3: the document of a probe is a PDF whose table finds every object', () => {
  const text = probeDocument();
  assert.ok(text.startsWith('%PDF-1.4\n') && text.endsWith('\n%%EOF\n'));
  const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  const table = text.slice(start);
  const count = Number(/^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(table)?.[1]);
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  assert.equal(offsets.length, count - 1);
  for (const [index, offset] of offsets.entries()) {
    assert.ok(text.slice(offset).startsWith(`${index + 1} 0 obj\n`), `object ${index + 1}`);
  }
  assert.match(table, new RegExp(`trailer\\n<< /Size ${count} /Root 1 0 R >>`));
  const [, length, content = ''] = /<< \/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(text) ?? [];
  assert.equal(content.length, Number(length));
  assert.match(content, /Conformance probe/);
  assert.match(text, /1 0 obj\n<< \/Type \/Catalog \/Pages 2 0 R >>/);
});
