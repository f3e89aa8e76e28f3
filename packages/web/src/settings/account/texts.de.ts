import type { texts } from './texts.ts'

export const german = {
  fromProvider:
    'Dein Name und deine E-Mail-Adresse kommen aus dem Konto deiner Organisation. Ändere sie dort.',
  title: 'Konto',
  organizations: 'Deine Organisationen',
  signOut: {
    title: 'Dieser Browser',
    text: 'Beim Abmelden gehen nicht gesendete Entwürfe verloren.',
    action: 'Abmelden',
  },
  userId: 'Deine Benutzer-ID, für den Support:',
  passwordForm: {
    password: {
      name: 'Passwort',
      missing: 'Gib dein Passwort ein.',
    },
  },
  deletion: {
    loading: 'Deine Organisationen werden geladen',
    inTheWay:
      'Dir gehören Organisationen, in denen noch andere sind. Übergib jede davon an jemanden oder lösche sie. Dann kannst du dein Konto löschen.',
    close: 'Schließen',
    password: 'Dein Passwort',
    wrong: 'Das Passwort ist nicht richtig. Es wurde nichts gelöscht.',
    cancel: 'Abbrechen',
    busy: 'Wird gelöscht',
    action: 'Konto löschen',
    consequences:
      'Du wirst überall abgemeldet, und deine API-Token und verbundenen Programme funktionieren nicht mehr. Das lässt sich nicht rückgängig machen. Mit deiner Adresse kannst du ein neues Konto anlegen.',
    deleted: 'Wird mit deinem Konto gelöscht, mit allen Zielen:',
    left: 'Du trittst aus. Was du geschrieben hast, bleibt, ohne deinen Namen:',
    own: 'Dein Name verschwindet, ebenso Organisationen, in denen du allein bist. Was du in anderen geschrieben hast, bleibt.',
    ofProvider:
      'Dein Konto ist das deiner Organisation. Bitte dort, es zu löschen. Um hier aus einer Organisation auszutreten, öffne ihre Mitglieder.',
    title: 'Dein Konto löschen?',
  },
  email: {
    title: 'E-Mail-Adresse',
    current: 'Du meldest dich mit {email} an.',
    how: 'Zum Ändern senden wir einen Link an die neue Adresse. Deine Adresse ändert sich, wenn du den Link öffnest und bestätigst.',
    new: 'Neue E-Mail-Adresse',
    password: 'Aktuelles Passwort',
    sent: (address) => `Wir haben eine E-Mail an ${address} gesendet. Der Link ist 24 Stunden gültig.`,
    wrong: 'Das aktuelle Passwort ist nicht richtig. Es wurde nichts geändert.',
    busy: 'Wird gesendet',
    action: 'Link senden',
  },
  name: {
    changed: 'Name geändert.',
    title: 'Name',
    own: 'Dein Name',
    busy: 'Wird gespeichert',
    action: 'Namen ändern',
  },
  picture: {
    title: 'Bild',
    text: 'Es steht für die Mitglieder deiner Organisationen neben deinem Namen. Ohne Bild sehen sie deine Initialen.',
    choose: 'Bild auswählen',
    chooseOther: 'Anderes auswählen',
    preparing: 'Wird vorbereitet',
    preview: 'Dein Bild, wie andere es sehen werden',
    save: 'Bild speichern',
    saving: 'Wird gespeichert',
    saved: 'Bild gespeichert.',
    cancel: 'Abbrechen',
    remove: 'Entfernen',
    removing: 'Wird entfernt',
    removed: 'Bild entfernt.',
    unreadable:
      'Dieser Browser kann die Datei nicht als Bild lesen. Wähle ein Bild im Format PNG, JPEG oder WebP.',
    noWebp:
      'Dieser Browser kann keine WebP-Bilder erzeugen. Lege dein Bild mit Chrome, Edge oder Firefox fest.',
  },
  timeZone: {
    title: 'Zeitzone',
    loading: 'Zeitzone wird geladen',
    saved: 'Zeitzone gespeichert.',
    busy: 'Wird gespeichert',
    action: 'Zeitzone speichern',
  },
  openAt: (host) => `Öffne dein Konto bei ${host}`,
  signInAt: (host) => `Du meldest dich bei ${host} an.`,
} satisfies typeof texts
