import type { FrontWords } from './words.ts';

export const fr: FrontWords = {
  languages: 'Langue',
  title: 'Garanties de loyer pour la Suisse',
  lead: 'Ouvertes par un seul appel, signées par la gérance et les locataires, versées par QR-facture, restituées quand les deux parties sont d’accord.',
  manager: {
    title: 'Gérances',
    text: 'Vérifier, signer, suivre et liquider les garanties de loyer.',
    link: 'Se connecter',
  },
  tenant: {
    title: 'Locataires',
    text: 'Vous accédez à votre garantie par le lien de votre dernier e-mail. Si vous ne l’avez plus, nous vous en envoyons un nouveau.',
    link: 'Demander un nouveau lien',
  },
  partner: {
    title: 'Partenaires logiciels',
    text: 'Un guide avec des exemples exécutables, chaque règle et chaque code d’erreur, et la référence de tous les appels (en anglais).',
    link: 'Guide des partenaires',
  },
  provider: {
    title: 'Banques et assurances',
    text: 'Répondre aux demandes\u00a0: sur les pages, en CSV ou par l’interface.',
    link: 'Se connecter',
  },
  operator: {
    title: 'Exploitant',
    text: 'Configurer, surveiller et approuver (en anglais).',
    link: 'Ouvrir la console',
  },
  demo: {
    title: 'Environnement de test',
    text: 'Ici, tout est fictif\u00a0: l’argent, les e-mails et les signatures. Les e-mails arrivent dans la boîte de l’environnement de test.',
    mailbox: 'Boîte aux lettres',
    guide: 'Guide du bac à sable (en anglais)',
  },
  help: {
    title: 'Aide',
    lead: 'Réponses aux questions fréquentes.',
    sections: [
      {
        title: 'Je ne retrouve plus mon lien',
        paragraphs: [
          'Sur la page d’accueil, sous «\u00a0Locataires\u00a0», demandez un nouveau lien. Il est envoyé à l’adresse e-mail que votre gérance a enregistrée pour vous.',
        ],
      },
      {
        title: 'À qui appartient l’argent\u00a0?',
        paragraphs: [
          'Avec un dépôt bancaire, l’argent se trouve sur un compte ouvert au nom du locataire principal. La banque ne le restitue qu’avec l’accord des deux parties, sur la base d’un jugement exécutoire ou d’un commandement de payer non frappé d’opposition, ou si aucune prétention n’a été invoquée juridiquement dans l’année qui suit la fin du bail (art. 257e CO).',
        ],
      },
      {
        title: 'Comment récupérer ma garantie\u00a0?',
        paragraphs: [
          'Après le départ, une partie propose qui reçoit combien. Si l’autre accepte, la garantie est versée. Les deux voient chaque étape sur leur page et reçoivent un e-mail.',
        ],
      },
      {
        title: 'Je travaille dans une gérance et n’arrive pas à me connecter',
        paragraphs: [
          'La connexion se fait par un lien envoyé à votre adresse e-mail. Si rien n’arrive, demandez à la personne qui administre votre organisation si votre adresse est enregistrée.',
        ],
      },
    ],
    contact: 'Contact',
    nobody:
      'Votre gérance répond aux questions sur votre garantie. Son nom et son adresse figurent sur votre page personnelle.',
  },
  privacy: {
    title: 'Protection des données',
    lead: 'Quelles données personnelles sont traitées ici, dans quel but et pendant combien de temps. La loi fédérale sur la protection des données (LPD) fait foi.',
    controller: 'Responsable',
    sections: [
      {
        title: 'Quelles données, et pourquoi',
        paragraphs: [
          'Des locataires\u00a0: nom, adresse, date de naissance, adresse e-mail, numéro de téléphone, état civil et nationalité, objet loué et garantie, signatures avec heure, adresse IP et navigateur, paiements et comptes. Elles proviennent de la gérance ou des personnes elles-mêmes. Elles servent uniquement à ouvrir, gérer et liquider la garantie de loyer.',
          'Des collaborateurs des gérances, banques et assurances\u00a0: nom, adresse e-mail et ce qu’ils ont fait ici.',
        ],
      },
      {
        title: 'Qui les reçoit',
        paragraphs: [
          'La gérance, la banque ou l’assurance de la garantie, les colocataires pour ce qui concerne leur contrat, et le logiciel de la gérance. Personne d’autre. Il n’y a ni publicité, ni exploitation à d’autres fins.',
        ],
      },
      {
        title: 'Combien de temps',
        paragraphs: [
          'L’état civil et la nationalité sont effacés dès que la garantie est en vigueur. Tout le reste est supprimé dix ans après la libération, car les livres doivent être conservés pendant cette durée (art. 958f CO). Les liens de connexion et les sessions sont effacés peu après leur expiration.',
        ],
      },
      {
        title: 'Cookies et chiffrement',
        paragraphs: [
          'Un cookie maintient la connexion\u00a0; il n’y en a pas d’autre. Les pages ne chargent rien d’autres fournisseurs. Les connexions sont chiffrées, les données et e-mails enregistrés aussi.',
        ],
      },
      {
        title: 'Vos droits',
        paragraphs: [
          'Vous pouvez demander des renseignements sur vos données, faire rectifier celles qui sont inexactes et en demander la remise. Adressez-vous à votre gérance ou au service indiqué ci-dessus. Le Préposé fédéral à la protection des données et à la transparence (PFPDT) reçoit les plaintes.',
        ],
      },
    ],
  },
  imprint: {
    title: 'Impressum',
    unset: 'L’exploitant n’a pas encore donné d’indications.',
    fields: { name: 'Exploitant', address: 'Adresse', phone: 'Téléphone', email: 'E-mail', register: 'Registre' },
  },
};
