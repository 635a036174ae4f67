import type { Deposit } from '../deposit.ts';
import type { Language } from '../values/language.ts';
import { STEP_NAMES } from './states.ts';

type Refuser = 'bank' | 'insurer';

/** Of a deposit whose bank or insurer has said no: how it stands, and what happens next. */
type RefusedWords = {
  /** In place of the name of the step: nothing is opened or confirmed now. */
  step: Record<Refuser, string>;
  /** To the property manager. */
  whatNext: Record<Refuser, string>;
  tenant: {
    heading: Record<Refuser, string>;
    lead: string;
    ways: string;
    edited: string;
    withdrawn: string;
    accepted: Record<Refuser, string>;
    nothingToDo: string;
  };
};

export const REFUSED_WORDS: Record<Language, RefusedWords> = {
  de: {
    step: { bank: 'Von der Bank abgelehnt', insurer: 'Von der Versicherung abgelehnt' },
    whatNext: {
      bank: 'Sie sind am Zug: Die Bank eröffnet kein Konto, solange die Angaben so bleiben. Die Mieterschaft weiss, dass die Bank abgelehnt hat, aber nicht weshalb.',
      insurer:
        'Sie sind am Zug: Die Versicherung bestätigt keine Deckung, solange die Angaben so bleiben. Die Mieterschaft weiss, dass die Versicherung abgelehnt hat, aber nicht weshalb.',
    },
    tenant: {
      heading: {
        bank: 'Die Bank hat das Konto nicht eröffnet',
        insurer: 'Die Versicherung hat die Deckung nicht bestätigt',
      },
      lead: 'Ihre Mietkaution ist noch nicht in Kraft. Die Verwaltung kennt den Grund und entscheidet, wie es weitergeht.',
      ways: 'Wie geht es weiter?',
      edited:
        'Die Verwaltung ändert die Mietkaution und sendet sie Ihnen neu. Dann erhalten Sie eine E-Mail und unterzeichnen noch einmal.',
      withdrawn:
        'Oder die Verwaltung annulliert diese Mietkaution. Auch dann erhalten Sie eine E-Mail, und diese Unterschriften gelten nicht mehr.',
      accepted: {
        bank: 'Eröffnet die Bank das Konto doch noch, erhalten Sie die Angaben zur Einzahlung per E-Mail.',
        insurer: 'Bestätigt die Versicherung die Deckung doch noch, erhalten Sie eine E-Mail.',
      },
      nothingToDo: 'Sie müssen jetzt nichts tun und nichts bezahlen. Fragen beantwortet Ihre Ansprechperson.',
    },
  },
  fr: {
    step: { bank: 'Refusée par la banque', insurer: 'Refusée par l’assurance' },
    whatNext: {
      bank: 'C’est à vous d’agir\u00a0: la banque n’ouvre pas de compte tant que les données restent telles quelles. Les locataires savent que la banque a refusé, mais pas pourquoi.',
      insurer:
        'C’est à vous d’agir\u00a0: l’assurance ne confirme pas de couverture tant que les données restent telles quelles. Les locataires savent que l’assurance a refusé, mais pas pourquoi.',
    },
    tenant: {
      heading: {
        bank: 'La banque n’a pas ouvert le compte',
        insurer: 'L’assurance n’a pas confirmé la couverture',
      },
      lead: 'Votre garantie de loyer n’est pas encore en vigueur. La gérance connaît la raison et décide de la suite.',
      ways: 'Que se passe-t-il maintenant\u00a0?',
      edited:
        'La gérance modifie la garantie et vous l’envoie à nouveau. Vous recevez alors un e-mail et signez encore une fois.',
      withdrawn:
        'Ou la gérance annule cette garantie. Dans ce cas aussi, vous recevez un e-mail, et les signatures ne valent plus.',
      accepted: {
        bank: 'Si la banque ouvre finalement le compte, vous recevez les indications de versement par e-mail.',
        insurer: 'Si l’assurance confirme finalement la couverture, vous recevez un e-mail.',
      },
      nothingToDo:
        'Vous n’avez rien à faire ni à payer pour l’instant. Votre personne de contact répond à vos questions.',
    },
  },
  it: {
    step: { bank: 'Rifiutato dalla banca', insurer: 'Rifiutato dall’assicurazione' },
    whatNext: {
      bank: 'Tocca a lei: la banca non apre un conto finché i dati restano così. Gli inquilini sanno che la banca ha rifiutato, ma non perché.',
      insurer:
        'Tocca a lei: l’assicurazione non conferma la copertura finché i dati restano così. Gli inquilini sanno che l’assicurazione ha rifiutato, ma non perché.',
    },
    tenant: {
      heading: {
        bank: 'La banca non ha aperto il conto',
        insurer: 'L’assicurazione non ha confermato la copertura',
      },
      lead: 'Il suo deposito di garanzia non è ancora in vigore. L’amministrazione conosce il motivo e decide come procedere.',
      ways: 'Che cosa succede ora?',
      edited:
        'L’amministrazione modifica il deposito e glielo invia di nuovo. In tal caso riceve un’e-mail e firma ancora una volta.',
      withdrawn:
        'Oppure l’amministrazione annulla questo deposito. Anche in questo caso riceve un’e-mail, e le firme non valgono più.',
      accepted: {
        bank: 'Se la banca apre comunque il conto, riceve i dati per il versamento per e-mail.',
        insurer: 'Se l’assicurazione conferma comunque la copertura, riceve un’e-mail.',
      },
      nothingToDo: 'Per ora non deve fare né pagare nulla. La sua persona di contatto risponde alle domande.',
    },
  },
  en: {
    step: { bank: 'Refused by the bank', insurer: 'Refused by the insurer' },
    whatNext: {
      bank: 'It is your turn: the bank opens no account while the details stay as they are. The tenants know that the bank has refused, but not why.',
      insurer:
        'It is your turn: the insurer confirms no cover while the details stay as they are. The tenants know that the insurer has refused, but not why.',
    },
    tenant: {
      heading: {
        bank: 'The bank has not opened the account',
        insurer: 'The insurer has not confirmed the cover',
      },
      lead: 'Your rental deposit is not in force yet. The property management knows the reason and decides what happens next.',
      ways: 'What happens next?',
      edited:
        'The property management changes the deposit and sends it to you again. You then get an e-mail, and sign once more.',
      withdrawn:
        'Or the property management cancels this deposit. Then you get an e-mail, too, and these signatures no longer count.',
      accepted: {
        bank: 'If the bank opens the account after all, you get the payment details by e-mail.',
        insurer: 'If the insurer confirms the cover after all, you get an e-mail.',
      },
      nothingToDo: 'You do not have to do or pay anything now. Your contact person answers questions.',
    },
  },
};

/** What a deposit that is being opened waits for. Null: it is not being opened. */
export function stepName({ step, refusal }: Pick<Deposit, 'step' | 'refusal'>, language: Language): string | null {
  if (step === null) return null;
  return refusal === null ? STEP_NAMES[language][step] : REFUSED_WORDS[language].step[refusal.by];
}
