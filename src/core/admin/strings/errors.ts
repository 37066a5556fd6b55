import type { Catalogues } from '../../templates/strings.js';

/** Translated service errors, by error code. The error's data fills the placeholders. */
export const errorTexts: Catalogues = {
  en: {
    'error.existing_user_login': 'There is a user with this name already. Choose another one.',
    'error.existing_user_email': 'There is a user with this e-mail address already. Choose another one.',
    'error.rest_user_invalid_login':
      'A login has 1 to 60 letters, digits and " . _ @ + -" and begins with a letter or digit.',
    'error.rest_user_invalid_email': 'Write the e-mail address like name@example.com.',
    'error.rest_user_invalid_name': 'A name has 1 to 190 characters on one line.',
    'error.rest_user_invalid_role': 'One of the roles is not there any more. Choose among those of the list.',
    'error.rest_user_invalid_reassign': 'Choose another user who gets the posts.',
    'error.last_administrator':
      'This is the last administrator. Make somebody else one first: without any, nobody could ever be one again.',
    'error.user_outranks': 'This account may do more than yours, so you cannot change it.',
    'error.user_role_beyond': 'One of the roles may do more than you, so you cannot give it.',
    'error.user_forbidden': 'Your account may not do that: it needs the capability "{missing_capability}".',
    'error.user_is_self': 'You cannot delete your own account. Ask another administrator to do it.',
    'error.email_confirmation_unavailable':
      'The site cannot send links because it does not know its URL. Set the option url (MORTISE_URL).',
    'error.email_already_verified': 'No email address of this account waits to be confirmed.',
    'error.email_confirmation_not_found': 'No change of the email address is pending.',
    'error.email_not_verifiable':
      'You cannot mark your own email address as verified. Open the link that is mailed to it.',
    'error.form_cross_site': 'Another site sent this form. Open the page here and send it again.',
    'error.oauth_client_invalid_name': 'Name the program as people know it, in at most 190 characters.',
    'error.oauth_client_user_refused': 'The program would act for an account that may do more than yours.',
    'error.rest_api_key_scope_refused': 'You cannot give a key a capability that you do not have.',
  },
  es: {
    'error.existing_user_login': 'Ya hay un usuario con este nombre. Elija otro.',
    'error.existing_user_email': 'Ya hay un usuario con esta dirección de correo. Elija otra.',
    'error.rest_user_invalid_login':
      'Un nombre de usuario tiene de 1 a 60 letras, cifras y " . _ @ + -", y empieza por letra o cifra.',
    'error.rest_user_invalid_email': 'Escriba la dirección de correo como nombre@example.com.',
    'error.rest_user_invalid_name': 'Un nombre tiene de 1 a 190 caracteres en una línea.',
    'error.rest_user_invalid_role': 'Uno de los roles ya no existe. Elija entre los de la lista.',
    'error.rest_user_invalid_reassign': 'Elija otro usuario que reciba las entradas.',
    'error.last_administrator': 'Es el último administrador. Nombre antes a otro.',
    'error.user_outranks': 'Esta cuenta puede hacer más que la suya, así que no puede cambiarla.',
    'error.user_role_beyond': 'Uno de los roles puede hacer más que usted, así que no puede darlo.',
    'error.user_forbidden': 'Su cuenta no puede hacerlo: necesita la capacidad "{missing_capability}".',
    'error.user_is_self': 'No puede eliminar su propia cuenta. Pídaselo a otro administrador.',
    'error.email_confirmation_unavailable':
      'El sitio no puede enviar enlaces porque no conoce su URL. Defina la opción url (MORTISE_URL).',
    'error.email_already_verified': 'Ninguna dirección de correo de esta cuenta espera confirmación.',
    'error.email_confirmation_not_found': 'No hay ningún cambio de dirección de correo pendiente.',
    'error.email_not_verifiable':
      'No puede marcar su propia dirección como verificada. Abra el enlace que se envía a ella.',
    'error.form_cross_site': 'Otro sitio ha enviado este formulario. Abra la página aquí y envíelo de nuevo.',
    'error.oauth_client_invalid_name': 'Llame al programa como se le conoce, en 190 caracteres como máximo.',
    'error.oauth_client_user_refused': 'El programa actuaría por una cuenta que puede hacer más que la suya.',
    'error.rest_api_key_scope_refused': 'No puede dar a una clave una capacidad que usted no tiene.',
  },
  de: {
    'error.existing_user_login': 'Diesen Benutzernamen gibt es schon. Wählen Sie einen anderen.',
    'error.existing_user_email': 'Diese E-Mail-Adresse hat schon ein anderes Konto. Wählen Sie eine andere.',
    'error.rest_user_invalid_login':
      'Ein Benutzername hat 1 bis 60 Buchstaben, Ziffern und „ . _ @ + -“ und beginnt mit Buchstabe oder Ziffer.',
    'error.rest_user_invalid_email': 'Schreiben Sie die E-Mail-Adresse wie name@example.com.',
    'error.rest_user_invalid_name': 'Ein Name hat 1 bis 190 Zeichen in einer Zeile.',
    'error.rest_user_invalid_role': 'Eine der Rollen gibt es nicht mehr. Wählen Sie aus der Liste.',
    'error.rest_user_invalid_reassign': 'Wählen Sie jemand anderen, der die Beiträge bekommt.',
    'error.last_administrator': 'Das ist der letzte Administrator. Machen Sie zuerst jemand anderen dazu.',
    'error.user_outranks': 'Dieses Konto darf mehr als Ihres, deshalb können Sie es nicht ändern.',
    'error.user_role_beyond': 'Eine der Rollen darf mehr als Sie, deshalb können Sie sie nicht vergeben.',
    'error.user_forbidden': 'Ihr Konto darf das nicht: Es braucht das Recht „{missing_capability}“.',
    'error.user_is_self': 'Ihr eigenes Konto können Sie nicht löschen. Bitten Sie einen anderen Administrator darum.',
    'error.email_confirmation_unavailable':
      'Die Website kann keine Links senden, weil sie ihre URL nicht kennt. Setzen Sie die Option url (MORTISE_URL).',
    'error.email_already_verified': 'Keine E-Mail-Adresse dieses Kontos wartet auf eine Bestätigung.',
    'error.email_confirmation_not_found': 'Es steht keine Änderung der E-Mail-Adresse aus.',
    'error.email_not_verifiable':
      'Ihre eigene E-Mail-Adresse können Sie nicht als bestätigt markieren. Öffnen Sie den Link, der an sie geht.',
    'error.form_cross_site':
      'Eine andere Website hat dieses Formular geschickt. Öffnen Sie die Seite hier und schicken Sie es noch einmal.',
    'error.oauth_client_invalid_name': 'Nennen Sie das Programm so, wie man es kennt, mit höchstens 190 Zeichen.',
    'error.oauth_client_user_refused': 'Das Programm würde für ein Konto handeln, das mehr darf als Ihres.',
    'error.rest_api_key_scope_refused': 'Sie können einem Schlüssel kein Recht geben, das Sie selbst nicht haben.',
  },
  fr: {
    'error.existing_user_login': 'Il existe déjà un utilisateur avec ce nom. Choisissez-en un autre.',
    'error.existing_user_email': 'Il existe déjà un utilisateur avec cette adresse e-mail. Choisissez-en une autre.',
    'error.rest_user_invalid_login':
      "Un nom d'utilisateur a de 1 à 60 lettres, chiffres et « . _ @ + - », et commence par une lettre ou un chiffre.",
    'error.rest_user_invalid_email': "Écrivez l'adresse e-mail comme nom@example.com.",
    'error.rest_user_invalid_name': 'Un nom a de 1 à 190 caractères sur une ligne.',
    'error.rest_user_invalid_role': "Un des rôles n'existe plus. Choisissez dans la liste.",
    'error.rest_user_invalid_reassign': 'Choisissez un autre utilisateur qui reçoit les articles.',
    'error.last_administrator': "C'est le dernier administrateur. Nommez-en d'abord un autre.",
    'error.user_outranks': 'Ce compte peut faire plus que le vôtre, vous ne pouvez donc pas le modifier.',
    'error.user_role_beyond': 'Un des rôles peut faire plus que vous, vous ne pouvez donc pas le donner.',
    'error.user_forbidden': 'Votre compte ne peut pas le faire : il lui faut le droit « {missing_capability} ».',
    'error.user_is_self': 'Vous ne pouvez pas supprimer votre propre compte. Demandez-le à un autre administrateur.',
    'error.email_confirmation_unavailable':
      'Le site ne peut pas envoyer de liens, car il ne connaît pas son URL. Définissez l’option url (MORTISE_URL).',
    'error.email_already_verified': 'Aucune adresse e-mail de ce compte n’attend de confirmation.',
    'error.email_confirmation_not_found': 'Aucune modification de l’adresse e-mail n’est en attente.',
    'error.email_not_verifiable':
      'Vous ne pouvez pas marquer votre propre adresse comme vérifiée. Ouvrez le lien qui lui est envoyé.',
    'error.form_cross_site': 'Un autre site a envoyé ce formulaire. Ouvrez la page ici et envoyez-le de nouveau.',
    'error.oauth_client_invalid_name': 'Nommez le programme comme on le connaît, en 190 caractères au plus.',
    'error.oauth_client_user_refused': 'Le programme agirait pour un compte qui peut faire plus que le vôtre.',
    'error.rest_api_key_scope_refused': "Vous ne pouvez pas donner à une clé un droit que vous n'avez pas.",
  },
  cs: {
    'error.existing_user_login': 'Uživatel s tímto jménem už existuje. Zvolte jiné.',
    'error.existing_user_email': 'Uživatel s touto e-mailovou adresou už existuje. Zvolte jinou.',
    'error.rest_user_invalid_login':
      'Uživatelské jméno má 1 až 60 písmen, číslic a znaků „ . _ @ + -“ a začíná písmenem nebo číslicí.',
    'error.rest_user_invalid_email': 'Napište e-mailovou adresu jako jmeno@example.com.',
    'error.rest_user_invalid_name': 'Jméno má 1 až 190 znaků na jednom řádku.',
    'error.rest_user_invalid_role': 'Jedna z rolí už není. Vyberte ze seznamu.',
    'error.rest_user_invalid_reassign': 'Vyberte jiného uživatele, který dostane příspěvky.',
    'error.last_administrator': 'Tohle je poslední správce. Nejdřív jím udělejte někoho jiného.',
    'error.user_outranks': 'Tento účet smí víc než váš, takže ho nemůžete změnit.',
    'error.user_role_beyond': 'Jedna z rolí smí víc než vy, takže ji nemůžete přidělit.',
    'error.user_forbidden': 'Váš účet to nesmí: potřebuje oprávnění „{missing_capability}“.',
    'error.user_is_self': 'Vlastní účet smazat nemůžete. Požádejte o to jiného správce.',
    'error.email_confirmation_unavailable':
      'Web nemůže posílat odkazy, protože nezná svou adresu. Nastavte volbu url (MORTISE_URL).',
    'error.email_already_verified': 'Žádná e-mailová adresa tohoto účtu nečeká na potvrzení.',
    'error.email_confirmation_not_found': 'Žádná změna e-mailové adresy nečeká na potvrzení.',
    'error.email_not_verifiable':
      'Vlastní e-mailovou adresu nemůžete označit jako ověřenou. Otevřete odkaz, který na ni přijde.',
    'error.form_cross_site': 'Tento formulář poslal jiný web. Otevřete stránku tady a pošlete ho znovu.',
    'error.oauth_client_invalid_name': 'Pojmenujte program tak, jak ho lidé znají, nejvýš 190 znaky.',
    'error.oauth_client_user_refused': 'Program by jednal za účet, který smí víc než váš.',
    'error.rest_api_key_scope_refused': 'Klíči nemůžete dát oprávnění, které sami nemáte.',
  },
  ja: {
    'error.existing_user_login': 'このユーザー名はすでに使われています。別の名前にしてください。',
    'error.existing_user_email': 'このメールアドレスはすでに使われています。別のアドレスにしてください。',
    'error.rest_user_invalid_login':
      'ユーザー名は文字・数字・「 . _ @ + -」で1〜60字、最初は文字か数字にしてください。',
    'error.rest_user_invalid_email': 'メールアドレスは name@example.com の形で書いてください。',
    'error.rest_user_invalid_name': '名前は1行で1〜190字にしてください。',
    'error.rest_user_invalid_role': '存在しない権限グループがあります。一覧から選んでください。',
    'error.rest_user_invalid_reassign': '投稿を引き継ぐ別のユーザーを選んでください。',
    'error.last_administrator': '最後の管理者です。先に別の人を管理者にしてください。',
    'error.user_outranks': 'このアカウントはあなたより多くの権限を持つため、変更できません。',
    'error.user_role_beyond': 'あなたより多くの権限を持つ権限グループは割り当てられません。',
    'error.user_forbidden': 'このアカウントには権限「{missing_capability}」がないため、できません。',
    'error.user_is_self': '自分のアカウントは削除できません。別の管理者に頼んでください。',
    'error.email_confirmation_unavailable':
      'サイトのURLが設定されていないため、リンクを送信できません。オプション url（MORTISE_URL）を設定してください。',
    'error.email_already_verified': 'このアカウントに確認待ちのメールアドレスはありません。',
    'error.email_confirmation_not_found': '確認待ちのメールアドレス変更はありません。',
    'error.email_not_verifiable':
      '自分のメールアドレスを確認済みにすることはできません。届いたリンクを開いてください。',
    'error.form_cross_site': '別のサイトからこのフォームが送られました。ここでページを開いて送り直してください。',
    'error.oauth_client_invalid_name': 'プログラムの名前を190字以内で、知られているとおりに書いてください。',
    'error.oauth_client_user_refused':
      'このプログラムは、あなたより多くの権限を持つアカウントとして動くことになります。',
    'error.rest_api_key_scope_refused': '自分が持っていない権限をキーに与えることはできません。',
  },
};
