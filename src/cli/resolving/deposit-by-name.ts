import type { Services } from '../../actions/services.ts';
import { findTheDeposit } from '../../operator/console/find-deposit.ts';
import type { DepositAnywhere } from '../../storage/deposit-list/everywhere.ts';
import { refuseCommand } from '../command.ts';

/** By id, contract id or payment reference. Several deposits may have a contract id: then the ids are listed. */
export async function depositByName({ database }: Services, typed: string): Promise<DepositAnywhere> {
  const { deposit, found } = await findTheDeposit(database, typed);
  if (deposit !== null) return deposit;
  if (found.length === 0) throw refuseCommand(`No deposit found with this id, contract id or reference: ${typed}`);
  const lines = found.map((one) => `  ${one.depositId}  ${one.externalContractId}  ${one.state}  ${one.organization}`);
  throw refuseCommand([`Several deposits fit "${typed}". Give the id of one:`, ...lines].join('\n'));
}
