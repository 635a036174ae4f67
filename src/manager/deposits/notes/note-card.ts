import { personName } from '../../../domain/tenant.ts';
import type { DepositFile, Note } from '../../../domain/notes/notes.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { checkbox, fileField, textArea } from '../../../web/parts.ts';
import { moment } from '../moment.ts';
import { NOTE_WORDS } from './words.ts';

/** A note or a file that was not taken, and why. */
export type TriedNote = {
  text: string;
  problem: 'empty' | 'too_long' | null;
  fileProblem: 'empty' | 'other_content' | 'too_large' | null;
};

/** What the property management keeps with the deposit, and the forms to add to it. */
export function noteCard(
  deposit: StoredDeposit,
  { token, language, tried }: { token: Html; language: Language; tried: TriedNote | null },
): Html {
  const words = NOTE_WORDS[language];
  const { notes, files } = deposit;
  return html`<section class="card" aria-labelledby="notes">
    <h2 id="notes">${words.heading}</h2>
    <p class="hint">${words.means}</p>
    ${notes.length + files.length === 0 && html`<p class="soft">${words.none}</p>`}
    ${notes.length > 0 && html`<ul class="plain">${notes.toReversed().map((note) => noteLine(note, language))}</ul>`}
    ${files.length > 0 && html`<ul class="plain">${files.toReversed().map((file) => fileLine(deposit, file, { token, language }))}</ul>`}
    ${forms(deposit, { token, language, tried })}
  </section>`;
}

function noteLine({ at, by, text, shared }: Note, language: Language): Html {
  return html`<li>
    <p class="written">${text}</p>
    <p class="hint">${by.name}, ${moment(at)} · ${sharing(shared, language)}</p>
  </li>`;
}

function sharing(isShared: boolean, language: Language): string {
  const { shared, notShared } = NOTE_WORDS[language];
  return isShared ? shared : notShared;
}

function fileLine(
  { id: depositId, terms }: StoredDeposit,
  { id, name, at, by, size, shared, paper }: DepositFile,
  { token, language }: { token: Html; language: Language },
): Html {
  const words = NOTE_WORDS[language];
  const path = `/manager/deposits/${depositId}/files/${id}`;
  const signer = paper === null ? undefined : terms.tenants[paper.tenant - 1];
  const kilobytes = Math.ceil(size / 1000);
  return html`<li>
    <p><a href="${path}">${name}</a> <span class="hint">(${kilobytes} kB)</span></p>
    <p class="hint">
      ${by.name}, ${moment(at)} · ${sharing(shared, language)}${signer !== undefined && ` · ${words.accepted(personName(signer))}`}
    </p>
    <form method="post" action="${path}/share">
      ${token}<input type="hidden" name="shared" value="${shared ? 'no' : 'yes'}" />
      <button type="submit" class="plain" aria-label="${shared ? words.doUnshare : words.doShare}: ${words.ofFile(name)}">
        ${shared ? words.doUnshare : words.doShare}
      </button>
    </form>
  </li>`;
}

function forms(
  { id }: StoredDeposit,
  { token, language, tried }: { token: Html; language: Language; tried: TriedNote | null },
): Content {
  const words = NOTE_WORDS[language];
  const at = `/manager/deposits/${id}`;
  const fold = (title: string, isOpen: boolean, form: Html): Html =>
    html`<details class="fold" ${isOpen && html`open`}>
      <summary><h3>${title}</h3></summary>
      <div>${form}</div>
    </details>`;
  const note = html`<form method="post" action="${at}/notes">
    ${token}
    ${textArea({
      id: 'note-text',
      name: 'text',
      label: words.note,
      value: tried?.text,
      isRequired: true,
      problem: tried === null || tried.problem === null ? null : words.noteProblem[tried.problem],
    })}
    ${checkbox({ id: 'note-shared', name: 'shared', label: words.share })}
    <button type="submit" class="second">${words.add}</button>
  </form>`;
  const fault = tried?.fileProblem ?? null;
  const file = html`<form method="post" action="${at}/files" enctype="multipart/form-data" novalidate>
    ${token}
    ${fileField({
      name: 'file',
      label: words.file,
      hint: words.fileHint,
      accept: 'application/pdf,image/jpeg,image/png',
      isRequired: true,
      problem: fault === null ? null : words.fileProblem[fault],
    })}
    ${checkbox({ id: 'file-shared', name: 'shared', label: words.share })}
    <button type="submit" class="second">${words.upload}</button>
  </form>`;
  const isNote = tried !== null && tried.problem !== null;
  return html`${fold(words.note, isNote, note)} ${fold(words.file, fault !== null, file)}`;
}
