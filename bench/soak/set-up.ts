import type { Outside } from './outside.ts';

/** Everyone who uses the service in the soak, with their keys. */
export type Cast = {
  apiKey: string;
  externalOrgId: string;
  organizationId: string;
  statusKey: string;
  /** The session of a property manager. */
  cookie: string;
  operator: (method: string, path: string, body?: object) => Promise<any>;
};

const MANAGER = 'anna.keller@soak.example';

/** A bank, a partner, an organization with a callback, and a property manager who has signed in by mail. */
export async function setUpOperator(
  url: string,
  { token, outside }: { token: string; outside: Outside },
): Promise<Cast> {
  const operator: Cast['operator'] = async (method, path, body) => {
    const answer = await fetch(`${url}/operator/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const address = { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' };
  // Production has no bank until one is set up.
  await operator('POST', '/providers', { kind: 'bank', code: 'soak_bank', name: 'Soak Bank', address });
  const partner = await operator('POST', '/partners', { name: 'Soak', integration: 'custom' });
  const organization = await operator('POST', '/organizations', {
    name: 'Soak Immobilien AG',
    language: 'de',
    emailDomain: 'soak.example',
    address,
    contractStatusEnabled: true,
  });
  const of = `/organizations/${organization.id}`;
  await operator('POST', `${of}/connections`, {
    partnerId: partner.id,
    externalOrgId: 'soak',
    callback: { url: outside.callbackUrl },
  });
  const person = {
    email: MANAGER,
    firstName: 'Anna',
    lastName: 'Keller',
    language: 'de',
    defaultPropertyManager: true,
  };
  await operator('POST', `${of}/members`, person);
  const { apiKey: statusKey } = await operator('POST', `${of}/status-keys`);
  return {
    apiKey: partner.apiKey,
    externalOrgId: 'soak',
    organizationId: organization.id,
    statusKey,
    cookie: await signIn(url, outside),
    operator,
  };
}

/** Like a browser: the link works only in the one that asked for it. */
async function signIn(url: string, outside: Outside): Promise<string> {
  const mail = outside.mailTo(MANAGER);
  const page = await fetch(`${url}/manager/sign-in`);
  const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const asked = await fetch(`${url}/manager/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf([page]) },
    body: new URLSearchParams({ email: MANAGER, token }),
  });
  if (asked.status !== 303) throw new Error(`The sign-in was refused: ${asked.status} ${await asked.text()}`);
  // Quoted-printable: a folded line ends with "=".
  const text = (await mail).replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  const path = /\/manager\/sign-in\/[\w-]+/.exec(text)?.[0];
  if (path === undefined) throw new Error('The mail has no link.');
  const entered = await fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie: cookiesOf([page, asked]) } });
  if (entered.status !== 303) throw new Error(`The sign-in link was refused: ${entered.status}`);
  return cookiesOf([page, asked, entered]);
}

/** The newest of each name. */
function cookiesOf(answers: readonly Response[]): string {
  const lines = answers.flatMap((answer) => answer.headers.getSetCookie());
  const pairs = new Map(lines.map((line) => (line.split(';')[0] as string).split('=') as [string, string]));
  return [...pairs].map(([name, value]) => `${name}=${value}`).join('; ');
}
