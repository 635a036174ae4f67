import { withColon, type Language } from '../../../domain/values/language.ts';
import { CHANGE_KINDS } from '../../../domain/change-kinds.ts';
import { CHANGE_WORDS } from '../../../domain/messages/changes.ts';
import { actorName, eventName } from '../../../domain/messages/history.ts';
import { labelOf } from '../../../domain/messages/speak.ts';
import { formatChf, fromChf } from '../../../domain/values/money.ts';
import type { FieldName } from '../../../domain/payload/problem.ts';
import type { RecordedEntry, StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { moment } from '../moment.ts';
import type { DepositWords } from '../words/words.ts';

export function documentCard({ id, documents }: StoredDeposit, { one }: DepositWords, language: Language): Html {
  return html`<section class="card" aria-labelledby="documents">
    <h2 id="documents">${one.documents}</h2>
    ${
      documents.length === 0
        ? html`<p class="soft">${one.noDocuments}</p>`
        : html`<ul>
            ${documents.map(
              ({ id: documentId, kind, year, amendment, createdAt }) =>
                html`<li>
                  <a href="/manager/deposits/${id}/documents/${documentId}"
                    >${one.documentKinds[kind]}${year !== null && ` ${year}`}${amendment !== null && `, ${CHANGE_WORDS[language].title(amendment)}`}</a
                  >
                  <span class="hint">(PDF, ${moment(new Date(createdAt))})</span>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

/** Newest first. */
export function historyCard({ history }: StoredDeposit, { one }: DepositWords, language: Language): Html {
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">${one.history}</h2>
    <ol class="timeline">
      ${history.toReversed().map(
        (entry) =>
          html`<li>
            <time datetime="${new Date(entry.at).toISOString()}">${moment(new Date(entry.at))}</time>
            ${eventName(entry.event, language)}
            <span class="hint">· ${whoOf(entry, language)}</span> ${moreOf(entry, one, language)}
          </li>`,
      )}
    </ol>
  </section>`;
}

function whoOf({ actor, detail }: RecordedEntry, language: Language): string {
  const name = detail['name'];
  return typeof name === 'string' ? name : actorName(actor, language);
}

/** The one or two most relevant facts of an entry. */
function moreOf({ event, detail }: RecordedEntry, one: DepositWords['one'], language: Language): Content {
  const text = (name: string): string | null => (typeof detail[name] === 'string' ? detail[name] : null);
  const parts = [
    chfOf(detail['amount']),
    event === 'refused' || event === 'closing_started' || event === 'counter_proposed' ? text('reason') : null,
    detail['amountLandlord'] === undefined
      ? null
      : `${withColon(one.toLandlord, language)} ${chfOf(detail['amountLandlord'])}`,
    event.startsWith('change_') ? changeOf(detail, language) : null,
    event === 'corrected' ? `${withColon(one.fields, language)} ${fieldLabels(text('fields') ?? '', language)}` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 && html`<br /><span class="hint">${parts.join(' · ')}</span>`;
}

/** What was changed, with who joins, who leaves or who follows whom. */
function changeOf({ kind, before, after }: RecordedEntry['detail'], language: Language): string | null {
  const found = CHANGE_KINDS.find((one) => one === kind);
  if (found === undefined) return null;
  const names = [before, after].filter((name) => typeof name === 'string');
  return [CHANGE_WORDS[language].kinds[found], ...(names.length > 0 ? [names.join(' → ')] : [])].join(': ');
}

function fieldLabels(fields: string, language: Language): string {
  return fields
    .split(', ')
    .map((field) => labelOf(field as FieldName, language))
    .join('; ');
}

function chfOf(value: unknown): string | null {
  const amount = typeof value === 'number' ? fromChf(value) : null;
  return amount === null ? null : `CHF ${formatChf(amount)}`;
}
