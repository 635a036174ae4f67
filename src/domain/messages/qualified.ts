import type { Language } from '../values/language.ts';

/** The way to a qualified signature service, for tenants and property managers. */
type QualifiedWords = {
  button: (service: string) => string;
  hint: string;
  title: string;
  lead: (service: string) => string;
  go: (service: string) => string;
  done: string;
  declined: string;
  refused: string;
  outdated: string;
  unreachable: string;
  back: string;
};

export const QUALIFIED_WORDS: Record<Language, QualifiedWords> = {
  de: {
    button: (service) => `Qualifiziert unterzeichnen mit ${service}`,
    hint: 'Sie unterzeichnen dasselbe PDF bei einem Signaturdienst und kehren danach hierher zurück.',
    title: 'Qualifizierte Signatur',
    lead: (service) => `Unterzeichnen Sie das PDF bei ${service}. Danach kehren Sie hierher zurück.`,
    go: (service) => `Weiter zu ${service}`,
    done: 'Ihre qualifizierte Signatur ist eingetroffen.',
    declined:
      'Die Unterschrift wurde beim Signaturdienst abgelehnt. Sie können es erneut versuchen oder hier unterzeichnen.',
    refused:
      'Das zurückgegebene PDF ist nicht gültig unterzeichnet und zählt nicht. Bitte versuchen Sie es erneut oder unterzeichnen Sie hier.',
    outdated:
      'Die Angaben haben sich seither geändert, oder die Unterschrift ist nicht mehr nötig. Bitte prüfen Sie den aktuellen Stand.',
    unreachable: 'Der Signaturdienst ist nicht erreichbar. Bitte versuchen Sie es später oder unterzeichnen Sie hier.',
    back: 'Zurück zur Mietkaution',
  },
  fr: {
    button: (service) => `Signature qualifiée avec ${service}`,
    hint: 'Vous signez le même PDF auprès d’un service de signature, puis vous revenez ici.',
    title: 'Signature qualifiée',
    lead: (service) => `Signez le PDF auprès de ${service}. Vous reviendrez ensuite ici.`,
    go: (service) => `Continuer vers ${service}`,
    done: 'Votre signature qualifiée est arrivée.',
    declined: 'La signature a été refusée auprès du service de signature. Vous pouvez réessayer ou signer ici.',
    refused: 'Le PDF rendu n’est pas signé valablement et ne compte pas. Veuillez réessayer ou signer ici.',
    outdated:
      'Les indications ont changé depuis, ou la signature n’est plus nécessaire. Veuillez vérifier l’état actuel.',
    unreachable: 'Le service de signature est injoignable. Veuillez réessayer plus tard ou signer ici.',
    back: 'Retour à la garantie de loyer',
  },
  it: {
    button: (service) => `Firma qualificata con ${service}`,
    hint: 'Firmi lo stesso PDF presso un servizio di firma e poi ritorni qui.',
    title: 'Firma qualificata',
    lead: (service) => `Firmi il PDF presso ${service}. In seguito ritornerà qui.`,
    go: (service) => `Continua con ${service}`,
    done: 'La sua firma qualificata è arrivata.',
    declined: 'La firma è stata rifiutata presso il servizio di firma. Può riprovare o firmare qui.',
    refused: 'Il PDF restituito non è firmato validamente e non conta. La preghiamo di riprovare o di firmare qui.',
    outdated:
      'Nel frattempo i dati sono cambiati, o la firma non è più necessaria. La preghiamo di verificare lo stato attuale.',
    unreachable: 'Il servizio di firma non è raggiungibile. La preghiamo di riprovare più tardi o di firmare qui.',
    back: 'Ritorno al deposito di garanzia',
  },
  en: {
    button: (service) => `Sign with a qualified signature by ${service}`,
    hint: 'You sign the same PDF at a signature service, and then come back here.',
    title: 'Qualified signature',
    lead: (service) => `Sign the PDF at ${service}. Afterwards you come back here.`,
    go: (service) => `Continue to ${service}`,
    done: 'Your qualified signature has arrived.',
    declined: 'The signature was declined at the signature service. You can try again, or sign here.',
    refused: 'The PDF that came back is not validly signed and does not count. Please try again, or sign here.',
    outdated: 'The data has changed since, or the signature is no longer needed. Please check how it stands now.',
    unreachable: 'The signature service cannot be reached. Please try again later, or sign here.',
    back: 'Back to the deposit',
  },
};
