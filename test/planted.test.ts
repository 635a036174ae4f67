import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANTED, plantedIn, type PlantedFault } from '../chaos/planted/faults.ts';

// `npm run chaos -- --planted` runs for long; here only whether its faults still fit the code.

for (const fault of PLANTED) {
  test(`a planted fault fits the code: ${fault.name}`, () => {
    const text = readFileSync(join(import.meta.dirname, '..', fault.file), 'utf8');
    const planted = plantedIn(text, fault);
    assert.notEqual(planted, text);
    assert.equal(planted.length - text.length, fault.wrong.length - fault.right.length);
  });
}

test('a fault that fits nowhere, or twice, says so', () => {
  const fault: PlantedFault = { name: 'none', file: 'x.ts', right: 'a', wrong: 'b' };
  assert.throws(() => plantedIn('ccc', fault), /“none” fits x\.ts no longer: its text is there 0 times/);
  assert.throws(() => plantedIn('aca', fault), /there 2 times/);
});
