import { LANGUAGES } from '../../domain/values/language.ts';
import type { Passkey } from '../../storage/people/passkeys.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { facts, notice, selectField, textField } from '../../web/parts.ts';
import { notificationsCard } from './notifications-card.ts';
import { moment } from '../deposits/moment.ts';
import type { Person } from '../person.ts';
import { ACCOUNT_WORDS, type AccountWords, type AccountDone } from './words.ts';
import type { AccountView, ShownSession } from './account-view.ts';
import { LANGUAGE_NAMES } from '../../web/input/language.ts';

export function accountPage(
  view: AccountView,
  { token, done }: { token: Html; done: AccountDone | null },
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { person } = view;
  const words = ACCOUNT_WORDS[person.language];
  const content = html`<h1>${words.title}</h1>
    ${done !== null && notice('good', html`<p>${words.done[done]}</p>`)}
    <div class="two">${aboutCard(person, words)} ${languageCard(person, token, words)}</div>
    ${notificationsCard(person.memberships[0].member.notifications, { token, language: person.language })}
    ${passkeysCard(view, token, words)} ${sessionsCard(view, token, words)}`;
  return { title: words.title, content, scripts: ['passkeys.js'] };
}

function aboutCard({ name, email, memberships }: Person, words: AccountWords): Html {
  return html`<section class="card">
    <h2>${words.about}</h2>
    ${facts([
      [words.name, name],
      [words.email, email],
      [words.organizations, memberships.map(({ organization }) => organization.name).join(', ')],
    ])}
    <p class="hint">${words.whoChanges}</p>
  </section>`;
}

function languageCard({ language: current }: Person, token: Html, words: AccountWords): Html {
  return html`<section class="card">
    <h2>${words.language}</h2>
    <form method="post" action="/manager/account/language">
      ${token}
      ${selectField({
        name: 'language',
        label: words.language,
        hint: words.languageMeans,
        value: current,
        choices: LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
      })}
      <button type="submit" class="second">${words.save}</button>
    </form>
  </section>`;
}

function passkeysCard({ passkeys }: AccountView, token: Html, words: AccountWords): Html {
  const row = ({ id, name, createdAt, usedAt }: Passkey): Html =>
    html`<tr>
      <td class="first">${name}</td>
      <td data-label="${words.added}">${moment(createdAt)}</td>
      <td data-label="${words.lastUsed}">${usedAt === null ? words.never : moment(usedAt)}</td>
      <td class="right">
        <form method="post" action="/manager/passkeys/remove">
          ${token}<input type="hidden" name="id" value="${id}" />
          <button type="submit" class="danger small" aria-label="${words.remove(name)}">${words.removeShort}</button>
        </form>
      </td>
    </tr>`;
  const list = html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.name}</th>
          <th scope="col">${words.added}</th>
          <th scope="col">${words.lastUsed}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${passkeys.map(row)}
      </tbody>
    </table>
  </div>`;
  return html`<section class="card" id="passkeys">
    <h2>${words.passkeys}</h2>
    <p>${words.passkeysMean}</p>
    ${passkeys.length === 0 ? html`<p class="soft">${words.noPasskeys}</p>` : list}
    <p class="hint" data-passkey="unknown">${words.passkeysUnknown}</p>
    <form
      hidden
      method="post"
      action="/manager/account"
      data-passkey="add"
      data-options="/manager/passkeys/options"
      data-send="/manager/passkeys"
    >
      ${token}
      <div class="fields">
        ${textField({
          name: 'name',
          label: words.passkeyName,
          hint: words.passkeyNameHint,
          isRequired: true,
          maxlength: 60,
        })}
      </div>
      <div hidden data-failed>${notice('warn', html`<p>${words.passkeyFailed}</p>`)}</div>
      <button type="submit" class="second">${words.addPasskey}</button>
    </form>
  </section>`;
}

function sessionsCard({ sessions }: AccountView, token: Html, words: AccountWords): Html {
  const row = ({ id, browser, address, way, createdAt, seenAt, isThis }: ShownSession): Html => {
    const end = html`<form method="post" action="/manager/account/sessions/end">
      ${token}<input type="hidden" name="id" value="${id}" />
      <button type="submit" class="second small">${words.end}</button>
    </form>`;
    return html`<tr>
      <td class="first">${browser ?? words.unknownBrowser}</td>
      <td data-label="${words.signedIn}">${moment(createdAt)}, ${words.way[way]}</td>
      <td data-label="${words.lastSeen}">${moment(seenAt)}</td>
      <td data-label="${words.address}">${address}</td>
      <td class="right">${isThis ? html`<span class="state open">${words.thisOne}</span>` : end}</td>
    </tr>`;
  };
  return html`<section class="card" id="sessions">
    <h2>${words.sessions}</h2>
    <p>${words.sessionsMean}</p>
    <div class="table cards">
      <table>
        <thead>
          <tr>
            <th scope="col">${words.browser}</th>
            <th scope="col">${words.signedIn}</th>
            <th scope="col">${words.lastSeen}</th>
            <th scope="col">${words.address}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${sessions.map(row)}
        </tbody>
      </table>
    </div>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="/manager/account/sessions/end-others">
        ${token}<button type="submit" class="second">${words.endOthers}</button>
      </form>`
    }
  </section>`;
}
