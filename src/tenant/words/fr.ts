import { CHOICE_WORDS } from '../../domain/messages/choices.ts';
import type { TenantWords } from './words.ts';

export const fr: TenantWords = {
  title: 'Votre garantie de loyer',
  languages: 'Langue',
  languageName: 'Français',
  home: 'Objet loué',
  management: 'Gérance',
  landlord: 'Bailleur',
  amount: 'Garantie de loyer',
  form: 'Forme de la garantie',
  rentalStart: 'Début du bail',
  contract: 'Contrat',
  account: 'Compte (IBAN)',
  products: { bank_deposit: 'Dépôt bancaire', insurance: 'Assurance de garantie' },
  questions: 'Avez-vous des questions\u00a0?',
  questionsMeans: 'Votre personne de contact à la gérance vous aide volontiers\u00a0:',
  mailSubject: (contract) => `Garantie de loyer, contrat ${contract}`,
  documents: 'Vos documents',
  documentNames: {
    agreement: 'Convention de garantie de loyer',
    pay_in: 'Confirmation du versement',
    pay_out: 'Confirmation de la libération',
    certificate: 'Certificat d’assurance',
    year_statement: 'Aperçu du compte',
    withdrawal: 'Confirmation d’annulation',
  },
  problems: 'Veuillez vérifier les points suivants\u00a0:',
  problem: {
    product_missing: 'Veuillez choisir le dépôt bancaire ou l’assurance de garantie.',
    product_of_main_tenant: 'La forme de la garantie est choisie par le locataire principal.',
    product_not_free: 'La forme est déjà fixée et ne peut pas être modifiée ici.',
    name_missing: 'Veuillez saisir votre prénom et votre nom.',
    name_differs: 'Le nom ne correspond pas à vos données. Veuillez le saisir tel qu’il figure ci-dessus.',
    consent_missing: 'Veuillez confirmer votre accord.',
    day_invalid: 'Veuillez indiquer une date.',
    day_before_start: 'Le bail ne peut pas prendre fin avant d’avoir commencé.',
    day_long_ago: 'Cette date est trop ancienne pour demander la libération ici. Veuillez vous adresser à la gérance.',
    day_too_far: 'Cette date est trop éloignée dans le futur.',
    amount_invalid: 'Veuillez indiquer un montant en francs, par exemple 250.00.',
    amount_too_much: 'Le montant ne peut pas dépasser la garantie.',
    reason_too_long: 'Veuillez être plus bref\u00a0: 1000 caractères au maximum.',
    iban_missing: 'Veuillez indiquer le compte sur lequel votre part doit être virée.',
    iban_invalid: 'Cet IBAN n’est pas valable. Veuillez vérifier chaque caractère.',
    iban_qr: 'C’est un QR-IBAN. Veuillez indiquer l’IBAN ordinaire du compte.',
    bic_missing: 'Pour un compte hors de Suisse et du Liechtenstein, le BIC de la banque est nécessaire.',
    bic_invalid: 'Ce BIC n’est pas valable. Il a 8 ou 11 caractères.',
    country_refused: 'Aucun paiement n’est fait vers ce pays.',
    line_too_long: 'Veuillez raccourcir\u00a0: 70 caractères au plus.',
    street_missing: 'Veuillez indiquer la rue.',
    zip_missing: 'Veuillez indiquer le code postal.',
    zip_invalid: 'Un code postal suisse a quatre chiffres.',
    city_missing: 'Veuillez indiquer la localité.',
    email_invalid: 'Veuillez indiquer une adresse e-mail valable.',
  },
  onlyMain: (main) =>
    `La garantie est au nom de ${main}. Seule cette personne peut donc demander la libération, y répondre et indiquer le compte. Vous pouvez tout suivre ici.`,
  progress: 'Où en est votre garantie',
  steps: {
    sign: 'Signer',
    account: 'Ouverture du compte',
    pay: 'Verser',
    cover: 'Confirmation de l’assurance',
    payOrCover: 'Verser ou assurer',
    inForce: 'En vigueur',
    agree: 'Accord',
    payout: 'Virement',
    coverEnds: 'Fin de la couverture',
    done: 'Clôturée',
  },
  signing: {
    heading: 'Veuillez signer votre garantie de loyer',
    lead: (organization) =>
      `${organization} a préparé une garantie de loyer pour votre bail. Prenez le temps de tout lire, puis signez au bas de cette page. Il vous faudra environ cinq minutes.`,
    what: 'De quoi s’agit-il\u00a0?',
    whatIsIt:
      'La garantie de loyer est une sûreté pour le bailleur, par exemple pour des loyers impayés ou des dégâts à la fin du bail. Ce ne sont pas des frais.',
    whatNext:
      'Dès que tous ont signé, la banque ouvre le compte ou l’assurance confirme la couverture. Nous vous écrivons dès que vous avez quelque chose à faire.',
    choose: 'Choisir entre dépôt bancaire et assurance',
    chooseMeans: 'Vous avez le choix. Les deux formes garantissent le même montant.',
    fixed: (product) => `La forme de cette garantie est fixée\u00a0: ${product}.`,
    conditionsOf: (provider) => `Conditions de ${provider} (s’ouvre dans une nouvelle fenêtre)`,
    mainChooses: (main) => `${main} choisit entre ces deux formes. Votre signature vaut pour l’une comme pour l’autre.`,
    differences: ({ product, amount, shown: { holder, isShared } }) =>
      product === 'bank_deposit'
        ? [
            `Vous versez CHF\u00a0${amount} une seule fois.`,
            `L’argent se trouve sur un compte ouvert ${holder === null ? 'à votre nom' : `au nom de ${holder}`}.`,
            isShared
              ? 'Il appartient aux locataires, intérêts compris.'
              : 'Il continue de vous appartenir, intérêts compris.',
            'Pas de prime annuelle.',
            'À la fin du bail, il vous est restitué, sous réserve de prétentions du bailleur.',
          ]
        : [
            'Vous ne versez pas de garantie.',
            'Vous payez chaque année une prime à l’assurance. Elle n’est pas remboursée.',
            `L’assurance répond envers le bailleur jusqu’à CHF\u00a0${amount}.`,
            'Si elle doit payer, elle vous réclame le montant versé.',
          ],
    mainActs: ({ main, title }) => {
      const role = title === 'ms' ? 'locataire principale' : 'locataire principal';
      return main === null
        ? `Vous êtes ${role}. Le compte ou l’assurance est à votre nom. À la fin du bail, vous agissez pour tous\u00a0: vous proposez la répartition, donnez l’accord et indiquez le compte pour le virement. Les autres sont informés par e-mail.`
        : `${main} est ${role}. Le compte ou l’assurance est à ce nom. À la fin du bail, ${main} agit pour tous\u00a0: cette personne propose la répartition, donne l’accord et indique le compte pour le virement. Nous vous informons par e-mail.`;
    },
    bothAct:
      'Vous signez collectivement à deux. À la fin du bail aussi, une déclaration ne vaut que lorsque les deux personnes ont déclaré la même chose.',
    check: 'Vérifier vos données',
    checkMeans: 'Voici les données que la gérance nous a transmises. Elles ne sont visibles que par vous.',
    wrong: 'Une erreur\u00a0? Écrivez à la gérance avant de signer',
    others: 'Signent avec vous',
    read: 'Lire la convention',
    readMeans: 'Voici le texte complet.',
    issuedIn: {
      de: 'La convention signée est établie en allemand.',
      fr: 'La convention signée est établie en français.',
      it: 'La convention signée est établie en italien.',
      en: 'La convention signée est établie en anglais.',
    },
    draft: 'Projet en PDF',
    sign: 'Signer',
    signFor: (company) => `Vous signez pour ${company}.`,
    name: 'Vos prénom et nom',
    nameHint: (name) => `Saisissez votre nom tel qu’il figure ci-dessus\u00a0: ${name}`,
    consent: 'J’ai vérifié mes données et lu la convention. Je l’accepte.',
    button: 'Signer maintenant',
    evidence:
      'À titre de preuve, nous conservons\u00a0: votre nom tel que saisi, la date et l’heure, votre adresse IP, votre navigateur et une empreinte de la convention.',
  },
  data: {
    name: 'Nom',
    birthDate: 'Date de naissance',
    nationality: 'Nationalité',
    civilStatus: 'État civil',
    civilStatuses: CHOICE_WORDS.fr.civilStatuses,
    address: 'Adresse actuelle',
    email: 'E-mail',
    phone: 'Téléphone',
    company: 'Entreprise',
    legalForm: 'Forme juridique',
    legalForms: CHOICE_WORDS.fr.legalForms,
    domicile: 'Siège',
    uid: 'IDE',
    signatory: 'Signataire',
  },
  waiting: {
    thanks: 'Merci, vous avez signé',
    othersMissing: 'D’autres signatures manquent encore. Vous n’avez plus rien à faire\u00a0; nous vous écrirons.',
    who: 'Qui a signé\u00a0?',
    signed: 'Signé',
    notSigned: 'En attente',
    you: 'vous',
    account: 'La banque ouvre le compte',
    accountMeans: (main) =>
      `Tout le monde a signé. L’ouverture du compte peut prendre quelques jours ouvrables\u00a0; vous n’avez rien à faire. ${main} recevra ensuite les indications de versement par e-mail.`,
    cover: 'L’assurance examine la couverture',
    coverMeans:
      'Tout le monde a signé. Dès que l’assurance confirme la couverture, la garantie est en vigueur. Nous vous écrirons\u00a0; vous n’avez rien à faire.',
    prepared: 'Votre garantie de loyer est en préparation',
    preparedMeans: 'La gérance prépare votre garantie. Dès qu’elle est prête, vous recevrez un e-mail.',
  },
  payment: {
    heading: (amount) => `Veuillez verser CHF\u00a0${amount}`,
    lead: 'Le compte de la garantie est ouvert. Dès réception du montant total, la garantie entre en vigueur.',
    arrived: ({ arrived, whole }) => `Reçu\u00a0: CHF\u00a0${arrived} sur CHF\u00a0${whole}`,
    nothingYet: 'Aucun versement reçu à ce jour. Les versements apparaissent ici après un à deux jours ouvrables.',
    details: 'Indications pour votre e-banking',
    detailsMeans: 'Utilisez exactement cette référence. Elle permet à la banque d’identifier votre versement.',
    amount: 'Montant',
    iban: 'IBAN',
    holder: 'En faveur de',
    reference: 'Référence',
    copy: 'Copier',
    copied: 'Copié',
    slip: 'Bulletin de versement',
    slipMeans: 'Scannez le code QR avec votre application bancaire ou ouvrez-y le PDF.',
    slipPicture: 'Bulletin de versement avec code QR. Ses indications figurent aussi dans le texte de cette page.',
    slipPdf: 'Bulletin de versement en PDF',
    anyone: (main) =>
      `Le bulletin est établi au nom de ${main}. Des tiers peuvent aussi verser. Les versements partiels sont additionnés.`,
    yours: (holder) =>
      `Le compte est ouvert ${holder === null ? 'à votre nom' : `au nom de ${holder}`}. Il n’est libéré qu’avec l’accord des deux parties ou selon l’art. 257e CO.`,
  },
  open: {
    heading: 'Votre garantie de loyer est en vigueur',
    lead: {
      bank_deposit: 'Le montant total a été reçu. Vous n’avez plus rien à faire jusqu’à votre départ.',
      insurance: 'L’assurance a confirmé la couverture. Vous n’avez plus rien à faire jusqu’à votre départ.',
    },
    law: 'Ce que dit la loi',
    lawOfInsurance:
      'La couverture dure jusqu’à ce que les deux parties conviennent d’y mettre fin, ou qu’il existe un jugement exécutoire ou un commandement de payer non frappé d’opposition. L’assurance confirme alors la fin de la couverture.',
    close: 'Libérer la garantie',
    closeMeans: {
      bank_deposit:
        'Vous déménagez ou avez déménagé\u00a0? Proposez comment répartir la garantie. La gérance accepte ou fait une contre-proposition.',
      insurance:
        'Vous déménagez ou avez déménagé\u00a0? Proposez de mettre fin à l’assurance. La gérance accepte ou fait une contre-proposition.',
    },
    closeButton: 'Envoyer la proposition',
  },
  closing: {
    answer: 'Veuillez répondre à la proposition',
    wait: 'La gérance examine votre proposition',
    readOnly: 'La garantie est en cours de libération',
    proposedByYou: (day) => `Proposition des locataires du ${day}`,
    proposedByManagement: ({ organization, day }) => `Proposition de ${organization} du ${day}`,
    toTenants: (to) =>
      ({ several: 'Aux locataires', one: 'Au locataire', mr: 'Au locataire', ms: 'À la locataire' })[to],
    toLandlord: 'Au bailleur',
    claim: 'Prétention du bailleur',
    reason: 'Motif',
    tenancyEnd: 'Fin du bail',
    tenancyEndHint: 'Le dernier jour du bail',
    amountLandlord: 'Montant pour le bailleur en CHF',
    amountHint: {
      bank_deposit: '0.00 si la garantie doit vous revenir entièrement.',
      insurance: '0.00 s’il n’y a pas de prétention.',
    },
    reasonLabel: 'Motif (facultatif)',
    reasonHint: 'La gérance le lira.',
    accept: 'Accepter',
    acceptMeans: {
      bank_deposit: 'Avec votre accord, le virement est ordonné comme indiqué ci-dessus. C’est définitif.',
      insurance: 'Avec votre accord, l’assurance prend fin comme indiqué ci-dessus. C’est définitif.',
    },
    acceptButton: 'J’accepte',
    counter: 'Proposer autre chose',
    counterMeans: 'La gérance sera invitée à donner son accord.',
    counterButton: 'Envoyer la contre-proposition',
    change: 'Modifier la proposition',
    demand: 'Exiger toute la garantie',
    demandMeans:
      'Le bail a pris fin il y a plus d’un an et aucune prétention invoquée en justice ou par voie de poursuite n’est connue. Vous pouvez donc exiger toute la garantie sans l’accord de la gérance (art. 257e al. 3 CO).',
    demandButton: 'Exiger toute la garantie',
    year: (day) =>
      `Si le bailleur ne fait valoir aucune prétention en justice ou par voie de poursuite dans l’année qui suit la fin du bail, les locataires peuvent exiger la garantie sans son accord dès le ${day} (art. 257e al. 3 CO).`,
    yearAutomatic: (day) =>
      `Si aucun accord n’est trouvé et que le bailleur ne fait valoir aucune prétention en justice ou par voie de poursuite dans l’année qui suit la fin du bail, la dernière proposition des locataires sera exécutée automatiquement dès le ${day} (art. 257e al. 3 CO).`,
    claimRecorded:
      'Le bailleur a fait valoir une prétention en justice ou par voie de poursuite. La garantie subsiste jusqu’à ce que les deux parties s’entendent, ou qu’il existe un jugement exécutoire ou un commandement de payer non frappé d’opposition.',
    earlier: 'Toutes les propositions',
    by: { tenant: 'Locataires', manager: 'Gérance' },
    ordered: { bank_deposit: 'Le virement est ordonné', insurance: 'L’assurance prend fin' },
    orderedMeans: {
      bank_deposit: 'La banque vire les montants ces prochains jours. Nous vous écrirons ensuite.',
      insurance: 'L’assurance confirme la fin de la couverture ces prochains jours. Nous vous écrirons ensuite.',
    },
    ground: 'Base légale',
    grounds: {
      consent: 'Accord des deux parties',
      judgment: 'Jugement exécutoire',
      payment_order: 'Commandement de payer non frappé d’opposition',
      year: 'Un an après la fin du bail (art. 257e al. 3 CO)',
    },
    toAccount: 'Sur le compte',
  },
  ended: {
    closed: 'Votre garantie de loyer est clôturée',
    closedMeans: {
      bank_deposit: 'La garantie est libérée et virée, le compte est clôturé.',
      insurance: 'La couverture a pris fin. La garantie est clôturée.',
    },
    paidOutOn: 'Clôturée le',
    withdrawn: 'Cette garantie de loyer a été annulée',
    withdrawnMeans:
      'La gérance a annulé la garantie avant son entrée en vigueur. Il n’y a plus rien à signer ni à payer.',
    paidBack: (amount) => `Le montant déjà versé, CHF\u00a0${amount}, est remboursé sur le compte dont il provient.`,
  },
  links: {
    edited: 'Votre garantie de loyer est en cours de modification',
    beingEdited:
      'La gérance est en train de modifier votre garantie de loyer. Dès qu’elle aura terminé, vous recevrez un nouvel e-mail et signerez une nouvelle fois.',
    outdated: 'Ce lien n’est plus valable',
    outdatedLink:
      'La gérance a modifié votre garantie de loyer. Ce lien et les signatures précédentes ne sont plus valables. Veuillez ouvrir le lien du dernier e-mail reçu.',
    expired: 'Ce lien a expiré',
    expiredLink:
      'Pour votre sécurité, chaque lien n’est valable qu’un certain temps. Rien n’est arrivé à votre garantie.',
    renewMeans: (email) => `Nous vous envoyons volontiers un nouveau lien à ${email}.`,
    askManager:
      'Nous n’avons pas d’adresse e-mail de votre part. Veuillez demander une nouvelle lettre à votre gérance.',
    renewButton: 'Envoyer un nouveau lien',
    renewed: (email) =>
      `Un nouveau lien est en route vers ${email}. S’il n’est pas arrivé dans quelques minutes, regardez aussi dans vos courriers indésirables.`,
    unknown: 'Ce lien n’est pas valable',
    unknownLink: 'Peut-être a-t-il été copié incomplètement. Veuillez l’ouvrir depuis le dernier e-mail reçu.',
    newLink: 'Recevoir un nouveau lien',
    email: 'Votre adresse e-mail',
    emailHint: 'L’adresse à laquelle vous recevez nos e-mails',
    newLinkButton: 'Demander un nouveau lien',
    onItsWay: 'Merci',
    onItsWayMeans:
      'Si nous connaissons cette adresse, un e-mail avec un nouveau lien est en route. S’il n’est pas arrivé dans quelques minutes, regardez aussi dans vos courriers indésirables.',
    changed: 'La situation a changé entre-temps',
    changedMeans:
      'La garantie n’est plus telle que vous venez de la voir. Nous n’avons donc rien exécuté. Veuillez consulter le nouvel état.',
    seeNow: 'Voir le nouvel état',
    notYours: 'Seul le locataire principal peut faire cela',
    forged: 'Cette demande ne provient pas de notre site',
    forgedMeans: 'Rien n’a été modifié. Veuillez ouvrir le lien de l’e-mail et réessayer.',
  },
};
