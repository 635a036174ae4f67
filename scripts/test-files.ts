/** Files that do not depend on the version of PostgreSQL: documents, programs, and pages checked for what they show. */
export const OF_NO_DATABASE: ReadonlySet<string> = new Set(
  [
    'access alerts apply bench browser callbacks chaos cli cli-operators cli-walk console console-operators console-set-up',
    'container crash depth doctor documents exchange-folder foreign-ids forgery full-disk fuzz ha import import-errors install',
    'intrusion key-timing lifecycle-model listen logs mail-headers markup metrics migration-rules operations organization',
    'packages payload-form person-export planted production proxy reference register release release-walk roles runbook',
    'sandbox-guide sandbox-load sbom secrets smtp-tls start stop tenant-closing tenant-pages threats tricks',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `test/${name}.test.ts`),
);

/**
 * Files that only `npm run test:deep` runs: crashes, upgrades, several machines, whole matrices, and long walks in a browser.
 * What they are about has shorter tests in `npm test`.
 */
export const IN_DEPTH_ONLY: ReadonlySet<string> = new Set(
  [
    'access backup cell-documents cell-haproxy cell-kills cell-moves cell-news cell-people cells chaos conformance container crash',
    'database-upgrade example-adapter failover forgery full-disk fuzz ha key-timing large-organization',
    'lifecycle-model mandate-races markup memory point-in-time processes production-changes proxy read-role',
    'receivers release-walk runbook sandbox-load secrets signing-killed start',
    'browser/brand browser/changes browser/choice browser/console browser/console-providers browser/dark',
    'browser/money browser/notes browser/operator-today browser/partner browser/passkeys browser/payload-form',
    'browser/production browser/provider',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `test/${name}.test.ts`),
);
