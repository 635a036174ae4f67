import { moveDeposit } from '../../../actions/move-deposit.ts';
import type { Refusal } from '../../../domain/lifecycle/move.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { propertyLine, tenantName } from '../../../domain/lifecycle/mails.ts';
import { formatChf, rappen } from '../../../domain/money.ts';
import { formatDay } from '../../../domain/calendar.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';
import type { ManagerApp, Visit } from '../../app.ts';
import { fingerprint, seenBy, type Seen } from '../access.ts';
import { DEPOSIT_WORDS } from '../words.ts';
import type { DepositWords } from '../words/words.ts';

/** So many at once can still be looked at, and are signed while one waits. */
const MOST_AT_ONCE = 100;

/** Select many that were imported, review them, sign once. */
export function signManyRoutes(app: ManagerApp): void {
  app.post('/manager/sign-many', 'member', async (visit) => {
    const { bulk } = DEPOSIT_WORDS[visit.language];
    const ids = [...new Set(visit.form.getAll('id'))];
    if (ids.length > MOST_AT_ONCE) return problem(visit, bulk.tooMany(MOST_AT_ONCE));
    const seen = await allSeen(app, visit, ids);
    const waiting = seen.filter(({ deposit }) => canMove('sign_as_manager', deposit));
    const others = seen.filter((one) => !waiting.includes(one));
    if (waiting.length === 0 && others.length === 0) return problem(visit, bulk.nothingMeans);
    return review(visit, waiting, others);
  });
  app.post('/manager/sign-many/confirm', 'member', async (visit) => {
    // What was on show: the id of each deposit with its fingerprint.
    const chosen = new Map(visit.form.getAll('sign').map((one) => one.split('/', 2) as [string, string]));
    if (chosen.size > MOST_AT_ONCE) return problem(visit, DEPOSIT_WORDS[visit.language].bulk.tooMany(MOST_AT_ONCE));
    const results: Result[] = [];
    for (const one of await allSeen(app, visit, [...chosen.keys()])) {
      results.push({ deposit: one.deposit, refusal: await sign(app, visit, one, chosen.get(one.deposit.id) ?? '') });
    }
    await app.settle();
    return report(visit, results);
  });
}

type Result = { deposit: StoredDeposit; refusal: Refusal | null };

async function allSeen({ services }: ManagerApp, { person }: Visit, ids: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const id of ids) {
    const one = await seenBy(services.database, person, id);
    if (one !== null) seen.push(one);
  }
  return seen;
}

/** Each by itself: one that cannot be signed any more holds up no other. */
async function sign(
  { services }: ManagerApp,
  { request }: Visit,
  { deposit: { organizationId, id }, member }: Seen,
  seen: string,
): Promise<Refusal | null> {
  const moved = await moveDeposit(
    services,
    { organizationId, depositId: id },
    'sign_as_manager',
    (deposit) => (fingerprint(deposit) === seen ? { from: request.ip } : { refused: 'changed_meanwhile' }),
    { member },
  );
  return moved === null ? { refused: 'not_now' } : moved.refusal;
}

function review(visit: Visit, waiting: readonly Seen[], others: readonly Seen[]) {
  const words = DEPOSIT_WORDS[visit.language];
  const { bulk, act } = words;
  const deposits = waiting.map(({ deposit }) => deposit);
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <h1>${bulk.title}</h1>
    ${
      deposits.length > 0 &&
      html`<p class="lead">${bulk.review(deposits.length)}</p>
        ${table(deposits, words)}
        <form method="post" action="/manager/sign-many/confirm">
          ${visit.token}
          ${deposits.map((one) => html`<input type="hidden" name="sign" value="${one.id}/${fingerprint(one)}" />`)}
          <div class="buttons">
            <button type="submit">${bulk.sign(deposits.length)}</button>
            <a class="button second" href="/manager/deposits">${act.cancel}</a>
          </div>
        </form>`
    }
    ${others.length > 0 && html`<h2>${bulk.notAnyMore}</h2>${links(others.map(({ deposit }) => [deposit, null]))}`}`;
  return visit.show('deposits', { title: bulk.title, content });
}

function table(deposits: readonly StoredDeposit[], { list, one, bulk }: DepositWords): Html {
  const { columns } = list;
  const sum = rappen(deposits.reduce((all, { terms }) => all + terms.rentalDeposit, 0));
  return html`<div class="table">
    <table class="cards">
      <caption class="hidden">${bulk.title}</caption>
      <thead>
        <tr>
          <th scope="col">${columns.tenant}</th>
          <th scope="col">${columns.property}</th>
          <th scope="col">${columns.contract}</th>
          <th scope="col">${columns.rental_start}</th>
          <th scope="col">${one.owner}</th>
          <th scope="col" class="right">${columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${deposits.map(
          ({ id, terms, registerCheck }) =>
            html`<tr>
              <td class="first">
                <a href="/manager/deposits/${id}">${terms.tenants.map(tenantName).join(', ')}</a>
                ${(registerCheck?.differences.length ?? 0) > 0 && html`<small class="mark bad">${one.registerDiffers}</small>`}
              </td>
              <td data-label="${columns.property}">${propertyLine(terms)}</td>
              <td data-label="${columns.contract}">${terms.externalContractId}</td>
              <td data-label="${columns.rental_start}" class="number">${formatDay(terms.rentalStart)}</td>
              <td data-label="${one.owner}">${terms.owner.name}</td>
              <td data-label="${columns.amount}" class="right amount">${formatChf(terms.rentalDeposit)}</td>
            </tr>`,
        )}
        <tr>
          <td class="first" colspan="5">${bulk.sum}</td>
          <td data-label="${bulk.sum}" class="right amount"><strong>${formatChf(sum)}</strong></td>
        </tr>
      </tbody>
    </table>
  </div>`;
}

function report(visit: Visit, results: readonly Result[]) {
  const words = DEPOSIT_WORDS[visit.language];
  const { bulk } = words;
  const signed = results.filter(({ refusal }) => refusal === null);
  const refused = results.filter(({ refusal }) => refusal !== null);
  const reason = ({ refusal }: Result): string | null => (refusal === null ? null : words.refusals[refusal.refused]);
  const content = html`<a class="crumb" href="/manager/deposits">${words.one.back}</a>
    <h1>${bulk.title}</h1>
    ${signed.length > 0 && notice('good', html`<h2>${bulk.done(signed.length)}</h2>${links(signed.map(({ deposit }) => [deposit, null]))}`)}
    ${refused.length > 0 && notice('warn', html`<h2>${bulk.notDone(refused.length)}</h2>${links(refused.map((one) => [one.deposit, reason(one)]))}`)}
    ${results.length === 0 && notice('wait', html`<h2>${bulk.nothing}</h2><p>${bulk.nothingMeans}</p>`)}`;
  return visit.show('deposits', { title: bulk.title, content, isNarrow: true });
}

function links(deposits: readonly (readonly [StoredDeposit, Content])[]): Html {
  return html`<ul>
    ${deposits.map(
      ([{ id, terms }, more]) =>
        html`<li>
          <a href="/manager/deposits/${id}">${tenantName(terms.tenants[0])}, ${terms.externalContractId}</a> ${more}
        </li>`,
    )}
  </ul>`;
}

function problem(visit: Visit, text: string) {
  const { bulk, one } = DEPOSIT_WORDS[visit.language];
  const content = html`<a class="crumb" href="/manager/deposits">${one.back}</a>
    <h1>${bulk.title}</h1>
    ${notice('wait', html`<p>${text}</p>`)}`;
  return visit.show('deposits', { title: bulk.title, content, isNarrow: true }, 422);
}
