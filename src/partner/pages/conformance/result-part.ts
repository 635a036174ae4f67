import type { ConformanceRun } from '../../../storage/conformance/runs.ts';
import { html, type Html } from '../../../web/html.ts';
import type { ResultCounts, RequirementResult } from './report-view.ts';
import type { ReportWords } from './words.ts';

const SIGNS: Record<RequirementResult, string> = { passed: '✓', failed: '✕', not_seen: '○' };
const TONES: Record<RequirementResult, string> = { passed: 'open', failed: 'withdrawn', not_seen: '' };

/** A result as sign and word: colour alone says nothing. */
export function resultBadge(result: RequirementResult, words: ReportWords): Html {
  return html`<span class="state ${TONES[result]}"
    ><span aria-hidden="true">${SIGNS[result]} </span>${words.results[result]}</span
  >`;
}

/** Whether the run is open; after its end, whether it is a report that stands. */
export function runBadge({ finishedAt }: ConformanceRun, { failed }: ResultCounts, words: ReportWords): Html {
  if (finishedAt === null) return html`<span class="state opening">${words.running}</span>`;
  return failed === 0
    ? html`<span class="state open"><span aria-hidden="true">✓ </span>${words.stands}</span>`
    : html`<span class="state withdrawn"><span aria-hidden="true">✕ </span>${words.hasFailed}</span>`;
}
