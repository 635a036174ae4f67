import type { Notifications } from '../../domain/digest/digest.ts';
import type { Language } from '../../domain/values/language.ts';
import { html, type Html } from '../../web/html.ts';
import { selectField } from '../../web/parts.ts';

type NotificationWords = { heading: string; means: string; choices: Record<Notifications, string>; save: string };

const WORDS: Record<Language, NotificationWords> = {
  de: {
    heading: 'Neue Mietkautionen',
    means:
      'Wie wir Ihnen melden, dass Ihr Verwaltungssystem Mietkautionen eröffnet hat. Die Tagesübersicht kommt um 7 Uhr, wenn es Neues gibt.',
    choices: { each: 'Eine E-Mail pro Mietkaution', daily: 'Eine Tagesübersicht' },
    save: 'Speichern',
  },
  fr: {
    heading: 'Nouvelles garanties de loyer',
    means:
      'Comment nous vous annonçons les garanties que votre système de gérance a ouvertes. Le résumé du jour arrive à 7 heures, s’il y a du nouveau.',
    choices: { each: 'Un e-mail par garantie', daily: 'Un résumé par jour' },
    save: 'Enregistrer',
  },
  it: {
    heading: 'Nuovi depositi di garanzia',
    means:
      'Come le annunciamo i depositi aperti dal suo sistema di amministrazione. Il riepilogo del giorno arriva alle 7, se ci sono novità.',
    choices: { each: 'Un’e-mail per ogni deposito', daily: 'Un riepilogo al giorno' },
    save: 'Salva',
  },
  en: {
    heading: 'New rental deposits',
    means:
      'How we tell you that your property-management system has opened rental deposits. The daily digest comes at 7 o’clock, if there is news.',
    choices: { each: 'One e-mail per deposit', daily: 'One digest a day' },
    save: 'Save',
  },
};

export function notificationsCard(
  current: Notifications,
  { token, language }: { token: Html; language: Language },
): Html {
  const { heading, means, choices, save } = WORDS[language];
  return html`<section class="card">
    <h2>${heading}</h2>
    <form method="post" action="/manager/account/notifications">
      ${token}
      ${selectField({
        name: 'notifications',
        label: heading,
        hint: means,
        value: current,
        choices: Object.entries(choices),
      })}
      <button type="submit" class="second">${save}</button>
    </form>
  </section>`;
}
