import { html, type Content, type Html } from './html.ts';

/** Building blocks of pages. They know nothing about deposits or languages. */

export type Field = {
  name: string;
  label: Content;
  value?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'date' | 'search' | 'number';
  hint?: Content;
  /** What is wrong with the input. */
  problem?: string | null | undefined;
  isRequired?: boolean;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric';
  /** Keeps ids unique if a page has several forms. */
  id?: string;
  maxlength?: number;
};

/** A labelled field. Screen readers announce its hint and problem with it. */
export function textField(field: Field): Html {
  const { name, value = '', type = 'text', autocomplete, inputmode, maxlength } = field;
  const id = field.id ?? name;
  return around(
    field,
    html`<input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${autocomplete && html`autocomplete="${autocomplete}"`}
      ${inputmode && html`inputmode="${inputmode}"`}
      ${maxlength !== undefined && html`maxlength="${maxlength}"`}
      ${common(field)}
    />`,
  );
}

/** A file that the form sends along. A browser does not fill it in again. */
export function fileField(field: Omit<Field, 'value' | 'type'> & { accept: string }): Html {
  const { name, accept } = field;
  return around(
    field,
    html`<input id="${field.id ?? name}" name="${name}" type="file" accept="${accept}" ${common(field)} />`,
  );
}

export function textArea(field: Field): Html {
  const { name, value = '' } = field;
  return around(field, html`<textarea id="${field.id ?? name}" name="${name}" ${common(field)}>${value}</textarea>`);
}

export type Choice = readonly [value: string, label: string];

export function selectField(field: Field & { choices: readonly Choice[] }): Html {
  const { name, value = '', choices } = field;
  const options = choices.map(([key, label]) =>
    key === value
      ? html`<option value="${key}" selected>${label}</option>`
      : html`<option value="${key}">${label}</option>`,
  );
  return around(field, html`<select id="${field.id ?? name}" name="${name}" ${common(field)}>${options}</select>`);
}

export function checkbox({
  name,
  label,
  value = 'yes',
  isChecked = false,
  isRequired = false,
  problem,
  id = name,
}: {
  name: string;
  label: Content;
  value?: string;
  isChecked?: boolean;
  isRequired?: boolean;
  problem?: string | null | undefined;
  id?: string;
}): Html {
  return html`<div class="check">
    <input
      type="checkbox"
      id="${id}"
      name="${name}"
      value="${value}"
      ${isChecked && html`checked`}
      ${isRequired && html`required`}
      ${problem && html`aria-invalid="true" aria-describedby="${id}-problem"`}
    />
    <div>
      <label for="${id}">${label}</label>
      ${problem && html`<span class="problem" id="${id}-problem">${problem}</span>`}
    </div>
  </div>`;
}

function common({ name, id = name, hint, problem, isRequired }: Field): Content {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return [
    isRequired === true && html`required `,
    described !== '' && html`aria-describedby="${described}" `,
    problem && html`aria-invalid="true"`,
  ];
}

function around({ name, id = name, label, hint, problem }: Field, control: Html): Html {
  return html`<div class="field">
    <div class="about">
      <label for="${id}">${label}</label>
      ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}
    </div>
    ${control}
    ${problem && html`<span class="problem" id="${id}-problem">${problem}</span>`}
  </div>`;
}

export type Tone = 'info' | 'good' | 'wait' | 'warn';

/** What is wrong with a form that was sent, above it. It has the focus, so that it is read first. */
export function problemNotice(content: Content): Html {
  return html`<div class="notice warn" role="alert" tabindex="-1" autofocus>${content}</div>`;
}

/** A highlighted message. Screen readers announce a result at once. */
export function notice(tone: Tone, content: Content): Html {
  return html`<div class="notice ${tone}" role="${tone === 'warn' ? 'alert' : 'status'}">${content}</div>`;
}

export type Fact = readonly [label: Content, value: Content];

/** A list of labels and values, without those that have no value. */
export function facts(rows: readonly Fact[]): Html {
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return html`<dl>${known.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

/** An address or number that breaks nowhere unless it is longer than its line. */
export function unbroken(text: string): Html {
  return html`<span class="whole">${text}</span>`;
}

/** An amount in CHF, given as formatted text. */
export function chf(formatted: string): Html {
  return html`<span class="amount">CHF ${formatted}</span>`;
}

export type ProgressStep = { name: string; is: 'done' | 'now' | 'ahead' | 'bad'; note?: string | null };

/** Progress through steps, also readable as text. */
export function progress(label: string, steps: readonly ProgressStep[]): Html {
  return html`<ol class="steps" aria-label="${label}">
    ${steps.map(
      ({ name, is, note }) =>
        html`<li class="${is}" ${(is === 'now' || is === 'bad') && html`aria-current="step"`}>
          ${is === 'done' && html`<span aria-hidden="true">✓ </span>`}${name} ${note && html`<small>${note}</small>`}
        </li>`,
    )}
  </ol>`;
}

/** A progress bar. */
export function meter({ part, whole, label }: { part: number; whole: number; label: string }): Html {
  const percent = whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
  return html`<div
    class="meter"
    role="progressbar"
    aria-label="${label}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow="${percent}"
  >
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="${percent}" height="1" />
    </svg>
  </div>`;
}

/** A button that changes something, in a form of its own with `hidden` fields. */
export function buttonForm({
  action,
  label,
  hidden,
  className = '',
}: {
  action: string;
  label: Content;
  hidden: Content;
  className?: string;
}): Html {
  return html`<form method="post" action="${action}">
    ${hidden}<button type="submit" class="${className}">${label}</button>
  </form>`;
}
