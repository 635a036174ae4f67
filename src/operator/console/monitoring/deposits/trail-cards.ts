import { factsInWords } from '../../../../domain/messages/history/entry-in-words.ts';
import { actorName, eventName } from '../../../../domain/messages/history/event-words.ts';
import { isToProvider, type AnyDelivery } from '../../../../storage/callbacks/all-deliveries.ts';
import type { RecordedEntry, StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import type { ListedDocument } from '../../../../storage/deposits/documents.ts';
import type { DepositMail } from '../../../../storage/deposits/mails-of-deposit.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { buttonForm } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime, time } from '../../moment.ts';
import { maskedAddress, withoutAddresses } from '../parts.ts';
import { DOCUMENT_WORDS, codeInWords, MAIL_WORDS } from '../words.ts';

/** Cards of a deposit's mails, deliveries, documents and history. */

export function mailCard({ token, may }: ConsoleVisit, { id }: StoredDeposit, mails: readonly DepositMail[]): Html {
  const back = html`${token}<input type="hidden" name="back" value="${id}" />`;
  return html`<section class="card" aria-labelledby="mails">
    <h2 id="mails">Mails</h2>
    ${mails.length === 0 && html`<p class="soft">No mails yet.</p>`}
    <ul class="rows">
      ${mails.map(
        (mail) =>
          html`<li>
            <span>
              <strong>${MAIL_WORDS[mail.kind]}</strong> to ${maskedAddress(mail.to)}<br />
              <span class="hint">${mailState(mail)}</span>
              ${mail.error !== null && html`<br /><span class="mark bad">${withoutAddresses(mail.error)}</span>`}
            </span>
            ${
              may('clerk') &&
              (mail.state === 'failed' || mail.error !== null) &&
              mail.state !== 'done' &&
              buttonForm({
                action: `/operator/failures/effects/${mail.organizationId}/${mail.id}/retry`,
                label: 'Send again',
                hidden: back,
                className: 'second small',
              })
            }
          </li>`,
      )}
    </ul>
  </section>`;
}

function mailState({ state, attempts, createdAt, finishedAt }: DepositMail): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  switch (state) {
    case 'done':
      return `sent ${shownTime(finishedAt ?? createdAt)}, ${tries}`;
    case 'failed':
      return `given up ${shownTime(finishedAt ?? createdAt)}, ${tries}`;
    case 'waiting':
      return attempts === 0 ? `queued ${shownTime(createdAt)}` : `queued ${shownTime(createdAt)}, ${tries} so far`;
  }
}

export function deliveryCard(
  { token, may }: ConsoleVisit,
  { id }: StoredDeposit,
  deliveries: readonly AnyDelivery[],
): Content {
  if (deliveries.length === 0) return null;
  const back = html`${token}<input type="hidden" name="back" value="${id}" />`;
  return html`<section class="card" aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries to partner and provider</h2>
    <ul class="rows">
      ${deliveries.map(
        (delivery) =>
          html`<li>
            <span>
              <strong>${toldBy(delivery)}</strong><br />
              <span class="hint">${delivery.state}, queued ${shownTime(delivery.createdAt)}; ${lastAttempt(delivery)}</span>
            </span>
            ${
              may('clerk') &&
              delivery.state !== 'waiting' &&
              buttonForm({
                action: `/operator/failures/deliveries/${delivery.id}/replay`,
                label: 'Deliver again',
                hidden: back,
                className: 'second small',
              })
            }
          </li>`,
      )}
    </ul>
  </section>`;
}

/** What a callback tells. */
export function toldBy(delivery: AnyDelivery): string {
  if (!isToProvider(delivery)) {
    const { document, change } = delivery;
    return document === null ? `New state: ${codeInWords(change?.to ?? '')}` : DOCUMENT_WORDS[document.kind];
  }
  const kind = codeInWords(delivery.applicationKind);
  return delivery.event === 'application.created' ? `Application: ${kind}` : `Cancelled application: ${kind}`;
}

export function lastAttempt({ attempts }: Pick<AnyDelivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'not tried yet';
  const answer = last.status === null ? last.answer : `answer ${last.status}`;
  return `${attempts.length} ${attempts.length === 1 ? 'try' : 'tries'}, last ${shownTime(new Date(last.at))}: ${answer}`;
}

export function consoleDocumentCard({ may }: ConsoleVisit, { id, documents }: StoredDeposit): Html {
  return html`<section class="card" aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    ${documents.length === 0 && html`<p class="soft">No documents yet.</p>`}
    <ul>
      ${documents.map(
        (one) =>
          html`<li>
            ${
              may('clerk')
                ? html`<a href="/operator/deposits/${id}/documents/${one.id}">${documentName(one)}</a>`
                : documentName(one)
            }
            <span class="hint">(PDF, ${shownTime(new Date(one.createdAt))})</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function documentName({ kind, year }: ListedDocument): string {
  return year === null ? DOCUMENT_WORDS[kind] : `${DOCUMENT_WORDS[kind]} ${year}`;
}

/** Newest first, with every fact. */
export function consoleHistoryCard({ history, product }: StoredDeposit, members: ReadonlyMap<string, string>): Html {
  const reader = { language: 'en', isOperator: true, mails: MAIL_WORDS, members, product } as const;
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="timeline">
      ${history.toReversed().map((entry) => {
        const facts = factsInWords(entry, reader);
        return html`<li>
          ${time(new Date(entry.at))} ${eventName(entry.event, 'en', product)} <span class="hint">· ${whoOf(entry)}</span>
          ${facts.length > 0 && html`<br /><span class="hint">${facts.join(' · ')}</span>`}
        </li>`;
      })}
    </ol>
  </section>`;
}

function whoOf({ actor, detail }: RecordedEntry): string {
  const name = detail['name'];
  return typeof name === 'string' ? `${actorName(actor, 'en')}: ${name}` : actorName(actor, 'en');
}
