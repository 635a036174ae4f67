import type { FastifyReply } from 'fastify';
import { doOrAsk } from '../../actions/approvals/ask.ts';
import { AlreadyAsked } from '../../actions/approvals/refused.ts';
import { recordChange, together } from '../../actions/audit.ts';
import { typedAccounts, type AccountLineFault } from '../../actions/set-up/landlord-accounts.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import type { Acting } from '../../domain/operator.ts';
import type { Organization } from '../../domain/organization.ts';
import { accountsAsText } from '../../domain/payee/payout-accounts.ts';
import { withColon, type Language } from '../../domain/values/language.ts';
import { html } from '../../web/html.ts';
import { seeOther } from '../../web/page.ts';
import { notice, textArea } from '../../web/parts.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { administered } from './administered.ts';
import { organizationUrl } from './organization-page.ts';
import { LANDLORD_ACCOUNTS_WORDS } from './words/accounts.ts';

const PAGE = '/manager/organization/:organizationId/accounts';

const FAULTS: Record<Language, Record<AccountLineFault['why'] | 'waits' | 'refused', string>> = {
  de: {
    iban: 'Diese IBAN ist ungültig.',
    qr_iban:
      'Das ist eine QR-IBAN. Sie kann nur mit einer QR-Referenz bezahlt werden; geben Sie die gewöhnliche IBAN an.',
    bic: 'Dieser BIC ist ungültig.',
    too_long: 'Ein Eintrag ist zu lang.',
    repeated: 'Liegenschaft und Vermieterschaft kommen schon in einer früheren Zeile vor.',
    waits: 'Dieselbe Änderung wartet schon auf eine Freigabe.',
    refused:
      'Auf eines der Konten kann nicht bezahlt werden. Konten ausserhalb der Schweiz und Liechtensteins brauchen einen BIC.',
  },
  fr: {
    iban: 'Cet IBAN n’est pas valable.',
    qr_iban: 'C’est un QR-IBAN. Il ne peut être payé qu’avec une référence QR\u00a0; indiquez l’IBAN ordinaire.',
    bic: 'Ce BIC n’est pas valable.',
    too_long: 'Une indication est trop longue.',
    repeated: 'L’immeuble et le bailleur figurent déjà sur une ligne précédente.',
    waits: 'La même modification attend déjà une approbation.',
    refused:
      'L’un des comptes ne peut pas être payé. Les comptes hors de Suisse et du Liechtenstein ont besoin d’un BIC.',
  },
  it: {
    iban: 'Questo IBAN non è valido.',
    qr_iban: 'È un QR-IBAN. Può essere pagato solo con un riferimento QR; indichi l’IBAN ordinario.',
    bic: 'Questo BIC non è valido.',
    too_long: 'Un’indicazione è troppo lunga.',
    repeated: 'Immobile e locatore figurano già in una riga precedente.',
    waits: 'La stessa modifica attende già un’approvazione.',
    refused: 'Su uno dei conti non si può pagare. I conti fuori dalla Svizzera e dal Liechtenstein richiedono un BIC.',
  },
  en: {
    iban: 'This IBAN is not valid.',
    qr_iban: 'This is a QR-IBAN. It can only be paid with a QR reference; give the ordinary IBAN.',
    bic: 'This BIC is not valid.',
    too_long: 'An entry is too long.',
    repeated: 'Property and landlord are in an earlier line already.',
    waits: 'The same change already waits for approval.',
    refused: 'One of the accounts cannot be paid to. Accounts outside Switzerland and Liechtenstein need a BIC.',
  },
};

/** Administrators set where landlords are paid. With FOUR_EYES an operator approves what changes an account. */
export function landlordAccountRoutes(app: ManagerApp): void {
  const { get, post, services } = app;
  get(PAGE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    return show(visit, organization, accountsAsText(organization.payoutAccounts), null);
  });
  post(PAGE, 'administrator', async (visit) => {
    const organization = administered(visit);
    if (organization === null) return null;
    const text = visit.form.get('accounts') ?? '';
    const read = typedAccounts(text);
    const faults = FAULTS[visit.language];
    if (!Array.isArray(read)) {
      const line = LANDLORD_ACCOUNTS_WORDS[visit.language].line(read.line);
      return show(visit, organization, text, `${withColon(line, visit.language)} ${faults[read.why]}`);
    }
    try {
      const by = actingFor(visit);
      const approvalId = await together(services, async (inside) => {
        const input = { id: organization.id, changes: { payoutAccounts: read } };
        const asked = await doOrAsk(inside, by, 'change_organization', input);
        const author = { actor: by.actor, way: 'pages', origin: visit.request.ip } as const;
        await recordChange(inside, author, {
          verb: asked.approvalId === null ? 'change' : 'ask for',
          thing: asked.approvalId === null ? 'organization' : 'approval',
          about: { organization: organization.id, ...(asked.approvalId !== null && { approval: asked.approvalId }) },
          organizationId: organization.id,
          changes: { payoutAccounts: { to: `${read.length} accounts` } },
        });
        return asked.approvalId;
      });
      await app.settle();
      return seeOther(
        visit.reply,
        organizationUrl(organization.id, approvalId === null ? 'accounts' : 'accounts_asked'),
      );
    } catch (error) {
      if (error instanceof AlreadyAsked) return show(visit, organization, text, faults.waits);
      if (error instanceof SetUpRefused) return show(visit, organization, text, faults.refused);
      throw error;
    }
  });
}

/** An administrator is no operator: they can ask for the change of their own organization, and approve nothing. */
function actingFor({ person }: ManagerVisit): Acting {
  return { actor: person.email, role: 'admin', id: `member:${person.email}`, tokenIssuedBy: null };
}

function show(visit: ManagerVisit, organization: Organization, text: string, problem: string | null): FastifyReply {
  const { language, token } = visit;
  const words = LANDLORD_ACCOUNTS_WORDS[language];
  const content = html`<a class="crumb" href="${organizationUrl(organization.id)}">${organization.name}</a>
    ${problem !== null && notice('warn', html`<p><strong>${words.problems}</strong> <a href="#accounts">${problem}</a></p>`)}
    <h1>${words.title}</h1>
    <p class="lead">${words.means}</p>
    <form class="card" method="post" action="/manager/organization/${organization.id}/accounts">
      ${token} ${textArea({ id: 'accounts', name: 'accounts', label: words.label, hint: words.hint, value: text, problem })}
      <div class="buttons">
        <button type="submit">${words.save}</button>
        <a class="button second" href="${organizationUrl(organization.id)}">${words.cancel}</a>
      </div>
    </form>`;
  const page = { title: words.title, content, isNarrow: true } as const;
  return visit.show('organization', page, problem === null ? 200 : 422);
}
