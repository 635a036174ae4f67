import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { partnerChanges } from './partner-changes.ts';

const CHANGELOG = `# Changelog

By version.

## Unreleased

### Partner

- One thing,
  on two lines.

### Tenant

- Another.

## 0.2.0 (2026-11-17): words

### Operator

- Not for partners.

## 0.1.0 (2026-11-15)

### Partner

- The first.
`;

test('partner-kit 3: the parts for partners, by version', () => {
  assert.deepEqual(partnerChanges(CHANGELOG), [
    { version: null, text: '- One thing,\n  on two lines.' },
    { version: '0.1.0 (2026-11-15)', text: '- The first.' },
  ]);
});

test('partner-kit 3: of our own changelog', () => {
  const changes = partnerChanges(readFileSync(join(import.meta.dirname, '../../../../CHANGELOG.md'), 'utf8'));
  assert.ok(changes.length >= 3 && changes.every(({ text }) => text.startsWith('- ')));
});
