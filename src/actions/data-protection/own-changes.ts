import type { DepositChange } from '../../domain/deposit.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { emailKey } from '../../domain/values/contact.ts';

/** The part of a person in a change of a deposit in force. */
export type OwnChange = {
  kind: string;
  state: string;
  startedAt: string;
  doneAt: string | null;
  hasStarted: boolean;
  /** Of the person's own signature. */
  signature: { at: string; from: string | null; typedName: string | null; browser: string | null } | null;
  /** The person's data, where they joined or left with it. */
  tenant: Tenant | null;
};

/** The changes that name a person, without the data of others. */
export function ownChanges(changes: readonly DepositChange[], key: string): OwnChange[] {
  return changes.flatMap((change) => {
    const { subject, startedBy, signers, signatures, managerSignature } = change;
    const isOwn = ({ email }: { email: string | null }): boolean => email !== null && emailKey(email) === key;
    const person = 'tenant' in subject && isOwn(subject.tenant) ? subject.tenant : null;
    const position = signers.findIndex(isOwn);
    const hasStarted = isOwn(startedBy);
    const manager = managerSignature?.by ?? null;
    const hasSigned = manager !== null && isOwn(manager);
    if (person === null && position === -1 && !hasStarted && !hasSigned) return [];
    const own =
      hasSigned && managerSignature !== null ? { ...managerSignature, proof: null } : (signatures[position] ?? null);
    return [
      {
        kind: subject.kind,
        state: change.state,
        startedAt: change.startedAt.toISOString(),
        doneAt: change.doneAt?.toISOString() ?? null,
        hasStarted,
        signature:
          own === null
            ? null
            : {
                at: own.at.toISOString(),
                from: own.from,
                typedName: own.proof?.typedName ?? null,
                browser: own.proof?.browser ?? null,
              },
        tenant: person,
      },
    ];
  });
}
