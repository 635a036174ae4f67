import { useToken } from '../../storage/cells/used-tokens.ts';
import { CELL_TOKEN_SECONDS, cellToken, readCellToken, type CellPurpose } from '../../vault/cell-token.ts';
import { sha256 } from '../../vault/vault.ts';
import type { Services } from '../services.ts';

/** The answer of a cell to a call. Throws where it cannot be reached in time, or refuses. */
export async function askCell(
  { vault, cells }: Services,
  to: string,
  { purpose, content, limitMs }: { purpose: CellPurpose; content: unknown; limitMs: number },
): Promise<unknown> {
  const address = cells.addresses.get(to);
  if (address === undefined) throw new Error(`CELLS does not list the cell ${to}`);
  const body = JSON.stringify(content);
  const token = cellToken(vault, { purpose, from: cells.own, to, body }, new Date());
  const response = await fetch(`${address}/cells/${purpose}`, {
    method: 'POST',
    headers: { authorization: `Cell ${token}`, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(limitMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the cell ${to} answered ${response.status}`);
  return response.status === 204 ? null : await response.json();
}

/** The other cells, in the order of CELLS. */
export function otherCells({ cells }: Pick<Services, 'cells'>): string[] {
  return [...cells.addresses.keys()].filter((name) => name !== cells.own);
}

/** The cell that calls. Null: nobody who may. A token counts once. */
export async function callingCell(
  services: Services,
  { purpose, body, authorization }: { purpose: CellPurpose; body: Buffer; authorization: string },
): Promise<string | null> {
  const token = /^Cell (.*)$/.exec(authorization)?.[1] ?? '';
  const from = readCellToken(services.vault, token, { purpose, to: services.cells.own, body }, new Date());
  if (from === null || !otherCells(services).includes(from)) return null;
  return (await useToken(services.database, sha256(token), { seconds: CELL_TOKEN_SECONDS })) ? from : null;
}
