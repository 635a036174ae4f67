/** The namespaces that prefixes stand for, inside an element. The default namespace has the prefix ''. */
export type Scope = ReadonlyMap<string, string>;

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Around the root. */
export const OUTSIDE: Scope = new Map([
  ['', ''],
  ['xml', XML],
]);

/** The name of an element, with its namespace and what is in scope inside it; or why it has none. */
type ResolvedName = { name: string; namespace: string; scope: Scope } | { problem: string };

/**
 * Resolves the name of an element as "Namespaces in XML 1.0" says. Nearly every element of a bank's file has no prefix
 * and declares none: that costs nothing, which a parser's own resolution does not offer.
 */
export function resolveName(
  written: string,
  attributes: Readonly<Record<string, string>>,
  around: Scope,
): ResolvedName {
  let scope = around;
  let hasPrefixes = false;
  for (const attribute in attributes) {
    const prefix = declaredPrefix(attribute);
    if (prefix === null) {
      hasPrefixes ||= attribute.includes(':');
      continue;
    }
    const namespace = attributes[attribute] as string;
    const problem = whyNotDeclared(prefix, namespace);
    if (problem !== null) return { problem };
    scope = new Map([...scope, [prefix, namespace]]);
  }
  if (hasPrefixes) {
    const problem = whyNotNamed(Object.keys(attributes), scope);
    if (problem !== null) return { problem };
  }
  if (!written.includes(':')) return { name: written, namespace: scope.get('') ?? '', scope };
  const qualified = qualify(written, scope);
  return 'problem' in qualified ? qualified : { ...qualified, scope };
}

/** The prefix that an attribute declares; null: it declares none. */
function declaredPrefix(attribute: string): string | null {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : null;
}

function whyNotDeclared(prefix: string, namespace: string): string | null {
  if (prefix === '') return namespace === XML || namespace === XMLNS ? 'a reserved namespace is the default' : null;
  if (prefix.includes(':')) return `malformed name: xmlns:${prefix}`;
  if (namespace === '') return `the prefix ${prefix} stands for no namespace`;
  const isReserved = prefix === 'xmlns' || namespace === XMLNS || (prefix === 'xml') !== (namespace === XML);
  return isReserved ? `the prefix ${prefix} or its namespace is reserved` : null;
}

/** Attributes with a prefix that is declared nowhere, or two that are the same. */
function whyNotNamed(attributes: readonly string[], scope: Scope): string | null {
  const seen = new Set<string>();
  for (const attribute of attributes) {
    if (!attribute.includes(':') || declaredPrefix(attribute) !== null) continue;
    const qualified = qualify(attribute, scope);
    if ('problem' in qualified) return qualified.problem;
    const same = `${qualified.namespace} ${qualified.name}`;
    if (seen.has(same)) return `duplicate attribute: ${attribute}`;
    seen.add(same);
  }
  return null;
}

function qualify(written: string, scope: Scope): { name: string; namespace: string } | { problem: string } {
  const [prefix = '', name = '', ...more] = written.split(':');
  if (prefix === '' || name === '' || more.length > 0) return { problem: `malformed name: ${written}` };
  const namespace = scope.get(prefix);
  return namespace === undefined ? { problem: `unbound namespace prefix: ${prefix}` } : { name, namespace };
}
