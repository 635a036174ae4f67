import type { Language } from '../../../domain/values/language.ts';

/** The account that the landlord's share goes to. */
export type LandlordAccountWords = {
  heading: { returned: string; waiting: string };
  returned: (about: { amount: string; reason: string }) => string;
  waiting: (amount: string) => string;
  holder: string;
  holderHint: (organization: string) => string;
  iban: string;
  ibanHint: string;
  bic: string;
  bicHint: string;
  button: string;
  done: string;
  problem: {
    iban_missing: string;
    iban_invalid: string;
    iban_qr: string;
    bic_invalid: string;
    bic_missing: string;
    country_refused: string;
    too_long: string;
  };
};

export const LANDLORD_ACCOUNT_WORDS: Record<Language, LandlordAccountWords> = {
  de: {
    heading: { returned: 'Bitte nennen Sie ein anderes Konto', waiting: 'Für die Auszahlung fehlt noch das Konto' },
    returned: ({ amount, reason }) =>
      `Die Bank hat die Auszahlung von CHF\u00a0${amount} an die Vermieterschaft retourniert. Grund: ${reason}. Mit einem anderen Konto wird sie nochmals ausgeführt.`,
    waiting: (amount) => `Die Auszahlung von CHF ${amount} an die Vermieterschaft wartet auf ein Konto.`,
    holder: 'Inhaberin oder Inhaber des Kontos',
    holderHint: (organization) =>
      `Ohne Angabe: ${organization}. Bei einem anderen Namen als Ihrem oder dem der Vermieterschaft prüfen wir die Auszahlung zuerst.`,
    iban: 'IBAN',
    ibanHint: 'Keine QR-IBAN. Ausbezahlt wird in Schweizer Franken (CHF).',
    bic: 'BIC der Bank',
    bicHint: 'Nur für ein Konto ausserhalb der Schweiz und Liechtensteins.',
    button: 'Konto angeben',
    done: 'Das Konto ist erfasst. Die Auszahlung wird nochmals ausgeführt.',
    problem: {
      iban_missing: 'Bitte nennen Sie die IBAN.',
      iban_invalid: 'Diese IBAN ist nicht gültig.',
      iban_qr: 'Das ist eine QR-IBAN. Bitte nennen Sie die gewöhnliche IBAN.',
      bic_invalid: 'Dieser BIC ist nicht gültig. Er hat 8 oder 11 Zeichen.',
      bic_missing: 'Für dieses Konto braucht es den BIC.',
      country_refused: 'In dieses Land werden keine Zahlungen ausgeführt.',
      too_long: 'Höchstens 70 Zeichen.',
    },
  },
  fr: {
    heading: { returned: 'Veuillez indiquer un autre compte', waiting: 'Il manque encore le compte pour le virement' },
    returned: ({ amount, reason }) =>
      `La banque a retourné le virement de CHF\u00a0${amount} au bailleur. Motif\u00a0: ${reason}. Avec un autre compte, il sera exécuté à nouveau.`,
    waiting: (amount) => `Le virement de CHF ${amount} au bailleur attend un compte.`,
    holder: 'Titulaire du compte',
    holderHint: (organization) =>
      `Sans indication\u00a0: ${organization}. Si ce n’est ni votre nom ni celui du bailleur, nous vérifions d’abord le virement.`,
    iban: 'IBAN',
    ibanHint: 'Pas de QR-IBAN. Le virement est effectué en francs suisses (CHF).',
    bic: 'BIC de la banque',
    bicHint: 'Seulement pour un compte hors de Suisse et du Liechtenstein.',
    button: 'Indiquer le compte',
    done: 'Le compte est enregistré. Le virement sera exécuté à nouveau.',
    problem: {
      iban_missing: 'Veuillez indiquer l’IBAN.',
      iban_invalid: 'Cet IBAN n’est pas valable.',
      iban_qr: 'C’est un QR-IBAN. Veuillez indiquer l’IBAN ordinaire.',
      bic_invalid: 'Ce BIC n’est pas valable. Il a 8 ou 11 caractères.',
      bic_missing: 'Le BIC est nécessaire pour ce compte.',
      country_refused: 'Aucun paiement n’est effectué vers ce pays.',
      too_long: '70 caractères au plus.',
    },
  },
  it: {
    heading: { returned: 'Indichi un altro conto', waiting: 'Manca ancora il conto per il pagamento' },
    returned: ({ amount, reason }) =>
      `La banca ha restituito il pagamento di CHF\u00a0${amount} al locatore. Motivo: ${reason}. Con un altro conto sarà eseguito di nuovo.`,
    waiting: (amount) => `Il pagamento di CHF ${amount} al locatore attende un conto.`,
    holder: 'Titolare del conto',
    holderHint: (organization) =>
      `Senza indicazione: ${organization}. Se non è né il suo nome né quello del locatore, verifichiamo prima il pagamento.`,
    iban: 'IBAN',
    ibanHint: 'Nessun QR-IBAN. Il pagamento avviene in franchi svizzeri (CHF).',
    bic: 'BIC della banca',
    bicHint: 'Solo per un conto fuori dalla Svizzera e dal Liechtenstein.',
    button: 'Indica il conto',
    done: 'Il conto è registrato. Il pagamento sarà eseguito di nuovo.',
    problem: {
      iban_missing: 'Indichi l’IBAN.',
      iban_invalid: 'Questo IBAN non è valido.',
      iban_qr: 'Questo è un QR-IBAN. Indichi l’IBAN normale.',
      bic_invalid: 'Questo BIC non è valido. Ha 8 o 11 caratteri.',
      bic_missing: 'Per questo conto occorre il BIC.',
      country_refused: 'Non si eseguono pagamenti verso questo Paese.',
      too_long: 'Al massimo 70 caratteri.',
    },
  },
  en: {
    heading: { returned: 'Please give another account', waiting: 'The account for the payout is missing' },
    returned: ({ amount, reason }) =>
      `The bank has returned the payout of CHF\u00a0${amount} to the landlord. Reason: ${reason}. With another account, it is paid again.`,
    waiting: (amount) => `The payout of CHF ${amount} to the landlord waits for an account.`,
    holder: 'Holder of the account',
    holderHint: (organization) =>
      `Without it: ${organization}. If it is neither your name nor the landlord’s, we check the payout first.`,
    iban: 'IBAN',
    ibanHint: 'No QR-IBAN. It is paid in Swiss francs (CHF).',
    bic: 'BIC of the bank',
    bicHint: 'Only for an account outside Switzerland and Liechtenstein.',
    button: 'Give the account',
    done: 'The account is recorded. It is paid again.',
    problem: {
      iban_missing: 'Please give the IBAN.',
      iban_invalid: 'This IBAN is not valid.',
      iban_qr: 'This is a QR-IBAN. Please give the ordinary IBAN.',
      bic_invalid: 'This BIC is not valid. It has 8 or 11 characters.',
      bic_missing: 'This account needs its BIC.',
      country_refused: 'No payments are made to this country.',
      too_long: 'At most 70 characters.',
    },
  },
};
