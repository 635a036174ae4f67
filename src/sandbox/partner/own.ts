import type { Services } from '../../actions/services.ts';
import { plainReference } from '../../domain/values/payment-reference.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateByReference } from '../../storage/deposits/locate.ts';
import { listMailsOfPartner, type KeptMail } from '../../storage/effects/effects.ts';
import { isOwnDeposit, ownRefusedCalls } from '../../storage/partners/own-deposits.ts';
import { notFound } from '../../web/problem.ts';

/** Another partner’s deposit does not exist. */
export async function requireOwnDeposit(
  { database }: Services,
  own: { partnerId: string; depositId: string },
): Promise<void> {
  if (!isId(own.depositId) || !(await isOwnDeposit(database, own))) throw notFound('deposit');
}

/** Nor does money for one. Returns the deposit of a reference. */
export async function requireOwnReference(
  services: Services,
  { partnerId, reference }: { partnerId: string; reference: string },
): Promise<string> {
  const location = await locateByReference(services.database, plainReference(reference));
  const depositId = location?.depositId ?? '';
  await requireOwnDeposit(services, { partnerId, depositId });
  return depositId;
}

/** The mails to managers and tenants of own deposits and about own calls, newest first; none that signs anybody in. */
export async function listOwnMails(
  { database, vault }: Services,
  { partnerId, to, most }: { partnerId: string; to: string | null; most: number },
): Promise<KeptMail[]> {
  const mails = await listMailsOfPartner(database, vault, { partnerId, to, most });
  const refused = await ownRefusedCalls(database, partnerId, mails.flatMap(refusedCallsIn));
  return mails.filter((kept) => !isToOperators(kept) && refusedCallsIn(kept).every((id) => refused.has(id)));
}

function refusedCallsIn({ mail: { facts } }: KeptMail): string[] {
  return facts.kind === 'import_error' ? [facts.refusedCallId] : [];
}

function isToOperators({ mail: { facts } }: KeptMail): boolean {
  return 'forOperator' in facts && facts.forOperator;
}
