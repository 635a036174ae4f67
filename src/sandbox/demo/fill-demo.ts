import type { Demo } from './demo.ts';
import { DEMO_DEPOSITS, demoPayload, type DemoDeposit } from './demo-deposits.ts';

type Filling = {
  demo: Demo;
  /** Where this process listens. */
  address: string;
  operatorToken: string;
  today: Date;
  signal: AbortSignal;
};

/** So many deposits are played at once. */
const LANES = 3;

/**
 * Makes the deposits of the demo with the same calls as real ones: the partner's call opens each, and calls of the sandbox
 * play everyone. It takes seconds, in which the service is in use already.
 */
export async function fillDemo(filling: Filling): Promise<void> {
  const waiting = [...DEMO_DEPOSITS];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await make(filling, next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function make({ demo, address, operatorToken, today, signal }: Filling, given: DemoDeposit): Promise<void> {
  const organizationId = demo.organizations?.[given.organization] ?? demo.organizationId;
  const opened = await send(`${address}/webhook/custom`, {
    signal,
    headers: { 'x-api-key': demo.apiKey, 'x-external-org-id': given.organization },
    body: demoPayload(given, today),
  });
  if ((opened as { success?: boolean }).success !== true) throw new Error(`the demo deposit ${given.id} was refused`);
  const headers = { authorization: `Bearer ${operatorToken}` };
  const found = (await send(
    `${address}/operator/api/organizations/${organizationId}/deposits?externalContractId=${given.id}`,
    { signal, headers },
  )) as { deposits: { id: string }[] };
  const id = found.deposits[0]?.id ?? '';
  for (const [path, body] of given.steps) {
    await send(`${address}/sandbox/api/deposits/${id}/${path}`, { signal, headers, body: body ?? null });
  }
}

async function send(
  url: string,
  { signal, headers, body }: { signal: AbortSignal; headers: Record<string, string>; body?: object | null },
): Promise<object> {
  const response = await fetch(url, {
    signal,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { method: 'POST' }),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) {
    throw new Error(
      `the demo could not be filled: ${new URL(url).pathname} answered ${response.status}: ${await response.text()}`,
    );
  }
  return (await response.json()) as object;
}
