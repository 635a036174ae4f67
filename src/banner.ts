import type { Config } from './config.ts';
import type { Depono } from './serving.ts';
import { DEMO_MANAGER, DEMO_PAYLOAD } from './sandbox/demo/demo.ts';

/** Printed at the start: the addresses, how to sign in, and a first call to paste. */
export function banner(config: Config, { baseUrl, port, demo, demoLinks }: Depono): string {
  const { role } = config;
  if (role === 'worker' || role === 'read') {
    return `Depono is ready at http://localhost:${port} (${config.environment}, ${role})\n`;
  }
  const lines = [`Depono is ready at ${baseUrl} (${config.environment})`, ''];
  if (config.environment === 'test') {
    if (config.isOperatorTokenGenerated) lines.push(`  Operator token  ${config.operatorToken}`);
    lines.push(
      `  Start page      ${baseUrl}/`,
      `  Operator        ${demoLinks?.operator ?? `${baseUrl}/operator`} (${config.operatorEmails.join(', ')})`,
      `  Manager         ${demoLinks?.manager ?? `${baseUrl}/manager`}${demo === null ? '' : ` (${DEMO_MANAGER})`}`,
      `  Mailbox         ${baseUrl}/sandbox/mailbox`,
      `  Partner guide   ${baseUrl}/docs/partner/first-deposit`,
      `  Sandbox         ${baseUrl}/docs/sandbox`,
    );
    if (demo !== null) {
      lines.push(
        '',
        'The links of operator and manager sign in to the demo. Keep them to yourself. DEMO=false starts empty.',
      );
      lines.push('', 'Open a deposit:', '', curl(baseUrl, demo), '', 'Read its status:', '');
      lines.push(
        `curl -s '${baseUrl}/webhook/contract-status?ext-contract-id=${DEMO_PAYLOAD.externalContractId}' \\`,
        `  -H 'x-api-key: ${demo.statusKey}' -H 'x-org-id: ${demo.organizationId}'`,
      );
    }
    lines.push('');
  }
  return lines.join('\n');
}

function curl(baseUrl: string, { apiKey, externalOrgId }: NonNullable<Depono['demo']>): string {
  return [
    `curl -s ${baseUrl}/webhook/custom \\`,
    `  -H 'Content-Type: application/json' -H 'x-api-key: ${apiKey}' -H 'x-external-org-id: ${externalOrgId}' \\`,
    `  -d '${JSON.stringify(DEMO_PAYLOAD)}'`,
  ].join('\n');
}
