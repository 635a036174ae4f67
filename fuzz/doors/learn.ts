import type { WireAnswer } from '../wire.ts';
import { formsIn, type FormBook } from './harvest-forms.ts';
import type { Pool } from './pool.ts';
import type { Place, RouteTable } from './routes.ts';

export type Learner = { pool: Pool; table: RouteTable; forms: FormBook; baseUrl: string };

/** Which places of an address the id of a thing fits, by the name of the list that it is in. */
const PLACES: ReadonlyMap<string, readonly Place[]> = new Map([
  ['deposits', ['deposits/:id', 'sandbox/:id']],
  ['deposit', ['deposits/:id', 'sandbox/:id']],
  ['documents', ['documents/:id', 'documents/:documentId', 'attachments/:documentId']],
  ['files', ['files/:fileId', 'papers/:fileId', 'files/:id']],
  ['applications', ['applications/:id']],
  ['application', ['applications/:id']],
  ['partners', ['partners/:id']],
  ['organizations', ['organizations/:id', 'organization/:organizationId']],
  ['providers', ['providers/:id']],
  ['contacts', ['contacts/:contactId']],
  ['members', ['members/:memberId']],
  ['operators', ['operators/:id']],
  ['connections', ['connections/:connectionId', 'organizations/:connectionId']],
  ['approvals', ['approvals/:id']],
  ['deliveries', ['deliveries/:id']],
  ['entries', ['money/:id']],
  ['runs', ['runs/:id']],
  ['calls', ['calls/:id']],
  ['mandates', ['mandates/:id', 'mandates/:mandateId']],
  ['mails', ['mailbox/:id']],
  ['conformance', ['conformance/:id']],
]);

/** Members that name a thing by more than `id`. */
const MEMBERS: ReadonlyMap<string, readonly Place[]> = new Map([
  ['keyId', ['keys/:keyId', 'status-keys/:keyId']],
  ['tokenId', ['tokens/:tokenId']],
  ['importId', ['running-imports/:importId', 'running/:importId']],
  ['approvalId', ['approvals/:id']],
  ['depositId', ['deposits/:id', 'sandbox/:id']],
  ['organizationId', ['organizations/:id', 'organization/:organizationId']],
  ['externalOrgId', ['connections/:externalOrgId']],
  ['externalContractId', ['ignored-contracts/:externalContractId']],
  ['key', ['entries/:key']],
  ['paymentReference', ['reference']],
  ['paymentId', ['money/:id']],
  ['orderId', ['money/:id']],
  ['sha256', ['logo/:name']],
  ['next', ['cursor']],
]);

/** Keeps the ids, tokens and forms of an answer. */
export function learn(learner: Learner, path: string, { headers, body }: WireAnswer): void {
  const type = headers.get('content-type') ?? '';
  const location = headers.get('location');
  if (location !== undefined) learnAddress(learner, location);
  if (type.includes('json')) learnJson(learner, path, body);
  else if (type.startsWith('text/html')) learnPage(learner, body.toString('utf8'));
}

function learnJson(learner: Learner, path: string, body: Buffer): void {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return;
  }
  const segments = (path.split('?')[0] ?? '').split('/');
  const noun = segments.findLast((one) => PLACES.has(one)) ?? '';
  walk(learner, value, noun, 0);
}

const DEEPEST = 6;

function walk(learner: Learner, value: unknown, noun: string, depth: number): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 50)) walk(learner, one, noun, depth + 1);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      const places = name === 'id' ? PLACES.get(noun) : MEMBERS.get(name);
      for (const place of places ?? []) learner.pool.add(place, inner);
      if (inner.startsWith(learner.baseUrl)) learnAddress(learner, inner);
    } else if (Array.isArray(inner) && name === 'links') {
      for (const link of inner) if (typeof link === 'string') learnAddress(learner, link);
    } else walk(learner, inner, PLACES.has(name) ? name : noun, depth + 1);
  }
}

const LINKS = /(?:href|action|src)="(\/[^"]*)"/g;
const MOST_LINKS = 120;

function learnPage(learner: Learner, page: string): void {
  const links = new Set([...page.matchAll(LINKS)].map(([, link = '']) => link));
  for (const link of [...links].slice(0, MOST_LINKS)) learnAddress(learner, link);
  for (const form of formsIn(page)) {
    const found = learner.table.find('POST', form.action.split('?')[0] ?? '');
    if (found !== null) learner.forms.add(found.route, form);
  }
}

function learnAddress({ pool, table, forms, baseUrl }: Learner, address: string): void {
  const plain = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address;
  if (!plain.startsWith('/')) return;
  const [path = '', query = ''] = plain.replaceAll('&amp;', '&').split('#')[0]?.split('?') ?? [];
  for (const method of ['GET', 'POST']) {
    const found = table.find(method, path);
    if (found === null) continue;
    for (const [place, value] of found.values) pool.add(place, value);
    for (const name of new URLSearchParams(query).keys()) forms.noteParameter(found.route, name);
  }
}
