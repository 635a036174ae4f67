import type { ADJUSTMENT_RULES, Product, ReleaseGround } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Language } from '../../domain/language.ts';
import type { RefusalCode } from '../../domain/lifecycle/refusal.ts';
import type { Difference } from '../../domain/register-check.ts';
import type { ListSort } from '../../storage/deposit-list.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import { it } from './words/it.ts';

/** Every fact that a history can tell. */
export const EVENTS = [
  'opened',
  'signed_for_manager',
  'send_scheduled',
  'register_checked',
  'corrected',
  'manager_signed',
  'sent_to_tenants',
  'tenant_signed',
  'product_chosen',
  'account_opened',
  'cover_confirmed',
  'refused',
  'payment_received',
  'open',
  'editing_started',
  'signed_and_sent_again',
  'withdrawn',
  'closing_started',
  'counter_proposed',
  'whole_demanded',
  'consented',
  'release_recorded',
  'legal_claim_recorded',
  'payout_ordered',
  'payback_ordered',
  'account_given',
  'paid_out',
  'paid_back',
  'cover_ended',
  'closed',
  'reminded',
  'asked_again',
  'link_renewed',
  'manager_changed',
] as const;
export type HistoryEvent = (typeof EVENTS)[number];

export type DepositWords = {
  list: {
    title: string;
    search: string;
    searchHint: string;
    find: string;
    more: string;
    reset: string;
    step: string;
    any: string;
    manager: string;
    organization: string;
    from: string;
    to: string;
    tabs: { mine: string; attention: string; problems: string; all: string };
    columns: Record<Exclude<ListSort, 'attention'>, string> & { property: string; state: string };
    sortBy: (column: string) => string;
    byAttention: string;
    awaits: string;
    awaitsOther: (name: string) => string;
    problem: string;
    export: string;
    newDeposit: string;
    none: string;
    noneMeans: string;
    noneFound: string;
    noneFoundMeans: string;
    earlier: string;
    later: string;
    select: (contract: string) => string;
    selectAll: string;
    selected: string;
    reviewAndSign: string;
    results: string;
  };
  one: {
    back: string;
    progress: string;
    steps: Record<
      'manager' | 'send' | 'tenants' | 'account' | 'cover' | 'payment' | 'open' | 'closing' | 'closed',
      string
    >;
    withdrawn: string;
    since: (day: string) => string;
    signedOf: (signed: number, all: number) => string;
    paidOf: (paid: string, all: string) => string;
    contract: string;
    property: string;
    propertyId: string;
    address: string;
    amount: string;
    rentalStart: string;
    language: string;
    languages: Record<Language, string>;
    investment: string;
    yes: string;
    no: string;
    owner: string;
    responsible: string;
    assistant: string;
    organization: string;
    tenant: (position: number) => string;
    mainTenant: string;
    signatory: (position: number) => string;
    name: string;
    email: string;
    phone: string;
    birthDate: string;
    nationality: string;
    civilStatus: string;
    civilStatuses: Record<'single' | 'married' | 'divorced' | 'widowed' | 'other', string>;
    company: string;
    legalForm: string;
    seat: string;
    uid: string;
    jointly: string;
    signedAt: (moment: string) => string;
    notSigned: string;
    adjusted: string;
    adjustedMeans: string;
    sentAs: (value: string) => string;
    rules: Record<(typeof ADJUSTMENT_RULES)[number], string>;
    product: string;
    products: Record<Product, string>;
    notChosen: string;
    money: string;
    iban: string;
    reference: string;
    paidIn: string;
    arrived: string;
    paidOut: string;
    toTenant: string;
    toLandlord: string;
    waitsForAccount: string;
    payBack: string;
    documents: string;
    documentKinds: Record<DocumentKind, string>;
    noDocuments: string;
    history: string;
    events: Record<HistoryEvent, string>;
    actors: Record<string, string>;
    masked: string;
    fields: string;
    split: string;
    tenancyEnd: string;
    proposedBy: Record<'tenant' | 'manager', string>;
    reason: string;
    claimFrom: (day: string) => string;
    ordersItself: (day: string) => string;
    ground: string;
    grounds: Record<ReleaseGround, string>;
    legalClaim: string;
    refusal: Record<'bank' | 'insurer', string>;
    refusalMeans: string;
    registerDiffers: string;
    registerFields: Record<Difference['field'], string>;
    registerNow: (value: string) => string;
  };
  act: {
    todo: string;
    nothing: string;
    waitingFor: Record<
      'send' | 'tenants' | 'bank' | 'insurer' | 'payment' | 'tenant_answer' | 'payout' | 'cover_end',
      string
    >;
    sign: string;
    signMeans: string;
    signConfirm: string;
    correct: string;
    edit: string;
    editMeans: string;
    editConfirm: string;
    draftMeans: string;
    resend: string;
    resendMeans: string;
    withdraw: string;
    withdrawMeans: string;
    withdrawPaysBack: (amount: string) => string;
    withdrawConfirm: string;
    close: string;
    closeMeans: string;
    closeInsurance: string;
    amountLandlord: string;
    amountLandlordHint: (most: string) => string;
    claimInsurance: string;
    tenancyEnd: string;
    reason: string;
    reasonHint: string;
    propose: string;
    consent: string;
    consentMeans: string;
    counter: string;
    remind: string;
    reminded: string;
    remindMeans: string;
    other: string;
    cancel: string;
    done: Record<
      'sign' | 'edit' | 'resend' | 'withdraw' | 'close' | 'counter' | 'consent' | 'remind' | 'correct' | 'open',
      string
    >;
    notAmount: string;
    notDay: string;
    tooLong: string;
    pleaseCheck: string;
    problems: string;
  };
  bulk: {
    title: string;
    nothing: string;
    nothingMeans: string;
    review: (count: number) => string;
    sum: string;
    sign: (count: number) => string;
    notAnyMore: string;
    done: (count: number) => string;
    notDone: (count: number) => string;
    tooMany: (most: number) => string;
    problem: string;
  };
  refusals: Record<RefusalCode, string>;
};

export const DEPOSIT_WORDS: Record<Language, DepositWords> = { de, fr, it, en };
