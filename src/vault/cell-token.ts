import { newSecret } from './keys.ts';
import { sha256, type Vault } from './vault.ts';

/** What a cell asks another one for. A token is good for one purpose. */
export type CellPurpose = 'bookings' | 'news' | 'sign-ins' | 'overview';

type CellCall = { purpose: CellPurpose; from: string; to: string; body: string | Buffer };

/** Clocks of servers differ a little. */
const LIFETIME_MS = 60_000;
export const CELL_TOKEN_SECONDS = (2 * LIFETIME_MS) / 1_000;

const SHAPE = /^([a-z0-9][a-z0-9._-]{0,62}) (\d{13}) ([\w-]{43}) ([\w-]{22})$/;

/** Good for one call with this body, from one cell to another, for a minute. Nobody without SECRET_KEY can make one. */
export function cellToken(vault: Vault, call: CellCall, now: Date): string {
  const said = `${call.from} ${now.getTime()} ${newSecret()}`;
  return `${said} ${vault.sign(useOf(call), signed(said, call))}`;
}

/** The cell that has made it. Null: it is not good for this call. Whether it was used before is for the caller to know. */
export function readCellToken(vault: Vault, token: string, call: Omit<CellCall, 'from'>, now: Date): string | null {
  const [, from = '', at, nonce, signature = ''] = SHAPE.exec(token) ?? [];
  if (from === '' || Math.abs(now.getTime() - Number(at)) > LIFETIME_MS) return null;
  const said = `${from} ${at} ${nonce}`;
  return vault.isSigned(useOf(call), signed(said, { ...call, from }), signature) ? from : null;
}

const useOf = ({ purpose }: Pick<CellCall, 'purpose'>): string => `cell call ${purpose}`;

const signed = (said: string, { to, body }: CellCall): string => `${said}\n${to}\n${sha256(body).toString('hex')}`;
