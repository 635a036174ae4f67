import { filledBody, jsonBody, LARGEST_BODY, unreadableBody, type BodyFault } from './bodies.ts';
import type { Expected } from './call.ts';
import { faultyPayload, wildPayload, withField } from './faults.ts';
import { goodPayload, type Fields } from './payload.ts';
import type { Random } from './random.ts';
import { anything, nothing } from './values.ts';
import type { Organization } from './world.ts';

/** The body of an open call, and the answer it must get if key and organization are valid. */
export type Content = { kind: string; body: Buffer; expected: Expected; contractId: string | null; encoding?: string };

type Choice = [weight: number, make: () => Content];

export function contentOf(random: Random, organization: Organization, unique: string): Content {
  const contractId = random.pick([`C-${unique}`, `${unique} ü/&?#"<`, `𝒵${unique}`]);
  const good = goodPayload(random, contractId, organization);
  // Refused payloads share few contract ids, so that they cause few mails.
  const refusedId = `F-${random.below(300)}`;
  const opened = (): Content => json(random, 'good', good, { is: 'opened' }, contractId);
  const faulty = (): Content => {
    const spoilt = faultyPayload(random, withField(good, 'externalContractId', refusedId), organization);
    const { fields, row, problems } = spoilt;
    return json(random, `fault ${problems[0]?.[1] ?? ''}`, fields, { is: 'problems', row, problems });
  };
  const wild = (): Content =>
    json(random, 'wild', wildPayload(random, withField(good, 'externalContractId', `W-${unique}`), anything));
  return random.weighted([
    [30, opened],
    [34, faulty],
    [17, wild],
    [2, () => json(random, 'other JSON', Object.entries(Object(anything(random)) as object))],
    ...unreadable(random, good),
    ...skipped(random, good, organization, opened),
    ...large(random, good, contractId),
  ])();
}

function json(
  random: Random,
  kind: string,
  fields: Fields,
  expected: Expected = { is: 'in_contract' },
  contractId: string | null = null,
): Content {
  return { kind, body: jsonBody(random, fields), expected, contractId };
}

function unreadable(random: Random, good: Fields): Choice[] {
  const spoilt = (): Content => {
    const [fault, body] = unreadableBody(random, jsonBody(random, good));
    return { kind: `body ${fault}`, body, expected: refused('errored', UNREADABLE[fault]), contractId: null };
  };
  const encoded = (): Content => {
    const encoding = random.pick(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'x', 'identity, gzip']);
    const expected = refused('errored', UNREADABLE.encoded);
    return { kind: 'body encoded', body: jsonBody(random, good), expected, contractId: null, encoding };
  };
  return [
    [8, spoilt],
    [2, encoded],
  ];
}

function skipped(random: Random, good: Fields, organization: Organization, opened: () => Content): Choice[] {
  const withId = (id: string): Fields => withField(good, 'externalContractId', id);
  const withoutId = (): Content => {
    const fields = withField(good, 'externalContractId', nothing(random));
    return json(random, 'without contract id', fields, refused('skipped', 'Data item without external contract ID'));
  };
  const ignored = (): Content => {
    const how = random.pick(['temporarily', 'permanently'] as const);
    const id = organization.ignored[how];
    const expected = refused('skipped', `Contract ${how} ignored`, true);
    return json(random, `ignored ${how}`, withId(` ${id}\u0000`), expected, id);
  };
  const taken = (): Content => {
    if (organization.taken.length === 0) return opened();
    const id = random.pick(organization.taken);
    return json(random, 'taken', withId(id), refused('skipped', 'Contract with external ID already exists', true), id);
  };
  return [
    [2, withoutId],
    [2, ignored],
    [3, taken],
  ];
}

/** Bodies of the largest size, and larger. They are slow to make, so they are rare. */
function large(random: Random, good: Fields, contractId: string): Choice[] {
  const largest = (): Content => ({
    kind: 'as large as may be',
    body: filledBody(withField(good, 'externalContractId', contractId)),
    expected: { is: 'opened' },
    contractId,
  });
  const tooLarge = (): Content => ({
    kind: 'body too_large',
    body: filledBody(good, LARGEST_BODY + random.pick([1, 2, 1_000, 400_000])),
    expected: refused('errored', UNREADABLE.too_large),
    contractId: null,
  });
  return [
    [random.chance(0.1) ? 1 : 0, largest],
    [random.chance(0.1) ? 1 : 0, tooLarge],
  ];
}

export function refused(result: 'skipped' | 'errored', reason: string, isNamed = false): Expected {
  return { is: 'refused', result, reason, isNamed };
}

/** Row 4: the contract (4.1) leaves these texts to us. */
const UNREADABLE: Record<BodyFault, string> = {
  too_large: `The body is larger than ${LARGEST_BODY} bytes`,
  encoded: 'The body has a content encoding; send it as plain JSON',
  not_utf8: 'The body is not valid UTF-8',
  not_json: 'The body is not valid JSON',
  not_an_object: 'The body is not one JSON object',
};
