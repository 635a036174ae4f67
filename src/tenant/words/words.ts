import type { ReleaseGround } from '../../domain/closing/closing.ts';
import type { Product } from '../../domain/product.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Language } from '../../domain/values/language.ts';
import type { NaturalTenant, LegalForm } from '../../domain/tenant.ts';
import type { FormProblem } from '../problems.ts';

/** The texts of the tenant pages in one language. Amounts come as `4’500.50`, days as `31.12.2026`. */
/** In whose name account or cover is, null: the reader’s; and whether there are other tenants. */
export type Ownership = { holder: string | null; isShared: boolean };

/** Whom a share is for: several tenants, or one with or without a title. */
export type ShareOf = 'several' | 'one' | NaturalTenant['title'];

export type TenantWords = {
  title: string;
  languages: string;
  languageName: string;
  /** About the deposit. */
  home: string;
  management: string;
  landlord: string;
  amount: string;
  form: string;
  rentalStart: string;
  contract: string;
  account: string;
  products: Record<Product, string>;
  questions: string;
  questionsMeans: string;
  mailSubject: (contract: string) => string;
  documents: string;
  documentNames: Record<Exclude<DocumentKind, 'payment_slip'>, string>;
  problems: string;
  problem: Record<FormProblem, string>;
  onlyMain: (main: string) => string;
  /** The progress steps. */
  progress: string;
  steps: {
    sign: string;
    account: string;
    pay: string;
    cover: string;
    payOrCover: string;
    inForce: string;
    agree: string;
    payout: string;
    coverEnds: string;
    done: string;
  };
  signing: {
    heading: string;
    lead: (organization: string) => string;
    what: string;
    whatIsIt: string;
    whatNext: string;
    choose: string;
    chooseMeans: string;
    fixed: (product: string) => string;
    mainChooses: (main: string) => string;
    conditionsOf: (provider: string) => string;
    differences: (about: { product: Product; amount: string; shown: Ownership }) => readonly string[];
    /** Of several natural tenants one acts for all. */
    mainActs: (about: { main: string | null; title: NaturalTenant['title'] }) => string;
    /** Of a company two sign jointly. */
    bothAct: string;
    check: string;
    checkMeans: string;
    wrong: string;
    others: string;
    read: string;
    readMeans: string;
    issuedIn: Record<Language, string>;
    draft: string;
    sign: string;
    signFor: (company: string) => string;
    name: string;
    nameHint: (name: string) => string;
    consent: string;
    button: string;
    evidence: string;
  };
  data: {
    name: string;
    birthDate: string;
    nationality: string;
    civilStatus: string;
    civilStatuses: Record<NonNullable<NaturalTenant['civilStatus']>, string>;
    address: string;
    email: string;
    phone: string;
    company: string;
    legalForm: string;
    legalForms: Record<LegalForm, string>;
    domicile: string;
    uid: string;
    signatory: string;
  };
  waiting: {
    thanks: string;
    othersMissing: string;
    who: string;
    signed: string;
    notSigned: string;
    you: string;
    account: string;
    accountMeans: (main: string) => string;
    cover: string;
    coverMeans: string;
    prepared: string;
    preparedMeans: string;
  };
  payment: {
    heading: (amount: string) => string;
    lead: string;
    arrived: (about: { arrived: string; whole: string }) => string;
    nothingYet: string;
    details: string;
    detailsMeans: string;
    amount: string;
    iban: string;
    holder: string;
    reference: string;
    copy: string;
    copied: string;
    slip: string;
    slipMeans: string;
    slipPicture: string;
    slipPdf: string;
    anyone: (main: string) => string;
    yours: (holder: string | null) => string;
  };
  open: {
    heading: string;
    lead: Record<Product, string>;
    law: string;
    lawOfInsurance: string;
    close: string;
    closeMeans: Record<Product, string>;
    closeButton: string;
  };
  closing: {
    answer: string;
    wait: string;
    readOnly: string;
    proposedByYou: (day: string) => string;
    proposedByManagement: (about: { organization: string; day: string }) => string;
    toTenants: (to: ShareOf) => string;
    toLandlord: string;
    claim: string;
    reason: string;
    tenancyEnd: string;
    tenancyEndHint: string;
    amountLandlord: string;
    amountHint: Record<Product, string>;
    reasonLabel: string;
    reasonHint: string;
    accept: string;
    acceptMeans: Record<Product, string>;
    acceptButton: string;
    counter: string;
    counterMeans: string;
    counterButton: string;
    change: string;
    demand: string;
    demandMeans: string;
    demandButton: string;
    year: (day: string) => string;
    yearAutomatic: (day: string) => string;
    claimRecorded: string;
    earlier: string;
    by: { tenant: string; manager: string };
    ordered: Record<Product, string>;
    orderedMeans: Record<Product, string>;
    ground: string;
    grounds: Record<ReleaseGround, string>;
    toAccount: string;
  };
  ended: {
    closed: string;
    closedMeans: Record<Product, string>;
    paidOutOn: string;
    withdrawn: string;
    withdrawnMeans: string;
    paidBack: (amount: string) => string;
  };
  links: {
    edited: string;
    beingEdited: string;
    outdated: string;
    outdatedLink: string;
    expired: string;
    expiredLink: string;
    renewMeans: (email: string) => string;
    /** To a person without an e-mail address. */
    askManager: string;
    renewButton: string;
    renewed: (email: string) => string;
    unknown: string;
    unknownLink: string;
    newLink: string;
    email: string;
    emailHint: string;
    newLinkButton: string;
    onItsWay: string;
    onItsWayMeans: string;
    changed: string;
    changedMeans: string;
    seeNow: string;
    notYours: string;
    forged: string;
    forgedMeans: string;
  };
};
