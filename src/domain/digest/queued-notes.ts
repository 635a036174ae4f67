/** A letter to a tenant without an e-mail address, by the position, with the token of its link. */
export type LetterNote = { tenant: number; token: string };

/** `add_to_digest`: it is in the member's next digest; `daily_digest`: that is due. For whom a deposit came, and whether it is already sent. */
export type DigestNote = { member: { organizationId: string; id: string }; isSent: boolean };

/** A deposit in a digest. `isSent`: signed in advance and sent, so there is nothing to do. */
export type DigestLine = {
  externalContractId: string;
  property: string;
  tenants: readonly string[];
  isSent: boolean;
};
