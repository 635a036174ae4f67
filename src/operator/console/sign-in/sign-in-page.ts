import { html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textField } from '../../../web/parts.ts';

type ConsoleSignInView = {
  /** The address as typed. */
  email: string;
  next: string;
  problem: 'invalid_email' | 'bad_link' | null;
  /** Whether any operator is set up. */
  isSetUp: boolean;
};

export function consoleSignInPage(view: ConsoleSignInView): Page {
  if (!view.isSetUp) return notSetUpPage();
  const { email, next, problem } = view;
  const title = problem === 'bad_link' ? 'This link no longer works' : 'Sign in to the console';
  const lead =
    problem === 'bad_link'
      ? 'A link works once, for 15 minutes, and only in the browser in which you asked for it. Request a new one.'
      : 'For operators of Depono. We send you a link by e-mail; there is no password.';
  const isInvalid = problem === 'invalid_email';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${isInvalid && notice('warn', html`<p>Please correct: <a href="#email">E-mail address</a></p>`)}
    <form method="post" action="/operator/sign-in" novalidate>
      <input type="hidden" name="next" value="${next}" />
      ${textField({
        name: 'email',
        label: 'E-mail address',
        value: email,
        type: 'email',
        autocomplete: 'email',
        isRequired: true,
        maxlength: 254,
        problem: isInvalid ? 'This is not an e-mail address, such as name@example.ch.' : null,
      })}
      <button type="submit" class="block">Send me a link</button>
    </form>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}

export function consoleLinkSentPage(): Page {
  const title = 'Check your mailbox';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">If the address belongs to an operator, a link is on its way. Open it in this browser within 15 minutes.</p>
    <h2>Nothing came?</h2>
    <ul>
      <li>Check your spam folder.</li>
      <li>Check that <code>OPERATOR_EMAILS</code> lists your address.</li>
    </ul>
    <p class="buttons"><a class="button second" href="/operator/sign-in">Request a new link</a></p>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}

function notSetUpPage(): Page {
  const title = 'Sign-in is not set up yet';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">Only the addresses in the settings of the service can sign in, and there is none yet.</p>
    <p>
      Set <code>OPERATOR_EMAILS</code> to one or more e-mail addresses, separated by commas, and restart the service:
    </p>
    <pre><code>OPERATOR_EMAILS=anna@example.ch,marc@example.ch</code></pre>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}
