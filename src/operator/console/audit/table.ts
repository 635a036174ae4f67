import type { AuditEntry } from '../../../storage/audit-log.ts';
import { html, type Html } from '../../../web/html.ts';
import type { May } from '../app.ts';
import { time } from '../moment.ts';
import { aboutLinks, changeList, WAY_NAMES, whatWasDone } from './words.ts';

/** Entries of the audit log, newest first. */
export function auditTable(entries: readonly AuditEntry[], may: May): Html {
  const row = (entry: AuditEntry): Html => html`<tr>
    <td class="first">${time(entry.at)}</td>
    <td data-label="Who">
      <div>${entry.actor}<br /><small class="soft">${[WAY_NAMES[entry.way], entry.origin].filter((part) => part !== null && part !== entry.actor).join(', ')}</small></div>
    </td>
    <td data-label="What" class="wrap"><div>${whatWasDone(entry)}${changeList(entry.changes)}</div></td>
    <td data-label="About" class="wrap"><div><small>${aboutLinks(entry, may)}</small></div></td>
  </tr>`;
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">About</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(row)}
      </tbody>
    </table>
  </div>`;
}
