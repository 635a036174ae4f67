import type { DepositFacts, MailFacts } from '../../domain/effect.ts';
import { amendmentRow, CHANGE_WORDS } from '../../domain/messages/changes.ts';
import { withColon, type Language } from '../../domain/values/language.ts';
import { formatChf } from '../../domain/values/money.ts';
import type { MailText, MailTexts } from './mail-texts.ts';

type ChangeMail = 'change_sign' | 'change_done' | 'change_cancelled' | 'owner_changed';
type Cancelled = Extract<MailFacts, { kind: 'change_cancelled' }>;

type Texts = {
  sign: { subject: string; asks: (organization: string) => string; button: string; personal: string };
  done: { subject: string; says: string; gone: string };
  cancelled: {
    subject: string;
    says: (facts: Cancelled) => string;
    paidBack: (amount: string) => string;
    stays: string;
  };
  owner: { subject: string; says: string };
  contract: string;
  property: string;
  view: string;
};

/** The mails about changes of a deposit in force, in one language. */
export function changeMails(language: Language): Pick<MailTexts['mails'], ChangeMail> {
  const texts = TEXTS[language];
  const subject = (what: string, { property }: DepositFacts): string => `${withColon(what, language)} ${property}`;
  const about = (facts: DepositFacts & { amendment: Cancelled['amendment'] }): NonNullable<MailText['facts']> => {
    const words = CHANGE_WORDS[language];
    const [label, before, after] = amendmentRow(facts.amendment, language);
    return [
      [`${label} (${words.before.toLowerCase()})`, before.replaceAll('\n', ', ')],
      [`${label} (${words.after.toLowerCase()})`, after.replaceAll('\n', ', ')],
      [texts.contract, facts.externalContractId],
      [texts.property, facts.property],
    ];
  };
  const effect = ({ amendment }: { amendment: Cancelled['amendment'] }): string =>
    CHANGE_WORDS[language].effect(amendment);
  return {
    change_sign: (facts) => ({
      subject: subject(texts.sign.subject, facts),
      paragraphs: [texts.sign.asks(facts.organization), effect(facts)],
      facts: about(facts),
      button: texts.sign.button,
      ...(facts.linkToken !== null && { afterword: texts.sign.personal }),
    }),
    change_done: (facts) => ({
      subject: subject(texts.done.subject, facts),
      paragraphs: [texts.done.says, ...(facts.isGone === true ? [texts.done.gone] : [])],
      facts: about(facts),
      button: facts.isGone === true ? null : texts.view,
    }),
    change_cancelled: (facts) => ({
      subject: subject(texts.cancelled.subject, facts),
      paragraphs: [
        texts.cancelled.says(facts),
        ...(facts.paidBack > 0 ? [texts.cancelled.paidBack(`CHF ${formatChf(facts.paidBack)}`)] : []),
        texts.cancelled.stays,
      ],
      facts: about(facts),
      button: facts.isGone === true ? null : texts.view,
    }),
    owner_changed: (facts) => ({
      subject: subject(texts.owner.subject, facts),
      paragraphs: [texts.owner.says, effect(facts)],
      facts: about(facts),
      button: texts.view,
    }),
  };
}

const TEXTS: Record<Language, Texts> = {
  de: {
    sign: {
      subject: 'Änderung der Mietkaution zum Unterzeichnen',
      asks: (organization) =>
        `${organization} möchte eine Mietkaution ändern, die in Kraft ist. Bitte lesen und unterzeichnen Sie den Nachtrag. Bis alle unterzeichnet haben, bleibt alles, wie es ist.`,
      button: 'Änderung ansehen und unterzeichnen',
      personal: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    },
    done: {
      subject: 'Mietkaution geändert',
      says: 'Die folgende Änderung der Mietkaution gilt ab sofort.',
      gone: 'Sie gehören damit nicht mehr zu dieser Mietkaution. Ihr persönlicher Link gilt nicht mehr.',
    },
    cancelled: {
      subject: 'Änderung der Mietkaution abgebrochen',
      says: ({ by, isOvertaken }) =>
        isOvertaken
          ? 'Die Auflösung der Mietkaution wurde eingeleitet. Die folgende Änderung ist damit abgebrochen.'
          : by === 'manager'
            ? 'Die Verwaltung hat die folgende Änderung abgebrochen.'
            : 'Die Mieterschaft hat die folgende Änderung abgebrochen.',
      paidBack: (amount) => `Was dafür einbezahlt ist, ${amount}, geht auf das Konto zurück, von dem es kam.`,
      stays: 'Die Mietkaution bleibt, wie sie vorher war. Zu unterzeichnen oder einzuzahlen ist dafür nichts mehr.',
    },
    owner: {
      subject: 'Neue Vermieterschaft',
      says: 'Die Vermieterschaft Ihres Mietobjekts hat gewechselt. Die Vereinbarung über Ihre Mietkaution ist angepasst. Sie müssen nichts tun.',
    },
    contract: 'Vertrag',
    property: 'Mietobjekt',
    view: 'Mietkaution ansehen',
  },
  fr: {
    sign: {
      subject: 'Modification de la garantie de loyer à signer',
      asks: (organization) =>
        `${organization} souhaite modifier une garantie de loyer en vigueur. Veuillez lire et signer l’avenant. Tant que toutes les parties n’ont pas signé, rien ne change.`,
      button: 'Voir et signer la modification',
      personal: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
    },
    done: {
      subject: 'Garantie de loyer modifiée',
      says: 'La modification suivante de la garantie de loyer est désormais en vigueur.',
      gone: 'Vous ne faites donc plus partie de cette garantie de loyer. Votre lien personnel n’est plus valable.',
    },
    cancelled: {
      subject: 'Modification de la garantie de loyer interrompue',
      says: ({ by, isOvertaken }) =>
        isOvertaken
          ? 'La libération de la garantie de loyer a été demandée. La modification suivante est donc interrompue.'
          : by === 'manager'
            ? 'La gérance a interrompu la modification suivante.'
            : 'Les locataires ont interrompu la modification suivante.',
      paidBack: (amount) => `Le montant versé à cet effet, ${amount}, retourne sur le compte d’où il venait.`,
      stays: 'La garantie de loyer reste comme avant. Il n’y a plus rien à signer ni à verser à cet effet.',
    },
    owner: {
      subject: 'Nouveau bailleur',
      says: 'Le bailleur de votre logement ou local a changé. La convention de garantie de loyer est adaptée. Vous n’avez rien à faire.',
    },
    contract: 'Contrat',
    property: 'Objet loué',
    view: 'Voir la garantie de loyer',
  },
  it: {
    sign: {
      subject: 'Modifica del deposito di garanzia da firmare',
      asks: (organization) =>
        `${organization} desidera modificare un deposito di garanzia in vigore. La preghiamo di leggere e firmare l’aggiunta. Finché non hanno firmato tutti, nulla cambia.`,
      button: 'Vedi e firma la modifica',
      personal: 'Questo link è personale. La preghiamo di non inoltrarlo.',
    },
    done: {
      subject: 'Deposito di garanzia modificato',
      says: 'La seguente modifica del deposito di garanzia è ora in vigore.',
      gone: 'Lei non fa quindi più parte di questo deposito di garanzia. Il suo link personale non è più valido.',
    },
    cancelled: {
      subject: 'Modifica del deposito di garanzia interrotta',
      says: ({ by, isOvertaken }) =>
        isOvertaken
          ? 'È stata chiesta la liberazione del deposito di garanzia. La seguente modifica è quindi interrotta.'
          : by === 'manager'
            ? 'L’amministrazione ha interrotto la seguente modifica.'
            : 'Gli inquilini hanno interrotto la seguente modifica.',
      paidBack: (amount) => `Quanto versato a questo scopo, ${amount}, torna sul conto da cui proveniva.`,
      stays: 'Il deposito di garanzia resta com’era. Non c’è più nulla da firmare o da versare a questo scopo.',
    },
    owner: {
      subject: 'Nuovo locatore',
      says: 'Il locatore del suo oggetto locato è cambiato. La convenzione sul deposito di garanzia è adeguata. Lei non deve fare nulla.',
    },
    contract: 'Contratto',
    property: 'Oggetto locato',
    view: 'Vedi il deposito',
  },
  en: {
    sign: {
      subject: 'Change of the rental deposit to sign',
      asks: (organization) =>
        `${organization} would like to change a rental deposit that is in force. Please read and sign the amendment. Until everyone has signed, everything stays as it is.`,
      button: 'View and sign the change',
      personal: 'This link is personal. Please do not pass it on.',
    },
    done: {
      subject: 'Rental deposit changed',
      says: 'The following change of the rental deposit is now in force.',
      gone: 'You are no longer part of this rental deposit. Your personal link is no longer valid.',
    },
    cancelled: {
      subject: 'Change of the rental deposit cancelled',
      says: ({ by, isOvertaken }) =>
        isOvertaken
          ? 'Closing of the rental deposit was started, so the following change is cancelled.'
          : by === 'manager'
            ? 'The property management has cancelled the following change.'
            : 'The tenants have cancelled the following change.',
      paidBack: (amount) => `What was paid for it, ${amount}, goes back to the account it came from.`,
      stays: 'The rental deposit stays as it was before. There is nothing more to sign or pay for this change.',
    },
    owner: {
      subject: 'New landlord',
      says: 'The landlord of your property has changed. The agreement on your rental deposit has been amended. You do not have to do anything.',
    },
    contract: 'Contract',
    property: 'Property',
    view: 'View the rental deposit',
  },
};
