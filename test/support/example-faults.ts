import type { RequirementId } from '../../src/domain/conformance/requirements.ts';
import type { Planted } from './example-adapter.ts';

/** One mistake in the example adapter, and what a run then says. Everything else stays `passed`. */
type ExampleFault = {
  planted: Planted;
  /** Another change that it needs. */
  also?: Planted;
  expected: Partial<Record<RequirementId, 'failed' | 'not_seen'>>;
};

const SENT = 'for (const tenancy of tenancies) {';

/** For each requirement one. A requirement that is only ever seen or not seen is not seen then. */
export const EXAMPLE_FAULTS: Readonly<Record<RequirementId, ExampleFault>> = {
  'open.natural': {
    planted: {
      file: 'open-deposits.ts',
      find: SENT,
      replace: `for (const tenancy of tenancies.filter(({ tenants }) => tenants.length > 1 || 'company' in tenants[0])) {`,
    },
    expected: { 'open.natural': 'not_seen' },
  },
  'open.joint': {
    planted: { file: 'payload.ts', find: '`tenant${number}`', replace: '`tenant_${number}_`' },
    expected: { 'open.joint': 'not_seen' },
  },
  'open.legal': {
    planted: { file: 'payload.ts', find: 'ZefixUid: uid', replace: `ZefixUid: uid.replace('CHE-', '')` },
    expected: { 'open.legal': 'not_seen' },
  },
  'open.corrected': {
    planted: {
      file: 'open-deposits.ts',
      find: `before.next === 'correct_and_resend' && before.fingerprint !== fingerprint`,
      replace: 'false',
    },
    expected: { 'open.corrected': 'not_seen' },
  },
  'open.no_loop': {
    planted: {
      file: 'open-deposits.ts',
      find: `before.next === 'correct_and_resend' && before.fingerprint !== fingerprint`,
      replace: `before.next === 'correct_and_resend'`,
    },
    expected: { 'open.no_loop': 'failed' },
  },
  'open.strings': {
    planted: {
      file: 'payload.ts',
      find: 'rentalDeposit: String(deposit)',
      replace: 'rentalDeposit: (deposit < 1_000 ? deposit : String(deposit)) as string',
    },
    expected: { 'open.strings': 'failed' },
  },
  'status.read': {
    planted: {
      file: 'read-status.ts',
      find: 'encodeURIComponent(contractId)',
      replace: 'encodeURIComponent(organizationId)',
    },
    // Who reads no status reads none too often either.
    expected: { 'status.read': 'not_seen', 'status.pace': 'not_seen' },
  },
  'status.pace': {
    planted: { file: 'read-status.ts', find: 'STATUS_EVERY_MS = 60 * 60_000', replace: 'STATUS_EVERY_MS = 0' },
    expected: { 'status.pace': 'failed' },
  },
  'callback.accepts': {
    planted: {
      file: 'receiver.ts',
      find: 'processEvent(JSON.parse',
      replace: 'if (!isFirstOver) return ((isFirstOver = true), 503);\n    processEvent(JSON.parse',
    },
    also: { file: 'receiver.ts', find: 'const MOST_BYTES', replace: 'let isFirstOver = false;\nconst MOST_BYTES' },
    expected: { 'callback.accepts': 'failed' },
  },
  'callback.refuses_forged': {
    planted: {
      file: 'verify.ts',
      find: `version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)`,
      replace: `version === 'v1' && given.length === expected.length`,
    },
    expected: { 'callback.refuses_forged': 'failed' },
  },
  'callback.refuses_old': {
    planted: { file: 'verify.ts', find: 'OLDEST_SECONDS = 300', replace: 'OLDEST_SECONDS = 3_600' },
    expected: { 'callback.refuses_old': 'failed' },
  },
  'callback.refuses_unsigned': {
    planted: {
      file: 'verify.ts',
      find: `if (signatures === '') return false`,
      replace: `if (signatures === '') return true`,
    },
    expected: { 'callback.refuses_unsigned': 'failed' },
  },
  'callback.repeats': {
    planted: {
      file: 'receiver.ts',
      find: 'processEvent(JSON.parse',
      replace: `const id = String(request.headers['webhook-id']);\n    if (ids.has(id)) return 409;\n    ids.add(id);\n    processEvent(JSON.parse`,
    },
    also: {
      file: 'receiver.ts',
      find: 'const MOST_BYTES',
      replace: 'const ids = new Set<string>();\nconst MOST_BYTES',
    },
    expected: { 'callback.repeats': 'failed' },
  },
  'callback.order': {
    planted: {
      file: 'events.ts',
      find: 'if (known !== undefined && known.sequence > sequence) return;',
      replace: `if (known !== undefined && known.sequence > sequence) throw new Error('too late');`,
    },
    expected: { 'callback.order': 'failed' },
  },
  'callback.unknown': {
    planted: {
      file: 'events.ts',
      find: `&& type !== 'deposit.state_changed') return;`,
      replace: `&& type !== 'deposit.state_changed') throw new Error('unknown');`,
    },
    expected: { 'callback.unknown': 'failed' },
  },
  'callback.quick': {
    planted: {
      file: 'receiver.ts',
      find: 'processEvent(JSON.parse',
      replace:
        'if (!isFirstOver) await new Promise((done) => setTimeout(done, ((isFirstOver = true), 5_200)));\n    processEvent(JSON.parse',
    },
    also: { file: 'receiver.ts', find: 'const MOST_BYTES', replace: 'let isFirstOver = false;\nconst MOST_BYTES' },
    expected: { 'callback.quick': 'failed' },
  },
  'events.catch_up': {
    planted: { file: 'main.ts', find: 'settings.catchUpEveryMs) {', replace: 'Infinity) {' },
    expected: { 'events.catch_up': 'failed' },
  },
};
