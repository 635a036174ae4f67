/** Files that do not depend on the version of PostgreSQL: documents, programs, and pages checked for what they show. */
export const OF_NO_DATABASE: ReadonlySet<string> = new Set(
  [
    'access alerts apply bench browser callbacks chaos cli cli-operators cli-walk console console-operators console-set-up',
    'container crash depth doctor documents exchange-folder foreign-ids forgery full-disk fuzz ha import import-errors install',
    'intrusion key-timing lifecycle-model listen logs mail-headers markup metrics migration-rules operations organization',
    'packages payload-form person-export production proxy reference register release release-walk roles runbook',
    'sandbox-guide sandbox-load sbom secrets smtp-tls start stop tenant-closing tenant-pages threats tricks',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `test/${name}.test.ts`),
);
