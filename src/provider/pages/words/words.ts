import type {
  ApplicationEvent,
  ApplicationKind,
  ApplicationState,
  RefusalReason,
} from '../../../domain/application.ts';
import type { Difference } from '../../../domain/register-check.ts';
import type { CIVIL_STATUSES, LEGAL_FORMS } from '../../../domain/tenant.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { AnswerCall } from '../../../actions/providers/answer-inputs.ts';

/** The fields of the forms. */
export type AnswerField =
  | 'iban'
  | 'qrIban'
  | 'openedOn'
  | 'policyNumber'
  | 'from'
  | 'premium'
  | 'certificate'
  | 'on'
  | 'amount'
  | 'code'
  | 'reason'
  | 'reference';

export type ProviderWords = {
  kinds: Record<ApplicationKind, string>;
  /** What is asked, as a sentence. */
  asked: Record<ApplicationKind, string>;
  states: Record<ApplicationState, string>;
  queue: {
    title: string;
    lead: string;
    all: string;
    results: string;
    columns: { holder: string; kind: string; amount: string; property: string; asked: string; state: string };
    /** Of a claim. */
    claimed: (amount: string) => string;
    age: (days: number) => string;
    select: (name: string) => string;
    selectAll: string;
    selected: string;
    acknowledge: string;
    acknowledged: (done: number, others: number) => string;
    noneSelected: string;
    export: string;
    earlier: string;
    later: string;
    none: string;
    noneMeans: string;
  };
  csv: {
    application: string;
    tenants: string;
    signatories: string;
    owner: string;
    street: string;
    zip: string;
    city: string;
    country: string;
    claim: string;
    deposit: string;
  };
  one: {
    back: string;
    deposit: string;
    amount: string;
    claim: string;
    rentalStart: string;
    property: string;
    investment: string;
    yes: string;
    no: string;
    language: string;
    languages: Record<Language, string>;
    reference: string;
    holder: string;
    company: string;
    signatory: (number: number) => string;
    signatureRule: string;
    rules: Record<'single' | 'joint', string>;
    name: string;
    birthDate: string;
    nationality: string;
    civilStatus: string;
    civilStatuses: Record<(typeof CIVIL_STATUSES)[number], string>;
    legalForm: string;
    legalForms: Record<(typeof LEGAL_FORMS)[number], string>;
    seat: string;
    uid: string;
    email: string;
    phone: string;
    address: string;
    tenants: string;
    owner: string;
    namesOnly: string;
    signatures: string;
    how: Record<'typed_name' | 'signed_in' | 'by_service' | 'simulated', string>;
    signedTerms: string;
    documents: string;
    agreement: string;
    noDocuments: string;
    register: string;
    registerAgrees: (at: string) => string;
    registerDiffers: (at: string) => string;
    registerFields: Record<Difference['field'], string>;
    registerNow: (value: string) => string;
    history: string;
    wasAsked: string;
    wasCancelled: string;
    events: Record<ApplicationEvent['event'], string>;
    byOperator: string;
    answer: string;
    answeredBy: (name: string, at: string) => string;
  };
  form: {
    answer: string;
    readOnly: string;
    optional: string;
    fields: Record<AnswerField, string>;
    hints: Partial<Record<AnswerField, string>>;
    changedIban: string;
    /** What the buttons do. */
    give: Record<AnswerCall | 'acknowledge', string>;
    /** What follows. */
    means: Record<AnswerCall | 'acknowledge', string>;
    reasons: Record<RefusalReason, string>;
    choose: string;
    afterRefusal: string;
    afterCancellation: string;
    pleaseCorrect: string;
    missing: string;
    invalid: Record<AnswerField, string>;
    changedIbanInvalid: string;
    accountTaken: string;
    fileAgain: string;
    done: Record<AnswerCall | 'acknowledge' | 'recorded', string>;
    first: (name: string, at: string, answer: string) => string;
    cancelled: string;
    notNow: string;
  };
};
