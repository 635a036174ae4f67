import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CANTONS, HELP_WORDS } from '../src/manager/help/cantons.ts';
import { LANGUAGES } from '../src/domain/values/language.ts';
import { signIn } from './support/manager.ts';
import { stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true' } });
});
after(() => service.stop());

test('years 4: cantonal particularities are one table, each rule with its source, in four languages', async () => {
  const { managerEmail } = await stage(service);
  const manager = await signIn(service, managerEmail);
  for (const language of LANGUAGES) {
    await manager.submit('/manager/account/language', { language });
    const { text } = await manager.page('/manager/help/cantons');
    assert.ok(text.includes(`<h1>${HELP_WORDS[language].title}</h1>`));
    assert.match(text, /257e/);
    for (const { canton, rules } of CANTONS) {
      for (const { says, source } of rules) {
        assert.notEqual(source[language], '');
        for (const part of [canton[language], source[language]]) assert.ok(text.includes(part), part);
        assert.notEqual(says[language], '');
      }
    }
    assert.ok(
      (await manager.page('/manager/deposits')).text.includes('href="/manager/help/cantons"'),
      'linked on every page',
    );
  }
});
