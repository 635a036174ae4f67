import type { PostalAddress } from '../values/postal-address.ts';

/** An account that money is paid to. */
export type PayeeAccount = {
  iban: string;
  /** Null: the payee. */
  holderName: string | null;
  /** Of the bank; needed outside Switzerland and Liechtenstein. */
  bic: string | null;
  /** Of the holder; null: the one that is known of the payee. */
  address: PostalAddress | null;
};
