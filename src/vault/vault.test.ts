import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKey, issueKey, keyId, organizationOfToken, linkToken } from './keys.ts';
import { Vault } from './vault.ts';

const vault = new Vault('one secret key of at least 32 characters');
const other = new Vault('another secret key of at least 32 characters');

test('a sealed value opens only with its key, in its context, and unchanged', () => {
  const sealed = vault.seal('Grüezi', 'mail 1');
  assert.equal(vault.unseal(sealed, 'mail 1').toString(), 'Grüezi');
  assert.throws(() => vault.unseal(sealed, 'mail 2'));
  assert.throws(() => other.unseal(sealed, 'mail 1'));
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.throws(() => vault.unseal(changed, 'mail 1'));
  }
  assert.notDeepEqual(vault.seal('Grüezi', 'mail 1'), sealed, 'never the same twice');
});

test('a name depends on the key, the context and the content', () => {
  const content = Buffer.from('Grüezi');
  const name = vault.nameOf(content, 'deposit 1');
  assert.match(name, /^[0-9a-f]{64}$/);
  assert.equal(vault.nameOf(content, 'deposit 1'), name);
  const others = [
    vault.nameOf(content, 'deposit 2'),
    vault.nameOf(Buffer.from('Grüezi!'), 'deposit 1'),
    other.nameOf(content, 'deposit 1'),
  ];
  assert.ok(!others.includes(name));
});

test('a signature holds for one use and one value', () => {
  const signature = vault.sign('link', '/manager/deposits/1');
  assert.equal(vault.isSigned('link', '/manager/deposits/1', signature), true);
  assert.equal(vault.isSigned('link', '/manager/deposits/2', signature), false);
  assert.equal(vault.isSigned('other', '/manager/deposits/1', signature), false);
  assert.equal(other.isSigned('link', '/manager/deposits/1', signature), false);
  assert.equal(vault.isSigned('link', '/manager/deposits/1', ''), false);
});

test('a key is found by its id and checked by its hash', () => {
  const issued = issueKey('dpk');
  assert.equal(keyId(issued.key), issued.id);
  assert.equal(isKey(issued.key, issued.hash), true);
  assert.equal(isKey(`${issued.key}x`, issued.hash), false);
  assert.equal(isKey(issued.key, null), false);
  assert.equal(keyId('nonsense'), null);
  assert.ok(!issued.hash.toString('hex').includes(Buffer.from(issued.key).toString('hex')));
});

test('a tenant’s token leads to its organization', () => {
  const organization = '01a1dd00-aee3-7dcf-8155-3dddb93d1f94';
  assert.equal(organizationOfToken(linkToken(organization)), organization);
  for (const token of ['', 'x', '../../etc', linkToken(organization).slice(1), `${linkToken(organization)}=`]) {
    assert.equal(organizationOfToken(token), null);
  }
});
