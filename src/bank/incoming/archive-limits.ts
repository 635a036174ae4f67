/** What an archive may hold. */
export type ArchiveLimits = { files: number; bytes: number };

export const ARCHIVE_LIMITS: ArchiveLimits = { files: 100, bytes: 1_000_000_000 };

export function tooLarge({ bytes }: ArchiveLimits): string {
  return `the archive unpacks to more than ${bytes / 1_000_000} MB.`;
}
