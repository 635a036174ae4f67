import { cellToken, type CellPurpose } from '../src/vault/cell-token.ts';
import { Vault } from '../src/vault/vault.ts';
import type { Call } from './call.ts';
import { changed, mutatedBody } from './doors/mutate.ts';
import { someAddress } from './headers.ts';
import type { Judge } from './oracle.ts';
import type { Random } from './random.ts';
import { anything, word } from './values.ts';

/** The key that the cells of the fuzzer have in common. */
export const CELL_KEY = 'a-secret-key-for-the-cells-of-the-fuzzer-32';
/** The cell that is asked, and the one in whose name it is asked; nothing listens at that one's address. */
export const CELL_SETTINGS = {
  SECRET_KEY: CELL_KEY,
  CELL: 'main',
  CELLS: 'main=http://127.0.0.1:2,second=http://127.0.0.1:1',
};

const vault = new Vault(CELL_KEY);
const other = new Vault('another-secret-key-of-at-least-32-letters');

const CONTENTS: Record<CellPurpose, (random: Random) => unknown> = {
  bookings: () => ({ bookings: [] }),
  'sign-ins': (random) => ({
    signIns: [
      { id: '01980000-0000-7000-8000-000000000000', email: `${word(random)}@mail.example`, token: word(random, 43) },
    ],
  }),
  overview: (random) => ({ operator: random.pick(['operator@depono.example', 'x']), search: String(anything(random)) }),
  news: () => ({ news: [] }),
};

type Token = { kind: string; value: string | null; isGood: boolean };

let used: { token: string; body: Buffer; purpose: CellPurpose } | null = null;

/** What one cell says to another: with a good token a content in any shape, else a token that is not good for this call. */
export function cellCall(random: Random): Call {
  const purpose = random.pick(Object.keys(CONTENTS) as CellPurpose[]);
  // A wrong content with a good token: the shape alone is broken, since cells trust each other's rows.
  const good = CONTENTS[purpose](random);
  const text = random.chance(0.5) ? JSON.stringify(good) : mutatedBody(random, changed(random, good, 1)).text;
  const fresh = Buffer.from(text);
  const again = random.chance(0.08) ? used : null;
  const body = again?.body ?? fresh;
  const token: Token =
    again === null ? someToken(random, purpose, body) : { kind: 'used before', value: again.token, isGood: false };
  if (token.isGood && token.value !== null) used = { token: token.value, body, purpose };
  return {
    target: 'cells',
    kind: token.kind,
    message: {
      method: 'POST',
      path: `/cells/${again?.purpose ?? purpose}`,
      headers: [
        ['host', 'localhost'],
        ['x-forwarded-for', someAddress(random)],
        ...(token.value === null ? [] : [['authorization', `Cell ${token.value}`] as const]),
      ],
      body,
      framing: 'length',
    },
    expected: { is: 'cell', isGood: token.isGood },
    organization: null,
    contractId: null,
    isPaced: true,
  };
}

function someToken(random: Random, purpose: CellPurpose, body: Buffer): Token {
  const call = { purpose, from: 'second', to: 'main', body };
  const now = Date.now();
  const wrong = (kind: string, value: string | null): Token => ({ kind, value, isGood: false });
  const right = (): string => cellToken(vault, call, new Date());
  return random.weighted<() => Token>([
    [10, () => ({ kind: 'good', value: right(), isGood: true })],
    [1, () => wrong('none', null)],
    [
      1,
      () =>
        wrong(
          'for another purpose',
          cellToken(vault, { ...call, purpose: purpose === 'news' ? 'overview' : 'news' }, new Date()),
        ),
    ],
    [1, () => wrong('for another cell', cellToken(vault, { ...call, to: 'second' }, new Date()))],
    [1, () => wrong('from the cell itself', cellToken(vault, { ...call, from: 'main' }, new Date()))],
    [1, () => wrong('from an unknown cell', cellToken(vault, { ...call, from: 'third' }, new Date()))],
    [1, () => wrong('over another body', cellToken(vault, { ...call, body: `${body.toString('utf8')} ` }, new Date()))],
    [1, () => wrong('too old', cellToken(vault, call, new Date(now - random.between(70_000, 9_000_000))))],
    [1, () => wrong('from the future', cellToken(vault, call, new Date(now + random.between(70_000, 9_000_000))))],
    [1, () => wrong('with another key', cellToken(other, call, new Date()))],
    [2, () => wrong('altered', altered(random, right()))],
  ])();
}

function altered(random: Random, token: string): string {
  const at = random.below(token.length);
  return random.pick([
    `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
    token.slice(0, at),
    `${token}A`,
    token.replaceAll(' ', '  '),
    '',
  ]);
}

/** 401 without a good token, whatever the content; with one the content is taken or 422, and nothing fails. */
export const judgeCell: Judge = ({ expected }, answer) => {
  if (expected.is !== 'cell') throw new Error('This call goes to another judge.');
  if (answer === null) return { outcome: 'no answer', fault: 'the connection ended without an answer', codes: [] };
  const { status } = answer;
  const isDue = expected.isGood ? [200, 204, 422].includes(status) : status === 401 || status === 413;
  const due = expected.isGood ? '200, 204 or 422' : '401';
  const fault = isDue ? null : `${due} is due: ${status} ${answer.body.toString('utf8').slice(0, 300)}`;
  return { outcome: String(status), fault, codes: [] };
};
