import { request, type RoleName, type Sent, type World } from './access.ts';

/** The value of a route parameter, by the segment before it. */
export function filled(world: World, route: string, role: RoleName): string {
  const { ours, waiting, paying, memberId, documentId, refusedCallId, runningImportId, roles } = world;
  const { links } = roles[role];
  // A link is tried on the routes of the other kinds, too.
  const link = Object.values(links).find((one) => one !== null) ?? 'A'.repeat(54);
  const isLate = /slip|documents/.test(route);
  const nothing = '00000000-0000-7000-8000-000000000000';
  const isPartners = / \/partner\//.test(route);
  const values: Record<string, string> = {
    'deposits/:id': /documents/.test(route) ? paying.id : waiting.id,
    'documents/:documentId': /provider/.test(route) ? world.agreementId : documentId,
    'documents/:id': route.includes('/provider/') ? world.agreementId : documentId,
    'import-errors/:organizationId': ours.organizationId,
    ':organizationId/:id': refusedCallId,
    'organization/:organizationId': ours.organizationId,
    'organizations/:id': ours.organizationId,
    'effects/:organizationId': ours.organizationId,
    'calls/:id': isPartners ? world.own.call : nothing,
    'conformance/:id': world.own.run,
    'organizations/:connectionId': world.own.connection,
    'sandbox/:id': waiting.id,
    ':id/:play': 'manager-signs',
    'members/:memberId': memberId,
    'partners/:id': ours.partnerId,
    'providers/:id': world.providerId,
    'contacts/:contactId': world.contactId,
    'applications/:id': world.applicationId,
    'mandates/:id': world.mandateId,
    'mandates/:mandateId': world.mandateId,
    'keys/:keyId': ours.keyId,
    'status-keys/:keyId': ours.keyId,
    'connections/:connectionId': nothing,
    'connections/:externalOrgId': ours.externalOrgId,
    'ignored-contracts/:externalContractId': 'C-1',
    'money/:id': nothing,
    'operators/:id': nothing,
    'tokens/:tokenId': ours.keyId,
    'approvals/:id': nothing,
    'deliveries/:id': nothing,
    'entries/:key': nothing,
    'running-imports/:importId': nothing,
    'running/:importId': runningImportId,
    'runs/:id': nothing,
    'files/:id': nothing,
    'papers/:fileId': world.files.waiting,
    'files/:fileId': route.includes('/t/:token') ? world.files.signing : world.files.waiting,
    'qualified/:id': world.qualified.tenant,
    'qualified/:request': world.qualified.manager,
    'requests/:id': nothing,
    'sign/:id': nothing,
    'qualified-signatures/:id': nothing,
    'accounts/:id': '00000000-0000-0000-0000-000000000000',
    'mailbox/:id': isPartners ? world.own.mail : nothing,
    'attachments/:documentId': nothing,
    'uid/:id': 'CHE-109.322.551',
    'assets/:name': 'depono.css',
    'logo/:name': world.logo,
    'colour/:name': '0b6e66.css',
    'sign-in/:role': 'manager',
    ':role/:key': 'A'.repeat(22),
    'tenants/:position': '1',
    'new-address/:token': links.newAddress ?? link,
    'objection/:token': links.objection ?? link,
    'sign-in/:token': 'A'.repeat(43),
    'at/:cell': 'second',
    'cells/:cell': 'second',
    ':cell/:token': 'A'.repeat(43),
    't/:token': (isLate ? links.paying : links.signing) ?? link,
    'documents/:token': links.document ?? link,
  };
  const parts = route.slice(route.indexOf(' ') + 1).split('/');
  const path = parts.map((part, place) => {
    if (!part.startsWith(':')) return part;
    const value = values[`${parts[place - 1]}/${part}`];
    if (value === undefined) throw new Error(`${route}: what shall take the place of ${part}?`);
    return value;
  });
  return path.join('/');
}

/** Routes for programs. */
export const INTERFACE =
  /^\S+ \/(?:webhook|cells|operator\/api|provider\/api|partner\/api|sandbox|qualified-signatures)\//;

/** Routes for people. */
export const pagesOf = ({ routes }: World): string[] => routes.filter((route) => !INTERFACE.test(route));

export const formsOf = (world: World): string[] => pagesOf(world).filter((route) => route.startsWith('POST '));

/** One request to a route by a visitor, with all their credentials. */
export function sent(world: World, route: string, role: RoleName, path = filled(world, route, role)): Promise<Sent> {
  const [method = ''] = route.split(' ');
  const { ours, roles } = world;
  const { formToken } = roles[role];
  // Ids are not secret; the visitor's own key is used.
  const ids = { 'x-org-id': ours.organizationId, 'x-external-org-id': ours.externalOrgId, 'x-api-key': 'wrong' };
  const headers = { ...ids, ...roles[role].headers };
  if (method === 'GET' || method === 'HEAD') return request(world.service, method, path, { headers });
  if (INTERFACE.test(route)) {
    const json = { ...headers, 'content-type': 'application/json' };
    return request(world.service, method, path, { headers: json, body: JSON.stringify(answerIn(route)) });
  }
  const form = new URLSearchParams({ ...FIELDS, ...(formToken === null ? {} : { token: formToken }) });
  form.set('organization', ours.organizationId);
  form.set('id', world.waiting.id);
  return request(world.service, method, path, { headers, body: form });
}

/** Of a provider's answer all that it needs: what is missing would be said before whose application it is. */
function answerIn(route: string): object {
  if (route === 'PUT /partner/api/connections/:externalOrgId/callback') return { url: 'https://partner.invalid/' };
  const answer = /^POST \/provider\/api\/applications\/:id\/(\w+)$/.exec(route)?.[1] ?? '';
  return ANSWERS[answer] ?? {};
}

const ANSWERS: Record<string, object> = {
  account: { iban: 'CH9300762011623852957' },
  cover: { policyNumber: 'P-1' },
  paid: { amount: 1 },
  refused: { code: 'other', reason: 'no' },
};

/** A form with every field that any route reads. */
export const FIELDS = {
  language: 'fr',
  notifications: 'each',
  firstName: 'Eva',
  lastName: 'Eindringling',
  email: 'kein mensch',
  amountLandlord: '0',
  tenancyEnd: '2027-06-30',
  typedName: 'Lea Brunner',
  consent: 'yes',
  administrator: 'on',
  sign: 'x/y',
  proposals: '1',
  seen: '1',
};
