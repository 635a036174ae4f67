import { recordChange, type Author } from '../audit.ts';
import type { Services } from '../services.ts';

/** What a provider has read or answered: the ids of applications and documents. */
export type Seen = { verb: 'read' | 'answer'; applications: readonly string[]; documents?: readonly string[] };

/** One entry of the audit log for each call or page that shows personal data or changes something, with the ids. */
export async function recordSeen(
  services: Pick<Services, 'database' | 'random'>,
  { author, providerId }: { author: Author; providerId: string },
  { verb, applications, documents = [] }: Seen,
): Promise<void> {
  if (applications.length + documents.length === 0) return;
  await recordChange(services, author, {
    verb,
    thing: 'application',
    about: { provider: providerId },
    changes: {
      ...(applications.length === 0 ? {} : { applications: { to: applications } }),
      ...(documents.length === 0 ? {} : { documents: { to: documents } }),
    },
  });
}
