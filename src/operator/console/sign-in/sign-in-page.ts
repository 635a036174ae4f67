import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textField } from '../../../web/parts.ts';

type ConsoleSignInView = {
  /** The address as typed. */
  email: string;
  next: string;
  problem: 'invalid_email' | 'bad_link' | null;
  /** Whether there is any operator. */
  isSetUp: boolean;
  /** Whether mail links are for the first sign-in only. */
  isPasskeyRequired: boolean;
};

const LEAD = 'For operators of Depono. We send you a link by e-mail; there is no password.';
const LEAD_IF_REQUIRED =
  'For operators of Depono. Sign in with your passkey. A link by e-mail works for the first sign-in only; after it, passkeys are required.';

export function consoleSignInPage(view: ConsoleSignInView): Page {
  if (!view.isSetUp) return notSetUpPage();
  const { email, next, problem, isPasskeyRequired } = view;
  const title = problem === 'bad_link' ? 'This link no longer works' : 'Sign in to the console';
  const lead =
    problem === 'bad_link'
      ? 'A link works once, for 15 minutes, and only in the browser in which you asked for it. Request a new one.'
      : isPasskeyRequired
        ? LEAD_IF_REQUIRED
        : LEAD;
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
    ${withPasskey(next)}
  </div>`;
  return { title, language: 'en', content, isNarrow: true, scripts: ['passkeys.js'] };
}

/** Shown by the script if the browser supports passkeys. */
function withPasskey(next: string): Html {
  return html`<div
    hidden
    data-passkey="sign-in"
    data-options="/operator/sign-in/passkey/options"
    data-send="/operator/sign-in/passkey"
    data-next="${next}"
  >
    <p class="or"><span>or</span></p>
    <div hidden data-failed>
      ${notice('warn', html`<p>Signing in with the passkey did not work. Please try again.</p>`)}
    </div>
    <button type="button" class="second block">Sign in with a passkey</button>
  </div>`;
}

export function consoleLinkSentPage({ isPasskeyRequired }: { isPasskeyRequired: boolean }): Page {
  const title = 'Check your mailbox';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">If the address belongs to an operator, a link is on its way. Open it in this browser within 15 minutes.</p>
    <h2>Nothing came?</h2>
    <ul>
      <li>Check your spam folder.</li>
      <li>Ask an admin whether you are an operator with this address.</li>
      ${
        isPasskeyRequired &&
        html`<li>If you have signed in before, no link is sent: <a href="/operator/sign-in">sign in with your passkey</a>.</li>`
      }
    </ul>
    <p class="buttons"><a class="button second" href="/operator/sign-in">Request a new link</a></p>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}

function notSetUpPage(): Page {
  const title = 'Sign-in is not set up yet';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">There is no operator yet, so nobody can sign in.</p>
    <p>
      Set <code>OPERATOR_EMAILS</code> to one or more e-mail addresses, separated by commas, and restart the service:
    </p>
    <pre><code>OPERATOR_EMAILS=anna@example.ch,marc@example.ch</code></pre>
    <p>These people are admins. They can add other operators here.</p>
  </div>`;
  return { title, language: 'en', content, isNarrow: true };
}
