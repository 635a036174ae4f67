import { decideFolder } from '../../domain/bank/bank-folder.ts';
import type { ProviderKind } from '../../domain/provider.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isAccountOfDeposit, lockAccount } from '../../storage/deposits/accounts.ts';
import {
  findBankOfAccount,
  hasDefaultBank,
  listBankFolders,
  takeFormerAccount,
} from '../../storage/providers/banks.ts';
import type { StoredProvider } from '../../storage/providers/providers.ts';
import type { Services } from '../services.ts';
import { SetUpRefused } from './refused.ts';

/** What a bank has and an insurer has not. Null takes a choice back. */
export type BankSettings = {
  exchangeFolder?: string | null | undefined;
  initiatingParty?: string | null | undefined;
  ownIban?: string | null | undefined;
};

type StoredSettings = Pick<StoredProvider, 'exchangeFolder' | 'initiatingParty' | 'ownIban' | 'formerOwnIbans'>;

const NAMES = ['exchangeFolder', 'initiatingParty', 'ownIban'] as const;

export function requireBankSettings(kind: ProviderKind, given: BankSettings): void {
  if (kind === 'bank') return;
  const field = NAMES.find((name) => given[name] !== undefined && given[name] !== null);
  if (field !== undefined) throw new SetUpRefused('invalid', field, 'is for banks only');
}

/** The caller holds the lock of the set-up, so that no two banks get the same folder or account. */
export async function newBank(
  services: Services,
  sql: Sql,
  { kind, code }: { kind: ProviderKind; code: string },
  { exchangeFolder, initiatingParty = null, ownIban = null }: BankSettings,
): Promise<StoredSettings> {
  if (kind !== 'bank') return { exchangeFolder: null, initiatingParty: null, ownIban: null, formerOwnIbans: [] };
  if (ownIban !== null) await takeAccount(services, sql, ownIban, null);
  const isDefault = !(await hasDefaultBank(sql));
  const folder = folderFor({ code, isDefault, given: exchangeFolder, others: await listBankFolders(sql) });
  return { exchangeFolder: folder, initiatingParty, ownIban, formerOwnIbans: [] };
}

/** Orders that are paid from its own account stay there, and the account stays an own account, after a change. */
export async function changedBank(
  services: Services,
  sql: Sql,
  before: StoredProvider,
  { exchangeFolder: given, initiatingParty = before.initiatingParty, ownIban = before.ownIban }: BankSettings,
): Promise<StoredSettings> {
  const { id, code, isDefault, exchangeFolder: now } = before;
  if (ownIban !== null && ownIban !== before.ownIban) await takeAccount(services, sql, ownIban, id);
  const exchangeFolder =
    given === undefined || before.kind !== 'bank'
      ? now
      : folderFor({ code, isDefault, now, given, others: await listBankFolders(sql, id) });
  const formerOwnIbans = [...new Set([...before.formerOwnIbans, ...(before.ownIban === null ? [] : [before.ownIban])])];
  return { exchangeFolder, initiatingParty, ownIban, formerOwnIbans: formerOwnIbans.filter((one) => one !== ownIban) };
}

function folderFor(asked: Parameters<typeof decideFolder>[0]): string | null {
  const decided = decideFolder(asked);
  if (typeof decided === 'string') throw new SetUpRefused('invalid', 'exchangeFolder', decided);
  return decided.folder;
}

/** An account is at one bank, and it is either the operator's own or a deposit's. */
async function takeAccount({ money }: Services, sql: Sql, iban: string, exceptId: string | null): Promise<void> {
  const other = await findBankOfAccount(sql, iban, exceptId);
  if (other !== null) {
    throw new SetUpRefused('invalid', 'ownIban', `must not be the account of another bank: ${other} has it`);
  }
  await takeFormerAccount(sql, iban);
  // In the test environment the operator's account is an example that others use, too.
  if (money.isTest) return;
  await lockAccount(sql, { iban, qrIban: null });
  if (await isAccountOfDeposit(sql, iban)) {
    throw new SetUpRefused(
      'invalid',
      'ownIban',
      'must be an account of your own; this one is the account of a deposit',
    );
  }
}
