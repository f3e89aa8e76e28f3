import type { texts } from './texts.ts'

export const german = {
  loadingMore: 'Wird geladen',
  loadMore: 'Mehr laden',
  organization: {
    title: 'Organisation',
    intro: 'Jede Organisation hat eigene Ziele, Labels und Mitglieder.',
    another: 'Weitere Organisation',
    anotherText: 'Du kannst zu mehreren Organisationen gehören und jederzeit zwischen ihnen wechseln.',
    create: 'Neue Organisation',
    saved: 'Name gespeichert.',
    name: 'Name',
    onlyAdmins: 'Nur Inhaber und Admins können die Organisation umbenennen.',
    save: 'Namen speichern',
    goals: 'Ziele',
    verification: 'Neue Ziele brauchen eine zweite Person',
    verificationHint:
      'Ein Ziel kann erst abgeschlossen werden, wenn jemand anderes bestätigt hat, dass jedes Kriterium erfüllt ist. Menschen können das für ein neues Ziel anders wählen, Programme nicht. Bestehende Ziele bleiben, wie sie sind.',
    verificationSaved: 'Einstellung gespeichert.',
  },
  scopes: 'Berechtigungen',
  navigation: {
    account: 'Konto',
    security: 'Sicherheit',
    agents: 'Agenten und Programme',
    notifications: 'Benachrichtigungen',
    appearance: 'Darstellung',
    organization: 'Organisation',
    members: 'Mitglieder',
    apiTokens: 'API-Token',
    webhooks: 'Webhooks',
    audit: 'Audit-Protokoll',
    settings: 'Einstellungen',
    current: 'Einstellungen:',
    choose: 'Auswählen',
    you: 'Du',
  },
} satisfies typeof texts
