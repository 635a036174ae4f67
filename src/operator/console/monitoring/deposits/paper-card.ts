import { changeIn } from '../../../../domain/change.ts';
import { canMove } from '../../../../domain/lifecycle/moves.ts';
import { personName } from '../../../../domain/tenant.ts';
import type { DepositFile } from '../../../../domain/notes/notes.ts';
import type { StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { selectField } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';

/** What the property management keeps with the deposit. A signed paper counts once it is accepted here. */
export function consolePaperCard(deposit: StoredDeposit, { may, token }: ConsoleVisit): Content {
  const { notes, files } = deposit;
  if (notes.length + files.length === 0) return null;
  const isReader = may('clerk');
  return html`<section class="card" aria-labelledby="notes">
    <h2 id="notes">Notes and files</h2>
    ${isReader && notes.length > 0 && html`<ul class="plain">${notes.map(({ text, at, by }) => html`<li><p class="written">${text}</p><p class="hint">${by.name}, ${shownTime(at)}</p></li>`)}</ul>`}
    ${!isReader && html`<p class="soft">Notes and files are shown to clerks and admins.</p>`}
    ${isReader && files.length > 0 && html`<ul class="plain">${files.map((file) => fileLine(deposit, file, token))}</ul>`}
  </section>`;
}

function fileLine(deposit: StoredDeposit, { id, name, at, by, paper, sha256 }: DepositFile, token: Html): Html {
  const path = `/operator/deposits/${deposit.id}`;
  const signers = unsigned(deposit);
  return html`<li>
    <p><a href="${path}/files/${id}">${name}</a></p>
    <p class="hint">${by.name}, ${shownTime(at)} · SHA-256 <code>${sha256.slice(0, 16)}…</code></p>
    ${paper !== null && html`<p class="hint">Accepted as the signature of tenant ${paper.tenant}, ${shownTime(paper.acceptedAt)}</p>`}
    ${
      paper === null &&
      signers.length > 0 &&
      html`<details class="fold">
        <summary><h3>Accept as a signature</h3></summary>
        <div>
          <p>Compare the paper with what is to be signed. It then counts as if the tenant had signed on the page.</p>
          <form method="post" action="${path}/papers/${id}/accept">
            ${token} ${selectField({ id: `signer-${id}`, name: 'tenant', label: 'Signed by', choices: signers })}
            <button type="submit" class="second">Accept the paper</button>
          </form>
        </div>
      </details>`
    }
  </li>`;
}

/** Positions whose signature is pending. */
function unsigned(deposit: StoredDeposit): (readonly [string, string])[] {
  const change = changeIn(deposit, 'to_sign');
  const open =
    change === null
      ? canMove('sign_as_tenant', deposit)
        ? deposit.signatures.map((one, index) => ({ one, name: personName(deposit.terms.tenants[index] ?? NOBODY) }))
        : []
      : change.signatures.map((one, index) => ({ one, name: change.signers[index]?.name ?? '' }));
  return open.flatMap(({ one, name }, index) =>
    one === null ? [[String(index + 1), `${index + 1}. ${name}`] as const] : [],
  );
}

const NOBODY = { firstName: '', lastName: '' };
