import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Call } from './call.ts';
import { faultOfPage } from './page-oracle.ts';
import { CANARY, MARKUP_CANARY } from './values.ts';
import { render, type WireAnswer } from './wire.ts';

/** The outcome, for the statistics, and the fault, or null. */
export type Judged = { outcome: string; fault: string | null; codes: readonly string[] };

export type Judge = (call: Call, answer: WireAnswer | null) => Judged;

type Document = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components: object;
};

/** Checks answers against the OpenAPI document of the service and against the expected answer. */
export async function openJudge(address: string): Promise<Judge> {
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const known = new WeakMap<object, ValidateFunction>();
  const validators = new Map<string, ValidateFunction>();
  const shapeOf: ShapeOf = (method, route, status) => {
    const response = document.paths[route]?.[method.toLowerCase()]?.responses[status];
    const schema = response?.content?.['application/json']?.schema;
    if (schema === undefined) return null;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Most routes share shapes: each is compiled once.
    const key = JSON.stringify(schema);
    const made = validators.get(key) ?? ajv.compile({ ...schema, components: document.components });
    validators.set(key, made);
    known.set(schema, made);
    return made;
  };
  return (call, answer) => judge(call, answer, shapeOf);
}

type ShapeOf = (method: string, route: string, status: number) => ValidateFunction | null;

function judge(call: Call, answer: WireAnswer | null, shapeOf: ShapeOf): Judged {
  const { expected } = call;
  if (answer === null) {
    const isFine = expected.is === 'not_http';
    return { outcome: 'no answer', fault: isFine ? null : 'the connection ended without an answer', codes: [] };
  }
  const text = answer.body.toString('utf8');
  if (text.length < LONGEST_PLAIN && isPlain(answer) && LEAK.test(text)) return bad(answer, 'the answer tells of us');
  if (answer.status === 431 && isTooMuchHead(call)) return fine('431, too much head');
  switch (expected.is) {
    case 'method_refused': {
      const isSo = answer.status === 405 && answer.headers.get('allow') === expected.allow;
      return isSo ? fine('405, another method') : bad(answer, 'another method is not refused with 405');
    }
    case 'no_route':
      return isNotFound(call, answer, text) ? fine('404, no route') : bad(answer, 'no route is not 404');
    case 'odd_route':
      if (answer.status === 404 || answer.status === 400) return fine(`${answer.status}, an odd route`);
      return inContract(call, answer, text, shapeOf);
    case 'not_http':
      if ([400, 408, 413, 431, 501, 404, 405].includes(answer.status)) return fine(`${answer.status}, no proper HTTP`);
      return inContract(call, answer, text, shapeOf);
    case 'page':
      return faultOfPage(call, answer, text, expected.statuses);
    case 'door':
    case 'cell':
      throw new Error('Other doors have a judge of their own.');
    case 'opened':
    case 'refused':
    case 'problems':
    case 'in_contract':
    case 'status':
      return inContract(call, answer, text, shapeOf);
  }
}

/** A text, or a page if one was requested, but never on API paths. */
function isNotFound({ message: { path, headers } }: Call, { status }: WireAnswer, text: string): boolean {
  const isForPeople = headers.some(([name, value]) => name === 'accept' && value.includes('text/html'));
  return status === 404 && (text === 'Not found\n' || (isForPeople && !path.startsWith('/webhook/')));
}

const HEAD_LIMIT = 16_000;

function isTooMuchHead({ message }: Call): boolean {
  return render({ ...message, body: Buffer.alloc(0) }).length > HEAD_LIMIT;
}

/** Answers without members: their texts are our own. */
const LONGEST_PLAIN = 2_000;
function isPlain({ headers }: WireAnswer): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/plain');
}

/** Texts that only our code or database would produce. */
export const LEAK =
  /\n\s+at |node_modules|\/src\/|\.ts:\d|violates|syntax error|pg_|postgres|ECONN|TypeError|RangeError|undefined/;

function fine(outcome: string, codes: readonly string[] = []): Judged {
  return { outcome, fault: null, codes };
}

function bad({ status, body }: WireAnswer, fault: string): Judged {
  return { outcome: `${status}`, fault: `${fault}: ${status} ${body.toString('utf8').slice(0, 600)}`, codes: [] };
}

/** Status, content type, members, texts. */
function inContract(call: Call, answer: WireAnswer, text: string, shapeOf: ShapeOf): Judged {
  const { target, organization } = call;
  const route = target === 'status' ? '/webhook/contract-status' : `/webhook/${organization?.integration ?? ''}`;
  const validate = shapeOf(
    target === 'status' ? 'GET' : 'POST',
    target === 'check' ? `${route}/check` : route,
    answer.status,
  );
  if (validate === null) return bad(answer, 'a status that the contract does not name');
  if (answer.headers.get('content-type') !== 'application/json; charset=utf-8')
    return bad(answer, 'not JSON by its type');
  let body: Body;
  try {
    body = JSON.parse(text) as Body;
  } catch {
    return bad(answer, 'not JSON');
  }
  if (!validate(body)) return bad(answer, `members: ${JSON.stringify(validate.errors?.[0])}`);
  return target === 'status' ? judgeStatus(call, answer, body) : judgeOpen(call, answer, body);
}

type Said = { success: boolean; result: string; reason?: string; externalContractId?: string };
type Body = Said & {
  status?: number;
  body?: Said;
  problems?: { field: string; code: string; messages: Record<string, string> }[];
  deposit?: object | null;
  state?: string;
  error?: string;
};

function judgeStatus({ expected }: Call, answer: WireAnswer, body: Body): Judged {
  const error = body.error ?? '';
  if (error.includes(CANARY) || LEAK.test(error)) return bad(answer, 'the error repeats what was sent, or tells of us');
  if (expected.is !== 'status') return fine(`${answer.status}`);
  if (answer.status !== expected.status) return bad(answer, `${expected.status} is due`);
  if (body.externalContractId !== (expected.externalContractId ?? undefined)) return bad(answer, 'another contract');
  return fine(body.error === undefined ? `200 ${body.state ?? ''}` : `${answer.status} ${body.error}`);
}

function judgeOpen({ target, expected, organization, contractId }: Call, answer: WireAnswer, body: Body): Judged {
  const isDryRun = target === 'check' && body.body !== undefined;
  const said = isDryRun ? (body.body as Said) : body;
  const status = isDryRun ? body.status : answer.status;
  if ((status === 200) !== said.success) return bad(answer, 'success and status disagree');
  const reason = said.reason ?? '';
  const problems = body.problems ?? [];
  const isQuoted = reason.startsWith('Organization with external ID ');
  const words = [isQuoted ? '' : reason, ...problems.flatMap(({ messages }) => Object.values(messages))].join('\n');
  if (words.includes(CANARY)) return bad(answer, 'a reason repeats a value of the payload');
  if (LEAK.test(words)) return bad(answer, 'a reason tells of us');
  if (reason.includes(MARKUP_CANARY)) return bad(answer, 'a header comes back as markup');
  const codes = problems.map(({ code }) => code);
  if (said.success !== ((body.deposit ?? null) !== null) && isDryRun) return bad(answer, 'a deposit and a refusal');
  const outcome = said.success ? 'success' : `${said.result}: ${plainReason(reason)}`;
  const fault = faultOfWords();
  return fault === null ? fine(outcome, codes) : bad(answer, fault);

  function faultOfWords(): string | null {
    const isNaming = organization?.integration === 'abaimmo';
    switch (expected.is) {
      case 'opened':
        if (!said.success) return 'a good payload is refused';
        return isNaming && said.externalContractId !== contractId ? 'another contract is named' : null;
      case 'refused': {
        if (said.success || said.result !== expected.result) return `${expected.result} is due`;
        const [before = '', after] = expected.reason.split('…');
        const isSaid = after === undefined ? reason === before : reason.startsWith(before) && reason.endsWith(after);
        if (!isSaid) return `"${expected.reason}" is due`;
        if (after !== undefined && quotedLength(reason, before, after) > 64) return 'a header is quoted at length';
        const named = isNaming && expected.isNamed ? (contractId ?? undefined) : undefined;
        return said.externalContractId === named ? null : 'another contract is named';
      }
      case 'problems':
        return faultOfProblems();
      case 'in_contract':
      case 'status':
      case 'page':
      case 'door':
      case 'cell':
      case 'method_refused':
      case 'no_route':
      case 'odd_route':
      case 'not_http':
        return null;
    }
  }

  function faultOfProblems(): string | null {
    if (expected.is !== 'problems') return null;
    if (said.success) return 'a faulty payload is taken';
    const due = expected.problems.map(([field, code]) => `${field} ${code}`).toSorted();
    const isOnlyMissing = expected.problems.every(([, code]) => code === 'missing');
    const isSkipped = organization?.integration === 'abaimmo' && isOnlyMissing;
    if (said.result !== (isSkipped ? 'skipped' : 'errored')) return 'the wrong result';
    if (isDryRun) {
      const found = problems.map(({ field, code }) => `${field} ${code}`).toSorted();
      if (found.join() !== due.join()) return `problems due: ${due.join(', ')}`;
    }
    const exact = EXACT[expected.problems[0]?.[1] ?? ''];
    if (exact !== undefined && expected.row < 11) return reason === exact ? null : `"${exact}" is due`;
    const unnamed = expected.problems.find(([field]) => !reason.includes(`(${field})`));
    return unnamed === undefined ? null : `the reason does not name ${unnamed[0]}`;
  }
}

/** 7.1. */
const EXACT: Record<string, string> = {
  unknown_tenant_type: 'Unknown tenant type',
  too_many_signatories: 'Too many signatories for a legal entity tenant',
  manager_names_missing: 'Property manager first and last name missing - cannot invite new user',
};

function quotedLength(reason: string, before: string, after: string): number {
  const quoted = reason.slice(before.length, reason.length - after.length);
  return [...quoted.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '.')].length;
}

/** Reasons that differ only in listed problems or quoted values count as one. */
function plainReason(reason: string): string {
  if (reason.startsWith('Organization with external ID ')) return 'Organization with external ID … not found';
  return /\(\w+\) ?: /.test(reason) ? '(problems)' : reason;
}
