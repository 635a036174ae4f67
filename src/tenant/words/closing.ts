import type { Product } from '../../domain/product.ts';
import type { Language } from '../../domain/values/language.ts';

type ReviewWords = { heading: string; means: Record<Product, string>; button: string };

/** Review, joint signature, end of the tenancy, and the account with its code. */
type TenantClosingWords = {
  toReview: string;
  review: Record<'proposal' | 'consent' | 'demand', ReviewWords>;
  back: string;
  account: string;
  noAccount: string;
  accountLater: string;
  contest: { heading: string; means: string; reason: string; button: string };
  /** Joint signature by two. */
  ownWord: (other: string) => string;
  otherWord: Record<'proposal' | 'consent', (other: string) => string>;
  sayTheSame: string;
  payee: {
    heading: string;
    current: (about: { holder: string; account: string }) => string;
    none: string;
    change: string;
    give: string;
    means: string;
  };
  code: {
    heading: string;
    sent: (email: string) => string;
    forAccount: string;
    label: string;
    hint: string;
    button: string;
    wrong: string;
    ended: string;
    tooMany: string;
    again: string;
    done: string;
  };
};

export const TENANT_CLOSING_WORDS: Record<Language, TenantClosingWords> = {
  de: {
    toReview: 'Weiter zur Übersicht',
    review: {
      proposal: {
        heading: 'Stimmt Ihr Vorschlag so?',
        means: {
          bank_deposit:
            'Die Verwaltung wird um ihre Zustimmung gebeten. Stimmt sie zu, wird die Mietkaution so ausbezahlt. Bis sie geantwortet hat, können Sie den Vorschlag ändern.',
          insurance:
            'Die Verwaltung wird um ihre Zustimmung gebeten. Stimmt sie zu, wird die Versicherung so beendet. Bis sie geantwortet hat, können Sie den Vorschlag ändern.',
        },
        button: 'Vorschlag verbindlich senden',
      },
      consent: {
        heading: 'Möchten Sie zustimmen?',
        means: {
          bank_deposit: 'Mit Ihrer Zustimmung wird die Auszahlung so in Auftrag gegeben. Das ist endgültig.',
          insurance: 'Mit Ihrer Zustimmung wird die Versicherung so beendet. Das ist endgültig.',
        },
        button: 'Ich stimme endgültig zu',
      },
      demand: {
        heading: 'Möchten Sie die ganze Mietkaution verlangen?',
        means: {
          bank_deposit: 'Die Auszahlung der ganzen Mietkaution an Sie wird in Auftrag gegeben. Das ist endgültig.',
          insurance: 'Die Versicherung wird beendet. Das ist endgültig.',
        },
        button: 'Die ganze Mietkaution verlangen',
      },
    },
    back: 'Zurück',
    account: 'Konto der Mieterschaft',
    noAccount: 'noch nicht bestätigt',
    accountLater: 'Der Anteil der Mieterschaft wird überwiesen, sobald das Konto bestätigt ist.',
    contest: {
      heading: 'Ein anderer Tag ist richtig',
      means:
        'Die Verwaltung hat diesen Tag genannt. Ist er falsch, legt der Betreiber von Depono ihn anhand von Belegen fest. Bis dahin gilt der Tag der Verwaltung.',
      reason: 'Begründung (freiwillig)',
      button: 'Tag bestreiten',
    },
    ownWord: (other) =>
      `Sie haben sich erklärt. Weil Sie zu zweien zeichnen, gilt es erst, wenn auch ${other} dasselbe erklärt. Bis dahin können Sie Ihre Erklärung ändern.`,
    otherWord: {
      proposal: (other) => `${other} möchte die Mietkaution so auflösen. Es gilt erst, wenn auch Sie es erklären.`,
      consent: (other) => `${other} hat dem Vorschlag zugestimmt. Die Zustimmung gilt erst, wenn auch Sie sie geben.`,
    },
    sayTheSame: 'Prüfen und mitunterzeichnen',
    payee: {
      heading: 'Konto für die Auszahlung',
      current: ({ holder, account }) => `Der Anteil der Mieterschaft geht auf das Konto ${account}, ${holder}.`,
      none: 'Es ist noch kein Konto für den Anteil der Mieterschaft bestätigt.',
      change: 'Anderes Konto angeben',
      give: 'Konto angeben',
      means: 'Zur Sicherheit senden wir Ihnen einen Code, mit dem Sie das Konto bestätigen.',
    },
    code: {
      heading: 'Bitte bestätigen Sie das Konto',
      sent: (email) => `Wir haben einen Code an ${email} gesandt. Er gilt 15 Minuten.`,
      forAccount: 'Konto',
      label: 'Code',
      hint: 'Sechs Ziffern',
      button: 'Konto bestätigen',
      wrong: 'Dieser Code ist falsch. Bitte prüfen Sie ihn.',
      ended: 'Dieser Code gilt nicht mehr. Bitte geben Sie das Konto noch einmal an.',
      tooMany: 'Heute wurden zu viele Codes versandt. Bitte versuchen Sie es morgen wieder.',
      again: 'Zurück zum Konto',
      done: 'Das Konto ist bestätigt.',
    },
  },
  fr: {
    toReview: 'Continuer vers l’aperçu',
    review: {
      proposal: {
        heading: 'Votre proposition est-elle correcte\u00a0?',
        means: {
          bank_deposit:
            'La gérance sera invitée à donner son accord. Si elle accepte, le montant sera viré ainsi. Vous pouvez modifier la proposition tant qu’elle n’a pas répondu.',
          insurance:
            'La gérance sera invitée à donner son accord. Si elle accepte, l’assurance prendra fin ainsi. Vous pouvez modifier la proposition tant qu’elle n’a pas répondu.',
        },
        button: 'Envoyer la proposition',
      },
      consent: {
        heading: 'Voulez-vous donner votre accord\u00a0?',
        means: {
          bank_deposit: 'Avec votre accord, le virement est ordonné ainsi. C’est définitif.',
          insurance: 'Avec votre accord, l’assurance prend fin ainsi. C’est définitif.',
        },
        button: 'Donner mon accord définitif',
      },
      demand: {
        heading: 'Voulez-vous exiger toute la garantie\u00a0?',
        means: {
          bank_deposit: 'Le virement de toute la garantie en votre faveur est ordonné. C’est définitif.',
          insurance: 'L’assurance prend fin. C’est définitif.',
        },
        button: 'Exiger toute la garantie',
      },
    },
    back: 'Retour',
    account: 'Compte des locataires',
    noAccount: 'pas encore confirmé',
    accountLater: 'La part des locataires sera virée dès que le compte sera confirmé.',
    contest: {
      heading: 'Une autre date est exacte',
      means:
        'La gérance a indiqué cette date. Si elle est inexacte, l’exploitant de Depono la fixe sur la base de justificatifs. D’ici là, la date de la gérance fait foi.',
      reason: 'Motif (facultatif)',
      button: 'Contester la date',
    },
    ownWord: (other) =>
      `Votre déclaration est enregistrée. Comme vous signez collectivement à deux, elle ne vaut que lorsque ${other} déclare la même chose. D’ici là, vous pouvez modifier votre déclaration.`,
    otherWord: {
      proposal: (other) =>
        `${other} souhaite libérer la garantie ainsi. Cela ne vaut que lorsque vous le déclarez aussi.`,
      consent: (other) => `${other} a accepté la proposition. L’accord ne vaut que lorsque vous le donnez aussi.`,
    },
    sayTheSame: 'Vérifier et cosigner',
    payee: {
      heading: 'Compte pour le virement',
      current: ({ holder, account }) => `La part des locataires est versée sur le compte ${account}, ${holder}.`,
      none: 'Aucun compte n’est encore confirmé pour la part des locataires.',
      change: 'Indiquer un autre compte',
      give: 'Indiquer le compte',
      means: 'Par sécurité, nous vous envoyons un code pour confirmer le compte.',
    },
    code: {
      heading: 'Veuillez confirmer le compte',
      sent: (email) => `Nous avons envoyé un code à ${email}. Il est valable 15 minutes.`,
      forAccount: 'Compte',
      label: 'Code',
      hint: 'Six chiffres',
      button: 'Confirmer le compte',
      wrong: 'Ce code est erroné. Veuillez le vérifier.',
      ended: 'Ce code n’est plus valable. Veuillez indiquer le compte encore une fois.',
      tooMany: 'Trop de codes ont été envoyés aujourd’hui. Veuillez réessayer demain.',
      again: 'Retour au compte',
      done: 'Le compte est confirmé.',
    },
  },
  it: {
    toReview: 'Avanti al riepilogo',
    review: {
      proposal: {
        heading: 'La sua proposta è corretta?',
        means: {
          bank_deposit:
            'All’amministrazione viene chiesto il consenso. Se acconsente, il deposito è pagato così. Finché non ha risposto, può modificare la proposta.',
          insurance:
            'All’amministrazione viene chiesto il consenso. Se acconsente, l’assicurazione termina così. Finché non ha risposto, può modificare la proposta.',
        },
        button: 'Invia la proposta',
      },
      consent: {
        heading: 'Vuole acconsentire?',
        means: {
          bank_deposit: 'Con il suo consenso il pagamento è disposto così. È definitivo.',
          insurance: 'Con il suo consenso l’assicurazione termina così. È definitivo.',
        },
        button: 'Acconsento definitivamente',
      },
      demand: {
        heading: 'Vuole chiedere l’intero deposito?',
        means: {
          bank_deposit: 'Il pagamento dell’intero deposito a suo favore è disposto. È definitivo.',
          insurance: 'L’assicurazione termina. È definitivo.',
        },
        button: 'Chiedi l’intero deposito',
      },
    },
    back: 'Indietro',
    account: 'Conto degli inquilini',
    noAccount: 'non ancora confermato',
    accountLater: 'La quota degli inquilini sarà versata non appena il conto è confermato.',
    contest: {
      heading: 'È giusto un altro giorno',
      means:
        'L’amministrazione ha indicato questo giorno. Se è sbagliato, il gestore di Depono lo stabilisce in base a documenti. Fino ad allora vale il giorno dell’amministrazione.',
      reason: 'Motivo (facoltativo)',
      button: 'Contesta il giorno',
    },
    ownWord: (other) =>
      `La sua dichiarazione è registrata. Poiché firmate collettivamente a due, vale solo quando anche ${other} dichiara la stessa cosa. Fino ad allora può modificare la sua dichiarazione.`,
    otherWord: {
      proposal: (other) => `${other} desidera liberare il deposito così. Vale solo quando lo dichiara anche lei.`,
      consent: (other) => `${other} ha accettato la proposta. Il consenso vale solo quando lo dà anche lei.`,
    },
    sayTheSame: 'Verifica e cofirma',
    payee: {
      heading: 'Conto per il pagamento',
      current: ({ holder, account }) => `La quota degli inquilini va sul conto ${account}, ${holder}.`,
      none: 'Non è ancora confermato alcun conto per la quota degli inquilini.',
      change: 'Indica un altro conto',
      give: 'Indica il conto',
      means: 'Per sicurezza le inviamo un codice con cui confermare il conto.',
    },
    code: {
      heading: 'Confermi il conto',
      sent: (email) => `Abbiamo inviato un codice a ${email}. È valido 15 minuti.`,
      forAccount: 'Conto',
      label: 'Codice',
      hint: 'Sei cifre',
      button: 'Conferma il conto',
      wrong: 'Questo codice è errato. Lo verifichi.',
      ended: 'Questo codice non è più valido. Indichi di nuovo il conto.',
      tooMany: 'Oggi sono stati inviati troppi codici. Riprovi domani.',
      again: 'Torna al conto',
      done: 'Il conto è confermato.',
    },
  },
  en: {
    toReview: 'Continue to review',
    review: {
      proposal: {
        heading: 'Is your proposal right?',
        means: {
          bank_deposit:
            'The property management is asked to agree. If it does, the deposit is paid out like this. Until it has answered, you can change the proposal.',
          insurance:
            'The property management is asked to agree. If it does, the insurance is ended like this. Until it has answered, you can change the proposal.',
        },
        button: 'Send the proposal',
      },
      consent: {
        heading: 'Do you want to agree?',
        means: {
          bank_deposit: 'With your consent the payout is ordered like this. That is final.',
          insurance: 'With your consent the insurance is ended like this. That is final.',
        },
        button: 'Yes, I agree',
      },
      demand: {
        heading: 'Do you want to claim the whole deposit?',
        means: {
          bank_deposit: 'The payout of the whole deposit to you is ordered. That is final.',
          insurance: 'The insurance is ended. That is final.',
        },
        button: 'Claim the whole deposit',
      },
    },
    back: 'Back',
    account: 'Tenants’ account',
    noAccount: 'not confirmed yet',
    accountLater: 'The tenants’ share is paid once the account is confirmed.',
    contest: {
      heading: 'Another day is right',
      means:
        'The property management has named this day. If it is wrong, the operator of Depono settles it with evidence. Until then the property management’s day counts.',
      reason: 'Reason (optional)',
      button: 'Contest the day',
    },
    ownWord: (other) =>
      `Your statement is recorded. You sign jointly, so it counts once ${other} says the same. Until then you can change it.`,
    otherWord: {
      proposal: (other) => `${other} wants to close the deposit like this. It counts once you say the same.`,
      consent: (other) => `${other} has agreed to the proposal. The consent counts once you give it, too.`,
    },
    sayTheSame: 'Check and sign, too',
    payee: {
      heading: 'Payout account',
      current: ({ holder, account }) => `The tenants’ share goes to the account ${account}, ${holder}.`,
      none: 'No account is confirmed yet for the tenants’ share.',
      change: 'Name another account',
      give: 'Name the account',
      means: 'To be safe, we send you a code with which you confirm the account.',
    },
    code: {
      heading: 'Please confirm the account',
      sent: (email) => `We have sent a code to ${email}. It is valid for 15 minutes.`,
      forAccount: 'Account',
      label: 'Code',
      hint: 'Six digits',
      button: 'Confirm the account',
      wrong: 'This code is wrong. Please check it.',
      ended: 'This code is no longer valid. Please name the account again.',
      tooMany: 'Too many codes were sent today. Please try again tomorrow.',
      again: 'Back to the account',
      done: 'The account is confirmed.',
    },
  },
};
