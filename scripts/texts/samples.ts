// Texts with parameters, written with sample values: each function is called with values that answer to every name, then
// once more for each value that leads to another text (one or several, present or not, the words it compares with).

type Read = { path: string; name: string };
type Choices = ReadonlyMap<string, unknown>;

/** Words that functions outside the text compare with, and the names of what has them. */
const KNOWN_WORDS = ['bank_deposit', 'insurance', 'manager', 'tenant', 'bank', 'insurer', 'claim', 'amount'];
const IS_A_CHOICE = /^(?:kind|product|by|asked|ground|release|author)$/;
const IS_A_NUMBER = /^(?:count|n|number|total|hours|minutes|days|months|rows|left|length|.*(?:Count|Days|Hours))$/i;
const MOST_CALLS = 400;

/** What a reader sees instead of a value, by the name of the parameter. */
const SAMPLES: readonly (readonly [name: RegExp, value: string])[] = [
  [/^(?:day|on|until|since|end|from|date|tenancyEnd|claimFrom|freesOn|dueOn|.*(?:Day|On|Until))$/, '2026-12-31'],
  [/amount|missing|rappen|rentalDeposit|whole|arrived|chf|premium|fee|held/i, '1’980.00'],
  [IS_A_NUMBER, '3'],
  [/iban/i, 'CH5604835012345678009'],
  [/reference/i, '210000000003139471430009017'],
  [/^(?:organization|organisation)$/i, 'Muster AG'],
  [/^(?:name|person|tenants?|who|holderName|firstName|by)$/i, 'Lea Brunner'],
  [/^property$/i, 'Seestrasse 12, 8002 Zürich'],
  [/contract/i, 'C-4711'],
];

/** All texts that a function can write, as far as they can be found by calling it; empty: none. */
export function textsOf(write: (...values: unknown[]) => unknown): unknown[] {
  const source = write.toString();
  const names = parametersOf(source);
  const found = new Map<string, unknown>();
  const tried = new Set<string>();
  const waiting: Choices[] = [new Map()];
  for (let calls = 0; waiting.length > 0 && calls < MOST_CALLS; calls += 1) {
    const choices = waiting.shift() as Choices;
    const reads: Read[] = [];
    const written = attempt(write, names, choices, reads);
    if (written !== null) found.set(JSON.stringify(written), written);
    if (choices.size > (found.size === 0 ? 1 : 0)) continue;
    for (const { path, name } of reads) {
      if (choices.has(path)) continue;
      for (const value of alternatives(source, name)) {
        const key = JSON.stringify([[...choices], path, value]);
        if (!tried.has(key)) waiting.push(new Map([...choices, [path, value]]));
        tried.add(key);
      }
    }
  }
  return [...found.values()];
}

function attempt(write: (...values: unknown[]) => unknown, names: string[], choices: Choices, reads: Read[]): unknown {
  try {
    const values = names.map((name, index) => valueAt({ path: String(index), name }, choices, reads));
    const written = plain(write(...values));
    return /\b(?:undefined|NaN|null|true|false|\[object)\b/.test(JSON.stringify(written)) ? null : written;
  } catch {
    return null;
  }
}

function alternatives(source: string, name: string): unknown[] {
  const compared = [...source.matchAll(/(?:===|!==|case) '([^']+)'/g)].map(([, word]) => word);
  return [
    ...(IS_A_NUMBER.test(name) ? [1] : []),
    null,
    false,
    ...new Set([...compared, ...(IS_A_CHOICE.test(name) ? KNOWN_WORDS : [])]),
  ];
}

/** `(name, { of }) => …`: a destructured parameter has no name of its own. */
function parametersOf(source: string): string[] {
  const list = /^(?:async )?(?:function\s*\w*\s*)?(?:\(([^]*?)\)\s*(?:=>|\{)|(\w+)\s*=>)/.exec(source);
  const parameters = (list?.[1] ?? list?.[2] ?? '').replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, '_');
  return parameters.split(',').flatMap((part) => /\w+/.exec(part)?.[0] ?? []);
}

function valueAt(read: Read, choices: Choices, reads: Read[]): unknown {
  reads.push(read);
  if (choices.has(read.path)) return choices.get(read.path);
  const text = SAMPLES.find(([name]) => name.test(read.name))?.[1] ?? `‹${read.name}›`;
  const child = (name: string): unknown => valueAt({ path: `${read.path}.${name}`, name }, choices, reads);
  return new Proxy(() => text, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? numberOf(text) : text);
      if (key === Symbol.iterator) return () => [text, text][Symbol.iterator]();
      if (typeof key === 'symbol') return undefined;
      if (key === 'toJSON' || key === 'toString') return () => text;
      if (key === 'length') return choices.get(`${read.path}.length`) ?? (reads.push(lengthOf(read)), 2);
      if (key in String.prototype && !(key in Array.prototype)) return boundTo(text, key);
      if (key === 'slice' || key === 'at' || key === 'concat') return boundTo(text, key);
      if (key in Array.prototype) return boundTo([text, text], key);
      return child(key);
    },
    has: () => true,
    getPrototypeOf: () => Object.prototype,
  });
}

const lengthOf = ({ path }: Read): Read => ({ path: `${path}.length`, name: 'length' });

const numberOf = (text: string): number =>
  text.includes('’') ? 198_000 : /^[0-9]+$/.test(text) ? Number(text) : 198_000;

function boundTo(value: object | string, key: string): unknown {
  const member = (value as unknown as Record<string, unknown>)[key];
  return typeof member === 'function' ? (member.bind(value) as unknown) : member;
}

/** Without proxies: what JSON would keep of it. Texts with parameters inside a text are listed where they are used. */
function plain(value: unknown): unknown {
  const isText = (one: unknown): boolean =>
    typeof one !== 'function' || typeof (one as { toJSON?: unknown }).toJSON === 'function';
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (isText(one) ? one : undefined)) ?? 'null') as unknown;
}
