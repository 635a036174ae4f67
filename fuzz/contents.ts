import { filledBody, jsonBody, LARGEST_BODY, unreadableBody, type BodyFault } from './bodies.ts';
import type { Expected } from './call.ts';
import { faultyPayload, wildPayload, withField } from './faults.ts';
import { goodPayload, type Fields } from './payload.ts';
import type { Random } from './random.ts';
import { anything, nothing } from './values.ts';
import type { Organization } from './world.ts';

/** The body of an open call, and what must be said of it where the call gets in at all. */
export type Content = { kind: string; body: Buffer; expected: Expected; contractId: string | null; encoding?: string };

export function contentOf(random: Random, organization: Organization, unique: string): Content {
  const contractId = random.pick([`C-${unique}`, `${unique} ü/&?#"<`, `𝒵${unique}`]);
  const good = goodPayload(random, contractId, organization);
  // What is refused for its data is known by its contract: few of them, so that few mails tell of it.
  const refusedId = `F-${random.below(300)}`;
  const json = (kind: string, fields: Fields, expected: Expected, id: string | null): Content => ({
    kind,
    body: jsonBody(random, fields),
    expected,
    contractId: id,
  });
  return random.weighted<() => Content>([
    [30, () => json('good', good, { is: 'opened' }, contractId)],
    [
      34,
      () => {
        const { fields, row, problems } = faultyPayload(
          random,
          withField(good, 'externalContractId', refusedId),
          organization,
        );
        return json(`fault ${problems[0]?.[1] ?? ''}`, fields, { is: 'problems', row, problems }, null);
      },
    ],
    [
      17,
      () =>
        json(
          'wild',
          wildPayload(random, withField(good, 'externalContractId', `W-${unique}`), anything),
          { is: 'in_contract' },
          null,
        ),
    ],
    [2, () => json('other JSON', Object.entries(Object(anything(random)) as object), { is: 'in_contract' }, null)],
    [
      8,
      () => {
        const [fault, body] = unreadableBody(random, jsonBody(random, good));
        return { kind: `body ${fault}`, body, expected: refused('errored', UNREADABLE[fault]), contractId: null };
      },
    ],
    [
      2,
      () => {
        const encoding = random.pick(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'x', 'identity, gzip']);
        const expected = refused('errored', UNREADABLE.encoded);
        return { kind: 'body encoded', body: jsonBody(random, good), expected, contractId: null, encoding };
      },
    ],
    [
      2,
      () =>
        json(
          'without contract id',
          withField(good, 'externalContractId', nothing(random)),
          refused('skipped', 'Data item without external contract ID'),
          null,
        ),
    ],
    [
      2,
      () => {
        const how = random.pick(['temporarily', 'permanently'] as const);
        const id = organization.ignored[how];
        return json(
          `ignored ${how}`,
          withField(good, 'externalContractId', ` ${id}\u0000`),
          refused('skipped', `Contract ${how} ignored`, true),
          id,
        );
      },
    ],
    [
      3,
      () => {
        if (organization.taken.length === 0) return json('good', good, { is: 'opened' }, contractId);
        const id = random.pick(organization.taken);
        return json(
          'taken',
          withField(good, 'externalContractId', id),
          refused('skipped', 'Contract with external ID already exists', true),
          id,
        );
      },
    ],
    [
      random.chance(0.1) ? 1 : 0,
      () => ({
        kind: 'as large as may be',
        body: filledBody(withField(good, 'externalContractId', contractId)),
        expected: { is: 'opened' },
        contractId,
      }),
    ],
    [
      random.chance(0.1) ? 1 : 0,
      () => ({
        kind: 'body too_large',
        body: filledBody(good, LARGEST_BODY + random.pick([1, 2, 1_000, 400_000])),
        expected: refused('errored', UNREADABLE.too_large),
        contractId: null,
      }),
    ],
  ])();
}

export function refused(result: 'skipped' | 'errored', reason: string, isNamed = false): Expected {
  return { is: 'refused', result, reason, isNamed };
}

/** 4.1 in words of our own; row 4 has no others. */
const UNREADABLE: Record<BodyFault, string> = {
  too_large: `The body is larger than ${LARGEST_BODY} bytes`,
  encoded: 'The body has a content encoding; send it as plain JSON',
  not_utf8: 'The body is not valid UTF-8',
  not_json: 'The body is not valid JSON',
  not_an_object: 'The body is not one JSON object',
};
