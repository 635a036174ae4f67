import type { Language } from '../../domain/values/language.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { notice, selectField } from '../../web/parts.ts';
import { crumb, inWords } from './member-fields.ts';
import { fullName, memberUrl } from './organization-page.ts';
import type { RemovalView } from './removal-view.ts';
import { ORGANIZATION_WORDS } from './words.ts';

export function removalPage(
  { organization, member, others, deposits, heir, problem }: RemovalView,
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = ORGANIZATION_WORDS[language];
  const title = words.removeMember(fullName(member));
  const isLast = problem === 'last_administrator';
  const heirField = selectField({
    name: 'heir',
    label: words.heir,
    value: heir,
    choices: [['', words.heirDefault], ...others.map((other) => [other.id, fullName(other)] as const)],
    problem: isLast ? null : inWords(problem ?? undefined, words),
  });
  const content = html`${crumb(organization, words)}
    <div class="card">
      <h1>${title}</h1>
      ${isLast && notice('warn', html`<p>${words.lastAdministrator}</p>`)}
      ${
        problem === 'unknown_heir' &&
        notice('warn', html`<p>${words.pleaseCorrect} <a href="#heir">${words.heir}</a></p>`)
      }
      <p>${words.removeMeans}</p>
      <p><strong>${words.depositsMove(deposits)}</strong></p>
      <form method="post" action="${memberUrl(member)}/remove">
        ${token} ${deposits > 0 && heirField}
        <div class="buttons">
          <button type="submit" class="danger">${words.remove}</button>
          <a class="button second" href="${memberUrl(member)}">${words.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}
