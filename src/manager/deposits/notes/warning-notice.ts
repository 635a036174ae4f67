import type { NearDuplicate } from '../../../domain/notes/near-duplicate.ts';
import type { Language } from '../../../domain/values/language.ts';
import { html, type Content } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';
import { WARNING_WORDS } from './warning-words.ts';

export function nearDuplicateNotice(duplicates: readonly NearDuplicate[], language: Language): Content {
  if (duplicates.length === 0) return null;
  const { heading, means } = WARNING_WORDS[language];
  return notice('wait', html`<h2>${heading}</h2><p>${means}</p><p>${links(duplicates)}</p>`);
}

/** For a row of a table. */
export function nearDuplicateLine(duplicates: readonly NearDuplicate[], language: Language): Content {
  if (duplicates.length === 0) return null;
  return html`<br /><span class="mark bad">${WARNING_WORDS[language].short} ${links(duplicates)}</span>`;
}

function links(duplicates: readonly NearDuplicate[]): Content {
  return duplicates.map(
    ({ depositId, externalContractId }, index) =>
      html`${index > 0 && ', '}<a href="/manager/deposits/${depositId}">${externalContractId}</a>`,
  );
}
