import { notRevokedIn } from '../../../actions/cells/tell-news.ts';
import type { ListedKey } from '../../../storage/set-up/key-uses.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, notice } from '../../../web/parts.ts';
import { time } from '../moment.ts';

type Prefix = 'dpk' | 'dsk' | 'dvk';

/** The keys of one owner, each with a button to revoke it unless the reader may not. */
export function keyTable(
  keys: readonly ListedKey[],
  { prefix, revoke }: { prefix: Prefix; revoke: string | null },
): Html {
  if (keys.length === 0) return html`<p class="empty">There is no key yet.</p>`;
  const row = (key: ListedKey): Html => html`<tr>
    <td class="first">${keyName(key, prefix)}</td>
    <td data-label="Issued">${time(key.createdAt)}</td>
    <td data-label="Last used">${lastUse(key)}</td>
    <td data-label="State">
      ${key.revokedAt === null ? html`<span class="state open">valid</span>` : html`<span>revoked ${time(key.revokedAt)}</span>`}
      ${key.notYetIn.length > 0 && html`<small class="soft">not yet in ${key.notYetIn.join(', ')}</small>`}
    </td>
    <td class="right">
      ${
        key.revokedAt === null &&
        revoke !== null &&
        html`<a class="button second small" href="${revoke}/${key.id}/revoke" aria-label="Revoke the key ${key.id}">Revoke</a>`
      }
    </td>
  </tr>`;
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Issued</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${keys.map(row)}
      </tbody>
    </table>
  </div>`;
}

/** A key that another cell still accepts is not claimed to be revoked. */
export function revokedNotice(keys: readonly ListedKey[], isRevoked: boolean): Content {
  const others = new Set(keys.flatMap(({ revokedAt, notYetIn }) => (revokedAt === null ? [] : notYetIn)));
  if (others.size > 0) return notice('warn', html`<p>A key is revoked here. ${notRevokedIn([...others])}</p>`);
  return isRevoked && notice('good', html`<p>The key is revoked. Calls with it are refused.</p>`);
}

function keyName({ id }: { id: string }, prefix: Prefix): Html {
  return html`<code>${prefix}_${id}_…</code>`;
}

/** Accurate to the minute: uses are written in batches. */
export function lastUse({ usedAt }: Pick<ListedKey, 'usedAt'>): Content {
  return usedAt === null ? 'never' : time(usedAt);
}

/** Asks for confirmation before a key is revoked, and shows when it was last used. */
export function revokePage(view: {
  token: Html;
  key: ListedKey;
  prefix: Prefix;
  /** The other valid keys of the same owner. */
  others: readonly ListedKey[];
  owner: string;
  back: string;
}): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { token, key, prefix, others, owner, back } = view;
  const title = 'Revoke a key';
  const content = html`<a class="crumb" href="${back}">${owner}</a>
    <div class="card">
      <h1>${title}</h1>
      <p>Calls with this key are refused from now on. This cannot be undone; a new key can be issued at any time.</p>
      ${
        others.length === 0 &&
        notice('warn', html`<p>This is the only valid key. To change keys without a gap, issue a new one first.</p>`)
      }
      ${facts([
        ['Key', keyName(key, prefix)],
        ['Belongs to', owner],
        ['Issued', time(key.createdAt)],
        ['Last used', lastUse(key)],
      ])}
      <form method="post">
        ${token}
        <div class="buttons">
          <button type="submit" class="danger">Revoke the key</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}
