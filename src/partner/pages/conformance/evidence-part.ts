import { PROBES } from '../../../domain/conformance/probes.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { clockTime } from '../parts.ts';
import type { Evidence } from './report-view.ts';
import type { ReportWords } from './words.ts';

/** Where the reader finds a call, and a delivery; null: there is no page of it for this reader. */
export type EvidenceLinks = { call: (id: string) => string; delivery: (id: string) => string | null };

export function evidenceList(
  evidence: readonly Evidence[],
  { words, links }: { words: ReportWords; links: EvidenceLinks },
): Html {
  return html`<ul class="evidence" aria-label="${words.evidence}">
    ${evidence.map((one) => html`<li>${evidencePart(one, words, links)}</li>`)}
  </ul>`;
}

function evidencePart(evidence: Evidence, words: ReportWords, links: EvidenceLinks): Content {
  switch (evidence.is) {
    case 'call': {
      const { id, requestId, at, externalContractId, code } = evidence;
      return html`<a href="${links.call(id)}">${externalContractId ?? requestId}</a> ${code !== null && html`<code>${code}</code>`}
        <small class="soft">${clockTime(at, { seconds: true })}</small>`;
    }
    case 'read': {
      const { path, times, externalContractId, at, requestId } = evidence;
      return html`<code>GET ${path}</code> ${externalContractId} ${times > 1 && words.times(times)}
        <small class="soft">${clockTime(at, { seconds: true })} · <code>${requestId}</code></small>`;
    }
    case 'probe': {
      const { number, messageId, result, answer } = evidence;
      const planned = PROBES[number - 1];
      return html`${planned !== undefined && words.probes[planned.requirement]}:
        ${
          result === null
            ? words.notSent
            : html`<b>${result.status === null ? words.noAnswer : `HTTP ${result.status}`}</b> ${words.after(result.durationMs)}`
        }
        ${answer !== null && answer !== '' && html`<q lang="en">${answer}</q>`}
        <small class="soft"><code>${messageId}</code></small>`;
    }
    case 'delivery': {
      const address = links.delivery(evidence.id);
      return address === null
        ? html`${words.heldDelivery} <code>${evidence.id}</code>`
        : html`<a href="${address}">${words.heldDelivery}</a> <small class="soft"><code>${evidence.id}</code></small>`;
    }
    case 'other':
      return html`<code>${evidence.id}</code>`;
  }
}
