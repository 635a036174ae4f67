import type { Ask } from '../http.ts';
import { create } from '../set-up.ts';

/** A person who runs the service, with a personal token. */
export type Operator = { email: string; headers: Record<string, string> };

const NAMES = ['Ada', 'Berta', 'Clara'];

/** Three who may do everything, so that of each request two others can decide. */
export async function setUpOperators(ask: Ask): Promise<Operator[]> {
  const operators: Operator[] = [];
  for (const name of NAMES) {
    const email = `${name.toLowerCase()}@chaos.example`;
    const { id } = await create<{ id: string }>(ask, '/operators', { email, name, role: 'admin' });
    const { token } = await create<{ token: string }>(ask, `/operators/${id}/tokens`, { name: 'chaos' });
    operators.push({ email, headers: { authorization: `Bearer ${token}` } });
  }
  return operators;
}
