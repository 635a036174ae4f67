import type { Language } from '../../../domain/values/language.ts';

/** Review, end of the tenancy, and proof of a claim. */
type ManagerClosingWords = {
  toReview: string;
  proposal: { heading: string; means: string; meansInsurance: string; button: string };
  consent: { heading: string; means: string; meansInsurance: string; button: string };
  account: string;
  noAccount: string;
  changeOwn: string;
  end: { confirm: string; dispute: string; disputeMeans: string; day: string; reason: string; send: string };
  claim: {
    heading: string;
    link: string;
    title: string;
    means: string;
    file: string;
    upload: string;
    problem: Record<'empty' | 'other_content' | 'too_large', string>;
    rejected: string;
  };
  done: Record<'confirm-end' | 'dispute-end' | 'claim', string>;
  back: string;
};

export const MANAGER_CLOSING_WORDS: Record<Language, ManagerClosingWords> = {
  de: {
    toReview: 'Weiter zur Übersicht',
    proposal: {
      heading: 'Stimmt Ihr Vorschlag so?',
      means:
        'Die Mieterschaft wird um ihre Zustimmung gebeten. Stimmt sie zu, wird so ausbezahlt. Bis sie geantwortet hat, können Sie den Vorschlag ändern.',
      meansInsurance:
        'Die Mieterschaft wird um ihre Zustimmung gebeten. Stimmt sie zu, bezahlt die Versicherung die Forderung und fordert sie von der Mieterschaft zurück; danach endet die Deckung.',
      button: 'Vorschlag senden',
    },
    consent: {
      heading: 'Möchten Sie zustimmen?',
      means: 'Mit Ihrer Zustimmung wird die Auszahlung so beauftragt. Das ist endgültig.',
      meansInsurance: 'Mit Ihrer Zustimmung wird die Versicherung so beendet. Das ist endgültig.',
      button: 'Endgültig zustimmen',
    },
    account: 'Konto der Mieterschaft',
    noAccount: 'noch nicht bestätigt',
    changeOwn: 'Eigenen Vorschlag ändern',
    end: {
      confirm: 'Tag bestätigen',
      dispute: 'Anderen Tag nennen',
      disputeMeans:
        'Ihr Tag gilt, bis der Betreiber das Ende anhand von Belegen festgelegt hat. Er darf höchstens 12 Monate in der Zukunft liegen. Ein Gegenvorschlag zum Betrag sagt nichts über den Tag.',
      day: 'Ende des Mietverhältnisses',
      reason: 'Begründung (freiwillig)',
      send: 'Tag nennen',
    },
    claim: {
      heading: 'Anspruch geltend gemacht?',
      link: 'Beleg hochladen',
      title: 'Beleg für einen Anspruch hochladen',
      means:
        'Hat die Vermieterschaft ihren Anspruch mit einem Schlichtungsgesuch, einer Klage oder einer Betreibung geltend gemacht? Laden Sie den Beleg hoch. Die automatische Auszahlung wartet, bis der Betreiber ihn geprüft hat; die Mieterschaft wird informiert.',
      file: 'Beleg (PDF, JPEG oder PNG, höchstens 10 MB)',
      upload: 'Beleg hochladen',
      problem: {
        empty: 'Bitte wählen Sie eine Datei.',
        other_content: 'Diese Datei ist weder PDF noch JPEG oder PNG.',
        too_large: 'Diese Datei ist grösser als 10 MB.',
      },
      rejected: 'Der letzte Beleg wurde nicht anerkannt:',
    },
    done: {
      'confirm-end': 'Das Ende des Mietverhältnisses ist bestätigt.',
      'dispute-end': 'Ihr Tag gilt, bis der Betreiber ihn festgelegt hat. Die Mieterschaft ist informiert.',
      claim: 'Der Beleg ist hochgeladen. Die Auszahlung wartet, bis er geprüft ist.',
    },
    back: 'Zurück',
  },
  fr: {
    toReview: 'Continuer vers l’aperçu',
    proposal: {
      heading: 'Votre proposition est-elle correcte\u00a0?',
      means:
        'Les locataires seront invités à donner leur accord. S’ils acceptent, le virement a lieu ainsi. Vous pouvez modifier la proposition tant qu’ils n’ont pas répondu.',
      meansInsurance:
        'Les locataires seront invités à donner leur accord. S’ils acceptent, l’assurance paie la prétention et la réclame aux locataires\u00a0; la couverture prend ensuite fin.',
      button: 'Envoyer la proposition',
    },
    consent: {
      heading: 'Voulez-vous donner votre accord\u00a0?',
      means: 'Avec votre accord, le virement est ordonné ainsi. C’est définitif.',
      meansInsurance: 'Avec votre accord, l’assurance prend fin ainsi. C’est définitif.',
      button: 'Donner l’accord définitif',
    },
    account: 'Compte des locataires',
    noAccount: 'pas encore confirmé',
    changeOwn: 'Modifier ma proposition',
    end: {
      confirm: 'Confirmer la date',
      dispute: 'Indiquer une autre date',
      disputeMeans:
        'Votre date fait foi jusqu’à ce que l’exploitant ait fixé la fin du bail sur la base de justificatifs. Elle ne peut pas être éloignée de plus de 12 mois. Une contre-proposition sur le montant ne dit rien de la date.',
      day: 'Fin du bail',
      reason: 'Motif (facultatif)',
      send: 'Indiquer la date',
    },
    claim: {
      heading: 'Prétention invoquée\u00a0?',
      link: 'Envoyer un justificatif',
      title: 'Envoyer le justificatif d’une prétention',
      means:
        'Le bailleur a-t-il fait valoir sa prétention par une requête en conciliation, une demande en justice ou une poursuite\u00a0? Envoyez le justificatif. Le virement automatique attend que l’exploitant l’ait examiné\u00a0; les locataires en sont informés.',
      file: 'Justificatif (PDF, JPEG ou PNG, 10 Mo au maximum)',
      upload: 'Envoyer le justificatif',
      problem: {
        empty: 'Veuillez choisir un fichier.',
        other_content: 'Ce fichier n’est ni un PDF, ni un JPEG, ni un PNG.',
        too_large: 'Ce fichier dépasse 10 Mo.',
      },
      rejected: 'Le dernier justificatif n’a pas été reconnu\u00a0:',
    },
    done: {
      'confirm-end': 'La fin du bail est confirmée.',
      'dispute-end': 'Votre date fait foi jusqu’à ce que l’exploitant l’ait fixée. Les locataires sont informés.',
      claim: 'Le justificatif est envoyé. Le virement attend qu’il soit examiné.',
    },
    back: 'Retour',
  },
  it: {
    toReview: 'Avanti al riepilogo',
    proposal: {
      heading: 'La sua proposta è corretta?',
      means:
        'Agli inquilini viene chiesto il consenso. Se acconsentono, il pagamento avviene così. Finché non hanno risposto, può modificare la proposta.',
      meansInsurance:
        'Agli inquilini viene chiesto il consenso. Se acconsentono, l’assicurazione paga la pretesa e ne chiede il rimborso agli inquilini; poi la copertura termina.',
      button: 'Invia la proposta',
    },
    consent: {
      heading: 'Vuole acconsentire?',
      means: 'Con il suo consenso il pagamento è disposto così. È definitivo.',
      meansInsurance: 'Con il suo consenso l’assicurazione termina così. È definitivo.',
      button: 'Acconsenti definitivamente',
    },
    account: 'Conto degli inquilini',
    noAccount: 'non ancora confermato',
    changeOwn: 'Modifica la mia proposta',
    end: {
      confirm: 'Conferma il giorno',
      dispute: 'Indica un altro giorno',
      disputeMeans:
        'Il suo giorno vale finché il gestore non avrà stabilito la fine in base a documenti. Può essere al massimo tra 12 mesi. Una controproposta sull’importo non dice nulla sul giorno.',
      day: 'Fine della locazione',
      reason: 'Motivo (facoltativo)',
      send: 'Indica il giorno',
    },
    claim: {
      heading: 'Pretesa fatta valere?',
      link: 'Carica un documento',
      title: 'Carica il documento di una pretesa',
      means:
        'Il locatore ha fatto valere la sua pretesa con un’istanza di conciliazione, un’azione giudiziaria o un’esecuzione? Carichi il documento. Il pagamento automatico attende che il gestore lo abbia esaminato; gli inquilini ne sono informati.',
      file: 'Documento (PDF, JPEG o PNG, al massimo 10 MB)',
      upload: 'Carica il documento',
      problem: {
        empty: 'Scelga un file.',
        other_content: 'Questo file non è né PDF né JPEG né PNG.',
        too_large: 'Questo file supera i 10 MB.',
      },
      rejected: 'L’ultimo documento non è stato riconosciuto:',
    },
    done: {
      'confirm-end': 'La fine della locazione è confermata.',
      'dispute-end': 'Il suo giorno vale finché il gestore non lo avrà stabilito. Gli inquilini sono informati.',
      claim: 'Il documento è caricato. Il pagamento attende che sia esaminato.',
    },
    back: 'Indietro',
  },
  en: {
    toReview: 'Continue to review',
    proposal: {
      heading: 'Is your proposal right?',
      means:
        'The tenants are asked to agree. If they do, it is paid out like this. Until they have answered, you can change the proposal.',
      meansInsurance:
        'The tenants are asked to agree. If they do, the insurer pays the claim and reclaims it from the tenants; then the cover ends.',
      button: 'Send the proposal',
    },
    consent: {
      heading: 'Do you want to agree?',
      means: 'With your consent the payout is ordered like this. That is final.',
      meansInsurance: 'With your consent the insurance is ended like this. That is final.',
      button: 'Agree, finally',
    },
    account: 'Tenants’ account',
    noAccount: 'not confirmed yet',
    changeOwn: 'Change your own proposal',
    end: {
      confirm: 'Confirm the day',
      dispute: 'Name another day',
      disputeMeans:
        'Your day counts until the operator has settled the end with evidence. It must be at most 12 months ahead. A counter-proposal about the amount says nothing about the day.',
      day: 'End of the tenancy',
      reason: 'Reason (optional)',
      send: 'Name the day',
    },
    claim: {
      heading: 'Claim asserted?',
      link: 'Upload proof',
      title: 'Upload proof of a claim',
      means:
        'Has the landlord asserted the claim with a conciliation request, in court or by debt enforcement? Upload the proof. The automatic payout waits until the operator has checked it; the tenants are told.',
      file: 'Proof (PDF, JPEG or PNG, at most 10 MB)',
      upload: 'Upload the proof',
      problem: {
        empty: 'Please choose a file.',
        other_content: 'This file is neither PDF nor JPEG nor PNG.',
        too_large: 'This file is larger than 10 MB.',
      },
      rejected: 'The last proof was not accepted:',
    },
    done: {
      'confirm-end': 'The end of the tenancy is confirmed.',
      'dispute-end': 'Your day counts until the operator has settled it. The tenants are told.',
      claim: 'The proof is uploaded. The payout waits until it is checked.',
    },
    back: 'Back',
  },
};
