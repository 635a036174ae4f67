import { QUALIFIED_WORDS } from '../../domain/messages/qualified.ts';
import type { Language } from '../../domain/values/language.ts';
import { html, type Html } from '../html.ts';

type Shown = {
  service: string;
  /** Null: the service could not be reached. */
  request: { state: 'asked' | 'signed' | 'declined' | 'refused' | 'outdated'; signUrl: string | null } | null;
  language: Language;
  back: string;
};

/** Where a request for a qualified signature stands, and the way to the service. */
export function qualifiedContent({ service, request, language, back }: Shown): Html {
  const words = QUALIFIED_WORDS[language];
  const home = html`<p><a class="button second" href="${back}">${words.back}</a></p>`;
  const told = (text: string): Html =>
    html`<div class="card"><h1>${words.title}</h1><p class="lead">${text}</p>${home}</div>`;
  if (request === null || request.signUrl === null) return told(words.unreachable);
  switch (request.state) {
    case 'asked':
      return html`<div class="card">
        <h1>${words.title}</h1>
        <p class="lead">${words.lead(service)}</p>
        <p><a class="button" rel="noreferrer" href="${request.signUrl}">${words.go(service)}</a></p>
        ${home}
      </div>`;
    case 'signed':
      return told(words.done);
    case 'declined':
    case 'refused':
    case 'outdated':
      return told(words[request.state]);
  }
}
