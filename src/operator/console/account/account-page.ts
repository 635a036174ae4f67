import { LONGEST_PASSKEY_NAME } from '../../../actions/passkeys.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice, textField } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import { time } from '../moment.ts';
import { doneNotice, recordTable } from '../monitoring/parts.ts';
import type { OperatorAccountView } from './account-view.ts';

const ADDRESS = '/operator/account';

const DONE = {
  passkey_added: 'The passkey is set up. You can sign in with it from now on.',
  passkey_removed: 'The passkey is removed. Delete it on your device, too.',
  session_ended: 'The session has ended.',
  sessions_ended: 'All other sessions have ended.',
};

type Options = {
  /** Why something was not done. */
  refusal: string | null;
  isPasskeyRequired: boolean;
};

export function operatorAccountPage(
  view: OperatorAccountView,
  visit: ConsoleVisit,
  { refusal, isPasskeyRequired }: Options,
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { name, email, role, needsPasskey } = visit.operator;
  const title = 'Your account';
  const content = html`<h1>${title}</h1>
    ${doneNotice(visit.query, DONE)} ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${needsPasskey && needsPasskeyNotice()}
    <section class="card">
      <h2>You</h2>
      ${facts([
        ['Name', name],
        ['E-mail address', email],
        ['Role', role],
      ])}
      <p class="hint">An admin can change your name and role under “Operators”.</p>
    </section>
    ${passkeysCard(view, visit, isPasskeyRequired)} ${sessionsCard(view, visit)}`;
  return { title, content, scripts: ['passkeys.js'] };
}

function needsPasskeyNotice(): Html {
  return notice(
    'wait',
    html`<h2>Add a passkey first</h2>
      <p>
        This service admits operators only with a passkey. The link in your mail was for the first sign-in: it does not work
        again. Add a passkey below; then the rest of the console opens.
      </p>`,
  );
}

function passkeysCard({ passkeys }: OperatorAccountView, { token }: ConsoleVisit, isRequired: boolean): Html {
  const columns = [
    { label: 'Name', className: 'wrap' },
    { label: 'Added', className: 'number' },
    { label: 'Last used', className: 'number' },
    { label: '', className: 'right' },
  ];
  const list = recordTable(
    'Passkeys',
    columns,
    passkeys.map(({ id, name, createdAt, usedAt }) => [
      name,
      time(createdAt),
      usedAt === null ? 'never' : time(usedAt),
      html`<form method="post" action="${ADDRESS}/passkeys/remove">
        ${token}<input type="hidden" name="id" value="${id}" />
        <button type="submit" class="danger small" aria-label="Remove ${name}">Remove</button>
      </form>`,
    ]),
  );
  return html`<section class="card" id="passkeys">
    <h2>Passkeys</h2>
    <p>
      With a passkey you sign in by fingerprint, face or PIN of your device.
      ${
        isRequired
          ? 'It is the only way to sign in after the first time, so add a second one on another device.'
          : 'The link by e-mail keeps working.'
      }
    </p>
    ${passkeys.length === 0 ? html`<p class="soft">You have no passkey yet.</p>` : list}
    <p class="hint" data-passkey="unknown">
      This browser cannot set up a passkey. It needs JavaScript and a recent browser.
    </p>
    <form
      hidden
      method="post"
      action="${ADDRESS}"
      data-passkey="add"
      data-options="${ADDRESS}/passkeys/options"
      data-send="${ADDRESS}/passkeys"
    >
      ${token}
      <div class="fields">
        ${textField({
          name: 'name',
          label: 'Name of the passkey',
          hint: 'For example the device it is on.',
          isRequired: true,
          maxlength: LONGEST_PASSKEY_NAME,
        })}
      </div>
      <div hidden data-failed>${notice('warn', html`<p>The passkey was not set up. Please try again.</p>`)}</div>
      <button type="submit" class="second">Add a passkey</button>
    </form>
  </section>`;
}

const WAYS = { mail: 'by link in an e-mail', passkey: 'with a passkey' };

function sessionsCard({ sessions }: OperatorAccountView, { token }: ConsoleVisit): Html {
  const columns = [
    { label: 'Browser' },
    { label: 'Signed in', className: 'number' },
    { label: 'Last active', className: 'number' },
    { label: 'IP address', className: 'wrap' },
    { label: '', className: 'right' },
  ];
  const list = recordTable(
    'Sessions',
    columns,
    sessions.map(({ id, browser, way, createdAt, seenAt, address, isThis }) => [
      browser ?? 'Unknown browser',
      html`<span>${time(createdAt)}<small class="soft">${WAYS[way]}</small></span>`,
      time(seenAt),
      address,
      isThis
        ? html`<span class="state open">this session</span>`
        : buttonForm({
            action: `${ADDRESS}/sessions/end`,
            label: 'End',
            hidden: html`${token}<input type="hidden" name="id" value="${id}" />`,
            className: 'second small',
          }),
    ]),
  );
  return html`<section class="card" id="sessions">
    <h2>Sessions</h2>
    <p>Where you are signed in now. A session ends after 60 minutes without use, and after 12 hours at the latest.</p>
    ${list}
    ${
      sessions.length > 1 &&
      buttonForm({
        action: `${ADDRESS}/sessions/end-others`,
        label: 'End all others',
        hidden: token,
        className: 'second',
      })
    }
  </section>`;
}
