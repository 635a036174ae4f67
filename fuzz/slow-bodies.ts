import { once } from 'node:events';
import { connect } from 'node:net';
import type { World } from './world.ts';

const BODIES = ['{', '', '{"externalContractId":"slow"'];

/** Bodies that never end: each gets an answer of the contract, and then the connection ends. */
export async function slowBodies(port: number, { organizations }: World, faults: string[]): Promise<void> {
  const { apiKey, externalOrgId, integration } = organizations[0] ?? { apiKey: '', externalOrgId: '', integration: '' };
  await Promise.all(
    BODIES.map(async (body) => {
      const socket = connect(port, '127.0.0.1');
      const head = [
        `POST /webhook/${integration} HTTP/1.1`,
        'host: depono.example',
        `x-api-key: ${apiKey}`,
        `x-external-org-id: ${externalOrgId}`,
        'content-length: 1000',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      await once(socket, 'close');
      const due = '"result":"errored","reason":"The body did not arrive in time"';
      if (!answer.startsWith('HTTP/1.1 500 ') || !answer.includes(due)) faults.push(`a slow body: ${answer}`);
    }),
  );
}
