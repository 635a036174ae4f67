/** Files that do not depend on the version of PostgreSQL: documents, programs, and pages checked for what they show. */
export const OF_NO_DATABASE: ReadonlySet<string> = new Set(
  [
    'access alerts apply bench browser callbacks chaos chaos-mix cli cli-operators cli-walk console console-operators',
    'console-set-up container crash depth doctor documents exchange-folder foreign-ids forgery full-disk fuzz',
    'fuzz-doors ha import import-errors install intrusion key-timing lifecycle-model listen logs mail-headers markup',
    'metrics migration-rules mutation operations organization packages payload-form person-export planted production',
    'proxy reference register release release-walk roles runbook sandbox-guide sandbox-load sbom secrets smtp-tls',
    'start stop tenant-closing tenant-pages threats tricks',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `test/${name}.test.ts`),
);

/**
 * Files that only `npm run test:deep` runs: crashes, upgrades, several machines, whole matrices, long walks in a browser,
 * and the corners of what `npm test` tries in its main course. `npm test` takes five minutes with what is left.
 */
export const IN_DEPTH_ONLY: ReadonlySet<string> = new Set(
  [
    'access alerts apply backup backup-places bank-entries-console bank-mix booking-races bounces brand',
    'cell-documents cell-haproxy cell-kills cell-moves cell-news cell-people cells certificate change-pages',
    'change-payouts chaos cli-applications cli-operators cli-walk closing-corners closing-on-hold closing-pages',
    'closing-sides collection conformance console-monitoring console-operators console-providers contact-changes',
    'container correct crash data-protection database-away database-upgrade deposit-account deposit-list-large',
    'documents-outside example-adapter failover foreign-ids forgery full-disk fuzz fuzz-doors guide-pages ha',
    'holdings-pages holds intrusion key-timing landlord-accounts large-organization lifecycle-model listen logs',
    'mandate-pages mandate-races mandates markup memory money-back money-console money-migration notes offers',
    'outgoing own-account own-accounts-of-banks packages papers partner-conformance-pages partner-sandbox',
    'partner-sandbox-pages partner-start-pages payees payload-form payment-mails person-export point-in-time',
    'processes production-changes provider-callbacks provider-guide provider-pages proxy qualified races read-role',
    'receivers reconciliation register release release-walk reseal returned-payouts roles runbook running-imports',
    'sandbox-load sandbox-providers secrets several-banks signing-killed simulated-bank smtp-tls start statements',
    'stop tricks year-statements',
    'browser/brand browser/changes browser/choice browser/console browser/console-providers browser/dark',
    'browser/documentation browser/list browser/markup browser/money browser/notes browser/operator-today',
    'browser/partner browser/passkeys browser/payload-form browser/production browser/provider browser/tenant',
    'first-hour/bank-engineer first-hour/manager first-hour/newcomer first-hour/operator first-hour/partner',
    'first-hour/tenant',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `test/${name}.test.ts`),
);

/** Files that need a browser. */
export function isInBrowser(file: string): boolean {
  return file.startsWith('test/browser/') || /^test\/first-hour\/(?:manager|tenant)\./.test(file);
}
