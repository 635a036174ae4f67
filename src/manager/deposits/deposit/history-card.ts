import type { Language } from '../../../domain/values/language.ts';
import { CHANGE_WORDS } from '../../../domain/messages/changes.ts';
import type { Product } from '../../../domain/product.ts';
import { factsInWords } from '../../../domain/messages/history/entry-in-words.ts';
import { actorName, eventName } from '../../../domain/messages/history/event-words.ts';
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
export function historyCard({ history, product }: StoredDeposit, { one }: DepositWords, language: Language): Html {
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">${one.history}</h2>
    <ol class="timeline">
      ${history.toReversed().map(
        (entry) =>
          html`<li>
            <time datetime="${new Date(entry.at).toISOString()}">${moment(new Date(entry.at))}</time>
            ${eventName(entry.event, language, product)}
            <span class="hint">· ${whoOf(entry, language)}</span> ${factsOf(entry, { language, product })}
          </li>`,
      )}
    </ol>
  </section>`;
}

function whoOf({ actor, detail }: RecordedEntry, language: Language): string {
  const name = detail['name'];
  return typeof name === 'string' ? name : actorName(actor, language);
}

function factsOf(entry: RecordedEntry, reader: { language: Language; product: Product | null }): Content {
  const facts = factsInWords(entry, { ...reader, isOperator: false });
  return facts.length > 0 && html`<br /><span class="hint">${facts.join(' · ')}</span>`;
}
