import type { Language } from '../../domain/values/language.ts';
import { html } from '../../web/html.ts';
import type { ManagerApp } from '../app.ts';
import { CANTONS, HELP_WORDS } from './cantons.ts';

/** What cantonal law adds to OR 257e. */
export function helpRoutes(app: ManagerApp): void {
  app.get('/manager/help/cantons', 'member', async (visit) => visit.show('account', cantonsPage(visit.language)));
}

function cantonsPage(language: Language) {
  const words = HELP_WORDS[language];
  const { canton, rule, source } = words.columns;
  const content = html`<h1>${words.title}</h1>
    <section class="card" aria-labelledby="federal">
      <h2 id="federal">${words.federal}</h2>
      <ul>
        ${words.federalRules.map((text) => html`<li>${text}</li>`)}
      </ul>
    </section>
    <section class="card" aria-labelledby="cantons">
      <h2 id="cantons">${words.cantons}</h2>
      <div class="table">
        <table class="cards">
          <caption class="hidden">${words.cantons}</caption>
          <thead>
            <tr><th scope="col">${canton}</th><th scope="col">${rule}</th><th scope="col">${source}</th></tr>
          </thead>
          <tbody>
            ${CANTONS.flatMap((one) =>
              one.rules.map(
                ({ says, source: from }) =>
                  html`<tr>
                    <td class="first">${one.canton[language]}</td>
                    <td data-label="${rule}">${says[language]}</td>
                    <td data-label="${source}">${from[language]}</td>
                  </tr>`,
              ),
            )}
          </tbody>
        </table>
      </div>
      <p>${words.means}</p>
      <p class="hint">${words.asOf}</p>
    </section>`;
  return { title: words.title, content };
}
