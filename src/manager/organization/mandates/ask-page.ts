import type { Language } from '../../../domain/values/language.ts';
import type { Organization } from '../../../domain/organization.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, selectField, textArea, textField } from '../../../web/parts.ts';
import { mandatesUrl } from './mandates-page.ts';
import { MANDATE_WORDS } from './words.ts';
import type { MandateProblem } from './words/words.ts';

/** The form as it was sent. */
export type AskedFor = { target: string; which: string; contracts: string };

export type AskProblems = { target?: MandateProblem; contracts?: MandateProblem; unknown?: readonly string[] };

const SHOWN_UNKNOWN = 20;

export function askPage(
  {
    organization,
    deposits,
    entered,
    problems,
  }: {
    organization: Organization;
    deposits: number;
    entered: AskedFor;
    problems: AskProblems;
  },
  { language, token }: { language: Language; token: Html },
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const words = MANDATE_WORDS[language];
  const url = mandatesUrl(organization.id);
  const inWords = (problem: MandateProblem | undefined): string | null =>
    problem === undefined ? null : words.problems[problem];
  const unknown = problems.unknown?.slice(0, SHOWN_UNKNOWN).join(', ');
  const hasProblem = problems.target !== undefined || problems.contracts !== undefined;
  const content = html`<a class="crumb" href="${url}">${words.back}</a>
    <div class="card">
      <h1>${words.askTitle}</h1>
      ${hasProblem && notice('warn', html`<p>${words.pleaseCorrect}</p>`)}
      <p>${words.askMeans}</p>
      <form method="post" action="${url}/new">
        ${token}
        ${textField({
          name: 'target',
          label: words.target,
          hint: words.targetHint,
          value: entered.target,
          problem: inWords(problems.target),
          isRequired: true,
        })}
        ${selectField({
          name: 'which',
          label: words.which,
          value: entered.which,
          choices: [
            ['all', words.all(deposits)],
            ['chosen', words.chosen],
          ],
        })}
        ${textArea({
          name: 'contracts',
          label: words.contracts,
          hint: words.contractsHint,
          value: entered.contracts,
          problem: unknown === undefined ? inWords(problems.contracts) : words.unknownContracts(unknown),
        })}
        <div class="buttons">
          <button type="submit">${words.send}</button>
          <a class="button second" href="${url}">${words.cancel}</a>
        </div>
      </form>
    </div>`;
  return { title: words.askTitle, content, isNarrow: true };
}
