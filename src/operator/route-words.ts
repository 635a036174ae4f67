import { given, type Change } from '../actions/audit.ts';

type Call = {
  method: string;
  /** The route as declared: `/operator/api/partners/:id/keys`. */
  url: string;
  params: Readonly<Record<string, string>>;
  body: object;
  answer: object;
};

const VERBS: Record<string, string> = { POST: 'add', PUT: 'set', PATCH: 'change', DELETE: 'remove' };

/** What is changed, by its name in paths. */
const THINGS: Record<string, string> = {
  partners: 'partner',
  keys: 'partner key',
  providers: 'provider',
  contacts: 'contact',
  organizations: 'organization',
  connections: 'connection',
  'callback-secret': 'callback secret',
  'conformance-report': 'conformance report',
  members: 'member',
  'status-keys': 'status key',
  'ignored-contracts': 'ignored contract',
  deposits: 'deposit',
  deliveries: 'delivery',
  documents: 'document',
  links: 'document links',
  money: 'order',
  operators: 'operator',
  tokens: 'operator token',
  approvals: 'approval',
  bank: 'bank file',
  entries: 'bank entry',
  settings: 'service settings',
};

/** The log shows the input for these in full. Input about deposits is masked; their own history holds it. */
const OPEN = new Set([
  'partner',
  'provider',
  'contact',
  'organization',
  'connection',
  'conformance report',
  'member',
  'status key',
  'ignored contract',
  'operator',
  'service settings',
]);

/** Exceptions to VERBS. */
const OWN_VERBS: Record<string, Record<string, string>> = {
  'partner key': { POST: 'issue', DELETE: 'revoke' },
  'provider key': { POST: 'issue', DELETE: 'revoke' },
  'status key': { POST: 'issue', DELETE: 'revoke' },
  'operator token': { POST: 'issue', DELETE: 'revoke' },
  'callback secret': { POST: 'rotate', DELETE: 'retire' },
  'conformance report': { POST: 'note' },
  'document links': { DELETE: 'revoke' },
};

/** What a call has changed, derived from its route and body. */
export function changeFromRoute({ method, url, params, body, answer }: Call): Change {
  const parts = url
    .replace(/^\/operator(?:\/api)?\//, '')
    .split('/')
    .filter((part) => part !== '');
  const names = parts.filter((part) => !part.startsWith(':'));
  const last = names.at(-1) ?? '';
  const thingName = names.findLast((name) => THINGS[name] !== undefined) ?? last;
  const thing = thingCalled(thingName, names) ?? last;
  const verb = last === thingName ? (OWN_VERBS[thing]?.[method] ?? VERBS[method] ?? '') : last.replaceAll('-', ' ');
  const made = Object.entries(answer).filter(([name]) => name === 'id' || name === 'keyId') as [string, string][];
  const about = { ...named(params, parts), ...madeIds(thing, method === 'POST' && last === thingName ? made : []) };
  return {
    verb,
    thing,
    about,
    organizationId: about['organization'] ?? null,
    partnerId: about['partner'] ?? null,
    changes: OPEN.has(thing) ? given(body) : masked(body),
  };
}

/** Partners and providers both have keys. */
function thingCalled(segment: string, path: readonly string[]): string | undefined {
  return segment === 'keys' && path.includes('providers') ? 'provider key' : THINGS[segment];
}

/** The ids in the path, each named after the segment before it: `/members/:memberId` is a member. */
function named(params: Readonly<Record<string, string>>, parts: readonly string[]): Record<string, string> {
  const ids = Object.entries(params).map(([name, value]) => {
    const before = parts[parts.indexOf(`:${name}`) - 1] ?? '';
    return [thingCalled(before, parts) ?? name, value] as const;
  });
  return Object.fromEntries(ids);
}

function madeIds(thing: string, made: readonly [string, string][]): Record<string, string> {
  const withKey = thing === 'partner' || thing === 'provider';
  return Object.fromEntries(made.map(([name, value]) => [name === 'keyId' && withKey ? `${thing} key` : thing, value]));
}

/** Keeps numbers and booleans; masks texts. */
function masked(body: object): Change['changes'] & object {
  const fields = Object.entries(given(body)).filter(([name]) => name !== 'token');
  return Object.fromEntries(fields.map(([name, { to }]) => [name, { to: typeof to === 'string' ? '…' : to }]));
}
