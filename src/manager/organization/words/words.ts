import type { Product } from '../../../domain/product.ts';
import type { MemberField, MemberProblem } from '../member-input.ts';

/** What has just been done, and is confirmed. */
export const ORGANIZATION_DONE = [
  'language',
  'invited',
  'invited_again',
  'changed',
  'default',
  'removed',
  'brand',
] as const;
export type OrganizationDone = (typeof ORGANIZATION_DONE)[number];

export type OrganizationWords = {
  title: string;
  choose: string;
  done: Record<OrganizationDone, string>;
  language: string;
  languageMeans: string;
  save: string;
  settings: string;
  settingsMean: string;
  address: string;
  emailDomain: string;
  signing: string;
  signed: { byPerson: string; byService: string };
  sendDelay: string;
  minutes: (count: number) => string;
  product: string;
  tenantChooses: string;
  products: Record<Product, string>;
  investment: string;
  investmentFrom: (amount: string) => string;
  owner: string;
  owners: { asSent: string; careOf: string };
  payoutAccount: string;
  yes: string;
  no: string;
  members: string;
  defaultManager: string;
  defaultManagerMeans: string;
  noDefaultManager: string;
  name: string;
  role: string;
  administrator: string;
  member: string;
  status: string;
  invited: (day: string) => string;
  neverSignedIn: string;
  since: (day: string) => string;
  you: string;
  change: string;
  changeMember: (name: string) => string;
  invite: string;
  inviteLead: string;
  emailHint: (domain: string) => string;
  sendInvitation: string;
  fields: Record<MemberField, string>;
  administratorMeans: string;
  alwaysAdministrator: string;
  problems: Record<MemberProblem, string>;
  pleaseCorrect: string;
  back: string;
  inviteAgain: string;
  inviteAgainMeans: string;
  makeDefault: string;
  remove: string;
  removeMember: (name: string) => string;
  removeMeans: string;
  lastAdministrator: string;
  depositsMove: (count: number) => string;
  heir: string;
  heirDefault: string;
  cancel: string;
};
