import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { SearchedCall, OwnCallFilter, OwnCallPage } from '../../../storage/partners/call-search.ts';
import type { ConnectedOrganization } from '../../../storage/set-up/connections.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, selectField, textField } from '../../../web/parts.ts';
import { OUTCOME_CODES, type NextStep, type OutcomeCode } from '../../codes.ts';
import { filterCard, clockTime, nothingYet, pageLinks, cardTable } from '../parts.ts';
import { CALL_WORDS, type CallWords } from './words.ts';

const ADDRESS = '/partner/calls';

/** What a partner has sent: open calls and dry runs. */
export function ownCallsPage(view: {
  language: PartnerLanguage;
  query: URLSearchParams;
  filter: OwnCallFilter;
  organizations: readonly ConnectedOrganization[];
  keptFor: string;
  page: OwnCallPage;
}): Pick<Page, 'title' | 'content'> {
  const { language, query, filter, organizations, keptFor, page } = view;
  const words = CALL_WORDS[language];
  const { calls, next, lookedBackTo } = page;
  const names = new Map(organizations.map(({ externalOrgId, name }) => [externalOrgId, name]));
  const columns = [words.contract, words.time, words.answer, words.next, words.organization];
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead(keptFor)}</p>
    ${(isFiltered || calls.length > 0) && filters(filter, organizations, words)}
    ${lookedBackTo !== null && notice('info', html`<p>${words.lookedBack} ${clockTime(lookedBackTo, { seconds: true })}</p>`)}
    ${
      calls.length === 0
        ? isFiltered
          ? nothingYet(words.noneFound, words.noneFoundMeans)
          : nothingYet(words.none, words.noneMeans)
        : cardTable(
            words.title,
            columns.map((label) => ({ label })),
            calls.map((call) => rowOf(call, names, words)),
          )
    }
    ${pageLinks(ADDRESS, query, next === null ? null : String(next), words)}`;
  return { title: words.title, content };
}

function filters(filter: OwnCallFilter, organizations: readonly ConnectedOrganization[], words: CallWords): Html {
  const codes = Object.keys(OUTCOME_CODES);
  return filterCard(
    ADDRESS,
    words.filter,
    html`${textField({ name: 'contract', label: words.contract, type: 'search', value: filter.externalContractId ?? '' })}
    ${selectField({
      name: 'code',
      label: words.code,
      value: filter.code ?? '',
      choices: [['', words.any], ...codes.map((code) => [code, code] as const)],
    })}
    ${selectField({
      name: 'kind',
      label: words.kind,
      value: filter.kind ?? '',
      choices: [
        ['', words.any],
        ['open', words.kinds.open],
        ['dry', words.kinds.dry],
      ],
    })}
    ${
      organizations.length > 1 &&
      selectField({
        name: 'organization',
        label: words.organization,
        value: filter.externalOrgId ?? '',
        choices: [['', words.all], ...organizations.map(({ externalOrgId, name }) => [externalOrgId, name] as const)],
      })
    }`,
  );
}

function rowOf(call: SearchedCall, names: ReadonlyMap<string, string>, words: CallWords): Content[] {
  const { id, at, path, externalContractId, externalOrgId, status, code } = call;
  const organization = names.get(externalOrgId ?? '') ?? externalOrgId;
  return [
    html`<a href="${ADDRESS}/${id}">${shortened(externalContractId) ?? words.noContract}</a><small class="soft">${words.kinds[path.endsWith('/check') ? 'dry' : 'open']}</small>`,
    clockTime(at, { seconds: true }),
    html`<span>${codeBadge(code, status)}<small class="soft">${status === null ? words.closed : `HTTP ${status}`}</small></span>`,
    isKnown(code) ? words.steps[OUTCOME_CODES[code]] : '–',
    organization === null
      ? '–'
      : html`<span>${organization}<small class="soft"><code>${externalOrgId}</code></small></span>`,
  ];
}

const LONGEST_ID = 60;

function shortened(text: string | null): string | null {
  return text !== null && text.length > LONGEST_ID ? `${text.slice(0, LONGEST_ID).toWellFormed()}…` : text;
}

const TONES: Record<NextStep, string> = {
  done: 'open',
  ask_operator: 'withdrawn',
  correct_and_resend: 'opening',
  resend_later: 'closing',
};

export function isKnown(code: string | null): code is OutcomeCode {
  return code !== null && Object.hasOwn(OUTCOME_CODES, code);
}

/** Calls of earlier versions have no code. */
export function codeBadge(code: string | null, status: number | null): Html {
  if (!isKnown(code)) return html`<span class="state">${code ?? (status === null ? '–' : `HTTP ${status}`)}</span>`;
  return html`<span class="state ${TONES[OUTCOME_CODES[code]]}">${code}</span>`;
}
