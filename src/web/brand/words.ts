import type { BrandField, BrandProblem } from '../../domain/brand/typed-brand.ts';
import type { Language } from '../../domain/values/language.ts';

type BrandWords = {
  fields: Record<BrandField | 'logo', string>;
  means: Record<BrandField | 'logo', string>;
  inherited: (value: string) => string;
  removeLogo: string;
  pleaseCorrect: string;
  problems: Record<BrandProblem, string>;
};

/** The form in which a brand is set. */
export const BRAND_WORDS: Record<Language, BrandWords> = {
  de: {
    fields: {
      name: 'Name',
      logo: 'Logo',
      colour: 'Farbe',
      senderName: 'Absendername',
      replyTo: 'Antwortadresse',
      footer: 'Fusszeile',
    },
    means: {
      name: 'Steht oben auf Seiten, E-Mails und Dokumenten.',
      logo: 'PNG oder JPEG, höchstens 100 kB und 1000 × 500 Pixel. Es steht auf weissem Grund.',
      colour: 'Als #rrggbb, zum Beispiel #0b6e66. Weisse Schrift muss darauf gut lesbar sein (Kontrast 4,5:1).',
      senderName: 'Von wem die E-Mails kommen. Die Adresse bleibt die des Dienstes.',
      replyTo: 'Wohin Antworten auf E-Mails gehen. Leer: an die verantwortliche Person.',
      footer: 'Steht unter E-Mails, Dokumenten und Seiten.',
    },
    inherited: (value) => `Leer: ${value}.`,
    removeLogo: 'Logo entfernen',
    pleaseCorrect: 'Bitte korrigieren:',
    problems: {
      too_long: 'Das ist zu lang.',
      not_plain: 'Bitte nur gewöhnlichen Text ohne Steuerzeichen.',
      not_a_colour: 'Das ist keine Farbe. Schreiben Sie sie als #rrggbb, zum Beispiel #0b6e66.',
      too_light: 'Diese Farbe ist zu hell: Weisse Schrift ist darauf schlecht lesbar. Wählen Sie eine dunklere.',
      not_an_address: 'Das ist keine gültige E-Mail-Adresse.',
      not_a_picture: 'Diese Datei ist kein Bild im Format PNG oder JPEG.',
      too_large: 'Die Datei ist grösser als 100 kB.',
      too_many_pixels: 'Das Bild ist grösser als 1000 × 500 Pixel.',
      interlaced: 'Dieses PNG ist «interlaced» gespeichert. Speichern Sie es ohne diese Option.',
    },
  },
  fr: {
    fields: {
      name: 'Nom',
      logo: 'Logo',
      colour: 'Couleur',
      senderName: 'Nom de l’expéditeur',
      replyTo: 'Adresse de réponse',
      footer: 'Pied de page',
    },
    means: {
      name: 'Figure en tête des pages, des e-mails et des documents.',
      logo: 'PNG ou JPEG, 100 ko et 1000 × 500 pixels au plus. Il apparaît sur fond blanc.',
      colour:
        'Sous la forme #rrggbb, par exemple #0b6e66. Un texte blanc doit y être bien lisible (contraste de 4,5:1).',
      senderName: 'De qui viennent les e-mails. L’adresse reste celle du service.',
      replyTo: 'Où vont les réponses aux e-mails. Vide\u00a0: à la personne responsable.',
      footer: 'Figure au bas des e-mails, des documents et des pages.',
    },
    inherited: (value) => `Vide\u00a0: ${value}.`,
    removeLogo: 'Supprimer le logo',
    pleaseCorrect: 'Veuillez corriger\u00a0:',
    problems: {
      too_long: 'Ce texte est trop long.',
      not_plain: 'Veuillez saisir un texte simple, sans caractères de commande.',
      not_a_colour: 'Ce n’est pas une couleur. Écrivez-la sous la forme #rrggbb, par exemple #0b6e66.',
      too_light:
        'Cette couleur est trop claire\u00a0: un texte blanc y est difficile à lire. Choisissez-en une plus foncée.',
      not_an_address: 'Cette adresse e-mail n’est pas valable.',
      not_a_picture: 'Ce fichier n’est pas une image PNG ou JPEG.',
      too_large: 'Le fichier dépasse 100 ko.',
      too_many_pixels: 'L’image dépasse 1000 × 500 pixels.',
      interlaced: 'Ce PNG est entrelacé. Enregistrez-le sans cette option.',
    },
  },
  it: {
    fields: {
      name: 'Nome',
      logo: 'Logo',
      colour: 'Colore',
      senderName: 'Nome del mittente',
      replyTo: 'Indirizzo di risposta',
      footer: 'Piè di pagina',
    },
    means: {
      name: 'Figura in testa a pagine, e-mail e documenti.',
      logo: 'PNG o JPEG, al massimo 100 kB e 1000 × 500 pixel. Appare su fondo bianco.',
      colour: 'Nella forma #rrggbb, per esempio #0b6e66. Un testo bianco deve esservi ben leggibile (contrasto 4,5:1).',
      senderName: 'Da chi provengono le e-mail. L’indirizzo resta quello del servizio.',
      replyTo: 'Dove vanno le risposte alle e-mail. Vuoto: alla persona responsabile.',
      footer: 'Figura sotto e-mail, documenti e pagine.',
    },
    inherited: (value) => `Vuoto: ${value}.`,
    removeLogo: 'Rimuovere il logo',
    pleaseCorrect: 'La preghiamo di correggere:',
    problems: {
      too_long: 'Il testo è troppo lungo.',
      not_plain: 'La preghiamo di inserire un testo semplice, senza caratteri di controllo.',
      not_a_colour: 'Non è un colore. Lo scriva nella forma #rrggbb, per esempio #0b6e66.',
      too_light: 'Questo colore è troppo chiaro: un testo bianco vi si legge male. Ne scelga uno più scuro.',
      not_an_address: 'Questo indirizzo e-mail non è valido.',
      not_a_picture: 'Questo file non è un’immagine PNG o JPEG.',
      too_large: 'Il file supera i 100 kB.',
      too_many_pixels: 'L’immagine supera i 1000 × 500 pixel.',
      interlaced: 'Questo PNG è interlacciato. Lo salvi senza questa opzione.',
    },
  },
  en: {
    fields: {
      name: 'Name',
      logo: 'Logo',
      colour: 'Colour',
      senderName: 'Sender name',
      replyTo: 'Reply-to address',
      footer: 'Footer',
    },
    means: {
      name: 'Shown at the top of pages, mails and documents.',
      logo: 'PNG or JPEG, at most 100 kB and 1000 × 500 pixels. It is shown on white.',
      colour: 'As #rrggbb, for example #0b6e66. White text on it must be easy to read (contrast 4.5:1).',
      senderName: 'Whom mails come from. The address stays that of the service.',
      replyTo: 'Where replies to mails go. Empty: to the property manager in charge.',
      footer: 'Shown below mails, documents and pages.',
    },
    inherited: (value) => `Empty: ${value}.`,
    removeLogo: 'Remove the logo',
    pleaseCorrect: 'Please correct:',
    problems: {
      too_long: 'This is too long.',
      not_plain: 'Please use plain text without control characters.',
      not_a_colour: 'This is not a colour. Write it as #rrggbb, for example #0b6e66.',
      too_light: 'This colour is too light: white text on it is hard to read. Choose a darker one.',
      not_an_address: 'This is not a valid e-mail address.',
      not_a_picture: 'This file is not a PNG or JPEG picture.',
      too_large: 'The file is larger than 100 kB.',
      too_many_pixels: 'The picture is larger than 1000 × 500 pixels.',
      interlaced: 'This PNG is interlaced. Save it without that option.',
    },
  },
};
