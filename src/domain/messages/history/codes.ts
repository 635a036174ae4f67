import type { OrderCause, Order } from '../../ledger.ts';
import type { ApplicationKind, RefusalReason } from '../../application.ts';
import type { ReleaseGround } from '../../closing/closing.ts';
import type { Hold } from '../../deposit.ts';
import type { Language } from '../../values/language.ts';
import { CHANGE_WORDS } from '../changes.ts';
import { integrationNames } from '../integrations.ts';
import { ACTOR_NAMES } from './actors.ts';

/** Codes in facts of the history that property managers read. */
type SharedCode = ReleaseGround | Order['payee'];

const SHARED: Record<Language, Record<SharedCode, string>> = {
  de: {
    consent: 'Zustimmung beider Seiten',
    judgment: 'rechtskräftiges Urteil',
    payment_order: 'rechtskräftiger Zahlungsbefehl',
    year: 'ein Jahr ohne Anspruch (Art. 257e OR)',
    tenant: 'Mieterschaft',
    landlord: 'Vermieterschaft',
    payer: 'zurück an die einzahlende Person',
    deposit: 'Konto der Mietkaution',
  },
  fr: {
    consent: 'accord des deux parties',
    judgment: 'jugement exécutoire',
    payment_order: 'commandement de payer exécutoire',
    year: 'une année sans prétention (art. 257e CO)',
    tenant: 'Locataires',
    landlord: 'Bailleur',
    payer: 'retour à la personne qui a versé',
    deposit: 'Compte de la garantie',
  },
  it: {
    consent: 'consenso di entrambe le parti',
    judgment: 'sentenza esecutiva',
    payment_order: 'precetto esecutivo',
    year: 'un anno senza pretese (art. 257e CO)',
    tenant: 'Inquilini',
    landlord: 'Locatore',
    payer: 'rimborso a chi ha versato',
    deposit: 'Conto del deposito',
  },
  en: {
    consent: 'consent of both parties',
    judgment: 'final judgment',
    payment_order: 'final payment order',
    year: 'one year without a claim (OR 257e)',
    tenant: 'Tenants',
    landlord: 'Landlord',
    payer: 'back to the payer',
    deposit: 'account of the deposit',
  },
};

type OperatorCode =
  | ApplicationKind
  | Exclude<RefusalReason, 'other'>
  | Exclude<OrderCause, 'change'>
  | Hold['ground']
  | 'proposal'
  | 'other'
  | 'tenant_details'
  | 'deposits';

/** What only operators read: in English. */
const FOR_OPERATORS: Record<OperatorCode, string> = {
  account_opening: 'open an account',
  cover: 'confirm cover',
  account_closing: 'close the account',
  cover_end: 'end the cover',
  claim: 'pay a claim',
  change: 'change of a deposit in force',
  data_mismatch: 'the data do not match',
  identity: 'identity not proven',
  risk: 'risk',
  other: 'another reason',
  closing: 'closing',
  supplement: 'credited after the payout',
  change_cancelled: 'paid for a change that was cancelled',
  withdrawal: 'withdrawal',
  insurance_chosen: 'insurance chosen after a payment',
  surplus: 'paid too much',
  late: 'paid too late',
  unknown_reference: 'unknown reference',
  assigned: 'assigned to a deposit',
  death: 'death of a tenant',
  guardianship: 'guardianship',
  seizure: 'seizure',
  proposal: 'proposal',
  tenant_details: 'civil status and nationality',
  deposits: 'all personal data',
};

/** Undefined: the reader has no words for this code. */
export function codeWords(
  code: string,
  { language, isOperator }: { language: Language; isOperator: boolean },
): string | undefined {
  const all: Readonly<Record<string, string>> = {
    ...ACTOR_NAMES[language],
    ...integrationNames(language),
    ...(isOperator && FOR_OPERATORS),
    ...SHARED[language],
    ...CHANGE_WORDS[language].products,
  };
  return Object.hasOwn(all, code) ? all[code] : undefined;
}
