import type { texts } from './texts.ts'

export const german = {
  handOver: {
    title: (name) => `${name} übergeben?`,
    text: 'Der neue Inhaber kann alles, was du jetzt kannst. Du wirst Admin. Du kannst das nicht selbst rückgängig machen: Nur der neue Inhaber kann sie zurückgeben.',
    done: (name) => `${name} ist jetzt Inhaber. Du bist Admin.`,
    newOwner: 'Neuer Inhaber',
    choose: 'Wähle ein Mitglied',
    password: 'Dein Passwort',
    wrong: 'Das Passwort ist nicht richtig. Es wurde nichts geändert.',
    action: 'Übergeben',
    form: {
      userId: {
        name: 'Neuer Inhaber',
        missing: 'Wähle den neuen Inhaber.',
        invalid: 'Wähle den neuen Inhaber.',
      },
      password: {
        name: 'Passwort',
        missing: 'Gib dein Passwort ein.',
      },
    },
  },
  invitations: {
    title: 'Einladungen',
    loading: 'Einladungen werden geladen',
    none: 'Keine offenen Einladungen.',
    pending: 'Offene Einladungen',
    revoked: 'Einladung zurückgezogen. Ihr Link funktioniert nicht mehr.',
    invitedAs: (role) => `${role} · Einladung läuft ab am {day}`,
    bounced:
      'Die E-Mail konnte am {day} nicht zugestellt werden. Prüfe die Adresse oder verschicke den Link selbst.',
    sendAgain: 'Erneut senden{to}',
    sendAgainTo: (email) => ` an ${email}`,
    revoke: 'Zurückziehen{whose}',
    revokeOf: (email) => ` der Einladung an ${email}`,
    question: 'Diese Einladung zurückziehen?',
    action: 'Einladung zurückziehen',
    consequence: 'Der Link an {email} funktioniert dann nicht mehr. Du kannst diese Adresse erneut einladen.',
  },
  invite: {
    form: {
      role: {
        name: 'Rolle',
        missing: 'Wähle eine Rolle.',
        invalid: 'Wähle eine Rolle.',
      },
    },
    email: 'E-Mail-Adresse',
    hint: 'Füge mehrere ein, um alle zusammen einzuladen.',
    notAddresses: (words) =>
      words.length === 1
        ? `„${words[0]}“ ist keine E-Mail-Adresse.`
        : `Keine E-Mail-Adressen: ${words.join(', ')}`,
    refused: 'Nicht eingeladen wurden:',
    role: 'Rolle',
    action: 'Einladen',
  },
  issued: {
    sent: (emails) =>
      emails.length === 1
        ? `Einladung an ${emails[0]} gesendet. Du kannst diesen Link auch selbst teilen. Er wird nicht noch einmal gezeigt.`
        : `${emails.length} Einladungen gesendet. Du kannst diese Links auch selbst teilen. Sie werden nicht noch einmal gezeigt.`,
    notSent: (emails) =>
      emails.length === 1
        ? `An ${emails[0]} konnte keine E-Mail gesendet werden. Teile diesen Link selbst. Er wird nicht noch einmal gezeigt.`
        : `An ${emails.length} Personen konnten keine E-Mails gesendet werden. Teile diese Links selbst. Sie werden nicht noch einmal gezeigt.`,
    link: 'Einladungslink',
    linkFor: (email) => `Einladungslink für ${email}`,
  },
  actions: {
    handOver: {
      name: 'Übergeben',
      label: () => 'Organisation übergeben',
    },
    leave: {
      name: 'Austreten',
      label: () => 'Aus der Organisation austreten',
    },
    remove: {
      name: 'Entfernen',
      label: (member) => `${member} entfernen`,
    },
  },
  title: 'Mitglieder',
  intro: (organization) => `Die Mitglieder von ${organization} und ihre Rollen.`,
  loading: 'Mitglieder werden geladen',
  powers:
    'Mitglieder können ihre eigenen Ziele ändern. Admins können jedes Ziel ändern, Leute einladen und Rollen ändern. Der Inhaber kann die Organisation übergeben. Wird ein Admin zum Mitglied, funktionieren die offenen Einladungen nicht mehr, die er verschickt hat.',
  you: '(du)',
  roleOf: (name) => `Rolle von ${name}`,
  roleChange: {
    toAdmin: {
      action: 'Zum Admin machen',
      title: (name) => `${name} zum Admin machen?`,
      text: (name) =>
        `${name} kann dann jedes Ziel ändern und löschen, die Organisation umbenennen, Leute einladen und Rollen ändern.`,
      done: (name) => `${name} ist jetzt Admin.`,
    },
    mine: {
      title: 'Deine Admin-Rolle abgeben?',
      text: 'Du kannst dann keine Ziele anderer mehr ändern, die Organisation nicht umbenennen, niemanden einladen und keine Rollen ändern. Einladungen, die du verschickt hast, funktionieren nicht mehr.',
      warning:
        'Du kannst das nicht selbst rückgängig machen. Nur der Inhaber oder ein anderer Admin kann dich wieder zum Admin machen.',
      action: 'Admin-Rolle abgeben',
      done: 'Du bist jetzt Mitglied.',
    },
    toMember: {
      title: (name) => `${name} zum Mitglied machen?`,
      text: (name) =>
        `${name} kann dann keine Ziele anderer mehr ändern, die Organisation nicht umbenennen, niemanden einladen und keine Rollen ändern. Verschickte Einladungen funktionieren nicht mehr.`,
      action: 'Zum Mitglied machen',
      done: (name) => `${name} ist jetzt Mitglied.`,
    },
  },
  leave: {
    title: (organization) => `Aus ${organization} austreten?`,
    text: 'Du verlierst sofort den Zugriff, in jedem Browser und mit jedem API-Token und verbundenen Programm. Deine Webhooks werden angehalten, und deine Einladungen funktionieren nicht mehr. Was du geschrieben hast, bleibt.',
    warning:
      'Du kannst das nicht selbst rückgängig machen. Nur der Inhaber oder ein Admin kann dich wieder einladen.',
    action: 'Aus der Organisation austreten',
    done: (organization) => `Du bist aus ${organization} ausgetreten.`,
  },
  remove: {
    title: (name) => `${name} entfernen?`,
    text: (name, organization) =>
      `${name} verliert sofort den Zugriff auf ${organization}, in jedem Browser und mit jedem API-Token und verbundenen Programm. Webhooks von ${name} werden angehalten, und Einladungen funktionieren nicht mehr. Geschriebenes bleibt.`,
    action: 'Mitglied entfernen',
    done: (name) => `${name} wurde entfernt.`,
  },
  goals: {
    moreThan: (count) => `mehr als ${count}`,
    iOwn: (isOne, count) => `Du bist für ${isOne ? 'ein Ziel' : `${count} Ziele`} verantwortlich.`,
    theyOwn: (name, isOne, count) =>
      `${name} ist für ${isOne ? 'ein Ziel' : `${count} Ziele`} verantwortlich.`,
    whoGetsMine: (isOne) => (isOne ? 'Wer bekommt dein Ziel?' : 'Wer bekommt deine Ziele?'),
    whoGetsTheirs: (isOne) => (isOne ? 'Wer bekommt das Ziel?' : 'Wer bekommt die Ziele?'),
    doneWithGoals: (done) => `${done} Die Ziele wechseln innerhalb weniger Minuten.`,
    hint: 'Die Ziele wechseln innerhalb weniger Minuten, jedes mit einem Eintrag in seinem Verlauf.',
    nobody: 'Niemand',
  },
  itIsYou: (name) => `${name} (du)`,
  cancel: 'Abbrechen',
} satisfies typeof texts
