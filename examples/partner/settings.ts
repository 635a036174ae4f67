/** What the adapter needs to know, from environment variables. */
export type Settings = {
  /** Address of the service, without a path. */
  url: string;
  integration: string;
  apiKey: string;
  /** The organization, as we call it. */
  externalOrgId: string;
  statusKey: string;
  /** The organization, as the service calls it. */
  organizationId: string;
  callbackSecret: string;
  /** Where callbacks arrive. */
  port: number;
  tenanciesFile: string;
  memoryFile: string;
  /** How often the list of tenancies is looked at. */
  everyMs: number;
  /** How often missed events are read. */
  catchUpEveryMs: number;
};

export function readSettings(env: Record<string, string | undefined>): Settings {
  const missing: string[] = [];
  const text = (name: string, otherwise?: string): string => {
    const value = env[name] ?? otherwise;
    if (value === undefined || value === '') missing.push(name);
    return value ?? '';
  };
  const settings = {
    url: text('DEPONO_URL').replace(/\/$/, ''),
    integration: text('INTEGRATION', 'custom'),
    apiKey: text('API_KEY'),
    externalOrgId: text('EXTERNAL_ORG_ID'),
    statusKey: text('STATUS_KEY'),
    organizationId: text('ORG_ID'),
    callbackSecret: text('CALLBACK_SECRET'),
    port: Number(text('PORT', '3000')),
    tenanciesFile: text('TENANCIES', 'tenancies.json'),
    memoryFile: text('MEMORY', 'memory.json'),
    everyMs: 1_000 * Number(text('EVERY_SECONDS', '5')),
    catchUpEveryMs: 1_000 * Number(text('CATCH_UP_SECONDS', '300')),
  };
  if (missing.length > 0) throw new Error(`Please set ${missing.join(', ')}: see README.md.`);
  return settings;
}
