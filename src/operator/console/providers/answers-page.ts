import type { RowOutcome } from '../../../actions/providers/give-answer-row.ts';
import { MOST_ANSWER_ROWS } from '../../../actions/providers/answers-csv.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { fileField, notice } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import { recordTable } from '../monitoring/parts.ts';
import { providerHead, providerUrl } from './provider-head.ts';

export type AnswersView = {
  /** One for each row of the file. Null: no file was sent. */
  outcomes: readonly RowOutcome[] | null;
  /** Why nothing of the file could be read. */
  problem: string | null;
};

/** Answers of a provider without an interface, as a CSV file, and what became of each row. */
export function answersPage(
  { outcomes, problem }: AnswersView,
  provider: StoredProvider,
  { token, may }: Pick<ConsoleVisit, 'token' | 'may'>,
): Pick<Page, 'title' | 'content'> {
  const content = html`${providerHead(provider, 'answers', may)}
    ${outcomes !== null && report(outcomes)} ${problem !== null && notice('warn', html`<h2>Nothing was taken</h2><p>${problem}</p>`)}
    <section class="card">
      <h2>Upload answers</h2>
      <p>
        Each row is an answer of ${provider.name} and counts on its own. A row that was taken before changes nothing, so the corrected file can be sent again as a whole.
      </p>
      <form method="post" action="${providerUrl(provider)}/answers" enctype="multipart/form-data" novalidate>
        ${token}
        ${fileField({
          name: 'file',
          label: 'CSV file',
          hint: `At most ${MOST_ANSWER_ROWS} rows. The first line names the columns.`,
          accept: '.csv,text/csv,text/plain',
          isRequired: true,
          problem: problem === null ? null : 'The file was not taken.',
        })}
        <button type="submit">Give the answers</button>
      </form>
    </section>
    ${format(provider)}`;
  return { title: `Answers of ${provider.name}`, content };
}

const TONES: Record<RowOutcome['is'], readonly [tone: string, name: string]> = {
  done: ['open', 'taken'],
  recorded: ['closing', 'recorded'],
  skipped: ['', 'no answer'],
  unknown: ['withdrawn', 'unknown'],
  invalid: ['withdrawn', 'not valid'],
  conflict: ['withdrawn', 'refused'],
};

function report(outcomes: readonly RowOutcome[]): Html {
  const count = (...kinds: RowOutcome['is'][]): number => outcomes.filter(({ is }) => kinds.includes(is)).length;
  const [taken, skipped] = [count('done', 'recorded'), count('skipped')];
  const refused = outcomes.length - taken - skipped;
  const row = ({ line, application, answer, is, message }: RowOutcome): Content[] => [
    html`<span class="number">${line}</span>`,
    html`<code>${application}</code>`,
    answer,
    html`<span class="state ${TONES[is][0]}">${TONES[is][1]}</span>`,
    message === '' ? '–' : message,
  ];
  const columns = [
    { label: 'Line' },
    { label: 'Application' },
    { label: 'Answer' },
    { label: 'Outcome' },
    { label: 'Why', className: 'wrap' },
  ];
  return html`${notice(
    refused === 0 ? 'good' : 'warn',
    html`<h2>${taken} of ${outcomes.length} ${outcomes.length === 1 ? 'answer was' : 'answers were'} taken</h2>
      <p>
        ${refused > 0 && `${refused} ${refused === 1 ? 'was' : 'were'} not: correct them and send the file again. `}${skipped > 0 && `${skipped} ${skipped === 1 ? 'row has' : 'rows have'} no answer. `}${refused + skipped === 0 && 'Tenants and property managers are told what follows.'}
      </p>`,
  )}
  ${recordTable('What became of each row', columns, outcomes.map(row))}`;
}

const COLUMNS: Record<StoredProvider['kind'], readonly (readonly [answer: string, columns: string, means: string])[]> =
  {
    bank: [
      ['account', 'iban, qrIban, openedOn', 'The account is open.'],
      ['ended', 'on', 'The account is closed.'],
      ['done', 'iban', 'Changed data is recorded; the IBAN only if the account has changed.'],
    ],
    insurer: [
      ['cover', 'policyNumber, from, premium', 'The deposit is covered; the premium in CHF per year.'],
      ['paid', 'amount, on', 'A claim is paid to the landlord, in CHF.'],
      ['ended', 'on', 'The cover has ended.'],
      ['done', '', 'Changed data is recorded.'],
    ],
  };
const EVERYONE = [
  ['refused', 'code, reason', 'It is refused. The code is data_mismatch, identity, risk or other.'],
  ['acknowledge', 'reference', 'It is in hand, with the provider’s own number.'],
] as const;

function format({ kind, ...provider }: StoredProvider): Html {
  return html`<section class="card">
    <h2>How the file looks</h2>
    <p>
      The columns <code>application</code> and <code>answer</code> are needed, then those of the answers, in any order. The file of <a href="${providerUrl(provider)}/applications">open applications</a> can be used: add the columns, leave rows without an answer empty.
    </p>
    ${recordTable(
      'Answers and their columns',
      [{ label: 'Answer' }, { label: 'Columns' }, { label: 'What it means', className: 'wrap' }],
      [...COLUMNS[kind], ...EVERYONE].map(([answer, columns, means]) => [
        html`<code>${answer}</code>`,
        columns === '' ? '–' : html`<code>${columns}</code>`,
        means,
      ]),
    )}
  </section>`;
}
