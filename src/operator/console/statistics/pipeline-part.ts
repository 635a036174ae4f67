import type { State, Step } from '../../../domain/deposit.ts';
import type { PipelinePlace } from '../../../domain/lifecycle/attention.ts';
import { formatSigned } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { chf } from '../../../web/parts.ts';
import { duration, recordTable } from '../monitoring/parts.ts';
import { STATE_WORDS, STEP_WORDS } from '../monitoring/words.ts';
import { MOST_STUCK, type PipelineView } from './pipeline-view.ts';
import { grouped } from './scale.ts';

/** What is held, where deposits stand, and which have waited too long. */
export function pipelinePart(view: PipelineView): Html {
  const { held, places } = view;
  return html`<section class="card" aria-labelledby="pipeline">
      <div class="heading">
        <h2 id="pipeline">Now</h2>
        ${held !== null && html`<p class="held"><strong>${chf(formatSigned(held))}</strong> <span class="soft">held for all deposits</span></p>`}
      </div>
      ${places === null ? html`<p class="soft">Deposits from before the upgrade are still being counted. This takes a moment.</p>` : placeTable(view, places)}
    </section>
    ${stuckPart(view)}`;
}

function placeTable({ now }: PipelineView, places: NonNullable<PipelineView['places']>): Html {
  const columns = [
    { label: 'Where deposits stand' },
    { label: 'Deposits', className: 'right amount' },
    { label: 'The oldest waits for', className: 'right' },
    { label: 'Waiting too long', className: 'right' },
  ];
  return recordTable(
    'Where deposits stand',
    columns,
    places.map(({ place, deposits, oldestSince, stuck, afterDays }) => [
      html`<a href="/operator/deposits?place=${place}">${placeName(place)}</a>`,
      grouped(deposits),
      oldestSince === null ? '–' : duration(now.getTime() - oldestSince.getTime()),
      stuckText(stuck, afterDays),
    ]),
  );
}

function stuckText(stuck: number | null, afterDays: number | null): Content {
  if (stuck === null || afterDays === null) return '–';
  if (stuck === 0) return 'none';
  const number = stuck < MOST_STUCK ? grouped(stuck) : `at least ${grouped(stuck)}`;
  return html`<strong class="mark bad">${number}</strong> <small class="soft">more than ${afterDays} days</small>`;
}

function stuckPart({ stuck, places, now }: PipelineView): Content {
  if (stuck.length === 0) return null;
  const all = (places ?? []).reduce((sum, one) => sum + (one.stuck ?? 0), 0);
  const columns = [
    { label: 'Contract', className: 'nowrap' },
    { label: 'Organization' },
    { label: 'Tenants' },
    { label: 'Waits for' },
    { label: 'How long', className: 'right' },
  ];
  return html`<section class="card" aria-labelledby="stuck">
    <h2 id="stuck">Waiting too long</h2>
    ${recordTable(
      'Deposits that wait too long',
      columns,
      stuck.map((one) => [
        html`<a href="/operator/deposits/${one.depositId}">${one.externalContractId}</a>`,
        one.organization,
        one.tenants,
        placeName(one.place),
        duration(now.getTime() - one.since.getTime()),
      ]),
    )}
    ${all > stuck.length && html`<p class="hint">These ${stuck.length} are furthest beyond their time, of ${all < MOST_STUCK ? grouped(all) : `at least ${grouped(all)}`}.</p>`}
  </section>`;
}

function placeName(place: PipelinePlace | State | Step): string {
  const names: Readonly<Record<string, string>> = { ...STATE_WORDS, ...STEP_WORDS };
  return names[place] ?? place;
}
