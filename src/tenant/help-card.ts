import { productOf } from '../domain/lifecycle/in-force.ts';
import { html, type Html } from '../web/html.ts';
import type { TenantVisit } from './visit.ts';
import { TENANT_HELP_WORDS } from './words/help.ts';

/** Answers about the closing, folded. An insurance pays nothing to an account. */
export function helpCard({ deposit, language }: TenantVisit): Html {
  const { heading, answers } = TENANT_HELP_WORDS[language];
  const shown = productOf(deposit) === 'insurance' ? answers.filter((_, index) => index !== 1) : answers;
  return html`<section class="card">
    <details class="fold">
      <summary><h2>${heading}</h2></summary>
      ${shown.map(([question, answer]) => html`<h3>${question}</h3><p>${answer}</p>`)}
    </details>
  </section>`;
}

/** Beside the data that a tenant checks. */
export function privacyLink({ language }: TenantVisit): Html {
  return html`<p><a href="/privacy?lang=${language}">${TENANT_HELP_WORDS[language].privacy}</a></p>`;
}
