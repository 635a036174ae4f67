import type { Language } from '../../domain/values/language.ts';

/** Short answers on the page itself; docs/tenant-help.md has them for those who help. */
type HelpWords = {
  heading: string;
  /** At the data that are checked before signing. */
  privacy: string;
  answers: readonly (readonly [question: string, answer: string])[];
};

export const TENANT_HELP_WORDS: Record<Language, HelpWords> = {
  de: {
    heading: 'Häufige Fragen zur Auflösung',
    privacy: 'Wie wir Ihre Daten bearbeiten',
    answers: [
      [
        'Wie löse ich die Mietkaution auf?',
        'Sie nennen den letzten Tag der Miete und den Betrag für die Vermieterschaft. Vor dem Senden sehen Sie, wer wie viel erhält. Bis die Verwaltung geantwortet hat, können Sie den Vorschlag ändern.',
      ],
      [
        'Auf welches Konto wird ausbezahlt?',
        'Sie geben IBAN und Inhaberin oder Inhaber an und bestätigen das Konto mit einem Code, den wir Ihnen senden. Niemand fragt Sie je nach diesem Code.',
      ],
      [
        'Was geschieht ohne Einigung?',
        'Haben Sie die Auflösung vorgeschlagen, zeigt diese Seite den Tag, an dem sie automatisch ausgelöst wird: rund ein Jahr nach dem Ende des Mietverhältnisses, sofern kein Anspruch rechtlich geltend gemacht ist.',
      ],
      [
        'Der letzte Tag der Miete ist falsch. Was kann ich tun?',
        'Hat die Verwaltung den Tag genannt, können Sie ihn auf dieser Seite bestreiten. Dann legt ihn der Betreiber anhand von Belegen fest.',
      ],
    ],
  },
  fr: {
    heading: 'Questions fréquentes sur la libération',
    privacy: 'Comment nous traitons vos données',
    answers: [
      [
        'Comment faire libérer la garantie\u00a0?',
        'Vous indiquez le dernier jour du bail et le montant pour le bailleur. Avant l’envoi, vous voyez qui reçoit combien. Vous pouvez modifier la proposition tant que la gérance n’a pas répondu.',
      ],
      [
        'Sur quel compte le montant est-il viré\u00a0?',
        'Vous indiquez l’IBAN et le titulaire, puis vous confirmez le compte avec un code que nous vous envoyons. Personne ne vous demandera jamais ce code.',
      ],
      [
        'Que se passe-t-il sans accord\u00a0?',
        'Si vous avez proposé la libération, cette page indique le jour où elle sera déclenchée automatiquement\u00a0: environ un an après la fin du bail, sauf prétention invoquée en justice ou par voie de poursuite.',
      ],
      [
        'Le dernier jour du bail est inexact. Que faire\u00a0?',
        'Si la gérance a indiqué cette date, vous pouvez la contester sur cette page. L’exploitant la fixe alors sur la base de justificatifs.',
      ],
    ],
  },
  it: {
    heading: 'Domande frequenti sulla liberazione',
    privacy: 'Come trattiamo i suoi dati',
    answers: [
      [
        'Come si libera il deposito?',
        'Indica l’ultimo giorno della locazione e l’importo per il locatore. Prima dell’invio vede chi riceve quanto. Finché l’amministrazione non ha risposto, può modificare la proposta.',
      ],
      [
        'Su quale conto avviene il pagamento?',
        'Indica l’IBAN e il titolare e conferma il conto con un codice che le inviamo. Nessuno le chiederà mai questo codice.',
      ],
      [
        'Che cosa succede senza accordo?',
        'Se ha proposto la liberazione, questa pagina mostra il giorno in cui sarà disposta automaticamente: circa un anno dopo la fine della locazione, salvo che una pretesa sia stata fatta valere giuridicamente.',
      ],
      [
        'L’ultimo giorno della locazione è sbagliato. Che cosa posso fare?',
        'Se il giorno è stato indicato dall’amministrazione, può contestarlo su questa pagina. In tal caso lo stabilisce il gestore in base a documenti.',
      ],
    ],
  },
  en: {
    heading: 'Common questions about closing',
    privacy: 'How we handle your data',
    answers: [
      [
        'How do I close the deposit?',
        'You name the last day of the tenancy and the amount for the landlord. Before you send it, you see who gets how much. You can change your proposal until the property management has answered.',
      ],
      [
        'To which account is it paid?',
        'You give the IBAN and the holder, and confirm the account with a code that we send you. Nobody will ever ask you for this code.',
      ],
      [
        'What happens without an agreement?',
        'If you proposed the closing, this page shows the day on which it is ordered automatically: about a year after the end of the tenancy, unless a claim has been asserted in court or by debt enforcement.',
      ],
      [
        'The last day of the tenancy is wrong. What can I do?',
        'If the property management named the day, you can contest it on this page. The operator then settles it with evidence.',
      ],
    ],
  },
};
