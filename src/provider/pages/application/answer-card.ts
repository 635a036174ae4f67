import { possibleAnswers, REFUSAL_REASONS, type Application } from '../../../domain/application.ts';
import { plainAmount } from '../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { fileField, problemNotice, selectField, textArea, textField, type Field } from '../../../web/parts.ts';
import type { AnswerField, ProviderWords } from '../words/words.ts';
import { ANSWER_FIELDS, type FormName, type Tried } from './read-answer.ts';

type Shown = { words: ProviderWords; token: Html; tried: Tried | null; mayAnswer: boolean };

/** The forms for what the provider can answer now. */
export function answerCard(application: Application, shown: Shown): Content {
  const { form: words } = shown.words;
  const [main, ...others] = possibleAnswers(application);
  if (main === undefined) return null;
  if (!shown.mayAnswer) return html`<div class="card"><p class="soft">${words.readOnly}</p></div>`;
  const isWaiting = application.state === 'open' || application.state === 'acknowledged';
  const before = { cancelled: words.afterCancellation, answered: words.afterRefusal };
  const state = application.state === 'cancelled' ? 'cancelled' : 'answered';
  return html`<section class="card" aria-labelledby="answer">
    <h2 id="answer">${words.answer}</h2>
    ${!isWaiting && html`<p>${before[state]}</p>`} ${problemList(shown)} ${oneForm(main, application, shown)}
    ${others.map((name) => folded(name, application, shown))}
    ${isWaiting && folded('acknowledge', application, shown)}
  </section>`;
}

/** Links to the fields that need another look. */
function problemList({ words, tried }: Shown): Content {
  if (tried === null) return null;
  const fields = ANSWER_FIELDS[tried.form].filter((one) => tried.problems[one] !== undefined);
  if (fields.length === 0) return null;
  const links = fields.map(
    (one, place) => html`${place > 0 && ', '}<a href="#${tried.form}-${one}">${labelOf(words, tried.form, one)}</a>`,
  );
  return problemNotice(html`<p>${words.form.pleaseCorrect} ${links}</p>`);
}

function folded(name: FormName, application: Application, shown: Shown): Html {
  const isOpen = shown.tried?.form === name || (name === 'acknowledge' && application.state === 'acknowledged');
  return html`<details ${isOpen && html`open`}>
    <summary>${shown.words.form.give[name]}</summary>
    <div>${oneForm(name, application, shown)}</div>
  </details>`;
}

const LOOKS: Partial<Record<FormName, string>> = { refused: 'danger', acknowledge: 'second' };

function oneForm(name: FormName, application: Application, shown: Shown): Html {
  const { words, token } = shown;
  // Only a form with a file needs the longer encoding.
  const encoding = name === 'cover' && html`enctype="multipart/form-data"`;
  return html`<form method="post" action="/provider/applications/${application.id}/${name}" ${encoding} novalidate>
    ${token} ${ANSWER_FIELDS[name].map((one) => control(name, one, application, shown))}
    <p class="hint">${words.form.means[name]}</p>
    <button type="submit" class="block ${LOOKS[name] ?? ''}">${words.form.give[name]}</button>
  </form>`;
}

const REQUIRED: ReadonlySet<string> = new Set([
  'account-iban',
  'cover-policyNumber',
  'paid-amount',
  'refused-code',
  'refused-reason',
]);

function control(name: FormName, one: AnswerField, application: Application, { words, tried }: Shown): Html {
  const isTried = tried?.form === name;
  const isRequired = REQUIRED.has(`${name}-${one}`);
  const label = labelOf(words, name, one);
  const common: Field = {
    name: one,
    id: `${name}-${one}`,
    label: isRequired ? label : html`${label} <span class="optional">(${words.form.optional})</span>`,
    hint: words.form.hints[one],
    value: isTried ? (tried.values[one] ?? '') : filledIn(one, application),
    problem: isTried ? tried.problems[one] : null,
    isRequired,
    autocomplete: 'off',
  };
  switch (one) {
    case 'openedOn':
    case 'from':
    case 'on':
      return textField({ ...common, type: 'date' });
    case 'premium':
    case 'amount':
      return textField({ ...common, inputmode: 'decimal' });
    case 'certificate':
      return fileField({ ...common, accept: 'application/pdf,.pdf' });
    case 'reason':
      return textArea(common);
    case 'code': {
      const { reasons, choose } = words.form;
      return selectField({
        ...common,
        choices: [['', choose], ...REFUSAL_REASONS.map((code) => [code, reasons[code]] as const)],
      });
    }
    case 'iban':
    case 'qrIban':
      return textField({ ...common, maxlength: 42 });
    case 'policyNumber':
    case 'reference':
      return textField({ ...common, maxlength: 100 });
  }
}

function labelOf({ form }: ProviderWords, name: FormName, one: AnswerField): string {
  return name === 'done' && one === 'iban' ? form.changedIban : form.fields[one];
}

/** What is known already. */
function filledIn(one: AnswerField, { reference, claim }: Application): string {
  if (one === 'reference') return reference ?? '';
  return one === 'amount' && claim !== null ? plainAmount(claim) : '';
}
