import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { html, trustedMarkup, type Html } from '../../../web/html.ts';
import type { PartnerApp } from '../app.ts';
import { partnerChanges } from './partner-changes.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', '..', 'CHANGELOG.md');

const WORDS: Record<PartnerLanguage, { title: string; lead: string; next: string }> = {
  de: {
    title: 'Änderungen',
    lead: 'Was sich an der Schnittstelle für Partner geändert hat, nach Version. Auf Englisch, wie die übrige Dokumentation.',
    next: 'Seit der letzten Version',
  },
  en: {
    title: 'Changes',
    lead: 'What has changed in the interface for partners, by version.',
    next: 'Since the last version',
  },
};

/** What has changed for partners: their part of the changelog. */
export function partnerChangelogRoute({ get }: PartnerApp): void {
  const versions = partnerChanges(readFileSync(FILE, 'utf8')).map(({ version, text }) => ({
    version,
    changes: trustedMarkup(marked.parse(text, { async: false })),
  }));
  get('/partner/changelog', 'partner_viewer', async ({ language, show }) => {
    const words = WORDS[language];
    const part = ({ version, changes }: { version: string | null; changes: Html }): Html =>
      html`<section class="card">
        <h2 ${version !== null && html`lang="en"`}>${version ?? words.next}</h2>
        <div lang="en">${changes}</div>
      </section>`;
    const content = html`<h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${versions.map(part)}`;
    return show('changelog', { title: words.title, content, isNarrow: true });
  });
}
