import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutput, fields, table } from './output.ts';

function written({ isJson, isTTY = false }: { isJson: boolean; isTTY?: boolean }) {
  const [out, err]: string[][] = [[], []];
  const stream = (lines: string[] | undefined) => ({ write: (text: string) => lines?.push(text), isTTY });
  return { out, err, output: createOutput({ stdout: stream(out), stderr: stream(err) }, { isJson }) };
}

test('text for people, JSON for programs, and never both', () => {
  for (const isJson of [true, false]) {
    const { out, err, output } = written({ isJson });
    output.say('words');
    output.object({ a: 1 });
    output.show({ b: 2 }, () => 'more words');
    output.warn('careful');
    assert.deepEqual(out, isJson ? ['{"a":1}\n', '{"b":2}\n'] : ['words\n', 'more words\n']);
    assert.deepEqual(err, isJson ? ['{"warning":"careful"}\n'] : ['careful\n']);
  }
});

test('colours are for terminals only', () => {
  assert.equal(written({ isJson: false }).output.paint.bad('x'), 'x');
  assert.equal(written({ isJson: true, isTTY: true }).output.paint.bad('x'), 'x');
});

test('a table has aligned columns, and shows missing values', () => {
  const text = table(
    ['NAME', 'ON', 'SINCE'],
    [
      ['Zürich', true, new Date('2026-11-15T10:00:00.123Z')],
      ['B', false, null],
    ],
  );
  assert.equal(text, 'NAME    ON   SINCE\nZürich  yes  2026-11-15T10:00:00Z\nB       no   –');
  assert.equal(fields({ name: 'A', 'a number': 0 }), 'name      A\na number  0');
});

test('control characters in data do not reach the terminal', () => {
  assert.equal(table(['A'], [['\u001b[31mred\u0007']]), 'A\n�[31mred�');
});
