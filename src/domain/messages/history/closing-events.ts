import type { HistoryEvent } from '../../history/events.ts';
import type { Language } from '../../values/language.ts';

/** What can happen at the closing besides proposals and payouts. */
type ClosingEvent = Extract<
  HistoryEvent,
  | 'end_confirmed'
  | 'end_disputed'
  | 'end_contested'
  | 'end_settled'
  | 'end_undisputed'
  | 'year_warned'
  | 'claim_filed'
  | 'legal_claim_rejected'
  | 'closing_word_given'
  | 'payout_account_asked'
  | 'payout_account_confirmed'
>;

export const CLOSING_HISTORY: Record<Language, Record<ClosingEvent, string>> = {
  de: {
    end_confirmed: 'Ende des Mietverhältnisses bestätigt',
    end_disputed: 'Anderes Ende des Mietverhältnisses genannt',
    end_contested: 'Ende des Mietverhältnisses bestritten',
    end_settled: 'Ende des Mietverhältnisses festgelegt',
    end_undisputed: 'Ende des Mietverhältnisses unbestritten',
    year_warned: 'Auf die Auszahlung hingewiesen',
    claim_filed: 'Beleg für einen Anspruch hochgeladen',
    legal_claim_rejected: 'Anspruch nicht anerkannt',
    closing_word_given: 'Erste von zwei Unterschriften zur Auflösung',
    payout_account_asked: 'Konto für die Auszahlung angegeben, Code versandt',
    payout_account_confirmed: 'Konto für die Auszahlung bestätigt',
  },
  fr: {
    end_confirmed: 'Fin du bail confirmée',
    end_disputed: 'Autre fin du bail indiquée',
    end_contested: 'Fin du bail contestée',
    end_settled: 'Fin du bail fixée',
    end_undisputed: 'Fin du bail incontestée',
    year_warned: 'Avis du virement envoyé',
    claim_filed: 'Justificatif d’une prétention remis',
    legal_claim_rejected: 'Prétention non reconnue',
    closing_word_given: 'Première de deux signatures pour la libération',
    payout_account_asked: 'Compte pour le virement indiqué, code envoyé',
    payout_account_confirmed: 'Compte pour le virement confirmé',
  },
  it: {
    end_confirmed: 'Fine della locazione confermata',
    end_disputed: 'Indicata un’altra fine della locazione',
    end_contested: 'Fine della locazione contestata',
    end_settled: 'Fine della locazione stabilita',
    end_undisputed: 'Fine della locazione incontestata',
    year_warned: 'Avviso del pagamento inviato',
    claim_filed: 'Documento di una pretesa caricato',
    legal_claim_rejected: 'Pretesa non riconosciuta',
    closing_word_given: 'Prima di due firme per la liberazione',
    payout_account_asked: 'Conto di pagamento indicato, codice inviato',
    payout_account_confirmed: 'Conto di pagamento confermato',
  },
  en: {
    end_confirmed: 'End of the tenancy confirmed',
    end_disputed: 'Another end of the tenancy named',
    end_contested: 'End of the tenancy contested',
    end_settled: 'End of the tenancy settled',
    end_undisputed: 'End of the tenancy undisputed',
    year_warned: 'Warned of the payout',
    claim_filed: 'Proof of a claim uploaded',
    legal_claim_rejected: 'Claim not accepted',
    closing_word_given: 'First of two signatures for the closing',
    payout_account_asked: 'Payout account named, code sent',
    payout_account_confirmed: 'Payout account confirmed',
  },
};
