import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { STEP_NAMES } from '../src/domain/messages/states.ts';
import { REFUSED_WORDS } from '../src/domain/messages/refused.ts';
import { DEPOSIT_WORDS } from '../src/manager/deposits/words.ts';
import { TENANT_WORDS } from '../src/tenant/words.ts';
import { LANGUAGES, type Language } from '../src/domain/values/language.ts';
import { signIn } from './support/manager.ts';
import { stage, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { openTenant } from './support/tenant.ts';

const REASON = 'Betreibungen gegen Lea';
let service: Service;
let demo: Stage;
before(async () => {
  service = await startService();
  demo = await stage(service, { preSigned: true });
});
after(() => service.stop());

const text = (page: string): string => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n]+/g, ' ');
const tenantPage = async (it: Play, language: string): Promise<string> =>
  text((await (await openTenant(it, it.sent['tenantEmail'], { query: `?lang=${language}` })).get()).text);

for (const [by, product] of [
  ['bank', 'bank_deposit'],
  ['insurer', 'insurance'],
] as const) {
  test(`pages.md 6: after a refusal by the ${by} both sides read what is so and what happens next`, async () => {
    const it = await demo.start();
    await it.play('tenant-signs', { product });
    const isCover = product === 'insurance';
    const inWork = (language: Language): string => TENANT_WORDS[language].waiting[isCover ? 'cover' : 'account'];
    for (const language of LANGUAGES) assert.ok((await tenantPage(it, language)).includes(inWork(language)));
    await it.operator('refused', { reason: REASON });
    const { members } = (await service.operator('GET', `/organizations/${demo.organizationId}/members`)).body;
    const clara = await signIn(service, demo.managerEmail);
    for (const language of LANGUAGES) {
      const words = REFUSED_WORDS[language];
      const waits = STEP_NAMES[language][isCover ? 'awaiting_cover' : 'awaiting_account'];
      const tenant = await tenantPage(it, language);
      const { heading, lead, edited, withdrawn, accepted, nothingToDo } = words.tenant;
      for (const said of [heading[by], lead, edited, withdrawn, accepted[by], nothingToDo, words.step[by]]) {
        assert.ok(tenant.includes(said), `${language}: ${said}`);
      }
      await service.operator('PATCH', `/organizations/${demo.organizationId}/members/${members[0].id}`, { language });
      const manager = text((await clara.page(`/manager/deposits/${it.id}`)).text);
      for (const said of [words.step[by], words.whatNext[by], REASON]) assert.ok(manager.includes(said), said);
      const waitsFor = DEPOSIT_WORDS[language].act.waitingFor[by];
      for (const said of [waits, inWork(language), waitsFor]) {
        assert.ok(!tenant.includes(said) && !manager.includes(said), `${language}: ${said}`);
      }
      assert.ok(!tenant.includes(REASON));
    }
  });

  test(`pages.md 6: if the ${by} accepts after all, the pages say so`, async () => {
    const it = await demo.start();
    await it.play('tenant-signs', { product });
    await it.operator('refused', { reason: REASON });
    await it.play(product === 'insurance' ? 'cover-confirmed' : 'account-opened');
    const page = await tenantPage(it, 'de');
    assert.ok(!page.includes(REFUSED_WORDS.de.tenant.heading[by]));
    assert.match(page, product === 'insurance' ? /in Kraft/ : /Bitte zahlen Sie/);
  });
}
