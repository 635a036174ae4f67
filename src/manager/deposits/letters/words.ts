import type { Language } from '../../../domain/values/language.ts';

type LetterCardWords = {
  heading: string;
  due: (person: string) => string;
  made: (person: string, when: string) => string;
  none: (person: string) => string;
  means: string;
  button: string;
};

export const LETTER_CARD_WORDS: Record<Language, LetterCardWords> = {
  de: {
    heading: 'Briefe',
    due: (person) => `Ein Brief an ${person} ist fällig.`,
    made: (person, when) => `Der letzte Brief an ${person} ist vom ${when}.`,
    none: (person) => `${person} erhält keine E-Mails von uns.`,
    means:
      'Der Brief führt mit Adresse und QR-Code zur persönlichen Seite. Wer auf Papier unterzeichnet, gibt Ihnen das Papier zurück: Laden Sie es unter «Notizen und Dateien» hoch. Es gilt als Unterschrift, sobald der Betreiber es geprüft hat.',
    button: 'Brief drucken (PDF)',
  },
  fr: {
    heading: 'Lettres',
    due: (person) => `Une lettre à ${person} est à envoyer.`,
    made: (person, when) => `La dernière lettre à ${person} date du ${when}.`,
    none: (person) => `${person} ne reçoit pas d’e-mails de notre part.`,
    means:
      'La lettre mène à la page personnelle par une adresse et un code QR. Qui signe sur papier vous rend le document\u00a0: chargez-le sous «\u00a0Notes et fichiers\u00a0». Il vaut signature dès que l’exploitant l’a vérifié.',
    button: 'Imprimer la lettre (PDF)',
  },
  it: {
    heading: 'Lettere',
    due: (person) => `Una lettera a ${person} è da inviare.`,
    made: (person, when) => `L’ultima lettera a ${person} è del ${when}.`,
    none: (person) => `${person} non riceve e-mail da noi.`,
    means:
      'La lettera porta alla pagina personale con un indirizzo e un codice QR. Chi firma su carta Le restituisce il documento: lo carichi sotto «Note e file». Vale come firma appena il gestore lo ha verificato.',
    button: 'Stampa la lettera (PDF)',
  },
  en: {
    heading: 'Letters',
    due: (person) => `A letter to ${person} is due.`,
    made: (person, when) => `The last letter to ${person} is of ${when}.`,
    none: (person) => `${person} gets no e-mails from us.`,
    means:
      'The letter leads to the personal page by an address and a QR code. Who signs on paper gives you the paper back: upload it under “Notes and files”. It counts as a signature once the operator has checked it.',
    button: 'Print the letter (PDF)',
  },
};
