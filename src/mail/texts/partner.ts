import type { CallbackChange } from '../../domain/messages/callback-change.ts';
import { formatMoment } from '../../domain/values/calendar.ts';
import type { Language } from '../../domain/values/language.ts';
import type { MailTexts } from './mail-texts.ts';

type Texts = {
  subject: (organization: string) => string;
  says: Record<CallbackChange, (organization: string) => string>;
  labels: Record<'organization' | 'address' | 'by' | 'at', string>;
  byKey: string;
  byOperator: string;
  none: string;
  button: string;
  asks: string;
  footer: (partner: string) => string;
};

/** Mails to the people of a partner. */
export function partnerMails(language: Language): Pick<MailTexts['mails'], 'partner_callback_changed'> {
  const { subject, says, labels, byKey, byOperator, none, button, asks, footer } = TEXTS[language];
  return {
    partner_callback_changed: ({ partner, organization, externalOrgId, change, host, by, at }) => ({
      subject: subject(organization),
      paragraphs: [says[change](organization)],
      facts: [
        [labels.organization, `${organization} (${externalOrgId})`],
        [labels.address, host ?? none],
        [labels.by, by.is === 'contact' ? by.who : by.is === 'operator' ? byOperator : byKey],
        [labels.at, formatMoment(new Date(at))],
      ],
      button,
      afterword: asks,
      footer: footer(partner),
    }),
  };
}

const TEXTS: Record<Language, Texts> = {
  de: {
    subject: (organization) => `Callback geändert: ${organization}`,
    says: {
      set: (organization) => `Für ${organization} ist ein Callback gesetzt worden.`,
      changed: (organization) => `Der Callback für ${organization} ist geändert worden.`,
      rotated: (organization) =>
        `Das Geheimnis des Callbacks für ${organization} ist ersetzt worden. Vorerst unterzeichnen beide; hinterlegen Sie das neue in Ihrem Empfänger.`,
      retired: (organization) =>
        `Das ältere Geheimnis des Callbacks für ${organization} ist zurückgezogen worden. Nur das neue unterzeichnet noch.`,
      removed: (organization) =>
        `Der Callback für ${organization} ist entfernt worden. Es wird nichts mehr zugestellt; die Ereignisse können weiterhin gelesen werden.`,
    },
    labels: { organization: 'Organisation', address: 'Empfänger', by: 'Geändert von', at: 'Wann' },
    byKey: 'mit dem Schlüssel des Partners',
    byOperator: 'Betreiber des Dienstes',
    none: 'keiner',
    button: 'Callbacks ansehen',
    asks: 'Waren das nicht Sie? Widerrufen Sie den Schlüssel, setzen Sie die Adresse neu und melden Sie sich beim Betreiber.',
    footer: (partner) => `Sie erhalten diese Nachricht als Admin von ${partner}.`,
  },
  en: {
    subject: (organization) => `Callback changed: ${organization}`,
    says: {
      set: (organization) => `A callback was set for ${organization}.`,
      changed: (organization) => `The callback for ${organization} was changed.`,
      rotated: (organization) =>
        `The secret of the callback for ${organization} was replaced. For now both sign; configure the new one in your receiver.`,
      retired: (organization) =>
        `The older secret of the callback for ${organization} was retired. Only the new one signs from now on.`,
      removed: (organization) =>
        `The callback for ${organization} was removed. Nothing is delivered any more; events can still be read.`,
    },
    labels: { organization: 'Organization', address: 'Receiver', by: 'Changed by', at: 'When' },
    byKey: 'with the key of the partner',
    byOperator: 'operator of the service',
    none: 'none',
    button: 'View the callbacks',
    asks: 'Was it not you? Revoke the key, set the address again and tell the operator.',
    footer: (partner) => `You get this message as an admin of ${partner}.`,
  },
  fr: {
    subject: (organization) => `Callback modifié : ${organization}`,
    says: {
      set: (organization) => `Un callback a été défini pour ${organization}.`,
      changed: (organization) => `Le callback de ${organization} a été modifié.`,
      rotated: (organization) =>
        `Le secret du callback de ${organization} a été remplacé. Pour l’instant, les deux signent ; configurez le nouveau dans votre récepteur.`,
      retired: (organization) =>
        `L’ancien secret du callback de ${organization} a été retiré. Seul le nouveau signe désormais.`,
      removed: (organization) =>
        `Le callback de ${organization} a été supprimé. Plus rien n’est livré ; les événements peuvent toujours être lus.`,
    },
    labels: { organization: 'Organisation', address: 'Récepteur', by: 'Modifié par', at: 'Quand' },
    byKey: 'avec la clé du partenaire',
    byOperator: 'exploitant du service',
    none: 'aucun',
    button: 'Voir les callbacks',
    asks: 'Ce n’était pas vous ? Révoquez la clé, définissez de nouveau l’adresse et informez l’exploitant.',
    footer: (partner) => `Vous recevez ce message en tant qu’admin de ${partner}.`,
  },
  it: {
    subject: (organization) => `Callback modificato: ${organization}`,
    says: {
      set: (organization) => `È stato impostato un callback per ${organization}.`,
      changed: (organization) => `Il callback per ${organization} è stato modificato.`,
      rotated: (organization) =>
        `Il segreto del callback per ${organization} è stato sostituito. Per ora firmano entrambi; inserisca quello nuovo nel suo ricevitore.`,
      retired: (organization) =>
        `Il segreto precedente del callback per ${organization} è stato ritirato. D’ora in poi firma solo quello nuovo.`,
      removed: (organization) =>
        `Il callback per ${organization} è stato rimosso. Non viene più consegnato nulla; gli eventi si possono ancora leggere.`,
    },
    labels: { organization: 'Organizzazione', address: 'Ricevitore', by: 'Modificato da', at: 'Quando' },
    byKey: 'con la chiave del partner',
    byOperator: 'gestore del servizio',
    none: 'nessuno',
    button: 'Vedere i callback',
    asks: 'Non è stato lei? Revochi la chiave, imposti di nuovo l’indirizzo e informi il gestore.',
    footer: (partner) => `Riceve questo messaggio come admin di ${partner}.`,
  },
};
