import type { ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { resolutionsOf, TARGET_OF } from '../../../../../domain/resolving/suggestion.ts';
import { formatChf, parseAmount, rappen } from '../../../../../domain/values/money.ts';
import { html, type Html } from '../../../../../web/html.ts';
import { chf, selectField, textArea, textField } from '../../../../../web/parts.ts';
import type { ConsoleVisit } from '../../../app.ts';
import type { Problems } from '../../../forms.ts';
import type { EntryToCheck } from './entries-view.ts';
import { MOST_PARTS, partRows, TARGET_FIELDS, type Typed, type TypedPart } from './entry-form.ts';
import { entryPath } from './entry-parts.ts';
import { AS_WORDS } from './words.ts';

type Given = { typed: Typed; problems: Problems; more: number };

/** An entry that does not add up can be booked in parts. */
export function hasParts({ why, entry }: EntryToCheck): boolean {
  return why === 'sum_mismatch' && entry.amount !== null;
}

const NOTHING_GIVEN: Given = {
  typed: { as: '', deposit: '', order: '', payment: '', reason: '', parts: null },
  problems: {},
  more: 0,
};

/** Every resolution that the entry allows, each with its field. */
export function wholeForm({ token }: ConsoleVisit, entry: EntryToCheck, given: Given): Html {
  const { typed, problems } = given.typed.parts === null ? given : NOTHING_GIVEN;
  const possible = resolutionsOf(entry.entry);
  const targets = new Set(possible.map((as) => TARGET_OF[as]));
  return html`<form class="card resolve" id="resolve" method="post" action="${entryPath(entry.key)}/resolve">
    <h2>${hasParts(entry) ? 'Or resolve it as a whole' : 'Resolve it'}</h2>
    ${token}
    <fieldset class="ways">
      <legend class="hidden">What it is</legend>
      ${possible.map((as) => way(as, typed.as))}
      ${problems['as'] && html`<span class="problem" id="as-problem">${problems['as']}</span>`}
    </fieldset>
    ${TARGETS.map((one) => targets.has(one.target) && targetField(one, { entry, typed, problems }))}
    ${reasonField(typed.reason, problems['reason'])}
    <button type="submit" class="block">Resolve</button>
  </form>`;
}

/** What a resolution may name, and how it is asked for. */
const TARGETS = [
  {
    target: 'depositId',
    name: 'deposit',
    label: 'Deposit',
    hint: 'Its contract id, payment reference or id.',
  },
  { target: 'orderId', name: 'order', label: 'Order', hint: 'Its id or end-to-end id.' },
  { target: 'paymentId', name: 'payment', label: 'Payment', hint: 'Its id, from the deposit’s record.' },
] as const;

function targetField(
  { target, name, label, hint }: (typeof TARGETS)[number],
  { entry, typed, problems }: { entry: EntryToCheck; typed: Typed; problems: Problems },
): Html {
  return html`<div class="target ${name}">
    ${textField({
      name: TARGET_FIELDS[target],
      label,
      hint: meant(entry, typed[name]) ?? hint,
      value: typed[name],
      problem: problems[name],
      autocomplete: 'off',
    })}
  </div>`;
}

function way(as: ResolvedAs['as'], chosen: string): Html {
  const { label, means } = AS_WORDS[as];
  const target = TARGET_OF[as];
  return html`<label class="way">
    <input
      type="radio"
      name="as"
      value="${as}"
      ${target !== null && html`data-target="${TARGET_FIELDS[target]}"`}
      ${as === chosen && html`checked`}
      required
    />
    <span><strong>${label}</strong><small class="soft">${means}</small></span>
  </label>`;
}

/** Who is behind the id that a candidate has filled in. */
function meant({ candidates }: EntryToCheck, id: string): string | null {
  const candidate = candidates.find((one) => one.id === id);
  if (candidate === undefined) return null;
  const { deposit } = candidate;
  const whose = deposit === null ? '' : `Contract ${deposit.externalContractId}, ${deposit.tenants}`;
  return candidate.kind === 'deposit' ? whose : `CHF ${formatChf(candidate.amount)}${whose === '' ? '' : `, ${whose}`}`;
}

function reasonField(value: string, problem: string | undefined, id = 'reason'): Html {
  return textArea({
    name: 'reason',
    id,
    label: 'Reason',
    hint: 'How you know. It goes into the audit log, so name no tenant.',
    value,
    problem,
    isRequired: true,
  });
}

export function partsForm({ token }: ConsoleVisit, entry: EntryToCheck, given: Given): Html {
  const { typed, problems, more } = given.typed.parts === null ? NOTHING_GIVEN : given;
  const rows = partRows(typed.parts, more);
  const possible = resolutionsOf(entry.entry).filter((as) => as !== 'again');
  const sum = rappen(rows.reduce((total, { amount }) => total + (parseAmount(amount) ?? 0), 0));
  return html`<form class="card resolve" id="parts" method="post" action="${entryPath(entry.key)}/resolve">
    <h2>Book it in parts</h2>
    ${token} <input type="hidden" name="parts" value="${rows.length}" />
    <p>
      The parts must add up to ${entry.entry.amount !== null && chf(formatChf(entry.entry.amount))}.
      ${sum > 0 && html`So far: ${chf(formatChf(sum))}.`}
    </p>
    ${problems['parts'] && html`<p class="problem" id="parts-problem">${problems['parts']}</p>`}
    ${rows.map((row, index) => partRow(row, index + 1, { possible, problems }))}
    ${reasonField(typed.reason, problems['reason'], 'parts-reason')}
    <div class="buttons">
      <button type="submit">Book the parts</button>
      ${rows.length < MOST_PARTS && html`<button type="submit" class="second" name="more" value="yes" formnovalidate>More rows</button>`}
    </div>
  </form>`;
}

function partRow(
  { as, amount, target }: TypedPart,
  number: number,
  { possible, problems }: { possible: readonly ResolvedAs['as'][]; problems: Problems },
): Html {
  return html`<fieldset class="part">
    <legend>Part ${number}</legend>
    <div class="fields">
      ${selectField({
        name: `as${number}`,
        label: 'What it is',
        value: as,
        choices: [['', 'Nothing'], ...possible.map((one) => [one, AS_WORDS[one].label] as const)],
        problem: problems[`as${number}`],
      })}
      ${textField({
        name: `amount${number}`,
        label: 'Amount (CHF)',
        value: amount,
        inputmode: 'decimal',
        autocomplete: 'off',
        problem: problems[`amount${number}`],
      })}
      ${textField({
        name: `target${number}`,
        label: 'Deposit, order or payment',
        value: target,
        autocomplete: 'off',
        problem: problems[`target${number}`],
      })}
    </div>
  </fieldset>`;
}
