import { differences, recordChange, together } from '../../actions/audit.ts';
import { changeServiceSettings } from '../../actions/set-up/service-settings.ts';
import { serviceSettingsView } from '../../operator/settings/brand-view.ts';
import { serviceSettingsInput } from '../../operator/input/brand-input.ts';
import { readServiceSettings } from '../../storage/set-up/service-settings.ts';
import { BRAND_TEXT_FIELDS, brandSettings, logoOption, withEmptyAsNull, withLogo } from './brand.ts';
import { command, type Command } from '../command.ts';
import { fields, table, type Cell } from '../output.ts';
import { checkedInput, readSettings } from '../typed-input.ts';

const TEXT_FIELDS = new Set([
  ...BRAND_TEXT_FIELDS,
  ...['name', 'address', 'phone', 'register'].map((field) => `imprint.${field}`),
]);

const ABOUT = `Settings are written as name=value: brand.name, brand.colour (#rrggbb), brand.senderName, brand.replyTo, brand.footer,
imprint.name, imprint.address (in lines), imprint.phone, imprint.email, imprint.register.
An empty value takes a setting back. Pages follow within seconds.`;

const show = command({
  name: 'settings show',
  role: 'viewer',
  summary: 'Show the brand and the imprint of the service',
  usage: '',
  words: [0, 0],
  examples: ['depono settings show', 'depono settings show --json | jq .imprint'],
  options: {},
  run: async ({ output, services }) => {
    const settings = serviceSettingsView(await readServiceSettings((await services()).database));
    const imprint = Object.entries(settings.imprint).map(([name, value]) => [`imprint.${name}`, value] as const);
    output.show(settings, () => fields({ ...brandSettings(settings.brand), ...Object.fromEntries(imprint) }));
    return 0;
  },
});

const change = command({
  name: 'settings change',
  role: 'admin',
  summary: 'Change the brand and the imprint of the service',
  usage: '[SETTING=VALUE…] [--logo FILE]',
  about: ABOUT,
  words: [0, Infinity],
  examples: [
    'depono settings change brand.name="Kaution Plus" brand.colour=#14507a --logo logo.png',
    'depono settings change imprint.name="Kaution Plus AG" imprint.phone="+41 44 123 45 67"',
  ],
  options: logoOption,
  run: async ({ output, services, author }, { words, options: { logo } }) => {
    const typed = withLogo(withEmptyAsNull(readSettings(words, TEXT_FIELDS)), logo);
    const input = checkedInput(serviceSettingsInput, typed);
    const all = await services();
    const { after, changes } = await together(all, async (inside) => {
      const before = serviceSettingsView(await readServiceSettings(inside.database));
      const changed = serviceSettingsView(await changeServiceSettings(inside, input));
      const made = differences(before, changed);
      await recordChange(inside, await author(), { verb: 'change', thing: 'service settings', changes: made });
      return { after: changed, changes: made };
    });
    output.show(after, () =>
      Object.keys(changes).length === 0
        ? 'Nothing to change.'
        : table(
            ['SETTING', 'WAS', 'IS'],
            Object.entries(changes).map(([field, { from, to }]) => [field, from as Cell, to as Cell]),
          ),
    );
    return 0;
  },
});

export const settingsCommands: readonly Command[] = [show, change];
