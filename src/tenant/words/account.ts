import type { Language } from '../../domain/values/language.ts';

/** The account that a tenant's share goes to. */
type PayeeWords = {
  holder: string;
  holderHint: string;
  iban: string;
  /** It is paid in CHF. */
  ibanHint: string;
  bic: string;
  bicHint: string;
  address: string;
  addressHint: { required: string; optional: string };
  street: string;
  streetNumber: string;
  zip: string;
  city: string;
  country: string;
  heading: { returned: string; waiting: string };
  returned: (about: { amount: string; reason: string }) => string;
  waiting: (amount: string) => string;
  button: string;
  /** For the other tenants. */
  onlyMain: (main: string) => string;
};

export const PAYEE_WORDS_OF: Record<Language, PayeeWords> = {
  de: {
    holder: 'Inhaberin oder Inhaber des Kontos',
    holderHint: 'Lautet das Konto auf einen anderen Namen, prüfen wir die Auszahlung zuerst.',
    iban: 'IBAN für Ihren Anteil',
    ibanHint:
      'Ihr eigenes Konto, zum Beispiel CH56 0483 5012 3456 7800 9. Ausbezahlt wird in Schweizer Franken (CHF). Führt Ihr Konto eine andere Währung, rechnet Ihre Bank um.',
    bic: 'BIC der Bank',
    bicHint: 'Nur für ein Konto ausserhalb der Schweiz und Liechtensteins.',
    address: 'Ihre Adresse',
    addressHint: {
      required: 'Das Mietverhältnis ist zu Ende. Die Bank braucht Ihre jetzige Adresse.',
      optional: 'Freiwillig, solange das Mietverhältnis dauert. Nach dem Auszug braucht die Bank Ihre neue Adresse.',
    },
    street: 'Strasse',
    streetNumber: 'Nummer',
    zip: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    heading: { returned: 'Bitte nennen Sie ein anderes Konto', waiting: 'Für die Auszahlung fehlen noch Angaben' },
    returned: ({ amount, reason }) =>
      `Die Bank hat die Auszahlung von CHF\u00a0${amount} retourniert. Grund: ${reason}. Nennen Sie ein anderes Konto, und die Auszahlung wird nochmals ausgeführt.`,
    waiting: (amount) =>
      `Die Auszahlung von CHF\u00a0${amount} an die Mieterschaft wartet, bis Konto und Adresse bekannt sind.`,
    button: 'Konto angeben',
    onlyMain: (main) => `Die Auszahlung wartet auf Angaben. Nur ${main} kann sie ergänzen.`,
  },
  fr: {
    holder: 'Titulaire du compte',
    holderHint: 'Si le compte est à un autre nom, nous vérifions d’abord le virement.',
    iban: 'IBAN pour votre part',
    ibanHint:
      'Votre propre compte, par exemple CH56 0483 5012 3456 7800 9. Le virement est effectué en francs suisses (CHF)\u00a0; votre banque convertit le montant si votre compte est tenu dans une autre monnaie.',
    bic: 'BIC de la banque',
    bicHint: 'Seulement pour un compte hors de Suisse et du Liechtenstein.',
    address: 'Votre adresse',
    addressHint: {
      required: 'Le bail est terminé. La banque a besoin de votre adresse actuelle.',
      optional: 'Facultatif tant que le bail dure. Après le départ, la banque a besoin de votre nouvelle adresse.',
    },
    street: 'Rue',
    streetNumber: 'Numéro',
    zip: 'Code postal',
    city: 'Localité',
    country: 'Pays',
    heading: {
      returned: 'Veuillez indiquer un autre compte',
      waiting: 'Il manque encore des données pour le virement',
    },
    returned: ({ amount, reason }) =>
      `La banque a retourné le virement de CHF\u00a0${amount}. Motif\u00a0: ${reason}. Indiquez un autre compte et le virement sera exécuté à nouveau.`,
    waiting: (amount) =>
      `Le virement de CHF\u00a0${amount} aux locataires attend que le compte et l’adresse soient connus.`,
    button: 'Indiquer le compte',
    onlyMain: (main) => `Des données manquent pour le virement. Il appartient à ${main} de les indiquer.`,
  },
  it: {
    holder: 'Titolare del conto',
    holderHint: 'Se il conto è intestato a un altro nome, verifichiamo prima il pagamento.',
    iban: 'IBAN per la sua parte',
    ibanHint:
      'Il suo conto, per esempio CH56 0483 5012 3456 7800 9. Il pagamento avviene in franchi svizzeri (CHF); se il conto è in un’altra moneta, la sua banca converte l’importo.',
    bic: 'BIC della banca',
    bicHint: 'Solo per un conto fuori dalla Svizzera e dal Liechtenstein.',
    address: 'Il suo indirizzo',
    addressHint: {
      required: 'La locazione è terminata. La banca ha bisogno del suo indirizzo attuale.',
      optional: 'Facoltativo finché dura la locazione. Dopo la partenza la banca ha bisogno del nuovo indirizzo.',
    },
    street: 'Via',
    streetNumber: 'Numero',
    zip: 'Numero postale',
    city: 'Località',
    country: 'Paese',
    heading: { returned: 'Indichi un altro conto', waiting: 'Mancano ancora dati per il pagamento' },
    returned: ({ amount, reason }) =>
      `La banca ha restituito il pagamento di CHF\u00a0${amount}. Motivo: ${reason}. Indichi un altro conto e il pagamento sarà eseguito di nuovo.`,
    waiting: (amount) => `Il pagamento di CHF\u00a0${amount} agli inquilini attende che conto e indirizzo siano noti.`,
    button: 'Indica il conto',
    onlyMain: (main) => `Il pagamento attende dei dati. Solo ${main} può indicarli.`,
  },
  en: {
    holder: 'Holder of the account',
    holderHint: 'If the account is in another name, we check the payout first.',
    iban: 'IBAN for your share',
    ibanHint:
      'Your own account, such as CH56 0483 5012 3456 7800 9. It is paid in Swiss francs (CHF); your bank converts it into another currency.',
    bic: 'BIC of the bank',
    bicHint: 'Only for an account outside Switzerland and Liechtenstein.',
    address: 'Your address',
    addressHint: {
      required: 'The tenancy is over. The bank needs your present address.',
      optional: 'Optional while the tenancy lasts. After you have moved out, the bank needs your new address.',
    },
    street: 'Street',
    streetNumber: 'Number',
    zip: 'Postcode',
    city: 'Town',
    country: 'Country',
    heading: { returned: 'Please give another account', waiting: 'Details are missing for the payout' },
    returned: ({ amount, reason }) =>
      `The bank has returned the payout of CHF\u00a0${amount}. Reason: ${reason}. Give another account, and it is paid again.`,
    waiting: (amount) => `The payout of CHF\u00a0${amount} to the tenants waits until account and address are known.`,
    button: 'Give the account',
    onlyMain: (main) => `The payout waits for details. Only ${main} can give them.`,
  },
};
