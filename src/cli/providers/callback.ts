import { differences, recordChange, together } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { changeProvider, retireProviderSecret, rotateProviderSecret } from '../../actions/set-up/providers.ts';
import { providerView } from '../../operator/providers/provider-views.ts';
import { command, wrongCall } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { providerByCode } from '../find.ts';
import { fields } from '../output.ts';
import { checkCallbackAddress } from '../typed-input.ts';

export const providerCallback = command({
  name: 'provider callback',
  role: 'admin',
  summary: 'Set, enable again, remove or re-key the callback of a bank or an insurer',
  usage: 'CODE --callback URL | --remove | --new-secret | --retire-old-secret [--yes]',
  about:
    'Setting a callback again enables it again and keeps its secret. A new secret and the old one are both valid until\n' +
    'the old one is retired. Removing and retiring ask first.',
  words: [1, 1],
  examples: [
    'depono provider callback example_bank --callback https://bank.example/hook',
    'depono provider callback example_bank --new-secret',
  ],
  options: {
    callback: { type: 'text', value: 'URL', about: 'told when something is asked of the provider, or no longer' },
    remove: { type: 'flag', about: 'stop telling it; it reads its queue' },
    'new-secret': { type: 'flag', about: 'create a new secret, shown only once' },
    'retire-old-secret': { type: 'flag', about: 'make the newest secret the only valid one' },
    ...YES,
  },
  run: async (context, { words: [typed = ''], options }) => {
    const { output, services, settings, author } = context;
    const { callback: url, remove, 'new-secret': isNew, 'retire-old-secret': isRetired, yes } = options;
    if ([url !== null, remove, isNew, isRetired].filter(Boolean).length !== 1) {
      throw wrongCall('Give one of --callback URL, --remove, --new-secret and --retire-old-secret.');
    }
    if (url !== null) checkCallbackAddress(url, settings());
    const all = await services();
    const { id, code } = await providerByCode(all, typed);
    const record = async (inside: Services, verb: string, thing: string, changes = {}): Promise<void> =>
      recordChange(inside, await author(), { verb, thing, about: { provider: id }, changes });
    if (isNew) {
      const secret = await together(all, async (inside) => {
        const made = await rotateProviderSecret(inside, id);
        await record(inside, 'rotate', 'callback secret');
        return made;
      });
      output.show({ id, code, secret }, () => `${secret}\n\nSave the secret now. It is not shown again.`);
      return 0;
    }
    if (isRetired) {
      await confirm(context, yes, `Retire the old secret of ${code}?`);
      await together(all, async (inside) => {
        await retireProviderSecret(inside, id);
        await record(inside, 'retire', 'callback secret');
      });
      output.show({ id, code, retired: true }, () => 'The old secret is retired. Only the newest one is valid now.');
      return 0;
    }
    if (remove) await confirm(context, yes, `Remove the callback of ${code}, with its secrets?`);
    const made = await together(all, async (inside) => {
      const changed = await changeProvider(inside, id, { callback: url === null ? null : { url } });
      const [before, after] = [providerView(changed.before), providerView(changed.provider)];
      await record(inside, 'change', 'provider', differences(before, after));
      return changed;
    });
    const view = providerView(made.provider, made.secret);
    output.show(view, () => {
      const shown = fields({
        code,
        callback: view.callback?.url,
        ...(made.secret === null ? {} : { secret: made.secret }),
      });
      return made.secret === null ? shown : `${shown}\n\nSave the secret now. It is not shown again.`;
    });
    return 0;
  },
});
