import type { Language } from '../../domain/values/language.ts';
import { aboutDe } from './facts/de.ts';
import { aboutEn } from './facts/en.ts';
import { aboutFr } from './facts/fr.ts';
import { aboutIt } from './facts/it.ts';
import type { MailTexts } from './mail-texts.ts';

/** Everyone has signed: the agreement is attached. */
export const SIGNED_MAILS: Record<Language, Pick<MailTexts['mails'], 'deposit_signed'>> = {
  de: {
    deposit_signed: (facts, { amount }) => ({
      subject: `Alle haben unterzeichnet: Mietkaution für ${facts.property}`,
      paragraphs: [
        'Alle haben die Vereinbarung über die Mietkaution unterzeichnet. Sie finden sie im Anhang und auf der Seite der Mietkaution.',
        ...(facts.isInForce ? [] : ['Sobald die Mietkaution in Kraft ist, schreiben wir Ihnen noch einmal.']),
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
  },
  fr: {
    deposit_signed: (facts, { amount }) => ({
      subject: `Tout le monde a signé\u00a0: garantie de loyer pour ${facts.property}`,
      paragraphs: [
        'Tout le monde a signé la convention de garantie de loyer. Vous la trouverez en annexe et sur la page de la garantie.',
        ...(facts.isInForce ? [] : ['Dès que la garantie de loyer sera en vigueur, nous vous écrirons à nouveau.']),
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
  },
  it: {
    deposit_signed: (facts, { amount }) => ({
      subject: `Tutti hanno firmato: deposito di garanzia per ${facts.property}`,
      paragraphs: [
        'Tutti hanno firmato la convenzione sul deposito di garanzia. La trova in allegato e sulla pagina del deposito.',
        ...(facts.isInForce ? [] : ['Non appena il deposito di garanzia sarà in vigore, le scriveremo di nuovo.']),
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
  },
  en: {
    deposit_signed: (facts, { amount }) => ({
      subject: `Everyone has signed: rental deposit for ${facts.property}`,
      paragraphs: [
        'Everyone has signed the agreement on the rental deposit. You find it attached, and on the page of the deposit.',
        ...(facts.isInForce ? [] : ['We will write to you again when the rental deposit is in force.']),
      ],
      facts: aboutEn(facts, amount),
      button: 'See the rental deposit',
    }),
  },
};
