/** What has changed for partners in a version. */
type VersionChanges = {
  /** `0.2.0 (2026-11-17): plain words and one shape`; null: not released yet. */
  version: string | null;
  /** Markdown. */
  text: string;
};

/** The parts about partners of a changelog, newest first, without versions that changed nothing for them. */
export function partnerChanges(changelog: string): VersionChanges[] {
  const [, ...versions] = changelog.split(/^## /m);
  return versions.flatMap((part) => {
    const [heading = '', ...audiences] = part.split(/^### /m);
    const own = audiences.find((audience) => /^Partner\s*$/m.test(audience.split('\n')[0] ?? ''));
    if (own === undefined) return [];
    const version = heading.split('\n')[0]?.trim() ?? '';
    return [{ version: version === 'Unreleased' ? null : version, text: own.replace(/^.*\n/, '').trim() }];
  });
}
