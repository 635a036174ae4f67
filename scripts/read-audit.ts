/** What `npm audit --json` has said. Not every registry keeps advisories, and not every machine has a network. */
export type Audit =
  | { is: 'clean' }
  | { is: 'known'; lines: string[] }
  | { is: 'not_offered'; why: string }
  | { is: 'failed'; why: string };

type Vulnerability = { severity: string; via: (string | { title: string; url: string })[] };
type Report = {
  vulnerabilities?: Record<string, Vulnerability>;
  statusCode?: number;
  message?: string;
  error?: { code?: string; summary?: string };
};

/** A registry that does not know the question answers it in one of these ways. */
const UNKNOWN_THERE = new Set([400, 403, 404, 405, 410, 501]);
const NO_NETWORK = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENETUNREACH',
  'ENOAUDIT',
]);

export function readAudit(output: string): Audit {
  const report = parsed(output);
  if (report === null) return { is: 'failed', why: 'npm said nothing that can be read' };
  const { vulnerabilities, statusCode, message = '', error = {} } = report;
  if (vulnerabilities !== undefined) {
    const lines = Object.entries(vulnerabilities).map(([name, about]) => lineOf(name, about));
    return lines.length === 0 ? { is: 'clean' } : { is: 'known', lines };
  }
  if (statusCode !== undefined && UNKNOWN_THERE.has(statusCode)) {
    return { is: 'not_offered', why: `the package registry answers ${statusCode}` };
  }
  if (NO_NETWORK.has(error.code ?? ''))
    return { is: 'not_offered', why: `the registry is out of reach (${error.code})` };
  return { is: 'failed', why: error.summary || error.code || message || 'without a reason' };
}

function lineOf(name: string, { severity, via }: Vulnerability): string {
  const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`));
  return `${name} (${severity}): ${reasons.join('; ')}`;
}

function parsed(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
