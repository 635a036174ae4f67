import type { FastifyReply } from 'fastify';
import { accountOfTenants, shownAccount } from '../../domain/closing/shown-account.ts';
import { productOf } from '../../domain/lifecycle/in-force.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { html, type Html } from '../../web/html.ts';
import { facts, textField } from '../../web/parts.ts';
import type { AccountField } from '../account-form.ts';
import type { FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CLOSING_WORDS } from '../words/closing.ts';
import { payeeFields } from './account-fields.ts';
import { showTenantDeposit } from './shell.ts';

/** Where the tenants' share goes. The main tenant can change it; the others see the last four characters. */
export function payoutAccountCard(visit: TenantVisit, problems: FieldProblems<AccountField>): Html | null {
  const { asked, deposit, isMain, language, path, form } = visit;
  // A payout that waits for an account has a form of its own.
  if (asked.length > 0 || productOf(deposit) === 'insurance' || !canMove('ask_account_code', deposit)) return null;
  const { payee } = TENANT_CLOSING_WORDS[language];
  const known = accountOfTenants(deposit);
  const iban = deposit.closing?.tenantIban ?? deposit.payoutAccount?.iban ?? '';
  const account = isMain ? groupedIban(iban) : `•••• ${known?.ending ?? ''}`;
  const isTried = Object.keys(problems).length > 0;
  return html`<section class="card" id="account">
    <h2>${payee.heading}</h2>
    <p>${known === null ? payee.none : payee.current({ holder: known.holderName, account })}</p>
    ${
      isMain &&
      html`<details class="fold" ${isTried && html`open`}>
        <summary><h3>${known === null ? payee.give : payee.change}</h3></summary>
        <div>
          <p>${payee.means}</p>
          <form method="post" action="${path('/account')}">
            ${payeeFields(visit, { prefix: 'account', form: isTried ? form : new URLSearchParams(), problems })}
            <div class="buttons"><button type="submit">${payee.give}</button></div>
          </form>
        </div>
      </details>`
    }
  </section>`;
}

type CodeFault = 'wrong' | 'ended' | 'tooMany';

/** The code that was sent to the main tenant. */
export function codePage(visit: TenantVisit, fault: CodeFault | null = null): FastifyReply {
  const { deposit, tenant, language, path } = visit;
  const { code } = TENANT_CLOSING_WORDS[language];
  const account = deposit.payoutAccountRequest?.account ?? null;
  const sentTo = account !== null && fault !== 'ended' && fault !== 'tooMany' ? tenant.email : null;
  const waits = sentTo !== null;
  const shown = account === null ? null : shownAccount(account, deposit);
  const problem = fault === null ? undefined : code[fault];
  return showTenantDeposit(
    visit,
    {
      heading: code.heading,
      lead: sentTo !== null ? code.sent(sentTo) : code[fault ?? 'ended'],
      content: html`<section class="card">
        ${waits && shown !== null && facts([[code.forAccount, `${shown.holderName}, •••• ${shown.ending}`]])}
        ${
          waits &&
          html`<form method="post" action="${path('/account/code')}">
            ${textField({
              id: 'code',
              name: 'code',
              label: code.label,
              hint: code.hint,
              value: '',
              inputmode: 'numeric',
              autocomplete: 'one-time-code',
              isRequired: true,
              maxlength: 12,
              problem,
            })}
            <div class="buttons"><button type="submit">${code.button}</button></div>
          </form>`
        }
        <p><a class="crumb" href="${path()}#account">${code.again}</a></p>
      </section>`,
    },
    fault === null ? 200 : 422,
  );
}
