import type { RoleName } from '../../test/support/access.ts';
import { FIELDS } from '../../test/support/walk.ts';
import type { Call } from '../call.ts';
import { encoded, forgedCookies, oddBody, oddQuery, oddType } from '../form-values.ts';
import type { Header } from '../headers.ts';
import type { Fields } from '../payload.ts';
import type { Random } from '../random.ts';
import { anything, asText, MARKUP_CANARY } from '../values.ts';
import { hugeFile, someFile } from './files.ts';
import { answersFile, runningFile } from './tables.ts';
import { goodMember } from './good-values.ts';
import type { ShownForm } from './harvest-forms.ts';
import { isAdding, type House } from './house.ts';
import { multipart, type Part } from './multipart.ts';
import type { Route } from './routes.ts';
import { somePath, someVisitor, visit } from './visit.ts';

/** A page that is opened, or a form that a page has shown and that is sent with changes. */
export function pageCall(random: Random, house: House, door: string, route: Route): Call {
  const role = someVisitor(random, house, route);
  if (route.method !== 'POST') return opened(random, house, door, route, role);
  const shown = house.forms.pick(random, route);
  const isUsed = shown !== null && random.chance(0.8) && isHarmless(house, route, shown);
  const path = isUsed ? shown.action : somePath(random, house, route, role);
  const form = isUsed ? changedForm(random, house, shown, role) : inventedForm(random, house, role);
  const { type, body } = asBody(random, form, isUsed && shown.isMultipart);
  const headers: Header[] = [['content-type', type]];
  if (random.chance(0.02)) headers.push(['origin', random.pick(['https://evil.example', 'null', 'x'])]);
  const forged = random.chance(0.02) ? forgedCookies(random, 'depono=x') : [];
  const kind = isUsed ? 'form of a page' : 'invented form';
  return visit(random, house, { door, kind, route, role, path, headers: [...headers, ...forged], body });
}

const PARAMETERS = [
  'q',
  'search',
  'state',
  'step',
  'sort',
  'after',
  'before',
  'from',
  'to',
  'organization',
  'lang',
  'done',
  'month',
  'year',
  'next',
  'page',
  'at',
  'kind',
];

function opened(random: Random, house: House, door: string, route: Route, role: RoleName): Call {
  const path = somePath(random, house, route, role);
  const known = house.forms.parametersOf(route);
  const query = random.weighted<() => string>([
    [5, () => ''],
    [4, () => `?${oddQuery(random, known.length > 0 ? known : PARAMETERS)}`],
    [1, () => `?${oddQuery(random, PARAMETERS)}`],
  ])();
  const accept: Header[] = random.chance(0.5) ? [['accept', 'text/html']] : [];
  return visit(random, house, { door, kind: 'page', route, role, path: `${path}${query}`, headers: accept });
}

/** It names nobody and nothing that visitors need. */
function isHarmless({ pool, table }: House, route: Route, { action }: ShownForm): boolean {
  if (isAdding(route)) return true;
  const found = table.find('POST', action.split('?')[0] ?? '');
  return found !== null && found.values.every(([, value]) => !pool.kept.has(value));
}

type Filled = { fields: Fields; files: Part[] };

/** As the page shows it, with other choices, and now and then something that no page offers. */
function changedForm(random: Random, house: House, shown: ShownForm, role: RoleName): Filled {
  const wild = random.chance(0.4) ? random.pick([0.1, 0.3, 1]) : 0;
  const fields = shown.fields.map(({ name, value, choices }): [string, unknown] => {
    if (name === 'token')
      return [name, random.chance(0.98) ? (house.world.roles[role].formToken ?? '') : anything(random)];
    if (random.chance(wild)) return [name, odd(random)];
    if (choices.length > 1 && random.chance(0.5)) return [name, random.pick(choices)];
    if (value === '' || random.chance(0.3)) return [name, likely(random, house, name) ?? value];
    return [name, value];
  });
  const files = shown.files.map((name): Part => ({ name, file: fileFor(random, house, shown.action) }));
  return { fields, files: random.chance(0.9) ? files : [] };
}

function inventedForm(random: Random, house: House, role: RoleName): Filled {
  const token = house.world.roles[role].formToken;
  const known: Fields = Object.entries({ ...FIELDS, ...(token === null ? {} : { token }) });
  const fields = known.map(([name, value]): [string, unknown] => [
    name,
    random.chance(0.3) && name !== 'token' ? odd(random) : value,
  ]);
  return { fields, files: random.chance(0.1) ? [{ name: 'file', file: someFile(random) }] : [] };
}

const odd = (random: Random): unknown => (random.chance(0.3) ? MARKUP_CANARY : anything(random));

/** Names of fields in forms are those of the interfaces, or near to them. */
function likely(random: Random, { pool }: House, name: string): unknown {
  const good = goodMember(random, name, pool);
  if (good !== undefined) return typeof good === 'object' ? undefined : good;
  if (/iban/i.test(name)) return goodMember(random, 'iban', pool);
  if (/mail/i.test(name)) return goodMember(random, 'email', pool);
  if (/amount|deposit|premium|fee|percent|rate/i.test(name))
    return random.pick(['0', '100.50', "1'000.–", '3560', '-1']);
  if (/date|day|^on$|end|since|start/i.test(name)) return random.pick(['2027-03-31', '31.03.2027', '2026-02-30']);
  if (/consent|seen|yes|confirm|is[A-Z]/.test(name)) return random.pick(['yes', 'on', '']);
  if (/name/i.test(name)) return random.pick(['Lea Brunner', 'Muster AG', 'Zoë Ñandú']);
  return undefined;
}

function fileFor(random: Random, house: House, action: string) {
  if (random.chance(0.003)) return hugeFile(random);
  if (random.chance(0.8) && action.includes('/running')) return runningFile(random);
  if (random.chance(0.8) && action.includes('/answers')) return answersFile(random, house.pool);
  return someFile(random);
}

function asBody(random: Random, { fields, files }: Filled, isMultipart: boolean): { type: string; body: Buffer } {
  if (random.chance(0.02)) return { type: oddType(random), body: oddBody(random) };
  if (!isMultipart && files.length === 0) {
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(encoded(random, fields)) };
  }
  const texts = fields.map(([name, value]): Part => ({ name, value: asText(value ?? '') }));
  return multipart(random, [...texts, ...files]);
}
